//! `jabber-render templates`: the shipped bodies; `templates check FILE…`: what is wrong with a body of one's own.
use super::{CliError, bodies, events, out};
use crate::figure::Figure;
use crate::figure::look::palettes;
use crate::figure::template::{Template, shipped, shipped_names};
use crate::vocabulary::View;
use serde_json::{Value, json};
use std::path::PathBuf;

/// List the bodies that a look can name, or check one of your own
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check templates: every fault with its place and what would be right
    Check {
        /// The templates
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Give the result as JSON on standard output
        #[arg(long)]
        json: bool,
    },
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    match &args.command {
        None if args.json => {
            let all: Vec<Value> = shipped_names().iter().filter_map(|name| shipped(name)?.ok()).map(|t| row(&t)).collect();
            events::answer(json!({"templates": all, "palettes": palettes().keys().collect::<Vec<_>>()}));
            Ok(())
        }
        None => {
            shipped_names().iter().filter_map(|name| shipped(name)?.ok()).try_for_each(|t| list(&t))?;
            let names: Vec<&str> = palettes().keys().map(String::as_str).collect();
            out::result(out::on_terminal(&std::io::stdout(), format!("palettes  {}", names.join(", "))))
        }
        Some(Command::Check { files, json }) => check(files, *json),
    }
}

fn check(files: &[PathBuf], json: bool) -> Result<(), CliError> {
    let (mut first, mut rows) = (Ok(()), Vec::new());
    for file in files {
        let checked = bodies::in_file(file);
        let mut told = json!({"file": file.to_string_lossy(), "ok": checked.is_ok()});
        match checked {
            Ok(template) if json => told["template"] = row(&template),
            Ok(template) => out::result(format!("{}: ok, {}", file.display(), facts(&template)))?,
            Err(error) => {
                told["error"] = events::error(&error);
                out::error(&error);
                first = first.and(Err(CliError::reported()));
            }
        }
        rows.push(told);
    }
    events::answer(json!({"ok": first.is_ok(), "files": rows}));
    first
}

/// What a look can use of it, for programs.
fn row(template: &Template) -> Value {
    let views: Vec<&str> = template.views.keys().map(|view| View::word(*view)).collect();
    json!({
        "name": template.name, "summary": template.summary, "legs": template.legs, "views": views, "joints": joints(template),
        "shapes": template.shapes.keys().collect::<Vec<_>>(), "options": template.options,
        "colors": template.colors.keys().collect::<Vec<_>>(),
    })
}

/// How many joints turn.
fn joints(template: &Template) -> usize {
    let (figure, _) = Figure::new(template, &Value::Null);
    figure.body(None).map_or(0, |body| body.bones.iter().filter(|bone| bone.key.is_some()).count())
}

/// The words a look can use of it.
fn list(template: &Template) -> Result<(), CliError> {
    let line = |text: String| out::result(out::on_terminal(&std::io::stdout(), text));
    line(format!("{:8}  {}", template.name, template.summary))?;
    line(format!("{:8}  {}", "", facts(template)))?;
    if !template.shapes.is_empty() {
        let shapes: Vec<&str> = template.shapes.keys().map(String::as_str).collect();
        line(format!("{:8}  shape: {}", "", shapes.join(", ")))?;
    }
    for (option, choices) in &template.options {
        line(format!("{:8}  {option}: {}", "", choices.join(", ")))?;
    }
    let colors: Vec<&str> = template.colors.keys().map(String::as_str).collect();
    line(format!("{:8}  colors: {}", "", colors.join(", ")))
}

/// `stands on 2 legs; front, side and back view; 31 joints`.
fn facts(template: &Template) -> String {
    let views: Vec<&str> = template.views.keys().map(|view| View::word(*view)).collect();
    format!("legs: {}, views: {}, joints: {}", template.legs, views.join(" "), joints(template))
}
