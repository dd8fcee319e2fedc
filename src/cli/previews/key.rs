//! What a preview depends on: a pack, everything it refers to and what was asked for enter, a hash leaves.
use crate::cli::shapes::Shapes;
use crate::pack::{Catalog, Pack};
use std::sync::Arc;

/// The hash of all that the preview of a pack depends on, under these options; they may say whom it is shown on.
pub(super) fn key(pack: &Arc<Pack>, catalog: &Catalog, options: &str) -> String {
    let mut shapes = Shapes::new(catalog, options);
    shapes.pack(pack, options);
    shapes.hash()
}
