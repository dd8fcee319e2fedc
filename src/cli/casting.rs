//! Who plays whom: a cast entry and the packs enter, the figure that is drawn for it leaves, and what is odd about it.
use super::{Beside, CliError, input, reads};
use crate::diagnostic::{Diagnostic, Severity};
use crate::figure::Figure;
use crate::figure::look::Look;
use crate::figure::template::{Template, shipped, shipped_names};
use crate::pack::{Catalog, Dressed, Pack, PackKind};
use crate::program::tree::{CastEntry, PackRef};
use crate::stage::Asked;
use crate::vocabulary::nearest;
use serde_json::Value;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Legs of a character that nothing says a number for (§7.1).
const LEGS: f64 = 2.0;

/// The templates that a cast is drawn from: shipped ones, and those that its looks name beside the cartoon. Only what the cast
/// needs is read.
pub(super) struct Bodies {
    templates: Vec<Arc<Template>>,
    /// What is wrong with a template beside the cartoon, by the word that names it.
    broken: Vec<(String, Diagnostic)>,
}

impl Bodies {
    /// The templates of the cast of a program that lies in `folder`.
    pub fn new(cast: &[CastEntry], catalog: &Catalog, folder: &Path) -> Bodies {
        let mut bodies = Bodies { templates: Vec::new(), broken: Vec::new() };
        let bodies_named = cast.iter().filter(|entry| prop(entry, catalog).is_none());
        let named = bodies_named.map(|entry| body(entry, catalog));
        // One that is not there has another body stand in for it, and which do the templates say themselves.
        let found: Vec<bool> = named.map(|word| word.is_some_and(|word| bodies.fetch(&word, folder))).collect();
        if found.contains(&false) {
            shipped_names().iter().for_each(|name| _ = bodies.fetch(name, folder));
        }
        bodies
    }

    /// Reads the template of a word, unless it has been; whether it is there.
    fn fetch(&mut self, word: &str, folder: &Path) -> bool {
        if self.templates.iter().any(|template| template.name == word) {
            return true;
        }
        if let Some(template) = shipped(word) {
            self.templates.extend(template);
            return true;
        }
        if self.broken.iter().any(|(broken, _)| broken == word) {
            return false;
        }
        let Some((file, read)) = beside(word, folder) else { return false };
        let template = read.map_err(|error| error.message).and_then(|source| {
            let first = |faults: Vec<Diagnostic>| {
                faults.into_iter().next().map(|fault| format!("{}: {}", fault.path, fault.message))
            };
            Template::from_bytes(&source).map_err(|faults| first(faults).unwrap_or_default())
        });
        match template {
            // The look names it by this word, whatever it calls itself.
            Ok(template) => self.templates.push(Arc::new(Template { name: word.to_owned(), ..template })),
            Err(why) => {
                let message = format!("{}: {why}", file.display());
                let hint = format!("jabber-render templates check {} shows all that is wrong", file.display());
                self.broken.push((word.to_owned(), Diagnostic::note("look.template", message).hint(hint)));
                return false;
            }
        }
        true
    }

    /// The words a look can name a template by: the shipped ones, and those beside the cartoon that have been read.
    fn names(&self) -> Vec<String> {
        let mut names = shipped_names();
        let own = self.templates.iter().map(|template| &template.name);
        own.for_each(|own| {
            if !names.contains(own) {
                names.push(own.clone());
            }
        });
        names
    }
}

/// The file of a template beside the cartoon: `NAME.json`, or a path that ends so, in its folder's `templates` or in the folder.
/// Nothing outside the folder is read.
fn beside(word: &str, folder: &Path) -> Option<(PathBuf, Result<Vec<u8>, CliError>)> {
    let name = if word.ends_with(".json") { word.to_owned() } else { format!("{word}.json") };
    let inside = Path::new(&name).components().all(|step| matches!(step, Component::Normal(_)));
    let places = [folder.join("templates").join(&name), folder.join(&name)];
    let there = |file: &PathBuf| {
        let there = inside && file.is_file();
        if inside && !there {
            reads::missed(file);
        }
        there
    };
    let file = places.into_iter().find(there)?;
    let read = input::read(&file);
    Some((file, read))
}

/// The figure of a cast entry: its own look, or that of its character pack; `None` when there is no template at all. What it
/// lacks or gets wrong [`check`] says, and something is drawn all the same.
pub(super) fn figure(entry: &CastEntry, catalog: &Catalog, bodies: &Bodies) -> Option<Figure> {
    let role = Role::of(entry, catalog);
    let template = role.template(&bodies.templates).filter(|_| role.prop().is_none())?;
    Some(Figure::new(template, role.look()).0)
}

/// The look of a cast entry that is a prop.
pub(super) fn prop(entry: &CastEntry, catalog: &Catalog) -> Option<Asked> {
    Role::of(entry, catalog).prop()
}

/// The template that a cast entry's look names.
pub(super) fn body(entry: &CastEntry, catalog: &Catalog) -> Option<String> {
    Role::of(entry, catalog).template_name().map(str::to_owned)
}

/// What of a cast entry cannot be drawn as it says; paths from the program's root. A warning where the body or the pack that it
/// names is not there and another one is drawn, else a note.
pub(super) fn check(entry: &CastEntry, catalog: &Catalog, bodies: &Bodies, beside: &Beside) -> Vec<Diagnostic> {
    let templates = &bodies.templates[..];
    let role = Role::of(entry, catalog);
    if let Some(prop) = role.prop() {
        let faults = prop.check(catalog, &|picture| beside.picture(picture));
        let place = format!("cast.{}", entry.id);
        return faults.into_iter().map(|fault| role.placed(&place, under("look", fault))).collect();
    }
    let Some(template) = role.template(templates) else { return Vec::new() };
    let place = format!("cast.{}", entry.id);
    let mut found = Vec::new();
    if let Some(lacking) = &role.lacking {
        let instead = match entry.look {
            Some(_) => "its own look is drawn".to_owned(),
            None => format!("drawn as \"{}\"", template.name),
        };
        let message = format!("{}: {instead}", lacking.message);
        found.push(Diagnostic {
            severity: Severity::Warning,
            path: format!("{place}.pack"),
            message,
            ..lacking.clone()
        });
    }
    if let Some(lacking) = &role.dress.lacking {
        let message = format!("{}: drawn as \"{}\"", lacking.message, template.name);
        let path = format!("look.{}", lacking.path);
        let fault = Diagnostic { path: path.trim_end_matches('.').to_owned(), message, ..lacking.clone() };
        found.push(Diagnostic { severity: Severity::Warning, ..role.placed(&place, fault) });
    } else if role.lacking.is_none() || entry.look.is_some() {
        found.extend(role.untemplated(template, bodies).map(|fault| role.placed(&place, fault)));
    }
    // Who dresses by a pack may not know how many legs that has: the language gives two.
    let usual = || role.dress.pack.as_ref().map(|_| LEGS);
    if let Some(legs) = role.legs().or_else(usual).filter(|legs| *legs != f64::from(template.legs)) {
        let right = format!("write \"legs\": {}", template.legs);
        let message = format!("it has {legs} legs, and the template \"{}\" stands on {}", template.name, template.legs);
        let field = match (entry.legs, role.legs()) {
            (Some(_), _) => "legs",
            (None, Some(_)) => "pack",
            (None, None) => "look",
        };
        let path = format!("{place}.{field}");
        found.push(Diagnostic::note(path, message).hint(right));
    }
    let (_, of_look) = Look::read(role.look(), template);
    let noted = |fault| Diagnostic { severity: Severity::Note, ..role.placed(&place, under("look", fault)) };
    found.extend(of_look.into_iter().map(noted));
    found
}

/// A cast entry and its pack.
struct Role<'a> {
    entry: &'a CastEntry,
    pack: Option<(&'a PackRef, &'a Arc<Pack>)>,
    /// What is wrong with the pack it names.
    lacking: Option<Diagnostic>,
    /// Its own look, or that of its pack, with the look pack's that it names.
    dress: Dressed<'a>,
}

impl<'a> Role<'a> {
    fn of(entry: &'a CastEntry, catalog: &'a Catalog) -> Self {
        let found = entry
            .pack
            .as_ref()
            .map(|named| (named, catalog.find(PackKind::Character, &named.id, named.version.as_deref())));
        let (pack, lacking) = match found {
            Some((named, Ok(pack))) => (Some((named, pack)), None),
            Some((_, Err(lacking))) => (None, Some(lacking)),
            None => (None, None),
        };
        let packed = || pack.and_then(|(_, pack)| pack.content.get("look"));
        let look = entry.look.as_deref().or_else(packed).unwrap_or(&Value::Null);
        Role { entry, pack, lacking, dress: catalog.dressed(look) }
    }

    fn packed(&self, key: &str) -> Option<&'a Value> {
        self.pack.and_then(|(_, pack)| pack.content.get(key))
    }

    fn legs(&self) -> Option<f64> {
        self.entry.legs.or_else(|| self.packed("legs").and_then(Value::as_f64))
    }

    fn look(&self) -> &Value {
        &self.dress.look
    }

    fn prop(&self) -> Option<Asked> {
        Asked::of(self.look())
    }

    fn template_name(&self) -> Option<&str> {
        self.look().get("template").and_then(Value::as_str)
    }

    /// The template its look names; else the one that stands in on as many legs, or any that stands in.
    fn template<'t>(&self, templates: &'t [Arc<Template>]) -> Option<&'t Arc<Template>> {
        let named = self.template_name();
        let legs = self.legs().unwrap_or(LEGS);
        let called = templates.iter().find(|template| Some(&*template.name) == named);
        let fits = |template: &&Arc<Template>| template.stands_in && f64::from(template.legs) == legs;
        let stands_in = || templates.iter().find(fits).or_else(|| templates.iter().find(|template| template.stands_in));
        called.or_else(stands_in).or(templates.first())
    }

    /// What is wrong with the template its look names.
    fn untemplated(&self, instead: &Template, bodies: &Bodies) -> Option<Diagnostic> {
        let broken = bodies.broken.iter().find(|(word, _)| Some(&**word) == self.template_name());
        if let Some((_, fault)) = broken {
            let message = format!("{}: drawn as \"{}\"", fault.message, instead.name);
            return Some(Diagnostic { severity: Severity::Warning, message, ..fault.clone() });
        }
        let names = bodies.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
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
                Some(Diagnostic::warning("look.template", message).hint(known))
            }
        }
    }

    /// A fault of its look: in the entry that is at `place`, in the look pack its look names, or in the pack the entry names.
    fn placed(&self, place: &str, mut fault: Diagnostic) -> Diagnostic {
        if let Some(pack) = self.dress.pack.as_ref().filter(|_| !self.says(&fault.path)) {
            fault.message = format!("{pack}: {}: {}", fault.path, fault.message);
            let is_object = self.entry.look.as_deref().is_some_and(Value::is_object);
            fault.path = if is_object { "look.pack".to_owned() } else { "look".to_owned() };
        }
        match self.pack.filter(|_| self.entry.look.is_none()) {
            Some((named, _)) => {
                let message = format!("{}: {}: {}", named.id, fault.path, fault.message);
                Diagnostic { path: format!("{place}.pack"), message, ..fault }
            }
            None => under(place, fault),
        }
    }
}

impl Role<'_> {
    /// Whether the entry's own look has what is at this path, which begins with `look`.
    fn says(&self, path: &str) -> bool {
        let mut own = self.entry.look.as_deref();
        path.split('.').skip(1).for_each(|key| own = own.and_then(|own| own.get(key)));
        own.is_some_and(|own| !own.is_string() || path.contains('.'))
    }
}

/// The diagnostic with its path inside `place`.
fn under(place: &str, fault: Diagnostic) -> Diagnostic {
    let path = if fault.path.is_empty() { place.to_owned() } else { format!("{place}.{}", fault.path) };
    Diagnostic { path, ..fault }
}
