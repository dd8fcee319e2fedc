//! A [`Picture`] enters, the bytes of a PNG leave through any writer. Opens no file.
use super::Picture;
use std::io::Write;

/// Writes `picture` as a PNG: RGB when it is opaque, RGBA with straight alpha when not, tagged sRGB.
///
/// # Errors
/// What the writer or the PNG encoder reports (a picture of no pixels is one).
pub fn write_png(picture: &Picture, out: impl Write) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, picture.width, picture.height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let opaque = picture.is_opaque();
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    let bytes = if opaque { rgb(picture) } else { picture.straight() };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()
}

fn rgb(picture: &Picture) -> Vec<u8> {
    picture.data.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}
