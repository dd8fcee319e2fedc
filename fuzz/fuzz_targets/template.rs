//! The target of templates; its inputs are changed as trees of JSON.
#![no_main]
use jabber_render_fuzz::{mutated, template};
use libfuzzer_sys::{fuzz_crossover, fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| template::run(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match mutated::mutated(&data[..size], seed).filter(|new| new.len() <= max_size) {
        Some(new) => {
            data[..new.len()].copy_from_slice(&new);
            new.len()
        }
        None => fuzzer_mutate(data, size, max_size),
    }
});

fuzz_crossover!(|one: &[u8], two: &[u8], out: &mut [u8], seed: u32| {
    let new = mutated::crossed(one, two, seed).filter(|new| new.len() <= out.len());
    new.map_or(0, |new| {
        out[..new.len()].copy_from_slice(&new);
        new.len()
    })
});
