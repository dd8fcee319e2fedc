//! Eyes on folders: paths enter, news that something is written in their folders leaves. Folders are looked at, not files: many editors write a new file
//! and give it the old one's name.
use super::News;
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How often files are looked at by themselves: the system's news may be lost, or never come, as of folders in a network.
const SOMETIMES: Duration = Duration::from_secs(1);
/// The same where there is no news from the system at all.
const OFTEN: Duration = Duration::from_millis(200);

/// Eyes on folders.
pub(super) struct Eyes {
    watcher: Option<RecommendedWatcher>,
    /// The folders, whole, each with what tells it from one that has its name later.
    folders: BTreeMap<PathBuf, Option<u64>>,
    blind: bool,
}

impl Eyes {
    /// Eyes on nothing yet, that tell `news` of what they see.
    pub fn new(news: Sender<News>) -> Self {
        let tell = move |event: notify::Result<Event>| {
            // What the system cannot tell, a look at the files will.
            let Ok(event) = event else { return };
            let reading = match event.kind {
                EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
                EventKind::Access(_) => true,
                _ => false,
            };
            if !reading {
                // Nobody listens any more when the watching ends.
                let _ = news.send(News::Written(event.paths));
            }
        };
        let watcher = notify::recommended_watcher(tell).ok();
        Self { blind: watcher.is_none(), watcher, folders: BTreeMap::new() }
    }

    /// Looks at the folders of these paths, and no longer at others.
    pub fn look_at<'a>(&mut self, paths: impl Iterator<Item = &'a PathBuf>) {
        let mut wanted = BTreeMap::new();
        for folder in paths.flat_map(|path| folders(path)) {
            let which = identity(&folder);
            wanted.insert(folder, which);
        }
        let Some(watcher) = &mut self.watcher else { return };
        for (folder, _) in self.folders.iter().filter(|(folder, which)| wanted.get(*folder) != Some(which)) {
            // One that is gone is no longer looked at anyway.
            let _ = watcher.unwatch(folder);
        }
        self.blind = false;
        for (folder, which) in &wanted {
            if self.folders.get(folder) != Some(which) && watcher.watch(folder, RecursiveMode::NonRecursive).is_err() {
                self.blind = true;
            }
        }
        self.folders = wanted;
    }

    /// How long to wait for news before the files are looked at themselves.
    pub fn patience(&self) -> Duration {
        if self.blind { OFTEN } else { SOMETIMES }
    }
}

/// The folders in which something must be written for a path to change: that it lies in, that it leads into, and itself. One that is not there has the
/// nearest above it.
fn folders(path: &Path) -> Vec<PathBuf> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = |path: &Path| path.ancestors().skip(1).find_map(|folder| fs::canonicalize(folder).ok());
    let mut folders: Vec<PathBuf> = there(&whole).into_iter().collect();
    if let Ok(found) = fs::canonicalize(&whole) {
        folders.extend(there(&found));
        folders.extend(found.is_dir().then_some(found));
    }
    folders
}

/// What tells a folder from another of its name.
fn identity(folder: &Path) -> Option<u64> {
    let facts = fs::metadata(folder).ok()?;
    #[cfg(unix)]
    return Some(std::os::unix::fs::MetadataExt::ino(&facts));
    #[cfg(not(unix))]
    return facts.created().ok()?.duration_since(std::time::UNIX_EPOCH).ok().map(|since| since.as_millis() as u64);
}
