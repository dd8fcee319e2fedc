//! `jabber-render sheet --props`: props beside a person, and each with its marks.
use super::{Beside, CliError, bodies, out};
use crate::display::DisplayList;
use crate::figure::Figure;
use crate::pack::Catalog;
use crate::stage::{Asked, Fonts, art_names, is_picture, prop_sheet};
use crate::vocabulary::nearest;
use crate::vocabulary::table::PROP;
use serde_json::{Value, json};
use std::path::Path;

/// The sheet of the props of these names or files, of all shipped ones without one, in a look.
///
/// # Errors
/// When there is no such prop.
pub(super) fn drawn(names: &[String], look: &Value, width: u32, catalog: &Catalog) -> Result<DisplayList, CliError> {
    let all = art_names(catalog);
    if let Some(unknown) = names.iter().find(|name| !all.contains(&name.as_str()) && !is_picture(name)) {
        let fault = CliError::input(format!("there is no prop {unknown}"));
        return Err(fault.hint(match nearest(unknown, all.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("props: {}; or a picture of one's own", all.join(", ")),
        }));
    }
    let names: Vec<&str> = if names.is_empty() { all } else { names.iter().map(String::as_str).collect() };
    let mut props = Vec::new();
    for name in names {
        let file = Path::new(name);
        let art = file.file_name().and_then(|name| name.to_str()).unwrap_or(name);
        let mut own = look.clone();
        if let Some(own) = own.as_object_mut() {
            own.extend([("template".to_owned(), json!(PROP)), ("art".to_owned(), json!(art))]);
        }
        let Some(asked) = Asked::of(&own) else { continue };
        let beside = Beside::new(file, None);
        let (prop, faults) = asked.prop(catalog, &|picture| beside.picture(picture), &Fonts::default());
        for fault in faults {
            // Words are for those that have room for them.
            if fault.path != "text" {
                out::warning(format!("{name}: {}", fault.message));
            }
        }
        props.push((art.rsplit_once('.').map_or(art, |(stem, _)| stem).to_owned(), prop));
    }
    let style = json!({"style": look.get("style").cloned().unwrap_or_default()});
    let person = bodies::template("person").ok().map(|template| Figure::new(&template, &style).0);
    Ok(prop_sheet(&props, person.as_ref(), width))
}
