//! The output's name says its form.
use jabber_render::film::animate::Moving;
use jabber_render::film::{Form, Kind};
use std::path::Path;

fn kind(name: &str, format: Option<Kind>) -> Option<Kind> {
    Form::of(Path::new(name), format).map(|form| form.kind)
}

#[test]
fn the_name_says_the_form() {
    let cases = [
        ("a.mp4", Some(Kind::Mp4)),
        ("a b/ü.MP4", Some(Kind::Mp4)),
        ("a.mov", Some(Kind::Mov)),
        ("a.webm", Some(Kind::Webm)),
        ("a.mkv", Some(Kind::Mkv)),
        ("a.Gif", Some(Kind::Moving(Moving::Gif))),
        ("a.apng", Some(Kind::Moving(Moving::Apng))),
        ("a.webp", Some(Kind::Moving(Moving::Webp))),
        ("a.y4m", Some(Kind::Y4m)),
        ("a.rgba", Some(Kind::Rgba)),
        ("-", Some(Kind::Y4m)),
        ("frames/", Some(Kind::Pngs)),
        ("frames.mp4/", Some(Kind::Pngs)),
        ("frames", None),
        ("a.png", None),
        ("a.mp4.part", None),
        (".mp4", None), // a hidden file's name, not an extension
        ("", None),
    ];
    for (name, expected) in cases {
        assert_eq!(kind(name, None), expected, "{name:?}");
    }
}

#[test]
fn a_word_is_heard_before_the_name() {
    let gif = Some(Kind::Moving(Moving::Gif));
    assert_eq!(kind("a.mp4", gif), gif);
    assert_eq!(kind("a", Some(Kind::Mp4)), Some(Kind::Mp4));
    assert_eq!(kind("frames", Some(Kind::Pngs)), Some(Kind::Pngs));
    // Of all forms a pipe takes only those that are written from the first byte to the last.
    let taken: Vec<Kind> = Kind::all().filter(|kind| Form::of(Path::new("-"), Some(*kind)).is_some()).collect();
    assert_eq!(taken, [Kind::Y4m, Kind::Rgba]);
    for kind in Kind::all() {
        assert_eq!(Kind::parse(kind.word()), Some(kind));
    }
    assert_eq!(Kind::parse("avi"), None);
}

#[test]
fn an_existing_folder_is_a_folder_unless_its_name_is_a_films() {
    let folder = tempfile::tempdir().unwrap();
    let [plain, odd] = ["plain", "odd.mp4"].map(|name| folder.path().join(name));
    std::fs::create_dir(&plain).unwrap();
    std::fs::create_dir(&odd).unwrap();
    assert_eq!(Form::of(&plain, None).unwrap().kind, Kind::Pngs);
    assert_eq!(Form::of(&odd, None).unwrap().kind, Kind::Mp4);
}

#[test]
fn only_colours_shared_by_four_pixels_need_even_sides() {
    let even: Vec<&str> = Kind::all()
        .filter(|kind| Form::of(Path::new("a"), Some(*kind)).unwrap().size(151, 102) == (152, 102))
        .map(Kind::word)
        .collect();
    assert_eq!(even, ["mp4", "webm", "y4m"]);
    assert_eq!(Form::of(Path::new("a.gif"), None).unwrap().size(151, 101), (151, 101));
}
