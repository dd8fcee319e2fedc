//! The templates that come with the program: every JSON file of the folder `templates`, compiled in. No code names one.
//!
//! Enters: a name. Leaves: the template. Never opens a file at run time.
use super::file::Template;
use super::reading::read;
use crate::diagnostic::Diagnostic;
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "templates"]
#[include = "*.json"]
struct Folder;

/// The names of the shipped templates, in alphabetical order.
pub fn shipped_names() -> Vec<String> {
    let mut names: Vec<String> =
        Folder::iter().filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect();
    names.sort();
    names
}

/// What reading a template gave.
type Read = Result<Arc<Template>, Vec<Diagnostic>>;

/// The templates read so far: checking a cartoon and drawing it both ask for them, and each is a hundred kilobytes of JSON.
static READ: Mutex<BTreeMap<String, Read>> = Mutex::new(BTreeMap::new());

/// The shipped template of a name; `None` when there is none. What it refers to is not looked over at run time: a test does so.
///
/// # Errors
/// What is wrong with the file.
pub fn shipped(name: &str) -> Option<Read> {
    let file = Folder::get(&format!("{name}.json"))?;
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let template = known.entry(name.to_owned()).or_insert_with(|| read(&file.data).map(Arc::new));
    Some(template.clone())
}
