//! Grades: in every place and under every grade figures stand off from what is behind them, and their faces can be read.
use super::compose::character;
use super::here;
use jabber_render::figure::{Figure, template};
use jabber_render::frame::FrameState;
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::paint::{Kept, Painter, Picture};
use jabber_render::stage::{GRADES, Setting, Stage, compose};
use std::sync::Arc;

const SIZE: (u32, u32) = (240, 135);

/// L*, a* and b* of a colour (CIE 1976, D65).
fn lab(pixel: [u8; 4]) -> [f64; 3] {
    let light = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
    };
    let [r, g, b] = [light(pixel[0]), light(pixel[1]), light(pixel[2])];
    let root = |t: f64| if t > 0.008_856 { libm::cbrt(t) } else { 7.787 * t + 16.0 / 116.0 };
    let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

pub(super) fn apart(a: [u8; 4], b: [u8; 4]) -> f64 {
    let (a, b) = (lab(a), lab(b));
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// Every shipped place with a person in it whose feet are at 30 % of the width.
fn stages() -> Vec<(String, Stage)> {
    let catalog = Catalog::shipped();
    let none = |_: &str| unreachable!("it is shipped");
    let template = template::shipped("person").unwrap().unwrap();
    let stage = |pack: &Arc<jabber_render::pack::Pack>| {
        let mut stage = Stage::new(SIZE.0, SIZE.1);
        stage.add_place("here".into(), Setting::of(&pack.id).place(&catalog, &none).0);
        stage.add_figure("a".into(), Figure::new(&template, &serde_json::json!({})).0);
        (pack.id.to_string(), stage)
    };
    catalog.of_kind(PackKind::Place).map(stage).collect()
}

pub(super) fn pixels(picture: &Picture) -> impl Iterator<Item = [u8; 4]> + '_ {
    picture.data.as_chunks::<4>().0.iter().copied()
}

#[test]
fn a_figure_keeps_its_contrast_to_the_place_under_every_grade() {
    for (id, stage) in stages() {
        let mut painter = Painter::new(Arc::new(Kept::default()));
        let mut paint = |grade: &str, there: bool| {
            let characters = if there { vec![character("a", 0.3, 0.0)] } else { Vec::new() };
            painter.paint(&compose(&FrameState { grade: grade.into(), characters, ..here(0.0) }, &stage))
        };
        let (with, without) = (paint("normal", true), paint("normal", false));
        let figure: Vec<bool> = pixels(&with).zip(pixels(&without)).map(|(a, b)| apart(a, b) > 2.0).collect();
        let top = figure.iter().position(|own| *own).unwrap() / SIZE.0 as usize;
        let mut plain = 0.0;
        for grade in GRADES {
            let (with, without) = (paint(grade, true), paint(grade, false));
            let shown = pixels(&with).zip(pixels(&without)).zip(&figure).filter(|(_, own)| **own);
            let differences: Vec<f64> = shown.map(|((a, b), _)| apart(a, b)).collect();
            let mean = differences.iter().sum::<f64>() / differences.len() as f64;
            if grade == "normal" {
                plain = mean;
            }
            // Twenty are two clearly different colours; by less than four tenths of its own a look would swallow who is in it.
            assert!(mean >= 20.0 && mean >= 0.4 * plain, "{id} {grade}: {mean:.1} of {plain:.1}");
            // The head is the upper fifth of it: its eyes and its hair are read by their lights and darks.
            let head = (top..top + SIZE.1 as usize / 10)
                .flat_map(|y| (0..SIZE.0 as usize).map(move |x| y * SIZE.0 as usize + x));
            let colors: Vec<[u8; 4]> = pixels(&with).collect();
            let mut lights: Vec<f64> = head.filter(|at| figure[*at]).map(|at| lab(colors[at])[0]).collect();
            lights.sort_by(f64::total_cmp);
            let range = lights[lights.len() * 95 / 100] - lights[lights.len() * 5 / 100];
            assert!(range >= 32.0, "{id} {grade}: the lights of a face are {range:.1} over its darks");
        }
    }
}
