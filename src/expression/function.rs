//! The functions of formulas (§5, rulings 10–12 and 45): name, number of arguments, meaning.
use crate::maths;
use std::f64::consts::PI;

macro_rules! functions {
    ($($variant:ident $word:literal $least:literal, $most:expr, $doc:literal),* $(,)?) => {
        /// A function of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Function { $(#[doc = $doc] $variant),* }

        impl Function {
            /// Every function with its word, in the order of §5.
            pub const WORDS: &'static [(&'static str, Function)] = &[$(($word, Function::$variant)),*];

            /// How many arguments it takes: from, to.
            pub fn arity(self) -> (usize, usize) {
                match self { $(Function::$variant => ($least, $most)),* }
            }

            /// What it gives, in one line.
            pub fn doc(self) -> &'static str {
                match self { $(Function::$variant => $doc),* }
            }

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $(Function::$variant => $word),* }
            }
        }
    };
}
functions! {
    Sin "sin" 1, 1, "sin(x), x in radians",
    Cos "cos" 1, 1, "cos(x), x in radians",
    Tan "tan" 1, 1, "tan(x), x in radians",
    Abs "abs" 1, 1, "abs(x): x without its sign",
    Exp "exp" 1, 1, "exp(x): e to the power x",
    Sqrt "sqrt" 1, 1, "sqrt(x): the square root",
    Floor "floor" 1, 1, "floor(x): the whole number below",
    Ceil "ceil" 1, 1, "ceil(x): the whole number above",
    Round "round" 1, 1, "round(x): floor(x + ½)",
    Sign "sign" 1, 1, "sign(x): −1, 0 or 1",
    Pow "pow" 2, 2, "pow(a, b): a to the power b",
    Min "min" 1, usize::MAX, "min(a, …): the least",
    Max "max" 1, usize::MAX, "max(a, …): the greatest",
    Mod "mod" 2, 2, "mod(a, b): the floored remainder, as a % b",
    Clamp "clamp" 3, 3, "clamp(x, lo, hi): x held to lo..hi",
    Smoothstep "smoothstep" 3, 3, "smoothstep(a, b, x): 0 at a, 1 at b, smooth between",
    Hopair "hopair" 1, 1, "hopair(cyc): how high a hop is at cycle cyc, 0 on the ground to 1",
    Lerp "lerp" 3, 3, "lerp(a, b, u): from a at 0 to b at 1",
    Step "step" 2, 2, "step(edge, x): 0 when x < edge, else 1",
}

/// The least; NaN when either is (ruling 12).
pub(super) fn min(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) }
}

/// The greatest; NaN when either is (ruling 12).
pub(super) fn max(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// One argument.
pub(super) fn call1(function: Function, x: f64) -> f64 {
    match function {
        Function::Sin => maths::sin(x),
        Function::Cos => maths::cos(x),
        Function::Tan => maths::tan(x),
        Function::Abs => x.abs(),
        Function::Exp => maths::exp(x),
        Function::Sqrt => x.sqrt(),
        Function::Floor => x.floor(),
        Function::Ceil => x.ceil(),
        Function::Round => (x + 0.5).floor(),
        Function::Sign => sign(x),
        Function::Hopair => hopair(x),
        _ => x,
    }
}

/// Two arguments (and each further one of `min` and `max`).
pub(super) fn call2(function: Function, a: f64, b: f64) -> f64 {
    match function {
        Function::Pow => maths::pow(a, b),
        Function::Mod => maths::floored_mod(a, b),
        Function::Min => min(a, b),
        Function::Max => max(a, b),
        Function::Step => {
            if b < a {
                0.0
            } else {
                1.0
            }
        }
        _ => f64::NAN,
    }
}

/// Three arguments.
pub(super) fn call3(function: Function, a: f64, b: f64, c: f64) -> f64 {
    match function {
        Function::Clamp => max(b, min(c, a)),
        Function::Smoothstep => {
            let u = max(0.0, min(1.0, (c - a) / (b - a)));
            u * u * (3.0 - 2.0 * u)
        }
        Function::Lerp => maths::lerp(a, b, c),
        _ => f64::NAN,
    }
}

fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else if x == 0.0 {
        0.0
    } else {
        x
    }
}

/// Share of a hop's cycle spent crouching (§3, `hop`).
const CROUCH: f64 = 0.12;

/// A hop's height at cycle `cyc`; does not wrap (ruling 11).
fn hopair(cyc: f64) -> f64 {
    maths::sin(max(0.0, PI * (cyc - CROUCH) / (1.0 - CROUCH)))
}
