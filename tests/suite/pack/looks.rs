//! Looks by pack: what a look stands for, and what is said of one that there is not.
use jabber_render::figure::look::Look;
use jabber_render::figure::template::shipped;
use jabber_render::pack::{Catalog, PackKind};
use serde_json::{Value, json};

fn catalog() -> Catalog {
    let mut catalog = Catalog::default();
    for (version, tail) in [("1.0.0", "short"), ("1.1.0", "flag")] {
        let content = json!({
            "template": "dog", "style": "ink", "colors": {"body": "rust", "acc": "ink"}, "options": {"tail": tail, "coat": "plain"}
        });
        let pack = json!({
            "format": 1, "id": "c4c:look:fox", "type": "look", "version": version, "name": "Fox", "content": content
        });
        catalog.add(pack.to_string().as_bytes()).unwrap();
    }
    catalog
}

#[test]
fn a_look_stands_for_its_packs_with_its_own_words_over_it() {
    let content = |tail: &str| json!({"template": "dog", "style": "ink", "colors": {"body": "rust", "acc": "ink"}, "options": {"tail": tail, "coat": "plain"}});
    let newest = content("flag");
    let mut merged = newest.clone();
    merged["style"] = json!("soft");
    merged["colors"]["acc"] = json!("teal");
    merged["options"]["ears"] = json!("floppy");
    let plain = json!({"template": "cat", "colors": {"body": "teal"}});
    for (asked, look, pack) in [
        (json!("c4c:look:fox"), newest.clone(), true),
        (json!({"pack": "c4c:look:fox"}), newest.clone(), true),
        (json!({"pack": {"id": "c4c:look:fox"}}), newest, true),
        (json!({"pack": {"id": "c4c:look:fox", "version": "1.0"}}), content("short"), true),
        (
            json!({"pack": "c4c:look:fox", "style": "soft", "colors": {"acc": "teal"}, "options": {"ears": "floppy"}}),
            merged,
            true,
        ),
        (plain.clone(), plain, false),
        (Value::Null, Value::Null, false),
    ] {
        let catalog = catalog();
        let dressed = catalog.dressed(&asked);
        assert_eq!(*dressed.look, look, "{asked}");
        assert_eq!(dressed.pack.as_deref(), pack.then_some("c4c:look:fox"), "{asked}");
        assert!(dressed.lacking.is_none(), "{asked}: {:?}", dressed.lacking);
    }
}

#[test]
fn a_look_pack_that_there_is_not_is_told_and_the_own_words_stay() {
    for (asked, path, hint) in [
        (json!("c4c:look:fxo"), "", "did you mean c4c:look:fox?"),
        (json!("fox"), "", "did you mean c4c:look:fox?"),
        (json!({"pack": "c4c:look:fxo", "style": "ink"}), "pack", "did you mean c4c:look:fox?"),
        (json!({"pack": {"id": "c4c:look:fxo"}}), "pack.id", "did you mean c4c:look:fox?"),
        (json!({"pack": {"id": "c4c:look:fox", "version": "2"}}), "pack.id", "versions: 1.0.0, 1.1.0"),
        (json!({"pack": 5}), "pack", "c4c:look:…"),
    ] {
        let catalog = catalog();
        let dressed = catalog.dressed(&asked);
        let lacking = dressed.lacking.unwrap_or_else(|| panic!("{asked} is taken"));
        assert_eq!((&*lacking.path, lacking.hint.as_deref()), (path, Some(hint)), "{asked}");
        assert_eq!(dressed.look.get("style"), asked.get("style"), "{asked}");
        assert!(dressed.pack.is_none() && dressed.look.get("pack").is_none(), "{asked}");
    }
}

/// Whatever a shipped look says, its template knows.
#[test]
fn every_shipped_look_is_known_to_its_template() {
    let catalog = Catalog::shipped();
    for pack in catalog.of_kind(PackKind::Look) {
        let name = pack.content["template"].as_str().unwrap_or_else(|| panic!("{} has no template", pack.id));
        let template = shipped(name).unwrap_or_else(|| panic!("{}: {name}", pack.id)).unwrap();
        assert_eq!(Look::read(&pack.content, &template).1, [], "{}", pack.id);
    }
}
