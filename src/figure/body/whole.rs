//! One view of a figure: its skeleton and its art in one look, ready to pose and draw.
//!
//! Enters: template, view and look. Leaves: a [`Body`]. What a pose cannot change is worked out here, once.
use super::bake::Baker;
use super::edge;
use super::piece::{Outline, Piece};
use super::reshape::Reshape;
use crate::figure::look::Look;
use crate::figure::rig::{self, Bone};
use crate::figure::template::{Blend, Grip, Node, SpotAt, Template, ViewArt, Xy};
use crate::vocabulary::{PartKey, Role, Spot, View};
use kurbo::{Affine, Point};
use std::collections::BTreeMap;

/// The name of the head's outline.
const HEAD: &str = "head";

/// The name of what a part has inside the one that bears it.
const ROOT: &str = "root";

/// One view of a figure, ready to pose and draw.
#[derive(Clone, Debug)]
pub struct Body {
    /// The skeleton, parents first.
    pub bones: Vec<Bone>,
    /// The art of each bone.
    pub art: Vec<Vec<Piece>>,
    /// Whether each bone is the head or hangs on it.
    pub on_head: Vec<bool>,
    /// The head's outline, when its art has one of that name: a hand before it throws shade on it.
    pub head: Option<Outline>,
    /// The points of each foot that can touch the ground, by its bone, units at rest.
    pub soles: Vec<(usize, Vec<Point>)>,
    /// The corners round each hand or claw as it hangs, at rest, units.
    pub palms: Vec<(usize, Vec<Point>)>,
    /// What the build and the stretch make of the face's numbers.
    pub face: Affine,
    /// Drawn mirrored left to right.
    pub mirror: bool,
    /// Which view it is.
    pub view: View,
    /// The profile: a side has no outward.
    pub profile: bool,
    /// Where limbs reach for.
    pub spots: BTreeMap<Spot, SpotAt>,
    /// Which hand pose is drawn when.
    pub grips: Vec<Grip>,
    /// Units the head goes down for each degree of a nod.
    pub nods: f64,
    /// Half the breadth of the ground it stands on, units.
    pub stance: f64,
}

impl Body {
    /// The drawing of `view` in a look.
    pub fn new(template: &Template, view: View, art: &ViewArt, look: &Look) -> Body {
        let shown = |node: &Node| look.shows(&node.when);
        let (bones, nodes): (Vec<Bone>, Vec<&Node>) =
            rig::bones(&art.nodes, template.legs, view, &shown).into_iter().unzip();
        let hips = bones.iter().find(|bone| bone.is(&Role::Leg)).map_or(0.0, |bone| bone.pivot.y);
        let whole = Reshape::new(look.builds.get(&view).map_or(&[], Vec::as_slice), look.stretch, hips);
        let shapes = reshapes(&bones, &whole, view);
        let baker = Baker { template, look, bones: &bones, nodes: &nodes, reshapes: &shapes };
        let pieces: Vec<Vec<Piece>> = (0..bones.len()).map(|bone| baker.node(bone)).collect();
        let head_outline = baker.outline(HEAD);
        let mut bones = bones;
        for (bone, reshape) in bones.iter_mut().zip(&shapes) {
            bone.pivot = reshape.at(bone.pivot);
            if let Some(blend) = &mut bone.blend {
                *blend = Blend { from: Xy(reshape.at(blend.from.0)), to: Xy(reshape.at(blend.to.0)) };
            }
        }
        let head = bones.iter().position(|bone| bone.is(&Role::Head)).and_then(|head| shapes.get(head));
        let face = look.faces.get(&view).map(|face| head.unwrap_or(&whole).near(face.middle()));
        let spot = |(spot, at): (&Spot, &SpotAt)| {
            let bone = bones.iter().position(|bone| bone.key.as_ref() == Some(&at.part));
            let reshape = bone.and_then(|bone| shapes.get(bone)).unwrap_or(&whole);
            (*spot, SpotAt { at: Xy(reshape.at(at.at.0)), ..at.clone() })
        };
        Body {
            face: face.unwrap_or_default(),
            soles: edge::soles(&bones, &pieces),
            palms: edge::palms(&bones, &pieces),
            on_head: on_head(&bones, &nodes),
            head: head_outline,
            spots: art.spots.iter().map(spot).collect(),
            bones,
            art: pieces,
            mirror: art.mirror,
            view,
            profile: view == View::Side,
            grips: art.grips.clone(),
            nods: art.nods,
            stance: whole.at(Point::new(art.stance, 0.0)).x,
        }
    }

    /// The bone of a part.
    pub fn find(&self, key: &PartKey) -> Option<usize> {
        self.bones.iter().position(|bone| bone.key.as_ref() == Some(key))
    }
}

/// The map of each bone's art: the head and all on it about the head's pivot, an arm about its shoulder.
fn reshapes(bones: &[Bone], whole: &Reshape, view: View) -> Vec<Reshape> {
    let mut maps: Vec<Reshape> = Vec::with_capacity(bones.len());
    for bone in bones {
        let above = bone.parent.and_then(|parent| maps.get(parent)).unwrap_or(whole).clone();
        maps.push(match bone.key.as_ref().map(|key| &key.role) {
            Some(Role::Head) => whole.head(bone.pivot, view),
            Some(Role::Arm) => whole.arm(bone.pivot),
            Some(Role::Nose) => above.nose(bone.pivot),
            _ => {
                let heads = bone.bends.iter().filter_map(|&bending| bones.get(bending)).filter(|b| b.is(&Role::Head));
                match heads.filter_map(|head| Some((head.pivot, head.blend?))).next() {
                    Some((pivot, blend)) => above.bent_by_head(pivot, blend),
                    None => above,
                }
            }
        });
    }
    maps
}

/// Which bones are the head or hang on it; its root inside the body is neither.
fn on_head(bones: &[Bone], nodes: &[&Node]) -> Vec<bool> {
    let mut on: Vec<bool> = Vec::with_capacity(bones.len());
    for (bone, node) in bones.iter().zip(nodes) {
        let above = bone.parent.and_then(|parent| on.get(parent)).is_some_and(|above| *above);
        let root = node.art.iter().any(|primitive| primitive.name.as_deref() == Some(ROOT));
        on.push((above || bone.is(&Role::Head)) && !root);
    }
    on
}
