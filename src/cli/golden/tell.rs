//! What a check found, for people at a terminal and for programs.
use super::super::out;
use super::again;
use crate::golden::{Cause, Outcome, Verdict};
use serde_json::{Value, json};
use std::io::stderr;
use std::path::Path;

/// What a check found.
pub(super) struct Told<'a> {
    /// The worst first.
    pub outcomes: &'a [Outcome],
    /// Files that no case has.
    pub unlisted: &'a [String],
    /// How long it took.
    pub seconds: f64,
    /// The golden folder, and the patterns it was asked for.
    pub of: (&'a Path, &'a [String]),
}

/// Stills and files told one by one; the rest are counted, and are in the report.
const SHOWN: usize = 20;
/// Letters of a line below a still's name, which begins eleven in.
const ROOM: usize = 69;

impl Told<'_> {
    /// Whether all is as it was.
    pub fn passes(&self) -> bool {
        self.unlisted.is_empty() && self.outcomes.iter().all(|outcome| outcome.verdict.passes())
    }

    fn failing(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| !outcome.verdict.passes())
    }

    /// `{"ok","stills","same","seconds","report","failing":[…],"unlisted":[…]}`.
    pub fn json(&self, report: Option<&Path>) -> Value {
        let failing: Vec<Value> = self.failing().map(Outcome::to_json).collect();
        json!({
            "ok": self.passes(), "stills": self.outcomes.len(),
            "same": self.outcomes.iter().filter(|outcome| outcome.verdict == Verdict::Same).count(),
            "seconds": (self.seconds * 1000.0).round() / 1000.0,
            "report": report.map(|path| path.display().to_string()),
            "failing": failing, "unlisted": self.unlisted,
        })
    }

    /// The result on standard error.
    pub fn people(&self, report: Option<&Path>) {
        self.failing().take(SHOWN).for_each(|outcome| still(outcome.verdict.word(), true, outcome));
        let more = self.failing().count().saturating_sub(SHOWN);
        if more > 0 {
            out::plain(format_args!("… and {more} more"));
        }
        for file in self.unlisted.iter().take(SHOWN) {
            out::row("unlisted", true, self.of.0.join(file).display());
        }
        let more = self.unlisted.len().saturating_sub(SHOWN);
        if more > 0 {
            out::plain(format_args!("… and {more} more files that no case names"));
        }
        out::plain(self.summary());
        let dir = again(self.of.0, &[]);
        let again = again(self.of.0, self.of.1);
        if let Some(report) = report {
            out::plain(format_args!("report: {}", report.display()));
        }
        if self.failing().any(|outcome| !matches!(outcome.verdict, Verdict::Broken(_) | Verdict::Heavy(_))) {
            out::hint(format!("if it is meant: jabber-render golden update{again}"));
        }
        if !self.unlisted.is_empty() {
            out::hint(format!("to remove what no case names: jabber-render golden prune{dir}"));
        }
    }

    /// `79 of 80 stills are the same, 1 differs (3.2 s)`.
    fn summary(&self) -> String {
        let count = |word: &str| self.outcomes.iter().filter(|outcome| outcome.verdict.word() == word).count();
        let all = self.outcomes.len();
        let mut parts = vec![match count("same") {
            same if same == all => format!("{all} {} the same", if all == 1 { "still is" } else { "stills are" }),
            same => format!("{same} of {all} stills are the same"),
        }];
        let verbs = [("differs", "differs", "differ")];
        let verbs = verbs.into_iter().chain(["missing", "spoilt", "broken", "tolerated"].map(|word| (word, "", "")));
        for (word, one, many) in verbs.chain([("heavy", "is too large", "are too large")]) {
            match (count(word), one) {
                (0, _) => {}
                (1, "") => parts.push(format!("1 is {word}")),
                (n, "") => parts.push(format!("{n} are {word}")),
                (1, one) => parts.push(format!("1 {one}")),
                (n, _) => parts.push(format!("{n} {many}")),
            }
        }
        match self.unlisted.len() {
            0 => {}
            1 => parts.push("1 file is unlisted".to_owned()),
            n => parts.push(format!("{n} files are unlisted")),
        }
        format!("{} ({:.1} s)", parts.join(", "), self.seconds)
    }
}

/// One still: the word for it, its name, what is wrong, where it began.
pub(super) fn still(word: &str, is_bad: bool, outcome: &Outcome) {
    out::row(word, is_bad, &outcome.name);
    let below = |text: String| out::plain(out::on_terminal(&stderr(), format!("{:11}{}", "", out::spoken(&text))));
    outcome.said().into_iter().for_each(below);
    if let Some(cause) = &outcome.cause {
        let whole = cause.to_string();
        match &cause.place {
            Some(place) if whole.chars().count() > ROOM => {
                below(Cause { place: None, ..cause.clone() }.to_string());
                below(format!("({place})"));
            }
            _ => below(whole),
        }
    }
}
