//! Rows of words: whole words, and none of the rows much shorter than it need be.
use super::cards::painted;
use jabber_render::frame::CardWords;
use jabber_render::paint::Picture;
use jabber_render::stage::{Captions, Layout, Lettering};
use jabber_render::vocabulary::{CaptionStyle, CardStyle};
use std::sync::Arc;

#[test]
fn no_word_is_broken_that_has_room_in_a_row() {
    let lettering = Lettering { style: CaptionStyle::Bubble, ..Lettering::default() };
    let captions = Captions::new(Layout::new(1920, 1080), lettering);
    // Two of them do not fit a bubble's row: three rows, of which two are on the first page.
    let words = ["incomprehensibilities", "counterrevolutionaries", "internationalization"];
    let pages = captions.pages(&Arc::from(words.join(" ").as_str()));
    let shown: Vec<usize> = pages.iter().map(|page| page.characters).collect();
    assert_eq!(shown, [words[0].len() + words[1].len(), words[2].len()]);
}

fn titled(text: &str, size: (u32, u32), t: f64) -> Picture {
    painted(CardWords::Title { text: text.into(), sub: None }, CardStyle::Card, t, size)
}

/// The widths of the rows of a title in capitals, which have nothing under their line, pixels.
fn rows(text: &str, size: (u32, u32)) -> Vec<u32> {
    let (ground, words) = (titled(text, size, 0.0), titled(text, size, 2.0));
    let mut rows: Vec<Option<(u32, u32)>> = vec![None];
    for y in 0..size.1 {
        let across: Vec<u32> = (0..size.0).filter(|x| ground.pixel(*x, y) != words.pixel(*x, y)).collect();
        match (across.first(), across.last(), rows.last_mut()) {
            (Some(first), Some(last), Some(row)) => {
                let (left, right) = row.unwrap_or((*first, *last));
                *row = Some((left.min(*first), right.max(*last)));
            }
            (_, _, Some(Some(_))) => rows.push(None),
            _ => {}
        }
    }
    rows.into_iter().flatten().map(|(left, right)| right - left + 1).collect()
}

#[test]
fn the_last_row_is_not_much_shorter_than_the_one_before() {
    // The first row has the long word; what follows has room in three, of which a narrow break leaves "HIM" alone in the last.
    let widths = rows("THE EXTRAORDINARILY LONG AND WINDING STORY OF SUN AND OF HIM", (270, 480));
    assert_eq!(widths.len(), 4, "{widths:?}");
    assert!(widths[3] * 10 > widths[2] * 7, "{widths:?}");
}
