//! [`Case`]: one row of the list: a file, the moments that are taken of it, and how.
use crate::film::Rate;
use serde_json::{Map, Value};

/// Width and height of a still unless its case says otherwise, pixels.
pub const STILL_SIZE: (u32, u32) = (320, 180);
/// Width of a sheet unless its case says otherwise, pixels; it is as high as it takes. Eight cells of it are a whole number of pixels
/// wide, so that what is the same in two of them is so to the pixel, and packs well.
pub const SHEET_WIDTH: u32 = 350;

/// The grids of a template's sheet.
pub const GRIDS: &[&str] = &["views", "moods", "poses", "mouths", "hands", "walk", "options"];

/// Who may be asked to speak: where espeak-ng is not installed, jabber does.
pub const VOICES: &[&str] = &["jabber", "espeak", "none"];

/// One row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// `area/case`: where its stills lie.
    pub name: String,
    /// A cartoon, scene, behaviour, pack or template, from the folder that holds the golden folder.
    pub file: String,
    /// Seconds at which stills are taken; none for a template, which is drawn as a sheet.
    pub at: Vec<f64>,
    /// Pixels; of a sheet the height is 0 and means what it takes.
    pub size: Option<(u32, u32)>,
    /// How it is played and drawn.
    pub options: Options,
    /// For people: why this case, why this size.
    pub note: Option<String>,
    /// What may differ; nothing when there is none.
    pub tolerance: Option<Tolerance>,
    /// Where in the list it stands: `cases.3`.
    pub path: String,
}

/// How a case's file is played and drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Seed of every random number; 1 without.
    pub seed: Option<u32>,
    /// Frames a second; 24 without.
    pub fps: Option<Rate>,
    /// A folder of packs, from the folder that holds the golden folder.
    pub packs: Option<String>,
    /// Who speaks every line, one of `jabber`, `espeak`, `none`; each line's own voice without.
    pub voice: Option<String>,
    /// The same where the case names nobody: not of the list, but of the command.
    pub usual_voice: Option<String>,
    /// The look of whoever plays a behaviour, stands in a place, or is drawn on a sheet.
    pub look: Option<Map<String, Value>>,
    /// The params of a behaviour.
    pub params: Option<Map<String, Value>>,
    /// The grade of a place.
    pub grade: Option<String>,
    /// What a template's sheet shows, one of [`GRIDS`]; `views` without.
    pub grid: Option<String>,
    /// The view of a sheet that shows but one.
    pub view: Option<String>,
    /// How captions look, whatever the cartoon says.
    pub captions: Option<String>,
    /// Font files for captions, from the folder that holds the golden folder; no others but the embedded ones are used.
    pub fonts: Vec<String>,
}

impl Options {
    /// Who speaks every line, if anybody is named.
    pub fn speaks(&self) -> Option<&str> {
        self.voice.as_deref().or(self.usual_voice.as_deref())
    }
}

/// How far a still may be from the golden one.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerance {
    /// So many pixels may differ …
    pub pixels: u64,
    /// … by so much in any channel, 1..255.
    pub by: u8,
    /// Why it may.
    pub why: String,
}

/// The name of a case's still: `area/case@2.5`, or `area/case` of a sheet.
pub fn still_name(case: &str, at: Option<f64>) -> String {
    match at {
        Some(at) => format!("{case}@{at}"),
        None => case.to_owned(),
    }
}

impl Case {
    /// The names of its stills with their moments, in the order of `at`.
    pub fn stills(&self) -> Vec<(String, Option<f64>)> {
        if self.at.is_empty() {
            return vec![(still_name(&self.name, None), None)];
        }
        self.at.iter().map(|at| (still_name(&self.name, Some(*at)), Some(*at))).collect()
    }

    /// The part of the name before its last slash.
    pub fn area(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(area, _)| area)
    }
}
