//! A recording's bytes → a sound: WAV, FLAC, OGG, MP3, M4A.
use super::resample::resample;
use super::signal::curve::amplitude;
use super::signal::level::Meter;
use super::{LOUDNESS, Sound};
use std::io::Cursor;
use symphonia::core::audio::SampleBuffer;
use symphonia::core::codecs::{
    CODEC_TYPE_AAC, CODEC_TYPE_FLAC, CODEC_TYPE_NULL, CodecParameters, CodecType, DecoderOptions,
};
use symphonia::core::errors::Error;
use symphonia::core::formats::FormatOptions;
use symphonia::core::io::MediaSourceStream;
use symphonia::core::meta::MetadataOptions;
use symphonia::core::probe::Hint;

/// Longest recording, seconds: an hour in two channels is a gigabyte.
const LONGEST: usize = 3600;
/// A recording is made louder by so much at most, dB: more would be its hiss.
const LOUDER: f64 = 20.0;
/// Quieter than this, LUFS, is taken for silence.
const SILENCE: f64 = -65.0;

/// Reads a recording; `extension` is its name's, which only helps.
///
/// # Errors
/// What about it cannot be read, for people.
pub fn decode(bytes: Vec<u8>, extension: Option<&str>) -> Result<Sound, String> {
    let mut hint = Hint::new();
    if let Some(extension) = extension {
        hint.with_extension(extension);
    }
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let format = FormatOptions { enable_gapless: true, ..Default::default() };
    let probed = symphonia::default::get_probe()
        .format(&hint, stream, &format, &MetadataOptions::default())
        .map_err(|_| "it is no WAV, FLAC, OGG, MP3 or M4A recording".to_owned())?;
    let mut format = probed.format;
    let track = format.tracks().iter().find(|track| track.codec_params.codec != CODEC_TYPE_NULL);
    let track = track.ok_or("there is no sound in it")?;
    let (id, params) = (track.id, track.codec_params.clone());
    let mut decoder = symphonia::default::get_codecs()
        .make(&params, &DecoderOptions::default())
        .map_err(|_| "how its sound is coded is not known (WAV, FLAC, Vorbis, MP3, AAC are)".to_owned())?;
    let mut heard = Heard { rate: params.sample_rate.unwrap_or(0) as usize, ..Heard::default() };
    loop {
        let packet = match format.next_packet() {
            Ok(packet) => packet,
            Err(Error::IoError(end)) if end.kind() == std::io::ErrorKind::UnexpectedEof => break,
            Err(Error::ResetRequired) => break,
            Err(fault) => return Err(format!("it cannot be read: {fault}")),
        };
        if packet.track_id() != id {
            continue;
        }
        match decoder.decode(&packet) {
            Ok(audio) => {
                let spec = *audio.spec();
                let mut buffer = SampleBuffer::<f32>::new(audio.capacity() as u64, spec);
                buffer.copy_interleaved_ref(audio);
                heard.add(buffer.samples(), spec.channels.count().max(1), spec.rate as usize)?;
            }
            // A damaged packet is a gap of some milliseconds: what follows stays at its time.
            Err(Error::DecodeError(_)) => heard.gap(params.time_base.map_or(0.0, |base| {
                let time = base.calc_time(packet.dur());
                time.seconds as f64 + time.frac
            })),
            Err(fault) => return Err(format!("it cannot be read: {fault}")),
        }
    }
    if let Some(whole) = said_length(&params) {
        heard.is_whole(whole)?;
    }
    heard.sound()
}

/// Codecs whose files say how long they are, and mean it.
const CERTAIN: [CodecType; 2] = [CODEC_TYPE_FLAC, CODEC_TYPE_AAC];
/// What may be missing at the end before a recording is taken for one that breaks off, seconds: a codec's last packet.
const MISSING: f64 = 0.1;

/// Bytes of sound that a WAV says it has when it was written into a pipe and does not know.
const UNKNOWN: u64 = 0x7FFF_0000;

/// Samples a channel that a file says it has, where that can be believed.
fn said_length(params: &CodecParameters) -> Option<u64> {
    let whole = params.n_frames?;
    if CERTAIN.contains(&params.codec) {
        return Some(whole);
    }
    let known = symphonia::default::get_codecs().get_codec(params.codec)?;
    let channels = params.channels.map_or(1, |channels| channels.count() as u64);
    let bytes = whole.checked_mul(channels * u64::from(params.bits_per_coded_sample.unwrap_or(16)) / 8)?;
    (known.short_name.starts_with("pcm") && bytes < UNKNOWN).then_some(whole)
}

#[derive(Default)]
struct Heard {
    channels: [Vec<f32>; 2],
    stereo: bool,
    rate: usize,
    decoded: bool,
}

impl Heard {
    /// Samples of every channel in turn. Of more than two channels the first two are heard.
    fn add(&mut self, samples: &[f32], channels: usize, rate: usize) -> Result<(), String> {
        if self.decoded && self.rate != rate {
            return Err("its rate changes within it".to_owned());
        }
        (self.rate, self.stereo, self.decoded) = (rate, self.stereo || channels > 1, true);
        for frame in samples.chunks_exact(channels) {
            let finite = |x: f32| if x.is_finite() { x } else { 0.0 };
            self.channels[0].push(finite(frame[0]));
            self.channels[1].push(finite(frame.get(1).copied().unwrap_or(frame[0])));
        }
        if self.channels[0].len() > LONGEST * rate {
            return Err(format!("it is longer than {} minutes", LONGEST / 60));
        }
        Ok(())
    }

    /// Silence for what could not be decoded.
    fn gap(&mut self, seconds: f64) {
        let samples = self.channels[0].len() + (seconds.clamp(0.0, 1.0) * self.rate as f64).round() as usize;
        self.channels.iter_mut().for_each(|channel| channel.resize(samples, 0.0));
    }

    /// Refuses a recording that ends long before the `whole` samples it says it has.
    fn is_whole(&self, whole: u64) -> Result<(), String> {
        let rate = self.rate.max(1) as f64;
        let (heard, whole) = (self.channels[0].len() as f64 / rate, whole as f64 / rate);
        if self.decoded && heard + MISSING < whole && whole <= LONGEST as f64 {
            return Err(format!("it breaks off after {heard:.2} of {whole:.2} s"));
        }
        Ok(())
    }

    fn sound(self) -> Result<Sound, String> {
        if !self.decoded || self.channels[0].is_empty() || self.rate == 0 {
            return Err("there is no sound in it".to_owned());
        }
        if !(1000..=768_000).contains(&self.rate) {
            return Err(format!("{} samples a second are none that a sound has", self.rate));
        }
        let [left, right] = self.channels;
        let left = resample(&left, self.rate);
        let right = self.stereo.then(|| resample(&right, self.rate));
        Ok(levelled(Sound { left, right }))
    }
}

/// A recording as loud as a line, so that a volume of 1 means the same for all.
fn levelled(mut sound: Sound) -> Sound {
    let mut meter = Meter::new(2);
    meter.push(&[&sound.left[..], sound.right.as_deref().unwrap_or(&sound.left)]);
    // Two channels that are the same count double; a line is one channel, heard from the middle at half the power in each.
    let loud = meter.lufs() - if sound.right.is_none() { 3.0103 } else { 0.0 };
    if loud > SILENCE {
        let gain = amplitude((LOUDNESS - loud).min(LOUDER)) as f32;
        sound.left.iter_mut().for_each(|x| *x *= gain);
        sound.right.iter_mut().flatten().for_each(|x| *x *= gain);
    }
    sound
}

/// The sound in one channel: what a line is.
pub fn mono(sound: Sound) -> Vec<f32> {
    match sound.right {
        None => sound.left,
        Some(right) => sound.left.iter().zip(right).map(|(l, r)| (l + r) * 0.5).collect(),
    }
}
