//! Formulas: each case is a line of `values.txt` (formula, value) or `errors.txt` (formula, byte of the fault, a piece of
//! the message, and where it matters how many bytes are at fault and a piece of the hint); values are worked out from §5, supplement §5 and rulings 10–12, 44 and 45 by hand.
use jabber_render::expression::{BUILT_INS, Formula, Function, NameTable, Scope, Value, compose};
use jabber_render::maths::Mulberry32;
use std::sync::Arc;

/// Values of the names that the cases use.
const PARAMS: &[(&str, f64)] = &[("x", 3.0), ("y", -2.0), ("min", 9.0), ("constructor", 5.0), ("t", 99.0)];
const VARS: &[(&str, f64)] = &[("x", 70.0), ("__proto__", 6.0)];
const GLOBALS: &[(&str, f64)] = &[("x", 71.0), ("__proto__", 72.0), ("wind", 7.0)];

fn by_slot(names: &NameTable, held: &[(&str, f64)]) -> Vec<Option<f64>> {
    names.names().iter().map(|name| held.iter().find(|(n, _)| **n == **name).map(|(_, v)| *v)).collect()
}

/// The value and how many random numbers it drew.
fn eval(text: &str) -> Result<(f64, u32), String> {
    let mut names = NameTable::default();
    let formula = Formula::compile(text, &mut names).map_err(|e| e.to_string())?;
    let [params, vars, globals] = [PARAMS, VARS, GLOBALS].map(|values| by_slot(&names, values));
    let mut random = Mulberry32::new(1);
    let (params, vars, globals) = (&params[..], &vars[..], &globals[..]);
    let mut scope = Scope {
        tau: 2.0,
        local: 1.5,
        t: 10.0,
        dur: 4.0,
        loud: 0.25,
        talking: 1.0,
        random: &mut random,
        params,
        vars,
        globals,
    };
    let value = formula.eval(&mut scope).map_err(|e| format!("unknown {}", names.names()[e.0 as usize]))?;
    let draws = random.state.wrapping_sub(1).wrapping_mul(STEP_INVERSE);
    Ok((value, draws))
}

/// 1 / 0x6D2B79F5 mod 2³²: turns the distance of two states into a count of draws.
const STEP_INVERSE: u32 = inverse(0x6D2B_79F5);

const fn inverse(odd: u32) -> u32 {
    let (mut x, mut round) = (odd, 0);
    while round < 5 {
        x = x.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(x)));
        round += 1;
    }
    x
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| line.split(" | ").collect())
}

#[test]
fn values() {
    let mut wrong = Vec::new();
    for case in lines(include_str!("values.txt")) {
        let [formula, wanted] = case[..] else { panic!("a case is `formula | value`: {case:?}") };
        let wanted: f64 = wanted.trim().parse().unwrap();
        match eval(formula) {
            Ok((value, _)) if value == wanted || (value.is_nan() && wanted.is_nan()) => {}
            other => wrong.push(format!("{formula} gives {other:?}, not {wanted}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors() {
    let mut wrong = Vec::new();
    for case in lines(include_str!("errors.txt")) {
        let [formula, at, piece, ref more @ ..] = case[..] else {
            panic!("a case is `formula | byte | message`: {case:?}")
        };
        let [length, hint] = [0, 1].map(|i| more.get(i).map(|word| word.trim()));
        match Formula::compile(formula, &mut NameTable::default()) {
            Err(e)
                if e.at == at.trim().parse::<usize>().unwrap()
                    && e.message.contains(piece)
                    && length.is_none_or(|length| e.length == length.parse::<usize>().unwrap())
                    && hint.is_none_or(|hint| e.hint.as_ref().is_some_and(|text| text.contains(hint))) => {}
            other => wrong.push(format!("{formula} gives {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An error that began or ended inside a character could not be shown in its line.
#[test]
fn errors_end_between_characters() {
    for text in
        ["1.é", ".Ԟ3", "2eß", "2e-😀", "1 é", "é(", "1 = é", &("(".repeat(200) + "(é"), &("-".repeat(200) + "-é")]
    {
        let error = Formula::compile(text, &mut NameTable::default()).unwrap_err();
        let end = text.len().min(error.at + error.length);
        assert!(text.get(error.at..end).is_some(), "{text}: {error:?}");
    }
}

#[test]
fn an_unevaluated_side_draws_nothing() {
    for (formula, draws) in [
        ("random + random", 2),
        ("0 && random", 0),
        ("1 || random", 0),
        ("1 && random", 1),
        ("0 || random", 1),
        ("0 && random || random", 1),
        ("1 || random && random", 0),
        ("(0 && random) + (1 && random)", 1),
    ] {
        assert_eq!(eval(formula).unwrap().1, draws, "{formula}");
    }
}

/// The first numbers of mulberry32 from seed 1, computed by the formula of supplement §6 with exact integers.
#[test]
fn random_is_mulberry32() {
    let mut random = Mulberry32::new(1);
    let reference = |state: u64| {
        let cut = |x: u64| x & 0xFFFF_FFFF;
        let s = cut(state);
        let mut t = cut((s ^ (s >> 15)) * (s | 1));
        t ^= cut(t + cut((t ^ (t >> 7)) * (t | 61)));
        cut(t ^ (t >> 14)) as f64 / 4_294_967_296.0
    };
    for k in 1..1000u64 {
        assert_eq!(random.next_f64(), reference(1 + k * 0x6D2B_79F5));
    }
    assert_eq!(Mulberry32::new(1).next_f64(), 0.6270739405881613);
}

#[test]
fn nesting_is_limited_to_200_levels() {
    type Wrap = fn(usize) -> String;
    let wraps: [Wrap; 6] = [
        |n| "(".repeat(n) + "1" + &")".repeat(n),
        |n| "abs(".repeat(n) + "1" + &")".repeat(n),
        |n| "-".repeat(n) + "1",
        |n| "!".repeat(n) + "1",
        |n| "1^".repeat(n) + "1",
        |n| "-(".repeat(n / 2) + &"(".repeat(n % 2) + "1" + &")".repeat(n / 2 + n % 2),
    ];
    for (k, wrap) in wraps.iter().enumerate() {
        assert!(eval(&wrap(200)).is_ok(), "wrap {k}");
        let error = eval(&wrap(201)).unwrap_err();
        assert!(error.contains("200 levels"), "wrap {k}: {error}");
        assert!(eval(&wrap(100_000)).is_err(), "wrap {k} must not overflow the stack");
    }
}

#[test]
fn long_is_not_deep() {
    let many = 100_000;
    assert_eq!(eval(&vec!["1"; many].join("+")).unwrap().0, many as f64);
    assert_eq!(eval(&format!("max({})", vec!["2"; many].join(","))).unwrap().0, 2.0);
    assert_eq!(eval(&vec!["1"; many].join("&&")).unwrap().0, 1.0);
    assert_eq!(eval(&vec!["(1)"; many].join("+")).unwrap().0, many as f64);
}

/// At each of 200 levels two operators and two arguments wait for the innermost value.
#[test]
fn the_deepest_stack_fits() {
    let deep = "lerp(0, 2, 0 + 1 * ".repeat(200) + "tau" + &")".repeat(200);
    assert_eq!(eval(&deep).unwrap().0, (0..200).fold(2.0, |value, _| value * 2.0));
}

/// Signs and calls of one argument leave as many values waiting as there were: 20 here, more than an ordinary formula's.
#[test]
fn a_stack_of_signs_fits() {
    for (term, value) in [("-tau", -2.0), ("!tau", 0.0), ("abs(tau)", 2.0), ("(0 || tau)", 1.0)] {
        let sum = format!("{term} + (").repeat(19) + term + &")".repeat(19);
        assert_eq!(eval(&sum).unwrap().0, 20.0 * value, "{term}");
    }
}

#[test]
fn what_a_formula_reads_is_known() {
    let compile = |text: &str| Formula::compile(text, &mut NameTable::default()).unwrap();
    assert_eq!(compile("2*pi/2").constant(), Some(std::f64::consts::PI));
    assert_eq!(compile("2*tau").constant(), None);
    assert_eq!(compile("x").constant(), None);
    assert!(compile("1 || random").uses_random() && !compile("tau").uses_random());
    assert!(compile("loud").uses_loud() && !compile("loud").uses_talking());
    assert!(compile("talking").uses_talking() && compile("1+talking").uses_inputs() && !compile("t").uses_inputs());
    assert!(compile("dur-1").uses_dur() && !compile("tau").uses_dur());
    assert_eq!(compile("b + a*b").slots().collect::<Vec<_>>(), [0, 1, 0]);
}

#[test]
fn composing_fills_holes_with_values() {
    let mut names = NameTable::default();
    let formula = |text: &str, names: &mut NameTable| Value::Formula(Arc::new(Formula::compile(text, names).unwrap()));
    assert_eq!(compose("K / 3", &[("K", &Value::Number(1.0))]).constant(), Some(1.0 / 3.0));
    let sum = formula("tau + 1", &mut names);
    let mut random = Mulberry32::new(1);
    let mut scope = Scope { tau: 4.0, ..Scope::empty(&mut random) };
    let half = compose("-K / 2", &[("K", &sum)]);
    assert_eq!(half.eval(&mut scope), Ok(-2.5));
    assert!(matches!(&half, Value::Formula(formula) if &*formula.text == "-(tau + 1) / 2"), "{half:?}");
    let deep = formula(&("(".repeat(200) + "tau" + &")".repeat(200)), &mut names);
    assert_eq!(compose("(K) * 0.5", &[("K", &deep)]).eval(&mut scope), Ok(2.0), "wrapping adds no level");
}

#[test]
fn names_have_slots_in_order() {
    let mut names = NameTable::default();
    assert_eq!(["b", "a", "b"].map(|name| names.intern(name)), [0, 1, 0]);
    assert_eq!((names.slot("b"), names.slot("a"), names.slot("c")), (Some(0), Some(1), None));
    assert_eq!((names.name(1).map(|name| &**name), names.name(2)), (Some("a"), None));
}

/// Every function and every built-in name has a case.
#[test]
fn every_word_has_a_case() {
    let cases = include_str!("values.txt");
    for (word, _) in Function::WORDS {
        assert!(cases.contains(&format!("{word}(")), "no case for {word}");
    }
    for (word, _) in BUILT_INS {
        let mentions = |line: Vec<&str>| line[0].split(|c: char| !c.is_alphanumeric()).any(|w| w == *word);
        assert!(lines(cases).any(mentions) || *word == "random", "no case for {word}");
    }
}
