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
