//! The report on disk: what a check has written there, and nothing else, a later one takes away.
use super::super::CliError;
use super::super::interrupt::Interrupt;
use super::super::out;
use super::files;
use std::fs;
use std::path::{Path, PathBuf};

/// The end of a page that a check has written: other pages of its name stay.
const MARK: &str = "\n<!-- written by jabber-render golden check -->\n";

/// Writes the page and the contact sheet into `folder`; the page's path. Without a sheet an earlier one goes.
///
/// # Errors
/// When one cannot be written.
pub(super) fn write(
    folder: &Path,
    html: &str,
    contact: Option<&[u8]>,
    interrupt: &Interrupt,
) -> Result<PathBuf, CliError> {
    let (page, sheet) = (folder.join("report.html"), folder.join("contact.png"));
    if contact.is_none() && is_own(&page) {
        files::remove(&sheet)?;
    }
    let html = format!("{}{MARK}", html.trim_end());
    files::write(&page, html.as_bytes(), interrupt)?;
    if let Some(png) = contact {
        files::write(&sheet, png, interrupt)?;
    }
    Ok(page)
}

/// Removes what a check has written into `folder`. What cannot be removed is said: the check has passed all the same.
pub(super) fn take_away(folder: &Path) {
    let page = folder.join("report.html");
    if !is_own(&page) {
        return;
    }
    // The page goes last: beside it the sheet is known for what it is.
    let gone = files::remove(&folder.join("contact.png")).and_then(|()| files::remove(&page));
    if let Err(error) = gone {
        out::warning(format!("an earlier report stays: {error}"));
    }
}

fn is_own(page: &Path) -> bool {
    fs::read(page).is_ok_and(|bytes| bytes.ends_with(MARK.as_bytes()))
}
