//! What a catalog tells of its packs, and the index of a folder.
use jabber_render::pack::{Catalog, Index, Pack, PackKind, Reader, Source, sha256};
use serde_json::json;

fn pack(kind: &str, id: &str, version: &str, content: serde_json::Value) -> Pack {
    let manifest = json!({"format": 1, "id": id, "type": kind, "version": version, "name": "n", "tags": ["a"], "content": content});
    Pack::parse(manifest.to_string().as_bytes()).unwrap().0
}

#[test]
fn the_hash_is_sha_256() {
    // FIPS 180-2, appendix B.1, and the empty message.
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#[test]
fn the_whole_hash_is_of_the_art_too() {
    let plain = pack("place", "c4c:place:room", "1", json!({"background": "room"}));
    let with = |art: &'static [u8]| Pack {
        beside: Reader::new(move |name| if name == "room.svg" { Ok(art.to_vec()) } else { Err(lost()) }),
        ..plain.clone()
    };
    assert_eq!(plain.whole_hash(), &*plain.hash);
    assert_eq!(with(b"one").whole_hash(), with(b"one").whole_hash());
    assert_ne!(with(b"one").whole_hash(), with(b"two").whole_hash());
    assert_ne!(with(b"one").whole_hash(), plain.whole_hash());
}

fn lost() -> jabber_render::diagnostic::Diagnostic {
    jabber_render::diagnostic::Diagnostic::warning("", "lost")
}

#[test]
fn a_shipped_pack_says_where_it_is_from() {
    let catalog = Catalog::shipped();
    let park = catalog.get("c4c:place:park", None).unwrap();
    assert_eq!(park.source, Source::BuiltIn("places/park.json".to_owned()));
    assert_eq!(park.art().as_deref(), Some("park.svg"));
    assert!(park.beside.read("park.svg").unwrap().starts_with(b"<"));
    assert!(park.beside.read("../props/cup.svg").is_err());
    assert_eq!(catalog.iter().count(), catalog.latest().count());
    assert!(PackKind::ALL.iter().all(|(kind, ..)| catalog.of_kind(*kind).all(|pack| pack.kind == *kind)));
}

#[test]
fn versions_of_an_id_are_all_there() {
    let mut catalog = Catalog::default();
    for version in ["1.10", "1.9", "1.2"] {
        catalog.put(pack("behaviour", "c4c:beh:hop", version, json!({})));
    }
    let versions: Vec<String> = catalog.versions("c4c:beh:hop").map(|pack| pack.version.to_string()).collect();
    assert_eq!(versions, ["1.2", "1.9", "1.10"]);
    assert_eq!((catalog.iter().count(), catalog.latest().count()), (3, 1));
    assert_eq!(catalog.named("c4c:beh:hop@1.9.0").unwrap().version.to_string(), "1.9");
    assert!(catalog.named("c4c:beh:hop@2").unwrap_err().message.contains("no version 2"));
}

#[test]
fn an_index_reads_back() {
    let one = pack("behaviour", "c4c:beh:one", "1.0.0", json!({}));
    let two = Pack {
        beside: Reader::new(|_| Ok(b"abc".to_vec())),
        ..pack("prop", "c4c:prop:two", "1.0.0", json!({"art": "two.svg"}))
    };
    let index = Index::of([(&two, "props/two.json"), (&one, "behaviours/one.json")].into_iter());
    let text = index.text();
    assert_eq!(Index::parse(text.as_bytes()).unwrap(), index);
    let files: Vec<&str> = index.packs.iter().map(|entry| &*entry.file).collect();
    assert_eq!(files, ["behaviours/one.json", "props/two.json"]);
    assert_eq!(index.packs[0].art, None);
    let art = index.packs[1].art.clone().unwrap();
    assert_eq!((&*art.file, art.sha256), ("props/two.svg", sha256(b"abc")));
    assert_eq!(Index::parse(Index::of(std::iter::empty()).text().as_bytes()).unwrap().packs, []);
    for (text, path) in [
        ("{", ""),
        ("{\"format\": 2, \"packs\": []}", "format"),
        ("{\"format\": 1, \"packs\": [{\"id\": 1}]}", "packs.0.id"),
    ] {
        assert_eq!(Index::parse(text.as_bytes()).unwrap_err().path, path, "{text}");
    }
}

#[test]
fn optional_fields_of_a_manifest_have_their_forms() {
    let manifest = |key: &str, value: serde_json::Value| {
        let mut manifest =
            json!({"format": 1, "id": "c4c:beh:a", "type": "behaviour", "version": "1", "name": "n", "content": {}});
        manifest[key] = value;
        Pack::parse(manifest.to_string().as_bytes())
    };
    for (key, value, path) in [
        ("description", json!(1), "description"),
        ("license", json!([]), "license"),
        ("preview", json!("dog"), "preview"),
        ("tags", json!("loop"), "tags"),
        ("tags", json!(["loop", 3]), "tags.1"),
    ] {
        assert_eq!(manifest(key, value).unwrap_err()[0].path, path);
    }
    let (_, warnings) = manifest("licence", json!("MIT")).unwrap();
    assert_eq!(warnings[0].hint.as_deref(), Some("did you mean \"license\"?"));
}
