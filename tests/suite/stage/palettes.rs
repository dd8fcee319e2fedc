//! Palettes: worn by a body, every one stands off from every shipped place, and its colours from one another.
use super::compose::character;
use super::grades::{apart, pixels};
use super::here;
use jabber_render::figure::look::palettes;
use jabber_render::figure::template::color;
use jabber_render::figure::{Figure, template};
use jabber_render::frame::FrameState;
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::paint::{Kept, Painter};
use jabber_render::stage::{GRADES, Setting, Stage, compose};
use std::collections::BTreeSet;
use std::sync::Arc;

const SIZE: (u32, u32) = (160, 90);
/// Two clearly different colours are so far apart in L*a*b* (as the law of the grades has it).
const CLEAR: f64 = 20.0;
/// Under a grade that takes the hues away, three quarters of that are left.
const GRADED: f64 = 15.0;

/// The mean way from the colours of a figure to what it covers, under a grade; the law of the grades on the figure's own pixels.
#[test]
fn every_palette_is_legible_on_every_shipped_place() {
    let catalog = Catalog::shipped();
    let none = |_: &str| unreachable!("it is shipped");
    let mut faults = BTreeSet::new();
    for body in ["person", "kid"] {
        let template = template::shipped(body).unwrap().unwrap();
        for place in catalog.of_kind(PackKind::Place) {
            let mut stage = Stage::new(SIZE.0, SIZE.1);
            stage.add_place("here".into(), Setting::of(&place.id).place(&catalog, &none).0);
            for name in palettes().keys() {
                stage.add_figure(name.as_str().into(), Figure::new(&template, &serde_json::json!({"colors": name})).0);
            }
            let mut painter = Painter::new(Arc::new(Kept::default()));
            for grade in GRADES.into_iter().filter(|grade| body == "person" || *grade == "normal") {
                let mut paint = |who: Option<&str>| {
                    let characters = who.map(|who| character(who, 0.3, 0.0)).into_iter().collect();
                    painter.paint(&compose(&FrameState { grade: grade.into(), characters, ..here(0.0) }, &stage))
                };
                let without = paint(None);
                for name in palettes().keys() {
                    let with = paint(Some(name));
                    let pairs = pixels(&with).zip(pixels(&without)).map(|(a, b)| apart(a, b));
                    let own: Vec<f64> = pairs.filter(|way| *way > 2.0).collect();
                    let mean = own.iter().sum::<f64>() / own.len() as f64;
                    let least = if grade == "normal" { CLEAR } else { GRADED };
                    if !(mean >= least && own.len() > 200) {
                        faults.insert(format!("{body} {name} on {} {grade}: {mean:.1}", place.id));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// What lies side by side on a body can be told apart: hair from skin, a top from what is below it, trimmings from the top.
#[test]
fn the_colours_of_a_palette_stand_off_from_one_another() {
    for (name, palette) in palettes() {
        let of = |role: &str| color(&palette[role]).map(|c| [c.r, c.g, c.b, 255]).unwrap();
        for (a, b) in [("hair", "skin"), ("top", "skin"), ("top", "bottom"), ("accent", "top"), ("accent", "bottom")] {
            let way = apart(of(a), of(b));
            assert!(way >= CLEAR, "{name}: {a} is {way:.1} from {b}");
        }
    }
}
