//! How programs run: behaviours on 0, 2, 4 and 6 legs, quietly and while talking, scenes and cartoons to their end. Every number of
//! every pose is finite, and what moves is the same, to the bit, however the clock is stepped.
use crate::diagnostic::Diagnostic;
use crate::engine::{BehaviourOptions, Options, RunError, Runtime, StartError, from_catalog};
use crate::frame::{Pose, ReachTarget};
use crate::pack::Catalog;
use crate::program::tree::Program;
use std::sync::Arc;

/// The bodies a behaviour has to be right on, by their legs.
const LEGS: [f64; 4] = [0.0, 2.0, 4.0, 6.0];
/// Loudness and talking: silent, and in the middle of a line.
const INPUTS: [(f64, f64); 2] = [(0.0, 0.0), (0.6, 1.0)];
/// Seconds a behaviour runs that does not say how long it is shown, and the most that one does.
const SECONDS: f64 = 4.0;
const LONGEST: f64 = 20.0;
/// Seconds of a cartoon that are run; its plan has seen all of it.
const RUN: f64 = 300.0;
/// Frames a second: the fine steps of a film, and how often a cartoon is looked at.
const FINE: f64 = 24.0;
const SEEN: f64 = 4.0;
/// Moments at which the steppings have to agree, as shares of the whole.
const AGREE: [f64; 4] = [0.23, 0.5, 0.77, 1.0];
/// Blocks that a run may take: what needs more hangs.
const BLOCKS: u64 = 2_000_000;

/// The first fault of a behaviour that is shown for `dur` seconds.
pub(super) fn behaviour(program: &Arc<Program>, dur: Option<f64>) -> Vec<Diagnostic> {
    let until = dur.filter(|dur| *dur > 0.0).map_or(SECONDS, |dur| 2.0 * dur).min(LONGEST);
    let mut faults = Vec::new();
    for legs in LEGS {
        for inputs in INPUTS {
            match acted(program, (legs, inputs), until) {
                Ok(warnings) => faults.extend(warnings),
                Err(fault) => faults.push(fault),
            }
        }
    }
    // What is wrong on every body is told once.
    let mut told: Vec<Diagnostic> = Vec::new();
    faults.retain(|fault| {
        let new = !told.iter().any(|other| other.path == fault.path);
        told.extend(new.then(|| fault.clone()));
        new
    });
    faults
}

/// How a behaviour begins on a body.
type Body = (f64, (f64, f64));

fn begun(program: &Arc<Program>, (legs, (loud, talking)): Body) -> Result<(Runtime, crate::engine::CharacterId), Diagnostic> {
    let mut runtime = Runtime::new(Options { max_blocks: BLOCKS, ..Options::default() });
    let character = runtime.add_character("A", legs);
    runtime.begin_inputs(character, loud, talking);
    let failed = |error| failed(&error, &format!("on {legs} legs"));
    runtime.start_behaviour(character, program, &BehaviourOptions::default()).map_err(failed)?;
    Ok((runtime, character))
}

/// Runs it in three ways; its warnings.
fn acted(program: &Arc<Program>, body: Body, until: f64) -> Result<Vec<Diagnostic>, Diagnostic> {
    let on = format!("on {} legs", body.0);
    let run = |fine: Option<f64>| -> Result<(Vec<Pose>, Runtime), Diagnostic> {
        let (mut runtime, character) = begun(program, body)?;
        let mut poses = Vec::with_capacity(AGREE.len());
        for share in AGREE {
            steps(&mut runtime, fine, share * until).map_err(|error| failed(&error, &on))?;
            poses.push(runtime.pose(character).map_err(|error| failed(&error, &on))?);
        }
        Ok((poses, runtime))
    };
    let (coarse, runtime) = run(None)?;
    let (fine, stepped) = run(Some(FINE))?;
    // What asks once a step what is loud or true may tell one stepping from another (§0).
    let polls = runtime.polled() || stepped.polled();
    // The debug form of a double reads back to the same double.
    let apart = coarse.iter().zip(&fine).position(|(one, other)| format!("{one:?}") != format!("{other:?}"));
    if let (Some(at), false) = (apart, polls) {
        let t = AGREE.get(at).copied().unwrap_or_default() * until;
        return Err(Diagnostic::error("content", format!("{on} its pose at {t} s depends on how time is stepped")));
    }
    let (mut runtime, character) = begun(program, body)?;
    let frames = (until * FINE) as u32;
    for frame in 0..=frames {
        let t = f64::from(frame) / FINE;
        runtime.step_to(t).map_err(|error| failed(&error, &on))?;
        let pose = runtime.pose(character).map_err(|error| failed(&error, &on))?;
        if let Some(channel) = infinite(&pose) {
            return Err(Diagnostic::error("content", format!("{on} {channel} is no finite number at {t:.3} s")));
        }
    }
    Ok(told(&runtime, &on))
}

/// Steps to a moment, finely or at once.
fn steps(runtime: &mut Runtime, fine: Option<f64>, t: f64) -> Result<(), RunError> {
    if let Some(rate) = fine {
        let mut frame = (runtime.now() * rate).floor() + 1.0;
        while frame / rate < t {
            runtime.step_to(frame / rate)?;
            frame += 1.0;
        }
    }
    runtime.step_to(t)
}

/// A channel of a pose that is NaN or infinite.
pub(in crate::cli) fn infinite(pose: &Pose) -> Option<String> {
    let Pose { dx, dy, sx, sy, rot, mouth, blink, .. } = *pose;
    let whole = [("dx", dx), ("dy", dy), ("sx", sx), ("sy", sy), ("rot", rot), ("mouth", mouth), ("blink", blink)];
    let whole = whole.into_iter().map(|(name, value)| (name.to_owned(), value));
    let parts = pose.parts.iter().map(|(key, value)| (format!("part:{key}"), *value));
    let lifts = pose.lift.iter().map(|(key, value)| (format!("lift:{key}"), *value));
    let reaches = pose.reach.iter().flat_map(|(end, reach)| {
        let (x, y) = match reach.target {
            ReachTarget::Point { x, y } => (x, y),
            ReachTarget::Spot { dx, dy, .. } => (dx, dy),
        };
        [x, y, reach.weight].map(|value| (format!("the reach of {end:?}"), value))
    });
    let mut all = whole.chain(parts).chain(lifts).chain(reaches);
    all.find(|(_, value)| !value.is_finite()).map(|(name, _)| name)
}

/// The faults of a run, at its block when it is one of this pack's.
fn failed(error: &RunError, when: &str) -> Diagnostic {
    let path = if error.path.is_empty() || error.is_in_pack() { "content" } else { &*error.path };
    let fault = Diagnostic::error(path, format!("{when} it fails: {}", error.fault));
    error.fault.hint().map_or(fault.clone(), |hint| fault.hint(hint))
}

/// What is wrong with a scene or a cartoon as it runs.
pub(super) fn cartoon(program: &Arc<Program>, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let (behaviours, characters) = from_catalog(catalog);
    let options = Options {
        behaviours: Some(behaviours),
        characters: Some(characters),
        max_blocks: BLOCKS,
        ..Options::default()
    };
    match played(program, &options) {
        Ok(faults) => faults,
        Err(fault) => vec![fault],
    }
}

fn played(program: &Arc<Program>, options: &Options) -> Result<Vec<Diagnostic>, Diagnostic> {
    let begun = || {
        let mut runtime = Runtime::new(options.clone());
        let started = runtime.start_cartoon(program, &[]);
        started.map(|()| runtime).map_err(|error| match error {
            StartError::Plan(error) | StartError::Run(error) => failed(&error, "as it is planned"),
            other => Diagnostic::error("content", other.to_string()),
        })
    };
    let (mut fine, mut coarse) = (begun()?, begun()?);
    let mut faults = Vec::new();
    let Some(duration) = fine.duration() else {
        let held = fine.unending().map_or(String::new(), |(path, word)| format!(": the \"{word}\" at {path} keeps it going"));
        return Err(Diagnostic::error("content", format!("it does not end{held}")));
    };
    if duration <= 0.0 {
        faults.push(Diagnostic::error("content", "it lasts no time"));
    }
    let until = duration.min(RUN);
    let run = |error: RunError| failed(&error, "as it runs");
    for frame in 0..=(until * SEEN) as u32 {
        let t = f64::from(frame) / SEEN;
        steps(&mut fine, Some(FINE), t).map_err(run)?;
        let state = fine.frame().map_err(run)?;
        for character in &state.characters {
            if let Some(channel) = infinite(&character.pose) {
                let message = format!("{channel} of {} is no finite number at {t} s", character.id);
                return Err(Diagnostic::error("content", message));
            }
        }
    }
    for share in AGREE {
        steps(&mut coarse, None, share * until).map_err(run)?;
    }
    steps(&mut fine, Some(FINE), until).map_err(run)?;
    let drawn = fine.pose_drew_random() || coarse.pose_drew_random();
    let (one, other) = (fine.frame().map_err(run)?, coarse.frame().map_err(run)?);
    if !drawn && !fine.polled() && !coarse.polled() && format!("{one:?}") != format!("{other:?}") {
        faults.push(Diagnostic::error("content", format!("its frame at {until} s depends on how time is stepped")));
    }
    // Packs that there are not have been told of at their lines.
    faults.extend(told(&fine, "as it runs").into_iter().filter(|fault| !fault.message.starts_with("behaviour pack ")));
    Ok(faults)
}

/// What a run has to say: what it went on without is an error, the rest a warning.
fn told(runtime: &Runtime, when: &str) -> Vec<Diagnostic> {
    let failures = runtime.failures();
    let words: Vec<String> = failures.iter().map(ToString::to_string).collect();
    let rest = runtime.warnings().iter().filter(|warning| !words.iter().any(|word| warning.contains(word)));
    let rest = rest.map(|warning| Diagnostic::warning("content", warning));
    failures.iter().map(|error| failed(error, when)).chain(rest).collect()
}
