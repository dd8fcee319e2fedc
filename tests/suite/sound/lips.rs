//! A voice's lips → the shapes of a mouth, and the loudness of a line.
use jabber_render::figure::face::{Lips, Speech, lips};
use jabber_render::frame::voice::{Track, Viseme};
use jabber_render::sound::loudness::levels;
use jabber_render::sound::take::Take;
use jabber_render::sound::viseme::shapes;
use proptest::prelude::*;

const FRAME: f64 = 1.0 / 24.0;

#[test]
fn lips_lead_the_sound_by_40_ms() {
    let got = shapes(&[(0.0, Viseme::Rest), (0.3, Viseme::AI), (0.6, Viseme::O)], 1.0, FRAME);
    let wanted = [(0.0, Viseme::Rest), (0.26, Viseme::AI), (0.56, Viseme::O), (0.96, Viseme::Rest)];
    for ((at, shape), (t, wanted)) in got.iter().zip(wanted) {
        assert!((at - t).abs() < 1e-9 && *shape == wanted, "{got:?}");
    }
    assert_eq!(got.len(), 4);
}

#[test]
fn a_short_closure_takes_a_frame_from_what_follows() {
    let got = shapes(&[(0.0, Viseme::AI), (0.3, Viseme::MBP), (0.31, Viseme::E)], 1.0, FRAME);
    assert_eq!(
        got.iter().map(|(_, shape)| *shape).collect::<Vec<_>>(),
        [Viseme::AI, Viseme::MBP, Viseme::E, Viseme::Rest]
    );
    assert!((got[1].0 - 0.26).abs() < 1e-9 && got[2].0 - got[1].0 >= FRAME, "{got:?}");
}

fn spoken() -> impl Strategy<Value = (Vec<(f64, Viseme)>, f64)> {
    let all: Vec<Viseme> = Viseme::NAMES.iter().map(|(_, shape)| *shape).collect();
    let shape = proptest::sample::select(all);
    proptest::collection::vec((0.001f64..0.2, shape), 1..40).prop_map(|steps| {
        let mut at = 0.0;
        let lips = steps.iter().map(|(length, shape)| {
            let from = at;
            at += length;
            (from, *shape)
        });
        let lips: Vec<_> = lips.collect();
        (lips, at + 0.2)
    })
}

proptest! {
    #[test]
    fn no_shape_is_shorter_than_a_frame_and_no_closure_is_lost((lips, seconds) in spoken(), fps in 8.0f64..120.0) {
        let frame = 1.0 / fps;
        let got = shapes(&lips, seconds, frame);
        for pair in got.windows(2) {
            prop_assert!(pair[1].0 - pair[0].0 >= frame - 1e-12 || got.len() <= 2, "{got:?}");
            prop_assert!(pair[0].1 != pair[1].1);
        }
        // Whatever closes is closed within a frame's time of where it was said, as a frame sees it.
        let at = |t: f64| got.iter().rev().find(|(from, _)| *from <= t).map(|(_, shape)| *shape);
        for (from, _) in lips.iter().filter(|(from, shape)| *shape == Viseme::MBP && *from > 0.3) {
            let near = (-8..=8).map(|i| from - 0.04 + f64::from(i) * frame / 4.0);
            prop_assert!(near.into_iter().any(|t| at(t) == Some(Viseme::MBP)), "{from} in {got:?} of {lips:?}");
        }
    }
}

#[test]
fn a_frame_within_a_closure_shows_closed_lips_and_a_loud_vowel_an_open_mouth() {
    let lips_of: Vec<(f64, Viseme)> =
        vec![(0.0, Viseme::AI), (0.5, Viseme::MBP), (0.56, Viseme::AI), (0.9, Viseme::Rest)];
    let track = Track { lips: lips_of.into(), loud: vec![1.0; 100].into() };
    let at = |time| lips(&Speech { text: "", time, length: 1.0, track: Some(&track) });
    for time in [0.5, 0.52, 0.559] {
        assert_eq!(at(time), Lips::of(Viseme::MBP), "{time}");
    }
    assert!(
        at(0.3).units.jaw > 0.5 * Lips::of(Viseme::AI).units.jaw
            && at(0.62).units.jaw > 0.3 * Lips::of(Viseme::AI).units.jaw
    );
    // The louder, the wider.
    let whispered = Track { loud: vec![0.05; 100].into(), ..track.clone() };
    let quiet = lips(&Speech { text: "", time: 0.3, length: 1.0, track: Some(&whispered) });
    assert!(quiet.units.jaw < at(0.3).units.jaw);
}

#[test]
fn loudness_is_0_in_silence_1_when_loud_and_at_its_time() {
    let mut samples = vec![0.0f32; 48_000];
    samples[24_000..36_000].iter_mut().enumerate().for_each(|(i, x)| *x = 0.5 * (i as f32 * 0.05).sin());
    let track = Track { lips: Vec::new().into(), loud: levels(&samples).into() };
    assert_eq!((track.loud_at(0.2), track.loud_at(0.62), track.loud_at(0.9)), (0.0, 1.0, 0.0));
    // It rises within 30 ms of where the sound does.
    assert!(track.loud_at(0.47) == 0.0 && track.loud_at(0.53) > 0.9, "{} {}", track.loud_at(0.47), track.loud_at(0.53));
    assert_eq!((track.loud_at(-0.1), track.loud_at(2.0), track.loud_at(f64::NAN)), (0.0, 0.0, 0.0));
}

#[test]
fn a_recording_moves_the_lips_where_it_is_heard() {
    // Two bursts of a hum with silence about them.
    let mut samples = vec![0.0f32; 96_000];
    for from in [14_400, 57_600] {
        samples[from..from + 24_000].iter_mut().enumerate().for_each(|(i, x)| *x = 0.3 * (i as f32 * 0.02).sin());
    }
    let take = Take::recorded(samples, "Mama mia");
    assert_eq!(take.seconds, 2.0);
    let at = |t: f64| take.lips.iter().rev().find(|(from, _)| *from <= t).map(|(_, shape)| *shape);
    assert_eq!((at(0.1), at(1.0), at(1.95)), (Some(Viseme::Rest), Some(Viseme::Rest), Some(Viseme::Rest)));
    let within = |from: f64, to: f64| take.lips.iter().any(|(t, shape)| (from..to).contains(t) && *shape == Viseme::AI);
    assert!(within(0.3, 0.8) && within(1.2, 1.7), "{:?}", take.lips);
}
