//! The MP4 writer, read back by the box reader.
use jabber_render::film::{Coded, Container, Rate, Track};
use mp4_atom::{Any, Codec, Colr, DecodeMaybe, Moov, StszSamples};
use std::io::Cursor;

fn track(frames: u64) -> Track {
    let (sps, pps) = (vec![0x67, 66, 192, 31, 5], vec![0x68, 1, 2]);
    Track { width: 64, height: 48, rate: Rate { num: 30000, den: 1001 }, frames, sps, pps, sound: None }
}

/// Writes `count` frames of k + 1 and 3 bytes each; every tenth is a key frame.
fn film(announced: u64, count: u64) -> Vec<u8> {
    let mut container = Container::begin(Cursor::new(Vec::new()), track(announced)).unwrap();
    for k in 0..count {
        let (unit, tail) = (vec![k as u8; k as usize + 1], [7; 3]);
        container.sample([unit.as_slice(), &tail], k % 10 == 0).unwrap();
    }
    container.finish().unwrap().into_inner()
}

/// The file's boxes: name and where the box begins and ends.
fn boxes(file: &[u8]) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < file.len() {
        let short = u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        let long = || u64::from_be_bytes(file[at + 8..at + 16].try_into().unwrap()) as usize;
        let size = if short == 1 { long() } else { short };
        found.push((String::from_utf8_lossy(&file[at + 4..at + 8]).into_owned(), at, at + size));
        at += size;
    }
    assert_eq!(at, file.len(), "the last box ends with the file");
    found
}

fn index(file: &[u8]) -> Moov {
    let mut rest = file;
    while let Some(atom) = Any::decode_maybe(&mut rest).unwrap() {
        if let Any::Moov(moov) = atom {
            return moov;
        }
    }
    panic!("no index");
}

#[test]
fn the_index_is_in_front_and_every_sample_is_where_it_says() {
    let file = film(75, 75);
    let names: Vec<String> = boxes(&file).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["ftyp", "moov", "free", "mdat"]);
    let moov = index(&file);
    let table = &moov.trak[0].mdia.minf.stbl;
    let StszSamples::Different { sizes } = &table.stsz.samples else { panic!("sizes differ") };
    assert_eq!(sizes.len(), 75);
    // 30 frames a chunk: 30, 30, 15.
    let offsets = &table.co64.as_ref().unwrap().entries;
    assert_eq!(offsets.len(), 3);
    for k in 0..75 {
        let within: u32 = sizes[k / 30 * 30..k].iter().sum();
        let at = offsets[k / 30] as usize + within as usize;
        let mut expected = (k as u32 + 1).to_be_bytes().to_vec();
        expected.extend(vec![k as u8; k + 1]);
        expected.extend([0, 0, 0, 3, 7, 7, 7]);
        assert_eq!(file[at..at + sizes[k] as usize], expected, "sample {k}");
    }
    let runs: Vec<_> = table.stsc.entries.iter().map(|run| (run.first_chunk, run.samples_per_chunk)).collect();
    assert_eq!(runs, [(1, 30), (3, 15)]);
    assert_eq!(table.stss.as_ref().unwrap().entries, [1, 11, 21, 31, 41, 51, 61, 71]);
}

#[test]
fn times_and_colours_are_exact() {
    let moov = index(&film(10, 10));
    let media = &moov.trak[0].mdia;
    let run = &media.minf.stbl.stts.entries[0];
    // 1001/30000 s a frame, whatever the clock.
    let (delta, scale) = (u64::from(run.sample_delta), u64::from(media.mdhd.timescale));
    assert_eq!(delta * 30000, 1001 * scale);
    assert_eq!(media.mdhd.duration, 10 * delta);
    assert_eq!(moov.mvhd.duration * scale, media.mdhd.duration * u64::from(moov.mvhd.timescale));
    let Codec::Avc1(description) = &media.minf.stbl.stsd.codecs[0] else { panic!("not avc1") };
    assert_eq!(description.colr, Some(Colr::new(1, 1, 1, false).unwrap()));
    assert_eq!(description.avcc.sequence_parameter_sets[0], [0x67, 66, 192, 31, 5]);
    assert_eq!((description.visual.width, description.visual.height), (64, 48));
}

#[test]
fn fewer_frames_than_announced_are_a_whole_film_and_more_an_error() {
    let file = film(1000, 1);
    assert_eq!(boxes(&file).len(), 4);
    assert_eq!(index(&file).trak[0].mdia.minf.stbl.stts.entries[0].sample_count, 1);
    let mut container = Container::begin(Cursor::new(Vec::new()), track(1)).unwrap();
    container.sample([[1].as_slice()], true).unwrap();
    assert!(container.sample([[1].as_slice()], false).is_err());
}

/// A file that holds its head and forgets the rest, for films larger than memory.
#[derive(Default)]
struct Head {
    kept: Vec<u8>,
    at: u64,
}

impl std::io::Write for Head {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let at = self.at as usize;
        if at < 1 << 16 {
            self.kept.resize(self.kept.len().max(at + bytes.len()), 0);
            self.kept[at..at + bytes.len()].copy_from_slice(bytes);
        }
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::io::Seek for Head {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        let std::io::SeekFrom::Start(at) = to else { panic!("the writer seeks from the start only") };
        self.at = at;
        Ok(at)
    }
}

#[test]
fn a_film_beyond_four_gigabytes_keeps_its_offsets() {
    let unit = vec![0; 100 << 20];
    let mut container = Container::begin(Head::default(), track(60)).unwrap();
    for k in 0..60 {
        container.sample([unit.as_slice()], k == 0).unwrap();
    }
    let head = container.finish().unwrap().kept;
    let offsets = index(&head).trak[0].mdia.minf.stbl.co64.clone().unwrap().entries;
    assert_eq!(offsets[1] - offsets[0], 30 * ((100 << 20) + 4));
    let data = offsets[0] as usize - 16;
    assert_eq!(&head[data + 4..data + 8], b"mdat");
    assert_eq!(u64::from_be_bytes(head[data + 8..data + 16].try_into().unwrap()), 60 * ((100 << 20) + 4) + 16);
}

#[test]
fn a_film_is_read_back_frame_by_frame() {
    let coded = Coded::read(film(25, 25)).unwrap();
    assert_eq!(coded.len(), 25);
    for k in 0..25 {
        let (units, key) = coded.frame(k).unwrap();
        let (unit, set) = (vec![k as u8; k + 1], track(25));
        let own = [unit.as_slice(), &[7; 3]];
        let expected = if k == 0 { [[&*set.sps, &*set.pps].as_slice(), &own].concat() } else { own.to_vec() };
        assert_eq!(units, expected, "frame {k}");
        assert_eq!(key, k % 10 == 0, "frame {k}");
    }
    // One that was cut off is none.
    let mut short = film(25, 25);
    short.pop();
    assert!(Coded::read(short).is_err());
    assert!(Coded::read(b"no film".to_vec()).is_err());
}
