//! A value of the language: a number or a formula (§5).
use super::{Formula, Scope, UnknownName};
use std::sync::Arc;

/// A number or a compiled formula.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number as written, or a default.
    Number(f64),
    /// A `=formula`.
    Formula(Arc<Formula>),
}

impl Value {
    /// Its value in `scope`.
    pub fn eval(&self, scope: &mut Scope) -> Result<f64, UnknownName> {
        match self {
            Value::Number(number) => Ok(*number),
            Value::Formula(formula) => formula.eval(scope),
        }
    }

    /// Its value, when it names nothing that can change.
    pub fn constant(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Formula(formula) => formula.constant(),
        }
    }
}
