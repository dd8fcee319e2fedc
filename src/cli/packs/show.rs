//! `packs show ID`: one pack: what it is, what can be set, where it is from, what it names.
use super::super::library::Packs;
use super::super::load::unfound;
use super::super::{CliError, events, out};
use crate::pack::{Catalog, Pack, PackKind, Source};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Show one pack: what it is, its params, where it is from, its hash and what it names
#[derive(clap::Args)]
pub(super) struct Args {
    /// The id, alone or with a version: c4c:beh:walk, c4c:beh:walk@1.2.0
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    packs: Packs,
    /// Give it as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.packs.catalog()?;
    let pack = catalog.named(&args.id).map_err(unfound)?;
    if args.json {
        events::answer(whole(pack, &catalog));
        return Ok(());
    }
    out::result(out::on_terminal(&std::io::stdout(), described(pack, &catalog)))
}

/// Where a pack is from, in words.
pub(super) fn origin(pack: &Pack) -> String {
    match &pack.source {
        Source::BuiltIn(path) => format!("built in, packs/{path}"),
        Source::File(path) => path.to_string_lossy().into_owned(),
        Source::Given => "bytes".to_owned(),
    }
}

/// The program that a pack holds.
fn program(pack: &Pack) -> Option<&Value> {
    match pack.kind {
        PackKind::Behaviour | PackKind::Scene => Some(&pack.content),
        PackKind::Cartoon => pack.content.get("program").or(Some(&pack.content)),
        _ => None,
    }
}

/// The ids of packs that a value names.
fn ids<'a>(value: &'a Value, into: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) if PackKind::of_id(text).is_some() => _ = into.insert(text),
        Value::Array(list) => list.iter().for_each(|value| ids(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| ids(value, into)),
        _ => {}
    }
}

/// The params of a program that whoever uses it sets: one whose default is a formula follows from the others.
pub(in crate::cli) fn settable(program: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let params = program.get("params").and_then(Value::as_object).into_iter().flatten();
    params.filter(|(_, value)| !value.as_str().is_some_and(|text| text.starts_with('=')))
}

fn params(pack: &Pack) -> Map<String, Value> {
    let own = program(pack).into_iter().flat_map(settable);
    own.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// What a program says of itself: ranges, mostly.
fn note(pack: &Pack) -> Option<&str> {
    program(pack)?.get("note")?.as_str()
}

/// Who is in it: a cast's ids with what is said of each.
fn cast(pack: &Pack) -> Vec<(&String, &Value)> {
    let of = |value: &'_ Value| value.get("cast").and_then(Value::as_object).is_some();
    let holder = Some(&*pack.content).filter(|content| of(content)).or_else(|| program(pack));
    holder.and_then(|holder| holder.get("cast")?.as_object()).into_iter().flatten().collect()
}

fn named(pack: &Pack) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    ids(&pack.content, &mut names);
    names
}

fn whole(pack: &Pack, catalog: &Catalog) -> Value {
    let versions: Vec<String> = catalog.versions(&pack.id).map(|pack| pack.version.to_string()).collect();
    json!({
        "id": &*pack.id, "type": pack.kind.word(), "version": pack.version.to_string(), "versions": versions,
        "name": pack.name, "description": pack.description, "tags": pack.tags, "license": pack.license,
        "from": origin(pack), "sha256": &*pack.hash, "params": params(pack), "note": note(pack), "preview": pack.preview,
        "names": named(pack), "content": &*pack.content,
    })
}

/// The pack as a page to read.
pub(in crate::cli) fn described(pack: &Pack, catalog: &Catalog) -> String {
    let mut lines = vec![format!("{} {}, a {}: {}", pack.id, pack.version, pack.kind.word(), out::spoken(&pack.name))];
    lines.extend(pack.description.as_ref().map(|text| format!("  {}", out::spoken(text))));
    let mut row = |word: &str, text: String| {
        if !text.is_empty() {
            lines.push(format!("  {word:9}  {text}"));
        }
    };
    row("tags", out::spoken(&pack.tags.join(", ")));
    let short = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let params = params(pack);
    let params = params.iter().map(|(name, value)| format!("{name} = {}", short(value)));
    row("params", out::spoken(&params.collect::<Vec<_>>().join(", ")));
    row("note", out::spoken(note(pack).unwrap_or_default()));
    let cast = cast(pack).into_iter().map(|(who, entry)| match entry.get("pack").or(Some(entry)) {
        Some(Value::String(text)) => format!("{who} ({text})"),
        _ => who.clone(),
    });
    row("cast", out::spoken(&cast.collect::<Vec<_>>().join(", ")));
    row("names", named(pack).into_iter().collect::<Vec<_>>().join(", "));
    row("license", out::spoken(pack.license.as_deref().unwrap_or_default()));
    row("from", out::spoken(&origin(pack)));
    row("sha256", pack.hash.to_string());
    let others = catalog.versions(&pack.id).filter(|other| other.version != pack.version);
    row("versions", others.map(|other| format!("{} ({})", other.version, origin(other))).collect::<Vec<_>>().join(", "));
    row("use", usage(pack));
    lines.join("\n")
}

/// How a cartoon, or the command line, names it.
fn usage(pack: &Pack) -> String {
    let id = &pack.id;
    match pack.kind {
        PackKind::Behaviour => format!("{{\"op\": \"does\", \"who\": \"A\", \"behaviour\": \"{id}\"}}"),
        PackKind::Character => format!("\"cast\": {{\"A\": {{\"pack\": \"{id}\"}}}}"),
        PackKind::Place => format!("\"places\": {{\"here\": {{\"background\": \"{}\"}}}}", pack.slug()),
        PackKind::Look => format!("\"look\": {{\"pack\": \"{id}\"}}"),
        PackKind::Prop => format!("\"look\": {{\"template\": \"prop\", \"art\": \"{}\"}}", pack.slug()),
        PackKind::Voice => format!("\"voice\": \"{}\"", pack.slug()),
        PackKind::Cartoon => format!("jabber-render {id} -o {}.mp4", pack.slug()),
        PackKind::Scene => format!("jabber-render {id} -o {}.mp4 --cast A=c4c:char:sunny", pack.slug()),
    }
}
