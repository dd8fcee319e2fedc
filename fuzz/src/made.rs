//! Programs made from the block table by a stream of random numbers: every block, every kind of argument. All of them validate,
//! unless the maker is told to write wrong numbers too.
use jabber_render::expression::{BUILT_INS, Function};
use jabber_render::maths::Mulberry32;
use jabber_render::vocabulary::Part;
use jabber_render::vocabulary::block::{ArgKind, ArgSpec, BlockSpec, Family, Limit, Need};
use jabber_render::vocabulary::part::{chain_segments, part_words};
use jabber_render::vocabulary::table::{HATS, PLACE_ENTRY, blocks};
use jabber_render::vocabulary::words::{GRADES, MOODS};
use serde_json::{Map, Value, json};

/// How deep blocks hold blocks.
const DEEPEST: u32 = 3;
/// Ids of every made cast.
pub const CAST: [&str; 2] = ["A", "B"];
/// Names that made formulas may read: params and vars.
pub const NAMES: [&str; 2] = ["p", "v"];
/// Behaviours by id; the last is missing.
const BEHAVIOURS: [&str; 4] = ["c4c:beh:idle", "c4c:beh:wave", "c4c:beh:walk", "c4c:beh:none"];
/// Behaviours that every made stage writes itself and names; the second goes before the pack of that id.
const NAMED: [&str; 2] = ["bow", "c4c:beh:wave"];
const CHANNELS: [&str; 12] = [
    "dx",
    "dy",
    "sx",
    "sy",
    "rot",
    "mouth",
    "blink",
    "part:head",
    "part:arm:1",
    "part:tail#1",
    "lift:foot:-1",
    "part:leg#3",
];
const TEXTS: [&str; 6] = ["", "Hm.", "Good morning, Grump! Is it?", "שלום 😀 e\u{301}", "a\nb\u{200d}\t", "one"];
/// Numbers that programs are written with, and those at the edges of what a double holds.
const NUMBERS: [f64; 20] = [
    0.0,
    1.0,
    0.1,
    0.25,
    0.5,
    2.0,
    3.0,
    10.0,
    1.0 / 3.0,
    0.04,
    90.0,
    -1.0,
    -0.5,
    -30.0,
    1e-12,
    1e-300,
    1e9,
    1e18,
    1e300,
    -0.0,
];

/// A maker.
pub struct Maker {
    random: Mulberry32,
    /// Numbers break the table's rules now and then.
    pub wrong: bool,
}

impl Maker {
    /// A maker of right programs from a seed.
    pub fn new(seed: u32) -> Self {
        Self { random: Mulberry32::new(seed), wrong: false }
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.random.next_f64() * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of some.
    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// A whole program of any kind.
    pub fn program(&mut self) -> Value {
        match self.below(4) {
            0 => self.stage("scene", 1),
            1 => self.behaviour(0),
            _ => {
                let scenes = 1 + self.below(3);
                self.stage("cartoon", scenes)
            }
        }
    }

    /// A behaviour, written `deep` blocks inside another program.
    pub fn behaviour(&mut self, deep: u32) -> Value {
        let scripts: Vec<Value> = (0..1 + self.below(3)).map(|_| self.script(deep)).collect();
        json!({"v": 1, "kind": "behaviour", "params": {"p": self.number()}, "vars": {"v": 1}, "scripts": scripts})
    }

    fn script(&mut self, deep: u32) -> Value {
        let body = self.body(false, deep);
        if self.once_in(2) {
            return json!({"body": body});
        }
        let hat = &HATS[self.below(HATS.len())];
        let mut fields = self.args(hat.args, &[], &[], deep);
        // Of a behaviour's hat these mean nothing.
        ["place", "mood", "at"].iter().for_each(|key| drop(fields.remove(*key)));
        fields.insert("on".into(), hat.on.into());
        json!({"hat": fields, "body": body})
    }

    fn stage(&mut self, kind: &str, scenes: usize) -> Value {
        let mut scripts = Vec::new();
        for k in 0..scenes {
            for script in 0..1 + self.below(2) {
                let mut hat = json!({"on": "scene", "name": format!("scene {k}")});
                // One script of a scene says what is so for all of them.
                if script == 0 && kind == "cartoon" && self.once_in(3) {
                    hat["at"] = json!(k as f64 * 1.5);
                }
                if script == 0 && self.once_in(2) {
                    hat["place"] = self.place();
                }
                scripts.push(json!({"hat": hat, "body": self.body(true, 0)}));
            }
        }
        let mut places = Map::new();
        places.insert("p".into(), Value::Object(self.args(PLACE_ENTRY, &[], &[], 0)));
        let named: Map<String, Value> = NAMED.iter().map(|name| ((*name).to_owned(), self.behaviour(1))).collect();
        let idle = self.named();
        let cast = json!({"A": {"legs": self.below(9), "at": {"x": 0.4}, "look": {"template": "person"}, "idle": idle},
            "B": "the other"});
        json!({"v": 1, "kind": kind, "cast": cast, "places": places, "behaviours": named, "params": {"p": self.number()},
            "vars": {"v": 0}, "scripts": scripts})
    }

    /// A behaviour of the stage's own, or a pack.
    fn named(&mut self) -> Value {
        if self.once_in(2) { self.one(&NAMED).into() } else { self.one(&BEHAVIOURS).into() }
    }

    fn place(&mut self) -> Value {
        self.one(&["p", "park", "nowhere"]).into()
    }

    /// A list of blocks.
    pub fn body(&mut self, scene: bool, deep: u32) -> Value {
        let count = if deep == 0 { 1 + self.below(6) } else { self.below(3) };
        (0..count).map(|_| self.block(scene, deep)).collect()
    }

    /// A block that may stand in a scene, or in a behaviour.
    pub fn block(&mut self, scene: bool, deep: u32) -> Value {
        let holds =
            |spec: &BlockSpec| spec.args.iter().any(|arg| matches!(arg.kind, ArgKind::Body | ArgKind::Branches));
        let fits = |spec: &&BlockSpec| {
            let family = if scene { spec.family.in_scene() } else { spec.family.in_behaviour() };
            family && (deep < DEEPEST || !holds(spec))
        };
        let fitting: Vec<&BlockSpec> = blocks().filter(fits).collect();
        // Control blocks are as many as the others together.
        let control = self.once_in(2);
        let of = |spec: &&&BlockSpec| (spec.family == Family::Control) == control;
        let some: Vec<&BlockSpec> = fitting.iter().filter(of).copied().collect();
        let spec = self.one(&some);
        self.block_of(spec, scene, deep)
    }

    /// A block of a row of the table.
    pub fn block_of(&mut self, spec: &BlockSpec, scene: bool, deep: u32) -> Value {
        let mut block = self.args_in(spec.args, spec.exactly_one, spec.at_least_one, scene, deep);
        block.insert("op".into(), spec.op.into());
        // What the table says of arguments together in words alone.
        if spec.op == "set" && block["ch"] == "mood" {
            block.insert("to".into(), self.one(MOODS).into());
        }
        if spec.op == "reach" && block.contains_key("to") {
            ["dx", "dy"].iter().for_each(|key| drop(block.remove(*key)));
        }
        if spec.op == "scaleTo" && block.contains_key("s") {
            ["sx", "sy"].iter().for_each(|key| drop(block.remove(*key)));
        }
        Value::Object(block)
    }

    fn args(&mut self, args: &[ArgSpec], one: &[&str], some: &[&str], deep: u32) -> Map<String, Value> {
        self.args_in(args, one, some, false, deep)
    }

    fn args_in(&mut self, args: &[ArgSpec], one: &[&str], some: &[&str], scene: bool, deep: u32) -> Map<String, Value> {
        let chosen = if one.is_empty() { "" } else { one[self.below(one.len())] };
        let least = if some.is_empty() { "" } else { some[self.below(some.len())] };
        let mut written = Map::new();
        for arg in args {
            let wanted = if one.contains(&arg.name) {
                arg.name == chosen
            } else {
                arg.need == Need::Required || arg.name == least || self.once_in(3)
            };
            if wanted {
                let value = self.value_in(arg, scene, deep);
                written.insert(arg.name.into(), value);
            }
        }
        written
    }

    /// A value of an argument.
    pub fn value_in(&mut self, arg: &ArgSpec, scene: bool, deep: u32) -> Value {
        match arg.kind {
            ArgKind::Value | ArgKind::Bob | ArgKind::SetTo if self.once_in(3) => self.formula().into(),
            ArgKind::Value | ArgKind::Number | ArgKind::SetTo => self.ruled(arg),
            ArgKind::Bob => json!({"amp": self.number(), "base": self.number()}),
            ArgKind::Whole(least, most) => json!(least + self.below((most - least).min(16) as usize + 1) as u32),
            ArgKind::Channel => self.one(&CHANNELS).into(),
            ArgKind::AnyChannel => {
                if self.once_in(4) {
                    "mood".into()
                } else {
                    self.one(&CHANNELS).into()
                }
            }
            ArgKind::ChainChannel => self.one(&["part:tail", "part:hair", "part:torso", "part:ear:-1"]).into(),
            ArgKind::Channels => {
                let channels: Vec<&str> = (0..1 + self.below(3)).map(|_| self.one(&CHANNELS)).collect();
                json!(channels)
            }
            ArgKind::Part | ArgKind::After => self.part(|_| true),
            ArgKind::ChainPart => self.part(|part| chain_segments(&part.role).is_some() && part.index().is_none()),
            ArgKind::Limb => self.part(|part| part.limb_ends().is_some()),
            ArgKind::Word(words) => self.one(words).into(),
            ArgKind::Text => self.one(&TEXTS[1..]).into(),
            ArgKind::Name => self.one(&NAMES[1..]).into(),
            ArgKind::Who => self.one(&CAST).into(),
            ArgKind::Place => self.place(),
            ArgKind::Grade => self.one(GRADES).into(),
            ArgKind::Mood => self.one(MOODS).into(),
            ArgKind::Behaviour if deep < DEEPEST && self.once_in(2) => self.behaviour(deep + 1),
            ArgKind::Behaviour if scene => self.named(),
            ArgKind::Behaviour => self.one(&BEHAVIOURS).into(),
            ArgKind::Params => json!({"p": self.formula(), "length": self.number()}),
            ArgKind::Flag => self.once_in(2).into(),
            ArgKind::Pair => json!([self.number(), self.number()]),
            ArgKind::List(rows) => (0..self.below(3)).map(|_| Value::Object(self.args(rows, &[], &[], deep))).collect(),
            ArgKind::Body => self.body(scene, deep + 1),
            ArgKind::Branches => (0..self.below(4)).map(|_| self.body(scene, deep + 1)).collect(),
            ArgKind::Point => json!({"x": self.number(), "y": self.formula()}),
            ArgKind::Pack => "c4c:char:sunny".into(),
            ArgKind::Placement(values) => Value::Object(self.args(values, &[], &[], deep)),
            ArgKind::Idle if self.once_in(2) => self.once_in(2).into(),
            ArgKind::Idle => self.named(),
            ArgKind::Toward if self.once_in(2) => self.one(&["left", "right", CAST[0], CAST[1]]).into(),
            ArgKind::Toward => self.formula().into(),
            ArgKind::Look => json!({"template": "dog"}),
            ArgKind::Color => self.one(&["black", "clear", "cream", "#12aBcD"]).into(),
            ArgKind::Credits => json!(["The end", {"role": self.one(&TEXTS[1..]), "name": ["Ann", "Ben"]}]),
        }
    }

    fn part(&mut self, fits: impl Fn(&Part) -> bool) -> Value {
        let words: Vec<String> =
            part_words().into_iter().filter(|word| Part::parse(word).is_some_and(|part| fits(&part))).collect();
        words[self.below(words.len())].clone().into()
    }

    /// A number.
    pub fn number(&mut self) -> Value {
        if self.once_in(3) {
            json!((self.below(4000) as f64 - 1000.0) / 100.0)
        } else {
            json!(NUMBERS[self.below(NUMBERS.len())])
        }
    }

    /// A number that keeps to an argument's rules.
    fn ruled(&mut self, arg: &ArgSpec) -> Value {
        if self.wrong && self.once_in(8) {
            return self.number();
        }
        for _ in 0..8 {
            let number = self.number();
            let x = number.as_f64().unwrap_or_default();
            if arg.rules.iter().all(|rule| rule.limit.holds(x)) {
                return number;
            }
        }
        let exact = arg
            .rules
            .iter()
            .find_map(|rule| if let Limit::OneOf(numbers) = rule.limit { numbers.first() } else { None });
        json!(exact.copied().unwrap_or(1.0))
    }

    /// A formula with its `=`.
    pub fn formula(&mut self) -> String {
        let mut text = "=".to_owned();
        self.terms(&mut text, 0);
        text
    }

    fn terms(&mut self, text: &mut String, deep: u32) {
        match self.below(if deep < 4 { 6 } else { 2 }) {
            0 => text.push_str(&self.number().to_string().replace("e+", "e")),
            1 if self.once_in(2) => text.push_str(self.one(&NAMES)),
            1 => {
                let (name, _) = BUILT_INS[self.below(BUILT_INS.len())];
                text.push_str(name);
            }
            2 => {
                let (word, function) = Function::WORDS[self.below(Function::WORDS.len())];
                let (least, most) = function.arity();
                let count = least + self.below(most.min(least + 2) - least + 1);
                text.push_str(word);
                for k in 0..count {
                    text.push_str(if k == 0 { "(" } else { ", " });
                    self.terms(text, deep + 1);
                }
                text.push(')');
            }
            3 => {
                text.push_str(self.one(&["-(", "!(", "+(", "("]));
                self.terms(text, deep + 1);
                text.push(')');
            }
            _ => {
                self.terms(text, deep + 1);
                text.push_str(
                    self.one(&["+", "-", "*", "/", "%", "^", " && ", " || ", "<", "<=", ">", ">=", "==", "!="]),
                );
                self.terms(text, deep + 1);
            }
        }
    }
}
