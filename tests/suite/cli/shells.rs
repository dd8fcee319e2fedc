//! Completions and the manual: every command and option is in them, and the programs that read them take them.
use super::{Desk, Ran};
use crate::tools::absent;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// The commands of `--help`, and the options of one's own help.
fn commands(desk: &Desk) -> Vec<String> {
    let help = desk.run(&["--help"]).gave;
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect();
    assert!(names.len() > 15 && names.contains(&"watch".to_owned()), "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

fn options(desk: &Desk, args: &[&str]) -> BTreeSet<String> {
    let help = desk.run(&[args, &["--help"]].concat()).gave;
    let words = help.split("Options:\n").nth(1).unwrap_or_default().split_whitespace();
    let options = words.filter(|word| word.starts_with("--") && word.len() > 3);
    options.map(|word| word.trim_end_matches([',', ')', '.']).split(['=', '|']).next().unwrap().to_owned()).collect()
}

#[test]
fn bash_completes_commands_and_options() {
    let desk = Desk::new();
    desk.write("complete", desk.run(&["completions", "bash"]).gave);
    let script = r#"source ./complete || exit 9
        complete -p jabber-render
        line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
            ${function} "$1" "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[*]}"; }
        function=$(complete -p jabber-render | sed 's/.*-F \([^ ]*\).*/\1/')
        line jabber-render wa; line jabber-render ""; line jabber-render packs li; line jabber-render watch --js"#;
    let Ok(output) = Command::new("bash").args(["-c", script]).current_dir(desk.path("")).output() else {
        return absent("bash");
    };
    let ran = Ran::of(&output);
    ran.says(0, &[]);
    let lines: Vec<&str> = ran.gave.lines().collect();
    assert!(lines[0].ends_with("jabber-render"), "{lines:?}");
    assert_eq!((lines[1], lines[3], lines[4]), ("watch", "list", "--json"), "{lines:?}");
    let offered: Vec<&str> = lines[2].split_whitespace().collect();
    commands(&desk).iter().for_each(|name| assert!(offered.contains(&name.as_str()), "{name}: {offered:?}"));
    assert!(!ran.gave.contains("speak-worker"), "{}", ran.gave);
}

#[test]
fn every_shell_has_its_script() {
    let desk = Desk::new();
    for (shell, word) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef jabber-render"),
        ("fish", "complete -c jabber-render"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[jabber-render]"),
    ] {
        let gave = desk.run(&["completions", shell]).gave;
        let first = word.split(' ').all(|word| gave.contains(word));
        assert!(first && gave.contains("watch") && !gave.contains("speak-worker"), "{shell}");
    }
    desk.run(&["completions", "tcsh"]).says(2, &["bash", "zsh"]);
}

#[test]
fn the_manual_has_every_command_and_option() {
    let desk = Desk::new();
    let names = desk.run(&["man", "-o", "man/man1"]);
    let written: BTreeSet<String> = names.says(0, &[]).gave.lines().map(str::to_owned).collect();
    let there = super::names(&desk.path("man/man1")).into_iter().map(|name| format!("man/man1/{name}")).collect();
    assert_eq!(written, there);
    // roff writes a hyphen that is no dash as \-.
    let page = |name: &str| fs::read_to_string(desk.path(&format!("man/man1/{name}.1"))).unwrap().replace("\\-", "-");
    let whole = page("jabber-render");
    assert_eq!(desk.run(&["man"]).gave.replace("\\-", "-").trim_end(), whole.trim_end());
    options(&desk, &[]).iter().for_each(|option| assert!(whole.contains(&**option), "{option}"));
    for name in commands(&desk) {
        assert!(whole.contains(&format!("jabber-render-{name}(1)")), "{name}");
        let page = page(&format!("jabber-render-{name}"));
        options(&desk, &[&name]).iter().for_each(|option| assert!(page.contains(&**option), "{name} {option}"));
    }
    assert!(whole.contains("130 interrupted") && !whole.contains("speak-worker"));
    // groff takes every page without a word.
    for path in written {
        let Ok(groff) = Command::new("groff")
            .args(["-man", "-Tutf8", "-Kutf8", "-ww", "-z", &path])
            .current_dir(desk.path(""))
            .output()
        else {
            return absent("groff");
        };
        assert_eq!(Ran::of(&groff).says(0, &[]).said, "", "{path}");
    }
}
