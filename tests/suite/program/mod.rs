//! Loading: JSON faults, validation faults with their paths, and what the friendly blocks become.
mod desugar;
mod faults;
mod json;
mod located;
mod parts;
mod table;
