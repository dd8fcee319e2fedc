//! jabber's promises, each measured on its samples.
use super::measure::{RATE, envelope, formants, median, peaks, pitch};
use jabber_render::engine::estimate;
use jabber_render::frame::voice::Viseme;
use jabber_render::pack::Catalog;
use jabber_render::sound::signal::level::lufs;
use jabber_render::sound::voice::jabber::{Line, Mood, Spoken, Timbre, Unit, held, speak};
use jabber_render::sound::voice::{Engine, Settings, Voices};
use jabber_render::vocabulary::words::MOODS;

const LINES: &str = include_str!("lines.txt");

fn voices() -> Vec<(String, Timbre)> {
    let (voices, _) = Voices::new(&Catalog::shipped());
    let of = |name: &str| match voices.settings(Some(name), Some(Engine::Jabber), None) {
        Ok(Settings::Jabber(name, timbre)) => (name, timbre),
        other => panic!("{other:?}"),
    };
    voices.names().map(of).collect()
}

fn say(text: &str, voice: &(String, Timbre), mood: &str, who: &str) -> Spoken {
    let seconds = estimate(text, None);
    speak(&Line { text, voice: &voice.0, timbre: &voice.1, mood, who, seconds, speed: 1.0, pitch: 1.0, sung: false })
}

fn person() -> (String, Timbre) {
    ("person".to_owned(), Timbre::default())
}

#[test]
fn vowels_have_the_formants_of_published_averages() {
    // Peterson & Barney 1952, women: F1 and F2, Hz.
    let published = [
        (Unit::I, 310.0, 2790.0),
        (Unit::IH, 430.0, 2480.0),
        (Unit::E, 610.0, 2330.0),
        (Unit::AE, 860.0, 2050.0),
        (Unit::A, 850.0, 1220.0),
        (Unit::O, 590.0, 920.0),
        (Unit::UO, 470.0, 1160.0),
        (Unit::U, 370.0, 950.0),
        (Unit::UH, 760.0, 1400.0),
        (Unit::ER, 500.0, 1640.0),
    ];
    for (unit, f1, f2) in published {
        let x = held(unit, &Timbre::default(), 150.0, 260.0, 0.5);
        let found = formants(&x[4800..x.len() - 4800]);
        for wanted in [f1, f2] {
            let off = found.iter().map(|hz| (hz / wanted - 1.0).abs()).fold(f64::INFINITY, f64::min);
            assert!(off < 0.15, "{unit:?}: {wanted} Hz is {off:.3} off in {found:.0?}");
        }
    }
}

#[test]
fn a_line_lasts_as_long_as_the_estimate_to_the_sample_and_is_as_loud_as_every_other() {
    let (voices, moods): (Vec<_>, Vec<_>) = (voices(), Mood::all().map(|(word, _)| word).collect());
    for (i, text) in LINES.lines().enumerate() {
        let spoken = say(text, &voices[i % voices.len()], moods[i * 5 % moods.len()], &format!("c{}", i % 7));
        assert_eq!(spoken.samples.len() as f64, (estimate(text, None) * RATE + 0.5).floor(), "{text}");
        let loud = lufs(&spoken.samples);
        assert!((loud + 16.0).abs() < 1.0, "{text}: {loud} LUFS");
        let top = spoken.samples.iter().fold(0.0f64, |top, x| top.max(x.abs()));
        assert!(top <= 10f64.powf(-1.2 / 20.0) && spoken.samples.iter().all(|x| x.is_finite()), "{text}: {top}");
    }
}

#[test]
fn a_question_ends_higher_and_a_statement_lower_than_it_is_spoken() {
    let questions = ["Are you coming to the party tomorrow?", "Where is my hat?", "Really?"];
    for voice in voices() {
        for (mood, text) in ["neutral", "sad", "bored", "excited"].into_iter().flat_map(|m| questions.map(|q| (m, q))) {
            let f0: Vec<f64> = say(text, &voice, mood, "").f0.into_iter().filter(|hz| *hz > 0.0).collect();
            let end = median(f0[f0.len() - 40..].to_vec());
            assert!(end >= 1.15 * median(f0.clone()), "{} {mood} {text}: {end:.0} of {:.0} Hz", voice.0, median(f0));
        }
    }
    // Not only as it was meant: as it sounds.
    let heard = |text: &str| {
        let f0 = pitch(&say(text, &person(), "neutral", "").samples);
        median(f0[f0.len() - 8..].to_vec()) / median(f0)
    };
    assert!(heard("Are you coming to the party tomorrow?") > 1.15);
    assert!(heard("You are coming to the party tomorrow.") < 0.95);
}

#[test]
fn syllables_are_clear_in_the_envelope() {
    let mut shares = Vec::new();
    for text in LINES.lines().take(31).filter(|text| text.len() > 20) {
        let spoken = say(text, &person(), "neutral", "");
        let found = peaks(&envelope(&spoken.samples));
        let rate = spoken.nuclei.len() as f64 / estimate(text, None);
        assert!((3.0..=6.6).contains(&rate), "{text}: {rate:.1} syllables a second");
        shares.push(found as f64 / spoken.nuclei.len() as f64);
    }
    let (typical, least) = (median(shares.clone()), shares.iter().copied().fold(9.0, f64::min));
    assert!((0.75..=1.25).contains(&typical) && least > 0.5, "{typical:.2}, least {least:.2}: {shares:.2?}");
}

#[test]
fn the_same_line_has_the_same_samples_and_every_part_of_it_counts() {
    let line = |text: &str, mood: &str, who: &str| say(text, &person(), mood, who).samples;
    let first = line("Same line, same bytes?", "happy", "x");
    assert_eq!(first, line("Same line, same bytes?", "happy", "x"));
    for other in [
        line("Same line, other bytes?", "happy", "x"),
        line("Same line, same bytes?", "sad", "x"),
        line("Same line, same bytes?", "happy", "y"),
    ] {
        assert_ne!(first, other);
    }
}

#[test]
fn lips_close_where_the_voice_is_least() {
    let (mut closed, mut open) = (Vec::new(), Vec::new());
    for text in LINES.lines().take(30) {
        let spoken = say(text, &person(), "neutral", "");
        let power = |from: f64, to: f64| {
            let part = &spoken.samples[(from * RATE) as usize..((to * RATE) as usize).min(spoken.samples.len())];
            10.0 * (part.iter().map(|x| x * x).sum::<f64>() / part.len().max(1) as f64).max(1e-9).log10()
        };
        for (i, (from, shape)) in spoken.lips.iter().enumerate() {
            let to = spoken.lips.get(i + 1).map_or(estimate(text, None), |(to, _)| *to);
            match shape {
                Viseme::MBP if to - from > 0.02 => closed.push(power(*from, to)),
                Viseme::AI if to - from > 0.02 => open.push(power(*from, to)),
                _ => {}
            }
        }
    }
    let (closed, open) = (median(closed), median(open));
    assert!(closed < open - 6.0, "closed {closed:.1} dB, open {open:.1} dB");
}

#[test]
fn every_mood_of_the_language_has_a_voice() {
    let known: Vec<&str> = Mood::all().map(|(word, _)| word).collect();
    let missing: Vec<&&str> = MOODS.iter().filter(|mood| !known.contains(*mood)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn kana_and_hangul_are_read_and_other_scripts_babble() {
    let lips = |text: &str| {
        let shapes: Vec<Viseme> =
            say(text, &person(), "neutral", "").lips.into_iter().map(|(_, shape)| shape).collect();
        shapes
    };
    // ma-mi and pa in kana and in Hangul close the lips as in Latin letters; ka-ki do not.
    for text in ["まみ", "マミ", "마미", "mami", "バ", "바"] {
        assert!(lips(text).contains(&Viseme::MBP), "{text}");
    }
    for text in ["かき", "카키", "kaki"] {
        assert!(!lips(text).contains(&Viseme::MBP), "{text}");
    }
    for text in ["今天天气很好", "नमस्ते", "مرحبا", "สวัสดี", "💖💖"] {
        let spoken = say(text, &person(), "neutral", "");
        assert!(spoken.samples.iter().any(|x| x.abs() > 0.1), "{text}");
    }
    assert!(say("   ", &person(), "neutral", "").samples.iter().all(|x| *x == 0.0));
}

#[test]
fn a_sung_line_holds_its_notes() {
    let sung = |sung| {
        let timbre = Timbre::default();
        speak(&Line {
            text: "La la la la",
            voice: "person",
            timbre: &timbre,
            mood: "neutral",
            who: "",
            seconds: 3.0,
            speed: 1.0,
            pitch: 1.0,
            sung,
        })
    };
    let steps = |spoken: &Spoken| {
        let f0: Vec<f64> = spoken.f0.iter().copied().filter(|hz| *hz > 0.0).collect();
        f0.windows(20).filter(|w| (12.0 * (w[19] / w[0]).log2()).abs() < 0.4).count() as f64 / f0.len() as f64
    };
    let (song, speech) = (sung(true), sung(false));
    assert_eq!(song.samples.len(), 144_000);
    assert!(steps(&song) > steps(&speech) + 0.1, "{} {}", steps(&song), steps(&speech));
}
