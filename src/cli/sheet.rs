//! `jabber-render sheet TEMPLATE… -o sheet.png`: bodies on paper, for whoever draws them: views × styles, moods, joints,
//! mouths, hands, builds and options, or the phases of a walk.
use super::interrupt::{self, Interrupt};
use super::grids::{cast, grid, lineup};
use super::library::Packs;
use super::looks::{self, Model};
use super::{CliError, bodies, events, goods, out, output, scenery};
use crate::diagnostic::Diagnostic;
use crate::display::DisplayList;
use crate::figure::Figure;
use crate::figure::look::Look;
use crate::figure::template::Template;
use crate::film::PartPicture;
use crate::pack::Catalog;
use crate::paint::{Kept, Painter, Picture};
use crate::stage::{Row, sheet};
use crate::vocabulary::View;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Draw sheets of bodies (views and styles, moods, joints, mouths, hands, a walk), of places or of props
#[derive(clap::Args, Clone)]
pub(super) struct Args {
    /// Shipped templates by name, or files; with --looks look packs, or templates; with --places places, with --props props, or pictures of them
    #[arg(value_name = "NAME", required_unless_present_any = ["places", "looks", "palettes", "props"])]
    pub templates: Vec<String>,
    /// The picture
    #[arg(short, long = "output", value_name = "NAME.png")]
    pub output: PathBuf,
    #[command(flatten)]
    pub grid: Grid,
    /// Look packs, all of them without a NAME, or every choice of a template's options; with a grid, that grid of each
    #[arg(long, conflicts_with_all = ["places", "options", "lineup"])]
    pub looks: bool,
    /// Every palette, worn by these templates, or by a person and a kid
    #[arg(long, conflicts_with_all = ["places", "options", "lineup", "looks"])]
    pub palettes: bool,
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
    #[command(flatten)]
    pub packs: Packs,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1600, value_parser = clap::value_parser!(u32).range(400..=7680))]
    pub width: u32,
    /// Give the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// What the sheet shows; without any, views and styles
#[derive(clap::Args, Clone, Default)]
#[group(multiple = false)]
pub(super) struct Grid {
    /// All bodies side by side
    #[arg(long)]
    pub lineup: bool,
    /// The same, filled black, 120 pixels high
    #[arg(long)]
    pub silhouettes: bool,
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

impl Args {
    /// Whether the looks are not the command line's alone.
    pub fn many(&self) -> bool {
        self.looks || self.palettes
    }
}

impl Grid {
    /// Whether it shows a figure many times over.
    pub fn single(&self) -> bool {
        [self.moods, self.poses, self.mouths, self.hands, self.walk, self.plays.is_some()].contains(&true)
    }
}

fn view(word: &str) -> Result<View, String> {
    View::parse(word).ok_or_else(|| "the views are front, side and back".to_owned())
}

fn look(text: &str) -> Result<Value, String> {
    let asked = if text.starts_with("c4c:") { Ok(json!(text)) } else { serde_json::from_str(text) };
    match asked {
        Ok(asked @ (Value::Object(_) | Value::String(_))) => Ok(asked),
        Ok(_) => Err("a look is an object, for example {\"style\": \"ink\"}".to_owned()),
        Err(fault) => Err(format!("not JSON: {fault}")),
    }
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    if !args.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Err(CliError::usage(format!("{}: a sheet is a .png", args.output.display())));
    }
    let interrupt = interrupt::listen()?;
    let catalog = args.packs.catalog()?;
    let dressed = catalog.dressed(&args.look);
    if let Some(lacking) = dressed.lacking {
        return Err(CliError::usage(format!("--look: {lacking}")));
    }
    let args = &Args { look: dressed.look.into_owned(), ..args.clone() };
    if args.grid.places {
        let mut picture = Picture::default();
        let list = scenery::drawn(&args.templates, &args.scenery, (args.width, &catalog), &interrupt)?;
        Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
        return keep(&picture, args, &interrupt);
    }
    if args.grid.props {
        let mut picture = Picture::default();
        let list = goods::drawn(&args.templates, &args.look, args.width, &catalog)?;
        Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
        return keep(&picture, args, &interrupt);
    }
    let mut models = match (args.looks, args.palettes) {
        (true, _) => looks::looks(args, &catalog)?,
        (_, true) => looks::palettes(args)?,
        _ => plain(args)?,
    };
    // Of many looks those are drawn that have the view; where none has it, it is said what they have.
    let has = |model: &Model| args.view.is_none_or(|view| model.template.views.contains_key(&view));
    if args.many() && models.iter().any(has) {
        models.retain(has);
    }
    let list = drawn(&models, args, &catalog)?;
    let mut picture = Picture::default();
    Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
    keep(&picture, args, &interrupt)
}

fn plain(args: &Args) -> Result<Vec<Model>, CliError> {
    let of = |word: &String| Ok(Model::plain(&bodies::template(word)?, args));
    args.templates.iter().map(of).collect()
}

/// The sheet of some bodies.
///
/// # Errors
/// When they do not have what it is to show.
pub(super) fn drawn(models: &[Model], args: &Args, catalog: &Arc<Catalog>) -> Result<DisplayList, CliError> {
    for model in models {
        drawable(&model.template, args)?;
        // Of the look as given; what a grid adds to it is the template's own.
        Look::read(&model.look, &model.template).1.iter().for_each(|fault| warn(model, args, fault));
    }
    let casts: Vec<Vec<Figure>> = models.iter().map(|model| cast(model, args)).collect();
    let mut rows: Vec<Row> = Vec::new();
    if args.grid.lineup || args.grid.silhouettes || (args.many() && !args.grid.single()) {
        let mut rest: Vec<(&Model, &Vec<Figure>)> = models.iter().zip(&casts).collect();
        while let Some((first, _)) = rest.first() {
            let group = first.group.clone();
            let length = rest.iter().take_while(|(model, _)| model.group == group).count();
            rows.push(lineup(args, rest.drain(..length)));
        }
    } else {
        for (model, figures) in models.iter().zip(&casts) {
            rows.extend(grid((args, catalog), model, figures)?);
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
fn warn(model: &Model, args: &Args, fault: &Diagnostic) {
    let place = if args.many() { "look" } else { "--look" };
    let message = format!("{}: {place} {}: {}", model.name, fault.path, fault.message);
    out::warning_with(message, fault.hint.as_deref());
}

fn keep(picture: &Picture, args: &Args, interrupt: &Interrupt) -> Result<(), CliError> {
    let begun = |unfinished| interrupt.covers(unfinished);
    let part = PartPicture::write(picture, &args.output, begun).map_err(output::film_error)?;
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    part.keep().map_err(output::film_error)?;
    events::answer(json!({"output": args.output.to_string_lossy(), "width": picture.width, "height": picture.height}));
    Ok(())
}
