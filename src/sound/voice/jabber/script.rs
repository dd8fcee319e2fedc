//! Characters of any script → what they are to a voice: kinds of marks, and the units of a word.
use super::letters;
use super::unit::Unit::{self, *};
use crate::sound::signal::random::spread;
use icu_normalizer::DecomposingNormalizerBorrowed;
use unicode_general_category::{GeneralCategory, get_general_category};

/// What a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Part of a word: letters, digits, apostrophes.
    Letter,
    Digit,
    Apostrophe,
    Space,
    Newline,
    Comma,
    Stop,
    Question,
    Exclaim,
    Dots,
    /// A symbol or picture: it chirps.
    Chirp,
    /// Nothing at all: joiners, variants.
    Skip,
    /// A mark without a sound.
    Bracket,
}

impl Kind {
    /// True for marks that end a phrase.
    pub fn ends(self) -> bool {
        matches!(self, Kind::Comma | Kind::Stop | Kind::Question | Kind::Exclaim | Kind::Dots | Kind::Newline)
    }
}

/// The kind of a character.
pub fn kind(c: char) -> Kind {
    match c {
        '\'' | '’' | 'ʼ' => return Kind::Apostrophe,
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => return Kind::Newline,
        '-' | '_' | '/' | '·' | '・' => return Kind::Space,
        ',' | '，' | '、' | '،' | ';' | '；' | ':' | '：' | '–' | '—' | '؛' => return Kind::Comma,
        '.' | '。' | '．' | '।' | '॥' | '۔' => return Kind::Stop,
        '?' | '？' | '؟' => return Kind::Question,
        '!' | '！' => return Kind::Exclaim,
        '…' => return Kind::Dots,
        _ if c.is_whitespace() => return Kind::Space,
        _ => {}
    }
    match c as u32 {
        0x200B..=0x200D | 0xFEFF | 0xFE00..=0xFE0F | 0x1F3FB..=0x1F3FF | 0xE0000..=0xE01FF => Kind::Skip,
        0x2190..=0x2BFF | 0x1F000..=0x1FAFF => Kind::Chirp,
        _ => match get_general_category(c) {
            GeneralCategory::DecimalNumber => Kind::Digit,
            _ if c.is_alphabetic() || is_mark(c) => Kind::Letter,
            _ => Kind::Bracket,
        },
    }
}

fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    matches!(get_general_category(c), NonspacingMark | SpacingMark | EnclosingMark)
}

/// Letters beyond a–z by what they fold to: Latin ones, Greek, Cyrillic.
const FOLDS: &[(&str, &[&str])] = &[
    ("ßæœøðþłđıŋ", &["ss", "ae", "oe", "o", "d", "th", "l", "d", "i", "ng"]),
    (
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        &[
            "a", "v", "g", "d", "e", "z", "i", "th", "i", "k", "l", "m", "n", "ks", "o", "p", "r", "s", "s", "t", "i",
            "f", "kh", "ps", "o",
        ],
    ),
    (
        "абвгдежзийклмнопрстуфхцчшщыэюяіїєґўёъь",
        &[
            "a", "b", "v", "g", "d", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f",
            "kh", "ts", "ch", "sh", "sh", "i", "e", "yu", "ya", "i", "yi", "ye", "g", "w", "yo", "", "",
        ],
    ),
];

fn fold_one(c: char) -> Option<&'static str> {
    FOLDS.iter().find_map(|(from, to)| to.get(from.chars().position(|f| f == c)?).copied())
}

/// Lower-case letters a–z for a Latin, Greek or Cyrillic character.
fn fold(c: char) -> Option<String> {
    let lower: String = c.to_lowercase().collect();
    let whole = |text: &str| {
        let mut chars = text.chars();
        let one = chars.next().filter(|_| chars.next().is_none());
        one.and_then(fold_one).map(str::to_owned)
    };
    whole(&lower).or_else(|| {
        let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(&lower);
        let bare: String = apart.chars().filter(|c| !is_mark(*c)).collect();
        let plain = !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_lowercase());
        whole(&bare).or_else(|| plain.then_some(bare))
    })
}

const DIGITS: [&[Unit]; 10] =
    [&[Z, O], &[W, A], &[T, U], &[TH, I], &[F, O], &[F, AI], &[S, IH], &[S, E], &[EI], &[N, AI]];
const ONSETS: [Option<Unit>; 16] = [
    None,
    Some(P),
    Some(B),
    Some(T),
    Some(D),
    Some(K),
    Some(G),
    Some(S),
    Some(SH),
    Some(H),
    Some(M),
    Some(N),
    Some(L),
    Some(W),
    Some(Y),
    Some(J),
];
const VOWELS: [Unit; 8] = [A, E, I, O, U, AI, EI, OU];

/// The value of a decimal digit of any script: they come in runs of ten from a zero.
fn digit(c: char) -> usize {
    let is_digit =
        |code: u32| char::from_u32(code).is_some_and(|c| get_general_category(c) == GeneralCategory::DecimalNumber);
    let before = (1..60).take_while(|i| (c as u32).checked_sub(*i).is_some_and(is_digit)).count();
    before % 10
}

/// The units of a word of any script.
pub fn units(word: &str) -> Vec<Unit> {
    let (mut out, mut latin) = (Vec::new(), String::new());
    for c in word.chars() {
        let kind = kind(c);
        if let Some(folded) = fold(c).filter(|_| kind != Kind::Digit) {
            latin.push_str(&folded);
            continue;
        }
        out.extend(letters::units(&std::mem::take(&mut latin)));
        match kind {
            Kind::Apostrophe => {}
            Kind::Digit => out.extend_from_slice(DIGITS.get(digit(c)).copied().unwrap_or_default()),
            _ => character(c, &mut out),
        }
    }
    out.extend(letters::units(&latin));
    out
}

/// A vowel takes the place of the short one spoken before it.
fn instead(out: &mut Vec<Unit>, vowel: Unit) {
    if out.last() == Some(&UH) {
        out.pop();
    }
    out.push(vowel);
}

/// What one character of another script adds.
fn character(c: char, out: &mut Vec<Unit>) {
    let code = c as u32;
    let h = spread(code);
    let (vowel, onset) = (VOWELS[h as usize % 8], ONSETS[(h >> 8) as usize % 16]);
    match code {
        0x627 | 0x622 | 0x623 | 0x649 | 0x64E => instead(out, A),
        0x625 | 0x64A | 0x650 => instead(out, I),
        0x648 | 0x64F => instead(out, U),
        // Hebrew, Arabic, Syriac: consonants with a short vowel.
        0x0590..=0x08FF if !is_mark(c) => out.extend([onset.unwrap_or(H), UH]),
        0x0900..=0x0DFF => indic(c, onset, vowel, out),
        0x3041..=0x30FF => kana(code, out),
        0xAC00..=0xD7A3 => hangul(code, out),
        _ if is_mark(c) => {}
        // Han, Thai, Ethiopic and the rest: a syllable each.
        _ => {
            out.extend(onset);
            out.push(vowel);
        }
    }
}

/// The Indic blocks share one layout of 128 code points: vowel signs replace the short vowel, a virama removes it.
fn indic(c: char, onset: Option<Unit>, vowel: Unit, out: &mut Vec<Unit>) {
    match c as u32 & 0x7F {
        0x3E..=0x4C => instead(out, vowel),
        0x4D => {
            out.pop_if(|last| *last == UH);
        }
        0x00..=0x03 => {}
        _ if is_mark(c) => {}
        0x05..=0x14 => out.push(vowel),
        _ => out.extend([onset.unwrap_or(H), UH]),
    }
}

/// Kana as it is read. The letters of a row follow each other in the order a i u e o.
fn kana(code: u32, out: &mut Vec<Unit>) {
    const FIVE: [Unit; 5] = [A, I, U, E, O];
    let at = if code >= 0x30A1 { code - 0x30A1 } else { code - 0x3041 };
    let five = |n: u32| FIVE[n as usize % 5];
    // A row of five pairs: plain and voiced.
    let pair = |first: u32, plain: Unit, voiced: Unit| {
        let n = at - first;
        [if n.is_multiple_of(2) { plain } else { voiced }, five(n / 2)]
    };
    match at {
        0..=9 => out.push(five(at / 2)),
        10..=19 => out.extend(pair(10, K, G)),
        20..=29 => out.extend(pair(20, S, Z)),
        30..=33 => out.extend(pair(30, T, D)),
        34 => out.push(Q),
        35..=40 => {
            let n = at - 35;
            out.extend([if n % 2 == 0 { T } else { D }, FIVE[2 + n as usize / 2]]);
        }
        41..=45 => out.extend([N, five(at - 41)]),
        46..=60 => out.extend([[H, B, P][(at - 46) as usize % 3], five((at - 46) / 3)]),
        61..=65 => out.extend([M, five(at - 61)]),
        // ya, yu, yo; the small ones take the place of the vowel before them.
        66..=71 => {
            let small = (at - 66) % 2 == 0;
            if small {
                out.pop_if(|last| last.is_vowel());
            }
            out.extend([Y, [A, U, O][(at - 66) as usize / 2]]);
        }
        72..=76 => out.extend([R, five(at - 72)]),
        77..=81 => out.extend([W, [A, A, I, E, O][(at - 77) as usize]]),
        82 => out.push(N),
        83..=85 => out.extend([V, U]),
        // The long mark holds on to the vowel; repetition marks repeat it.
        _ => out.extend(out.iter().rev().copied().find(|unit| unit.is_vowel())),
    }
}

/// Hangul as it is read: a lead, a vowel and a tail by the block's own arithmetic.
fn hangul(code: u32, out: &mut Vec<Unit>) {
    const LEADS: [Option<Unit>; 19] = [
        Some(G),
        Some(K),
        Some(N),
        Some(D),
        Some(T),
        Some(R),
        Some(M),
        Some(B),
        Some(P),
        Some(S),
        Some(S),
        None,
        Some(J),
        Some(J),
        Some(CH),
        Some(K),
        Some(T),
        Some(P),
        Some(H),
    ];
    const MIDDLES: [&[Unit]; 21] = [
        &[A],
        &[AE],
        &[Y, A],
        &[Y, AE],
        &[UH],
        &[E],
        &[Y, UH],
        &[Y, E],
        &[O],
        &[W, A],
        &[W, AE],
        &[W, E],
        &[Y, O],
        &[U],
        &[W, UH],
        &[W, E],
        &[W, I],
        &[Y, U],
        &[UO],
        &[UO, I],
        &[I],
    ];
    let at = (code - 0xAC00) as usize;
    out.extend(LEADS[at / 588]);
    out.extend_from_slice(MIDDLES[at % 588 / 28]);
    match at % 28 {
        0 => {}
        4..=6 => out.push(N),
        8..=15 => out.push(L),
        16 => out.push(M),
        17 | 18 | 26 => out.push(P),
        21 => out.push(NG),
        _ => out.push(K),
    }
}
