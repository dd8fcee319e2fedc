//! The known word nearest to a mistyped one.

/// Least likeness (Jaro-Winkler with transpositions, 0..1) of a word worth suggesting; tuned by eye on typos of op names.
const LIKE: f64 = 0.78;

/// The known word most like `word`, the first of equals; `None` when none is like it.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let letters = lower.chars().count();
    let mut best = None;
    // A word much longer or shorter is another word; of very many the first are enough to guess from.
    let alike = |candidate: &&str| candidate.len() <= LONGEST && candidate.chars().count().abs_diff(letters) <= FURTHER;
    for candidate in known.into_iter().filter(alike).take(MOST) {
        let other = candidate.to_lowercase();
        let one_edit = strsim::osa_distance(&lower, &other) <= 1 && other.chars().count() > 2;
        let likeness = if one_edit { 1.0 } else { strsim::jaro_winkler(&lower, &other) };
        if candidate != word && likeness >= LIKE && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Letters of a word that is still guessed at, bytes.
const LONGEST: usize = 64;
/// Letters by which two words' lengths may differ to be taken for one another.
const FURTHER: usize = 6;
/// Words compared at most.
const MOST: usize = 500;
