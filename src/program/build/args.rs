//! A block's arguments, read by its row of the table: each becomes a typed value, each fault a diagnostic.
use super::pass::{Pass, suggestion};
use crate::program::faults::Path;
use crate::program::json::{Json, Node, quoted};
use crate::program::tree::{Behaviour, Block, Value};
use crate::vocabulary::block::{ArgKind, ArgSpec, BlockSpec, Need};
use crate::vocabulary::part::{is_undrawn, part_words};
use crate::vocabulary::table::ANYWHERE;
use crate::vocabulary::words::{GRADES, MOODS};
use crate::vocabulary::{Channel, LimbEnd, Part, PartKey, Role, nearest};
use std::sync::Arc;

/// A typed argument.
#[derive(Clone, Debug)]
pub(super) enum Typed {
    /// Not given and without a default, or at fault.
    None,
    Value(Value),
    Channel(Channel),
    Channels(Vec<Channel>),
    Part(Part),
    Limbs(Vec<LimbEnd>),
    Word(&'static str),
    Text(Arc<str>),
    Who(usize),
    Behaviour(Behaviour),
    Params(Vec<(Arc<str>, Value)>),
    Flag(bool),
    Body(Vec<Block>),
    Branches(Vec<Vec<Block>>),
    /// x and y, or a bob's amp and base.
    Two(Value, Value),
}

/// A block's arguments after reading.
pub(super) struct Args<'a> {
    pub spec: &'static BlockSpec,
    pub json: &'a Json,
    pub path: &'a Path<'a>,
    typed: Vec<Typed>,
}

impl<'a> Args<'a> {
    /// Reads them all, collecting faults.
    pub(super) fn read(pass: &mut Pass, spec: &'static BlockSpec, json: &'a Json, path: &'a Path<'a>) -> Args<'a> {
        pass.warn_unknown_keys(spec.op, spec.args, ANYWHERE, json, path);
        let typed = spec.args.iter().map(|arg| pass.argument(spec.op, arg, json, path)).collect();
        let args = Args { spec, json, path, typed };
        args.check_groups(pass);
        args
    }

    fn check_groups(&self, pass: &mut Pass) {
        let given = |names: &[&str]| names.iter().filter(|name| self.given(name)).count();
        if let [first, ..] = self.spec.exactly_one
            && given(self.spec.exactly_one) != 1
        {
            let none = given(self.spec.exactly_one) == 0;
            let what = if none { "needs" } else { "takes only one of" };
            let message = format!("{:?} {what} {}", self.spec.op, self.spec.exactly_one.join(" or "));
            let place = self.json.get(first).unwrap_or(self.json);
            pass.faults.error(&self.path.key(first), place, message);
        }
        if let [first, ..] = self.spec.at_least_one
            && given(self.spec.at_least_one) == 0
        {
            let message = format!("{:?} needs {}", self.spec.op, self.spec.at_least_one.join(" or "));
            pass.faults.error(&self.path.key(first), self.json, message);
        }
    }

    /// True when the author wrote it.
    pub(super) fn given(&self, name: &str) -> bool {
        self.json.get(name).is_some()
    }

    fn get(&self, name: &str) -> &Typed {
        let at = self.spec.args.iter().position(|arg| arg.name == name);
        at.and_then(|at| self.typed.get(at)).unwrap_or(&Typed::None)
    }

    /// The JSON of an argument, or the block's.
    pub(super) fn place(&self, name: &str) -> &'a Json {
        self.json.get(name).unwrap_or(self.json)
    }

    /// A value; the table's default when not given, 0 when at fault.
    pub(super) fn value(&self, name: &str) -> Value {
        self.some_value(name).unwrap_or(Value::Number(0.0))
    }

    /// A value, when given or defaulted.
    pub(super) fn some_value(&self, name: &str) -> Option<Value> {
        if let Typed::Value(value) = self.get(name) { Some(value.clone()) } else { None }
    }

    pub(super) fn two(&self, name: &str) -> (Value, Value) {
        match self.get(name) {
            Typed::Two(a, b) => (a.clone(), b.clone()),
            Typed::Value(a) => (a.clone(), Value::Number(0.0)),
            _ => (Value::Number(0.0), Value::Number(0.0)),
        }
    }

    pub(super) fn channel(&self, name: &str) -> Channel {
        if let Typed::Channel(channel) = self.get(name) { channel.clone() } else { Channel::Dx }
    }

    pub(super) fn channels(&self, name: &str) -> Vec<Channel> {
        if let Typed::Channels(channels) = self.get(name) { channels.clone() } else { Vec::new() }
    }

    pub(super) fn part(&self, name: &str) -> Option<&Part> {
        if let Typed::Part(part) = self.get(name) { Some(part) } else { None }
    }

    pub(super) fn limbs(&self, name: &str) -> Vec<LimbEnd> {
        if let Typed::Limbs(limbs) = self.get(name) { limbs.clone() } else { Vec::new() }
    }

    pub(super) fn word(&self, name: &str) -> Option<&'static str> {
        if let Typed::Word(word) = self.get(name) { Some(word) } else { None }
    }

    pub(super) fn text(&self, name: &str) -> Option<Arc<str>> {
        if let Typed::Text(text) = self.get(name) { Some(text.clone()) } else { None }
    }

    pub(super) fn who(&self) -> usize {
        if let Typed::Who(who) = self.get("who") { *who } else { 0 }
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Typed::Flag(true))
    }

    pub(super) fn body(&mut self, name: &str) -> Vec<Block> {
        if let Typed::Body(body) = self.take(name) { body } else { Vec::new() }
    }

    pub(super) fn branches(&mut self, name: &str) -> Vec<Vec<Block>> {
        if let Typed::Branches(branches) = self.take(name) { branches } else { Vec::new() }
    }

    pub(super) fn behaviour(&mut self, name: &str) -> Option<Behaviour> {
        if let Typed::Behaviour(behaviour) = self.take(name) { Some(behaviour) } else { None }
    }

    pub(super) fn params(&mut self, name: &str) -> Vec<(Arc<str>, Value)> {
        if let Typed::Params(params) = self.take(name) { params } else { Vec::new() }
    }

    fn take(&mut self, name: &str) -> Typed {
        let at = self.spec.args.iter().position(|arg| arg.name == name);
        at.and_then(|at| self.typed.get_mut(at)).map_or(Typed::None, |typed| std::mem::replace(typed, Typed::None))
    }
}

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
            let hint = suggestion(key, "arguments", args.iter().map(|arg| arg.name));
            let message = format!("{what:?} has no argument {}; it does nothing", quoted(key));
            self.faults.warning_hint(&path.key(key), &place, message, hint);
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
                self.keep_to(arg.rules, arg.name, &value, json, path);
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
            ArgKind::Flag => self.flag(json, path),
            ArgKind::Body => Typed::Body(self.body(json, path)),
            ArgKind::Branches => self.branches(json, path),
            ArgKind::Point => self.point(json, path),
            ArgKind::Bob => self.bob(json, path),
            // Fields of a cast entry, read by `cast`.
            ArgKind::Pack | ArgKind::Placement(_) | ArgKind::Look => Typed::None,
        }
    }

    fn default_of(&mut self, what: &str, arg: &ArgSpec, holder: &Json, path: &Path) -> Typed {
        match arg.need {
            Need::Optional => Typed::None,
            Need::Default(number) => Typed::Value(Value::Number(number)),
            Need::Word(word) => match arg.kind {
                ArgKind::Word(_) => Typed::Word(word),
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

    /// A channel; a warning when nothing draws it.
    fn channel(&mut self, json: &Json, path: &Path, with_mood: bool) -> Option<Channel> {
        let channel = json.text().and_then(|text| text.parse::<Channel>().ok());
        let Some(channel) = channel else {
            let message = format!("expected a channel, found {}", json.describe());
            let hint = channel_hint(json.text().map_or("", |text| text));
            self.faults.error_hint(path, json, message, hint);
            return None;
        };
        if channel == Channel::Mood && !with_mood {
            self.faults.error_hint(path, json, "mood is a word, not a number", "`set` writes it");
            return None;
        }
        if let Channel::Part(key) | Channel::Lift(key) = &channel {
            self.warn_undrawn(key, json, path);
        }
        Some(channel)
    }

    fn warn_undrawn(&mut self, key: &PartKey, json: &Json, path: &Path) {
        if let Role::Other(word) = &key.role {
            let hint = suggestion(word, "roles", Role::KNOWN.iter().map(|(word, _)| *word));
            self.faults.warning_hint(path, json, format!("no character draws a part {word:?}"), hint);
        }
        if is_undrawn(&key.role) {
            let message = format!("no character draws a {}, so {} moves nothing", key.role, quoted_text(json));
            self.faults.warning(path, json, message);
        }
    }

    fn chain_channel(&mut self, json: &Json, path: &Path) -> Typed {
        let channel = json.text().and_then(|text| text.parse::<Channel>().ok());
        match channel {
            Some(Channel::Part(key)) if key.index.is_none() => {
                self.warn_undrawn(&key, json, path);
                self.warn_no_chain(&key.role, json, path);
                Typed::Channel(Channel::Part(key))
            }
            _ => {
                let message = format!("a chain runs down one part channel without a segment, not {}", json.describe());
                self.faults.error_hint(path, json, message, "for example \"part:tail\" or \"part:ear:1\"");
                Typed::None
            }
        }
    }

    fn warn_no_chain(&mut self, role: &Role, json: &Json, path: &Path) {
        use crate::vocabulary::part::{chain_segments, numbers_legs};
        if numbers_legs(role) {
            let message =
                format!("on a {role} the number after # is the leg's, so a chain moves one {role} after the other");
            self.faults.warning(path, json, message);
        } else if chain_segments(role).is_none() && !matches!(role, Role::Other(_)) && !is_undrawn(role) {
            let message = format!("no character draws a {role} as a chain");
            self.faults.warning_hint(path, json, message, "chains: tail torso ear hair");
        }
    }

    fn channels(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(items) = json.items() else {
            return self.channel(json, path, false).map_or(Typed::None, |channel| Typed::Channels(vec![channel]));
        };
        if items.is_empty() {
            self.faults.error(path, json, "expected a channel or a list of channels, found an empty list");
        }
        let read = |(index, item)| self.channel(item, &path.index(index), false);
        Typed::Channels(items.iter().enumerate().filter_map(read).collect())
    }

    fn part(&mut self, json: &Json, path: &Path) -> Option<Part> {
        match json.text().and_then(|text| Part::parse(text)) {
            Some(part) => {
                self.warn_undrawn(&PartKey::plain(part.role.clone()), json, path);
                Some(part)
            }
            None => {
                let hint = part_hint(json.text().map_or("", |text| text));
                self.faults.error_hint(path, json, format!("expected a part, found {}", json.describe()), hint);
                None
            }
        }
    }

    fn chain_part(&mut self, json: &Json, path: &Path) -> Option<Part> {
        let part = self.part(json, path)?;
        let is_chain = crate::vocabulary::part::chain_segments(&part.role).is_some();
        if part.is_lift || (is_chain && part.index().is_some()) {
            let message = format!("expected a whole part, found {}", json.describe());
            self.faults.error_hint(path, json, message, "a part without lift: and without a segment");
            return None;
        }
        Some(part)
    }

    fn limbs(&mut self, json: &Json, path: &Path) -> Typed {
        let part = json.text().and_then(|text| Part::parse(text));
        match part.and_then(|part| part.limb_ends()) {
            Some(limbs) => Typed::Limbs(limbs),
            None => {
                let message = format!("expected hands or feet, found {}", json.describe());
                self.faults.error_hint(path, json, message, "for example \"right hand\", \"feet\", \"front left paw\"");
                Typed::None
            }
        }
    }

    fn after(&mut self, json: &Json, path: &Path) -> Typed {
        let part = self.part(json, path);
        match part {
            Some(part) if part.is_lift => {
                let message = format!("expected the body or a part, found {}", json.describe());
                self.faults.error_hint(path, json, message, "a raise cannot be followed");
                Typed::None
            }
            part => part.map_or(Typed::None, Typed::Part),
        }
    }

    fn word(&mut self, name: &str, words: &'static [&'static str], json: &Json, path: &Path) -> Typed {
        let text = json.text().map_or("", |text| text);
        match words.iter().find(|word| **word == text) {
            Some(word) => Typed::Word(word),
            None => {
                let message = format!("unknown {name}: {}", json.describe());
                self.faults.error_hint(path, json, message, suggestion(text, "words", words.iter().copied()));
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

    /// A word that a renderer knows; another one is kept, with a warning.
    pub(super) fn known_word(&mut self, what: &str, words: &[&'static str], json: &Json, path: &Path) -> Typed {
        let Some(text) = self.text(json, path) else {
            return Typed::None;
        };
        if !words.contains(&&*text) {
            let hint = match nearest(&text, words.iter().copied()) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("{what}s: {}", words.join(" ")),
            };
            self.faults.warning_hint(path, json, format!("nothing draws the {what} {}", quoted(&text)), hint);
        }
        Typed::Text(text)
    }

    fn who(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(id) = self.text(json, path) else {
            return Typed::None;
        };
        match self.cast.get(&id) {
            Some(index) => Typed::Who(*index),
            None => {
                let mut ids: Vec<_> = self.cast.iter().map(|(id, index)| (*index, id.clone())).collect();
                ids.sort();
                let hint = suggestion(&id, "cast", ids.iter().map(|(_, id)| &**id));
                self.faults.error_hint(path, json, format!("{} is not in the cast", quoted(&id)), hint);
                Typed::None
            }
        }
    }

    fn place_name(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(name) = self.text(json, path) else {
            return Typed::None;
        };
        if !self.places.contains(&name)
            && let Some(near) = nearest(&name, self.places.iter().map(|name| &**name))
        {
            let message = format!("{} is not among the places", quoted(&name));
            let hint = format!("did you mean {near:?}?");
            self.faults.warning_hint(path, json, message, hint);
        }
        Typed::Text(name)
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

fn quoted_text(json: &Json) -> String {
    json.text().map_or_else(|| json.describe(), |text| quoted(text))
}

fn part_hint(text: &str) -> String {
    let words = part_words();
    match nearest(text, words.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near:?}?"),
        None => "for example \"head\", \"left arm\", \"ears\", \"front left paw\"; lower case".to_owned(),
    }
}

fn channel_hint(text: &str) -> String {
    const PLAIN: [&str; 8] = ["dx", "dy", "rot", "sx", "sy", "mouth", "blink", "mood"];
    if let Some(part) = Part::parse(text)
        && let [first, ..] = &part.targets[..]
        && !text.contains(':')
    {
        return format!("a friendly block takes part words; the channel is \"part:{}\"", first.angle);
    }
    let form = "a part's is part:<role>, part:<role>:-1 (left), part:<role>:1 (right), with #<index> or not";
    match nearest(text, PLAIN).filter(|_| !text.contains(':')) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("channels: {}; {form}", PLAIN.join(" ")),
    }
}
