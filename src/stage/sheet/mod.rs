//! Sheets: rows of figures on paper, labelled and ruled, for people who draw bodies and look at them.
//!
//! Enters: cells (a figure, what it acts, what of it to show). Leaves: a display list as wide as asked, as tall as it takes.
mod cell;
mod contact;
mod page;
mod poster;
mod props;

pub use cell::{Cell, Focus};
pub use contact::{Strip, contact, fitting};
pub use page::{Row, sheet};
pub use poster::{Ground, Tier, poster, prop_poster, wave_poster};
pub use props::prop_sheet;
