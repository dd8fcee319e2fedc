//! A linear gradient's colours over a surface, from a table in whole numbers. tiny-skia shades radial ones.
use super::blend::premultiplied;
use crate::display::{Color, Stop};
use kurbo::{Affine, Point};
use std::collections::VecDeque;
use std::sync::Arc;

/// Colours in the table for each step that the channel with the longest way takes.
const COLORS: usize = 4;
/// Tables kept, of four kilobytes at most: those of four figures.
const TABLES: usize = 128;
/// Fraction bits of the place in the table along a row.
const FRACTION: u32 = 32;

/// A linear gradient in the surface's coordinates.
#[derive(Debug)]
pub(super) struct Linear {
    /// Its colours in even steps, the first and the last going on beyond its ends.
    table: Table,
    /// The place in the table at the pixel in the frame's corner, and how it changes from pixel to pixel along x and y.
    origin: f64,
    right: i64,
    down: f64,
    opaque: bool,
}

impl Linear {
    /// `transform` maps the gradient's coordinates into the surface's.
    pub fn new((start, end): (Point, Point), stops: &[Stop], transform: Affine, tables: &mut Tables) -> Self {
        let table = tables.of(stops);
        let last = table.len() - 1;
        let (along, back) = (end - start, transform.inverse());
        let place = |x: f64, y: f64| {
            let place = (back * Point::new(x, y) - start).dot(along) / along.hypot2();
            // A gradient without extent is its last colour.
            if place.is_finite() { place * last as f64 } else { last as f64 }
        };
        let origin = place(0.5, 0.5);
        let opaque = stops.iter().all(|stop| stop.color.a == 255);
        Self {
            opaque,
            table,
            origin: origin + 0.5,
            right: fixed(place(1.5, 0.5) - origin),
            down: place(0.5, 1.5) - origin,
        }
    }

    /// All its colours are.
    pub fn is_opaque(&self) -> bool {
        self.opaque
    }

    /// The colours of row `y` from column `x0` on.
    pub fn row(&self, y: i32, x0: i32, to: &mut [[u8; 4]]) {
        let start = self.place(y, x0);
        let last = self.table.len() as i64 - 1;
        let within = |place: i64| (0..=last).contains(&(place >> FRACTION));
        let end = start.saturating_add(self.right.saturating_mul(to.len() as i64));
        if self.right == 0 {
            return to.fill(self.color(start));
        }
        let mut place = start;
        if within(start) && within(end) {
            // All of it lies between the table's ends.
            for pixel in to {
                *pixel = self.table.get((place >> FRACTION) as usize).copied().unwrap_or_default();
                place = place.wrapping_add(self.right);
            }
            return;
        }
        for pixel in to {
            *pixel = self.color(place);
            place = place.wrapping_add(self.right);
        }
    }

    /// The colour of one pixel, as [`Self::row`] has it there.
    pub fn pixel(&self, y: i32, x: i32) -> [u8; 4] {
        self.color(self.place(y, x))
    }

    /// Where in the table a pixel's colour lies.
    fn place(&self, y: i32, x: i32) -> i64 {
        fixed(self.origin + self.down * f64::from(y)).saturating_add(self.right.saturating_mul(i64::from(x)))
    }

    fn color(&self, place: i64) -> [u8; 4] {
        let at = (place >> FRACTION).clamp(0, self.table.len() as i64 - 1);
        self.table.get(at as usize).copied().unwrap_or_default()
    }
}

/// The tables of the last gradients: a figure's are the same in every frame.
#[derive(Default)]
pub(super) struct Tables(VecDeque<(Vec<Stop>, Table)>);

type Table = Arc<[[u8; 4]]>;

impl Tables {
    fn of(&mut self, stops: &[Stop]) -> Table {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| known == stops) {
            return Arc::clone(known);
        }
        let last = COLORS * steps(stops).clamp(8, 255);
        let table: Table = (0..=last).map(|i| premultiplied(at(stops, i as f64 / last as f64))).collect();
        if self.0.len() >= TABLES {
            self.0.pop_front();
        }
        self.0.push_back((stops.to_vec(), Arc::clone(&table)));
        table
    }
}

/// A place in the table with its fraction bits; one far beyond the table's ends stays there, so that no row's sum overflows.
fn fixed(place: f64) -> i64 {
    const FAR: f64 = (1_u64 << 14) as f64;
    (place.clamp(-FAR, FAR) * (1_u64 << FRACTION) as f64) as i64
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
