//! Captions: contrast on anything, lines that fit and are even, pages in their time, two at once, names.
use super::{SIZES, contrast, paint, share};
use jabber_render::display::{Color, Grade, Item};
use jabber_render::frame::{Caption, CharacterState, FrameState, Line, Pose, Screen};
use jabber_render::stage::{
    BOX_COLOR, BOX_OPACITY, Captions, Fonts, GRADES, Layout, Lettering, NAME_COLORS, Page, Spoken, TEXT_COLOR, grade,
};
use jabber_render::vocabulary::CaptionStyle;
use kurbo::{Rect, Shape};
use std::sync::Arc;

const LONG: &str = "I saved you half my sandwich, and then I ate most of it on the way here.";

fn captions() -> Captions {
    Captions::new(Layout::new(1920, 1080), Lettering::default())
}

fn styled(style: CaptionStyle, (width, height): (u32, u32)) -> Captions {
    Captions::new(Layout::new(width, height), Lettering { style, ..Lettering::default() })
}

/// A frame at second `t` in which nobody is but whoever speaks these lines: id, text, start, end.
fn frame(caption: Option<Caption>, t: f64, lines: &[(&str, &str, f64, f64)]) -> FrameState {
    let character = |(id, text, start, end): &(&str, &str, f64, f64)| CharacterState {
        id: (*id).into(),
        x: 0.5,
        y: 0.9,
        h: 0.5,
        facing: 1.0,
        visible: true,
        pose: Pose::default(),
        talking: 1.0,
        loud: 0.0,
        mood_before: None,
        mood_since: f64::NEG_INFINITY,
        line: Some(Line { text: (*text).into(), start: *start, end: *end, track: None }),
        carried: None,
    };
    FrameState {
        t,
        scene: None,
        place: None,
        background: None,
        grade: "normal".into(),
        caption,
        characters: lines.iter().map(character).collect(),
        screen: Screen::default(),
    }
}

/// What is drawn of one caption, nobody being seen.
fn drawn(captions: &Captions, caption: &Caption, t: f64) -> Option<Item> {
    captions.draw(&frame(Some(caption.clone()), t, &[]), &[]).into_iter().next_back()
}

fn pages(text: &str) -> Arc<[Page]> {
    captions().pages(&Arc::from(text))
}

fn said(text: &str, start: f64, end: f64) -> Caption {
    Caption { text: text.into(), speaker: None, start, end }
}

/// The styles that show something.
const STYLES: [CaptionStyle; 3] = [CaptionStyle::Box, CaptionStyle::Outline, CaptionStyle::Bubble];

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
    let captions = styled(CaptionStyle::Box, (width, height));
    for word in GRADES {
        for color in [Color::rgb(255, 255, 255), Color::rgb(0, 0, 0), Color::rgb(255, 240, 0), Color::rgb(90, 200, 255)]
        {
            let ground = Item::fill(Rect::new(0.0, 0.0, 640.0, 360.0).to_path(0.1), color);
            let look = Item::Grade(Arc::new(grade(word).unwrap()));
            let caption = drawn(&captions, &said("mmmm mmmm", 0.0, 1.0), 0.5).unwrap();
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
    for ((width, height), style) in SIZES.into_iter().flat_map(|size| STYLES.map(|style| (size, style))) {
        let captions = styled(style, (width, height));
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
        assert!(drawn(&captions(), &said(empty, 0.0, 1.0), 0.0).is_none(), "{empty:?}");
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
    let shown = |t: f64| match drawn(&captions, &caption, t) {
        Some(Item::Group { items, .. }) => pages.iter().position(|page| Arc::ptr_eq(&page.items, &items)),
        _ => None,
    };
    let all: usize = pages.iter().map(|page| page.characters).sum();
    let turn = 10.0 + 10.0 * pages[0].characters as f64 / all as f64;
    assert_eq!([shown(10.0), shown(turn - 0.01), shown(turn + 0.01)], [Some(0), Some(0), Some(1)]);
    assert_eq!([shown(9.0), shown(19.99), shown(25.0)], [Some(0), Some(pages.len() - 1), Some(pages.len() - 1)]);
    let endless = Caption { end: f64::INFINITY, ..caption };
    assert!(drawn(&captions, &endless, 10.0).is_some() && drawn(&captions, &endless, 1e9).is_some());
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
    let fonts = Fonts::default();
    assert!(fonts.lacking("Fünf Äpfel, ¿qué? Ελλάδα, Привет 😀").is_empty());
    assert_eq!(fonts.lacking("Tea 茶 or 茶? שלום"), ['茶', 'ש', 'ל', 'ו', 'ם']);
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
    assert!(drawn(&captions(), &said(&format!(" {none} \u{FE0F}"), 0.0, 1.0), 0.5).is_none());
}

/// Where each thing that is drawn lies: its transform's foot, and the size of its page.
fn boxes(captions: &Captions, frame: &FrameState) -> Vec<Rect> {
    let place = |item: &Item| match item {
        Item::Group { transform, items, .. } => {
            let around = |item: &Item| match item {
                Item::Fill(shape) => Some(shape.path.control_box()),
                _ => None,
            };
            let all = items.iter().filter_map(around).reduce(|a, b| a.union(b)).unwrap();
            Some(transform.transform_rect_bbox(all))
        }
        _ => None,
    };
    captions.draw(frame, &[]).iter().filter_map(place).collect()
}

fn line(who: &str, text: &str, start: f64, end: f64) -> Caption {
    Caption { speaker: Some(who.into()), ..said(text, start, end) }
}

#[test]
fn when_two_speak_both_lines_are_shown_the_later_below() {
    let lines = [("a", LONG, 0.0, 4.0), ("b", "Is it?", 1.0, 3.0), ("c", "Oh!", 2.0, 3.0)];
    for style in STYLES {
        let captions = styled(style, (1920, 1080));
        let two = boxes(&captions, &frame(Some(line("b", "Is it?", 1.0, 3.0)), 2.0, &lines[..2]));
        assert_eq!(two.len(), 2, "{style:?}");
        assert!(two[0].y1 <= two[1].y0, "{style:?}: the earlier above: {two:?}");
        assert!(two[0].height() > two[1].height(), "the earlier has two rows: {two:?}");
        let three = boxes(&captions, &frame(Some(line("c", "Oh!", 2.0, 3.0)), 2.5, &lines));
        assert_eq!(three.len(), 2, "no more than two: the latest");
        // A caption that is no line stands alone (§7.6): it hides what is said.
        let alone = boxes(&captions, &frame(Some(said("Meanwhile", 1.5, 3.0)), 2.0, &lines[..2]));
        assert_eq!(alone.len(), 1, "{style:?}");
    }
}

#[test]
fn one_line_makes_room_for_the_next_without_a_jump() {
    let spoken = |who: &str, text: &str, start: f64, end: f64| Spoken {
        who: who.into(),
        text: text.into(),
        start,
        end,
        scene: 1,
    };
    let lines: Arc<[Spoken]> = vec![spoken("a", "Good morning!", 0.0, 4.0), spoken("b", "Is it?", 1.0, 2.0)].into();
    let captions = Captions::new(Layout::new(1920, 1080), Lettering { lines, ..Lettering::default() });
    let foot = |t: f64| {
        let a = ("a", "Good morning!", 0.0, 4.0);
        let b = ("b", "Is it?", 1.0, 2.0);
        let frame = match t {
            t if (1.0..2.0).contains(&t) => frame(Some(line("b", b.1, b.2, b.3)), t, &[a, b]),
            _ => frame(Some(line("a", a.1, a.2, a.3)), t, &[a]),
        };
        boxes(&captions, &frame)[0].y1
    };
    let feet: Vec<f64> = (0..400).map(|i| foot(f64::from(i) / 100.0)).collect();
    let (low, high) = (feet[0], feet[150]);
    assert!(low - high > 50.0, "it is raised by the height of a row: {low} {high}");
    assert_eq!((feet[70], feet[100], feet[199], feet[230]), (low, high, high, low), "up before, down after");
    let jump = feet.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
    assert!(jump < 6.0, "in steps of a hundredth of a second: {jump}");
}

#[test]
fn a_name_stands_over_its_line_and_can_be_read() {
    let [light, dark] = NAME_COLORS;
    let over = share(BOX_COLOR).map(|c| c * BOX_OPACITY + (1.0 - BOX_OPACITY));
    assert!(contrast(share(light), over) >= 4.5 && contrast(share(dark), share(TEXT_COLOR)) >= 4.5);
    for style in STYLES {
        let names = [(Arc::from("a"), Arc::from("Sunny"))].into_iter().collect();
        let named = Captions::new(Layout::new(1920, 1080), Lettering { style, names, ..Lettering::default() });
        let rows = |captions: &Captions, caption: &Caption| {
            let Some(Item::Group { items, .. }) = drawn(captions, caption, 0.5) else { panic!("nothing is drawn") };
            let fills = items.iter().filter_map(|item| match item {
                Item::Fill(shape) => Some(shape.path.control_box()),
                _ => None,
            });
            let boxed = style == CaptionStyle::Box || (style == CaptionStyle::Bubble && caption.speaker.is_none());
            fills.skip(usize::from(boxed)).collect::<Vec<_>>()
        };
        let spoken = rows(&named, &line("a", "Is it?", 0.0, 1.0));
        assert_eq!(spoken.len(), 2, "{style:?}");
        assert!(spoken[0].y1 < spoken[1].y0 && spoken[0].height() < spoken[1].height(), "{style:?}: {spoken:?}");
        assert_eq!(rows(&named, &said("Is it?", 0.0, 1.0)).len(), 1, "nobody says it");
        assert_eq!(rows(&named, &line("b", "Is it?", 0.0, 1.0)).len(), 1, "who has no name");
    }
}

#[test]
fn no_captions_are_none() {
    let captions = styled(CaptionStyle::None, (1920, 1080));
    assert!(drawn(&captions, &line("a", "Is it?", 0.0, 1.0), 0.5).is_none());
}
