//! Fades (an extension): a colour over the picture. It glides like a placement; a new scene comes out of it by itself.
use super::camera::part_way;
use super::record::RecordKind;
use super::state::Gliding;
use super::{Underway, wait_out};
use crate::engine::error::Fault;
use crate::engine::glide::{Glide, span};
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::frame;
use crate::maths::{Ease, lerp};

/// The colour over the picture.
#[derive(Clone, Debug)]
pub struct Fade {
    from: [u8; 3],
    to: [u8; 3],
    /// From the one colour to the other.
    turn: Glide,
    /// How much of it lies on the picture.
    amount: Glide,
    /// How long it took to come, seconds: so long it takes to go at a new scene.
    over: f64,
}

impl Default for Fade {
    /// Nothing.
    fn default() -> Self {
        let still = |value| Glide::still(value, 0);
        Self { from: [0; 3], to: [0; 3], turn: still(1.0), amount: still(0.0), over: 0.0 }
    }
}

impl Fade {
    fn color(&self, t: f64) -> [u8; 3] {
        let share = self.turn.at(t).clamp(0.0, 1.0);
        let mixed = |i: usize| lerp(f64::from(self.from[i]), f64::from(self.to[i]), share).round() as u8;
        [0, 1, 2].map(mixed)
    }

    /// What of it shows at `t`.
    pub fn at(&self, t: f64) -> Option<frame::Fade> {
        let amount = self.amount.at(t).clamp(0.0, 1.0);
        (amount > 0.0).then(|| frame::Fade { color: self.color(t), amount })
    }
}

/// The `fade` block; without a colour it goes.
///
/// # Errors
/// When a value names something unknown.
pub fn fade(state: &mut State, id: ThreadId, to: Option<[u8; 3]>, glide: (&Value, Ease)) -> Result<Flow, Fault> {
    let (over, ease) = (span(read(state, id, glide.0)?), glide.1);
    let (stamp, now, depth) = (state.serial(), state.now, state.ready.len());
    let Some(director) = &mut state.director else { return Ok(Flow::Next) };
    let fade = &mut director.fade;
    let (amount, seen) = (fade.amount.at(now).clamp(0.0, 1.0), fade.color(now));
    fade.amount = Glide::new(amount, f64::from(u8::from(to.is_some())), now, over, ease, stamp);
    if let Some(to) = to {
        // Where nothing shows there is no colour to come from.
        fade.from = if amount > 0.0 { seen } else { to };
        (fade.to, fade.turn, fade.over) = (to, Glide::new(0.0, 1.0, now, over, ease, stamp), over);
    }
    let record = director.record(now, over, || RecordKind::Fade { to });
    Ok(wait_out(state, id, Underway::Fade(Gliding { stamp, start: now, over, record }), over, depth))
}

/// The fade's glide ends: at its time it has landed, before it freezes.
pub fn finish(state: &mut State, glide: &Gliding) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    if now < glide.start + glide.over {
        director.fade.amount.freeze(now, glide.stamp);
        director.fade.turn.freeze(now, glide.stamp);
        part_way(director, glide, "the fade was cut off and froze", now);
    }
}

/// A new scene: what lies on the picture goes in the time it took to come.
pub fn come_back(fade: &mut Fade, now: f64, stamp: u64) {
    let amount = fade.amount.at(now).clamp(0.0, 1.0);
    fade.turn = Glide::still(1.0, stamp);
    fade.amount = Glide::new(amount, 0.0, now, fade.over, Ease::Smooth, stamp);
}
