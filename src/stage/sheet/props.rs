//! The sheet of props: one beside the other at one scale, with a person to judge them by, then each by itself with its marks.
use super::page::Page;
use crate::display::{Color, DisplayList, Item, Paint};
use crate::figure::{self, Acting, Figure, Place};
use crate::frame::Pose;
use crate::stage::prop::{Prop, Standing};
use crate::stage::shapes::ellipse;
use kurbo::{BezPath, Point, Rect};
use std::sync::Arc;

/// A person's height, share of the page's width.
const PERSON: f64 = 0.16;
/// Room between neighbours, and over a line of them; shares of the page's width.
const GAP: f64 = 0.022;
const ABOVE: f64 = 0.012;
/// Props side by side where each stands by itself.
const COLUMNS: usize = 7;
/// Of such a cell the prop fills this share.
const FILLS: f64 = 0.8;
/// Marks: the ground line, what is held, about what it turns, where it is worn, room for words.
const GROUND: Color = Color::rgb(0x7F, 0xA3, 0xA8);
const GRIP: Color = Color::rgb(0xE4, 0x52, 0x3C);
const PIVOT: Color = Color::rgb(0x2F, 0x3E, 0x70);
const WORN: Color = Color::rgb(0x8E, 0x6B, 0xC4);

/// The sheet, `width` pixels wide.
pub fn prop_sheet(props: &[(String, Prop)], person: Option<&Figure>, width: u32) -> DisplayList {
    let mut page = Page::new(f64::from(width));
    page.heading("beside a person");
    beside(&mut page, props, person);
    page.heading("ground line, grip (red), pivot (blue), worn (violet)");
    alone(&mut page, props);
    page.finish()
}

/// Everything at one scale, in as many lines as it takes.
fn beside(page: &mut Page, props: &[(String, Prop)], person: Option<&Figure>) {
    let unit = page.width * PERSON / 1000.0;
    let (gap, right) = (page.width * GAP, page.width - page.margin);
    let mut lines: Vec<(f64, Vec<usize>)> = Vec::new();
    let mut x = f64::INFINITY;
    for (i, (_, prop)) in props.iter().enumerate() {
        let size = covers(prop, unit).size();
        if x + size.width > right {
            x = page.margin
                + if lines.is_empty() { person.map_or(0.0, |_| page.width * PERSON * 0.5 + gap) } else { 0.0 };
            lines.push((if lines.is_empty() { page.width * PERSON } else { 0.0 }, Vec::new()));
        }
        if let Some((tall, line)) = lines.last_mut() {
            *tall = tall.max(size.height);
            line.push(i);
        }
        x += size.width + gap;
    }
    for (number, (tall, line)) in lines.iter().enumerate() {
        page.y += page.width * ABOVE + tall;
        let mut x = page.margin;
        if let Some(figure) = person.filter(|_| number == 0) {
            let half = page.width * PERSON * 0.25;
            let place = Place {
                feet: Point::new(x + half, page.y),
                unit: page.width * PERSON / figure.height,
                pose_unit: unit,
                facing: 1.0,
                stage_height: page.width * PERSON * 2.0,
            };
            figure::draw(figure, &Acting::of(&Pose::default()), &place, &mut page.items);
            page.label("person", Point::new(x + half, page.y));
            x += 2.0 * half + gap;
        }
        for (label, prop) in line.iter().filter_map(|i| props.get(*i)) {
            let size = covers(prop, unit);
            put(page, prop, Point::new(x - size.x0, page.y), unit);
            page.label(label, Point::new(x + size.width() / 2.0, page.y));
            x += size.width() + gap;
        }
        page.under_labels();
    }
    page.y += page.width * ABOVE;
}

/// Each as large as its cell, with its marks.
fn alone(page: &mut Page, props: &[(String, Prop)]) {
    let side = (page.width - 2.0 * page.margin) / COLUMNS as f64;
    for line in props.chunks(COLUMNS) {
        for (i, (label, prop)) in line.iter().enumerate() {
            let one = covers(prop, 1.0);
            let unit = FILLS * side / one.width().max(one.height()).max(1.0);
            let cell = Rect::new(0.0, 0.0, side, side) + kurbo::Vec2::new(page.margin + i as f64 * side, page.y);
            let size = covers(prop, unit);
            let feet = Point::new(cell.center().x - size.center().x, cell.y1 - side * (1.0 - FILLS) / 2.0);
            ground(page, cell, feet.y);
            let to = put(page, prop, feet, unit);
            for (name, at) in prop.marks() {
                let color = match name {
                    "pivot" => PIVOT,
                    "worn" => WORN,
                    _ => GRIP,
                };
                let ring = Arc::new(ellipse(to * at, side * 0.022, side * 0.022));
                let width = side * 0.012;
                page.items.push(Item::Stroke {
                    path: Arc::clone(&ring),
                    width: width * 2.0,
                    paint: Paint::Solid(Color::rgb(255, 255, 255)),
                });
                page.items.push(Item::Stroke { path: ring, width, paint: Paint::Solid(color) });
            }
            page.label(label, Point::new(cell.center().x, cell.y1));
        }
        page.y += side;
        page.under_labels();
    }
}

fn ground(page: &mut Page, cell: Rect, y: f64) {
    let mut path = BezPath::new();
    path.move_to((cell.x0 + cell.width() * 0.06, y));
    path.line_to((cell.x1 - cell.width() * 0.06, y));
    page.items.push(Item::Stroke { path: Arc::new(path), width: page.width / 900.0, paint: Paint::Solid(GROUND) });
}

fn place(feet: Point, unit: f64) -> Place {
    Place { feet, unit, pose_unit: unit, facing: 1.0, stage_height: 2000.0 * unit }
}

/// What a prop covers that stands at the origin.
fn covers(prop: &Prop, unit: f64) -> Rect {
    prop.covers(prop.standing(&Standing { place: place(Point::ZERO, unit), pose: &Pose::default(), hangs: false }))
}

/// Draws a prop; the map from its art.
fn put(page: &mut Page, prop: &Prop, feet: Point, unit: f64) -> kurbo::Affine {
    let to = prop.standing(&Standing { place: place(feet, unit), pose: &Pose::default(), hangs: false });
    page.items.extend(prop.items(to, page.width * PERSON * 2.0, false));
    to
}
