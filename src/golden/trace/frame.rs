//! The state of a frame: a line a number; what is at rest is left out.
use super::super::hash::Hash;
use super::text::{quoted, word};
use super::{Section, Stage};
use crate::frame::{CharacterState, FrameState, Pose, Reach, ReachTarget, json};
use serde_json::Value;

pub(super) fn section(frame: &FrameState) -> Section {
    let mut lines = Lines { lines: Vec::new() };
    lines.number("t", frame.t);
    for (name, text) in [("scene", &frame.scene), ("place", &frame.place), ("background", &frame.background)] {
        lines.text(name, text.as_deref());
    }
    lines.text("grade", Some(&frame.grade));
    if let Some(caption) = &frame.caption {
        lines.text("caption.text", Some(&caption.text));
        lines.text("caption.speaker", caption.speaker.as_deref());
        lines.number("caption.start", caption.start);
        lines.number("caption.end", caption.end);
    }
    let order: Vec<String> = frame.characters.iter().map(|character| word(&character.id)).collect();
    lines.line("order", order.join(" "));
    frame.characters.iter().for_each(|one| character(&mut lines, one));
    json::screen(&frame.screen).iter().for_each(|(name, value)| lines.value(name, value));
    let mut hash = Hash::default();
    // Every number is written so that it reads back to the same bits.
    lines.lines.iter().for_each(|(name, value)| {
        hash.text(name);
        hash.text(value);
    });
    Section { stage: Stage::Frame, hash: hash.value(), lines: lines.lines }
}

struct Lines {
    lines: Vec<(String, String)>,
}

impl Lines {
    fn line(&mut self, name: impl Into<String>, value: String) {
        self.lines.push((name.into(), value));
    }

    fn number(&mut self, name: impl Into<String>, value: f64) {
        self.line(name, format!("{value}"));
    }

    fn text(&mut self, name: impl Into<String>, value: Option<&str>) {
        if let Some(value) = value {
            self.line(name, quoted(value));
        }
    }

    /// What a value holds, by path.
    fn value(&mut self, name: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::Object(fields) => {
                fields.iter().for_each(|(key, value)| self.value(&format!("{name}.{}", word(key)), value))
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, value)| self.value(&format!("{name}.{i}"), value))
            }
            Value::String(text) => self.text(name, Some(text)),
            other => self.line(name, other.to_string()),
        }
    }

    /// A number that is left out at rest.
    fn moved(&mut self, name: String, value: f64, rest: f64) {
        if value != rest {
            self.number(name, value);
        }
    }
}

fn character(lines: &mut Lines, one: &CharacterState) {
    let own = format!("characters.{}", word(&one.id));
    let named = |field: &str| format!("{own}.{field}");
    for (field, value) in [("x", one.x), ("y", one.y), ("h", one.h), ("facing", one.facing)] {
        lines.number(named(field), value);
    }
    lines.line(named("visible"), one.visible.to_string());
    lines.moved(named("talking"), one.talking, 0.0);
    lines.moved(named("loud"), one.loud, 0.0);
    lines.text(named("mood_before"), one.mood_before.as_deref());
    lines.moved(named("mood_since"), one.mood_since, f64::NEG_INFINITY);
    if let Some(line) = &one.line {
        lines.text(named("line.text"), Some(&line.text));
        lines.number(named("line.start"), line.start);
        lines.number(named("line.end"), line.end);
    }
    if let Some(carried) = &one.carried {
        let (field, value) = json::carried(carried);
        lines.value(&named(field), &value);
    }
    pose(lines, &named("pose"), &one.pose);
}

fn pose(lines: &mut Lines, own: &str, pose: &Pose) {
    let rest = Pose::default();
    for (field, value, rest) in [
        ("dx", pose.dx, rest.dx),
        ("dy", pose.dy, rest.dy),
        ("sx", pose.sx, rest.sx),
        ("sy", pose.sy, rest.sy),
        ("rot", pose.rot, rest.rot),
        ("mouth", pose.mouth, rest.mouth),
        ("blink", pose.blink, rest.blink),
    ] {
        lines.moved(format!("{own}.{field}"), value, rest);
    }
    lines.text(format!("{own}.mood"), pose.mood.as_deref());
    lines.text(format!("{own}.view"), pose.view.map(|view| view.word()));
    pose.parts.iter().for_each(|(key, angle)| lines.moved(format!("{own}.{key}"), *angle, 0.0));
    pose.lift.iter().for_each(|(key, lift)| lines.moved(format!("{own}.lift.{key}"), *lift, 0.0));
    pose.reach.iter().for_each(|(limb, one)| reach(lines, &format!("{own}.reach.{limb}"), one));
}

fn reach(lines: &mut Lines, own: &str, reach: &Reach) {
    lines.number(format!("{own}.w"), reach.weight);
    match reach.target {
        ReachTarget::Point { x, y } => {
            lines.number(format!("{own}.x"), x);
            lines.number(format!("{own}.y"), y);
        }
        ReachTarget::Spot { spot, dx, dy } => {
            lines.line(format!("{own}.spot"), spot.word().to_owned());
            lines.moved(format!("{own}.dx"), dx, 0.0);
            lines.moved(format!("{own}.dy"), dy, 0.0);
        }
    }
}
