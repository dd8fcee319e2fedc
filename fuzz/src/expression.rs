//! Formulas: any text is compiled or refused with its place; what compiles has one value, and says truly what it reads.
use jabber_render::expression::{Formula, NameTable, Scope, Value, compose};
use jabber_render::maths::Mulberry32;
use std::sync::Arc;

/// What formulas are read with: tau, local, t, dur, loud, talking.
const MOMENTS: [[f64; 6]; 4] = [
    [0.0, 0.0, 0.0, f64::INFINITY, 0.0, 0.0],
    [1.5, 0.25, 7.0, 4.0, 0.5, 1.0],
    [1e18, -3.0, 1e300, 0.0, -1.0, f64::NAN],
    [f64::NAN, f64::INFINITY, -0.0, f64::NEG_INFINITY, 1e-310, 0.1],
];

/// Runs the target.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut names = NameTable::default();
    match Formula::compile(text, &mut names) {
        Ok(formula) => compiled(text, &formula, names.names().len()),
        Err(error) => {
            assert!(text.is_char_boundary(error.at), "byte {} is inside a character", error.at);
            assert!(text.is_char_boundary(text.len().min(error.at + error.length)) && error.length > 0, "{error:?}");
            assert!(!error.message.is_empty() && error.hint.as_ref().is_none_or(|hint| !hint.is_empty()));
        }
    }
}

fn compiled(text: &str, formula: &Formula, names: usize) {
    assert!(formula.slots().all(|slot| (slot as usize) < names));
    let params: Vec<_> = (0..names).map(|k| Some(k as f64 - 0.5)).collect();
    let around = Formula::compile(&format!("({text})"), &mut NameTable::default());
    let whole = Value::Formula(Arc::new(formula.clone()));
    for moment in MOMENTS {
        let (value, drawn) = read(formula, moment, &params);
        assert!(formula.uses_random() || !drawn, "it draws a number and says that it does not");
        assert_eq!(read(formula, moment, &params), (value, drawn), "two readings of one moment");
        if let Some(constant) = formula.constant() {
            assert_eq!(bits(constant), value, "a constant changes");
        }
        let [tau, local, t, dur, loud, talking] = moment;
        for (reads, other) in [
            (formula.uses_dur(), [tau, local, t, dur + 1.0, loud, talking]),
            (formula.uses_loud(), [tau, local, t, dur, 0.75, talking]),
            (formula.uses_talking(), [tau, local, t, dur, loud, 0.75]),
        ] {
            assert!(reads || read(formula, other, &params).0 == value, "it reads what it says it does not");
        }
        // At 200 levels parentheses are one too many.
        if let Ok(around) = &around {
            assert_eq!(read(around, moment, &params), (value, drawn), "parentheses change it");
        }
        for (template, by) in [("K", 1.0), ("-K", -1.0), ("(K) * 2", 2.0)] {
            let mut random = Mulberry32::new(1);
            let composed = compose(template, &[("K", &whole)]).eval(&mut scope(moment, &params, &mut random));
            assert_eq!(composed.map(bits), Ok(bits(f64::from_bits(value) * by)), "composed as {template}");
        }
    }
    let mut random = Mulberry32::new(1);
    if let Err(unknown) = formula.eval(&mut Scope::empty(&mut random)) {
        assert!(formula.slots().any(|slot| slot == unknown.0), "a name it does not read is unknown");
    }
}

fn scope<'a>(moment: [f64; 6], params: &'a [Option<f64>], random: &'a mut Mulberry32) -> Scope<'a> {
    let [tau, local, t, dur, loud, talking] = moment;
    Scope { tau, local, t, dur, loud, talking, params, ..Scope::empty(random) }
}

/// The value's bits, and whether a random number was drawn.
fn read(formula: &Formula, moment: [f64; 6], params: &[Option<f64>]) -> (u64, bool) {
    let mut random = Mulberry32::new(1);
    let value = formula.eval(&mut scope(moment, params, &mut random));
    (bits(value.expect("every name has a value")), random.state != 1)
}

/// The bits of a number; all NaNs are one.
fn bits(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}
