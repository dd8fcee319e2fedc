//! What is said in a frame, and what makes room for it: the frame's state and the lines of the whole film enter; at most two
//! lines leave, the earlier one with how far later ones have come.
use crate::frame::{Caption, FrameState};
use std::sync::Arc;

/// A line of the film.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// The speaker's id.
    pub who: Arc<str>,
    /// What is said.
    pub text: Arc<str>,
    /// Runtime seconds.
    pub start: f64,
    /// Runtime seconds at which it ends, cut off or not.
    pub end: f64,
    /// The number of its scene.
    pub scene: usize,
}

/// Seconds in which one makes room for the next. Tuned by eye.
const GLIDE: f64 = 0.25;
/// Two times are one when they differ by less, seconds.
const SAME: f64 = 1e-6;

/// A line on show.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    pub caption: Caption,
    /// Later lines that are spoken while it is, each with the share 0..1 of the room it takes now.
    pub later: Vec<(Caption, f64)>,
}

/// What a frame shows, the latest last: the frame's caption, and when it is a line, the latest that another speaks.
pub(super) fn said(frame: &FrameState, lines: &[Spoken]) -> Vec<Shown> {
    let Some(caption) = frame.caption.clone() else { return Vec::new() };
    let others = frame.characters.iter().filter(|character| Some(&character.id) != caption.speaker.as_ref());
    let others = others.filter_map(|character| {
        let line = character.line.as_ref().filter(|_| caption.speaker.is_some() && character.talking > 0.0)?;
        let speaker = Some(Arc::clone(&character.id));
        Some(Caption { text: Arc::clone(&line.text), speaker, start: line.start, end: line.end })
    });
    let other = others.max_by(|a, b| a.start.total_cmp(&b.start));
    let latest = Shown { later: later(&caption, None, frame.t, lines), caption };
    let other =
        other.map(|other| Shown { later: later(&other, Some(&latest.caption), frame.t, lines), caption: other });
    other.into_iter().chain([latest]).collect()
}

/// The number of a caption among the lines of the film.
pub(super) fn number(caption: &Caption, lines: &[Spoken]) -> Option<usize> {
    lines
        .iter()
        .position(|line| Some(&line.who) == caption.speaker.as_ref() && (line.start - caption.start).abs() < SAME)
}

/// The lines that start while `caption` is spoken, and how much of their room they take at time `t`.
fn later(caption: &Caption, beside: Option<&Caption>, t: f64, lines: &[Spoken]) -> Vec<(Caption, f64)> {
    let Some(own) = number(caption, lines) else {
        // A frame of no film: what is there is there.
        return beside.map(|beside| (beside.clone(), 1.0)).into_iter().collect();
    };
    let (scene, end) = lines.get(own).map_or((0, 0.0), |line| (line.scene, line.end));
    let after = lines.iter().skip(own + 1).take_while(|line| line.start < end - SAME);
    let after = after.filter(|line| line.scene == scene && Some(&line.who) != caption.speaker.as_ref());
    let share = |line: &Spoken| smooth((t - line.start + GLIDE) / GLIDE) * (1.0 - smooth((t - line.end) / GLIDE));
    let one = |line: &Spoken| {
        let speaker = Some(Arc::clone(&line.who));
        let caption = Caption { text: Arc::clone(&line.text), speaker, start: line.start, end: line.end };
        (caption, share(line))
    };
    after.map(one).collect()
}

/// 0 below 0, 1 above 1, without a corner between.
pub(super) fn smooth(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}
