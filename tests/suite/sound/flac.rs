//! FLAC frames, read back by another hand.
use jabber_render::sound::flac::{BLOCK, frame};
use std::io::Cursor;
use symphonia::core::io::MediaSourceStream;

/// A whole file of the frames.
fn file(samples: &[[i16; 2]]) -> Vec<u8> {
    let mut out = b"fLaC\x80\x00\x00\x22".to_vec();
    out.extend((BLOCK as u16).to_be_bytes());
    out.extend((BLOCK as u16).to_be_bytes());
    out.extend([0; 6]);
    out.extend(((48_000u64 << 44) | (1 << 41) | (15 << 36) | samples.len() as u64).to_be_bytes());
    out.extend([0; 16]);
    samples.chunks(BLOCK).enumerate().for_each(|(i, block)| out.extend(frame(block, i as u64)));
    out
}

fn read(bytes: Vec<u8>) -> Vec<[i16; 2]> {
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let probed =
        symphonia::default::get_probe().format(&Default::default(), stream, &Default::default(), &Default::default());
    let mut format = probed.unwrap().format;
    let params = format.default_track().unwrap().codec_params.clone();
    let mut decoder = symphonia::default::get_codecs().make(&params, &Default::default()).unwrap();
    let mut out = Vec::new();
    while let Ok(packet) = format.next_packet() {
        let audio = decoder.decode(&packet).unwrap();
        let mut buffer = symphonia::core::audio::SampleBuffer::<i16>::new(audio.capacity() as u64, *audio.spec());
        buffer.copy_interleaved_ref(audio);
        out.extend(buffer.samples().chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }
    out
}

#[test]
fn every_sample_comes_back() {
    let sine = |i: usize, hz: f64| (20_000.0 * (i as f64 * hz).sin()) as i16;
    let noise = |i: usize| (i.wrapping_mul(2_654_435_761) >> 7) as i16;
    type Make = fn(usize, &dyn Fn(usize, f64) -> i16, &dyn Fn(usize) -> i16) -> [i16; 2];
    let cases: [(&str, Make); 7] = [
        ("silence", |_, _, _| [0, 0]),
        ("a constant", |_, _, _| [-7, 1200]),
        ("a tone in the middle", |i, sine, _| [sine(i, 0.03); 2]),
        ("a tone on one side", |i, sine, _| [sine(i, 0.03), 0]),
        ("two tones", |i, sine, _| [sine(i, 0.03), sine(i, 0.05)]),
        ("noise", |i, _, noise| [noise(i), noise(i + 77)]),
        ("the edges", |i, _, _| if i % 2 == 0 { [i16::MAX, i16::MIN] } else { [i16::MIN, i16::MAX] }),
    ];
    for (name, make) in cases {
        for count in [1, 2, 3, 17, BLOCK, BLOCK + 1, 3 * BLOCK + 999] {
            let samples: Vec<[i16; 2]> = (0..count).map(|i| make(i, &sine, &noise)).collect();
            assert_eq!(read(file(&samples)), samples, "{name}, {count} samples");
        }
    }
}

#[test]
fn speech_takes_less_than_half_its_bytes_and_silence_next_to_none() {
    let tone: Vec<[i16; 2]> = (0..BLOCK).map(|i| [(8000.0 * (i as f64 * 0.05).sin()) as i16; 2]).collect();
    assert!(frame(&tone, 0).len() < BLOCK * 4 / 3);
    assert!(frame(&[[0, 0]; BLOCK], 0).len() < 30);
}

#[test]
fn a_number_of_a_frame_may_be_large() {
    // A film of a day; symphonia checks the header's sum.
    for number in [0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 864_000] {
        let bytes = frame(&[[1, 2], [3, 4]], number);
        let head = &bytes[4..];
        let first = head[0];
        let more = match first {
            0..0x80 => 0,
            0xC0..0xE0 => 1,
            0xE0..0xF0 => 2,
            0xF0..0xF8 => 3,
            _ => panic!("{first:x}"),
        };
        let lead = if more == 0 { u64::from(first) } else { u64::from(first & (0x3F >> more)) };
        let coded = head[1..=more].iter().fold(lead, |n, b| (n << 6) | u64::from(b & 0x3F));
        assert_eq!(coded, number);
    }
}
