//! A picture of pixels: the bytes of a PNG, JPEG or WebP enter, an item or a [`Place`] leaves. Opens nothing; a picture that would unpack
//! to more than fits is refused before it is unpacked.
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::display::{Bitmap, Color, Item, Paint, Shape};
use image::error::{LimitError, LimitErrorKind};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};
use kurbo::{Affine, Rect, Shape as _};
use std::io::Cursor;

/// The longest side read, pixels.
const LONGEST: u32 = 16_384;
/// Memory that unpacking may take, bytes: sixty-four megapixels with their transparency.
const MEMORY: u64 = 256 << 20;
/// The longest side kept, pixels: twice the widest common film.
const KEPT: u32 = 7680;

/// The place that a picture shows.
///
/// # Errors
/// One diagnostic when the bytes are no PNG, JPEG or WebP, are broken, or are a picture too large.
pub(super) fn place(bytes: &[u8]) -> Result<Place, Diagnostic> {
    let (item, size, last) = picture(bytes)?;
    // The last one is a pixel or a row of them: what all of the picture is on the whole.
    let [r, g, b, _] = last.pixel(i64::from(last.width / 2), i64::from(last.height) - 1);
    Ok(Place::of_picture(size, vec![item], Color::rgb(r, g, b)))
}

/// A picture as an item, one unit a pixel, y down from its upper left corner; its size; and the smallest it is kept in.
///
/// # Errors
/// The same.
pub(super) fn picture(bytes: &[u8]) -> Result<(Item, (f64, f64), Bitmap), Diagnostic> {
    let picture = unpacked(bytes).map_err(|fault| {
        let why = match fault {
            ImageError::Limits(_) => {
                format!("it is larger than {LONGEST} pixels a side, or than {} MiB unpacked", MEMORY >> 20)
            }
            fault => format!("not a readable picture: {fault}"),
        };
        Diagnostic::error("", why)
    })?;
    let (width, height) = (picture.width(), picture.height());
    let mut sizes = vec![bitmap(picture)];
    while let Some(last) = sizes.last().filter(|last| last.width.min(last.height) > 1) {
        let half = last.half();
        sizes.push(half);
    }
    let last = sizes.last().cloned().unwrap_or(Bitmap { width: 0, height: 0, data: Vec::new() });
    let size = (f64::from(width), f64::from(height));
    let whole = Rect::new(0.0, 0.0, size.0, size.1).to_path(0.1);
    let paint = Paint::Picture { sizes: sizes.into(), transform: Affine::IDENTITY };
    Ok((Item::Fill(Shape::new(whole, paint)), size, last))
}

fn unpacked(bytes: &[u8]) -> Result<DynamicImage, ImageError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST);
    limits.max_image_height = Some(LONGEST);
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // What it unpacks to no decoder counts.
    if decoder.total_bytes() > MEMORY {
        return Err(ImageError::Limits(LimitError::from_kind(LimitErrorKind::InsufficientMemory)));
    }
    // A camera held upright says so beside the pixels.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    if picture.width().max(picture.height()) > KEPT {
        picture = picture.thumbnail(KEPT, KEPT);
    }
    Ok(picture)
}

fn bitmap(picture: DynamicImage) -> Bitmap {
    let pixels = picture.into_rgba8();
    let (width, height) = pixels.dimensions();
    let mut data = pixels.into_raw();
    for pixel in data.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        if alpha < 255 {
            pixel[..3].iter_mut().for_each(|channel| *channel = ((u32::from(*channel) * alpha + 127) / 255) as u8);
        }
    }
    Bitmap { width, height, data }
}
