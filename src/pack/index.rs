//! The index of a folder of packs (supplement, "Packs"): every pack with its file and the SHA-256 of its file, and of its art.
use super::{Pack, PackKind, sha256};
use crate::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};

/// The name of the file that holds the index, in the folder's own root.
pub const INDEX: &str = "index.json";

/// What a folder of packs holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// 1.
    pub format: u64,
    /// By id, then by version, then by file.
    pub packs: Vec<Entry>,
}

/// One pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Its type's word.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its version.
    pub version: String,
    /// Its name.
    pub name: String,
    /// Its file, from the folder's root, with `/` between.
    pub file: String,
    /// The SHA-256 of its file, 64 hexadecimal digits.
    pub sha256: String,
    /// The art that it names, when it lies beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub art: Option<Art>,
}

/// A file of art.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Art {
    /// The file, from the folder's root, with `/` between.
    pub file: String,
    /// The SHA-256 of it, 64 hexadecimal digits.
    pub sha256: String,
}

impl Entry {
    /// The entry of a pack whose file has this path in its folder.
    pub fn of(pack: &Pack, file: &str) -> Entry {
        let folder = file.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let art = pack.art().and_then(|name| {
            let bytes = pack.beside.read(&name).ok()?;
            Some(Art { file: format!("{folder}{name}"), sha256: sha256(&bytes) })
        });
        Entry {
            id: pack.id.to_string(),
            kind: pack.kind.word().to_owned(),
            version: pack.version.to_string(),
            name: pack.name.clone(),
            file: file.to_owned(),
            sha256: pack.hash.to_string(),
            art,
        }
    }

    /// The kind of pack it says it is.
    pub fn pack_kind(&self) -> Option<PackKind> {
        PackKind::of_word(&self.kind)
    }
}

impl Index {
    /// The index of some packs, each with its file's path in the folder.
    pub fn of<'a>(packs: impl Iterator<Item = (&'a Pack, &'a str)>) -> Index {
        let mut packs: Vec<(&Pack, Entry)> = packs.map(|(pack, file)| (pack, Entry::of(pack, file))).collect();
        packs.sort_by(|(a, of_a), (b, of_b)| (&a.id, &a.version, &of_a.file).cmp(&(&b.id, &b.version, &of_b.file)));
        Index { format: 1, packs: packs.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// The index in the bytes of its file.
    ///
    /// # Errors
    /// What is wrong with it, at its path.
    pub fn parse(bytes: &[u8]) -> Result<Index, Diagnostic> {
        let read: Result<Index, _> = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(bytes));
        let index = read.map_err(|error| {
            // What is no JSON has no path.
            let path = error.path().to_string().replace('[', ".").replace(']', "");
            Diagnostic::error(if matches!(&*path, "." | "?") { "" } else { &path }, error.inner().to_string())
        })?;
        match index.format {
            1 => Ok(index),
            _ => Err(Diagnostic::error("format", "an index's format is 1")),
        }
    }

    /// Its file: an entry a line, so that what changes is a line of a comparison.
    pub fn text(&self) -> String {
        let row = |entry: &Entry| serde_json::to_string(entry).unwrap_or_default();
        let rows: Vec<String> = self.packs.iter().map(|entry| format!("  {}", row(entry))).collect();
        let rows = if rows.is_empty() { String::new() } else { format!("\n{}\n ", rows.join(",\n")) };
        format!("{{\n \"format\": {},\n \"packs\": [{rows}]\n}}\n", self.format)
    }
}
