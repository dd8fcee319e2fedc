//! `sheet` and `templates`: bodies on paper, and what is wrong with a body of one's own.
use super::Desk;

const STAR: &str = include_str!("../../../examples/templates/star.json");

#[test]
fn the_example_template_is_checked_and_drawn() {
    let desk = Desk::new();
    desk.write("star.json", STAR);
    let checked = desk.run(&["templates", "check", "star.json"]);
    checked.says(0, &[]);
    assert_eq!(checked.gave, "star.json: ok, legs: 2, views: front, joints: 14\n");
    for grid in [&[][..], &["--poses"], &["--moods"], &["--options"], &["--walk"], &["--plays", "c4c:beh:wave"]] {
        let args = [&["sheet", "star.json", "-o", "star.png", "--width", "600"], grid].concat();
        desk.run(&args).says(0, &[]);
        let picture = png::Decoder::new(std::io::Cursor::new(std::fs::read(desk.path("star.png")).unwrap()));
        let reader = picture.read_info().unwrap();
        assert!(reader.info().width == 600 && reader.info().height > 100, "{grid:?}");
        std::fs::remove_file(desk.path("star.png")).unwrap();
    }
    desk.run(&["sheet", "star.json", "star.json", "--moods", "--walk", "-o", "star.png"]).says(2, &["cannot be used"]);
    assert_eq!(desk.names(), ["star.json"]);
}

#[test]
fn a_cartoon_is_drawn_with_the_template_beside_it() {
    let desk = Desk::new();
    let cast = r#"{"A": {"name": "A", "look": {"template": "NAME"}}}"#;
    let cartoon = |name: &str| {
        let scripts = r#"[{"hat": {"on": "scene", "name": "a"}, "body": [{"op": "place", "who": "A"}, {"op": "wait", "for": 1}]}]"#;
        format!(r#"{{"v": 1, "kind": "cartoon", "cast": {}, "scripts": {scripts}}}"#, cast.replace("NAME", name))
    };
    let still = |name: &str| {
        desk.write("c.json", cartoon(name));
        let ran = desk.run(&["still", "c.json", "--at", "0.5", "-o", "c.png", "--size", "160x90"]);
        ran.says(0, &[]);
        (ran.said, std::fs::read(desk.path("c.png")).unwrap())
    };
    std::fs::create_dir(desk.path("templates")).unwrap();
    std::fs::write(desk.path("templates/star.json"), STAR).unwrap();
    let (said, star) = still("star");
    assert_eq!(said, "");
    assert_eq!(still("templates/star.json").1, star, "a path means the same file");
    let (said, person) = still("person");
    assert_eq!(said, "");
    assert_ne!(person, star);
    // What is wrong with it is told, and something is drawn all the same.
    std::fs::write(desk.path("templates/star.json"), STAR.replace("\"tip\": [446, 650]", "\"tip\": [446]")).unwrap();
    let (said, instead) = still("star");
    assert!(said.contains("a point is two numbers") && said.contains("templates check"), "{said}");
    assert_eq!(instead, person);
    // Nothing outside the folder is read.
    for outside in ["../star.json", "/etc/star.json"] {
        let (said, _) = still(outside);
        assert!(said.contains("there is no template"), "{said}");
    }
}

#[test]
fn a_broken_template_shows_every_fault_at_its_place() {
    let desk = Desk::new();
    let broken = STAR
        .replace("\"fill\": \"dot\"", "\"fill\": \"dott\"")
        .replace("\"part\": \"shin:1\"", "\"part\": \"shin:-1\"");
    desk.write("star.json", broken);
    let ran = desk.run(&["templates", "check", "star.json"]);
    ran.says(
        1,
        &[
            "star.json:",
            "unknown colour `dott`",
            "did you mean `dot`?",
            "this view has `shin:-1` twice",
            "views.front.nodes.1.nodes.0.part",
        ],
    );
    desk.run(&["validate", "star.json"]).says(1, &["unknown colour `dott`", "views.front.nodes.1.nodes.0.part"]);
    desk.write("sound.json", STAR).run(&["validate", "sound.json"]).says(0, &[]);
    desk.write("star.json", "{\"name\": \"star\",}");
    desk.run(&["templates", "check", "star.json"]).says(1, &["star.json:1", "a comma after the last item"]);
    desk.run(&["sheet", "dgo", "-o", "a.png"]).says(1, &["there is no template dgo", "did you mean dog?"]);
    desk.run(&["sheet", "dog", "-o", "a.jpg"]).says(2, &["a sheet is a .png"]);
    desk.run(&["templates"]).says(0, &[]);
}

#[test]
fn a_sheet_of_what_a_body_has_not_is_refused() {
    let desk = Desk::new();
    let sheet = |args: &[&str]| desk.run(&[&["sheet"], args, &["-o", "a.png", "--width", "400"]].concat());
    sheet(&["dog", "--hands"]).says(2, &["dog has no hand poses"]);
    sheet(&["bird", "--view", "side"]).says(2, &["bird draws no side view", "front, back"]);
    sheet(&["cat", "--moods", "--view", "back"]).says(2, &["the back view of cat shows no face", "front, side"]);
    assert!(desk.names().is_empty());
    // A look that says something unknown is drawn with the default, and told.
    sheet(&["cat", "--lineup", "--look", r#"{"style": "inky", "options": {"tail": "lnog"}}"#])
        .says(0, &["warning: cat: --look style: unknown style", "ink", "options.tail", "did you mean `long`"]);
    sheet(&["cat", "--look", "{"]).says(2, &["not JSON"]);
    assert_eq!(desk.names(), ["a.png"]);
}

#[test]
fn the_format_of_a_template_is_described() {
    let ran = Desk::new().run(&["describe", "template"]);
    ran.says(0, &[]);
    for word in ["stands_in", "beyond", "raised", "blend", "curl", "feels", "blob", "nods"] {
        assert!(ran.gave.contains(word), "{word}");
    }
}

#[test]
fn looks_and_palettes_stand_side_by_side() {
    let desk = Desk::new();
    let pack = r#"{"format": 1, "id": "c4c:look:zorro", "type": "look", "version": "1.0.0", "name": "Z",
        "content": {"template": "dog", "colors": "autumn", "options": {"ears": "pricked"}}}"#;
    desk.write("zorro.json", pack);
    let height = |args: &[&str]| {
        let ran = desk.run(&[&["sheet"], args, &["-o", "a.png", "--width", "800"]].concat());
        ran.says(0, &[]);
        assert_eq!(ran.said, "", "{args:?}");
        let picture = png::Decoder::new(std::io::Cursor::new(std::fs::read(desk.path("a.png")).unwrap()));
        picture.read_info().unwrap().info().height
    };
    let one = height(&["--looks", "zorro.json"]);
    assert!(one > 80, "{one}");
    // A row for each option is much more than one row, and a walk is another row.
    assert!(height(&["--looks", "person"]) > 3 * one);
    assert!(height(&["--looks", "zorro.json", "zorro.json", "--walk"]) > one);
    assert!(height(&["--looks", "zorro.json", "--look", r##"{"colors": {"body": "#FFFFFF"}}"##]) == one);
    // Twenty-four palettes in rows of eight.
    assert!(height(&["--palettes", "kid"]) > one);
    assert!(height(&["person", "kid", "--silhouettes"]) > 80);
    let sheet = |args: &[&str]| desk.run(&[&["sheet"], args, &["-o", "b.png"]].concat());
    sheet(&["--looks", "zorro"]).says(1, &["no look pack c4c:look:zorro", "no template zorro"]);
    sheet(&["--palettes", "--looks"]).says(2, &["cannot be used"]);
    desk.write("zorro.json", pack.replace("1.0.0", "one"));
    sheet(&["--looks", "zorro.json"]).says(1, &["\"one\" is not a version"]);
    desk.write("zorro.json", pack.replace("\"template\"", "\"body\""));
    sheet(&["--looks", "zorro.json"]).says(1, &["c4c:look:zorro names no template"]);
    desk.run(&["templates"]).says(0, &[]);
}
