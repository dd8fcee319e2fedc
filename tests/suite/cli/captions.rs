//! How captions are set: by the cartoon, by the command line, in the fonts of the author and of the machine.
use super::Desk;
use std::fs;

/// One line of a kid's, and what the cartoon says of captions.
fn cartoon(text: &str, captions: &str) -> String {
    format!(
        r#"{{"v": 1, "kind": "cartoon", {captions}
 "cast": {{"a": {{"name": "Sunny", "look": {{"template": "kid"}}, "at": {{"x": 0.5, "y": 0.92, "h": 0.45}}}}}},
 "scripts": [{{"hat": {{"on": "scene", "name": "one"}}, "body": [
  {{"op": "say", "who": "a", "text": "{text}"}}
 ]}}]}}
"#
    )
}

impl Desk {
    /// The bytes of a still of a cartoon at second 0.5; the command's words after it.
    fn still(&self, name: &str, args: &[&str]) -> Vec<u8> {
        let fixed = ["still", name, "--at", "0.5", "-o", "still.png", "--size", "480x270"];
        self.run(&[&fixed[..], args].concat()).says(0, &[]);
        fs::read(self.path("still.png")).unwrap()
    }
}

#[test]
fn the_cartoon_says_how_captions_look_and_the_command_line_says_it_louder() {
    let desk = Desk::new();
    let text = "Good morning!";
    desk.write("plain.json", cartoon(text, ""))
        .write("word.json", cartoon(text, r#""captions": "bubble","#))
        .write("named.json", cartoon(text, r#""captions": {"style": "bubble", "names": true},"#));
    let looks = ["box", "outline", "bubble", "none"].map(|style| desk.still("plain.json", &["--caption-style", style]));
    for (i, look) in looks.iter().enumerate() {
        assert!(looks.iter().skip(i + 1).all(|other| other != look), "style {i} is another's");
    }
    let [boxed, outlined, bubble, _] = &looks;
    assert!(desk.still("plain.json", &[]) == *boxed, "boxes when nobody says");
    assert!(desk.still("word.json", &[]) == *bubble);
    assert!(desk.still("word.json", &["--caption-style", "outline"]) == *outlined);
    let named = desk.still("named.json", &[]);
    assert!(named != *bubble && named == desk.still("word.json", &["--caption-names"]));
    let args = ["still", "plain.json", "--at", "0", "-o", "x.png", "--caption-style", "bubbles"];
    desk.run(&args).says(2, &["the styles are box, outline, bubble, none"]);
}

#[test]
fn what_no_font_has_is_said_at_its_line_with_the_package_that_brings_it() {
    let desk = Desk::new();
    desk.write("tea.json", cartoon("Tea 茶 شاي 𐀀", ""));
    let args = ["still", "tea.json", "--at", "0.5", "-o", "tea.png", "--size", "160x90", "--no-system-fonts"];
    let ran = desk.run(&args);
    ran.says(0, &["tea.json:4:", "scripts.0.body.0.text"]);
    ran.says(0, &["no font at hand has Chinese, Japanese and Korean (茶), Arabic (شاي), Linear B (𐀀)"]);
    ran.says(0, &["apt install fonts-noto-cjk fonts-noto-core", "--font FILE"]);
    // Names are shown only when they are asked for.
    desk.write("name.json", cartoon("Hi", r#""captions": {"names": true},"#).replace("Sunny", "茶"));
    let args = ["still", "name.json", "--at", "0.5", "-o", "tea.png", "--size", "160x90", "--no-system-fonts"];
    desk.run(&args).says(0, &["cast.a", "茶"]);
}

#[test]
fn a_font_that_is_none_is_refused() {
    let desk = Desk::new();
    desk.write("film.json", cartoon("Hi", "")).write("font.ttf", "no font");
    let still = |font: &str| desk.run(&["still", "film.json", "--at", "0", "-o", "x.png", "--font", font]);
    still("font.ttf").says(1, &["font.ttf: no font", ".ttf, .otf or .ttc"]);
    still("nowhere.ttf").says(1, &["nowhere.ttf"]);
    assert_eq!(desk.names(), ["film.json", "font.ttf"]);
}

#[test]
fn a_font_of_the_authors_comes_first() {
    let desk = Desk::new();
    desk.write("film.json", cartoon("Good morning!", "")).write("hack.ttf", epaint_default_fonts::HACK_REGULAR);
    let (house, own) = (desk.still("film.json", &[]), desk.still("film.json", &["--font", "hack.ttf"]));
    assert!(house != own);
    // The embedded fonts are the same on every machine: nothing of this one is in a text that they have.
    assert!(desk.still("film.json", &["--no-system-fonts"]) == house);
    fs::create_dir(desk.path("golden")).unwrap();
    let case = |name: &str, options: &str| {
        format!(r#"{{"name": "a/{name}", "file": "film.json", "at": 0.5, "options": {options}}}"#)
    };
    let cases = [case("house", "{}"), case("own", r#"{"fonts": ["hack.ttf"]}"#), case("no", r#"{"captions": "none"}"#)];
    desk.write("golden/golden.json", format!("{{\"cases\": [{}]}}", cases.join(", ")));
    desk.run(&["golden", "update"]).says(0, &[]);
    let stills = ["house", "own", "no"].map(|name| fs::read(desk.path(&format!("golden/a/{name}@0.5.png"))).unwrap());
    assert!(stills[0] != stills[1] && stills[0] != stills[2] && stills[1] != stills[2]);
}

/// A sentence in scripts that the embedded fonts lack.
const SCRIPTS: [(&str, &str); 7] = [
    ("japanese", "おはようございます！サンドイッチを半分、取っておきました。"),
    ("chinese", "早上好！我给你留了半个三明治，可是路上我把大半都吃掉了。"),
    ("korean", "좋은 아침! 샌드위치 반을 남겨 두었어요."),
    ("arabic", "صباح الخير! احتفظت لك بنصف شطيرتي (3 قطع)."),
    ("hebrew", "בוקר טוב! שמרתי לך חצי מהכריך שלי (3)."),
    ("hindi", "सुप्रभात! मैंने तुम्हारे लिए आधा सैंडविच बचाया था।"),
    ("emoji", "👩\u{200D}🚀 👍🏽 🇫🇷 🫠"),
];

#[test]
fn scripts_of_the_world_are_set_in_the_machines_fonts() {
    let fonts = [
        "truetype/noto/NotoSansArabic-Regular.ttf",
        "opentype/noto/NotoSansCJK-Regular.ttc",
        "truetype/noto/NotoColorEmoji.ttf",
    ];
    if !fonts.iter().all(|font| std::path::Path::new("/usr/share/fonts").join(font).exists()) {
        assert!(std::env::var_os("JABBER_TEST_STRICT").is_none(), "the packages fonts-noto-* are not installed");
        eprintln!("no fonts-noto-core, -cjk, -color-emoji: skipped");
        return;
    }
    let desk = Desk::new();
    for (script, text) in SCRIPTS {
        desk.write("film.json", cartoon(text, ""));
        let mut seen = Vec::new();
        for style in ["box", "outline", "bubble"] {
            let fixed =
                ["still", "film.json", "--at", "0.5", "-o", "s.png", "--size", "480x270", "--caption-style", style];
            let ran = desk.run(&fixed);
            ran.says(0, &[]);
            assert_eq!(ran.said, "", "{script}: nothing is lacking");
            let with = fs::read(desk.path("s.png")).unwrap();
            desk.run(&[&fixed[..], &["--no-system-fonts"]].concat()).says(0, &["no font at hand has"]);
            assert!(fs::read(desk.path("s.png")).unwrap() != with, "{script} in {style}");
            desk.run(&fixed).says(0, &[]);
            assert!(fs::read(desk.path("s.png")).unwrap() == with, "{script} in {style}: the same again");
            assert!(!seen.contains(&with));
            seen.push(with);
        }
    }
    // Golden stills are the same everywhere: no font of the machine is in them.
    desk.write("film.json", cartoon(SCRIPTS[3].1, ""));
    fs::create_dir(desk.path("golden")).unwrap();
    desk.write("golden/golden.json", r#"{"cases": [{"name": "a/b", "file": "film.json", "at": 0.5}]}"#);
    desk.run(&["golden", "update"]).says(0, &["no font at hand has Arabic"]);
    assert_eq!(desk.run(&["validate", "film.json"]).says(0, &[]).said, "");
}
