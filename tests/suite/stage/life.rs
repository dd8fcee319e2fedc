//! Life in places: every wave worked out by hand, loops that meet, what is still, and what is wrong with a motion.
use super::here;
use jabber_render::diagnostic::{Diagnostic, Severity};
use jabber_render::display::Item;
use jabber_render::pack::Catalog;
use jabber_render::paint::{Kept, Painter};
use jabber_render::stage::{Life, Piece, Place, Setting, Shown, Stage, compose, shown};
use kurbo::{Affine, Point};
use serde_json::{Value, json};
use std::sync::Arc;

/// Fine enough that no step of a quarter of a pixel shows.
const FINE: f64 = 1e6;

/// A place of 100 × 50 units with a group `a` in (10, 20)–(20, 40), and one `b` inside one `c`.
fn read(life: &Value) -> (Place, Vec<Diagnostic>) {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50" fill="#abc"/>
        <g id="near"><g id="a"><rect x="10" y="20" width="10" height="20" fill="#123"/></g>
        <g id="c"><rect x="40" y="10" width="20" height="20" fill="#456"/><g id="b"><rect x="45" y="15" width="4" height="4"/></g></g>
        <g id="clipped" opacity=".5"><g id="held"><rect width="5" height="5"/></g><rect width="5" height="5"/></g></g></svg>"##;
    let (life, mut faults) = Life::read(life);
    let (place, more) = Place::from_svg(svg.as_bytes(), &life).unwrap();
    faults.extend(more);
    (place, faults)
}

fn living(life: Value) -> Vec<Piece> {
    let (place, faults) = read(&life);
    assert!(faults.is_empty(), "{faults:?}");
    place.pieces.into_iter().filter(|piece| !piece.life.is_empty()).collect()
}

#[test]
fn every_wave_is_what_it_says() {
    // What a motion of `a` says beside its id, a time, and where the point (20, 40) of its lower right corner is then; 10 and 30 are its middle.
    let moves = [
        // To and fro: a quarter of the period in, all the way; three quarters in, all the way back.
        (json!({"channel": "x", "by": 8, "period": 4}), 0.0, (20.0, 40.0)),
        (json!({"channel": "x", "by": 8, "period": 4}), 1.0, (28.0, 40.0)),
        (json!({"channel": "x", "by": 8, "period": 4}), 3.0, (12.0, 40.0)),
        (json!({"channel": "y", "by": -8, "period": 4}), 1.0, (20.0, 32.0)),
        (json!({"channel": "y", "by": 8, "period": 4, "phase": 0.25}), 0.0, (20.0, 48.0)),
        (json!({"channel": "x", "wave": "saw", "by": 8, "period": 4}), 3.0, (26.0, 40.0)),
        (json!({"channel": "x", "wave": "saw", "by": 8, "period": 4}), 5.0, (22.0, 40.0)),
        // The eighth of 8 s is one: half a second in, the top; from then on at rest.
        (json!({"channel": "y", "wave": "twinkle", "by": 6, "period": 8}), 0.5, (20.0, 46.0)),
        (json!({"channel": "y", "wave": "twinkle", "by": 6, "period": 8}), 4.0, (20.0, 40.0)),
        (json!({"channel": "y", "wave": "dash", "by": 6, "period": 8}), 0.5, (20.0, 43.0)),
        (json!({"channel": "y", "wave": "dash", "by": 6, "period": 8}), 7.9, (20.0, 46.0)),
        (json!({"channel": "x", "wave": "blink", "by": 6, "period": 2}), 0.5, (20.0, 40.0)),
        (json!({"channel": "x", "wave": "blink", "by": 6, "period": 2}), 1.0, (26.0, 40.0)),
        // A quarter turn clockwise about the middle (15, 30): (5, 10) becomes (-10, 5).
        (json!({"channel": "rot", "by": 90, "period": 4}), 1.0, (5.0, 35.0)),
        (json!({"channel": "rot", "by": 90, "period": 4, "at": [20, 20]}), 1.0, (0.0, 20.0)),
        (json!({"channel": "scale", "by": 0.5, "period": 4}), 1.0, (22.5, 45.0)),
        (json!({"channel": "sx", "by": 0.5, "period": 4, "at": [10, 40]}), 1.0, (25.0, 40.0)),
        (json!({"channel": "sy", "by": 0.5, "period": 4, "at": [10, 40]}), 3.0, (20.0, 40.0)),
        // Ten units wide, it goes from −20 to 110, a tenth of the place beyond each side: 130 a turn. At 10 s it has come to 110 = −20.
        (json!({"channel": "x", "wave": "drift", "by": 10, "period": 1}), 9.0, (110.0, 40.0)),
        (json!({"channel": "x", "wave": "drift", "by": 10, "period": 1}), 10.0, (-10.0, 40.0)),
        (json!({"channel": "x", "wave": "drift", "by": 10, "period": 1}), 13.0, (20.0, 40.0)),
        (json!({"channel": "x", "wave": "drift", "by": -10, "period": 1}), 3.0, (-10.0, 40.0)),
        (json!({"channel": "x", "wave": "drift", "by": -10, "period": 1}), 4.0, (110.0, 40.0)),
        // Down 20 units, from −25 to 55: 80 a turn.
        (json!({"channel": "y", "wave": "drift", "by": 10, "period": 1}), 8.0, (20.0, 40.0)),
    ];
    for (mut motion, t, wanted) in moves {
        motion["id"] = json!("a");
        let pieces = living(json!([motion]));
        let Shown { transform, opacity } = shown(&pieces[0].life, t, FINE);
        let found = transform * Point::new(20.0, 40.0);
        assert!(found.distance(wanted.into()) < 1e-3 && opacity == 1.0, "{motion} at {t}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn what_fades_fades_as_it_says() {
    let fades = [
        ("sine", 1.0, 0.0, 1.0),
        ("sine", 1.0, 4.0, 0.0),
        ("sine", 0.5, 4.0, 0.5),
        ("sine", 1.0, 2.0, 0.5),
        ("saw", 1.0, 2.0, 0.75),
        ("twinkle", 1.0, 0.5, 0.0),
        ("twinkle", 1.0, 3.0, 1.0),
        ("glint", 1.0, 0.5, 1.0),
        ("glint", 1.0, 0.0, 0.0),
        ("glint", 0.75, 3.0, 0.25),
        ("dash", 1.0, 0.25, 0.75),
        ("blink", 1.0, 3.9, 1.0),
        ("blink", 0.5, 4.0, 0.5),
    ];
    for (wave, by, t, wanted) in fades {
        let pieces = living(json!([{"id": "a", "channel": "opacity", "wave": wave, "by": by, "period": 8}]));
        let Shown { transform, opacity } = shown(&pieces[0].life, t, FINE);
        assert!((opacity - wanted).abs() <= 1.0 / 128.0, "{wave} by {by} at {t}: {opacity}, not {wanted}");
        assert_eq!(transform, Affine::IDENTITY);
    }
}

#[test]
fn loops_meet() {
    for wave in ["sine", "saw", "flicker", "twinkle", "glint", "dash", "blink"] {
        for channel in ["x", "rot", "sy", "opacity"] {
            let pieces =
                living(json!([{"id": "a", "channel": channel, "wave": wave, "by": 0.5, "period": 5, "phase": 0.3}]));
            let at = |t: f64| shown(&pieces[0].life, t, FINE);
            let steps = (0..60).map(|i| f64::from(i) / 12.0);
            for t in steps.clone() {
                let (once, again) = (at(t), at(t + 35.0));
                let (a, b) = (once.transform.as_coeffs(), again.transform.as_coeffs());
                let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
                assert!(apart.fold(0.0, f64::max) < 1e-6 && once.opacity == again.opacity, "{wave} {channel} at {t}");
            }
            assert!(steps.map(at).any(|shown| shown != at(0.0)), "{wave} {channel} moves");
        }
    }
}

#[test]
fn a_flame_is_restless_and_stays_within_its_bounds() {
    let pieces = living(json!([{"id": "a", "channel": "x", "wave": "flicker", "by": 1, "period": 4}]));
    let way: Vec<f64> =
        (0..48).map(|i| shown(&pieces[0].life, f64::from(i) / 12.0, FINE).transform.translation().x).collect();
    let turns = way.windows(3).filter(|three| (three[1] - three[0]) * (three[2] - three[1]) < 0.0).count();
    assert!(turns >= 12, "it turns three times a second or more: {turns} times in four");
    assert!(way.iter().all(|x| x.abs() <= 1.0) && way.iter().any(|x| x.abs() > 0.5), "{way:?}");
}

#[test]
fn slow_life_is_drawn_anew_on_twos_and_only_where_it_moved() {
    let pieces = living(json!([{"id": "a", "channel": "x", "by": 8, "period": 4}]));
    let at = |frame: u32, unit: f64| shown(&pieces[0].life, f64::from(frame) / 24.0, unit);
    // Twelve times a second, at every other frame.
    for frame in (0..96).step_by(2) {
        assert_eq!(at(frame, FINE), at(frame + 1, FINE), "{frame}");
    }
    assert_ne!(at(1, FINE), at(2, FINE));
    // By whole quarters of a pixel: at half a pixel a unit, half a unit.
    for frame in 0..96 {
        let quarters = at(frame, 0.5).transform.translation().x * 0.5 / 0.25;
        assert!((quarters - quarters.round()).abs() < 1e-9, "{frame}: {quarters}");
    }
    let fast = living(json!([{"id": "a", "channel": "x", "by": 8, "period": 4, "rate": 24}]));
    assert_ne!(shown(&fast[0].life, 0.0, FINE), shown(&fast[0].life, 1.0 / 24.0, FINE));
}

#[test]
fn motions_of_one_group_add_up_and_inner_groups_go_with_outer_ones() {
    let pieces = living(json!([
        {"id": "c", "channel": "x", "wave": "saw", "by": 4, "period": 4},
        {"id": "b", "channel": "y", "wave": "saw", "by": 4, "period": 4},
        {"id": "b", "channel": "opacity", "wave": "saw", "by": 1, "period": 4},
    ]));
    let at: Vec<_> = pieces.iter().map(|piece| shown(&piece.life, 1.0, FINE)).collect();
    assert_eq!(at.len(), 2, "c without b, and b");
    assert_eq!((at[0].transform, at[0].opacity), (Affine::translate((1.0, 0.0)), 1.0));
    assert_eq!((at[1].transform, at[1].opacity), (Affine::translate((1.0, 1.0)), 0.75));
}

#[test]
fn still_stops_it_all() {
    let life = json!([{"id": "a", "channel": "x", "by": 8, "period": 4, "phase": 0.25}]);
    let (mut place, _) = read(&life);
    for (still, moves) in [(false, true), (true, false)] {
        place.still = still;
        let mut stage = Stage::new(200, 100);
        stage.add_place("here".into(), place.clone());
        let items = |t: f64| compose(&here(t), &stage).items;
        assert_eq!(items(0.0) != items(1.7), moves, "still {still}");
    }
    // What a cartoon says of its place goes before what the pack says.
    let catalog = Catalog::shipped();
    let none = |_: &str| unreachable!("it is shipped");
    for still in [false, true] {
        let setting = Setting { still: Some(still), ..Setting::of("park") };
        assert_eq!(setting.place(&catalog, &none).0.still, still);
    }
}

#[test]
fn only_what_lives_is_painted_anew() {
    let (place, _) = read(&json!([{"id": "a", "channel": "x", "by": 8, "period": 4}]));
    let mut stage = Stage::new(200, 100);
    stage.add_place("here".into(), place);
    let mut painter = Painter::new(Arc::new(Kept::default()));
    let mut picture = painter.paint(&compose(&here(0.0), &stage));
    painter.paint_next(compose(&here(0.0), &stage), &mut picture);
    let parts = painter.paint_next(compose(&here(1.0), &stage), &mut picture);
    // The group lies in 20..40 by 40..80 pixels and has gone 16 to the right; a pixel round it for its edge.
    let areas = parts.areas();
    assert!(!areas.is_empty());
    for area in areas {
        assert!(area.x0 >= 18 && area.x1 <= 58 && area.y0 >= 38 && area.y1 <= 82, "{area:?}");
    }
    assert!(picture == Painter::default().paint(&compose(&here(1.0), &stage)), "the bytes of the frame alone");
    assert!(parts.areas().len() == 1 && painter.paint_next(compose(&here(1.0), &stage), &mut picture).is_empty());
}

#[test]
fn what_is_wrong_with_a_motion_is_said_with_its_path_and_the_nearest_word() {
    let right = json!({"id": "a", "channel": "x", "by": 1, "period": 2});
    let with = |key: &str, value: Value| {
        let mut row = right.clone();
        row[key] = value;
        row
    };
    let without = |key: &str| {
        let mut row = right.clone();
        row.as_object_mut().unwrap().remove(key);
        row
    };
    // A motion, where its fault is, and a word that the message or the hint holds.
    let faults = [
        (with("id", json!("held")), "life.0.id", "as a whole"),
        (with("id", json!("cliped")), "life.0.id", "\"clipped\""),
        (with("channel", json!("opaciti")), "life.0.channel", "\"opacity\""),
        (with("wave", json!("twinckle")), "life.0.wave", "\"twinkle\""),
        (with("wave", json!("xyzzy")), "life.0.wave", "flicker"),
        (with("wave", json!(3)), "life.0.wave", "a text"),
        (with("period", json!(0)), "life.0.period", "0.2"),
        (with("period", json!(1000)), "life.0.period", "600"),
        (with("phase", json!(2)), "life.0.phase", "1 or less"),
        (with("rate", json!(0.5)), "life.0.rate", "1 or more"),
        (with("by", json!("much")), "life.0.by", "a number"),
        (with("at", json!([1])), "life.0.at", "[x, y]"),
        (with("perod", json!(3)), "life.0.perod", "\"period\""),
        (without("id"), "life.0.id", "needs"),
        (without("period"), "life.0.period", "needs"),
        (json!({"id": "a", "channel": "rot", "wave": "drift", "by": 1, "period": 2}), "life.0.wave", "x or y"),
        (json!("a"), "life.0", "an object"),
    ];
    for (row, path, word) in faults {
        let (_, found) = read(&json!([row]));
        let fault = found.first().unwrap_or_else(|| panic!("{row} passes"));
        let said = format!("{} {}", fault.message, fault.hint.as_deref().unwrap_or_default());
        assert!(fault.path == path && said.contains(word), "{row}: {fault:?}");
        assert_eq!(fault.severity, Severity::Warning);
    }
    assert!(read(&json!([right])).1.is_empty());
    assert_eq!(read(&json!({"a": 1})).1[0].path, "life");
}

#[test]
fn the_life_of_shipped_places_is_small_and_moves() {
    let catalog = Catalog::shipped();
    for pack in catalog.of_kind(jabber_render::pack::PackKind::Place) {
        let none = |_: &str| unreachable!("it is shipped");
        let (place, faults) = Setting::of(&pack.id).place(&catalog, &none);
        assert!(faults.is_empty(), "{}: {faults:?}", pack.id);
        let living = place.pieces.iter().filter(|piece| !piece.life.is_empty());
        for piece in living {
            let paths: usize = piece.items.iter().map(Item::count).sum();
            assert!(paths <= 200, "{}: {paths} paths move at once", pack.id);
            let at = |t: f64| shown(&piece.life, t, 1.0);
            assert!((0..600).any(|i| at(f64::from(i) / 4.0) != at(0.0)), "{}: {:?} never moves", pack.id, piece.life);
        }
    }
}
