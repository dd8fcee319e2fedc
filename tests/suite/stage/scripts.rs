//! Scripts of the world: which fonts a text asks for, and with them that lines break where they may, letters join, and what reads
//! from the right stands there.
use jabber_render::display::Item;
use jabber_render::stage::{Captions, Face, Fonts, Layout, Lettering, Need, Page, Writing};
use kurbo::{BezPath, PathEl, Rect, Shape as _};
use std::path::Path;
use std::sync::Arc;

#[test]
fn a_script_has_a_name_and_a_package() {
    for (c, name, package) in [
        ('茶', "Chinese, Japanese and Korean", "fonts-noto-cjk"),
        ('ひ', "Chinese, Japanese and Korean", "fonts-noto-cjk"),
        ('한', "Chinese, Japanese and Korean", "fonts-noto-cjk"),
        ('。', "Chinese, Japanese and Korean", "fonts-noto-cjk"),
        ('ش', "Arabic", "fonts-noto-core"),
        ('ש', "Hebrew", "fonts-noto-core"),
        ('क', "Devanagari", "fonts-noto-core"),
        ('ไ', "Thai", "fonts-noto-core"),
        ('\u{10000}', "Linear B", "fonts-noto-core"),
        ('🫠', "emoji", "fonts-noto-color-emoji"),
        ('🇫', "emoji", "fonts-noto-color-emoji"),
        ('⟁', "signs", "fonts-noto-core"),
    ] {
        let writing = Writing::of(c);
        assert_eq!((writing.name().as_str(), writing.package()), (name, package), "{c}");
    }
}

#[test]
fn of_the_fonts_of_a_machine_the_plain_one_of_the_tongue_suits_best() {
    let best = |c: char, text: &str, families: &[&'static str]| {
        families.iter().copied().min_by_key(|family| Need::of(c, text).rank(family)).unwrap()
    };
    let cjk =
        ["Noto Serif CJK JP", "Noto Sans Mono CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Noto Sans CJK JP"];
    assert_eq!(best('直', "直す", &cjk), "Noto Sans CJK JP");
    assert_eq!(best('直', "直", &cjk), "Noto Sans CJK SC");
    assert_eq!(best('한', "한 直", &cjk), "Noto Sans CJK KR");
    let arabic = ["Noto Nastaliq Urdu", "Noto Kufi Arabic", "DejaVu Sans", "Noto Sans Arabic", "Noto Sans Hebrew"];
    assert_eq!(best('ش', "ش", &arabic), "Noto Sans Arabic");
    assert_eq!(best('क', "क", &["Noto Serif Devanagari", "Noto Sans Devanagari"]), "Noto Sans Devanagari");
}

#[test]
fn emoji_of_several_characters_ask_for_a_font_that_has_them_whole() {
    let fonts = Fonts::default();
    for plain in ["Hi 😀", "☀ ★ → ♥", "1 # *", "Fünf"] {
        assert!(fonts.wanted(plain).is_empty(), "{plain}");
    }
    for composed in ["👩\u{200D}🚀", "👍🏽", "🇫🇷", "1\u{FE0F}\u{20E3}"] {
        assert!(!fonts.wanted(composed).is_empty(), "{composed}");
    }
    assert_eq!(fonts.lacking("👍🏽🇫🇷"), ['🏽', '🇫', '🇷'], "what shows something else embedded is lacking");
}

/// Where the fonts lie that `.ci/run` installs.
const FOLDERS: [&str; 2] = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"];

/// The captions of a text in a font file of the machine; `None` when it is not there and need not be.
fn captions(text: &str, file: &str, index: u32) -> Option<Captions> {
    let found = FOLDERS.iter().map(|folder| Path::new(folder).join(file)).find(|path| path.exists());
    let Some(path) = found else {
        assert!(std::env::var_os("JABBER_TEST_STRICT").is_none(), "{file} is not installed: fonts-noto-core, -cjk");
        eprintln!("{file} is not installed: skipped");
        return None;
    };
    let face = Face::new(std::fs::read(path).unwrap(), index).unwrap();
    let mut fonts = Fonts::default();
    let lacking = fonts.lacking(text);
    assert!(lacking.iter().all(|c| face.has(*c)), "{text}: {lacking:?}");
    fonts.add(Need::of(lacking[0], text), face);
    assert!(fonts.lacking(text).is_empty());
    let lettering = Lettering { fonts: fonts.into(), ..Lettering::default() };
    Some(Captions::new(Layout::new(1920, 1080), lettering))
}

fn pages(captions: &Captions, text: &str) -> Arc<[Page]> {
    captions.pages(&Arc::from(text))
}

/// The contours of each row of letters, from the left: those of the found face are filled alone.
fn rows(page: &Page) -> Vec<Vec<Rect>> {
    let contours = |path: &BezPath| {
        let mut all: Vec<BezPath> = Vec::new();
        for element in path.elements() {
            if matches!(element, PathEl::MoveTo(_)) {
                all.push(BezPath::new());
            }
            all.last_mut().unwrap().push(*element);
        }
        let mut boxes: Vec<Rect> = all.iter().map(|contour| contour.bounding_box()).collect();
        boxes.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        boxes
    };
    let fills = page.items.iter().skip(1).filter_map(|item| match item {
        Item::Fill(shape) => Some(contours(&shape.path)),
        _ => None,
    });
    fills.collect()
}

#[test]
fn a_line_of_chinese_begins_with_no_stop() {
    // However long it is before, a stop stays with what it ends.
    let sentence = "早上好我给你留了半个三明治可是路上我把大半都吃掉了";
    let Some(captions) = captions(&format!("{sentence}。"), "NotoSansCJK-Regular.ttc", 2) else { return };
    for length in 18..sentence.chars().count() {
        let part: String = sentence.chars().take(length).collect();
        let pages = pages(&captions, &format!("{part}。{sentence}。"));
        for row in pages.iter().flat_map(rows) {
            let first = row.first().unwrap();
            assert!(first.height() > 16.0, "{length}: the row begins with what is as small as a stop: {first:?}");
        }
    }
}

#[test]
fn korean_breaks_between_its_words() {
    let text = "좋은 아침이에요 샌드위치 반을 남겨 두었는데요 오는 길에 거의 다 먹어 버렸어요";
    let Some(captions) = captions(text, "NotoSansCJK-Regular.ttc", 1) else { return };
    let width = |text: &str| pages(&captions, text).iter().map(|page| page.width).fold(0.0, f64::max);
    let page = &pages(&captions, text)[0];
    // The wider of the two rows is as wide as some whole words from the start, or from the end.
    let words: Vec<&str> = text.split(' ').collect();
    let found = (1..words.len()).any(|at| {
        let wider = width(&words[..at].join(" ")).max(width(&words[at..].join(" ")));
        (wider - page.width).abs() < 1.0
    });
    assert!(found, "{} is no sum of words", page.width);
}

#[test]
fn arabic_letters_join_and_have_no_room_between_them() {
    let Some(captions) = captions("بببب", "NotoSansArabic-Regular.ttf", 0) else { return };
    let width = |text: &str| pages(&captions, text)[0].width;
    let (joined, apart) = (width("بببب"), width("ب\u{200C}ب\u{200C}ب\u{200C}ب"));
    assert!(joined < 0.8 * apart, "four joined letters are narrower than four alone: {joined} {apart}");
    // Each joins the next: their strokes (not the dots below) overlap from the right to the left.
    let row = &rows(&pages(&captions, "بببب")[0])[0];
    let strokes: Vec<&Rect> = row.iter().filter(|rect| rect.width() > 6.0).collect();
    assert_eq!(strokes.len(), 4, "{row:?}");
    assert!(strokes.windows(2).all(|pair| pair[0].x1 >= pair[1].x0), "{strokes:?}");
}

#[test]
fn hebrew_reads_from_the_right_and_numbers_in_it_from_the_left() {
    let Some(captions) = captions("שלום", "NotoSansHebrew-Regular.ttf", 0) else { return };
    // Lamed rises above all others: first of the word, it stands at its right.
    let row = &rows(&pages(&captions, "לאאא")[0])[0];
    let tallest = row.iter().max_by(|a, b| a.height().total_cmp(&b.height())).unwrap();
    assert!(row.iter().all(|other| other.x1 <= tallest.x1 + 1e-6), "{row:?}");
    let first = &rows(&pages(&captions, "אאאל")[0])[0];
    let tallest = first.iter().max_by(|a, b| a.height().total_cmp(&b.height())).unwrap();
    assert!(first.iter().all(|other| other.x0 >= tallest.x0 - 1e-6), "{first:?}");
    // 15 after the word, at its left, the 1 before the 5: of the digits, the narrower one is the left one.
    let page = &pages(&captions, "אא 15")[0];
    let row = rows(page).concat();
    let strokes = page.items.iter().filter_map(|item| match item {
        Item::Stroke { path, .. } => Some(path.bounding_box()),
        _ => None,
    });
    let digits = strokes.reduce(|a, b| a.union(b)).unwrap();
    let letters = row.iter().filter(|rect| rect.x0 > digits.x1 - 1e-6).count();
    assert!(letters >= 2, "the word stands right of the number: {digits:?} {row:?}");
}

#[test]
fn devanagari_is_shaped() {
    let Some(captions) = captions("किक्षा", "NotoSansDevanagari-Regular.ttf", 0) else { return };
    let width = |text: &str| pages(&captions, text)[0].width;
    let (conjunct, two) = (width("क्ष"), width("कष"));
    assert!(conjunct < 0.85 * two, "two consonants become one sign: {conjunct} {two}");
    // The vowel i stands before the consonant that it follows.
    let (ki, ka) = (&rows(&pages(&captions, "कि")[0])[0], &rows(&pages(&captions, "क")[0])[0]);
    assert!(ki.len() > ka.len() && ki[0].width() != ka[0].width(), "{ki:?} {ka:?}");
}
