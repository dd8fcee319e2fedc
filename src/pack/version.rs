//! Versions of packs: dotted numbers compared number by number (ruling 39: 1.10 is higher than 1.9).
use std::cmp::Ordering;
use std::fmt;

/// A pack's version, such as `1.2.0`.
#[derive(Clone, Debug)]
pub struct Version(Vec<u64>);

impl Version {
    /// The version of `text`: one to eight numbers joined by dots; `None` for anything else.
    pub fn parse(text: &str) -> Option<Version> {
        let parts: Option<Vec<u64>> = text
            .split('.')
            .map(|part| if part.bytes().all(|b| b.is_ascii_digit()) { part.parse().ok() } else { None })
            .collect();
        parts.filter(|parts| parts.len() <= 8).map(Version)
    }
}

impl Ord for Version {
    /// Missing numbers count as 0, so `1.2` equals `1.2.0`.
    fn cmp(&self, other: &Self) -> Ordering {
        let length = self.0.len().max(other.0.len());
        let part = |version: &Version, i: usize| version.0.get(i).copied().unwrap_or(0);
        (0..length).map(|i| part(self, i).cmp(&part(other, i))).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(u64::to_string).collect();
        f.write_str(&parts.join("."))
    }
}
