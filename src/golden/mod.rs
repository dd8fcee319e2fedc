//! Golden stills: what pictures looked like when a person took them, compared with what they look like now.
//!
//! Enters: the list of cases, pictures, and what a frame was drawn from (its timeline as JSON, its state, its display list).
//! Leaves: how far two pictures differ, the earliest stage that made them differ, a report, a contact sheet. Opens no file
//! and knows nothing of the engine.
mod case;
mod contact;
mod difference;
mod hash;
mod junit;
mod list;
mod names;
mod pattern;
mod pictures;
mod pixels;
mod report;
mod rows;
mod schema;
mod trace;
mod verdict;

pub use case::{Case, GRIDS, Options, SHEET_WIDTH, STILL_SIZE, Tolerance, still_name};
pub use contact::{CONTACT_ROWS, contact};
pub use difference::{AMPLIFIED, Bounds, Difference, amplified, difference};
pub use junit::junit;
pub use list::{LATEST, List};
pub use pattern::Pattern;
pub use pictures::Pictures;
pub use pixels::{Pixels, Unreadable};
pub use report::{PICTURED, report};
pub use rows::with_cases;
pub use schema::schema;
pub use trace::{Cause, Record, Stage, Trace};
pub use verdict::{HEAVIEST, Outcome, Verdict};
