//! Rates and counts, worked out from ruling 15: frames k/F for k = 0 … ceil(duration·F − 1e-9) − 1.
use jabber_render::film::Rate;

#[test]
fn rates_are_read_as_fractions_in_lowest_terms() {
    let cases: [(&str, Option<(u32, u32)>); 16] = [
        ("24", Some((24, 1))),
        ("30000/1001", Some((30000, 1001))),
        ("48/2", Some((24, 1))),
        ("23.976", Some((2997, 125))),
        ("12.5", Some((25, 2))),
        ("1", Some((1, 1))),
        ("240", Some((240, 1))),
        ("241", None),
        ("0", None),
        ("-1", None),
        ("1/2", None),
        ("24/0", None),
        ("", None),
        ("fast", None),
        ("24.0001", None),
        ("99999999999", None),
    ];
    for (text, expected) in cases {
        let rate = text.parse::<Rate>().ok().map(|rate| (rate.num, rate.den));
        assert_eq!(rate, expected, "{text:?}");
    }
}

#[test]
fn a_film_has_a_frame_for_its_last_moment_and_none_beyond() {
    let film = Rate { num: 24, den: 1 };
    let ntsc = Rate { num: 30000, den: 1001 };
    let cases = [
        (film, 0.0, 0),
        (film, 1.0, 24),
        (film, 1.0 + 1e-12, 24), // 24.000000000024 − 1e-9 rounds up to 24
        (film, 1.0 + 1e-9, 25),  // 24.000000024 needs one more
        (film, 21.6, 519),       // 518.4
        (film, 0.001, 1),
        (ntsc, 1.001, 30),  // exactly 30
        (ntsc, 60.0, 1799), // 1798.2
    ];
    for (rate, duration, expected) in cases {
        assert_eq!(rate.count(duration), expected, "{duration} s at {rate}");
    }
}

#[test]
fn the_frame_at_its_own_time_is_itself() {
    for rate in [Rate { num: 24, den: 1 }, Rate { num: 30000, den: 1001 }, Rate { num: 2997, den: 125 }] {
        for k in (0..500_000).step_by(37) {
            assert_eq!(rate.frame_at(rate.time(k)), k, "frame {k} at {rate}");
        }
    }
    assert_eq!(Rate { num: 24, den: 1 }.frame_at(2.5), 60);
    assert_eq!(Rate { num: 24, den: 1 }.frame_at(2.49), 59);
}

#[test]
fn ranges_meet_without_gap_or_overlap() {
    let rate = Rate { num: 24, den: 1 };
    assert_eq!(rate.range(0.0, 2.0), 0..48);
    assert_eq!(rate.range(2.0, 4.5), 48..108);
    assert_eq!(rate.range(2.01, 2.05), 49..50); // 48.24 to 49.2: frame 49 alone
    assert!(rate.range(2.01, 2.02).is_empty()); // no frame's instant lies between
}
