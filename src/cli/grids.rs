//! The rows of a sheet: bodies side by side, views and styles, or the grid that is asked for of each.
use super::CliError;
use super::cells::{hands, joints, moments, moods, mouths};
use super::looks::Model;
use super::sheet::Args;
use crate::figure::Figure;
use crate::frame::Pose;
use crate::pack::Catalog;
use crate::stage::{Cell, Focus, Row};
use crate::vocabulary::View;
use serde_json::{Value, json};
use std::sync::Arc;

/// Looks side by side at most.
const ACROSS: usize = 8;
/// Looks for which a row has room at least: a lone one is not to fill the page.
const FEW: usize = 4;

/// A silhouette's height, pixels: so small a body is still to be told.
const SILHOUETTE: f64 = 120.0;

/// The looks a grid shows.
fn variants(model: &Model, args: &Args) -> Vec<(String, Value)> {
    let template = &model.template;
    let with = |label: String, change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut look = model.look.as_object().cloned().unwrap_or_default();
        change(&mut look);
        (label, Value::Object(look))
    };
    if args.grid.options {
        let shapes = template
            .shapes
            .keys()
            .map(|shape| with(format!("shape {shape}"), &|look| _ = look.insert("shape".into(), json!(shape))));
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
    if args.many() || args.grid.lineup || args.grid.single() || model.look.get("style").is_some() {
        return vec![with(String::new(), &|_| {})];
    }
    let style = |style: &str| with(style.to_owned(), &|look| _ = look.insert("style".into(), json!(style)));
    ["flat", "ink", "soft"].map(style).into()
}

/// A figure in each of those looks.
pub(super) fn cast(model: &Model, args: &Args) -> Vec<Figure> {
    variants(model, args).iter().map(|(_, look)| Figure::new(&model.template, look).0).collect()
}

/// One of each, side by side.
pub(super) fn lineup<'a>(args: &Args, cast: impl Iterator<Item = (&'a Model, &'a Vec<Figure>)>) -> Row<'a> {
    let pose = || Pose { view: args.view, ..Pose::default() };
    let focus = if args.grid.silhouettes { Focus::Silhouette } else { Focus::Whole };
    let mut heading = String::new();
    let cell = |(model, figures): (&'a Model, &'a Vec<Figure>)| {
        heading.clone_from(&model.group);
        let cell = |figure| Cell { pose: pose(), focus: focus.clone(), ..Cell::new(model.name.clone(), figure) };
        figures.first().map(cell)
    };
    let cells: Vec<Cell<'a>> = cast.filter_map(cell).collect();
    let (columns, tall) = match (args.grid.silhouettes, args.many()) {
        (true, _) => ((f64::from(args.width) / (SILHOUETTE * 1.2)).floor().max(1.0) as usize, 1.0),
        (_, true) if heading.is_empty() => (cells.len().div_ceil(cells.len().div_ceil(ACROSS).max(1)).max(FEW), 1.25),
        (_, true) => (ACROSS, 1.25),
        _ => (cells.len(), 0.95),
    };
    Row { heading, columns, tall, cells }
}

/// The rows that one body has.
///
/// # Errors
/// When a behaviour that it is to show is not there, or cannot be played.
pub(super) fn grid<'a>(
    (args, catalog): (&Args, &Arc<Catalog>),
    model: &Model,
    figures: &'a [Figure],
) -> Result<Vec<Row<'a>>, CliError> {
    let (template, names) = (&*model.template, variants(model, args));
    let title = if model.group.is_empty() { model.name.clone() } else { format!("{} {}", model.group, model.name) };
    let Some(first) = figures.first() else { return Ok(Vec::new()) };
    let cell = |label: String, pose: Pose, focus: Focus| Cell {
        pose: Pose { view: pose.view.or(args.view), ..pose },
        focus,
        ..Cell::new(label, first)
    };
    let row = |heading: &str, columns: usize, tall: f64, cells: Vec<Cell<'a>>| Row {
        heading: if heading.is_empty() { String::new() } else { format!("{title}: {heading}") },
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
        let cells = moments(args, template, id, catalog)?.into_iter();
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
