//! A bow seen from the front: a body that has no profile bends toward the viewer (the language's §8.8).
//!
//! Enters: a posed skeleton that was meant for the profile. Leaves: the same with the bend of back, chest and head turned into
//! a nod. Knows no view.
use super::bone::Bone;
use super::posed::Posed;
use crate::vocabulary::Role;

/// What is left of the sideways tilt (tuned by eye: a nod is not quite straight).
const TILT: f64 = 0.2;
/// How far the wings' or arms' roots go down with the head.
const SHOULDERS: f64 = 0.4;

/// Turns bends into a nod: `per_degree` units down for each degree; 0 leaves the pose as it is.
pub fn nod(bones: &[Bone], posed: &mut Posed, per_degree: f64) {
    if per_degree == 0.0 {
        return;
    }
    let bends = |bone: &Bone| bone.is(&Role::Torso) || bone.is(&Role::Head);
    let mut down = 0.0;
    for (bone, angle) in bones.iter().zip(&mut posed.angles).filter(|(bone, _)| bends(bone)) {
        down += (1.0 - TILT) * bone.within(*angle);
        *angle *= TILT;
    }
    let down = per_degree * down.abs();
    for (bone, lift) in bones.iter().zip(&mut posed.lifts) {
        if bone.is(&Role::Head) {
            *lift -= down;
        } else if bone.is(&Role::Wing) && bone.key.as_ref().is_some_and(|key| key.index.unwrap_or(0) == 0)
            || bone.is(&Role::Arm)
        {
            *lift -= SHOULDERS * down;
        }
    }
    posed.forward(bones);
}
