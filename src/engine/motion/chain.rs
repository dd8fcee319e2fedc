//! `chain` (§8.2): a wave that runs down the segments of a tail, an ear, a back.
use super::wave::shaped;
use crate::engine::ids::Slot;
use crate::expression::{Scope, UnknownName, Value};
use crate::program::tree::Wave as Shape;

/// A running chain.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The segments from the root.
    pub slots: Box<[Slot]>,
    /// Its shape.
    pub shape: Shape,
    /// Live: degrees.
    pub amp: Value,
    /// rad/s.
    pub w: f64,
    /// Radians.
    pub phase: f64,
    /// A second, of `dampsin`.
    pub decay: f64,
    /// Seconds each segment is behind the one before.
    pub lag: f64,
    /// Share of the amplitude from one segment to the next.
    pub falloff: f64,
}

impl Chain {
    /// Its contributions at the moment of `scope`: every segment, 0 until the wave has reached it.
    pub fn contribute(&self, scope: &mut Scope, add: &mut impl FnMut(Slot, f64)) -> Result<(), UnknownName> {
        let tl = scope.local;
        let amp = self.amp.eval(scope)?;
        // A running product, not a power: the same bits everywhere (§8.2).
        let mut factor = 1.0;
        for (i, slot) in self.slots.iter().enumerate() {
            let t = if i == 0 { tl } else { tl - i as f64 * self.lag };
            let reached =
                if t < 0.0 { 0.0 } else { amp * factor * shaped(self.shape, self.w * t + self.phase, self.decay, t) };
            add(*slot, reached);
            factor *= self.falloff;
        }
        Ok(())
    }
}
