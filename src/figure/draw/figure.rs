//! The figure: a template in a look, built once per cast member, and drawn every frame.
use super::grip::grips;
use super::ground::{Footing, footing, ground};
use super::holding::{Hold, Posing, Spot as At};
use super::painter::{self, Painter};
use super::place::Place;
use super::reaching::{reaching, weight_of};
use crate::diagnostic::Diagnostic;
use crate::display::Item;
use crate::figure::body::{Body, along_muzzle};
use crate::figure::face::{Face, Feeling, Lips, Speech, Units, express};
use crate::figure::kit::{Pen, Style};
use crate::figure::look::{Colors, Look};
use crate::figure::rig::{Bone, Posed, depths, give_way, nod, order, plant, set_down, stride};
use crate::figure::template::Template;
use crate::frame::{CharacterState, Line, Pose};
use crate::vocabulary::{Role, Spot, View};
use kurbo::{Affine, BezPath, Point, Rect};
use std::collections::{BTreeMap, HashMap};

/// A figure ready to act: every view of a template in one look.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The template's name.
    pub name: String,
    /// Units from the ground to the crown: what a placement's height stands for.
    pub height: f64,
    /// How many legs it stands on.
    pub legs: u32,
    /// The view drawn when none is asked for.
    pub view: View,
    style: Style,
    bodies: Vec<(View, Body)>,
    faces: BTreeMap<View, Face>,
    colors: Colors,
}

/// What a figure does in one frame.
#[derive(Clone, Copy, Debug)]
pub struct Acting<'a> {
    /// The pose.
    pub pose: &'a Pose,
    /// The mood before the present one.
    pub mood_before: Option<&'a str>,
    /// Seconds since the present mood replaced it; infinite when it was never another.
    pub mood_age: f64,
    /// 1 while a line of the character is spoken.
    pub talking: f64,
    /// The voice level 0..1 heard now.
    pub loud: f64,
    /// The line being spoken.
    pub line: Option<&'a Line>,
    /// Runtime seconds.
    pub time: f64,
    /// The pose its hands are held in, whatever the arms do; `None` as the template says.
    pub grip: Option<&'a str>,
    /// Which hands hold something, left and right.
    pub holding: [bool; 2],
    /// The lips' shape, when something knows it better than the line's letters do.
    pub lips: Option<Lips>,
}

impl<'a> Acting<'a> {
    /// A pose and nothing else: its mood has always been so, nothing is said.
    pub fn of(pose: &'a Pose) -> Acting<'a> {
        Acting {
            pose,
            mood_before: None,
            mood_age: f64::INFINITY,
            talking: 0.0,
            loud: 0.0,
            line: None,
            time: 0.0,
            grip: None,
            holding: [false; 2],
            lips: None,
        }
    }

    /// What a character does at runtime second `time`.
    pub fn new(character: &'a CharacterState, time: f64) -> Acting<'a> {
        Acting {
            pose: &character.pose,
            mood_before: character.mood_before.as_deref(),
            mood_age: time - character.mood_since,
            talking: character.talking,
            loud: character.loud,
            line: character.line.as_ref(),
            time,
            grip: None,
            holding: [false; 2],
            lips: None,
        }
    }

    fn feeling(&self) -> Feeling<'_> {
        let speech = |line: &'_ Line| (self.time - line.start, line.end - line.start);
        let known = self.line.is_some_and(|line| line.track.is_some());
        Feeling {
            mood: self.pose.mood.as_deref(),
            mood_before: self.mood_before,
            mood_age: self.mood_age,
            blink: self.pose.blink,
            // A level from outside opens the jaw. A voice of which the lips are known does so by them: closures close.
            mouth: if known { self.pose.mouth } else { self.pose.mouth.max(self.loud) },
            talking: self.talking,
            speech: self.line.map(|line| {
                let (time, length) = speech(line);
                Speech { text: &line.text, time, length, track: line.track.as_ref().map(|track| &***track) }
            }),
            lips: self.lips,
        }
    }
}

/// The shade a figure throws on the ground, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Left end of what it stands on.
    pub left: f64,
    /// Right end.
    pub right: f64,
    /// How high the lowest foot is above the ground line.
    pub lift: f64,
}

/// What was drawn, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Its contact shadow, for the stage to lay under it.
    pub shadow: Shadow,
    /// The middle of the mouth.
    pub mouth: Point,
    /// What it covers, outlines' control points included.
    pub bounds: Rect,
    /// What the head covers, with all that hangs on it.
    pub head: Rect,
    /// What eyes, brows, cheeks and mouth cover; empty in a view that shows no face.
    pub face: Rect,
}

impl Figure {
    /// A template in a look. Words of the look that are not known are warnings, and the default is drawn.
    pub fn new(template: &Template, look: &serde_json::Value) -> (Figure, Vec<Diagnostic>) {
        let (look, warnings) = Look::read(look, template);
        let bodies = template.views.iter().map(|(view, art)| (*view, Body::new(template, *view, art, &look)));
        let figure = Figure {
            name: template.name.clone(),
            height: template.height,
            legs: template.legs,
            view: template.view,
            style: look.style,
            bodies: bodies.collect(),
            faces: faces(&look),
            colors: look.colors.clone(),
        };
        (figure, warnings)
    }

    /// The drawing for a view: its own, or the template's default where it draws none.
    pub fn body(&self, view: Option<View>) -> Option<&Body> {
        let find = |view: View| self.bodies.iter().find(|(own, _)| *own == view).map(|(_, body)| body);
        view.and_then(find).or_else(|| find(self.view))
    }

    /// The face's numbers in a view that shows one.
    pub(super) fn face(&self, view: View) -> Option<&Face> {
        self.faces.get(&view)
    }
}

/// The look's faces with what its options show, in profile with the builds' muzzles.
fn faces(look: &Look) -> BTreeMap<View, Face> {
    let mut faces = look.faces.clone();
    faces.values_mut().for_each(|face| face.choose(|when| look.shows(when)));
    let builds = look.builds.get(&View::Side).map_or(&[][..], Vec::as_slice);
    let muzzle = |point: Point| builds.iter().fold(point, |point, build| along_muzzle(&build.muzzle, point));
    if let Some(snout) = faces.get_mut(&View::Side).and_then(|face| face.snout.as_mut()) {
        snout.reshape(&muzzle);
    }
    faces
}

/// Draws `figure` at its place into `out`.
pub fn draw(figure: &Figure, acting: &Acting, place: &Place, out: &mut Vec<Item>) -> Drawn {
    draw_holding(figure, acting, place, &[], out).0
}

/// The same, and where it holds things at `spots`, in their order; `None` where it cannot.
pub fn draw_holding(
    figure: &Figure,
    acting: &Acting,
    place: &Place,
    spots: &[At],
    out: &mut Vec<Item>,
) -> (Drawn, Vec<Option<Hold>>) {
    let nothing = || (Drawn::nothing(place), vec![None; spots.len()]);
    let pose = acting.pose;
    let Some(body) = figure.body(pose.view) else { return nothing() };
    let shown = express(&acting.feeling());
    let (posed, reaching) = skeleton(body, pose, &shown.felt, place.pixel(), figure.height);
    let depths = depths(&body.bones, &posed, &reaching);
    let grips = grips(body, &posed, acting);
    let foot = footing(body, &posed, pose, place.pixel());
    let mirror = if body.mirror { Affine::FLIP_X } else { Affine::IDENTITY };
    let to_px = place.to_px(pose, foot.rise) * mirror;
    if !to_px.is_finite() {
        return nothing();
    }
    let pen = Pen::new(figure.style, to_px, figure.height * place.unit, place.stage_height);
    let face = figure.faces.get(&body.view);
    let (posed, depths, grips, colors) = (&posed, &depths[..], &grips[..], &figure.colors);
    let mut painter = Painter {
        body,
        posed,
        depths,
        face,
        shown: &shown,
        colors,
        grips,
        to_px,
        pen,
        face_box: None,
        shapes: HashMap::new(),
    };
    let mut head: Option<Rect> = None;
    let (order, mut starts) = (order(depths), vec![0; depths.len()]);
    for &bone in &order {
        let before = painter.pen.items.len();
        if let Some(start) = starts.get_mut(bone) {
            *start = before;
        }
        painter.bone(bone);
        if body.on_head.get(bone).is_some_and(|on| *on) {
            head = union(head, bounds(painter.pen.items.get(before..).unwrap_or_default()));
        }
    }
    let shadow = Shadow::new(&foot, place, pose, body.mirror);
    let bounds = bounds(&painter.pen.items).unwrap_or(Rect::ZERO);
    let drawn = Drawn {
        shadow,
        mouth: to_px * mouth(body, posed),
        bounds,
        head: head.unwrap_or(bounds),
        face: painter.face_box.unwrap_or_default(),
    };
    let (items, before) = (painter.pen.items.len(), &starts[..]);
    let posing = Posing { figure, body, posed, pose, place, to_px, before, order: &order, items };
    let holds = spots.iter().map(|spot| posing.hold(*spot)).collect();
    out.append(&mut painter.pen.items);
    (drawn, holds)
}

/// The skeleton of `figure` in `pose`, in its own frame (template units), as it is drawn; `pixel` is units to a 1080p pixel.
pub fn pose(figure: &Figure, pose: &Pose, pixel: f64) -> Option<Posed> {
    figure.body(pose.view).map(|body| skeleton(body, pose, &felt(pose), pixel, figure.height).0)
}

/// The outlines of `figure` in `pose` that are filled and nothing but themselves (no lines, no faces), each with its bone, in
/// the figure's own frame (template units); `pixel` is units to a 1080p pixel. For laws about bodies.
pub fn outlines(figure: &Figure, pose: &Pose, pixel: f64) -> Vec<(usize, BezPath)> {
    let Some(body) = figure.body(pose.view) else { return Vec::new() };
    let (posed, _) = skeleton(body, pose, &felt(pose), pixel, figure.height);
    painter::outlines(body, &posed)
}

/// What a face feels in a pose that stands by itself.
fn felt(pose: &Pose) -> Units {
    express(&Feeling { mood: pose.mood.as_deref(), mood_age: f64::INFINITY, ..Feeling::default() }).felt
}

/// The posed skeleton, and the roots of the limbs that reach.
fn skeleton(body: &Body, pose: &Pose, felt: &Units, pixel: f64, height: f64) -> (Posed, Vec<(usize, bool)>) {
    let mut posed = Posed::new(&body.bones, pose, pixel);
    posed.feel(&body.bones, &|unit| felt.get(unit).unwrap_or(0.0));
    if pose.view == Some(View::Side) && !body.profile {
        nod(&body.bones, &mut posed, body.nods);
    }
    if !body.profile {
        stride(&body.bones, &mut posed, pose, if body.view == View::Back { -1.0 } else { 1.0 });
    }
    plant(&body.bones, &mut posed);
    let reaching = reaching(body, &mut posed, pose, pixel, height);
    let standing = |foot: &usize| !reaching.iter().any(|(root, _)| hangs(&body.bones, *foot, *root));
    set_down(&body.bones, &mut posed, &body.soles, &standing, body.profile);
    let free = |hand: &Bone| 1.0 - weight_of(pose, hand);
    let floor = ground(body, &posed, pose, pixel);
    give_way(&body.bones, &mut posed, &body.palms, floor, &free);
    (posed, reaching)
}

/// True when `bone` hangs on `above`, near or far.
fn hangs(bones: &[Bone], bone: usize, above: usize) -> bool {
    let mut at = bones.get(bone).and_then(|bone| bone.parent);
    while let Some(bone) = at.filter(|bone| *bone != above) {
        at = bones.get(bone).and_then(|bone| bone.parent);
    }
    at.is_some()
}

impl Shadow {
    fn new(foot: &Footing, place: &Place, pose: &Pose, mirrored: bool) -> Shadow {
        // The shade lies on the ground: it moves with `dx` and the facing, but neither tilts nor rises.
        let on_ground = Pose { dx: pose.dx, sx: pose.sx, ..Pose::default() };
        let to_px = place.to_px(&on_ground, 0.0) * if mirrored { Affine::FLIP_X } else { Affine::IDENTITY };
        let (a, b) = (to_px * Point::new(foot.left, 0.0), to_px * Point::new(foot.right, 0.0));
        Shadow { left: a.x.min(b.x), right: a.x.max(b.x), lift: ((foot.above + foot.rise) * place.unit).max(0.0) }
    }
}

impl Drawn {
    fn nothing(place: &Place) -> Drawn {
        let Point { x, .. } = place.feet;
        Drawn {
            shadow: Shadow { left: x, right: x, lift: 0.0 },
            mouth: place.feet,
            bounds: Rect::ZERO,
            head: Rect::ZERO,
            face: Rect::ZERO,
        }
    }
}

fn mouth(body: &Body, posed: &Posed) -> Point {
    if let Some(at) = body.spots.get(&Spot::Mouth) {
        let frame = body.find(&at.part).and_then(|bone| posed.frames.get(bone).copied());
        return frame.unwrap_or_default() * at.at.0;
    }
    let head = body.bones.iter().position(|bone| bone.is(&Role::Head));
    head.map_or(Point::ZERO, |head| posed.joint(&body.bones, head))
}

pub(super) fn union(a: Option<Rect>, b: Option<Rect>) -> Option<Rect> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(b)),
        (a, b) => a.or(b),
    }
}

pub(super) fn bounds(items: &[Item]) -> Option<Rect> {
    let around = items.iter().filter_map(|item| match item {
        Item::Fill(shape) => Some(shape.path.control_box()),
        Item::Several(items) => bounds(items),
        Item::Stroke { path, width, .. } => Some(path.control_box().inflate(width / 2.0, width / 2.0)),
        Item::Group { clip, items, .. } => bounds(items).map(|rect| match clip {
            Some(clip) => rect.intersect(clip.control_box()),
            None => rect,
        }),
        Item::Grade(_) => None,
    });
    around.reduce(|a, b| a.union(b))
}
