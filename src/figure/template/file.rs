//! A template file: its views, and what all views share.
//!
//! Enters: JSON. Leaves: [`Template`]. The references in it are looked over by `check`.
use super::art::{Primitive, When};
use super::paint::Tint;
use super::point::Xy;
use crate::figure::face::Face;
use crate::vocabulary::{PartKey, Spot, View};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A body as data.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The word a look names it by.
    pub name: String,
    /// One line for people.
    #[serde(default)]
    pub summary: String,
    /// Drawn where a look names no template, or none that there is, if it has as many legs.
    #[serde(default)]
    pub stands_in: bool,
    /// How many legs it stands on (what `legs` of a cast entry should say).
    pub legs: u32,
    /// Units from the ground to the crown; a placement's height is this.
    #[serde(default = "thousand")]
    pub height: f64,
    /// The view drawn when none is asked for.
    #[serde(deserialize_with = "view_word")]
    pub view: View,
    /// Colour slots with their defaults; one may step from another, or be mixed of two.
    pub colors: BTreeMap<String, Slot>,
    /// Which colour of a palette (`skin coat hair top bottom accent`) a slot takes; empty: `body` the coat, `acc` the accent,
    /// `hair` the hair.
    #[serde(default)]
    pub palette: BTreeMap<String, String>,
    /// Choices a look may make, the default first.
    #[serde(default)]
    pub options: BTreeMap<String, Vec<String>>,
    /// Builds by name.
    #[serde(default)]
    pub shapes: BTreeMap<String, Build>,
    /// What choices of the look change beside the art that says `when`.
    #[serde(default)]
    pub guises: Vec<Guise>,
    /// Art by name, for `use`.
    #[serde(default)]
    pub art: BTreeMap<String, Vec<Primitive>>,
    /// Hand poses by name, for `hand`; `relaxed` is the one at rest.
    #[serde(default)]
    pub hands: BTreeMap<String, Vec<Primitive>>,
    /// The face's numbers in each view that shows one.
    #[serde(default, deserialize_with = "by_view")]
    pub faces: BTreeMap<View, Face>,
    /// The drawings.
    #[serde(deserialize_with = "by_view")]
    pub views: BTreeMap<View, ViewArt>,
}

/// What a choice of the look changes beside the art that says `when`: a fox's jaw is longer than a bear's, and lies elsewhere.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guise {
    /// With which choices.
    #[serde(deserialize_with = "super::art::when")]
    pub when: When,
    /// How the resting body is stretched in some views, before the look's shape stretches it.
    #[serde(default, deserialize_with = "by_view")]
    pub builds: BTreeMap<View, Build>,
    /// The face's numbers in some views, instead of the template's; of two guises the later one's.
    #[serde(default, deserialize_with = "by_view")]
    pub faces: BTreeMap<View, Face>,
}

/// A colour slot's default.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "a colour is `#RRGGBB`, `slot.step`, or [tint, tint, share]")]
pub enum Slot {
    /// A colour, or a step from another slot.
    Tint(Tint),
    /// Two tints and the share of the second, 0..1.
    Mix(Tint, Tint, f64),
}

/// One drawing of the body.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewArt {
    /// Drawn mirrored left to right: a back view is written in the character's own left and right.
    #[serde(default)]
    pub mirror: bool,
    /// Where hands and feet reach for by name, on side 1; mirrored for side −1 unless seen in profile.
    #[serde(default, deserialize_with = "by_spot")]
    pub spots: BTreeMap<Spot, SpotAt>,
    /// Which hand pose is drawn when; the first that fits, else `relaxed`.
    #[serde(default)]
    pub grips: Vec<Grip>,
    /// Half the breadth of the ground the body stands on, units: its contact shadow.
    pub stance: f64,
    /// Units that the head goes down for each degree it, the back and the chest are bent by when a profile is asked for and
    /// this view is drawn instead: the body bows toward the viewer (the language's §8.8). 0: it tips sideways.
    #[serde(default)]
    pub nods: f64,
    /// The roots of the tree.
    pub nodes: Vec<Node>,
}

/// A part of the body: a joint, the art that turns with it, and the parts that hang on it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Which channels turn it: `arm:1`, `torso#0`, `leg:-1#2`; none for art that only needs a depth of its own.
    #[serde(default, deserialize_with = "part_key")]
    pub part: Option<PartKey>,
    /// Shown, with all that hangs on it, only when the look's options are these.
    #[serde(default, deserialize_with = "super::art::when")]
    pub when: When,
    /// The point it turns about, units.
    #[serde(default = "origin")]
    pub pivot: Xy,
    /// Degrees it is turned by at rest.
    #[serde(default)]
    pub rest: f64,
    /// Degrees from rest it can turn.
    #[serde(default)]
    pub limits: Option<Limits>,
    /// Drawn after (+) or before (−) its parent, by this much.
    #[serde(default)]
    pub depth: f64,
    /// When it comes to the front.
    #[serde(default)]
    pub raised: Option<Raised>,
    /// Degrees of its ancestors' turn that it does not follow: a foot stays flat while its leg swings out.
    #[serde(default)]
    pub level: f64,
    /// Degrees from lying flat within which it does lie flat: a sole on the ground.
    #[serde(default)]
    pub flat: f64,
    /// Seen head on, a leg that strides and the arm that swings against it lean toward the viewer and away: the least share of
    /// its length this bone of them is then drawn at. 1: it always turns in the plane of the picture.
    #[serde(default = "one")]
    pub foreshorten: f64,
    /// Units a planted leg comes out of the body at most, so that the body can rise on legs that are straight (figures.md §5).
    #[serde(default)]
    pub slide: f64,
    /// Share of the general channel that a chain's follower adds to its own (figures.md §2).
    #[serde(default)]
    pub curl: f64,
    /// Degrees it turns by for each whole unit of what the face feels (`brow_down`, `cheek` …): ears that go back in anger.
    #[serde(default)]
    pub feels: BTreeMap<String, f64>,
    /// Lies on the far side in profile: everything one shade darker.
    #[serde(default)]
    pub far: bool,
    /// How its turn grows through the art of the nodes that name it in `bends`: a back or a lock of hair bends as one curve.
    #[serde(default)]
    pub blend: Option<Blend>,
    /// Parts whose `blend` bends this node's art.
    #[serde(default)]
    pub bends: Vec<String>,
    /// First painted first.
    #[serde(default)]
    pub art: Vec<Primitive>,
    /// The parts that hang on it.
    #[serde(default)]
    pub nodes: Vec<Node>,
}

/// How far a part can turn, degrees from rest, counter-clockwise positive.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The least.
    pub min: f64,
    /// The most.
    pub max: f64,
}

/// When a limb is drawn at another depth (motion.md, "For the renderer").
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raised {
    /// Degrees it must be turned by.
    pub turn: f64,
    /// Or degrees the next part on it must be bent by.
    pub bend: f64,
    /// Or degrees both are turned toward the body's middle by: an arm that crosses it.
    #[serde(default = "straight_angle")]
    pub cross: f64,
    /// The depth it then has instead.
    pub depth: f64,
}

/// The stretch over which a bend grows from nothing to its whole, units.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blend {
    /// Where it begins.
    pub from: Xy,
    /// Where it is whole.
    pub to: Xy,
}

/// A spot, carried by a part.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpotAt {
    /// Where at rest, units.
    pub at: Xy,
    /// The part it moves with.
    #[serde(deserialize_with = "some_part_key")]
    pub part: PartKey,
    /// Limb ends that cannot get there: `hand` or `foot`.
    #[serde(default)]
    pub beyond: Vec<String>,
}

/// When a hand is drawn in a pose.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grip {
    /// The pose.
    pub pose: String,
    /// While it reaches for this: a spot's word, or `point`.
    #[serde(default)]
    pub reach: Option<String>,
    /// While the forearm points this way: degrees from straight down, outward (forward in profile) positive, least and most;
    /// the most may lie beyond 180.
    #[serde(default)]
    pub forearm: Option<[f64; 2]>,
}

/// A build: how the resting body is stretched. Every point and pivot goes through it, so nothing comes apart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Breadth factors by height, `[y, factor]`, y rising; between them it runs smoothly.
    #[serde(default)]
    pub breadth: Vec<Xy>,
    /// New heights by height, `[y, y']`, both rising; between them it runs straight.
    #[serde(default)]
    pub heights: Vec<Xy>,
    /// Factor on the widths of limbs.
    #[serde(default = "one")]
    pub limbs: f64,
    /// Factor on the head about its pivot.
    #[serde(default = "one")]
    pub head: f64,
    /// The muzzle in profile: new x by x on the head as drawn, `[x, x']`, both rising; between them it runs straight, beyond
    /// them it moves along.
    #[serde(default)]
    pub muzzle: Vec<Xy>,
    /// Units by which the head is carried from where the rest of the build puts it: low and forward, or on a long neck.
    #[serde(default = "origin")]
    pub carry: Xy,
}

impl Default for Build {
    fn default() -> Self {
        let (breadth, heights, muzzle) = (Vec::new(), Vec::new(), Vec::new());
        Build { breadth, heights, limbs: 1.0, head: 1.0, muzzle, carry: origin() }
    }
}

fn straight_angle() -> f64 {
    180.0
}

fn thousand() -> f64 {
    1000.0
}

fn one() -> f64 {
    1.0
}

fn origin() -> Xy {
    Xy(kurbo::Point::ZERO)
}

fn view_word<'de, D: Deserializer<'de>>(d: D) -> Result<View, D::Error> {
    let word = String::deserialize(d)?;
    View::parse(&word).ok_or_else(|| D::Error::custom(format!("`{word}` is not a view: front, side or back")))
}

fn by_view<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<BTreeMap<View, T>, D::Error> {
    let named = BTreeMap::<String, T>::deserialize(d)?;
    let keyed = named.into_iter().map(|(word, art)| match View::parse(&word) {
        Some(view) => Ok((view, art)),
        None => Err(D::Error::custom(format!("`{word}` is not a view: front, side or back"))),
    });
    keyed.collect()
}

fn by_spot<'de, D: Deserializer<'de>>(d: D) -> Result<BTreeMap<Spot, SpotAt>, D::Error> {
    let named = BTreeMap::<String, SpotAt>::deserialize(d)?;
    let keyed = named.into_iter().map(|(word, at)| match Spot::parse(&word) {
        Some(spot) => Ok((spot, at)),
        None => Err(D::Error::custom(format!("`{word}` is not a spot: hip, head, chest or mouth"))),
    });
    keyed.collect()
}

fn some_part_key<'de, D: Deserializer<'de>>(d: D) -> Result<PartKey, D::Error> {
    let text = String::deserialize(d)?;
    PartKey::parse(&text)
        .ok_or_else(|| D::Error::custom(format!("`{text}` is not a part: role[:side][#index], as arm:-1 or tail#2")))
}

fn part_key<'de, D: Deserializer<'de>>(d: D) -> Result<Option<PartKey>, D::Error> {
    some_part_key(d).map(Some)
}
