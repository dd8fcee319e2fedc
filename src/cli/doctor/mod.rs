//! `jabber-render doctor`: what this machine gives the program, what is missing, and what brings it.
mod encoders;
mod fonts;
mod machine;
mod report;

use super::mend::{Manager, Thing};
use super::{CliError, events, interrupt};
use crate::film::encode::EMBEDDED_IS_PLAIN;
use crate::pack::Catalog;
use crate::sound::voice::espeak::{Ask, Espeak, Fault};
use report::{Row, Section};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Say what this machine has for making films, and what is missing
#[derive(clap::Args)]
pub(super) struct Args {
    /// The ffmpeg to ask, instead of one beside this program or on PATH
    #[arg(long, value_name = "FILE")]
    ffmpeg: Option<PathBuf>,
    /// Give it as JSON
    #[arg(long)]
    json: bool,
}

/// How long another program may take to say what it is; ten times what one takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let interrupt = interrupt::listen()?;
    // What takes time does so together.
    let (ffmpeg, voices, fonts) = thread::scope(|scope| {
        let ffmpeg = scope.spawn(|| encoders::examine(args.ffmpeg.as_deref(), &interrupt));
        let voices = scope.spawn(voices);
        let fonts = fonts::section();
        (ffmpeg.join(), voices.join(), fonts)
    });
    let lost = |_| CliError::machine("a part of the examination has failed");
    let (ffmpeg, voices) = (ffmpeg.map_err(lost)?, voices.map_err(lost)?);
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    let mut sections = vec![program()];
    sections.extend(encoders::sections(&ffmpeg));
    sections.extend([voices, fonts, machine::section(), machine::packs()]);
    if args.json {
        let facts: Map<String, Value> =
            sections.into_iter().map(|section| (section.name.to_owned(), section.facts)).collect();
        events::answer(Value::Object(facts));
        return Ok(());
    }
    report::print(&sections)
}

fn program() -> Section {
    let version = env!("CARGO_PKG_VERSION");
    let packs = Catalog::shipped().latest().count();
    let mend = EMBEDDED_IS_PLAIN.then(|| Manager::here().adds(&[Thing::Nasm])).flatten();
    let openh264 = if EMBEDDED_IS_PLAIN {
        let row = Row::missing("nasm", "built without it: openh264 runs at half its speed");
        row.mend(mend.as_ref().map(|mend| format!("{mend}, and build again")))
    } else {
        Row::there("nasm", "built with it: openh264 runs at full speed")
    };
    let rows = vec![
        Row::told("jabber-render", version),
        Row::told("built in", format!("{packs} packs, the openh264 encoder, the voice jabber")),
        openh264,
    ];
    let facts = json!({
        "version": version, "packs": packs,
        "embedded encoder": {"name": "openh264", "nasm": !EMBEDDED_IS_PLAIN, "mend": mend},
    });
    Section { name: "program", rows, facts }
}

fn voices() -> Section {
    let jabber = Row::there("jabber", "built in");
    let asked = std::env::current_exe().map_err(|error| error.to_string()).and_then(|program| {
        let ask = Ask { text: "a".to_owned(), voice: "en".to_owned(), rate: 175, pitch: 50, range: 50 };
        Espeak::new(program, super::hearing::WORKER).patient(PATIENCE).speak(&ask).map_err(|fault| match fault {
            Fault::Lacking(why) | Fault::Line(why) => why,
            Fault::Voice(voice, _) => format!("libespeak-ng has no voice {voice}"),
        })
    });
    let (espeak, facts) = match asked {
        Ok((_, answer)) => {
            let version = answer.version;
            let row = Row::there("espeak-ng", if version.is_empty() { "its version is not told" } else { &version });
            (row, json!({"usable": true, "version": version}))
        }
        Err(why) => {
            let mend = Manager::here().adds(&[Thing::Espeak]);
            let row = Row::missing("espeak-ng", format!("for --voice espeak: {why}")).mend(mend.clone());
            (row, json!({"usable": false, "why": why, "mend": mend}))
        }
    };
    Section { name: "voices", rows: vec![jabber, espeak], facts: json!({"jabber": {"usable": true}, "espeak-ng": facts}) }
}
