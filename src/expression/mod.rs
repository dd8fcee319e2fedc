//! Formulas: text (after the `=`) → a compiled [`Formula`] → a number.
//!
//! Names are resolved when a formula is compiled: a built-in becomes its own instruction, any other name becomes a slot of
//! the program's name table, so that reading a value looks up no string and allocates nothing. Knows nothing of blocks.

/// A compiled formula.
#[derive(Clone, Debug)]
pub struct Formula;
