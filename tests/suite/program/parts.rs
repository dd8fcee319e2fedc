//! Part words and the channels they mean (§4, rulings 8 and 9).
use jabber_render::vocabulary::{Part, Role};

/// Word, angle channels, lift channels (when they differ).
const WORDS: &[(&str, &str, &str)] = &[
    ("head", "head", ""),
    ("neck", "neck", ""),
    ("body", "torso", ""),
    ("torso", "torso", ""),
    ("hips", "hips", ""),
    ("tail", "tail", ""),
    ("hair", "hair", ""),
    ("arm", "arm:-1 arm:1", ""),
    ("arms", "arm:-1 arm:1", ""),
    ("left arm", "arm:-1", ""),
    ("right arms", "arm:1", ""),
    ("arm_l", "arm:-1", ""),
    ("thigh_r", "leg:1", ""),
    ("paw_l", "hand:-1", ""),
    ("brow_r", "brow:1", ""),
    ("thigh", "leg:-1 leg:1", ""),
    ("left thigh", "leg:-1", ""),
    ("feet", "foot:-1 foot:1", ""),
    ("left foot", "foot:-1", ""),
    ("ears", "ear:-1 ear:1", ""),
    ("paw", "hand:-1 hand:1", ""),
    ("paws", "hand:-1 hand:1", ""),
    ("left paw", "hand:-1", ""),
    ("front paws", "hand:-1 hand:1", ""),
    ("front left paw", "hand:-1", ""),
    ("left front paw", "hand:-1", ""),
    ("front feet", "hand:-1 hand:1", ""),
    ("front right foot", "hand:1", ""),
    ("back paws", "foot:-1 foot:1", ""),
    ("hind paw", "foot:-1 foot:1", ""),
    ("hind left paw", "foot:-1", ""),
    ("right back foot", "foot:1", ""),
    ("legs", "leg:-1 leg:1", ""),
    ("front legs", "leg:-1#2 leg:1#3", "leg#2 leg#3"),
    ("front leg", "leg:-1#2 leg:1#3", "leg#2 leg#3"),
    ("back legs", "leg:-1#0 leg:1#1", "leg#0 leg#1"),
    ("hind legs", "leg:-1#0 leg:1#1", "leg#0 leg#1"),
    ("front left leg", "leg:-1#2", "leg#2"),
    ("right front leg", "leg:1#3", "leg#3"),
    ("back left leg", "leg:-1#0", "leg#0"),
    ("hind right leg", "leg:1#1", "leg#1"),
    ("part:arm", "arm:-1 arm:1", ""),
    ("part:arm:-1", "arm:-1", ""),
    ("part:leg#2", "leg#2", ""),
    ("part:leg:1#3", "leg:1#3", ""),
    ("part:tail#2", "tail#2", ""),
    ("lift:ear:1", "ear:1", ""),
];

const NO_PARTS: &[&str] = &[
    "",
    " ",
    "elbow",
    "Arm",
    "left Arm",
    "left  arm",
    " arm",
    "arm ",
    "left",
    "left left arm",
    "left right arm",
    "front back leg",
    "front hind leg",
    "left head",
    "left tail",
    "front arm",
    "front hand",
    "back ear",
    "heads",
    "tails",
    "front shin",
    "arms_l",
    "head_l",
    "_l",
    "part:",
    "part:elbow",
    "part:constructor",
    "part:Arm",
    "part:arm:2",
    "part:arm:0",
    "part:arm#",
    "part:arm#x",
    "part:arm#01",
    "part:arm:1:1",
    "lift:elbow",
    "arm:-1",
    "constructor",
    "toString",
    "__proto__",
    "é_l",
];

#[test]
fn words() {
    for (word, angles, lifts) in WORDS {
        let part = Part::parse(word).unwrap_or_else(|| panic!("{word}"));
        let keys = |of: fn(&jabber_render::vocabulary::part::Target) -> String| {
            part.targets.iter().map(of).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(keys(|target| target.angle.to_string()), *angles, "{word}");
        let lifts = if lifts.is_empty() { angles } else { lifts };
        assert_eq!(keys(|target| target.lift.to_string()), *lifts, "{word}");
        assert_eq!(part.is_lift, word.starts_with("lift:"), "{word}");
    }
    for (role, _) in Role::KNOWN {
        assert!(Part::parse(role).is_some(), "{role}");
    }
}

#[test]
fn no_parts() {
    for word in NO_PARTS {
        assert_eq!(Part::parse(word), None, "{word:?}");
    }
}

#[test]
fn every_suggested_word_is_a_part() {
    for word in jabber_render::vocabulary::part::part_words() {
        assert!(Part::parse(&word).is_some(), "{word}");
    }
}

#[test]
fn hands_and_feet_reach() {
    let ends = |word: &str| {
        let ends = Part::parse(word).and_then(|part| part.limb_ends())?;
        Some(ends.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    for (word, wanted) in [
        ("hands", "hand:-1 hand:1"),
        ("right hand", "hand:1"),
        ("left foot", "foot:-1"),
        ("paws", "hand:-1 hand:1"),
        ("front left paw", "hand:-1"),
        ("back paws", "foot:-1 foot:1"),
        ("part:hand:1", "hand:1"),
        ("hand_l", "hand:-1"),
    ] {
        assert_eq!(ends(word).as_deref(), Some(wanted), "{word}");
    }
    for word in ["arm", "left leg", "front legs", "lift:hand:1", "part:hand#1", "wing", "claw"] {
        assert_eq!(ends(word), None, "{word}");
    }
}
