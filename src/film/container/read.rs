//! Reads back what [`super::Container`] wrote of a film without sound: its frames, one after the other.
use mp4_atom::{Any, Avc1, Codec, DecodeMaybe, Moov, StszSamples};
use std::io;
use std::ops::Range;

/// A film's frames as they are coded.
#[derive(Debug)]
pub struct Coded {
    file: Vec<u8>,
    /// The parameter sets, NAL units without start codes.
    sets: Vec<Vec<u8>>,
    /// Where each frame lies in the file, and whether it decodes alone.
    frames: Vec<(Range<usize>, bool)>,
}

fn odd(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("it is no film of the embedded encoder: {what}"))
}

impl Coded {
    /// The frames of a file.
    ///
    /// # Errors
    /// When it is no such film, or ends too early.
    pub fn read(file: Vec<u8>) -> io::Result<Self> {
        let moov = index(&file)?;
        let [track] = moov.trak.as_slice() else { return Err(odd("it has more than one track")) };
        let table = &track.mdia.minf.stbl;
        let [Codec::Avc1(Avc1 { avcc, .. })] = table.stsd.codecs.as_slice() else { return Err(odd("its codec")) };
        let StszSamples::Different { sizes } = &table.stsz.samples else { return Err(odd("its sizes")) };
        let keys = table.stss.as_ref().map(|keys| keys.entries.as_slice()).unwrap_or_default();
        let first = table.co64.as_ref().and_then(|chunks| chunks.entries.first()).ok_or_else(|| odd("no frames"))?;
        let mut at = usize::try_from(*first).map_err(io::Error::other)?;
        let mut frames = Vec::with_capacity(sizes.len());
        for (size, number) in sizes.iter().zip(1u32..) {
            let end = at + *size as usize;
            frames.push((at..end, keys.binary_search(&number).is_ok()));
            at = end;
        }
        if at > file.len() {
            return Err(odd("it ends too early"));
        }
        let sets = [avcc.sequence_parameter_sets.clone(), avcc.picture_parameter_sets.clone()].concat();
        Ok(Self { file, sets, frames })
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The NAL units of frame `k` without start codes, the first frame's with the parameter sets before them, and whether it decodes
    /// alone.
    ///
    /// # Errors
    /// When there is no such frame, or its units are not as long as they say.
    pub fn frame(&self, k: usize) -> io::Result<(Vec<&[u8]>, bool)> {
        let (at, key) = self.frames.get(k).ok_or_else(|| odd("no such frame"))?;
        let mut rest = self.file.get(at.clone()).ok_or_else(|| odd("it ends too early"))?;
        let mut units: Vec<&[u8]> = if k == 0 { self.sets.iter().map(Vec::as_slice).collect() } else { Vec::new() };
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let (unit, after) =
                after.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or_else(|| odd("a unit's length"))?;
            units.push(unit);
            rest = after;
        }
        Ok((units, *key))
    }
}

fn index(file: &[u8]) -> io::Result<Moov> {
    let mut rest = file;
    while let Some(atom) = Any::decode_maybe(&mut rest).map_err(io::Error::other)? {
        if let Any::Moov(moov) = atom {
            return Ok(moov);
        }
    }
    Err(odd("it has no index"))
}
