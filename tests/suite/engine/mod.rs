//! The engine: laws over generated programs, and the runtime's doors.
mod laws;
mod limits;
mod library;
mod programs;
mod runtime;
