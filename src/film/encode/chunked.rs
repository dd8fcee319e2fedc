//! A film as chunks: frames enter in order, those of chunks that are there already left out; each chunk has an encoder of its own and gets its
//! name when it is whole. While one is completed the next is begun.
use super::{Encoder, Finished};
use crate::film::chunks::Chunks;
use crate::film::frames::Frame;
use crate::film::{Bytes, FilmError, FrameRange};
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Opens the encoder of a chunk: where it is to be made, and its frames.
pub type Open = Box<dyn Fn(&Path, &FrameRange) -> Result<Encoder, FilmError> + Send>;
/// The hash of what some frames show, all of which have been drawn: 64 hexadecimal digits.
pub type Seal = Arc<dyn Fn(&FrameRange) -> String + Send + Sync>;

/// So many frames before a chunk's end the encoder of the next is opened: another process takes a tenth of a second to start, in which
/// the frames would wait.
const LEAD: u64 = 24;

/// An encoder of chunks.
pub struct Chunked {
    chunks: Arc<Chunks>,
    spans: BTreeMap<u64, FrameRange>,
    bytes: Bytes,
    open: Open,
    seal: Seal,
    now: Option<(u64, Encoder)>,
    /// That of the next chunk, opened early.
    next: Option<(u64, Encoder)>,
    /// The chunk before, on its way to its name.
    closing: Option<JoinHandle<Result<(), FilmError>>>,
}

impl std::fmt::Debug for Chunked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chunked").field("chunks", &self.chunks).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Chunked {
    /// Of these chunks, whose encoders take `bytes`.
    pub fn new(chunks: Arc<Chunks>, spans: BTreeMap<u64, FrameRange>, bytes: Bytes, open: Open, seal: Seal) -> Self {
        Self { chunks, spans, bytes, open, seal, now: None, next: None, closing: None }
    }

    /// What it takes.
    pub fn bytes(&self) -> Bytes {
        self.bytes
    }

    pub(super) fn write(&mut self, number: u64, frame: &Frame) -> Result<(), FilmError> {
        let Some((k, span)) = self.spans.iter().find(|(_, span)| span.contains(&number)) else {
            return Err(FilmError::Encoder(format!("frame {number} belongs to no chunk")));
        };
        let (k, span) = (*k, span.clone());
        if self.now.as_ref().is_none_or(|(now, _)| *now != k) {
            let early = self.next.take().filter(|(next, _)| *next == k);
            self.now = Some(early.map_or_else(|| self.opened(k, &span), Ok)?);
        }
        if let Some((_, encoder)) = &mut self.now {
            encoder.write(number, frame)?;
        }
        if number + 1 == span.end {
            return self.close(k, span);
        }
        if number + LEAD == span.end
            && let Some(following) = self.spans.get(&(k + 1))
            && !self.chunks.whole()?.contains_key(&(k + 1))
        {
            self.next = Some(self.opened(k + 1, following)?);
        }
        Ok(())
    }

    fn opened(&self, k: u64, span: &FrameRange) -> Result<(u64, Encoder), FilmError> {
        Ok((k, (self.open)(&self.chunks.making(k), span)?))
    }

    /// Sends a chunk whose last frame has come on its way to its name.
    fn close(&mut self, k: u64, span: FrameRange) -> Result<(), FilmError> {
        self.wait()?;
        let Some((_, encoder)) = self.now.take() else { return Ok(()) };
        let (chunks, seal) = (Arc::clone(&self.chunks), Arc::clone(&self.seal));
        self.closing = Some(thread::spawn(move || {
            encoder.finish()?;
            chunks.keep(k, &seal(&span))
        }));
        Ok(())
    }

    /// Waits until the chunk before has its name.
    fn wait(&mut self) -> Result<(), FilmError> {
        let closing = self.closing.take();
        closing.map_or(Ok(()), |closing| closing.join().unwrap_or_else(|panic| resume_unwind(panic)))
    }

    pub(super) fn finish(mut self) -> Result<Finished, FilmError> {
        self.wait()?;
        Ok(Finished { size: 0, elsewhere: None, frames: None })
    }
}

impl Drop for Chunked {
    fn drop(&mut self) {
        // Whatever became of it, nothing may be written once this is gone.
        let _ = self.closing.take().map(JoinHandle::join);
    }
}
