//! Packs: named, versioned pieces of content (supplement, "Packs"): bytes → [`Catalog`].
//!
//! Enters: the bytes of pack files, from a folder somebody read or compiled in. Leaves: packs by id and version, and the
//! shipped art beside them. Never reads a file itself and draws nothing.
mod catalog;
mod look;
mod manifest;
mod shipped;
mod version;

pub use catalog::Catalog;
pub use look::Dressed;
pub use manifest::{Pack, PackKind};
pub use shipped::{shipped, shipped_file};
pub use version::Version;
