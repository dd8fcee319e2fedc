//! Reading the files that the author names.
use super::error::plain;
use super::{CliError, reads};
use icu_normalizer::ComposingNormalizerBorrowed;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The largest file read, bytes (language supplement: 64 MiB).
const LARGEST: u64 = 64 << 20;
/// How alike a file's name must be to be offered instead, 0 to 1 (tuned by eye on misspelt names).
const ALIKE: f64 = 0.75;

/// The bytes of a file.
///
/// # Errors
/// When there is no such file (with the nearest name in its folder), when it is too large, or when it cannot be read.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    read_up_to(path, LARGEST)
}

/// The same of a file of at most `most` bytes.
///
/// # Errors
/// As [`read`].
pub(super) fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>, CliError> {
    let failed = |error: std::io::Error| {
        reads::missed(path);
        unreadable(path, &error)
    };
    let mut file = fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        reads::missed(path);
        return Err(CliError::input(format!("{} is larger than {} MiB", path.display(), most >> 20)));
    }
    reads::read(path, &file, &bytes);
    Ok(bytes)
}

/// A file that could not be read.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> CliError {
    let message = format!("cannot read {}: {}", path.display(), plain(error));
    match error.kind() {
        ErrorKind::NotFound => match nearest(path) {
            Some(name) => {
                let wanted = path.display().to_string();
                // To the eye they are the same.
                let how =
                    if composed(&wanted) == composed(&name) { " (its letters are composed otherwise)" } else { "" };
                CliError::input(format!("there is no file {wanted}")).hint(format!("did you mean {name}?{how}"))
            }
            None => CliError::input(format!("there is no file {}", path.display())),
        },
        ErrorKind::IsADirectory => CliError::input(format!("{} is a folder, not a file", path.display())),
        _ => CliError::machine(message),
    }
}

fn composed(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

/// The file in the same folder whose name is most like this one's.
fn nearest(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let scored = names.filter_map(|path| {
        let score = strsim::jaro_winkler(&wanted, &path.file_name()?.to_string_lossy());
        (score >= ALIKE).then_some((score, path))
    });
    // Equal scores: the first by name, whatever the order in which the folder lists them.
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(&a.1)))?;
    Some(best.1.strip_prefix(".").unwrap_or(&best.1).display().to_string())
}
