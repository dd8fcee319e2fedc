//! What a card's words stand on: a style, a frame's measures and the words' place enter, shapes leave.
use super::card_words::{CORAL, CREAM, INK, Set, YELLOW};
use super::layout::Layout;
use super::shapes::{ellipse, rounded};
use crate::display::{Color, Item, Paint, Shape, Stop};
use crate::maths::hypot;
use crate::vocabulary::CardStyle;
use kurbo::{Affine, Rect, Shape as _};
use std::sync::Arc;

/// The dark ground's light middle.
const GLOW: Color = Color::rgb(0x4A, 0x3A, 0x66);
/// The rings from the middle outward, in turn; each is so much wider than the one inside, share of the frame's shorter side. Tuned by eye.
const RINGS: [Color; 4] = [
    Color::rgb(0xE8, 0x6A, 0x52),
    Color::rgb(0xF2, 0x9B, 0x4B),
    Color::rgb(0xD1, 0x4F, 0x4A),
    Color::rgb(0xF0, 0x84, 0x4A),
];
const RING: f64 = 0.13;
/// How dark the scene becomes behind words that stand on it.
const SCRIM: f64 = 0.42;
/// The box of words in the lower left: as captions'.
const BOX: f64 = 0.88;

/// A ground.
pub(super) struct Ground {
    pub items: Vec<Item>,
    /// Nothing shows through it.
    pub opaque: bool,
}

/// A style's ground.
pub(super) fn ground(style: CardStyle, layout: &Layout, set: &Set) -> Ground {
    let frame = Rect::new(0.0, 0.0, layout.width, layout.height);
    let (unit, middle) = (layout.unit(), frame.center());
    let full = |color| Item::fill(frame.to_path(0.1), color);
    let corner = hypot(layout.width, layout.height) / 2.0;
    let items = match style {
        CardStyle::Card => {
            let stops = [(0.0, GLOW), (1.0, INK)].map(|(offset, color)| Stop { offset, color });
            let paint =
                Paint::Radial { center: middle, radius: corner, stops: stops.into(), transform: Affine::IDENTITY };
            vec![Item::Fill(Shape::new(frame.to_path(0.1), paint))]
        }
        CardStyle::Paper => {
            let line = |inset: f64, width: f64| Item::Stroke {
                path: Arc::new(rounded(frame.inset(-inset * unit), 18.0 * unit)),
                width: width * unit,
                paint: Paint::Solid(CORAL),
            };
            let lines = [line(36.0, 5.0), line(50.0, 2.0)];
            // What rolls would run over them.
            [full(CREAM)].into_iter().chain(lines.into_iter().filter(|_| !set.rolls)).collect()
        }
        CardStyle::Rings => {
            let step = RING * layout.width.min(layout.height);
            // The middle one holds the words.
            let first =
                (hypot(set.bounds.width(), set.bounds.height()) / 2.0 + 60.0 * unit).clamp(2.0 * step, 3.2 * step);
            let count = ((corner - first) / step).ceil().max(0.0) as usize;
            let ring = |i: usize| {
                Item::fill(ellipse(middle, first + i as f64 * step, first + i as f64 * step), RINGS[i % RINGS.len()])
            };
            let outermost = full(RINGS[(count + 1) % RINGS.len()]);
            let inner = Item::fill(ellipse(middle, first, first), INK);
            [outermost].into_iter().chain((1..=count).rev().map(ring)).chain([inner]).collect()
        }
        CardStyle::Over => vec![full(INK.with_opacity(SCRIM))],
        CardStyle::Lower => {
            let around = Rect::new(
                set.bounds.x0 - 40.0 * unit,
                set.bounds.y0 - 18.0 * unit,
                set.bounds.x1 + 36.0 * unit,
                set.bounds.y1 + 18.0 * unit,
            );
            let bar = Rect::new(around.x0, around.y0, around.x0 + 12.0 * unit, around.y1);
            let plate = rounded(around, 14.0 * unit);
            let lit = Shape::new(bar.to_path(0.1), Paint::Solid(YELLOW)).within(Arc::new(plate.clone()));
            vec![Item::fill(plate, INK.with_opacity(BOX)), Item::Fill(lit)]
        }
    };
    let opaque = matches!(style, CardStyle::Card | CardStyle::Paper | CardStyle::Rings);
    Ground { items, opaque }
}
