//! `jabber-render sheet --places`: places in every shape of frame and every grade, with two figures to judge them by.
use super::fonts::Shelf;
use super::interrupt::Interrupt;
use super::studio::{Artist, Studio};
use super::{Beside, CliError, args, drawing, out};
use crate::display::{Bitmap, DisplayList};
use crate::engine::{Options, Runtime, from_catalog};
use crate::frame::FrameState;
use crate::pack::{Catalog, PackKind};
use crate::program::load_value;
use crate::program::tree::Program;
use crate::stage::{GRADES, Lettering, Strip, contact, fitting, is_picture};
use crate::vocabulary::nearest;
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The shapes of frame by their words.
const ASPECTS: [(&str, f64); 5] =
    [("16:9", 16.0 / 9.0), ("4:3", 4.0 / 3.0), ("1:1", 1.0), ("9:16", 9.0 / 16.0), ("21:9", 21.0 / 9.0)];
/// Places side by side when each is shown but once.
const COLUMNS: usize = 3;
/// How tall a picture is at most, share of the sheet's width: a lone one need not fill it.
const TALLEST: f64 = 0.32;

/// What of the places is shown.
#[derive(clap::Args, Clone, Debug, Default)]
#[group(id = "scenery")]
pub(super) struct Args {
    /// Only these grades of the places
    #[arg(long, value_name = "WORD[,…]", value_delimiter = ',', requires = "places", value_parser = grade)]
    pub grade: Vec<&'static str>,
    /// Only these shapes: 16:9 4:3 1:1 9:16 21:9
    #[arg(long, value_name = "W:H[,…]", value_delimiter = ',', requires = "places", value_parser = aspect)]
    pub aspect: Vec<(&'static str, f64)>,
    /// When in the places' life, seconds
    #[arg(long, value_name = "SECONDS", default_value = "0", requires = "places", value_parser = args::seconds)]
    pub at: f64,
    /// A folder of pictures, beside each picture's own
    #[arg(long, value_name = "DIR", requires = "places")]
    pub assets: Option<PathBuf>,
}

fn grade(word: &str) -> Result<&'static str, String> {
    GRADES.into_iter().find(|known| *known == word).ok_or_else(|| format!("the grades are {}", GRADES.join(" ")))
}

fn aspect(word: &str) -> Result<(&'static str, f64), String> {
    let known = || ASPECTS.map(|(word, _)| word).join(" ");
    ASPECTS.into_iter().find(|(known, _)| *known == word).ok_or_else(|| format!("the shapes are {}", known()))
}

/// The sheet of the places of these names, of all without one.
///
/// # Errors
/// When there is no such place, or the person stops it.
pub(super) fn drawn(
    names: &[String],
    args: &Args,
    (width, catalog): (u32, &Arc<Catalog>),
    interrupt: &Interrupt,
) -> Result<DisplayList, CliError> {
    let all: Vec<&str> = catalog.ids(PackKind::Place).filter_map(|id| id.rsplit(':').next()).collect();
    if let Some(unknown) = names.iter().find(|name| !all.contains(&name.as_str()) && !is_picture(name)) {
        let fault = CliError::input(format!("there is no place {unknown}"));
        return Err(fault.hint(match nearest(unknown, all.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("places: {}; or a picture of one's own", all.join(", ")),
        }));
    }
    let names: Vec<&str> = if names.is_empty() { all } else { names.iter().map(String::as_str).collect() };
    let grades = if args.grade.is_empty() { GRADES.to_vec() } else { args.grade.clone() };
    let aspects = if args.aspect.is_empty() { ASPECTS.to_vec() } else { args.aspect.clone() };
    let once = grades.len() * aspects.len() == 1;
    // Of one shape there is room for grades, or places, side by side.
    let across = if aspects.len() == 1 { COLUMNS } else { aspects.len() };
    let shapes: Vec<f64> = aspects.iter().map(|(_, shape)| *shape).cycle().take(across).collect();
    let height = fitting(&shapes, width).min(f64::from(width) * TALLEST).floor().max(16.0);
    let size = |shape: f64| args::Size { width: (shape * height).floor().max(16.0) as u32, height: height as u32 };
    let rows = |name: &&str| -> Result<Vec<Vec<(String, Bitmap)>>, CliError> {
        if interrupt.wanted() {
            return Err(CliError::interrupted());
        }
        let scene = Scene::new(name, catalog, args)?;
        let columns: Vec<Vec<Bitmap>> = aspects.iter().map(|(_, shape)| scene.shots(&grades, size(*shape))).collect();
        let cell = |(g, grade): (usize, &&str)| {
            let cell = |(column, (aspect, _)): (&Vec<Bitmap>, &(&str, f64))| {
                let label = if once { (*name).to_owned() } else { format!("{aspect} {grade}") };
                Some((label, column.get(g)?.clone()))
            };
            columns.iter().zip(&aspects).filter_map(cell).collect::<Vec<_>>()
        };
        let cells: Vec<_> = grades.iter().enumerate().flat_map(cell).collect();
        Ok(cells.chunks(across).map(<[_]>::to_vec).collect())
    };
    let places: Vec<_> = names.par_iter().map(rows).collect::<Result<_, _>>()?;
    let strips = if once {
        let mut cells = places.into_iter().flatten().flatten();
        let lines = (0..names.len().div_ceil(across)).map(|_| cells.by_ref().take(across).collect());
        vec![Strip { heading: String::new(), rows: lines.collect() }]
    } else {
        names.iter().zip(places).map(|(name, rows)| Strip { heading: (*name).to_owned(), rows }).collect()
    };
    Ok(contact(strips, width))
}

/// A place with two figures in it.
struct Scene {
    program: Arc<Program>,
    runtime: Runtime,
    state: FrameState,
    beside: Beside,
    catalog: Arc<Catalog>,
}

impl Scene {
    fn new(name: &str, catalog: &Arc<Catalog>, args: &Args) -> Result<Self, CliError> {
        let at = args.at;
        let path = Path::new(name);
        let background = path.file_name().and_then(|name| name.to_str()).unwrap_or(name);
        let cartoon = json!({
            "v": 1, "kind": "cartoon",
            "cast": {
                "A": {"at": {"x": 0.3, "y": 0.92, "h": 0.56}, "look": {"template": "person"}},
                "B": {"legs": 4, "at": {"x": 0.7, "y": 0.92, "h": 0.38, "facing": -1}, "look": {"template": "dog"}}
            },
            "places": {"here": {"background": background}},
            "scripts": [{"hat": {"on": "scene", "name": "here", "place": "here"}, "body": [{"op": "wait", "for": at + 1.0}]}]
        });
        let mut loaded = load_value(&cartoon);
        let beside = Beside::new(path, args.assets.as_deref());
        let unseen = |fault: String| CliError::input(format!("{name}: {fault}"));
        for fault in drawing::check(&mut loaded, catalog, &beside, &Shelf::default()).stand_ins {
            out::warning(format!("{name}: {}", fault.message));
        }
        let program = loaded.program.ok_or_else(|| unseen("it cannot be shown".to_owned()))?;
        let (behaviours, characters) = from_catalog(catalog);
        let options = Options { behaviours: Some(behaviours), characters: Some(characters), ..Options::default() };
        let mut runtime = Runtime::new(options);
        runtime.start_cartoon(&program, &[]).map_err(|error| unseen(error.to_string()))?;
        runtime.step_to(at).map_err(|error| unseen(error.to_string()))?;
        let state = runtime.frame().map_err(|error| unseen(error.to_string()))?;
        Ok(Self { program, runtime, state, beside, catalog: Arc::clone(catalog) })
    }

    /// The scene in each of the grades.
    fn shots(&self, grades: &[&str], size: args::Size) -> Vec<Bitmap> {
        let (timeline, lettering) = (self.runtime.timeline(), Lettering::default());
        let studio = Studio::new(&self.program, &self.beside, timeline, &self.catalog, size, lettering);
        let mut artist = Artist::new(&studio);
        let mut shot = |grade: &&str| {
            let state = FrameState { grade: (*grade).into(), ..self.state.clone() };
            let picture = artist.draw(&studio, &state).0;
            Bitmap { width: picture.width, height: picture.height, data: picture.data.clone() }
        };
        grades.iter().map(&mut shot).collect()
    }
}
