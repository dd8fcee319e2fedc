//! Voices: a line → a take.
pub mod jabber;
