//! Where a character's head is while nothing is acted: a figure enters once, then its place in a frame; what captions mind of it
//! leaves.
use super::caption::Seen;
use crate::figure::{self, Acting, Drawn, Figure, Place};
use crate::frame::Pose;
use kurbo::{Point, Rect, Vec2};
use std::sync::Arc;

/// A pose may move the body so far, 1080p pixels, before the place of its head follows: it breathes, trembles and bobs less.
const CALM: f64 = 40.0;

/// The head of a figure at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portrait {
    /// Template units from the feet, x to where it faces, y down.
    head: Rect,
}

impl Portrait {
    /// The one of a figure.
    pub fn new(figure: &Figure) -> Self {
        let place =
            Place { feet: Point::ZERO, unit: 1.0, pose_unit: 1.0, facing: 1.0, stage_height: 2.0 * figure.height };
        let Drawn { head, .. } = figure::draw(figure, &Acting::of(&Pose::default()), &place, &mut Vec::new());
        Self { head }
    }

    /// A character that stands at `place`, acts `pose` and is drawn so.
    pub fn seen(&self, id: &Arc<str>, place: &Place, pose: &Pose, drawn: &Drawn) -> Seen {
        let Rect { x0, y0, x1, y1 } = self.head;
        let (scale, turn) = (place.unit, place.unit * place.facing);
        let moved = Vec2::new(calm(pose.dx) * place.facing, calm(pose.dy)) * place.pose_unit;
        let at = place.feet + moved;
        let corner = |x: f64, y: f64| at + Vec2::new(x * turn, y * scale);
        Seen {
            id: Arc::clone(id),
            mouth: drawn.mouth,
            face: drawn.face,
            head: Rect::from_points(corner(x0, y0), corner(x1, y1)),
        }
    }
}

/// What of a move is more than calm.
fn calm(by: f64) -> f64 {
    let by = if by.is_finite() { by } else { 0.0 };
    by - by.clamp(-CALM, CALM)
}
