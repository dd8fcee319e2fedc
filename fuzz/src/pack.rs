//! What a folder of packs can hold, and the art beside it: any bytes are read as a pack, a look, a template and a place's
//! picture; what can be read is put into a cartoon, and one small frame of it is drawn.
use super::played::{catalog, options, play};
use super::program::{FOLDER, judged};
use jabber_render::cli::{Artist, Size, Studio};
use jabber_render::display::{Blend, DisplayList, Item};
use jabber_render::engine::Runtime;
use jabber_render::figure::look::Look;
use jabber_render::figure::template::{Node, Template, shipped, shipped_names};
use jabber_render::figure::{Acting, Figure, Place as Standing, draw};
use jabber_render::frame::Pose;
use jabber_render::maths::Point;
use jabber_render::pack::{Catalog, Index, Pack, PackKind};
use jabber_render::paint::{Kept, Painter};
use jabber_render::program::{load, load_pack};
use jabber_render::stage::{Layout, Lettering, Setting};
use jabber_render::vocabulary::PartKey;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The frames drawn, pixels.
const SIZE: Size = Size { width: 96, height: 54 };
/// The moment drawn, seconds.
const MOMENT: f64 = 0.7;
/// Characters of a cartoon that is drawn: a figure takes a millisecond to build.
const CAST: usize = 4;

/// Runs the target.
pub fn run(data: &[u8]) {
    let drawn = [&b"\x89PNG"[..], b"\xFF\xD8", b"RIFF"];
    if data.trim_ascii_start().starts_with(b"<") || drawn.iter().any(|magic| data.starts_with(magic)) {
        return picture(data);
    }
    judged(data);
    if let Ok(index) = Index::parse(data) {
        assert_eq!(Index::parse(index.text().as_bytes()), Ok(index), "an index reads back");
    }
    let Ok(value) = serde_json::from_slice::<Value>(data) else { return };
    match Template::from_bytes(data) {
        Ok(template) => figure(&template, &Value::Null),
        Err(faults) => assert!(!faults.is_empty()),
    }
    if value.get("template").is_some() {
        look(&value);
    }
    pack(data);
}

fn pack(data: &[u8]) {
    let mut all = Catalog::clone(catalog());
    if all.add(data).is_err() {
        return;
    }
    let Ok((pack, _)) = Pack::parse(data) else { panic!("a pack is taken and cannot be read") };
    let all = Arc::new(all);
    let content = &pack.content;
    let loaded = load_pack(&pack.id, content);
    assert!(loaded.diagnostics.iter().all(|fault| fault.path.starts_with(&*pack.id)), "a fault that names no pack");
    match pack.kind {
        PackKind::Behaviour => {
            if let Some(program) = &loaded.program {
                play(program, &all);
            }
        }
        PackKind::Scene | PackKind::Cartoon => return shown(data, &all),
        PackKind::Character => content.get("look").into_iter().for_each(look),
        PackKind::Look => look(content),
        PackKind::Place | PackKind::Prop | PackKind::Voice => {}
    }
    shown(using(&pack).to_string().as_bytes(), &all);
}

/// A cartoon that uses a pack in every way there is.
fn using(pack: &Pack) -> Value {
    let id = &*pack.id;
    let named = json!({"id": id, "version": pack.version.to_string()});
    let character = if pack.kind == PackKind::Character { named.clone() } else { json!("c4c:char:sunny") };
    let behaviour = if pack.kind == PackKind::Behaviour { named } else { json!("c4c:beh:wave") };
    json!({"v": 1, "kind": "cartoon",
        "cast": {"A": {"pack": character, "at": {"x": 0.5}}},
        "places": {"p": {"background": if pack.kind == PackKind::Place { id } else { "park" }}},
        "scripts": [{"hat": {"on": "scene", "name": "one", "place": "p"}, "body": [
            {"op": "does", "who": "A", "behaviour": behaviour},
            {"op": "say", "who": "A", "text": pack.name}]}]})
}

/// Draws one frame of a cartoon or scene.
fn shown(source: &[u8], catalog: &Arc<Catalog>) {
    judged(source);
    let Some(program) = load(source).program.filter(|program| program.cast.len() <= CAST) else { return };
    let mut runtime = Runtime::new(options(catalog));
    if runtime.start_cartoon(&program, &[]).is_err() || runtime.step_to(MOMENT).is_err() {
        return;
    }
    let Ok(frame) = runtime.frame() else { return };
    let beside = Path::new(FOLDER).into();
    let studio = Studio::new(&program, &beside, runtime.timeline(), catalog, SIZE, Lettering::default());
    let picture = Artist::new(&studio).draw(&studio, &frame).0.straight();
    assert_eq!(picture, Artist::new(&studio).draw(&studio, &frame).0.straight(), "two artists, one picture");
}

/// Reads a look for every shipped template and draws it.
fn look(value: &Value) {
    let asked = value.get("template").and_then(Value::as_str);
    for template in shipped_names().iter().filter_map(|name| shipped(name)?.ok()) {
        let (_, warnings) = Look::read(value, &template);
        assert!(warnings.iter().all(|warning| !warning.message.is_empty()));
        if asked == Some(template.name.as_str()) {
            figure(&template, value);
        }
    }
}

/// Draws every view of a template, its parts bent this way and that.
pub(super) fn figure(template: &Template, look: &Value) {
    let (figure, _) = Figure::new(template, look);
    for (view, art) in &template.views {
        let mut keys = BTreeSet::new();
        art.nodes.iter().for_each(|node| parts(node, &mut keys));
        let bent = keys.into_iter().enumerate().map(|(k, key)| (key, 40.0 - 25.0 * (k % 5) as f64));
        let pose = Pose { view: Some(*view), parts: bent.collect(), mood: Some("happy".into()), ..Pose::default() };
        let (mood_before, line) = (Some("sad"), None);
        let acting =
            Acting { mood_before, mood_age: 0.1, talking: 1.0, loud: 0.5, line, time: 1.0, ..Acting::of(&pose) };
        let unit = 40.0 / figure.height;
        let stands = Standing { feet: Point::new(48.0, 50.0), unit, pose_unit: 0.05, facing: 1.0, stage_height: 54.0 };
        let mut items = Vec::new();
        let _ = draw(&figure, &acting, &stands, &mut items);
        painted(items);
    }
}

fn parts(node: &Node, keys: &mut BTreeSet<PartKey>) {
    keys.extend(node.part.clone());
    node.nodes.iter().for_each(|inner| parts(inner, keys));
}

pub(super) fn picture(data: &[u8]) {
    let life = json!([{"id": "a", "channel": "rot", "wave": "flicker", "by": 9, "period": 2}]);
    let setting = Setting { life: Some(&life), ..Setting::of("a.svg") };
    let (place, _) = setting.place(&Catalog::default(), &|_| Ok(data.to_vec()));
    assert!(place.width > 0.0 && place.height > 0.0 && place.width.is_finite() && place.height.is_finite());
    let layout = Layout::new(SIZE.width, SIZE.height);
    let pieces = place.pieces.iter().map(|piece| Item::Group {
        transform: layout.place(&place, piece.anchor),
        opacity: 1.0,
        blend: Blend::Normal,
        clip: None,
        items: Arc::clone(&piece.items),
    });
    painted(pieces.collect());
}

pub(super) fn painted(items: Vec<Item>) {
    let list = DisplayList { width: SIZE.width, height: SIZE.height, items };
    let picture = Painter::new(Arc::new(Kept::default())).paint(&list);
    assert_eq!(picture.straight().len(), (SIZE.width * SIZE.height * 4) as usize);
}
