//! The display list in short: a print of twenty letters for each thing painted: what it is, its paint, where its middle lies,
//! how wide, high and long its outline is, and a hash of all its numbers. A list of forty thousand numbers becomes some
//! kilobytes that still tell which path differs, and by how much.
mod apart;
mod names;
mod outline;
mod text;

pub(super) use apart::apart;

use super::super::hash::Hash;
use super::{Section, Stage};
use crate::display::{Blend, Color, DisplayList, Item, Paint, Rule, Shape, Stop};
use crate::frame::FrameState;
use kurbo::Affine;
use outline::{Outline, outline};

/// Sixteenths of a pixel: finer than a shade of an edge.
const FINE: f64 = 16.0;
/// Prints of a list: in a longer one, such as a sheet's, a print stands for several things in a row.
const MOST: usize = 800;
/// The middle of the numbers that three letters hold: coordinates lie on both sides.
const ZERO: i64 = 1 << 17;

/// One thing painted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Print {
    /// `f` a fill, `e` one by the even-odd rule, `m` a mark on a fill, `h` a hole in it, `s` a stroke, `g` a group that is laid on as a whole, `c` its clip, `l` a grade.
    kind: char,
    paint: String,
    /// What [`MEASURES`] names, sixteenths of a pixel.
    measures: [i64; 5],
    hash: u64,
}

/// The measures of an outline: the mean of its points, its points' width and height, and the length of the lines between them.
const MEASURES: [&str; 5] = ["middle x", "middle y", "width", "height", "length"];

/// The prints of a list, by its outermost items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Prints {
    items: Vec<Vec<Print>>,
    /// What each item is, `figure.mia`; none of a sheet.
    names: Vec<String>,
    /// How many things a print stands for.
    each: usize,
}

pub(super) fn section(list: &DisplayList, frame: Option<&FrameState>) -> Section {
    let mut hash = Hash::default();
    let mut items: Vec<Vec<Print>> = Vec::new();
    for item in &list.items {
        let mut walk = Walk { whole: &mut hash, prints: Vec::new() };
        walk.item(item, Affine::IDENTITY);
        items.push(walk.prints);
    }
    let each = items.iter().map(Vec::len).sum::<usize>().div_ceil(MOST).max(1);
    if each > 1 {
        items.iter_mut().for_each(|own| *own = own.chunks(each).map(together).collect());
    }
    let names = frame.map(|frame| names::names(&list.items, frame)).unwrap_or_default();
    Section { stage: Stage::List, hash: hash.value(), lines: text::written(&Prints { items, names, each }) }
}

/// One print for several: the mean of their middles, the sum of their other measures, the first one's paint.
fn together(prints: &[Print]) -> Print {
    let (mut hash, count) = (Hash::default(), prints.len().max(1) as i64);
    prints.iter().for_each(|print| hash.bytes(&print.hash.to_le_bytes()));
    let mut measures = [0; MEASURES.len()];
    for (i, measure) in measures.iter_mut().enumerate() {
        let sum: i64 = prints.iter().map(|print| print.measures[i]).sum();
        *measure = if i < 2 { sum / count } else { sum.min(ZERO - 1) };
    }
    let is_painted = |print: &&Print| !matches!(print.kind, 'g' | 'c' | 'h');
    let first = prints.iter().find(is_painted).or(prints.first()).map(|first| (first.kind, first.paint.clone()));
    let (kind, paint) = first.unwrap_or(('g', String::new()));
    Print { kind, paint, measures, hash: hash.value() & 0xFFF }
}

/// Where the prints of one item go, and what every bit of the list goes into.
struct Walk<'a> {
    whole: &'a mut Hash,
    prints: Vec<Print>,
}

impl Walk<'_> {
    fn add(&mut self, (kind, paint): (char, String), at: Outline, mut own: Hash, outer: Affine) {
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
                let at = outline(path, outer, &mut own);
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
                    self.add(('g', how), Outline::default(), own, inner);
                }
                if let Some(clip) = clip {
                    let mut own = Hash::default();
                    let at = outline(clip, inner, &mut own);
                    self.add(('c', "shape".to_owned()), at, own, inner);
                }
                items.iter().for_each(|item| self.item(item, inner));
            }
            Item::Grade(grade) => {
                own.text(&format!("{grade:?}"));
                self.add(('l', "grade".to_owned()), Outline::default(), own, outer);
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
        let at = outline(path, outer, &mut own);
        let paint = painted(paint, &mut own);
        let kind = match (on, rule) {
            (Some(_), _) => 'm',
            (None, Rule::NonZero) => 'f',
            (None, Rule::EvenOdd) => 'e',
        };
        self.add((kind, paint), at, own, outer);
        for hole in holes {
            let mut own = Hash::default();
            let at = outline(hole, outer, &mut own);
            self.add(('h', "shape".to_owned()), at, own, outer);
        }
        marks.iter().for_each(|mark| self.shape(mark, Some(marks.len()), outer));
    }
}

fn print(kind: char, paint: String, outline: Outline, hash: Hash) -> Print {
    let fine = |pixels: f64| ((pixels * FINE).round() as i64).clamp(-ZERO, ZERO - 1);
    Print { kind, paint, measures: outline.measures().map(fine), hash: hash.value() & 0xFFF }
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
        Paint::Picture { sizes, transform } => {
            transform.as_coeffs().iter().for_each(|number| hash.number(*number));
            let mut size = String::new();
            for bitmap in sizes.iter().take(1) {
                hash.bytes(&bitmap.data);
                size = format!("{}x{}", bitmap.width, bitmap.height);
            }
            format!("picture{size}")
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

    /// Its middle, whole pixels.
    fn at(&self) -> String {
        let [x, y, ..] = self.measures.map(|fine| (fine as f64 / FINE).round() as i64);
        format!("{x},{y}")
    }

    fn told(&self) -> String {
        format!("{} {} at {}", self.word(), self.paint, self.at())
    }
}
