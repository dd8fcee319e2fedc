//! A bone: one node of a view's tree, flat.
//!
//! Enters: a template's nodes. Leaves: bones in tree order, each after its parent. Carries no art.
use super::reads::{Around, Reads};
use crate::figure::template::{Blend, Limits, Node, Raised};
use crate::vocabulary::{PartKey, Role, View};
use kurbo::Point;

/// A joint of the skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// The part it is; `None` for art that only has a depth of its own.
    pub key: Option<PartKey>,
    /// Its parent's number, smaller than its own.
    pub parent: Option<usize>,
    /// The point it turns about, units at rest.
    pub pivot: Point,
    /// Degrees it is turned by at rest.
    pub rest: f64,
    /// Degrees from rest it can turn.
    pub limits: Option<Limits>,
    /// Degrees of its ancestors' turn that it does not follow.
    pub level: f64,
    /// Degrees from lying flat within which it does.
    pub flat: f64,
    /// The least share of its length it is drawn at while it leans toward the viewer; 1 it never leans.
    pub foreshorten: f64,
    /// Units a planted leg comes out of the body at most.
    pub slide: f64,
    /// Drawn after (+) or before (−) its parent.
    pub depth: f64,
    /// When it comes to the front.
    pub raised: Option<Raised>,
    /// How its turn grows through the art that it bends.
    pub blend: Option<Blend>,
    /// The numbers of the bones that bend its art.
    pub bends: Vec<usize>,
    /// One shade darker.
    pub far: bool,
    /// Degrees for each whole unit of what the face feels.
    pub feels: Vec<(String, f64)>,
    /// The channels that turn and lift it.
    pub reads: Reads,
}

impl Bone {
    /// The angle held within the limits.
    pub fn within(&self, angle: f64) -> f64 {
        self.limits.map_or(angle, |limits| angle.max(limits.min).min(limits.max))
    }

    /// True for a part of this role.
    pub fn is(&self, role: &Role) -> bool {
        self.key.as_ref().is_some_and(|key| key.role == *role)
    }
}

/// The nodes of a tree that `shown` says are there, in painting order of the file, each with its bone.
pub fn bones<'a>(nodes: &'a [Node], legs: u32, view: View, shown: &dyn Fn(&Node) -> bool) -> Vec<(Bone, &'a Node)> {
    let mut flat = Vec::new();
    nodes.iter().for_each(|node| flatten(node, None, false, shown, &mut flat));
    let place =
        |part: &String| flat.iter().position(|(bone, _)| bone.key == PartKey::parse(part) && bone.key.is_some());
    let bends: Vec<Vec<usize>> = flat.iter().map(|(_, node)| node.bends.iter().filter_map(place).collect()).collect();
    for ((bone, _), bends) in flat.iter_mut().zip(bends) {
        bone.bends = bends;
    }
    let keys: Vec<PartKey> = flat.iter().filter_map(|(bone, _)| bone.key.clone()).collect();
    for (bone, node) in &mut flat {
        let Some(key) = &bone.key else { continue };
        let around = Around {
            hands: (legs >= 4).then_some(legs / 2 * 2).map(|paired| paired - 2),
            profile: view == View::Side,
            follower: key
                .index
                .is_some_and(|i| i > 0 && keys.iter().any(|k| is_segment(k, key, |other| other + 1 == i))),
            last: !keys.iter().any(|k| is_segment(k, key, |other| other > key.index.unwrap_or(0))),
            curl: node.curl,
        };
        bone.reads = Reads::of(key, around);
    }
    flat
}

/// True when `other` is a segment of `key`'s chain and its number is such.
fn is_segment(other: &PartKey, key: &PartKey, such: impl Fn(u32) -> bool) -> bool {
    let numbers_legs = matches!(key.role, Role::Leg | Role::Shin | Role::Foot);
    !numbers_legs && other.role == key.role && other.side == key.side && such(other.index.unwrap_or(0))
}

fn flatten<'a>(
    node: &'a Node,
    parent: Option<usize>,
    far: bool,
    shown: &dyn Fn(&Node) -> bool,
    flat: &mut Vec<(Bone, &'a Node)>,
) {
    if !shown(node) {
        return;
    }
    let here = flat.len();
    let far = far || node.far;
    let bone = Bone {
        key: node.part.clone(),
        parent,
        pivot: node.pivot.0,
        rest: node.rest,
        limits: node.limits,
        level: node.level.abs(),
        flat: node.flat.abs(),
        foreshorten: node.foreshorten,
        slide: node.slide.max(0.0),
        depth: node.depth,
        raised: node.raised,
        blend: node.blend,
        bends: Vec::new(),
        far,
        feels: node.feels.iter().map(|(unit, degrees)| (unit.clone(), *degrees)).collect(),
        reads: Reads::default(),
    };
    flat.push((bone, node));
    node.nodes.iter().for_each(|child| flatten(child, Some(here), far, shown, flat));
}
