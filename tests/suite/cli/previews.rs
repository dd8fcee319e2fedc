//! `previews`: what is made of packs, what is not made twice, what is cleared, and a loop without a jump.
use super::Desk;
use serde_json::{Value, json};
use std::fs;
use std::io::BufReader;

/// A behaviour pack whose program is one script.
pub(super) fn behaviour(slug: &str, name: &str, preview: &Value, body: &Value) -> String {
    json!({
        "format": 1, "id": format!("c4c:beh:{slug}"), "type": "behaviour", "version": "1.0.0", "name": name,
        "description": "A pack of a test.", "tags": ["test", slug], "preview": preview,
        "content": {"v": 1, "kind": "behaviour", "name": slug, "scripts": [{"body": body}]},
    })
    .to_string()
}

/// Swings about the feet, round after round, 0.8 s each.
fn swing() -> Value {
    json!([{"op": "wave", "ch": "rot", "shape": "sin", "amp": 20, "every": 0.8}])
}

fn desk() -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("packs")).unwrap();
    let preview = json!({"on": "person", "dur": 1.6, "loop": true});
    desk.write("packs/swing.json", behaviour("swing", "swing", &preview, &swing()));
    let preview = json!({"on": "kid", "dur": 0.5, "loop": false});
    let lean = json!([{"op": "ramp", "ch": "rot", "to": 40, "over": 0.5}]);
    desk.write("packs/lean.json", behaviour("lean", "</script><b>&lean", &preview, &lean));
    desk
}

const RUN: [&str; 6] = ["previews", "packs", "-o", "out", "--size", "64x64"];

/// The packs that the page holds.
pub(super) fn data(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("application/json\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

#[test]
fn a_folder_becomes_a_gallery_and_what_is_unchanged_is_left() {
    let desk = desk();
    let out = |name: &str| desk.path("out").join(name);
    let names = || super::names(&desk.path("out"));
    desk.run(&RUN).says(0, &["2 drawn, 0 unchanged, 0 failed"]);
    let mut files = vec!["beh-lean-still.png", "beh-lean.webp", "beh-swing-still.png", "beh-swing.webp"];
    files.extend(["index.html", "previews.json"]);
    assert_eq!(names(), files);
    let page = fs::read_to_string(out("index.html")).unwrap();
    let packs = data(&page);
    let named: Vec<&str> = packs.iter().map(|pack| pack["name"].as_str().unwrap()).collect();
    assert_eq!(named, ["</script><b>&lean", "swing"]);
    // Nothing that a pack is called ends a script: the page has its own two.
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("http:") && !page.contains("https:"), "the page names another host");
    assert_eq!((&packs[1]["clip"]["seamless"], &packs[1]["clip"]["seconds"]), (&json!(true), &json!(1.6)));

    // Nothing has changed; then one pack has.
    fs::write(out("beh-lean.webp"), fs::read(out("beh-lean.webp")).unwrap()).unwrap();
    let before = fs::metadata(out("beh-swing.webp")).unwrap().modified().unwrap();
    desk.run(&RUN).says(0, &["0 drawn, 2 unchanged"]);
    let preview = json!({"on": "kid", "dur": 0.4, "loop": false});
    desk.write("packs/lean.json", behaviour("lean", "lean", &preview, &swing()));
    desk.run(&RUN).says(0, &["1 drawn, 1 unchanged"]);
    assert_eq!(fs::metadata(out("beh-swing.webp")).unwrap().modified().unwrap(), before);
    // Another size is another picture, and so is a file that has gone.
    desk.run(&["previews", "packs", "-o", "out", "--size", "48x48"]).says(0, &["2 drawn, 0 unchanged"]);
    fs::remove_file(out("beh-lean.webp")).unwrap();
    desk.run(&["previews", "packs", "-o", "out", "--size", "48x48"]).says(0, &["1 drawn, 1 unchanged"]);
}

#[test]
fn a_look_that_a_pack_is_shown_on_counts_as_a_part_of_it() {
    let desk = desk();
    let look = |color: &str| {
        json!({"format": 1, "id": "c4c:look:mine", "type": "look", "version": "1.0.0", "name": "mine",
            "content": {"template": "kid", "colors": {"body": color}}})
        .to_string()
    };
    let preview = json!({"on": "c4c:look:mine", "dur": 0.4, "loop": false});
    desk.write("packs/lean.json", behaviour("lean", "lean", &preview, &swing()));
    desk.write("packs/mine.json", look("#406080"));
    desk.run(&RUN).says(0, &["3 drawn"]);
    desk.write("packs/mine.json", look("#A04030"));
    desk.run(&RUN).says(0, &["2 drawn, 1 unchanged"]);
}

#[test]
fn only_what_was_made_here_is_cleared() {
    let desk = desk();
    let out = |name: &str| desk.path("out").join(name);
    desk.run(&RUN).says(0, &["2 drawn"]);
    fs::write(out("beh-other.webp"), "somebody's own").unwrap();
    fs::write(out("beh-lean-still.png"), "changed since").unwrap();
    fs::remove_file(desk.path("packs/lean.json")).unwrap();
    desk.run(&RUN).says(0, &["0 drawn, 1 unchanged, 0 failed, 1 of its files cleared"]);
    assert!(!out("beh-lean.webp").exists());
    assert!(out("beh-other.webp").exists() && out("beh-lean-still.png").exists());
    // A name mistyped clears nothing.
    desk.run(&["previews", "c4c:prop:cupp", "-o", "out", "--size", "64x64"]).says(1, &["c4c:prop:cupp"]);
    assert!(out("beh-swing.webp").exists());
    desk.run(&RUN).says(0, &["0 drawn, 1 unchanged"]);
    // A record that names a file elsewhere, and knows its bytes, clears nothing there.
    fs::copy(out("beh-swing.webp"), desk.path("precious.webp")).unwrap();
    let record = fs::read_to_string(out("previews.json")).unwrap();
    assert!(record.contains("\"beh-swing.webp\": ["), "{record}");
    fs::write(out("previews.json"), record.replace("\"beh-swing.webp\": [", "\"../precious.webp\": [")).unwrap();
    desk.run(&["previews", "c4c:prop:cup", "-o", "out", "--size", "48x48"]).says(0, &["1 drawn"]);
    assert!(desk.path("precious.webp").exists() && !out("beh-swing-still.png").exists());
}

#[test]
fn what_a_killed_run_had_named_is_known_for_its_own() {
    let desk = desk();
    for k in 0..12 {
        let preview = json!({"on": "kid", "dur": 0.3, "loop": false});
        desk.write(&format!("packs/{k}.json"), behaviour(&format!("n{k}"), "n", &preview, &swing()));
    }
    let count = || fs::read_dir(desk.path("out")).map_or(0, |entries| entries.count());
    // Killed as soon as more files have their names than before: between a name and whatever is written of it.
    for _ in 0..3 {
        let before = count();
        let mut child = desk.command(&[&RUN[..], &["--jobs", "1"]].concat()).spawn().unwrap();
        while count() <= before + 2 && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        let _ = child.wait();
    }
    assert!(!desk.path("out/index.html").exists(), "it was over before it was killed");
    let ran = desk.run(&RUN);
    ran.says(0, &["0 failed"]);
    let record: Value = serde_json::from_str(&fs::read_to_string(desk.path("out/previews.json")).unwrap()).unwrap();
    assert_eq!((record["made"].as_object().unwrap().len(), &record["coming"]), (14, &Value::Null));
}

#[test]
fn a_pack_that_fails_is_a_line_and_the_rest_are_made() {
    let desk = desk();
    desk.write("packs/lean.json", "{\"format\": 1}");
    let lost = json!({"on": "c4c:look:nobody", "dur": 1});
    desk.write("packs/lost.json", behaviour("lost", "lost", &lost, &swing()));
    let ran = desk.run(&[&RUN[..], &["--json", "--quiet"]].concat());
    ran.says(1, &["failed", "lean.json", "c4c:beh:lost", "nobody"]);
    let told: Value = serde_json::from_str(&ran.gave).unwrap();
    assert_eq!(
        (&told["drawn"], &told["unchanged"], told["failed"].as_array().unwrap().len()),
        (&json!(1), &json!(0), 2)
    );
    assert!(desk.path("out/beh-swing.webp").exists() && desk.path("out/index.html").exists());
    desk.run(&["previews", "nowhere", "-o", "out"]).says(1, &["there is no folder nowhere"]);
    desk.run(&["previews", "c4c:beh:wav", "-o", "out", "--size", "48x48"]).says(1, &["c4c:beh:wav"]);
    desk.run(&["previews", "packs", "-o", "out", "--on", "horse"]).says(2, &["--on", "horse"]);
}

/// The frames of an APNG, RGB or RGBA, each a whole picture.
fn frames(path: &std::path::Path) -> Vec<Vec<u8>> {
    let mut reader = png::Decoder::new(BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let count = reader.info().animation_control.unwrap().num_frames;
    let (mut canvas, mut frames) = (vec![0; width * height * 4], Vec::new());
    for _ in 0..count {
        let mut patch = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut patch).unwrap();
        let place = *reader.info().frame_control().unwrap();
        for y in 0..place.height as usize {
            for x in 0..place.width as usize {
                let from = &patch[(y * place.width as usize + x) * 4..][..4];
                let to = ((place.y_offset as usize + y) * width + place.x_offset as usize + x) * 4;
                if place.blend_op == png::BlendOp::Source || from[3] == 255 {
                    canvas[to..to + 4].copy_from_slice(from);
                }
            }
        }
        frames.push(canvas.clone());
    }
    frames
}

fn apart(a: &[u8], b: &[u8]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
}

#[test]
fn a_loop_goes_on_where_it_began_and_a_shot_does_not() {
    let desk = desk();
    desk.run(&[&RUN[..], &["--format", "png"]].concat()).says(0, &["2 drawn"]);
    let seam = |name: &str| {
        let frames = frames(&desk.path(name));
        let step = frames.windows(2).map(|pair| apart(&pair[0], &pair[1])).max().unwrap();
        (apart(frames.last().unwrap(), &frames[0]), step, frames.len())
    };
    // Two rounds of 0.8 s at about 16 frames a second: as many as fill them exactly.
    let (seam_of_swing, step, count) = seam("out/beh-swing.png");
    assert!(
        seam_of_swing > 0 && seam_of_swing <= step,
        "{seam_of_swing} between the ends, {step} at most between neighbours"
    );
    assert_eq!(count, 26);
    let (seam_of_lean, step, _) = seam("out/beh-lean.png");
    assert!(seam_of_lean > 2 * step, "{seam_of_lean} between the ends, {step} at most between neighbours");
}

#[test]
fn the_still_is_the_held_pose_or_the_hinted_moment() {
    let desk = Desk::new();
    fs::create_dir(desk.path("packs")).unwrap();
    // It rests, leans far for an instant, and holds the other way: the held pose says more, though it is nearer to rest.
    let ramp = |to: f64, over: f64| json!({"op": "ramp", "ch": "rot", "to": to, "over": over});
    let body = json!([ramp(60.0, 0.06), ramp(-40.0, 0.06), {"op": "wait", "for": 2}]);
    let made = |slug: &str, at: Option<f64>| {
        let mut preview = json!({"on": "person", "dur": 1.5, "loop": false});
        preview.as_object_mut().unwrap().extend(at.map(|at| ("at".to_owned(), json!(at))));
        desk.write(&format!("packs/{slug}.json"), behaviour(slug, slug, &preview, &body));
    };
    made("held", None);
    made("late", Some(1.25));
    made("rest", Some(0.0));
    desk.run(&RUN).says(0, &["3 drawn"]);
    let still = |slug: &str| {
        let file = fs::File::open(desk.path(&format!("out/beh-{slug}-still.png"))).unwrap();
        let mut reader = png::Decoder::new(BufReader::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    };
    let (held, late, rest) = (still("held"), still("late"), still("rest"));
    let away = apart(&rest, &late);
    assert!(away > 10_000, "preview.at is not heeded: {away}");
    assert!(apart(&held, &late) * 5 < away, "{} from the pose that is held, {away} to rest", apart(&held, &late));
}

#[test]
fn every_kind_and_every_form_is_made() {
    let desk = Desk::new();
    let ids = ["c4c:char:sunny", "c4c:look:fox", "c4c:place:park", "c4c:prop:cup", "c4c:voice:granny", "c4c:beh:wag"];
    for (form, ending) in [("mp4", "mp4"), ("gif", "gif"), ("webp", "webp"), ("png", "png")] {
        let args = [&["previews"], &ids[..], &["-o", "out", "--size", "64x48", "--format", form]].concat();
        desk.run(&args).says(0, &["6 drawn"]);
        let page = fs::read_to_string(desk.path("out/index.html")).unwrap();
        let packs = data(&page);
        assert_eq!(packs.len(), 6);
        let mut files = vec!["index.html".to_owned(), "previews.json".to_owned()];
        for pack in &packs {
            let more = pack["more"].as_array().into_iter().flatten();
            for still in std::iter::once(&pack["poster"]).chain(more) {
                files.push(still["file"].as_str().unwrap().to_owned());
                assert!(!still["alt"].as_str().unwrap().is_empty(), "{pack}");
            }
            let (clip, sound) = (&pack["clip"]["file"], &pack["sound"]);
            files.extend([clip, sound].into_iter().filter_map(Value::as_str).map(str::to_owned));
        }
        files.sort();
        // All that lies there the page shows.
        assert_eq!(files, super::names(&desk.path("out")));
        assert_eq!(files.iter().filter(|name| **name == format!("char-sunny.{ending}")).count(), 1);
        for sheet in ["char-sunny-sheet.png", "look-fox-sheet.png", "place-park-grades.png", "voice-granny.wav"] {
            assert!(files.iter().any(|name| name == sheet), "{sheet} of {files:?}");
        }
    }
}
