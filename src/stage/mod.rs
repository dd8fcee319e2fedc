//! The stage: a frame's state enters, its display list leaves: place, shadows, characters, front, as a camera sees
//! them, grade, fade, card, caption. Knows
//! nothing of tiny-skia or of what painted pixels are kept.
mod actors;
mod alive;
mod caption;
mod card;
mod card_ground;
mod card_words;
mod compose;
mod fonts;
mod grade;
mod layout;
mod lens;
mod life;
mod looks;
mod photo;
mod place;
mod places;
mod portrait;
mod prop;
mod script;
mod shadow;
mod shapes;
mod sheet;
mod svg;
mod svg_paint;
mod svg_weight;
mod text;
mod transition;
mod wave;
mod words;

pub use alive::Life;
pub use caption::{BOX_COLOR, BOX_OPACITY, Captions, Lettering, NAME_COLORS, Page, Rooms, Seen, Spoken, TEXT_COLOR};
pub use compose::{Stage, compose};
pub use fonts::{Face, Fonts, Need, covers};
pub use grade::{GRADES, grade};
pub use layout::Layout;
pub use life::{Motion, Shown, shown};
pub use place::{Anchor, Depth, GROUND, PLACE_SIZE, Piece, Place};
pub use places::{Pictures, Setting, is_picture};
pub use prop::{Asked, Prop, Standing, art_names, prop_reference};
pub use script::Writing;
pub use sheet::{
    Cell, Focus, Ground, Row, Strip, Tier, contact, fitting, poster, prop_poster, prop_sheet, sheet, wave_poster,
};
pub use words::Words;
