//! [`Picture`]: the bytes of one frame. Plain data; nothing is painted here.

/// Premultiplied RGBA, eight bits each, rows from the top, no padding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// `width × height × 4` bytes.
    pub data: Vec<u8>,
}

impl Picture {
    /// A transparent picture.
    pub fn new(width: u32, height: u32) -> Self {
        let mut picture = Self::default();
        picture.reset(width, height);
        picture
    }

    /// Makes it transparent and of this size, keeping its buffer.
    pub fn reset(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width, height);
        self.data.clear();
        self.data.resize(width as usize * height as usize * 4, 0);
    }

    /// The pixel at (x, y), premultiplied RGBA; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 4;
        self.data.get(start..start + 4)?.try_into().ok()
    }

    /// True when no pixel lets anything through.
    pub fn is_opaque(&self) -> bool {
        self.data.chunks_exact(4).all(|pixel| pixel[3] == 255)
    }

    /// The same pixels with straight alpha, as PNG and encoders with alpha want them.
    pub fn straight(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.data.len());
        self.straight_into(&mut out);
        out
    }

    /// Appends the same pixels with straight alpha.
    pub fn straight_into(&self, out: &mut Vec<u8>) {
        let begin = out.len();
        out.extend_from_slice(&self.data);
        for pixel in out.get_mut(begin..).unwrap_or_default().chunks_exact_mut(4) {
            let alpha = u32::from(pixel[3]);
            if alpha != 0 && alpha != 255 {
                for channel in &mut pixel[..3] {
                    *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
                }
            }
        }
    }
}
