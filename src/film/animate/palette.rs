//! The colours of a shot: what its frames show is counted, and at its end the 255 colours that serve it best are chosen.
use quantette::deps::palette::Srgb;
use quantette::wu::{BinnerF32x3, WuF32x3};
use quantette::{PaletteCounts, PaletteSize, color_space};
use std::collections::BTreeSet;
use std::io;
use std::num::NonZeroU8;

/// Colours of a palette; the one that is left says: nothing here.
pub(super) const COLORS: u16 = 255;
/// Bits of a channel that colours are counted by.
const BITS: u32 = 6;

/// Steps of each channel of Oklab that colours can be told apart by: with fewer, skies get bands.
const FINE: usize = 64;
type Fine = BinnerF32x3<FINE, FINE, FINE>;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// What a shot's frames show.
pub(super) struct Census {
    /// Of each bin how many pixels, and the sums of their channels.
    bins: Vec<[u64; 4]>,
    /// Every colour, as long as a palette could hold all of them.
    all: Option<BTreeSet<Rgb>>,
}

fn bin([r, g, b]: Rgb) -> usize {
    let [r, g, b] = [r, g, b].map(|channel| usize::from(channel >> (8 - BITS)));
    (r << (2 * BITS)) | (g << BITS) | b
}

impl Census {
    pub fn new() -> Self {
        Self { bins: vec![[0; 4]; 1 << (3 * BITS)], all: Some(BTreeSet::new()) }
    }

    /// Counts the pixels of a picture, straight RGBA, that are there.
    pub fn count(&mut self, rgba: &[u8]) {
        let mut run: Option<(Rgb, u64)> = None;
        for [r, g, b, alpha] in rgba.as_chunks::<4>().0 {
            match &mut run {
                _ if *alpha == 0 => {}
                Some((color, pixels)) if *color == [*r, *g, *b] => *pixels += 1,
                _ => {
                    run.into_iter().for_each(|run| self.add(run));
                    run = Some(([*r, *g, *b], 1));
                }
            }
        }
        run.into_iter().for_each(|run| self.add(run));
    }

    fn add(&mut self, (color, pixels): (Rgb, u64)) {
        if let Some(all) = &mut self.all {
            all.insert(color);
            if all.len() > usize::from(COLORS) {
                self.all = None;
            }
        }
        if let Some([count, sums @ ..]) = self.bins.get_mut(bin(color)) {
            *count += pixels;
            sums.iter_mut().zip(color).for_each(|(sum, channel)| *sum += u64::from(channel) * pixels);
        }
    }

    /// The palette: every colour if there are few, else those that the art is made of.
    pub fn palette(self) -> io::Result<Vec<Rgb>> {
        if let Some(all) = self.all {
            return Ok(if all.is_empty() { vec![[0; 3]] } else { all.into_iter().collect() });
        }
        let seen: Vec<(Rgb, u64)> = self.bins.iter().filter(|[count, ..]| *count > 0).map(mean).collect();
        let colors: Vec<Srgb<u8>> = seen.iter().map(|(color, _)| (*color).into()).collect();
        // By area alone skies would take all; by number alone, edges.
        let weight = |count: u64| u32::try_from(count.isqrt() * count.isqrt().isqrt()).unwrap_or(u32::MAX);
        let weights = seen.iter().map(|(_, count)| weight(*count)).collect();
        let counts = PaletteCounts::new(colors, weights).map_err(|_| io::Error::other("a shot has too many pixels"))?;
        let counts = counts.map(|colors| color_space::srgb8_to_oklab(&colors));
        let binner = BinnerF32x3::<FINE, FINE, FINE>::new(Fine::OKLAB_COMPONENT_RANGES_FROM_SRGB8);
        let wu = WuF32x3::run_palette_counts(&counts, binner)
            .ok_or_else(|| io::Error::other("a shot has too many pixels"))?;
        let size = PaletteSize::from(NonZeroU8::MAX);
        let chosen = color_space::oklab_to_srgb8(&wu.palette(size));
        Ok(settled(chosen.into_iter().map(Into::into).collect(), &seen))
    }
}

fn mean([count, sums @ ..]: &[u64; 4]) -> (Rgb, u64) {
    (sums.map(|sum| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX)), *count)
}

/// The palette with each colour moved to the one that most of its pixels have, if most of them have one: flat art keeps its colours.
fn settled(mut palette: Vec<Rgb>, seen: &[(Rgb, u64)]) -> Vec<Rgb> {
    let mut most = vec![((0, Rgb::default()), 0_u64); palette.len()];
    for (color, count) in seen {
        let Some((largest, all)) = most.get_mut(nearest(&palette, *color)) else { continue };
        *largest = (*largest).max((*count, *color));
        *all += count;
    }
    for (color, ((count, largest), all)) in palette.iter_mut().zip(most) {
        if count * 2 > all {
            *color = largest;
        }
    }
    palette.sort_unstable();
    palette.dedup();
    palette
}

/// How far apart two colours look: squared, a step of green counting most.
pub(super) fn distance(a: Rgb, b: Rgb) -> i32 {
    let [r, g, b] = [0, 1, 2].map(|i| i32::from(a[i]) - i32::from(b[i]));
    3 * r * r + 5 * g * g + 2 * b * b
}

/// The palette's colour that looks most like this one.
pub(super) fn nearest(palette: &[Rgb], color: Rgb) -> usize {
    let near = palette.iter().enumerate().min_by_key(|(_, known)| distance(**known, color));
    near.map_or(0, |(i, _)| i)
}
