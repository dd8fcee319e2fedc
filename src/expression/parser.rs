//! Tokens → instructions, by precedence climbing. Grammar, low → high (§5): `||` · `&&` · `== != < <= > >=` · `+ -` ·
//! `* / %` · unary `- + !` · `^` (right-associative, its right side a unary) · number, name, call, parentheses.
//!
//! Recursion is bounded: at most 200 levels of parentheses, arguments, unary signs and right sides of `^` (ruling 44).
use super::formula::{FormulaError, Instr};
use super::function::Function;
use super::lexer::{Lexer, Token};
use super::names::{BUILT_INS, NameTable, built_in};

/// Levels a formula may nest (ruling 44).
const LEVELS: usize = 200;

/// Binary operators from loosest to tightest; one level of the grammar each.
const PRECEDENCE: &[&[(&str, Option<Instr>)]] = &[
    &[("||", None)],
    &[("&&", None)],
    &[
        ("==", Some(Instr::Equal)),
        ("!=", Some(Instr::Unequal)),
        ("<", Some(Instr::Less)),
        ("<=", Some(Instr::LessOrEqual)),
        (">", Some(Instr::Greater)),
        (">=", Some(Instr::GreaterOrEqual)),
    ],
    &[("+", Some(Instr::Add)), ("-", Some(Instr::Subtract))],
    &[("*", Some(Instr::Multiply)), ("/", Some(Instr::Divide)), ("%", Some(Instr::Remainder))],
];

/// The instructions of a formula's text.
pub(super) fn parse(text: &str, names: &mut NameTable) -> Result<Vec<Instr>, FormulaError> {
    let mut lexer = Lexer::new(text);
    let (token, at) = lexer.next()?;
    if token == Token::End {
        return Err(FormulaError::new(0, 1, "the formula is empty").hint("write a number or a formula after ="));
    }
    let mut parser = Parser { lexer, token, at, ended: 0, level: 0, names, code: Vec::new() };
    parser.binary(0)?;
    if parser.token != Token::End {
        return Err(parser.unexpected("an operator or the end"));
    }
    Ok(parser.code)
}

struct Parser<'a, 'n> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    /// Where `token` starts.
    at: usize,
    /// Where the token before it ended.
    ended: usize,
    level: usize,
    names: &'n mut NameTable,
    code: Vec<Instr>,
}

impl Parser<'_, '_> {
    fn advance(&mut self) -> Result<(), FormulaError> {
        self.ended = self.lexer.end();
        (self.token, self.at) = self.lexer.next()?;
        Ok(())
    }

    fn take(&mut self, sign: &str) -> Result<bool, FormulaError> {
        let found = matches!(self.token, Token::Sign(s) if s == sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn unexpected(&self, wanted: &str) -> FormulaError {
        let found = match self.token {
            Token::Number(_) => "a number".to_owned(),
            Token::Name(name) => format!("{name:?}"),
            Token::Sign(sign) => format!("{sign:?}"),
            Token::End => "the end of the formula".to_owned(),
        };
        let length = self.lexer.end().saturating_sub(self.at);
        FormulaError::new(self.at, length, format!("expected {wanted}, found {found}"))
    }

    /// Reads one level deeper.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Result<(), FormulaError>) -> Result<(), FormulaError> {
        if self.level == LEVELS {
            let error = FormulaError::new(self.at, 1, format!("the formula nests deeper than {LEVELS} levels"));
            return Err(error.hint("keep a part of it in a var"));
        }
        self.level += 1;
        read(self)?;
        self.level -= 1;
        Ok(())
    }

    fn binary(&mut self, precedence: usize) -> Result<(), FormulaError> {
        let Some(operators) = PRECEDENCE.get(precedence) else {
            return self.unary();
        };
        self.binary(precedence + 1)?;
        while let Token::Sign(sign) = self.token
            && let Some((_, instr)) = operators.iter().find(|(word, _)| *word == sign)
        {
            self.advance()?;
            match instr {
                Some(instr) => {
                    self.binary(precedence + 1)?;
                    self.code.push(*instr);
                }
                None => self.short_circuit(sign, precedence + 1)?,
            }
        }
        Ok(())
    }

    /// The right side of `&&` or `||`, jumped over when the left side decides.
    fn short_circuit(&mut self, sign: &str, precedence: usize) -> Result<(), FormulaError> {
        let jump = self.code.len();
        self.code.push(Instr::Truth);
        self.binary(precedence)?;
        self.code.push(Instr::Truth);
        let skip = (self.code.len() - jump - 1) as u32;
        if let Some(place) = self.code.get_mut(jump) {
            *place = if sign == "&&" { Instr::And(skip) } else { Instr::Or(skip) };
        }
        Ok(())
    }

    fn unary(&mut self) -> Result<(), FormulaError> {
        let instr = match self.token {
            Token::Sign("-") => Some(Instr::Negate),
            Token::Sign("!") => Some(Instr::Not),
            Token::Sign("+") => None,
            _ => return self.power(),
        };
        self.advance()?;
        self.deeper(Self::unary)?;
        self.code.extend(instr);
        Ok(())
    }

    fn power(&mut self) -> Result<(), FormulaError> {
        self.atom()?;
        if self.take("^")? {
            self.deeper(Self::unary)?;
            self.code.push(Instr::Power);
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), FormulaError> {
        match self.token {
            Token::Number(number) => {
                self.code.push(Instr::Number(number));
                self.advance()
            }
            Token::Name(name) => self.name(name),
            Token::Sign("(") => {
                self.advance()?;
                self.deeper(|p| p.binary(0))?;
                self.close()
            }
            _ => Err(self.unexpected("a number, a name or (")),
        }
    }

    fn close(&mut self) -> Result<(), FormulaError> {
        if self.take(")")? { Ok(()) } else { Err(self.unexpected(")")) }
    }

    fn name(&mut self, name: &str) -> Result<(), FormulaError> {
        let at = self.at;
        self.advance()?;
        if self.take("(")? {
            return self.call(name, at);
        }
        let instr = built_in(name).unwrap_or_else(|| Instr::Name(self.names.intern(name)));
        self.code.push(instr);
        Ok(())
    }

    fn call(&mut self, name: &str, at: usize) -> Result<(), FormulaError> {
        let Some((_, function)) = Function::WORDS.iter().find(|(word, _)| *word == name) else {
            return Err(unknown_function(name, at));
        };
        let mut count = 0;
        if !self.take(")")? {
            self.deeper(|p| p.arguments(*function, &mut count))?;
            self.close()?;
        }
        let (least, most) = function.arity();
        if count < least || count > most {
            let length = self.ended.saturating_sub(at);
            let wanted = if most == usize::MAX { "at least 1".to_owned() } else { least.to_string() };
            let plural = if wanted.ends_with('1') { "" } else { "s" };
            let error = FormulaError::new(at, length, format!("{name} takes {wanted} argument{plural}, not {count}"));
            return Err(error.hint(function.doc()));
        }
        match most {
            1 => self.code.push(Instr::Call1(*function)),
            2 => self.code.push(Instr::Call2(*function)),
            3 => self.code.push(Instr::Call3(*function)),
            // `min` and `max` have folded theirs.
            _ => {}
        }
        Ok(())
    }

    /// Reads arguments. `min` and `max` fold each one as it comes, so the stack stays small whatever their number.
    fn arguments(&mut self, function: Function, count: &mut usize) -> Result<(), FormulaError> {
        let (_, most) = function.arity();
        loop {
            self.binary(0)?;
            *count += 1;
            if *count > 1 && most == usize::MAX {
                self.code.push(Instr::Call2(function));
            }
            if !self.take(",")? {
                return Ok(());
            }
        }
    }
}

fn unknown_function(name: &str, at: usize) -> FormulaError {
    let error = FormulaError::new(at, name.len(), format!("there is no function {name:?}"));
    if BUILT_INS.iter().any(|(word, _)| *word == name) {
        return error.hint(format!("{name} is a value: write it without parentheses"));
    }
    let words = Function::WORDS.iter().map(|(word, _)| *word);
    match crate::vocabulary::nearest(name, words) {
        Some(word) => error.hint(format!("did you mean {word:?}?")),
        None => {
            let words: Vec<_> = Function::WORDS.iter().map(|(word, _)| *word).collect();
            error.hint(format!("functions: {}", words.join(" ")))
        }
    }
}
