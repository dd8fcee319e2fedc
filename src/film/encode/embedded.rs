//! The embedded encoder: openh264, compiled in, for machines without ffmpeg. Films are half as large again as x264's (measured).
use super::mp4::Mp4;
use super::{Finished, Spec};
use crate::film::part::PartFile;
use crate::film::{FilmError, Quality, SoundFile, Unfinished, even};
use openh264::OpenH264API;
use openh264::encoder::{
    BitRate, EncodedBitStream, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode,
    VuiConfig,
};
use openh264::formats::YUVSlices;
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

/// openh264 at work on an unfinished MP4 file.
pub struct Embedded {
    encoder: openh264::encoder::Encoder,
    spec: Spec,
    film: Mp4,
}

impl std::fmt::Debug for Embedded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Embedded").field("film", &self.film).finish_non_exhaustive()
    }
}

pub(super) fn failed(error: impl std::fmt::Display) -> FilmError {
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
        Ok(Self { encoder, spec: spec.clone(), film: Mp4::new(PartFile::create(output)?, spec, sound)? })
    }

    pub(super) fn unfinished(&self) -> Unfinished {
        self.film.unfinished()
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
        self.film.frame(&units.iter().map(Vec::as_slice).collect::<Vec<_>>(), key)
    }

    pub(super) fn finish(self) -> Result<Finished, FilmError> {
        self.film.finish()
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
