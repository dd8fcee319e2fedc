//! Prints as lines of text, and back.
use super::{MEASURES, Print, Prints, ZERO};
use std::collections::HashMap;

/// Prints a line of text.
const A_LINE: usize = 6;
/// Paints a line of text.
const PAINTS_A_LINE: usize = 10;
/// Letters of six bits each.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Letters of a paint's number, a measure and a hash.
const PAINT: usize = 2;
const MEASURE: usize = 3;
const HASH: usize = 2;
/// Letters of a print: its kind and those.
const PRINT: usize = 1 + PAINT + MEASURES.len() * MEASURE + HASH;

fn letters(mut number: u64, width: usize, into: &mut String) {
    let mut out = [b'A'; 3];
    for letter in out.iter_mut().take(width).rev() {
        *letter = LETTERS[(number & 63) as usize];
        number >>= 6;
    }
    into.extend(out.iter().take(width).map(|letter| char::from(*letter)));
}

fn number(text: &str) -> Option<u64> {
    text.bytes().try_fold(0, |sum, byte| {
        let digit = LETTERS.iter().position(|letter| *letter == byte)?;
        Some(sum << 6 | digit as u64)
    })
}

/// The prints as lines: the paints in the order of their first use, then the prints.
pub(super) fn written(prints: &Prints) -> Vec<(String, String)> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut paints: Vec<&str> = Vec::new();
    for print in prints.items.iter().flatten() {
        numbers.entry(&print.paint).or_insert_with(|| {
            paints.push(&print.paint);
            paints.len() - 1
        });
    }
    let mut lines = vec![("items".to_owned(), prints.items.len().to_string())];
    if !prints.names.is_empty() {
        lines.push(("names".to_owned(), prints.names.join(" ")));
    }
    if prints.each > 1 {
        lines.push(("each".to_owned(), prints.each.to_string()));
    }
    let rows = paints.chunks(PAINTS_A_LINE).enumerate();
    lines.extend(rows.map(|(i, row)| (format!("paints.{}", i * PAINTS_A_LINE), row.join(" "))));
    for (item, prints) in prints.items.iter().enumerate() {
        for (i, row) in prints.chunks(A_LINE).enumerate() {
            let mut text = String::with_capacity(row.len() * PRINT);
            for print in row {
                let paint = numbers.get(&*print.paint).copied().unwrap_or(0) as u64;
                text.push(print.kind);
                letters(paint, PAINT, &mut text);
                print.measures.iter().for_each(|fine| letters((fine + ZERO) as u64, MEASURE, &mut text));
                letters(print.hash, HASH, &mut text);
            }
            lines.push((format!("{item}.{}", i * A_LINE), text));
        }
    }
    lines
}

/// The lines as prints; `None` when they were written otherwise.
pub(super) fn read(lines: &[(String, String)]) -> Option<Prints> {
    let mut paints: Vec<&str> = Vec::new();
    let mut prints = Prints { each: 1, ..Prints::default() };
    for (name, text) in lines {
        if name == "items" {
            prints.items.resize(text.parse::<u16>().ok()?.into(), Vec::new());
        } else if name == "names" {
            prints.names = text.split(' ').map(str::to_owned).collect();
        } else if name == "each" {
            prints.each = text.parse::<std::num::NonZeroU16>().ok()?.get().into();
        } else if name.starts_with("paints.") {
            paints.extend(text.split(' '));
        } else {
            let own = prints.items.get_mut(name.split_once('.')?.0.parse::<usize>().ok()?)?;
            let mut rest = &**text;
            while !rest.is_empty() {
                own.push(read_print(rest.get(..PRINT)?, &paints)?);
                rest = rest.get(PRINT..)?;
            }
        }
    }
    Some(prints)
}

fn read_print(text: &str, paints: &[&str]) -> Option<Print> {
    let kind = text.chars().next()?;
    let mut rest = text.get(1..)?;
    let mut take = |width: usize| {
        let value = number(rest.get(..width)?)?;
        rest = rest.get(width..)?;
        Some(value)
    };
    let paint = (*paints.get(take(PAINT)? as usize)?).to_owned();
    let mut measures = [0; MEASURES.len()];
    for measure in &mut measures {
        *measure = take(MEASURE)? as i64 - ZERO;
    }
    Some(Print { kind, paint, measures, hash: take(HASH)? })
}
