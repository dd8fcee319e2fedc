//! Scenes and cartoons: a strip of telling moments and a short clip.
use super::card::Card;
use super::clip::{Folder, How, grid};
use super::motion::short;
use super::show::Show;
use super::subjects::beside;
use super::{Desk, body};
use crate::cli::args;
use crate::engine::{Record, RecordKind};
use crate::film::Rate;
use crate::frame::FrameState;
use crate::paint::Picture;
use crate::pack::{Pack, PackKind};
use std::sync::Arc;
use crate::program::{Loaded, load_value};
use serde_json::{Map, Value, json};

/// Frames a second of a clip, and its seconds where the hint has none.
const FPS: u32 = 12;
const CLIP: f64 = 5.0;
/// The longest clip, seconds.
const LONGEST: f64 = 10.0;
/// Keys of a strip whose hint has none, the most it takes, and those side by side.
const KEYS: usize = 6;
const MOST: usize = 8;
const ACROSS: usize = 2;
/// The steps of the clock, a second: those of a film.
const CLOCK: Rate = Rate { num: 24, den: 1 };
/// A key shows a line when it has begun so long, seconds.
const SPOKEN: f64 = 0.8;

/// A scene pack, played by the cast of its hint, or a cartoon pack.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn film(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let beside = beside(pack);
    let loaded = match pack.kind {
        PackKind::Scene => load_value(&played(pack, desk)?),
        _ => own(pack),
    };
    let size = args::Size { width: desk.size.width, height: (desk.size.width * 9 / 32 * 2).max(16) };
    let mut show = Show::loaded(loaded, &beside, desk, size, CLOCK)?;
    let lasts = show.runtime.duration().ok_or("it does not end")?;
    let plan = Plan::of(pack, show.runtime.timeline(), lasts);
    let (keys, clip) = shoot(&mut show, &plan)?;
    let pictures: Vec<Picture> = keys.iter().map(|state| show.still(state)).collect();
    let poster = pictures.get(plan.poster).or(pictures.first()).ok_or("it lasts no time")?;
    let said = format!("{}: a moment of the {}", pack.name, pack.kind.word());
    let poster = folder.still("-still", poster, said)?;
    let strip = format!("{}: {} moments in their order", pack.name, pictures.len());
    let strip = folder.painted("-strip", &grid(pictures, ACROSS, size.width / 60), strip)?;
    let how = How {
        format: desk.format,
        size: (size.width, size.height),
        rate: Rate { num: FPS, den: 1 },
        seamless: false,
    };
    let clip = folder.clip(desk, &show.studio, clip, how)?;
    let mut card = Card { poster, clip: Some(clip), more: vec![strip], ..Card::default() };
    card.fact("Lasts", format!("{} s", short(lasts)));
    card.fact("Cast", cast(pack));
    let mut places: Vec<&str> = Vec::new();
    for place in show.runtime.timeline().iter().filter_map(place) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    // A place's name may have a comma.
    card.fact("Places", places.join("; "));
    let lines = show.runtime.timeline().iter().filter(|record| matches!(record.what, RecordKind::Say { .. })).count();
    card.fact("Lines", if lines == 0 { String::new() } else { lines.to_string() });
    Ok(card)
}

fn place(record: &Record) -> Option<&str> {
    match &record.what {
        RecordKind::Scene { place, .. } | RecordKind::Cut { place, .. } => place.as_deref(),
        _ => None,
    }
}

/// A cartoon pack's own program.
fn own(pack: &Pack) -> Loaded {
    load_value(&json!({
        "format": 1, "id": &*pack.id, "type": pack.kind.word(), "version": pack.version.to_string(), "name": pack.name,
        "content": &*pack.content,
    }))
}

/// A scene as a cartoon: its roles played by whom the hint names, else by two characters as they come.
fn played(pack: &Arc<Pack>, desk: &Desk) -> Result<Value, String> {
    let catalog = &desk.subjects.catalog;
    let hinted = pack.preview.as_ref().and_then(|preview| preview.get("cast"));
    let mut others = catalog.ids(PackKind::Character).map(str::to_owned);
    let mut scene = pack.content.as_object().cloned().unwrap_or_default();
    let roles = scene.get("cast").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut cast = Map::new();
    for (role, said) in roles {
        let entry = match (hinted.and_then(|cast| cast.get(&role)), said) {
            (Some(who), _) => body::entry(who, catalog)?,
            // A role is told of in words; what is an object plays itself.
            (None, Value::String(_)) => others.next().map_or_else(|| json!({}), |id| json!({"pack": id})),
            (None, entry) => entry,
        };
        cast.insert(role, entry);
    }
    scene.insert("cast".to_owned(), Value::Object(cast));
    scene.insert("kind".to_owned(), json!("cartoon"));
    Ok(Value::Object(scene))
}

/// Who is in it, in words.
fn cast(pack: &Arc<Pack>) -> String {
    let content = &pack.content;
    let cast = content.get("cast").or_else(|| content.get("program").and_then(|program| program.get("cast")));
    let named = |(id, entry): (&String, &Value)| match entry {
        Value::String(role) => format!("{id}: {role}"),
        _ => id.clone(),
    };
    cast.and_then(Value::as_object).into_iter().flatten().map(named).collect::<Vec<_>>().join("; ")
}

/// Which moments are taken, seconds.
struct Plan {
    keys: Vec<f64>,
    /// The key that stands for all.
    poster: usize,
    clip: (f64, f64),
}

impl Plan {
    fn of(pack: &Arc<Pack>, timeline: &[Record], lasts: f64) -> Plan {
        let hint = |key: &str| {
            let list = pack.preview.as_ref().and_then(|preview| preview.get(key)).and_then(Value::as_array);
            let times = list.into_iter().flatten().filter_map(Value::as_f64);
            times.filter(|t| (0.0..lasts).contains(t)).collect::<Vec<f64>>()
        };
        let mut keys = hint("at");
        keys.truncate(MOST);
        if keys.is_empty() {
            keys = (0..KEYS).map(|k| (k as f64 + 0.5) / KEYS as f64 * lasts).collect();
        }
        keys.sort_by(f64::total_cmp);
        let poster = keys.len() / 2;
        let said = |record: &Record| matches!(record.what, RecordKind::Say { .. });
        let middle = keys.get(poster).copied().unwrap_or(0.0);
        // From the line that is spoken then, or that comes next before it.
        let line = timeline.iter().filter(|record| said(record) && record.t <= middle).map(|record| record.t);
        let from = line.fold(f64::NEG_INFINITY, f64::max).max(middle - CLIP / 2.0).max(0.0);
        let clip = match hint("clip")[..] {
            [from, to] if to > from => (from, to.min(from + LONGEST)),
            _ => (from - SPOKEN / 4.0, from + CLIP),
        };
        Plan { keys, poster, clip: (clip.0.max(0.0), clip.1.min(lasts)) }
    }
}

/// The states of the keys and of the clip, from one run.
fn shoot(show: &mut Show, plan: &Plan) -> Result<(Vec<FrameState>, Vec<FrameState>), String> {
    let of = |t: f64| CLOCK.frame_at(t);
    let step = u64::from(CLOCK.num / FPS);
    let (first, last) = (of(plan.clip.0), of(plan.clip.1));
    let (mut keys, mut clip) = (Vec::new(), Vec::new());
    let until = plan.keys.iter().map(|t| of(*t)).fold(last, u64::max);
    for k in 0..=until {
        // The clock goes as in the film: what polls does so once a frame.
        show.step(CLOCK.time(k))?;
        let wanted = plan.keys.iter().filter(|t| of(**t) == k).count();
        let filmed = (first..last).contains(&k) && (k - first).is_multiple_of(step);
        if wanted == 0 && !filmed {
            continue;
        }
        let state = show.frame()?;
        (0..wanted).for_each(|_| keys.push(state.clone()));
        clip.extend(filmed.then_some(state));
    }
    Ok((keys, clip))
}
