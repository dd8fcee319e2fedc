//! Captions: contrast on anything, lines that fit and are even, pages in their time.
use super::{SIZES, paint};
use jabber_render::display::{Color, Grade, Item};
use jabber_render::frame::Caption;
use jabber_render::stage::{BOX_COLOR, BOX_OPACITY, Captions, GRADES, Layout, Page, TEXT_COLOR, grade};
use kurbo::{Rect, Shape};
use std::sync::Arc;

const LONG: &str = "I saved you half my sandwich, and then I ate most of it on the way here.";

fn captions() -> Captions {
    Captions::new(Layout::new(1920, 1080))
}

fn pages(text: &str) -> Arc<[Page]> {
    captions().pages(&Arc::from(text))
}

fn said(text: &str, start: f64, end: f64) -> Caption {
    Caption { text: text.into(), speaker: None, start, end }
}

/// Relative luminance and contrast by WCAG 2.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let light = |c: f64| if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) };
    let luminance = |[r, g, b]: [f64; 3]| 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn share(Color { r, g, b, .. }: Color) -> [f64; 3] {
    [r, g, b].map(|c| f64::from(c) / 255.0)
}

#[test]
fn words_are_read_on_any_colour() {
    // The box over a background is between the box over black and the box over white, channel by channel.
    for background in 0..=8 {
        let under = f64::from(background) / 8.0;
        let over = share(BOX_COLOR).map(|c| c * BOX_OPACITY + under * (1.0 - BOX_OPACITY));
        let found = contrast(share(TEXT_COLOR), over);
        assert!(found >= 4.5, "{found} on {under}");
    }
}

#[test]
fn as_painted_the_box_keeps_the_contrast_under_every_grade() {
    let (width, height) = (640, 360);
    let captions = Captions::new(Layout::new(width, height));
    for word in GRADES {
        for color in [Color::rgb(255, 255, 255), Color::rgb(0, 0, 0), Color::rgb(255, 240, 0), Color::rgb(90, 200, 255)]
        {
            let ground = Item::fill(Rect::new(0.0, 0.0, 640.0, 360.0).to_path(0.1), color);
            let look = Item::Grade(Arc::new(grade(word).unwrap()));
            let caption = captions.draw(&said("mmmm mmmm", 0.0, 1.0), 0.5).unwrap();
            let picture = paint(width, height, vec![ground, look, caption]);
            let text = [TEXT_COLOR.r, TEXT_COLOR.g, TEXT_COLOR.b, 255];
            let words = picture.data.chunks_exact(4).filter(|pixel| **pixel == text).count();
            assert!(words > 40, "{word}: the words keep their own white ({words} pixels)");
            // A pixel inside the box, left of the words: its own background through the box.
            let page = &captions.pages(&Arc::from("mmmm mmmm"))[0];
            let foot = (f64::from(height) * 0.975).round();
            let (x, y) = (f64::from(width) / 2.0 - page.width / 2.0 + 4.0, foot - page.height / 2.0);
            let pixel = picture.pixel(x as u32, y as u32).unwrap();
            let found = contrast(share(TEXT_COLOR), share(Color::rgb(pixel[0], pixel[1], pixel[2])));
            assert!(found >= 4.5, "{word} on {color:?}: {found}, {pixel:?}");
        }
    }
}

#[test]
fn captions_fit_the_frame_and_show_every_word() {
    let texts = [
        "Is it?",
        LONG,
        &LONG.repeat(6),
        "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(3).as_str(),
        "a\nb",
    ]
    .map(str::to_owned);
    for (width, height) in SIZES {
        let captions = Captions::new(Layout::new(width, height));
        for text in &texts {
            let pages = captions.pages(&Arc::from(text.as_str()));
            assert!(!pages.is_empty());
            for page in pages.iter() {
                assert!(page.width <= f64::from(width) * 0.88 + 2.0, "{width}x{height}: {} wide", page.width);
                assert!(page.height <= f64::from(height) * 0.3, "{width}x{height}: {} high", page.height);
            }
            let shown: usize = pages.iter().map(|page| page.characters).sum();
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
            assert!((letters(text)..=text.chars().count()).contains(&shown), "{shown} of {text}");
        }
    }
}

#[test]
fn a_short_line_is_one_page_of_one_row_and_nothing_is_nothing() {
    let (short, long) = (pages("Is it?"), pages(LONG));
    assert_eq!((short.len(), long.len()), (1, 1));
    assert!(long[0].height > short[0].height * 1.5, "two rows");
    for empty in ["", "   ", "\n\n"] {
        assert!(captions().draw(&said(empty, 0.0, 1.0), 0.0).is_none(), "{empty:?}");
    }
}

#[test]
fn two_rows_are_about_as_long() {
    // Unbalanced, the second row would be the rest: here a word or two.
    let page = &pages(LONG)[0];
    let rows: Vec<Rect> = page
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Stroke { path, .. } => Some(path.control_box()),
            _ => None,
        })
        .collect();
    assert_eq!(rows.len(), 2);
    let (a, b) = (rows[0].width(), rows[1].width());
    assert!(a.min(b) / a.max(b) > 0.8, "{a} {b}");
    for row in rows {
        assert!((row.center().x).abs() < 6.0, "in the middle: {row:?}");
    }
}

#[test]
fn pages_are_turned_in_proportion_to_what_is_on_them() {
    let (captions, text) = (captions(), LONG.repeat(3));
    let pages = captions.pages(&Arc::from(text.as_str()));
    assert!(pages.len() >= 2);
    let caption = said(&text, 10.0, 20.0);
    let shown = |t: f64| match captions.draw(&caption, t) {
        Some(Item::Group { items, .. }) => pages.iter().position(|page| Arc::ptr_eq(&page.items, &items)),
        _ => None,
    };
    let all: usize = pages.iter().map(|page| page.characters).sum();
    let turn = 10.0 + 10.0 * pages[0].characters as f64 / all as f64;
    assert_eq!([shown(10.0), shown(turn - 0.01), shown(turn + 0.01)], [Some(0), Some(0), Some(1)]);
    assert_eq!([shown(9.0), shown(19.99), shown(25.0)], [Some(0), Some(pages.len() - 1), Some(pages.len() - 1)]);
    let endless = Caption { end: f64::INFINITY, ..caption };
    assert!(captions.draw(&endless, 10.0).is_some() && captions.draw(&endless, 1e9).is_some());
}

#[test]
fn the_same_words_are_set_alike_whatever_was_set_before() {
    let captions = captions();
    let first = captions.pages(&Arc::from(LONG));
    for i in 0..40 {
        captions.pages(&Arc::from(format!("{i} 🙂 {LONG}").as_str()));
    }
    let (again, fresh) = (captions.pages(&Arc::from(LONG)), pages(LONG));
    assert!(!Arc::ptr_eq(&first, &again), "forty others came between");
    assert_eq!(first[0].items, again[0].items);
    assert_eq!(first[0].items, fresh[0].items);
}

#[test]
fn characters_no_font_has_are_named() {
    assert!(Captions::check("Fünf Äpfel, ¿qué? Ελλάδα, Привет 😀").is_none());
    let warning = Captions::check("Tea 茶 or 茶?").unwrap();
    assert!(warning.message.contains('茶') && !warning.message.contains("茶茶"), "{warning}");
}

#[test]
fn no_grade_is_no_change_and_every_other_is() {
    assert_eq!(grade("normal"), Some(Grade::default()));
    let changed = GRADES.iter().filter(|word| grade(word) != Some(Grade::default())).count();
    assert_eq!(changed, GRADES.len() - 1);
    assert_eq!(grade("blom"), None);
}

#[test]
fn characters_no_font_has_take_no_room() {
    // None of the embedded faces has these signs of Linear B.
    let none = "\u{10000}\u{10001}";
    let width = |text: &str| pages(text).iter().map(|page| page.width).fold(0.0, f64::max);
    assert_eq!(width(&format!("Good {none} morning")), width("Good morning"));
    assert_eq!(width(&format!("{none} Good mor{none}ning {none}")), width("Good morning"));
    assert_eq!(pages(none).len(), 0);
    assert!(captions().draw(&said(&format!(" {none} \u{FE0F}"), 0.0, 1.0), 0.5).is_none());
}
