//! Behaviours by id (§7.5): what an id names, `c4c:beh:idle` when that is missing or wrong, nothing when that is missing too.
//! Each id is asked for once.
use super::options::{Behaviours, CharacterFacts, Characters, Options};
use super::state::State;
use crate::pack::{Catalog, PackKind};
use crate::program::load_pack;
use crate::program::tree::{Kind, PackRef, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands in for a missing behaviour.
pub const IDLE: &str = "c4c:beh:idle";

/// A pack as it is asked for: id and version.
type Asked = (Arc<str>, Option<Arc<str>>);

/// Answers so far.
#[derive(Clone, Debug, Default)]
pub struct PackAnswers {
    programs: BTreeMap<Asked, Option<Found>>,
}

/// A behaviour for an id.
#[derive(Clone, Debug)]
pub struct Found {
    /// The program.
    pub program: Arc<Program>,
    /// It stands in for the one that was asked for.
    pub instead: bool,
}

fn ask(options: &Options, pack: &PackRef) -> Result<Arc<Program>, String> {
    let Some(behaviours) = &options.behaviours else { return Err("there are no packs".to_owned()) };
    let program = behaviours(pack)?;
    if program.kind == Kind::Behaviour { Ok(program) } else { Err("it is no behaviour".to_owned()) }
}

/// How the warning begins that a behaviour pack cannot be played, so that whoever has said so already knows it.
pub fn missing(pack: &PackRef) -> String {
    let version = pack.version.as_ref().map_or(String::new(), |version| format!(" {version}"));
    format!("behaviour pack {}{version}: ", pack.id)
}

/// The program of a behaviour id, or of what stands in for it; a missing one is a warning, once.
pub fn behaviour(state: &mut State, pack: &PackRef) -> Option<Found> {
    let key = (pack.id.clone(), pack.version.clone());
    if let Some(answer) = state.packs.programs.get(&key) {
        return answer.clone();
    }
    let answer = match ask(&state.options, pack) {
        Ok(program) => Some(Found { program, instead: false }),
        Err(fault) => {
            let idle = ask(&state.options, &PackRef { id: IDLE.into(), version: None }).ok();
            let instead = if idle.is_some() { format!("{IDLE} plays instead") } else { "nothing moves".to_owned() };
            state.warn(format!("{}{fault}; {instead}", missing(pack)));
            idle.map(|program| Found { program, instead: true })
        }
    };
    state.packs.programs.insert(key, answer.clone());
    answer
}

/// The answers of a catalog, for a runtime's options.
pub fn from_catalog(catalog: &Arc<Catalog>) -> (Behaviours, Characters) {
    let (behaviours, characters) = (catalog.clone(), catalog.clone());
    let behaviour = move |pack: &PackRef| program_of(&behaviours, pack);
    let character = move |pack: &PackRef| facts_of(&characters, pack);
    (Arc::new(behaviour), Arc::new(character))
}

fn program_of(catalog: &Catalog, pack: &PackRef) -> Result<Arc<Program>, String> {
    let Some(found) = catalog.get(&pack.id, pack.version.as_deref()) else {
        let lacking = catalog.find(PackKind::Behaviour, &pack.id, pack.version.as_deref()).err();
        let hint = lacking.and_then(|lacking| lacking.hint).map_or(String::new(), |hint| format!(" ({hint})"));
        return Err(format!("there is no such pack{hint}"));
    };
    if found.kind != PackKind::Behaviour {
        return Err(format!("it is a {}, not a behaviour", found.kind.word()));
    }
    let loaded = load_pack(&pack.id, &found.content);
    let first = loaded.errors().next().map(ToString::to_string);
    loaded.program.ok_or_else(|| format!("it is not valid: {}", first.unwrap_or_default()))
}

/// A pack's id, or `{id, version}`.
fn reference(json: &serde_json::Value) -> Option<PackRef> {
    let text = |json: &serde_json::Value| json.as_str().map(Arc::from);
    let id = json.get("id").unwrap_or(json);
    Some(PackRef { id: text(id)?, version: json.get("version").and_then(text) })
}

fn facts_of(catalog: &Catalog, pack: &PackRef) -> Option<CharacterFacts> {
    let found = catalog.get(&pack.id, pack.version.as_deref()).filter(|pack| pack.kind == PackKind::Character)?;
    let legs = found.content.get("legs").and_then(serde_json::Value::as_f64);
    let voice = found.content.get("voice").and_then(serde_json::Value::as_str).map(Arc::from);
    Some(CharacterFacts { legs, voice, idle: found.content.get("idle").and_then(reference) })
}
