//! A cartoon, scene or behaviour: JSON → validated, desugared [`tree::Program`]; the text view; the schema.
pub mod tree;
