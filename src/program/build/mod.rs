//! Located JSON → the validated, desugared program. Every fault is collected; after it nothing fails on the author's words.
mod args;
mod argument;
mod blocks;
mod cast;
mod control;
mod follow;
mod friendly;
mod hats;
mod named;
mod pass;
mod primitive;
mod program;
mod scene;
mod show;
mod skeleton;
mod values;
mod words;

pub(super) use program::{build, cartoon_content};
