//! Files of a pack's previews: stills, clips and sheets of stills, written whole into a folder of their own.
use super::card::{Clip, Shot};
use super::{Desk, Format};
use crate::cli::studio::{Artist, Studio};
use crate::display::{Bitmap, DisplayList, Item, Paint, Shape};
use crate::film::encode::{Embedded, Encoder, Spec};
use crate::film::animate::{Animation, Animator, Moving};
use crate::film::{self, Quality, Rate, Reel};
use crate::frame::FrameState;
use crate::paint::{Kept, Painter, Picture, write_png};
use kurbo::{Affine, Rect, Shape as _};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

/// Where a pack's files go, and what their names begin with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folder<'a> {
    /// A folder for this pack alone.
    pub path: &'a Path,
    /// `beh-wave`.
    pub stem: &'a str,
}

impl Folder<'_> {
    fn named(&self, suffix: &str, extension: &str) -> String {
        format!("{}{suffix}.{extension}", self.stem)
    }

    /// Writes any bytes.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn bytes(&self, suffix: &str, extension: &str, bytes: &[u8]) -> Result<String, String> {
        let name = self.named(suffix, extension);
        let path = self.path.join(&name);
        std::fs::write(&path, bytes).map_err(|error| super::subjects::unwritable(&path, &error))?;
        Ok(name)
    }

    /// Writes a picture as a PNG.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn still(&self, suffix: &str, picture: &Picture, alt: impl Into<String>) -> Result<Shot, String> {
        let mut png = Vec::new();
        write_png(picture, &mut png).map_err(|error| error.to_string())?;
        let file = self.bytes(suffix, "png", &png)?;
        Ok(Shot { file, width: picture.width, height: picture.height, alt: alt.into() })
    }

    /// Paints a list and writes it as a PNG.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn painted(&self, suffix: &str, list: &DisplayList, alt: impl Into<String>) -> Result<Shot, String> {
        let mut picture = Picture::default();
        Painter::new(Arc::new(Kept::default())).paint_into(list, &mut picture);
        self.still(suffix, &picture, alt)
    }

    /// Films states, one a frame.
    ///
    /// # Errors
    /// When a frame cannot be encoded, or the person stops it.
    pub fn clip(&self, desk: &Desk, studio: &Studio, states: Vec<FrameState>, how: How) -> Result<Clip, String> {
        let name = self.named("", how.format.extension());
        let path = self.path.join(&name);
        let frames = states.len() as u32;
        let made = match how.format.moving() {
            Some(moving) => animate(desk, &path, (studio, states), how, moving),
            None => film(desk, &path, (studio, states), how),
        };
        made?;
        let ((width, height), seconds) = (how.size, how.rate.time(u64::from(frames)));
        Ok(Clip { file: name, width, height, seconds, seamless: how.seamless })
    }
}

/// An animated picture.
fn animate(
    desk: &Desk,
    path: &Path,
    (studio, states): (&Studio, Vec<FrameState>),
    how: How,
    moving: Moving,
) -> Result<(), String> {
    let failed = |error: std::io::Error| super::subjects::unwritable(path, &error);
    let (width, height) = how.size;
    let frames = states.len() as u32;
    let animation = Animation { moving, width, height, frames, plays: 0, alpha: false, quality: Quality::Draft };
    let file = BufWriter::new(File::create(path).map_err(failed)?);
    let mut animator = Animator::new(file, animation).map_err(failed)?;
    let mut artist = Artist::new(studio);
    for (k, state) in (1..).zip(&states) {
        if desk.interrupt.wanted() {
            return Err("interrupted".to_owned());
        }
        // Nothing shows through: straight and premultiplied are one.
        animator.frame(&artist.draw(studio, state).0.data, how.rate.time(k)).map_err(failed)?;
    }
    animator.finish().map_err(failed)?;
    Ok(())
}

/// A film by the embedded encoder: the same bytes whatever else is installed.
fn film(desk: &Desk, path: &Path, (studio, states): (&Studio, Vec<FrameState>), how: How) -> Result<(), String> {
    let (width, height) = how.size;
    let spec = Spec { width, height, rate: how.rate, frames: 0..states.len() as u64 };
    let encoder = Embedded::create(path, &spec, Quality::Good, None).map_err(|error| error.to_string())?;
    let reel = Reel { spec: &spec, threads: 1, stop: &desk.interrupt.stop, progress: &|_| {} };
    let (worker, encoder) = (|| Artist::new(studio), Encoder::Embedded(Box::new(encoder)));
    film::make(&reel, encoder, states.into_iter(), worker, |artist, state| artist.draw(studio, state))
        .map_err(|error| error.to_string())?;
    Ok(())
}

/// How a clip is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    /// Its form.
    pub format: Format,
    /// Pixels.
    pub size: (u32, u32),
    /// Frames a second.
    pub rate: Rate,
    /// Its end meets its beginning.
    pub seamless: bool,
}

/// Pictures of one size in rows of `across`, `gap` pixels of nothing between them, on a ground of their own.
pub(super) fn grid(pictures: Vec<Picture>, across: usize, gap: u32) -> DisplayList {
    let (w, h) = pictures.first().map_or((1, 1), |first| (first.width, first.height));
    let across = across.max(1);
    let rows = pictures.len().div_ceil(across).max(1);
    let side = |of: u32, count: usize| of * count as u32 + gap * (count as u32).saturating_sub(1);
    let (width, height) = (side(w, across.min(pictures.len().max(1))), side(h, rows));
    let mut items = Vec::new();
    for (i, picture) in pictures.into_iter().enumerate() {
        let (x, y) = (f64::from((w + gap) * (i % across) as u32), f64::from((h + gap) * (i / across) as u32));
        let bitmap = Bitmap { width: picture.width, height: picture.height, data: picture.data };
        let shape = Rect::new(x, y, x + f64::from(w), y + f64::from(h)).to_path(0.1);
        let paint = Paint::Picture { sizes: Arc::new([bitmap]), transform: Affine::translate((x, y)) };
        items.push(Item::Fill(Shape::new(shape, paint)));
    }
    DisplayList { width, height, items }
}

/// Pictures of one size as one: as many upright bands side by side, each of its own picture.
pub(super) fn bands(pictures: &[Picture]) -> Picture {
    let mut whole = pictures.first().cloned().unwrap_or_default();
    let (row, count) = (whole.width as usize * 4, pictures.len().max(1));
    for (at, pixel) in whole.data.chunks_exact_mut(4).enumerate() {
        let x = at % (row / 4).max(1);
        let own = pictures.get(x * count / (row / 4).max(1)).and_then(|own| own.data.get(at * 4..at * 4 + 4));
        if let Some(own) = own {
            pixel.copy_from_slice(own);
        }
    }
    whole
}
