//! The reference for people, written from the tables: every block, hat, function and word.
use crate::diagnostic::Severity;
use crate::expression::{BUILT_INS, Function};
use crate::vocabulary::block::{ArgKind, ArgSpec, BlockSpec, Family, Need, Rule};
use crate::vocabulary::table::{CAPTIONS, CAST_ENTRY, HATS, LIFE, LOOK, PLACE_ENTRY, PROGRAM, block, blocks};
use crate::vocabulary::words::{GRADES, MOODS};
use crate::vocabulary::{LifeWave, Role, Spot, View, nearest};
use std::fmt::Write;

/// What can be described beside the blocks.
pub const TOPICS: &[(&str, &str)] = &[
    ("programs", "the fields of a program, its cast and its places"),
    ("hats", "when a script runs"),
    ("formulas", "names, operators and functions"),
    ("channels", "what a pose is made of"),
    ("parts", "the words that name parts"),
    ("moods", "what a face can show"),
    ("grades", "how a place is lit"),
    ("life", "what moves in a place"),
];

/// Every block and topic with one line.
pub fn overview() -> String {
    let mut text = String::new();
    for (family, heading) in Family::ALL {
        let _ = writeln!(text, "{heading}");
        for spec in blocks().filter(|spec| spec.family == family) {
            let _ = writeln!(text, "  {:<11} {}", spec.op, spec.doc);
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Topics");
    for (topic, doc) in TOPICS {
        let _ = writeln!(text, "  {topic:<11} {doc}");
    }
    text
}

/// A block or a topic in full; otherwise the nearest word.
///
/// # Errors
/// When there is no such block or topic: the nearest one, when one is near.
pub fn describe(word: &str) -> Result<String, Option<&'static str>> {
    if let Some(spec) = block(word) {
        return Ok(of_block(spec));
    }
    match word {
        "programs" => Ok(programs()),
        "hats" => Ok(hats()),
        "formulas" => Ok(formulas()),
        "channels" => Ok(channels()),
        "parts" => Ok(parts()),
        "moods" => Ok(list("Moods", MOODS)),
        "grades" => Ok(list("Grades", GRADES)),
        "life" => Ok(life()),
        _ => {
            let topics = TOPICS.iter().map(|(topic, _)| *topic);
            Err(nearest(word, blocks().map(|spec| spec.op).chain(topics)))
        }
    }
}

fn list(heading: &str, words: &[&str]) -> String {
    format!("{heading}: {}\n", words.join(" "))
}

fn of_block(spec: &BlockSpec) -> String {
    let mut text = format!("{}: {}\n", spec.op, spec.doc);
    let place = match spec.family {
        Family::Control => "anywhere",
        Family::Scene | Family::Show => "in a scene or cartoon",
        _ => "in a behaviour",
    };
    let whose = if spec.extension { " An extension: `validate --strict` says so." } else { "" };
    let _ = writeln!(text, "Stands {place}. Waits: {}.{whose}", spec.waits);
    arguments(&mut text, spec.args);
    if !spec.exactly_one.is_empty() {
        let _ = writeln!(text, "Exactly one of: {}.", spec.exactly_one.join(", "));
    }
    if !spec.at_least_one.is_empty() {
        let _ = writeln!(text, "At least one of: {}.", spec.at_least_one.join(", "));
    }
    let _ = writeln!(text, "\n  {}", spec.example);
    text
}

fn arguments(text: &mut String, args: &[ArgSpec]) {
    if args.is_empty() {
        return;
    }
    text.push('\n');
    let kinds: Vec<_> = args.iter().map(|arg| kind(arg.kind)).collect();
    let needs: Vec<_> = args.iter().map(need).collect();
    let width = |words: &mut dyn Iterator<Item = usize>| words.max().unwrap_or(0);
    let names = width(&mut args.iter().map(|arg| arg.name.len()));
    let kind_width = width(&mut kinds.iter().map(|kind| kind.chars().count()));
    let need_width = width(&mut needs.iter().map(|need| need.chars().count()));
    for ((arg, kind), need) in args.iter().zip(&kinds).zip(&needs) {
        let unit = if arg.unit.is_empty() { String::new() } else { format!(" [{}]", arg.unit) };
        let _ = writeln!(text, "  {:<names$}  {kind:<kind_width$}  {need:<need_width$}  {}{unit}", arg.name, arg.doc);
        if arg.extension {
            let _ = writeln!(text, "  {:names$}  {:kind_width$}  {:need_width$}  an extension", "", "", "");
        }
        for rule in arg.rules {
            let _ = writeln!(text, "  {:names$}  {:kind_width$}  {:need_width$}  {}", "", "", "", limit(rule));
        }
    }
}

fn limit(rule: &Rule) -> String {
    match rule.severity {
        Severity::Error => format!("must be {}", rule.limit.words()),
        Severity::Warning | Severity::Note => format!("should be {}: else {}", rule.limit.words(), rule.why),
    }
}

fn need(arg: &ArgSpec) -> String {
    match arg.need {
        Need::Required => "needed".to_owned(),
        Need::Optional => String::new(),
        Need::Default(number) => format!("= {number}"),
        Need::Word(word) => format!("= {word}"),
    }
}

/// What may stand there, in a word or two.
fn kind(kind: ArgKind) -> String {
    match kind {
        ArgKind::Value => "value",
        ArgKind::Number => "number",
        ArgKind::Whole(least, most) if most == u32::MAX => return format!("whole number, {least} or more"),
        ArgKind::Whole(least, most) => return format!("whole number {least} to {most}"),
        ArgKind::Channel | ArgKind::AnyChannel | ArgKind::ChainChannel => "channel",
        ArgKind::Channels => "channel or list",
        ArgKind::SetTo => "value or word",
        ArgKind::Part | ArgKind::ChainPart | ArgKind::Limb => "part",
        ArgKind::After => "body or part",
        ArgKind::Word(words) => return words.join(" | "),
        ArgKind::Text => "text",
        ArgKind::Name => "name",
        ArgKind::Who => "id of the cast",
        ArgKind::Place => "place",
        ArgKind::Grade => "grade",
        ArgKind::Mood => "mood",
        ArgKind::Behaviour => "pack, program or name",
        ArgKind::Params => "{name: value}",
        ArgKind::Flag => "true | false",
        ArgKind::Body => "[blocks]",
        ArgKind::Branches => "[[blocks]]",
        ArgKind::Point => "{x, y}",
        ArgKind::Bob => "value or {amp, base}",
        ArgKind::Pack => "pack",
        ArgKind::Placement(_) => "{x, y, h, facing}",
        ArgKind::Look => "look",
        ArgKind::Idle => "true, or a behaviour",
        ArgKind::Toward => "left | right | id | value",
        ArgKind::Pair => "[x, y]",
        ArgKind::List(_) => "[{…}]",
        ArgKind::Color => "colour",
        ArgKind::Credits => "[lines]",
    }
    .to_owned()
}

fn programs() -> String {
    let mut text = "A program:\n\n".to_owned();
    for (field, doc) in PROGRAM {
        let _ = writeln!(text, "  {field:<10} {doc}");
    }
    text.push_str("\nA character of the cast is a role's description, or:\n");
    arguments(&mut text, CAST_ENTRY);
    text.push_str("\nA look is a look pack's id, such as c4c:look:fox, or:\n\n");
    for (field, doc) in LOOK {
        let _ = writeln!(text, "  {field:<8} {doc}");
    }
    text.push_str("\nA place is a background's name, or:\n");
    arguments(&mut text, PLACE_ENTRY);
    text.push_str("\nCaptions are a style, or:\n");
    arguments(&mut text, CAPTIONS);
    text
}

fn life() -> String {
    let mut text =
        "A place's life is a list of motions, each of a group in its SVG; an id may have several:\n".to_owned();
    arguments(&mut text, LIFE);
    text.push_str("\nWaves:\n");
    for (word, wave) in LifeWave::WORDS {
        let _ = writeln!(text, "  {word:<8} {}", wave.doc());
    }
    text.push_str("\n  {\"id\": \"cloud\", \"channel\": \"x\", \"wave\": \"drift\", \"by\": 60, \"period\": 10}\n");
    text
}

fn hats() -> String {
    let mut text = "A script is {\"hat\": …, \"body\": [blocks]}; its hat says when it runs.\n".to_owned();
    for hat in HATS {
        let _ = writeln!(text, "\n{}: {}", hat.on, hat.doc);
        arguments(&mut text, hat.args);
        let _ = writeln!(text, "\n  {}", hat.example);
    }
    text
}

fn formulas() -> String {
    let mut text = "A value is a number, or a text that starts with = and holds a formula.\n\n".to_owned();
    text.push_str("From loose to tight: ||  &&  == != < <= > >=  + -  * / %  unary - + !  ^\n");
    text.push_str("A comparison gives 1 or 0; a value is true when it is neither 0 nor NaN.\n\nNames:\n");
    for (name, doc) in BUILT_INS {
        let _ = writeln!(text, "  {name:<8} {doc}");
    }
    text.push_str("  then the program's params, its vars, and a page's globals\n\nFunctions:\n");
    for (_, function) in Function::WORDS {
        let _ = writeln!(text, "  {}", function.doc());
    }
    text
}

fn channels() -> String {
    let roles: Vec<_> = Role::KNOWN.iter().map(|(word, _)| *word).collect();
    format!(
        "Channels: dx dy (px, dy down) · rot (° counter-clockwise) · sx sy (factors) · mouth blink (0..1) · mood (a word)\n\
         part:<role>[:<side>][#<index>] (°) and lift:<role>[:<side>][#<index>] (px up); side -1 left, 1 right\n\
         The index numbers the legs back to front (leg shin foot), or a chain's segments from the root (tail torso ear hair).\n\
         Roles: {}\nSpots to reach for: {}\nViews: {}\n",
        roles.join(" "),
        Spot::NAMES.join(" "),
        View::NAMES.join(" ")
    )
}

fn parts() -> String {
    format!(
        "Part words, lower case: {}\nAlso <word>_l and <word>_r, and channels (part:arm:-1).\n\
         Without a side a pair means both; an angle turns outward on either side.\n",
        crate::vocabulary::part::part_words().join(", ")
    )
}
