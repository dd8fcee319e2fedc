//! Units of a word → syllables: consonant runs shrink to one onset (and a liquid) and at most one coda. Clear syllables, no plain English.
use super::unit::Unit;

/// One syllable.
#[derive(Clone, Debug)]
pub struct Syllable {
    /// Consonants before the nucleus.
    pub onset: Vec<Unit>,
    /// A vowel, a glide, a hummed consonant, or a chirp.
    pub nucleus: Unit,
    /// Consonants after it; [`Unit::Q`] is a catch.
    pub coda: Vec<Unit>,
    /// Number of its word.
    pub word: usize,
    /// Its word is all capitals.
    pub caps: bool,
    /// Stress, 0 none to 1 main.
    pub accent: f64,
    /// The first of its word.
    pub first: bool,
    /// Spoken only where there is time to spare; what then stays of the coda before it.
    pub extra: Option<Vec<Unit>>,
}

impl Syllable {
    /// A syllable of a nucleus and what stands before it.
    pub fn new(onset: Vec<Unit>, nucleus: Unit, word: usize, caps: bool) -> Self {
        Self { onset, nucleus, coda: Vec::new(), word, caps, accent: 0.0, first: false, extra: None }
    }
}

/// The syllables of a word's units.
pub fn syllables(units: &[Unit], word: usize, caps: bool) -> Vec<Syllable> {
    let silent = units.last() == Some(&Unit::SilentE);
    let units = if silent { &units[..units.len() - 1] } else { units };
    let nuclei: Vec<usize> = (0..units.len()).filter(|&i| units[i].is_vowel()).collect();
    let Some(&last) = nuclei.last() else { return murmur(units, word, caps) };
    let mut out: Vec<Syllable> = Vec::new();
    let mut start = 0;
    for &at in &nuclei {
        let run = &units[start..at];
        let onset = onset(run, start == 0);
        if let Some(before) = out.last_mut() {
            before.coda = inner_coda(&run[..run.len() - onset.len()]);
        }
        out.push(Syllable::new(onset, units[at], word, caps));
        start = at + 1;
    }
    let tail = &units[last + 1..];
    if let Some(&end) = tail.last() {
        let sonorant = tail.iter().copied().find(|unit| unit.is_sonorant());
        let lips = tail.iter().copied().find(|unit| matches!(unit, Unit::P | Unit::B | Unit::F | Unit::V));
        let kept = sonorant.or(lips).unwrap_or(end);
        if let Some(before) = out.last_mut() {
            before.coda = vec![if matches!(kept, Unit::T | Unit::D | Unit::K | Unit::G) { Unit::Q } else { kept }];
        }
        // "apple" → a-puh, "black" → bla-kuh.
        if end != Unit::Q && (silent || end.is_plosive() && units.len() > 2) {
            let mut extra = Syllable::new(vec![end], Unit::UH, word, caps);
            extra.extra = Some(sonorant.into_iter().filter(|unit| *unit != end).collect());
            out.push(extra);
        }
    }
    if let Some(first) = out.first_mut() {
        first.first = true;
    }
    out
}

/// A word without a vowel ("hmm", "pst") is one murmur.
fn murmur(units: &[Unit], word: usize, caps: bool) -> Vec<Syllable> {
    let Some(&begin) = units.first() else { return Vec::new() };
    let hum = units.iter().copied().find(|unit| unit.is_sonorant());
    let onset = if Some(begin) == hum || begin == Unit::Q { Vec::new() } else { vec![begin] };
    vec![Syllable::new(onset, hum.unwrap_or(Unit::UH), word, caps)]
}

fn onset(run: &[Unit], initial: bool) -> Vec<Unit> {
    match *run {
        [] | [Unit::Q] => Vec::new(),
        [one] => vec![one],
        [.., before, last] if last.is_liquid() && !before.is_sonorant() && !before.is_liquid() && before != Unit::Q => {
            vec![before, last]
        }
        [first, second, ..] if initial => vec![if matches!(first, Unit::S | Unit::SH) { second } else { first }],
        [.., last] => vec![last],
    }
}

/// What stays of the consonants between two vowels that do not begin the second.
fn inner_coda(rest: &[Unit]) -> Vec<Unit> {
    let Some(&first) = rest.first() else { return Vec::new() };
    match rest.iter().copied().find(|unit| unit.is_sonorant()) {
        Some(sonorant) => vec![sonorant],
        None if first.is_plosive() => vec![Unit::Q],
        None => vec![first],
    }
}
