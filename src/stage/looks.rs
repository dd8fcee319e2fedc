//! Grades on their way from one to another: words with their shares enter, one look leaves.
use super::grade::grade;
use crate::display::{Color, Glow, Grade, Vignette};
use std::sync::Arc;

/// The look of grades mixed by their shares, 1 in all: each number goes its way from the one to the other. A word nobody knows is plain.
pub(super) fn mixed(looks: &[(Arc<str>, f64)]) -> Grade {
    let looks: Vec<(Grade, f64)> =
        looks.iter().map(|(word, share)| (grade(word).unwrap_or_default(), *share)).collect();
    let sum = |of: &dyn Fn(&Grade) -> f64| looks.iter().map(|(look, share)| share * of(look)).sum::<f64>();
    let each = |of: &dyn Fn(&Grade) -> [f64; 3]| [0, 1, 2].map(|i| sum(&|look| of(look)[i]));
    Grade {
        saturation: sum(&|look| look.saturation),
        slope: each(&|look| look.slope),
        offset: each(&|look| look.offset),
        power: each(&|look| look.power),
        contrast: sum(&|look| look.contrast),
        grey: each(&|look| look.grey),
        glow: glow(&looks),
        vignette: vignette(&looks),
    }
}

/// Mixes by how much light each gives: what gives none has no say in where it comes from.
fn glow(looks: &[(Grade, f64)]) -> Option<Glow> {
    let all: Vec<(Glow, f64)> =
        looks.iter().filter_map(|(look, share)| Some((look.glow?, share * look.glow?.strength))).collect();
    let strength: f64 = all.iter().map(|(_, part)| part).sum();
    let mean = |of: &dyn Fn(&Glow) -> f64| all.iter().map(|(glow, part)| part * of(glow)).sum::<f64>() / strength;
    (strength > 0.0).then(|| Glow {
        threshold: mean(&|glow| glow.threshold),
        radius: mean(&|glow| glow.radius),
        strength,
        tint: color(&|of| mean(&|glow| of(glow.tint))),
    })
}

fn vignette(looks: &[(Grade, f64)]) -> Option<Vignette> {
    let all: Vec<(Vignette, f64)> =
        looks.iter().filter_map(|(look, share)| Some((look.vignette?, share * look.vignette?.strength))).collect();
    let strength: f64 = all.iter().map(|(_, part)| part).sum();
    let mean = |of: &dyn Fn(&Vignette) -> f64| all.iter().map(|(edge, part)| part * of(edge)).sum::<f64>() / strength;
    (strength > 0.0).then(|| Vignette {
        start: mean(&|edge| edge.start),
        strength,
        color: color(&|of| mean(&|edge| of(edge.color))),
    })
}

fn color(mean: &dyn Fn(fn(Color) -> f64) -> f64) -> Color {
    let channel = |of: fn(Color) -> f64| mean(of).round().clamp(0.0, 255.0) as u8;
    Color::rgb(channel(|c| f64::from(c.r)), channel(|c| f64::from(c.g)), channel(|c| f64::from(c.b)))
}
