//! Which bone is drawn before which.
//!
//! Enters: bones in a pose. Leaves: their order, back to front. Never draws.
use super::bone::Bone;
use super::posed::Posed;
use crate::figure::template::Raised;

/// The depth of every bone: the sum down the tree, with raised limbs at their other depth (motion.md, "For the renderer").
/// `reaching` are the roots of the limbs that reach, each with whether it comes before the body (else behind it): they count
/// as raised (the language's §8.1).
pub fn depths(bones: &[Bone], posed: &Posed, reaching: &[(usize, bool)]) -> Vec<f64> {
    let mut depths: Vec<f64> = Vec::with_capacity(bones.len());
    for (i, bone) in bones.iter().enumerate() {
        let above = bone.parent.map_or(0.0, |p| depths[p]);
        let reaches = reaching.iter().find(|(root, _)| *root == i).map(|(_, before)| *before);
        let own = bone.raised.and_then(|raised| match reaches {
            Some(true) => Some(raised.depth.abs()),
            Some(false) => Some(-raised.depth.abs()),
            None => is_raised(bones, posed, i, &raised).then_some(raised.depth),
        });
        depths.push(above + own.unwrap_or(bone.depth));
    }
    depths
}

fn is_raised(bones: &[Bone], posed: &Posed, i: usize, raised: &Raised) -> bool {
    let side = bones[i].key.as_ref().and_then(|key| key.side).map_or(0.0, |side| side.sign());
    let own = posed.angles[i];
    let mut below = bones.iter().zip(&posed.angles).filter(|(bone, _)| bone.parent == Some(i) && bone.key.is_some());
    own.abs() > raised.turn || below.any(|(_, bent)| bent.abs() > raised.bend || -side * (own + bent) > raised.cross)
}

/// The bones' numbers from the farthest to the nearest; at one depth in the order of the tree.
pub fn order(depths: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..depths.len()).collect();
    order.sort_by(|&a, &b| depths[a].total_cmp(&depths[b]));
    order
}
