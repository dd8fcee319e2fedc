//! The target of formulas.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| jabber_render_fuzz::expression::run(data));
