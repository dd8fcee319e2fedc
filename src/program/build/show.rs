//! Camera, fades, cards and props in hands → what they do, and the arguments that only they have: colours and the lines of credits.
use super::args::{Args, Typed};
use super::pass::{Pass, suggestion};
use super::primitive::ease;
use crate::program::faults::Path;
use crate::program::json::{Json, Node, quoted};
use crate::program::tree::{CardStyle, Credit, Op};
use crate::vocabulary::Hand;
use crate::vocabulary::words::{COLORS, color};
use std::sync::Arc;

pub(super) fn ops(pass: &mut Pass, args: &Args) -> Vec<Op> {
    if let Some(beside) =
        ["x", "y"].into_iter().find(|name| args.spec.op == "camera" && args.given("who") && args.given(name))
    {
        let message = format!("the camera follows {}, so {beside} does nothing", args.place("who").describe());
        pass.faults.warning(&args.path.key(beside), args.place(beside), message);
    }
    if args.spec.op == "hold" && args.some_who().is_some_and(|who| args.some_prop() == Some(who)) {
        let message = "nobody holds themselves: it does nothing".to_owned();
        pass.faults.warning(&args.path.key("prop"), args.place("prop"), message);
    }
    let style = || args.word("style").and_then(CardStyle::parse).unwrap_or(CardStyle::Card);
    vec![match args.spec.op {
        "camera" => Op::Camera {
            zoom: args.some_value("zoom"),
            x: args.some_value("x"),
            y: args.some_value("y"),
            who: args.some_who(),
            over: args.value("over"),
            ease: ease(args),
        },
        "cameraShake" => Op::CameraShake { amount: args.value("amount"), for_: args.value("for") },
        "hold" => Op::Hold {
            who: args.who(),
            prop: args.some_prop().unwrap_or_default(),
            hand: args.word("hand").and_then(Hand::parse),
            grip: args.text("grip"),
        },
        "drop" => {
            let (x, y) = (args.some_value("x"), args.some_value("y"));
            Op::Drop { prop: args.some_prop().unwrap_or_default(), x, y, over: args.value("over") }
        }
        "fade" => Op::Fade { to: args.color("to"), over: args.value("over"), ease: ease(args) },
        "title" => Op::Title {
            text: args.text("text").unwrap_or_default(),
            sub: args.text("sub"),
            for_: args.value("for"),
            style: style(),
        },
        "credits" => Op::Credits { lines: args.credits("lines"), for_: args.some_value("for"), style: style() },
        _ => return Vec::new(),
    }]
}

/// What takes a colour away.
const CLEAR: &str = "clear";

impl Pass<'_> {
    /// A colour's name, `#RRGGBB`, or `clear`.
    pub(super) fn color(&mut self, json: &Json, path: &Path) -> Typed {
        let text = json.text().map_or("", |text| text);
        if text == CLEAR {
            return Typed::Color(None);
        }
        if let Some(color) = color(text) {
            return Typed::Color(Some(color));
        }
        let hint = self.hint(|| {
            let names = COLORS.iter().map(|(name, _)| *name).chain([CLEAR]);
            format!("{}, or #RRGGBB", suggestion(text, "colours", names))
        });
        self.faults.error_hint(path, json, format!("expected a colour, found {}", json.describe()), hint);
        Typed::None
    }

    /// A list of texts and of `{role, name}`.
    pub(super) fn credits(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(items) = json.items() else {
            let message = format!("expected a list of lines, found {}", json.describe());
            self.faults.error_hint(path, json, message, "[\"The end\", {\"role\": \"Music\", \"name\": \"…\"}]");
            return Typed::None;
        };
        if items.is_empty() {
            self.faults.warning(path, json, "credits without a line show nothing");
        }
        let line = |(index, item)| self.credit(item, &path.index(index));
        Typed::Credits(items.iter().enumerate().filter_map(line).collect())
    }

    fn credit(&mut self, json: &Json, path: &Path) -> Option<Credit> {
        if let Some(text) = json.text() {
            return Some(Credit { role: None, names: vec![text.clone()] });
        }
        if !json.is_object() {
            self.faults.error(path, json, format!("expected a text or {{role, name}}, found {}", json.describe()));
            return None;
        }
        for member in json.members().iter().filter(|member| !matches!(&*member.key, "role" | "name" | "note")) {
            let message = format!("a line of credits has no {}; it does nothing", quoted(&member.key));
            self.faults.warning_hint(&path.key(&member.key), &member.value, message, "{\"role\", \"name\"}");
        }
        let role = json.get("role").and_then(|role| self.text(role, &path.key("role")));
        let names = match json.get("name") {
            Some(name) => self.names_of(name, &path.key("name")),
            None => {
                self.missing(
                    path,
                    "name",
                    json,
                    "a line of credits needs \"name\"".into(),
                    "a name or a list of names",
                );
                Vec::new()
            }
        };
        Some(Credit { role, names })
    }

    fn names_of(&mut self, json: &Json, path: &Path) -> Vec<Arc<str>> {
        match &json.node {
            Node::List(items) => {
                items.iter().enumerate().filter_map(|(i, item)| self.text(item, &path.index(i))).collect()
            }
            _ => self.text(json, path).into_iter().collect(),
        }
    }
}
