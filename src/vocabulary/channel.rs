//! Channels: the named numbers a pose is made of (§2), and the keys of parts, limb ends, spots and views (§8.1).
//!
//! Enters: the text of a channel (`part:arm:-1#2`). Leaves: a typed key. Never reads a program.
use super::words::words;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

macro_rules! roles {
    ($($variant:ident $word:literal),* $(,)?) => {
        /// The kind of a drawn part (§2). A well-formed role that no figure draws is [`Role::Other`].
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role {
            $(#[doc = concat!("`", $word, "`.")] $variant,)*
            /// Any other lower-case word: a channel like the others, drawn by nothing.
            Other(Arc<str>),
        }

        impl Role {
            /// The roles of the vocabulary, in the order of §2.
            pub const KNOWN: &'static [(&'static str, Role)] = &[$(($word, Role::$variant)),*];

            /// The role's word.
            pub fn word(&self) -> &str {
                match self { $(Role::$variant => $word,)* Role::Other(word) => word }
            }
        }
    };
}
roles! {
    Head "head", Neck "neck", Torso "torso", Hips "hips", Arm "arm", Forearm "forearm", Hand "hand", Leg "leg",
    Shin "shin", Foot "foot", Tail "tail", Ear "ear", Wing "wing", Fin "fin", Claw "claw", Snout "snout", Nose "nose",
    Hair "hair", Hat "hat", Eye "eye", Brow "brow",
}

impl Role {
    /// The role of a word: known, or `Other` for any other word of lower-case letters; `None` for anything else.
    pub fn parse(word: &str) -> Option<Role> {
        if let Some((_, role)) = Role::KNOWN.iter().find(|(known, _)| *known == word) {
            return Some(role.clone());
        }
        let well_formed = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
        well_formed.then(|| Role::Other(word.into()))
    }

    /// True for roles that come as a left and a right one (ruling 9).
    pub fn is_paired(&self) -> bool {
        use Role::*;
        matches!(self, Arm | Forearm | Hand | Leg | Shin | Foot | Ear | Wing | Fin | Claw | Eye | Brow)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The character's own side as drawn: −1 left, 1 right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// −1.
    Left,
    /// 1.
    Right,
}

impl Side {
    /// −1.0 or 1.0.
    pub fn sign(self) -> f64 {
        match self {
            Side::Left => -1.0,
            Side::Right => 1.0,
        }
    }

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// From −1 or 1.
    pub fn from_sign(sign: i64) -> Option<Side> {
        match sign {
            -1 => Some(Side::Left),
            1 => Some(Side::Right),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Left { "-1" } else { "1" })
    }
}

/// `role[:side][#index]`: the key of a part's angle or lift.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey {
    /// The role.
    pub role: Role,
    /// The side, when written.
    pub side: Option<Side>,
    /// The leg's number or the chain's segment, when written.
    pub index: Option<u32>,
}

impl PartKey {
    /// A key without side and index.
    pub fn plain(role: Role) -> Self {
        Self { role, side: None, index: None }
    }

    /// The key of `text`, or `None` when it does not have the form `role[:side][#index]`.
    pub fn parse(text: &str) -> Option<PartKey> {
        let (head, index) = match text.split_once('#') {
            Some((head, digits)) => {
                let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                let canonical = digits == "0" || !digits.starts_with('0');
                (head, Some(if plain && canonical { digits.parse().ok()? } else { return None }))
            }
            None => (text, None),
        };
        let (word, side) = match head.split_once(':') {
            Some((word, "-1")) => (word, Some(Side::Left)),
            Some((word, "1")) => (word, Some(Side::Right)),
            Some(_) => return None,
            None => (head, None),
        };
        Some(PartKey { role: Role::parse(word)?, side, index })
    }
}

impl fmt::Display for PartKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.role)?;
        if let Some(side) = self.side {
            write!(f, ":{side}")?;
        }
        if let Some(index) = self.index {
            write!(f, "#{index}")?;
        }
        Ok(())
    }
}

/// A channel of a pose (§2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// Offset to the right, 1080p pixels.
    Dx,
    /// Offset downward, 1080p pixels.
    Dy,
    /// Tilt, degrees counter-clockwise.
    Rot,
    /// Width factor.
    Sx,
    /// Height factor.
    Sy,
    /// Jaw, 0..1.
    Mouth,
    /// Lids, 0..1.
    Blink,
    /// The mood's word.
    Mood,
    /// A part's angle, degrees counter-clockwise.
    Part(PartKey),
    /// A part's lift, 1080p pixels upward.
    Lift(PartKey),
}

impl Channel {
    /// The value at rest: 1 for the scales, else 0.
    pub fn rest(&self) -> f64 {
        if self.is_factor() { 1.0 } else { 0.0 }
    }

    /// True for `sx` and `sy`, which multiply.
    pub fn is_factor(&self) -> bool {
        matches!(self, Channel::Sx | Channel::Sy)
    }
}

/// The text has not the form of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAChannel;

impl FromStr for Channel {
    type Err = NotAChannel;

    fn from_str(text: &str) -> Result<Self, NotAChannel> {
        Ok(match text {
            "dx" => Channel::Dx,
            "dy" => Channel::Dy,
            "rot" => Channel::Rot,
            "sx" => Channel::Sx,
            "sy" => Channel::Sy,
            "mouth" => Channel::Mouth,
            "blink" => Channel::Blink,
            "mood" => Channel::Mood,
            _ => match text.split_once(':') {
                Some(("part", key)) => Channel::Part(PartKey::parse(key).ok_or(NotAChannel)?),
                Some(("lift", key)) => Channel::Lift(PartKey::parse(key).ok_or(NotAChannel)?),
                _ => return Err(NotAChannel),
            },
        })
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Channel::Dx => "dx",
            Channel::Dy => "dy",
            Channel::Rot => "rot",
            Channel::Sx => "sx",
            Channel::Sy => "sy",
            Channel::Mouth => "mouth",
            Channel::Blink => "blink",
            Channel::Mood => "mood",
            Channel::Part(key) => return write!(f, "part:{key}"),
            Channel::Lift(key) => return write!(f, "lift:{key}"),
        })
    }
}

/// The end of a limb that can reach (§8.4): `hand:1`, `foot:-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimbEnd {
    /// A foot, else a hand.
    pub is_foot: bool,
    /// Which one.
    pub side: Side,
}

impl fmt::Display for LimbEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", if self.is_foot { "foot" } else { "hand" }, self.side)
    }
}

words! {
    /// A named place on the body that a hand or foot can reach for (§8.1).
    Spot { Hip "hip", Head "head", Chest "chest", Mouth "mouth" }
}
words! {
    /// Which drawing of the body is shown (§8.1).
    View { Front "front", Side "side", Back "back" }
}
