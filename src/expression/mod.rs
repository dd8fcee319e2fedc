//! Formulas: text (after the `=`) → a compiled [`Formula`] → a number.
//!
//! Names are resolved when a formula is compiled: a built-in becomes its own instruction, any other name becomes a slot of
//! the program's name table, so that reading a value looks up no string and allocates nothing. Knows nothing of blocks.
mod compose;
mod eval;
mod formula;
mod function;
mod lexer;
mod names;
mod parser;
mod value;

pub use compose::compose;
pub use eval::{Scope, UnknownName};
pub use formula::{Formula, FormulaError};
pub use function::Function;
pub use names::{BUILT_INS, NameSlot, NameTable};
pub use value::Value;
