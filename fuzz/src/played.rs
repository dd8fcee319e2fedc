//! Programs played for ten seconds within small limits, at odd steps and in one, and what must hold of the answers.
use jabber_render::engine::{
    BehaviourOptions, CharacterId, Happening, Options, PoseCache, PoseSettings, Record, RecordKind, Runtime,
    StartError, from_catalog,
};
use jabber_render::frame::json;
use jabber_render::pack::Catalog;
use jabber_render::program::tree::{Kind, Program};
use std::sync::{Arc, OnceLock};

/// Seconds at which the odd run steps; some twice, some hardly apart.
const STEPS: [f64; 14] = [0.0, 1e-9, 0.013, 1.0 / 24.0, 0.1, 0.1, 0.5, 0.77, 1.0, 2.3, 5.0, 7.0 + 1e-12, 9.99, END];
/// Seconds that a program plays.
const END: f64 = 10.0;
/// What a program is due to last, seconds.
const DUR: f64 = 4.5;
/// Blocks that a run may take: a few milliseconds.
const BLOCKS: u64 = 20_000;
/// Records that a plan may hold.
const RECORDS: usize = 2_000;
/// Seconds that a plan may take.
const PLAN: f64 = 60.0;
/// Less than this apart, seconds, a record's edge and a step are one moment.
const EDGE: f64 = 1e-6;

/// The shipped packs.
pub fn catalog() -> &'static Arc<Catalog> {
    static CATALOG: OnceLock<Arc<Catalog>> = OnceLock::new();
    CATALOG.get_or_init(|| Arc::new(Catalog::shipped()))
}

/// Options with small limits.
pub fn options(catalog: &Arc<Catalog>) -> Options {
    let (behaviours, characters) = from_catalog(catalog);
    Options {
        max_blocks: BLOCKS,
        max_records: RECORDS,
        max_duration: PLAN,
        behaviours: Some(behaviours),
        characters: Some(characters),
        ..Options::default()
    }
}

/// Plays a program as what it is, and sees that it is refused as what it is not.
pub fn play(program: &Arc<Program>, catalog: &Arc<Catalog>) {
    if program.kind == Kind::Behaviour {
        let refused = Runtime::new(options(catalog)).start_cartoon(program, &[]);
        assert_eq!(refused, Err(StartError::NotACartoon));
        behaviour(program, catalog);
    } else {
        cartoon(program, catalog);
    }
}

/// Plays a behaviour quietly in odd steps and in one step, then with everything that can happen to it.
fn behaviour(program: &Arc<Program>, catalog: &Arc<Catalog>) {
    let odd = posed(program, catalog, &STEPS);
    let once = posed(program, catalog, &[END]);
    if let (Some(odd), Some(once)) = (&odd, &once) {
        assert_eq!(odd, once, "odd steps, one step");
        warm(program);
    }
    let mut runtime = Runtime::new(options(catalog));
    let character = runtime.add_character("A", 4.0);
    let _ = runtime.start_behaviour(character, program, &with_dur());
    for (k, t) in STEPS.into_iter().enumerate() {
        happens(&mut runtime, character, k);
        // What failed has ended; the rest goes on.
        let _ = runtime.step_to(t);
        let _ = runtime.pose(character).map(|pose| json::pose(&pose));
        assert_eq!(runtime.now(), runtime.now().clamp(0.0, END), "the clock");
    }
}

fn happens(runtime: &mut Runtime, character: CharacterId, k: usize) {
    let level = (k % 3) as f64 / 2.0;
    let _ = runtime.set_inputs(character, level, f64::from(u8::from(k % 4 < 2)));
    let happening = match k % 6 {
        0 => Happening::Click,
        1 => Happening::Key("a".into()),
        2 => Happening::Beat,
        3 => Happening::Touch,
        4 => Happening::Scene(Some("one".into())),
        _ => Happening::TalkStart,
    };
    let _ = runtime.emit(&happening, Some(character));
}

fn with_dur() -> BehaviourOptions {
    BehaviourOptions { dur: DUR, ..BehaviourOptions::default() }
}

/// The pose at the end and the warnings; `None` when something failed or the program waits for steps.
fn posed(program: &Arc<Program>, catalog: &Arc<Catalog>, steps: &[f64]) -> Option<(String, Vec<String>)> {
    let mut runtime = Runtime::new(options(catalog));
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, program, &with_dur()).ok()?;
    steps.iter().try_for_each(|t| runtime.step_to(*t)).ok()?;
    let pose = runtime.pose(character).ok()?;
    // The debug form of a double reads back to the same double.
    (!runtime.polled()).then(|| (format!("{pose:?}"), runtime.warnings().to_vec()))
}

/// Poses of a warm runtime, later and earlier, are those of a fresh one.
fn warm(program: &Arc<Program>) {
    let settings = PoseSettings { behaviour: with_dur(), ..PoseSettings::default() };
    let mut cache = PoseCache::default();
    for tau in [0.5, 2.0, 1.0, END] {
        let warm = cache.pose_at(program, &settings, tau);
        let fresh = PoseCache::default().pose_at(program, &settings, tau);
        assert_eq!(format!("{warm:?}"), format!("{fresh:?}"), "warm and fresh at {tau}");
    }
}

/// A scene or cartoon: its plan keeps its order, and the run is what the plan said.
fn cartoon(program: &Arc<Program>, catalog: &Arc<Catalog>) {
    let Ok(mut odd) = started(program, catalog) else { return };
    let records = odd.timeline().to_vec();
    assert!(records.windows(2).all(|pair| pair[0].t <= pair[1].t), "records out of order");
    assert!(
        records.iter().all(|record| record.t >= 0.0 && record.dur >= 0.0),
        "a record before the start, or backward"
    );
    assert!(records.len() <= RECORDS + 1, "{} records", records.len());
    let duration = odd.duration();
    assert!(duration.is_none_or(|seconds| (0.0..=PLAN).contains(&seconds)), "it lasts {duration:?}");
    records.iter().for_each(|record| drop(record.to_json()));
    let mut failed = false;
    for t in STEPS {
        failed |= odd.step_to(t).is_err();
        let Ok(frame) = odd.frame() else {
            failed = true;
            continue;
        };
        let _ = json::frame(&frame);
        assert!(frame.caption.as_ref().is_none_or(|caption| caption.start <= t), "a caption before its time");
        if failed || odd.polled() {
            continue;
        }
        assert!(duration.is_none_or(|end| t < end || frame.scene.is_none()), "a scene after the end");
        for character in &frame.characters {
            let speaks = |what: &RecordKind| matches!(what, RecordKind::Say { who, .. } if *who == character.id);
            if let Some(speaks) = covered(&records, t, speaks) {
                assert_eq!(character.talking == 1.0, speaks, "{} talks at {t}", character.id);
            }
        }
    }
    let Ok(mut once) = started(program, catalog) else { panic!("it starts only once") };
    if once.step_to(END).is_ok() && !failed && !odd.polled() && !once.polled() && !odd.pose_drew_random() {
        let (odd, once) = (odd.frame(), once.frame());
        assert_eq!(format!("{odd:?}"), format!("{once:?}"), "odd steps, one step");
    }
}

fn started(program: &Arc<Program>, catalog: &Arc<Catalog>) -> Result<Runtime, StartError> {
    let mut runtime = Runtime::new(options(catalog));
    runtime.start_cartoon(program, &[]).map(|()| runtime)
}

/// True when a record of the kind covers `t`, `None` at its very edges.
fn covered(records: &[Record], t: f64, kind: impl Fn(&RecordKind) -> bool) -> Option<bool> {
    let mut any = false;
    for record in records.iter().filter(|record| kind(&record.what)) {
        let end = record.t + record.dur;
        if (t - record.t).abs() < EDGE || (t - end).abs() < EDGE {
            return None;
        }
        any |= record.t < t && t < end;
    }
    Some(any)
}
