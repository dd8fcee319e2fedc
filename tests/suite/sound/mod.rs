//! Sound: the voice's promises measured on its samples, recordings, takes, the mix, and films as they are heard.
mod clips;
mod effects;
mod engine;
mod films;
mod flac;
mod lips;
mod measure;
mod mix;
mod spool;
mod store;
mod voice;
mod voices;
