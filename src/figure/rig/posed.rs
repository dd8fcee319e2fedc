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
    /// Units by which planted legs have come out of the body, by bone.
    pub slides: Vec<f64>,
    /// What leaning toward the viewer or away makes of a resting bone and its art, by bone: shorter along the bone, or nearer as
    /// a whole; the pivot stays.
    pub leans: Vec<Option<Affine>>,
    /// Units by which leaning legs leave the lowest sole above (negative: below) where it would be.
    pub sunk: f64,
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
            slides: vec![0.0; n],
            leans: vec![None; n],
            sunk: 0.0,
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
            let above_turn = bone.parent.map_or(0.0, |p| self.turns[p]);
            let above = bone.parent.map_or(Affine::IDENTITY, |p| self.carries(p, bone));
            let level = (above_turn + self.tilt).clamp(-bone.level, bone.level);
            let mut turn = bone.rest + self.angles[i] - level;
            turn += self.rolls[i] - flattened(above_turn + turn + self.tilt, bone.flat);
            let lift = Affine::translate(Vec2::new(0.0, self.lifts[i] - self.slides[i]));
            self.turns[i] = above_turn + turn;
            let turned = lift * above * rotate_about(turn, bone.pivot);
            self.frames[i] = self.leans[i].map_or(turned, |lean| turned * lean);
        }
    }

    /// The frame in which bone `parent` carries `child`: a part keeps its size on a bone that leans, art alone does not.
    fn carries(&self, parent: usize, child: &Bone) -> Affine {
        let frame = self.frames[parent];
        match self.leans[parent] {
            Some(lean) if child.key.is_some() => {
                let whole = frame * lean.inverse();
                Affine::translate(frame * child.pivot - whole * child.pivot) * whole
            }
            _ => frame,
        }
    }

    /// The same with no bone leaning; `None` when none does.
    pub fn upright(&self, bones: &[Bone]) -> Option<Posed> {
        self.leans.iter().any(Option::is_some).then(|| {
            let mut upright = Posed { leans: vec![None; bones.len()], ..self.clone() };
            upright.forward(bones);
            upright
        })
    }

    /// Takes a share 0..1 of its lean from a bone.
    pub fn set_upright(&mut self, bone: usize, share: f64) {
        if let Some(Some(lean)) = self.leans.get_mut(bone) {
            let (from, to) = (lean.as_coeffs(), Affine::IDENTITY.as_coeffs());
            *lean = Affine::new(std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share));
        }
    }

    /// The way from the pivot of bone `from` to that of bone `to` on it, at rest, as long as it is drawn.
    pub fn drawn(&self, bones: &[Bone], from: usize, to: usize) -> Vec2 {
        let (Some(a), Some(b)) = (bones.get(from), bones.get(to)) else { return Vec2::ZERO };
        let lean = self.leans.get(from).copied().flatten().unwrap_or_default();
        lean * b.pivot - lean * a.pivot
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
