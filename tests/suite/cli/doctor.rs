//! `doctor`: what is there and what is not, be the programs it asks as they may, and the command that brings the rest.
use super::{Desk, Ran};
use jabber_render::cli::mend::{Manager, Thing};
use jabber_render::film::encode::EMBEDDED_IS_PLAIN;
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

/// A film's encoders and its sound's, by the form that needs them (docs and README: Forms).
const NEEDED: [(&str, &str); 9] = [
    ("libx264", ".mp4"),
    ("libx265", ".mp4 --codec h265"),
    ("libsvtav1", ".mp4 --codec av1"),
    ("prores_ks", ".mov"),
    ("libvpx-vp9", ".webm"),
    ("ffv1", ".mkv"),
    ("aac", "the sound of .mp4"),
    ("libopus", "the sound of .webm"),
    ("flac", "the sound of .mkv"),
];

fn is_narrow(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80 && !line.contains('\u{1b}'), "{line:?}");
    }
}

/// The line of the report about something.
fn line<'a>(ran: &'a Ran, what: &str) -> &'a str {
    let found = ran.gave.lines().find(|line| line.starts_with("  ") && line.split_whitespace().next() == Some(what));
    found.unwrap_or_else(|| panic!("{what} is not in: {}", ran.gave))
}

#[test]
fn without_ffmpeg_every_encoder_is_missing_and_one_command_brings_them() {
    let desk = Desk::new();
    let ran = desk.run_bare(&["doctor"]);
    ran.says(0, &[]);
    is_narrow(&ran.gave);
    for (name, what) in NEEDED {
        assert_eq!(line(&ran, name), format!("  {name:<18}missing  {what}"));
    }
    let add = Manager::here().adds(&[Thing::Ffmpeg]).unwrap();
    // Once for ffmpeg itself, once for all its encoders.
    assert_eq!(ran.gave.matches(&format!("add it: {add}")).count(), 2, "{}", ran.gave);
    assert_eq!(line(&ran, "nasm").contains("missing"), EMBEDDED_IS_PLAIN);
    assert!(line(&ran, "jabber").ends_with("there    built in"));
    assert!(ran.gave.contains("built in          Latin, Greek, Cyrillic, Armenian, Georgian"), "{}", ran.gave);
    let threads = std::thread::available_parallelism().unwrap();
    assert_eq!(line(&ran, "threads"), format!("  threads           {threads}"));
}

/// An `ffmpeg` in the folder that runs this script.
#[cfg(unix)]
fn with_ffmpeg(script: &str) -> Desk {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.write("ffmpeg", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(desk.path("ffmpeg"), fs::Permissions::from_mode(0o755)).unwrap();
    desk
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_is_asked_for_its_encoders() {
    let script = "case \"$*\" in *-version*) echo 'ffmpeg version 9.9-test Copyright';;\n*-encoders*) cat <<'END'\nEncoders:\n \
                  V..... = Video\n A..... = Audio\n ------\n V....D libx264   H.264 (codec h264)\n V....D h264_nvenc   NVIDIA (codec h264)\n \
                  A....D aac    AAC\nEND\n;; esac";
    let desk = with_ffmpeg(script);
    let ran = desk.run(&["doctor", "--ffmpeg", "./ffmpeg"]);
    ran.says(0, &[]);
    is_narrow(&ran.gave);
    assert_eq!(line(&ran, "ffmpeg"), "  ffmpeg            there    ./ffmpeg, version 9.9-test");
    for (name, what) in NEEDED {
        let state = if ["libx264", "aac"].contains(&name) { "there  " } else { "missing" };
        assert_eq!(line(&ran, name), format!("  {name:<18}{state}  {what}"));
    }
    assert!(line(&ran, "hardware").ends_with("named, not tried (--encoder): h264_nvenc"), "{}", ran.gave);
    let json = desk.run(&["doctor", "--json", "--ffmpeg", "./ffmpeg"]);
    let json: Value = serde_json::from_str(&json.gave).unwrap();
    assert_eq!(json["ffmpeg"], serde_json::json!({"usable": true, "path": "./ffmpeg", "version": "9.9-test"}));
    let known = json["encoders"]["known"].as_array().unwrap();
    let of = |name: &str| known.iter().find(|encoder| encoder["name"] == name).unwrap();
    assert_eq!((&of("libx264")["usable"], &of("ffv1")["usable"]), (&true.into(), &false.into()));
    assert_eq!((&of("libx264")["mend"], of("ffv1")["mend"].is_string()), (&Value::Null, true));
    assert_eq!(json["encoders"]["hardware"], serde_json::json!(["h264_nvenc"]));
    for section in ["program", "ffmpeg", "encoders", "voices", "fonts", "machine", "packs"] {
        assert!(!json[section].is_null(), "{section}");
    }
    let memory = &json["machine"]["memory"];
    assert!(memory["total"].as_u64() > memory["available"].as_u64(), "{memory}");
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_hangs_or_talks_rubbish_is_not_used_and_costs_no_more_than_seconds() {
    for (script, said) in [
        ("sleep 600", "./ffmpeg does not answer within 2 s: not used"),
        ("echo 'Segmentation fault'", "./ffmpeg is no ffmpeg: it does not say its version: not"),
        ("head -c 4000000 /dev/zero", "./ffmpeg is no ffmpeg"),
        ("yes", "./ffmpeg is no ffmpeg"),
        ("exit 1", "./ffmpeg is no ffmpeg"),
    ] {
        let desk = with_ffmpeg(script);
        let start = Instant::now();
        let ran = desk.run(&["doctor", "--ffmpeg", "./ffmpeg"]);
        assert!(start.elapsed() < Duration::from_secs(30), "{script}");
        ran.says(0, &[]);
        let words = ran.gave.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(said), "{script}: {}", ran.gave);
        assert!(line(&ran, "libx264").contains("missing"), "{script}");
    }
    let none = Desk::new().write("ffmpeg", "").run(&["doctor", "--ffmpeg", "./ffmpeg"]);
    assert!(none.says(0, &[]).gave.contains("./ffmpeg does not start: permission denied"), "{}", none.gave);
}

#[cfg(target_os = "linux")]
#[test]
fn without_espeak_its_package_is_named() {
    let desk = Desk::new();
    // A library that is none, before the system's.
    desk.write("libespeak-ng.so.1", "").write("libespeak-ng.so", "");
    let run = |command: &mut std::process::Command| Ran::of(&command.output().unwrap());
    let ran = run(desk.command(&["doctor"]).env("LD_LIBRARY_PATH", desk.path("")));
    let add = Manager::here().adds(&[Thing::Espeak]).unwrap();
    let said =
        format!("espeak-ng         missing  for --voice espeak: libespeak-ng is not installed\n{:29}add it: {add}", "");
    assert!(ran.says(0, &[]).gave.contains(&said), "{}", ran.gave);
}

#[test]
fn folders_of_packs_are_told_be_they_there_or_not() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("home/packs")).unwrap();
    let hat = include_str!("../../../packs/looks/fox.json").replace("c4c:look:fox", "c4c:look:mine");
    desk.write("home/packs/mine.json", hat);
    let listed = std::env::join_paths([desk.path("home/packs"), desk.path("nowhere")]).unwrap();
    let ran = Ran::of(&desk.command(&["doctor", "--json"]).env("JABBER_PACKS", listed).output().unwrap());
    let json: Value = serde_json::from_str(&ran.says(0, &[]).gave).unwrap();
    let facts: Vec<_> =
        json["packs"].as_array().unwrap().iter().map(|row| (row["named by"].as_str(), row["packs"].as_u64())).collect();
    assert_eq!(facts, [(Some("JABBER_PACKS"), Some(1)), (Some("JABBER_PACKS"), Some(0)), (Some("your own"), Some(1))]);
}

#[test]
fn every_system_has_its_own_command() {
    // os-release(5): ID, and ID_LIKE with the nearest kin first.
    for (release, manager) in [
        ("PRETTY_NAME=\"Debian GNU/Linux 13\"\nID=debian\n", Some(Manager::Apt)),
        ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Some(Manager::Apt)),
        ("ID=fedora\nVERSION_ID=42\n", Some(Manager::Dnf)),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", Some(Manager::Dnf)),
        ("ID=arch\n", Some(Manager::Pacman)),
        ("ID=manjaro\nID_LIKE=arch\n", Some(Manager::Pacman)),
        ("ID=alpine\n", Some(Manager::Apk)),
        ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", Some(Manager::Zypper)),
        ("ID=nixos\n", None),
        ("", None),
    ] {
        assert_eq!(Manager::of_release(release), manager, "{release}");
    }
    let all = [Thing::Ffmpeg, Thing::Nasm, Thing::Espeak];
    for (manager, command) in [
        (Manager::Apt, "apt-get install ffmpeg nasm libespeak-ng1"),
        (Manager::Dnf, "dnf install ffmpeg nasm espeak-ng (from rpmfusion.org)"),
        (Manager::Pacman, "pacman -S ffmpeg nasm espeak-ng"),
        (Manager::Apk, "apk add ffmpeg nasm espeak-ng"),
        (Manager::Brew, "brew install ffmpeg nasm espeak-ng"),
        (Manager::Winget, "winget install Gyan.FFmpeg NASM.NASM eSpeak-NG.eSpeak-NG"),
    ] {
        assert_eq!(manager.adds(&all).unwrap(), command);
    }
    // What has no package is given no command.
    assert_eq!(Manager::Winget.adds(&[Thing::Fonts("fonts-noto-cjk")]), None);
    assert_eq!(Manager::Apt.adds(&[Thing::Fonts("fonts-noto-cjk")]).unwrap(), "apt-get install fonts-noto-cjk");
}
