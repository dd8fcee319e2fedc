//! A prop's colours: its named fills and what a look makes of them enter, the same items in the new colours and in a style leave. The
//! tones of a colour (shade, light) go with it, by the house's own rule.
use crate::display::{Color, Item, Paint, Shape, Stop};
use crate::figure::kit::{Style, light, mix, shade};
use crate::stage::svg::extent;
use kurbo::{Point, Rect};
use std::collections::HashMap;
use std::sync::Arc;

/// Tones are told by this many steps of 255 a channel: files are written in whole ones.
const NEAR: u8 = 2;
/// A part smaller than this share of the art's larger side has no ink of its own and no gradient: it is a detail.
const DETAIL: f64 = 0.07;
/// Soft: how far the ends of a part's gradient go to its light and to its shade. Tuned by eye beside the soft figures.
const SOFT: (f64, f64) = (0.75, 0.85);

/// An item of a prop's art.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub item: Item,
    /// Outlined in the style `ink`.
    pub inked: bool,
}

/// Every tone that house art has of a colour, in one order.
fn tones(base: Color) -> Vec<Color> {
    let (dark, pale) = (shade(base), light(base));
    let between = [0.4, 0.5, 0.55].map(|share| mix(base, dark, share));
    [base, dark, pale, shade(dark), light(pale), shade(pale), light(dark)].into_iter().chain(between).collect()
}

fn near(a: Color, b: Color) -> bool {
    [(a.r, b.r), (a.g, b.g), (a.b, b.b)].iter().all(|(a, b)| a.abs_diff(*b) <= NEAR)
}

/// The items with colours exchanged: each pair is the art's own colour and the one wanted.
pub(super) fn recolored(items: Vec<Item>, changes: &[(Color, Color)]) -> Vec<Item> {
    let table: Vec<(Color, Color)> =
        changes.iter().flat_map(|(from, to)| tones(*from).into_iter().zip(tones(*to))).collect();
    let color = |own: Color| match table.iter().find(|(from, _)| near(*from, own)) {
        Some((_, to)) => Color { a: own.a, ..*to },
        None => own,
    };
    if table.is_empty() { items } else { items.into_iter().map(|item| painted(item, &color)).collect() }
}

fn painted(item: Item, color: &dyn Fn(Color) -> Color) -> Item {
    match item {
        Item::Fill(shape) => Item::Fill(Shape { paint: paint(shape.paint, color), ..shape }),
        Item::Stroke { path, width, paint: own } => Item::Stroke { path, width, paint: paint(own, color) },
        Item::Several(items) => Item::Several(items.into_iter().map(|item| painted(item, color)).collect()),
        Item::Group { transform, opacity, blend, clip, items } => {
            let items = items.iter().map(|item| painted(item.clone(), color)).collect();
            Item::Group { transform, opacity, blend, clip, items }
        }
        Item::Grade(grade) => Item::Grade(grade),
    }
}

fn paint(paint: Paint, color: &dyn Fn(Color) -> Color) -> Paint {
    let changed = |stops: Arc<[Stop]>| stops.iter().map(|stop| Stop { color: color(stop.color), ..*stop }).collect();
    match paint {
        Paint::Solid(own) => Paint::Solid(color(own)),
        Paint::Linear { start, end, stops } => Paint::Linear { start, end, stops: changed(stops) },
        Paint::Radial { center, radius, stops, transform } => {
            Paint::Radial { center, radius, stops: changed(stops), transform }
        }
        picture @ Paint::Picture { .. } => picture,
    }
}

/// The items in a style: parts are told from the tones that lie on them by their colours.
pub(super) fn styled(items: Vec<Item>, style: Style) -> Vec<Piece> {
    let all = items.iter().filter_map(extent).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO);
    let least = DETAIL * all.width().max(all.height());
    let mut known: Vec<Color> = Vec::new();
    let mut parts: HashMap<[u8; 3], bool> = HashMap::new();
    let mut piece = |item: Item| {
        let color = match &item {
            Item::Fill(Shape { paint: Paint::Solid(color), .. }) if color.a == 255 => Some(*color),
            _ => None,
        };
        let large = extent(&item).is_some_and(|b| b.width().max(b.height()) > least);
        let is_part = color.is_some_and(|color| {
            *parts.entry([color.r, color.g, color.b]).or_insert_with(|| {
                let tone = known.iter().any(|base| tones(*base).iter().skip(1).any(|tone| near(*tone, color)));
                if !tone {
                    known.push(color);
                }
                !tone
            })
        });
        let inked = is_part && large;
        let item = match (style, item) {
            (Style::Soft, Item::Fill(shape)) if inked => Item::Fill(softened(shape)),
            (_, item) => item,
        };
        Piece { item, inked }
    };
    items.into_iter().map(&mut piece).collect()
}

/// A part lit from the upper left.
fn softened(shape: Shape) -> Shape {
    let Paint::Solid(base) = shape.paint else { return shape };
    let around = kurbo::Shape::bounding_box(&*shape.path);
    let stops = [
        Stop { offset: 0.0, color: mix(base, light(base), SOFT.0) },
        Stop { offset: 0.45, color: base },
        Stop { offset: 1.0, color: mix(base, shade(base), SOFT.1) },
    ];
    let at = |share: f64| {
        Point::new(around.x0 + around.width() * share, around.y0 + around.height() * (0.14 + 0.72 * share))
    };
    Shape { paint: Paint::Linear { start: at(0.1), end: at(0.9), stops: stops.into() }, ..shape }
}
