//! Figures: what a part reads, how limbs reach and feet stand, what a template and a look may say, and how a body is placed.
mod art;
mod edges;
mod joins;
mod laws;
mod looks;
mod rig;
mod stride;
mod wardrobe;
mod words;

use jabber_render::display::Item;
use jabber_render::figure::template::{self, Template};
use jabber_render::figure::{Acting, Drawn, Figure, Place, draw};
use jabber_render::frame::Pose;
use jabber_render::vocabulary::PartKey;
use kurbo::{Point, Rect, Shape};

/// A stage of 1080 lines with a figure 540 px tall, its feet at (500, 900).
fn place(figure: &Figure, facing: f64) -> Place {
    let unit = 540.0 / figure.height;
    Place { feet: Point::new(500.0, 900.0), unit, pose_unit: 1.0, facing, stage_height: 1080.0 }
}

fn key(text: &str) -> PartKey {
    PartKey::parse(text).unwrap_or_else(|| panic!("{text} is no part"))
}

/// A pose of angles.
fn posed(angles: &[(&str, f64)]) -> Pose {
    let mut parts: Vec<(PartKey, f64)> = angles.iter().map(|(part, angle)| (key(part), *angle)).collect();
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    Pose { parts, ..Pose::default() }
}

fn shipped(name: &str) -> Template {
    let found = template::shipped(name).unwrap_or_else(|| panic!("no template {name}"));
    Template::clone(&found.unwrap_or_else(|faults| panic!("{faults:?}")))
}

fn figure(name: &str) -> Figure {
    Figure::new(&shipped(name), &serde_json::Value::Null).0
}

fn acting(pose: &Pose) -> Acting<'_> {
    Acting::of(pose)
}

fn drawn(figure: &Figure, pose: &Pose, facing: f64) -> (Vec<Item>, Drawn) {
    let mut items = Vec::new();
    let drawn = draw(figure, &acting(pose), &place(figure, facing), &mut items);
    (items, drawn)
}

/// The box of what the items cover, exactly.
fn covered(items: &[Item]) -> Rect {
    let boxes = items.iter().filter_map(|item| match item {
        Item::Fill(shape) => Some(shape.path.bounding_box()),
        Item::Stroke { path, width, .. } => Some(path.bounding_box().inflate(width / 2.0, width / 2.0)),
        _ => None,
    });
    boxes.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
}
