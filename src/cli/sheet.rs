//! `jabber-render sheet TEMPLATE… -o sheet.png`: bodies on paper, for whoever draws them: views × styles, moods, joints,
//! mouths, hands, builds and options, or the phases of a walk.
use super::interrupt::{self, Interrupt};
use super::{CliError, bodies, goods, out, output, scenery};
use crate::diagnostic::Diagnostic;
use crate::display::DisplayList;
use crate::engine::{PoseCache, PoseSettings, from_catalog};
use crate::figure::Figure;
use crate::figure::body::{Body, Shape};
use crate::figure::face::{Viseme, mood_words};
use crate::figure::look::Look;
use crate::figure::rig::Bone;
use crate::figure::template::Template;
use crate::film::PartPicture;
use crate::frame::Pose;
use crate::pack::Catalog;
use crate::paint::{Kept, Painter, Picture};
use crate::program::tree::PackRef;
use crate::stage::{Cell, Focus, Row, sheet};
use crate::vocabulary::{PartKey, Role, View};
use kurbo::{Point, Rect, Shape as _};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Draw sheets of bodies (views and styles, moods, joints, mouths, hands, a walk), of places or of props
#[derive(clap::Args)]
pub(super) struct Args {
    /// Shipped templates by name, or files; with --places places, with --props props, or pictures of them
    #[arg(value_name = "NAME", required_unless_present_any = ["places", "props"])]
    pub templates: Vec<String>,
    /// The picture
    #[arg(short, long = "output", value_name = "NAME.png")]
    pub output: PathBuf,
    #[command(flatten)]
    pub grid: Grid,
    /// Seconds between those moments
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = super::args::seconds)]
    pub every: f64,
    /// The view drawn, where the grid shows but one [default: the template's]
    #[arg(long, value_name = "VIEW", value_parser = view)]
    pub view: Option<View>,
    /// A look as a cast entry has it: a look pack's id, or JSON: {"style": "ink"}
    #[arg(long, value_name = "JSON", value_parser = look, default_value = "{}")]
    pub look: Value,
    #[command(flatten)]
    pub scenery: scenery::Args,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1600, value_parser = clap::value_parser!(u32).range(400..=7680))]
    pub width: u32,
}

/// What the sheet shows; without any, views and styles
#[derive(clap::Args, Default)]
#[group(multiple = false)]
pub(super) struct Grid {
    /// All bodies side by side
    #[arg(long)]
    pub lineup: bool,
    /// Every mood
    #[arg(long)]
    pub moods: bool,
    /// Every joint at the ends of its limits
    #[arg(long)]
    pub poses: bool,
    /// Every shape of the lips, in four moods
    #[arg(long)]
    pub mouths: bool,
    /// Every pose of the hands
    #[arg(long)]
    pub hands: bool,
    /// Eight moments of a walk
    #[arg(long)]
    pub walk: bool,
    /// Every choice of every option, and the builds
    #[arg(long)]
    pub options: bool,
    /// Places, all without a NAME: every shape of the frame, every grade
    #[arg(long)]
    pub places: bool,
    /// Props, all without a NAME, beside a person and with their marks
    #[arg(long)]
    pub props: bool,
    /// Eight moments of a behaviour pack, by id
    #[arg(long, value_name = "ID")]
    pub plays: Option<String>,
}

fn view(word: &str) -> Result<View, String> {
    View::parse(word).ok_or_else(|| "the views are front, side and back".to_owned())
}

fn look(text: &str) -> Result<Value, String> {
    let asked = if text.starts_with("c4c:") { Ok(json!(text)) } else { serde_json::from_str(text) };
    match asked {
        Ok(asked @ (Value::Object(_) | Value::String(_))) => {
            let dressed = Catalog::shipped().dressed(&asked);
            match dressed.lacking {
                None => Ok(dressed.look.into_owned()),
                Some(lacking) => Err(lacking.to_string()),
            }
        }
        Ok(_) => Err("a look is an object, for example {\"style\": \"ink\"}".to_owned()),
        Err(fault) => Err(format!("not JSON: {fault}")),
    }
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    if !args.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Err(CliError::usage(format!("{}: a sheet is a .png", args.output.display())));
    }
    let interrupt = interrupt::listen()?;
    if args.grid.places {
        let mut picture = Picture::default();
        let list = scenery::drawn(&args.templates, &args.scenery, args.width, &interrupt)?;
        Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
        return keep(&picture, args, &interrupt);
    }
    if args.grid.props {
        let mut picture = Picture::default();
        let list = goods::drawn(&args.templates, &args.look, args.width)?;
        Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
        return keep(&picture, args, &interrupt);
    }
    let templates = args.templates.iter().map(|word| bodies::template(word)).collect::<Result<Vec<_>, _>>()?;
    let list = drawn(&templates, args)?;
    let mut picture = Picture::default();
    Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
    keep(&picture, args, &interrupt)
}

/// The sheet of some templates.
///
/// # Errors
/// When they do not have what it is to show.
pub(super) fn drawn(templates: &[Arc<Template>], args: &Args) -> Result<DisplayList, CliError> {
    for template in templates {
        drawable(template, args)?;
        // Of the look as given; what a grid adds to it is the template's own.
        Look::read(&args.look, template).1.iter().for_each(|fault| warn(template, fault));
    }
    let casts: Vec<Vec<Figure>> = templates.iter().map(|template| cast(template, args)).collect();
    let mut rows = Vec::new();
    if args.grid.lineup {
        rows.push(lineup(args, templates.iter().map(|template| &**template).zip(&casts)));
    } else {
        for (template, figures) in templates.iter().zip(&casts) {
            rows.extend(grid(args, template, figures)?);
        }
    }
    Ok(sheet(&rows, args.width))
}

/// Refuses a grid of what the template does not have.
fn drawable(template: &Template, args: &Args) -> Result<(), CliError> {
    let name = &template.name;
    let listed = |views: Vec<View>| views.into_iter().map(View::word).collect::<Vec<_>>().join(", ");
    if let Some(view) = args.view.filter(|view| !template.views.contains_key(view)) {
        let views = listed(template.views.keys().copied().collect());
        return Err(CliError::usage(format!("{name} draws no {} view", view.word())).hint(format!("its views: {views}")));
    }
    if args.grid.hands && template.hands.is_empty() {
        return Err(CliError::usage(format!("{name} has no hand poses")));
    }
    let view = args.view.unwrap_or(template.view);
    if (args.grid.moods || args.grid.mouths) && !template.faces.contains_key(&view) {
        let faces = listed(template.faces.keys().copied().collect());
        return Err(CliError::usage(format!("the {} view of {name} shows no face", view.word()))
            .hint(format!("views with a face: {faces}")));
    }
    Ok(())
}

/// A fault of the look that does not stop the drawing.
fn warn(template: &Template, fault: &Diagnostic) {
    out::warning(format!("{}: --look {}: {}", template.name, fault.path, fault.message));
    if let Some(hint) = &fault.hint {
        out::hint(hint);
    }
}

fn keep(picture: &Picture, args: &Args, interrupt: &Interrupt) -> Result<(), CliError> {
    let begun = |unfinished| interrupt.covers(unfinished);
    let part = PartPicture::write(picture, &args.output, begun).map_err(output::film_error)?;
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    part.keep().map_err(output::film_error)
}

/// The looks a grid shows.
fn looks(template: &Template, args: &Args) -> Vec<(String, Value)> {
    let with = |label: String, change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut look = args.look.as_object().cloned().unwrap_or_default();
        change(&mut look);
        (label, Value::Object(look))
    };
    if args.grid.options {
        let shapes = template.shapes.keys().map(|shape| {
            with(format!("shape {shape}"), &|look| _ = look.insert("shape".into(), json!(shape)))
        });
        let choices = template.options.iter().flat_map(|(option, choices)| choices.iter().map(move |c| (option, c)));
        let choices = choices.map(|(option, choice)| {
            with(format!("{option} {choice}"), &|look| {
                let options = look.entry("options").or_insert_with(|| json!({}));
                if let Some(options) = options.as_object_mut() {
                    options.insert(option.clone(), json!(choice));
                }
            })
        });
        return shapes.chain(choices).collect();
    }
    let only = [args.grid.lineup, args.grid.moods, args.grid.poses, args.grid.mouths, args.grid.hands, args.grid.walk, args.grid.plays.is_some()].contains(&true);
    if only || args.look.get("style").is_some() {
        return vec![with(String::new(), &|_| {})];
    }
    let style = |style: &str| with(style.to_owned(), &|look| _ = look.insert("style".into(), json!(style)));
    ["flat", "ink", "soft"].map(style).into()
}

fn cast(template: &Template, args: &Args) -> Vec<Figure> {
    looks(template, args).iter().map(|(_, look)| Figure::new(template, look).0).collect()
}

/// One of each, side by side.
fn lineup<'a>(args: &Args, cast: impl Iterator<Item = (&'a Template, &'a Vec<Figure>)>) -> Row<'a> {
    let pose = || Pose { view: args.view, ..Pose::default() };
    let cell = |(template, figures): (&'a Template, &'a Vec<Figure>)| {
        figures.first().map(|figure| Cell { pose: pose(), ..Cell::new(template.name.clone(), figure) })
    };
    let cells: Vec<Cell<'a>> = cast.filter_map(cell).collect();
    Row { heading: String::new(), columns: cells.len(), tall: 0.95, cells }
}

fn grid<'a>(args: &Args, template: &Template, figures: &'a [Figure]) -> Result<Vec<Row<'a>>, CliError> {
    let names = looks(template, args);
    let Some(first) = figures.first() else { return Ok(Vec::new()) };
    let cell = |label: String, pose: Pose, focus: Focus| Cell {
        pose: Pose { view: pose.view.or(args.view), ..pose },
        focus,
        ..Cell::new(label, first)
    };
    let row = |heading: &str, columns: usize, tall: f64, cells: Vec<Cell<'a>>| Row {
        heading: if heading.is_empty() { String::new() } else { format!("{}: {heading}", template.name) },
        columns,
        tall,
        cells,
    };
    if args.grid.moods {
        return Ok(vec![row("moods", 8, 1.0, moods(&cell))]);
    }
    if args.grid.mouths {
        return Ok(vec![row("mouths", 9, 1.0, mouths(&cell))]);
    }
    if args.grid.poses {
        return Ok(vec![row("joints at the ends of their limits", 8, 1.15, joints(first, args, &cell))]);
    }
    if args.grid.hands {
        return Ok(vec![row("hands", 6, 1.0, hands(template, first, args, &cell))]);
    }
    if args.grid.walk || args.grid.plays.is_some() {
        let id = args.grid.plays.as_deref().unwrap_or("c4c:beh:walk");
        let cells = moments(args, template, id)?.into_iter();
        let cells = cells.map(|(t, pose)| cell(format!("{t:.2} s"), pose, Focus::Whole)).collect();
        return Ok(vec![row(id, 8, 1.25, cells)]);
    }
    if args.grid.options {
        let of = |((name, _), figure): (&(String, Value), &'a Figure)| Cell {
            pose: Pose { view: args.view, ..Pose::default() },
            ..Cell::new(name.clone(), figure)
        };
        return Ok(vec![row("builds and options", 6, 1.25, names.iter().zip(figures).map(of).collect())]);
    }
    let views = || template.views.keys().copied();
    let of = |(name, figure): (&str, &'a Figure), focus: &Focus| {
        let of_view = |view: View| Cell {
            pose: Pose { view: Some(view), ..Pose::default() },
            focus: focus.clone(),
            ..Cell::new(format!("{} {name}", view.word()), figure)
        };
        views().map(of_view).collect::<Vec<_>>()
    };
    let named = || names.iter().map(|(name, _)| name.as_str()).zip(figures);
    let styles = named().flat_map(|one| of(one, &Focus::Whole)).collect();
    let shades = of(("silhouette", first), &Focus::Silhouette);
    let columns = template.views.len();
    let across = if columns == 1 { 3 } else { columns };
    Ok(vec![row("views and styles", across, 1.0, styles), row("", across * 3, 1.1, shades)])
}

type MakeCell<'c, 'a> = dyn Fn(String, Pose, Focus) -> Cell<'a> + 'c;

fn moods<'a>(cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let of = |mood: &str| cell(mood.to_owned(), Pose { mood: Some(mood.into()), ..Pose::default() }, Focus::Head);
    mood_words().map(of).collect()
}

fn mouths<'a>(cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let mut cells = Vec::new();
    for mood in ["neutral", "happy", "angry", "sad"] {
        for (word, shape) in Viseme::WORDS {
            let pose = Pose { mood: Some(mood.into()), ..Pose::default() };
            cells.push(Cell { lips: Some(*shape), ..cell(format!("{mood} {word}"), pose, Focus::Head) });
        }
    }
    cells
}

/// Every joint at its least and at its most.
fn joints<'a>(figure: &Figure, args: &Args, cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let bones = figure.body(args.view).map(|body| &body.bones[..]).unwrap_or_default();
    let mut cells = Vec::new();
    for bone in bones {
        let (Some(key), Some(limits)) = (&bone.key, bone.limits) else { continue };
        for angle in [limits.min, limits.max].into_iter().filter(|angle| *angle != 0.0) {
            let pose = Pose { parts: vec![(key.clone(), angle)], ..Pose::default() };
            cells.push(cell(format!("{key} {angle}°"), pose, Focus::Whole));
        }
    }
    cells
}

/// A hand's cell shows this much more than the farthest fingertip's way from the wrist.
const AROUND: f64 = 1.12;

/// Units from a hand's joint to the farthest point of its poses.
fn length(body: &Body, hand: usize) -> f64 {
    let wrist = body.bones.get(hand).map_or(Point::ZERO, |bone| bone.pivot);
    let poses = body.art.get(hand).into_iter().flatten().filter_map(|piece| match &piece.shape {
        Shape::Hand(poses) => Some(poses.iter().flat_map(|(_, pieces)| pieces)),
        _ => None,
    });
    let corners = poses.flatten().filter_map(|piece| match &piece.shape {
        Shape::Still(path) => Some(path.bounding_box()),
        _ => None,
    });
    let far = |b: Rect| [(b.x0, b.y0), (b.x0, b.y1), (b.x1, b.y0), (b.x1, b.y1)].map(|at| (Point::from(at) - wrist).hypot());
    corners.flat_map(far).fold(0.0, f64::max)
}

fn hands<'a>(template: &Template, figure: &Figure, args: &Args, cell: &MakeCell<'_, 'a>) -> Vec<Cell<'a>> {
    let Some(body) = figure.body(args.view) else { return Vec::new() };
    let of = |(i, bone): (usize, &Bone)| Some((bone.key.clone()?, AROUND * length(body, i)));
    let hands: Vec<(PartKey, f64)> = body.bones.iter().enumerate().filter(|(_, b)| b.is(&Role::Hand)).filter_map(of).collect();
    let mut cells = Vec::new();
    for pose in template.hands.keys() {
        for (key, around) in &hands {
            let focus = Focus::Joint(key.clone(), *around);
            cells.push(Cell { grip: Some(pose.clone()), ..cell(format!("{pose} {key}"), Pose::default(), focus) });
        }
    }
    cells
}

/// Eight poses of a behaviour.
fn moments(args: &Args, template: &Template, id: &str) -> Result<Vec<(f64, Pose)>, CliError> {
    let (behaviours, _) = from_catalog(&Arc::new(Catalog::shipped()));
    let program = behaviours(&PackRef { id: id.into(), version: None })
        .map_err(|why| CliError::input(format!("no behaviour {id}: {why}")))?;
    let settings = PoseSettings { legs: f64::from(template.legs), ..PoseSettings::default() };
    let mut cache = PoseCache::default();
    // A walk begins softly: the first steps are left out.
    let from = if args.grid.walk { 0.8 } else { 0.0 };
    let moment = |k: u32| {
        let t = from + f64::from(k) * args.every;
        let pose = cache.pose_at(&program, &settings, t).map_err(|error| CliError::input(error.to_string()))?;
        Ok((t, Pose { view: pose.view.or(args.view).or(args.grid.walk.then_some(View::Side)), ..pose }))
    };
    (0..8).map(moment).collect()
}
