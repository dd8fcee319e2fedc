//! The catalog: manifests, versions, and that every shipped pack is one.
mod films;
mod index;
mod looks;

use jabber_render::pack::{Catalog, Pack, PackKind, Version, shipped, shipped_file};

fn manifest(id: &str, version: &str, name: &str) -> Vec<u8> {
    let kind = PackKind::of_id(id).map_or("behaviour", PackKind::word);
    format!(r#"{{"format":1,"id":"{id}","type":"{kind}","version":"{version}","name":"{name}","content":{{}}}}"#)
        .into_bytes()
}

#[test]
fn every_shipped_json_is_a_pack_under_its_own_name() {
    let files: Vec<String> = shipped().into_iter().filter(|path| path.ends_with(".json")).collect();
    let catalog = Catalog::shipped();
    assert_eq!(catalog.iter().count(), files.len());
    for path in files {
        let (pack, warnings) = Pack::parse(&shipped_file(&path).unwrap()).unwrap_or_else(|e| panic!("{path}: {e:?}"));
        assert!(warnings.is_empty(), "{path}: {warnings:?}");
        let slug = pack.id.rsplit(':').next().unwrap();
        assert!(path.ends_with(&format!("/{slug}.json")), "{path} holds {}", pack.id);
        // The catalog knows the id by the path alone.
        let found = catalog.get(&pack.id, None);
        assert_eq!(found.map(|found| (&found.id, &found.hash)), Some((&pack.id, &pack.hash)), "{path}");
        assert!(pack.description.is_some() && !pack.tags.is_empty() && pack.preview.is_some(), "{path}");
    }
}

#[test]
fn versions_compare_by_number() {
    let ordered = ["0.9", "1", "1.0.1", "1.2", "1.9", "1.10", "2.0.0"];
    let versions: Vec<Version> = ordered.iter().map(|text| Version::parse(text).unwrap()).collect();
    assert!(versions.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(Version::parse("1.2"), Version::parse("1.2.0"));
    for bad in ["", "1.", "v1", "1.x", "-1", "1.2.3.4.5.6.7.8.9"] {
        assert!(Version::parse(bad).is_none(), "{bad}");
    }
}

#[test]
fn the_highest_version_wins_and_a_version_asked_for_is_exact() {
    let mut catalog = Catalog::default();
    for (version, name) in [("1.10.0", "ten"), ("1.9.0", "nine"), ("1.2.0", "two")] {
        catalog.add(&manifest("c4c:beh:hop", version, name)).unwrap();
    }
    let name = |version| catalog.get("c4c:beh:hop", version).map(|pack| pack.name.clone());
    assert_eq!(name(None).as_deref(), Some("ten"));
    assert_eq!(name(Some("1.9.0")).as_deref(), Some("nine"));
    assert_eq!(name(Some("1.3.0")), None);
    assert!(catalog.get("c4c:beh:skip", None).is_none());
}

#[test]
fn at_the_same_version_the_pack_added_last_wins() {
    let mut catalog = Catalog::shipped();
    let shipped = catalog.get("c4c:beh:idle", None).unwrap().clone();
    catalog.add(&manifest("c4c:beh:idle", &shipped.version.to_string(), "mine")).unwrap();
    assert_eq!(catalog.get("c4c:beh:idle", None).unwrap().name, "mine");
}

#[test]
fn faults_of_a_manifest_name_the_field() {
    let paths = |text: &str| -> Vec<String> {
        Pack::parse(text.as_bytes()).unwrap_err().into_iter().map(|fault| fault.path).collect()
    };
    assert_eq!(paths("[]"), [""]);
    assert_eq!(paths("{"), [""]);
    assert_eq!(paths("{}"), ["format", "id", "type", "version", "name", "content"]);
    assert_eq!(
        paths(r#"{"format":1,"id":"c4c:beh:Hop","type":"behaviour","version":"1","name":"x","content":{}}"#),
        ["id"]
    );
    assert_eq!(
        paths(r#"{"format":1,"id":"c4c:beh:hop","type":"place","version":"one","name":"x","content":{}}"#),
        ["type", "version"]
    );
}
