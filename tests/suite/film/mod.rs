//! The film stage by itself: frames made up here, no cartoon anywhere.
mod animate;
mod chunks;
mod container;
mod convert;
mod films;
mod form;
mod incremental;
mod pool;
mod rate;
mod subtitles;
