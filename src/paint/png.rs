//! A [`Picture`] enters, the bytes of a PNG leave through any writer. Opens no file.
use super::Picture;
use std::io::Write;

/// Bytes of a chunk of an opaque picture.
const CHUNK: usize = 1 << 16;

/// Writes `picture` as a PNG: RGB when it is opaque, RGBA with straight alpha when not, tagged sRGB.
///
/// # Errors
/// What the writer or the PNG encoder reports (a picture of no pixels is one).
pub fn write_png(picture: &Picture, out: impl Write) -> Result<(), png::EncodingError> {
    let size = (picture.width, picture.height);
    if picture.is_opaque() { opaque(size, &picture.data, out) } else { see_through(size, &picture.straight(), out) }
}

/// The same of straight RGBA, rows from the top.
///
/// # Errors
/// As [`write_png`], or when there are not as many pixels as the size says.
pub fn write_straight_png(size: (u32, u32), rgba: &[u8], out: impl Write) -> Result<(), png::EncodingError> {
    let is_opaque = rgba.as_chunks::<4>().0.iter().all(|pixel| pixel[3] == 255);
    if is_opaque { opaque(size, rgba, out) } else { see_through(size, rgba, out) }
}

fn encoder<W: Write>((width, height): (u32, u32), color: png::ColorType, out: W) -> png::Encoder<'static, W> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    // A tenth larger than the next step, and made in a fifth of its time.
    encoder.set_compression(png::Compression::Fast);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_color(color);
    encoder
}

fn see_through(size: (u32, u32), rgba: &[u8], out: impl Write) -> Result<(), png::EncodingError> {
    let mut writer = encoder(size, png::ColorType::Rgba, out).write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()
}

/// Row by row: of a large picture a second one would cost as much as its compression, in pages that the machine hands out.
fn opaque(size: (u32, u32), rgba: &[u8], out: impl Write) -> Result<(), png::EncodingError> {
    let mut encoder = encoder(size, png::ColorType::Rgb, out).write_header()?;
    let mut writer = encoder.stream_writer_with_size(CHUNK)?;
    let mut row = vec![[0; 3]; size.0 as usize];
    for pixels in rgba.as_chunks::<4>().0.chunks(row.len().max(1)) {
        for (to, from) in row.iter_mut().zip(pixels) {
            *to = [from[0], from[1], from[2]];
        }
        writer.write_all(row.as_flattened())?;
    }
    writer.finish()?;
    encoder.finish()
}
