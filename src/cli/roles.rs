//! Who plays which role: the command line's `--cast`, or what a scene pack is shown with, enters; the program's cast leaves so.
use super::CliError;
use super::load::unfound;
use crate::pack::{Catalog, PackKind};
use crate::program::Loaded;
use crate::program::tree::{CastEntry, PackRef, Program};
use crate::vocabulary::nearest;
use serde_json::Value;
use std::sync::Arc;

/// A character pack for somebody in the cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    who: String,
    id: String,
    version: Option<String>,
}

/// Reads `WHO=ID`, the id with its version after an `@` or without.
pub(super) fn part(text: &str) -> Result<Part, String> {
    let wrong = || "give it as WHO=ID with a character's id, for example A=c4c:char:sunny".to_owned();
    let (who, named) = text.split_once('=').ok_or_else(wrong)?;
    let (id, version) = match named.split_once('@') {
        Some((id, version)) => (id, Some(version.to_owned())),
        None => (named, None),
    };
    match PackKind::of_id(id) {
        Some(PackKind::Character) => Ok(Part { who: who.to_owned(), id: id.to_owned(), version }),
        Some(kind) => Err(format!("{id} is the id of a {}, not of a character", kind.word())),
        None => Err(wrong()),
    }
}

/// Who plays a pack when nobody says: its `preview`'s `cast`, ids of character packs by roles.
pub(super) fn shown_with(preview: Option<&Value>) -> Vec<Part> {
    let cast = preview.and_then(|preview| preview.get("cast")?.as_object());
    let part = |(who, id): (&String, &Value)| part(&format!("{who}={}", id.as_str()?)).ok();
    cast.into_iter().flatten().filter_map(part).collect()
}

/// Gives the roles of a program to characters: to those of `--cast` whatever it says of its cast, to `usual` ones where it says
/// nothing of pack and look.
///
/// # Errors
/// When the program has no such role, or there is no such character.
pub(super) fn play(loaded: &mut Loaded, catalog: &Catalog, cast: &[Part], usual: &[Part]) -> Result<(), CliError> {
    let Some(program) = loaded.program.as_mut().filter(|_| !cast.is_empty() || !usual.is_empty()) else {
        return Ok(());
    };
    let program: &mut Program = Arc::make_mut(program);
    for part in usual {
        let entry = program.cast.iter_mut().find(|entry| *entry.id == *part.who);
        if let Some(entry) = entry.filter(|entry| entry.pack.is_none() && entry.look.is_none()) {
            entry.pack = Some(part.pack());
        }
    }
    for part in cast {
        catalog.find(PackKind::Character, &part.id, part.version.as_deref()).map_err(unfound)?;
        let roles: Vec<String> = program.cast.iter().map(|entry| entry.id.to_string()).collect();
        let entry = program.cast.iter_mut().find(|entry| *entry.id == *part.who);
        let entry = entry.ok_or_else(|| roleless(&part.who, &roles))?;
        let CastEntry { id, role, at, idle, .. } = entry.clone();
        *entry =
            CastEntry { id, role, at, idle, name: None, legs: None, voice: None, look: None, pack: Some(part.pack()) };
    }
    Ok(())
}

impl Part {
    fn pack(&self) -> PackRef {
        PackRef { id: self.id.as_str().into(), version: self.version.as_deref().map(Arc::from) }
    }
}

fn roleless(who: &str, roles: &[String]) -> CliError {
    let error = CliError::usage(format!("--cast {who}: nobody in the cast is called so"));
    match nearest(who, roles.iter().map(String::as_str)) {
        Some(near) => error.hint(format!("did you mean {near}?")),
        None if roles.is_empty() => error,
        None => error.hint(format!("the cast: {}", roles.join(", "))),
    }
}
