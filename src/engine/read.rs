//! Values at one moment: a value and who asks → a number. The names a formula may use are given here (§5, rulings 22 and 29).
use super::error::Fault;
use super::ids::{InstanceId, ThreadId};
use super::instance::Instance;
use super::state::{Character, Prepared, State};
use crate::expression::{Scope, UnknownName, Value};
use crate::maths::Mulberry32;

/// True when a value is neither 0 nor NaN (supplement §0).
pub fn truth(x: f64) -> bool {
    x != 0.0 && !x.is_nan()
}

/// The names' values for an instance, outside a motion (`local` 0). Only where it `hears`, what reads them reads `loud`: a line that
/// nothing looks at need not be spoken.
pub fn scope_of<'a>(
    (instance, hears): (&'a Instance, bool),
    characters: &[Character],
    prepared: &'a [Prepared],
    now: f64,
    random: &'a mut Mulberry32,
) -> Scope<'a> {
    let character = instance.character.and_then(|index| characters.get(index));
    Scope {
        tau: now - instance.start,
        local: 0.0,
        t: now,
        dur: instance.dur,
        loud: character.filter(|_| hears).map_or(0.0, |c| c.loud_at(now)),
        talking: character.map_or(0.0, |c| c.talking),
        random,
        params: &instance.params,
        vars: &instance.vars,
        globals: prepared.get(instance.prepared).map_or(&[], |p| p.globals.as_slice()),
    }
}

/// The fault of a name that nothing holds.
pub fn unknown(instance: &Instance, name: UnknownName) -> Fault {
    let name = instance.code.program.names.get(name.0 as usize);
    Fault::UnknownName(name.cloned().unwrap_or_else(|| "".into()))
}

/// A value as a block of a thread reads it.
pub fn read(state: &mut State, thread: ThreadId, value: &Value) -> Result<f64, Fault> {
    match (value, state.threads.get(thread)) {
        (Value::Number(number), _) => Ok(*number),
        (Value::Formula(_), Some(thread)) => read_local(state, thread.instance, value, 0.0),
        (Value::Formula(_), None) => Ok(f64::NAN),
    }
}

/// A value as a block of an instance reads it, on a motion's clock `local`.
pub fn read_local(state: &mut State, id: InstanceId, value: &Value, local: f64) -> Result<f64, Fault> {
    let formula = match value {
        Value::Number(number) => return Ok(*number),
        Value::Formula(formula) => formula,
    };
    let State { instances, characters, prepared, director, random, inputs_read, now, .. } = state;
    let Some(instance) = instances.get(id) else { return Ok(f64::NAN) };
    let hears = formula.uses_inputs();
    *inputs_read |= hears && instance.character.is_some();
    let random = match (instance.character, director) {
        (None, Some(director)) => &mut director.random,
        _ => random,
    };
    let mut scope = scope_of((instance, hears), characters, prepared, *now, random);
    scope.local = local;
    formula.eval(&mut scope).map_err(|name| unknown(instance, name))
}

/// An optional value: `default` when it is not written.
pub fn read_or(state: &mut State, id: ThreadId, value: Option<&Value>, default: f64) -> Result<f64, Fault> {
    value.map_or(Ok(default), |value| read(state, id, value))
}
