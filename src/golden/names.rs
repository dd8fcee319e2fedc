//! What the names of a list may be: they become files and folders.
use super::case::Case;
use crate::program::json::quoted;
use std::collections::HashMap;

/// The list's own name in its folder.
const LIST: &str = "golden.json";
/// The longest name of a case, bytes: with a folder before it and a time behind, it fits every disk.
const LONGEST: usize = 120;

/// The cases whose folders cannot be, for a file of the list lies in their place, and what is wrong.
pub(super) fn taken(cases: &[Case]) -> Vec<(&Case, String)> {
    // Some disks take names that differ in case for one.
    let mut files = HashMap::from([(LIST.to_owned(), "the list".to_owned())]);
    for (name, _) in cases.iter().flat_map(Case::stills) {
        for extension in ["png", "txt"] {
            files.insert(format!("{name}.{extension}").to_lowercase(), format!("a file of the still {name}"));
        }
    }
    let message = |case: &Case| {
        let mut folders = case.name.match_indices('/').filter_map(|(at, _)| case.name.get(..at));
        let (folder, whose) = folders.find_map(|folder| Some((folder, files.get(&folder.to_lowercase())?)))?;
        Some(format!("{folder} cannot be a folder: it is {whose}"))
    };
    cases.iter().filter_map(|case| Some((case, message(case)?))).collect()
}

/// Whether a file's name leads out of the folder it is named from.
pub(super) fn leaves(file: &str) -> bool {
    let steps = file.split(['/', '\\']);
    let depths = steps.scan(0_i32, |depth, step| {
        *depth += match step {
            ".." => -1,
            "" | "." => 0,
            _ => 1,
        };
        Some(*depth)
    });
    file.starts_with(['/', '\\']) || file.get(1..2) == Some(":") || depths.into_iter().any(|depth| depth < 0)
}

/// What is wrong with a case's name: it becomes a path.
pub(super) fn misnamed(name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let sound =
        |word: &str| !word.is_empty() && word.chars().all(plain) && !word.starts_with('.') && !word.ends_with('.');
    match name {
        _ if name.len() > LONGEST => Some(format!("the name is longer than {LONGEST} letters")),
        _ if !name.contains('/') => Some(format!("{} names no area", quoted(name))),
        _ if !name.split('/').all(sound) => Some(format!("{} cannot be the name of a file", quoted(name))),
        _ => None,
    }
}
