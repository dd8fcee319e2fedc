//! docs/faults.md from the cases: so it says what the tests hold.
use super::inputs::KINDS;
use super::{Case, GROUPS, Group};
use std::fs;
use std::path::Path;

const HEAD: &str = "# What can go wrong\n\n\
Every row is a test (`tests/suite/faults`), and this page is made of the same rows: `JABBER_WRITE=1 cargo test --test suite faults::page`.\n\
`…` stands for what differs from run to run. Each ends in less than a minute and 500 MiB in a test build, nearly all in a tenth of a second.\n\
What is not named under \"left\" is as it was: an earlier film of the name is untouched.\n\n\
Exit codes: 0 done, 1 the input is wrong, 2 wrong usage, 3 the machine, the disk or another program failed, 130 interrupted.\n";

/// Rules that no single row shows.
const TAIL: &str = "\n## What holds besides\n\n\
- A film, a picture or a soundtrack grows under a temporary name that ends in `.part`, in the folder where it is to be, and gets its name when\n  \
it is whole. Interrupted (Ctrl-C, SIGTERM, SIGHUP) a render removes it, ends ffmpeg and exits with 130. Killed (SIGKILL, a power cut) it leaves\n  \
names that end in `.part`; the next render of that film removes those that no program holds open any more.\n\
- An ffmpeg that for two minutes takes no byte, writes none and computes nothing is ended, and one that computes but neither takes nor writes\n  \
after twenty (`JABBER_PATIENCE` says another number of seconds than 120).\n\
- A link is written through: what it leads to is replaced, and it stays a link. A read-only file is not replaced, though its folder would\n  \
allow it: somebody took the right to write from it to keep it. What the cartoon itself reads is never written over.\n\
- A cartoon reads its own folder and that of `--assets`, and nothing else: no link that leads out, no address, no picture inside a picture.\n";

fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('<', "&lt;").replace('\n', "<br>");
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn code(text: &str) -> String {
    // A table's cell knows no other way to hold both.
    if text.contains('`') || text.contains('|') { cell(text) } else { format!("`{text}`") }
}

fn row(case: &Case) -> String {
    let left = if case.left.is_empty() { "nothing".to_owned() } else { case.left.join(", ") };
    format!("| {} | {} | {} | {} | {} |\n", cell(&case.what), code(&case.run), cell(&case.says), case.code, cell(&left))
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (name, _) in GROUPS {
        let group = Group::read(name);
        page += &format!("\n## {}\n\n{}\n\n", group.title, group.about);
        page += "| what is wrong | command | it says | code | left |\n|---|---|---|---|---|\n";
        group.cases.iter().for_each(|case| page += &row(case));
    }
    page += "\n## Cartoons\n\nMade by rules from seeds, the same on every machine; each kind is tried as often as it says, with `validate` or a film.\n\n";
    page += "| kind | how many | it says | code |\n|---|---|---|---|\n";
    for kind in KINDS {
        let code = kind.codes.iter().map(i32::to_string).collect::<Vec<_>>().join(" or ");
        page += &format!("| {} | {} | {} | {code} |\n", kind.what, kind.count, cell(kind.says));
    }
    page + TAIL
}

#[test]
fn the_page_is_made_of_the_cases() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/faults.md");
    if std::env::var_os("JABBER_WRITE").is_some() {
        fs::write(&file, page()).unwrap();
    }
    assert!(fs::read_to_string(file).unwrap() == page(), "JABBER_WRITE=1 writes docs/faults.md anew");
}
