//! Captions: a frame's state and who is seen in it enter; what is said leaves, where it can be read on any picture and hides
//! little of it: in a box, outlined, or in a bubble. Long texts are turned like pages.
mod bubble;
mod page;
mod room;
mod said;

pub use bubble::Seen;
pub(super) use page::pictures;
pub use page::{BOX_COLOR, BOX_OPACITY, NAME_COLORS, Page, TEXT_COLOR};
pub use room::Rooms;
pub use said::Spoken;

use super::fonts::Fonts;
use super::layout::Layout;
use super::text::Typesetter;
use crate::display::{Blend, Item, Paint, Shape};
use crate::frame::{Caption, FrameState};
use crate::vocabulary::CaptionStyle;
use bubble::Hang;
use kurbo::{Affine, Rect};
use page::{FREE, Form, Wording, page_at, set};
use said::{Shown, number, said};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Captions whose outlines are kept.
const KEPT: usize = 32;
/// Between two boxes, 1080p pixels.
const BETWEEN: f64 = 10.0;
/// A bubble's line, 1080p pixels. Tuned by eye beside the figures' own.
const LINE: f64 = 4.5;

/// How captions are set.
#[derive(Clone, Debug, Default)]
pub struct Lettering {
    /// How they look.
    pub style: CaptionStyle,
    /// The names shown over lines, by cast id; empty for none.
    pub names: BTreeMap<Arc<str>, Arc<str>>,
    /// The faces.
    pub fonts: Arc<Fonts>,
    /// Every line of the film in the order of their starts, so that one makes room for the next in time.
    pub lines: Arc<[Spoken]>,
}

struct Cache {
    typesetter: Typesetter,
    /// The latest last.
    pages: Vec<(Wording, Arc<[Page]>)>,
}

/// Sets captions for frames of one size, each text once.
pub struct Captions {
    layout: Layout,
    lettering: Lettering,
    rooms: Rooms,
    cache: Mutex<Cache>,
}

/// A line with its place.
struct Placed {
    shown: Shown,
    pages: Arc<[Page]>,
    /// What its pages cover.
    rect: Rect,
    /// The bubble's speaker.
    speaker: Option<usize>,
    form: Form,
}

impl Captions {
    /// Captions for frames of this layout.
    pub fn new(layout: Layout, lettering: Lettering) -> Self {
        let cache = Cache { typesetter: Typesetter::new(&lettering.fonts), pages: Vec::new() };
        Self { layout, lettering, rooms: Rooms::default(), cache: Mutex::new(cache) }
    }

    /// True when lines stand in bubbles.
    pub fn has_bubbles(&self) -> bool {
        self.lettering.style == CaptionStyle::Bubble
    }

    /// Notes where the bubbles of a frame's lines have room.
    pub fn note(&self, frame: &FrameState, seen: &[Seen], rooms: &mut Rooms) {
        for shown in said(frame, &self.lettering.lines) {
            let speaker = seen.iter().find(|seen| Some(&seen.id) == shown.caption.speaker.as_ref());
            let size = largest(&self.of(&shown.caption).0);
            let line = number(&shown.caption, &self.lettering.lines);
            if let (Some(speaker), Some(size), Some(line)) = (speaker, size, line) {
                let side = bubble::first_side(speaker, &self.layout);
                rooms.note(line, side, |hang| self.hung(&shown, hang, size, (speaker, seen)).is_some());
            }
        }
    }

    /// Hangs each line's bubble where all of its frames have room for it.
    pub fn settle(&mut self, rooms: Rooms) {
        self.rooms = rooms;
    }

    /// What is said in a frame; nothing when that has no words.
    pub fn draw(&self, frame: &FrameState, seen: &[Seen]) -> Vec<Item> {
        if self.lettering.style == CaptionStyle::None {
            return Vec::new();
        }
        let placed = said(frame, &self.lettering.lines).into_iter().filter_map(|shown| self.placed(shown, seen));
        placed.flat_map(|placed| self.items(&placed, frame.t, seen)).collect()
    }

    /// The pages of a text in the captions' style, without a name.
    pub fn pages(&self, text: &Arc<str>) -> Arc<[Page]> {
        self.set(text, None, self.form(true))
    }

    fn form(&self, is_line: bool) -> Form {
        match self.lettering.style {
            CaptionStyle::Outline => Form::Outlined,
            CaptionStyle::Bubble if is_line => Form::Bare,
            _ => Form::Boxed,
        }
    }

    fn of(&self, caption: &Caption) -> (Arc<[Page]>, Form) {
        let form = self.form(caption.speaker.is_some());
        let name = caption.speaker.as_ref().and_then(|who| self.lettering.names.get(who));
        (self.set(&caption.text, name, form), form)
    }

    fn set(&self, text: &Arc<str>, name: Option<&Arc<str>>, form: Form) -> Arc<[Page]> {
        let wording = Wording { text: Arc::clone(text), name: name.cloned(), form };
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, pages)) = cache.pages.iter().find(|(known, _)| *known == wording) {
            return Arc::clone(pages);
        }
        let fonts = &self.lettering.fonts;
        let drawable = Wording {
            text: fonts.drawable(text).into(),
            name: name.map(|name| fonts.drawable(name).into()).filter(|name: &Arc<str>| !name.is_empty()),
            form,
        };
        let pages = set(&mut cache.typesetter, &drawable, &self.layout);
        if cache.pages.len() >= KEPT {
            cache.pages.remove(0);
        }
        cache.pages.push((wording, Arc::clone(&pages)));
        pages
    }

    /// Where a line goes: a bubble over its speaker if there is room for it during all of its time, else at the frame's foot.
    fn placed(&self, shown: Shown, seen: &[Seen]) -> Option<Placed> {
        let (pages, form) = self.of(&shown.caption);
        let size = largest(&pages)?;
        let find = |caption: &Caption| seen.iter().position(|seen| Some(&seen.id) == caption.speaker.as_ref());
        let speaker = find(&shown.caption).filter(|_| form == Form::Bare);
        if let Some(rect) = self.stands(&shown, size, speaker.and_then(|at| seen.get(at)), seen) {
            return Some(Placed { shown, pages, rect, speaker, form });
        }
        // Later ones stand below.
        let room = |(later, share): &(Caption, f64)| {
            let (pages, form) = self.of(later);
            let (_, height) = largest(&pages)?;
            let over = find(later).filter(|_| form == Form::Bare).and_then(|at| seen.get(at));
            let alone = Shown { caption: later.clone(), later: Vec::new() };
            let hangs = self.stands(&alone, largest(&pages)?, over, seen).is_some();
            (!hangs).then_some((height + BETWEEN * self.layout.unit()) * share)
        };
        let raised = shown.later.iter().filter_map(room).fold(0.0, f64::max);
        let rect = self.at_foot(size, raised, speaker.and_then(|at| seen.get(at)));
        Some(Placed { shown, pages, rect, speaker, form })
    }

    /// The place of a bubble by its speaker, that of its line if this has one; `None` when it is at the frame's foot.
    fn stands(&self, shown: &Shown, size: (f64, f64), speaker: Option<&Seen>, seen: &[Seen]) -> Option<Rect> {
        let speaker = speaker?;
        match self.settled(&shown.caption) {
            None => self.hung(shown, Hang::Over, size, (speaker, seen)),
            Some(Hang::Foot) => None,
            Some(hang) => {
                let place = self.lift(shown, self.place(hang, size, (speaker, seen)), seen, |share| share);
                Some(bubble::held(place, &self.layout))
            }
        }
    }

    fn settled(&self, caption: &Caption) -> Option<Hang> {
        self.rooms.hang(number(caption, &self.lettering.lines)?)
    }

    /// A bubble's place by its speaker, whether there is room or not.
    fn place(&self, hang: Hang, size: (f64, f64), (speaker, seen): (&Seen, &[Seen])) -> Rect {
        match hang {
            Hang::Over => bubble::over(speaker, seen, size, &self.layout),
            Hang::Left | Hang::Right => bubble::beside(speaker, hang == Hang::Right, size, &self.layout),
            Hang::Foot => self.at_foot(size, 0.0, Some(speaker)),
        }
    }

    /// The place of a bubble by its speaker; `None` when it has none there.
    fn hung(&self, shown: &Shown, hang: Hang, size: (f64, f64), (speaker, seen): (&Seen, &[Seen])) -> Option<Rect> {
        let natural = self.place(hang, size, (speaker, seen));
        bubble::is_good(self.lift(shown, natural, seen, |_| 1.0), seen, &self.layout)
            .then(|| self.lift(shown, natural, seen, |share| share))
    }

    /// A bubble lifted over those of later lines, by so much of their share.
    fn lift(&self, shown: &Shown, natural: Rect, seen: &[Seen], by: impl Fn(f64) -> f64) -> Rect {
        let unit = self.layout.unit();
        let later = shown.later.iter().filter_map(|(later, share)| {
            let speaker = seen.iter().find(|seen| Some(&seen.id) == later.speaker.as_ref())?;
            let settled = self.settled(later);
            let place = self.place(settled.unwrap_or(Hang::Over), largest(&self.of(later).0)?, (speaker, seen));
            (settled.is_some() || bubble::is_good(place, seen, &self.layout)).then_some((place, *share))
        });
        later.fold(natural, |rect, (other, share)| {
            bubble::lifted(rect, other, by(share), bubble::GIVES_WAY.1 * unit, unit)
        })
    }

    /// A place at the frame's foot, so much above it; a bubble keeps near its speaker.
    fn at_foot(&self, (w, h): (f64, f64), raised: f64, speaker: Option<&Seen>) -> Rect {
        let (beside, below) = (self.layout.width * FREE.0, self.layout.height * FREE.1);
        let middle = speaker.map_or(self.layout.width / 2.0, |speaker| speaker.head.center().x);
        let left = (middle - w / 2.0).min(self.layout.width - beside - w).max(beside);
        let foot = self.layout.height - below - raised;
        Rect::new(left, foot - h, left + w, foot)
    }

    fn items(&self, placed: &Placed, t: f64, seen: &[Seen]) -> Vec<Item> {
        let Some(page) = page_at(&placed.pages, &placed.shown.caption, t) else { return Vec::new() };
        // On whole pixels, so that edges are as sharp as they can be.
        let foot = ((placed.rect.x0 + placed.rect.x1) / 2.0).round();
        let foot = (foot, placed.rect.y1.round());
        let mut items = Vec::new();
        if placed.form == Form::Bare {
            let rect = Rect::new(foot.0 - page.width / 2.0, foot.1 - page.height, foot.0 + page.width / 2.0, foot.1);
            let speaker = placed.speaker.and_then(|at| seen.get(at));
            let path = Arc::new(bubble::outline(rect, speaker, &self.layout));
            let width = LINE * self.layout.unit();
            items.push(Item::Fill(Shape::new(Arc::clone(&path), Paint::Solid(TEXT_COLOR))));
            items.push(Item::Stroke { path, width, paint: Paint::Solid(BOX_COLOR) });
        }
        let (transform, words) = (Affine::translate(foot), Arc::clone(&page.items));
        items.push(Item::Group { transform, opacity: 1.0, blend: Blend::Normal, clip: None, items: words });
        items
    }
}

/// The size of the largest page, pixels; `None` when there is none.
fn largest(pages: &[Page]) -> Option<(f64, f64)> {
    let larger = |(w, h): (f64, f64), page: &Page| (w.max(page.width), h.max(page.height));
    (!pages.is_empty()).then(|| pages.iter().fold((0.0, 0.0), larger))
}
