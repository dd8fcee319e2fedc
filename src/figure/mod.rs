//! Figures: how a pose becomes a drawing.
//!
//! Enters: a template, a look, a pose and a placement. Leaves: display items. Knows nothing of scenes.
pub mod face;
pub mod kit;
pub mod template;
