//! Lists of blocks: each block's row is looked up, its arguments read, and its primitive blocks made.
use super::args::Args;
use super::pass::{Pass, suggestion};
use super::{control, friendly, primitive, scene, show, skeleton};
use crate::program::faults::Path;
use crate::program::json::{Json, quoted};
use crate::program::tree::{Block, Op};
use crate::vocabulary::block::{BlockSpec, Family};
use crate::vocabulary::table::{block, blocks};

impl Pass<'_> {
    /// A list of blocks.
    pub(super) fn body(&mut self, json: &Json, path: &Path) -> Vec<Block> {
        let Some(items) = json.items() else {
            self.faults.error(path, json, format!("expected a list of blocks, found {}", json.describe()));
            return Vec::new();
        };
        let mut made = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            self.block(item, &path.index(index), &mut made);
        }
        made
    }

    fn block(&mut self, json: &Json, path: &Path, made: &mut Vec<Block>) {
        let Some(spec) = self.row(json, path) else {
            return;
        };
        let mut args = Args::read(self, spec, json, path);
        let ops = match spec.family {
            Family::Control => control::ops(self, &mut args),
            Family::Primitive => primitive::ops(self, &args),
            Family::Skeleton => skeleton::ops(self, &args),
            Family::Friendly => friendly::ops(self, &args),
            Family::Scene => scene::ops(self, &mut args),
            Family::Show => show::ops(self, &args),
        };
        made.extend(ops.into_iter().map(|op| self.made(&args, op)));
    }

    /// A block of the program, with the path and the word of the author's.
    pub(super) fn made(&mut self, args: &Args, op: Op) -> Block {
        Block { id: self.new_id(), path: args.path.to_string().into(), word: args.spec.op, op }
    }

    /// The table's row, when the block is an object with a known word that may stand here.
    fn row(&mut self, json: &Json, path: &Path) -> Option<&'static BlockSpec> {
        if !json.is_object() {
            self.faults.error(path, json, format!("expected a block, found {}", json.describe()));
            return None;
        }
        let path = &path.key("op");
        let Some(op) = json.get("op") else {
            self.faults.error_hint(path, json, "the block has no \"op\"", "for example {\"op\": \"wait\", \"for\": 1}");
            return None;
        };
        let Some(word) = op.text() else {
            self.faults.error(path, op, format!("\"op\" is a block's word, not {}", op.describe()));
            return None;
        };
        let Some(spec) = block(word) else {
            let fits = |spec: &&BlockSpec| self.may_hold(spec.family);
            let hint = self.hint(|| suggestion(word, "blocks", blocks().filter(fits).map(|spec| spec.op)));
            self.faults.error_hint(path, op, format!("there is no block {}", quoted(word)), hint);
            return None;
        };
        if spec.extension {
            self.faults.extension(path, op, &format!("{word:?}"));
        }
        if self.may_hold(spec.family) {
            return Some(spec);
        }
        let (message, hint) = if self.in_scene() {
            (format!("{word:?} moves a character; a scene cannot"), "`does` starts a behaviour that can")
        } else {
            (format!("{word:?} belongs to a scene; a behaviour moves one character"), "put it in a scene's script")
        };
        self.faults.error_hint(path, op, message, hint);
        None
    }

    fn may_hold(&self, family: Family) -> bool {
        if self.in_scene() { family.in_scene() } else { family.in_behaviour() }
    }
}
