//! `--help` and wrong usage.
use super::Desk;

#[test]
fn help_fits_eighty_columns_and_names_the_exit_codes() {
    let help = Desk::new().run(&["--help"]);
    assert_eq!(help.code, Some(0));
    let widest = help.gave.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 80, "{widest}");
    for word in ["Exit codes", "130", "--size", "--from", "still", "Examples"] {
        assert!(help.gave.contains(word), "{word}");
    }
}

#[test]
fn wrong_usage_is_told_on_standard_error_with_code_two() {
    let cases: [(&[&str], &[&str]); 9] = [
        (&["a.json"], &["--output"]),
        (&["a.json", "-o", "a.mp4", "--size", "0x0"], &["--size", "16 to 7680"]),
        (&["a.json", "-o", "a.mp4", "--size", "7681x16"], &["--size", "16 to 7680"]),
        (&["a.json", "-o", "a.mp4", "--size", "big"], &["--size", "1920x1080"]),
        (&["a.json", "-o", "a.mp4", "--fps", "0"], &["--fps", "1 to 240"]),
        (&["a.json", "-o", "a.mp4", "--fps=-1"], &["--fps", "1 to 240"]),
        (&["a.json", "-o", "a.mp4", "--threads", "0"], &["--threads"]),
        (&["a.json", "-o", "a.mp4", "--from", "soon"], &["--from", "seconds"]),
        (&["still", "a.json", "-o", "a.png"], &["--at"]),
    ];
    for (args, words) in cases {
        let desk = Desk::new();
        desk.run(args).says(2, words);
        assert!(desk.names().is_empty());
    }
}

#[test]
fn a_form_nobody_knows_is_wrong_usage_before_anything_is_read() {
    let desk = Desk::new();
    desk.run(&["missing.json", "-o", "film.avi"]).says(2, &["film.avi", ".avi", ".mp4"]);
    desk.run(&["missing.json", "-o", "film"]).says(2, &["film", ".mp4", "/"]);
    desk.run(&["missing.json", "-o", "film.png"]).says(2, &["still"]);
    desk.run(&["still", "missing.json", "--at", "1", "-o", "still.jpg"]).says(2, &["still.jpg", ".png"]);
}

#[test]
fn messages_have_no_colour_in_a_pipe() {
    let ran = Desk::new().run(&["missing.json", "-o", "film.avi"]);
    assert!(!ran.said.contains('\u{1b}'), "{:?}", ran.said);
}

#[test]
fn a_command_nobody_knows_is_told_with_the_nearest() {
    let desk = Desk::new();
    desk.run(&["vallidate", "x.json"]).says(2, &["there is no command vallidate: did you mean validate?"]);
    desk.run(&["stil", "x.json", "--at", "2", "-o", "x.png"]).says(2, &["no command stil: did you mean still?"]);
    desk.run(&["help", "vallidate"]).says(2, &["no command vallidate: did you mean validate?"]);
    desk.run(&["zzz"]).says(2, &["there is no command zzz", "still, validate", "-o OUT"]);
    // A file is a file, whatever it is called.
    let ran = desk.write("stil", "{}").run(&["stil"]);
    assert!(ran.says(2, &["--output"]).said.contains("required"), "{}", ran.said);
}

#[test]
fn help_of_a_command_is_its_own_help() {
    let desk = Desk::new();
    let commands = ["still", "validate", "timeline", "frames", "pose", "text", "describe", "schema", "golden"];
    for command in commands {
        let (help, own) = (desk.run(&["help", command]), desk.run(&[command, "--help"]));
        assert_eq!((help.code, &help.gave), (Some(0), &own.gave), "{command}");
        assert!(help.gave.contains("Usage:"), "{command}");
    }
}

#[test]
fn help_and_readme_agree_on_the_encoders() {
    let help = Desk::new().run(&["--help"]).gave.split_whitespace().collect::<Vec<_>>().join(" ");
    let readme = include_str!("../../../README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    for words in ["beside this program, then on PATH", "up to 3840x2160"] {
        assert!(help.contains(words), "--help does not say {words:?}");
        assert!(readme.contains(words), "the README does not say {words:?}");
    }
}

#[test]
fn lines_break_between_words_and_go_on_under_their_column() {
    use jabber_render::cli::out::wrapped;
    assert_eq!(wrapped("one two three", 13), "one two three");
    assert_eq!(wrapped("one two three", 9), "one two\n  three");
    // Two columns, the second from column 6 on.
    let row = "  op  a long line that says what the block does";
    assert_eq!(wrapped(row, 30), "  op  a long line that says\n      what the block does");
    // A word longer than a line is left whole, for it may be a path.
    assert_eq!(wrapped("see /a/very/long/path now", 12), "see\n  /a/very/long/path\n  now");
    // What stood before stays, line by line.
    assert_eq!(wrapped("a b\n\nc d", 2), "a\n b\n\nc\n d");
}
