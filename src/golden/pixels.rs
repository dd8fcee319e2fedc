//! [`Pixels`]: a still as numbers. A PNG's bytes enter or leave.
use super::hash::Hash;
use crate::paint::Picture;
use std::fmt;
use std::io::Cursor;

/// RGBA with straight alpha, eight bits each, rows from the top, no padding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// `width × height × 4` bytes.
    pub data: Vec<u8>,
}

/// Why a PNG could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// The most pixels of a still that is read (8K): a file that says it has more would only fill the memory.
const MOST: u64 = 7680 * 7680;

impl From<&Picture> for Pixels {
    fn from(picture: &Picture) -> Self {
        Self { width: picture.width, height: picture.height, data: picture.straight() }
    }
}

impl Pixels {
    /// Reads a PNG of any kind, whatever wrote it: palettes, greys and sixteen bits become RGBA.
    ///
    /// # Errors
    /// When it is no PNG, not a whole one, or larger than 7680 × 7680.
    pub fn from_png(bytes: &[u8]) -> Result<Self, Unreadable> {
        let failed = |error: png::DecodingError| Unreadable(error.to_string());
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().map_err(failed)?;
        let (width, height) = (reader.info().width, reader.info().height);
        if u64::from(width) * u64::from(height) > MOST {
            return Err(Unreadable(format!("{width}x{height} is larger than a still may be")));
        }
        let size = reader.output_buffer_size().ok_or_else(|| Unreadable("it is too large".to_owned()))?;
        let mut bytes = vec![0; size];
        let frame = reader.next_frame(&mut bytes).map_err(failed)?;
        bytes.truncate(frame.buffer_size());
        let data = match frame.color_type {
            png::ColorType::Rgba => bytes,
            png::ColorType::Rgb => bytes.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
            png::ColorType::GrayscaleAlpha => bytes.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
            png::ColorType::Grayscale => bytes.iter().flat_map(|grey| [*grey, *grey, *grey, 255]).collect(),
            png::ColorType::Indexed => return Err(Unreadable("its palette cannot be read".to_owned())),
        };
        Ok(Self { width, height, data })
    }

    /// The smallest of the PNGs that a few filters give; the same pixels always give the same bytes.
    ///
    /// # Errors
    /// What the encoder reports (a picture of no pixels).
    pub fn to_png(&self) -> Result<Vec<u8>, Unreadable> {
        // Flat art is smallest unfiltered, gradients with Sub or what entropy chooses a row.
        let filters = [png::Filter::NoFilter, png::Filter::Sub, png::Filter::MinEntropy];
        let mut best: Option<Vec<u8>> = None;
        for filter in filters {
            let bytes = self.encoded(filter, png::Compression::High)?;
            if best.as_ref().is_none_or(|best| bytes.len() < best.len()) {
                best = Some(bytes);
            }
        }
        best.ok_or_else(|| Unreadable("nothing was encoded".to_owned()))
    }

    /// A PNG made quickly, for a report.
    ///
    /// # Errors
    /// As [`Pixels::to_png`].
    pub fn to_quick_png(&self) -> Result<Vec<u8>, Unreadable> {
        self.encoded(png::Filter::NoFilter, png::Compression::Balanced)
    }

    fn encoded(&self, filter: png::Filter, compression: png::Compression) -> Result<Vec<u8>, Unreadable> {
        let failed = |error: png::EncodingError| Unreadable(error.to_string());
        let opaque = self.data.chunks_exact(4).all(|pixel| pixel[3] == 255);
        let rgb: Vec<u8>;
        let (color, data) = if opaque {
            rgb = self.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
            (png::ColorType::Rgb, &rgb)
        } else {
            (png::ColorType::Rgba, &self.data)
        };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_color(color);
        encoder.set_compression(compression);
        encoder.set_filter(filter);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(data).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }

    /// The pixel at (x, y); `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 4;
        self.data.get(start..start + 4)?.try_into().ok()
    }

    /// A hash of the size and every pixel.
    pub fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        hash.bytes(&self.width.to_le_bytes());
        hash.bytes(&self.height.to_le_bytes());
        hash.bytes(&self.data);
        hash.value()
    }
}
