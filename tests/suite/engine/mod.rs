//! The engine: laws over generated programs, and the runtime's doors.
mod authors;
mod bounds;
mod laws;
mod library;
mod limits;
mod losses;
mod motions;
mod programs;
mod runtime;
mod screen;
