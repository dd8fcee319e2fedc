//! How captions are set: the command line first, then what the cartoon says.
use super::CliError;
use super::fonts::Shelf;
use crate::engine::{Record, RecordKind};
use crate::pack::{Catalog, PackKind};
use crate::program::tree::{CastEntry, Program};
use crate::stage::{Fonts, Lettering, Spoken};
use crate::vocabulary::CaptionStyle;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// How captions look, for every command that draws.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Captions {
    /// How captions look: box, outline, bubble or none [default: the cartoon's "captions", else box]
    #[arg(long = "caption-style", value_name = "STYLE", value_parser = style)]
    pub style: Option<CaptionStyle>,
    /// Show over a line who speaks it
    #[arg(long = "caption-names")]
    pub names: bool,
    /// A font file to set captions in; of several the first that has a letter
    #[arg(long = "font", value_name = "FILE")]
    pub fonts: Vec<PathBuf>,
    /// Take no font of this machine for letters that the embedded ones lack
    #[arg(long)]
    pub no_system_fonts: bool,
}

fn style(word: &str) -> Result<CaptionStyle, String> {
    CaptionStyle::parse(word).ok_or_else(|| format!("the styles are {}", CaptionStyle::NAMES.join(", ")))
}

impl Captions {
    /// The fonts asked for.
    ///
    /// # Errors
    /// When a file is no font.
    pub fn shelf(&self) -> Result<Shelf, CliError> {
        Shelf::new(&self.fonts, !self.no_system_fonts)
    }

    /// The names over lines, by cast id; none unless they are wanted.
    pub fn shown_names(&self, program: &Program, catalog: &Catalog) -> BTreeMap<Arc<str>, Arc<str>> {
        let named = self.names || program.captions.names.unwrap_or(false);
        let name = |entry: &CastEntry| (Arc::clone(&entry.id), shown_name(entry, catalog));
        if named { program.cast.iter().map(name).collect() } else { BTreeMap::new() }
    }

    /// How the captions of a cartoon are set.
    pub fn lettering(
        &self,
        program: &Program,
        fonts: &Arc<Fonts>,
        timeline: &[Record],
        catalog: &Catalog,
    ) -> Lettering {
        Lettering {
            style: self.style.or(program.captions.style).unwrap_or_default(),
            names: self.shown_names(program, catalog),
            fonts: Arc::clone(fonts),
            lines: lines(timeline),
        }
    }
}

/// The name over a character's lines.
pub(super) fn shown_name(entry: &CastEntry, catalog: &Catalog) -> Arc<str> {
    let packed = || {
        let named = entry.pack.as_ref()?;
        let pack = catalog.find(PackKind::Character, &named.id, named.version.as_deref()).ok()?;
        pack.content.get("name").and_then(Value::as_str).map(Into::into)
    };
    let own = entry.name.clone().or_else(|| entry.role.clone());
    own.or_else(packed).unwrap_or_else(|| Arc::clone(&entry.id))
}

/// Every line of a timeline, in the order of their starts.
fn lines(timeline: &[Record]) -> Arc<[Spoken]> {
    let mut scene = 0;
    let mut lines = Vec::new();
    for record in timeline {
        match &record.what {
            RecordKind::Scene { .. } => scene += 1,
            RecordKind::Say { who, text, .. } => {
                let (who, text) = (Arc::clone(who), Arc::clone(text));
                lines.push(Spoken { who, text, start: record.t, end: record.t + record.dur, scene });
            }
            _ => {}
        }
    }
    lines.sort_by(|a, b| a.start.total_cmp(&b.start));
    lines.into()
}
