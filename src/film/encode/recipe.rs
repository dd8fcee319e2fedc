//! What ffmpeg is told to make of the frames: a codec, how good it is to look, and what a person says of the encoder beside that. Arguments
//! leave.
use super::Spec;
use crate::film::{Bytes, Quality, Rate, even};

/// A way to write pictures down, which also says the file they go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Codec {
    /// In MP4.
    #[default]
    H264,
    /// In MP4.
    H265,
    /// In MP4.
    Av1,
    /// ProRes 4444 in MOV.
    ProRes,
    /// In WebM.
    Vp9,
    /// Lossless, in Matroska.
    Ffv1,
}

/// How a film is encoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// The codec.
    pub codec: Codec,
    /// Something may show through.
    pub alpha: bool,
    /// What the encoder's own knobs are set by, where nothing else is said.
    pub quality: Quality,
    /// The encoder's quality, on its own scale.
    pub crf: Option<u8>,
    /// The encoder's speed, in its own word.
    pub preset: Option<String>,
    /// ffmpeg's name of the encoder.
    pub encoder: Option<String>,
    /// A word in the film's file on what is in it, for programs.
    pub note: Option<String>,
}

/// An encoder's knobs: what it is known by, ffmpeg's options for quality and for speed, and both for draft, good and best.
struct Knobs(&'static str, &'static str, &'static str, [(&'static str, &'static str); 3]);

/// Known by its name's beginning or, of hardware, its end. Tuned on flat art.
const KNOBS: [Knobs; 11] = [
    Knobs("libx264", "-crf", "-preset", [("28", "ultrafast"), ("18", "veryfast"), ("13", "slow")]),
    Knobs("libx265", "-crf", "-preset", [("32", "ultrafast"), ("21", "fast"), ("15", "slow")]),
    Knobs("libsvtav1", "-crf", "-preset", [("45", "12"), ("30", "8"), ("20", "5")]),
    Knobs("libaom-av1", "-crf", "-cpu-used", [("45", "8"), ("30", "6"), ("20", "4")]),
    Knobs("librav1e", "-qp", "-speed", [("160", "10"), ("100", "8"), ("60", "5")]),
    Knobs("libvpx-vp9", "-crf", "-cpu-used", [("45", "8"), ("28", "4"), ("18", "2")]),
    Knobs("_nvenc", "-cq", "-preset", [("35", "p1"), ("23", "p4"), ("17", "p7")]),
    Knobs("_qsv", "-global_quality", "-preset", [("35", "veryfast"), ("23", "medium"), ("17", "veryslow")]),
    Knobs("_vaapi", "-qp", "", [("35", ""), ("23", ""), ("17", "")]),
    Knobs("_videotoolbox", "-q:v", "", [("35", ""), ("55", ""), ("75", "")]),
    Knobs("", "", "", [("", ""); 3]),
];

/// Threads of an encoder. The bytes depend on their number, so it is the same on every machine. Up to four cost x264 neither bytes nor
/// processor time more than one does; six make the film 9 % larger (measured at 1080p).
const THREADS: &str = "4";
/// The input is BT.709 already; only the tags are set. ffmpeg 9 drops the output options of the same names.
const TAGS: &str = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv";
/// RGB to BT.709 with every digit.
const TO_YUV: &str = "scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int";
/// Where Linux has its first graphics processor.
const VAAPI: &str = "/dev/dri/renderD128";

impl Recipe {
    /// ffmpeg's name of the encoder.
    pub fn encoder(&self) -> &str {
        let usual = match self.codec {
            Codec::H264 => "libx264",
            Codec::H265 => "libx265",
            Codec::Av1 => "libsvtav1",
            Codec::ProRes => "prores_ks",
            Codec::Vp9 => "libvpx-vp9",
            Codec::Ffv1 => "ffv1",
        };
        self.encoder.as_deref().unwrap_or(usual)
    }

    /// Whether nothing is asked for that the embedded encoder cannot do.
    pub fn is_plain(&self) -> bool {
        self.codec == Codec::H264 && self.crf.is_none() && self.preset.is_none() && self.encoder.is_none()
    }

    /// The frames it takes.
    pub fn bytes(&self) -> Bytes {
        match self.codec {
            Codec::ProRes | Codec::Ffv1 => Bytes::Rgba,
            Codec::Vp9 if self.alpha => Bytes::Rgba,
            _ => Bytes::Yuv420,
        }
    }

    /// What is asked for that the encoder does not have: `--crf` or `--preset`.
    pub fn lacks(&self) -> Option<&'static str> {
        let Knobs(_, quality, speed, _) = self.knobs();
        let asked = [("--crf", self.crf.is_some(), quality), ("--preset", self.preset.is_some(), speed)];
        asked.into_iter().find(|(_, asked, option)| *asked && option.is_empty()).map(|(word, ..)| word)
    }

    fn knobs(&self) -> &'static Knobs {
        let is = |known: &str| {
            if known.starts_with('_') { self.encoder().ends_with(known) } else { self.encoder().starts_with(known) }
        };
        KNOBS.iter().find(|Knobs(known, ..)| is(known)).unwrap_or(&KNOBS[KNOBS.len() - 1])
    }

    fn is_vaapi(&self) -> bool {
        self.encoder().ends_with("_vaapi")
    }

    /// Arguments for the frames' way in.
    pub(super) fn input(&self, spec: &Spec) -> Vec<String> {
        let (format, width, height) = match self.bytes() {
            Bytes::Yuv420 => ("yuv420p", even(spec.width), even(spec.height)),
            _ => ("rgba", spec.width, spec.height),
        };
        let mut out = Vec::new();
        if self.is_vaapi() {
            add(&mut out, &["-vaapi_device", VAAPI]);
        }
        let (size, rate) = (format!("{width}x{height}"), spec.rate.to_string());
        add(&mut out, &["-f", "rawvideo", "-pix_fmt", format, "-video_size", &size, "-framerate", &rate]);
        if self.bytes() == Bytes::Yuv420 {
            add(&mut out, &["-color_range", "tv"]);
        }
        out
    }

    /// Arguments for the sound.
    pub(super) fn sound(&self) -> &'static [&'static str] {
        match self.codec {
            // AAC is as good as the mix from here on.
            Codec::H264 | Codec::H265 | Codec::Av1 => &["-c:a", "aac", "-b:a", "192k"],
            Codec::ProRes => &["-c:a", "pcm_s16le"],
            Codec::Vp9 => &["-c:a", "libopus", "-b:a", "160k"],
            Codec::Ffv1 => &["-c:a", "flac"],
        }
    }

    /// Arguments for the pictures and their file.
    pub(super) fn output(&self) -> Vec<String> {
        let (format, even) = (self.pixels(), "pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:black@0");
        let filter = match self.codec {
            Codec::ProRes => format!("{TO_YUV},format={format},{TAGS}"),
            Codec::Vp9 if self.alpha => format!("{even},{TO_YUV},format={format},{TAGS}"),
            Codec::Ffv1 => format!("format={format},setparams=color_primaries=bt709:color_trc=bt709"),
            _ if self.is_vaapi() => format!("{TAGS},format=nv12,hwupload"),
            _ => TAGS.to_owned(),
        };
        let Knobs(known, quality, speed, settings) = self.knobs();
        let (usual_quality, usual_speed) = settings[self.quality as usize];
        let mut out = Vec::new();
        add(&mut out, &["-vf", &filter, "-c:v", self.encoder()]);
        if !speed.is_empty() {
            add(&mut out, &[speed, self.preset.as_deref().unwrap_or(usual_speed)]);
        }
        if *known == "libx264" {
            add(&mut out, &["-tune", "animation"]);
        }
        if !quality.is_empty() {
            add(&mut out, &[quality, self.crf.map(|crf| crf.to_string()).as_deref().unwrap_or(usual_quality)]);
        }
        add(&mut out, self.own(known));
        if !self.is_vaapi() {
            add(&mut out, &["-pix_fmt", format]);
        }
        add(&mut out, &["-threads", THREADS]);
        out.extend(self.file());
        out
    }

    /// Arguments for a film of pictures that are encoded already, in pieces that follow each other.
    pub(super) fn copied(&self, rate: Rate) -> Vec<String> {
        let Rate { num, den } = rate;
        let mut out = Vec::new();
        // Each picture gets the time that its number says: neither what the pieces' own files rounded nor where their sound began adds up.
        // Half a tick is rounded up, as ffmpeg does it; what is added keeps that from its arithmetic.
        let ticks = |number: &str| format!("floor({number}*{den}/{num}/TB+0.500001)");
        let decoded = ticks("N");
        let times = match self.codec {
            Codec::H264 | Codec::H265 | Codec::Av1 | Codec::ProRes => {
                let shown = ticks(&format!("floor((PTS-STARTPTS)*TB*{num}/{den}+0.5)"));
                format!("setts=pts={shown}:dts=STARTDTS-STARTPTS+{decoded}")
            }
            Codec::Vp9 | Codec::Ffv1 => format!("setts=ts={decoded}"),
        };
        add(&mut out, &["-c:v", "copy", "-bsf:v", &times]);
        if self.codec == Codec::H265 {
            add(&mut out, &["-tag:v", "hvc1"]);
        }
        if self.codec == Codec::Vp9 && self.alpha {
            // What says that something shows through, and what copying leaves behind.
            add(&mut out, &["-metadata:s:v:0", "alpha_mode=1"]);
        }
        out.extend(self.file());
        out
    }

    /// All of the frames' way through ffmpeg, for telling whether two films went the same.
    pub fn way(&self, spec: &Spec) -> String {
        [self.input(spec), self.output()].concat().join(" ")
    }

    /// The extension of a file of this codec.
    pub fn extension(&self) -> &'static str {
        match self.codec {
            Codec::H264 | Codec::H265 | Codec::Av1 => "mp4",
            Codec::ProRes => "mov",
            Codec::Vp9 => "webm",
            Codec::Ffv1 => "mkv",
        }
    }

    /// Arguments for the film's file.
    fn file(&self) -> Vec<String> {
        let mut out = Vec::new();
        add(&mut out, &["-map_metadata", "-1"]);
        if let Some(note) = &self.note {
            add(&mut out, &["-metadata", &format!("comment={note}")]);
        }
        add(&mut out, &["-fflags", "+bitexact", "-flags:v", "+bitexact"]);
        add(
            &mut out,
            match self.codec {
                Codec::H264 | Codec::H265 | Codec::Av1 => &["-movflags", "+faststart", "-f", "mp4"],
                Codec::ProRes => &["-f", "mov"],
                Codec::Vp9 => &["-f", "webm"],
                Codec::Ffv1 => &["-f", "matroska"],
            },
        );
        out
    }

    /// What one encoder needs beside its knobs.
    fn own(&self, known: &str) -> &'static [&'static str] {
        match (known, self.codec) {
            ("libx265", _) => {
                // Apple's players take it under this name alone.
                &["-x265-params", "log-level=error:pools=4:frame-threads=2", "-tag:v", "hvc1"]
            }
            (_, Codec::H265) => &["-tag:v", "hvc1"],
            ("libaom-av1", _) => &["-b:v", "0", "-row-mt", "1"],
            ("libvpx-vp9", _) if self.alpha => {
                &["-b:v", "0", "-deadline", "good", "-row-mt", "1", "-auto-alt-ref", "0"]
            }
            ("libvpx-vp9", _) => &["-b:v", "0", "-deadline", "good", "-row-mt", "1"],
            (_, Codec::ProRes) if self.alpha => &["-profile:v", "4444", "-alpha_bits", "16", "-vendor", "apl0"],
            (_, Codec::ProRes) => &["-profile:v", "4444", "-vendor", "apl0"],
            (_, Codec::Ffv1) => &["-level", "3", "-slicecrc", "1", "-g", "1"],
            _ => &[],
        }
    }

    /// ffmpeg's word for the pixels that are written.
    fn pixels(&self) -> &'static str {
        match (self.codec, self.alpha) {
            (Codec::ProRes, true) => "yuva444p10le",
            (Codec::ProRes, false) => "yuv444p10le",
            (Codec::Vp9, true) => "yuva420p",
            (Codec::Ffv1, true) => "bgra",
            (Codec::Ffv1, false) => "bgr0",
            _ if self.encoder().ends_with("_qsv") => "nv12",
            _ => "yuv420p",
        }
    }
}

fn add(to: &mut Vec<String>, arguments: &[&str]) {
    to.extend(arguments.iter().map(|argument| (*argument).to_owned()));
}
