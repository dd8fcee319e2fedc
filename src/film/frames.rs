//! One thread's frames as bytes: pictures and what changed in them enter, shared buffers leave. A buffer that comes back still
//! holds an older frame, and only what has changed since is converted again.
use super::convert::{Piece, convert, convert_parts};
use super::{Bytes, FilmError};
use crate::paint::{Parts, Picture};
use std::collections::VecDeque;
use std::sync::Arc;

/// Changes older than this many frames are forgotten; a buffer that old is converted whole.
const REMEMBERED: usize = 16;

/// The bytes of one frame, shared by all that show the same.
pub type Frame = Arc<Vec<u8>>;

/// Makes the frames of one thread.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// Each with the number of the picture it holds.
    buffers: Vec<(Frame, u64)>,
    drawn: u64,
    /// What the last pictures changed, the newest first.
    changes: VecDeque<Parts>,
    piece: Piece,
}

impl Frames {
    /// The bytes of the next picture, which differs from the one before in `parts`.
    ///
    /// # Errors
    /// As [`convert`].
    pub fn next(&mut self, picture: &Picture, parts: Parts, bytes: Bytes) -> Result<Frame, FilmError> {
        self.drawn += 1;
        let same = parts.is_empty();
        self.changes.push_front(parts);
        self.changes.truncate(REMEMBERED);
        if let Some((frame, number)) = self.buffers.iter_mut().find(|(_, number)| same && number + 1 == self.drawn) {
            *number = self.drawn;
            return Ok(Arc::clone(frame));
        }
        // Nobody else holds it: the encoder is done with it. The newest of those has the least to catch up on.
        let free = self.buffers.iter().enumerate().filter(|(_, (frame, _))| Arc::strong_count(frame) == 1);
        let newest = free.max_by_key(|(_, (_, number))| *number).map(|(i, _)| i);
        let (mut frame, number) = newest.map_or_else(Default::default, |i| self.buffers.swap_remove(i));
        if let Some(out) = Arc::get_mut(&mut frame) {
            let behind = usize::try_from(self.drawn - number).unwrap_or(usize::MAX);
            if out.is_empty() || behind > self.changes.len() {
                convert(picture, bytes, out)?;
            } else {
                let mut since = Parts::default();
                self.changes.iter().take(behind).for_each(|parts| since.extend(parts));
                convert_parts(picture, &since, bytes, out, &mut self.piece)?;
            }
        }
        self.buffers.push((Arc::clone(&frame), self.drawn));
        Ok(frame)
    }
}
