//! jabber-render turns a cartoon, a small JSON program in the Jabbertoon block language, into a film: without a display
//! or a GPU, on any machine, the same film every time.
//!
//! The modules are the stages of a film strip. Each takes one named piece of data and hands on the next; a module
//! imports only modules above it in this list (`tests/suite/structure.rs` holds that):
//!
//! ```text
//! cartoon.json ─program─▶ Program ─engine─▶ FrameState ─figure, stage─▶ DisplayList ─paint─▶ Pixmap ─film─▶ out.mp4
//! ```
pub mod cli;
pub mod diagnostic;
pub mod display;
pub mod engine;
pub mod expression;
pub mod figure;
pub mod film;
pub mod frame;
pub mod maths;
pub mod pack;
pub mod paint;
pub mod program;
pub mod stage;
pub mod vocabulary;
