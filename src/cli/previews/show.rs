//! A small cartoon that shows a pack: a program enters, its stage, its clock and its frames leave.
use super::{Desk, faults};
use crate::cli::hearing::Hearing;
use crate::cli::studio::{Artist, Studio};
use crate::cli::{Beside, args, bubbles, captions, drawing, packs, play};
use crate::diagnostic::Severity;
use crate::engine::{Options, Runtime, StartError, from_catalog};
use crate::film::Rate;
use crate::frame::FrameState;
use crate::paint::Picture;
use crate::program::tree::Program;
use crate::program::{Loaded, load_value};
use crate::sound::spool::Spool;
use serde_json::{Value, json};
use std::sync::Arc;

/// The name of the ground that previews stand on, as a picture.
pub(super) const GROUND: &str = "preview-ground.svg";
/// How a body stands that shows something: as in a film. The camera brings it near.
pub(super) const STANDS: (f64, f64, f64) = (0.5, 0.9, 0.52);
/// Seconds that a cartoon may last of which a clip is taken.
const LONGEST: f64 = 600.0;

/// A cartoon on its stage.
pub(super) struct Show {
    /// Its clock.
    pub runtime: Runtime,
    /// Where it is drawn.
    pub studio: Studio,
    /// The program.
    pub program: Arc<Program>,
    options: Options,
}

/// The ground of previews in two colours: the wall's and the floor's.
pub(super) fn ground(beside: Beside, [wall, floor]: [&str; 2]) -> Beside {
    let svg = include_str!("ground.svg").replace("#D9E4EA", wall).replace("#BFD0D8", floor);
    beside.with_picture(GROUND, svg.into_bytes())
}

/// A cartoon of one scene on that ground, or at a place, with one character or none, that lasts `seconds`.
pub(super) fn scene(cast: &Value, place: Option<&Value>, mut body: Vec<Value>, seconds: f64) -> Value {
    body.push(json!({"op": "wait", "for": seconds + 1.0}));
    let place = place.cloned().unwrap_or_else(|| json!({"background": GROUND}));
    json!({
        "v": 1, "kind": "cartoon", "cast": cast, "places": {"here": place},
        "scripts": [{"hat": {"on": "scene", "name": "preview", "place": "here"}, "body": body}],
    })
}

/// Why a cartoon did not start.
fn unstarted(error: StartError) -> String {
    match error {
        StartError::Plan(error) | StartError::Run(error) => faults::of_run(&error),
        other => other.to_string(),
    }
}

impl Show {
    /// Sets the stage for a cartoon.
    ///
    /// # Errors
    /// What is wrong with it; that something would have to stand in for what it names, too.
    pub fn of(cartoon: &Value, beside: &Beside, desk: &Desk, size: args::Size, rate: Rate) -> Result<Show, String> {
        Self::loaded(load_value(cartoon), beside, desk, size, rate)
    }

    /// The same of a program that has been read.
    ///
    /// # Errors
    /// As [`Show::of`].
    pub fn loaded(
        mut loaded: Loaded,
        beside: &Beside,
        desk: &Desk,
        size: args::Size,
        rate: Rate,
    ) -> Result<Show, String> {
        let catalog = &desk.subjects.catalog;
        let replaced = drawing::check(&mut loaded, catalog, beside, &desk.shelf);
        if let Some(fault) = loaded.diagnostics.iter().find(|fault| fault.severity == Severity::Error) {
            return Err(fault.to_string());
        }
        // What is only heard a picture does not lack.
        let heard = |path: &str| [".file", ".clip", ".voice"].iter().any(|end| path.ends_with(end));
        if let Some(fault) = replaced.stand_ins.iter().find(|fault| !heard(&fault.path)) {
            return Err(fault.to_string());
        }
        let program = loaded.program.clone().ok_or("it cannot be shown")?;
        let (behaviours, characters) = from_catalog(catalog);
        let voice = args::Voice { voice: Some(args::Speaks::None), speech_dir: None };
        let root = loaded.root;
        let hearing = Hearing::new((&program, root, beside), catalog, &voice, (rate.time(1), Spool::default()));
        let options = hearing.answers(Options {
            fps: play::frame_rate(rate),
            aspect: f64::from(size.width) / f64::from(size.height),
            behaviours: Some(behaviours),
            characters: Some(characters),
            stop: Some(Arc::clone(&desk.interrupt.stop)),
            max_duration: LONGEST,
            ..Options::default()
        });
        let mut runtime = Runtime::new(options.clone());
        runtime.start_cartoon(&program, &[]).map_err(unstarted)?;
        let timeline = runtime.timeline();
        let lettering = captions::Captions::default().lettering(&program, &replaced.fonts, timeline, catalog);
        let mut studio = Studio::new(&program, beside, timeline, catalog, size, lettering);
        let until = runtime.duration().unwrap_or(LONGEST);
        bubbles::settle(&mut studio, || play::ahead(&program, options.clone()), rate, until);
        Ok(Show { runtime, studio, program, options })
    }

    /// Begins again: the same stage, a new clock.
    ///
    /// # Errors
    /// When a block fails, or the person stops it.
    pub fn restart(&mut self) -> Result<(), String> {
        self.runtime = Runtime::new(self.options.clone());
        self.runtime.start_cartoon(&self.program, &[]).map_err(unstarted)
    }

    /// The state at each of some instants, seconds, in ascending order.
    ///
    /// # Errors
    /// As [`Show::step`] and [`Show::frame`].
    pub fn states(&mut self, times: impl Iterator<Item = f64>) -> Result<Vec<FrameState>, String> {
        let mut states = Vec::new();
        for t in times {
            self.step(t)?;
            states.push(self.frame()?);
        }
        Ok(states)
    }

    /// Goes on to an instant, seconds.
    ///
    /// # Errors
    /// When a block fails, one that a film would go on without too, or the person stops it.
    pub fn step(&mut self, t: f64) -> Result<(), String> {
        self.runtime.step_to(t).map_err(|error| faults::of_run(&error))?;
        self.runtime.failures().first().map_or(Ok(()), |error| Err(faults::of_run(error)))
    }

    /// The state now.
    ///
    /// # Errors
    /// When a block fails, or a number of a pose is not finite.
    pub fn frame(&mut self) -> Result<FrameState, String> {
        let state = self.runtime.frame().map_err(|error| faults::of_run(&error))?;
        let odd = state.characters.iter().find_map(|character| packs::infinite(&character.pose));
        match odd {
            Some(channel) => Err(format!("content: {channel} is no finite number at {:.3} s", state.t)),
            None => Ok(state),
        }
    }

    /// The picture of a state.
    pub fn still(&self, state: &FrameState) -> Picture {
        Artist::new(&self.studio).draw(&self.studio, state).0.clone()
    }
}
