//! Laws over looks: every choice of every option is met, and every shipped look pack holds what its body holds.
use super::laws::{apart_at_limits, differing, looks, mask, painted, regions, seen, views};
use super::{covered, drawn, shipped};
use jabber_render::figure::Figure;
use jabber_render::figure::face::mood_words;
use jabber_render::figure::template::{Template, shipped_names};
use jabber_render::frame::Pose;
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::vocabulary::View;
use serde_json::json;
use std::collections::BTreeSet;

/// A choice changes 0.3 % of the pixels or more, in the view that shows most of it.
#[test]
fn every_choice_of_every_option_is_seen() {
    let mut faults = BTreeSet::new();
    for name in shipped_names() {
        let template = shipped(&name);
        let usual = Figure::new(&template, &json!({})).0;
        let choices =
            template.options.iter().flat_map(|(option, all)| all.iter().skip(1).map(move |one| (option, one)));
        for (option, choice) in choices {
            let (figure, warnings) = Figure::new(&template, &json!({"options": {option.as_str(): choice}}));
            assert_eq!(warnings, []);
            let changed = |view: View| {
                let pose = seen(view, Pose::default());
                let (items, shown) = drawn(&figure, &pose, 1.0);
                assert!(covered(&items).is_finite() && shown.bounds.is_finite(), "{name} {option} {choice}");
                let (own, other) = (painted(&figure, &pose).0, painted(&usual, &pose).0);
                differing(&own, &other, &|_, _| true)
            };
            let most = views(&template).into_iter().map(changed).fold(0.0, f64::max);
            if most < 0.003 {
                faults.insert(format!("{name} {option} {choice}: {most:.4}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A choice is one with its body, and a look pack stands on the ground line.
#[test]
fn a_choice_is_one_with_its_body_and_a_look_stands() {
    let mut faults = BTreeSet::new();
    let choice = |template: &Template, option: &str, choice: &str| {
        Figure::new(template, &json!({"options": {option: choice}})).0
    };
    let chosen = shipped_names().into_iter().flat_map(|name| {
        let template = shipped(&name);
        let options = template.options.clone().into_iter();
        let all = options.flat_map(|(option, all)| all.into_iter().map(move |one| (option.clone(), one)));
        all.map(|(option, one)| (format!("{name} {option} {one}"), template.clone(), choice(&template, &option, &one)))
            .collect::<Vec<_>>()
    });
    for (name, template, figure) in chosen.chain(looks()) {
        for pose in views(&template).into_iter().map(|view| seen(view, Pose::default())) {
            let sizes = regions(&mask(&figure, &pose));
            if sizes.iter().filter(|size| **size > 3).count() != 1 {
                faults.insert(format!("{name} {:?}: {sizes:?}", pose.view));
            }
            let feet = covered(&drawn(&figure, &pose, 1.0).0).y1;
            if (feet - 900.0).abs() > 0.5 {
                faults.insert(format!("{name} {:?}: feet at {feet:.1}", pose.view));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_look_is_one_region_with_any_joint_at_its_limit() {
    let mut faults = BTreeSet::new();
    for (name, template, figure) in looks() {
        faults.extend(apart_at_limits(&name, &figure, views(&template)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_look_has_every_style_and_every_mood() {
    let catalog = Catalog::shipped();
    for pack in catalog.of_kind(PackKind::Look) {
        let template = shipped(pack.content["template"].as_str().unwrap());
        let styles = ["flat", "ink", "soft"].map(|style| {
            let asked = json!({"pack": &*pack.id, "style": style});
            Figure::new(&template, &catalog.dressed(&asked).look).0
        });
        for view in views(&template) {
            let still = styles.each_ref().map(|figure| drawn(figure, &seen(view, Pose::default()), 1.0).0);
            assert!(still[0] != still[1] && still[1] != still[2] && still[0] != still[2], "{}", pack.id);
            for (figure, still) in styles.iter().zip(&still) {
                for mood in mood_words().filter(|mood| *mood != "neutral") {
                    let (items, shown) =
                        drawn(figure, &Pose { mood: Some(mood.into()), ..seen(view, Pose::default()) }, 1.0);
                    assert!(covered(&items).is_finite() && shown.bounds.is_finite(), "{} {mood}", pack.id);
                    let has_face = view != View::Back;
                    assert!(!has_face || items != *still, "{} {} does not look {mood}", pack.id, view.word());
                }
            }
        }
    }
}

/// Of any two of one body at one height, the profiles share less than 85 % of what either covers.
#[test]
fn no_two_looks_of_a_body_have_the_same_outline() {
    let masks = looks()
        .into_iter()
        .map(|(name, template, figure)| (name, template.name, mask(&figure, &seen(View::Side, Pose::default()))));
    let masks: Vec<_> = masks.collect();
    assert!(masks.len() >= 6);
    for (at, (name, body, one)) in masks.iter().enumerate() {
        for (other, _, two) in masks[at + 1..].iter().filter(|(_, of, _)| of == body) {
            let pairs =
                || one.data.chunks_exact(4).zip(two.data.chunks_exact(4)).map(|(a, b)| (a[3] > 100, b[3] > 100));
            let (both, either) = (pairs().filter(|(a, b)| *a && *b).count(), pairs().filter(|(a, b)| *a || *b).count());
            assert!((both as f64) < 0.85 * either as f64, "{name} and {other}: {both} of {either} pixels");
        }
    }
}
