//! What the parts are: ffprobe looks into each, and what keeps them from being one film is told.
use super::note::Note;
use crate::cli::{out, CliError, input};
use crate::film::Rate;
use crate::film::encode::ask;
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A part of a film.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    /// Its file.
    pub path: PathBuf,
    /// ffmpeg's name of the codec of its pictures.
    pub codec: String,
    /// ffmpeg's word for its pixels.
    pub pixels: String,
    /// Pixels.
    pub size: (u32, u32),
    /// Frames per second.
    pub rate: Rate,
    /// How many it has.
    pub frames: u64,
    /// It has a sound.
    pub heard: bool,
    /// The hash of what its decoder is set up with.
    setup: String,
    /// What it says of itself.
    pub note: Option<Note>,
}

/// What is asked of ffprobe.
const FIELDS: &str = "stream=codec_type,codec_name,pix_fmt,width,height,r_frame_rate,nb_read_packets,extradata_hash:\
                      stream_disposition=attached_pic:format_tags=comment:stream_tags=alpha_mode,ALPHA_MODE";

/// The ffprobe that belongs to an ffmpeg: beside it, or on PATH.
fn ffprobe(ffmpeg: &Path) -> PathBuf {
    let name = format!("ffprobe{}", std::env::consts::EXE_SUFFIX);
    let beside = ffmpeg.with_file_name(&name);
    if ffmpeg.components().count() > 1 && beside.is_file() { beside } else { PathBuf::from(name) }
}

impl Part {
    /// Looks into a file, all of it: it must be whole.
    ///
    /// # Errors
    /// When there is no ffprobe, or the file is no film.
    pub fn of(path: &Path, ffmpeg: &Path, enough: impl Fn() -> bool) -> Result<Self, CliError> {
        let program = ffprobe(ffmpeg);
        let file = std::fs::canonicalize(path).map_err(|error| input::unreadable(path, &error))?;
        let words = ["-v", "error", "-count_packets", "-show_data_hash", "sha256", "-show_entries", FIELDS, "-of", "json"];
        let args: Vec<&OsStr> = words.iter().map(OsStr::new).chain([OsStr::new("-i"), file.as_os_str()]).collect();
        let answer = ask(&program, &args, enough).map_err(|_| {
            let message = format!("no {} found: join looks into the parts with it", program.display());
            CliError::machine(message).hint("it comes with ffmpeg, and lies beside it or on PATH")
        })?;
        let silent = || CliError::machine(format!("{} does not answer about {}", program.display(), path.display()));
        let said: Value = serde_json::from_str(&answer.ok_or_else(silent)?).unwrap_or_default();
        Self::said(path, &said).ok_or_else(|| CliError::input(format!("{} is no film that is whole", path.display())))
    }

    fn said(path: &Path, said: &Value) -> Option<Self> {
        let streams = said.get("streams")?.as_array()?;
        let of = |kind: &str| streams.iter().find(|stream| stream.get("codec_type").is_some_and(|is| is == kind));
        let film = of("video")?;
        let text = |key: &str| film.get(key).and_then(Value::as_str);
        let number = |key: &str| film.get(key).and_then(Value::as_u64).and_then(|side| u32::try_from(side).ok());
        let comment = said.get("format").and_then(|format| format.get("tags")).and_then(|tags| {
            // Matroska's tags are in capitals.
            ["comment", "COMMENT"].into_iter().find_map(|key| tags.get(key)?.as_str())
        });
        let note: Option<Note> = comment.and_then(|comment| comment.parse().ok());
        let rate = note.as_ref().map(|note| note.rate);
        // A WebM's alpha is a second stream that ffprobe's own decoder does not see.
        let tags = film.get("tags");
        let is_clear = ["alpha_mode", "ALPHA_MODE"].into_iter().any(|key| tags.and_then(|tags| tags.get(key)?.as_str()) == Some("1"));
        Some(Part {
            path: path.to_owned(),
            codec: text("codec_name")?.to_owned(),
            pixels: if is_clear { "yuva420p" } else { text("pix_fmt")? }.to_owned(),
            size: (number("width")?, number("height")?),
            rate: rate.or_else(|| text("r_frame_rate")?.parse().ok())?,
            frames: text("nb_read_packets")?.parse().ok().filter(|frames| *frames > 0)?,
            heard: of("audio").is_some(),
            setup: text("extradata_hash").unwrap_or_default().to_owned(),
            note,
        })
    }

    /// Whether its pictures are as they were drawn.
    pub fn is_lossless(&self) -> bool {
        self.codec == "ffv1" && matches!(self.pixels.as_str(), "bgr0" | "bgra")
    }

    /// Whether something shows through its pictures.
    pub fn has_alpha(&self) -> bool {
        self.pixels == "bgra" || self.pixels.starts_with("yuva")
    }
}

/// Refuses parts that are not of one film, or not in its order.
///
/// # Errors
/// What differs, or which frames are missing or there twice.
pub(super) fn check(parts: &[Part]) -> Result<(), CliError> {
    let Some(first) = parts.first() else { return Err(CliError::usage("no parts given")) };
    for part in parts {
        differs(first, part)?;
        if let Some(note) = part.note.as_ref().filter(|note| note.frames.end - note.frames.start != part.frames) {
            let (says, has) = (note.frames.end - note.frames.start, part.frames);
            return Err(CliError::input(format!("{} has {has} frames, not the {says} it says", part.path.display())));
        }
    }
    let told = |part: &&Part| part.note.is_some();
    if let (Some(part), Some(other)) = (parts.iter().find(|part| part.note.is_none()), parts.iter().find(told)) {
        let (name, other) = (part.path.display(), other.path.display());
        let message = format!("{name} does not say which frames it has, and {other} does");
        return Err(CliError::input(message).hint("parts of one film are all made with --frames A..B"));
    }
    if first.note.is_none() {
        out::warning("no part says which frames it has: they are joined in the order given, unchecked");
    }
    parts.windows(2).try_for_each(|pair| {
        let [before, after] = pair else { return Ok(()) };
        follows(before, after)
    })
}

fn differs(first: &Part, part: &Part) -> Result<(), CliError> {
    let heard = |part: &Part| if part.heard { "with sound" } else { "without sound" }.to_owned();
    let facts = |part: &Part| {
        let size = format!("{}x{}", part.size.0, part.size.1);
        [
            ("codec", part.codec.clone()),
            ("size", size),
            ("rate", format!("{} frames a second", part.rate)),
            ("pixels", part.pixels.clone()),
            ("sound", heard(part)),
        ]
    };
    let pairs = facts(first).into_iter().zip(facts(part));
    let odd = pairs.filter(|((_, a), (_, b))| a != b).map(|((what, a), (_, b))| format!("{what} {b}, not {a}"));
    let odd: Vec<String> = odd.collect();
    let (name, first_name) = (part.path.display(), first.path.display());
    if !odd.is_empty() {
        let message = format!("{name} is not made as {first_name} is: {}", odd.join("; "));
        return Err(CliError::input(message).hint("parts of one film are made with the same options"));
    }
    if part.setup != first.setup && !part.is_lossless() {
        let message = format!("{name} is encoded with other settings than {first_name}");
        return Err(CliError::input(message).hint("lossless parts (--frames A..B -o part.mkv) have none"));
    }
    Ok(())
}

fn follows(before: &Part, after: &Part) -> Result<(), CliError> {
    let (Some(a), Some(b)) = (&before.note, &after.note) else { return Ok(()) };
    let (first, second) = (before.path.display(), after.path.display());
    if a.key != b.key || a.of != b.of {
        let message = format!("{second} is of another cartoon than {first}, or was made with other options");
        return Err(CliError::input(message).hint("make the parts of one film of one cartoon, with the same options"));
    }
    let (end, start) = (a.frames.end, b.frames.start);
    let message = match end.cmp(&start) {
        std::cmp::Ordering::Equal => return Ok(()),
        std::cmp::Ordering::Less => format!("frames {end} to {} lie between {first} and {second}", start - 1),
        std::cmp::Ordering::Greater if b.frames.end <= a.frames.start => {
            format!("{second} (frames {start}..{}) lies before {first} ({}..{end})", b.frames.end, a.frames.start)
        }
        std::cmp::Ordering::Greater => {
            format!("frames {start} to {} are in both {first} and {second}", end.min(b.frames.end) - 1)
        }
    };
    Err(CliError::input(message).hint("give the parts in their order, each beginning where the one before ends"))
}
