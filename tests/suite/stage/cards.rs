//! Cards: words that fit and are whole in frames of every shape, that come and go, and credits that roll.
use super::SIZES;
use jabber_render::frame::{Card, CardWords, FrameState, Screen};
use jabber_render::paint::{Painter, Picture};
use jabber_render::stage::{Stage, compose};
use jabber_render::vocabulary::{CardStyle, Credit};

fn title(text: &str, sub: Option<&str>) -> CardWords {
    CardWords::Title { text: text.into(), sub: sub.map(Into::into) }
}

fn credits() -> CardWords {
    let named = |role: &str, name: &str| Credit { role: Some(role.into()), names: vec![name.into()] };
    let heading = |text: &str| Credit { role: None, names: vec![text.into()] };
    CardWords::Credits { lines: vec![heading("One"), named("Music", "Ann Other"), heading("The end")].into() }
}

pub(super) fn painted(words: CardWords, style: CardStyle, t: f64, (width, height): (u32, u32)) -> Picture {
    let card = Card { words, style, start: 0.0, end: 4.0 };
    let screen = Screen { card: Some(card), ..Screen::default() };
    let frame = FrameState { place: None, screen, ..super::here(t) };
    Painter::default().paint(&compose(&frame, &Stage::new(width, height)))
}

/// The box around what differs between two pictures, as shares of the frame.
fn apart(a: &Picture, b: &Picture) -> Option<[f64; 4]> {
    let (w, h) = (a.width, a.height);
    let all: Vec<(u32, u32)> =
        (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).filter(|(x, y)| a.pixel(*x, *y) != b.pixel(*x, *y)).collect();
    let (x0, x1) = (all.iter().map(|p| p.0).min()?, all.iter().map(|p| p.0).max()?);
    let (y0, y1) = (all.iter().map(|p| p.1).min()?, all.iter().map(|p| p.1).max()?);
    let share = |at: u32, of: u32| f64::from(at) / f64::from(of);
    Some([share(x0, w), share(y0, h), share(x1 + 1, w), share(y1 + 1, h)])
}

/// In frames of every shape the words of every style stay in the safe area (EBU R 95: 5 % at each side), short or long.
#[test]
fn words_stay_in_the_safe_area() {
    let long = "The extraordinarily long and winding story of Sunny and of Grump";
    for size in SIZES.map(|(width, height)| (width / 3, height / 3)) {
        for (_, style) in CardStyle::WORDS {
            for text in ["Dog", "The Meeting", long] {
                // At the start nothing has come yet.
                let ground = painted(title(text, Some("in one room")), *style, 0.0, size);
                let [x0, y0, x1, y1] =
                    apart(&ground, &painted(title(text, Some("in one room")), *style, 2.0, size)).unwrap();
                assert!(
                    x0 >= 0.05 && x1 <= 0.95 && y0 >= 0.05 && y1 <= 0.95,
                    "{size:?} {style:?} {text}: {x0} {y0} {x1} {y1}"
                );
                // Over a scene they stand above its middle, where heads are.
                let middle = (y0 + y1) / 2.0;
                let upright = if *style == CardStyle::Over { middle < 0.45 } else { (middle - 0.5).abs() < 0.05 };
                let centered = ((x0 + x1) / 2.0 - 0.5).abs() < 0.02 && upright;
                assert!(centered || *style == CardStyle::Lower, "{size:?} {style:?} {text}: {x0} {y0} {x1} {y1}");
            }
        }
    }
}

#[test]
fn a_short_title_is_larger_than_a_long_one_and_its_second_line_smaller() {
    let size = (640, 360);
    let high = |text: &str, sub: Option<&str>| {
        let of = |t| painted(title(text, sub), CardStyle::Card, t, size);
        let [_, y0, _, y1] = apart(&of(0.0), &of(2.0)).unwrap();
        (y1 - y0) * 360.0
    };
    // One row of capitals and one of two rows: the long one is two rows and yet less than twice as high.
    let (short, long) = (high("HIM", None), high("HIM AND HIS EXTRAORDINARY HIMSELF OF HIM", None));
    assert!(short > 25.0 && long < short * 2.2, "{short} {long}");
    let both = high("HIM", Some("HIM"));
    assert!(both > short * 1.3 && both < short * 2.6, "{both} {short}");
}

#[test]
fn a_card_comes_stays_and_goes() {
    let at = |style, t| painted(title("The Meeting", None), style, t, (320, 180));
    for (_, style) in CardStyle::WORDS {
        let (start, early, stays, late, last) =
            (at(*style, 0.0), at(*style, 0.2), at(*style, 1.5), at(*style, 2.5), at(*style, 3.99));
        assert!(start != early && early != stays && stays == late, "{style:?}");
        let empty = Painter::default().paint(&compose(&nothing(), &Stage::new(320, 180)));
        let differs = |a: &Picture| a.data.iter().zip(&empty.data).filter(|(a, b)| a.abs_diff(**b) > 3).count();
        assert!(differs(&last) * 10 < differs(&stays), "{style:?}: almost gone at its end");
    }
}

fn nothing() -> FrameState {
    FrameState {
        t: 0.0,
        scene: None,
        place: None,
        background: None,
        grade: "normal".into(),
        caption: None,
        characters: vec![],
        screen: Screen::default(),
    }
}

/// Credits come from below the frame, pass at one speed and leave above it.
#[test]
fn credits_roll() {
    for size in [(640, 360), (270, 480)] {
        let ground = painted(CardWords::Credits { lines: [].into() }, CardStyle::Card, 1.0, size);
        let place = |t: f64| apart(&ground, &painted(credits(), CardStyle::Card, t, size));
        assert!(place(0.0).is_none(), "nothing shows at first");
        let tops: Vec<f64> = [0.8, 1.2, 1.6].map(|t| place(t).unwrap()[1]).into();
        let steps = (tops[0] - tops[1], tops[1] - tops[2]);
        assert!(steps.0 > 0.02 && (steps.0 - steps.1).abs() < 0.012, "{size:?} {tops:?}");
        let [x0, _, x1, _] = place(2.0).unwrap();
        assert!(x0 >= 0.05 && x1 <= 0.95, "{size:?} {x0} {x1}");
        let late = place(3.5).unwrap();
        assert!(late[3] < 0.6, "{size:?} {late:?}");
    }
}

/// Credits of a frame that is wider than high stand in two columns, roles before the middle and names after it.
#[test]
fn roles_and_names_stand_side_by_side() {
    let size = (640, 360);
    let line = |role: &str, name: &str| {
        let line = Credit { role: Some(role.into()), names: vec![name.into()] };
        CardWords::Credits { lines: [line].into() }
    };
    let ground = painted(CardWords::Credits { lines: [].into() }, CardStyle::Card, 2.0, size);
    let of = |words| apart(&ground, &painted(words, CardStyle::Card, 2.0, size)).unwrap();
    let (role, name) = (of(line("Music and pictures", " ")), of(line(" ", "Ann Other")));
    assert!(role[2] < 0.5 && name[0] > 0.5, "{role:?} {name:?}");
}
