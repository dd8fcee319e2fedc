//! What a part of a film says of itself in its file: which frames it holds of how many, at which rate, and a hash of all that shapes them.
use crate::cli::load::Script;
use crate::cli::shapes::Shapes;
use crate::cli::{args, forms, soundtrack};
use crate::engine::Runtime;
use crate::film::encode::Spec;
use crate::film::{FrameRange, Rate};
use crate::pack::{Catalog, sha256};
use serde_json::Value;
use std::fmt;
use std::fs;
use std::str::FromStr;

/// A part's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its frames, by their numbers in the cartoon.
    pub frames: FrameRange,
    /// How many the cartoon has; `None` of one that does not end.
    pub of: Option<u64>,
    /// Frames per second.
    pub rate: Rate,
    /// Of the cartoon, and all that shapes its pictures and its sound: 64 hexadecimal digits. The same of all parts.
    pub key: String,
}

/// How a note begins; the number is its form's.
const HEAD: &str = "jabber-render part 1:";

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Note { frames, of, rate, key } = self;
        let of = of.map_or("-".to_owned(), |of| of.to_string());
        write!(f, "{HEAD} frames {}..{} of {of} at {rate}, {key}", frames.start, frames.end)
    }
}

impl FromStr for Note {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.trim().strip_prefix(HEAD).ok_or(())?.split_whitespace().collect();
        let ["frames", frames, "of", of, "at", rate, key] = words.as_slice() else { return Err(()) };
        let number = |text: &str| text.parse::<u64>().map_err(drop);
        let (start, end) = frames.split_once("..").ok_or(())?;
        let frames = number(start)?..number(end)?;
        let of = if *of == "-" { None } else { Some(number(of)?) };
        let rate = rate.trim_end_matches(',').parse().map_err(drop)?;
        let sound = !frames.is_empty() && key.len() == 64;
        sound.then(|| Note { frames, of, rate, key: (*key).to_owned() }).ok_or(())
    }
}

impl Note {
    /// The note of parts that follow each other; `None` when they are the whole.
    pub fn of_all(notes: &[Note]) -> Option<Note> {
        let (first, last) = (notes.first()?, notes.last()?);
        let note = Note { frames: first.frames.start..last.frames.end, ..first.clone() };
        (note.of != Some(note.frames.end) || note.frames.start > 0).then_some(note)
    }
}

/// What a film is made with, beside its frames.
pub(in crate::cli) struct With<'a> {
    /// The cartoon.
    pub script: &'a Script,
    /// With its timeline.
    pub runtime: &'a Runtime,
    /// The packs.
    pub catalog: &'a Catalog,
    /// How it is drawn.
    pub picture: &'a args::Picture,
    /// How it sounds.
    pub sound: &'a soundtrack::Heard,
}

/// The form with the note of a part, where there is a place for it.
pub(in crate::cli) fn noted(wanted: &forms::Wanted, spec: &Spec, with: &With<'_>) -> forms::Wanted {
    let mut wanted = wanted.clone();
    let of = with.runtime.duration().map(|duration| spec.rate.count(duration));
    let Some(recipe) = &mut wanted.recipe else { return wanted };
    let note = Note { frames: spec.frames.clone(), of, rate: spec.rate, key: key(wanted.transparent, spec, with) };
    recipe.note = Some(note.to_string());
    wanted
}

/// The hash of all that shapes every frame and every sample: no path is in it.
fn key(transparent: bool, spec: &Spec, with: &With<'_>) -> String {
    let With { script, runtime, catalog, picture, sound } = with;
    let (captions, plan) = (&picture.captions, &picture.plan);
    let fonts = captions.fonts.iter().map(|font| fs::read(font).map_or(String::new(), |font| sha256(&font)));
    let fonts: Vec<String> = fonts.collect();
    let cast = format!("{:?}", plan.cast);
    let options = [
        format!("{}x{} {} seed {} of {}", spec.width, spec.height, spec.rate, picture.seed, plan.max_duration),
        format!("captions {:?} {} {fonts:?} {}", captions.style, captions.names, captions.no_system_fonts),
        format!("place {} voice {:?} {sound:?}", !transparent, plan.voice.voice),
        format!("{cast} {:?}", runtime.timeline()),
    ];
    let mut shapes = Shapes::new(catalog, &options.join("\n"));
    let content = serde_json::from_slice(&script.source);
    let content = content.unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&script.source).into_owned()));
    shapes.cartoon(&content, &script.beside, &words(&cast));
    shapes.hash()
}

/// The words of who plays which role.
fn words(cast: &str) -> String {
    cast.split(|c: char| !c.is_alphanumeric() && !matches!(c, ':' | '_' | '-')).collect::<Vec<_>>().join(" ")
}
