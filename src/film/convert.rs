//! One picture becomes the bytes an encoder wants: planar YUV 4:2:0 for video, a PNG for a folder.
use super::FilmError;
use crate::paint::{Picture, write_png};
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
        Bytes::Yuv420 if picture.width.is_multiple_of(2) && picture.height.is_multiple_of(2) => yuv420(picture, out),
        Bytes::Yuv420 => yuv420(&padded(picture), out),
        Bytes::Png => {
            out.clear();
            write_png(picture, out).map_err(|e| FilmError::Encoder(format!("a frame cannot become a PNG: {e}")))
        }
    }
}

fn yuv420(picture: &Picture, out: &mut Vec<u8>) -> Result<(), FilmError> {
    let (width, height) = (picture.width, picture.height);
    let luma = width as usize * height as usize;
    out.resize(luma + luma / 2, 0);
    let (y, chroma) = out.split_at_mut(luma);
    let (u, v) = chroma.split_at_mut(luma / 4);
    let mut planes = YuvPlanarImageMut {
        y_plane: BufferStoreMut::Borrowed(y),
        y_stride: width,
        u_plane: BufferStoreMut::Borrowed(u),
        u_stride: width / 2,
        v_plane: BufferStoreMut::Borrowed(v),
        v_stride: width / 2,
        width,
        height,
    };
    let (range, matrix) = (YuvRange::Limited, YuvStandardMatrix::Bt709);
    yuv::rgba_to_yuv420(&mut planes, &picture.data, width * 4, range, matrix, YuvConversionMode::Balanced)
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
