//! How large a file a still may be: the sizes at which one that is too large is tried.
use super::super::CliError;
use super::super::interrupt::Interrupt;
use super::files::{Book, Folder};
use super::shoot::{Still, silent};
use crate::golden::{HEAVIEST, SHEET_WIDTH, STILL_SIZE};

/// Widths and heights tried in turn when a still is too large a file, pixels; a sheet has the widths.
pub(super) const SMALLER: [(u32, u32); 3] = [(256, 144), (192, 108), (128, 72)];
/// Shares of its own width and height at which a still of a size of its own is tried, in hundredths.
const SHARES: [u32; 7] = [80, 60, 40, 25, 15, 10, 7];
/// The least side of a still, pixels.
const LEAST: u32 = 16;

/// The largest size tried at which the still is small enough a file, as a list says it: `256x144`, or `256` of a sheet; `None`
/// when there is none.
///
/// # Errors
/// When the person wants an end, or threads cannot be started.
pub(super) fn fitting(
    (folder, book, still): (&Folder, &Book, &Still<'_>),
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Option<String>, CliError> {
    let is_sheet = still.at.is_none();
    for (width, height) in sizes(still) {
        let mut case = still.case.clone();
        case.size = Some((width, if is_sheet { 0 } else { height }));
        let smaller = [Still { name: still.name.clone(), case: &case, at: still.at }];
        let weights = silent((folder, book, &smaller), threads, interrupt, |_, drawn| {
            Ok(drawn.ok().and_then(|drawn| drawn.picture.to_png().ok()).map(|png| png.len() as u64))
        })?;
        if weights.into_iter().flatten().any(|bytes| bytes <= HEAVIEST) {
            return Ok(Some(if is_sheet { width.to_string() } else { format!("\"{width}x{height}\"") }));
        }
    }
    Ok(None)
}

fn sizes(still: &Still<'_>) -> Vec<(u32, u32)> {
    let usual = if still.at.is_none() { (SHEET_WIDTH, 0) } else { STILL_SIZE };
    match still.case.size.filter(|size| *size != usual) {
        None => SMALLER.to_vec(),
        Some((width, height)) => {
            let of = |share: &u32| (width * share / 100, height * share / 100);
            let drawable = |size: &(u32, u32)| size.0 >= LEAST && (still.at.is_none() || size.1 >= LEAST);
            SHARES.iter().map(of).filter(drawable).collect()
        }
    }
}
