//! Scene blocks (§7.3) → what they do; an inline behaviour is a program of its own.
use super::args::{Args, Typed};
use super::pass::{CANDIDATES, Pass};
use super::primitive::ease;
use super::program::program;
use crate::expression::compose;
use crate::program::faults::Path;
use crate::program::json::{Json, Node, quoted};
use crate::program::tree::{Behaviour, Edge, Kind, Op, PackRef, Placing, Program, Span, Toward, Transition};
use crate::vocabulary::nearest;
use std::collections::BTreeSet;

pub(super) fn ops(pass: &mut Pass, args: &mut Args) -> Vec<Op> {
    let who = args.who();
    let op = match args.spec.op {
        "say" => Op::Say {
            who,
            text: args.text("text").unwrap_or_default(),
            voice: args.text("voice"),
            mood: args.text("mood"),
            speed: args.some_value("speed"),
            pitch: args.some_value("pitch"),
            for_: None,
            clip: args.text("clip"),
            sung: false,
        },
        "sing" => return sing(args, who),
        "sound" => Op::Sound {
            name: args.word("name"),
            file: args.text("file"),
            volume: args.value("volume"),
            at: args.some_value("at"),
        },
        "music" => Op::Music {
            file: args.text("file"),
            volume: args.value("volume"),
            from: args.value("from"),
            fade: args.value("fade"),
            again: args.flag("loop"),
        },
        "does" => match does(pass, args, who) {
            Some(op) => op,
            None => return Vec::new(),
        },
        "enter" => Op::Enter {
            who,
            from: edge(args, "from", Edge::Left),
            placing: placing(args),
            over: args.value("over"),
            ease: ease(args),
        },
        "exit" => Op::Exit {
            who,
            to: edge(args, "to", Edge::Right),
            over: args.value("over"),
            ease: ease(args),
            facing: args.some_value("facing"),
        },
        "place" => Op::Place { who, placing: placing(args), over: args.value("over"), ease: ease(args) },
        "cut" => {
            if !args.given("place") && !args.given("mood") {
                pass.faults.warning_hint(args.path, args.json, "the cut changes nothing", "give it a place or a mood");
            }
            let with = args.word("with").and_then(Transition::parse);
            Op::Cut { place: args.text("place"), mood: args.text("mood"), with, over: args.some_value("over") }
        }
        "caption" => Op::Caption { text: args.text("text").unwrap_or_default(), for_: args.some_value("for") },
        "mood" => Op::Mood { who, mood: args.text("mood").unwrap_or_default() },
        "hide" | "show" => Op::Seen { who, shown: args.spec.op == "show" },
        "layer" => Op::Layer { who, z: args.value("z") },
        "face" => match args.toward("to") {
            Some(to) => {
                warn_self(pass, args, who, &to);
                Op::Face { who, to, over: args.value("over"), ease: ease(args) }
            }
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![op]
}

/// Nobody turns to where they stand themselves.
fn warn_self(pass: &mut Pass, args: &Args, who: usize, to: &Toward) {
    if matches!(to, Toward::Who(other) if *other == who) {
        pass.faults.warning(&args.path.key("to"), args.place("to"), "nobody turns to oneself; it does nothing");
    }
}

/// A wait for the song's time, and the line.
fn sing(args: &mut Args, who: usize) -> Vec<Op> {
    let left = |at| Op::Wait { span: Span::For(compose("at - t", &[("at", &at)])) };
    let line = Op::Say {
        who,
        text: args.text("text").unwrap_or_default(),
        voice: args.text("voice"),
        mood: args.text("mood"),
        speed: None,
        pitch: args.some_value("pitch"),
        for_: args.some_value("for"),
        clip: args.text("clip"),
        sung: true,
    };
    args.some_value("at").map(left).into_iter().chain([line]).collect()
}

fn edge(args: &Args, name: &str, default: Edge) -> Edge {
    args.word(name).and_then(Edge::parse).unwrap_or(default)
}

fn placing(args: &Args) -> Placing {
    Placing {
        x: args.some_value("x"),
        y: args.some_value("y"),
        h: args.some_value("h"),
        facing: args.some_value("facing"),
    }
}

fn does(pass: &mut Pass, args: &mut Args, who: usize) -> Option<Op> {
    let params = args.params("params");
    let behaviour = args.behaviour("behaviour")?;
    if let Behaviour::Inline(program) = &behaviour {
        warn_undeclared(pass, args, program);
    }
    Some(Op::Does { who, behaviour, params, for_: args.some_value("for"), also: args.flag("also") })
}

/// A param that an inline behaviour does not declare (§7.5).
fn warn_undeclared(pass: &mut Pass, args: &Args, behaviour: &Program) {
    let names = behaviour.params.iter().filter_map(|(slot, _)| behaviour.names.get(*slot as usize));
    let declared: BTreeSet<_> = names.map(|name| &**name).collect();
    let given = args.json.get("params").map_or(&[][..], Json::members);
    for member in given.iter().filter(|member| !declared.contains(&*member.key)) {
        let message = format!("the behaviour declares no param {}; it is passed anyway", quoted(&member.key));
        let place = Json { node: Node::Null, span: member.key_span.clone() };
        let params = args.path.key("params");
        let path = params.key(&member.key);
        match nearest(&member.key, declared.iter().copied().take(CANDIDATES)) {
            Some(near) => pass.faults.warning_hint(&path, &place, message, format!("did you mean {near:?}?")),
            None => pass.faults.warning(&path, &place, message),
        }
    }
}

impl Pass<'_> {
    /// A pack id, `{id, version}`, or a behaviour program.
    pub(super) fn behaviour(&mut self, json: &Json, path: &Path) -> Typed {
        let is_program = json.get("scripts").is_some() || json.get("kind").is_some() || json.get("v").is_some();
        if is_program {
            let inline = program(self.source, self.faults, json, path, Some(Kind::Behaviour));
            return Typed::Behaviour(Behaviour::Inline(inline.into()));
        }
        if let Some(own) = self.named_behaviour(json, path) {
            return Typed::Behaviour(own);
        }
        match self.pack(json, path, "beh") {
            Some(pack) => Typed::Behaviour(Behaviour::Pack(pack)),
            None => Typed::None,
        }
    }

    /// A pack's id, or `{id, version}`.
    pub(super) fn pack(&mut self, json: &Json, path: &Path, kind: &str) -> Option<PackRef> {
        match &json.node {
            Node::Text(id) => {
                self.check_id(id, json, path, kind);
                Some(PackRef { id: id.clone(), version: None })
            }
            Node::Object(members) => {
                for member in members.iter().filter(|member| !matches!(&*member.key, "id" | "version" | "note")) {
                    let message = format!("a pack reference has no {}; it does nothing", quoted(&member.key));
                    self.faults.warning_hint(&path.key(&member.key), &member.value, message, "{\"id\", \"version\"}");
                }
                let version = json.get("version").and_then(|version| self.text(version, &path.key("version")));
                let Some(id) = json.get("id") else {
                    self.missing(path, "id", json, "a pack reference needs \"id\"".into(), &format!("c4c:{kind}:…"));
                    return None;
                };
                let text = self.text(id, &path.key("id"))?;
                self.check_id(&text, id, &path.key("id"), kind);
                Some(PackRef { id: text, version })
            }
            _ => {
                let message = format!("expected a pack's id or {{id, version}}, found {}", json.describe());
                self.faults.error_hint(path, json, message, format!("for example \"c4c:{kind}:…\""));
                None
            }
        }
    }

    /// A missing behaviour never stops the cartoon (§7.5), so an id of another form is only a warning there; a character's
    /// pack must be a pack id (§7.1).
    fn check_id(&mut self, id: &str, json: &Json, path: &Path, kind: &str) {
        let slug =
            id.strip_prefix("c4c:").and_then(|rest| rest.strip_prefix(kind)).and_then(|rest| rest.strip_prefix(':'));
        let is_slug = |slug: &str| {
            !slug.is_empty() && slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        };
        if slug.is_some_and(is_slug) {
            return;
        }
        let message = format!("{} has not the form of a pack's id", quoted(id));
        let hint = format!("c4c:{kind}:<lower case letters, digits and _>");
        if kind == "beh" {
            let near = nearest(id, self.behaviours.keys().map(|name| &**name).take(CANDIDATES));
            let hint = near.map_or(hint, |near| format!("did you mean {near:?}?"));
            self.faults.warning_hint(path, json, message, hint);
        } else {
            self.faults.error_hint(path, json, message, hint);
        }
    }
}
