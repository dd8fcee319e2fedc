//! The booth and its store: each line once, a file a line, and another's take in its place.
use jabber_render::engine::estimate;
use jabber_render::pack::Catalog;
use jabber_render::sound::booth::{Booth, Setup};
use jabber_render::sound::line::Said;
use jabber_render::sound::store::{FOLDER, Store};
use jabber_render::sound::voice::espeak::Espeak;
use jabber_render::sound::voice::{Engine, Voices};
use jabber_render::sound::{clip, wav};
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn setup(folder: Option<&Path>) -> Setup {
    let (voices, faults) = Voices::new(&Catalog::shipped());
    assert!(faults.is_empty(), "{faults:?}");
    Setup { voices, frame: 1.0 / 24.0, store: folder.map(|folder| Store::new(folder.to_owned())), ..Setup::default() }
}

fn line(text: &str) -> Said {
    Said { text: text.to_owned(), who: "A".to_owned(), ..Said::default() }
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|files| files.map(|f| f.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

#[test]
fn a_line_is_spoken_once_and_lasts_the_estimate() {
    let booth = Booth::new(setup(None));
    let said = line("Good morning!");
    booth.make(&[said.clone(), said.clone(), line("Good night.")]);
    let (first, second) = (booth.made(&said).take.unwrap(), booth.made(&said).take.unwrap());
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(booth.seconds(&said).to_bits(), estimate("Good morning!", None).to_bits());
    assert_eq!(first.seconds.to_bits(), estimate("Good morning!", None).to_bits());
}

#[test]
fn nobody_speaks_when_nobody_is_to() {
    let booth = Booth::new(Setup { silent: true, ..setup(None) });
    let said = Said { voice: Some("nobody at all".to_owned()), ..line("Hello") };
    assert!(booth.made(&said).take.is_none() && booth.troubles(&said).is_empty());
    assert_eq!(booth.seconds(&said), estimate("Hello", None));
}

#[test]
fn a_kept_take_comes_back_to_the_sample_with_its_lips() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("takes");
    let said = line("Mama, put it down!");
    let first = Booth::new(setup(Some(&kept))).made(&said).take.unwrap();
    let names = files(&kept);
    assert!(names.len() == 1 && names[0].starts_with("a-mama-put-it-down-") && names[0].ends_with(".wav"), "{names:?}");
    let before = fs::metadata(kept.join(&names[0])).unwrap().modified().unwrap();
    let booth = Booth::new(setup(Some(&kept)));
    assert_eq!(*booth.made(&said).take.unwrap(), *first);
    assert_eq!(booth.seconds(&said).to_bits(), first.seconds.to_bits());
    assert_eq!(fs::metadata(kept.join(&names[0])).unwrap().modified().unwrap(), before);
    // Any player can play it.
    let read = clip::decode(fs::read(kept.join(&names[0])).unwrap(), Some("wav")).unwrap();
    assert_eq!(read.len(), first.sound.len());
    // Another line, another file.
    booth.made(&Said { mood: Some("sad".to_owned()), ..said });
    assert_eq!(files(&kept).len(), 2);
}

#[test]
fn somebody_elses_take_is_heard_instead_and_its_length_is_the_lines() {
    let folder = tempfile::tempdir().unwrap();
    let said = line("Mama mia, put it down!");
    Booth::new(setup(Some(folder.path()))).made(&said);
    let file = folder.path().join(&files(folder.path())[0]);
    let own: Vec<f32> = (0..72_000).map(|i| 0.2 * (i as f32 * 0.02).sin()).collect();
    let mut bytes = wav::head(1, 144_000);
    bytes.extend(own.iter().flat_map(|x| wav::bits(*x).to_le_bytes()));
    fs::write(&file, &bytes).unwrap();
    let booth = Booth::new(setup(Some(folder.path())));
    assert_eq!(booth.seconds(&said), 1.5);
    let take = booth.made(&said).take.unwrap();
    assert!(take.sound.len() == 72_000 && take.lips.len() > 3, "{:?}", take.lips);
    assert_eq!(fs::read(&file).unwrap(), bytes, "it is not written over");
    // One that cannot be read is said, is not written over, and the voice speaks.
    fs::write(&file, "no sound").unwrap();
    let made = Booth::new(setup(Some(folder.path()))).made(&said);
    assert_eq!(made.take.unwrap().seconds, estimate(&said.text, None));
    assert!(made.troubles.len() == 1 && made.troubles[0].message.contains("a voice speaks"), "{:?}", made.troubles);
    assert_eq!(fs::read(&file).unwrap(), b"no sound");
}

#[test]
fn lips_of_changed_samples_are_not_believed() {
    use jabber_render::frame::voice::Viseme;
    let lips = [(0.0, Viseme::Rest), (0.125, Viseme::MBP)];
    let mut file = wav::with_lips(&[0.0, 0.5, -0.5], &lips);
    assert_eq!(wav::lips(&file).unwrap(), lips);
    file[46] ^= 1;
    assert_eq!(wav::lips(&file), None);
    for cut in 0..file.len() {
        let _ = (wav::lips(&file[..cut]), wav::samples(&file[..cut]));
    }
}

#[test]
fn without_espeak_jabber_speaks_and_says_so() {
    let booth = Booth::new(Setup { asked: Some(Engine::Espeak), ..setup(None) });
    let made = booth.made(&line("Hello there"));
    assert_eq!(made.take.unwrap().seconds, estimate("Hello there", None));
    assert!(made.troubles[0].message.ends_with("jabber speaks"), "{:?}", made.troubles);
}

#[test]
fn a_recording_that_is_not_there_is_spoken_instead() {
    let booth = Booth::new(setup(None));
    let made = booth.made(&Said { clip: Some("lines/01.wav".to_owned()), ..line("Hello") });
    assert!(made.take.is_some() && made.troubles[0].field == "clip", "{:?}", made.troubles);
}

#[test]
fn a_take_that_breaks_off_shifts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let said = line("Who put glue on my chair?");
    Booth::new(setup(Some(folder.path()))).made(&said);
    let file = folder.path().join(&files(folder.path())[0]);
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let made = Booth::new(setup(Some(folder.path()))).made(&said);
    assert_eq!(made.take.unwrap().seconds, estimate(&said.text, None));
    assert!(made.troubles[0].message.contains("it breaks off after 0.8"), "{:?}", made.troubles);
}

#[test]
fn a_folder_that_takes_nothing_is_one_trouble_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "no folder").unwrap();
    let made = Booth::new(setup(Some(&file))).made(&line("Hello"));
    assert!(made.take.is_some() && made.troubles.len() == 1, "{:?}", made.troubles);
    assert_eq!(made.troubles[0].field, FOLDER);
}

/// A worker that answers each line as its words say: it dies, hangs, is silent, or gives half a second of sound.
#[cfg(unix)]
fn worker(folder: &Path) -> Espeak {
    use std::os::unix::fs::PermissionsExt;
    let program = folder.join("worker");
    let script = r#"#!/bin/sh
answer() { printf '{"rate":22050,"samples":%d,"phonemes":[[0.0,"a"]],"fault":null,"voices":[]}\n' 11025; }
while read -r line; do
    case "$line" in
    *crash*) kill -9 $$ ;;
    *half*) answer; head -c 100 /dev/zero; exit 1 ;;
    *noise*) echo "this is no answer" ;;
    *hang*) exec sleep 600 ;;
    *mute*|*...*) answer; head -c 22050 /dev/zero ;;
    *) answer; head -c 22050 /dev/zero | tr '\0' '!' ;;
    esac
done
"#;
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    Espeak::new(program, "speak-worker").patient(std::time::Duration::from_millis(1500))
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_lost_within_a_line_costs_that_line_and_the_next_voice_speaks_it() {
    let folder = tempfile::tempdir().unwrap();
    let booth = |_| {
        let espeak = Some(worker(folder.path()));
        Booth::new(Setup { asked: Some(Engine::Espeak), espeak, ..setup(None) })
    };
    // The text, what is said of it, and whether espeak-ng's half second is heard.
    let cases = [
        ("well one", None, true),
        ("a crash", Some("espeak-ng crashed on it: jabber speaks"), false),
        ("well two", None, true),
        ("a half answer", Some("espeak-ng crashed on it: jabber speaks"), false),
        ("some noise", Some("espeak-ng crashed on it: jabber speaks"), false),
        ("well three", None, true),
        ("it must hang", Some("espeak-ng takes too long for it: jabber speaks"), false),
        ("well four", None, true),
        ("mute words", Some("espeak:en-us+f2 says nothing of it: jabber speaks"), false),
        // There is nothing to say of it.
        ("...", None, false),
    ];
    let one_after_another = booth(());
    let together = booth(());
    together.make(&cases.map(|(text, ..)| line(text)));
    for booth in [one_after_another, together] {
        for (text, trouble, by_espeak) in cases {
            let made = booth.made(&line(text));
            let said: Vec<&str> = made.troubles.iter().map(|trouble| &*trouble.message).collect();
            assert_eq!(said, trouble.into_iter().collect::<Vec<_>>(), "{text}");
            let take = made.take.unwrap();
            let wanted = if by_espeak { 0.5 } else { estimate(text, None) };
            assert!((take.seconds - wanted).abs() < 0.001, "{text}: {} s", take.seconds);
        }
    }
}
