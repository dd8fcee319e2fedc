//! The templates that come with the program: every JSON file of the folder `templates`, compiled in. No code names one.
//!
//! Enters: a name. Leaves: the template. Never opens a file at run time.
use super::file::Template;
use crate::diagnostic::Diagnostic;
use rust_embed::RustEmbed;

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

/// The shipped template of a name; `None` when there is none.
///
/// # Errors
/// What is wrong with the file (a test loads them all).
pub fn shipped(name: &str) -> Option<Result<Template, Vec<Diagnostic>>> {
    Folder::get(&format!("{name}.json")).map(|file| Template::from_bytes(&file.data))
}
