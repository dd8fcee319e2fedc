//! Forward kinematics: the frame of every bone in a pose.
//!
//! Enters: bones and a pose. Leaves: [`Posed`], in the figure's own frame (template units, y up, before `sx sy rot dx dy` and
//! the facing). Never draws; solvers change `angles` and call [`Posed::forward`] again.
use super::bone::Bone;
use crate::frame::Pose;
use crate::maths::rotate_about;
use kurbo::{Affine, Point, Vec2};

/// A skeleton in a pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// Degrees from rest by bone, within its limits.
    pub angles: Vec<f64>,
    /// Units upward by bone.
    pub lifts: Vec<f64>,
    /// Degrees each bone is turned by further, beyond its angle and its flatness: a foot that rolls onto its toes.
    pub rolls: Vec<f64>,
    /// Degrees each bone is turned by altogether.
    pub turns: Vec<f64>,
    /// Degrees the whole figure is turned by (`rot`): what lies flat allows for it.
    pub tilt: f64,
    /// From the resting body to the posed one, by bone.
    pub frames: Vec<Affine>,
}

impl Posed {
    /// The bones in `pose`; `pixel` is how many units a 1080p pixel is.
    pub fn new(bones: &[Bone], pose: &Pose, pixel: f64) -> Posed {
        let n = bones.len();
        let mut posed = Posed {
            angles: bones.iter().map(|bone| bone.within(finite(bone.reads.angle(pose)))).collect(),
            lifts: bones.iter().map(|bone| finite(bone.reads.lift(pose) * pixel)).collect(),
            rolls: vec![0.0; n],
            turns: vec![0.0; n],
            tilt: finite(pose.rot),
            frames: vec![Affine::IDENTITY; n],
        };
        posed.forward(bones);
        posed
    }

    /// Turns the parts that answer what the face feels, within their limits; `unit` gives how much of a unit it feels.
    pub fn feel(&mut self, bones: &[Bone], unit: &dyn Fn(&str) -> f64) {
        for (angle, bone) in self.angles.iter_mut().zip(bones).filter(|(_, bone)| !bone.feels.is_empty()) {
            let felt: f64 = bone.feels.iter().map(|(name, degrees)| degrees * unit(name)).sum();
            *angle = bone.within(*angle + finite(felt));
        }
        self.forward(bones);
    }

    /// The frames that follow from the angles. A parent comes before its children.
    pub fn forward(&mut self, bones: &[Bone]) {
        for (i, bone) in bones.iter().enumerate() {
            let (above, above_turn) = bone.parent.map_or((Affine::IDENTITY, 0.0), |p| (self.frames[p], self.turns[p]));
            let level = (above_turn + self.tilt).clamp(-bone.level, bone.level);
            let mut turn = bone.rest + self.angles[i] - level;
            turn += self.rolls[i] - flattened(above_turn + turn + self.tilt, bone.flat);
            let lift = Affine::translate(Vec2::new(0.0, self.lifts[i]));
            self.turns[i] = above_turn + turn;
            self.frames[i] = lift * above * rotate_about(turn, bone.pivot);
        }
    }

    /// Where the pivot of bone `i` lies.
    pub fn joint(&self, bones: &[Bone], i: usize) -> Point {
        match (self.frames.get(i), bones.get(i)) {
            (Some(&frame), Some(bone)) => frame * bone.pivot,
            _ => Point::ZERO,
        }
    }
}

/// What is taken from a turn that is nearly flat: all of it within `flat` degrees, nothing from three times as many on.
fn flattened(turn: f64, flat: f64) -> f64 {
    let left = if turn.abs() < 3.0 * flat { 1.5 * (turn.abs() - flat).max(0.0) } else { turn.abs() };
    (turn.abs() - left) * if turn < 0.0 { -1.0 } else { 1.0 }
}

fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}
