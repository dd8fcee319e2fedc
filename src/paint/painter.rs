//! [`Painter`]: a display list enters, a picture leaves. Owns the buffers and the kept pictures that make it fast; none of
//! them can change a byte of what it paints.
use super::blend::{self, Surface};
use super::bounds::{self, Area};
use super::grading::Grading;
use super::kept::{Drawn, Kept, Key};
use super::{Picture, convert};
use crate::display::{Blend, DisplayList, Item};
use kurbo::{Affine, BezPath};
use std::sync::Arc;
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Paint, Path, PixmapMut, Shader, Stroke, Transform};

/// Buffers kept for the next group; more are freed. Groups are seldom nested deeper.
const SPARE_BUFFERS: usize = 4;

/// Paints display lists. One per thread; painters made with the same [`Kept`] share their pictures of unchanging art.
#[derive(Default)]
pub struct Painter {
    kept: Arc<Kept>,
    spare: Vec<Vec<u8>>,
    grading: Grading,
}

/// The pieces of an [`Item::Group`].
struct Group<'a> {
    transform: Affine,
    opacity: u8,
    blend: Blend,
    clip: Option<&'a BezPath>,
    items: &'a Arc<[Item]>,
}

impl<'a> Group<'a> {
    fn of(item: &'a Item, outer: Affine) -> Option<Self> {
        let Item::Group { transform, opacity, blend, clip, items } = item else { return None };
        // NaN becomes 0.
        let opacity = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        Some(Self { transform: outer * *transform, opacity, blend: *blend, clip: clip.as_deref(), items })
    }

    /// Worth keeping: somebody else holds the items, so they may come again.
    fn is_shared(&self) -> bool {
        self.clip.is_none() && Arc::strong_count(self.items) > 1
    }

    fn drawn(&self) -> Drawn {
        Drawn { items: Arc::clone(self.items), transform: self.transform, opacity: self.opacity, blend: self.blend }
    }
}

impl Painter {
    /// A painter that shares what it keeps with the other holders of `kept`.
    pub fn new(kept: Arc<Kept>) -> Self {
        Self { kept, ..Self::default() }
    }

    /// The picture of `list`, on transparent ground.
    pub fn paint(&mut self, list: &DisplayList) -> Picture {
        let mut picture = Picture::default();
        self.paint_into(list, &mut picture);
        picture
    }

    /// As [`Self::paint`], into a picture whose buffer is used again.
    pub fn paint_into(&mut self, list: &DisplayList, picture: &mut Picture) {
        let area = Area { x0: 0, y0: 0, x1: side(list.width), y1: side(list.height) };
        let mut frame = Surface { area, data: std::mem::take(&mut picture.data) };
        let rest = self.paint_backdrop(list, &mut frame);
        let frame_bytes = frame.data.len();
        for item in list.items.iter().skip(rest) {
            match item {
                Item::Grade(grade) => self.grading.apply(grade, &mut frame),
                _ => self.paint_item(item, Affine::IDENTITY, &mut frame, frame_bytes),
            }
        }
        *picture = Picture { width: area.width(), height: area.height(), data: frame.data };
    }

    /// Fills the frame with the list's first shared groups, kept as one picture, and says how many they are.
    fn paint_backdrop(&mut self, list: &DisplayList, frame: &mut Surface) -> usize {
        let groups: Vec<_> = list.items.iter().map_while(|item| shared(item, Affine::IDENTITY)).collect();
        let key = Key { groups: groups.iter().map(Group::drawn).collect(), area: frame.area };
        if groups.is_empty() {
            clear(&mut frame.data, frame.area);
        } else if let Some(kept) = self.kept.find(&key) {
            frame.data.clone_from(&kept.data);
        } else {
            clear(&mut frame.data, frame.area);
            groups.iter().for_each(|group| self.paint_group(group, frame, 0));
            let copy = Surface { area: frame.area, data: frame.data.clone() };
            self.kept.keep(key, Arc::new(copy), frame.data.len());
        }
        groups.len()
    }

    fn paint_item(&mut self, item: &Item, outer: Affine, target: &mut Surface, frame_bytes: usize) {
        match item {
            Item::Fill { path, rule, paint } => {
                if let (Some(path), Some(shader)) =
                    (convert::path(path, into(target, outer)), shader(paint, outer, target))
                {
                    fill(target, &path, convert::rule(*rule), shader);
                }
            }
            Item::Stroke { path, width, paint } => {
                if let (Some(path), Some(shader)) =
                    (outline(path, *width, into(target, outer)), shader(paint, outer, target))
                {
                    fill(target, &path, FillRule::Winding, shader);
                }
            }
            Item::Group { .. } => {
                if let Some(group) = Group::of(item, outer) {
                    self.paint_group(&group, target, frame_bytes);
                }
            }
            Item::Grade(_) => {}
        }
    }

    /// A group is always painted on a surface of its own, kept or not, so that keeping it changes nothing. `frame_bytes` 0:
    /// do not keep.
    fn paint_group(&mut self, group: &Group, target: &mut Surface, frame_bytes: usize) {
        let mut area = target.area.touched_by(bounds::of_items(group.items, group.transform));
        if let Some(clip) = group.clip {
            area = area.touched_by(bounds::of_path(clip, group.transform));
        }
        if area.is_empty() || group.opacity == 0 {
            return;
        }
        if !group.is_shared() || frame_bytes == 0 {
            let surface = self.surface_of(group, area, frame_bytes);
            blend::lay(&surface, target, group.opacity, group.blend);
            self.give_back(surface.data);
            return;
        }
        let key = Key { groups: vec![Drawn { opacity: 255, blend: Blend::Normal, ..group.drawn() }], area };
        let surface = self.kept.find(&key).unwrap_or_else(|| {
            let surface = Arc::new(self.surface_of(group, area, frame_bytes));
            self.kept.keep(key, Arc::clone(&surface), frame_bytes);
            surface
        });
        blend::lay(&surface, target, group.opacity, group.blend);
    }

    /// The group's items on a surface of `area`, clipped.
    fn surface_of(&mut self, group: &Group, area: Area, frame_bytes: usize) -> Surface {
        let mut surface = Surface { area, data: self.spare.pop().unwrap_or_default() };
        clear(&mut surface.data, area);
        for item in group.items.iter() {
            self.paint_item(item, group.transform, &mut surface, frame_bytes);
        }
        if let Some(clip) = group.clip {
            clip_to(&mut surface, clip, group.transform);
        }
        surface
    }

    fn give_back(&mut self, data: Vec<u8>) {
        if self.spare.len() < SPARE_BUFFERS {
            self.spare.push(data);
        }
    }
}

fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

fn shared(item: &Item, outer: Affine) -> Option<Group<'_>> {
    Group::of(item, outer).filter(Group::is_shared)
}

fn clear(data: &mut Vec<u8>, area: Area) {
    data.clear();
    data.resize(area.width() as usize * area.height() as usize * 4, 0);
}

/// From the coordinates `outer` maps to (the frame's) into the surface's.
fn into(surface: &Surface, outer: Affine) -> Affine {
    Affine::translate((-f64::from(surface.area.x0), -f64::from(surface.area.y0))) * outer
}

fn shader(paint: &crate::display::Paint, outer: Affine, surface: &Surface) -> Option<Shader<'static>> {
    convert::shader(paint, into(surface, outer))
}

/// The outline of a round pen along `path`, in the surface's pixels.
fn outline(path: &BezPath, width: f64, transform: Affine) -> Option<Path> {
    let (scale, even) = convert::scale(transform);
    let pen = |width: f64| Stroke {
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    if even {
        return convert::path(path, transform)?.stroke(&pen(width * scale), 1.0);
    }
    convert::path(path, Affine::IDENTITY)?.stroke(&pen(width), scale as f32)?.transform(convert::affine(transform))
}

fn fill(target: &mut Surface, path: &Path, rule: FillRule, shader: Shader<'static>) {
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    let (width, height) = (target.area.width(), target.area.height());
    if let Some(mut pixmap) = PixmapMut::from_bytes(&mut target.data, width, height) {
        pixmap.fill_path(path, &paint, rule, Transform::identity(), None);
    }
}

/// Keeps only what lies inside `clip`.
fn clip_to(surface: &mut Surface, clip: &BezPath, transform: Affine) {
    let mask = Mask::new(surface.area.width(), surface.area.height());
    let (Some(mut mask), Some(path)) = (mask, convert::path(clip, into(surface, transform))) else {
        surface.data.fill(0);
        return;
    };
    mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    blend::cover(surface, mask.data());
}
