//! The engine: a validated [`Program`](crate::program::tree::Program) → exact poses, frames and a timeline. A discrete-event
//! scheduler with exact times (§0); a frame is a pure function of the program, the options and the time.
//!
//! Enters: programs, characters, inputs, times. Leaves: [`FrameState`](crate::frame::FrameState)s,
//! [`Pose`](crate::frame::Pose)s and timeline [`Record`]s. Knows no shapes, no pixels, no files.
mod act;
mod channels;
mod code;
mod control;
mod director;
mod end;
mod error;
mod frame;
mod glide;
mod ids;
mod instance;
mod mood;
mod motion;
mod options;
mod packs;
mod plan;
mod pose;
mod pose_at;
mod queue;
mod reach;
mod read;
mod runtime;
mod speech;
mod start;
mod state;
mod step;
mod thread;
mod wait;

pub use director::record::{Record, RecordKind};
pub use error::{Fault, RunError, StartError};
pub use ids::InstanceId;
pub use options::{Behaviours, CharacterFacts, Characters, FrameRate, LONGEST, Options, Speech, SpeechOptions, Voices};
pub use packs::{IDLE, from_catalog, missing};
pub use pose_at::{PoseCache, PoseSettings};
pub use runtime::{BehaviourOptions, CharacterId, Happening, Runtime};
pub use speech::estimate;
