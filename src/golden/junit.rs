//! The outcomes as JUnit XML: a suite an area, a case a still.
use super::verdict::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The XML of `outcomes` and of files that no case names (`unlisted`); `seconds` is how long the check took.
pub fn junit(outcomes: &[Outcome], unlisted: &[String], seconds: f64) -> String {
    let mut suites: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    outcomes.iter().for_each(|outcome| suites.entry(outcome.area()).or_default().push(outcome));
    let failed = |outcomes: &[&Outcome]| outcomes.iter().filter(|outcome| !outcome.verdict.passes()).count();
    let all: Vec<&Outcome> = outcomes.iter().collect();
    let (tests, failures) = (all.len() + unlisted.len(), failed(&all) + unlisted.len());
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a text cannot fail.
    let _ =
        writeln!(xml, "<testsuites name=\"golden\" tests=\"{tests}\" failures=\"{failures}\" time=\"{seconds:.3}\">");
    for (area, outcomes) in &suites {
        let (tests, failures) = (outcomes.len(), failed(outcomes));
        let _ = writeln!(xml, "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\">", escaped(area));
        outcomes.iter().for_each(|outcome| case(outcome, &mut xml));
        xml.push_str("  </testsuite>\n");
    }
    if !unlisted.is_empty() {
        let n = unlisted.len();
        let _ = writeln!(xml, "  <testsuite name=\"unlisted\" tests=\"{n}\" failures=\"{n}\">");
        for file in unlisted {
            let message = "no case names this file";
            let _ = writeln!(
                xml,
                "    <testcase classname=\"golden.unlisted\" name=\"{}\">\n      <failure message=\"{message}\"/>\n    </testcase>",
                escaped(file)
            );
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn case(outcome: &Outcome, xml: &mut String) {
    let name = outcome.name.rsplit_once('/').map_or(&*outcome.name, |(_, name)| name);
    let area = outcome.area().replace('/', ".");
    let _ = write!(xml, "    <testcase classname=\"golden.{}\" name=\"{}\"", escaped(&area), escaped(name));
    if outcome.verdict.passes() {
        xml.push_str("/>\n");
        return;
    }
    let said = outcome.said().unwrap_or_default();
    let cause = outcome.cause.as_ref().map_or(String::new(), |cause| cause.to_string());
    let _ = writeln!(
        xml,
        ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
        outcome.verdict.word(),
        escaped(&said),
        escaped(&cause)
    );
}

/// A text that XML takes: its own signs written out, control characters, which it has not at all, as `?`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}
