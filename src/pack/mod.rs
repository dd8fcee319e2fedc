//! Packs: named, versioned pieces of content (supplement, "Packs"): bytes → [`Catalog`].
//!
//! Enters: the bytes of pack files, from a folder somebody read or compiled in. Leaves: packs by id and version, the
//! shipped art beside them, and a folder's index. Never reads a file itself and draws nothing.
mod catalog;
mod index;
mod look;
mod manifest;
mod shipped;
mod source;
mod version;

pub use catalog::Catalog;
pub use index::{Art, Entry, INDEX, Index};
pub use look::Dressed;
pub use manifest::{Pack, PackKind};
pub use shipped::{shipped, shipped_file};
pub use source::{Reader, Source, sha256};
pub use version::Version;
