//! The cells of a sheet that shows one body: moods, shapes of the lips, joints, hands, moments of a behaviour.
use super::CliError;
use super::sheet::Args;
use crate::engine::{PoseCache, PoseSettings, from_catalog};
use crate::figure::Figure;
use crate::figure::body::{Body, Shape};
use crate::figure::face::{Viseme, mood_words};
use crate::figure::rig::Bone;
use crate::figure::template::Template;
use crate::frame::Pose;
use crate::pack::Catalog;
use crate::program::tree::PackRef;
use crate::stage::{Cell, Focus};
use crate::vocabulary::{PartKey, Role, View};
use kurbo::{Point, Rect, Shape as _};
use std::sync::Arc;

/// Makes a cell of a label, a pose and what of it is shown.
pub(super) type MakeCell<'c, 'a> = dyn Fn(String, Pose, Focus) -> Cell<'a> + 'c;

pub(super) fn moods<'a>(cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let of = |mood: &str| cell(mood.to_owned(), Pose { mood: Some(mood.into()), ..Pose::default() }, Focus::Head);
    mood_words().map(of).collect()
}

pub(super) fn mouths<'a>(cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let mut cells = Vec::new();
    for mood in ["neutral", "happy", "angry", "sad"] {
        for (word, shape) in Viseme::WORDS {
            let pose = Pose { mood: Some(mood.into()), ..Pose::default() };
            cells.push(Cell { lips: Some(*shape), ..cell(format!("{mood} {word}"), pose, Focus::Head) });
        }
    }
    cells
}

/// Every joint at its least and at its most.
pub(super) fn joints<'a>(figure: &Figure, args: &Args, cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let bones = figure.body(args.view).map(|body| &body.bones[..]).unwrap_or_default();
    let mut cells = Vec::new();
    for bone in bones {
        let (Some(key), Some(limits)) = (&bone.key, bone.limits) else { continue };
        for angle in [limits.min, limits.max].into_iter().filter(|angle| *angle != 0.0) {
            let pose = Pose { parts: vec![(key.clone(), angle)], ..Pose::default() };
            cells.push(cell(format!("{key} {angle}°"), pose, Focus::Whole));
        }
    }
    cells
}

/// A hand's cell shows this much more than the farthest fingertip's way from the wrist.
const AROUND: f64 = 1.12;

/// Units from a hand's joint to the farthest point of its poses.
fn length(body: &Body, hand: usize) -> f64 {
    let wrist = body.bones.get(hand).map_or(Point::ZERO, |bone| bone.pivot);
    let poses = body.art.get(hand).into_iter().flatten().filter_map(|piece| match &piece.shape {
        Shape::Hand(poses) => Some(poses.iter().flat_map(|(_, pieces)| pieces)),
        _ => None,
    });
    let corners = poses.flatten().filter_map(|piece| match &piece.shape {
        Shape::Still(path) => Some(path.bounding_box()),
        _ => None,
    });
    let far =
        |b: Rect| [(b.x0, b.y0), (b.x0, b.y1), (b.x1, b.y0), (b.x1, b.y1)].map(|at| (Point::from(at) - wrist).hypot());
    corners.flat_map(far).fold(0.0, f64::max)
}

pub(super) fn hands<'a>(template: &Template, figure: &Figure, args: &Args, cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let Some(body) = figure.body(args.view) else { return Vec::new() };
    let of = |(i, bone): (usize, &Bone)| Some((bone.key.clone()?, AROUND * length(body, i)));
    let hands: Vec<(PartKey, f64)> =
        body.bones.iter().enumerate().filter(|(_, b)| b.is(&Role::Hand)).filter_map(of).collect();
    let mut cells = Vec::new();
    for pose in template.hands.keys() {
        for (key, around) in &hands {
            let focus = Focus::Joint(key.clone(), *around);
            cells.push(Cell { grip: Some(pose.clone()), ..cell(format!("{pose} {key}"), Pose::default(), focus) });
        }
    }
    cells
}

/// Eight poses of a behaviour.
pub(super) fn moments(
    args: &Args,
    template: &Template,
    id: &str,
    catalog: &Arc<Catalog>,
) -> Result<Vec<(f64, Pose)>, CliError> {
    let (behaviours, _) = from_catalog(catalog);
    let program = behaviours(&PackRef { id: id.into(), version: None })
        .map_err(|why| CliError::input(format!("no behaviour {id}: {why}")))?;
    let settings = PoseSettings { legs: f64::from(template.legs), ..PoseSettings::default() };
    let mut cache = PoseCache::default();
    // A walk begins softly: the first steps are left out.
    let from = if args.grid.walk { 0.8 } else { 0.0 };
    let moment = |k: u32| {
        let t = from + f64::from(k) * args.every;
        let pose = cache.pose_at(&program, &settings, t).map_err(|error| CliError::input(error.to_string()))?;
        Ok((t, Pose { view: pose.view.or(args.view).or(args.grid.walk.then_some(View::Side)), ..pose }))
    };
    (0..8).map(moment).collect()
}
