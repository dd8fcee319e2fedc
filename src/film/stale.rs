//! Temporary names beside a film, and those that a program left which was killed: a film's path enters, what is stale beside it is gone.
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// What a temporary name ends in.
pub(super) const PART: &str = ".part";
/// Letters and digits between a film's name and that end.
const RANDOM: usize = 6;
/// Bytes that a name may have on the file systems in use.
const LONGEST: usize = 255;
/// Bytes of a film's name in its temporary one, when all of them would be too many.
const SHORTENED: usize = 200;
/// One that is younger may not be locked yet.
const YOUNG: Duration = Duration::from_secs(2);

/// The folder a path lies in; `.` for a bare name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The start of a temporary name: `film.mp4.`, of a name near the longest a part of it.
pub(super) fn prefix(target: &Path) -> OsString {
    let mut name = target.file_name().unwrap_or(OsStr::new("film")).to_owned();
    // The longest end is that of a picture that waits.
    if name.len() + 1 + RANDOM + ".still.part".len() > LONGEST {
        let mut text = name.to_string_lossy().into_owned();
        while text.len() > SHORTENED {
            text.pop();
        }
        name = text.into();
    }
    name.push(".");
    name
}

/// Removes the unfinished files and folders of a film whose program is gone, killed in their midst: nobody holds their lock. Names of a
/// film's own that are at work, be it in another program, stay.
pub(super) fn sweep(target: &Path) {
    let prefix = prefix(target);
    let Ok(entries) = fs::read_dir(folder_of(target)) else { return };
    for entry in entries.flatten().filter(|entry| is_part(&entry.file_name(), &prefix)) {
        let path = entry.path();
        let old = |facts: fs::Metadata| facts.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > YOUNG));
        if !entry.metadata().is_ok_and(old) {
            continue;
        }
        let Ok(held) = fs::File::open(&path) else { continue };
        if held.try_lock().is_ok() {
            // What cannot be removed is in nobody's way.
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// Whether it is a temporary name that begins so.
fn is_part(name: &OsStr, prefix: &OsStr) -> bool {
    let middle = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    let middle = middle.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
    middle.is_some_and(|middle| middle.len() == RANDOM && middle.iter().all(u8::is_ascii_alphanumeric))
}
