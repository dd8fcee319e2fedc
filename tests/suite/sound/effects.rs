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
