//! Stills: the film's own frames, alone.
use super::Desk;
use std::fs;

/// The pixels of a PNG.
fn pixels(path: &std::path::Path) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes)
}

#[test]
fn a_still_is_the_films_frame() {
    let desk = Desk::new();
    desk.example();
    desk.run(&["morning.json", "-o", "frames/", "--size", "192x108", "--from", "4", "--to", "4.5"]).says(0, &[]);
    desk.run(&["still", "morning.json", "--frame", "100", "-o", "by-number.png", "--size", "192x108"]).says(0, &[]);
    // Frame 100 is on screen from 100/24 = 4.1667 s on.
    desk.run(&["still", "morning.json", "--at", "4.17", "-o", "by-time.png", "--size", "192x108"]).says(0, &[]);
    let frame = pixels(&desk.path("frames/000100.png"));
    assert_eq!(pixels(&desk.path("by-number.png")), frame);
    assert_eq!(pixels(&desk.path("by-time.png")), frame);
    assert_eq!((frame.0, frame.1), (192, 108));
    assert_ne!(pixels(&desk.path("frames/000104.png")), frame);
}

#[test]
fn a_still_has_the_films_bubbles() {
    let desk = Desk::new();
    desk.write("camera.json", include_str!("../../../examples/camera.json"));
    let options = ["--size", "192x108", "--caption-style", "bubble"];
    // A line while the camera draws back, from its middle on: where its bubble is, its beginning has a say in.
    desk.run(&[&["camera.json", "-o", "frames/", "--from", "5.75", "--to", "5.9"], &options[..]].concat()).says(0, &[]);
    desk.run(&[&["still", "camera.json", "--frame", "140", "-o", "still.png"], &options[..]].concat()).says(0, &[]);
    let still = pixels(&desk.path("still.png"));
    assert_eq!(still, pixels(&desk.path("frames/000140.png")));
    let bare = ["--size", "192x108", "--caption-style", "none"];
    desk.run(&[&["still", "camera.json", "--frame", "140", "-o", "bare.png"], &bare[..]].concat()).says(0, &[]);
    assert_ne!(still, pixels(&desk.path("bare.png")));
}

#[test]
fn several_stills_in_one_call_are_each_the_still_alone() {
    let desk = Desk::new();
    desk.example();
    let size = ["--size", "96x54"];
    desk.run(&[&["still", "morning.json", "--at", "4,2.5,2.5", "-o", "a.b.png"], size.as_slice()].concat())
        .says(0, &[]);
    desk.run(&[&["still", "morning.json", "--frame", "60,96", "-o", "n.png"], size.as_slice()].concat()).says(0, &[]);
    let expected = ["a.b@2.5.png", "a.b@4.png", "morning.json", "n@60.png", "n@96.png"];
    assert_eq!(desk.names(), expected);
    assert_eq!(pixels(&desk.path("a.b@2.5.png")), pixels(&desk.path("n@60.png")));
    assert_eq!(pixels(&desk.path("a.b@4.png")), pixels(&desk.path("n@96.png")));
}

#[test]
fn a_still_beyond_the_end_is_refused_and_nothing_is_written() {
    let desk = Desk::new();
    desk.example();
    desk.run(&["still", "morning.json", "--at", "2,500", "-o", "a.png", "--size", "96x54"]).says(2, &["500", "lasts"]);
    assert_eq!(desk.names(), ["morning.json"]);
}

#[test]
fn of_several_stills_all_are_written_or_none() {
    let desk = Desk::new();
    desk.example();
    fs::create_dir(desk.path("a@3.png")).unwrap();
    desk.write("a@1.png", "an earlier still");
    let args = ["still", "morning.json", "--at", "1,2,3", "-o", "a.png", "--size", "96x54"];
    desk.run(&args).says(3, &["a@3.png"]);
    assert_eq!(desk.names(), ["a@1.png", "a@3.png", "morning.json"]);
    assert_eq!(fs::read(desk.path("a@1.png")).unwrap(), b"an earlier still");
}

#[test]
fn a_still_that_cannot_be_written() {
    let desk = Desk::new();
    desk.example();
    let args = ["still", "morning.json", "--at", "0", "-o", "nowhere/a.png", "--size", "96x54"];
    desk.run(&args).says(3, &["nowhere/a.png"]);
    assert_eq!(desk.names(), ["morning.json"]);
}
