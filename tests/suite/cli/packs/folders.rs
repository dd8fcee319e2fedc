//! Folders of packs: which pack wins, and what a folder should not hold.
use super::super::{Desk, Ran};
use super::{nod, pack, put};
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};

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
