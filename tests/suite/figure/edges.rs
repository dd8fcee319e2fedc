//! Outlines as straight edges, and what of a line lies in them.
use kurbo::{BezPath, PathEl, Point, Rect, Vec2};

/// Largest distance of an edge from its curve, units.
const FINE: f64 = 0.25;

/// Stretches of a line, apart and rising.
pub(super) type Spans = Vec<(f64, f64)>;

/// The straight edges of closed outlines.
#[derive(Default)]
pub(super) struct Edges(Vec<Vec<(Point, Point)>>);

impl Edges {
    /// The outlines of such bones.
    pub(super) fn of(all: &[(usize, BezPath)], such: &dyn Fn(usize) -> bool) -> Edges {
        Edges(all.iter().filter(|(bone, _)| such(*bone)).map(|(_, path)| edges(path)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the line through `at` along `way` (a unit vector) is inside.
    pub(super) fn spans(&self, at: Point, way: Vec2) -> Spans {
        let mut found = Vec::new();
        for edges in &self.0 {
            let crossing = |(a, b): &(Point, Point)| {
                let (left, right) = (way.cross(*a - at), way.cross(*b - at));
                let turn = if right >= 0.0 { 1 } else { -1 };
                ((left >= 0.0) != (right >= 0.0)).then(|| ((a.lerp(*b, left / (left - right)) - at).dot(way), turn))
            };
            let mut crossings: Vec<(f64, i32)> = edges.iter().filter_map(crossing).collect();
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (mut winding, mut from) = (0, 0.0);
            for (along, turn) in crossings {
                from = if winding == 0 { along } else { from };
                winding += turn;
                if winding == 0 {
                    found.push((from, along));
                }
            }
        }
        merged(found)
    }

    /// How wide it is at `at` along `way`; 0 outside.
    pub(super) fn chord(&self, at: Point, way: Vec2) -> f64 {
        self.spans(at, way).into_iter().find(|span| span.0 <= 0.0 && span.1 >= 0.0).map_or(0.0, |span| span.1 - span.0)
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.chord(point, Vec2::new(1.0, 0.0)) > 0.0
    }

    pub(super) fn contain(&self, other: &Edges) -> bool {
        other.points().all(|point| self.has(point))
    }

    pub(super) fn area(&self) -> Rect {
        let first = self.points().next().unwrap_or_default();
        self.points().fold(Rect::from_points(first, first), |area, point| area.union_pt(point))
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        self.0.iter().flatten().map(|(from, _)| *from)
    }
}

/// Where both are inside.
pub(super) fn shared(one: &Spans, other: &Spans) -> Spans {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
    pairs.filter(|(from, to)| from < to).collect()
}

fn edges(path: &BezPath) -> Vec<(Point, Point)> {
    let (mut edges, mut start, mut last) = (Vec::new(), Point::ZERO, Point::ZERO);
    kurbo::flatten(path, FINE, |element| match element {
        PathEl::MoveTo(to) => {
            edges.push((last, start));
            (start, last) = (to, to);
        }
        PathEl::LineTo(to) => {
            edges.push((last, to));
            last = to;
        }
        _ => {
            edges.push((last, start));
            last = start;
        }
    });
    edges.push((last, start));
    edges.retain(|(from, to)| from != to);
    edges
}

fn merged(mut spans: Spans) -> Spans {
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut apart: Spans = Vec::new();
    for (from, to) in spans {
        match apart.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => apart.push((from, to)),
        }
    }
    apart
}

#[test]
fn a_line_through_two_squares_that_lap_is_inside_once() {
    let square = |x: f64| Rect::new(x, 0.0, x + 10.0, 10.0);
    let all: Vec<(usize, BezPath)> = [0.0, 6.0, 30.0].map(|x| (0, kurbo::Shape::to_path(&square(x), 0.1))).into();
    let edges = Edges::of(&all, &|_| true);
    assert_eq!(edges.spans(Point::new(0.0, 5.0), Vec2::new(1.0, 0.0)), [(0.0, 16.0), (30.0, 40.0)]);
    assert_eq!(edges.chord(Point::new(8.0, 5.0), Vec2::new(0.0, 1.0)), 10.0);
    assert!(!edges.has(Point::new(20.0, 5.0)));
    assert_eq!(shared(&vec![(0.0, 4.0), (6.0, 9.0)], &vec![(2.0, 7.0)]), [(2.0, 4.0), (6.0, 7.0)]);
}
