//! Recordings in five formats, and rates that are not ours.
use super::measure::strength;
use jabber_render::sound::clip::decode;
use jabber_render::sound::resample::resample;
use jabber_render::sound::signal::level::lufs;

const TONES: [(&str, &[u8]); 5] = [
    ("wav", include_bytes!("clips/tone.wav")),
    ("flac", include_bytes!("clips/tone.flac")),
    ("ogg", include_bytes!("clips/tone.ogg")),
    ("mp3", include_bytes!("clips/tone.mp3")),
    ("m4a", include_bytes!("clips/tone.m4a")),
];

#[test]
fn every_format_gives_the_tone_that_was_recorded_as_loud_as_a_line() {
    for (name, bytes) in TONES {
        let sound = decode(bytes.to_vec(), Some(name)).unwrap();
        assert!(sound.right.is_none(), "{name}");
        // 0.6 s; MP3 and AAC round up to their blocks.
        assert!((0.599..0.72).contains(&sound.seconds()), "{name}: {} s", sound.seconds());
        let middle = &sound.left[9600..19_200];
        let (tone, other) = (strength(middle, 440.0), strength(middle, 1000.0));
        assert!(tone > 0.1 && other < 0.02 * tone, "{name}: {tone} {other}");
        assert!((lufs(&sound.left) + 16.0).abs() < 0.3, "{name}: {} LUFS", lufs(&sound.left));
        // What it is called does not matter.
        assert!(decode(bytes.to_vec(), None).is_ok(), "{name}");
    }
}

#[test]
fn two_channels_stay_two() {
    let sound = decode(include_bytes!("clips/stereo.flac").to_vec(), Some("flac")).unwrap();
    let right = sound.right.unwrap();
    assert_eq!((sound.left.len(), right.len()), (14_400, 14_400));
    let middle = 2400..12_000;
    assert!(strength(&sound.left[middle.clone()], 440.0) > 20.0 * strength(&sound.left[middle.clone()], 880.0));
    assert!(strength(&right[middle.clone()], 880.0) > 20.0 * strength(&right[middle], 440.0));
}

#[test]
fn what_is_no_recording_is_said_to_be_none() {
    for bytes in [&b""[..], b"hello", include_bytes!("clips/broken.ogg"), &TONES[0].1[..30]] {
        assert!(decode(bytes.to_vec(), Some("ogg")).is_err());
    }
    // Half a file is half a sound, or none; never a panic.
    for (name, bytes) in TONES {
        for cut in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
            let _ = decode(bytes[..cut].to_vec(), Some(name));
        }
    }
}

#[test]
fn a_recording_that_breaks_off_is_not_taken_for_a_short_one() {
    for (name, bytes) in TONES {
        let cut = decode(bytes[..bytes.len() * 4 / 5].to_vec(), Some(name));
        if matches!(name, "wav" | "flac") {
            let why = cut.unwrap_err();
            assert!(why.starts_with("it breaks off after 0.") && why.ends_with(" of 0.60 s"), "{name}: {why}");
        } else {
            // What an M4A has in its beginning is at its end, and the others do not say how long they are.
            assert!(cut.map_or(0.0, |sound| sound.seconds()) < 0.6, "{name}");
        }
    }
    // A WAV that a program has written into a pipe does not know its length: what is there is all of it.
    let mut bytes = TONES[0].1.to_vec();
    let data = bytes.windows(4).position(|word| word == b"data").unwrap();
    bytes[4..8].fill(0xFF);
    bytes[data + 4..data + 8].fill(0xFF);
    let seconds = decode(bytes, Some("wav")).unwrap().seconds();
    assert!((seconds - 0.6).abs() < 0.01, "{seconds}");
}

#[test]
fn what_is_damaged_within_is_a_gap_and_what_follows_stays_at_its_time() {
    for (name, bytes) in TONES.into_iter().filter(|(name, _)| *name != "wav") {
        let whole = decode(bytes.to_vec(), Some(name)).unwrap().seconds();
        for from in (bytes.len() / 3..bytes.len() * 2 / 3).step_by(bytes.len() / 12) {
            let mut bytes = bytes.to_vec();
            bytes[from..from + 40].fill(0x5A);
            if let Ok(sound) = decode(bytes, Some(name)) {
                assert!((sound.seconds() - whole).abs() < 0.1, "{name} at {from}: {} of {whole} s", sound.seconds());
            }
        }
    }
}

#[test]
fn another_rate_keeps_length_and_tone_and_adds_nothing() {
    for rate in [8000, 16_000, 22_050, 44_100, 96_000, 11_025] {
        let tone: Vec<f32> =
            (0..rate).map(|i| (std::f64::consts::TAU * 1000.0 * i as f64 / rate as f64).sin() as f32 * 0.5).collect();
        let got = resample(&tone, rate);
        assert_eq!(got.len(), 48_000, "{rate}");
        let middle = &got[4800..43_200];
        assert!((strength(middle, 1000.0) - 0.5).abs() < 0.002, "{rate}: {}", strength(middle, 1000.0));
        let rest: f64 = middle
            .iter()
            .enumerate()
            .map(|(i, x)| {
                let at = std::f64::consts::TAU * 1000.0 * (i + 4800) as f64 / 48_000.0;
                (f64::from(*x) - 0.5 * at.sin()).powi(2)
            })
            .sum::<f64>()
            / middle.len() as f64;
        assert!(rest.sqrt() < 0.001, "{rate}: {}", rest.sqrt());
    }
    // What the lower rate cannot hold is gone.
    let high: Vec<f32> =
        (0..96_000).map(|i| (std::f64::consts::TAU * 40_000.0 * f64::from(i) / 96_000.0).sin() as f32).collect();
    assert!(resample(&high, 96_000)[4800..43_200].iter().all(|x| x.abs() < 0.01));
}
