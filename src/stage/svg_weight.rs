//! What an SVG unfolds to, before it is unfolded: a document enters, and one is refused whose references, entities or levels would take
//! memory and time without end. A few hundred bytes can ask for a thousand million shapes.
use std::collections::HashMap;
use usvg::roxmltree::{Document, Error, Node, NodeId, ParsingOptions};

/// Nodes of a document, entities in their places; the largest shipped place has a fiftieth of it.
const NODES: u32 = 100_000;
/// Levels, those of what is referred to included; more would overflow a thread's stack in the libraries that read and paint it.
const LEVELS: usize = 100;
/// Bytes of all that is drawn, what is referred to counted each time; the largest shipped place has a tenth of it.
const BYTES: u64 = 4 << 20;
/// Bytes that an element counts beside its text.
const ELEMENT: u64 = 64;
/// Of an outline's text, bytes that one point takes at least: as many markers may stand on it.
const POINT: u64 = 4;
/// Attributes of one tag, and declarations in one of its styles; the libraries that read them compare each with all before it.
const IN_A_TAG: usize = 2000;
/// Rules of the style sheets, and entities, for the same reason.
const IN_ALL: usize = 2000;
/// Trials of a rule on an element that count as one byte.
const TRIALS: u64 = 8;

/// Parses a text as XML. Nothing outside it is read.
///
/// # Errors
/// What is wrong with it as XML, or that it unfolds to too much.
pub(super) fn document(text: &str) -> Result<Document<'_>, String> {
    crowded(text)?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|fault| match fault {
        Error::NodesLimitReached => format!("it has more than {NODES} elements and texts"),
        fault => fault.to_string(),
    })?;
    let weigher = Weigher::new(&document);
    let trials = weigher.rules * document.descendants().filter(Node::is_element).count() as u64;
    let mut known = HashMap::new();
    let (weight, levels) = weigher.weight(document.root_element(), 0, &mut known)?;
    if levels > LEVELS {
        return Err(deep());
    }
    if weight.saturating_add(trials / TRIALS) > BYTES {
        return Err(format!("it unfolds to more than {} MiB", BYTES >> 20));
    }
    Ok(document)
}

/// Refuses a text in which so much stands in one place that reading it takes the square of its length. It is counted as text, a little too
/// much where a comment or a sentence holds the marks: that comes nowhere near.
fn crowded(text: &str) -> Result<(), String> {
    let entities = text.matches("<!ENTITY").count();
    let rules = text.bytes().filter(|byte| *byte == b'{').count();
    for (what, count) in [("entities", entities), ("rules of style sheets", rules)] {
        if count > IN_ALL {
            return Err(format!("it has more than {IN_ALL} {what}"));
        }
    }
    // An outline's numbers hold neither mark.
    let marks = |tag: &str, mark: u8| tag.bytes().filter(|byte| *byte == mark).count();
    let tags = text.split('<').map(|tag| tag.split('>').next().unwrap_or(tag));
    let full = |tag: &str| marks(tag, b'=') > IN_A_TAG || marks(tag, b';') > IN_A_TAG;
    if { tags }.any(full) {
        return Err(format!("it has a tag with more than {IN_A_TAG} attributes or declarations"));
    }
    Ok(())
}

fn deep() -> String {
    format!("it nests deeper than {LEVELS} levels")
}

/// A reference, and how it counts.
#[derive(Clone, Debug)]
struct Link {
    id: String,
    /// It holds for all inside too.
    inherited: bool,
    /// It stands on every point.
    marker: bool,
}

struct Weigher<'a> {
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    /// The references in the style sheets, by any word of their selectors.
    sheets: HashMap<String, Vec<Link>>,
    /// Those that may be anything's.
    anywhere: Vec<Link>,
    /// How many rules the style sheets have.
    rules: u64,
}

/// What is known of an element; `None` while it is being weighed.
type Known = HashMap<NodeId, Option<(u64, usize)>>;

impl<'a> Weigher<'a> {
    fn new(document: &'a Document<'a>) -> Self {
        let mut weigher = Self { by_id: HashMap::new(), sheets: HashMap::new(), anywhere: Vec::new(), rules: 0 };
        for node in document.descendants().filter(Node::is_element) {
            if let Some(id) = node.attribute("id") {
                weigher.by_id.insert(id, node);
            }
            if node.tag_name().name() == "style" {
                node.children().filter_map(|text| text.text()).for_each(|text| weigher.sheet(text));
            }
        }
        weigher
    }

    fn sheet(&mut self, text: &str) {
        for rule in text.split('}') {
            let Some((selectors, declared)) = rule.split_once('{') else { continue };
            self.rules += 1;
            let mut links = Vec::new();
            declarations(declared, &mut links);
            if links.is_empty() {
                continue;
            }
            if selectors.contains(['*', '[', ':']) {
                self.anywhere.extend(links.iter().cloned());
            }
            let word = |c: char| !c.is_alphanumeric() && c != '-' && c != '_';
            for token in selectors.split(word).filter(|token| !token.is_empty()) {
                self.sheets.entry(token.to_owned()).or_default().extend(links.iter().cloned());
            }
        }
    }

    fn links(&self, node: Node<'_, '_>) -> Vec<Link> {
        let mut links = self.anywhere.clone();
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            match (name, value.trim().strip_prefix('#')) {
                ("href", Some(id)) => links.push(Link { id: id.to_owned(), inherited: false, marker: false }),
                ("style", _) => declarations(value, &mut links),
                _ => declaration(name, value, &mut links),
            }
        }
        let classes = node.attribute("class").unwrap_or_default().split_whitespace();
        for word in classes.chain(node.attribute("id")).chain([node.tag_name().name()]) {
            links.extend(self.sheets.get(word).into_iter().flatten().cloned());
        }
        links
    }

    /// The bytes of an element with all it refers to, and its levels. A circle counts once: the reader of the picture leaves it out.
    fn weight(&self, node: Node<'_, '_>, depth: usize, known: &mut Known) -> Result<(u64, usize), String> {
        if depth > LEVELS {
            return Err(deep());
        }
        if let Some(found) = known.insert(node.id(), None) {
            known.insert(node.id(), found);
            return Ok(found.unwrap_or_default());
        }
        let text: usize = node.attributes().map(|attribute| attribute.name().len() + attribute.value().len()).sum();
        let (mut sum, mut levels) = (ELEMENT + text as u64, 0);
        for child in node.children().filter(Node::is_element) {
            let (weight, under) = self.weight(child, depth + 1, known)?;
            sum = sum.saturating_add(weight);
            levels = levels.max(under);
        }
        let own = sum;
        for link in self.links(node) {
            let Some(target) = self.by_id.get(link.id.as_str()) else { continue };
            let (weight, under) = self.weight(*target, depth + 1, known)?;
            let times = match target.tag_name().name() {
                "marker" if link.marker => 1 + own / POINT,
                "pattern" if link.inherited => 1 + own / ELEMENT,
                _ => 1,
            };
            sum = sum.saturating_add(weight.saturating_mul(times));
            levels = levels.max(under);
        }
        let found = (sum, levels + 1);
        known.insert(node.id(), Some(found));
        Ok(found)
    }
}

/// The references in `name: value; …`.
fn declarations(text: &str, links: &mut Vec<Link>) {
    for (name, value) in text.split(';').filter_map(|declared| declared.split_once(':')) {
        declaration(name.trim(), value, links);
    }
}

/// Those of one value: `url(#id)`, in quotes or not.
fn declaration(name: &str, value: &str, links: &mut Vec<Link>) {
    for piece in value.split("url(").skip(1) {
        let id =
            piece.trim_start_matches([' ', '"', '\'', '#']).split([')', '"', '\'', ' ']).next().unwrap_or_default();
        let (marker, paint) = (name.starts_with("marker"), matches!(name, "fill" | "stroke"));
        links.push(Link { id: id.to_owned(), inherited: marker || paint, marker });
    }
}
