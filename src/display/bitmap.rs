//! [`Bitmap`]: a picture made of pixels, as a paint. Plain data.

/// A picture of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bitmap {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Premultiplied RGBA, rows from the top, `width × height × 4` bytes.
    pub data: Vec<u8>,
}

impl Bitmap {
    /// The pixel at (x, y), the nearest one outside; transparent of an empty picture.
    pub fn pixel(&self, x: i64, y: i64) -> [u8; 4] {
        let at = |value: i64, side: u32| value.clamp(0, i64::from(side.max(1)) - 1) as usize;
        let start = (at(y, self.height) * self.width as usize + at(x, self.width)) * 4;
        self.data.get(start..start + 4).and_then(|pixel| pixel.try_into().ok()).unwrap_or_default()
    }

    /// The picture half as large (an odd side loses its last pixel): each pixel the mean of four.
    pub fn half(&self) -> Bitmap {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut data = Vec::with_capacity(width as usize * height as usize * 4);
        for y in 0..i64::from(height) {
            for x in 0..i64::from(width) {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.pixel(2 * x + dx, 2 * y + dy));
                let mean = |i: usize| ((four.iter().map(|pixel| u32::from(pixel[i])).sum::<u32>() + 2) / 4) as u8;
                data.extend([0, 1, 2, 3].map(mean));
            }
        }
        Bitmap { width, height, data }
    }
}
