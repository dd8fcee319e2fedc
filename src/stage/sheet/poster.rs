//! Posters: figures or a prop on a plain ground, without words, for whoever lays out a page of them.
use super::cell::{Cell, Focus};
use crate::display::{Blend, Color, DisplayList, Item, Paint, Shape, Stop};
use crate::figure::Place;
use crate::frame::Pose;
use crate::stage::prop::{Prop, Standing};
use crate::stage::shadow::{Stand, painted};
use crate::stage::shapes::{ellipse, rounded};
use kurbo::{Affine, Point, Rect, RoundedRect, RoundedRectRadii, Shape as _};
use std::sync::Arc;

/// The ground of a poster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The wall.
    pub wall: Color,
    /// The floor.
    pub floor: Color,
    /// Shades on the floor.
    pub shade: Color,
}

/// A row of a poster.
#[derive(Clone, Debug)]
pub struct Tier<'a> {
    /// Where its lower edge is, share of the height.
    pub bottom: f64,
    /// How tall it is, share of the height.
    pub tall: f64,
    /// What stands in it, at one scale, as far apart as it takes.
    pub cells: Vec<Cell<'a>>,
}

/// A floor begins here, share of the height; tuned by eye.
const FLOOR: f64 = 0.62;
/// Room at the left and at the right, share of the width.
const MARGIN: f64 = 0.05;
/// Of a row's width its figures leave this share free between them.
const APART: f64 = 0.14;
/// A bust ends in a curve, share of its shorter side.
const CURVE: f64 = 0.5;
/// Of the room for a prop it fills this share.
const FILLS: f64 = 0.62;

fn sheet((width, height): (u32, u32), ground: Ground) -> DisplayList {
    let (w, h) = (f64::from(width), f64::from(height));
    let all = Rect::new(0.0, 0.0, w, h).to_path(0.1);
    let stop = |offset, color| Stop { offset, color };
    let stops = [stop(0.0, ground.wall), stop(FLOOR, ground.wall), stop(0.82, ground.floor), stop(1.0, ground.floor)];
    let wall = Paint::Linear { start: Point::ZERO, end: Point::new(0.0, h), stops: stops.into() };
    let white = Color::rgb(255, 255, 255);
    let light = Paint::Radial {
        center: Point::ZERO,
        radius: 1.0,
        stops: [stop(0.0, white.with_opacity(0.55)), stop(1.0, white.with_opacity(0.0))].into(),
        transform: Affine::translate((w * 0.5, h * 0.42)) * Affine::scale(w.min(h) * 0.6),
    };
    let items = vec![Item::Fill(Shape::new(all.clone(), wall)), Item::Fill(Shape::new(all, light))];
    DisplayList { width, height, items }
}

/// Figures in rows.
pub fn poster(tiers: &[Tier], size: (u32, u32), ground: Ground) -> DisplayList {
    let mut list = sheet(size, ground);
    let (w, h) = (f64::from(size.0), f64::from(size.1));
    let wide = w * (1.0 - 2.0 * MARGIN);
    for tier in tiers {
        let extents: Vec<Rect> = tier.cells.iter().map(Cell::extent).collect();
        let tallest = extents.iter().fold(1.0, |tallest: f64, extent| tallest.max(extent.height()));
        let across: f64 = extents.iter().map(Rect::width).sum::<f64>().max(1.0);
        // Neighbours keep apart, whatever they stretch out.
        let scale = (tier.tall * h / tallest).min(wide * (1.0 - APART) / across);
        let gap = (wide - scale * across) / tier.cells.len().max(1) as f64;
        let mut x = w * MARGIN + gap / 2.0;
        let bottom = tier.bottom * h;
        for (cell, extent) in tier.cells.iter().zip(&extents) {
            let tall = if cell.focus == Focus::Head { extent.height() } else { tallest };
            let frame = Rect::new(x, bottom - scale * tall, x + scale * extent.width(), bottom);
            let own = Rect::new(extent.x0, extent.y1 - tall, extent.x1, extent.y1);
            if cell.focus == Focus::Head {
                list.items.push(bust(cell, frame, own, ground.shade));
            } else {
                cell.fill(frame, own, ground.shade, &mut list.items);
            }
            x += scale * extent.width() + gap;
        }
    }
    list
}

/// A head, rounded off below, where the body would be cut.
fn bust(cell: &Cell, frame: Rect, own: Rect, shade: Color) -> Item {
    let mut items = Vec::new();
    cell.fill(frame, own, shade, &mut items);
    let round = CURVE * frame.width().min(frame.height());
    let clip = RoundedRect::from_rect(frame, RoundedRectRadii::new(0.0, 0.0, round, round)).to_path(0.1);
    let clip = Some(Arc::new(clip));
    Item::Group { transform: Affine::IDENTITY, opacity: 1.0, blend: Blend::Normal, clip, items: items.into() }
}

/// A prop by itself.
pub fn prop_poster(prop: &Prop, size: (u32, u32), ground: Ground) -> DisplayList {
    let mut list = sheet(size, ground);
    let (w, h) = (f64::from(size.0), f64::from(size.1));
    let place =
        |feet: Point, unit: f64| Place { feet, unit, pose_unit: unit, facing: 1.0, stage_height: 2000.0 * unit };
    let pose = Pose::default();
    let standing = |feet, unit| prop.standing(&Standing { place: place(feet, unit), pose: &pose, hangs: false });
    let one = prop.covers(standing(Point::ZERO, 1.0));
    let unit = FILLS * (w / one.width().max(1.0)).min(h / one.height().max(1.0));
    let (feet_y, tall) = (h * 0.5 + one.height() * unit / 2.0 + h * 0.02, one.height() * unit);
    let feet = Point::new(w / 2.0 - one.center().x * unit, feet_y - one.y1 * unit);
    let to = standing(feet, unit);
    let (left, right) = prop.base(&Standing { place: place(feet, unit), pose: &pose, hangs: false });
    let stand = Stand { left, right, ground: feet.y, lift: 0.0, height: tall };
    list.items.extend(painted(stand, ground.shade).filter(|_| right > left && !prop.hangs));
    list.items.extend(prop.items(to, h, false));
    list
}

/// A sound's loudness over its time as bars about the middle: `levels`, 0..1 each, from the left.
pub fn wave_poster(levels: &[f64], color: Color, size: (u32, u32), ground: Ground) -> DisplayList {
    let mut list = sheet(size, Ground { floor: ground.wall, ..ground });
    let (w, h) = (f64::from(size.0), f64::from(size.1));
    let step = w * (1.0 - 4.0 * MARGIN) / levels.len().max(1) as f64;
    for (i, level) in levels.iter().enumerate() {
        let x = w * 2.0 * MARGIN + (i as f64 + 0.5) * step;
        let (wide, tall) = (step * 0.56, (h * 0.56 * level.clamp(0.0, 1.0)).max(step * 0.56));
        let bar = Rect::from_center_size((x, h / 2.0), (wide, tall));
        let round = if tall > wide { rounded(bar, wide / 2.0) } else { ellipse(bar.center(), wide / 2.0, wide / 2.0) };
        list.items.push(Item::fill(round, color));
    }
    list
}
