//! Places in three grades, props by themselves, voices as what is heard of them.
use super::card::Card;
use super::clip::{Folder, bands, grid};
use super::motion::short;
use super::show::{Show, scene};
use super::subjects::beside;
use super::used::in_use;
use super::{Desk, ground_of};
use crate::cli::args;
use crate::display::Color;
use crate::film::Rate;
use crate::frame::FrameState;
use crate::paint::Picture;
use crate::pack::{Pack, PackKind};
use crate::sound::RATE;
use crate::sound::line::Said;
use crate::sound::spoken::babble;
use crate::sound::voice::{self, Settings, Voices};
use crate::sound::wav;
use crate::stage::{Asked, Fonts, GRADES, prop_poster, wave_poster};
use crate::vocabulary::table::PROP;
use serde_json::{Value, json};
use std::sync::Arc;

/// The grades of a place whose hint names fewer.
const SHOWN: [&str; 3] = ["normal", "sunset", "night"];
/// The seconds of its life at which a place is seen.
const MOMENT: f64 = 1.0;
const STILL: Rate = Rate { num: 24, den: 1 };

/// A place pack.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn place(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let own = pack.content.get("grade").and_then(Value::as_str).unwrap_or("normal");
    let hinted = pack.preview.as_ref().and_then(|preview| preview.get("grades")).and_then(Value::as_array);
    let mut grades: Vec<&str> = Vec::new();
    let hinted = hinted.into_iter().flatten().filter_map(Value::as_str);
    for grade in std::iter::once(own).chain(hinted).chain(SHOWN).chain(GRADES) {
        if grades.len() < 3 && !grades.contains(&grade) {
            grades.push(grade);
        }
    }
    let cartoon = scene(&json!({}), Some(&pack.content), Vec::new(), MOMENT);
    let beside = beside(pack);
    let shots = |size: args::Size| -> Result<Vec<Picture>, String> {
        let mut show = Show::of(&cartoon, &beside, desk, size, STILL)?;
        let states = show.states(std::iter::once(MOMENT))?;
        let state = states.first().ok_or("it lasts no time")?;
        let graded = |grade: &&str| show.still(&FrameState { grade: (*grade).into(), ..state.clone() });
        Ok(grades.iter().map(graded).collect())
    };
    let said = format!("{} as {}", pack.name, grades.join(", "));
    let poster = folder.still("", &bands(&shots(desk.size)?), format!("{said}, side by side"))?;
    let wide = args::Size { width: desk.size.width, height: (desk.size.width * 9 / 16).max(16) };
    let more = folder.painted("-grades", &grid(shots(wide)?, 1, wide.width / 60), said)?;
    let mut card = Card { poster, more: vec![more], ..Card::default() };
    card.fact("Grades shown", grades.join(", "));
    let life = pack.content.get("life").and_then(Value::as_array).map_or(0, Vec::len);
    card.fact("Lives", if life == 0 { String::new() } else { format!("{life} motions") });
    Ok(card)
}

/// A prop pack.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn prop(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let catalog = &desk.subjects.catalog;
    // What is shown hanging throws no shade by itself either.
    let hangs = pack.preview.as_ref().is_some_and(|hint| hint["hand"] == "hangs");
    let look = json!({"template": PROP, "art": pack.slug(), "style": "flat", "hangs": hangs});
    let asked = Asked::of(&look).ok_or("it is no prop")?;
    let beside = beside(pack);
    let (prop, faults) = asked.prop(catalog, &|picture| beside.picture(picture), &Fonts::default());
    if let Some(fault) = faults.iter().find(|fault| fault.path == "art") {
        return Err(fault.message.clone());
    }
    let size = (desk.size.width, desk.size.height);
    let list = prop_poster(&prop, size, ground_of(pack.kind));
    let poster = folder.painted("", &list, format!("{}: a prop by itself", pack.name))?;
    let mut card = Card { poster, ..Card::default() };
    card.more.push(in_use(pack, &look, desk, folder)?);
    let fact = |key: &str| pack.content.get(key).map_or_else(String::new, |value| value.to_string());
    card.fact("Height", fact("height"));
    let grips = pack.content.get("grips").and_then(Value::as_object).into_iter().flatten();
    card.fact("Grips", grips.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "));
    Ok(card)
}

/// Bars of a voice's picture.
const BARS: usize = 44;
/// What a voice says whose hint has no text.
const TEXT: &str = "Good morning! Did you sleep well?";

/// A voice pack.
///
/// # Errors
/// What keeps it from being heard.
pub(super) fn voice(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let hint = |key: &str| pack.preview.as_ref().and_then(|preview| preview.get(key)).and_then(Value::as_str);
    let text = hint("text").unwrap_or(TEXT).to_owned();
    voice::read(&pack.content)?;
    let (voices, _) = Voices::new(&desk.subjects.catalog);
    let settings = voices.settings(Some(&pack.id), Some(voice::Engine::Jabber), None);
    let Ok(Settings::Jabber(name, timbre)) = settings else { return Err("no voice of our own".to_owned()) };
    let line = Said { text, who: "A".to_owned(), mood: hint("mood").map(str::to_owned), ..Said::default() };
    let sound = babble(&line, &name, &timbre).sound.whole();
    let samples = &sound.left[..];
    let size = (desk.size.width, desk.size.height);
    let (levels, color) = (levels(samples), pitch_color(timbre.f0));
    let list = wave_poster(&levels, color, size, ground_of(PackKind::Voice));
    let poster = folder.painted("", &list, format!("{}: how loud it is while it says “{}”", pack.name, line.text))?;
    let file = folder.bytes("", "wav", &wav::bytes(samples))?;
    let mut card = Card { poster, sound: Some(file), ..Card::default() };
    card.fact("Says", line.text);
    card.fact("Pitch", format!("{} Hz", timbre.f0));
    card.fact("Throat", format!("{} ×", timbre.scale));
    card.fact("Melody", format!("{} ×", timbre.range));
    card.fact("Breath", format!("{} dB", timbre.breath));
    card.fact("Length", format!("{} s", short(sound.len() as f64 / RATE)));
    let espeak = pack.content.get("espeak").and_then(|espeak| espeak.get("voice")).and_then(Value::as_str);
    card.fact("espeak-ng", espeak.unwrap_or_default());
    Ok(card)
}

/// The loudness in equal spans of a sound, 0..1, the loudest 1.
fn levels(samples: &[f32]) -> Vec<f64> {
    let span = samples.len().div_ceil(BARS).max(1);
    let loud = |span: &[f32]| (span.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>() / span.len() as f64).sqrt();
    let levels: Vec<f64> = samples.chunks(span).map(loud).collect();
    let most = levels.iter().fold(1e-9, |most: f64, level| most.max(*level));
    levels.iter().map(|level| level / most).collect()
}

/// The colour of a pitch, Hz: blue for a giant's, violet, coral, orange for a mouse's.
fn pitch_color(f0: f64) -> Color {
    const STEPS: [(f64, [f64; 3]); 4] = [
        (80.0, [58.0, 92.0, 158.0]),
        (160.0, [122.0, 96.0, 176.0]),
        (260.0, [214.0, 96.0, 110.0]),
        (480.0, [232.0, 150.0, 52.0]),
    ];
    let at = |(low, from): (f64, [f64; 3]), (high, to): (f64, [f64; 3])| {
        let share = ((f0 - low) / (high - low)).clamp(0.0, 1.0);
        let mix = |i: usize| (from[i] + (to[i] - from[i]) * share).round() as u8;
        Color::rgb(mix(0), mix(1), mix(2))
    };
    let next = STEPS.iter().position(|(high, _)| f0 <= *high).unwrap_or(STEPS.len() - 1).max(1);
    at(STEPS[next - 1], STEPS[next])
}
