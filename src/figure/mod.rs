//! A pose in, a drawing out: template, rig, look, face and the drawing kit. Knows nothing of scenes.
pub mod kit;
