//! Behaviours that a cartoon writes once and names (an extension), and what a character does by itself.
use super::args::Typed;
use super::pass::{Pass, suggestion};
use super::program::program;
use crate::program::faults::Path;
use crate::program::json::{Json, Node, quoted};
use crate::program::tree::{Behaviour, Edge, Idle, Kind, Toward};
use std::sync::Arc;

impl Pass<'_> {
    /// Behaviour programs by name.
    pub(super) fn behaviours(&mut self, json: &Json, path: &Path) {
        self.faults.extension(path, json, "\"behaviours\"");
        if !json.is_object() {
            let message = format!("expected behaviour programs by name, found {}", json.describe());
            self.faults.error(path, json, message);
            return;
        }
        for member in json.members() {
            let at = path.key(&member.key);
            let mut own = program(self.source, self.faults, &member.value, &at, Some(Kind::Behaviour));
            // The timeline and every message call it what the author does.
            own.name = Some(member.key.clone());
            self.behaviours.insert(member.key.clone(), Arc::new(own));
        }
    }

    /// The behaviour of a name, when there is one: it comes before a pack of that id.
    pub(super) fn named_behaviour(&mut self, json: &Json, path: &Path) -> Option<Behaviour> {
        let own = json.text().and_then(|name| self.behaviours.get(&**name)).cloned()?;
        self.faults.extension(path, json, "a behaviour's name");
        Some(Behaviour::Inline(own))
    }

    /// A cast entry's `idle`: true, false for none, or what `does` takes.
    pub(super) fn idle(&mut self, json: &Json, path: &Path) -> Option<Idle> {
        if let Node::Bool(own) = json.node {
            return own.then_some(Idle::Own);
        }
        match self.behaviour(json, path) {
            Typed::Behaviour(behaviour) => Some(Idle::Given(behaviour)),
            _ => None,
        }
    }

    /// `left`, `right`, an id of the cast, or a value.
    pub(super) fn toward(&mut self, json: &Json, path: &Path) -> Typed {
        let to = match json.text().map(|text| &**text) {
            Some("left") => Toward::Side(Edge::Left),
            Some("right") => Toward::Side(Edge::Right),
            Some(text) if !text.starts_with('=') => match self.cast.get(text) {
                Some(who) => Toward::Who(*who),
                None => {
                    let all = ["left", "right"].into_iter().chain(self.first_ids.iter().map(|id| &**id));
                    let hint = self.hint(|| suggestion(text, "sides and cast", all));
                    self.faults.error_hint(
                        path,
                        json,
                        format!("{} is no side and not in the cast", quoted(text)),
                        hint,
                    );
                    return Typed::None;
                }
            },
            _ => Toward::X(self.value(json, path)),
        };
        Typed::Toward(to)
    }
}
