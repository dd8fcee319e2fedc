//! How one picture takes another's place: the `cut` block (§7.6) and, as extensions, its transitions and the glide of grades. The
//! old picture is the stage at the last moment before the cut, held still: the plan says when to look.
use super::Director;
use super::record::RecordKind;
use super::scene::close_cut;
use crate::engine::error::Fault;
use crate::engine::glide::{Glide, span};
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::frame::{self, FrameState};
use crate::maths::Ease;
use crate::vocabulary::Transition as Kind;
use std::sync::Arc;

/// How long a transition takes that does not say, seconds. Tuned by eye.
const OVER: f64 = 0.8;
/// Pictures that may lie one under the other while transitions cut each other off; those under them are over.
const DEEP: usize = 2;

/// A grade on its way: the words it comes from with their shares, 1 in all.
#[derive(Clone, Debug)]
pub struct Looks {
    from: Vec<(Arc<str>, f64)>,
    way: Glide,
}

impl Default for Looks {
    /// At rest.
    fn default() -> Self {
        Self { from: Vec::new(), way: Glide::still(1.0, 0) }
    }
}

impl Looks {
    /// The words that are mixed at `t` on the way to `grade`, and their shares; none at rest.
    pub fn at(&self, t: f64, grade: &Arc<str>) -> Vec<(Arc<str>, f64)> {
        let share = self.way.at(t).clamp(0.0, 1.0);
        if share >= 1.0 || self.from.iter().all(|(word, _)| word == grade) {
            return Vec::new();
        }
        let mut mixed: Vec<(Arc<str>, f64)> =
            self.from.iter().map(|(word, part)| (word.clone(), part * (1.0 - share))).collect();
        match mixed.iter_mut().find(|(word, _)| word == grade) {
            Some((_, part)) => *part += share,
            None => mixed.push((grade.clone(), share)),
        }
        mixed
    }
}

/// One picture taking another's place.
#[derive(Clone, Debug)]
pub struct Transition {
    kind: Kind,
    start: f64,
    over: f64,
    from: Arc<FrameState>,
}

impl Transition {
    /// How far it is at `t`; `None` when it is over.
    pub fn at(&self, t: f64) -> Option<frame::Transition> {
        let progress = (t - self.start) / self.over;
        let all = || frame::Transition { kind: self.kind, progress: progress.max(0.0), from: Arc::clone(&self.from) };
        (progress < 1.0).then(all)
    }
}

/// The `cut` block.
///
/// # Errors
/// When a value names something unknown.
pub fn cut(
    state: &mut State,
    id: ThreadId,
    place: Option<&Arc<str>>,
    mood: Option<&Arc<str>>,
    (with, over): (Option<Kind>, Option<&Value>),
) -> Result<Flow, Fault> {
    let over = over.map(|over| read(state, id, over)).transpose()?;
    let change = change(state, place, mood, (with, over));
    let now = state.now;
    let Some(director) = &mut state.director else { return Ok(Flow::Next) };
    close_cut(director, now);
    let (place, grade) = (director.stage.place.clone(), director.stage.grade.clone());
    director.open_cut = director.record(now, 0.0, || RecordKind::Cut { place, grade, change });
    Ok(Flow::Next)
}

/// Changes place and grade, at once or by a transition; gives the transition. Nothing given, nothing is changed.
pub fn change(
    state: &mut State,
    place: Option<&Arc<str>>,
    mood: Option<&Arc<str>>,
    (with, over): (Option<Kind>, Option<f64>),
) -> Option<(Kind, f64)> {
    let kind = with.unwrap_or(if over.is_some() { Kind::Fade } else { Kind::Cut });
    let over = if kind == Kind::Cut { 0.0 } else { span(over.unwrap_or(OVER)) };
    let (now, stamp) = (state.now, state.serial());
    if place.is_none() && mood.is_none() && with.is_none() {
        return None;
    }
    // A grade that shines through another is one grade on its way, whatever moves meanwhile.
    let glides = kind == Kind::Fade && place.is_none() && over > 0.0;
    let old = if over > 0.0 && !glides { before(state) } else { None };
    let director = state.director.as_mut()?;
    let mut from = director.looks.at(now, &director.stage.grade);
    if from.is_empty() {
        from.push((director.stage.grade.clone(), 1.0));
    }
    set_stage(director, place, mood);
    let way = if glides { Glide::new(0.0, 1.0, now, over, Ease::Smooth, stamp) } else { Glide::still(1.0, stamp) };
    director.looks = Looks { from, way };
    if !glides {
        director.transition = old.map(|from| Transition { kind, start: now, over, from });
        if over > 0.0 && director.recording {
            director.looked_for.push(now);
        }
    }
    (over > 0.0).then_some((kind, over))
}

/// Changes place and grade as a `cut` does (§7.6).
fn set_stage(director: &mut Director, place: Option<&Arc<str>>, mood: Option<&Arc<str>>) {
    if let Some(name) = place {
        let entry = director.program.places.iter().find(|(its, _)| its == name).map(|(_, place)| place.clone());
        let entry = entry.unwrap_or_default();
        director.stage.background = Some(entry.background.unwrap_or_else(|| name.clone()));
        director.stage.place = Some(name.clone());
        director.stage.grade = entry.grade.unwrap_or_else(|| "normal".into());
    }
    if let Some(mood) = mood {
        director.stage.grade = mood.clone();
    }
}

/// Keeps the stage as it is at `time`, before anything happens then, when the plan says that a picture takes its place then.
pub fn look_before(state: &mut State, time: f64) {
    let Some(director) = &mut state.director else { return };
    if director.recording || director.looked_for.last().is_none_or(|due| *due > time) {
        return;
    }
    while director.looked_for.last().is_some_and(|due| *due < time) {
        director.looked_for.pop();
    }
    if director.looked_for.last() == Some(&time) {
        director.looked_for.pop();
        state.now = time;
        let seen = picture(state);
        if let Some(director) = &mut state.director {
            director.before = seen;
        }
    }
}

/// The old picture of a transition that begins now; none in the plan, which shows nothing. A run that has left its plan (§7.7)
/// takes what there is.
fn before(state: &mut State) -> Option<Arc<FrameState>> {
    let now = state.now;
    let director = state.director.as_mut().filter(|director| !director.recording)?;
    let seen = director.before.take().filter(|seen| seen.t == now);
    seen.or_else(|| picture(state))
}

/// The present picture without what is drawn over a transition.
fn picture(state: &mut State) -> Option<Arc<FrameState>> {
    // A live value that fails, fails in the next frame, and is told there.
    let mut frame = crate::engine::frame::frame(state).ok()?;
    (frame.caption, frame.screen.fade, frame.screen.card) = (None, None, None);
    shallow(&mut frame, DEEP);
    Some(Arc::new(frame))
}

/// Leaves out the pictures that lie deeper.
fn shallow(frame: &mut FrameState, deep: usize) {
    let Some(transition) = &mut frame.screen.transition else { return };
    if deep == 0 {
        frame.screen.transition = None;
        return;
    }
    let mut from = FrameState::clone(&transition.from);
    shallow(&mut from, deep - 1);
    transition.from = Arc::new(from);
}
