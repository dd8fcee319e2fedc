//! The twelve effects.
use jabber_render::sound::effects::{effect, names};
use jabber_render::sound::signal::level::{lufs, peaks};
use jabber_render::vocabulary::words::EFFECTS;

#[test]
fn the_language_knows_every_effect_and_no_other() {
    assert_eq!(names().map(|(name, _)| name).collect::<Vec<_>>(), EFFECTS);
    assert_eq!(effect("bang"), None);
}

#[test]
fn every_effect_is_short_level_and_ends_in_silence() {
    for (name, what) in names() {
        let x = effect(name).unwrap();
        let seconds = x.len() as f64 / 48_000.0;
        // It says how long it is.
        let said: f64 = what.rsplit(' ').nth(1).unwrap().parse().unwrap();
        assert!((seconds - said).abs() < 0.002 && seconds <= 2.0, "{name}: {seconds} s");
        assert!(x.last().unwrap().abs() < 0.001 && x[0].abs() < 0.01, "{name}: its ends click");
        let top = f64::from(peaks(&x, 0.0).into_iter().fold(0.0, f32::max));
        assert!(20.0 * top.log10() < -1.0, "{name}: {top}");
        let loudest = x.chunks(4800).collect::<Vec<_>>().windows(4).map(|w| lufs(&w.concat())).fold(-99.0, f64::max);
        assert!(loudest > -19.5 || x.len() < 19_200, "{name}: {loudest} LUFS");
        assert_eq!(x, effect(name).unwrap(), "{name}");
    }
}

#[test]
fn the_needle_stands_still_where_the_record_turns_round() {
    // Pulled back at 0.2 s, pushed, and again at 0.38 s: there is nothing to hear while the groove stands. It is fastest at 0.42 s.
    let x = effect("record_scratch").unwrap();
    let level = |t: f64| {
        let at = (t * 48_000.0) as usize;
        (x[at - 48..at + 48].iter().map(|x| x * x).sum::<f32>() / 96.0).sqrt()
    };
    let around = |t: f64| [level(t - 0.045), level(t + 0.045)].into_iter().fold(f32::INFINITY, f32::min);
    for still in [0.2, 0.38] {
        assert!(level(still) < 0.25 * around(still), "{still}: {} beside {}", level(still), around(still));
    }
    // The hum of the groove at 310 Hz of its own speed is heard at 3.2 times that.
    let fast = &x[(0.425 * 48_000.0) as usize..(0.445 * 48_000.0) as usize];
    let strength = |hz: f64| crate::sound::measure::strength(fast, hz);
    assert!(strength(3.1 * 310.0) > 2.0 * strength(310.0), "{} {}", strength(3.1 * 310.0), strength(310.0));
}
