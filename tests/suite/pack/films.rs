//! Shipped characters, scenes and cartoons: what the catalog promises of them, read off the packs and off the films they make.
use jabber_render::engine::{Options, Runtime, from_catalog};
use jabber_render::frame::{CharacterState, Pose};
use jabber_render::pack::{Catalog, Pack, PackKind};
use jabber_render::program::load_value;
use jabber_render::program::tree::Program;
use jabber_render::vocabulary::table::blocks;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Frames looked at a second.
const FPS: f64 = 8.0;
/// Seconds that somebody in sight may stand as if cut out of paper.
const STILL: f64 = 0.75;

fn of_kind(catalog: &Catalog, kind: PackKind) -> Vec<Arc<Pack>> {
    catalog.of_kind(kind).cloned().collect()
}

fn runtime(catalog: &Arc<Catalog>) -> Runtime {
    let (behaviours, characters) = from_catalog(catalog);
    Runtime::new(Options { behaviours: Some(behaviours), characters: Some(characters), ..Options::default() })
}

/// The program of a film: a cartoon's own, or a scene with its roles filled as its preview has them.
fn film(pack: &Pack) -> Arc<Program> {
    let mut content = (*pack.content).clone();
    let roles = pack.preview.as_ref().and_then(|preview| preview.get("cast")).and_then(Value::as_object);
    for (role, id) in roles.into_iter().flatten() {
        content["cast"][role] = json!({"pack": id});
    }
    let loaded = load_value(&content);
    assert!(
        loaded.errors().next().is_none() && loaded.warnings().next().is_none(),
        "{}: {:?}",
        pack.id,
        loaded.diagnostics
    );
    loaded.program.unwrap()
}

fn props(program: &Program) -> BTreeSet<Arc<str>> {
    let is_prop = |look: &Value| look["template"] == "prop";
    let cast = program.cast.iter().filter(|entry| entry.look.as_deref().is_some_and(is_prop));
    cast.map(|entry| entry.id.clone()).collect()
}

/// What the eye sees of a figure: x, y, height and facing, and the pose.
type Seen = ([f64; 4], Pose);

fn seen(figure: &CharacterState) -> Seen {
    ([figure.x, figure.y, figure.h, figure.facing], figure.pose.clone())
}

/// Plays a film and says who stood still in sight, and from when.
fn frozen(pack: &Pack, catalog: &Arc<Catalog>, seconds: std::ops::RangeInclusive<f64>) -> Vec<String> {
    let program = film(pack);
    let props = props(&program);
    let mut runtime = runtime(catalog);
    runtime.start_cartoon(&program, &[]).unwrap();
    assert_eq!(runtime.warnings(), [""; 0], "{}", pack.id);
    let lasts = runtime.duration().unwrap_or(f64::INFINITY);
    assert!(seconds.contains(&lasts), "{} lasts {lasts} s", pack.id);
    let mut since: BTreeMap<Arc<str>, (f64, Seen)> = BTreeMap::new();
    let mut found = Vec::new();
    for k in 0..(lasts * FPS) as u32 {
        let t = f64::from(k) / FPS;
        runtime.step_to(t).unwrap();
        for figure in runtime.frame().unwrap().characters {
            let in_sight = figure.visible && (0.0..=1.0).contains(&figure.x) && !props.contains(&figure.id);
            let now = seen(&figure);
            match since.get(&figure.id) {
                Some((start, before)) if in_sight && *before == now => {
                    if t - start >= STILL {
                        found.push(format!("{}: {} from {start} s", pack.id, figure.id));
                    }
                }
                _ => drop(since.insert(figure.id.clone(), (t, now))),
            }
        }
    }
    assert_eq!(runtime.warnings(), [""; 0], "{}", pack.id);
    found.dedup();
    found
}

fn ops(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("op").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| ops(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| ops(value, found)),
        _ => {}
    }
}

/// Five, each 20 to 60 s, without a warning, and nobody in them stands like a cut-out.
#[test]
fn the_cartoons_play_and_nobody_freezes() {
    let catalog = Arc::new(Catalog::shipped());
    let packs = of_kind(&catalog, PackKind::Cartoon);
    assert_eq!(packs.len(), 5);
    let still: Vec<String> = packs.iter().flat_map(|pack| frozen(pack, &catalog, 20.0..=60.0)).collect();
    assert_eq!(still, [""; 0]);
}

#[test]
fn the_cartoons_use_every_block() {
    let mut used = BTreeSet::new();
    for pack in of_kind(&Catalog::shipped(), PackKind::Cartoon) {
        ops(&pack.content, &mut used);
    }
    let unused: Vec<&str> = blocks().map(|block| block.op).filter(|op| !used.contains(*op)).collect();
    assert_eq!(unused, [""; 0]);
}

/// Eight, each a scene of 10 to 20 s for an A and a B whom the preview names.
#[test]
fn the_scenes_play_with_the_roles_of_their_previews() {
    let catalog = Arc::new(Catalog::shipped());
    let packs = of_kind(&catalog, PackKind::Scene);
    let names: Vec<&str> = packs.iter().filter_map(|pack| pack.id.rsplit(':').next()).collect();
    assert_eq!(names, ["argument", "chase", "farewell", "interview", "joke", "lesson", "song", "surprise"]);
    for pack in &packs {
        assert_eq!(pack.content["kind"], "scene", "{}", pack.id);
        for role in ["A", "B"] {
            assert!(pack.content["cast"][role].is_string(), "{}: {role} is a role", pack.id);
            let id = pack.preview.as_ref().and_then(|preview| preview["cast"][role].as_str()).unwrap();
            assert!(catalog.find(PackKind::Character, id, None).is_ok(), "{}: {id}", pack.id);
        }
    }
    let still: Vec<String> = packs.iter().flat_map(|pack| frozen(pack, &catalog, 10.0..=20.0)).collect();
    assert_eq!(still, [""; 0]);
}

/// Sixteen, six of them animals; no two share a name, a look, a voice or an idle.
#[test]
fn the_characters_differ() {
    let catalog = Catalog::shipped();
    let packs = of_kind(&catalog, PackKind::Character);
    assert_eq!(packs.len(), 16);
    assert_eq!(packs.iter().filter(|pack| pack.tags.iter().any(|tag| tag == "animal")).count(), 6);
    for key in ["name", "voice", "idle", "look"] {
        let values: BTreeSet<String> = packs.iter().map(|pack| pack.content[key].to_string()).collect();
        assert_eq!(values.len(), packs.len(), "{key}");
    }
    for pack in &packs {
        let idle = pack.content["idle"].as_str().unwrap();
        assert!(catalog.find(PackKind::Behaviour, idle, None).is_ok(), "{}: {idle}", pack.id);
        let voice = pack.content["voice"].as_str().unwrap().replace("jabber:", "c4c:voice:");
        assert!(catalog.find(PackKind::Voice, &voice, None).is_ok(), "{}: {voice}", pack.id);
        let moods = pack.preview.as_ref().and_then(|preview| preview["moods"].as_array()).unwrap();
        assert_eq!(moods.len(), 3, "{}", pack.id);
    }
}
