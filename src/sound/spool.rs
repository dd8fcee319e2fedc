//! Sounds that wait to be mixed: the first of them in memory, the rest in a file without a name, from which any part is read back as it was.
use super::{RATE, Sound, wav};
use crate::diagnostic::plain;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

/// Bytes of sound kept in memory: a minute and a half of talk. A short film touches no disk, and an hour of talk needs no more room than that.
pub const ROOM: usize = 16 << 20;

/// Where sounds wait.
#[derive(Debug)]
pub struct Spool {
    /// Where the file lies; the system's own folder without.
    folder: Option<PathBuf>,
    /// Bytes in memory at most, and those taken.
    room: usize,
    taken: AtomicUsize,
    /// The file and its length, once there is one. It has no name: it is gone when this program is, however it ends.
    file: Mutex<Option<(File, u64)>>,
    fault: Arc<OnceLock<String>>,
}

impl Default for Spool {
    fn default() -> Self {
        Spool::new(None, ROOM)
    }
}

impl Spool {
    /// With so many bytes in memory, and a file in a folder, or in the system's own for such.
    pub fn new(folder: Option<PathBuf>, room: usize) -> Spool {
        Spool { folder, room, taken: AtomicUsize::new(0), file: Mutex::default(), fault: Arc::default() }
    }

    /// Another in the same folder, whose faults are this one's.
    pub fn another(&self, room: usize) -> Spool {
        Spool { fault: Arc::clone(&self.fault), ..Spool::new(self.folder.clone(), room) }
    }

    /// Why a sound could not be written or read back, the first time. What is not written stays in memory; what is not read back is silence.
    pub fn fault(&self) -> Option<&str> {
        self.fault.get().map(String::as_str)
    }

    /// Lays a sound by.
    pub fn keep(self: &Arc<Self>, sound: Arc<Sound>) -> Source {
        let bytes = sound.channels().map(size_of_val).sum::<usize>();
        let room = |taken: usize| taken.checked_add(bytes).filter(|taken| *taken <= self.room);
        if self.taken.fetch_update(Relaxed, Relaxed, room).is_ok() {
            return Source::Whole(sound);
        }
        let form = Form::of(&sound);
        let bytes: Vec<u8> = sound.channels().flat_map(|channel| form.bytes(channel)).collect();
        match self.write(&bytes) {
            Ok(at) => {
                let (samples, stereo) = (sound.len(), sound.right.is_some());
                Source::Filed(Filed { spool: Arc::clone(self), at, samples, stereo, form })
            }
            Err(fault) => {
                self.tell(&fault);
                Source::Whole(sound)
            }
        }
    }

    fn tell(&self, fault: &io::Error) {
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        let why = plain(fault);
        self.fault.get_or_init(|| format!("lines cannot be kept in {} until they are mixed: {why}", folder.display()));
    }

    /// Where the bytes come to lie.
    fn write(&self, bytes: &[u8]) -> io::Result<u64> {
        let mut held = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (mut file, end) = match held.take() {
            Some(held) => held,
            None => (self.folder.as_ref().map_or_else(tempfile::tempfile, tempfile::tempfile_in)?, 0),
        };
        let written = file.seek(SeekFrom::Start(end)).and_then(|_| file.write_all(bytes));
        // What is half written is written over.
        *held = Some((file, if written.is_ok() { end + bytes.len() as u64 } else { end }));
        written.map(|()| end)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut held = self.file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (file, _) = held.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}

/// How samples lie in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Two bytes a sample: all are of 16 bits, as takes are.
    Bits,
    /// Four.
    Float,
}

impl Form {
    fn of(sound: &Sound) -> Form {
        let exact = |x: &f32| wav::value(wav::bits(*x)).to_bits() == x.to_bits();
        if sound.channels().all(|channel| channel.iter().all(exact)) { Form::Bits } else { Form::Float }
    }

    fn size(self) -> usize {
        match self {
            Form::Bits => size_of::<i16>(),
            Form::Float => size_of::<f32>(),
        }
    }

    fn bytes(self, samples: &[f32]) -> Vec<u8> {
        match self {
            Form::Bits => wav::bytes(samples),
            Form::Float => samples.iter().flat_map(|x| x.to_le_bytes()).collect(),
        }
    }

    fn samples(self, bytes: &[u8]) -> Vec<f32> {
        match self {
            Form::Bits => bytes.as_chunks().0.iter().map(|pair| wav::value(i16::from_le_bytes(*pair))).collect(),
            Form::Float => bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect(),
        }
    }
}

/// A sound, wherever it lies.
#[derive(Clone, Debug)]
pub enum Source {
    /// In memory.
    Whole(Arc<Sound>),
    /// In a spool's file.
    Filed(Filed),
}

/// A sound in a spool's file: the left channel, then the right one.
#[derive(Clone, Debug)]
pub struct Filed {
    spool: Arc<Spool>,
    at: u64,
    samples: usize,
    stereo: bool,
    form: Form,
}

/// A part of a sound.
#[derive(Clone, Debug, Default)]
pub struct Piece<'a> {
    /// The left channel, or the only one.
    pub left: Cow<'a, [f32]>,
    /// The right channel.
    pub right: Option<Cow<'a, [f32]>>,
}

impl Filed {
    /// Samples of a channel, 0 the left one; silence where they cannot be read.
    fn channel(&self, channel: usize, range: &Range<usize>) -> Vec<f32> {
        let size = self.form.size();
        let mut bytes = vec![0; range.len() * size];
        let at = self.at + ((channel * self.samples + range.start) * size) as u64;
        if let Err(fault) = self.spool.read(at, &mut bytes) {
            self.spool.tell(&fault);
            bytes.fill(0);
        }
        self.form.samples(&bytes)
    }
}

impl Source {
    /// Samples a channel.
    pub fn len(&self) -> usize {
        match self {
            Source::Whole(sound) => sound.len(),
            Source::Filed(filed) => filed.samples,
        }
    }

    /// True when it lasts no time.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Seconds.
    pub fn seconds(&self) -> f64 {
        self.len() as f64 / RATE
    }

    /// It has two channels.
    pub fn is_stereo(&self) -> bool {
        match self {
            Source::Whole(sound) => sound.right.is_some(),
            Source::Filed(filed) => filed.stereo,
        }
    }

    /// What lies in a range of it; nothing beyond its end.
    pub fn read(&self, range: Range<usize>) -> Piece<'_> {
        let end = range.end.min(self.len());
        let range = range.start.min(end)..end;
        match self {
            Source::Whole(sound) => {
                let right = sound.right.as_ref().and_then(|right| right.get(range.clone()));
                let left = sound.left.get(range).unwrap_or_default();
                Piece { left: Cow::Borrowed(left), right: right.map(Cow::Borrowed) }
            }
            Source::Filed(filed) => {
                let right = filed.stereo.then(|| Cow::Owned(filed.channel(1, &range)));
                Piece { left: Cow::Owned(filed.channel(0, &range)), right }
            }
        }
    }

    /// All of it.
    pub fn whole(&self) -> Arc<Sound> {
        match self {
            Source::Whole(sound) => Arc::clone(sound),
            Source::Filed(_) => {
                let Piece { left, right } = self.read(0..self.len());
                Arc::new(Sound { left: left.into_owned(), right: right.map(Cow::into_owned) })
            }
        }
    }
}

impl From<Sound> for Source {
    fn from(sound: Sound) -> Source {
        Source::Whole(Arc::new(sound))
    }
}

impl From<Arc<Sound>> for Source {
    fn from(sound: Arc<Sound>) -> Source {
        Source::Whole(sound)
    }
}

/// The same samples, wherever they lie.
impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        self.len() == other.len() && self.whole() == other.whole()
    }
}
