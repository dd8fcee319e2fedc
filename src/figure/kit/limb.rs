//! Joints and widths in, the tapered outline of a limb out: one curve round the whole run, so that a knee bends without a
//! seam (style.md §2). Never a part of a limb alone.
use super::curve::{Knot, blob, distance, ellipse, lerp, samples, unit};
use crate::maths::{acos, sin_cos};
use kurbo::{BezPath, Point, Shape, Vec2};

/// A handle's share of the chord along a limb's outline, whose points are close together (lib.py).
const HANDLE: f64 = 0.34;
/// Steps in which a joint is eased (lib.py).
const JOINT_STEPS: usize = 7;
/// A straight is filled with a point every so often, as a share of the limb's length (30 of a person's leg of 330).
const STRAIGHT: f64 = 0.09;

/// A centre line with its full width at each point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The line.
    pub points: Vec<Point>,
    /// As many full widths.
    pub widths: Vec<f64>,
}

impl Run {
    fn push(&mut self, point: Point, width: f64) {
        self.points.push(point);
        self.widths.push(width);
    }

    /// How far along each point lies, shares of the whole length.
    fn ways(&self) -> Vec<f64> {
        let mut way = 0.0;
        let mut ways = vec![0.0; self.points.len()];
        for (i, pair) in self.points.windows(2).enumerate() {
            way += distance(pair[0], pair[1]);
            ways[i + 1] = way;
        }
        let whole = if way > 0.0 { way } else { 1.0 };
        ways.iter().map(|at| at / whole).collect()
    }

    /// Unit normals, 90° counter-clockwise of the way in a y-up frame.
    fn normals(&self) -> Vec<Vec2> {
        let last = self.points.len().saturating_sub(1);
        (0..self.points.len())
            .map(|i| {
                let way = unit(self.points[(i + 1).min(last)] - self.points[i.saturating_sub(1)]);
                Vec2::new(-way.y, way.x)
            })
            .collect()
    }
}

/// The centre line through `joints`: each inner joint is eased over `share` of its shorter bone by a quadratic, the widths
/// with it, and straights are filled in. `joints` and `widths` beyond the shorter of the two are left out.
pub fn ease(joints: &[Point], widths: &[f64], share: f64) -> Run {
    let count = joints.len().min(widths.len());
    let mut bent = Run::default();
    for i in 0..count {
        if i == 0 || i + 1 == count {
            bent.push(joints[i], widths[i]);
        } else {
            ease_joint(
                &mut bent,
                [joints[i - 1], joints[i], joints[i + 1]],
                [widths[i - 1], widths[i], widths[i + 1]],
                share,
            );
        }
    }
    fill_straights(&bent)
}

fn ease_joint(run: &mut Run, [before, joint, after]: [Point; 3], widths: [f64; 3], share: f64) {
    let (la, lb) = (distance(before, joint), distance(joint, after));
    let reach = share * la.min(lb);
    let (ta, tb) = (if la > 0.0 { reach / la } else { 0.0 }, if lb > 0.0 { reach / lb } else { 0.0 });
    let (enter, leave) = (lerp(joint, before, ta), lerp(joint, after, tb));
    let (width_in, width_out) = (widths[1] + (widths[0] - widths[1]) * ta, widths[1] + (widths[2] - widths[1]) * tb);
    for step in 0..=JOINT_STEPS {
        let t = step as f64 / JOINT_STEPS as f64;
        let [a, b, c] = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
        let at = enter.to_vec2() * a + joint.to_vec2() * b + leave.to_vec2() * c;
        run.push(at.to_point(), width_in * a + widths[1] * b + width_out * c);
    }
}

fn fill_straights(bent: &Run) -> Run {
    let total: f64 = bent.points.windows(2).map(|w| distance(w[0], w[1])).sum();
    let spacing = total * STRAIGHT;
    let mut run = Run::default();
    for i in 0..bent.points.len() {
        let (point, width) = (bent.points[i], bent.widths[i]);
        if i > 0 && spacing > 0.0 {
            let (from, from_width) = (bent.points[i - 1], bent.widths[i - 1]);
            let pieces = (distance(from, point) / spacing).floor().max(1.0) as usize;
            for piece in 1..pieces {
                let t = piece as f64 / pieces as f64;
                run.push(lerp(from, point, t), from_width + (width - from_width) * t);
            }
        }
        run.push(point, width);
    }
    run
}

/// The closed outline round a run. `root_cap` and `end_cap` are how round the ends are: 1 a half circle, 0 cut flat.
pub fn outline(run: &Run, root_cap: f64, end_cap: f64) -> BezPath {
    let n = run.points.len();
    if n < 2 {
        return BezPath::new();
    }
    let normals = run.normals();
    let flank = |side: f64| (0..n).map(move |i| side * run.widths[i] / 2.0);
    let mut left: Vec<Knot> = flank(1.0).zip(0..n).map(|(r, i)| Knot::from(run.points[i] + normals[i] * r)).collect();
    let mut right: Vec<Knot> = flank(-1.0).zip(0..n).map(|(r, i)| Knot::from(run.points[i] + normals[i] * r)).collect();
    right.reverse();
    if end_cap <= 0.0 {
        left[n - 1].tension = 0.0;
        right[0].tension = 0.0;
    }
    if root_cap <= 0.0 {
        left[0].tension = 0.0;
        right[n - 1].tension = 0.0;
    }
    left.extend(cap(run.points[n - 1], normals[n - 1], run.widths[n - 1] / 2.0, 1.0, end_cap));
    left.extend(right);
    left.extend(cap(run.points[0], normals[0], run.widths[0] / 2.0, -1.0, root_cap));
    blob(&left, true, HANDLE)
}

fn cap(end: Point, normal: Vec2, radius: f64, forward: f64, roundness: f64) -> Vec<Knot> {
    if roundness <= 0.0 {
        return Vec::new();
    }
    let ahead = Vec2::new(normal.y, -normal.x) * forward;
    let angles: [f64; 3] = [45.0, 90.0, 135.0];
    let at = |degrees: f64| {
        let (s, c) = sin_cos(degrees.to_radians());
        Knot::from(end + normal * (c * forward * radius) + ahead * (s * roundness * radius))
    };
    angles.map(at).to_vec()
}

/// The outline of a limb: [`ease`] and [`outline`] in one.
pub fn limb(joints: &[Point], widths: &[f64], root_cap: f64, end_cap: f64, share: f64) -> BezPath {
    outline(&ease(joints, widths, share), root_cap, end_cap)
}

/// The ink of a limb that grows out of a body: its flanks from where they are no longer `hidden` on, joined round the end when that
/// has a cap (a tail), open where the limb melts into a hand or foot.
pub fn ink_lines(run: &Run, end_cap: Option<f64>, hidden: &dyn Fn(Point) -> bool) -> BezPath {
    let normals = run.normals();
    let flank = |side: f64| {
        let at = |i: usize| run.points[i] + normals[i] * (side * run.widths[i] / 2.0);
        from_where_seen(&(0..run.points.len()).map(at).collect::<Vec<_>>(), hidden)
    };
    let (mut left, right) = (flank(1.0), flank(-1.0));
    let (Some(&end), Some(&normal), Some(&width)) = (run.points.last(), normals.last(), run.widths.last()) else {
        return BezPath::new();
    };
    let Some(roundness) = end_cap else {
        return blob(&left, false, HANDLE).iter().chain(blob(&right, false, HANDLE)).collect();
    };
    left.extend(cap(end, normal, width / 2.0, 1.0, roundness));
    left.extend(right.into_iter().rev());
    blob(&left, false, HANDLE)
}

/// The line without what of its beginning is hidden.
fn from_where_seen(line: &[Point], hidden: &dyn Fn(Point) -> bool) -> Vec<Knot> {
    let seen = line.iter().position(|&point| !hidden(point)).unwrap_or(line.len());
    let mut knots: Vec<Knot> = Vec::new();
    if let (Some(&first), Some(&before)) = (line.get(seen), seen.checked_sub(1).and_then(|i| line.get(i))) {
        // The edge lies between the two, to a thousandth of the way.
        let (mut from, mut to) = (before, first);
        for _ in 0..10 {
            let middle = lerp(from, to, 0.5);
            if hidden(middle) { from = middle } else { to = middle }
        }
        knots.push(Knot::from(to));
    }
    knots.extend(line[seen..].iter().copied().map(Knot::from));
    knots
}

/// Between these folds of a joint, degrees from straight, its disc grows to the width there.
const FOLD: (f64, f64) = (90.0, 115.0);

/// A joint that is folded sharply: there the inner flanks cross, and the outer one is cut short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// Where the eased line turns.
    pub at: Point,
    /// Half the width there.
    pub radius: f64,
    /// How sharp it is: above 0, and 1 from 115° on.
    pub sharp: f64,
}

impl Fold {
    /// The folds of a limb; `share` as for [`ease`].
    pub fn all(joints: &[Point], widths: &[f64], share: f64) -> Vec<Fold> {
        let inner = 1..joints.len().min(widths.len()).saturating_sub(1);
        let fold = |i: usize| {
            let (before, joint, after) = (joints[i - 1], joints[i], joints[i + 1]);
            let (from, to) = (unit(joint - before), unit(after - joint));
            let fold = acos(from.dot(to).clamp(-1.0, 1.0)).to_degrees();
            let sharp = smooth((fold - FOLD.0) / (FOLD.1 - FOLD.0));
            // Half way between the joint and the ends of its ease.
            let reach = share * distance(before, joint).min(distance(joint, after));
            (sharp > 0.0).then(|| Fold { at: joint + (to - from) * (reach * 0.25), radius: widths[i] / 2.0, sharp })
        };
        inner.filter_map(fold).collect()
    }

    /// The same twice as large: what of a limb lies in the light there, as its strip of shade is not.
    pub fn in_light(self) -> Fold {
        Fold { radius: 2.0 * self.radius, ..self }
    }

    /// How much `point` lies in the fold: `sharp` within the limb's width of it, 0 from twice as far on.
    fn about(&self, point: Point) -> f64 {
        self.sharp * (1.0 - smooth(distance(self.at, point) / (2.0 * self.radius).max(f64::MIN_POSITIVE) - 1.0))
    }
}

/// Discs that fill `folds`, wound as `outline` is, so that together they are one region.
pub fn filled(outline: &BezPath, folds: &[Fold]) -> BezPath {
    let mut discs = BezPath::new();
    for fold in folds {
        let radius = fold.radius * fold.sharp;
        discs.extend(ellipse(fold.at, radius, radius, 0.0));
    }
    if discs.area() * outline.area() < 0.0 { discs.reverse_subpaths() } else { discs }
}

/// What of a limb lies in the light: all but a strip on the side away from it, `part` of the width wide, growing in over
/// 10–38 % of the length (style.md §3) and tapering off over the last tenth. `away` is the direction in which the light travels, in the joints' own frame; `caps`
/// as for [`outline`]. About `folds` the strip narrows to nothing: its edge would cross itself there. It overhangs the outline on the lit side, so that taken from the limb it leaves the strip alone, at a
/// sharp fold too.
pub fn limb_light(run: &Run, part: f64, away: Vec2, caps: [f64; 2], folds: &[Fold]) -> BezPath {
    /// Overhang on the lit side, half widths.
    const OVER: f64 = 1.15;
    let n = run.points.len();
    if n < 2 {
        return BezPath::new();
    }
    let (normals, ways) = (run.normals(), run.ways());
    let away = unit(away);
    let facing: Vec<f64> = normals.iter().map(|v| v.dot(away)).collect();
    let side = if facing.iter().sum::<f64>() > 0.0 { 1.0 } else { -1.0 };
    let flank = |share: &dyn Fn(usize) -> f64| -> Vec<Point> {
        let at = |i: usize| run.points[i] + normals[i] * (side * run.widths[i] / 2.0 * share(i));
        samples(&(0..n).map(at).collect::<Vec<_>>(), 3)
    };
    let mut lit = flank(&|_| -OVER);
    let mut edge = flank(&|i| {
        let depth = (facing[i] * side * 1.5).clamp(0.30, 1.0);
        let grown = smooth((ways[i] - 0.10) / 0.28) * (0.25 + 0.75 * smooth((1.0 - ways[i]) / 0.12));
        let folded = folds.iter().map(|fold| fold.about(run.points[i])).fold(0.0, f64::max);
        1.0 - 2.0 * part * depth * grown * (1.0 - folded) + (OVER - 1.0) * folded
    });
    let (from, to) = (run.points[0], run.points[n - 1]);
    let (back, ahead) = (from - run.points[1], to - run.points[n - 2]);
    let over = |way: Vec2, width: f64, cap: f64| unit(way) * (width / 2.0 * OVER * cap.max(0.1));
    let (before, behind) = (over(back, run.widths[0], caps[0]), over(ahead, run.widths[n - 1], caps[1]));
    for flank in [&mut lit, &mut edge] {
        let (first, last) = (flank[0] + before, flank[flank.len() - 1] + behind);
        flank.insert(0, first);
        flank.push(last);
    }
    ribbon(&lit, &edge)
}

/// What lies between two lines, point by point, always wound the same way round, so that where it folds over itself it is still
/// one region.
fn ribbon(one: &[Point], other: &[Point]) -> BezPath {
    let ends = one.len().min(other.len());
    let turns = |i: usize| (other[i] - one[i - 1]).cross(one[i] - other[i - 1]) < 0.0;
    let mut path = BezPath::new();
    let mut from = 0;
    for i in 1..ends {
        let ends_here = i + 1 == ends || turns(i) != turns(i + 1);
        if ends_here {
            let mut around: Vec<Point> = other[from..=i].iter().chain(one[from..=i].iter().rev()).copied().collect();
            if turns(i) {
                around.reverse();
            }
            path.move_to(around[0]);
            around[1..].iter().for_each(|&point| path.line_to(point));
            path.close_path();
            from = i;
        }
    }
    path
}

fn smooth(share: f64) -> f64 {
    let u = share.clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}
