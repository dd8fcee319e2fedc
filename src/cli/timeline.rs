//! `jabber-render timeline CARTOON`: the plan of a cartoon: JSON, or on a terminal a table with a bar a record.
use super::hearing::Hearing;
use super::{CliError, args, events, load, out, play};
use crate::engine::{Record, RecordKind, Runtime};
use crate::frame::CardWords;
use crate::sound::spool::Spool;
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Print what happens when in a cartoon: a table on a terminal, else JSON
#[derive(clap::Args)]
pub(super) struct Args {
    /// The cartoon or scene, a file or a pack's id
    #[arg(value_name = "CARTOON")]
    file: PathBuf,
    #[command(flatten)]
    plan: args::Plan,
    /// Give the result as JSON on standard output, on a terminal too, with the warnings at their places
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.plan.packs.catalog()?;
    let input = load::Input::open(&args.file, &catalog, args.plan.assets.as_deref())?;
    let script = load::program(input, &catalog, &args.plan.cast)?;
    let options = play::answers(&args.plan, &catalog);
    let hearing = Hearing::of(&script, &catalog, &args.plan, (options.fps.time(1.0), Spool::default()));
    // The plan's own warnings are part of what a timeline is (language §7.7); what was said of the file before is told apart.
    let of_file = events::take_warnings();
    let runtime = play::start(&script, hearing.answers(options))?;
    if args.json || !std::io::stdout().is_terminal() {
        let records: Vec<Value> = runtime.timeline().iter().map(Record::to_json).collect();
        let (duration, warnings) = (runtime.duration(), runtime.warnings());
        if !args.json {
            return out::result(json!({"duration": duration, "timeline": records, "warnings": warnings}));
        }
        events::answer(json!({"duration": duration, "timeline": records, "file_warnings": of_file}));
        return Ok(());
    }
    table(&runtime, args.plan.max_duration)
}

/// Columns of the bars: the table fits 80 columns.
const BAR: usize = 26;

/// Columns of a record's words.
const WORDS: usize = 32;

fn table(runtime: &Runtime, max_duration: f64) -> Result<(), CliError> {
    let end = runtime.timeline().iter().map(|record| record.t + record.dur).fold(0.0, f64::max);
    let whole = runtime.duration().unwrap_or(end);
    out::result(format!("{:>8} {:>8}  {:WORDS$}  {}", "start", "seconds", "what", "0".to_owned() + &scale(whole)))?;
    for record in runtime.timeline() {
        let words = fitted(&words(&record.what));
        let bar = bar(record, whole);
        out::result(format!("{:8.2} {:8.2}  {words}  {bar}", record.t, record.dur))?;
    }
    match (runtime.duration(), runtime.unending()) {
        (Some(duration), _) => out::result(format!("{duration:8.2} the end"))?,
        (None, Some((path, word))) => {
            out::result(format!("not ended within {max_duration} s: \"{word}\" at {path} keeps it going"))?;
        }
        (None, None) => out::result(format!("not ended within {max_duration} s"))?,
    }
    Ok(())
}

/// The end of the bars' scale, at their right.
fn scale(whole: f64) -> String {
    format!("{:>width$}", format!("{whole:.1}"), width = BAR - 1)
}

/// A record's share of the whole as a bar of blocks; at least one mark.
fn bar(record: &Record, whole: f64) -> String {
    let share = |seconds: f64| if whole > 0.0 { (seconds / whole * BAR as f64).round() as usize } else { 0 };
    let start = share(record.t).min(BAR - 1);
    let length = share(record.t + record.dur).clamp(start, BAR) - start;
    let mark = if length == 0 { "▏".to_owned() } else { "█".repeat(length) };
    format!("{}{mark}", " ".repeat(start))
}

/// A text cut or filled to the column.
fn fitted(text: &str) -> String {
    let text = &out::spoken(text);
    let short: String = if text.chars().count() > WORDS {
        text.chars().take(WORDS - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    };
    format!("{short:WORDS$}")
}

fn words(what: &RecordKind) -> String {
    let or_none = |text: &Option<std::sync::Arc<str>>| text.as_deref().unwrap_or("no place").to_owned();
    match what {
        RecordKind::Scene { name, place, grade } => {
            format!("scene {} at {} ({grade})", name.as_deref().unwrap_or("without a name"), or_none(place))
        }
        RecordKind::Say { who, text, sung: false, .. } => format!("  {who}: {text}"),
        RecordKind::Say { who, text, .. } => format!("  {who} sings: {text}"),
        RecordKind::Sound { name, file, .. } => format!("  sound {}", name.or(file.as_deref()).unwrap_or_default()),
        RecordKind::Music { file: Some(file), .. } => format!("  music {file}"),
        RecordKind::Music { file: None, .. } => "  no music".to_owned(),
        RecordKind::Does { who, behaviour, also } => {
            let how = if *also { "also does" } else { "does" };
            format!("  {who} {how} {}", behaviour.as_deref().unwrap_or("an inline behaviour"))
        }
        RecordKind::Caption { text } => format!("  caption {text}"),
        RecordKind::Cut { place, grade, change } => {
            let how = change.map_or(String::new(), |(with, _)| format!(" by {}", with.word()));
            format!("  cut to {} ({grade}){how}", or_none(place))
        }
        RecordKind::Camera { who: Some(who), .. } => format!("  camera on {who}"),
        RecordKind::Camera { .. } => "  camera".to_owned(),
        RecordKind::CameraShake { amount } => format!("  camera shakes {amount} px"),
        RecordKind::Fade { to: Some([r, g, b]) } => format!("  fade to #{r:02x}{g:02x}{b:02x}"),
        RecordKind::Fade { to: None } => "  fade to clear".to_owned(),
        RecordKind::Card { words: CardWords::Title { text, .. }, .. } => format!("  title {text}"),
        RecordKind::Card { words: CardWords::Credits { lines }, .. } => format!("  credits, {} lines", lines.len()),
        RecordKind::Place { who, .. } => format!("  place {who}"),
        RecordKind::Hold { who, prop, hand } => {
            let how = hand.map_or(String::new(), |hand| format!(" ({})", hand.word()));
            format!("  {who} holds {prop}{how}")
        }
        RecordKind::Drop { prop, .. } => format!("  {prop} is dropped"),
        RecordKind::Enter { who, from } => format!("  {who} enters from {from}"),
        RecordKind::Exit { who, to } => format!("  {who} exits {to}"),
        RecordKind::Seen { who, shown } => format!("  {} {who}", if *shown { "show" } else { "hide" }),
        RecordKind::Layer { who, z } => format!("  {who} on layer {z}"),
        RecordKind::Face { who, to, .. } => {
            format!("  {who} turns to {}", to.as_str().map_or_else(|| to.to_string(), str::to_owned))
        }
        RecordKind::Mood { who, mood } => format!("  {who} looks {mood}"),
    }
}
