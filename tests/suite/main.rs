//! The one test binary: a module per phase, plus the laws over the whole house.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
mod cli;
mod engine;
mod expression;
mod face;
#[cfg(unix)]
mod faults;
mod figure;
mod film;
mod fuzz;
mod golden;
mod kit;
mod language;
mod motion;
mod pack;
mod program;
// What is expected is worked out with std's own functions: nothing of it is ever heard.
#[allow(clippy::disallowed_methods)]
mod sound;
mod paint;
mod readme;
mod stage;
mod structure;
mod tools;
