//! The output's name says its form.
use jabber_render::film::Form;
use std::path::{Path, PathBuf};

#[test]
fn the_name_says_the_form() {
    let mp4 = |name: &str| Some(Form::Mp4(PathBuf::from(name)));
    let folder = |name: &str| Some(Form::Folder(PathBuf::from(name)));
    let cases = [
        ("a.mp4", mp4("a.mp4")),
        ("a b/ü.MP4", mp4("a b/ü.MP4")),
        ("frames/", folder("frames/")),
        ("frames.mp4/", folder("frames.mp4/")),
        ("frames", None),
        ("a.png", None),
        ("a.mp4.part", None),
        (".mp4", None), // a hidden file's name, not an extension
        ("", None),
    ];
    for (name, expected) in cases {
        assert_eq!(Form::of(Path::new(name)), expected, "{name:?}");
    }
}

#[test]
fn an_existing_folder_is_a_folder_unless_its_name_is_a_films() {
    let folder = tempfile::tempdir().unwrap();
    let [plain, odd] = ["plain", "odd.mp4"].map(|name| folder.path().join(name));
    std::fs::create_dir(&plain).unwrap();
    std::fs::create_dir(&odd).unwrap();
    assert_eq!(Form::of(&plain), Some(Form::Folder(plain.clone())));
    assert_eq!(Form::of(&odd), Some(Form::Mp4(odd.clone())));
}

#[test]
fn a_film_has_even_sides_and_pictures_have_any() {
    assert_eq!(Form::Mp4(PathBuf::from("a.mp4")).size(151, 102), (152, 102));
    assert_eq!(Form::Folder(PathBuf::from("a")).size(151, 101), (151, 101));
}
