//! How a build and a stretch change the resting body (figures.md §7).
//!
//! Enters: a point of the template as drawn. Leaves: where it lies on this figure. Every point and pivot goes through the
//! same map, so that what joins as drawn joins in every build.
use crate::figure::look::Stretch;
use crate::figure::template::{Blend, Build, Xy};
use crate::vocabulary::View;
use kurbo::{Affine, Point, Vec2};

/// The map of one part of the body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reshape {
    /// In the order in which they change the body.
    builds: Vec<Build>,
    stretch: Stretch,
    /// Height of the hips as drawn: legs are stretched below it.
    hips: f64,
    /// Pivot and factor of the head or the arm that the part belongs to.
    about: Option<(Point, f64)>,
    /// The head that bends the part's art as one curve with its own: its pivot and where its share grows.
    head: Option<(Point, Blend)>,
    /// Share by which it is carried with the head, 0..1.
    carried: f64,
    /// On the head in profile, whose muzzle the builds change.
    muzzle: bool,
    /// On the muzzle, moved with this point as one piece: the nose, which a short muzzle is not to squash.
    rigid: Option<Point>,
}

impl Reshape {
    /// The map of a figure whose hips are at `hips` units as drawn.
    pub fn new(builds: &[Build], stretch: Stretch, hips: f64) -> Reshape {
        Reshape { builds: builds.to_vec(), stretch, hips, ..Reshape::default() }
    }

    /// The same for the head in `view`, scaled about its pivot (as drawn) and carried; in profile with the builds' muzzles.
    pub fn head(&self, pivot: Point, view: View) -> Reshape {
        Reshape { about: Some((pivot, self.head_factor())), carried: 1.0, muzzle: view == View::Side, ..self.clone() }
    }

    /// The same for art that the head at `pivot` bends: it grows and is carried with the head as it bends with it.
    pub fn bent_by_head(&self, pivot: Point, blend: Blend) -> Reshape {
        Reshape { head: Some((pivot, blend)), ..self.clone() }
    }

    /// The same for a nose that turns about `pivot`: a muzzle's build moves it and leaves its form.
    pub fn nose(&self, pivot: Point) -> Reshape {
        Reshape { rigid: Some(pivot), ..self.clone() }
    }

    fn head_factor(&self) -> f64 {
        self.stretch.head * self.builds.iter().map(|build| build.head).product::<f64>()
    }

    /// The same for an arm, stretched about its pivot (as drawn).
    pub fn arm(&self, pivot: Point) -> Reshape {
        Reshape { about: Some((pivot, self.stretch.limbs)), ..self.clone() }
    }

    /// Where a point lies.
    pub fn at(&self, point: Point) -> Point {
        let moved = |point: Point| {
            let muzzles = self.builds.iter().filter(|_| self.muzzle);
            muzzles.fold(point, |point, build| along_muzzle(&build.muzzle, point))
        };
        let point = self.rigid.map_or_else(|| moved(point), |pivot| point + (moved(pivot) - pivot));
        let scaled = self.about.map_or(point, |(pivot, factor)| pivot + (point - pivot) * factor);
        // What the head bends grows with it, by the share by which it bends.
        let (scaled, carried) = self.head.map_or((scaled, self.carried), |(pivot, blend)| {
            let along = blend.to.0 - blend.from.0;
            let u = ((scaled - blend.from.0).dot(along) / along.hypot2()).clamp(0.0, 1.0);
            let share = u * u * (3.0 - 2.0 * u);
            (scaled + (scaled - pivot) * ((self.head_factor() - 1.0) * share), share)
        });
        let built = match (self.builds.split_last(), self.about) {
            // A shape is drawn for a head that nothing has carried: there it is taken, and put where its neck has come to.
            (Some((shape, guises)), Some((pivot, _))) if self.carried > 0.0 && !guises.is_empty() => {
                let guised = |point: Point| guises.iter().fold(point, |point, build| by(build, point, carried));
                let bent = (guised(scaled) - scaled) - (guised(pivot) - pivot);
                by(shape, guised(pivot), carried) + (by(shape, scaled, carried) - by(shape, pivot, carried)) + bent
            }
            _ => self.builds.iter().fold(scaled, |point, build| by(build, point, carried)),
        };
        let longer = (self.stretch.limbs - 1.0) * built.y.min(self.hips);
        Point::new(built.x * self.stretch.x, (built.y + longer) * self.stretch.y)
    }

    /// The map near a point, as far as it moves and scales: what is drawn from numbers goes through this. The muzzle is left
    /// out: a face's numbers have been through [`along_muzzle`].
    pub fn near(&self, point: Point) -> Affine {
        const STEP: f64 = 50.0;
        if self.muzzle {
            return Reshape { muzzle: false, ..self.clone() }.near(point);
        }
        let (across, up) = (Vec2::new(STEP, 0.0), Vec2::new(0.0, STEP));
        let scale = |way: Vec2| (self.at(point + way) - self.at(point - way)).hypot() / (2.0 * STEP);
        Affine::translate(self.at(point).to_vec2())
            * Affine::scale_non_uniform(scale(across), scale(up))
            * Affine::translate(-point.to_vec2())
    }

    /// The factor on the width of limbs.
    pub fn limb_width(&self) -> f64 {
        self.builds.iter().map(|build| build.limbs).product::<f64>() * self.stretch.x.min(1.5)
    }

    /// Where a way from `point` leads.
    pub fn way(&self, point: Point, way: Vec2) -> Vec2 {
        self.at(point + way) - self.at(point)
    }
}

/// Where a build puts a point that goes with a carried head by this share.
fn by(build: &Build, point: Point, carried: f64) -> Point {
    let breadth = table(&build.breadth, point.y, 1.0, |u| u * u * (3.0 - 2.0 * u));
    let height = table(&build.heights, point.y, point.y, |u| u);
    Point::new(point.x * breadth, height) + build.carry.0.to_vec2() * carried
}

/// Where a point of the head in profile lies on a build's muzzle (rows `[x, x']`), both as drawn.
pub fn along_muzzle(rows: &[Xy], point: Point) -> Point {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return point };
    let beyond = (point.x - last.0.x).max(0.0) + (point.x - first.0.x).min(0.0);
    Point::new(table(rows, point.x, point.x, |u| u) + beyond, point.y)
}

/// The table's value at `x`, held beyond its ends; `empty` when it has no rows.
fn table(rows: &[Xy], x: f64, empty: f64, ease: impl Fn(f64) -> f64) -> f64 {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return empty };
    if x <= first.0.x {
        return first.0.y;
    }
    let Some((a, b)) = rows.iter().zip(rows.iter().skip(1)).find(|(_, b)| x < b.0.x) else { return last.0.y };
    a.0.y + (b.0.y - a.0.y) * ease((x - a.0.x) / (b.0.x - a.0.x))
}
