//! The embedded encoder: openh264, compiled in, for machines without ffmpeg. Films are half as large again as x264's (measured).
use super::{Finished, Spec};
use crate::film::container::{Container, Track, a_second};
use crate::film::part::PartFile;
use crate::film::soundtrack::{Samples, samples};
use crate::film::{FilmError, Quality, SoundFile, Unfinished, even};
use crate::sound::flac;
use openh264::OpenH264API;
use openh264::encoder::{
    BitRate, EncodedBitStream, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode,
    VuiConfig,
};
use openh264::formats::YUVSlices;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Built without nasm, which halves its speed.
pub const PLAIN: bool = cfg!(plain_openh264);

/// The largest width and height, the longer side first, that openh264 encodes (its README).
pub const LARGEST: (u32, u32) = (3840, 2160);
/// Quantiser range of the quality mode. The good one: 48 dB on flat pictures, its worst frame 46 (measured).
fn range(quality: Quality) -> QpRange {
    match quality {
        Quality::Draft => QpRange::new(30, 36),
        Quality::Good => QpRange::new(22, 26),
        Quality::Best => QpRange::new(14, 20),
    }
}
/// Seconds between frames that decode alone, so that seeking stays quick (half of x264's 250 frames at 24 fps).
const KEY_SECONDS: u32 = 5;
/// Bits a pixel that the encoder is told it may spend (1080p24: 20 Mbit/s). It stays far below on flat pictures, where the
/// quantiser range decides; the stream's level follows from it (1080p24: level 4), so that common players take it.
const BITS_A_PIXEL: f64 = 0.4;
/// The highest bit rate that a level of the encoder allows (ITU-T H.264 table A-1, level 5.2), with room below.
const BITS_MAX: f64 = 200e6;
/// How often a frame that the encoder leaves out is given to it again; each time its budget grows by a frame's share, and
/// the costliest picture is worth a few seconds of them.
const AGAIN: usize = 1000;
/// The kind of NAL unit that holds a sequence parameter set (ITU-T H.264 table 7-1).
const SPS: u8 = 7;
/// The kind of NAL unit that holds a picture parameter set (ITU-T H.264 table 7-1).
const PPS: u8 = 8;

/// openh264 at work on an unfinished MP4 file.
pub struct Embedded {
    encoder: openh264::encoder::Encoder,
    spec: Spec,
    part: PartFile,
    /// `None` until the first frame has brought the parameter sets.
    container: Option<Container<BufWriter<File>>>,
    sound: Option<Sound>,
    /// Frames written.
    frames: u64,
}

/// The sound that lies between the frames.
struct Sound {
    file: SoundFile,
    samples: Samples,
    /// FLAC frames written.
    frames: u64,
}

impl Sound {
    fn new(file: SoundFile) -> std::io::Result<Sound> {
        Ok(Sound { samples: file.read()?, file, frames: 0 })
    }

    /// The FLAC frames up to a sample; all that are left when it is the last.
    fn until(&mut self, sample: u64) -> std::io::Result<Vec<Vec<u8>>> {
        let mut out = Vec::new();
        while self.frames * (flac::BLOCK as u64) < sample {
            let block = self.samples.next(flac::BLOCK)?;
            if block.is_empty() {
                break;
            }
            out.push(flac::frame(&block, self.frames));
            self.frames += 1;
        }
        Ok(out)
    }
}

impl std::fmt::Debug for Embedded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Embedded").field("spec", &self.spec).field("part", &self.part).finish_non_exhaustive()
    }
}

fn failed(error: impl std::fmt::Display) -> FilmError {
    FilmError::Encoder(format!("the embedded encoder failed: {error}"))
}

impl Embedded {
    /// Makes the unfinished file.
    ///
    /// # Errors
    /// When it cannot be made, or the picture is larger than [`LARGEST`].
    pub fn create(output: &Path, spec: &Spec, quality: Quality, sound: Option<SoundFile>) -> Result<Self, FilmError> {
        let (long, short) = (spec.width.max(spec.height), spec.width.min(spec.height));
        if long > LARGEST.0 || short > LARGEST.1 {
            let (long, short) = LARGEST;
            return Err(FilmError::Encoder(format!(
                "the embedded encoder makes films up to {long}x{short}; larger ones need ffmpeg"
            )));
        }
        let encoder = openh264::encoder::Encoder::with_api_config(OpenH264API::from_source(), config(spec, quality));
        let encoder = encoder.map_err(failed)?;
        let sound = sound.map(Sound::new).transpose().map_err(FilmError::write(output))?;
        Ok(Self { encoder, spec: spec.clone(), part: PartFile::create(output)?, container: None, sound, frames: 0 })
    }

    pub(super) fn unfinished(&self) -> Unfinished {
        Unfinished::new(self.part.path(), None)
    }

    pub(super) fn write(&mut self, yuv: &[u8]) -> Result<(), FilmError> {
        let (width, height) = (even(self.spec.width) as usize, even(self.spec.height) as usize);
        let luma = width * height;
        if yuv.len() != luma + luma / 2 {
            return Err(failed("a frame is not of the film's size"));
        }
        let (y, chroma) = yuv.split_at(luma);
        let (u, v) = chroma.split_at(luma / 4);
        let source = YUVSlices::new((y, u, v), (width, height), (width, width / 2, width / 2));
        let (units, key) = encode(&mut self.encoder, &source)?;
        let target = self.part.target();
        let container = match &mut self.container {
            Some(container) => container,
            empty => {
                let sound = self.sound.as_ref().map(|sound| sound.file.samples());
                let track = Track { sound, ..track(&self.spec, &units)? };
                let file = self.part.file().try_clone().map_err(FilmError::write(target))?;
                let container = Container::begin(BufWriter::new(file), track).map_err(FilmError::write(target))?;
                empty.insert(container)
            }
        };
        let second = u64::from(a_second(self.spec.rate));
        if let Some(sound) = self.sound.as_mut().filter(|_| self.frames.is_multiple_of(second)) {
            let start = self.spec.frames.start;
            let shown = samples(self.spec.rate, &(start..start + self.frames + second));
            let piece = sound.until(shown.len() as u64).map_err(FilmError::write(target))?;
            container.sound(&piece).map_err(FilmError::write(target))?;
        }
        self.frames += 1;
        let samples = units.iter().map(Vec::as_slice).filter(|unit| !matches!(kind(unit), SPS | PPS));
        container.sample(samples, key).map_err(FilmError::write(target))
    }

    pub(super) fn finish(self) -> Result<Finished, FilmError> {
        let mut container = self.container.ok_or_else(|| failed("no frame came"))?;
        if let Some(mut sound) = self.sound {
            let rest = sound.until(sound.file.samples()).map_err(FilmError::write(self.part.target()))?;
            container.sound(&rest).map_err(FilmError::write(self.part.target()))?;
        }
        container.finish().map_err(FilmError::write(self.part.target()))?;
        Ok(Finished { size: self.part.keep()?, elsewhere: None, frames: None })
    }
}

fn config(spec: &Spec, quality: Quality) -> EncoderConfig {
    let pixels = f64::from(even(spec.width)) * f64::from(even(spec.height)) * spec.rate.per_second();
    let period = spec.rate.num.div_ceil(spec.rate.den) * KEY_SECONDS;
    EncoderConfig::new()
        .rate_control_mode(RateControlMode::Quality)
        .qp(range(quality))
        .bitrate(BitRate::from_bps((pixels * BITS_A_PIXEL).min(BITS_MAX) as u32))
        .max_frame_rate(FrameRate::from_hz(spec.rate.per_second() as f32))
        .intra_frame_period(IntraFramePeriod::from_num_frames(period))
        // Without them 15 % smaller and 0.3 dB better on flat pictures (measured).
        .background_detection(false)
        .adaptive_quantization(false)
        // More threads gained nothing and would make the bytes depend on the machine.
        .num_threads(1)
        .vui(VuiConfig::bt709())
}

/// The frame's NAL units, and whether it decodes alone. A frame over its budget the encoder leaves out, which would shift all
/// that follow: it gets it again until it takes it. (Forbidding it to leave out frames makes it write warnings to the
/// terminal.)
fn encode(encoder: &mut openh264::encoder::Encoder, source: &YUVSlices<'_>) -> Result<(Vec<Vec<u8>>, bool), FilmError> {
    for _ in 0..AGAIN {
        let stream = encoder.encode(source).map_err(failed)?;
        let units = units(&stream);
        if !units.is_empty() {
            return Ok((units, stream.frame_type() == FrameType::IDR));
        }
    }
    Err(failed("it leaves out a frame"))
}

/// The stream's NAL units without their start codes.
fn units(stream: &EncodedBitStream<'_>) -> Vec<Vec<u8>> {
    let mut units = Vec::new();
    for layer in (0..stream.num_layers()).filter_map(|i| stream.layer(i)) {
        for i in 0..layer.nal_count() {
            units.extend(layer.nal_unit(i).map(|unit| without_start_code(unit).to_owned()));
        }
    }
    units
}

fn without_start_code(unit: &[u8]) -> &[u8] {
    unit.strip_prefix(&[0, 0, 0, 1]).or_else(|| unit.strip_prefix(&[0, 0, 1])).unwrap_or(unit)
}

/// A NAL unit's type, the low five bits of its first byte.
fn kind(unit: &[u8]) -> u8 {
    unit.first().map_or(0, |byte| byte & 31)
}

fn track(spec: &Spec, units: &[Vec<u8>]) -> Result<Track, FilmError> {
    let set = |wanted, name| {
        let found = units.iter().find(|unit| kind(unit) == wanted);
        found.cloned().ok_or_else(|| failed(format!("the first frame has no {name} parameter set")))
    };
    let side = |side| u16::try_from(even(side)).map_err(failed);
    Ok(Track {
        width: side(spec.width)?,
        height: side(spec.height)?,
        rate: spec.rate,
        frames: spec.frames.end.saturating_sub(spec.frames.start),
        sps: set(SPS, "sequence")?,
        pps: set(PPS, "picture")?,
        sound: None,
    })
}
