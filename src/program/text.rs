//! The text view (§7.9, §8.7): a program's tree → a screenplay-like outline, one block a line. The phrases are the block
//! table's; a program that does not validate is printed as far as it can be read.
use super::json::{Json, Node};
use crate::vocabulary::block::{ArgKind, ArgSpec, BlockSpec, Need};
use crate::vocabulary::table::{HATS, block};
use crate::vocabulary::{Channel, PartKey, Side};
use std::fmt::Write;

/// Spaces a level.
const INDENT: usize = 2;

/// The outline of a program, or of a pack's or cartoon pack's content.
pub fn text(json: &Json) -> String {
    let content = json.get("content").unwrap_or(json);
    let (outer, program) = match content.get("program") {
        Some(program) => (Some(content), program),
        None => (None, content),
    };
    let mut out = Out::default();
    heading(&mut out, program, outer);
    for member in program.get("behaviours").map_or(&[][..], Json::members) {
        out.gap();
        out.line(0, &format!("behaviour \"{}\"", member.key));
        scripts(&mut out, &member.value, 1);
    }
    scripts(&mut out, program, 0);
    out.text
}

#[derive(Default)]
struct Out {
    text: String,
}

impl Out {
    fn line(&mut self, level: usize, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", level * INDENT);
    }

    fn gap(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }
}

fn heading(out: &mut Out, program: &Json, outer: Option<&Json>) {
    let kind = program.get("kind").and_then(Json::text).map_or("program", |kind| kind);
    match program.get("name").and_then(Json::text) {
        Some(name) => out.line(0, &format!("{kind} \"{name}\"")),
        None => out.line(0, kind),
    }
    let of = |key: &'static str| outer.and_then(|outer| outer.get(key)).into_iter().chain(program.get(key));
    let cast: Vec<_> = of("cast").flat_map(Json::members).map(|member| named(&member.key, &member.value)).collect();
    if !cast.is_empty() {
        out.line(0, &format!("cast: {}", cast.join(", ")));
    }
    if let Some(captions) = program.get("captions") {
        let style = captions.text().or_else(|| captions.get("style").and_then(Json::text)).map_or("box", |style| style);
        let named = captions.get("names").is_some_and(|names| names.to_value() == true);
        out.line(0, &format!("captions: {style}{}", if named { ", with names" } else { "" }));
    }
    for (key, word) in [("params", "params"), ("vars", "vars")] {
        let values: Vec<_> = of(key).flat_map(Json::members).map(pair).collect();
        if !values.is_empty() {
            out.line(0, &format!("{word}: {}", values.join(", ")));
        }
    }
}

/// `A = Sunny`, `A` without a name; `A = Reynard (fox; idling: wag)` in the look of a pack and with what it does by itself.
fn named(id: &str, entry: &Json) -> String {
    let name = match entry.text().or_else(|| entry.get("name").and_then(Json::text)) {
        Some(name) => format!("{id} = {name}"),
        None => id.to_owned(),
    };
    let pack = entry.get("look").and_then(|look| if look.is_object() { look.get("pack") } else { Some(look) });
    let pack = pack.and_then(|pack| pack.get("id").unwrap_or(pack).text()).and_then(|id| id.rsplit(':').next());
    let idle = entry.get("idle").and_then(|idle| match idle.node {
        Node::Bool(own) => own.then(|| "idling".to_owned()),
        _ => Some(format!("idling: {}", behaviour(idle))),
    });
    let more: Vec<String> = pack.map(str::to_owned).into_iter().chain(idle).collect();
    if more.is_empty() { name } else { format!("{name} ({})", more.join("; ")) }
}

fn pair(member: &super::json::Member) -> String {
    format!("{} {}", member.key, value(&member.value))
}

fn scripts(out: &mut Out, program: &Json, level: usize) {
    let list = program.get("scripts").and_then(Json::items).unwrap_or_default();
    let kind = program.get("kind").and_then(Json::text).map_or("behaviour", |kind| kind);
    let (in_scene, is_scene) = (kind != "behaviour", kind == "scene");
    let mut last = None;
    for script in list {
        let body = script.get("body").and_then(Json::items).unwrap_or_default();
        if in_scene {
            // Scripts of one name are one scene, side by side; a scene program is one scene.
            let name = script.get("hat").and_then(|hat| hat.get("name")).and_then(Json::text);
            if last == Some(name) || (is_scene && last.is_some()) {
                out.line(level, "meanwhile");
            } else {
                out.gap();
                out.line(level, &scene(script.get("hat")));
            }
            last = Some(name);
            blocks(out, body, level + 1);
        } else if list.len() == 1 && script.get("hat").is_none() {
            blocks(out, body, level);
        } else {
            out.line(level, &hat(script.get("hat")));
            blocks(out, body, level + 1);
        }
    }
}

/// `scene "Morning" at park (bloom), pinned at 12 s`.
fn scene(hat: Option<&Json>) -> String {
    let field = |key: &str| hat.and_then(|hat| hat.get(key));
    let mut line = "scene".to_owned();
    if let Some(name) = field("name").and_then(Json::text) {
        let _ = write!(line, " \"{name}\"");
    }
    if let Some(place) = field("place").and_then(Json::text) {
        let _ = write!(line, " at {place}");
    }
    if let Some(grade) = field("mood").and_then(Json::text) {
        let _ = write!(line, " ({grade})");
    }
    if let Some(with) = field("with").and_then(Json::text) {
        let _ = write!(line, " by {with}");
    }
    if let Some(over) = field("over") {
        let _ = write!(line, " in {} s", value(over));
    }
    if let Some(at) = field("at") {
        let _ = write!(line, ", pinned at {} s", value(at));
    }
    line
}

fn hat(hat: Option<&Json>) -> String {
    let nothing = Json { node: Node::Null, span: 0..0 };
    let on = hat.and_then(|hat| hat.get("on")).and_then(Json::text).map_or("start", |on| on);
    match HATS.iter().find(|spec| spec.on == on) {
        Some(spec) => phrase(spec.phrase, spec.args, hat.unwrap_or(&nothing)),
        None => format!("when {on}:"),
    }
}

fn blocks(out: &mut Out, list: &[Json], level: usize) {
    for json in list {
        let op = json.get("op").and_then(Json::text).map_or("", |op| op);
        match block(op) {
            Some(spec) => one(out, spec, json, level),
            None => out.line(level, &format!("({op})")),
        }
    }
}

/// A block's line, then what is inside it, indented.
fn one(out: &mut Out, spec: &BlockSpec, json: &Json, level: usize) {
    out.line(level, &phrase(spec.phrase, spec.args, json));
    for arg in spec.args {
        let Some(inside) = json.get(arg.name) else {
            continue;
        };
        match arg.kind {
            ArgKind::Body => {
                if arg.name == "else" && inside.items().is_some_and(|items| !items.is_empty()) {
                    out.line(level, "else:");
                }
                blocks(out, inside.items().unwrap_or_default(), level + 1);
            }
            ArgKind::Branches => {
                for branch in inside.items().unwrap_or_default() {
                    out.line(level + 1, "branch:");
                    blocks(out, branch.items().unwrap_or_default(), level + 2);
                }
            }
            ArgKind::Behaviour if inside.get("scripts").is_some() => scripts(out, inside, level + 1),
            _ => {}
        }
    }
}

/// Fills a phrase of the table.
fn phrase(template: &str, args: &[ArgSpec], json: &Json) -> String {
    let mut line = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('[') {
        let (before, group) = rest.split_at(at);
        let (group, after) = group.get(1..).unwrap_or_default().split_once(']').unwrap_or_default();
        fill(&mut line, before, args, json);
        let (shown, words) = condition(group, args, json);
        if shown {
            fill(&mut line, words, args, json);
        }
        rest = after;
    }
    fill(&mut line, rest, args, json);
    line
}

/// Whether an optional group is shown, and its words.
fn condition<'t>(group: &'t str, args: &[ArgSpec], json: &Json) -> (bool, &'t str) {
    let given = |name: &str| match json.get(name).map(|json| &json.node) {
        None | Some(Node::Bool(false)) => false,
        Some(_) => args.iter().any(|arg| arg.name == name),
    };
    if let Some((names, words)) = group.split_once(':') {
        let holds = |name: &str| name.strip_prefix('!').map_or_else(|| given(name), |name| !given(name));
        let all = |names: &str| names.split('&').all(holds);
        return (names.split('|').any(all), words);
    }
    (holes(group).all(given), group)
}

/// The names in braces.
fn holes(words: &str) -> impl Iterator<Item = &str> {
    words.split('{').skip(1).filter_map(|piece| piece.split_once('}')).map(|(name, _)| name)
}

fn fill(line: &mut String, words: &str, args: &[ArgSpec], json: &Json) {
    let mut pieces = words.split('{');
    line.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (name, after) = piece.split_once('}').unwrap_or((piece, ""));
        line.push_str(&argument(name, args, json));
        line.push_str(after);
    }
}

/// An argument, or its default.
fn argument(name: &str, args: &[ArgSpec], json: &Json) -> String {
    if name == "speed" && !args.iter().any(|arg| arg.name == "speed") {
        return speed(args, json);
    }
    let Some(arg) = args.iter().find(|arg| arg.name == name) else {
        return String::new();
    };
    match (json.get(name), arg.need) {
        (Some(json), _) => given(arg, json),
        (None, Need::Default(number)) => number.to_string(),
        (None, Need::Word(word)) => word.to_owned(),
        (None, _) => "0".to_owned(),
    }
}

/// `every 1 s`, `2 per second`, `7 rad/s`.
fn speed(args: &[ArgSpec], json: &Json) -> String {
    let given = |name: &str| json.get(name).map(value);
    if let Some(w) = given("w") {
        return format!("{w} rad/s");
    }
    if let Some(hz) = given("hz") {
        return format!("{hz} per second");
    }
    let default = args.iter().find(|arg| arg.name == "every").map(|arg| arg.need);
    match (given("every"), default) {
        (Some(every), _) => format!("every {every} s"),
        (None, Some(Need::Default(every))) => format!("every {every} s"),
        // `shake` says its own.
        _ => "6 per second".to_owned(),
    }
}

fn given(arg: &ArgSpec, json: &Json) -> String {
    match arg.kind {
        ArgKind::Text if matches!(arg.name, "text" | "name" | "sub") => quoted(json),
        ArgKind::Flag => arg.name.to_owned(),
        ArgKind::Behaviour => behaviour(json),
        ArgKind::Params => json.members().iter().map(pair).collect::<Vec<_>>().join(", "),
        ArgKind::Channel | ArgKind::AnyChannel | ArgKind::ChainChannel | ArgKind::Channels => channels(json),
        ArgKind::Credits => json.items().unwrap_or_default().iter().map(credit).collect::<Vec<_>>().join(" / "),
        ArgKind::Point => {
            let of = |key: &str| json.get(key).map_or_else(|| "0".to_owned(), value);
            format!("x {}, y {}", of("x"), of("y"))
        }
        ArgKind::Bob if json.is_object() => {
            let of = |key: &str| json.get(key).map_or_else(|| "0".to_owned(), value);
            format!("{} from {}", of("amp"), of("base"))
        }
        _ => match (arg.name, json.number()) {
            ("facing", Some(1.0)) => "right".to_owned(),
            ("facing", Some(-1.0)) => "left".to_owned(),
            _ => value(json),
        },
    }
}

/// A number, a word, or a formula; a formula of more than a word stands in parentheses.
fn value(json: &Json) -> String {
    match &json.node {
        Node::Text(text) => match text.strip_prefix('=') {
            Some(formula) if formula.chars().all(|c| c.is_alphanumeric() || c == '_') => formula.to_owned(),
            Some(formula) => format!("({})", formula.trim()),
            None => text.to_string(),
        },
        Node::Number(number) => number.to_string(),
        _ => json.to_value().to_string(),
    }
}

fn quoted(json: &Json) -> String {
    json.text().map_or_else(|| value(json), |text| format!("\"{text}\""))
}

/// `"The end"`, `Music: Anna, Ben`.
fn credit(json: &Json) -> String {
    let Some(name) = json.get("name") else { return quoted(json) };
    let names =
        name.items().map_or_else(|| value(name), |names| names.iter().map(value).collect::<Vec<_>>().join(", "));
    json.get("role").map_or(names.clone(), |role| format!("{}: {names}", value(role)))
}

/// A pack's slug, an inline behaviour's name.
fn behaviour(json: &Json) -> String {
    let id = json.text().or_else(|| json.get("id").and_then(Json::text));
    if let Some(id) = id {
        let slug = id.rsplit(':').next().unwrap_or(id).to_owned();
        return match json.get("version").and_then(Json::text) {
            Some(version) => format!("{slug} {version}"),
            None => slug,
        };
    }
    json.get("name").map_or_else(|| "this".to_owned(), quoted)
}

fn channels(json: &Json) -> String {
    match json.items() {
        Some(items) => items.iter().map(channel).collect::<Vec<_>>().join(" and "),
        None => channel(json),
    }
}

/// `part:arm:-1` → `left arm`.
fn channel(json: &Json) -> String {
    let text = value(json);
    match text.parse() {
        Ok(Channel::Part(key)) => part(&key),
        Ok(Channel::Lift(key)) => format!("the raise of {}", part(&key)),
        _ => text,
    }
}

fn part(key: &PartKey) -> String {
    let side = match key.side {
        Some(Side::Left) => "left ",
        Some(Side::Right) => "right ",
        None => "",
    };
    let index = key.index.map_or_else(String::new, |index| format!(" #{index}"));
    format!("{side}{}{index}", key.role)
}
