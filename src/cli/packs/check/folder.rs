//! The files of a folder of packs, and what is wrong with them as files: names, the same pack twice, the index.
use super::super::super::library::{self, Odd};
use super::super::super::load::placed;
use super::super::super::{Beside, CliError};
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::{Catalog, Entry, INDEX, Index, Pack, Reader, Source, shipped, shipped_file};
use crate::program::json::{self, Json};
use crate::vocabulary::nearest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A pack and the file it is in.
pub(in crate::cli::packs) struct Book {
    /// The file.
    pub path: PathBuf,
    /// Its path from the folder, with `/` between.
    pub inside: String,
    /// Its text.
    pub source: Vec<u8>,
    /// The tree of it.
    pub tree: Json,
    /// It.
    pub pack: Pack,
    /// What is odd about its manifest, located.
    pub warnings: Vec<Diagnostic>,
    /// What lies beside it.
    pub beside: Beside,
}

/// The packs of one folder.
#[derive(Default)]
pub(in crate::cli::packs) struct Shelf {
    /// The folder, or what stands for it.
    pub name: String,
    /// Those that are packs, by path.
    pub books: Vec<Book>,
    /// What is wrong with files that are not.
    broken: Vec<Odd>,
    /// The index and its text, where the folder has one.
    index: Option<(PathBuf, Vec<u8>)>,
    /// An index is missed.
    wants_index: bool,
}

impl Shelf {
    /// The packs of a folder.
    ///
    /// # Errors
    /// When it cannot be read. What cannot be read in it is one of its faults.
    pub fn read(folder: &Path) -> Result<Shelf, CliError> {
        let (files, mut broken) = library::files(folder)?;
        let unread = broken.iter_mut().flat_map(|odd| &mut odd.faults);
        unread.for_each(|fault| fault.severity = Severity::Error);
        let (books, of_files) = opened(files);
        broken.extend(of_files);
        let index = folder.join(INDEX);
        let index = fs::metadata(&index).is_ok_and(|facts| facts.is_file()).then(|| {
            let file = library::File { path: index.clone(), inside: INDEX.to_owned() };
            file.read().map_err(|fault| Odd::of(&index, fault)).map(|source| (index, source))
        });
        let index = match index.transpose() {
            Ok(index) => index,
            Err(odd) => {
                broken.push(odd);
                None
            }
        };
        let name = folder.display().to_string();
        Ok(Shelf { name, books, broken, index, wants_index: true })
    }

    /// One file by itself.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn of_file(path: &Path) -> Result<Shelf, CliError> {
        if !path.exists() {
            return Err(CliError::input(format!("there is no file {}", path.display())));
        }
        let inside = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (books, broken) = opened(vec![library::File { path: path.to_owned(), inside }]);
        Ok(Shelf { name: path.display().to_string(), books, broken, ..Shelf::default() })
    }

    /// Takes the packs of another, as if they lay in this one.
    pub fn take(&mut self, other: Shelf) {
        self.books.extend(other.books);
        self.broken.extend(other.broken);
    }

    /// It without its index.
    pub fn unindexed(self) -> Shelf {
        Shelf { index: None, wants_index: false, ..self }
    }

    /// The compiled-in packs. They need no index: nothing can have changed them.
    pub fn built_in() -> Shelf {
        let (mut books, mut broken) = (Vec::new(), Vec::new());
        for inside in shipped().into_iter().filter(|path| path.ends_with(".json")) {
            let source = shipped_file(&inside).unwrap_or_default().into_owned();
            let path = Path::new("built-in").join(&inside);
            let file = library::File { path: path.clone(), inside: inside.clone() };
            match file.pack(&source) {
                Ok((pack, tree, warnings)) => {
                    let beside = Beside::new(&path, None).alone(true);
                    let reader = Reader::built_in(&inside);
                    let pack = Pack { source: Source::BuiltIn(inside.clone()), beside: reader, ..pack };
                    books.push(Book { path, inside, source, tree, pack, warnings, beside });
                }
                Err(faults) => broken.push(Odd { path, source, faults }),
            }
        }
        Shelf { name: "built-in".to_owned(), books, broken, index: None, wants_index: false }
    }

    /// What is wrong with its files.
    pub fn unindexable(&self) -> Vec<Odd> {
        let mut odd = self.broken.clone();
        let mut first = Catalog::default();
        for book in &self.books {
            let mut faults = book.warnings.clone();
            faults.extend(misnamed(book));
            match first.get(&book.pack.id, Some(&book.pack.version.to_string())) {
                Some(known) => faults.push(library::twice(&book.pack, known)),
                None => first.put(book.pack.clone()),
            }
            let faults: Vec<Diagnostic> = faults.into_iter().map(|fault| placed(&book.tree, fault)).collect();
            if !faults.is_empty() {
                odd.push(Odd { path: book.path.clone(), source: book.source.clone(), faults });
            }
        }
        odd
    }

    /// What is wrong with its files, and with its index.
    pub fn odd(&self) -> Vec<Odd> {
        let mut odd = self.unindexable();
        match &self.index {
            Some((path, source)) => {
                let faults = self.stale(source);
                if !faults.is_empty() {
                    odd.push(Odd { path: path.clone(), source: source.clone(), faults });
                }
            }
            None if self.wants_index && !self.books.is_empty() => {
                let hint = format!("jabber-render packs index {}", self.name);
                let fault = Diagnostic::warning("", format!("there is no {INDEX}: no hash is checked")).hint(hint);
                odd.push(Odd::of(Path::new(&self.name), fault));
            }
            None => {}
        }
        odd
    }

    /// What its index would be now.
    pub fn indexed(&self) -> Index {
        Index::of(self.books.iter().map(|book| (&book.pack, &*book.inside)))
    }

    /// The text of the index it has.
    pub fn index(&self) -> Option<&[u8]> {
        self.index.as_ref().map(|(_, source)| &**source)
    }

    /// What in an index does not fit the packs, located in its text.
    fn stale(&self, source: &[u8]) -> Vec<Diagnostic> {
        let tree = match json::parse(source) {
            Ok(tree) => tree,
            Err(faults) => return faults,
        };
        let located = |fault| placed(&tree, fault);
        let said = match Index::parse(source) {
            Ok(said) => said,
            Err(fault) => return vec![located(fault)],
        };
        let now = self.indexed();
        let files: BTreeMap<&str, &Entry> = now.packs.iter().map(|entry| (&*entry.file, entry)).collect();
        let mut faults = Vec::new();
        let mut listed = BTreeMap::new();
        for (i, entry) in said.packs.iter().enumerate() {
            let path = |field: &str| format!("packs.{i}.{field}");
            if let Some(other) = listed.insert(&*entry.file, i) {
                faults.push(Diagnostic::error(path("file"), format!("{} is packs.{other} too", entry.file)));
            }
            match files.get(&*entry.file) {
                None => {
                    let fault = Diagnostic::error(path("file"), format!("there is no pack {}", entry.file));
                    faults.push(match nearest(&entry.file, files.keys().copied()) {
                        Some(near) => fault.hint(format!("did you mean {near}?")),
                        None => fault,
                    });
                }
                Some(now) => faults.extend(differences(entry, now).map(|(field, message)| {
                    Diagnostic::error(path(field), format!("{}: {message}", entry.file))
                })),
            }
        }
        let unlisted = now.packs.iter().filter(|entry| !listed.contains_key(&*entry.file));
        faults.extend(unlisted.map(|entry| Diagnostic::error("packs", format!("{} is not listed", entry.file))));
        if let Some(last) = faults.last_mut() {
            last.hint.get_or_insert_with(|| format!("jabber-render packs index {}", self.name));
        }
        faults.into_iter().map(located).collect()
    }
}

/// The packs in files, and what is wrong with those that hold none.
fn opened(files: Vec<library::File>) -> (Vec<Book>, Vec<Odd>) {
    let (mut books, mut broken) = (Vec::new(), Vec::new());
    for file in files {
        let read = file.read().map_err(|fault| Odd::of(&file.path, fault)).and_then(|source| match file.pack(&source) {
            Ok((pack, tree, warnings)) => Ok((source, tree, pack, warnings)),
            Err(faults) => Err(Odd { path: file.path.clone(), source, faults }),
        });
        match read {
            Ok((source, tree, pack, warnings)) => {
                let beside = Beside::new(&file.path, None);
                let library::File { path, inside } = file;
                books.push(Book { path, inside, source, tree, pack, warnings, beside });
            }
            Err(odd) => broken.push(odd),
        }
    }
    (books, broken)
}

/// The fields of an entry that do not say what the pack is now.
fn differences<'a>(said: &'a Entry, now: &'a Entry) -> impl Iterator<Item = (&'static str, String)> + 'a {
    let plain = [
        ("id", &said.id, &now.id),
        ("type", &said.kind, &now.kind),
        ("version", &said.version, &now.version),
        ("name", &said.name, &now.name),
        ("sha256", &said.sha256, &now.sha256),
    ];
    let of_art = (said.art != now.art).then(|| ("art", "its art is another".to_owned()));
    let plain = plain.into_iter().filter(|(_, said, now)| said != now).map(|(field, said, now)| match field {
        "sha256" => (field, "the file is another than the one that was listed".to_owned()),
        _ => (field, format!("its {field} is {now}, not {said}")),
    });
    plain.chain(of_art)
}

/// A file is called after its pack.
fn misnamed(book: &Book) -> Option<Diagnostic> {
    let name = book.inside.rsplit('/').next().unwrap_or_default();
    let right = format!("{}.json", book.pack.slug());
    let message = format!("{} is in a file called {name}", book.pack.id);
    (name != right).then(|| Diagnostic::error("id", message).hint(format!("call the file {right}")))
}
