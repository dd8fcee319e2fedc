//! Which channels turn and lift a part (figures.md §2; the language's §2 "Renderer conventions" and §8.1).
//!
//! Enters: a part's key and what kind of body it belongs to. Leaves: the channels with their weights. The pose itself is
//! never changed by any of this.
use crate::frame::Pose;
use crate::vocabulary::{PartKey, Role, Side};

/// Share of the arm that a four-legged body's front leg answers with (the language's §2).
const FRONT_LEG: f64 = 0.4;
/// Share of the forearm's angle that a wing adds at its root (the language's §2).
const WING_FOREARM: f64 = 0.5;

/// What of the body around a part decides which channels it reads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Around {
    /// The number of the first of the two legs that are the body's hands: the foremost of four or more (the language's §2: legs
    /// are numbered from back to front).
    pub hands: Option<u32>,
    /// The view is the profile.
    pub profile: bool,
    /// The part is segment 1 or later of a chain that the view draws.
    pub follower: bool,
    /// The view draws no later segment of the part's chain.
    pub last: bool,
    /// Share of the general channel that a follower adds.
    pub curl: f64,
}

/// The channels a part reads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reads {
    /// Angles, each with its weight.
    pub angles: Vec<(PartKey, f64)>,
    /// Lifts.
    pub lifts: Vec<PartKey>,
    /// The last drawn segment of a chain bends for those that are not drawn: segments from this number on.
    pub beyond: Option<(PartKey, u32)>,
}

impl Reads {
    /// What the part `key` reads.
    pub fn of(key: &PartKey, around: Around) -> Reads {
        let own = own_keys(key, around);
        let mut angles: Vec<(PartKey, f64)> = own.iter().map(|key| (key.clone(), 1.0)).collect();
        if around.follower && around.curl != 0.0 {
            angles.extend(general(&key.role, key.side).map(|key| (key, around.curl)));
        }
        angles.extend(synonyms(key, around));
        let numbers_segments = !matches!(key.role, Role::Leg | Role::Shin | Role::Foot);
        let beyond = (around.last && numbers_segments).then(|| (key.clone(), key.index.unwrap_or(0) + 1));
        Reads { angles, lifts: own, beyond }
    }

    /// The sum of the angles, degrees.
    pub fn angle(&self, pose: &Pose) -> f64 {
        let sum = |(key, weight): &(PartKey, f64)| weight * pose.angle(&key.role, key.side, key.index);
        self.angles.iter().map(sum).sum::<f64>()
            + self.beyond.as_ref().map_or(0.0, |(key, from)| beyond(pose, key, *from))
    }

    /// The sum of the lifts, 1080p pixels.
    pub fn lift(&self, pose: &Pose) -> f64 {
        self.lifts.iter().map(|key| pose.lift(&key.role, key.side, key.index)).sum()
    }
}

fn beyond(pose: &Pose, part: &PartKey, from: u32) -> f64 {
    let reads = |key: &PartKey| {
        key.role == part.role && (key.side.is_none() || key.side == part.side) && key.index.is_some_and(|i| i >= from)
    };
    pose.parts.iter().filter(|(key, angle)| reads(key) && angle.is_finite()).map(|(_, angle)| angle).sum()
}

/// `role` and `role:side`.
fn general(role: &Role, side: Option<Side>) -> impl Iterator<Item = PartKey> {
    let plain = PartKey::plain(role.clone());
    let sided = side.map(|side| PartKey { side: Some(side), ..plain.clone() });
    std::iter::once(plain).chain(sided)
}

/// `role#index` and `role:side#index`.
fn numbered(key: &PartKey) -> impl Iterator<Item = PartKey> {
    let index = key.index;
    general(&key.role, key.side).filter(move |_| index.is_some()).map(move |key| PartKey { index, ..key })
}

fn own_keys(key: &PartKey, around: Around) -> Vec<PartKey> {
    // A front paw is the body's hand: `foot` and `foot:1` mean the back paws.
    let front_paw = key.role == Role::Foot && is_front(key, around);
    if around.follower || front_paw {
        return numbered(key).collect();
    }
    general(&key.role, key.side).chain(numbered(key)).collect()
}

fn is_front(key: &PartKey, around: Around) -> bool {
    around.hands.is_some_and(|first| key.index.is_some_and(|index| index >= first))
}

fn synonyms(key: &PartKey, around: Around) -> Vec<(PartKey, f64)> {
    let also = |role: Role, weight: f64| general(&role, key.side).map(move |key| (key, weight)).collect::<Vec<_>>();
    let outward = if around.profile && key.side == Some(Side::Left) { -FRONT_LEG } else { FRONT_LEG };
    match key.role {
        Role::Wing if around.follower => also(Role::Hand, 1.0),
        Role::Wing => [also(Role::Arm, 1.0), also(Role::Forearm, WING_FOREARM)].concat(),
        Role::Hand => also(Role::Claw, 1.0),
        Role::Claw => also(Role::Hand, 1.0),
        Role::Leg if is_front(key, around) => also(Role::Arm, outward),
        Role::Shin if is_front(key, around) => also(Role::Forearm, outward),
        Role::Foot if is_front(key, around) => also(Role::Hand, 1.0),
        _ => Vec::new(),
    }
}
