//! What a line names → who speaks it.
use jabber_render::frame::voice::Viseme;
use jabber_render::pack::Catalog;
use jabber_render::sound::spoken::suited;
use jabber_render::sound::voice::jabber::Timbre;
use jabber_render::sound::voice::{Engine, EspeakVoice, Settings, Voices, espeak, read};
use serde_json::json;

#[test]
fn voices_are_found_by_every_name_they_have() {
    let (voices, _) = Voices::new(&Catalog::shipped());
    // What is named, the engine asked for, the usual voice; who speaks.
    let cases = [
        (None, None, None, "jabber:person"),
        (None, None, Some("dog"), "jabber:dog"),
        (None, None, Some("starfish"), "jabber:person"),
        (None, Some(Engine::Espeak), None, "espeak:en-us+f2"),
        (Some("granny"), None, None, "jabber:granny"),
        (Some("jabber:granny"), None, None, "jabber:granny"),
        (Some("c4c:voice:granny"), None, Some("dog"), "jabber:granny"),
        (Some("jabber"), None, Some("cat"), "jabber:cat"),
        (Some("espeak"), None, None, "espeak:en-us+f2"),
        (Some("espeak:granny"), None, None, "espeak:en-gb+f5"),
        (Some("espeak:de+m3"), None, None, "espeak:de+m3"),
        (Some("jabber:granny"), Some(Engine::Espeak), None, "espeak:en-gb+f5"),
        (Some("espeak:de+m3"), Some(Engine::Jabber), Some("kid"), "jabber:kid"),
    ];
    for (voice, asked, usual, wanted) in cases {
        let got = match voices.settings(voice, asked, usual) {
            Ok(Settings::Jabber(name, _)) => format!("jabber:{name}"),
            Ok(Settings::Espeak(voice)) => format!("espeak:{}", voice.voice),
            Err(instead) => instead.fault,
        };
        assert_eq!(got, wanted, "{voice:?} {asked:?} {usual:?}");
    }
}

#[test]
fn an_unknown_voice_has_its_nearest_name_and_another_speaks() {
    let (voices, _) = Voices::new(&Catalog::shipped());
    for (name, near) in [("grany", "granny"), ("jabber:robt", "robot"), ("c4c:voice:gaint", "giant")] {
        let instead = voices.settings(Some(name), None, Some("dog")).unwrap_err();
        assert_eq!(instead.hint.as_deref(), Some(&*format!("did you mean {near}?")), "{name}");
        assert!(matches!(instead.settings, Settings::Jabber(speaks, _) if speaks == "dog"), "{name}");
    }
    let nothing_like = voices.settings(Some("xyzzy"), None, None).unwrap_err();
    assert!(nothing_like.hint.unwrap().starts_with("voices: bird, cat"));
}

#[test]
fn every_shipped_voice_is_its_own_in_every_engine() {
    let catalog = Catalog::shipped();
    let (voices, faults) = Voices::new(&catalog);
    assert!(faults.is_empty(), "{faults:?}");
    let names: Vec<&str> = voices.names().collect();
    assert!(names.len() >= 12, "{names:?}");
    let mut seen: Vec<Timbre> = Vec::new();
    for name in names {
        let pack = catalog.get(&format!("c4c:voice:{name}"), None).unwrap();
        let voice = read(&pack.content).unwrap();
        let timbre = voice.jabber.unwrap_or_else(|| panic!("{name} has no timbre"));
        assert!(!seen.contains(&timbre) && voice.espeak.is_some(), "{name}");
        seen.push(timbre);
    }
}

#[test]
fn a_voice_pack_that_is_no_voice_says_why() {
    for (content, why) in [
        (json!({"jabber": {"f0": 5000}}), "f0 is 40 to 600"),
        (json!({"jabber": {"pitch": 200}}), "unknown field `pitch`"),
        (json!({"espeak": {"pitch": 120}}), "0 to 99"),
        (json!({"espeak": {"rate": 0}}), "0.25 to 4"),
        (json!({"piper": {}}), "unknown field `piper`"),
        (json!([]), "invalid"),
    ] {
        match read(&content) {
            Err(fault) => assert!(fault.contains(why), "{content}: {fault}"),
            Ok(_) => assert!(content == json!([]), "{content} is taken"),
        }
    }
}

#[test]
fn phonemes_have_their_lips() {
    use Viseme::*;
    for (phonemes, shape) in [
        ("m b p", MBP),
        ("f v", FV),
        ("l t d n θ ð", L),
        ("uː ʊ w ʃ ɹ", U),
        ("oʊ ɔː ɒ ɜː", O),
        ("aɪ ɑː æ ʌ ə", AI),
        ("e ɛ iː ɪ s z j", E),
        ("k ɡ h ŋ", Consonant),
        ("_: ", Rest),
    ] {
        for phoneme in phonemes.split(' ') {
            assert_eq!(espeak::shape(phoneme), shape, "{phoneme:?}");
        }
    }
    assert_eq!(espeak::shape("ˈæ"), AI);
    assert!(espeak::is_remark("(en)") && !espeak::is_remark("ɛ"));
}

#[test]
fn a_text_is_read_by_a_language_of_its_letters() {
    // The text, the voice, who reads it; a voice whose language is the author's own word keeps it, and a better one is named.
    let cases = [
        ("Good morning", "en-us+f2", "en-us+f2"),
        ("Привет, как дела?", "en-us+f2", "ru+f2"),
        ("Привіт", "uk", "uk"),
        ("Καλημέρα", "en", "el"),
        ("今日は公園へ行きます", "en", "ja"),
        ("今天我们去公园", "en+m3", "cmn+m3"),
        ("今天我们去公园", "yue", "yue"),
        ("안녕하세요", "en", "ko"),
        ("مرحبا", "fa", "fa"),
        ("שלום", "en", "he"),
        ("नमस्ते", "en-gb", "hi"),
        ("Say привет to him", "en", "en"),
        ("123 ... !", "en", "en"),
        ("", "en", "en"),
    ];
    for (text, voice, wanted) in cases {
        let given = |named| EspeakVoice { voice: voice.to_owned(), named, ..EspeakVoice::default() };
        let (free, said) = suited(text, given(false));
        assert!(free.voice == wanted && said.is_none(), "{text}: {} {said:?}", free.voice);
        let (kept, said) = suited(text, given(true));
        assert_eq!(kept.voice, voice, "{text}");
        let better = wanted.split('+').next().unwrap();
        let hint = said.and_then(|said| said.hint);
        assert_eq!(hint, (voice != wanted).then(|| format!("espeak:{better} reads them")), "{text}");
    }
}
