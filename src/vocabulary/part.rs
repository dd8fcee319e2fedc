//! Part words: `left arm`, `front paws`, `arm_l`, `part:ear:1` → the channels they mean (§4, rulings 8 and 9).
//!
//! Enters: the text of a `part` argument. Leaves: its targets, one a side. Never reads a program.
use super::channel::{LimbEnd, PartKey, Role, Side};

/// One channel that a part word means: the key of its angle and that of its lift. They differ for a numbered leg, whose
/// lift has no side (ruling 8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// `part:` this.
    pub angle: PartKey,
    /// `lift:` this.
    pub lift: PartKey,
}

impl Target {
    fn of(key: PartKey) -> Self {
        Self { lift: key.clone(), angle: key }
    }

    /// −1 on the left, else 1: a friendly angle means outward on either side (§4).
    pub fn sign(&self) -> f64 {
        self.angle.side.map_or(1.0, Side::sign)
    }
}

/// What a part word means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The role, after synonyms (`body` is torso).
    pub role: Role,
    /// One target, or the left and the right one of a pair.
    pub targets: Vec<Target>,
    /// Written as a raise, `lift:…`.
    pub is_lift: bool,
}

impl Part {
    /// The part of a word, or `None` when it is none: lower case only, single spaces.
    pub fn parse(text: &str) -> Option<Part> {
        if let Some(key) = text.strip_prefix("part:") {
            return of_channel(key, false);
        }
        if let Some(key) = text.strip_prefix("lift:") {
            return of_channel(key, true);
        }
        legacy(text).or_else(|| of_words(text))
    }

    /// True when it means a left and a right part.
    pub fn is_pair(&self) -> bool {
        self.targets.len() > 1
    }

    /// The segment or leg number, when one was written.
    pub fn index(&self) -> Option<u32> {
        self.targets.first().and_then(|target| target.angle.index)
    }

    /// The limb ends it names, when it names hands or feet (§8.4).
    pub fn limb_ends(&self) -> Option<Vec<LimbEnd>> {
        let is_foot = match self.role {
            Role::Hand => false,
            Role::Foot => true,
            _ => return None,
        };
        if self.is_lift || self.index().is_some() {
            return None;
        }
        self.targets.iter().map(|target| target.angle.side.map(|side| LimbEnd { is_foot, side })).collect()
    }
}

/// Segments a chain role is spread over (§8.2); `None` for a role that is no chain.
pub fn chain_segments(role: &Role) -> Option<u32> {
    match role {
        Role::Tail => Some(4),
        Role::Torso | Role::Ear | Role::Hair => Some(2),
        _ => None,
    }
}

/// Roles of the vocabulary that no template draws (§8.6).
pub fn is_undrawn(role: &Role) -> bool {
    matches!(role, Role::Neck)
}

/// Roles outside the vocabulary that a shipped template draws all the same: their channels move something.
pub const DRAWN_BESIDE: [&str; 1] = ["horn"];

/// True for roles whose index is the number of a leg (§2).
pub fn numbers_legs(role: &Role) -> bool {
    matches!(role, Role::Leg | Role::Shin | Role::Foot)
}

/// Every part word, for suggestions and the schema: each role, its plural, its sides.
pub fn part_words() -> Vec<String> {
    let mut words = vec!["body".to_owned()];
    for (word, role) in Role::KNOWN {
        words.push((*word).to_owned());
        if role.is_paired() {
            words.extend([plural(word), format!("left {word}"), format!("right {word}")]);
        }
    }
    for noun in ["thigh", "paw"] {
        words.extend([noun.to_owned(), plural(noun), format!("left {noun}"), format!("right {noun}")]);
    }
    for noun in ["leg", "foot", "paw"] {
        for end in ["front", "back", "hind"] {
            words.push(format!("{end} {}", plural(noun)));
            words.extend(["left", "right"].map(|side| format!("{end} {side} {noun}")));
        }
    }
    words
}

fn plural(word: &str) -> String {
    if word == "foot" { "feet".to_owned() } else { format!("{word}s") }
}

fn of_channel(key: &str, is_lift: bool) -> Option<Part> {
    let key = PartKey::parse(key)?;
    if matches!(key.role, Role::Other(_)) {
        return None;
    }
    let role = key.role.clone();
    let both = role.is_paired() && key.side.is_none() && key.index.is_none();
    let targets = if both { pair(&role) } else { vec![Target::of(key)] };
    Some(Part { role, targets, is_lift })
}

fn pair(role: &Role) -> Vec<Target> {
    [Side::Left, Side::Right]
        .map(|side| Target::of(PartKey { side: Some(side), ..PartKey::plain(role.clone()) }))
        .into()
}

/// `arm_l`, `thigh_r`.
fn legacy(text: &str) -> Option<Part> {
    let (word, side) = match text.split_at_checked(text.len().checked_sub(2)?)? {
        (word, "_l") => (word, Side::Left),
        (word, "_r") => (word, Side::Right),
        _ => return None,
    };
    let noun = Noun::parse(word)?;
    if noun.is_plural { None } else { noun.at(Some(side), None) }
}

/// Which pair of a four-legged body's legs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Front,
    Back,
}

fn of_words(text: &str) -> Option<Part> {
    let mut words = text.split(' ').rev();
    let noun = Noun::parse(words.next()?)?;
    let (mut side, mut end) = (None, None);
    for word in words {
        match word {
            "left" if side.is_none() => side = Some(Side::Left),
            "right" if side.is_none() => side = Some(Side::Right),
            "front" if end.is_none() => end = Some(End::Front),
            "back" | "hind" if end.is_none() => end = Some(End::Back),
            _ => return None,
        }
    }
    noun.at(side, end)
}

/// The last word of a part's name.
struct Noun {
    role: Role,
    is_paw: bool,
    is_plural: bool,
}

impl Noun {
    fn parse(word: &str) -> Option<Noun> {
        let of = |role: Role, is_plural| Some(Noun { role, is_paw: false, is_plural });
        match word {
            "body" => return of(Role::Torso, false),
            "thigh" | "thighs" => return of(Role::Leg, word == "thighs"),
            "paw" | "paws" => return Some(Noun { role: Role::Hand, is_paw: true, is_plural: word == "paws" }),
            _ => {}
        }
        let known =
            |(singular, role): &&(&str, Role)| *singular == word || (role.is_paired() && plural(singular) == word);
        let (singular, role) = Role::KNOWN.iter().find(known)?;
        of(role.clone(), *singular != word)
    }

    fn at(&self, side: Option<Side>, end: Option<End>) -> Option<Part> {
        if side.is_some() && !self.role.is_paired() {
            return None;
        }
        let role = match (end, &self.role) {
            (None, role) => role.clone(),
            (Some(end), Role::Leg) => return Some(legs(side, end)),
            (Some(End::Front), Role::Foot) => Role::Hand,
            (Some(End::Back), Role::Foot) => Role::Foot,
            (Some(End::Front), _) if self.is_paw => Role::Hand,
            (Some(End::Back), _) if self.is_paw => Role::Foot,
            _ => return None,
        };
        let targets = match side {
            Some(_) => vec![Target::of(PartKey { side, ..PartKey::plain(role.clone()) })],
            None if role.is_paired() => pair(&role),
            None => vec![Target::of(PartKey::plain(role.clone()))],
        };
        Some(Part { role, targets, is_lift: false })
    }
}

/// Legs of a four-legged body by number, back to front, left then right (§2, ruling 8).
fn legs(side: Option<Side>, end: End) -> Part {
    let first = if end == End::Front { 2 } else { 0 };
    let leg = |side: Side| {
        let index = Some(if side == Side::Left { first } else { first + 1 });
        Target {
            angle: PartKey { role: Role::Leg, side: Some(side), index },
            lift: PartKey { role: Role::Leg, side: None, index },
        }
    };
    let targets = match side {
        Some(side) => vec![leg(side)],
        None => vec![leg(Side::Left), leg(Side::Right)],
    };
    Part { role: Role::Leg, targets, is_lift: false }
}
