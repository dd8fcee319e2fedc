//! Props at the command line: art beside the cartoon and nothing outside, what `validate` says of hands, and the sheet.
use super::Desk;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const BLUE: [u8; 3] = [0x20, 0x40, 0xC0];
const SIZE: [&str; 2] = ["--size", "64x36"];

fn svg() -> &'static str {
    r##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#2040C0"/></svg>"##
}

/// A blue picture of pixels.
fn pixels() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 4);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&BLUE.repeat(16)).unwrap();
    bytes
}

/// A cartoon in which a prop of this art, twice as tall as a person, stands over the middle.
fn cartoon(desk: &Desk, file: &str, art: &str) {
    fs::create_dir_all(desk.path(file).parent().unwrap()).unwrap();
    let look = json!({"template": "prop", "art": art, "height": 2});
    write(
        desk,
        file,
        json!({"P": {"look": look, "at": {"x": 0.5, "y": 1, "h": 0.5}}}),
        json!([{"op": "wait", "for": 1}]),
    );
}

fn write(desk: &Desk, file: &str, cast: Value, body: Value) {
    let scripts = json!([{"hat": {"on": "scene", "name": "s"}, "body": body}]);
    desk.write(file, json!({"v": 1, "kind": "cartoon", "cast": cast, "scripts": scripts}).to_string());
}

fn middle(path: &Path) -> [u8; 3] {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixel = info.color_type.samples();
    let at = (info.height / 2 * info.width + info.width / 2) as usize * pixel;
    bytes[at..at + 3].try_into().unwrap()
}

#[test]
fn art_lies_beside_the_cartoon_or_in_the_assets_and_nowhere_else() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("show/art")).unwrap();
    fs::create_dir_all(desk.path("assets")).unwrap();
    desk.write("show/art/thing.svg", svg()).write("secret.svg", svg());
    fs::write(desk.path("show/thing.png"), pixels()).unwrap();
    fs::write(desk.path("assets/far.png"), pixels()).unwrap();
    let still = |art: &str| {
        cartoon(&desk, "show/a.json", art);
        let args = ["still", "show/a.json", "--at", "0", "-o", "a.png", "--assets", "assets"];
        let ran = desk.run(&[&args, &SIZE[..]].concat());
        (ran.says(0, &[]).said.clone(), middle(&desk.path("a.png")))
    };
    for art in ["art/thing.svg", "thing.png", "far.png"] {
        assert_eq!(still(art), (String::new(), BLUE), "{art}");
    }
    for (art, word) in
        [("../secret.svg", "leads out"), ("secret.svg", "there is no picture"), ("art", "no prop is called")]
    {
        let (said, color) = still(art);
        assert!(said.contains(word) && said.contains("a plain box is drawn"), "{art}: {said}");
        assert_ne!(color, BLUE, "{art}");
    }
    // What is known of the art lies in a JSON beside it, and what is wrong there is said.
    desk.write("show/thing.json", r#"{"height": 300, "gripp": [1, 2]}"#);
    let (said, _) = still("thing.png");
    assert!(said.contains("thing.json") && said.contains("did you mean \"grip\""), "{said}");
}

#[test]
fn hands_that_are_not_there_are_said_at_their_blocks() {
    let desk = Desk::new();
    let cast = json!({
        "A": {"look": {"template": "person"}}, "D": {"legs": 4, "look": {"template": "dog"}},
        "cup": {"look": {"template": "prop", "art": "cup"}}, "box": {"look": {"template": "prop", "art": "box"}}
    });
    let said = |block: Value| {
        write(&desk, "a.json", cast.clone(), json!([block, {"op": "wait", "for": 1}]));
        desk.run(&["validate", "a.json"]).says(0, &[]).said.clone()
    };
    for (who, more) in
        [("A", json!({})), ("A", json!({"hand": "left"})), ("D", json!({})), ("D", json!({"hand": "worn"}))]
    {
        let mut block = json!({"op": "hold", "who": who, "prop": "cup"});
        block.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(said(block.clone()), "", "{block}");
    }
    let faulty = [
        (
            json!({"op": "hold", "who": "D", "prop": "cup", "hand": "left"}),
            "D, a dog, has no hands: it is held in the mouth",
        ),
        (json!({"op": "hold", "who": "A", "prop": "D"}), "D is no prop"),
        (json!({"op": "hold", "who": "box", "prop": "cup"}), "box is a prop and holds nothing"),
        (json!({"op": "hold", "who": "A", "prop": "cup", "grip": "rim"}), "cup has no grip \"rim\""),
    ];
    for (block, words) in faulty {
        let said = said(block.clone());
        assert!(said.contains(words) && said.contains("scripts.0.body.0."), "{block}: {said}");
    }
}

#[test]
fn strict_names_every_extension_of_props() {
    let desk = Desk::new();
    let cast = json!({"A": {"look": {"template": "person"}}, "cup": {"look": {"template": "prop", "art": "cup"}}});
    let body = json!([{"op": "hold", "who": "A", "prop": "cup"}, {"op": "drop", "prop": "cup"}]);
    write(&desk, "a.json", cast, body);
    desk.run(&["validate", "a.json"]).says(0, &[]);
    let strict = desk.run(&["validate", "a.json", "--strict"]);
    for word in ["\"hold\"", "\"drop\"", "a prop"] {
        assert!(strict.said.contains(word), "{word}: {}", strict.said);
    }
}

#[test]
fn the_sheet_of_props_is_drawn() {
    let desk = Desk::new();
    desk.write("own.svg", svg());
    for names in [&[][..], &["cup", "sign", "own.svg"]] {
        let args = [&["sheet", "--props", "-o", "s.png", "--width", "400"], names].concat();
        assert_eq!(desk.run(&args).says(0, &[]).said, "", "{names:?}");
        let picture = png::Decoder::new(std::io::Cursor::new(fs::read(desk.path("s.png")).unwrap()));
        assert_eq!(picture.read_info().unwrap().info().width, 400);
    }
    desk.run(&["sheet", "--props", "cupp", "-o", "s.png"]).says(1, &["there is no prop cupp", "did you mean cup?"]);
}
