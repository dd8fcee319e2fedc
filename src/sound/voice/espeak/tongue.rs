//! Languages by the letters of a text: a text → the language of espeak-ng's that reads it, where one that does not would spell it letter by letter.

/// A script's code points, and the languages that are written in it; the first is taken where nobody says which.
type Script = (&'static [(u32, u32)], &'static [&'static str]);

const SCRIPTS: [Script; 23] = [
    (
        &[(0x0400, 0x052F)],
        &["ru", "uk", "be", "bg", "mk", "sr", "bs", "kk", "ky", "tt", "ba", "cv", "mn", "tg", "nog", "uz", "az"],
    ),
    (&[(0x0370, 0x03FF), (0x1F00, 0x1FFF)], &["el", "grc"]),
    (&[(0x3040, 0x30FF), (0x31F0, 0x31FF)], &["ja"]),
    (&[(0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFF)], &["cmn", "zh", "yue", "hak", "ja"]),
    (&[(0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7AF)], &["ko"]),
    (
        &[(0x0600, 0x06FF), (0x0750, 0x077F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)],
        &["ar", "fa", "ur", "ug", "sd", "ku", "ps"],
    ),
    (&[(0x0590, 0x05FF)], &["he", "yi"]),
    (&[(0x0530, 0x058F)], &["hy", "hyw"]),
    (&[(0x10A0, 0x10FF), (0x2D00, 0x2D2F)], &["ka"]),
    (&[(0x0900, 0x097F)], &["hi", "mr", "ne", "kok", "sa", "bho"]),
    (&[(0x0980, 0x09FF)], &["bn", "as", "bpy"]),
    (&[(0x0A00, 0x0A7F)], &["pa"]),
    (&[(0x0A80, 0x0AFF)], &["gu"]),
    (&[(0x0B00, 0x0B7F)], &["or"]),
    (&[(0x0B80, 0x0BFF)], &["ta"]),
    (&[(0x0C00, 0x0C7F)], &["te"]),
    (&[(0x0C80, 0x0CFF)], &["kn"]),
    (&[(0x0D00, 0x0D7F)], &["ml"]),
    (&[(0x0D80, 0x0DFF)], &["si"]),
    (&[(0x0E00, 0x0E7F)], &["th"]),
    (&[(0x1000, 0x109F)], &["my", "shn"]),
    (&[(0x1200, 0x139F)], &["am", "ti"]),
    (&[(0x13A0, 0x13FF)], &["chr"]),
];
/// The place of kana among them: they stand among Chinese characters and settle that it is Japanese.
const KANA: usize = 2;

fn script(c: char) -> Option<usize> {
    let within = |(from, to): &(u32, u32)| (*from..=*to).contains(&(c as u32));
    SCRIPTS.iter().position(|(ranges, _)| ranges.iter().any(within))
}

/// The language that reads a text which a voice of `language` (`en-gb`, with `+` and a variant or not) would spell; `None` when it reads it, or most of its
/// letters are Latin, or of a script without a language here.
pub fn reader(text: &str, language: &str) -> Option<&'static str> {
    let mut counts = [0usize; SCRIPTS.len()];
    let mut others = 0usize;
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        match script(c) {
            Some(script) => counts[script] += 1,
            None => others += 1,
        }
    }
    let most = (0..SCRIPTS.len()).max_by_key(|i| (counts[*i], usize::MAX - i))?;
    if counts[most] <= others || counts[most] == 0 {
        return None;
    }
    let (_, readers) = SCRIPTS[if counts[KANA] > 0 { KANA } else { most }];
    let own = language.split(['-', '+', '_']).next().unwrap_or(language);
    (!readers.iter().any(|reader| reader.eq_ignore_ascii_case(own))).then(|| readers[0])
}
