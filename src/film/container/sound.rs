//! The sound's track of an MP4 file: FLAC in the boxes of "Encapsulation of FLAC in ISO Base Media File Format". Lossless, it needs no samples before
//! the first one and no edit list; Chrome, Firefox, Safari, QuickTime, VLC and ffmpeg play it, and no patent or C code stands in its way.
use super::number;
use crate::sound::SAMPLE_RATE;
use crate::sound::flac::BLOCK;
use mp4_atom::{
    Audio, Co64, Codec, Dfla, Dinf, Dref, DrefEntry, Flac, FlacMetadataBlock, FourCC, Hdlr, Mdhd, Mdia, Minf, Smhd,
    Stbl, Stsc, StscEntry, Stsd, Stsz, StszSamples, Stts, SttsEntry, Tkhd, Trak, Url,
};
use std::io;

/// What has been written of the sound, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct Laid {
    /// Bytes of each FLAC frame.
    sizes: Vec<u32>,
    /// Where each piece begins, and how many frames it has.
    pieces: Vec<(u64, u32)>,
}

impl Laid {
    /// As much as there can be of so many samples, in a piece a second and one at the end.
    pub fn longest(samples: Option<u64>, seconds: usize) -> Laid {
        let frames = samples.map_or(0, |samples| samples.div_ceil(BLOCK as u64) as usize);
        let piece = |i: usize| (0, i as u32);
        Laid { sizes: vec![0; frames], pieces: (0..seconds + 2).map(piece).collect() }
    }

    /// A piece at a place in the file.
    pub fn add(&mut self, at: u64, sizes: &[u32]) {
        self.sizes.extend_from_slice(sizes);
        self.pieces.push((at, sizes.len() as u32));
    }
}

/// The track of a sound of so many samples; `timescale` is the film's.
pub(super) fn track(laid: &Laid, samples: u64, timescale: u32) -> io::Result<Trak> {
    let rate = SAMPLE_RATE as u32;
    // In the film's ticks, rounded.
    let duration = (samples * u64::from(timescale) + u64::from(rate) / 2) / u64::from(rate);
    let block = BLOCK as u64;
    let run = |sample_count, sample_delta| SttsEntry { sample_count, sample_delta };
    let mut runs = Vec::new();
    if samples >= block {
        runs.push(run(number(samples / block)?, BLOCK as u32));
    }
    if !samples.is_multiple_of(block) {
        runs.push(run(1, number(samples % block)?));
    }
    let mut entries: Vec<StscEntry> = Vec::new();
    for (i, (_, samples_per_chunk)) in laid.pieces.iter().enumerate() {
        if entries.last().is_none_or(|last| last.samples_per_chunk != *samples_per_chunk) {
            let first_chunk = number(i as u64 + 1)?;
            entries.push(StscEntry { first_chunk, samples_per_chunk: *samples_per_chunk, sample_description_index: 1 });
        }
    }
    let media = Mdia {
        mdhd: Mdhd { timescale: rate, duration: samples, language: "und".to_owned(), ..Mdhd::default() },
        hdlr: Hdlr { handler: FourCC::new(b"soun"), name: "SoundHandler".to_owned() },
        minf: Minf {
            smhd: Some(Smhd::default()),
            dinf: Dinf { dref: Dref { entries: vec![DrefEntry::Url(Url::default())] } },
            stbl: Stbl {
                stsd: Stsd { codecs: vec![Codec::Flac(description(samples)?)] },
                stts: Stts { entries: runs },
                stsc: Stsc { entries },
                stsz: Stsz { samples: StszSamples::Different { sizes: laid.sizes.clone() } },
                co64: Some(Co64 { entries: laid.pieces.iter().map(|(at, _)| *at).collect() }),
                ..Stbl::default()
            },
            ..Minf::default()
        },
    };
    let place = Tkhd {
        track_id: 2,
        duration,
        enabled: true,
        in_movie: true,
        alternate_group: 1,
        volume: 1.into(),
        ..Tkhd::default()
    };
    Ok(Trak { tkhd: place, mdia: media, ..Trak::default() })
}

/// How to decode it. Sizes of frames and a checksum of all samples are left open, as the format allows.
fn description(samples: u64) -> io::Result<Flac> {
    let audio = Audio {
        data_reference_index: 1,
        channel_count: 2,
        sample_size: 16,
        sample_rate: u16::try_from(SAMPLE_RATE).map_err(io::Error::other)?.into(),
    };
    let block = u16::try_from(BLOCK).map_err(io::Error::other)?;
    let stream = FlacMetadataBlock::StreamInfo {
        minimum_block_size: block,
        maximum_block_size: block,
        minimum_frame_size: [0, 0, 0].into(),
        maximum_frame_size: [0, 0, 0].into(),
        sample_rate: SAMPLE_RATE as u32,
        num_channels_minus_one: 1,
        bits_per_sample_minus_one: 15,
        number_of_interchannel_samples: samples,
        md5_checksum: vec![0; 16],
    };
    Ok(Flac { audio, dfla: Dfla { blocks: vec![stream] } })
}
