//! The camera (an extension): what part of the stage the frame shows, and how it shakes. A view glides like a placement; one that
//! follows a character follows where it stands. What a behaviour does to it, drawing minds: the plan has no behaviours, and a
//! camera's glides are the same in both.
use super::loss::Loss;
use super::placement::Placement;
use super::record::RecordKind;
use super::state::Gliding;
use super::{Director, ROUNDING, Underway, scope_of, wait_out, who_id};
use crate::engine::error::Fault;
use crate::engine::glide::{Glide, span};
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::maths::{Ease, lerp, pow, sin};
use std::f64::consts::TAU;

/// The largest zoom: nothing is drawn finely enough for more.
const ZOOM_MAX: f64 = 16.0;
/// The zoom of a camera that is given a point or a character and no zoom, from the whole stage. Tuned by eye.
const CLOSER: f64 = 1.5;
/// Room above a head, share of the frame's height. Tuned by eye.
const HEADROOM: f64 = 0.14;

/// A part of the stage with the stage's shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Its middle, fraction of the stage width.
    pub x: f64,
    /// Its middle, fraction of the stage height.
    pub y: f64,
    /// Its width and height, share of the stage's, 1/16..1.
    pub size: f64,
}

impl View {
    const WHOLE: View = View { x: 0.5, y: 0.5, size: 1.0 };

    /// The view of this middle and zoom, moved and held so that it stays in the place.
    fn held(x: f64, y: f64, size: f64) -> View {
        let size = size.clamp(1.0 / ZOOM_MAX, 1.0);
        let middle = |at: f64| if at.is_finite() { at.clamp(size / 2.0, 1.0 - size / 2.0) } else { 0.5 };
        View { x: middle(x), y: middle(y), size }
    }

    /// The view on the way from one to another. Sizes go in equal ratios, so that a zoom keeps its speed to the eye, and the point
    /// that has the same place in both keeps it.
    fn between(from: View, to: View, share: f64) -> View {
        if share == 1.0 {
            return to;
        }
        let size = from.size * pow(to.size / from.size, share);
        let apart = to.size - from.size;
        let way = if apart.abs() < 1e-9 { share } else { (size - from.size) / apart };
        View::held(lerp(from.x, to.x, way), lerp(from.y, to.y, way), size)
    }

    /// A character's upper body, its head near the top; the whole of it when there is room.
    fn of(placement: &Placement, size: f64, t: f64) -> View {
        let (x, y, h) = (placement.x.at(t), placement.y.at(t), placement.h.at(t));
        let above = (HEADROOM * size).max((size - h) / 2.0);
        View::held(x, y - h - above + size / 2.0, size)
    }
}

/// Where the camera looks, or is on its way to.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// A part of the stage.
    Still(View),
    /// A character.
    Who { character: usize, size: f64 },
}

/// The camera.
#[derive(Clone, Debug)]
pub struct Camera {
    /// What was asked for last: what a later block does not say stays.
    zoom: f64,
    point: (f64, f64),
    who: Option<usize>,
    from: View,
    target: Target,
    /// How far it is from the one to the other.
    way: Glide,
    /// How much each character's head is kept in, by character.
    follows: Vec<(usize, Glide)>,
}

impl Default for Camera {
    /// The whole stage.
    fn default() -> Self {
        let target = Target::Still(View::WHOLE);
        let way = Glide::still(1.0, 0);
        Self { zoom: 1.0, point: (0.5, 0.5), who: None, from: View::WHOLE, target, way, follows: Vec::new() }
    }
}

impl Camera {
    /// What it shows at `t`.
    pub fn view(&self, placements: &[Placement], t: f64) -> View {
        let to = match self.target {
            Target::Still(view) => view,
            Target::Who { character, size } => {
                placements.get(character).map_or(View::WHOLE, |placement| View::of(placement, size, t))
            }
        };
        View::between(self.from, to, self.way.at(t))
    }

    /// The characters whose heads are kept in, and how much.
    pub fn follows(&self, t: f64) -> impl Iterator<Item = (usize, f64)> {
        self.follows
            .iter()
            .map(move |(who, share)| (*who, share.at(t).clamp(0.0, 1.0)))
            .filter(|(_, share)| *share > 0.0)
    }

    fn turn_to(&mut self, target: Target, from: View, glide: impl Fn(f64, f64) -> Glide, now: f64) {
        let who = if let Target::Who { character, .. } = target { Some(character) } else { None };
        (self.from, self.target, self.way) = (from, target, glide(0.0, 1.0));
        self.follows.retain(|(_, share)| share.at(now) > 0.0);
        if let Some(who) = who.filter(|who| self.follows.iter().all(|(known, _)| known != who)) {
            self.follows.push((who, Glide::still(0.0, 0)));
        }
        for (character, share) in &mut self.follows {
            *share = glide(share.at(now), f64::from(u8::from(Some(*character) == who)));
        }
    }

    /// Stops where it is.
    fn freeze(&mut self, placements: &[Placement], now: f64, stamp: u64) {
        if self.way.stamp != stamp {
            return;
        }
        let view = self.view(placements, now);
        (self.zoom, self.point, self.who) = (1.0 / view.size, (view.x, view.y), None);
        (self.from, self.target, self.way) = (view, Target::Still(view), Glide::still(1.0, stamp));
        self.follows.iter_mut().for_each(|(_, share)| share.freeze(now, stamp));
    }
}

/// A `camera` as written, its time aside.
pub struct Written<'a> {
    /// How much larger.
    pub zoom: Option<&'a Value>,
    /// The middle.
    pub x: Option<&'a Value>,
    /// The middle.
    pub y: Option<&'a Value>,
    /// The cast entry to follow.
    pub who: Option<usize>,
}

/// The `camera` block.
///
/// # Errors
/// When a value names something unknown.
pub fn camera(state: &mut State, id: ThreadId, written: &Written, glide: (&Value, Ease)) -> Result<Flow, Fault> {
    let zoom = written.zoom.map(|value| read(state, id, value)).transpose()?;
    let x = written.x.map(|value| read(state, id, value)).transpose()?;
    let y = written.y.map(|value| read(state, id, value)).transpose()?;
    let (over, ease) = (span(read(state, id, glide.0)?), glide.1);
    let (stamp, now, depth) = (state.serial(), state.now, state.ready.len());
    let Some(director) = &mut state.director else { return Ok(Flow::Next) };
    let who = written.who.and_then(|who| director.cast.get(who).copied());
    let camera = &mut director.camera;
    if written.who.is_none() && [zoom, x, y].iter().all(Option::is_none) {
        (camera.zoom, camera.point, camera.who) = (1.0, (0.5, 0.5), None);
    } else {
        let nearer = if camera.zoom > 1.0 || (written.who.or(x.and(Some(0))).or(y.and(Some(0)))).is_none() {
            camera.zoom
        } else {
            CLOSER
        };
        camera.zoom = zoom.map_or(nearer, |zoom| if zoom.is_nan() { 1.0 } else { zoom.clamp(1.0, ZOOM_MAX) });
        if x.is_some() || y.is_some() || who.is_some() {
            camera.who = who;
        }
        camera.point = (x.unwrap_or(camera.point.0), y.unwrap_or(camera.point.1));
    }
    let size = 1.0 / camera.zoom;
    let target = match camera.who {
        Some(character) => Target::Who { character, size },
        None => Target::Still(View::held(camera.point.0, camera.point.1, size)),
    };
    let from = camera.view(&director.placements, now);
    camera.turn_to(target, from, |from, to| Glide::new(from, to, now, over, ease, stamp), now);
    let who = written.who.map(|who| who_id(director, who));
    let record = director.record(now, over, || RecordKind::Camera { who, zoom, x, y });
    let underway = Underway::Camera(Gliding { stamp, start: now, over, record });
    Ok(wait_out(state, id, underway, over, depth))
}

/// The camera's glide ends: at its time it has landed, before it freezes.
pub fn finish(state: &mut State, glide: &Gliding) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    if now >= glide.start + glide.over {
        return;
    }
    let Director { camera, placements, .. } = &mut **director;
    camera.freeze(placements, now, glide.stamp);
    part_way(director, glide, "the camera was cut off and froze", now);
}

/// A glide of the screen was cut off.
pub(super) fn part_way(director: &mut Director, glide: &Gliding, what: &str, now: f64) {
    director.set_dur(glide.record, now - glide.start);
    if glide.start + glide.over > now + ROUNDING {
        director.lose(|| Loss::Screen { what: what.to_owned(), done: now - glide.start, of: glide.over });
    }
}

/// A shake of the camera.
#[derive(Clone, Debug)]
pub struct Shake {
    start: f64,
    end: f64,
    /// 1080p pixels.
    amount: f64,
    record: Option<usize>,
}

/// The waves of a shake: turns a second to the side and up and down, each with its share and where it begins. Slow enough for 24
/// frames a second to show them, and in no simple ratio, so that nothing is seen to repeat. It begins with a jolt down. Tuned by eye.
const WAVES: [[(f64, f64, f64); 2]; 2] = [[(7.3, 0.6, 0.1), (10.7, 0.4, 0.45)], [(8.1, 0.6, 0.25), (11.3, 0.4, 0.2)]];

impl Shake {
    /// How far it may reach at `t`, 1080p pixels: it dies away with the square of the time left.
    fn reach(&self, t: f64) -> f64 {
        let left = ((self.end - t) / (self.end - self.start)).clamp(0.0, 1.0);
        self.amount * left * left
    }

    /// How far it moves the picture at `t`, 1080p pixels right and down, each at most its reach.
    fn at(&self, t: f64) -> (f64, f64) {
        let (reach, since) = (self.reach(t), t - self.start);
        let wave = |(hz, share, phase): &(f64, f64, f64)| share * sin(TAU * (hz * since + phase));
        let [x, y] = WAVES.each_ref().map(|waves| reach * waves.iter().map(wave).sum::<f64>());
        (x, y)
    }
}

/// The `cameraShake` block.
///
/// # Errors
/// When a value names something unknown.
pub fn shake(state: &mut State, id: ThreadId, amount: &Value, for_: &Value) -> Result<Flow, Fault> {
    let (amount, seconds) = (read(state, id, amount)?, read(state, id, for_)?);
    let now = state.now;
    let (Some(director), Some(thread)) = (&mut state.director, state.threads.get(id)) else { return Ok(Flow::Next) };
    let sound = seconds > 0.0 && seconds.is_finite() && amount > 0.0 && amount.is_finite();
    let record = director.record(now, if sound { seconds } else { 0.0 }, || RecordKind::CameraShake { amount });
    if sound {
        let shakes = &mut scope_of(director, thread).shakes;
        shakes.retain(|shake| shake.end > now);
        shakes.push(Shake { start: now, end: now + seconds, amount, record });
    }
    Ok(Flow::Next)
}

/// A scope has ended: a shake in it that has not come to rest is cut off.
pub fn cut_off(director: &mut Director, shake: &Shake, now: f64) {
    if shake.end <= now {
        return;
    }
    director.set_dur(shake.record, now - shake.start);
    if shake.end > now + ROUNDING {
        let (done, of) = (now - shake.start, shake.end - shake.start);
        director.lose(|| Loss::Screen { what: "the camera's shake ran past it".to_owned(), done, of });
    }
}

/// How far the camera is moved by all that shakes it at `t`, and how far it may be, 1080p pixels.
pub fn shaken(director: &Director, t: f64) -> ((f64, f64), f64) {
    let all = director.scopes.values().flat_map(|scope| &scope.shakes).filter(|shake| shake.end > t);
    all.fold(((0.0, 0.0), 0.0), |((x, y), reach), shake| {
        let (dx, dy) = shake.at(t);
        ((x + dx, y + dy), reach + shake.reach(t))
    })
}
