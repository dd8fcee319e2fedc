//! A formula's text → tokens with their places. White space is space, tab, CR and LF (ruling 44).
use super::formula::FormulaError;

/// A piece of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `1`, `1.5`, `.5`, `2e-3`.
    Number(f64),
    /// A letter or `_`, then letters, digits, `_`.
    Name(&'a str),
    /// An operator, a parenthesis or a comma.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Operators, longest first.
const SIGNS: &[&str] =
    &["||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "^", "!", "(", ")", ","];

/// Reads one token after the other.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and the byte offset where it starts.
    pub(super) fn next(&mut self) -> Result<(Token<'a>, usize), FormulaError> {
        let rest = self.rest().trim_start_matches([' ', '\t', '\r', '\n']);
        self.at = self.text.len() - rest.len();
        let start = self.at;
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, start));
        };
        let token = if first.is_ascii_digit() || first == '.' {
            self.number()?
        } else if first.is_alphabetic() || first == '_' {
            Token::Name(self.take_while(|c| c.is_alphabetic() || c.is_ascii_digit() || c == '_'))
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            Token::Sign(sign)
        } else {
            return Err(stray(first, start));
        };
        Ok((token, start))
    }

    /// Where the last token ended.
    pub(super) fn end(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn number(&mut self) -> Result<Token<'a>, FormulaError> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        if self.rest().starts_with('.') {
            self.at += 1;
            self.digits("digits after the point", "1.5")?;
        }
        if self.rest().starts_with(['e', 'E']) {
            self.at += 1;
            if self.rest().starts_with(['+', '-']) {
                self.at += 1;
            }
            self.digits("digits after the e", "2e-3")?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        match text.parse() {
            Ok(number) => Ok(Token::Number(number)),
            Err(_) => Err(FormulaError::new(start, text.len(), format!("{text} is not a number"))),
        }
    }

    fn digits(&mut self, what: &str, example: &str) -> Result<(), FormulaError> {
        if self.take_while(|c| c.is_ascii_digit()).is_empty() {
            let error = FormulaError::new(self.at, 1, format!("the number needs {what}"));
            return Err(error.hint(format!("for example {example}")));
        }
        Ok(())
    }
}

fn stray(found: char, at: usize) -> FormulaError {
    let error = FormulaError::new(at, found.len_utf8(), format!("a formula cannot have {found:?} here"));
    match found {
        '=' => error.hint("to compare, write =="),
        '&' => error.hint("for both, write &&"),
        '|' => error.hint("for either, write ||"),
        '−' | '–' => error.hint("the minus sign is -"),
        '×' | '·' => error.hint("to multiply, write *"),
        '÷' | ':' => error.hint("to divide, write /"),
        '"' | '\'' => error.hint("a formula gives a number; text cannot be in it"),
        '[' | ']' | '{' | '}' => error.hint("group with ( and )"),
        _ => error,
    }
}
