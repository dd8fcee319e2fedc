//! A path enters, how much of each pixel it covers leaves: zeno's exact areas in whole numbers, the same on every machine.
//! Knows no colours.
use super::blend::times;
use super::bounds::{self, Area};
use super::convert::grid;
use crate::display::Rule;
use crate::maths::flatten;
use kurbo::{Affine, BezPath, PathEl, Point};
use zeno::{Command, Fill, Mask, Origin, Scratch, Vector};

/// zeno counts in 1/256 pixel in 32 bits: a line longer than this many pixels could overflow its products.
const LONGEST: f64 = 4096.0;
/// Largest distance of the lines of such a path from its curves, pixels.
const TOLERANCE: f64 = 0.05;

/// How much of each pixel of an area is covered, 0..255, row by row.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    pub area: Area,
    pub data: Vec<u8>,
}

impl Coverage {
    /// The bytes of row `y` from `x0` up to `x1`, which lie in the area.
    pub fn row(&self, y: i32, x0: i32, x1: i32) -> &[u8] {
        let start = (y - self.area.y0) as usize * self.area.width() as usize + (x0 - self.area.x0) as usize;
        self.data.get(start..start + (x1 - x0) as usize).unwrap_or_default()
    }
}

impl Coverage {
    /// Takes away what another covers, whose area lies in this one's.
    pub fn leave_out(&mut self, hole: &Coverage) {
        let (area, width) = (hole.area, self.area.width() as usize);
        for y in area.y0..area.y1 {
            let start = (y - self.area.y0) as usize * width + (area.x0 - self.area.x0) as usize;
            let row = self.data.get_mut(start..start + area.width() as usize).unwrap_or_default();
            for (share, away) in row.iter_mut().zip(hole.row(y, area.x0, area.x1)) {
                *share = times(*share, 255 - *away);
            }
        }
    }
}

/// Makes coverages; owns buffers that are used again.
#[derive(Default)]
pub(super) struct Raster {
    scratch: Scratch,
    commands: Vec<Command>,
    spare: Vec<Vec<u8>>,
}

/// Buffers kept for coverages to come; a figure's largest part has some twenty marks.
const SPARE: usize = 32;

impl Raster {
    /// The coverage of a path moved by `transform` inside `within`, or `None` where it covers nothing or is not finite.
    pub fn coverage(&mut self, path: &BezPath, rule: Rule, transform: Affine, within: Area) -> Option<Coverage> {
        let reach = bounds::of_path(path, transform);
        let area = within.touched_by(reach);
        if area.is_empty() || !(reach.width() + reach.height()).is_finite() || !transform.is_finite() || path.is_nan() {
            return None;
        }
        let moved = Affine::translate((-f64::from(area.x0), -f64::from(area.y0))) * transform;
        if reach.width().max(reach.height()) > LONGEST {
            let cut = cut(&(moved * path), f64::from(area.width()), f64::from(area.height()));
            if cut.is_nan() {
                return None;
            }
            self.take(&cut, Affine::IDENTITY);
        } else {
            self.take(path, moved);
        }
        let mut data = self.spare.pop().unwrap_or_default();
        data.clear();
        data.resize(area.width() as usize * area.height() as usize, 0);
        let fill = match rule {
            Rule::NonZero => Fill::NonZero,
            Rule::EvenOdd => Fill::EvenOdd,
        };
        Mask::with_scratch(self.commands.as_slice(), &mut self.scratch)
            .style(fill)
            .origin(Origin::TopLeft)
            .size(area.width(), area.height())
            .render_into(&mut data, None);
        Some(Coverage { area, data })
    }

    /// Takes a buffer back.
    pub fn give_back(&mut self, coverage: Coverage) {
        if self.spare.len() < SPARE {
            self.spare.push(coverage.data);
        }
    }

    fn take(&mut self, path: &BezPath, transform: Affine) {
        let at = |p: Point| {
            let p = transform * p;
            Vector::new(grid(p.x), grid(p.y))
        };
        self.commands.clear();
        self.commands.extend(path.elements().iter().map(|element| match *element {
            PathEl::MoveTo(p) => Command::MoveTo(at(p)),
            PathEl::LineTo(p) => Command::LineTo(at(p)),
            PathEl::QuadTo(a, p) => Command::QuadTo(at(a), at(p)),
            PathEl::CurveTo(a, b, p) => Command::CurveTo(at(a), at(b), at(p)),
            PathEl::ClosePath => Command::Close,
        }));
    }
}

/// The path as lines none of which is long, with what lies beyond a picture of this size drawn to its edge: it covers the same
/// there.
fn cut(path: &BezPath, width: f64, height: f64) -> BezPath {
    let mut out = BezPath::new();
    for contour in flatten(path, TOLERANCE) {
        for (i, (&from, &to)) in contour.iter().zip(contour.iter().cycle().skip(1)).enumerate() {
            if i == 0 {
                out.move_to(inside(from, width, height));
            }
            let mut ways = vec![1.0];
            crossings(&mut ways, from.x, to.x, [-1.0, width + 1.0]);
            crossings(&mut ways, from.y, to.y, [-1.0, height + 1.0]);
            ways.sort_by(f64::total_cmp);
            let mut last = inside(from, width, height);
            for point in ways.into_iter().map(|way| inside(from.lerp(to, way), width, height)) {
                let pieces = (last.distance(point) / LONGEST).ceil().max(1.0);
                let steps = 1..=pieces as u32;
                steps.for_each(|step| out.line_to(last.lerp(point, f64::from(step) / pieces)));
                last = point;
            }
        }
        out.close_path();
    }
    out
}

/// Where on the way from `from` to `to` it crosses `edges`, shares 0..1.
fn crossings(ways: &mut Vec<f64>, from: f64, to: f64, edges: [f64; 2]) {
    let way = |edge: f64| (edge - from) / (to - from);
    ways.extend(edges.into_iter().map(way).filter(|way| *way > 0.0 && *way < 1.0));
}

fn inside(point: Point, width: f64, height: f64) -> Point {
    Point::new(point.x.clamp(-1.0, width + 1.0), point.y.clamp(-1.0, height + 1.0))
}
