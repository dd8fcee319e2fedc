//! `packs check, index, list, show, add`, folders of packs and packs by their ids, as a person uses them.
use super::{Desk, Ran};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// A pack's manifest.
fn pack(kind: &str, short: &str, slug: &str, content: Value) -> Value {
    json!({"format": 1, "id": format!("c4c:{short}:{slug}"), "type": kind, "version": "1.0.0", "name": slug, "content": content})
}

/// A behaviour that nods.
fn nod(slug: &str) -> Value {
    let body = json!([{"op": "ramp", "ch": "part:head", "to": 20, "over": 0.5}]);
    pack("behaviour", "beh", slug, json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]}))
}

/// Writes it under its own name; the file.
fn put(desk: &Desk, folder: &str, pack: &Value) -> String {
    let slug = pack["id"].as_str().unwrap().rsplit(':').next().unwrap();
    fs::create_dir_all(desk.path(folder)).unwrap();
    let file = format!("{folder}/{slug}.json");
    desk.write(&file, pack.to_string());
    file
}

fn run_with(desk: &Desk, args: &[&str], listed: &str) -> Ran {
    Ran::of(&desk.command(args).env("JABBER_PACKS", listed).output().unwrap())
}

fn named(ran: &Ran) -> String {
    ran.says(0, &[]);
    serde_json::from_str::<Value>(&ran.gave).unwrap()["name"].as_str().unwrap().to_owned()
}

#[test]
fn the_folder_searched_first_wins_and_the_highest_version_before_all() {
    let desk = Desk::new();
    for (folder, version) in
        [("a", "1.0.0"), ("b", "1.0.0"), ("c", "1.0.0"), ("d", "1.0.0"), ("home/packs", "1.0.0"), ("late", "1.10.0")]
    {
        let mut mine = nod("mine");
        mine["name"] = json!(folder);
        mine["version"] = json!(version);
        put(&desk, folder, &mine);
    }
    let parted = std::env::join_paths(["c", "d"]).unwrap().into_string().unwrap();
    let show = ["packs", "show", "c4c:beh:mine", "--json"];
    for (flags, listed, wins) in [
        (&[][..], "", "home/packs"),
        (&[], "d", "d"),
        (&[], &*parted, "c"),
        (&["--packs", "b"], &parted, "b"),
        (&["--packs", "a", "--packs", "b"], &parted, "a"),
        (&["--packs", "b", "--packs", "a"], &parted, "b"),
        (&["--packs", "a", "--packs", "late"], &parted, "late"),
    ] {
        assert_eq!(named(&run_with(&desk, &[&show[..], flags].concat(), listed)), wins, "{flags:?} {listed}");
    }
    let exact = desk.run(&["packs", "show", "c4c:beh:mine@1.0.0", "--json", "--packs", "late", "--packs", "a"]);
    assert_eq!(named(&exact), "a");
    desk.run(&["packs", "show", "c4c:beh:mine@3"]).says(1, &["c4c:beh:mine has no version 3", "versions: 1.0.0"]);
    // The built-in one of the same version gives way, one of a lower version does not win.
    let walk = desk.run(&["packs", "show", "c4c:beh:walk", "--json"]);
    let mut other = nod("walk");
    other["version"] = serde_json::from_str::<Value>(&walk.gave).unwrap()["version"].clone();
    other["name"] = json!("my walk");
    put(&desk, "own", &other);
    assert_eq!(named(&desk.run(&["packs", "show", "c4c:beh:walk", "--json", "--packs", "own"])), "my walk");
    other["version"] = json!("0.1");
    put(&desk, "own", &other);
    assert_ne!(named(&desk.run(&["packs", "show", "c4c:beh:walk", "--json", "--packs", "own"])), "my walk");
}

#[test]
fn folders_that_are_not_there() {
    let desk = Desk::new();
    desk.write("file.json", "{}");
    let show = ["packs", "show", "c4c:beh:walk"];
    desk.run(&[&show[..], &["--packs", "nowhere"]].concat()).says(1, &["there is no folder nowhere"]);
    desk.run(&[&show[..], &["--packs", "file.json"]].concat()).says(1, &["file.json is a file, not a folder of packs"]);
    run_with(&desk, &show, "nowhere").says(0, &["warning", "nowhere", "JABBER_PACKS names it"]);
    assert_eq!(desk.run(&show).said, "");
}

/// A folder of everything that a folder of packs should not hold, and one pack that is sound.
fn hostile() -> Desk {
    let desk = Desk::new();
    put(&desk, "bad", &nod("sound"));
    let truncated = nod("truncated").to_string();
    desk.write("bad/truncated.json", &truncated[..truncated.len() / 2]);
    let huge = fs::File::create(desk.path("bad/huge.json")).unwrap();
    huge.set_len(9 << 20).unwrap();
    let mut wrong = nod("mismatch");
    wrong["type"] = json!("behavior");
    put(&desk, "bad", &wrong);
    desk.write("bad/misnamed.json", nod("named_otherwise").to_string());
    fs::create_dir_all(desk.path("bad/sub")).unwrap();
    desk.write("bad/sub/sound.json", nod("sound").to_string());
    desk.write("bad/list.json", "[1, 2]").write("bad/deep.json", "[".repeat(100_000));
    desk.write("bad/binary.json", [0xFF, 0xFE, 0x00, 0x7B]);
    let look = |slug: &str, other: &str| pack("look", "look", slug, json!({"pack": format!("c4c:look:{other}")}));
    put(&desk, "bad", &look("hen", "egg"));
    put(&desk, "bad", &look("egg", "hen"));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::symlink;
        symlink("..", desk.path("bad/up")).unwrap();
        symlink("nothing", desk.path("bad/dangling.json")).unwrap();
        symlink("/dev/zero", desk.path("bad/endless.json")).unwrap();
        nix::unistd::mkfifo(&desk.path("bad/pipe.json"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let name = std::ffi::OsStr::from_bytes(b"\xFF\xFE.json");
        fs::write(desk.path("bad").join(name), nod("unnamable").to_string()).unwrap();
    }
    desk
}

#[test]
fn a_hostile_folder_hinders_nobody_and_is_told_of() {
    let desk = hostile();
    let begun = Instant::now();
    let ran = desk.run(&["packs", "show", "c4c:beh:sound", "--packs", "bad"]);
    ran.says(
        0,
        &["truncated.json", "huge.json", "larger than 8 MiB", "the pack is left out", "c4c:beh:sound 1.0.0 is in"],
    );
    assert!(ran.gave.contains("bad/sound.json"), "{}", ran.gave);
    #[cfg(unix)]
    ran.says(0, &["dangling.json", "endless.json: it is no file", "pipe.json: it is no file"]);
    let film = r#"{"v": 1, "kind": "cartoon", "cast": {"A": {"at": {"x": 0.5}, "look": "c4c:look:hen"}},
        "scripts": [{"hat": {"on": "scene", "name": "s"}, "body": [{"op": "wait", "for": 1}]}]}"#;
    let still = ["still", "film.json", "--at", "0", "-o", "a.png", "--size", "160x90", "--packs", "bad"];
    desk.write("film.json", film).run(&still).says(0, &["drawn as"]);
    assert!(begun.elapsed() < Duration::from_secs(60), "it took {:?}", begun.elapsed());
}

#[test]
fn check_names_every_fault_of_a_hostile_folder() {
    let desk = hostile();
    let ran = desk.run(&["packs", "check", "bad"]);
    ran.says(
        1,
        &[
            "truncated.json",
            "the id says \"behaviour\", the type \"behavior\"",
            "did you mean \"behaviour\"?",
            "bad/misnamed.json:1:",
            "c4c:beh:named_otherwise is in a file called misnamed.json",
            "call the file named_otherwise.json",
            "c4c:beh:sound 1.0.0 is in bad/sound.json too",
            "a pack is a JSON object",
            "deep.json",
            "binary.json",
            "a look pack names no other look pack",
            "content.pack",
            "there is no index.json",
        ],
    );
    assert!(!ran.said.contains("unknown error"), "{}", ran.said);
    #[cfg(unix)]
    ran.says(1, &["is in a file called \u{fffd}\u{fffd}.json"]);
    let json: Value = serde_json::from_str(&desk.run(&["packs", "check", "bad", "--json"]).gave).unwrap();
    assert_eq!(json["ok"], false);
    assert!(json["errors"].as_array().unwrap().iter().all(|row| row["file"].as_str().unwrap().starts_with("bad")));
}

#[test]
#[cfg(unix)]
fn a_folder_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    put(&desk, "packs/locked", &nod("inside"));
    let lock = |mode| fs::set_permissions(desk.path("packs/locked"), fs::Permissions::from_mode(mode)).unwrap();
    lock(0o000);
    if fs::read_dir(desk.path("packs/locked")).is_err() {
        desk.run(&["packs", "list", "--packs", "packs"])
            .says(0, &["packs/locked: it cannot be read: permission denied"]);
        desk.run(&["packs", "check", "packs"]).says(1, &["packs/locked: it cannot be read"]);
        desk.run(&["packs", "check", "packs/locked"]).says(3, &["cannot read packs/locked"]);
    }
    lock(0o755);
}

/// What a pack names has to be there: type, its short word, content, and what `check` says of it.
fn dangling() -> Vec<(&'static str, &'static str, Value, Vec<&'static str>)> {
    let scene = |cast: Value, body: Value| json!({"v": 1, "kind": "scene", "cast": cast, "scripts": [{"hat": {"on": "scene", "name": "s", "place": "park"}, "body": body}]});
    let does = |id: &str| json!([{"op": "does", "who": "A", "behaviour": id}, {"op": "wait", "for": 1}]);
    let wait = json!([{"op": "wait", "for": 1}]);
    let mut place = scene(json!({"A": "any"}), wait.clone());
    place["scripts"][0]["hat"]["place"] = json!("prak");
    vec![
        (
            "scene",
            "scene",
            scene(json!({"A": "any"}), does("c4c:beh:wlak")),
            vec!["c4c:beh:wlak", "did you mean c4c:beh:walk?"],
        ),
        ("scene", "scene", place, vec!["prak", "did you mean \"park\"?"]),
        (
            "scene",
            "scene",
            scene(json!({"A": {"pack": "c4c:char:sonny"}}), wait.clone()),
            vec!["did you mean c4c:char:sunny?"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": {"look": {"pack": "c4c:look:fxo"}}}), wait.clone()),
            vec!["did you mean c4c:look:fox?"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": {"look": {"template": "prop", "art": "cpu"}}}), wait.clone()),
            vec!["did you mean \"cup\"?"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": {"voice": "grannny"}}), json!([{"op": "say", "who": "A", "text": "Hm."}])),
            vec!["there is no voice grannny", "did you mean granny?"],
        ),
        (
            "character",
            "char",
            json!({"look": {"template": "persn"}}),
            vec!["content.look.template", "did you mean \"person\"?"],
        ),
        ("character", "char", json!({"look": {"template": "person"}, "voice": "kdi"}), vec!["did you mean kid?"]),
        ("character", "char", json!({"legs": 2}), vec!["a character needs its look"]),
        ("place", "place", json!({"background": "prk"}), vec!["content.background"]),
        ("place", "place", json!({"background": "park", "grade": "nigt"}), vec!["content.grade", "night"]),
        ("look", "look", json!({"template": "dgo"}), vec!["content.template", "did you mean \"dog\"?"]),
        ("prop", "prop", json!({"art": "nothing.svg"}), vec!["content.art"]),
        ("voice", "voice", json!({"jaber": {}}), vec!["content", "jaber"]),
        ("cartoon", "toon", scene(json!({}), wait.clone()), vec!["{cast?, places?, program}"]),
        (
            "scene",
            "scene",
            json!({"v": 1, "kind": "behaviour", "scripts": []}),
            vec!["the pack is a scene, its program a behaviour"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": "any"}), json!([{"op": "forever", "body": [{"op": "wait", "for": 1}]}])),
            vec!["it does not end", "forever"],
        ),
    ]
}

#[test]
fn what_a_pack_names_is_there() {
    for (kind, short, content, words) in dangling() {
        let desk = Desk::new();
        put(&desk, "mine", &pack(kind, short, "subject", content.clone()));
        let ran = desk.run(&["packs", "check", "mine"]);
        ran.says(1, &[&words[..], &["mine/subject.json"]].concat());
        assert!(ran.gave.contains("mine: 1 pack, 1 error"), "{content}: {}{}", ran.gave, ran.said);
    }
}

#[test]
fn behaviours_run_on_every_body() {
    let drive = |value: &str| json!([{"op": "drive", "ch": "dx", "value": value}]);
    for (body, words) in [
        (drive("=10*sin(tau)"), &[][..]),
        // 1/(tau − 1) is infinite at one frame alone: tau = 1 s.
        (drive("=1/(tau-1)"), &["on 0 legs dx is no finite number at 1.000 s"]),
        (json!([{"op": "wave", "ch": "rot", "amp": "=0/0"}]), &["rot is no finite number"]),
        (json!([{"op": "set", "ch": "dx", "to": "=nobody"}]), &["nobody"]),
    ] {
        let desk = Desk::new();
        let program = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]});
        put(&desk, "mine", &pack("behaviour", "beh", "subject", program));
        desk.run(&["packs", "check", "mine"]).says(i32::from(!words.is_empty()), words);
    }
}

#[test]
fn an_index_is_written_and_seen_to_be_stale() {
    let desk = Desk::new();
    put(&desk, "packs/behaviours", &nod("one"));
    put(&desk, "packs/behaviours", &nod("two"));
    desk.run(&["packs", "index", "packs", "--check"]).says(1, &["packs/index.json is not what the packs are now"]);
    let ran = desk.run(&["packs", "index"]);
    ran.says(0, &[]);
    assert_eq!(ran.gave.trim(), "packs/index.json: 2 packs");
    let index: Value = serde_json::from_slice(&fs::read(desk.path("packs/index.json")).unwrap()).unwrap();
    assert_eq!(index["format"], 1);
    let first = &index["packs"][0];
    assert_eq!((&first["id"], &first["file"]), (&json!("c4c:beh:one"), &json!("behaviours/one.json")));
    assert_eq!(first["sha256"], json!(sum(&desk.path("packs/behaviours/one.json"))));
    desk.run(&["packs", "index", "packs", "--check"]).says(0, &[]);
    assert_eq!(desk.run(&["packs", "check", "packs"]).says(0, &[]).gave.trim(), "packs: 2 packs, ok");
    // A byte of white space is another hash.
    desk.write("packs/behaviours/two.json", format!("{} ", nod("two")));
    let stale = [
        "packs/index.json:5:",
        "packs.1.sha256",
        "behaviours/two.json: the file is another than the one that was listed",
    ];
    desk.run(&["packs", "check", "packs"]).says(1, &stale);
    desk.run(&["packs", "index", "--check"]).says(1, &["jabber-render packs index packs"]);
    fs::rename(desk.path("packs/behaviours/two.json"), desk.path("packs/behaviours/three.json")).unwrap();
    desk.write("packs/behaviours/three.json", nod("three").to_string());
    desk.run(&["packs", "check", "packs"])
        .says(1, &["there is no pack behaviours/two.json", "behaviours/three.json is not listed"]);
    // An index of a folder with one pack twice would not be one; the old one stays.
    let before = fs::read(desk.path("packs/index.json")).unwrap();
    put(&desk, "packs/more", &nod("one"));
    desk.run(&["packs", "index"]).says(1, &["c4c:beh:one 1.0.0 is in"]);
    assert_eq!(fs::read(desk.path("packs/index.json")).unwrap(), before);
    desk.run(&["packs", "index", "nowhere"]).says(1, &["there is no folder nowhere"]);
    desk.write("packs/index.json", "{\"format\": 1, \"packs\": [{\"id\": 3}]}");
    desk.run(&["packs", "check", "packs"]).says(1, &["packs.0.id"]);
}

/// The SHA-256 of a file as another program works it out.
fn sum(path: &Path) -> String {
    let ran = std::process::Command::new("sha256sum").arg(path).output().unwrap();
    String::from_utf8(ran.stdout).unwrap().split_whitespace().next().unwrap().to_owned()
}

#[test]
fn the_list_fits_a_terminal_and_is_filtered() {
    let desk = Desk::new();
    let all = desk.run(&["packs", "list"]);
    all.says(0, &[]);
    assert!(all.gave.lines().count() > 60 && all.gave.lines().all(|line| line.chars().count() <= 80), "{}", all.gave);
    assert!(all.gave.lines().all(|line| line.starts_with("c4c:")));
    let places = desk.run(&["packs", "list", "--type", "place"]).gave;
    assert!(places.lines().count() >= 12 && places.lines().all(|line| line.starts_with("c4c:place:")));
    assert_eq!(desk.run(&["packs", "list", "--type", "places"]).gave, places);
    let json: Value =
        serde_json::from_str(&desk.run(&["packs", "list", "--tag", "outdoors", "--tag", "day", "--json"]).gave)
            .unwrap();
    let has = |row: &Value, tag: &str| row["tags"].as_array().unwrap().contains(&json!(tag));
    let rows = json.as_array().unwrap();
    assert!(!rows.is_empty() && rows.iter().all(|row| has(row, "outdoors") && has(row, "day")));
    desk.run(&["packs", "list", "--tag", "outdors"])
        .says(1, &["there is no such pack", "did you mean --tag outdoors?"]);
    desk.run(&["packs", "list", "--type", "plcae"]).says(2, &["did you mean place?"]);
}

#[test]
fn a_pack_is_shown_whole() {
    let desk = Desk::new();
    let ran = desk.run(&["packs", "show", "c4c:beh:wag"]);
    ran.says(0, &[]);
    for words in [
        "c4c:beh:wag 1",
        "a behaviour",
        "params     speed = 1, amount = 1",
        "built in, packs/behaviours/wag.json",
        "sha256",
    ] {
        assert!(ran.gave.contains(words), "{words:?} is not in {}", ran.gave);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("packs/behaviours/wag.json");
    assert!(ran.gave.contains(&sum(&file)));
    assert_eq!(desk.run(&["describe", "c4c:beh:wag"]).gave, ran.gave);
    desk.run(&["packs", "show", "c4c:beh:wga"])
        .says(1, &["there is no behaviour pack c4c:beh:wga", "did you mean c4c:beh:wag?"]);
    desk.run(&["packs", "show", "wag"]).says(1, &["wag is no pack's id", "did you mean c4c:beh:wag?"]);
    desk.run(&["packs", "show", "c4c:behaviour:wave"]).says(1, &["did you mean c4c:beh:wave"]);
}

/// What lies under a folder, by path, with its bytes.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(tree(&path).into_iter().map(|(inside, bytes)| (format!("{name}/{inside}"), bytes))),
            false => found.push((name, fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

#[test]
fn packs_are_added_whole_or_not_at_all() {
    let desk = Desk::new();
    let mine = put(&desk, "mine", &nod("mine"));
    let home = desk.path("home");
    desk.run(&["packs", "show", "c4c:beh:mine"]).says(1, &["there is no behaviour pack"]);
    assert_eq!(desk.run(&["packs", "add", &mine]).says(0, &[]).gave.trim(), "added c4c:beh:mine 1.0.0");
    let added = tree(&home);
    assert_eq!(added, [("packs/behaviour/mine-1.0.0/mine.json".to_owned(), nod("mine").to_string().into_bytes())]);
    desk.run(&["packs", "show", "c4c:beh:mine"]).says(0, &[]);
    assert_eq!(desk.run(&["packs", "add", &mine]).says(0, &[]).gave.trim(), "there already: c4c:beh:mine 1.0.0");
    // Another content of the same version, and an earlier version.
    let mut other = nod("mine");
    other["description"] = json!("another");
    put(&desk, "mine", &other);
    desk.run(&["packs", "add", &mine])
        .says(1, &["mine/mine.json:1:", "you have c4c:beh:mine 1.0.0 with another content", "--force"]);
    assert_eq!(tree(&home), added);
    desk.run(&["packs", "add", &mine, "--force"]).says(0, &[]);
    assert_eq!(tree(&home)[0].1, other.to_string().into_bytes());
    other["version"] = json!("0.9");
    put(&desk, "mine", &other);
    desk.run(&["packs", "add", &mine]).says(1, &["you have the later version 1.0.0"]);
    let before = tree(&home);
    // Of a folder all or none: one that is wrong keeps out those that are sound.
    put(&desk, "many", &nod("sound"));
    put(&desk, "many", &pack("look", "look", "odd", json!({"template": "dgo"})));
    desk.run(&["packs", "add", "many"]).says(1, &["many/odd.json", "did you mean \"dog\"?"]);
    assert_eq!(tree(&home), before);
    put(&desk, "many", &pack("look", "look", "odd", json!({"template": "dog"})));
    desk.run(&["packs", "add", "many"]).says(0, &[]);
    assert_eq!(tree(&home).len(), before.len() + 2);
    desk.run(&["packs", "add", "nothing.json"]).says(1, &["there is no file nothing.json"]);
    desk.write("truncated.json", "{\"format\": 1,")
        .run(&["packs", "add", "truncated.json"])
        .says(1, &["truncated.json"]);
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1, "something waits beside the packs");
}

/// A picture that is red all over.
const RED: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 1080"><rect width="1920" height="1080" fill="#FF0000"/></svg>"##;

#[test]
fn a_place_keeps_its_art_wherever_it_goes() {
    let desk = Desk::new();
    put(&desk, "mine", &pack("place", "place", "red", json!({"background": "red.svg"})));
    desk.write("mine/red.svg", RED);
    let film = r#"{"v": 1, "kind": "cartoon", "cast": {}, "scripts": [{"hat": {"on": "scene", "name": "s", "place": "red"}, "body": [{"op": "wait", "for": 1}]}]}"#;
    fs::create_dir(desk.path("films")).unwrap();
    desk.write("films/film.json", film);
    let still = ["still", "films/film.json", "--at", "0.5", "-o", "red.png", "--size", "64x64"];
    let red = || {
        let picture = image::open(desk.path("red.png")).unwrap().to_rgb8();
        picture.pixels().filter(|pixel| pixel[0] > 240 && pixel[1] < 15).count() * 10 > 64 * 64 * 9
    };
    desk.run(&[&still[..], &["--packs", "mine"]].concat()).says(0, &[]);
    assert!(red(), "from the folder");
    desk.run(&["packs", "add", "mine"]).says(0, &[]);
    fs::remove_dir_all(desk.path("mine")).unwrap();
    desk.run(&still).says(0, &[]);
    assert!(red(), "from one's own packs");
    // Golden stills are the same on every machine: they know nothing of what one of them has.
    fs::write(desk.path("golden.json"), "").unwrap();
    fs::create_dir(desk.path("golden")).unwrap();
    desk.write("golden/golden.json", r#"{"cases": [{"name": "a/b", "file": "films/film.json", "at": 0.5}]}"#);
    desk.run(&["golden", "update"]).says(1, &["no place is called \"red\""]);
}

#[test]
fn a_pack_is_played_by_its_id() {
    let desk = Desk::new();
    let body = json!([
        {"op": "place", "who": "A", "x": 0.5},
        {"op": "say", "who": "A", "text": "Hello."},
        {"op": "does", "who": "A", "behaviour": "c4c:beh:bounce", "for": 1}
    ]);
    let program = json!({"v": 1, "kind": "scene", "cast": {"A": "any", "B": "any"},
        "scripts": [{"hat": {"on": "scene", "name": "hello", "place": "park"}, "body": body}]});
    let mut scene = pack("scene", "scene", "hello", program.clone());
    scene["preview"] = json!({"cast": {"A": "c4c:char:grump"}});
    put(&desk, "mine", &scene);
    let mut toon = program;
    toon["kind"] = json!("cartoon");
    put(&desk, "mine", &pack("cartoon", "toon", "hello", json!({"program": toon})));
    let mine = ["--packs", "mine"];
    let run = |args: &[&str]| desk.run(&[args, &mine[..]].concat());
    run(&["c4c:toon:hello", "-o", "film.mp4", "--size", "160x90", "--no-audio"]).says(0, &["film.mp4"]);
    run(&["validate", "c4c:toon:hello"]).says(0, &[]);
    assert!(run(&["text", "c4c:scene:hello"]).says(0, &[]).gave.contains("Hello."));
    run(&["pose", "c4c:beh:bounce", "--at", "0.5"]).says(0, &[]);
    let legs = |args: &[&str]| {
        let ran =
            run(&[&["still", "c4c:scene:hello", "--at", "0.2", "-o", "a.png", "--size", "160x90"], args].concat());
        ran.says(0, &[]);
        fs::read(desk.path("a.png")).unwrap()
    };
    // Without a word its preview's player, else whoever is asked for.
    let (usual, grump) = (legs(&[]), legs(&["--cast", "A=c4c:char:grump"]));
    assert_eq!(usual, grump);
    assert_ne!(usual, legs(&["--cast", "A=c4c:char:sunny"]));
    let by_file = desk.run(&["still", "mine/hello.json", "--at", "0.2", "-o", "b.png", "--size", "160x90"]);
    by_file.says(0, &[]);
    let refused = |args: &[&str], code, words: &[&str]| {
        run(&[&["timeline", "c4c:scene:hello"], args].concat()).says(code, words);
    };
    refused(&["--cast", "C=c4c:char:sunny"], 2, &["--cast C: nobody in the cast is called so", "the cast: A, B"]);
    refused(&["--cast", "A=c4c:char:sonny"], 1, &["did you mean c4c:char:sunny?"]);
    refused(&["--cast", "A=c4c:look:fox"], 2, &["c4c:look:fox is the id of a look, not of a character"]);
    run(&["c4c:toon:helo", "-o", "x.mp4"])
        .says(1, &["there is no cartoon pack c4c:toon:helo", "did you mean c4c:toon:hello?"]);
    run(&["c4c:place:park", "-o", "x.mp4"]).says(1, &["a place pack is no cartoon"]);
    run(&["c4c:toon:hello"]).says(2, &["--output"]);
}

#[test]
fn sheets_know_the_packs_of_a_folder() {
    let desk = Desk::new();
    put(&desk, "mine", &pack("look", "look", "blue", json!({"template": "dog", "colors": {"body": "#0000FF"}})));
    let sheet = ["sheet", "--looks", "blue", "-o", "a.png", "--width", "400"];
    desk.run(&sheet).says(1, &["there is no look pack c4c:look:blue"]);
    desk.run(&[&sheet[..], &["--packs", "mine"]].concat()).says(0, &[]);
    desk.run(&["sheet", "dog", "--lineup", "--look", "c4c:look:blu", "-o", "a.png", "--packs", "mine"])
        .says(2, &["--look", "did you mean c4c:look:blue?"]);
}

/// `jabber-render packs index packs` writes the index anew.
#[test]
fn the_shipped_packs_are_sound_and_their_index_is_fresh() {
    let run = |args: &[&str]| {
        let desk = Desk::new();
        Ran::of(&desk.command(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap())
    };
    run(&["packs", "index", "packs", "--check"]).says(0, &[]);
    let begun = Instant::now();
    run(&["packs", "check", "packs"]).says(0, &[]);
    assert!(begun.elapsed() < Duration::from_secs(120), "it took {:?}", begun.elapsed());
    // What the binary alone has is the same packs.
    run(&["packs", "check"]).says(0, &[]);
}
