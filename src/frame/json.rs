//! Poses and frames as JSON, in the shapes of §6 and §7.8. Numbers read back to the same double; NaN and infinities are null.
use super::{CharacterState, FrameState, Pose, Reach, ReachTarget};
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

/// A frame: `{t,scene,place,background,grade,caption,characters,order}`.
pub fn frame(frame: &FrameState) -> Value {
    let characters: Map<String, Value> = frame.characters.iter().map(|c| (c.id.to_string(), character(c))).collect();
    let order: Vec<&str> = frame.characters.iter().map(|c| &*c.id).collect();
    json!({
        "t": frame.t, "scene": frame.scene.as_deref(), "place": frame.place.as_deref(),
        "background": frame.background.as_deref(), "grade": &*frame.grade,
        "caption": frame.caption.as_ref().map(|caption| &*caption.text),
        "characters": characters, "order": order,
    })
}

fn character(character: &CharacterState) -> Value {
    json!({
        "x": character.x, "y": character.y, "h": character.h, "facing": character.facing,
        "visible": character.visible, "pose": pose(&character.pose),
        "talking": u8::from(character.talking != 0.0),
    })
}
