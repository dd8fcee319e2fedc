//! [`List`]: the golden list's JSON enters, cases leave, or every fault in it with its place. Looks at no file it names.
use super::case::{Case, GRIDS, Options, STILL_SIZE, Tolerance, VOICES};
use super::names::{leaves, misnamed, taken};
use crate::diagnostic::Diagnostic;
use crate::film::Rate;
use crate::program::json::{self, Json, quoted};
use crate::vocabulary::words::GRADES;
use crate::vocabulary::{CaptionStyle, View, nearest};
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// What is to be the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// In the order written.
    pub cases: Vec<Case>,
}

const TOP: &[&str] = &["$schema", "note", "cases"];
const CASE: &[&str] = &["name", "file", "at", "size", "options", "note", "tolerance"];
const OPTIONS: &[&str] =
    &["seed", "fps", "packs", "voice", "look", "params", "grade", "grid", "view", "captions", "fonts"];
const TOLERANCE: &[&str] = &["pixels", "by", "why"];

/// The sides a still may have, pixels.
const SIDES: std::ops::RangeInclusive<u32> = 16..=1920;
/// Moments of one case.
const MOMENTS: usize = 1000;
/// The latest of them, seconds: the longest a cartoon may last.
pub const LATEST: f64 = 3600.0;

impl List {
    /// Reads a list.
    ///
    /// # Errors
    /// Every fault, with the range of what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Diagnostic>> {
        let tree = json::parse(bytes)?;
        let mut reader = Reader { faults: Vec::new() };
        let list = reader.list(&tree);
        if reader.faults.is_empty() { Ok(list) } else { Err(reader.faults) }
    }
}

struct Reader {
    faults: Vec<Diagnostic>,
}

impl Reader {
    fn fault(&mut self, path: &str, json: &Json, message: impl Into<String>) {
        self.faults.push(Diagnostic::error(path, message).at(json.span.clone()));
    }

    fn hinted(&mut self, path: &str, json: &Json, message: impl Into<String>, hint: impl Into<String>) {
        self.faults.push(Diagnostic::error(path, message).hint(hint).at(json.span.clone()));
    }

    /// Whether it is an object; keys that nobody knows are faults.
    fn object(&mut self, path: &str, json: &Json, known: &[&str]) -> bool {
        if !json.is_object() {
            self.fault(path, json, format!("expected an object, found {}", json.describe()));
            return false;
        }
        for member in json.members().iter().filter(|member| !known.contains(&&*member.key)) {
            let path = if path.is_empty() { member.key.to_string() } else { format!("{path}.{}", member.key) };
            let hint = match nearest(&member.key, known.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("known: {}", known.join(", ")),
            };
            let fault = Diagnostic::error(path, format!("unknown field {}", quoted(&member.key)));
            self.faults.push(fault.hint(hint).at(member.key_span.clone()));
        }
        true
    }

    fn list(&mut self, tree: &Json) -> List {
        if !self.object("", tree, TOP) {
            return List::default();
        }
        let Some(cases) = tree.get("cases") else {
            self.fault("", tree, "the list has no \"cases\"");
            return List::default();
        };
        let Some(items) = cases.items() else {
            self.fault("cases", cases, format!("expected a list, found {}", cases.describe()));
            return List::default();
        };
        let mut seen = HashMap::new();
        let mut list = List::default();
        for (i, item) in items.iter().enumerate() {
            let Some(case) = self.case(&format!("cases.{i}"), item) else { continue };
            for (name, _) in case.stills() {
                // Some disks take names that differ in case for one.
                if let Some(first) = seen.insert(name.to_lowercase(), i) {
                    let message = format!("the still {name} is here twice: cases.{first} has it");
                    self.hinted(&case.path, item.get("name").unwrap_or(item), message, "give it another name or time");
                }
            }
            list.cases.push(case);
        }
        for (case, message) in taken(&list.cases) {
            let item =
                case.path.rsplit('.').next().and_then(|at| items.get(at.parse::<usize>().ok()?)).unwrap_or(cases);
            let path = format!("{}.name", case.path);
            self.hinted(&path, item.get("name").unwrap_or(item), message, "give it another name");
        }
        list
    }

    fn case(&mut self, path: &str, json: &Json) -> Option<Case> {
        if !self.object(path, json, CASE) {
            return None;
        }
        let (under, before) = (|key: &str| format!("{path}.{key}"), self.faults.len());
        let name = self.text(path, json, "name")?;
        let file = self.text(path, json, "file")?;
        if let Some(why) = misnamed(&name) {
            let hint = "for example \"good-morning/first-line\": letters, digits, - _ and . between slashes";
            self.hinted(&under("name"), json.get("name")?, why, hint);
        }
        if leaves(&file) {
            let hint = "a list names files from there, so that it is good on every machine";
            let message = format!("{} does not lie in the folder that holds the golden folder", quoted(&file));
            self.hinted(&under("file"), json.get("file")?, message, hint);
        }
        let at = json.get("at").map_or_else(Vec::new, |at| self.moments(&under("at"), at));
        let size = json.get("size").and_then(|size| self.size(&under("size"), size));
        let options = json.get("options").map_or_else(Options::default, |o| self.options(&under("options"), o));
        let tolerance = json.get("tolerance").and_then(|t| self.tolerance(&under("tolerance"), t));
        let note = json.get("note").and_then(|note| self.words(&under("note"), note));
        if size.is_some_and(|size| size != STILL_SIZE) && json.get("note").is_none() {
            let message = format!("a size other than {}x{} needs a reason", STILL_SIZE.0, STILL_SIZE.1);
            let hint = "say it in \"note\": small stills are looked at, large ones weigh down the repository";
            self.hinted(&under("size"), json.get("size")?, message, hint);
        }
        let case = Case { name, file, at, size, options, note, tolerance, path: path.to_owned() };
        (self.faults.len() == before).then_some(case)
    }

    /// A text that must be there.
    fn text(&mut self, path: &str, json: &Json, key: &str) -> Option<String> {
        match json.get(key) {
            Some(value) => self.words(&format!("{path}.{key}"), value),
            None => {
                self.fault(path, json, format!("\"{key}\" is missing"));
                None
            }
        }
    }

    fn words(&mut self, path: &str, json: &Json) -> Option<String> {
        let text = json.text().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.fault(path, json, format!("expected a text, found {}", json.describe()));
        }
        text.map(|text| text.to_string())
    }

    fn moments(&mut self, path: &str, json: &Json) -> Vec<f64> {
        let alone = std::slice::from_ref(json);
        let items = json.items().unwrap_or(alone);
        if items.is_empty() || items.len() > MOMENTS {
            self.fault(path, json, format!("expected 1 to {MOMENTS} times"));
        }
        let mut seen = HashSet::new();
        let mut moments = Vec::with_capacity(items.len().min(MOMENTS));
        for (i, item) in items.iter().enumerate().take(MOMENTS) {
            let path = if json.items().is_some() { format!("{path}.{i}") } else { path.to_owned() };
            match item.number() {
                Some(t) if t > LATEST => {
                    self.fault(&path, item, format!("later than {LATEST} s, the longest a cartoon may last"));
                }
                Some(t) if t >= 0.0 && seen.insert(t.to_bits()) => moments.push(t),
                Some(t) if t >= 0.0 => self.fault(&path, item, format!("{t} s is here twice")),
                _ => {
                    let message = format!("expected seconds, 0 or later, found {}", item.describe());
                    self.fault(&path, item, message);
                }
            }
        }
        moments
    }

    /// `"320x180"`, or the width of a sheet.
    fn size(&mut self, path: &str, json: &Json) -> Option<(u32, u32)> {
        let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
        let whole = |number: f64| {
            number.fract() == 0.0 && (f64::from(*SIDES.start())..=f64::from(*SIDES.end())).contains(&number)
        };
        let size = match (json.text(), json.number()) {
            (Some(text), _) => text.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?))),
            (_, Some(number)) if whole(number) => Some((number as u32, 0)),
            _ => None,
        };
        if size.is_none() {
            let hint =
                format!("\"320x180\", of a sheet its width alone: 320; a side is {} to {}", SIDES.start(), SIDES.end());
            self.hinted(path, json, format!("no size: {}", json.describe()), hint);
        }
        size
    }

    fn options(&mut self, path: &str, json: &Json) -> Options {
        if !self.object(path, json, OPTIONS) {
            return Options::default();
        }
        let under = |key: &str| format!("{path}.{key}");
        let seed = json.get("seed").and_then(|seed| self.whole(&under("seed"), seed, 0, u32::MAX.into()));
        Options {
            seed: seed.map(|seed| seed as u32),
            fps: json.get("fps").and_then(|fps| self.rate(&under("fps"), fps)),
            packs: json.get("packs").and_then(|packs| self.words(&under("packs"), packs)),
            voice: json.get("voice").and_then(|voice| self.one_of(&under("voice"), voice, VOICES)),
            usual_voice: None,
            look: json.get("look").and_then(|look| self.values(&under("look"), look)),
            params: json.get("params").and_then(|params| self.values(&under("params"), params)),
            grade: json.get("grade").and_then(|grade| self.one_of(&under("grade"), grade, GRADES)),
            grid: json.get("grid").and_then(|grid| self.one_of(&under("grid"), grid, GRIDS)),
            view: json.get("view").and_then(|view| self.one_of(&under("view"), view, View::NAMES)),
            captions: json.get("captions").and_then(|s| self.one_of(&under("captions"), s, CaptionStyle::NAMES)),
            fonts: json.get("fonts").map_or_else(Vec::new, |fonts| self.files(&under("fonts"), fonts)),
        }
    }

    /// Files, from the folder that holds the golden folder.
    fn files(&mut self, path: &str, json: &Json) -> Vec<String> {
        let Some(items) = json.items() else {
            self.fault(path, json, format!("expected a list of files, found {}", json.describe()));
            return Vec::new();
        };
        let mut files = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let path = format!("{path}.{i}");
            let Some(file) = self.words(&path, item) else { continue };
            if leaves(&file) {
                let message = format!("{} does not lie in the folder that holds the golden folder", quoted(&file));
                self.fault(&path, item, message);
            }
            files.push(file);
        }
        files
    }

    fn rate(&mut self, path: &str, json: &Json) -> Option<Rate> {
        let text = match (json.text(), json.number()) {
            (Some(text), _) => text.to_string(),
            (_, Some(number)) => number.to_string(),
            _ => String::new(),
        };
        text.parse().map_err(|hint: String| self.hinted(path, json, "no frame rate", hint)).ok()
    }

    fn whole(&mut self, path: &str, json: &Json, least: u64, most: u64) -> Option<u64> {
        let number = json.number().filter(|n| n.fract() == 0.0 && *n >= least as f64 && *n <= most as f64);
        if number.is_none() {
            self.fault(path, json, format!("expected a whole number, {least} to {most}, found {}", json.describe()));
        }
        number.map(|number| number as u64)
    }

    fn values(&mut self, path: &str, json: &Json) -> Option<Map<String, Value>> {
        match json.to_value() {
            Value::Object(values) => Some(values),
            _ => {
                self.fault(path, json, format!("expected an object, found {}", json.describe()));
                None
            }
        }
    }

    fn one_of(&mut self, path: &str, json: &Json, known: &[&str]) -> Option<String> {
        let word = self.words(path, json)?;
        if known.contains(&&*word) {
            return Some(word);
        }
        let hint = match nearest(&word, known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("one of {}", known.join(", ")),
        };
        self.hinted(path, json, format!("unknown word {}", quoted(&word)), hint);
        None
    }

    fn tolerance(&mut self, path: &str, json: &Json) -> Option<Tolerance> {
        if !self.object(path, json, TOLERANCE) {
            return None;
        }
        for key in TOLERANCE {
            if json.get(key).is_none() {
                self.hinted(
                    path,
                    json,
                    format!("a tolerance needs \"{key}\""),
                    "how many pixels, by how much, and why",
                );
            }
        }
        let pixels = json.get("pixels").and_then(|n| self.whole(&format!("{path}.pixels"), n, 1, u32::MAX.into()));
        let by = json.get("by").and_then(|n| self.whole(&format!("{path}.by"), n, 1, 255));
        let why = json.get("why").and_then(|why| self.words(&format!("{path}.why"), why));
        Some(Tolerance { pixels: pixels?, by: by? as u8, why: why? })
    }
}
