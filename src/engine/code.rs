//! A program as the runtime runs it: one flat list of instructions, so that a thread is a position and a stack. Enters: a
//! [`Program`]. Leaves: [`Code`]. Made once a program; never runs anything.
use super::channels::Channels;
use super::ids::Slot;
use crate::expression::Value;
use crate::program::tree::{Block, Op, Program, Span};
use crate::vocabulary::{Channel, PartKey};
use std::sync::Arc;

/// Position in [`Code::instrs`].
pub type Pc = u32;

/// One instruction.
#[derive(Clone, Debug)]
pub enum Instr {
    /// A block that contains no others, with the slots of its channels.
    Do(Arc<Op>, Box<[Slot]>),
    /// Waits.
    Wait(Span),
    /// Opens a `for`; its body follows, and after it comes `after`.
    For { span: Span, after: Pc },
    /// The body of a `for` is done.
    ForDone,
    /// Reads the condition; false goes to `exit`.
    While { cond: Value, exit: Pc },
    /// An iteration is done.
    WhileNext { cond: Value, body: Pc, empty: bool },
    /// Waits for the condition.
    Until(Value),
    /// Opens a loop of so many iterations; none goes to `exit`.
    Repeat { times: Value, exit: Pc },
    /// An iteration is done.
    RepeatNext { body: Pc, empty: bool },
    /// Opens an endless loop.
    Forever,
    /// An iteration is done.
    ForeverNext { body: Pc },
    /// False goes to `otherwise`.
    If { cond: Value, otherwise: Pc },
    /// Goes on elsewhere.
    Jump(Pc),
    /// Starts the branches and waits for them all.
    Together { branches: Box<[Pc]>, after: Pc },
    /// Ends a script or branch.
    End,
    /// `stop`.
    Stop,
    /// `stopAll`.
    StopAll,
}

/// Where a block stands among the others.
#[derive(Clone, Debug)]
pub struct Place {
    /// JSON path.
    pub path: Arc<str>,
    /// The op as written.
    pub word: &'static str,
    /// The block it is in.
    pub parent: Option<u32>,
    /// Written blocks after it in the same list.
    pub later: u32,
    /// The first of them.
    pub next: Option<u32>,
    /// Its list is the body of a loop.
    pub in_loop: bool,
    /// It is a `forever`.
    pub endless: bool,
    /// It is a `for`, which ends whatever is in it.
    pub cuts: bool,
    /// It repeats or waits: `forever while repeat until`.
    pub lasting: bool,
    /// Its list is a branch of a `together`.
    pub in_branch: bool,
}

/// A program made ready to run.
#[derive(Debug)]
pub struct Code {
    /// What it was made from.
    pub program: Arc<Program>,
    /// All scripts, one after another.
    pub instrs: Vec<Instr>,
    /// The block of each instruction.
    pub block: Vec<u32>,
    /// The blocks in reading order.
    pub places: Vec<Place>,
    /// Where each script starts.
    pub scripts: Vec<Pc>,
}

impl Instr {
    /// True for the first instruction of a block.
    pub fn is_head(&self) -> bool {
        use Instr::*;
        !matches!(self, ForDone | WhileNext { .. } | RepeatNext { .. } | ForeverNext { .. } | Jump(_) | End)
    }
}

impl Code {
    /// The block at a position.
    pub fn place(&self, pc: Pc) -> Option<&Place> {
        self.places.get(*self.block.get(pc as usize)? as usize)
    }
}

/// Makes a program ready.
pub fn compile(program: &Arc<Program>, channels: &mut Channels) -> Code {
    let code = Code { program: program.clone(), instrs: vec![], block: vec![], places: vec![], scripts: vec![] };
    let mut compiler = Compiler { code, channels, at: 0 };
    for script in &program.scripts {
        compiler.code.scripts.push(compiler.here());
        compiler.list(&script.body, None, List::Plain);
        compiler.emit(Instr::End);
    }
    compiler.code
}

/// What a list of blocks is to the block it is in.
#[derive(Clone, Copy, PartialEq)]
enum List {
    Plain,
    Loop,
    Branch,
}

struct Compiler<'a> {
    code: Code,
    channels: &'a mut Channels,
    /// The block being compiled.
    at: u32,
}

impl Compiler<'_> {
    fn here(&self) -> Pc {
        self.code.instrs.len() as Pc
    }

    fn emit(&mut self, instr: Instr) -> Pc {
        let pc = self.here();
        self.code.instrs.push(instr);
        self.code.block.push(self.at);
        pc
    }

    fn patch(&mut self, pc: Pc, instr: Instr) {
        if let Some(place) = self.code.instrs.get_mut(pc as usize) {
            *place = instr;
        }
    }

    /// A list of blocks. Depth is that of the text's own nesting, which is limited when it is read.
    fn list(&mut self, blocks: &[Block], parent: Option<u32>, list: List) {
        let outer = self.at;
        let mut ids = Vec::with_capacity(blocks.len());
        for block in blocks {
            let id = self.code.places.len() as u32;
            self.code.places.push(place_of(block, parent, list));
            ids.push(id);
            self.at = id;
            self.block(block, id);
        }
        self.at = outer;
        self.count_later(&ids);
    }

    /// Tells each block of a list what comes after it. The parts of one friendly block (one path) count once.
    fn count_later(&mut self, ids: &[u32]) {
        let (mut later, mut next): (u32, Option<(u32, Arc<str>)>) = (0, None);
        for id in ids.iter().rev() {
            let Some(place) = self.code.places.get_mut(*id as usize) else { continue };
            place.later = later;
            place.next = next.as_ref().map(|(id, _)| *id);
            if next.as_ref().is_none_or(|(_, path)| *path != place.path) {
                later += 1;
            }
            next = Some((*id, place.path.clone()));
        }
    }

    fn block(&mut self, block: &Block, id: u32) {
        match &block.op {
            Op::Wait { span } => {
                self.emit(Instr::Wait(span.clone()));
            }
            Op::For { span, body } => {
                let head = self.emit(Instr::ForDone);
                self.list(body, Some(id), List::Plain);
                self.emit(Instr::ForDone);
                let after = self.here();
                self.patch(head, Instr::For { span: span.clone(), after });
            }
            Op::While { cond, body } => {
                let head = self.emit(Instr::End);
                let start = self.here();
                self.list(body, Some(id), List::Loop);
                self.emit(Instr::WhileNext { cond: cond.clone(), body: start, empty: body.is_empty() });
                let exit = self.here();
                self.patch(head, Instr::While { cond: cond.clone(), exit });
            }
            Op::Repeat { times, body } => {
                let head = self.emit(Instr::End);
                let start = self.here();
                self.list(body, Some(id), List::Loop);
                self.emit(Instr::RepeatNext { body: start, empty: body.is_empty() });
                let exit = self.here();
                self.patch(head, Instr::Repeat { times: times.clone(), exit });
            }
            Op::Forever { body } => {
                self.emit(Instr::Forever);
                let start = self.here();
                self.list(body, Some(id), List::Loop);
                self.emit(Instr::ForeverNext { body: start });
            }
            Op::If { cond, then, otherwise } => self.branch(cond, then, otherwise, id),
            Op::Together { branches } => self.together(branches, id),
            Op::Until { cond } => {
                self.emit(Instr::Until(cond.clone()));
            }
            Op::Stop => {
                self.emit(Instr::Stop);
            }
            Op::StopAll => {
                self.emit(Instr::StopAll);
            }
            op => {
                let slots = slots_of(op, self.channels);
                self.emit(Instr::Do(Arc::new(op.clone()), slots));
            }
        }
    }

    fn branch(&mut self, cond: &Value, then: &[Block], otherwise: &[Block], id: u32) {
        let head = self.emit(Instr::End);
        self.list(then, Some(id), List::Plain);
        let skip = self.emit(Instr::End);
        let start = self.here();
        self.list(otherwise, Some(id), List::Plain);
        let after = self.here();
        self.patch(head, Instr::If { cond: cond.clone(), otherwise: start });
        self.patch(skip, Instr::Jump(after));
    }

    fn together(&mut self, branches: &[Vec<Block>], id: u32) {
        let head = self.emit(Instr::End);
        let mut starts = Vec::with_capacity(branches.len());
        for branch in branches {
            starts.push(self.here());
            self.list(branch, Some(id), List::Branch);
            self.emit(Instr::End);
        }
        let after = self.here();
        self.patch(head, Instr::Together { branches: starts.into(), after });
    }
}

fn place_of(block: &Block, parent: Option<u32>, list: List) -> Place {
    let endless = matches!(block.op, Op::Forever { .. });
    let lasting = endless || matches!(block.op, Op::While { .. } | Op::Repeat { .. } | Op::Until { .. });
    let (in_loop, in_branch) = (list == List::Loop, list == List::Branch);
    let cuts = matches!(block.op, Op::For { .. });
    let (path, word) = (block.path.clone(), block.word);
    Place { path, word, parent, later: 0, next: None, in_loop, endless, cuts, lasting, in_branch }
}

/// The slots of a block's channels: one; or a chain's segments; or a follower's channels and then its source.
fn slots_of(op: &Op, channels: &mut Channels) -> Box<[Slot]> {
    match op {
        Op::Set { ch, .. } | Op::Ramp { ch, .. } | Op::Wave { ch, .. } | Op::Drive { ch, .. } => {
            Box::new([channels.slot(ch)])
        }
        Op::Chain { ch, segments, .. } => (0..*segments).map(|i| channels.slot(&segment(ch, i))).collect(),
        Op::Follow { ch, source, .. } => ch.iter().chain([source]).map(|ch| channels.slot(ch)).collect(),
        _ => Box::new([]),
    }
}

/// A chain's channel of segment `i`: the plain one for 0, else `ch#i` (§8.2).
fn segment(ch: &Channel, i: u32) -> Channel {
    match ch {
        Channel::Part(key) if i > 0 => Channel::Part(PartKey { index: Some(i), ..key.clone() }),
        other => other.clone(),
    }
}
