//! The film stage by itself: frames made up here, no cartoon anywhere.
mod container;
mod convert;
mod films;
mod form;
mod pool;
mod rate;
