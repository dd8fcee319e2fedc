//! The engine: laws over generated programs, and the runtime's doors.
mod laws;
mod losses;
mod motions;
mod programs;
mod runtime;
