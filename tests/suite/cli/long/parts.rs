//! `--frames A..B`.
use super::super::{Desk, faults, names};
use super::film;

#[test]
fn frames_by_number_are_those_of_the_whole() {
    let desk = Desk::new();
    desk.example().makes(&film("all/", &["--audio", "wav"]));
    let all = names(&desk.path("all"));
    assert_eq!(all.len(), 133);
    let mut sound = Vec::new();
    for (span, first, last) in [("..3", 0, 3), ("3..129", 3, 129), ("129..", 129, 133), ("130..999", 130, 133)] {
        let folder = format!("{first}/");
        desk.makes(&film(&folder, &["--frames", span, "--audio", "wav"]));
        let part = names(&desk.path(&first.to_string()));
        assert_eq!(part, all[first..last], "{span}");
        for name in &part {
            assert!(desk.bytes(&format!("{folder}{name}")) == desk.bytes(&format!("all/{name}")), "{span} {name}");
        }
        if first < 130 {
            // 44 bytes lie before the samples.
            sound.extend_from_slice(&desk.bytes(&format!("{first}.wav"))[44..]);
        }
    }
    assert!(sound == desk.bytes("all.wav")[44..], "the parts' sound is not the whole's");
}

#[test]
fn spans_that_have_no_frame_are_refused() {
    let desk = Desk::new();
    desk.example().write("endless.json", faults::cartoon(r#"{"op": "forever", "body": [{"op": "wait", "for": 1}]}"#));
    let table: [(&[&str], i32, &[&str]); 9] = [
        (&["--frames", "5..5"], 2, &["no frame lies in 5..5", "A..B"]),
        (&["--frames", "7..3"], 2, &["no frame lies in 7..3"]),
        (&["--frames", "..0"], 2, &["no frame lies in ..0"]),
        (&["--frames", "5"], 2, &["give frame numbers as A..B"]),
        (&["--frames", "-1..5"], 2, &[]),
        (&["--frames", "a..b"], 2, &["give frame numbers as A..B"]),
        (&["--frames", "133.."], 2, &["--frames 133..: the cartoon's frames at 6 a second are 0 to 132"]),
        (&["--frames", "1..2", "--from", "1"], 2, &["cannot be used with"]),
        (&["--frames", "1..2", "--to", "1"], 2, &["cannot be used with"]),
    ];
    for (args, code, words) in table {
        desk.run(&film("film/", args)).says(code, words);
    }
    let endless = |span| desk.run(&["endless.json", "-o", "film/", "--size", "64x36", "-q", "--frames", span]);
    endless("3..").says(1, &["does not end", "--frames A..B says where the film ends"]);
    endless("3..99999999").says(2, &["--frames 3..99999999", "--max-duration"]);
    endless("3..5").says(0, &[]);
    assert_eq!(names(&desk.path("film")), ["000003.png", "000004.png"]);
}
