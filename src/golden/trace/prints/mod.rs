//! The display list in short: a print of eleven letters for each thing painted: what it is, its paint, where its middle lies,
//! and a hash of all its numbers. A list of forty thousand numbers becomes a few kilobytes that still tell which path
//! differs, and how.
mod apart;
mod text;

pub(super) use apart::apart;

use super::super::hash::Hash;
use super::{Section, Stage};
use crate::display::{Blend, Color, DisplayList, Item, Paint, Rule, Shape, Stop};
use kurbo::{Affine, BezPath, PathEl, Point, Vec2};

/// Sixteenths of a pixel: finer than a shade of an edge.
const FINE: f64 = 16.0;
/// Prints of a list: in a longer one, such as a sheet's, a print stands for several things in a row.
const MOST: usize = 800;
/// The middle of the numbers that three letters hold: coordinates lie on both sides.
const ZERO: i64 = 1 << 17;

/// One thing painted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Print {
    /// `f` a fill, `e` one by the even-odd rule, `m` a mark on a fill, `h` a hole in it, `s` a stroke, `g` a group that is laid on as a whole, `c` its clip, `l` a grade.
    kind: char,
    paint: String,
    /// Its middle, sixteenths of a pixel.
    at: [i64; 2],
    hash: u64,
}

/// The prints of a list, by its outermost items.
type Prints = Vec<Vec<Print>>;

pub(super) fn section(list: &DisplayList) -> Section {
    let mut hash = Hash::default();
    let mut prints = Prints::new();
    for item in &list.items {
        let mut walk = Walk { whole: &mut hash, prints: Vec::new() };
        walk.item(item, Affine::IDENTITY);
        prints.push(walk.prints);
    }
    let each = prints.iter().map(Vec::len).sum::<usize>().div_ceil(MOST).max(1);
    if each > 1 {
        prints.iter_mut().for_each(|own| *own = own.chunks(each).map(together).collect());
    }
    Section { stage: Stage::List, hash: hash.value(), lines: text::written(&prints, each) }
}

/// One print for several: their middle, the first one's paint.
fn together(prints: &[Print]) -> Print {
    let (mut hash, count) = (Hash::default(), prints.len().max(1) as i64);
    prints.iter().for_each(|print| hash.bytes(&print.hash.to_le_bytes()));
    let middle = |axis: usize| prints.iter().map(|print| print.at[axis]).sum::<i64>() / count;
    let is_painted = |print: &&Print| !matches!(print.kind, 'g' | 'c' | 'h');
    let first = prints.iter().find(is_painted).or(prints.first()).map(|first| (first.kind, first.paint.clone()));
    let (kind, paint) = first.unwrap_or(('g', String::new()));
    Print { kind, paint, at: [middle(0), middle(1)], hash: hash.value() & 0xFFF }
}

/// Where the prints of one item go, and what every bit of the list goes into.
struct Walk<'a> {
    whole: &'a mut Hash,
    prints: Vec<Print>,
}

impl Walk<'_> {
    fn add(&mut self, (kind, paint): (char, String), at: Vec2, mut own: Hash, outer: Affine) {
        // What is the same in another size is another thing in the frame.
        outer.as_coeffs().iter().for_each(|number| own.number(*number));
        self.whole.bytes(&own.value().to_le_bytes());
        self.prints.push(print(kind, paint, at, own));
    }

    fn item(&mut self, item: &Item, outer: Affine) {
        let mut own = Hash::default();
        match item {
            Item::Fill(shape) => self.shape(shape, None, outer),
            Item::Stroke { path, width, paint } => {
                own.text("stroke");
                own.number(*width);
                let at = middle(path, outer, &mut own);
                let paint = format!("{}/{width:.2}", painted(paint, &mut own));
                self.add(('s', paint), at, own, outer);
            }
            Item::Several(items) => {
                self.whole.text("several");
                self.whole.number(items.len() as f64);
                items.iter().for_each(|item| self.item(item, outer));
            }
            Item::Group { transform, opacity, blend, clip, items } => {
                let inner = outer * *transform;
                self.whole.text(&format!("group {blend:?}"));
                self.whole.number(*opacity);
                self.whole.number(items.len() as f64);
                if *opacity != 1.0 || *blend != Blend::Normal {
                    own.number(*opacity);
                    let how = format!("{blend:?}/{opacity:.4}").to_lowercase();
                    self.add(('g', how), Vec2::ZERO, own, inner);
                }
                if let Some(clip) = clip {
                    let mut own = Hash::default();
                    let at = middle(clip, inner, &mut own);
                    self.add(('c', "shape".to_owned()), at, own, inner);
                }
                items.iter().for_each(|item| self.item(item, inner));
            }
            Item::Grade(grade) => {
                own.text(&format!("{grade:?}"));
                self.add(('l', "grade".to_owned()), Vec2::ZERO, own, outer);
            }
        }
    }

    /// A filled path, its holes and the marks on it; it lies itself on a path of so many marks, or on none.
    fn shape(&mut self, shape: &Shape, on: Option<usize>, outer: Affine) {
        // All of it: what a shape will have some day is not forgotten here.
        let Shape { path, rule, paint, holes, marks } = shape;
        let mut own = Hash::default();
        own.text(if *rule == Rule::NonZero { "fill" } else { "even-odd" });
        own.number(on.map_or(-1.0, |marks| marks as f64));
        own.number(holes.len() as f64);
        let at = middle(path, outer, &mut own);
        let paint = painted(paint, &mut own);
        let kind = match (on, rule) {
            (Some(_), _) => 'm',
            (None, Rule::NonZero) => 'f',
            (None, Rule::EvenOdd) => 'e',
        };
        self.add((kind, paint), at, own, outer);
        for hole in holes {
            let mut own = Hash::default();
            let at = middle(hole, outer, &mut own);
            self.add(('h', "shape".to_owned()), at, own, outer);
        }
        marks.iter().for_each(|mark| self.shape(mark, Some(marks.len()), outer));
    }
}

fn print(kind: char, paint: String, at: Vec2, hash: Hash) -> Print {
    let fine = |pixels: f64| ((pixels * FINE).round() as i64).clamp(-ZERO, ZERO - 1);
    Print { kind, paint, at: [fine(at.x), fine(at.y)], hash: hash.value() & 0xFFF }
}

/// The mean of a path's points in pixels of the frame; every number goes into the hash.
fn middle(path: &BezPath, outer: Affine, hash: &mut Hash) -> Vec2 {
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    let mut point = |point: Point, hash: &mut Hash| {
        hash.number(point.x);
        hash.number(point.y);
        sum += (outer * point).to_vec2();
        count += 1.0;
    };
    for element in path.elements() {
        let (word, points): (&str, &[Point]) = match element {
            PathEl::MoveTo(a) => ("M", &[*a]),
            PathEl::LineTo(a) => ("L", &[*a]),
            PathEl::QuadTo(a, b) => ("Q", &[*a, *b]),
            PathEl::CurveTo(a, b, c) => ("C", &[*a, *b, *c]),
            PathEl::ClosePath => ("Z", &[]),
        };
        hash.text(word);
        points.iter().for_each(|at| point(*at, hash));
    }
    if count > 0.0 { sum / count } else { sum }
}

fn hex(color: Color) -> String {
    let Color { r, g, b, a } = color;
    if a == 255 { format!("#{r:02x}{g:02x}{b:02x}") } else { format!("#{r:02x}{g:02x}{b:02x}{a:02x}") }
}

fn painted(paint: &Paint, hash: &mut Hash) -> String {
    let mut gradient = |word: &str, numbers: &[f64], stops: &[Stop]| {
        hash.text(word);
        numbers.iter().for_each(|number| hash.number(*number));
        let mut text = word.to_owned();
        for stop in stops {
            hash.number(stop.offset);
            let color = hex(stop.color);
            hash.text(&color);
            text.push_str(&color);
        }
        text
    };
    match paint {
        Paint::Solid(color) => {
            let color = hex(*color);
            hash.text(&color);
            color
        }
        Paint::Linear { start, end, stops } => gradient("linear", &[start.x, start.y, end.x, end.y], stops),
        Paint::Radial { center, radius, stops, transform } => {
            let numbers = [&[center.x, center.y, *radius], &transform.as_coeffs()[..]].concat();
            gradient("radial", &numbers, stops)
        }
    }
}

impl Print {
    fn word(&self) -> &'static str {
        match self.kind {
            'f' => "fill",
            'e' => "even-odd fill",
            'm' => "mark",
            'h' => "hole",
            's' => "stroke",
            'g' => "group",
            'c' => "clip",
            _ => "grade",
        }
    }

    fn told(&self) -> String {
        format!("{} {}", self.word(), self.paint)
    }
}
