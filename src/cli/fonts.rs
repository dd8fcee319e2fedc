//! The fonts for a cartoon's texts: the author's files, and faces of this machine for what no other has.
use super::{CliError, input};
use crate::diagnostic::Diagnostic;
use crate::stage::{Face, Fonts, Need, Writing, covers};
use fontdb::{Database, FaceInfo, Style};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Where fonts come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    given: Vec<Face>,
    /// Whether this machine's are looked at.
    system: bool,
}

impl Shelf {
    /// The fonts of files, in their order, and whether those of this machine count.
    ///
    /// # Errors
    /// When a file cannot be read or is no font.
    pub fn new(files: &[PathBuf], system: bool) -> Result<Self, CliError> {
        let face = |file: &PathBuf| {
            let no_font = || CliError::input(format!("{}: no font", file.display())).hint("a .ttf, .otf or .ttc file");
            Face::new(input::read(file)?, 0).ok_or_else(no_font)
        };
        Ok(Self { given: files.iter().map(face).collect::<Result<_, _>>()?, system })
    }

    /// The embedded fonts and this machine's.
    pub fn of_system() -> Self {
        Self { given: Vec::new(), system: true }
    }

    /// Fonts for texts. The machine is looked at only when a text asks for it.
    pub fn fonts<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Fonts {
        let mut fonts = Fonts::new(self.given.clone());
        if !self.system {
            return fonts;
        }
        let mut needs: Vec<(Need, Vec<char>)> = Vec::new();
        for text in texts {
            for c in fonts.wanted(text) {
                let need = Need::of(c, text);
                match needs.iter_mut().find(|(known, _)| *known == need) {
                    Some((_, wanted)) if wanted.contains(&c) => {}
                    Some((_, wanted)) => wanted.push(c),
                    None => needs.push((need, vec![c])),
                }
            }
        }
        // A script's own font has its signs too.
        needs.sort_by_key(|(need, _)| need.writing);
        for (need, mut wanted) in needs {
            if need.writing == Writing::Signs {
                wanted.retain(|c| !fonts.lacking(c.encode_utf8(&mut [0; 4])).is_empty());
            }
            find(need, wanted).into_iter().for_each(|face| fonts.add(need, face));
        }
        fonts
    }
}

/// How heavy a face is to be: as the house face is drawn.
const WEIGHT: i32 = 600;
/// Faces looked for of one script: the first has nearly always all.
const MOST: usize = 3;

/// Every face of this machine.
fn system() -> &'static Database {
    static SYSTEM: OnceLock<Database> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let mut database = Database::new();
        database.load_system_fonts();
        database
    })
}

/// Faces of this machine that have the characters, the ones that suit the need best first. The same on machines with the same
/// fonts, in whatever order their folders list them.
fn find(need: Need, mut wanted: Vec<char>) -> Vec<Face> {
    let key = |face: &FaceInfo| {
        let family = face.families.first().map_or("", |(family, _)| family.as_str());
        let heavy = (i32::from(face.weight.0) - WEIGHT).abs();
        (
            need.rank(family),
            family.to_owned(),
            face.style != Style::Normal,
            heavy,
            face.stretch.to_number().abs_diff(5),
            face.post_script_name.clone(),
            face.index,
        )
    };
    let mut faces: Vec<&FaceInfo> = system().faces().collect();
    faces.sort_by_cached_key(|face| key(face));
    let mut found = Vec::new();
    // The best of those that have most: a family that lacks some characters mixes two hands.
    while !wanted.is_empty() && found.len() < MOST && !faces.is_empty() {
        let counted = faces.iter().map(|face| (*face, has_of(face, &wanted)));
        let Some((face, _)) = counted.filter(|(_, of)| *of > 0).min_by_key(|(_, of)| Reverse(*of)) else { break };
        let Some((bytes, index)) = system().with_face_data(face.id, |bytes, index| (bytes.to_vec(), index)) else {
            break;
        };
        let Some(drawn) = Face::new(bytes, index).filter(|drawn| wanted.iter().any(|c| drawn.draws(*c))) else {
            faces.retain(|other| other.id != face.id);
            continue;
        };
        let face = drawn;
        wanted.retain(|c| !face.has(*c));
        found.push(face);
    }
    found
}

/// How many of the characters a face has.
fn has_of(face: &FaceInfo, wanted: &[char]) -> usize {
    let count = |bytes: &[u8], index: u32| covers(bytes, index, wanted);
    system().with_face_data(face.id, count).unwrap_or(0)
}

/// Of each text, whether one font of this machine has all of it.
pub(super) fn machine_draws(texts: &[&str]) -> Vec<bool> {
    let wanted: Vec<Vec<char>> = texts.iter().map(|text| text.chars().collect()).collect();
    let has = |face: &FaceInfo| -> Vec<bool> {
        let of =
            |bytes: &[u8], index| wanted.iter().map(|wanted| covers(bytes, index, wanted) == wanted.len()).collect();
        system().with_face_data(face.id, of).unwrap_or_else(|| vec![false; wanted.len()])
    };
    let either = |a: Vec<bool>, b: Vec<bool>| a.into_iter().zip(b).map(|(a, b)| a || b).collect();
    let faces: Vec<&FaceInfo> = system().faces().collect();
    faces.into_par_iter().map(has).reduce(|| vec![false; wanted.len()], either)
}

/// A note on what no font has of a text at `path`, with the package that brings one.
pub(super) fn lacking(path: &str, text: &str, fonts: &Fonts) -> Option<Diagnostic> {
    let mut of: BTreeMap<Writing, String> = BTreeMap::new();
    fonts.lacking(text).into_iter().for_each(|c| of.entry(Writing::of(c)).or_default().push(c));
    if of.len() > 1 {
        // Of the script they stand with.
        of.remove(&Writing::Signs);
    }
    if of.is_empty() {
        return None;
    }
    let listed: Vec<String> =
        of.iter().map(|(writing, signs)| format!("{} ({})", writing.name(), some(signs))).collect();
    let mut packages: Vec<&str> = of.keys().map(|writing| writing.package()).collect();
    packages.dedup();
    let message = format!("no font at hand has {}: left out of the caption", listed.join(", "));
    let hint = format!("apt install {}, or give a font with --font FILE", packages.join(" "));
    Some(Diagnostic::note(path, message).hint(hint))
}

/// The first few characters.
fn some(signs: &str) -> String {
    const SHOWN: usize = 6;
    let more = if signs.chars().count() > SHOWN { "…" } else { "" };
    format!("{}{more}", signs.chars().take(SHOWN).collect::<String>())
}
