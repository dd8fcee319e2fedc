//! The compiled form: a flat list of instructions for a small stack, and what is known of it before it runs.
use super::names::{NameSlot, NameTable};
use super::{function::Function, parser};
use std::fmt;
use std::sync::Arc;

/// One step of a compiled formula: takes its operands from the stack and leaves its result there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instr {
    /// Pushes a number.
    Number(f64),
    Tau,
    Local,
    T,
    Dur,
    Loud,
    Talking,
    Random,
    /// Pushes the value of a name.
    Name(NameSlot),
    Negate,
    Not,
    /// 1 for a true value, 0 for a false one.
    Truth,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Call1(Function),
    Call2(Function),
    Call3(Function),
    /// `&&`: a false value becomes 0 and skips so many instructions; a true one is dropped.
    And(u32),
    /// `||`: a true value becomes 1 and skips so many instructions; a false one is dropped.
    Or(u32),
}

/// A compiled formula.
#[derive(Clone, Debug)]
pub struct Formula {
    pub(super) code: Arc<[Instr]>,
    /// The most values it keeps on the stack at once.
    pub(super) depth: usize,
    /// How it is written, without the `=`.
    pub text: Arc<str>,
}

impl Formula {
    /// Compiles the text after the `=`. Names that are not built in are interned into `names`.
    pub fn compile(text: &str, names: &mut NameTable) -> Result<Formula, FormulaError> {
        let code = parser::parse(text, names).map_err(|error| error.whole(text))?;
        Ok(Formula::of(code, text.into()))
    }

    pub(super) fn of(code: Vec<Instr>, text: Arc<str>) -> Formula {
        let depth = deepest(&code);
        let formula = Formula { code: code.into(), depth, text };
        match formula.constant() {
            Some(number) => Formula { code: Arc::from([Instr::Number(number)]), depth: 1, text: formula.text },
            None => formula,
        }
    }

    /// Its value, when it names nothing that can change.
    pub fn constant(&self) -> Option<f64> {
        let changes = |i: &Instr| {
            use Instr::*;
            matches!(i, Tau | Local | T | Dur | Loud | Talking | Random | Name(_))
        };
        if self.code.iter().any(changes) {
            return None;
        }
        let mut random = crate::maths::Mulberry32::new(0);
        self.eval(&mut super::Scope::empty(&mut random)).ok()
    }

    /// True when reading it draws a random number.
    pub fn uses_random(&self) -> bool {
        self.code.contains(&Instr::Random)
    }

    /// True when it reads the character's voice: `loud` or `talking`.
    pub fn uses_inputs(&self) -> bool {
        self.uses_loud() || self.uses_talking()
    }

    /// True when it reads `loud`.
    pub fn uses_loud(&self) -> bool {
        self.code.contains(&Instr::Loud)
    }

    /// True when it reads `talking`.
    pub fn uses_talking(&self) -> bool {
        self.code.contains(&Instr::Talking)
    }

    /// True when it reads `dur`.
    pub fn uses_dur(&self) -> bool {
        self.code.contains(&Instr::Dur)
    }

    /// The slots of the program's own names that it reads, in order of appearance; a name read twice comes twice.
    pub fn slots(&self) -> impl Iterator<Item = NameSlot> + '_ {
        self.code.iter().filter_map(|i| if let Instr::Name(slot) = i { Some(*slot) } else { None })
    }
}

/// The most values on the stack at once. A jump lands with as many values as falling through would leave, so one pass in
/// order is enough.
fn deepest(code: &[Instr]) -> usize {
    let (mut now, mut most) = (0usize, 0usize);
    for instr in code {
        use Instr::*;
        now = match instr {
            Number(_) | Tau | Local | T | Dur | Loud | Talking | Random | Name(_) => now + 1,
            Negate | Not | Truth | Call1(_) => now,
            Call3(_) => now.saturating_sub(2),
            _ => now.saturating_sub(1),
        };
        most = most.max(now);
    }
    most
}

/// What is wrong with a formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Byte offset in the text after the `=`.
    pub at: usize,
    /// How many bytes are at fault; at least 1.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}

impl FormulaError {
    pub(super) fn new(at: usize, length: usize, message: impl Into<String>) -> Self {
        Self { at, length: length.max(1), message: message.into(), hint: None }
    }

    /// The same with an end that is no place inside a character, so that it can be shown.
    fn whole(mut self, text: &str) -> Self {
        let end = self.at + self.length;
        let whole = (end..=text.len()).find(|end| text.is_char_boundary(*end));
        self.length = whole.unwrap_or(end) - self.at;
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {} of the formula)", self.message, self.at)
    }
}
