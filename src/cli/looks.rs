//! What `sheet --looks` and `sheet --palettes` show: look packs, every choice of a body's options, and the palettes.
use super::sheet::Args;
use super::{CliError, bodies, input, report};
use crate::figure::look;
use crate::figure::template::{Template, shipped};
use crate::pack::{Catalog, Pack, PackKind};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;

/// A body in a look.
pub(super) struct Model {
    /// The words over the row it stands in.
    pub group: String,
    /// The words under it.
    pub name: String,
    /// Its body.
    pub template: Arc<Template>,
    /// Its look.
    pub look: Value,
}

impl Model {
    /// The body in the look of the command line.
    pub fn plain(template: &Arc<Template>, args: &Args) -> Model {
        let (group, name) = (String::new(), template.name.clone());
        Model { group, name, template: Arc::clone(template), look: args.look.clone() }
    }
}

/// The look packs of these names, all of them without one; of a body every choice of every option.
///
/// # Errors
/// When there is no such pack or body, or it cannot be read.
pub(super) fn looks(args: &Args, catalog: &Catalog) -> Result<Vec<Model>, CliError> {
    let mut models = Vec::new();
    for name in &args.templates {
        if shipped(name).is_some() {
            models.extend(choices(&bodies::template(name)?, args));
        } else if name.contains(['.', '/', '\\']) {
            let path = Path::new(name);
            let source = input::read(path)?;
            match Pack::parse(&source) {
                Ok((pack, _)) => models.push(packed(&pack, args)?),
                Err(faults)
                    if serde_json::from_slice(&source).is_ok_and(|json: Value| json.get("format").is_some()) =>
                {
                    report::show(path, &source, &faults);
                    return Err(CliError::reported());
                }
                Err(_) => models.extend(choices(&Arc::new(bodies::in_file(path)?), args)),
            }
        } else {
            let id = if name.contains(':') { name.clone() } else { format!("c4c:look:{name}") };
            let pack = catalog.find(PackKind::Look, &id, None).map_err(|fault| {
                let error = CliError::input(format!("{}, and no template {name}", fault.message));
                match fault.hint {
                    Some(hint) => error.hint(hint),
                    None => error,
                }
            })?;
            models.push(packed(pack, args)?);
        }
    }
    if args.templates.is_empty() {
        models = catalog.of_kind(PackKind::Look).map(|pack| packed(pack, args)).collect::<Result<_, _>>()?;
        if models.is_empty() {
            return Err(CliError::usage("there are no look packs").hint("name a body: its options are shown"));
        }
    }
    Ok(models)
}

/// A look pack, what the command line says of looks laid over it.
fn packed(pack: &Pack, args: &Args) -> Result<Model, CliError> {
    if pack.kind != PackKind::Look {
        return Err(CliError::input(format!("{} is a {} pack, not a look pack", pack.id, pack.kind.word())));
    }
    let slug = pack.id.rsplit(':').next().unwrap_or_default();
    let Some(word) = pack.content.get("template").and_then(Value::as_str) else {
        return Err(CliError::input(format!("{} names no template", pack.id)));
    };
    let (template, look) = (bodies::template(word)?, laid(&pack.content, &args.look));
    Ok(Model { group: String::new(), name: slug.to_owned(), template, look })
}

/// Every choice of every option of a body, a row for each option.
fn choices(template: &Arc<Template>, args: &Args) -> Vec<Model> {
    let of = |(option, choice): (&String, &String)| Model {
        group: format!("{}: {option}", template.name),
        name: choice.clone(),
        template: Arc::clone(template),
        look: laid(&args.look, &json!({"options": {option: choice}})),
    };
    template.options.iter().flat_map(|(option, all)| all.iter().map(move |choice| (option, choice))).map(of).collect()
}

/// Who shows the palettes when nobody is named.
const WEARERS: [&str; 2] = ["person", "kid"];

/// Every palette, worn by the bodies named.
///
/// # Errors
/// When there is no such body.
pub(super) fn palettes(args: &Args) -> Result<Vec<Model>, CliError> {
    let mut named: Vec<&str> = args.templates.iter().map(String::as_str).collect();
    if named.is_empty() {
        named.extend(WEARERS);
    }
    let mut models = Vec::new();
    for word in named {
        let template = bodies::template(word)?;
        models.extend(look::palettes().keys().map(|name| Model {
            group: template.name.clone(),
            name: name.clone(),
            template: Arc::clone(&template),
            look: laid(&json!({"colors": name}), &args.look),
        }));
    }
    Ok(models)
}

/// A look with another laid over it: of `colors`, `options` and `stretch` word by word.
fn laid(below: &Value, above: &Value) -> Value {
    let mut look: Map<String, Value> = below.as_object().cloned().unwrap_or_default();
    for (key, value) in above.as_object().into_iter().flatten() {
        // A palette's name stands for an object that names it.
        if let Some(name) = look.get("colors").and_then(Value::as_str).filter(|_| key == "colors") {
            look.insert(key.clone(), json!({"palette": name}));
        }
        match (look.get_mut(key), value) {
            (Some(Value::Object(inner)), Value::Object(more)) => inner.extend(more.clone()),
            _ => _ = look.insert(key.clone(), value.clone()),
        }
    }
    Value::Object(look)
}
