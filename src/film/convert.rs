//! One picture becomes the bytes an encoder wants: planar YUV 4:2:0 for video, a PNG for a folder.
use super::FilmError;
use crate::paint::{Area, Parts, Picture, write_png};
use yuv::{BufferStoreMut, YuvConversionMode, YuvPlanarImageMut, YuvRange, YuvStandardMatrix};

/// What an encoder takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// Y, U and V planes one after the other, BT.709, limited range, sides padded to even.
    Yuv420,
    /// A whole PNG file.
    Png,
}

/// A side made even, as 4:2:0 needs.
pub fn even(side: u32) -> u32 {
    side + side % 2
}

/// Fills `out` with the picture's bytes; what `out` held is dropped, its buffer kept.
///
/// # Errors
/// When the picture has no pixels or its buffer is not of its size.
pub fn convert(picture: &Picture, bytes: Bytes, out: &mut Vec<u8>) -> Result<(), FilmError> {
    match bytes {
        Bytes::Yuv420 if is_even(picture) => {
            out.resize(picture.width as usize * picture.height as usize * 3 / 2, 0);
            yuv420(picture, Area::of(picture.width, picture.height), out)
        }
        Bytes::Yuv420 => convert(&padded(picture), bytes, out),
        Bytes::Png => {
            out.clear();
            write_png(picture, out).map_err(|e| FilmError::Encoder(format!("a frame cannot become a PNG: {e}")))
        }
    }
}

/// As [`convert`], where `out` holds the bytes of a picture that differs from this one in `parts` alone.
///
/// # Errors
/// As [`convert`].
pub(super) fn convert_parts(
    picture: &Picture,
    parts: &Parts,
    bytes: Bytes,
    out: &mut Vec<u8>,
) -> Result<(), FilmError> {
    if bytes != Bytes::Yuv420 || !is_even(picture) {
        return convert(picture, bytes, out);
    }
    let blocks = |part: &Area| Area {
        x0: part.x0 / BLOCK * BLOCK,
        y0: part.y0 / 2 * 2,
        x1: ((part.x1 + BLOCK - 1) / BLOCK * BLOCK).min(side(picture.width)),
        y1: (part.y1 + 1) / 2 * 2,
    };
    parts.areas().iter().try_for_each(|part| yuv420(picture, blocks(part), out))
}

/// Pixels that the conversion works on at once: parts begin and end there, so that each pixel is converted as in the whole.
const BLOCK: i32 = 64;

fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

fn is_even(picture: &Picture) -> bool {
    picture.width.is_multiple_of(2) && picture.height.is_multiple_of(2)
}

/// Converts an area with even edges into its place in the planes of the whole picture.
fn yuv420(picture: &Picture, area: Area, out: &mut [u8]) -> Result<(), FilmError> {
    let (wide, luma) = (picture.width as usize, picture.width as usize * picture.height as usize);
    let (x, y) = (area.x0.max(0) as usize, area.y0.max(0) as usize);
    let (y_plane, chroma) = out.split_at_mut(luma);
    let (u_plane, v_plane) = chroma.split_at_mut(luma / 4);
    let (first, first_chroma) = (y * wide + x, y / 2 * (wide / 2) + x / 2);
    let mut planes = YuvPlanarImageMut {
        y_plane: BufferStoreMut::Borrowed(&mut y_plane[first..]),
        y_stride: picture.width,
        u_plane: BufferStoreMut::Borrowed(&mut u_plane[first_chroma..]),
        u_stride: picture.width / 2,
        v_plane: BufferStoreMut::Borrowed(&mut v_plane[first_chroma..]),
        v_stride: picture.width / 2,
        width: area.width(),
        height: area.height(),
    };
    let (range, matrix) = (YuvRange::Limited, YuvStandardMatrix::Bt709);
    let pixels = picture.data.get(first * 4..).unwrap_or_default();
    yuv::rgba_to_yuv420(&mut planes, pixels, picture.width * 4, range, matrix, YuvConversionMode::Balanced)
        .map_err(|e| FilmError::Encoder(format!("a frame cannot become YUV: {e}")))
}

/// The picture with even sides: the last column and row repeated.
fn padded(picture: &Picture) -> Picture {
    let mut wide = Picture::new(even(picture.width), even(picture.height));
    let (from, to) = (picture.width as usize * 4, wide.width as usize * 4);
    if from == 0 {
        return wide;
    }
    let last = picture.data.chunks_exact(from).last();
    let rows = picture.data.chunks_exact(from).chain(last);
    for (target, row) in wide.data.chunks_exact_mut(to).zip(rows) {
        target[..from].copy_from_slice(row);
        target[from..].copy_from_slice(&row[from - (to - from)..]);
    }
    wide
}
