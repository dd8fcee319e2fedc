//! Figures: how a pose becomes a drawing.
//!
//! Enters: a template, a look, a pose and a placement. Leaves: display items. Knows nothing of scenes.
pub mod body;
pub mod draw;
pub mod face;
pub mod kit;
pub mod look;
pub mod rig;
pub mod template;

pub use draw::{Acting, Drawn, Figure, Hold, Place, Shadow, Spot, Worn, draw, draw_holding, outlines, pose};
