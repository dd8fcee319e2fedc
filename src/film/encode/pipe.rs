//! Frames into another process's standard input. Shared frames enter, their bytes leave through a pipe that is lent the frames' own
//! pages where the system can do that (Linux): copying them cost a tenth of what a film costs beside its encoder.
use super::Frame;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::process::ChildStdin;

/// Bytes the pipe may hold, where the system lets it: a frame of 1080p is three of these, and each time the pipe is full both sides stop
/// and start.
#[cfg(target_os = "linux")]
const PIPE: i32 = 1 << 20;

/// Bytes written at a time where pages are not lent: so it is seen how far the reader is.
const PIECE: usize = 1 << 16;

/// A frame that was lent is held until so many bytes have followed it: those of four full pipes, of which the last byte that is still to
/// be read can be no further back than one. A program in ffmpeg's place may hand pages on to pipes of its own.
const HELD: usize = 4 << 20;

/// The way in of a process that reads frames.
pub(super) struct Pipe {
    input: ChildStdin,
    /// Pages are lent; until the system says that it does not do that.
    lends: bool,
    held: Held,
}

/// Frames that may not have been read yet, each with the bytes that have followed it. Nothing writes to a frame that somebody holds.
#[derive(Default)]
pub(super) struct Held(VecDeque<(Frame, usize)>);

impl Held {
    /// Holds a frame that is about to be lent, and lets go of those that were surely read.
    fn hold(&mut self, frame: &Frame) {
        while self.0.front().is_some_and(|(_, followed)| *followed >= HELD) {
            self.0.pop_front();
        }
        self.0.push_back((Frame::clone(frame), 0));
    }

    /// All of the last frame is in the pipe.
    fn handed(&mut self) {
        let Some((last, before)) = self.0.make_contiguous().split_last_mut() else { return };
        before.iter_mut().for_each(|(_, followed)| *followed += last.0.len());
    }
}

impl Pipe {
    pub fn new(input: ChildStdin) -> Self {
        // One that stays as it is works too.
        #[cfg(target_os = "linux")]
        let _ = nix::fcntl::fcntl(&input, nix::fcntl::FcntlArg::F_SETPIPE_SZ(PIPE));
        Self { input, lends: cfg!(target_os = "linux"), held: Held::default() }
    }

    /// Hands all of a frame on; `took` hears of each piece that was taken, bytes.
    ///
    /// # Errors
    /// When the process has ended or closed its input.
    pub fn write(&mut self, frame: &Frame, took: impl Fn(usize)) -> io::Result<()> {
        let mut rest = &frame[..];
        if self.lends {
            self.held.hold(frame);
        }
        while self.lends && !rest.is_empty() {
            match lend(&self.input, rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => {
                    took(count);
                    rest = rest.get(count..).unwrap_or_default();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(error),
                Err(_) => self.lends = false,
            }
        }
        for piece in rest.chunks(PIECE) {
            self.input.write_all(piece)?;
            took(piece.len());
        }
        self.held.handed();
        Ok(())
    }

    /// Closes the process's input. What is left is to be held until the process has ended.
    pub fn close(self) -> Held {
        self.held
    }
}

/// Lends bytes to the pipe, and says how many it took.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn lend(pipe: &ChildStdin, bytes: &[u8]) -> io::Result<usize> {
    use nix::fcntl::{SpliceFFlags, vmsplice};
    // SAFETY: the reader sees the pages as they are when it reads. They belong to a frame that `Pipe::held` keeps: it is neither freed nor,
    // being shared, written to before the reader is done with it.
    Ok(unsafe { vmsplice(pipe, &[io::IoSlice::new(bytes)], SpliceFFlags::empty()) }?)
}

#[cfg(not(target_os = "linux"))]
fn lend(_: &ChildStdin, _: &[u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
