//! Drawing and converting only what changed is drawing and converting all of it: every example, under every kind of grade, on any
//! number of threads, byte for byte as the encoder is sent it.
use super::films::stand_in;
use jabber_render::cli::{Artist, Size, Studio};
use jabber_render::engine::{Options, Runtime, from_catalog};
use jabber_render::film::encode::{Encoder, Ffmpeg, Recipe, Spec};
use jabber_render::film::{Bytes, Rate, Reel, convert, make};
use jabber_render::frame::FrameState;
use jabber_render::pack::Catalog;
use jabber_render::program::load;
use jabber_render::program::tree::Kind;
use jabber_render::stage::Lettering;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Two blocks of the conversion wide and a rest; cells of the glow two pixels wide.
const SIZE: Size = Size { width: 480, height: 270 };
/// Seconds between the frames looked at, at least; in a long film they are spread over all of it: between two of them much moves and
/// something stays.
const STEP: f64 = 0.21;
/// Frames of each film.
const FRAMES: usize = 48;

/// What a cartoon shows, and where it is drawn: as a film and as a still. A grade stands in for the cartoon's own. `None` for a file that is none.
fn states(file: &Path, grade: Option<&str>) -> Option<(Studio, Studio, Vec<FrameState>)> {
    let catalog = Arc::new(Catalog::shipped());
    let program = load(&fs::read(file).unwrap()).program.filter(|program| program.kind == Kind::Cartoon)?;
    let (behaviours, characters) = from_catalog(&catalog);
    let options = Options { behaviours: Some(behaviours), characters: Some(characters), ..Options::default() };
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(&program, &[]).unwrap();
    let step = (runtime.duration().unwrap_or(0.0) / (FRAMES - FRAMES / 5) as f64).max(STEP);
    let mut state = |i: usize| {
        // Every fifth frame shows what the one before it showed: a film's still moments.
        runtime.step_to((i - i / 5) as f64 * step).unwrap();
        let mut frame = runtime.frame().unwrap();
        if let Some(grade) = grade {
            frame.grade = grade.into();
        }
        frame
    };
    let states = (0..FRAMES).map(&mut state).collect();
    let lettering = Lettering { style: program.captions.style.unwrap_or_default(), ..Lettering::default() };
    let beside = file.parent().unwrap().into();
    let studio = || Studio::new(&program, &beside, runtime.timeline(), &catalog, SIZE, lettering.clone());
    Some((studio(), studio().once(), states))
}

/// The bytes of a frame drawn as a still and converted by itself.
fn alone(studio: &Studio, state: &FrameState) -> Vec<u8> {
    let mut out = Vec::new();
    convert(Artist::new(studio).draw(studio, state).0, Bytes::Yuv420, &mut out).unwrap();
    out
}

#[cfg(unix)]
#[test]
fn what_the_encoder_is_sent_is_every_frame_drawn_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let films = ["examples", "benches/films"].into_iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let films =
        films.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|ext| ext == "json"));
    let films = films.chain([root.join("golden/cartoons/bubbles.json")]);
    let tools = tempfile::tempdir().unwrap();
    let kept = tools.path().join("frames");
    let script = format!("for film; do :; done; cat >'{}'; echo film >\"$film\"", kept.display());
    let program = stand_in(tools.path(), &script);
    let spec =
        Spec { width: SIZE.width, height: SIZE.height, rate: Rate { num: 24, den: 1 }, frames: 0..FRAMES as u64 };
    // As written, glow and vignette, vignette alone, colours alone, each on other numbers of threads.
    let runs = [(None, 1), (Some("bloom"), 3), (Some("noir"), 2), (Some("normal"), 4)];
    let mut seen = 0;
    for (film, (grade, threads)) in films.flat_map(|film| runs.map(|run| (film.clone(), run))) {
        let Some((studio, still, states)) = states(&film, grade) else { continue };
        let encoder = Encoder::Ffmpeg(
            Ffmpeg::create(&program, &tools.path().join("film.mp4"), &spec, &Recipe::default(), None).unwrap(),
        );
        let reel = Reel { spec: &spec, threads, stop: &AtomicBool::new(false), progress: &|_| () };
        let artist = || Artist::new(&studio);
        make(&reel, encoder, states.iter(), artist, |artist, state| artist.draw(&studio, state)).unwrap();
        let sent = fs::read(&kept).unwrap();
        let size = sent.len() / FRAMES;
        for (i, frame) in sent.chunks(size).enumerate() {
            assert!(
                frame == alone(&still, &states[i]),
                "{} under {grade:?}, {threads} threads: frame {i}",
                film.display()
            );
        }
        seen += 1;
    }
    assert!(seen >= 5 * 4, "{seen}");
}
