//! jabber-render turns a cartoon, a small JSON program in the Jabbertoon block language, into a film: without a display
//! or a GPU, on any machine, the same film every time.
//!
//! The modules are the stages of a film strip. Each takes one named piece of data and hands on the next; a module
//! imports only modules above it in this list (`tests/suite/structure.rs` holds that):
//!
//! ```text
//! cartoon.json ─program─▶ Program ─engine─▶ FrameState ─figure, stage─▶ DisplayList ─paint─▶ Pixmap ─film─▶ out.mp4
//!                                   └─ timeline ─sound─▶ soundtrack ─────────────────────────────────▲
//! ```
pub mod diagnostic;
pub mod maths;
pub mod vocabulary;
pub mod expression;
pub mod program;
pub mod pack;
pub mod frame;
pub mod display;
pub mod engine;
pub mod figure;
pub mod stage;
pub mod pages;
pub mod paint;
pub mod sound;
pub mod film;
pub mod golden;
pub mod cli;
