//! A cartoon, scene or behaviour: JSON → validated, desugared [`tree::Program`]; the text view; the schema.
mod build;
mod describe;
mod faults;
pub mod json;
mod load;
mod schema;
mod text;
pub mod tree;

pub use describe::{TOPICS, describe, overview};
pub use load::{Loaded, content, load, load_json, load_pack, load_value};
pub use schema::schema;
pub use text::text;
