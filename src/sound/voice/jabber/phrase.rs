//! A text → phrases of syllables, with the marks that end them.
use super::script::{Kind, kind, units};
use super::syllable::{Syllable, syllables};
use super::unit::Unit;

/// How a phrase ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Comma,
    Stop,
    Question,
    Exclaim,
    Dots,
    Newline,
    /// The text just ends.
    Nothing,
}

impl End {
    /// Nominal pause after it, ms.
    pub fn pause(self) -> f64 {
        match self {
            End::Comma => 170.0,
            End::Stop | End::Question => 260.0,
            End::Exclaim => 250.0,
            End::Dots => 360.0,
            End::Newline => 280.0,
            End::Nothing => 0.0,
        }
    }
}

/// A phrase.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// One at least.
    pub syllables: Vec<Syllable>,
    /// How it ends.
    pub end: End,
    /// An exclamation mark is among its marks.
    pub shout: bool,
    /// How many marks end it.
    pub marks: usize,
}

/// Words that carry no accent.
const UNACCENTED: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "and", "or", "but", "is", "are", "was", "am", "be",
    "it", "its", "i", "me", "my", "you", "your", "he", "she", "his", "her", "we", "us", "our", "they", "them", "as",
    "if", "so", "do", "that", "this", "with", "from",
];

enum Token {
    Word(String),
    Mark(Kind),
}

fn tokens(text: &str) -> Vec<Token> {
    let (mut out, mut word) = (Vec::new(), String::new());
    for c in text.chars() {
        match kind(c) {
            Kind::Letter | Kind::Digit | Kind::Apostrophe => word.push(c),
            Kind::Skip => {}
            mark => {
                if !word.is_empty() {
                    out.push(Token::Word(std::mem::take(&mut word)));
                }
                out.push(Token::Mark(mark));
            }
        }
    }
    if !word.is_empty() {
        out.push(Token::Word(word));
    }
    out
}

/// The phrases of a text; a line of marks alone hums its melody.
pub fn phrases(text: &str) -> Vec<Phrase> {
    let tokens = tokens(text);
    let mark = |i: usize| match tokens.get(i) {
        Some(Token::Mark(kind)) => Some(*kind),
        _ => None,
    };
    let word = |i: usize| matches!(tokens.get(i), Some(Token::Word(_)));
    let (mut out, mut now, mut number) = (Vec::<Phrase>::new(), Vec::new(), 0);
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        i += 1;
        match token {
            Token::Word(text) => {
                let spoken = accented(text, number);
                number += usize::from(!spoken.is_empty());
                now.extend(spoken);
            }
            Token::Mark(Kind::Chirp) => {
                let mut chirp = Syllable::new(Vec::new(), Unit::Chirp, number, false);
                chirp.first = true;
                now.push(chirp);
                number += 1;
            }
            // "3.14", "a.m": no pause.
            Token::Mark(Kind::Stop) if !now.is_empty() && i >= 2 && word(i - 2) && word(i) => {}
            Token::Mark(first) if first.ends() => {
                let mut marks = vec![*first];
                while let Some(kind) = mark(i).filter(|kind| kind.ends()) {
                    marks.push(kind);
                    i += 1;
                }
                if !now.is_empty() || out.is_empty() && i >= tokens.len() {
                    let shout = marks.contains(&Kind::Exclaim);
                    out.push(Phrase {
                        syllables: std::mem::take(&mut now),
                        end: end(&marks),
                        shout,
                        marks: marks.len(),
                    });
                }
            }
            Token::Mark(_) => {}
        }
    }
    if !now.is_empty() {
        out.push(Phrase { syllables: now, end: End::Nothing, shout: false, marks: 0 });
    }
    for phrase in out.iter_mut().filter(|phrase| phrase.syllables.is_empty()) {
        let mut hum = Syllable::new(Vec::new(), Unit::M, 0, false);
        (hum.first, hum.accent) = (true, 1.0);
        phrase.syllables.push(hum);
    }
    out
}

/// A word's syllables with its accents: the first, or in long words the last but one.
fn accented(word: &str, number: usize) -> Vec<Syllable> {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let caps = letters.len() >= 2 && letters.iter().all(|c| c.is_uppercase());
    let mut out = syllables(&units(word), number, caps);
    if caps || !UNACCENTED.contains(&&*word.to_lowercase()) {
        let main: Vec<usize> = (0..out.len()).filter(|&i| out[i].extra.is_none()).collect();
        if main.len() >= 4 {
            out[main[0]].accent = 0.5;
            out[main[main.len() - 2]].accent = 1.0;
        } else if let Some(&first) = main.first() {
            out[first].accent = 1.0;
        }
    }
    out
}

fn end(marks: &[Kind]) -> End {
    let has = |kind| marks.contains(&kind);
    let stops = marks.iter().filter(|kind| **kind == Kind::Stop).count();
    match marks.first() {
        _ if has(Kind::Question) => End::Question,
        _ if has(Kind::Exclaim) => End::Exclaim,
        _ if has(Kind::Dots) || stops >= 3 => End::Dots,
        _ if stops > 0 => End::Stop,
        Some(Kind::Newline) => End::Newline,
        _ => End::Comma,
    }
}
