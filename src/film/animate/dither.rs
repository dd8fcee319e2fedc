//! Colours become numbers of a palette: a colour that it lacks is woven of two that it has, by where the pixel lies, so that what stands still
//! does not flicker.
use super::palette::{Rgb, distance, nearest};
use super::patch::Patch;

/// Which of 64 steps a pixel is, by its place: each of them once in every square of eight (Bayer's matrix).
const STEPS: [[u8; 8]; 8] = steps();
/// Nearer than this, by [`distance`], a colour is taken for the palette's own: two steps of each channel.
const SAME: i32 = 2 * 2 * 10;
/// How much two colours woven together may differ against how well they meet the colour between them. Tuned by eye on skies.
const CONTRAST: f64 = 0.15;
/// Colours that are remembered, each in the one place its bits say.
const REMEMBERED: usize = 1 << 14;

const fn steps() -> [[u8; 8]; 8] {
    let mut steps = [[0; 8]; 8];
    let mut at = 0;
    while at < 64 {
        let (x, y) = (at % 8, at / 8);
        let (mut step, mut bit) = (0, 0);
        while bit < 3 {
            // The bits of x ^ y and y in turn, the lowest first and highest in the step.
            step = (step << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1);
            bit += 1;
        }
        steps[y][x] = step as u8;
        at += 1;
    }
    steps
}

/// Two colours of a palette, and in how many of 64 pixels the second one stands.
#[derive(Clone, Copy, Debug, Default)]
struct Weave {
    first: u8,
    second: u8,
    share: u8,
}

/// Puts a palette in the place of colours.
#[derive(Clone)]
pub(super) struct Weaver<'a> {
    palette: &'a [Rgb],
    clear: u8,
    weaves: bool,
    known: Vec<Option<(Rgb, Weave)>>,
}

impl<'a> Weaver<'a> {
    /// With the number that says: nothing here.
    pub fn new(palette: &'a [Rgb], clear: u8, weaves: bool) -> Self {
        Self { palette, clear, weaves, known: vec![None; REMEMBERED] }
    }

    /// True of the same palette.
    pub fn is_of(&self, palette: &[Rgb]) -> bool {
        std::ptr::eq(self.palette, palette)
    }

    /// The numbers of a patch's pixels.
    pub fn numbers(&mut self, patch: &Patch) -> Vec<u8> {
        let width = patch.width.max(1) as usize;
        let mut out = Vec::with_capacity(patch.rgba.len() / 4);
        for (y, row) in patch.rgba.chunks_exact(width * 4).enumerate() {
            let steps = STEPS[(y + patch.y as usize) % 8];
            let mut last = (Rgb::default(), self.weave(Rgb::default()));
            for (x, [r, g, b, alpha]) in row.as_chunks::<4>().0.iter().enumerate() {
                if *alpha == 0 {
                    out.push(self.clear);
                    continue;
                }
                if last.0 != [*r, *g, *b] {
                    last = ([*r, *g, *b], self.weave([*r, *g, *b]));
                }
                let Weave { first, second, share } = last.1;
                out.push(if steps[(x + patch.x as usize) % 8] < share { second } else { first });
            }
        }
        out
    }

    fn weave(&mut self, color: Rgb) -> Weave {
        let [r, g, b] = color.map(usize::from);
        let place = (r * 0x3d + g * 0x1d3 + b * 0x7c5) % REMEMBERED;
        if let Some(Some((known, weave))) = self.known.get(place)
            && *known == color
        {
            return *weave;
        }
        let weave = self.woven(color);
        if let Some(known) = self.known.get_mut(place) {
            *known = Some((color, weave));
        }
        weave
    }

    fn woven(&self, color: Rgb) -> Weave {
        let number = |i: usize| u8::try_from(i).unwrap_or(u8::MAX);
        let near = nearest(self.palette, color);
        let plain = Weave { first: number(near), second: number(near), share: 0 };
        let Some(first) = self.palette.get(near).copied() else { return plain };
        if !self.weaves || distance(first, color) <= SAME {
            return plain;
        }
        let (mut best, mut least) = (plain, f64::from(distance(first, color)));
        for (i, second) in self.palette.iter().enumerate() {
            let apart = f64::from(distance(first, *second));
            if apart == 0.0 {
                continue;
            }
            // The point of the line between the two that lies nearest to the colour, the nearer half of it.
            let (to, of) = (f64::from(distance(first, color)), f64::from(distance(*second, color)));
            let share = ((apart + to - of) / (2.0 * apart)).clamp(0.0, 0.5);
            let missed = to - share * (apart + to - of) + share * share * apart;
            let bad = missed + CONTRAST * share * (1.0 - share) * apart;
            if bad < least {
                least = bad;
                best = Weave { second: number(i), share: (share * 64.0).round() as u8, ..plain };
            }
        }
        best
    }
}
