//! Finds out what the embedded encoder will be built with: openh264's own build takes nasm where it finds it and says nothing where
//! it does not. Gives the program a fingerprint of what it draws with, so that it knows a picture that another build drew.
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a picture depends on beside the packs.
const DRAWN_WITH: [&str; 3] = ["src", "templates", "Cargo.lock"];

fn files(path: &Path, into: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| files(&entry.path(), into)),
        Err(_) => into.push(path.to_owned()),
    }
}

fn fingerprint() -> u64 {
    let mut paths = Vec::new();
    DRAWN_WITH.iter().for_each(|path| files(Path::new(path), &mut paths));
    paths.sort();
    let mut hasher = DefaultHasher::new();
    for path in paths {
        hasher.write(path.to_string_lossy().as_bytes());
        hasher.write(&fs::read(&path).unwrap_or_default());
    }
    hasher.finish()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    DRAWN_WITH.iter().for_each(|path| println!("cargo::rerun-if-changed={path}"));
    println!("cargo::rustc-env=JABBER_FINGERPRINT={:016x}", fingerprint());
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=OPENH264_NO_ASM");
    println!("cargo::rustc-check-cfg=cfg(plain_openh264)");
    let target = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    let runs = || Command::new("nasm").arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let nasm = runs().is_ok_and(|status| status.success());
    if std::env::var_os("OPENH264_NO_ASM").is_some() || target.starts_with("x86") && !nasm {
        println!("cargo::rustc-cfg=plain_openh264");
    }
}
