//! Cost of a figure: posed, drawn and painted 540 px tall on one core; the bar is 2 ms, and under 200 items.
#![allow(clippy::unwrap_used, missing_docs)]
use criterion::{Criterion, criterion_group, criterion_main};
use jabber_render::display::{DisplayList, Item};
use jabber_render::figure::{Acting, Figure, Place, draw, template};
use jabber_render::frame::Pose;
use jabber_render::paint::{Kept, Painter, Picture};
use jabber_render::vocabulary::PartKey;
use kurbo::Point;
use serde_json::json;
use std::hint::black_box;
use std::sync::Arc;

/// A surface that holds the figure, as a film gives each of its own (pixels).
const SIDE: u32 = 720;

/// Every joint turned a little: nothing is at rest, as in a film.
fn acting_pose(figure: &Figure) -> Pose {
    let bones = &figure.body(None).unwrap().bones;
    let mut parts: Vec<(PartKey, f64)> = bones.iter().filter_map(|bone| Some((bone.key.clone()?, 6.0))).collect();
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    Pose { parts, mouth: 0.4, mood: Some("happy".into()), ..Pose::default() }
}

fn drawn(figure: &Figure, pose: &Pose) -> Vec<Item> {
    let place = Place {
        feet: Point::new(360.0, 660.0),
        unit: 540.0 / figure.height,
        pose_unit: 1.0,
        facing: 1.0,
        stage_height: 1080.0,
    };
    let mut items = Vec::new();
    draw(figure, &Acting::of(pose), &place, &mut items);
    items
}

fn figures(c: &mut Criterion) {
    for name in template::shipped_names() {
        for style in ["flat", "ink", "soft"] {
            let (figure, _) = Figure::new(&template::shipped(&name).unwrap().unwrap(), &json!({"style": style}));
            let pose = acting_pose(&figure);
            let items = drawn(&figure, &pose);
            let mut group =
                c.benchmark_group(format!("{name} {style}, {} paths", items.iter().map(Item::count).sum::<usize>()));
            group.bench_function("posed and drawn", |bench| bench.iter(|| drawn(black_box(&figure), &pose)));
            let list = DisplayList { width: SIDE, height: SIDE, items };
            let (mut painter, mut picture) = (Painter::new(Arc::new(Kept::default())), Picture::default());
            group.bench_function("painted", |bench| bench.iter(|| painter.paint_into(&list, &mut picture)));
        }
    }
}

criterion_group!(benches, figures);
criterion_main!(benches);
