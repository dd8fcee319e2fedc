//! A cartoon, scene or behaviour: JSON → validated, desugared [`tree::Program`]; the text view; the schema.
mod build;
mod faults;
pub mod json;
mod load;
pub mod tree;

pub use load::{Loaded, load, load_json, load_value};
