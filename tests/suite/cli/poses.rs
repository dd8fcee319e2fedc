//! `pose`, `frames` and `timeline`: their exact shapes and their faults.
use super::Desk;
use serde_json::Value;

const BEHAVIOUR: &str = r#"{"v":1,"kind":"behaviour","params":{"p":1},"scripts":[{"body":[{"op":"set","ch":"dx","to":"=p"},
    {"op":"set","ch":"dy","to":"=0/0"},{"op":"set","ch":"part:arm:-1","to":0.1},{"op":"reach","at":"hip","over":0},
    {"op":"drive","ch":"rot","value":"=loud+talking+min(dur,9)"}]}]}"#;

const CARTOON: &str = r#"{"v":1,"kind":"cartoon","cast":{"A":"one"},"scripts":[{"hat":{"on":"scene","name":"a"},
    "body":[{"op":"say","who":"A","text":"Hi","speed":2},{"op":"caption","text":"c","for":9},{"op":"wait","for":0.2}]}]}"#;

#[test]
fn a_pose_has_its_shape() {
    let desk = Desk::new();
    desk.write("p.json", BEHAVIOUR);
    let args =
        ["pose", "p.json", "--at", "0,0.5", "--param", "p=-2.5", "--loud", "0.5", "--talking", "1", "--dur", "3"];
    let ran = desk.run(&args);
    ran.says(0, &[]);
    let pose = |t: &str| {
        format!(
            r#"{{"t":{t},"pose":{{"dx":-2.5,"dy":null,"sx":1.0,"sy":1.0,"rot":4.5,"parts":{{"arm:-1":0.1}},"lift":{{}},"mouth":0.0,"blink":0.0,"mood":null,"reach":{{"hand:1":{{"spot":"hip","w":1.0}}}},"view":null}}}}"#
        )
    };
    assert_eq!(ran.gave.trim_end(), format!("[{},{}]", pose("0.0"), pose("0.5")));
}

#[test]
fn frames_are_one_object_a_line() {
    let desk = Desk::new();
    desk.write("c.json", CARTOON);
    let ran = desk.run(&["frames", "c.json", "--fps", "10"]);
    let lines: Vec<Value> = ran.gave.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // 0.3 s spoken and 0.2 s waited: ceil(0.5·10 − 1e-9) frames.
    assert_eq!(lines.len(), 5);
    let keys: Vec<&String> = lines[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["t", "scene", "place", "background", "grade", "caption", "characters", "order"]);
    let keys: Vec<&String> = lines[0]["characters"]["A"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["x", "y", "h", "facing", "visible", "pose", "talking"]);
    assert_eq!((&lines[2]["caption"], &lines[2]["characters"]["A"]["talking"]), (&"Hi".into(), &1.into()));
}

#[test]
fn a_timeline_has_its_shape() {
    let desk = Desk::new();
    desk.write("c.json", CARTOON);
    let ran = desk.run(&["timeline", "c.json"]);
    let say = r#"{"t":0.0,"dur":0.3,"kind":"say","who":"A","text":"Hi","voice":null,"mood":null,"speed":2.0}"#;
    assert!(ran.gave.starts_with(r#"{"duration":0.5,"timeline":[{"t":0.0,"dur":0.5,"kind":"scene","name":"a","place":null,"grade":"normal"},"#), "{}", ran.gave);
    assert!(ran.gave.contains(say), "{}", ran.gave);
    assert!(
        ran.gave
            .contains(r#""warnings":["scene \"a\" ended at 0.5 s: the caption \"c\" ran past it, 0.2 of 9 s shown"#),
        "{}",
        ran.gave
    );
    ran.says(0, &["warning: scene \"a\""]);
}

#[test]
fn their_faults_are_named() {
    let desk = Desk::new();
    desk.write("p.json", BEHAVIOUR).write("c.json", CARTOON).write("bad.json", BEHAVIOUR.replace("=p\"", "=q\""));
    desk.write(
        "endless.json",
        CARTOON.replace(r#"{"op":"wait","for":0.2}"#, r#"{"op":"forever","body":[{"op":"wait","for":1}]}"#),
    );
    desk.run(&["pose", "c.json", "--at", "0"]).says(1, &["c.json is no behaviour"]);
    desk.run(&["frames", "p.json", "--at", "0"]).says(1, &["no cartoon"]);
    desk.run(&["pose", "bad.json", "--at", "0"]).says(1, &["nothing is called \"q\"", "scripts.0.body.0"]);
    desk.run(&["frames", "endless.json", "--fps", "24"])
        .says(1, &["the \"forever\" keeps it going", "endless.json:2:94", "scripts.0.body.2"]);
    desk.run(&["pose", "p.json"]).says(2, &["--at"]);
    desk.run(&["pose", "p.json", "--at", "0", "--param", "p"]).says(2, &["NAME=VALUE"]);
    desk.run(&["frames", "c.json", "--at", "0", "--fps", "24"]).says(2, &["--fps"]);
    desk.run(&["frames", "c.json", "--at", "0", "--packs", "nowhere"]).says(1, &["nowhere"]);
}

const POLLS: &str = r#"{"v":1,"kind":"behaviour","scripts":[{"body":[{"op":"until","cond":"=tau>=0.3"},{"op":"set","ch":"dx","to":"=tau"}]}]}"#;

/// `pose`: a fresh runtime a time, stepped once, so a poll sees that time. `frames`: one runtime stepped to each in turn; time
/// only moves forward (§6), so an earlier one shows the moment reached again.
#[test]
fn times_are_stepped_alone_by_pose_and_in_turn_by_frames() {
    let desk = Desk::new();
    let does = format!(r#"{{"op":"does","who":"A","behaviour":{POLLS}}},{{"op":"wait","for":2}}"#);
    let cartoon = CARTOON.replace(r#"{"op":"wait","for":0.2}"#, r#"{"op":"wait","for":9}"#);
    let cartoon = cartoon.replace(r#"{"op":"say","who":"A","text":"Hi","speed":2}"#, &does);
    desk.write("p.json", format!("\u{FEFF}{POLLS}")).write("c.json", cartoon);
    let poses: Value = serde_json::from_str(&desk.run(&["pose", "p.json", "--at", "0.9,0.4"]).gave).unwrap();
    let shown: Vec<_> = poses.as_array().unwrap().iter().map(|pose| (&pose["t"], &pose["pose"]["dx"])).collect();
    assert_eq!(shown, [(&0.9.into(), &0.9.into()), (&0.4.into(), &0.4.into())]);
    let ran = desk.run(&["frames", "c.json", "--at", "0.1,0.9,0.4"]);
    let frames: Vec<Value> = ran.gave.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let shown: Vec<_> = frames.iter().map(|frame| (&frame["t"], &frame["characters"]["A"]["pose"]["dx"])).collect();
    assert_eq!(shown, [(&0.1.into(), &0.0.into()), (&0.9.into(), &0.9.into()), (&0.9.into(), &0.9.into())]);
}

/// `--packs`: a folder's behaviour is played, and the record names it; without the folder it is missing.
#[test]
fn packs_of_a_folder_are_played() {
    let desk = Desk::new();
    let pack = r#"{"format":1,"id":"c4c:beh:still_four","type":"behaviour","version":"1.0.0","name":"four","content":
        {"v":1,"kind":"behaviour","scripts":[{"body":[{"op":"set","ch":"dx","to":4}]}]}}"#;
    std::fs::create_dir(desk.path("mine")).unwrap();
    let does = r#"{"op":"does","who":"A","behaviour":"c4c:beh:still_four"}"#;
    let cartoon = CARTOON.replace(r#"{"op":"caption","text":"c","for":9}"#, does);
    desk.write("mine/still_four.json", pack).write("c.json", cartoon);
    for (packs, dx, warnings) in [(vec!["--packs", "mine"], 4.0, 0), (vec![], 0.0, 1)] {
        let run = |args: &[&str]| -> Value {
            serde_json::from_str(&desk.run(&[args, packs.as_slice()].concat()).gave).unwrap()
        };
        let frame = run(&["frames", "c.json", "--at", "0.4"]);
        assert_eq!(frame["characters"]["A"]["pose"]["dx"], dx);
        let timeline = run(&["timeline", "c.json"]);
        assert_eq!(timeline["timeline"][2]["behaviour"], "c4c:beh:still_four");
        assert_eq!(timeline["warnings"].as_array().unwrap().len(), warnings);
    }
}

/// What an author writes neither breaks a line nor commands a terminal.
#[test]
fn control_characters_are_written_out_in_the_outline() {
    let desk = Desk::new();
    desk.write(
        "c.json",
        r#"{"v":1,"kind":"cartoon","name":"\u001b[31mred","cast":{"A":"\u001b]0;x\u0007"},"scripts":[{"hat":{"on":"scene",
        "name":"s\n1"},"body":[{"op":"say","who":"A","text":"a\u001b[2Jb\nc"}]}]}"#,
    );
    let ran = desk.run(&["text", "c.json"]);
    ran.says(0, &[]);
    assert!(!ran.gave.contains('\u{1b}') && ran.gave.contains("\\u{1b}[31mred"), "{}", ran.gave);
}
