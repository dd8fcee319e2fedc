//! Sounds that wait: they come back as they were, from memory and from the file, and the mix of both is one.
use crate::cli::Desk;
use jabber_render::sound::mix::{Cue, Mix, Part};
use jabber_render::sound::signal::points::Points;
use jabber_render::sound::spool::{Source, Spool};
use jabber_render::sound::{LOUDNESS, Sound, wav};
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

fn filed(sound: Sound) -> Source {
    let source = Arc::new(Spool::new(None, 0)).keep(Arc::new(sound));
    assert!(matches!(source, Source::Filed(_)));
    source
}

fn bits(samples: &[f32]) -> Vec<u32> {
    samples.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn every_sample_of_16_bits_and_any_other_comes_back() {
    let all: Vec<f32> = (i16::MIN..=i16::MAX).map(wav::value).collect();
    // Not of 16 bits: a third of the way from one to the next, and a zero with a sign.
    let between: Vec<f32> = all.iter().map(|x| x + 1e-5).chain([-0.0]).collect();
    let all = [&all[..], &[0.0]].concat();
    for (left, right) in [(&all, None), (&all, Some(&between)), (&between, None)] {
        let sound = Sound { left: left.clone(), right: right.cloned() };
        let source = filed(sound.clone());
        assert_eq!((source.len(), source.is_stereo()), (65_537, right.is_some()));
        let whole = source.whole();
        assert_eq!(bits(&whole.left), bits(left));
        assert_eq!(whole.right.as_deref().map(bits), right.map(|right| bits(right)));
        let part = source.read(1000..1010);
        assert_eq!(bits(&part.left), bits(&left[1000..1010]));
        assert_eq!(part.right.as_deref().map(bits), right.map(|right| bits(&right[1000..1010])));
        assert_eq!(bits(&source.read(65_530..70_000).left), bits(&left[65_530..]));
        assert!(source.read(70_000..80_000).left.is_empty());
    }
}

#[test]
fn memory_holds_what_it_has_room_for() {
    let spool = Arc::new(Spool::new(None, 1000));
    let sound = |samples: usize| Arc::new(Sound::mono(vec![0.25; samples]));
    let kept = [200, 51, 50, 1].map(|samples| spool.keep(sound(samples)));
    let in_memory = kept.each_ref().map(|source| matches!(source, Source::Whole(_)));
    assert_eq!(in_memory, [true, false, true, false], "800, 204 too many, 200, none left");
    assert!(kept.iter().all(|source| source.whole().left.iter().all(|x| *x == 0.25)) && spool.fault().is_none());
}

#[test]
fn what_cannot_be_written_is_said_and_still_there() {
    let folder = tempfile::tempdir().unwrap().path().join("gone");
    let spool = Arc::new(Spool::new(Some(folder), 0));
    let source = spool.keep(Arc::new(Sound::mono(vec![0.5; 10])));
    assert_eq!(source.whole().left, [0.5; 10]);
    assert!(spool.fault().is_some_and(|fault| fault.contains("cannot be kept in") && fault.contains("gone")));
    assert_eq!(spool.another(0).fault(), spool.fault());
}

#[test]
fn the_mix_is_the_same_wherever_its_sounds_lie() {
    let wave = |samples: usize, step: f32| -> Vec<f32> {
        (0..samples).map(|i| wav::value(wav::bits((i as f32 * step).sin() * (i as f32 * 1e-4).cos()))).collect()
    };
    let line = wave(150_000, 0.07);
    let music =
        Sound { left: wave(110_000, 0.011), right: Some(wave(110_000, 0.012).iter().map(|x| x / 3.0).collect()) };
    let short = Sound { left: wave(700, 0.2), right: None };
    let mixed = |lay: &dyn Fn(Sound) -> Source| {
        let again = |sound: &Sound, start, from| {
            let part = Part::Music { from, fade: 0.2, again: true };
            Cue { sound: lay(sound.clone()), start, dur: 7.3, volume: 0.5, x: 0.5, part }
        };
        let said = |start, dur, x| {
            let sound = lay(Sound::mono(line.clone()));
            Cue { sound, start, dur, volume: 1.0, x, part: Part::Line }
        };
        let cues =
            vec![again(&music, 0.5, 0.31), said(0.313, 9.0, 0.2), said(4.0, 1.77, 0.9), again(&short, 8.0, 0.001)];
        let mix = Mix::new(&Spool::default(), cues, 16.0, LOUDNESS);
        let mut out = Vec::new();
        mix.make(0..mix.len(), |both| {
            out.extend(bits(both));
            Ok::<_, ()>(())
        })
        .unwrap();
        (out, mix.loudness())
    };
    let (memory, file) = (mixed(&|sound| sound.into()), mixed(&filed));
    assert!(memory.0 == file.0 && memory.1 == file.1);
    assert!(memory.0.iter().any(|x| *x != 0));
}

proptest! {
    /// The least gain within 2 ms, averaged over as much; beyond the ends is 1.
    #[test]
    fn points_are_held_down_as_they_come(peaks in proptest::collection::vec(prop_oneof![8 => 0.0f32..1.0, 1 => 1.0f32..4.0], 0..200)) {
        let mut given = Vec::new();
        let mut points = Points::new(0.5, 0.5, |power, gain| given.push((power, gain)));
        peaks.iter().enumerate().for_each(|(i, peak)| points.push(i as f32, *peak));
        points.end();
        let wanted = |i: i64| usize::try_from(i).ok().and_then(|i| peaks.get(i)).map_or(1.0, |peak| (1.0 / peak.max(1e-9)).min(1.0));
        let least = |i: i64| (i - 2..=i + 2).map(wanted).fold(1.0, f32::min);
        let within = |i: i64| (0..peaks.len() as i64).contains(&i);
        prop_assert_eq!(given.len(), peaks.len());
        for (i, (power, gain)) in given.into_iter().enumerate() {
            let i = i as i64;
            let mean = (i - 2..=i + 2).map(|i| if within(i) { least(i) } else { 1.0 }).sum::<f32>() / 5.0;
            prop_assert!(power == i as f32 && (gain - mean).abs() < 1e-5, "{i}: {gain}, not {mean}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_disk_without_room_ends_the_film_with_words() {
    let desk = Desk::new();
    let text =
        "On and on, over hills and down the long road to the sea, says she, and never a word of rest or of the end.";
    let say = |i: usize| json!({"op": "say", "who": "A", "text": format!("{i}. {text}")});
    let body: Vec<_> = (0..20).map(say).collect();
    let cast = json!({"A": {"look": {"template": "person"}}});
    let scripts = json!([{"hat": {"on": "scene", "name": "s"}, "body": body}]);
    desk.write("talk.json", json!({"v": 1, "kind": "cartoon", "cast": cast, "scripts": scripts}).to_string());
    // 132 s of talk: 12 MB of samples fit no file of 1 MB, and the soundtrack would not either.
    let film = ["talk.json", "-o", "film.mp4", "--size", "16x16", "--fps", "1", "-q"];
    let mut command = std::process::Command::new("sh");
    let limited = "trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\"";
    command.args(["-c", limited, env!("CARGO_BIN_EXE_jabber-render")]).args(film).current_dir(desk.path(""));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("lines cannot be kept in . until they are mixed"), "{said}");
    assert_eq!(desk.names(), ["talk.json"], "nothing is left");
}
