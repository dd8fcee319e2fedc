//! Hats: when a script runs; and the scenes that a cartoon's scene hats make up.
use super::args::Typed;
use super::pass::{Pass, suggestion};
use crate::program::faults::Path;
use crate::program::json::{Json, quoted};
use crate::program::tree::{Hat, Kind, SceneHat, Transition, Value};
use crate::vocabulary::table::{HATS, HatSpec};
use std::sync::Arc;

impl Pass<'_> {
    /// A script's hat; without one, `start`.
    pub(super) fn hat(&mut self, script: &Json, path: &Path) -> Hat {
        let path = &path.key("hat");
        let Some(json) = script.get("hat") else {
            return self.no_hat(script, path);
        };
        let Some(spec) = self.hat_row(json, path) else {
            return Hat::Start;
        };
        if self.in_scene() && spec.on != "scene" {
            let place = json.get("on").unwrap_or(json);
            let message = format!("a script of a {} starts with a scene hat, not {:?}", self.kind_word(), spec.on);
            self.faults.error_hint(path, place, message, spec_hint());
            return Hat::Start;
        }
        self.warn_unknown_keys(spec.on, spec.args, &["on", "note", "id"], json, path);
        self.note_extensions(spec.on, spec.args, json, path);
        self.made_hat(spec, json, path)
    }

    fn no_hat(&mut self, script: &Json, path: &Path) -> Hat {
        match self.kind {
            Kind::Behaviour => Hat::Start,
            Kind::Scene => Hat::Scene(SceneHat::default()),
            Kind::Cartoon => {
                self.faults.error_hint(path, script, "every script of a cartoon starts with a scene hat", spec_hint());
                Hat::Start
            }
        }
    }

    fn kind_word(&self) -> &'static str {
        if self.kind == Kind::Cartoon { "cartoon" } else { "scene" }
    }

    fn hat_row(&mut self, json: &Json, path: &Path) -> Option<&'static HatSpec> {
        if !json.is_object() {
            self.faults.error(path, json, format!("expected a hat, found {}", json.describe()));
            return None;
        }
        let path = &path.key("on");
        let Some(on) = json.get("on") else {
            self.faults.error_hint(path, json, "the hat has no \"on\"", "for example {\"on\": \"start\"}");
            return None;
        };
        let word = on.text().map_or("", |text| text);
        let spec = HATS.iter().find(|spec| spec.on == word);
        if spec.is_none() {
            let hint = suggestion(word, "hats", HATS.iter().map(|spec| spec.on));
            self.faults.error_hint(path, on, format!("unknown hat: {}", on.describe()), hint);
        }
        spec
    }

    fn made_hat(&mut self, spec: &HatSpec, json: &Json, path: &Path) -> Hat {
        let mut read = |name: &str| match spec.args.iter().find(|arg| arg.name == name) {
            Some(arg) => self.argument(spec.on, arg, json, path),
            None => Typed::None,
        };
        match spec.on {
            "talk-start" => Hat::TalkStart,
            "talk-end" => Hat::TalkEnd,
            "key" => Hat::Key(text(read("key"))),
            "click" => Hat::Click,
            "touch" => Hat::Touch,
            "beat" => Hat::Beat,
            "loud" => Hat::Loud(value(read("level"))),
            "every" => Hat::Every(value(read("every"))),
            "scene" => {
                let hat = SceneHat {
                    name: text(read("name")),
                    place: text(read("place")),
                    mood: text(read("mood")),
                    at: value(read("at")).constant().filter(|_| json.get("at").is_some()),
                    with: word(read("with")).and_then(Transition::parse),
                    over: value(read("over")).constant().filter(|_| json.get("over").is_some()),
                };
                Hat::Scene(self.checked_scene(hat, json, path))
            }
            _ => Hat::Start,
        }
    }

    fn checked_scene(&mut self, mut hat: SceneHat, json: &Json, path: &Path) -> SceneHat {
        if self.kind == Kind::Cartoon && json.get("name").is_none() {
            let hint = "scripts with the same name are one scene";
            self.missing(path, "name", json, "a cartoon's scene hat needs \"name\"".into(), hint);
        }
        if self.kind == Kind::Scene {
            // A scene program is one scene and starts at once (ruling 47).
            hat.at = None;
        }
        hat
    }
}

fn spec_hint() -> &'static str {
    "{\"hat\": {\"on\": \"scene\", \"name\": \"…\"}, \"body\": […]}"
}

fn text(typed: Typed) -> Option<Arc<str>> {
    if let Typed::Text(text) = typed { Some(text) } else { None }
}

fn word(typed: Typed) -> Option<&'static str> {
    if let Typed::Word(word) = typed { Some(word) } else { None }
}

fn value(typed: Typed) -> Value {
    if let Typed::Value(value) = typed { value } else { Value::Number(0.0) }
}

/// One scene of a cartoon: its name, and what its scripts' hats say.
struct Scene {
    name: Arc<str>,
    hat: SceneHat,
    /// The script that pins it.
    pin: Option<usize>,
}

/// Checks the scenes that the hats make up and tells, for each script, whether its scene's end is open (the next scene is
/// not pinned).
pub(super) fn check_scenes(pass: &mut Pass, scripts: &[Json], hats: &[Hat], path: &Path) -> Vec<bool> {
    if pass.kind != Kind::Cartoon {
        check_one_scene(pass, scripts, hats, path);
        return vec![pass.kind == Kind::Scene; scripts.len()];
    }
    let mut scenes: Vec<Scene> = Vec::new();
    let mut of_script = Vec::with_capacity(hats.len());
    let mut by_name = std::collections::HashMap::new();
    for (index, (hat, script)) in hats.iter().zip(scripts).enumerate() {
        let Hat::Scene(hat) = hat else {
            of_script.push(None);
            continue;
        };
        let name = hat.name.clone().unwrap_or_default();
        let at = *by_name.entry(name.clone()).or_insert(scenes.len());
        if at == scenes.len() {
            scenes.push(Scene { name, hat: SceneHat::default(), pin: None });
        }
        if let Some(scene) = scenes.get_mut(at) {
            agree(pass, scene, hat, script, &path.index(index).key("hat"));
            scene.pin = scene.pin.or(hat.at.map(|_| index));
        }
        of_script.push(Some(at));
    }
    check_pins(pass, scripts, &scenes, path);
    let open = |at: Option<usize>| at.is_some_and(|at| scenes.get(at + 1).is_none_or(|next| next.hat.at.is_none()));
    of_script.into_iter().map(open).collect()
}

/// The scripts of a scene program are one scene.
fn check_one_scene(pass: &mut Pass, scripts: &[Json], hats: &[Hat], path: &Path) {
    if pass.kind != Kind::Scene {
        return;
    }
    let mut scene = Scene { name: "".into(), hat: SceneHat::default(), pin: None };
    for (index, (hat, script)) in hats.iter().zip(scripts).enumerate() {
        if let Hat::Scene(hat) = hat {
            agree(pass, &mut scene, hat, script, &path.index(index).key("hat"));
        }
    }
}

/// Two scripts of one scene must not disagree about its place, grade and pin (§7.1).
fn agree(pass: &mut Pass, scene: &mut Scene, hat: &SceneHat, script: &Json, path: &Path) {
    let json = script.get("hat").unwrap_or(script);
    let mut disagree = |key: &str, known: String, this: String| {
        let place = json.get(key).unwrap_or(json);
        let of = if scene.name.is_empty() { "the scene".to_owned() } else { format!("scene {:?}", scene.name) };
        let message = format!("{key} of {of} is {known} in an earlier script and {this} here");
        pass.faults.error_hint(&path.key(key), place, message, "one script of a scene need say it");
    };
    if let (Some(known), Some(this)) = (&scene.hat.place, &hat.place)
        && known != this
    {
        disagree("place", quoted(known), quoted(this));
    }
    if let (Some(known), Some(this)) = (&scene.hat.mood, &hat.mood)
        && known != this
    {
        disagree("mood", quoted(known), quoted(this));
    }
    if let (Some(known), Some(this)) = (scene.hat.at, hat.at)
        && known != this
    {
        disagree("at", known.to_string(), this.to_string());
    }
    let seen = &mut scene.hat;
    seen.place = seen.place.take().or_else(|| hat.place.clone());
    seen.mood = seen.mood.take().or_else(|| hat.mood.clone());
    seen.at = seen.at.or(hat.at);
}

/// A first pin before 0 is an error (ruling 49); a pin before an earlier scene's is odd (§7.6).
fn check_pins(pass: &mut Pass, scripts: &[Json], scenes: &[Scene], path: &Path) {
    let mut latest: Option<(f64, &Arc<str>)> = None;
    for (number, scene) in scenes.iter().enumerate() {
        let (Some(at), Some(index)) = (scene.hat.at, scene.pin) else {
            continue;
        };
        let hat = scripts.get(index).and_then(|script| script.get("hat"));
        if let Some(pin) = hat.and_then(|hat| hat.get("at")) {
            let script = path.index(index);
            let hat = script.key("hat");
            let path = hat.key("at");
            if number == 0 && at < 0.0 {
                pass.faults.error(&path, pin, format!("the cartoon starts at 0; its first scene cannot start at {at}"));
            } else if let Some((earlier, name)) = latest.filter(|(earlier, _)| at < *earlier) {
                let message = format!("scene {:?} is pinned at {at}, before {name:?} at {earlier}", scene.name);
                pass.faults.warning_hint(&path, pin, message, "scenes run in the order they are written");
            }
        }
        if latest.is_none_or(|(earlier, _)| at > earlier) {
            latest = Some((at, &scene.name));
        }
    }
}
