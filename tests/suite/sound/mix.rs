//! The mix: where sounds come to lie, how loud it is, and that a part of it is a part of the whole.
use jabber_render::sound::mix::{Cue, Mix, Part};
use jabber_render::sound::signal::level::{Meter, peaks};
use jabber_render::sound::spool::Spool;
use jabber_render::sound::{LOUDNESS, Sound};
use proptest::prelude::*;
use std::sync::Arc;

fn tone(seconds: f64, hz: f64) -> Arc<Sound> {
    let samples = (0..(seconds * 48_000.0) as usize)
        .map(|i| (0.2 * (std::f64::consts::TAU * hz * i as f64 / 48_000.0).sin()) as f32);
    Arc::new(Sound::mono(samples.collect()))
}

fn line(sound: &Arc<Sound>, start: f64, dur: f64, x: f64) -> Cue {
    Cue { sound: Arc::clone(sound).into(), start, dur, volume: 1.0, x, part: Part::Line }
}

fn all(mix: &Mix) -> [Vec<f32>; 2] {
    part(mix, 0..mix.len())
}

fn part(mix: &Mix, range: std::ops::Range<usize>) -> [Vec<f32>; 2] {
    let mut out = [Vec::new(), Vec::new()];
    mix.make(range, |both| {
        both.chunks_exact(2).for_each(|pair| (out[0].push(pair[0]), out[1].push(pair[1])).0);
        Ok::<_, ()>(())
    })
    .unwrap();
    out
}

fn power(x: &[f32]) -> f64 {
    x.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>() / x.len() as f64
}

#[test]
fn a_line_begins_at_its_sample_and_the_mix_is_as_long_as_the_film() {
    let mix = Mix::new(&Spool::default(), vec![line(&tone(0.5, 1000.0), 1.234, f64::INFINITY, 0.5)], 2.5, LOUDNESS);
    let [left, right] = all(&mix);
    assert_eq!((left.len(), right.len()), (120_000, 120_000));
    let first = left.iter().position(|x| *x != 0.0).unwrap();
    // The tone's own first sample is 0.
    assert_eq!(first, 59_232 + 1);
    assert_eq!(left.iter().rposition(|x| x.abs() > 1e-4).map(|last| last / 480), Some((59_232 + 24_000 - 1) / 480));
}

#[test]
fn a_line_that_is_cut_off_fades_over_15_ms() {
    let mix = Mix::new(&Spool::default(), vec![line(&tone(2.0, 2000.0), 0.0, 1.0, 0.5)], 2.0, LOUDNESS);
    let [left, _] = all(&mix);
    let at = |ms: usize| power(&left[ms * 48..(ms + 2) * 48]).sqrt();
    let whole = at(500);
    assert!((at(983) / whole - 1.0).abs() < 0.02, "{}", at(983) / whole);
    assert!((at(992) / whole - 0.44).abs() < 0.15, "{}", at(992) / whole);
    assert_eq!(at(1001), 0.0);
}

#[test]
fn it_is_heard_from_where_the_speaker_stands_and_no_louder_there() {
    let ears = |x: f64| {
        all(&Mix::new(&Spool::default(), vec![line(&tone(1.0, 1000.0), 0.0, f64::INFINITY, x)], 1.0, LOUDNESS))
            .map(|ear| power(&ear))
    };
    let (left, middle, right) = (ears(0.0), ears(0.5), ears(1.0));
    assert!((middle[0] / middle[1] - 1.0).abs() < 1e-6);
    assert!(left[0] > 8.0 * left[1] && right[1] > 8.0 * right[0], "{left:?} {right:?}");
    assert!((left[0] / right[1] - 1.0).abs() < 1e-6);
    assert!(left[1] > 0.0 && ((left[0] + left[1]) / (middle[0] + middle[1]) - 1.0).abs() < 0.01);
}

#[test]
fn music_goes_9_db_under_a_line_and_comes_back() {
    // The line is heard from the left only where its own tone is looked for.
    let music = Cue {
        sound: tone(10.0, 500.0).into(),
        start: 0.0,
        dur: 10.0,
        volume: 1.0,
        x: 0.5,
        part: Part::Music { from: 0.0, fade: 0.0, again: false },
    };
    let silent = Arc::new(Sound::mono(vec![1e-6; 96_000]));
    let mix = Mix::new(&Spool::default(), vec![line(&silent, 4.0, f64::INFINITY, 0.5), music], 10.0, LOUDNESS);
    let [left, _] = all(&mix);
    let db = |t: f64| 10.0 * power(&left[(t * 48_000.0) as usize..((t + 0.1) * 48_000.0) as usize]).log10();
    assert!((db(5.0) - db(1.0) + 9.0).abs() < 0.1, "{}", db(5.0) - db(1.0));
    assert!((db(8.0) - db(1.0)).abs() < 0.1 && (db(3.7) - db(1.0)).abs() < 0.1);
}

#[test]
fn music_begins_again_from_where_it_was_to_begin() {
    let saw: Vec<f32> = (0..48_000).map(|i| i as f32 / 480_000.0).collect();
    let again = |again| Cue {
        sound: Sound { left: saw.clone(), right: Some(saw.clone()) }.into(),
        start: 0.0,
        dur: 3.0,
        volume: 1.0,
        x: 0.5,
        part: Part::Music { from: 0.5, fade: 0.0, again },
    };
    let [left, _] = all(&Mix::new(&Spool::default(), vec![again(true)], 3.0, LOUDNESS));
    // The limiter holds both alike.
    assert!((left[10_000] / left[34_000] - 1.0).abs() < 0.02 && left[24_100] < left[23_800]);
    let [left, _] = all(&Mix::new(&Spool::default(), vec![again(false)], 3.0, LOUDNESS));
    assert!(left[23_000] > 0.0 && left[24_001..].iter().all(|x| *x == 0.0));
}

#[test]
fn it_meets_its_loudness_under_the_ceiling() {
    let crackle: Vec<f32> =
        (0..240_000u32).map(|i| if i % 6000 < 40 { 1.0 } else { 0.02 * (i as f32 * 0.3).sin() }).collect();
    for (sound, wanted) in [
        (tone(5.0, 1000.0), -16.0),
        (tone(5.0, 300.0), -23.0),
        (tone(5.0, 90.0), -9.0),
        (Arc::new(Sound::mono(crackle)), -26.0),
    ] {
        let mix = Mix::new(&Spool::default(), vec![line(&sound, 0.0, f64::INFINITY, 0.3)], 5.0, wanted);
        let [left, right] = all(&mix);
        let mut meter = Meter::new(2);
        meter.push(&[&left[..], &right[..]]);
        assert!((meter.lufs() - wanted).abs() < 0.2, "{} LUFS for {wanted}", meter.lufs());
        assert!((meter.lufs() - mix.loudness()).abs() < 0.15, "{} LUFS, not {}", meter.lufs(), mix.loudness());
        let top = [left, right].iter().flat_map(|ear| peaks(ear, 0.0)).fold(0.0, f32::max);
        assert!(20.0 * f64::from(top).log10() < -1.0, "{top}");
    }
    // What the ceiling does not allow is not forced: bursts of 0.8 ms leave no room.
    let bursts: Vec<f32> = (0..240_000u32).map(|i| if i % 24_000 < 40 { 1.0 } else { 0.0 }).collect();
    let mix =
        Mix::new(&Spool::default(), vec![line(&Arc::new(Sound::mono(bursts)), 0.0, f64::INFINITY, 0.5)], 5.0, -6.0);
    let top = all(&mix).iter().flat_map(|ear| peaks(ear, 0.0)).fold(0.0, f32::max);
    assert!(mix.loudness() < -8.0 && 20.0 * f64::from(top).log10() < -1.0, "{} LUFS, {top}", mix.loudness());
    // Nothing stays nothing.
    let mix = Mix::new(&Spool::default(), Vec::new(), 1.0, LOUDNESS);
    assert!(all(&mix)[0].iter().all(|x| *x == 0.0) && mix.loudness() < -90.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn parts_put_together_are_the_whole(cuts in proptest::collection::vec(0usize..960_000, 1..5), start in 0.0f64..19.0) {
        let cues = vec![line(&tone(1.5, 700.0), start, f64::INFINITY, 0.2), line(&tone(1.0, 900.0), 7.5, 0.7, 0.9)];
        let mix = Mix::new(&Spool::default(), cues, 20.0, LOUDNESS);
        let whole = all(&mix);
        let mut edges = cuts;
        edges.extend([0, mix.len()]);
        edges.sort_unstable();
        let parts: Vec<_> = edges.windows(2).map(|w| part(&mix, w[0]..w[1])).collect();
        for ear in 0..2 {
            let joined: Vec<f32> = parts.iter().flat_map(|part| part[ear].iter().copied()).collect();
            let off = joined.iter().zip(&whole[ear]).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            // Sums are taken in another order: the last bits of a float, far under those of a sample.
            prop_assert!(joined.len() == whole[ear].len() && off < 1e-5, "{off}");
        }
    }
}
