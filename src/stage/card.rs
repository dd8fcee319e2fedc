//! Cards of words: a title or credits, a frame's measures and the time enter; a ground and words in it leave, coming, staying and going.
use super::card_ground::{Ground, ground};
use super::card_words::{Set, credits, title};
use super::fonts::Fonts;
use super::layout::Layout;
use super::text::Typesetter;
use crate::display::{Blend, Item};
use crate::frame::{Card, CardWords};
use crate::maths::Ease;
use crate::vocabulary::{CardStyle, Credit};
use kurbo::Affine;
use std::sync::{Arc, Mutex, PoisonError};

/// How long words take to come and to go: seconds, and at most this share of the card's time. Tuned by eye.
const COMES: (f64, f64) = (0.5, 0.3);
const GOES: (f64, f64) = (0.4, 0.25);
/// How much later than the line before it a line comes, and the last than the first, shares of the time it takes to come.
const FOLLOWS: (f64, f64) = (0.28, 0.8);
/// How far words rise as they come, 1080p pixels; words at the side come so far from it.
const RISES: f64 = 26.0;
const SLIDES: f64 = 90.0;
/// Cards whose outlines are kept.
const KEPT: usize = 8;

/// A card as drawn at one moment.
#[derive(Default)]
pub(super) struct Drawn {
    /// From the ground up.
    pub items: Vec<Item>,
    /// Nothing of what is under it shows.
    pub covers: bool,
}

struct Cache {
    typesetter: Typesetter,
    /// The latest last.
    sets: Vec<(CardWords, CardStyle, Arc<Set>)>,
}

/// Sets cards for frames of one size, each once.
pub(super) struct Cards {
    layout: Layout,
    fonts: Arc<Fonts>,
    cache: Mutex<Cache>,
}

impl Cards {
    /// Cards for frames of this layout, in these faces.
    pub fn new(layout: Layout, fonts: Arc<Fonts>) -> Self {
        let cache = Cache { typesetter: Typesetter::new(&fonts), sets: Vec::new() };
        Self { layout, fonts, cache: Mutex::new(cache) }
    }

    /// The card as it stands at time `t`.
    pub fn draw(&self, card: &Card, t: f64) -> Drawn {
        let set = self.set(&card.words, card.style);
        let (since, left, lasts) = (t - card.start, card.end - t, card.end - card.start);
        let going = left / (lasts * GOES.1).min(GOES.0).max(1e-9);
        let (shows, covers) = (Ease::Smooth.at(going), going >= 1.0);
        let Ground { mut items, opaque } = ground(card.style, &self.layout, &set);
        // Credits roll at one speed from below the frame to above it.
        if let CardWords::Credits { .. } = card.words {
            let share = if lasts > 0.0 && lasts.is_finite() { since / lasts } else { 0.0 };
            let top = self.layout.height - share * (self.layout.height + set.height);
            items.extend(set.lines.iter().map(|line| laid(line, (0.0, top), 1.0)));
        } else {
            let comes = (lasts * COMES.1).min(COMES.0).max(1e-9);
            let follows = FOLLOWS.0.min(FOLLOWS.1 / set.lines.len() as f64);
            for (i, line) in set.lines.iter().enumerate() {
                let come = Ease::Out.at(since / comes - i as f64 * follows);
                let away = (1.0 - come) * self.layout.unit();
                let by = if card.style == CardStyle::Lower { (-away * SLIDES, 0.0) } else { (0.0, away * RISES) };
                items.push(laid(line, by, come));
            }
        }
        if shows < 1.0 {
            let (transform, blend, clip) = (Affine::IDENTITY, Blend::Normal, None);
            items = vec![Item::Group { transform, opacity: shows, blend, clip, items: items.into() }];
        }
        Drawn { items, covers: covers && opaque }
    }

    /// The words without what none of the faces can draw.
    fn drawable(&self, words: &CardWords) -> CardWords {
        let of = |text: &Arc<str>| -> Arc<str> { self.fonts.drawable(text).into() };
        match words {
            CardWords::Title { text, sub } => CardWords::Title { text: of(text), sub: sub.as_ref().map(of) },
            CardWords::Credits { lines } => {
                let line = |line: &Credit| Credit {
                    role: line.role.as_ref().map(of),
                    names: line.names.iter().map(of).collect(),
                };
                CardWords::Credits { lines: lines.iter().map(line).collect() }
            }
        }
    }

    fn set(&self, words: &CardWords, style: CardStyle) -> Arc<Set> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., set)) = cache.sets.iter().find(|(known, its, _)| *its == style && known == words) {
            return Arc::clone(set);
        }
        let set = Arc::new(match &self.drawable(words) {
            CardWords::Title { text, sub } => title(&mut cache.typesetter, (text, sub.as_deref()), style, &self.layout),
            CardWords::Credits { lines } => credits(&mut cache.typesetter, lines, style, &self.layout),
        });
        if cache.sets.len() >= KEPT {
            cache.sets.remove(0);
        }
        cache.sets.push((words.clone(), style, Arc::clone(&set)));
        set
    }
}

/// Words moved and let through.
fn laid(items: &Arc<[Item]>, by: (f64, f64), opacity: f64) -> Item {
    Item::Group {
        transform: Affine::translate(by),
        opacity,
        blend: Blend::Normal,
        clip: None,
        items: Arc::clone(items),
    }
}
