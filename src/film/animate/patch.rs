//! What changes from one frame to the next: frames enter, patches leave that make the next picture of the last one.

/// A part of the canvas, and what comes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Patch {
    /// Pixels from the left.
    pub x: u32,
    /// Pixels from the top.
    pub y: u32,
    /// Pixels, 1 or more.
    pub width: u32,
    /// Pixels, 1 or more.
    pub height: u32,
    /// Straight RGBA. Of a patch that is laid over the last picture, pixels that stay are transparent.
    pub rgba: Vec<u8>,
    /// Laid over the last picture, else in its place.
    pub over: bool,
    /// How many of its pixels differ from the last picture's.
    pub changed: usize,
}

/// Remembers the last picture.
#[derive(Debug)]
pub(super) struct Differ {
    width: usize,
    last: Vec<u8>,
    /// Patches begin at pixels of even numbers.
    even: bool,
}

/// Nothing to see.
const CLEAR: [u8; 4] = [0; 4];

impl Differ {
    /// Of pictures so many pixels wide.
    pub fn new(width: u32, even: bool) -> Self {
        Self { width: width as usize, last: Vec::new(), even }
    }

    /// The patch that makes `rgba` of the picture before, and remembers it. The first one is whole.
    pub fn next(&mut self, rgba: &[u8]) -> Patch {
        let patch = self.patch(rgba);
        self.last.clear();
        self.last.extend_from_slice(rgba);
        patch
    }

    fn patch(&self, rgba: &[u8]) -> Patch {
        let height = rgba.len() / 4 / self.width.max(1);
        if self.last.len() != rgba.len() {
            let (width, height) = (self.width as u32, height as u32);
            let changed = rgba.len() / 4;
            return Patch { x: 0, y: 0, width, height, rgba: rgba.to_vec(), over: false, changed };
        }
        let row = self.width * 4;
        let (mut left, mut right, mut top, mut bottom) = (self.width, 0, height, 0);
        for (y, (new, old)) in rgba.chunks_exact(row).zip(self.last.chunks_exact(row)).enumerate() {
            let differs = |(_, (new, old)): &(usize, (&[u8; 4], &[u8; 4]))| new != old;
            let mut pixels = new.as_chunks().0.iter().zip(old.as_chunks().0).enumerate();
            if new == old {
                continue;
            }
            left = pixels.clone().find(differs).map_or(left, |(x, _)| left.min(x));
            right = pixels.rfind(differs).map_or(right, |(x, _)| right.max(x + 1));
            (top, bottom) = (top.min(y), y + 1);
        }
        if right == 0 {
            // No patch is empty: a pixel that stays says that the picture does.
            return Patch { x: 0, y: 0, width: 1, height: 1, rgba: CLEAR.to_vec(), over: true, changed: 0 };
        }
        if self.even {
            (left, top) = (left / 2 * 2, top / 2 * 2);
        }
        self.cut(rgba, [left, top, right, bottom])
    }

    fn cut(&self, rgba: &[u8], [left, top, right, bottom]: [usize; 4]) -> Patch {
        let (mut over, mut changed) = (true, 0);
        let mut out = Vec::with_capacity((right - left) * (bottom - top) * 4);
        let rows = |bytes| rows(bytes, self.width, [left, top, right, bottom]);
        for (new, old) in rows(rgba).zip(rows(&self.last)) {
            for (new, old) in new.as_chunks::<4>().0.iter().zip(old.as_chunks::<4>().0) {
                let differs = new != old;
                changed += usize::from(differs);
                // What becomes less than opaque cannot be laid over what was there.
                over &= !differs || new[3] == 255;
                out.extend_from_slice(if differs { new } else { &CLEAR });
            }
        }
        if !over {
            out.clear();
            rows(rgba).for_each(|row| out.extend_from_slice(row));
        }
        let [x, y, width, height] = [left, top, right - left, bottom - top].map(|side| side as u32);
        Patch { x, y, width, height, rgba: out, over, changed }
    }
}

/// The rows of a part of a picture.
fn rows(rgba: &[u8], width: usize, [left, top, right, bottom]: [usize; 4]) -> impl Iterator<Item = &[u8]> {
    let rows = rgba.chunks_exact(width * 4).skip(top).take(bottom - top);
    rows.map(move |row| &row[left * 4..right * 4])
}

impl Patch {
    /// The same, in the place of what it was laid over, of the picture that it makes.
    pub fn placed(mut self, picture: &[u8], width: u32) -> Self {
        let [left, top] = [self.x, self.y].map(|side| side as usize);
        let area = [left, top, left + self.width as usize, top + self.height as usize];
        self.rgba.clear();
        rows(picture, width as usize, area).for_each(|row| self.rgba.extend_from_slice(row));
        self.over = false;
        self
    }
}
