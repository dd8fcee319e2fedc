//! One cell: a figure fitted into a box, on its ground line or cut to its head, and the words under it.
use crate::display::{Blend, Color, Item, Paint};
use crate::figure::face::{Lips, Viseme};
use crate::figure::{Acting, Drawn, Figure, Place, draw};
use crate::frame::Pose;
use crate::stage::shadow::{Stand, painted};
use crate::vocabulary::PartKey;
use kurbo::{Affine, Point, Rect, Shape as _};
use std::sync::Arc;

/// A body is drawn as a film at 1080 lines shows one of this height, share of the stage.
const STAGE_SHARE: f64 = 0.5;
/// Room left round a figure, share of its box.
const ROOM: f64 = 0.06;
/// Room round a head or a hand that fills its box, share of its size.
const AIR: f64 = 0.08;

/// What of a figure a cell shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Focus {
    /// All of it, on its ground line.
    Whole,
    /// All of it, filled with ink.
    Silhouette,
    /// The head.
    Head,
    /// A part's joint and what lies within so many units of it.
    Joint(PartKey, f64),
}

/// A figure in a cell.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// The words under it.
    pub label: String,
    /// Who.
    pub figure: &'a Figure,
    /// In what pose.
    pub pose: Pose,
    /// The hands' pose by name; `None` as the template says.
    pub grip: Option<String>,
    /// The shape the lips hold while it speaks.
    pub lips: Option<Viseme>,
    /// What of it is shown.
    pub focus: Focus,
}

impl<'a> Cell<'a> {
    /// A whole figure at rest.
    pub fn new(label: impl Into<String>, figure: &'a Figure) -> Self {
        let label = label.into();
        Cell { label, figure, pose: Pose::default(), grip: None, lips: None, focus: Focus::Whole }
    }

    /// Draws the figure so that a body of its height is `tall` pixels, its feet at `feet`.
    fn draw(&self, feet: Point, tall: f64) -> (Vec<Item>, Drawn, Place) {
        let place = Place {
            feet,
            unit: tall / self.figure.height,
            pose_unit: tall / (STAGE_SHARE * 1080.0),
            facing: 1.0,
            stage_height: tall / STAGE_SHARE,
        };
        let acting = Acting {
            holding: [false; 2],
            talking: if self.lips.is_some() { 1.0 } else { 0.0 },
            grip: self.grip.as_deref(),
            lips: self.lips.map(Lips::of),
            ..Acting::of(&self.pose)
        };
        let mut items = Vec::new();
        let drawn = draw(self.figure, &acting, &place, &mut items);
        (items, drawn, place)
    }

    /// What it shows of a figure a thousand pixels tall with its feet at the origin, pixels.
    pub(super) fn extent(&self) -> Rect {
        let (_, drawn, place) = self.draw(Point::ZERO, 1000.0);
        match &self.focus {
            Focus::Whole | Focus::Silhouette => drawn.bounds.union(Rect::new(-1.0, -1.0, 1.0, 0.0)),
            Focus::Head => drawn.head.inflate(drawn.head.width() * AIR, drawn.head.height() * AIR),
            Focus::Joint(key, radius) => {
                let posed = crate::figure::pose(self.figure, &self.pose, place.pixel());
                let body = self.figure.body(self.pose.view);
                let joint = posed.zip(body).and_then(|(posed, body)| Some(posed.joint(&body.bones, body.find(key)?)));
                let mirror = if body.is_some_and(|body| body.mirror) { -1.0 } else { 1.0 };
                let at = joint.map_or(Point::ZERO, |at| Point::new(mirror * at.x * place.unit, -at.y * place.unit));
                Rect::from_center_size(at, (2.0 * radius * place.unit, 2.0 * radius * place.unit))
            }
        }
    }

    /// Draws it into `frame`, so that `extent` of a figure a thousand pixels tall fits there; `shade` is the shadow's colour, or the silhouette's.
    pub(super) fn fit(&self, frame: Rect, extent: Rect, shade: Color, items: &mut Vec<Item>) {
        self.fill(frame.inflate(-frame.width() * ROOM, -frame.height() * ROOM), extent, shade, items);
    }

    /// The same without room round it.
    pub(super) fn fill(&self, inner: Rect, extent: Rect, shade: Color, items: &mut Vec<Item>) {
        let scale = (inner.width() / extent.width().max(1.0)).min(inner.height() / extent.height().max(1.0));
        let whole = matches!(self.focus, Focus::Whole | Focus::Silhouette);
        // Whole figures stand on one line; heads lie in the middle.
        let middle = Point::new(inner.center().x - scale * extent.center().x, inner.y1 - scale * extent.y1);
        let feet = if whole { middle } else { inner.center() - extent.center().to_vec2() * scale };
        let (drawn, facts, _) = self.draw(feet, 1000.0 * scale);
        match &self.focus {
            Focus::Silhouette => items.extend(drawn.iter().map(|item| inked(item, shade))),
            Focus::Whole => {
                let stand = Stand {
                    left: facts.shadow.left,
                    right: facts.shadow.right,
                    ground: feet.y,
                    lift: facts.shadow.lift,
                    height: 1000.0 * scale,
                };
                items.extend(painted(stand, shade));
                items.extend(drawn);
            }
            Focus::Head | Focus::Joint(..) => items.push(Item::Group {
                transform: Affine::IDENTITY,
                opacity: 1.0,
                blend: Blend::Normal,
                clip: Some(Arc::new(inner.to_path(0.1))),
                items: drawn.into(),
            }),
        }
    }
}

/// The item with every colour one.
fn inked(item: &Item, ink: Color) -> Item {
    match item {
        Item::Fill(shape) => Item::Fill(shape.silhouette(ink)),
        Item::Several(items) => Item::Several(items.iter().map(|item| inked(item, ink)).collect()),
        Item::Stroke { path, width, .. } => {
            Item::Stroke { path: Arc::clone(path), width: *width, paint: Paint::Solid(ink) }
        }
        Item::Group { transform, clip, items, .. } => Item::Group {
            transform: *transform,
            opacity: 1.0,
            blend: Blend::Normal,
            clip: clip.clone(),
            items: items.iter().map(|item| inked(item, ink)).collect(),
        },
        Item::Grade(grade) => Item::Grade(Arc::clone(grade)),
    }
}
