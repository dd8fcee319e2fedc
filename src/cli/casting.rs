//! Who plays whom: a cast entry and the packs enter, the figure that is drawn for it leaves, and what is odd about it.
use crate::diagnostic::Diagnostic;
use crate::figure::Figure;
use crate::figure::template::{Template, shipped, shipped_names};
use crate::pack::Catalog;
use crate::program::tree::CastEntry;
use crate::vocabulary::nearest;
use serde_json::Value;
use std::sync::Arc;

/// Legs of a character that nothing says a number for (§7.1).
const LEGS: f64 = 2.0;

/// The figure of a cast entry: its own look, or that of its character pack. What it lacks or gets wrong is a warning, and
/// something is drawn all the same; `None` when there is no template at all.
pub(super) fn figure(entry: &CastEntry, catalog: &Catalog) -> (Option<Figure>, Vec<Diagnostic>) {
    let content = entry.pack.as_ref().and_then(|pack| catalog.get(&pack.id, pack.version.as_deref()));
    let content = content.map(|pack| Arc::clone(&pack.content));
    let packed = |key| content.as_ref().and_then(|content| content.get(key));
    let legs = entry.legs.or_else(|| packed("legs").and_then(Value::as_f64));
    let look = entry.look.as_deref().or_else(|| packed("look")).unwrap_or(&Value::Null);
    let mut warnings = Vec::new();
    let Some(template) = template(look, legs.unwrap_or(LEGS), &mut warnings) else { return (None, warnings) };
    if let Some(legs) = legs.filter(|legs| *legs != f64::from(template.legs)) {
        let right = format!("write \"legs\": {}", template.legs);
        let message = format!("it has {legs} legs, and the template \"{}\" stands on {}", template.name, template.legs);
        warnings.push(Diagnostic::warning("legs", message).hint(right));
    }
    let (figure, of_look) = Figure::new(&template, look);
    warnings.extend(of_look.into_iter().map(|warning| under("look", warning)));
    (Some(figure), warnings.into_iter().map(|warning| under(&format!("cast.{}", entry.id), warning)).collect())
}

/// The diagnostic with its path inside `place`.
fn under(place: &str, warning: Diagnostic) -> Diagnostic {
    let path = if warning.path.is_empty() { place.to_owned() } else { format!("{place}.{}", warning.path) };
    Diagnostic { path, ..warning }
}

/// The template a look names; else the first one that stands on as many legs, or the first.
fn template(look: &Value, legs: f64, warnings: &mut Vec<Diagnostic>) -> Option<Template> {
    let names = shipped_names();
    let named = look.get("template").and_then(Value::as_str);
    if let Some(template) = named.and_then(load) {
        return Some(template);
    }
    let mut templates = names.iter().filter_map(|name| load(name));
    let fitting = templates.find(|template| f64::from(template.legs) == legs);
    let instead = fitting.or_else(|| names.iter().find_map(|name| load(name)))?;
    warnings.push(match named {
        None => Diagnostic::warning("look", format!("it has no template: drawn as \"{}\"", instead.name))
            .hint(format!("templates: {}", names.join(", "))),
        Some(name) => {
            let near = nearest(name, names.iter().map(String::as_str));
            let known =
                near.map_or(format!("templates: {}", names.join(", ")), |near| format!("did you mean \"{near}\"?"));
            let message = format!("there is no template \"{name}\": drawn as \"{}\"", instead.name);
            Diagnostic::warning("look.template", message).hint(known)
        }
    });
    Some(instead)
}

fn load(name: &str) -> Option<Template> {
    shipped(name)?.ok()
}
