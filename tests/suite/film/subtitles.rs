//! Captions beside the film, against what SubRip files look like and the WebVTT standard (W3C) says.
use jabber_render::film::{Cue, Subtitles};

fn cue(start: f64, end: f64, name: Option<&str>, text: &str) -> Cue {
    Cue { start, end, name: name.map(Into::into), text: text.into() }
}

#[test]
fn a_srt_is_numbered_and_has_commas() {
    let cues = [
        cue(0.0, 1.5, None, "Good morning!"),
        // A name stands before its line; an empty row would end the cue.
        cue(3661.0004, 3725.9996, Some("Grump"), "No.\n\nNot <yet> & never."),
    ];
    let expected = "1\n00:00:00,000 --> 00:00:01,500\nGood morning!\n\n\
                    2\n01:01:01,000 --> 01:02:06,000\nGrump: No.\nNot <yet> & never.\n\n";
    assert_eq!(Subtitles::Srt.text(&cues), expected);
    assert_eq!(Subtitles::Srt.text(&[]), "");
}

#[test]
fn a_vtt_has_a_head_points_voices_and_no_bare_signs() {
    let cues = [cue(0.25, 0.5, None, "a --> b"), cue(1.0, 2.0, Some("Tom & Di"), "<i>")];
    let expected = "WEBVTT\n\n00:00:00.250 --> 00:00:00.500\na --&gt; b\n\n\
                    00:00:01.000 --> 00:00:02.000\n<v Tom &amp; Di>&lt;i&gt;\n\n";
    assert_eq!(Subtitles::Vtt.text(&cues), expected);
    assert_eq!(Subtitles::Vtt.text(&[]), "WEBVTT\n\n");
}
