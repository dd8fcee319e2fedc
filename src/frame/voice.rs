//! What a voice gives a frame: the shapes of the lips and the loudness over a line.
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// A shape of the lips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viseme {
    /// At rest: pauses.
    Rest,
    /// Any other consonant: barely open.
    Consonant,
    /// l: the tongue up.
    L,
    /// f, v: teeth on the lip.
    FV,
    /// u, w, q.
    U,
    /// e, and the y of a word's end.
    E,
    /// o.
    O,
    /// a, i.
    AI,
    /// m, b, p: closed.
    MBP,
}

/// The shapes of the lips over a line, and how loud it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Each shape with the second of the line from which it holds; in order of time.
    pub lips: Arc<[(f64, Viseme)]>,
    /// Loudness 0..1, [`Track::RATE`] values a second from the line's start.
    pub loud: Arc<[f32]>,
}

impl Track {
    /// Values of loudness a second.
    pub const RATE: f64 = 100.0;

    /// The loudness at a second of the line, 0..1; 0 before and after it.
    pub fn loud_at(&self, time: f64) -> f64 {
        let at = time * Self::RATE;
        if !(at >= 0.0 && at < self.loud.len() as f64) {
            return 0.0;
        }
        let (i, share) = (at as usize, at - at.floor());
        let value = |i: usize| self.loud.get(i).map_or(0.0, |value| f64::from(*value));
        value(i) + (value(i + 1) - value(i)) * share
    }
}

/// A track that is worked out when somebody first looks at it: of most lines a single picture shows nothing.
pub struct Heard(LazyLock<Track, Box<dyn FnOnce() -> Track + Send>>);

impl Heard {
    /// What `make` gives, once.
    pub fn later(make: impl FnOnce() -> Track + Send + 'static) -> Self {
        Self(LazyLock::new(Box::new(make)))
    }
}

impl From<Track> for Heard {
    fn from(track: Track) -> Self {
        Self::later(move || track)
    }
}

impl Deref for Heard {
    type Target = Track;

    fn deref(&self) -> &Track {
        &self.0
    }
}

impl fmt::Debug for Heard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl PartialEq for Heard {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || **self == **other
    }
}

impl Viseme {
    /// The shapes by the words that files hold.
    pub const NAMES: &'static [(&'static str, Viseme)] = &[
        ("rest", Viseme::Rest),
        ("consonant", Viseme::Consonant),
        ("L", Viseme::L),
        ("FV", Viseme::FV),
        ("U", Viseme::U),
        ("E", Viseme::E),
        ("O", Viseme::O),
        ("AI", Viseme::AI),
        ("MBP", Viseme::MBP),
    ];
}
