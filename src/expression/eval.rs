//! A compiled formula and the values of its names → a number. Looks up no string, allocates nothing.
use super::formula::{Formula, Instr};
use super::function::{call1, call2, call3};
use super::names::NameSlot;
use crate::maths::{Mulberry32, floored_mod, pow};

/// What the names of a formula stand for at one moment.
#[derive(Debug)]
pub struct Scope<'a> {
    /// Seconds since the behaviour or scene started.
    pub tau: f64,
    /// Seconds on the motion's own clock.
    pub local: f64,
    /// Seconds on the runtime's clock.
    pub t: f64,
    /// Length of the behaviour or scene, seconds.
    pub dur: f64,
    /// Voice level, 0..1.
    pub loud: f64,
    /// 1 while talking.
    pub talking: f64,
    /// Where `random` draws from.
    pub random: &'a mut Mulberry32,
    /// Values of params by slot; `None` where the slot is no param.
    pub params: &'a [Option<f64>],
    /// Values of vars by slot.
    pub vars: &'a [Option<f64>],
    /// Values of the page's globals by slot.
    pub globals: &'a [Option<f64>],
}

/// A formula read a name that no param, var or page global holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName(
    /// The name's slot in its program's table.
    pub NameSlot,
);

impl<'a> Scope<'a> {
    /// A scope of zeros without names.
    pub fn empty(random: &'a mut Mulberry32) -> Self {
        let (tau, local, t, dur, loud, talking) = (0.0, 0.0, 0.0, f64::INFINITY, 0.0, 0.0);
        Scope { tau, local, t, dur, loud, talking, random, params: &[], vars: &[], globals: &[] }
    }

    fn name(&self, slot: NameSlot) -> Result<f64, UnknownName> {
        let held = |values: &[Option<f64>]| values.get(slot as usize).copied().flatten();
        held(self.params).or_else(|| held(self.vars)).or_else(|| held(self.globals)).ok_or(UnknownName(slot))
    }
}

/// Stack of an ordinary formula, in values.
const SMALL: usize = 16;

/// Stack of the deepest formula there can be: 200 levels (ruling 44) and a wrapping of our own, each with at most 6 values
/// waiting at operators and 2 at a call.
const LARGE: usize = 2048;

/// True when neither 0 nor NaN (supplement §0).
fn truth(x: f64) -> bool {
    x != 0.0 && !x.is_nan()
}

fn number(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

impl Formula {
    /// Its value in `scope`.
    pub fn eval(&self, scope: &mut Scope) -> Result<f64, UnknownName> {
        if let [Instr::Number(number)] = self.code[..] {
            return Ok(number);
        }
        if self.depth <= SMALL { self.run::<SMALL>(scope) } else { self.run::<LARGE>(scope) }
    }

    fn run<const N: usize>(&self, scope: &mut Scope) -> Result<f64, UnknownName> {
        let mut stack = Stack { values: [0.0; N], size: 0 };
        let mut at = 0;
        while let Some(instr) = self.code.get(at) {
            at += 1;
            match *instr {
                Instr::And(skip) => {
                    if !truth(stack.pop()) {
                        stack.push(0.0);
                        at += skip as usize;
                    }
                }
                Instr::Or(skip) => {
                    if truth(stack.pop()) {
                        stack.push(1.0);
                        at += skip as usize;
                    }
                }
                Instr::Name(slot) => stack.push(scope.name(slot)?),
                other => step(other, &mut stack, scope),
            }
        }
        Ok(stack.pop())
    }
}

/// A stack of at most `N` values; the compiler knows how many a formula needs.
struct Stack<const N: usize> {
    values: [f64; N],
    size: usize,
}

impl<const N: usize> Stack<N> {
    fn push(&mut self, value: f64) {
        if let Some(place) = self.values.get_mut(self.size) {
            *place = value;
            self.size += 1;
        }
    }

    fn pop(&mut self) -> f64 {
        self.size = self.size.saturating_sub(1);
        self.values.get(self.size).copied().unwrap_or(f64::NAN)
    }

    fn unary(&mut self, f: impl FnOnce(f64) -> f64) {
        let x = self.pop();
        self.push(f(x));
    }

    fn binary(&mut self, f: impl FnOnce(f64, f64) -> f64) {
        let b = self.pop();
        let a = self.pop();
        self.push(f(a, b));
    }
}

fn step<const N: usize>(instr: Instr, stack: &mut Stack<N>, scope: &mut Scope) {
    match instr {
        Instr::Number(x) => stack.push(x),
        Instr::Tau => stack.push(scope.tau),
        Instr::Local => stack.push(scope.local),
        Instr::T => stack.push(scope.t),
        Instr::Dur => stack.push(scope.dur),
        Instr::Loud => stack.push(scope.loud),
        Instr::Talking => stack.push(scope.talking),
        Instr::Random => stack.push(scope.random.next_f64()),
        Instr::Negate => stack.unary(|x| -x),
        Instr::Not => stack.unary(|x| number(!truth(x))),
        Instr::Truth => stack.unary(|x| number(truth(x))),
        Instr::Add => stack.binary(|a, b| a + b),
        Instr::Subtract => stack.binary(|a, b| a - b),
        Instr::Multiply => stack.binary(|a, b| a * b),
        Instr::Divide => stack.binary(|a, b| a / b),
        Instr::Remainder => stack.binary(floored_mod),
        Instr::Power => stack.binary(pow),
        Instr::Equal => stack.binary(|a, b| number(a == b)),
        Instr::Unequal => stack.binary(|a, b| number(a != b)),
        Instr::Less => stack.binary(|a, b| number(a < b)),
        Instr::LessOrEqual => stack.binary(|a, b| number(a <= b)),
        Instr::Greater => stack.binary(|a, b| number(a > b)),
        Instr::GreaterOrEqual => stack.binary(|a, b| number(a >= b)),
        Instr::Call1(function) => stack.unary(|x| call1(function, x)),
        Instr::Call2(function) => stack.binary(|a, b| call2(function, a, b)),
        Instr::Call3(function) => {
            let c = stack.pop();
            stack.binary(|a, b| call3(function, a, b, c));
        }
        Instr::Name(_) | Instr::And(_) | Instr::Or(_) => {}
    }
}
