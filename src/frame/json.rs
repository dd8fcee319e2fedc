//! Poses and frames as JSON, in the shapes of §6 and §7.8. Numbers read back to the same double; NaN and infinities are null.
use super::{
    Camera, Card, CardWords, Carried, CharacterState, Dropped, Fade, FrameState, Held, LetGo, Pose, Reach, ReachTarget,
    Screen, Transition,
};
use crate::vocabulary::Credit;
use crate::vocabulary::PartKey;
use serde_json::{Map, Value, json};

/// A pose: `{dx,dy,sx,sy,rot,parts,lift,mouth,blink,mood,reach,view}`.
pub fn pose(pose: &Pose) -> Value {
    let reach: Map<String, Value> =
        pose.reach.iter().map(|(limb, reach)| (limb.to_string(), one_reach(reach))).collect();
    json!({
        "dx": pose.dx, "dy": pose.dy, "sx": pose.sx, "sy": pose.sy, "rot": pose.rot,
        "parts": keyed(&pose.parts), "lift": keyed(&pose.lift),
        "mouth": pose.mouth, "blink": pose.blink, "mood": pose.mood.as_deref(),
        "reach": reach, "view": pose.view.map(|view| view.word()),
    })
}

fn keyed(values: &[(PartKey, f64)]) -> Value {
    values.iter().map(|(key, value)| (key.to_string(), json!(value))).collect::<Map<_, _>>().into()
}

/// `{x,y,w}`, `{spot,w}`, or with an offset `{spot,dx,dy,w}` (§8.1).
fn one_reach(reach: &Reach) -> Value {
    match reach.target {
        ReachTarget::Point { x, y } => json!({"x": x, "y": y, "w": reach.weight}),
        ReachTarget::Spot { spot, dx, dy } if dx == 0.0 && dy == 0.0 => json!({"spot": spot.word(), "w": reach.weight}),
        ReachTarget::Spot { spot, dx, dy } => json!({"spot": spot.word(), "dx": dx, "dy": dy, "w": reach.weight}),
    }
}

/// A frame: `{t,scene,place,background,grade,caption,characters,order}`, and of the extensions what is not at rest:
/// `camera`, `looks`, `transition`, `fade`, `card`.
pub fn frame(frame: &FrameState) -> Value {
    let characters: Map<String, Value> = frame.characters.iter().map(|c| (c.id.to_string(), character(c))).collect();
    let order: Vec<&str> = frame.characters.iter().map(|c| &*c.id).collect();
    let mut all = json!({
        "t": frame.t, "scene": frame.scene.as_deref(), "place": frame.place.as_deref(),
        "background": frame.background.as_deref(), "grade": &*frame.grade,
        "caption": frame.caption.as_ref().map(|caption| &*caption.text),
        "characters": characters, "order": order,
    });
    if let Value::Object(all) = &mut all {
        all.extend(screen(&frame.screen));
    }
    all
}

/// What of the screen is not at rest, by name.
pub fn screen(screen: &Screen) -> Map<String, Value> {
    let looks: Map<String, Value> = screen.looks.iter().map(|(word, share)| (word.to_string(), json!(share))).collect();
    let all = [
        ("camera", screen.camera.as_ref().map(camera)),
        ("looks", Some(looks).filter(|looks| !looks.is_empty()).map(Value::Object)),
        ("transition", screen.transition.as_ref().map(transition)),
        ("fade", screen.fade.as_ref().map(fade)),
        ("card", screen.card.as_ref().map(card)),
    ];
    all.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn camera(camera: &Camera) -> Value {
    let Camera { x, y, zoom, follows, shake, reach } = camera;
    let follows: Map<String, Value> = follows.iter().map(|(id, share)| (id.to_string(), json!(share))).collect();
    let shake = json!({"dx": shake.0, "dy": shake.1, "reach": reach});
    json!({"x": x, "y": y, "zoom": zoom, "follows": follows, "shake": shake})
}

fn transition(transition: &Transition) -> Value {
    let Transition { kind, progress, from } = transition;
    let from = json!({"t": from.t, "scene": from.scene.as_deref(), "place": from.place.as_deref(),
        "background": from.background.as_deref(), "grade": &*from.grade});
    json!({"kind": kind.word(), "progress": progress, "from": from})
}

/// `{color: "#rrggbb", amount}`.
fn fade(fade: &Fade) -> Value {
    let [r, g, b] = fade.color;
    json!({"color": format!("#{r:02x}{g:02x}{b:02x}"), "amount": fade.amount})
}

fn card(card: &Card) -> Value {
    let (words, style) = (&card.words, card.style.word());
    match words {
        CardWords::Title { text, sub } => {
            json!({"kind": "title", "text": &**text, "sub": sub.as_deref(), "style": style, "start": card.start, "end": card.end})
        }
        CardWords::Credits { lines } => {
            let lines: Vec<Value> = lines.iter().map(credit).collect();
            json!({"kind": "credits", "lines": lines, "style": style, "start": card.start, "end": card.end})
        }
    }
}

/// `{role, name: [..]}`.
pub fn credit(line: &Credit) -> Value {
    let names: Vec<&str> = line.names.iter().map(|name| &**name).collect();
    json!({"role": line.role.as_deref(), "name": names})
}

fn character(character: &CharacterState) -> Value {
    let mut all = json!({
        "x": character.x, "y": character.y, "h": character.h, "facing": character.facing,
        "visible": character.visible, "pose": pose(&character.pose),
        "talking": u8::from(character.talking != 0.0),
    });
    if let (Some(one), Value::Object(all)) = (&character.carried, &mut all) {
        let (key, value) = carried(one);
        all.insert(key.to_owned(), value);
    }
    all
}

/// A prop's `held` `{by, hand, grip}`, or `dropped` `{way, aside}` with where it was: `{by, hand, grip}` or `{x, y}`.
pub fn carried(carried: &Carried) -> (&'static str, Value) {
    let held = |Held { by, hand, grip }: &Held| json!({"by": &**by, "hand": hand.map(|hand| hand.word()), "grip": grip.as_deref()});
    match carried {
        Carried::Held(one) => ("held", held(one)),
        Carried::Dropped(Dropped { from, way, aside }) => {
            let from = match from {
                LetGo::Hand(by, _) => held(by),
                LetGo::Stage(x, y) => json!({"x": x, "y": y}),
            };
            ("dropped", json!({"from": from, "way": way, "aside": aside}))
        }
    }
}
