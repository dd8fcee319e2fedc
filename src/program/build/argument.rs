//! One argument, by the kind its row names.
use super::args::Typed;
use super::pass::{Pass, suggestion};
use crate::program::faults::Path;
use crate::program::json::{Json, Node, quoted};
use crate::program::tree::Value;
use crate::vocabulary::Part;
use crate::vocabulary::block::{ArgKind, ArgSpec, Need};
use crate::vocabulary::words::{self, GRADES, MOODS};
use std::sync::Arc;

impl Pass<'_> {
    /// A warning for every key that is neither in the table nor allowed anywhere.
    pub(super) fn warn_unknown_keys(
        &mut self,
        what: &str,
        args: &[ArgSpec],
        anywhere: &[&str],
        json: &Json,
        path: &Path,
    ) {
        for member in json.members() {
            let key = &*member.key;
            if anywhere.contains(&key) || args.iter().any(|arg| arg.name == key) {
                continue;
            }
            let place = Json { node: Node::Null, span: member.key_span.clone() };
            let hint = self.hint(|| suggestion(key, "arguments", args.iter().map(|arg| arg.name)));
            let message = format!("{what:?} has no argument {}; it does nothing", quoted(key));
            self.faults.warning_hint(&path.key(key), &place, message, hint);
        }
    }

    /// Tells of every key that is there and is an extension.
    pub(super) fn note_extensions(&mut self, what: &str, args: &[ArgSpec], json: &Json, path: &Path) {
        for arg in args.iter().filter(|arg| arg.extension) {
            if let Some(json) = json.get(arg.name) {
                self.faults.extension(&path.key(arg.name), json, &format!("{:?} of {what:?}", arg.name));
            }
        }
    }

    /// One argument, by its row.
    pub(super) fn argument(&mut self, what: &str, arg: &ArgSpec, holder: &Json, path: &Path) -> Typed {
        let Some(json) = holder.get(arg.name) else {
            return self.default_of(what, arg, holder, path);
        };
        let path = &path.key(arg.name);
        match arg.kind {
            ArgKind::Value => {
                let value = self.value(json, path);
                self.keep_to(arg.rules, arg.name, json, path);
                Typed::Value(value)
            }
            ArgKind::Number => self.number(json, path),
            ArgKind::Whole(least, most) => self.whole(arg.name, least, most, json, path),
            ArgKind::Channel => self.channel(json, path, false).map_or(Typed::None, Typed::Channel),
            ArgKind::AnyChannel => self.channel(json, path, true).map_or(Typed::None, Typed::Channel),
            ArgKind::ChainChannel => self.chain_channel(json, path),
            ArgKind::Channels => self.channels(json, path),
            // Its meaning depends on the channel: `set` reads it.
            ArgKind::SetTo => Typed::None,
            ArgKind::Part => self.part(json, path).map_or(Typed::None, Typed::Part),
            ArgKind::ChainPart => self.chain_part(json, path).map_or(Typed::None, Typed::Part),
            ArgKind::Limb => self.limbs(json, path),
            ArgKind::After => self.after(json, path),
            ArgKind::Word(words) => self.word(arg.name, words, json, path),
            ArgKind::Text | ArgKind::Name => self.text(json, path).map_or(Typed::None, Typed::Text),
            ArgKind::Who => self.who(json, path),
            ArgKind::Place => self.place_name(json, path),
            ArgKind::Grade => self.known_word("grade", GRADES, json, path),
            ArgKind::Mood => self.known_word("mood", MOODS, json, path),
            ArgKind::Behaviour => self.behaviour(json, path),
            ArgKind::Params => self.params(json, path),
            ArgKind::Toward => self.toward(json, path),
            ArgKind::Flag => self.flag(json, path),
            ArgKind::Body => Typed::Body(self.body(json, path)),
            ArgKind::Branches => self.branches(json, path),
            ArgKind::Point => self.point(json, path),
            ArgKind::Bob => self.bob(json, path),
            ArgKind::Color => self.color(json, path),
            ArgKind::Credits => self.credits(json, path),
            // Fields of a cast's or a place's entry, read by `cast`.
            ArgKind::Pack
            | ArgKind::Placement(_)
            | ArgKind::Look
            | ArgKind::Idle
            | ArgKind::Pair
            | ArgKind::List(_) => Typed::None,
        }
    }

    fn default_of(&mut self, what: &str, arg: &ArgSpec, holder: &Json, path: &Path) -> Typed {
        match arg.need {
            Need::Optional => Typed::None,
            Need::Default(number) => Typed::Value(Value::Number(number)),
            Need::Word(word) => match arg.kind {
                ArgKind::Word(_) => Typed::Word(word),
                ArgKind::Color => Typed::Color(words::color(word)),
                ArgKind::Limb => Typed::Limbs(Part::parse(word).and_then(|part| part.limb_ends()).unwrap_or_default()),
                _ => Part::parse(word).map_or(Typed::None, Typed::Part),
            },
            Need::Required => {
                self.missing(path, arg.name, holder, format!("{what:?} needs {:?}", arg.name), arg.doc);
                Typed::None
            }
        }
    }

    fn number(&mut self, json: &Json, path: &Path) -> Typed {
        match json.number() {
            Some(number) => Typed::Value(Value::Number(number)),
            None => {
                self.faults.error(path, json, format!("expected a number, found {}", json.describe()));
                Typed::None
            }
        }
    }

    pub(super) fn whole(&mut self, name: &str, least: u32, most: u32, json: &Json, path: &Path) -> Typed {
        match json.number() {
            Some(n) if n.fract() == 0.0 && n >= f64::from(least) && n <= f64::from(most) => {
                Typed::Value(Value::Number(n))
            }
            _ => {
                let range = if most == u32::MAX { format!("{least} or more") } else { format!("{least} to {most}") };
                let message = format!("{name} is a whole number, {range}, not {}", json.describe());
                self.faults.error(path, json, message);
                Typed::None
            }
        }
    }

    pub(super) fn text(&mut self, json: &Json, path: &Path) -> Option<Arc<str>> {
        if json.text().is_none() {
            self.faults.error(path, json, format!("expected a text, found {}", json.describe()));
        }
        json.text().cloned()
    }

    fn params(&mut self, json: &Json, path: &Path) -> Typed {
        if !json.is_object() {
            self.faults.error(path, json, format!("expected an object of values, found {}", json.describe()));
            return Typed::None;
        }
        let read = |member: &crate::program::json::Member| {
            (member.key.clone(), self.value(&member.value, &path.key(&member.key)))
        };
        Typed::Params(json.members().iter().map(read).collect())
    }

    fn flag(&mut self, json: &Json, path: &Path) -> Typed {
        if let Node::Bool(flag) = json.node {
            return Typed::Flag(flag);
        }
        self.faults.error(path, json, format!("expected true or false, found {}", json.describe()));
        Typed::None
    }

    fn branches(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(items) = json.items() else {
            self.faults.error(path, json, format!("expected a list of lists of blocks, found {}", json.describe()));
            return Typed::None;
        };
        let read = |(index, item)| self.body(item, &path.index(index));
        Typed::Branches(items.iter().enumerate().map(read).collect())
    }

    fn point(&mut self, json: &Json, path: &Path) -> Typed {
        if !json.is_object() {
            let message = format!("expected a point {{x, y}}, found {}", json.describe());
            self.faults.error(path, json, message);
            return Typed::None;
        }
        for member in json.members().iter().filter(|member| !matches!(&*member.key, "x" | "y")) {
            let message = format!("a point is {{x, y}} and nothing else, not {}", quoted(&member.key));
            self.faults.error(&path.key(&member.key), &member.value, message);
        }
        let mut coordinate = |key: &str| match json.get(key) {
            Some(value) => self.value(value, &path.key(key)),
            None => {
                self.missing(path, key, json, format!("a point needs {key:?}"), "px from the feet");
                Value::Number(0.0)
            }
        };
        Typed::Two(coordinate("x"), coordinate("y"))
    }

    fn bob(&mut self, json: &Json, path: &Path) -> Typed {
        if !json.is_object() {
            return Typed::Value(self.value(json, path));
        }
        for member in json.members().iter().filter(|member| !matches!(&*member.key, "amp" | "base" | "note")) {
            let message = format!("a bob has no {}; it does nothing", quoted(&member.key));
            self.faults.warning_hint(&path.key(&member.key), &member.value, message, "a bob is {amp, base}");
        }
        let amp = match json.get("amp") {
            Some(amp) => self.value(amp, &path.key("amp")),
            None => {
                self.missing(path, "amp", json, "a bob needs \"amp\"".into(), "px up and down");
                Value::Number(0.0)
            }
        };
        let base = json.get("base").map_or(Value::Number(0.0), |base| self.value(base, &path.key("base")));
        Typed::Two(amp, base)
    }
}
