//! The target of pictures.
#![no_main]
use jabber_render_fuzz::picture;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| picture::run(data));
