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
    let mut encoder = png::Encoder::new(out, picture.width, picture.height);
    encoder.set_depth(png::BitDepth::Eight);
    // A tenth larger than the next step, and made in a fifth of its time.
    encoder.set_compression(png::Compression::Fast);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    if !picture.is_opaque() {
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&picture.straight())?;
        return writer.finish();
    }
    encoder.set_color(png::ColorType::Rgb);
    // Row by row: of a large picture a second one would cost as much as its compression, in pages that the machine hands out.
    let mut encoder = encoder.write_header()?;
    let mut writer = encoder.stream_writer_with_size(CHUNK)?;
    let mut row = vec![[0; 3]; picture.width as usize];
    for pixels in picture.data.as_chunks::<4>().0.chunks(row.len().max(1)) {
        for (to, from) in row.iter_mut().zip(pixels) {
            *to = [from[0], from[1], from[2]];
        }
        writer.write_all(row.as_flattened())?;
    }
    writer.finish()?;
    encoder.finish()
}
