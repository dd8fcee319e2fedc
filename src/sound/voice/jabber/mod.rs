//! jabber, the voice that needs nothing: a formant synthesiser that babbles a line from its letters and its sentence melody, in the manner of
//! talking animals.
//!
//! Enters: a text, a voice, a mood, who speaks, speed and pitch. Leaves: samples and timed lips. The same line gives the same samples on every
//! machine. `text → phrases → syllables → segments in time → melody, throat and noise → samples`.
mod articulate;
mod choice;
mod finish;
mod glottis;
mod letters;
mod melody;
mod mood;
mod noise;
mod phrase;
mod script;
mod segment;
mod speak;
mod syllable;
mod throat;
mod timbre;
mod track;
mod unit;

pub use mood::Mood;
pub use speak::{Line, Spoken, held, speak, spelled};
pub use timbre::Timbre;
pub use unit::Unit;
