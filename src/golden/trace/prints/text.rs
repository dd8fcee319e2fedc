//! Prints as lines of text, and back.
use super::{Print, Prints, ZERO};
use std::collections::HashMap;

/// Prints a line of text.
const A_LINE: usize = 8;
/// Paints a line of text.
const PAINTS_A_LINE: usize = 10;
/// Letters of six bits each.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Letters of a paint's number, a coordinate and a hash.
const WIDTHS: [usize; 4] = [2, 3, 3, 2];
/// Letters of a print: its kind and those.
const PRINT: usize = 11;

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
pub(super) fn written(prints: &Prints, each: usize) -> Vec<(String, String)> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut paints: Vec<&str> = Vec::new();
    for print in prints.iter().flatten() {
        numbers.entry(&print.paint).or_insert_with(|| {
            paints.push(&print.paint);
            paints.len() - 1
        });
    }
    let mut lines = vec![("items".to_owned(), prints.len().to_string())];
    if each > 1 {
        lines.push(("each".to_owned(), each.to_string()));
    }
    let rows = paints.chunks(PAINTS_A_LINE).enumerate();
    lines.extend(rows.map(|(i, row)| (format!("paints.{}", i * PAINTS_A_LINE), row.join(" "))));
    for (item, prints) in prints.iter().enumerate() {
        for (i, row) in prints.chunks(A_LINE).enumerate() {
            let mut text = String::with_capacity(row.len() * PRINT);
            for print in row {
                let paint = numbers.get(&*print.paint).copied().unwrap_or(0) as u64;
                let [x, y] = print.at.map(|at| (at + ZERO) as u64);
                text.push(print.kind);
                for (number, width) in [paint, x, y, print.hash].into_iter().zip(WIDTHS) {
                    letters(number, width, &mut text);
                }
            }
            lines.push((format!("{item}.{}", i * A_LINE), text));
        }
    }
    lines
}

/// The lines as prints, and how many things a print stands for; `None` when they were written otherwise.
pub(super) fn read(lines: &[(String, String)]) -> Option<(Prints, usize)> {
    let (mut paints, mut prints): (Vec<&str>, Prints) = (Vec::new(), Vec::new());
    let mut each = 1;
    for (name, text) in lines {
        if name == "items" {
            prints.resize(text.parse::<u16>().ok()?.into(), Vec::new());
        } else if name == "each" {
            each = text.parse::<std::num::NonZeroU16>().ok()?.get().into();
        } else if name.starts_with("paints.") {
            paints.extend(text.split(' '));
        } else {
            let own = prints.get_mut(name.split_once('.')?.0.parse::<usize>().ok()?)?;
            let mut rest = &**text;
            while !rest.is_empty() {
                own.push(read_print(rest.get(..PRINT)?, &paints)?);
                rest = rest.get(PRINT..)?;
            }
        }
    }
    Some((prints, each))
}

fn read_print(text: &str, paints: &[&str]) -> Option<Print> {
    let mut rest = text.get(1..)?;
    let mut numbers = [0u64; 4];
    for (value, width) in numbers.iter_mut().zip(WIDTHS) {
        *value = number(rest.get(..width)?)?;
        rest = rest.get(width..)?;
    }
    let [paint, x, y, hash] = numbers;
    let at = [x, y].map(|at| at as i64 - ZERO);
    Some(Print { kind: text.chars().next()?, paint: (*paints.get(paint as usize)?).to_owned(), at, hash })
}
