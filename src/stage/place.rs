//! [`Place`]: where a scene plays. The bytes of an SVG enter, art in depths leaves, ready to be laid out on a frame of any
//! shape. Knows nothing of characters.
use super::alive::Life;
use super::life::Motion;
use super::svg;
use crate::diagnostic::Diagnostic;
use crate::display::{Blend, Color, Item, Paint, Rule, Shape, Stop};
use kurbo::{Affine, Point, Rect, Shape as _};
use std::sync::Arc;

/// How far from the eye a piece of a place stands; characters stand between `Near` and `Front`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Sky and horizon.
    Far,
    /// What stands behind the stage.
    Mid,
    /// The ground the characters stand on.
    Near,
    /// Frames the picture, before the characters.
    Front,
}

impl Depth {
    /// The depth a group's id names.
    pub fn of_id(id: &str) -> Option<Self> {
        match id {
            "far" => Some(Self::Far),
            "mid" => Some(Self::Mid),
            "near" => Some(Self::Near),
            "front" => Some(Self::Front),
            _ => None,
        }
    }
}

/// Where a piece stays when the frame has not the place's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// With the place: what lies outside the frame is cut off.
    Place,
    /// At the frame's left edge, from the top down.
    Left,
    /// At the frame's right edge, from the top down.
    Right,
    /// In the frame's lower left corner, smaller in a narrow frame.
    LowerLeft,
    /// In the frame's lower right corner, smaller in a narrow frame.
    LowerRight,
}

impl Anchor {
    /// The anchor a group's id ends in: `bough@left`, `leaves@lower-right`.
    pub fn of_id(id: &str) -> Option<Self> {
        match id.rsplit_once('@')?.1 {
            "left" => Some(Self::Left),
            "right" => Some(Self::Right),
            "lower-left" => Some(Self::LowerLeft),
            "lower-right" => Some(Self::LowerRight),
            _ => None,
        }
    }
}

/// Art of one depth that moves together.
#[derive(Clone, Debug)]
pub struct Piece {
    /// How far away.
    pub depth: Depth,
    /// What it keeps its distance from.
    pub anchor: Anchor,
    /// What moves it, the outermost group's first; empty for most.
    pub life: Vec<Motion>,
    /// In the place's units, y down from its top left; shared, so that a painter may keep what it paints of them.
    pub items: Arc<[Item]>,
}

/// A place as drawn.
#[derive(Clone, Debug)]
pub struct Place {
    /// Units.
    pub width: f64,
    /// Units.
    pub height: f64,
    /// By depth, in drawing order.
    pub pieces: Vec<Piece>,
    /// The colour under the characters' feet, from which their shadows take theirs.
    pub ground: Color,
    /// Nothing moves: all is as at the start.
    pub still: bool,
}

/// The size in which shipped places are drawn, units.
pub const PLACE_SIZE: (f64, f64) = (1920.0, 1080.0);
/// The feet line as a share of the stage height (language text §7.2).
pub const GROUND: f64 = 0.92;

impl Place {
    /// Reads a place's SVG and what moves in it.
    ///
    /// # Errors
    /// One diagnostic when the bytes are no SVG.
    pub fn from_svg(bytes: &[u8], life: &Life) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let art =
            svg::read(bytes, life).map_err(|fault| Diagnostic::error("", format!("not a readable SVG: {fault}")))?;
        let mut pieces = art.pieces;
        pieces.sort_by_key(|piece| piece.depth);
        let feet = Point::new(art.width / 2.0, art.height * GROUND);
        let ground = ground(&pieces, feet).unwrap_or(PLAIN_GROUND);
        Ok((Self { width: art.width, height: art.height, pieces, ground, still: false }, art.warnings))
    }

    /// A picture of pixels, of this size and with these items, units.
    pub(super) fn of_picture((width, height): (f64, f64), items: Vec<Item>, ground: Color) -> Self {
        let piece = Piece { depth: Depth::Far, anchor: Anchor::Place, life: Vec::new(), items: items.into() };
        Self { width, height, pieces: vec![piece], ground, still: false }.filled()
    }

    /// The same before a plain sky and ground: a picture of an author's own may have holes.
    pub(super) fn filled(mut self) -> Self {
        let (width, height) = PLACE_SIZE;
        let fit = Affine::scale_non_uniform(self.width / width, self.height / height);
        let behind = Self::plain().pieces.into_iter().map(|piece| {
            let items =
                Item::Group { transform: fit, opacity: 1.0, blend: Blend::Normal, clip: None, items: piece.items };
            Piece { items: [items].into(), ..piece }
        });
        self.pieces.splice(0..0, behind);
        self
    }

    /// The place of a name nobody knows: a clear sky and a plain ground.
    pub fn plain() -> Self {
        let (width, height) = PLACE_SIZE;
        let horizon = height * PLAIN_HORIZON;
        let band = |(y0, y1): (f64, f64), (from, to): (f64, f64), top: Color, bottom: Color| {
            let paint = Paint::Linear {
                start: Point::new(0.0, from),
                end: Point::new(0.0, to),
                stops: [Stop { offset: 0.0, color: top }, Stop { offset: 1.0, color: bottom }].into(),
            };
            Item::Fill(Shape::new(Rect::new(0.0, y0, width, y1).to_path(0.1), paint))
        };
        let [sky, haze, back, front] = PLAIN_COLORS;
        // The sky goes on under the ground: edges that only meet would let a hairline through.
        let items =
            [band((0.0, height), (0.0, horizon), sky, haze), band((horizon, height), (horizon, height), back, front)]
                .into();
        let pieces = vec![Piece { depth: Depth::Far, anchor: Anchor::Place, life: Vec::new(), items }];
        Self { width, height, pieces, ground: PLAIN_GROUND, still: false }
    }
}

/// Where the plain place's ground begins, share of the height: well above the feet line. Tuned by eye.
const PLAIN_HORIZON: f64 = 0.74;
/// The plain place: sky at the top and at the horizon, ground at the horizon and in front (style.md §8: sky L ≥ .75 and
/// S ≤ .4, ground L .60–.68, plain). Tuned by eye.
const PLAIN_COLORS: [Color; 4] = [
    Color::rgb(0xBF, 0xDD, 0xEA),
    Color::rgb(0xF8, 0xEF, 0xDB),
    Color::rgb(0xC9, 0xB8, 0xA0),
    Color::rgb(0xB5, 0xA0, 0x86),
];
/// The ground colour of a place that shows none.
const PLAIN_GROUND: Color = PLAIN_COLORS[3];

/// The topmost plain colour at `feet` among what lies behind the characters.
fn ground(pieces: &[Piece], feet: Point) -> Option<Color> {
    let behind = pieces.iter().rev().filter(|piece| piece.depth != Depth::Front);
    behind.flat_map(|piece| piece.items.iter().rev()).find_map(|item| color_at(item, feet))
}

fn color_at(item: &Item, at: Point) -> Option<Color> {
    match item {
        Item::Fill(Shape { path, rule, paint: Paint::Solid(color), .. }) if color.a == 255 => {
            let turns = path.winding(at);
            let inside = if *rule == Rule::EvenOdd { turns % 2 != 0 } else { turns != 0 };
            inside.then_some(*color)
        }
        Item::Group { transform, opacity, clip: None, items, .. } if *opacity >= 1.0 => {
            let inside: Affine = transform.inverse();
            items.iter().rev().find_map(|item| color_at(item, inside * at))
        }
        _ => None,
    }
}
