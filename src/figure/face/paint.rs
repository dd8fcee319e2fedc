//! Pieces of a face, by the names a template's art calls them with: each draws where the art says, in its node's frame.
use super::brow::{brow, cheek};
use super::config::Face;
use super::expression::Expression;
use super::{beak, eye, fang, mouth, snout};
use crate::display::Color;
use crate::figure::kit::Pen;
use crate::figure::template::Tint;

/// Colours as the look has them.
pub struct Palette<'a> {
    /// Lines, pupils and lashes.
    pub ink: Color,
    /// Any other tint.
    pub resolve: &'a dyn Fn(&Tint) -> Color,
}

impl Palette<'_> {
    /// The colour of a tint.
    pub fn color(&self, tint: &Tint) -> Color {
        (self.resolve)(tint)
    }
}

/// A piece of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The eyes, or the one of a side (−1, 1).
    Eyes(Option<i8>),
    /// The brows, or the one of a side.
    Brows(Option<i8>),
    /// The cheeks' blush, or the one of a side.
    Cheeks(Option<i8>),
    /// The whole mouth.
    Mouth,
    /// The mouth's hollow with teeth and tongue: what lies behind a muzzle's upper lip.
    Hollow,
    /// The line of the lips: what lies on a muzzle.
    Lips,
    /// A whole beak.
    Beak,
    /// A snout's jaw with the hollow and the tongue above it: what lies behind a snout in profile.
    Jaw,
}

impl Piece {
    /// The words that art calls the pieces by.
    pub const WORDS: &'static [(&'static str, Piece)] = &[
        ("eyes", Piece::Eyes(None)),
        ("eye:-1", Piece::Eyes(Some(-1))),
        ("eye:1", Piece::Eyes(Some(1))),
        ("brows", Piece::Brows(None)),
        ("brow:-1", Piece::Brows(Some(-1))),
        ("brow:1", Piece::Brows(Some(1))),
        ("cheeks", Piece::Cheeks(None)),
        ("cheek:-1", Piece::Cheeks(Some(-1))),
        ("cheek:1", Piece::Cheeks(Some(1))),
        ("mouth", Piece::Mouth),
        ("hollow", Piece::Hollow),
        ("lips", Piece::Lips),
        ("jaw", Piece::Jaw),
        ("beak", Piece::Beak),
    ];

    /// The piece of a word.
    pub fn parse(word: &str) -> Option<Piece> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, piece)| *piece)
    }
}

/// Draws one piece with the pen's transform, cut to the pen's `within` where it has one.
pub fn draw(pen: &mut Pen, face: &Face, piece: Piece, shown: &Expression, palette: &Palette) {
    let on = |side: Option<i8>, own: i8| side.is_none_or(|asked| asked == own.signum());
    match piece {
        Piece::Eyes(side) => {
            face.eyes.iter().filter(|e| on(side, e.side)).for_each(|e| eye::draw(pen, face, e, shown, palette));
        }
        Piece::Brows(side) => {
            face.brows.iter().filter(|b| on(side, b.side)).for_each(|b| brow(pen, face, b, &shown.units, palette));
        }
        Piece::Cheeks(side) => {
            face.cheeks.iter().filter(|c| on(side, c.side)).for_each(|c| cheek(pen, face, c, &shown.units, palette));
        }
        Piece::Mouth => {
            mouth::hollow(pen, face, shown, palette);
            lips(pen, face, shown, palette);
        }
        Piece::Hollow => mouth::hollow(pen, face, shown, palette),
        Piece::Lips => lips(pen, face, shown, palette),
        Piece::Jaw => snout::jaw(pen, face, shown, palette),
        Piece::Beak => beak::draw(pen, face, shown, palette),
    }
}

fn lips(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    mouth::lips(pen, face, shown, palette);
    fang::draw(pen, face, shown, palette);
    snout::lip(pen, face, shown, palette);
}
