//! Bubbles: who is seen and how large the words are enter; where the bubble hangs and its outline, the tail to the mouth in it,
//! leave. A place follows from where people stand, not from what they do there: a bubble does not tremble with its speaker.
use super::said::smooth;
use crate::stage::layout::Layout;
use kurbo::{Affine, BezPath, Point, Rect, Vec2};
use std::sync::Arc;

/// Somebody on the stage, pixels of the frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The cast id.
    pub id: Arc<str>,
    /// The middle of the mouth, as drawn.
    pub mouth: Point,
    /// What eyes, brows, cheeks and mouth cover, as drawn; empty when it shows no face.
    pub face: Rect,
    /// Where the head is when nothing is acted, with all that hangs on it.
    pub head: Rect,
}

impl Seen {
    /// The same through a camera.
    pub fn through(&self, camera: Affine) -> Self {
        Self {
            id: Arc::clone(&self.id),
            mouth: camera * self.mouth,
            face: camera.transform_rect_bbox(self.face),
            head: camera.transform_rect_bbox(self.head),
        }
    }
}

/// Measures in 1080p pixels, tuned by eye.
/// Between a head and the bubble over it: room for the tail.
const OVER_HEAD: f64 = 34.0;
/// Between a bubble and another head, or another bubble.
const APART: f64 = 12.0;
/// From how far a bubble gives way to a head that it would touch, and to another bubble.
pub(super) const GIVES_WAY: (f64, f64) = (140.0, 50.0);
/// From how far it leans away from others, and across how little it changes sides as one walks past.
const LEANS: (f64, f64) = (900.0, 120.0);
/// How far it leans, share of its width: its speaker stays under it.
const LEAN: f64 = 0.3;
/// Half of the tail's width at the bubble.
const TAIL: f64 = 17.0;
/// A shorter tail is none; a longer one ends on the way.
const LONG: (f64, f64) = (10.0, 130.0);
/// The largest radius of the corners.
const ROUND: f64 = 34.0;
/// From the frame's edge, share of its width and height: the safe area for graphics of EBU R 95.
const SAFE: f64 = 0.035;
/// How far a tail reaches into the head, share of the way to the mouth: it points at the mouth and hides no face.
const INTO_HEAD: f64 = 0.3;

/// Between a bubble and the head that it stands beside.
const BESIDE_HEAD: f64 = 26.0;
/// How far down the head the foot of a bubble beside it is, share of the head's height: above the mouth, for the tail's sake.
const BROW: f64 = 0.2;
/// How far from the frame's edge the tail of somebody outside ends.
const EDGE: f64 = 14.0;
/// A mouth so far from the middle of its head, share of the head's width, says where it faces.
const FACES: f64 = 0.1;

/// Where a line's bubble is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hang {
    /// Over its speaker.
    Over,
    /// Left of its head.
    Left,
    /// Right of its head.
    Right,
    /// At the frame's foot.
    Foot,
}

/// The part of the frame that bubbles keep to.
fn safe(layout: &Layout) -> Rect {
    let (w, h) = (layout.width, layout.height);
    Rect::new(w * SAFE, h * SAFE, w * (1.0 - SAFE), h * (1.0 - SAFE))
}

/// Where a bubble of `size` hangs over its speaker, higher over whoever stands beside.
pub(super) fn over(speaker: &Seen, seen: &[Seen], size: (f64, f64), layout: &Layout) -> Rect {
    let (unit, safe, (w, h)) = (layout.unit(), safe(layout), size);
    let others = || seen.iter().filter(|other| other.id != speaker.id);
    let middle = speaker.head.center().x;
    let lean: f64 = others().map(|other| lean((other.head.center().x - middle) / unit)).sum();
    let left = (middle - w / 2.0 + lean.clamp(-LEAN, LEAN) * w).min(safe.x1 - w).max(safe.x0);
    let foot = speaker.head.y0 - OVER_HEAD * unit;
    let rect = Rect::new(left, foot - h, left + w, foot);
    others().fold(rect, |rect, other| lifted(rect, other.head, 1.0, GIVES_WAY.0 * unit, unit))
}

/// Where a bubble of `size` stands beside its speaker's head, as far up as the frame lets it.
pub(super) fn beside(speaker: &Seen, is_right: bool, (w, h): (f64, f64), layout: &Layout) -> Rect {
    let (head, gap) = (speaker.head, BESIDE_HEAD * layout.unit());
    let left = if is_right { head.x1 + gap } else { head.x0 - gap - w };
    let top = (head.y0 + BROW * head.height() - h).max(safe(layout).y0);
    Rect::new(left, top, left + w, top + h)
}

/// The side of its head that a speaker's bubble goes to first: before its face, else where the frame has more room.
pub(super) fn first_side(speaker: &Seen, layout: &Layout) -> Hang {
    let middle = speaker.head.center().x;
    let faces = (speaker.mouth.x - middle) / speaker.head.width().max(1.0);
    let is_right = if faces.abs() > FACES { faces > 0.0 } else { middle < layout.width / 2.0 };
    if is_right { Hang::Right } else { Hang::Left }
}

/// A bubble moved into the frame, as little as need be.
pub(super) fn held(rect: Rect, layout: &Layout) -> Rect {
    let (safe, Rect { x0, y0, .. }) = (safe(layout), rect);
    let x = x0.min(safe.x1 - rect.width()).max(safe.x0);
    let y = y0.min(safe.y1 - rect.height()).max(safe.y0);
    rect + Vec2::new(x - x0, y - y0)
}

/// How far a bubble leans away from somebody who stands so far to the right of its speaker, 1080p pixels; share of its width.
fn lean(apart: f64) -> f64 {
    let (far, side) = LEANS;
    -LEAN * (apart / side).clamp(-1.0, 1.0) * smooth((far - apart.abs()) / far)
}

/// A bubble lifted over `other` where they would touch, by the share `by` of it; from nearer than `gives` it begins to.
pub(super) fn lifted(rect: Rect, other: Rect, by: f64, gives: f64, unit: f64) -> Rect {
    let other = other.inflate(APART * unit, APART * unit);
    // It is over the other when they would touch, and begins to rise before.
    let beside = rect.x1.min(other.x1) - rect.x0.max(other.x0) + gives;
    let below = other.y1 - rect.y0 + gives;
    let share = smooth(beside / gives) * smooth(below / gives);
    let lift = (rect.y1 - other.y0).max(0.0) * share * by;
    rect - Vec2::new(0.0, lift)
}

/// True when a bubble at `rect` keeps to the frame and hides nobody's head.
pub(super) fn is_good(rect: Rect, seen: &[Seen], layout: &Layout) -> bool {
    let covers = |seen: &Seen| {
        let both = rect.intersect(seen.head);
        both.width() > 1.0 && both.height() > 1.0
    };
    // A bubble wider than the frame is over its speaker all the same.
    let safe = safe(layout);
    let is_across = rect.width() > safe.width() || (rect.x0 >= safe.x0 - 1e-6 && rect.x1 <= safe.x1 + 1e-6);
    rect.y0 >= safe.y0 && rect.y1 <= layout.height && is_across && !seen.iter().any(covers)
}

/// The outline of a bubble, its tail reaching for the speaker's mouth.
pub(super) fn outline(rect: Rect, speaker: Option<&Seen>, layout: &Layout) -> BezPath {
    let unit = layout.unit();
    let radius = (ROUND * unit).min(rect.height() / 2.0).min(rect.width() / 2.0);
    let tail = speaker.and_then(|speaker| tail(rect, radius, speaker, layout));
    let (Rect { x0, y0, x1, y1 }, k) = (rect, radius * (1.0 - QUARTER));
    let mut path = BezPath::new();
    path.move_to((x0 + radius, y0));
    if let Some(tail) = tail.filter(|tail| tail.tip.y < y0) {
        tail.draw(&mut path, y0, 1.0);
    }
    path.line_to((x1 - radius, y0));
    path.curve_to((x1 - k, y0), (x1, y0 + k), (x1, y0 + radius));
    path.line_to((x1, y1 - radius));
    path.curve_to((x1, y1 - k), (x1 - k, y1), (x1 - radius, y1));
    if let Some(tail) = tail.filter(|tail| tail.tip.y > y1) {
        tail.draw(&mut path, y1, -1.0);
    }
    path.line_to((x0 + radius, y1));
    path.curve_to((x0 + k, y1), (x0, y1 - k), (x0, y1 - radius));
    path.line_to((x0, y0 + radius));
    path.curve_to((x0, y0 + k), (x0 + k, y0), (x0 + radius, y0));
    path.close_path();
    path
}

/// How far a quarter circle's handles reach, share of the radius: the cubic closest to the arc.
const QUARTER: f64 = 0.552_284_749_8;

#[derive(Clone, Copy, Debug)]
struct Tail {
    /// The middle of its root on the bubble's edge.
    root: f64,
    /// Half of its width there.
    half: f64,
    tip: Point,
}

impl Tail {
    /// Adds it at the edge `y`, which is drawn to the right (1) or to the left (−1).
    fn draw(&self, path: &mut BezPath, y: f64, along: f64) {
        let (from, to) = (self.root - self.half * along, self.root + self.half * along);
        // It leaves the bubble straight, then bends to where it points.
        let bend = |x: f64| Point::new(x + (self.tip.x - x) * 0.25, y + (self.tip.y - y) * 0.6);
        path.line_to((from, y));
        path.quad_to(bend(from), self.tip);
        path.quad_to(bend(to), Point::new(to, y));
    }
}

/// The tail from a bubble towards the mouth, or the frame's edge nearest to it; none where there is no room for one.
fn tail(rect: Rect, radius: f64, speaker: &Seen, layout: &Layout) -> Option<Tail> {
    let unit = layout.unit();
    let edge = EDGE * unit;
    let within = |at: f64, side: f64| at.min(side - edge).max(edge);
    let mouth = Point::new(within(speaker.mouth.x, layout.width), within(speaker.mouth.y, layout.height));
    let half = (TAIL * unit).min(rect.width() / 2.0 - radius);
    let (first, last) = (rect.x0 + radius + half, rect.x1 - radius - half);
    let y = if mouth.y > rect.y1 { rect.y1 } else { rect.y0 };
    let root = mouth.x.min(last).max(first);
    let from = Point::new(root, y);
    let way = mouth - from;
    let outward = if y == rect.y1 { way.y > 0.0 } else { way.y < 0.0 };
    let (shortest, longest) = (LONG.0 * unit, LONG.1 * unit);
    let reached = way * reach(from, way, speaker);
    let long = reached.hypot();
    let tip = from + reached * (longest / long.max(1e-9)).min(1.0);
    (half > 1.0 && first <= last && outward && long > shortest).then_some(Tail { root, half, tip })
}

/// The share of the way to the mouth that a tail goes: a little into the head, and not into the face.
fn reach(from: Point, way: Vec2, speaker: &Seen) -> f64 {
    let to_head = enters(from, way, speaker.head);
    let to_face = if speaker.face.area() > 0.0 { enters(from, way, speaker.face) } else { 1.0 };
    (to_head + (1.0 - to_head) * INTO_HEAD).min(to_face).clamp(0.0, 1.0)
}

/// The share of the way from a point at which it enters a rectangle; 1 when it does not.
fn enters(from: Point, way: Vec2, rect: Rect) -> f64 {
    let slab = |at: f64, step: f64, low: f64, high: f64| match step {
        0.0 if at < low || at > high => (1.0, 0.0),
        0.0 => (0.0, 1.0),
        _ => {
            let (a, b) = ((low - at) / step, (high - at) / step);
            (a.min(b), a.max(b))
        }
    };
    let (x, y) = (slab(from.x, way.x, rect.x0, rect.x1), slab(from.y, way.y, rect.y0, rect.y1));
    let (enter, leave) = (x.0.max(y.0).max(0.0), x.1.min(y.1).min(1.0));
    if enter <= leave { enter } else { 1.0 }
}
