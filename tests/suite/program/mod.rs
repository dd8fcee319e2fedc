//! Loading: JSON faults, validation faults with their paths, and what the friendly blocks become.
mod anything;
mod describe;
mod desugar;
mod faults;
mod json;
mod located;
mod parts;
mod schema;
pub mod table;
mod text;
