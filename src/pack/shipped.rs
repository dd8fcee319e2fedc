//! The shipped packs and the art beside them, compiled in, so that a binary alone renders.
use rust_embed::Embed;
use std::borrow::Cow;

#[derive(Embed)]
#[folder = "packs/"]
#[include = "*.json"]
#[include = "*.svg"]
#[exclude = "index.json"]
struct Files;

/// Every shipped file under `packs/` by its path there (`behaviours/walk.json`), sorted.
pub fn shipped() -> Vec<String> {
    let mut names: Vec<String> = Files::iter().map(Cow::into_owned).collect();
    names.sort();
    names
}

/// The bytes of one shipped file, by its path under `packs/` (`places/park.svg`).
pub fn shipped_file(path: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(path).map(|file| file.data)
}
