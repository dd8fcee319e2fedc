//! [`Painter`]: a display list enters, a picture leaves. Owns the buffers and the kept pictures that make it fast; none of
//! them can change a byte of what it paints.
use super::blend::{self, Surface};
use super::bounds::{self, Area};
use super::changes::{Parts, changes};
use super::glow;
use super::gradient::{Linear, Tables};
use super::grading::Grading;
use super::group::Group;
use super::kept::{Drawn, Kept, Key};
use super::layer::{Layer, Pixel, Source};
use super::raster::Raster;
use super::sparse::Sparse;
use super::{Picture, convert, sample};
use crate::display::{Blend, DisplayList, Grade, Item, Paint, Rule, Shape};
use kurbo::{Affine, Rect};
use std::sync::Arc;

/// A shared group that covers no more than this share of a frame's pixels is kept whole, beyond the frame's edge too.
pub(super) const SMALL: usize = 4;
/// Wherever art may lie that is kept whole, pixels.
pub(super) const EVERYWHERE: Area = Area { x0: -(1 << 20), y0: -(1 << 20), x1: 1 << 20, y1: 1 << 20 };

/// Bytes of buffers kept for the next group, in frames: groups are seldom nested deeper, and what they hold counts for each thread.
const SPARE_FRAMES: f64 = 1.0;

/// Paints display lists. One per thread; painters made with the same [`Kept`] share their pictures of unchanging art.
#[derive(Default)]
pub struct Painter {
    pub(super) kept: Arc<Kept>,
    spare: Vec<Vec<u8>>,
    /// Of the last frame's size.
    frame_bytes: usize,
    raster: Raster,
    rows: Vec<Vec<Pixel>>,
    tables: Tables,
    grading: Grading,
    /// Of pictures in groups.
    inner: Grading,
    last: Option<Last>,
}

/// What a picture shows, for the next one to be painted from.
struct Last {
    list: DisplayList,
    /// The frame in its grade's colours, without glow and vignette, when it has a grade.
    toned: Option<Surface>,
}

/// How items come onto a surface.
#[derive(Clone, Copy)]
pub(super) struct On<'a> {
    /// From the items' coordinates into the frame's.
    pub outer: Affine,
    /// Only in these parts of the surface, which do not overlap.
    pub parts: &'a [Area],
    /// Size of the frame, from which the bound of what is kept follows; 0: keep nothing.
    pub frame_bytes: usize,
}

impl On<'_> {
    fn touches(&self, area: Area) -> bool {
        self.parts.iter().any(|part| !part.common(area).is_empty())
    }
}

impl Painter {
    /// A painter that shares what it keeps with the other holders of `kept`.
    pub fn new(kept: Arc<Kept>) -> Self {
        Self { kept, ..Self::default() }
    }

    /// One more for the same picture.
    pub(super) fn another(&self) -> Self {
        Self { frame_bytes: self.frame_bytes, ..Self::new(Arc::clone(&self.kept)) }
    }

    /// The picture of `list`, on transparent ground.
    pub fn paint(&mut self, list: &DisplayList) -> Picture {
        let mut picture = Picture::default();
        self.paint_into(list, &mut picture);
        picture
    }

    /// As [`Self::paint`], into a picture whose buffer is used again.
    pub fn paint_into(&mut self, list: &DisplayList, picture: &mut Picture) {
        let area = Area::of(list.width, list.height);
        self.frame_bytes = area.bytes();
        // The veil of a grade is this list's from here on.
        self.last = None;
        let mut frame = Surface { area, data: std::mem::take(&mut picture.data) };
        if frame.data.len() != area.bytes() {
            frame.data = vec![0; area.bytes()];
        }
        let mut items = &list.items[..];
        self.paint_first(split(&mut items), &mut frame, &[area]);
        while let Some((Item::Grade(grade), rest)) = items.split_first() {
            items = rest;
            self.grading.prepare(grade, &frame, &[area]);
            self.grading.apply(&mut frame);
            self.paint_items(split(&mut items), &mut frame, &[area]);
        }
        *picture = Picture { width: area.width(), height: area.height(), data: frame.data };
    }

    /// Paints `list` into the picture that holds what this painter was last given, and says which parts it changed: only where the lists
    /// differ anything is painted. The bytes are those of [`Self::paint`].
    pub fn paint_next(&mut self, list: DisplayList, picture: &mut Picture) -> Parts {
        let area = Area::of(list.width, list.height);
        let known = (picture.width, picture.height) == (list.width, list.height);
        let Some(last) = self.last.take().filter(|_| known) else {
            self.paint_into(&list, picture);
            self.last = Some(Last { list, toned: None });
            return Parts::one(area);
        };
        let (mut old, mut new) = (&last.list.items[..], &list.items[..]);
        let (old_first, new_first) = (split(&mut old), split(&mut new));
        let mut parts = Parts::default();
        changes(old_first, new_first, Affine::IDENTITY, area, &mut parts);
        let mut frame = Surface { area, data: std::mem::take(&mut picture.data) };
        let toned = match (old.split_first(), new.split_first()) {
            (None, None) => {
                self.paint_first(new_first, &mut frame, &parts.areas());
                None
            }
            (Some((Item::Grade(_), old)), Some((Item::Grade(grade), mut new)))
                if !new.iter().any(is_grade) && !old.iter().any(is_grade) =>
            {
                // Whole cells: what a glow gathers is the colours before they are toned, and only parts painted anew still have them.
                let toned = last.toned.filter(|toned| toned.area == area);
                let known = toned.is_some() && self.grading.knows(grade, area);
                let changed = if known { parts.in_cells(glow::cell(area) as i32, area) } else { Parts::one(area) };
                let mut toned = toned.unwrap_or_else(|| Surface { area, data: vec![0; area.bytes()] });
                let areas = changed.areas();
                self.paint_first(new_first, &mut toned, &areas);
                let veiled = self.grading.prepare(grade, &toned, &areas);
                self.grading.tone(&mut toned, &areas);
                parts.extend(&changed);
                parts.extend(&veiled);
                changes(old, new, Affine::IDENTITY, area, &mut parts);
                let areas = parts.areas();
                self.grading.veil(&toned, &mut frame, &areas);
                self.paint_items(split(&mut new), &mut frame, &areas);
                Some(toned)
            }
            _ => {
                picture.data = frame.data;
                self.paint_into(&list, picture);
                self.last = Some(Last { list, toned: None });
                return Parts::one(area);
            }
        };
        picture.data = frame.data;
        self.last = Some(Last { list, toned });
        parts
    }

    /// Paints anew the parts of the frame, which do not overlap, from the list's first items.
    fn paint_first(&mut self, items: &[Item], frame: &mut Surface, parts: &[Area]) {
        let ground = self.paint_ground(items, frame, parts);
        self.paint_items(&items[ground..], frame, parts);
    }

    fn paint_items(&mut self, items: &[Item], frame: &mut Surface, parts: &[Area]) {
        let on = On { outer: Affine::IDENTITY, parts, frame_bytes: frame.data.len() };
        if self.kept.is_once() {
            return self.paint_together(items, on, frame);
        }
        items.iter().for_each(|item| self.paint_item(item, on, frame));
    }

    pub(super) fn paint_item(&mut self, item: &Item, on: On, target: &mut Surface) {
        match item {
            Item::Fill(shape) => self.paint_shape(shape, on, target),
            Item::Stroke { path, width, paint } => {
                let Some(path) = convert::outline(path, *width, on.outer) else { return };
                // The outline lies in the frame's pixels already, the paint still in its own.
                let back = on.outer.inverse();
                if back.is_finite() {
                    self.paint_shape(&Shape::new(back * path, paint.clone()), on, target);
                }
            }
            Item::Several(items) => items.iter().for_each(|item| self.paint_item(item, on, target)),
            Item::Group { .. } => {
                if let Some(group) = Group::of(item, on.outer) {
                    self.paint_group(&group, on, target);
                }
            }
            // On the whole surface: only a picture of its own holds one.
            Item::Grade(grade) if **grade == Grade::default() => {}
            Item::Grade(grade) => {
                let area = target.area;
                self.inner.prepare(grade, target, &[area]);
                self.inner.apply(target);
            }
        }
    }

    fn paint_shape(&mut self, shape: &Shape, on: On, target: &mut Surface) {
        let reach = bounds::of_path(&shape.path, on.outer);
        if !on.touches(target.area.touched_by(reach)) {
            return;
        }
        let Some(layer) = self.layer(shape, reach, on.outer, target.area) else { return };
        for part in on.parts {
            layer.lay(target, *part, &mut self.rows);
        }
        self.take_apart(layer);
    }

    /// A shape and its marks made ready inside `within`, which may be larger than what is laid: what is laid must not show in it.
    fn layer(&mut self, shape: &Shape, reach: Rect, outer: Affine, within: Area) -> Option<Layer> {
        let mut coverage = self.raster.coverage_in(reach, &shape.path, shape.rule, outer, within)?;
        shape.holes.iter().for_each(|hole| self.raster.leave_out(&mut coverage, hole, outer));
        let Some(source) = self.source(&shape.paint, outer, coverage.area) else {
            self.raster.give_back(coverage);
            return None;
        };
        let area = coverage.area;
        let marks = shape.marks.iter();
        let marks =
            marks.filter_map(|mark| self.layer(mark, bounds::of_path(&mark.path, outer), outer, area)).collect();
        Some(Layer { coverage, source, marks })
    }

    fn source(&mut self, paint: &Paint, outer: Affine, area: Area) -> Option<Source> {
        match paint {
            Paint::Solid(color) => Some(Source::Solid(blend::premultiplied(*color))),
            Paint::Linear { start, end, stops } => {
                Some(Source::Linear(Linear::new((*start, *end), stops, outer, &mut self.tables)))
            }
            Paint::Radial { center, radius, stops, transform } => {
                let mut surface = self.blank(area);
                let into = Affine::translate((-f64::from(area.x0), -f64::from(area.y0))) * outer * *transform;
                convert::radial((*center, *radius), stops, into, (area.width(), area.height()), &mut surface.data)?;
                Some(Source::Pixels(surface.data))
            }
            Paint::Picture { sizes, transform } => {
                let mut surface = self.blank(area);
                sample::shade(sizes, outer * *transform, &mut surface)?;
                Some(Source::Pixels(surface.data))
            }
        }
    }

    fn take_apart(&mut self, layer: Layer) {
        self.raster.give_back(layer.coverage);
        if let Source::Pixels(data) = layer.source {
            self.give_back(data);
        }
        layer.marks.into_iter().for_each(|mark| self.take_apart(mark));
    }

    /// A group is always painted on a surface of its own, kept or not, so that keeping it changes nothing.
    pub(super) fn paint_group(&mut self, group: &Group, on: On, target: &mut Surface) {
        if group.items.iter().any(is_grade) {
            return self.paint_picture(group, on, target);
        }
        if group.opacity == 0 {
            return;
        }
        if group.is_shared() && on.frame_bytes > 0 {
            return self.paint_shared(group, on, target);
        }
        let mut area = target.area.touched_by(bounds::of_items(group.items, group.transform));
        if let Some(clip) = group.clip {
            area = area.touched_by(bounds::of_path(clip, group.transform));
        }
        if !on.touches(area) {
            return;
        }
        let surface = self.surface_of(group, area, on.frame_bytes);
        on.parts.iter().for_each(|part| blend::lay(&surface, target, *part, group.opacity, group.blend));
        self.give_back(surface.data);
    }

    /// A group that may come again: kept whole and moved by whole pixels when it is small, else as much as the target shows of it.
    fn paint_shared(&mut self, group: &Group, on: On, target: &mut Surface) {
        let (cornered, by) = group.at_corner();
        let plain = |group: &Group| vec![Drawn { opacity: 255, blend: Blend::Normal, ..group.drawn() }];
        let (small, large) =
            (Key { groups: plain(&cornered), area: None }, Key { groups: plain(group), area: Some(target.area) });
        let known = self.kept.find(&small).map(|kept| (kept, by));
        let (kept, by) = match known.or_else(|| self.kept.find(&large).map(|kept| (kept, (0, 0)))) {
            Some(known) => known,
            None => {
                let whole = EVERYWHERE.touched_by(bounds::of_items(group.items, cornered.transform));
                if whole.is_empty() {
                    return;
                }
                if whole.bytes() <= on.frame_bytes / SMALL {
                    let surface = self.surface_of(&cornered, whole, on.frame_bytes);
                    (self.keep(small, surface, on.frame_bytes), by)
                } else {
                    let area = target.area.touched_by(bounds::of_items(group.items, group.transform));
                    if !on.touches(area) {
                        return;
                    }
                    let surface = self.surface_of(group, area, on.frame_bytes);
                    if !self.kept.is_worth(&large) {
                        on.parts
                            .iter()
                            .for_each(|part| blend::lay(&surface, target, *part, group.opacity, group.blend));
                        return self.give_back(surface.data);
                    }
                    (self.keep(large, surface, on.frame_bytes), (0, 0))
                }
            }
        };
        if on.touches(kept.area(by)) {
            on.parts.iter().for_each(|part| kept.lay(target, by, *part, group.opacity, group.blend));
        }
    }

    pub(super) fn keep(&mut self, key: Key, surface: Surface, frame_bytes: usize) -> Arc<Sparse> {
        let sparse = Arc::new(Sparse::of(&surface));
        self.kept.keep(key, Arc::clone(&sparse), frame_bytes);
        self.give_back(surface.data);
        sparse
    }

    /// A group with a grade is a picture of the target's size, graded whatever its clip shows of it.
    fn paint_picture(&mut self, group: &Group, on: On, target: &mut Surface) {
        let area = target.area;
        let key = Key { groups: vec![Drawn { opacity: 255, blend: Blend::Normal, ..group.drawn() }], area: Some(area) };
        let whole = Group { clip: None, ..*group };
        let known = if on.frame_bytes == 0 { None } else { self.kept.find(&key) };
        let picture = known.unwrap_or_else(|| {
            let surface = self.surface_of(&whole, area, 0);
            if on.frame_bytes == 0 { Arc::new(Sparse::of(&surface)) } else { self.keep(key, surface, on.frame_bytes) }
        });
        let Some(clip) = group.clip else {
            return on.parts.iter().for_each(|part| picture.lay(target, (0, 0), *part, group.opacity, group.blend));
        };
        let mut cut = self.blank(area);
        picture.copy(&mut cut, area);
        let coverage = self.raster.coverage(clip, Rule::NonZero, group.transform, area);
        blend::cover(&mut cut, coverage.as_ref());
        coverage.into_iter().for_each(|coverage| self.raster.give_back(coverage));
        on.parts.iter().for_each(|part| blend::lay(&cut, target, *part, group.opacity, group.blend));
        self.give_back(cut.data);
    }

    /// The group's items on a surface of `area`, clipped.
    pub(super) fn surface_of(&mut self, group: &Group, area: Area, frame_bytes: usize) -> Surface {
        let mut surface = self.blank(area);
        let on = On { outer: group.transform, parts: &[area], frame_bytes };
        for item in group.items.iter() {
            self.paint_item(item, on, &mut surface);
        }
        if let Some(clip) = group.clip {
            let coverage = self.raster.coverage(clip, Rule::NonZero, group.transform, area);
            blend::cover(&mut surface, coverage.as_ref());
            coverage.into_iter().for_each(|coverage| self.raster.give_back(coverage));
        }
        surface
    }

    pub(super) fn blank(&mut self, area: Area) -> Surface {
        let fits = self.spare.iter().rposition(|spare| spare.capacity() >= area.bytes());
        let Some(mut data) = fits.map(|i| self.spare.remove(i)) else {
            // A new one is all zeros from the system; one that grows is copied first.
            self.spare.pop();
            return Surface { area, data: vec![0; area.bytes()] };
        };
        data.clear();
        data.resize(area.bytes(), 0);
        Surface { area, data }
    }

    pub(super) fn give_back(&mut self, data: Vec<u8>) {
        let held: usize = self.spare.iter().map(Vec::capacity).sum();
        if ((held + data.capacity()) as f64) <= self.frame_bytes as f64 * SPARE_FRAMES {
            self.spare.push(data);
        }
    }
}

/// The items before the first grade; `items` are then the rest.
fn split<'a>(items: &mut &'a [Item]) -> &'a [Item] {
    let (first, rest) = items.split_at(items.iter().position(is_grade).unwrap_or(items.len()));
    *items = rest;
    first
}

pub(super) fn is_grade(item: &Item) -> bool {
    matches!(item, Item::Grade(_))
}
