//! Pictures beside a cartoon: what lies in its folder or in `--assets` is drawn, and nothing outside is ever read.
use super::Desk;
use std::fs;
use std::path::Path;

const SIZE: [&str; 2] = ["--size", "64x36"];

/// A picture of one colour.
fn svg(color: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9" fill="{color}"/></svg>"#
    )
}

/// A cartoon in a place with this background, in a folder of the desk.
fn cartoon(desk: &Desk, file: &str, background: &str) {
    fs::create_dir_all(desk.path(file).parent().unwrap()).unwrap();
    desk.write(
        file,
        serde_json::json!({"v": 1, "kind": "cartoon", "cast": {}, "places": {"here": {"background": background}},
            "scripts": [{"hat": {"on": "scene", "name": "s", "place": "here"}, "body": [{"op": "wait", "for": 1}]}]})
        .to_string(),
    );
}

/// The colour of the still's middle.
fn middle(path: &Path) -> [u8; 3] {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixel = info.color_type.samples();
    let at = (info.height / 2 * info.width + info.width / 2) as usize * pixel;
    bytes[at..at + 3].try_into().unwrap()
}

const BLUE: [u8; 3] = [0x20, 0x40, 0xC0];

#[test]
fn a_picture_in_the_folder_is_drawn_and_one_in_the_assets() {
    let desk = Desk::new();
    for folder in ["show/art", "assets/art"] {
        fs::create_dir_all(desk.path(folder)).unwrap();
    }
    desk.write("show/hills.svg", svg("#2040C0")).write("show/art/hills.svg", svg("#2040C0"));
    desk.write("assets/sea.svg", svg("#2040C0")).write("assets/hills.svg", svg("#FF0000"));
    for (background, assets) in [("hills.svg", true), ("hills.svg", false), ("art/hills.svg", false), ("sea.svg", true)]
    {
        cartoon(&desk, "show/a.json", background);
        let assets: &[&str] = if assets { &["--assets", "assets"] } else { &[] };
        let ran = desk.run(&[&["still", "show/a.json", "--at", "0", "-o", "a.png"], &SIZE[..], assets].concat());
        assert_eq!(ran.says(0, &[]).said, "", "{background}");
        assert_eq!(middle(&desk.path("a.png")), BLUE, "{background}: the folder's own comes first");
        let checked = desk.run(&[&["validate", "show/a.json"], assets].concat());
        assert_eq!(checked.says(0, &[]).said, "", "{background}");
    }
}

#[test]
fn a_sheet_of_places_shows_a_picture_of_the_assets() {
    let desk = Desk::new();
    fs::create_dir(desk.path("assets")).unwrap();
    desk.write("assets/sea.svg", svg("#2040C0"));
    let args =
        ["sheet", "--places", "sea.svg", "--grade", "normal", "--aspect", "9:16", "--width", "400", "-o", "a.png"];
    assert!(desk.run(&args).says(0, &[]).said.contains("there is no picture sea.svg"));
    assert_eq!(desk.run(&[&args[..], &["--assets", "assets"]].concat()).says(0, &[]).said, "");
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(desk.path("a.png")).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let samples = reader.next_frame(&mut bytes).unwrap().color_type.samples();
    assert!(bytes.chunks(samples).any(|pixel| pixel[..3] == BLUE), "it is drawn");
}

/// Whatever a cartoon names, what lies outside its folder is not read: the plain place is drawn, with a warning.
#[test]
fn nothing_outside_is_read() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("show/down")).unwrap();
    desk.write("secret.svg", svg("#2040C0"));
    let whole = desk.path("secret.svg");
    let mut names = vec![
        ("../secret.svg".to_owned(), "leads out"),
        ("down/../../secret.svg".to_owned(), "leads out"),
        ("./secret.svg".to_owned(), "leads out"),
        ("..\\secret.svg".to_owned(), "leads out"),
        (whole.to_str().unwrap().to_owned(), "leads out"),
        ("secret.svg".to_owned(), "there is no picture"),
        ("down.svg".to_owned(), "no file"),
    ];
    fs::create_dir_all(desk.path("show/down.svg")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&whole, desk.path("show/link.svg")).unwrap();
        std::os::unix::fs::symlink(desk.path(""), desk.path("show/up")).unwrap();
        names.extend([("link.svg".to_owned(), "a link"), ("up/secret.svg".to_owned(), "a link")]);
    }
    for (name, word) in names {
        cartoon(&desk, "show/a.json", &name);
        let ran = desk.run(&[&["still", "show/a.json", "--at", "0", "-o", "a.png"], &SIZE[..]].concat());
        ran.says(0, &[word, "a plain place is drawn"]);
        assert_ne!(middle(&desk.path("a.png")), BLUE, "{name}");
        desk.run(&["validate", "show/a.json"]).says(0, &[word]);
    }
}

#[cfg(unix)]
#[test]
fn a_link_inside_the_folder_is_followed() {
    let desk = Desk::new();
    cartoon(&desk, "show/a.json", "link.svg");
    desk.write("show/hills.svg", svg("#2040C0"));
    std::os::unix::fs::symlink("hills.svg", desk.path("show/link.svg")).unwrap();
    desk.run(&[&["still", "show/a.json", "--at", "0", "-o", "a.png"], &SIZE[..]].concat()).says(0, &[]);
    assert_eq!(middle(&desk.path("a.png")), BLUE);
}

/// An SVG may name other files: they are not looked at, be they there or not.
#[test]
fn a_picture_brings_no_other_in() {
    let desk = Desk::new();
    let blue = svg("#2040C0");
    desk.write("secret.svg", &blue);
    let data = "data:image/svg+xml;utf8,".to_owned() + &blue.replace('"', "'").replace('#', "%23").replace('<', "%3C");
    for href in
        ["secret.svg", desk.path("secret.svg").to_str().unwrap(), "file:secret.svg", "https://example.org/a.svg", &data]
    {
        let inside = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9" fill="red"/><image href="{href}" width="16" height="9"/></svg>"#
        );
        desk.write("hills.svg", inside);
        cartoon(&desk, "a.json", "hills.svg");
        let ran = desk.run(&[&["still", "a.json", "--at", "0", "-o", "a.png"], &SIZE[..]].concat());
        ran.says(0, &["images in a picture are not drawn"]);
        assert_eq!(middle(&desk.path("a.png")), [255, 0, 0], "{href}");
    }
}

#[test]
fn what_is_too_large_or_missing_is_said_with_the_nearest_name() {
    let desk = Desk::new();
    fs::File::create(desk.path("large.png")).unwrap().set_len((32 << 20) + 1).unwrap();
    desk.write("hills.svg", svg("#2040C0"));
    for (background, words) in [
        ("large.png", &["larger than 32 MiB", "places.here.background"][..]),
        ("hils.svg", &["there is no picture hils.svg", "did you mean \"hills.svg\"?"]),
        ("a/b.png", &["there is no picture a/b.png", "--assets"]),
    ] {
        cartoon(&desk, "a.json", background);
        let ran = desk.run(&["validate", "a.json", "--json"]);
        let said = desk.run(&["validate", "a.json"]).said + &ran.gave;
        assert!(words.iter().all(|word| said.contains(word)), "{background}: {said}");
    }
}

#[test]
fn the_life_of_a_place_is_checked_where_it_stands() {
    let desk = Desk::new();
    desk.write("hills.svg", svg("#2040C0").replace("<rect", "<g id=\"hill\"><rect").replace("</svg>", "</g></svg>"));
    let with = |id: &str| {
        format!(
            "{{\"v\": 1, \"kind\": \"cartoon\", \"cast\": {{}}, \"places\": {{\"here\": {{\"background\": \"hills.svg\", \"still\": false,\n\
             \"life\": [{{\"id\": \"{id}\", \"channel\": \"x\", \"by\": 3, \"period\": 4}}]}}}},\n\
             \"scripts\": [{{\"hat\": {{\"on\": \"scene\", \"name\": \"s\", \"place\": \"here\"}}, \"body\": [{{\"op\": \"wait\", \"for\": 2}}]}}]}}"
        )
    };
    desk.write("a.json", with("hill"));
    assert_eq!(desk.run(&["validate", "a.json"]).says(0, &[]).said, "");
    desk.write("a.json", with("hil"));
    let words = ["a.json:2", "no group \"hil\"", "did you mean \"hill\"?"];
    desk.run(&["validate", "a.json"]).says(0, &words);
    desk.run(&[&["still", "a.json", "--at", "1", "-o", "a.png"], &SIZE[..]].concat()).says(0, &words);
}
