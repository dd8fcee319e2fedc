//! The engine: laws over generated programs, and the runtime's doors.
mod laws;
mod losses;
mod programs;
mod runtime;
