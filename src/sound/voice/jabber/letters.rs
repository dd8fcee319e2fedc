//! Latin letters → units, by the longest match of a table and a few rules of English spelling: near enough for babble.
use super::unit::Unit::{self, *};

/// Letters and what they are spoken as; of several that match, the longest.
#[rustfmt::skip]
const RULES: &[(&str, &[Unit])] = &[
    ("eigh", &[EI]), ("ough", &[OU]), ("augh", &[O]), ("tion", &[SH, UH, N]), ("sion", &[ZH, UH, N]),
    ("igh", &[AI]), ("tch", &[CH]), ("sch", &[SH]), ("eau", &[OU]),
    ("ee", &[I]), ("ea", &[I]), ("ie", &[I]), ("ei", &[EI]), ("ey", &[EI]), ("ai", &[EI]), ("ay", &[EI]), ("oo", &[U]), ("ou", &[AU]),
    ("ow", &[AU]), ("oa", &[OU]), ("oe", &[OU]), ("oi", &[OI]), ("oy", &[OI]), ("au", &[O]), ("aw", &[O]), ("eu", &[U]), ("ew", &[U]),
    ("ue", &[U]), ("ui", &[U]), ("er", &[ER]), ("ir", &[ER]), ("ur", &[ER]), ("sh", &[SH]), ("ch", &[CH]), ("th", &[DH]), ("ph", &[F]),
    ("wh", &[W]), ("ck", &[K]), ("ng", &[NG]), ("qu", &[K, W]), ("kn", &[N]), ("wr", &[R]), ("dg", &[J]), ("zh", &[ZH]), ("kh", &[H]),
    ("gh", &[]), ("ts", &[CH]), ("gu", &[G]),
    ("a", &[A]), ("e", &[E]), ("i", &[IH]), ("o", &[O]), ("u", &[UH]), ("b", &[B]), ("c", &[K]), ("d", &[D]), ("f", &[F]), ("g", &[G]),
    ("h", &[H]), ("j", &[J]), ("k", &[K]), ("l", &[L]), ("m", &[M]), ("n", &[N]), ("p", &[P]), ("q", &[K]), ("r", &[R]), ("s", &[S]),
    ("t", &[T]), ("v", &[V]), ("w", &[W]), ("x", &[K, S]), ("y", &[I]), ("z", &[Z]),
];

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// A vowel before one consonant and a silent final e.
fn long(letter: u8) -> Option<Unit> {
    match letter {
        b'a' => Some(EI),
        b'i' | b'y' => Some(AI),
        b'o' => Some(OU),
        b'u' => Some(U),
        b'e' => Some(I),
        _ => None,
    }
}

/// The units of a word in the letters a to z.
pub fn units(word: &str) -> Vec<Unit> {
    let w: Vec<u8> = word.bytes().filter(u8::is_ascii_lowercase).collect();
    let at = |i: usize| w.get(i).copied();
    let vowel_at = |i: usize| at(i).is_some_and(is_vowel);
    let (mut out, mut i, n) = (Vec::new(), 0, w.len());
    while let Some(letter) = at(i) {
        let last = i + 1 == n;
        if i > 0 && at(i - 1) == Some(letter) && !is_vowel(letter) {
            i += 1;
            continue;
        }
        if letter == b'e' && last && n > 2 && !vowel_at(i - 1) && w[..i].iter().copied().any(is_vowel) {
            out.push(SilentE);
            i += 1;
            continue;
        }
        let rest = &w[i..];
        let rule = RULES.iter().find(|(key, _)| rest.starts_with(key.as_bytes()));
        let Some((mut key, mut spoken)) = rule.map(|(key, spoken)| (*key, *spoken)) else {
            i += 1;
            continue;
        };
        // Vowel, r, vowel: the r begins a syllable.
        if matches!(key, "er" | "ir" | "ur") && vowel_at(i + 2) {
            (key, spoken) =
                RULES.iter().find(|(one, _)| one.as_bytes() == [letter]).map_or((key, spoken), |(k, s)| (*k, *s));
        }
        match key {
            "gh" if i == 0 => out.push(G),
            "th" if i + 2 == n || n > 4 => out.push(TH),
            "c" if matches!(at(i + 1), Some(b'e' | b'i' | b'y')) => out.push(S),
            "g" if matches!(at(i + 1), Some(b'e' | b'y')) => out.push(J),
            "a" | "e" | "i" | "o" | "u" | "y" if i + 3 == n && at(i + 2) == Some(b'e') && !vowel_at(i + 1) => {
                out.extend(long(letter));
            }
            "y" if vowel_at(i + 1) => out.push(Y),
            "y" if last && n <= 3 => out.push(AI),
            "e" if last && n <= 3 => out.push(I),
            "o" if last && n <= 3 => out.push(OU),
            "i" if n == 1 => out.push(AI),
            _ => out.extend_from_slice(spoken),
        }
        i += key.len();
    }
    out
}
