//! The block table: every block of the language, one row each, by family.
mod common;
mod control;
mod friendly;
mod held;
mod primitive;
mod program;
mod scene;
mod show;
mod skeleton;
mod sound;
mod staging;

pub use program::{CAPTIONS, CAST_ENTRY, HATS, HatSpec, LIFE, LOOK, PLACE_ENTRY, PROGRAM, PROP, PROP_LOOK, TOP};

use super::block::BlockSpec;

/// Arguments allowed on any block (§1).
pub const ANYWHERE: &[&str] = &["op", "note", "id"];

/// Every block, in the order of `describe`.
pub fn blocks() -> impl Iterator<Item = &'static BlockSpec> + Clone {
    let families = [
        control::BLOCKS,
        scene::BLOCKS,
        show::BLOCKS,
        held::BLOCKS,
        sound::BLOCKS,
        staging::BLOCKS,
        friendly::BLOCKS,
        primitive::BLOCKS,
        skeleton::BLOCKS,
    ];
    families.into_iter().flatten()
}

/// The row of a block's word.
pub fn block(op: &str) -> Option<&'static BlockSpec> {
    blocks().find(|spec| spec.op == op)
}
