//! A streaming MP4 writer: encoded frames enter one by one, a playable file leaves, with its index in front (faststart).
//!
//! How many frames will come is known, so room for the index is kept at the head of the file and filled in at the end: no
//! second pass, no sample kept in memory beyond its size, and 64-bit offsets throughout (beyond 4 GiB). The boxes are those
//! of ISO/IEC 14496-12 and -15, written by `mp4-atom`. Sound lies between the seconds of frames. Never looks into the samples.
mod read;
mod sound;

pub use read::Coded;

use crate::film::Rate;
use mp4_atom::{
    Avc1, Avcc, AvccExt, Co64, Codec, Colr, Dinf, Dref, DrefEntry, Encode, FourCC, Free, Ftyp, Hdlr, Mdhd, Mdia, Minf,
    Moov, Mvhd, Stbl, Stsc, StscEntry, Stsd, Stss, Stsz, StszSamples, Stts, SttsEntry, Tkhd, Trak, Url, Visual, Vmhd,
    Zeroed,
};
use std::io::{self, Seek, SeekFrom, Write};

/// The film's one H.264 track, BT.709 limited range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Pixels.
    pub width: u16,
    /// Pixels.
    pub height: u16,
    /// Frames per second.
    pub rate: Rate,
    /// The most samples that will come.
    pub frames: u64,
    /// The sequence parameter set, a NAL unit without start code.
    pub sps: Vec<u8>,
    /// The picture parameter set, likewise.
    pub pps: Vec<u8>,
    /// Samples of the sound, a channel; `None` for a film without.
    pub sound: Option<u64>,
}

/// A file being written.
#[derive(Debug)]
pub struct Container<W: Write + Seek> {
    out: W,
    track: Track,
    /// Where the index goes, and how many bytes are kept for it.
    room: (u64, u64),
    /// Where the samples begin.
    data: u64,
    written: u64,
    laid: Laid,
}

/// What has been written where.
#[derive(Clone, Debug, Default)]
struct Laid {
    /// Bytes of each frame.
    sizes: Vec<u32>,
    /// Numbers, from 1, of the frames that decode alone.
    keys: Vec<u32>,
    /// Where each second of frames begins.
    chunks: Vec<u64>,
    sound: sound::Laid,
}

/// Ticks a second at least: players round times to the tick, and some take a coarse clock badly (10000 by ffmpeg's habit).
const TICKS_MIN: u32 = 10_000;
/// Bytes of a box header with a 64-bit size.
const WIDE_HEADER: u64 = 16;
/// Bytes of the smallest box.
const BOX_MIN: u64 = 8;
/// The code of BT.709 for primaries, transfer and matrix (ISO/IEC 23091-2).
const BT709: u16 = 1;
/// The first profile whose configuration record has the extension (ISO/IEC 14496-15 §5.3.3.1).
const PROFILE_HIGH: u8 = 100;

impl<W: Write + Seek> Container<W> {
    /// Writes the head of the file.
    ///
    /// # Errors
    /// What `out` reports, or a track that MP4 cannot hold (more than 2^32 − 1 frames).
    pub fn begin(mut out: W, track: Track) -> io::Result<Self> {
        let count = usize::try_from(track.frames).map_err(io::Error::other)?;
        let iso = FourCC::new(b"isom");
        let brands = vec![iso, FourCC::new(b"iso2"), FourCC::new(b"avc1"), FourCC::new(b"mp41")];
        let head = boxed(&Ftyp { major_brand: iso, minor_version: 512, compatible_brands: brands })?;
        // Every sample a key frame, and no two seconds with as much sound, is the longest the index can become.
        let keys: Vec<u32> = (0..number(track.frames)?).collect();
        let seconds = count.div_ceil(a_second(track.rate) as usize);
        let longest = Laid {
            sizes: vec![0; count],
            keys,
            chunks: vec![0; seconds],
            sound: sound::Laid::longest(track.sound, seconds),
        };
        let longest = boxed(&index(&track, &longest)?)?;
        let room = (head.len() as u64, longest.len() as u64 + BOX_MIN);
        out.write_all(&head)?;
        out.write_all(&padding(room.1)?)?;
        out.write_all(&wide_header(0))?;
        let data = room.0 + room.1 + WIDE_HEADER;
        Ok(Self { out, track, room, data, written: 0, laid: Laid::default() })
    }

    /// Writes a piece of the sound, whole FLAC frames; it lies before the next frame.
    ///
    /// # Errors
    /// What the output reports.
    pub fn sound(&mut self, frames: &[Vec<u8>]) -> io::Result<()> {
        if frames.is_empty() {
            return Ok(());
        }
        let mut sizes = Vec::with_capacity(frames.len());
        let at = self.data + self.written;
        for frame in frames {
            self.out.write_all(frame)?;
            self.written += frame.len() as u64;
            sizes.push(number(frame.len() as u64)?);
        }
        self.laid.sound.add(at, &sizes);
        Ok(())
    }

    /// Writes one frame: its NAL units without start codes; `key` when it decodes alone.
    ///
    /// # Errors
    /// What the output reports, or more samples than were announced.
    pub fn sample<'a>(&mut self, units: impl IntoIterator<Item = &'a [u8]>, key: bool) -> io::Result<()> {
        if self.laid.sizes.len() as u64 >= self.track.frames {
            return Err(io::Error::other("more frames than were announced"));
        }
        if self.laid.sizes.len().is_multiple_of(a_second(self.track.rate) as usize) {
            self.laid.chunks.push(self.data + self.written);
        }
        let mut size = 0;
        for unit in units {
            self.out.write_all(&number(unit.len() as u64)?.to_be_bytes())?;
            self.out.write_all(unit)?;
            size += 4 + unit.len() as u64;
        }
        self.laid.sizes.push(number(size)?);
        self.written += size;
        if key {
            self.laid.keys.push(number(self.laid.sizes.len() as u64)?);
        }
        Ok(())
    }

    /// Writes the index; gives the output back.
    ///
    /// # Errors
    /// What the output reports.
    pub fn finish(mut self) -> io::Result<W> {
        let index = boxed(&index(&self.track, &self.laid)?)?;
        let rest = self
            .room
            .1
            .checked_sub(index.len() as u64)
            .ok_or_else(|| io::Error::other("the index outgrew its room"))?;
        self.out.seek(SeekFrom::Start(self.room.0))?;
        self.out.write_all(&index)?;
        self.out.write_all(&padding(rest)?)?;
        self.out.write_all(&wide_header(self.written + WIDE_HEADER))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A count as MP4 holds it.
fn number(value: u64) -> io::Result<u32> {
    u32::try_from(value).map_err(io::Error::other)
}

fn boxed(atom: &impl Encode) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    atom.encode(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// A box of `bytes` bytes that players skip.
fn padding(bytes: u64) -> io::Result<Vec<u8>> {
    let inside = usize::try_from(bytes.saturating_sub(BOX_MIN)).map_err(io::Error::other)?;
    boxed(&Free { zeroed: Zeroed::new(inside) })
}

/// The head of the box that holds the samples: a size of 1 says that the true one follows in 64 bits.
fn wide_header(size: u64) -> [u8; WIDE_HEADER as usize] {
    let mut bytes = [0; WIDE_HEADER as usize];
    bytes[..4].copy_from_slice(&1u32.to_be_bytes());
    bytes[4..8].copy_from_slice(b"mdat");
    bytes[8..].copy_from_slice(&size.to_be_bytes());
    bytes
}

/// Ticks a second and ticks a frame.
fn clock(rate: Rate) -> (u32, u32) {
    let times = TICKS_MIN.div_ceil(rate.num);
    (rate.num.saturating_mul(times), rate.den.saturating_mul(times))
}

/// Frames of a second, the last begun one whole.
pub(super) fn a_second(rate: Rate) -> u32 {
    rate.num.div_ceil(rate.den).max(1)
}

/// The index of what has been written.
fn index(track: &Track, laid: &Laid) -> io::Result<Moov> {
    let (timescale, frame) = clock(track.rate);
    let duration = laid.sizes.len() as u64 * u64::from(frame);
    let next_track_id = if track.sound.is_some() { 3 } else { 2 };
    let head = Mvhd { timescale, duration, rate: 1.into(), volume: 1.into(), next_track_id, ..Mvhd::default() };
    let (width, height) = (track.width.into(), track.height.into());
    let place = Tkhd { track_id: 1, duration, enabled: true, in_movie: true, width, height, ..Tkhd::default() };
    let media = Mdia {
        mdhd: Mdhd { timescale, duration, language: "und".to_owned(), ..Mdhd::default() },
        hdlr: Hdlr { handler: FourCC::new(b"vide"), name: "VideoHandler".to_owned() },
        minf: Minf {
            vmhd: Some(Vmhd::default()),
            dinf: Dinf { dref: Dref { entries: vec![DrefEntry::Url(Url::default())] } },
            stbl: samples(track, laid, frame)?,
            ..Minf::default()
        },
    };
    let mut trak = vec![Trak { tkhd: place, mdia: media, ..Trak::default() }];
    if let Some(samples) = track.sound {
        trak.push(sound::track(&laid.sound, samples, timescale)?);
    }
    Ok(Moov { mvhd: head, trak, ..Moov::default() })
}

/// Where each sample lies and when it is shown. A second of film is one chunk, so that sound can lie between them.
fn samples(track: &Track, laid: &Laid, frame: u32) -> io::Result<Stbl> {
    let Laid { sizes, keys, chunks, .. } = laid;
    let count = number(sizes.len() as u64)?;
    let a_second = a_second(track.rate);
    let entry =
        |first_chunk, samples_per_chunk| StscEntry { first_chunk, samples_per_chunk, sample_description_index: 1 };
    let mut runs = Vec::new();
    if count >= a_second {
        runs.push(entry(1, a_second));
    }
    if !count.is_multiple_of(a_second) {
        runs.push(entry(count / a_second + 1, count % a_second));
    }
    Ok(Stbl {
        stsd: Stsd { codecs: vec![Codec::Avc1(description(track)?)] },
        stts: Stts { entries: vec![SttsEntry { sample_count: count, sample_delta: frame }] },
        stss: Some(Stss { entries: keys.clone() }),
        stsc: Stsc { entries: runs },
        stsz: Stsz { samples: StszSamples::Different { sizes: sizes.clone() } },
        co64: Some(Co64 { entries: chunks.clone() }),
        ..Stbl::default()
    })
}

/// How to decode the samples, and that their colours are BT.709.
fn description(track: &Track) -> io::Result<Avc1> {
    let mut config = Avcc::new(&track.sps, &track.pps).map_err(io::Error::other)?;
    if config.avc_profile_indication >= PROFILE_HIGH {
        config.ext = Some(AvccExt::default());
    }
    let visual = Visual { data_reference_index: 1, width: track.width, height: track.height, ..Visual::default() };
    let colour = Colr::new(BT709, BT709, BT709, false).map_err(io::Error::other)?;
    Ok(Avc1 { visual, avcc: config, colr: Some(colour), ..Avc1::default() })
}
