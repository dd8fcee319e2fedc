//! Laws over the source tree: the import order of the phases, a header on every file, the length of files.
use std::fs;
use std::path::{Path, PathBuf};

/// The phases in the order of the film strip, as `src/lib.rs` declares them: a folder imports only folders above it.
fn phases() -> Vec<String> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    files.sort();
    files
}

/// The phases that a file's code names as `crate::phase`, with the line.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
            let names: Vec<String> = match rest.strip_prefix('{') {
                Some(list) => list.split(['}', ',', ';']).map(|item| word(item.trim())).collect(),
                None => vec![word(rest)],
            };
            found.extend(names.into_iter().filter(|name| !name.is_empty()).map(|name| (number + 1, name)));
        }
    }
    found
}

#[test]
fn a_folder_imports_only_folders_above_it() {
    let phases = phases();
    assert_eq!(phases.first().map(String::as_str), Some("diagnostic"));
    assert_eq!(phases.last().map(String::as_str), Some("cli"));
    let mut faults = Vec::new();
    for path in sources() {
        let inside = path.strip_prefix(root().join("src")).unwrap();
        let Some(own) = phases.iter().position(|phase| inside.starts_with(phase)) else { continue };
        for (line, name) in imports(&fs::read_to_string(&path).unwrap()) {
            match phases.iter().position(|phase| *phase == name) {
                Some(other) if other <= own => {}
                Some(_) => faults.push(format!("{}:{line} imports {name}, which is below it", inside.display())),
                None => {}
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_import_law_sees_what_it_must() {
    let text = "use crate::film::pool;\nuse crate::{maths, engine::Runtime};\n// crate::paint is only talk\n";
    let names: Vec<String> = imports(text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["film", "maths", "engine"]);
}

#[test]
fn golden_knows_nothing_of_the_engine() {
    let knows = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        path.starts_with(root().join("src/golden")) && imports(&text).iter().any(|(_, name)| name == "engine")
    };
    assert!(sources().iter().any(|path| path.ends_with("golden/mod.rs")));
    assert_eq!(sources().into_iter().find(knows), None);
}

#[test]
fn every_file_opens_with_what_it_is() {
    let bare: Vec<_> = sources().into_iter().filter(|p| !fs::read_to_string(p).unwrap().starts_with("//!")).collect();
    assert!(bare.is_empty(), "{bare:?}");
}

#[test]
fn only_paint_knows_tiny_skia() {
    for path in sources() {
        let inside = path.strip_prefix(root().join("src")).unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        // usvg's own geometry and its strokes carry the name and paint nothing.
        let uses = code
            .into_iter()
            .any(|line| line.replace("usvg::tiny_skia_path", "").replace("to_tiny_skia()", "").contains("tiny_skia"));
        assert!(!uses || inside.starts_with("paint"), "{} uses tiny_skia", inside.display());
    }
}

#[test]
fn only_the_interface_of_espeak_the_pipe_and_the_memory_are_unsafe() {
    let marked = |path: &PathBuf| fs::read_to_string(path).unwrap().contains(concat!("allow(unsafe", "_code)"));
    let mut found: Vec<_> = sources().into_iter().filter(marked).collect();
    found.sort();
    let known = ["src/film/encode/pipe.rs", "src/pages.rs", "src/sound/voice/espeak/api.rs"];
    assert_eq!(found, known.map(|path| root().join(path)));
}
