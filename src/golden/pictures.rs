//! [`Pictures`]: what a report shows of one still, as PNGs: pixels of very many stills would fill the memory.
use super::difference::amplified;
use super::pixels::Pixels;

/// The PNGs of one still.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pictures {
    /// Pixels; of two sizes the larger.
    pub width: u32,
    /// Pixels; of two sizes the larger.
    pub height: u32,
    /// The golden still, when there is one that can be read.
    pub expected: Option<Vec<u8>>,
    /// What is drawn now, when it can be drawn.
    pub actual: Option<Vec<u8>>,
    /// The difference between them, amplified.
    pub difference: Option<Vec<u8>>,
}

impl Pictures {
    /// Of the golden still's file and of what is drawn now.
    pub fn new(golden: Option<Vec<u8>>, actual: Option<&Pixels>) -> Self {
        let expected = golden.as_deref().and_then(|png| Pixels::from_png(png).ok());
        let sides = |side: fn(&Pixels) -> u32| [expected.as_ref(), actual].into_iter().flatten().map(side).max();
        let quick = |picture: &Pixels| picture.to_quick_png().ok();
        Self {
            width: sides(|picture| picture.width).unwrap_or(0),
            height: sides(|picture| picture.height).unwrap_or(0),
            difference: expected.as_ref().zip(actual).and_then(|(a, b)| quick(&amplified(a, b))),
            expected: golden.filter(|_| expected.is_some()),
            actual: actual.and_then(quick),
        }
    }
}
