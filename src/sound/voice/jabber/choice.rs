//! Which syllables are said in the time there is.
use super::mood::Mood;
use super::phrase::Phrase;

/// Syllables a second that sound neither hurried nor drawn out.
const SLOWEST: f64 = 4.6;
const FASTEST: f64 = 6.4;

/// Keeps of the syllables as many as the time allows: dropped evenly above 6.4 a second, optional ones said below 4.6.
pub fn choose(phrases: &mut [Phrase], seconds: f64, speed: f64, mood: &Mood) {
    let inner = &phrases[..phrases.len().saturating_sub(1)];
    let pauses = inner.iter().map(|phrase| phrase.end.pause()).sum::<f64>() * 0.7e-3 * mood.pause + 0.12;
    let time = seconds * speed;
    let room = (time - pauses.min(0.5 * time)).max(0.3);
    let all = || phrases.iter().flat_map(|phrase| &phrase.syllables);
    let base = all().filter(|syllable| syllable.extra.is_none()).count();
    let extra = all().count() - base;
    let (low, high) = (SLOWEST * mood.rate, FASTEST * mood.rate.clamp(0.85, 1.1));
    let wished = (base as f64 * mood.rate.min(1.0)).round_ties_even().max(1.0);
    let said = (wished as usize).min(((high * room) as usize).max(1)).min(base);
    let wanted = ((low * room).round_ties_even() as usize).saturating_sub(said).min(extra);
    // Of `of` keep `keep`, spread evenly: the i-th is kept when the count steps up at it.
    let kept = |i: usize, keep: usize, of: usize| (i + 1) * keep / of != i * keep / of;
    let (mut i, mut j) = (0, 0);
    for phrase in phrases.iter_mut() {
        let mut keep: Vec<bool> = Vec::with_capacity(phrase.syllables.len());
        for at in 0..phrase.syllables.len() {
            let Some(stays) = phrase.syllables[at].extra.clone() else {
                keep.push(kept(i, said, base));
                i += 1;
                continue;
            };
            let chosen = kept(j, wanted, extra) && keep.last() == Some(&true);
            j += 1;
            keep.push(chosen);
            if chosen {
                phrase.syllables[at - 1].coda = stays;
            }
        }
        // An accent of a dropped syllable moves to its word's neighbour.
        for at in 0..keep.len() {
            if keep[at] || phrase.syllables[at].accent == 0.0 {
                continue;
            }
            let (word, accent) = (phrase.syllables[at].word, phrase.syllables[at].accent);
            let near = (0..keep.len()).find(|other| keep[*other] && phrase.syllables[*other].word == word);
            if let Some(near) = near {
                phrase.syllables[near].accent = phrase.syllables[near].accent.max(accent);
            }
        }
        if !keep.contains(&true) {
            keep[0] = true;
        }
        let mut keep = keep.into_iter();
        phrase.syllables.retain(|_| keep.next().unwrap_or(false));
    }
}
