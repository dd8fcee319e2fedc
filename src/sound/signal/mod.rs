//! The tools of sound: noise, filters, levels. Numbers in, numbers out, the same on every machine.
pub mod curve;
pub mod filter;
pub mod level;
pub mod points;
pub mod random;
