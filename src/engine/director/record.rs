//! The timeline: what the director does when, as records in time order (§7.7). Plain data.
use crate::frame::CardWords;
use crate::frame::json::credit;
use crate::vocabulary::{CardStyle, Hand, Transition};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// One record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Runtime seconds at which it starts.
    pub t: f64,
    /// Seconds it actually ran.
    pub dur: f64,
    /// What happens.
    pub what: RecordKind,
}

/// What a record says happens; the words are the blocks'.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordKind {
    /// A scene runs; the place and grade after they applied.
    Scene {
        /// Its name.
        name: Option<Arc<str>>,
        /// The place's name.
        place: Option<Arc<str>>,
        /// The grade's word.
        grade: Arc<str>,
    },
    /// A line is spoken.
    Say {
        /// The speaker's id.
        who: Arc<str>,
        /// The line.
        text: Arc<str>,
        /// Its voice, else the character's.
        voice: Option<Arc<str>>,
        /// Its mood.
        mood: Option<Arc<str>>,
        /// When written.
        speed: Option<f64>,
        /// When written.
        pitch: Option<f64>,
        /// Seconds it was to last, when written.
        seconds: Option<f64>,
        /// The recording's file, when written.
        clip: Option<Arc<str>>,
        /// It is sung: the record's kind is `sing`.
        sung: bool,
        /// Where the speaker stands, a fraction of the stage's width; of one who is not on stage nothing. Not in the JSON.
        x: Option<f64>,
    },
    /// An effect or a recording sounds, as long as it is; `dur` is 0.
    Sound {
        /// The effect's name.
        name: Option<&'static str>,
        /// The recording's file.
        file: Option<Arc<str>>,
        /// Factor.
        volume: f64,
        /// Runtime seconds at which it sounds, when that is later.
        at: Option<f64>,
        /// The block's path. Not in the JSON.
        path: Arc<str>,
    },
    /// Music plays until the next or the cartoon's end.
    Music {
        /// The recording's file; without one the music ends.
        file: Option<Arc<str>>,
        /// Factor.
        volume: f64,
        /// Seconds of the recording left out.
        from: f64,
        /// Seconds it takes to come and to go.
        fade: f64,
        /// It begins again when it is over.
        again: bool,
    },
    /// A behaviour runs.
    Does {
        /// The character's id.
        who: Arc<str>,
        /// The id asked for, or an inline program's name.
        behaviour: Option<Arc<str>>,
        /// Beside the others.
        also: bool,
    },
    /// A caption block's text is due.
    Caption {
        /// The text.
        text: Arc<str>,
    },
    /// The place or grade changes; lasts until the next cut or the scene's end.
    Cut {
        /// The place's name.
        place: Option<Arc<str>>,
        /// The grade's word.
        grade: Arc<str>,
        /// How and how long, when it is more than a cut.
        change: Option<(Transition, f64)>,
    },
    /// The camera moves; only the given values, evaluated.
    Camera {
        /// Whom it follows.
        who: Option<Arc<str>>,
        /// How much larger.
        zoom: Option<f64>,
        /// Fraction of the stage width.
        x: Option<f64>,
        /// Fraction of the stage height.
        y: Option<f64>,
    },
    /// The camera shakes.
    CameraShake {
        /// 1080p pixels.
        amount: f64,
    },
    /// The picture goes under a colour, or comes back.
    Fade {
        /// The colour; clear without.
        to: Option<[u8; 3]>,
    },
    /// A card shows.
    Card {
        /// What it says.
        words: CardWords,
        /// How it looks.
        style: CardStyle,
    },
    /// A character is placed; only the given values, evaluated.
    Place {
        /// The character's id.
        who: Arc<str>,
        /// Fraction of the stage width.
        x: Option<f64>,
        /// Fraction of the stage height.
        y: Option<f64>,
        /// Fraction of the stage height.
        h: Option<f64>,
        /// 1 or −1.
        facing: Option<f64>,
    },
    /// A prop is taken.
    Hold {
        /// Who takes it, by id.
        who: Arc<str>,
        /// The prop's id.
        prop: Arc<str>,
        /// Where, when written.
        hand: Option<Hand>,
    },
    /// A prop is let go and falls.
    Drop {
        /// The prop's id.
        prop: Arc<str>,
        /// Where it lands, when written.
        x: Option<f64>,
        /// The same.
        y: Option<f64>,
    },
    /// A character comes in.
    Enter {
        /// The character's id.
        who: Arc<str>,
        /// `left right top bottom`.
        from: &'static str,
    },
    /// A character goes out.
    Exit {
        /// The character's id.
        who: Arc<str>,
        /// `left right top bottom`.
        to: &'static str,
    },
    /// A character is shown or hidden: the record's kind is `show` or `hide`.
    Seen {
        /// The character's id.
        who: Arc<str>,
        /// Shown.
        shown: bool,
    },
    /// A character comes before others, or behind.
    Layer {
        /// The character's id.
        who: Arc<str>,
        /// Its layer.
        z: f64,
    },
    /// A character turns.
    Face {
        /// The character's id.
        who: Arc<str>,
        /// `left`, `right`, an id, or a fraction of the stage width.
        to: Value,
        /// 1 or −1; nothing when it stays.
        facing: Option<f64>,
    },
    /// A character's mood is written.
    Mood {
        /// The character's id.
        who: Arc<str>,
        /// The mood's word.
        mood: Arc<str>,
    },
}

impl RecordKind {
    /// The record's `kind` in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            RecordKind::Scene { .. } => "scene",
            RecordKind::Say { sung: true, .. } => "sing",
            RecordKind::Say { .. } => "say",
            RecordKind::Sound { .. } => "sound",
            RecordKind::Music { .. } => "music",
            RecordKind::Does { .. } => "does",
            RecordKind::Caption { .. } => "caption",
            RecordKind::Cut { .. } => "cut",
            RecordKind::Camera { .. } => "camera",
            RecordKind::CameraShake { .. } => "cameraShake",
            RecordKind::Fade { .. } => "fade",
            RecordKind::Card { words: CardWords::Title { .. }, .. } => "title",
            RecordKind::Card { words: CardWords::Credits { .. }, .. } => "credits",
            RecordKind::Place { .. } => "place",
            RecordKind::Hold { .. } => "hold",
            RecordKind::Drop { .. } => "drop",
            RecordKind::Enter { .. } => "enter",
            RecordKind::Exit { .. } => "exit",
            RecordKind::Seen { shown: true, .. } => "show",
            RecordKind::Seen { .. } => "hide",
            RecordKind::Layer { .. } => "layer",
            RecordKind::Face { .. } => "face",
            RecordKind::Mood { .. } => "mood",
        }
    }
}

impl Record {
    /// `{t,dur,kind,…}` (§7.7, ruling 19); numbers not finite are null.
    pub fn to_json(&self) -> Value {
        let mut all = Map::new();
        all.insert("t".to_owned(), json!(self.t));
        all.insert("dur".to_owned(), json!(self.dur));
        all.insert("kind".to_owned(), json!(self.what.word()));
        let (more, optional) = self.what.fields();
        if let Value::Object(more) = more {
            all.extend(more);
        }
        all.extend(optional.into_iter().filter_map(|(key, value)| Some((key.to_owned(), json!(value?)))));
        Value::Object(all)
    }
}

/// Fields that are there only when given.
type Optional = Vec<(&'static str, Option<f64>)>;

impl RecordKind {
    /// The fields after `kind`, and those that are there only when given.
    fn fields(&self) -> (Value, Optional) {
        let fixed = match self {
            RecordKind::Scene { name, place, grade } => {
                json!({"name": name.as_deref(), "place": place.as_deref(), "grade": &**grade})
            }
            RecordKind::Say { who, text, voice, mood, speed, pitch, clip, .. } => {
                let mut line =
                    json!({"who": &**who, "text": &**text, "voice": voice.as_deref(), "mood": mood.as_deref()});
                if let Some(clip) = clip {
                    line["clip"] = json!(&**clip);
                }
                return (line, vec![("speed", *speed), ("pitch", *pitch)]);
            }
            RecordKind::Sound { name, file, volume, at, .. } => {
                let sound = match name {
                    Some(name) => json!({"name": name, "volume": volume}),
                    None => json!({"file": file.as_deref(), "volume": volume}),
                };
                return (sound, vec![("at", *at)]);
            }
            RecordKind::Music { file: None, .. } => json!({"file": null}),
            RecordKind::Music { file, volume, from, fade, again } => {
                json!({"file": file.as_deref(), "volume": volume, "from": from, "fade": fade, "loop": again})
            }
            RecordKind::Does { who, behaviour, also: false } => {
                json!({"who": &**who, "behaviour": behaviour.as_deref()})
            }
            RecordKind::Does { who, behaviour, also: true } => {
                json!({"who": &**who, "behaviour": behaviour.as_deref(), "also": true})
            }
            RecordKind::Caption { text } => json!({"text": &**text}),
            RecordKind::Cut { place, grade, change: None } => json!({"place": place.as_deref(), "grade": &**grade}),
            RecordKind::Cut { place, grade, change: Some((with, over)) } => {
                json!({"place": place.as_deref(), "grade": &**grade, "with": with.word(), "over": over})
            }
            RecordKind::Camera { who, zoom, x, y } => {
                let who = who.as_ref().map_or_else(|| json!({}), |who| json!({"who": &**who}));
                return (who, vec![("zoom", *zoom), ("x", *x), ("y", *y)]);
            }
            RecordKind::CameraShake { amount } => json!({"amount": amount}),
            RecordKind::Fade { to: Some([r, g, b]) } => json!({"to": format!("#{r:02x}{g:02x}{b:02x}")}),
            RecordKind::Fade { to: None } => json!({"to": "clear"}),
            RecordKind::Card { words: CardWords::Title { text, sub }, style } => {
                json!({"text": &**text, "sub": sub.as_deref(), "style": style.word()})
            }
            RecordKind::Card { words: CardWords::Credits { lines }, style } => {
                json!({"lines": lines.iter().map(credit).collect::<Vec<_>>(), "style": style.word()})
            }
            RecordKind::Place { who, x, y, h, facing } => {
                return (json!({"who": &**who}), vec![("x", *x), ("y", *y), ("h", *h), ("facing", *facing)]);
            }
            RecordKind::Hold { who, prop, hand } => {
                json!({"who": &**who, "prop": &**prop, "hand": hand.map(|hand| hand.word())})
            }
            RecordKind::Drop { prop, x, y } => return (json!({"prop": &**prop}), vec![("x", *x), ("y", *y)]),
            RecordKind::Enter { who, from } => json!({"who": &**who, "from": from}),
            RecordKind::Exit { who, to } => json!({"who": &**who, "to": to}),
            RecordKind::Seen { who, .. } => json!({"who": &**who}),
            RecordKind::Layer { who, z } => json!({"who": &**who, "z": z}),
            RecordKind::Face { who, to, facing } => {
                return (json!({"who": &**who, "to": to}), vec![("facing", *facing)]);
            }
            RecordKind::Mood { who, mood } => json!({"who": &**who, "mood": &**mood}),
        };
        (fixed, Vec::new())
    }
}
