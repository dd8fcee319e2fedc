//! Arguments that are words: channels, parts, ids, and the fixed words of the vocabulary.
use super::args::Typed;
use super::pass::{Pass, suggestion};
use crate::program::faults::Path;
use crate::program::json::{Json, quoted};
use crate::vocabulary::part::{DRAWN_BESIDE, chain_segments, is_undrawn, numbers_legs, part_words};
use crate::vocabulary::{Channel, Part, PartKey, Role, nearest};

impl Pass<'_> {
    /// A channel; a warning when nothing draws it.
    pub(super) fn channel(&mut self, json: &Json, path: &Path, with_mood: bool) -> Option<Channel> {
        let channel = json.text().and_then(|text| text.parse::<Channel>().ok());
        let Some(channel) = channel else {
            let message = format!("expected a channel, found {}", json.describe());
            let hint = self.hint(|| channel_hint(json.text().map_or("", |text| text)));
            self.faults.error_hint(path, json, message, hint);
            return None;
        };
        if channel == Channel::Mood && !with_mood {
            self.faults.error_hint(path, json, "mood is a word, not a number", "`set` writes it");
            return None;
        }
        if let Channel::Part(key) | Channel::Lift(key) = &channel {
            self.warn_undrawn(key, json, path);
        }
        Some(channel)
    }

    fn warn_undrawn(&mut self, key: &PartKey, json: &Json, path: &Path) {
        if let Role::Other(word) = &key.role
            && !DRAWN_BESIDE.contains(&&**word)
        {
            let hint = self.hint(|| suggestion(word, "roles", Role::KNOWN.iter().map(|(word, _)| *word)));
            self.faults.warning_hint(path, json, format!("no character draws a part {word:?}"), hint);
        }
        if is_undrawn(&key.role) {
            let message = format!("no character draws a {}, so {} moves nothing", key.role, quoted_text(json));
            self.faults.warning(path, json, message);
        }
    }

    pub(super) fn chain_channel(&mut self, json: &Json, path: &Path) -> Typed {
        let channel = json.text().and_then(|text| text.parse::<Channel>().ok());
        match channel {
            Some(Channel::Part(key)) if key.index.is_none() => {
                self.warn_undrawn(&key, json, path);
                self.warn_no_chain(&key.role, json, path);
                Typed::Channel(Channel::Part(key))
            }
            _ => {
                let message = format!("a chain runs down one part channel without a segment, not {}", json.describe());
                self.faults.error_hint(path, json, message, "for example \"part:tail\" or \"part:ear:1\"");
                Typed::None
            }
        }
    }

    fn warn_no_chain(&mut self, role: &Role, json: &Json, path: &Path) {
        if numbers_legs(role) {
            let message =
                format!("on a {role} the number after # is the leg's, so a chain moves one {role} after the other");
            self.faults.warning(path, json, message);
        } else if chain_segments(role).is_none() && !matches!(role, Role::Other(_)) && !is_undrawn(role) {
            let message = format!("no character draws a {role} as a chain");
            self.faults.warning_hint(path, json, message, "chains: tail torso ear hair");
        }
    }

    pub(super) fn channels(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(items) = json.items() else {
            return self.channel(json, path, false).map_or(Typed::None, |channel| Typed::Channels(vec![channel]));
        };
        if items.is_empty() {
            self.faults.error(path, json, "expected a channel or a list of channels, found an empty list");
        }
        let read = |(index, item)| self.channel(item, &path.index(index), false);
        Typed::Channels(items.iter().enumerate().filter_map(read).collect())
    }

    pub(super) fn part(&mut self, json: &Json, path: &Path) -> Option<Part> {
        match json.text().and_then(|text| Part::parse(text)) {
            Some(part) => {
                self.warn_undrawn(&PartKey::plain(part.role.clone()), json, path);
                Some(part)
            }
            None => {
                let hint = self.hint(|| part_hint(json.text().map_or("", |text| text)));
                self.faults.error_hint(path, json, format!("expected a part, found {}", json.describe()), hint);
                None
            }
        }
    }

    pub(super) fn chain_part(&mut self, json: &Json, path: &Path) -> Option<Part> {
        let part = self.part(json, path)?;
        let is_chain = chain_segments(&part.role).is_some();
        if part.is_lift || (is_chain && part.index().is_some()) {
            let message = format!("expected a whole part, found {}", json.describe());
            self.faults.error_hint(path, json, message, "a part without lift: and without a segment");
            return None;
        }
        Some(part)
    }

    pub(super) fn limbs(&mut self, json: &Json, path: &Path) -> Typed {
        let part = json.text().and_then(|text| Part::parse(text));
        match part.and_then(|part| part.limb_ends()) {
            Some(limbs) => Typed::Limbs(limbs),
            None => {
                let message = format!("expected hands or feet, found {}", json.describe());
                self.faults.error_hint(path, json, message, "for example \"right hand\", \"feet\", \"front left paw\"");
                Typed::None
            }
        }
    }

    pub(super) fn after(&mut self, json: &Json, path: &Path) -> Typed {
        let part = self.part(json, path);
        match part {
            Some(part) if part.is_lift => {
                let message = format!("expected the body or a part, found {}", json.describe());
                self.faults.error_hint(path, json, message, "a raise cannot be followed");
                Typed::None
            }
            part => part.map_or(Typed::None, Typed::Part),
        }
    }

    pub(super) fn word(&mut self, name: &str, words: &'static [&'static str], json: &Json, path: &Path) -> Typed {
        let text = json.text().map_or("", |text| text);
        match words.iter().find(|word| **word == text) {
            Some(word) => Typed::Word(word),
            None => {
                let message = format!("unknown {name}: {}", json.describe());
                let hint = self.hint(|| suggestion(text, "words", words.iter().copied()));
                self.faults.error_hint(path, json, message, hint);
                Typed::None
            }
        }
    }

    /// A word that a renderer knows; another one is kept, with a note: the language has no list of them (§2, §7.6).
    pub(super) fn known_word(&mut self, what: &str, words: &[&'static str], json: &Json, path: &Path) -> Typed {
        let Some(text) = self.text(json, path) else {
            return Typed::None;
        };
        if !words.contains(&&*text) {
            let hint = self.hint(|| match nearest(&text, words.iter().copied()) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("{what}s: {}", words.join(" ")),
            });
            self.faults.note_hint(path, json, format!("nothing draws the {what} {}", quoted(&text)), hint);
        }
        Typed::Text(text)
    }

    pub(super) fn who(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(id) = self.text(json, path) else {
            return Typed::None;
        };
        match self.cast.get(&id) {
            Some(index) => Typed::Who(*index),
            None => {
                let hint = self.hint(|| suggestion(&id, "cast", self.first_ids.iter().map(|id| &**id)));
                self.faults.error_hint(path, json, format!("{} is not in the cast", quoted(&id)), hint);
                Typed::None
            }
        }
    }

    pub(super) fn place_name(&mut self, json: &Json, path: &Path) -> Typed {
        let Some(name) = self.text(json, path) else {
            return Typed::None;
        };
        if !self.places.contains(&name)
            && !self.faults.is_full()
            && let Some(near) = nearest(&name, self.first_places.iter().map(|name| &**name))
        {
            let message = format!("{} is not among the places", quoted(&name));
            let hint = format!("did you mean {near:?}?");
            self.faults.warning_hint(path, json, message, hint);
        }
        Typed::Text(name)
    }
}

fn quoted_text(json: &Json) -> String {
    json.text().map_or_else(|| json.describe(), |text| quoted(text))
}

fn part_hint(text: &str) -> String {
    let words = part_words();
    match nearest(text, words.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near:?}?"),
        None => "for example \"head\", \"left arm\", \"ears\", \"front left paw\"; lower case".to_owned(),
    }
}

fn channel_hint(text: &str) -> String {
    const PLAIN: [&str; 8] = ["dx", "dy", "rot", "sx", "sy", "mouth", "blink", "mood"];
    if let Some(part) = Part::parse(text)
        && let [first, ..] = &part.targets[..]
        && !text.contains(':')
    {
        return format!("a friendly block takes part words; the channel is \"part:{}\"", first.angle);
    }
    let form = "a part's is part:<role>, part:<role>:-1 (left), part:<role>:1 (right), with #<index> or not";
    match nearest(text, PLAIN).filter(|_| !text.contains(':')) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("channels: {}; {form}", PLAIN.join(" ")),
    }
}
