//! The machine: threads, memory, room on disks; and the folders of packs.
use super::super::library::{self, Folder, Packs};
use super::report::{Row, Section};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// What a film takes, MiB: its size, what one thread takes, and each more (benches/README.md).
const TAKES: [(&str, u64, u64); 2] = [("1920x1080", 90, 25), ("3840x2160", 250, 95)];
const MIB: u64 = 1 << 20;
const GIB: f64 = (1u64 << 30) as f64;

pub(super) fn section() -> Section {
    let threads = available_parallelism();
    let count = threads.as_ref().map_or(1, |count| count.get() as u64);
    let told = threads.map_or_else(|error| format!("1 (how many there are cannot be told: {error})"), |n| n.to_string());
    let (total, available) = memory();
    let needs = TAKES.map(|(size, one, more)| (size, (one + more * (count - 1)) * MIB, more));
    let mut rows = vec![
        Row::told("threads", told),
        Row::told("memory", format!("{} free of {}", gib(available), gib(total))),
    ];
    rows.extend(needs.iter().map(|(size, bytes, more)| {
        let with = if count == 1 { "one thread".to_owned() } else { format!("{count} threads") };
        Row::told(format!("film {size}"), format!("about {} MiB with {with}, {more} more for each more", bytes / MIB))
    }));
    let mut disks = Vec::new();
    for (what, folder) in [("disk here", Path::new(".").to_owned()), ("disk, temporary", std::env::temp_dir())] {
        let free = fs4::available_space(&folder).ok();
        let name = std::path::absolute(&folder).unwrap_or(folder);
        let told = free.map_or_else(|| "cannot be told".to_owned(), gib);
        rows.push(Row::told(what, format!("{told} free in {}", name.display())));
        disks.push(json!({"folder": name, "free": free}));
    }
    let needs: Vec<Value> = needs.iter().map(|(size, bytes, _)| json!({"size": size, "bytes": bytes})).collect();
    let memory = json!({"total": total, "available": available, "film": needs});
    Section { name: "machine", rows, facts: json!({"threads": count, "memory": memory, "disks": disks}) }
}

/// Bytes of memory in all, and those that are free; of a container what it is allowed.
fn memory() -> (u64, u64) {
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()));
    let (total, available) = (system.total_memory(), system.available_memory());
    match system.cgroup_limits() {
        Some(limits) if limits.total_memory < total => (limits.total_memory, limits.free_memory.min(available)),
        _ => (total, available),
    }
}

fn gib(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / GIB)
}

/// Where packs are looked for beside the built-in ones.
pub(super) fn packs() -> Section {
    let mut rows = Vec::new();
    let mut facts = Vec::new();
    for folder in Packs::default().folders() {
        let (what, mend) = match folder {
            Folder::Own(_) => ("your own", "jabber-render packs add FILE makes it"),
            _ => ("JABBER_PACKS", "it is named there: make it, or name another"),
        };
        let path: PathBuf = folder.path().to_owned();
        let found = path.is_dir().then(|| library::packs(&path));
        let (usable, is, count) = match &found {
            Some(Ok((packs, odd))) => {
                let count = packs.latest().count();
                let some = if odd.is_empty() { "" } else { "; packs check tells what is wrong in it" };
                (true, format!("{}: {count} packs{some}", path.display()), count)
            }
            Some(Err(error)) => (false, format!("{}: {}", path.display(), error.message), 0),
            None => (false, format!("{}: no such folder; {mend}", path.display()), 0),
        };
        let row = match (usable, &folder) {
            (true, _) => Row::there(what, is),
            // Nobody needs one.
            (false, Folder::Own(_)) if found.is_none() => Row::told(what, is),
            (false, _) => Row::missing(what, is),
        };
        rows.push(row);
        facts.push(json!({"folder": path, "named by": what, "usable": usable, "packs": count}));
    }
    Section { name: "packs", rows, facts: Value::Array(facts) }
}
