//! A linear gradient's colours over a surface, from a table in whole numbers. tiny-skia shades radial ones.
use super::blend::premultiplied;
use crate::display::{Color, Stop};
use kurbo::{Affine, Point};

/// Colours in the table for each step that the channel with the longest way takes.
const COLORS: usize = 4;
/// Fraction bits of the place in the table along a row.
const FRACTION: u32 = 32;

/// Fills rows of `width` pixels. `transform` maps the gradient's coordinates into the surface's; beyond its ends the first and the last
/// colour go on.
pub(super) fn linear((start, end): (Point, Point), stops: &[Stop], transform: Affine, width: u32, data: &mut [u8]) {
    let last = COLORS * steps(stops).clamp(8, 255);
    let table: Vec<[u8; 4]> = (0..=last).map(|i| premultiplied(at(stops, i as f64 / last as f64))).collect();
    let (along, back) = (end - start, transform.inverse());
    let place = |x: f64, y: f64| {
        let place = (back * Point::new(x, y) - start).dot(along) / along.hypot2();
        // A gradient without extent is its last colour.
        if place.is_finite() { place * last as f64 } else { last as f64 }
    };
    let fixed = |place: f64| (place * (1_u64 << FRACTION) as f64) as i64;
    let step = fixed(place(1.0, 0.0)).saturating_sub(fixed(place(0.0, 0.0)));
    let color = |place: i64| table[(place >> FRACTION).clamp(0, last as i64) as usize];
    for (y, row) in data.chunks_exact_mut(width as usize * 4).enumerate() {
        let row = row.as_chunks_mut::<4>().0;
        let mut place = fixed(place(0.5, y as f64 + 0.5) + 0.5);
        if step == 0 {
            row.fill(color(place));
            continue;
        }
        for pixel in row {
            *pixel = color(place);
            place = place.saturating_add(step);
        }
    }
}

/// How many steps the channel with the longest way goes up and down in all.
fn steps(stops: &[Stop]) -> usize {
    let channels = |color: Color| [color.r, color.g, color.b, color.a].map(usize::from);
    let way =
        |i: usize| stops.windows(2).map(|two| channels(two[0].color)[i].abs_diff(channels(two[1].color)[i])).sum();
    (0..4).map(way).max().unwrap_or(0)
}

/// The colour at a share of the way, straight alpha.
fn at(stops: &[Stop], share: f64) -> Color {
    let next = stops.iter().position(|stop| stop.offset > share).unwrap_or(stops.len());
    let (before, after) = (next.checked_sub(1).and_then(|i| stops.get(i)), stops.get(next));
    let (Some(before), Some(after)) = (before, after) else {
        return before.or(after).map_or(Color::CLEAR, |stop| stop.color);
    };
    let way = (share - before.offset) / (after.offset - before.offset);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * way + 0.5) as u8;
    let (a, b) = (before.color, after.color);
    Color { r: mix(a.r, b.r), g: mix(a.g, b.g), b: mix(a.b, b.b), a: mix(a.a, b.a) }
}
