//! A block's arguments, read by its row of the table: each becomes a typed value, each fault a diagnostic.
use super::pass::Pass;
use crate::program::faults::Path;
use crate::program::json::Json;
use crate::program::tree::{Behaviour, Block, Credit, Toward, Value};
use crate::vocabulary::block::BlockSpec;
use crate::vocabulary::table::ANYWHERE;
use crate::vocabulary::{Channel, LimbEnd, Part};
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
    Toward(Toward),
    /// `None` is clear.
    Color(Option<[u8; 3]>),
    Credits(Vec<Credit>),
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
        if !spec.extension {
            pass.note_extensions(spec.op, spec.args, json, path);
        }
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

    /// True when it was given, or has a default, and is not at fault.
    pub(super) fn is_sound(&self, name: &str) -> bool {
        !matches!(self.get(name), Typed::None)
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

    /// A character, when given and not at fault.
    pub(super) fn some_who(&self) -> Option<usize> {
        if let Typed::Who(who) = self.get("who") { Some(*who) } else { None }
    }

    /// The prop, when not at fault.
    pub(super) fn some_prop(&self) -> Option<usize> {
        if let Typed::Who(prop) = self.get("prop") { Some(*prop) } else { None }
    }

    pub(super) fn toward(&self, name: &str) -> Option<Toward> {
        if let Typed::Toward(to) = self.get(name) { Some(to.clone()) } else { None }
    }

    /// A colour; `None` is clear.
    pub(super) fn color(&self, name: &str) -> Option<[u8; 3]> {
        if let Typed::Color(color) = self.get(name) { *color } else { None }
    }

    pub(super) fn credits(&self, name: &str) -> Arc<[Credit]> {
        if let Typed::Credits(lines) = self.get(name) { lines.clone().into() } else { Arc::new([]) }
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
