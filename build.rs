//! Finds out what the embedded encoder will be built with: openh264's own build takes nasm where it finds it and says nothing where
//! it does not.
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
