//! Who plays whom: a cast entry and the packs enter, the figure that is drawn for it leaves, and what is odd about it.
use crate::diagnostic::Diagnostic;
use crate::figure::Figure;
use crate::figure::look::Look;
use crate::figure::template::{Template, shipped, shipped_names};
use crate::pack::{Catalog, Pack, PackKind};
use crate::program::tree::{CastEntry, PackRef};
use crate::vocabulary::nearest;
use serde_json::Value;
use std::sync::Arc;

/// Legs of a character that nothing says a number for (§7.1).
const LEGS: f64 = 2.0;

/// The templates that figures are drawn from, by name.
pub(super) fn templates() -> Vec<Template> {
    shipped_names().iter().filter_map(|name| shipped(name)?.ok()).collect()
}

/// The figure of a cast entry: its own look, or that of its character pack; `None` when there is no template at all. What it
/// lacks or gets wrong [`check`] says, and something is drawn all the same.
pub(super) fn figure(entry: &CastEntry, catalog: &Catalog, templates: &[Template]) -> Option<Figure> {
    let role = Role::of(entry, catalog);
    let template = role.template(templates)?;
    Some(Figure::new(template, role.look()).0)
}

/// What of a cast entry cannot be drawn as it says; paths from the program's root.
pub(super) fn check(entry: &CastEntry, catalog: &Catalog, templates: &[Template]) -> Vec<Diagnostic> {
    let role = Role::of(entry, catalog);
    let Some(template) = role.template(templates) else { return Vec::new() };
    let place = format!("cast.{}", entry.id);
    let mut found = Vec::new();
    if let Some(lacking) = &role.lacking {
        let instead = match entry.look {
            Some(_) => "its own look is drawn".to_owned(),
            None => format!("drawn as \"{}\"", template.name),
        };
        let message = format!("{}: {instead}", lacking.message);
        found.push(Diagnostic { path: format!("{place}.pack"), message, ..lacking.clone() });
    }
    if role.lacking.is_none() || entry.look.is_some() {
        found.extend(role.untemplated(template, templates).map(|fault| role.placed(&place, fault)));
    }
    if let Some(legs) = role.legs().filter(|legs| *legs != f64::from(template.legs)) {
        let right = format!("write \"legs\": {}", template.legs);
        let message = format!("it has {legs} legs, and the template \"{}\" stands on {}", template.name, template.legs);
        let path = if entry.legs.is_some() { format!("{place}.legs") } else { format!("{place}.pack") };
        found.push(Diagnostic::note(path, message).hint(right));
    }
    let (_, of_look) = Look::read(role.look(), template);
    found.extend(of_look.into_iter().map(|fault| role.placed(&place, under("look", fault))));
    found
}

/// A cast entry and its pack.
struct Role<'a> {
    entry: &'a CastEntry,
    pack: Option<(&'a PackRef, &'a Arc<Pack>)>,
    /// What is wrong with the pack it names.
    lacking: Option<Diagnostic>,
}

impl<'a> Role<'a> {
    fn of(entry: &'a CastEntry, catalog: &'a Catalog) -> Self {
        let Some(named) = &entry.pack else { return Role { entry, pack: None, lacking: None } };
        match catalog.find(PackKind::Character, &named.id, named.version.as_deref()) {
            Ok(pack) => Role { entry, pack: Some((named, pack)), lacking: None },
            Err(lacking) => Role { entry, pack: None, lacking: Some(lacking) },
        }
    }

    fn packed(&self, key: &str) -> Option<&'a Value> {
        self.pack.and_then(|(_, pack)| pack.content.get(key))
    }

    fn legs(&self) -> Option<f64> {
        self.entry.legs.or_else(|| self.packed("legs").and_then(Value::as_f64))
    }

    fn look(&self) -> &'a Value {
        self.entry.look.as_deref().or_else(|| self.packed("look")).unwrap_or(&Value::Null)
    }

    fn template_name(&self) -> Option<&'a str> {
        self.look().get("template").and_then(Value::as_str)
    }

    /// The template its look names; else the first one that stands on as many legs, or the first.
    fn template<'t>(&self, templates: &'t [Template]) -> Option<&'t Template> {
        let named = self.template_name();
        let legs = self.legs().unwrap_or(LEGS);
        let called = templates.iter().find(|template| Some(&*template.name) == named);
        called.or_else(|| templates.iter().find(|template| f64::from(template.legs) == legs)).or(templates.first())
    }

    /// What is wrong with the template its look names.
    fn untemplated(&self, instead: &Template, templates: &[Template]) -> Option<Diagnostic> {
        let names: Vec<&str> = templates.iter().map(|template| &*template.name).collect();
        let listed = || format!("templates: {}", names.join(", "));
        match self.template_name() {
            None => {
                let message = format!("it has no template: drawn as \"{}\"", instead.name);
                Some(Diagnostic::note("look", message).hint(listed()))
            }
            Some(name) if names.contains(&name) => None,
            Some(name) => {
                let near = nearest(name, names.iter().copied());
                let known = near.map_or_else(listed, |near| format!("did you mean \"{near}\"?"));
                let message = format!("there is no template \"{name}\": drawn as \"{}\"", instead.name);
                Some(Diagnostic::note("look.template", message).hint(known))
            }
        }
    }

    /// A fault of its look: in the entry that is at `place`, or in the pack the entry names.
    fn placed(&self, place: &str, fault: Diagnostic) -> Diagnostic {
        match self.pack.filter(|_| self.entry.look.is_none()) {
            Some((named, _)) => {
                let message = format!("{}: {}: {}", named.id, fault.path, fault.message);
                Diagnostic { path: format!("{place}.pack"), message, ..fault }
            }
            None => under(place, fault),
        }
    }
}

/// The diagnostic with its path inside `place`.
fn under(place: &str, fault: Diagnostic) -> Diagnostic {
    let path = if fault.path.is_empty() { place.to_owned() } else { format!("{place}.{}", fault.path) };
    Diagnostic { path, ..fault }
}
