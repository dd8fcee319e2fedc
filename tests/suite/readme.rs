//! The README's commands do what it says: each is run here, in a folder of its own, as a small picture.
use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

/// The commands of every shell block, in order.
fn commands() -> Vec<&'static str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in README.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            _ if inside => found.push(line),
            _ => {}
        }
    }
    found
}

#[test]
fn the_first_block_is_the_two_commands_that_ci_runs() {
    let expected = ["cargo run --release -- examples/good-morning.json -o good-morning.mp4", "cargo test"];
    assert_eq!(commands()[..2], expected);
}

#[test]
fn every_other_command_runs() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for inside in ["examples", "examples/templates"] {
        fs::create_dir(folder.path().join(inside)).unwrap();
        for entry in fs::read_dir(root.join(inside)).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), folder.path().join(inside).join(entry.file_name())).unwrap();
        }
    }
    let shown: Vec<_> = commands().into_iter().skip(2).collect();
    assert!(shown.len() >= 8, "only {} commands are shown", shown.len());
    for command in shown {
        let words: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(words[0], "jabber-render", "{command}");
        let sized = words.contains(&"-o") && !words.contains(&"--size") && words[1] != "sheet";
        let small = if sized { " --size 160x90" } else { "" }; // a quick look is enough here
        let program = Path::new(env!("CARGO_BIN_EXE_jabber-render")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
        let mut run = Command::new("sh");
        run.args(["-c", &format!("{command}{small}")]).current_dir(folder.path()).env("PATH", path);
        let output = run.output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let made =
        ["film.mp4", "square.mp4", "ntsc.mp4", "part.mp4", "still.png", "beat@2.5.png", "beat@9.6.png", "frame.png"];
    for name in made {
        assert!(folder.path().join(name).is_file(), "{name} is missing");
    }
    // Seconds 2 to 2.5 at 24 frames a second: frames 48 to 59.
    assert_eq!(fs::read_dir(folder.path().join("frames")).unwrap().count(), 12);
}

#[test]
fn the_readme_is_short_and_names_every_option_of_help() {
    assert!(README.lines().count() < 300);
    let help = Command::new(env!("CARGO_BIN_EXE_jabber-render")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let options = help.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2);
    for option in options.map(|word| word.trim_end_matches([',', ')', '\''])) {
        let plain = ["--help", "--version"].contains(&option);
        assert!(plain || README.contains(option), "the README does not tell of {option}");
    }
}
