//! JSON with places: bytes → a tree in which every value and key knows its byte range, or the fault that forbids it.
//!
//! The grammar is strict (ruling 49): no comments, no trailing commas, no NaN, no duplicate keys; serde_json judges it and
//! jsonc-parser gives the ranges. Knows nothing of programs.
mod judge;
mod parse;
mod tree;

pub use parse::parse;
pub use tree::{Json, Member, Node, quoted};

/// The largest input, bytes.
pub const LARGEST: usize = 64 << 20;

/// The most values: each takes a few hundred bytes of memory, and the longest cartoon has a hundredth of them.
pub const MOST_VALUES: usize = 1_000_000;

/// The deepest nesting of lists and objects.
pub const DEEPEST: usize = 200;
