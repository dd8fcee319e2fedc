//! Captions as a file beside the film: cues enter, the text of an SRT or a WebVTT leaves.
use std::fmt::Write;
use std::sync::Arc;

/// A form of captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subtitles {
    /// SubRip.
    Srt,
    /// WebVTT.
    Vtt,
}

/// A text and when it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// Seconds of the film.
    pub start: f64,
    /// Seconds of the film, after `start`.
    pub end: f64,
    /// Who says it, where that is to be shown.
    pub name: Option<Arc<str>>,
    /// What is said.
    pub text: Arc<str>,
}

impl Subtitles {
    /// The file's extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Srt => "srt",
            Self::Vtt => "vtt",
        }
    }

    /// The file's text; times are rounded to milliseconds.
    pub fn text(self, cues: &[Cue]) -> String {
        let mut out = match self {
            Self::Srt => String::new(),
            Self::Vtt => "WEBVTT\n\n".to_owned(),
        };
        for (i, cue) in cues.iter().enumerate() {
            let [start, end] = [cue.start, cue.end].map(|t| self.time(t));
            // Writing into a string cannot fail.
            let _ = match self {
                Self::Srt => writeln!(out, "{}\n{start} --> {end}\n{}\n", i + 1, self.said(cue)),
                Self::Vtt => writeln!(out, "{start} --> {end}\n{}\n", self.said(cue)),
            };
        }
        out
    }

    fn time(self, seconds: f64) -> String {
        let ms = (seconds * 1000.0).round().max(0.0) as u64;
        let point = if self == Self::Srt { ',' } else { '.' };
        format!("{:02}:{:02}:{:02}{point}{:03}", ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000)
    }

    fn said(self, cue: &Cue) -> String {
        // An empty line ends a cue.
        let rows: Vec<&str> = cue.text.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
        let text = rows.join("\n");
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match (self, &cue.name) {
            (Self::Srt, None) => text,
            (Self::Srt, Some(name)) => format!("{name}: {text}"),
            (Self::Vtt, None) => escaped(&text),
            (Self::Vtt, Some(name)) => format!("<v {}>{}", escaped(name).replace('\n', " "), escaped(&text)),
        }
    }
}
