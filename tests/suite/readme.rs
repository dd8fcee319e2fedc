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
        run.args(["-c", &format!("{command}{small}")]).current_dir(folder.path()).env("PATH", path).env_remove("CI");
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

/// The shell of the workflow that the README shows, in order.
fn workflow() -> Vec<&'static str> {
    let block = README.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    block.lines().filter_map(|line| line.trim_start().strip_prefix("- run: ")).collect()
}

#[test]
#[cfg(unix)]
fn the_workflow_passes_a_project_that_is_as_it_was_and_reports_one_that_is_not() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let program = env!("CARGO_BIN_EXE_jabber-render");
    fs::write(at("film.json"), include_str!("../../examples/good-morning.json")).unwrap();
    let mut init = Command::new(program);
    init.args(["golden", "init", "film.json"]).current_dir(folder.path()).env_remove("CI");
    assert!(init.output().unwrap().status.success());
    // A cargo that takes the right words and has built everything already: it puts the program on the path.
    fs::create_dir_all(at("bin")).unwrap();
    symlink(Path::new(env!("CARGO_MANIFEST_DIR")), at("jabber-render")).unwrap();
    let cargo = format!(
        "#!/bin/sh\nset -e\ntest \"$*\" = 'install --locked --path jabber-render'\ntest -f jabber-render/Cargo.toml\nln -s {program} bin/\n"
    );
    fs::write(at("bin/cargo"), cargo).unwrap();
    fs::set_permissions(at("bin/cargo"), fs::Permissions::from_mode(0o755)).unwrap();
    let run = |line: &str| {
        let path = format!("{}:/usr/bin:/bin", at("bin").display());
        // As GitHub runs a line.
        let mut shell = Command::new("bash");
        shell.args(["-e", "-c", line]).current_dir(folder.path()).env("PATH", path).env("CI", "true");
        shell.output().unwrap()
    };
    let lines = workflow();
    assert_eq!(lines.len(), 2);
    for line in &lines {
        let output = run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let uploaded = |name: &str| at("golden-report").join(name).is_file();
    assert!(uploaded("junit.xml") && !uploaded("report.html"));
    let film = fs::read_to_string(at("film.json")).unwrap();
    assert!(film.contains("\"Is it?\""));
    fs::write(at("film.json"), film.replace("\"Is it?\"", "\"It is.\"")).unwrap();
    assert_eq!(run(lines[1]).status.code(), Some(1));
    assert!(uploaded("junit.xml") && uploaded("report.html") && uploaded("contact.png"));
    // What is uploaded is what the line writes.
    assert!(README.contains("path: golden-report}"));
}
