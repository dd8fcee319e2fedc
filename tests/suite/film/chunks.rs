//! The chunks of a film: which frames each has, and what lies in their folder.
use jabber_render::film::chunks::{Chunks, Refused, chunks, folder};
use jabber_render::film::{FrameRange, Rate};
use jabber_render::pack::sha256;
use std::fs;

fn rate(num: u32, den: u32) -> Rate {
    Rate { num, den }
}

#[test]
fn a_chunk_has_the_frames_of_its_ten_seconds() {
    // First frame of chunk k: the least n with n·den/num ≥ 10k, that is ⌈10k·num/den⌉. 10·30000/1001 = 299.7.
    type Expected<'a> = &'a [(u64, FrameRange)];
    let table: [(Rate, FrameRange, Expected<'_>); 6] = [
        (rate(24, 1), 0..530, &[(0, 0..240), (1, 240..480), (2, 480..530)]),
        (rate(24, 1), 0..240, &[(0, 0..240)]),
        (rate(24, 1), 239..241, &[(0, 239..240), (1, 240..241)]),
        (rate(30000, 1001), 0..700, &[(0, 0..300), (1, 300..600), (2, 600..700)]),
        (rate(30000, 1001), 1200..1201, &[(4, 1200..1201)]),
        (rate(1, 1), 5..5, &[]),
    ];
    for (rate, frames, expected) in table {
        let made: Vec<(u64, FrameRange)> = chunks(rate, &frames).into_iter().collect();
        assert_eq!(made, expected, "{rate} {frames:?}");
    }
}

#[test]
fn chunks_leave_nothing_out_at_any_rate() {
    for rate in [rate(24, 1), rate(24000, 1001), rate(30000, 1001), rate(25, 2), rate(7, 1), rate(240, 1)] {
        let frames = 3..(rate.count(61.3));
        let mut next = frames.start;
        for (k, span) in chunks(rate, &frames) {
            assert_eq!(span.start, next, "{rate} chunk {k}");
            assert!(!span.is_empty(), "{rate} chunk {k}");
            for n in span.clone() {
                // 10k ≤ n·den/num < 10(k + 1), in whole numbers.
                let (time, num) = (n * u64::from(rate.den), u64::from(rate.num));
                assert!(10 * k * num <= time && time < 10 * (k + 1) * num, "{rate}: frame {n} in chunk {k}");
            }
            next = span.end;
        }
        assert_eq!(next, frames.end, "{rate}");
    }
}

#[test]
fn a_folder_keeps_what_is_whole_and_removes_what_is_its_own() {
    let place = tempfile::tempdir().unwrap();
    let film = place.path().join("film.mp4");
    let [all, other, shown] = ["all", "other", "shown"].map(|text| sha256(text.as_bytes()));
    let chunks = Chunks::open(&film, "mp4", &all).unwrap();
    assert_eq!(chunks.folder(), folder(&film));
    // Nobody else may work there meanwhile.
    assert!(matches!(Chunks::open(&film, "mp4", &all), Err(Refused::Busy(_))));
    fs::write(chunks.making(3), "three").unwrap();
    chunks.keep(3, &shown).unwrap();
    assert_eq!(fs::read(chunks.path(3, &shown).unwrap()).unwrap(), b"three");
    assert!(!chunks.making(3).exists());
    let whole = chunks.whole().unwrap();
    assert_eq!(whole.keys().collect::<Vec<_>>(), [&3]);
    assert!(Chunks::is(&whole[&3], &shown) && !Chunks::is(&whole[&3], &other));
    // One whose bytes are no longer those that were written is none.
    assert!(chunks.remove_spoiled().unwrap().is_empty());
    fs::write(chunks.making(5), "five").unwrap();
    chunks.keep(5, &shown).unwrap();
    fs::write(chunks.path(5, &shown).unwrap(), "fivf").unwrap();
    assert_eq!((chunks.remove_spoiled().unwrap(), chunks.whole().unwrap().len()), (vec![5], 1));
    assert!(chunks.path(5, &shown).is_err());
    fs::write(chunks.making(4), "half").unwrap();
    fs::write(chunks.folder().join("film.mp4.x1.part"), "half").unwrap();
    fs::write(chunks.folder().join("000001-mine.mp4"), "somebody's").unwrap();
    drop(chunks);

    // With other options none of the chunks is right; what was never whole is gone, what is somebody's stays.
    let chunks = Chunks::open(&film, "mp4", &other).unwrap();
    assert!(chunks.whole().unwrap().is_empty());
    assert_eq!(chunks.remove_others().unwrap(), 1);
    assert_eq!(chunks.remove_others().unwrap(), 0);
    assert!(!chunks.finish().unwrap());
    let left: Vec<_> = fs::read_dir(folder(&film)).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["000001-mine.mp4"]);
    drop(chunks);

    fs::remove_file(folder(&film).join("000001-mine.mp4")).unwrap();
    let chunks = Chunks::open(&film, "mp4", &all).unwrap();
    assert!(chunks.finish().unwrap());
    assert!(!folder(&film).exists());
}
