//! Phonemes (IPA) → the shapes of the lips.
use crate::frame::voice::Viseme;

/// True for an event that tells of a change of language, not of a sound: `(en)`.
pub fn is_remark(phoneme: &str) -> bool {
    phoneme.starts_with('(')
}

/// The shape of a phoneme; of one with length or stress marks, that of its letter.
pub fn shape(phoneme: &str) -> Viseme {
    let letter = phoneme.chars().find(|c| !matches!(c, 'ˈ' | 'ˌ' | '\'' | ',' | '_' | ':' | 'ː' | '͡'));
    match letter {
        None => Viseme::Rest,
        Some('m' | 'b' | 'p' | 'ɓ' | 'ɱ' | 'ʙ') => Viseme::MBP,
        Some('f' | 'v' | 'ʋ' | 'ⱱ') => Viseme::FV,
        Some('l' | 'ɫ' | 'ɬ' | 'ɭ' | 'ʎ' | 'ʟ' | 't' | 'd' | 'n' | 'θ' | 'ð' | 'ɾ' | 'ɖ' | 'ʈ' | 'ɳ' | 'ɲ') => {
            Viseme::L
        }
        Some('u' | 'ʊ' | 'w' | 'y' | 'ʏ' | 'ʉ' | 'ɥ' | 'ʃ' | 'ʒ' | 'ɹ' | 'ɻ' | 'ʍ' | 'ɯ' | 'ɰ') => Viseme::U,
        Some('o' | 'ɔ' | 'ɒ' | 'ø' | 'œ' | 'ɵ' | 'ɤ' | 'ɜ' | 'ɞ' | 'ɝ' | 'ɚ' | 'ɶ') => Viseme::O,
        Some('a' | 'ɑ' | 'æ' | 'ɐ' | 'ʌ' | 'ä' | 'ə' | 'ᵻ') => Viseme::AI,
        Some('e' | 'ɛ' | 'i' | 'ɪ' | 'ɨ' | 'ɘ' | 'j' | 's' | 'z' | 'ɕ' | 'ʑ' | 'c' | 'ɟ') => Viseme::E,
        Some(c) if c.is_alphabetic() => Viseme::Consonant,
        Some(_) => Viseme::Rest,
    }
}
