//! What the outermost items of a frame's list are. They carry no names, but their order is fixed: the place, the shadows, the
//! figures in the order of the frame's characters, the place's front, the grade, the caption.
use super::super::text::word;
use crate::display::Item;
use crate::frame::FrameState;

/// A name an item, each one word: `place`, `shadow.mia`, `figure.mia`, `front`, `grade`, `caption`. Whose a shadow or a figure
/// is, is left out when somebody has none, such as one in the air, and it cannot be told.
pub(super) fn names(items: &[Item], frame: &FrameState) -> Vec<String> {
    let shown: Vec<String> = frame.characters.iter().filter(|one| one.visible).map(|one| word(&one.id)).collect();
    let first = items.iter().position(is_figure);
    let figures = items.iter().filter(|item| is_figure(item)).count();
    let is_shadow = |item: &Item| matches!(item, Item::Fill(_));
    let shadows = items.iter().filter(|item| is_shadow(item)).count();
    let (mut figure, mut shadow) = (0, 0);
    let whose = |kind: &str, count: usize, i: usize| match shown.get(i).filter(|_| count == shown.len()) {
        Some(id) => format!("{kind}.{id}"),
        None => kind.to_owned(),
    };
    let mut names = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        let name = match item {
            item if is_figure(item) => {
                figure += 1;
                whose("figure", figures, figure - 1)
            }
            item if is_shadow(item) => {
                shadow += 1;
                whose("shadow", shadows, shadow - 1)
            }
            Item::Grade(_) => "grade".to_owned(),
            _ if frame.caption.is_some() && i + 1 == items.len() => "caption".to_owned(),
            _ if first.is_some_and(|first| i > first) => "front".to_owned(),
            _ => "place".to_owned(),
        };
        names.push(name);
    }
    names
}

/// A living piece of a place is one group and nothing else; a figure is made of shapes.
fn is_figure(item: &Item) -> bool {
    matches!(item, Item::Several(items) if !matches!(items[..], [Item::Group { .. }]))
}

/// A name as a person says it.
pub(super) fn said(name: &str) -> String {
    match name.split_once('.') {
        Some((kind, whose)) => format!("{kind} of {whose}"),
        None => name.to_owned(),
    }
}
