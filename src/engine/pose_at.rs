//! One behaviour's pose at any time (§6): the same bits as a fresh runtime stepped once to it. Runtimes of recent calls are
//! kept warm and stepped on, but only while that gives the same bits.
use super::error::RunError;
use super::options::Options;
use super::runtime::{BehaviourOptions, CharacterId, Runtime};
use crate::frame::Pose;
use crate::program::tree::Program;
use std::sync::Arc;

/// What a behaviour is posed with.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseSettings {
    /// Its dur and params.
    pub behaviour: BehaviourOptions,
    /// Number of legs; 2.
    pub legs: f64,
    /// Voice level 0..1, from the beginning.
    pub loud: f64,
    /// Talking input, from the beginning.
    pub talking: f64,
    /// Seed; 1.
    pub seed: u32,
}

impl Default for PoseSettings {
    fn default() -> Self {
        Self { behaviour: BehaviourOptions::default(), legs: 2.0, loud: 0.0, talking: 0.0, seed: 1 }
    }
}

/// A runtime kept warm.
#[derive(Debug)]
struct Warm {
    program: Arc<Program>,
    settings: PoseSettings,
    runtime: Runtime,
    character: CharacterId,
}

/// Poses of behaviours, with the runtimes of recent calls.
#[derive(Debug, Default)]
pub struct PoseCache {
    /// The last used is last.
    warm: Vec<Warm>,
}

/// Runtimes kept: a few behaviours seen at a few settings (tuned by eye; each is some kilobytes).
const KEPT: usize = 12;

/// True when two calls ask for the same behaviour, their inputs aside. By value: numbers by their bits.
fn same_but_inputs(a: &PoseSettings, b: &PoseSettings) -> bool {
    let numbers = |s: &PoseSettings| [s.behaviour.dur.to_bits(), s.legs.to_bits(), u64::from(s.seed)];
    let params = |s: &PoseSettings| {
        let params = s.behaviour.params.iter().map(|(name, value)| (name.clone(), value.to_bits()));
        params.collect::<Vec<_>>()
    };
    numbers(a) == numbers(b) && params(a) == params(b)
}

fn same_inputs(a: &PoseSettings, b: &PoseSettings) -> bool {
    let bits = |s: &PoseSettings| (s.loud.to_bits(), s.talking.to_bits());
    bits(a) == bits(b)
}

impl Warm {
    fn fresh(program: &Arc<Program>, settings: &PoseSettings) -> Result<Warm, RunError> {
        let mut runtime = Runtime::new(Options { seed: settings.seed, ..Options::default() });
        let character = runtime.add_character("character", settings.legs);
        runtime.begin_inputs(character, settings.loud, settings.talking);
        runtime.start_behaviour(character, program, &settings.behaviour)?;
        Ok(Warm { program: program.clone(), settings: settings.clone(), runtime, character })
    }

    /// True while stepping on to `tau` gives the same bits as from scratch.
    fn serves(&self, program: &Arc<Program>, settings: &PoseSettings, tau: f64) -> bool {
        let runtime = &self.runtime;
        Arc::ptr_eq(&self.program, program)
            && same_but_inputs(&self.settings, settings)
            && tau >= runtime.now()
            && !runtime.polled()
            && !runtime.pose_drew_random()
            && (same_inputs(&self.settings, settings) || !runtime.inputs_read())
    }
}

impl PoseCache {
    /// The pose of a behaviour at `tau` seconds after its start.
    ///
    /// # Errors
    /// When a block, a tick or a live value names something unknown.
    pub fn pose_at(&mut self, program: &Arc<Program>, settings: &PoseSettings, tau: f64) -> Result<Pose, RunError> {
        let found = self.warm.iter().position(|warm| warm.serves(program, settings, tau));
        let mut warm = match found {
            Some(at) => self.warm.remove(at),
            None => Warm::fresh(program, settings)?,
        };
        warm.runtime.begin_inputs(warm.character, settings.loud, settings.talking);
        warm.settings = settings.clone();
        warm.runtime.step_to(tau)?;
        let pose = warm.runtime.pose(warm.character)?;
        if self.warm.len() >= KEPT {
            self.warm.remove(0);
        }
        self.warm.push(warm);
        Ok(pose)
    }
}
