//! [`Pattern`]: which stills a command is about.

/// Words of a still's name, with `*` for anything: `good-morning`, `sheets/*-moods`, `*@2.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<String>,
}

impl Pattern {
    /// Reads a pattern. Without a star it fits every name that holds it.
    pub fn new(text: &str) -> Self {
        Self { parts: text.split('*').map(str::to_owned).collect() }
    }

    /// Whether a still's name (`area/case@seconds`) fits.
    pub fn fits(&self, name: &str) -> bool {
        let (Some(first), Some(last)) = (self.parts.first(), self.parts.last()) else { return true };
        if self.parts.len() == 1 {
            return name.contains(first.as_str());
        }
        let Some(mut rest) = name.strip_prefix(first.as_str()) else { return false };
        for part in self.parts.iter().skip(1).take(self.parts.len() - 2) {
            // The first place that fits leaves the most for what follows.
            match rest.find(part.as_str()) {
                Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}
