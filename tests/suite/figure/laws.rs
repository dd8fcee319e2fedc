//! Laws that every shipped body holds (figures.md §4, §5, §8): parts stay together at every pose, reaching limbs arrive,
//! every channel shows, feet stand on the ground line. One file: the laws share how a figure is posed, masked and counted.
use super::{acting, covered, drawn, figure, key, posed, shipped};
use jabber_render::display::{Color, DisplayList, Item, Paint};
use jabber_render::figure::body::Shape;
use jabber_render::figure::rig::{Bend, Bone, Chain, Posed, bend_of};
use jabber_render::figure::template::{self, Template};
use jabber_render::figure::{Drawn, Figure, Place, draw, outlines, pose};
use jabber_render::frame::{Pose, Reach, ReachTarget};
use jabber_render::pack::{Catalog, Pack, PackKind};
use jabber_render::paint::{Kept, Painter, Picture};
use jabber_render::vocabulary::{LimbEnd, PartKey, Role, Side, View};
use kurbo::{Point, Rect, Vec2};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Pixels a body is tall in pictures that are compared.
const TALL: f64 = 200.0;

/// Every shipped body as drawn and in each of its builds.
pub(super) fn bodies() -> Vec<(String, Template, Figure)> {
    let mut all = Vec::new();
    for name in template::shipped_names() {
        let template = shipped(&name);
        all.push((name.clone(), template.clone(), figure(&name)));
        for shape in template.shapes.keys() {
            let (figure, warnings) = Figure::new(&template, &json!({"shape": shape}));
            assert_eq!(warnings, []);
            all.push((format!("{name} {shape}"), template.clone(), figure));
        }
    }
    all
}

/// Every shipped look pack.
pub(super) fn looks() -> Vec<(String, Template, Figure)> {
    let catalog = Catalog::shipped();
    let of = |pack: &Arc<Pack>| {
        let template = shipped(pack.content["template"].as_str().unwrap());
        let figure = Figure::new(&template, &pack.content).0;
        (pack.id.to_string(), template, figure)
    };
    catalog.of_kind(PackKind::Look).map(of).collect()
}

pub(super) fn views(template: &Template) -> Vec<View> {
    template.views.keys().copied().collect()
}

pub(super) fn seen(view: View, pose: Pose) -> Pose {
    Pose { view: Some(view), ..pose }
}

/// Where a small figure stands in a picture.
fn small(figure: &Figure) -> Place {
    let unit = TALL / figure.height;
    Place { feet: Point::new(TALL, 1.6 * TALL), unit, pose_unit: 0.5, facing: 1.0, stage_height: 2.0 * TALL }
}

pub(super) fn painted(figure: &Figure, pose: &Pose) -> (Picture, Drawn) {
    let mut items = Vec::new();
    let shown = draw(figure, &acting(pose), &small(figure), &mut items);
    (picture(items), shown)
}

fn picture(items: Vec<Item>) -> Picture {
    let side = (2.0 * TALL) as u32;
    let mut picture = Picture::default();
    Painter::new(Arc::new(Kept::default())).paint_into(&DisplayList { width: side, height: side, items }, &mut picture);
    picture
}

/// The figure's opaque art as one mask.
pub(super) fn mask(figure: &Figure, pose: &Pose) -> Picture {
    let mut items = Vec::new();
    draw(figure, &acting(pose), &small(figure), &mut items);
    let black = items.into_iter().map(|item| match item {
        Item::Fill(shape) => Item::Fill(shape.silhouette(Color::rgb(0, 0, 0))),
        Item::Stroke { path, width, .. } => Item::Stroke { path, width, paint: Paint::Solid(Color::rgb(0, 0, 0)) },
        other => other,
    });
    picture(black.collect())
}

/// Sizes in pixels of the connected regions (eight neighbours), largest first.
pub(super) fn regions(picture: &Picture) -> Vec<usize> {
    let (w, h) = (picture.width as usize, picture.height as usize);
    let mut left: Vec<bool> = picture.data.chunks_exact(4).map(|pixel| pixel[3] > 100).collect();
    let mut sizes = Vec::new();
    for start in 0..left.len() {
        if !std::mem::take(&mut left[start]) {
            continue;
        }
        let (mut waiting, mut size) = (vec![start], 0);
        while let Some(at) = waiting.pop() {
            size += 1;
            let (x, y) = (at % w, at / w);
            for ny in y.saturating_sub(1)..=(y + 1).min(h - 1) {
                for nx in x.saturating_sub(1)..=(x + 1).min(w - 1) {
                    if std::mem::take(&mut left[ny * w + nx]) {
                        waiting.push(ny * w + nx);
                    }
                }
            }
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// A pose within the limits: of each joint a share −1..1 of its way.
pub(super) fn within_limits(figure: &Figure, view: View, shares: &[f64]) -> Pose {
    let bones = &figure.body(Some(view)).unwrap().bones;
    let angle = |(bone, share): (&Bone, &f64)| {
        let (key, limits) = (bone.key.clone()?, bone.limits?);
        Some((key, if *share < 0.0 { -share * limits.min } else { share * limits.max }))
    };
    let mut parts: Vec<(PartKey, f64)> = bones.iter().zip(shares.iter().cycle()).filter_map(angle).collect();
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    seen(view, Pose { parts, ..Pose::default() })
}

/// Sets of limits' shares: every joint at either end alone, and all of them at once.
pub(super) fn extremes(count: usize) -> Vec<Vec<f64>> {
    let one = |at: usize, share: f64| (0..count).map(|i| if i == at { share } else { 0.0 }).collect::<Vec<f64>>();
    let mut sets: Vec<Vec<f64>> = (0..count).flat_map(|at| [one(at, -1.0), one(at, 1.0)]).collect();
    sets.extend([vec![1.0; count], vec![-1.0; count], vec![0.0; count]]);
    sets
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, rng_seed: RngSeed::Fixed(4), ..ProptestConfig::default() })]

    #[test]
    fn a_body_is_one_region_at_any_pose_within_its_limits(shares in prop::collection::vec(-1.0..1.0f64, 40)) {
        for name in template::shipped_names() {
            let (template, figure) = (shipped(&name), figure(&name));
            for view in views(&template) {
                let pose = within_limits(&figure, view, &shares);
                let sizes = regions(&mask(&figure, &pose));
                // Specks of a pixel or two are the edge of a whisker or a lock.
                let parts = sizes.iter().filter(|size| **size > 3).count();
                prop_assert!(parts == 1, "{name} {}: regions of {sizes:?} pixels in {:?}", view.word(), pose.parts);
            }
        }
    }
}

/// Where a figure is more than one region with any joint at its limit, in these views; specks of a pixel or two do not count.
pub(super) fn apart_at_limits(name: &str, figure: &Figure, views: impl IntoIterator<Item = View>) -> Vec<String> {
    let mut faults = Vec::new();
    for view in views {
        for shares in extremes(figure.body(Some(view)).unwrap().bones.len()) {
            let pose = within_limits(figure, view, &shares);
            let sizes = regions(&mask(figure, &pose));
            if sizes.iter().filter(|size| **size > 3).count() != 1 {
                faults.push(format!("{name} {}: {sizes:?} in {:?}", view.word(), moved(&pose)));
            }
        }
    }
    faults
}

#[test]
fn a_body_is_one_region_with_any_joint_at_its_limit() {
    let mut faults = BTreeSet::new();
    for (name, template, figure) in bodies() {
        // Builds are looked at in the default view: it takes long enough.
        let views = views(&template).into_iter().filter(|view| name == template.name || *view == template.view);
        faults.extend(apart_at_limits(&name, &figure, views));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

pub(super) fn moved(pose: &Pose) -> Vec<String> {
    let moved: Vec<&(PartKey, f64)> = pose.parts.iter().filter(|(_, angle)| *angle != 0.0).collect();
    moved.iter().take(3).map(|(part, angle)| format!("{part} {angle}")).collect()
}

#[test]
fn every_build_stands_on_the_ground_line() {
    for (name, template, figure) in bodies() {
        for view in views(&template) {
            let (items, _) = drawn(&figure, &seen(view, Pose::default()), 1.0);
            let feet = covered(&items).y1;
            assert!((feet - 900.0).abs() < 0.5, "{name} {}: feet at {feet}", view.word());
        }
    }
}

/// The hand or foot of a limb end: the part whose joint is brought to the target.
fn end_of(figure: &Figure, view: View, limb: LimbEnd) -> Option<usize> {
    let body = figure.body(Some(view))?;
    let sided = |role: Role| body.find(&PartKey { side: Some(limb.side), ..PartKey::plain(role) });
    let numbered = |first: u32| {
        let index = Some(first + u32::from(limb.side == Side::Right));
        body.bones
            .iter()
            .position(|bone| bone.is(&Role::Foot) && bone.key.as_ref().is_some_and(|key| key.index == index))
    };
    // The foremost two of many legs are its hands.
    let legs = body.bones.iter().filter(|bone| bone.is(&Role::Leg)).count() as u32;
    match limb.is_foot {
        true => sided(Role::Foot).or_else(|| numbered(0)),
        false => sided(Role::Hand).or_else(|| sided(Role::Claw)).or_else(|| numbered(legs.checked_sub(2)?)),
    }
}

/// Points that a limb's end comes to at angles within its limits are reachable: there it must arrive, to a pixel.
#[test]
fn a_reach_brings_the_hand_to_a_reachable_point() {
    let mut faults = BTreeSet::new();
    let mut tried = 0;
    for (name, template, figure) in bodies() {
        for view in views(&template) {
            for (is_foot, side) in [(false, Side::Left), (false, Side::Right), (true, Side::Left), (true, Side::Right)]
            {
                let limb = LimbEnd { is_foot, side };
                let Some(end) = end_of(&figure, view, limb) else { continue };
                let body = figure.body(Some(view)).unwrap();
                let Some(chain) = Chain::above(&body.bones, end) else { continue };
                let bend = bend_of(&body.bones, chain, body.profile);
                for (a, b) in [(0.15, 0.4), (0.4, 0.3), (0.6, 0.6), (-0.3, 0.5), (0.25, 0.8)] {
                    let Some(target) = reachable(&figure, view, [chain.upper, chain.lower, end], bend, (a, b)) else {
                        continue;
                    };
                    tried += 1;
                    // 540 px tall, as a film at 1080 lines shows it.
                    let pixel = figure.height / 540.0;
                    let point = ReachTarget::Point { x: target.x / pixel, y: target.y / pixel };
                    let reach = vec![(limb, Reach { target: point, weight: 1.0 })];
                    let asked = seen(view, Pose { reach, ..Pose::default() });
                    let posed = pose(&figure, &asked, pixel).unwrap();
                    let off = (posed.joint(&body.bones, end) - target).hypot() / pixel;
                    if off > 1.0 {
                        faults.insert(format!("{name} {} {limb:?} to {target:?}: {off:.1} px off", view.word()));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried > 100, "only {tried} reaches tried");
}

/// Pixels on a body 540 px tall.
const A_HAND: f64 = 40.0;

/// A hand comes to every named spot that its arm is long enough for, or within its own breadth where the limits spare the face:
/// it is never bent far away from where it was sent (figures.md §4).
#[test]
fn a_hand_comes_to_every_spot_within_its_length() {
    let mut faults = BTreeSet::new();
    // Builds stretch arms and bodies apart: there the limits decide.
    for (name, template, figure) in bodies().into_iter().filter(|(name, template, _)| *name == template.name) {
        let pixel = figure.height / 540.0;
        for view in views(&template) {
            let body = figure.body(Some(view)).unwrap();
            for (spot, at) in body.spots.iter().filter(|(_, at)| !at.beyond.iter().any(|end| end == "hand")) {
                for side in [Side::Left, Side::Right] {
                    let limb = LimbEnd { is_foot: false, side };
                    let Some(end) = end_of(&figure, view, limb) else { continue };
                    let aim = ReachTarget::Spot { spot: *spot, dx: 0.0, dy: 0.0 };
                    let reach = vec![(limb, Reach { target: aim, weight: 1.0 })];
                    let posed = pose(&figure, &seen(view, Pose { reach, ..Pose::default() }), pixel).unwrap();
                    let outward = if body.profile { 1.0 } else { side.sign() };
                    let target = Point::new(at.at.0.x * outward, at.at.0.y);
                    let Some(chain) = Chain::above(&body.bones, end) else { continue };
                    let joints = [chain.upper, chain.lower, end].map(|bone| posed.joint(&body.bones, bone));
                    let (upper, lower) = ((joints[1] - joints[0]).hypot(), (joints[2] - joints[1]).hypot());
                    let far = (target - joints[0]).hypot();
                    let off = (joints[2] - target).hypot() / pixel;
                    if off > A_HAND && far < (upper + lower) * 0.999 && far > (upper - lower).abs() * 1.001 {
                        let most = (upper + lower) / pixel;
                        let far = far / pixel;
                        faults.insert(format!(
                            "{name} {} {side:?} to {}: {off:.1} px off, {far:.0} away, {most:.0} long",
                            view.word(),
                            spot.word()
                        ));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A limb folded to its limit is filled all through: no sky shows in an elbow.
#[test]
fn a_folded_limb_has_no_hole() {
    let mut faults = BTreeSet::new();
    for (name, template, figure) in bodies() {
        for view in views(&template) {
            let body = figure.body(Some(view)).unwrap();
            for bone in body.bones.iter().filter(|bone| bone.is(&Role::Forearm) || bone.is(&Role::Shin)) {
                let (Some(part), Some(limits)) = (&bone.key, bone.limits) else { continue };
                for angle in [limits.min, limits.max] {
                    let folded = seen(view, Pose { parts: vec![(part.clone(), angle)], ..Pose::default() });
                    let place = small(&figure);
                    let to_px = place.to_px(&folded, 0.0);
                    let limbs = outlines(&figure, &folded, place.pixel()).into_iter().filter(|(carries, _)| {
                        body.art[*carries].iter().any(|piece| matches!(piece.shape, Shape::Limb(_)))
                    });
                    for (carries, path) in limbs {
                        let holes = enclosed(&picture(vec![Item::fill(to_px * &path, Color::rgb(0, 0, 0))]));
                        if holes > 3 {
                            let limb = body.bones[carries].key.as_ref().map(PartKey::to_string).unwrap_or_default();
                            faults.insert(format!("{name} {} {limb}, {part} {angle}°: {holes} px", view.word()));
                        }
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// How many empty pixels no way leads to from the edge of the picture.
fn enclosed(picture: &Picture) -> usize {
    let (w, h) = (picture.width as usize, picture.height as usize);
    let mut empty: Vec<bool> = picture.data.chunks_exact(4).map(|pixel| pixel[3] < 100).collect();
    let mut waiting: Vec<usize> = (0..w).chain((h - 1) * w..h * w).filter(|at| empty[*at]).collect();
    while let Some(at) = waiting.pop() {
        if !std::mem::take(&mut empty[at]) {
            continue;
        }
        let (x, y) = (at % w, at / w);
        let around =
            [(x > 0, at.wrapping_sub(1)), (x + 1 < w, at + 1), (y > 0, at.wrapping_sub(w)), (y + 1 < h, at + w)];
        waiting.extend(around.iter().filter(|(inside, next)| *inside && empty[*next]).map(|(_, next)| next));
    }
    empty.iter().filter(|left| **left).count()
}

/// Where the end comes when the upper bone goes `a` of its way and the lower one bends `b` of its way the way it bends.
fn reachable(
    figure: &Figure,
    view: View,
    [upper, lower, end]: [usize; 3],
    bend: Bend,
    (a, b): (f64, f64),
) -> Option<Point> {
    let body = figure.body(Some(view))?;
    let share = |bone: usize, share: f64| {
        let limits = body.bones[bone].limits?;
        let angle = if share < 0.0 { -share * limits.min } else { share * limits.max };
        Some((body.bones[bone].key.clone()?, angle))
    };
    let at = |sign: f64| {
        let mut parts = vec![share(upper, a * sign)?, share(lower, b)?];
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        // As the joints turn, before any foot is set down.
        let posed = Posed::new(&body.bones, &Pose { parts, ..Pose::default() }, 1.0);
        let joints = [upper, lower, end].map(|bone| posed.joint(&body.bones, bone));
        let turn = (joints[1] - joints[0]).cross(joints[2] - joints[1]);
        let way: Vec2 = joints[1] - joints[0].lerp(joints[2], 0.5);
        // The solver bends it one way only; a pose bent the other way is not what it would find.
        let bends_so = match bend {
            Bend::Turn(sign) => turn * sign > 0.0,
            Bend::Toward(side) => way.x * side > 1.0,
        };
        bends_so.then_some(joints[2])
    };
    at(1.0).or_else(|| at(-1.0))
}

/// Share of the pixels in `of` that differ.
pub(super) fn differing(a: &Picture, b: &Picture, of: &dyn Fn(usize, usize) -> bool) -> f64 {
    let w = a.width as usize;
    let (mut all, mut differ) = (0, 0);
    for (i, (p, q)) in a.data.chunks_exact(4).zip(b.data.chunks_exact(4)).enumerate() {
        if (p[3] > 0 || q[3] > 0) && of(i % w, i / w) {
            all += 1;
            differ += usize::from(p.iter().zip(q).any(|(a, b)| a.abs_diff(*b) > 12));
        }
    }
    f64::from(differ as u32) / f64::from(all.max(1) as u32)
}

/// Where what a part changes is measured: the face for a part of the face, the head for what hangs on it, else all of it.
fn measured(on_head: bool, role: &Role, shown: &Drawn) -> Rect {
    match role {
        Role::Brow | Role::Eye | Role::Nose => shown.face,
        _ if on_head => shown.head,
        _ => Rect::new(0.0, 0.0, 2.0 * TALL, 2.0 * TALL),
    }
}

/// Turned by 20° (or as far as its limits let it, when that is 10° or more) either way, and raised by 40 px, a part changes a
/// hundredth of what it is measured in: parts on the head (ears, hair, hats, snouts) within the head, brows, eyes and noses
/// within the face, all others, and the channels of the whole body, within the whole figure.
#[test]
fn every_part_shows_when_it_is_turned_or_raised() {
    let mut faults = BTreeSet::new();
    for name in template::shipped_names() {
        let (template, figure) = (shipped(&name), figure(&name));
        let view = template.view;
        let (rest, shown) = painted(&figure, &seen(view, Pose::default()));
        let changes = |pose: Pose, area: Rect| {
            let (picture, _) = painted(&figure, &seen(view, pose));
            differing(&rest, &picture, &|x, y| area.contains(Point::new(x as f64, y as f64)))
        };
        let mut check = |what: String, changed: f64| {
            if changed < 0.01 {
                faults.insert(format!("{name} {what}: {:.2} %", changed * 100.0));
            }
        };
        let body = figure.body(Some(view)).unwrap();
        for (bone, on_head) in body.bones.iter().zip(&body.on_head) {
            let (Some(part), Some(limits)) = (&bone.key, bone.limits) else { continue };
            let area = measured(*on_head && part.role != Role::Head, &part.role, &shown);
            let ways: Vec<f64> = [(limits.min, -20.0), (limits.max, 20.0)]
                .into_iter()
                .filter(|(most, _)| most.abs() >= 10.0)
                .map(|(_, angle)| angle)
                .collect();
            assert!(!ways.is_empty(), "{name} {part} hardly turns");
            for angle in ways {
                let parts = vec![(part.clone(), angle)];
                check(format!("{part} {angle}°"), changes(Pose { parts, ..Pose::default() }, area));
            }
            let lift = vec![(bone.reads.lifts.last().unwrap().clone(), 40.0)];
            check(format!("{part} lifted"), changes(Pose { lift, ..Pose::default() }, area));
        }
        let all = Rect::new(0.0, 0.0, 2.0 * TALL, 2.0 * TALL);
        for (word, pose, area) in [
            ("mouth", Pose { mouth: 0.5, ..Pose::default() }, shown.face),
            ("blink", Pose { blink: 0.5, ..Pose::default() }, shown.face),
            ("dx", Pose { dx: 40.0, ..Pose::default() }, all),
            ("dy", Pose { dy: -40.0, ..Pose::default() }, all),
            ("rot", Pose { rot: 20.0, ..Pose::default() }, all),
            ("sx", Pose { sx: 1.2, ..Pose::default() }, all),
            ("sy", Pose { sy: 1.2, ..Pose::default() }, all),
        ] {
            check(word.to_owned(), changes(pose, area));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// figures.md §5: of 40° asked a dog tips about 22°, a cat 24°, a monster 30°; the feet stay where they stood. The legs of a dog
/// and a cat hang from the lower of two bending parts, which is asked for all of it; a monster's chest has its own share.
#[test]
fn planted_feet_ease_a_bow_into_what_the_legs_can_follow() {
    let body: &[(&str, f64)] = &[("torso", -40.0)];
    let chain: &[(&str, f64)] = &[("torso", -20.0), ("torso#1", -20.0)];
    for (name, asked, least, most) in
        [("dog", body, 19.0, 25.0), ("cat", body, 21.0, 27.0), ("monster", chain, 27.0, 33.0)]
    {
        let figure = figure(name);
        let view = View::Side;
        let body = figure.body(Some(view)).unwrap();
        let feet: Vec<usize> = (0..body.bones.len()).filter(|&bone| body.bones[bone].is(&Role::Foot)).collect();
        let rest = pose(&figure, &seen(view, Pose::default()), 1.0).unwrap();
        // Forward, as the profile looks.
        let bowed = pose(&figure, &seen(view, posed(asked)), 1.0).unwrap();
        let slid = feet.iter().map(|&foot| (bowed.joint(&body.bones, foot) - rest.joint(&body.bones, foot)).hypot());
        let slid = slid.fold(0.0, f64::max);
        let back = ["torso#0", "torso#1"].map(|part| body.find(&key(part)).unwrap());
        let angle: f64 = back.iter().map(|&bone| bowed.angles[bone].abs()).sum();
        assert!((least..=most).contains(&angle), "the {name} tips by {angle:.1}°");
        assert!(slid < 1.0, "the {name}'s feet slide by {slid:.2} units");
    }
}
