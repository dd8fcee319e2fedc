//! One picture becomes the bytes an encoder wants: planar YUV 4:2:0 or RGBA for video, a PNG for a folder.
use super::FilmError;
use crate::paint::{Area, Parts, Picture, write_png, write_straight_png};
use yuv::{BufferStoreMut, YuvConversionMode, YuvPlanarImageMut, YuvRange, YuvStandardMatrix};

/// What an encoder takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// Y, U and V planes one after the other, BT.709, limited range, sides padded to even.
    Yuv420,
    /// Straight RGBA, rows from the top.
    Rgba,
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
            yuv420(picture, out)
        }
        Bytes::Yuv420 => convert(&padded(picture), bytes, out),
        Bytes::Rgba => {
            out.clear();
            picture.straight_into(out);
            Ok(())
        }
        Bytes::Png => {
            out.clear();
            write_png(picture, out).map_err(no_png)
        }
    }
}

/// The bytes of a picture of straight RGBA, rows from the top.
///
/// # Errors
/// As [`convert`].
pub(super) fn convert_straight((width, height): (u32, u32), rgba: Vec<u8>, bytes: Bytes) -> Result<Vec<u8>, FilmError> {
    let mut out = Vec::new();
    match bytes {
        Bytes::Rgba => return Ok(rgba),
        Bytes::Png => write_straight_png((width, height), &rgba, &mut out).map_err(no_png)?,
        // Forms without alpha are made of opaque pictures alone, of which both kinds are the same.
        Bytes::Yuv420 => convert(&Picture { width, height, data: rgba }, bytes, &mut out)?,
    }
    Ok(out)
}

fn no_png(error: impl std::fmt::Display) -> FilmError {
    FilmError::Encoder(format!("a frame cannot become a PNG: {error}"))
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
    piece: &mut Piece,
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
    parts.areas().iter().try_for_each(|part| replace(picture, blocks(part), out, piece))
}

/// Buffers for a part of a picture.
#[derive(Debug, Default)]
pub(super) struct Piece {
    picture: Picture,
    bytes: Vec<u8>,
}

/// Converts an area with even edges in its place.
fn replace(picture: &Picture, area: Area, out: &mut [u8], piece: &mut Piece) -> Result<(), FilmError> {
    let (wide, luma) = (picture.width as usize, picture.width as usize * picture.height as usize);
    let (x, y, width, height) = (area.x0 as usize, area.y0 as usize, area.width() as usize, area.height() as usize);
    if x > 0 && area.y1 == side(picture.height) {
        return replace_apart(picture, area, out, piece);
    }
    let (y_plane, chroma) = out.split_at_mut(luma);
    let (u_plane, v_plane) = chroma.split_at_mut(luma / 4);
    // Whole rows from the area's first pixel on: the last one ends inside the row below.
    let (first, first_chroma) = (y * wide + x, y / 2 * (wide / 2) + x / 2);
    let (all, all_chroma) = (first..first + wide * height, first_chroma..first_chroma + wide / 2 * (height / 2));
    let planes = [&mut y_plane[all.clone()], &mut u_plane[all_chroma.clone()], &mut v_plane[all_chroma]];
    planar(&picture.data[all.start * 4..all.end * 4], wide, [width, height], planes)
}

/// As [`replace`], of an area in the last rows: it is converted by itself and put in its place.
fn replace_apart(picture: &Picture, area: Area, out: &mut [u8], piece: &mut Piece) -> Result<(), FilmError> {
    let (wide, luma) = (picture.width as usize, picture.width as usize * picture.height as usize);
    let (x, y, width, height) = (area.x0 as usize, area.y0 as usize, area.width() as usize, area.height() as usize);
    let Piece { picture: piece, bytes } = piece;
    (piece.width, piece.height) = (area.width(), area.height());
    piece.data.clear();
    for row in picture.data.chunks_exact(wide * 4).skip(y).take(height) {
        piece.data.extend_from_slice(&row[x * 4..(x + width) * 4]);
    }
    bytes.resize(width * height * 3 / 2, 0);
    yuv420(piece, bytes)?;
    let (y_plane, chroma) = out.split_at_mut(luma);
    let (u_plane, v_plane) = chroma.split_at_mut(luma / 4);
    let (luma, chroma) = bytes.split_at(width * height);
    let (u, v) = chroma.split_at(width * height / 4);
    copy(luma, width, &mut y_plane[y * wide + x..], wide);
    let (wide, width, first) = (wide / 2, width / 2, y / 2 * (wide / 2) + x / 2);
    copy(u, width, &mut u_plane[first..], wide);
    copy(v, width, &mut v_plane[first..], wide);
    Ok(())
}

/// Rows of `width` bytes to rows that begin `stride` bytes apart.
fn copy(from: &[u8], width: usize, to: &mut [u8], stride: usize) {
    for (from, to) in from.chunks_exact(width).zip(to.chunks_mut(stride)) {
        to[..width].copy_from_slice(from);
    }
}

/// Pixels that the conversion works on at once: parts begin and end there, so that each pixel is converted as in the whole.
const BLOCK: i32 = 64;

fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

fn is_even(picture: &Picture) -> bool {
    picture.width.is_multiple_of(2) && picture.height.is_multiple_of(2)
}

fn yuv420(picture: &Picture, out: &mut [u8]) -> Result<(), FilmError> {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let (y, chroma) = out.split_at_mut(width * height);
    let (u, v) = chroma.split_at_mut(width * height / 4);
    planar(&picture.data, width, [width, height], [y, u, v])
}

/// Converts pixels whose rows, like those of the planes, belong to a picture `wide` pixels wide. The last row too must be there to that width.
fn planar(rgba: &[u8], wide: usize, [width, height]: [usize; 2], [y, u, v]: [&mut [u8]; 3]) -> Result<(), FilmError> {
    let [wide, width, height] = [wide, width, height].map(|side| side as u32);
    let mut planes = YuvPlanarImageMut {
        y_plane: BufferStoreMut::Borrowed(y),
        y_stride: wide,
        u_plane: BufferStoreMut::Borrowed(u),
        u_stride: wide / 2,
        v_plane: BufferStoreMut::Borrowed(v),
        v_stride: wide / 2,
        width,
        height,
    };
    let (range, matrix) = (YuvRange::Limited, YuvStandardMatrix::Bt709);
    yuv::rgba_to_yuv420(&mut planes, rgba, wide * 4, range, matrix, YuvConversionMode::Balanced)
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
