//! A timeline → what is heard when: lines as the booth speaks them, effects, recordings, music.
use super::booth::{Booth, Recordings};
use super::line::Said;
use super::mix::{Cue, Part};
use super::spool::Source;
use super::{Sound, effects};
use crate::engine::{Record, RecordKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The middle of the stage.
const MIDDLE: f64 = 0.5;

/// The line of a record.
pub fn said(record: &RecordKind) -> Option<Said> {
    let RecordKind::Say { who, text, voice, mood, speed, pitch, seconds, clip, sung, .. } = record else { return None };
    let owned = |text: &Option<Arc<str>>| text.as_deref().map(str::to_owned);
    Some(Said {
        text: text.to_string(),
        who: who.to_string(),
        voice: owned(voice),
        mood: owned(mood),
        speed: *speed,
        pitch: *pitch,
        seconds: *seconds,
        clip: owned(clip),
        sung: *sung,
    })
}

/// The cues of a timeline, in its order. What has no sound has no cue; why not, the booth and the recordings say.
pub fn cues(timeline: &[Record], booth: &Booth, recordings: &Recordings) -> Vec<Cue> {
    let mut made: BTreeMap<&str, Option<Source>> = BTreeMap::new();
    let recorded = |file: &str| recordings.get(file).and_then(|read| read.as_ref().ok()).cloned();
    let mut out = Vec::new();
    for record in timeline {
        let (start, dur) = (record.t, record.dur);
        out.extend(match &record.what {
            RecordKind::Say { x, .. } => {
                let take = said(&record.what).and_then(|line| booth.made(&line).take);
                // A line that runs to its end is not cut, however its length was rounded.
                take.map(|take| {
                    let whole = dur + ROUNDING >= take.seconds;
                    let dur = if whole { f64::INFINITY } else { dur };
                    Cue { sound: take.sound.clone(), start, dur, volume: 1.0, x: x.unwrap_or(MIDDLE), part: Part::Line }
                })
            }
            RecordKind::Sound { name, file, volume, at, .. } => {
                let sound = match (name, file) {
                    (Some(name), _) => {
                        let effect = || effects::effect(name).map(|samples| Source::from(Sound::mono(samples)));
                        made.entry(name).or_insert_with(effect).clone()
                    }
                    (None, Some(file)) => recorded(file),
                    (None, None) => None,
                };
                let start = at.unwrap_or(start);
                let dur = f64::INFINITY;
                sound.map(|sound| Cue { sound, start, dur, volume: *volume, x: MIDDLE, part: Part::Effect })
            }
            RecordKind::Music { file: Some(file), volume, from, fade, again } => {
                let part = Part::Music { from: *from, fade: *fade, again: *again };
                recorded(file).map(|sound| Cue { sound, start, dur, volume: *volume, x: MIDDLE, part })
            }
            _ => None,
        });
    }
    out
}

/// Seconds by which a line's record may be shorter than its take and yet be all of it.
const ROUNDING: f64 = 1e-4;
