//! What the fuzz targets do with their inputs: each `run` takes any bytes and panics where a law of the program does not hold.
//! cargo-fuzz calls them with inputs of its own, the suite with the kept corpus (`corpus/TARGET`).
pub mod dictionary;
pub mod expression;
pub mod made;
pub mod mutated;
pub mod pack;
pub mod picture;
pub mod played;
pub mod program;
pub mod template;
