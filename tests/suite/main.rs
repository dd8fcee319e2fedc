//! The one test binary: a module per phase, plus the laws over the whole house.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
mod cli;
mod engine;
mod expression;
mod face;
mod figure;
mod film;
mod fuzz;
mod golden;
mod kit;
mod language;
mod pack;
mod program;
mod sound;
mod paint;
mod readme;
mod stage;
mod structure;
mod tools;
