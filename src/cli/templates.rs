//! `jabber-render templates`: the shipped bodies; `templates check FILE…`: what is wrong with a body of one's own.
use super::{CliError, bodies, out};
use crate::figure::Figure;
use crate::figure::look::palettes;
use crate::figure::template::{Template, shipped, shipped_names};
use crate::vocabulary::View;
use std::path::PathBuf;

/// List the bodies that a look can name, or check one of your own
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check templates: every fault with its place and what would be right
    Check {
        /// The templates
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    match &args.command {
        None => {
            shipped_names().iter().filter_map(|name| shipped(name)?.ok()).try_for_each(|t| list(&t))?;
            let names: Vec<&str> = palettes().keys().map(String::as_str).collect();
            out::result(out::on_terminal(&std::io::stdout(), format!("palettes  {}", names.join(", "))))
        }
        Some(Command::Check { files }) => {
            let mut first = Ok(());
            for file in files {
                match bodies::in_file(file) {
                    Ok(template) => out::result(format!("{}: ok, {}", file.display(), facts(&template)))?,
                    Err(error) => {
                        out::error(&error);
                        first = first.and(Err(CliError::reported()));
                    }
                }
            }
            first
        }
    }
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
    let (figure, _) = Figure::new(template, &serde_json::Value::Null);
    let joints = figure.body(None).map_or(0, |body| body.bones.iter().filter(|bone| bone.key.is_some()).count());
    format!("legs: {}, views: {}, joints: {joints}", template.legs, views.join(" "))
}
