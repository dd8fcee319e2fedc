//! The JSON schema (draft 2020-12) of cartoons, scenes, behaviours and packs, written from the tables, so that an editor
//! completes and checks. What a schema cannot say (a name that a formula reads, an id of the cast) `validate` says.
use crate::vocabulary::block::{ArgKind, ArgSpec, BlockSpec, Limit, Need};
use crate::vocabulary::part::part_words;
use crate::vocabulary::table::{
    CAPTIONS, CAST_ENTRY, HATS, HatSpec, LOOK, PLACE_ENTRY, PROGRAM, PROP_LOOK, TOP, blocks,
};
use crate::vocabulary::words::{COLORS, CaptionStyle, GRADES, MOODS, PALETTES};
use serde_json::{Map, Value, json};

/// The whole schema.
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A cartoon, a scene or a behaviour of the Jabbertoon block language, or a pack of one",
        "if": {"required": ["format"]},
        "then": {"$ref": "#/$defs/pack"},
        "else": {
            "if": {"required": ["program"]},
            "then": {"$ref": "#/$defs/content"},
            "else": {"$ref": "#/$defs/program"}
        },
        "$defs": definitions()
    })
}

fn definitions() -> Value {
    let mut all = Map::new();
    all.insert(
        "value".into(),
        json!({
            "description": "a number, or a formula: a text that starts with =",
            "anyOf": [{"type": "number"}, {"type": "string", "pattern": "^="}]
        }),
    );
    all.insert(
        "channel".into(),
        json!({
            "type": "string",
            "pattern": "^(dx|dy|rot|sx|sy|mouth|blink|mood|(part|lift):[a-z]+(:(-1|1))?(#(0|[1-9][0-9]*))?)$",
            "description": "dx dy rot sx sy mouth blink mood, part:<role>[:<side>][#<index>] or lift:…"
        }),
    );
    all.insert(
        "part".into(),
        json!({
            "type": "string", "description": "a part's word", "examples": part_words()
        }),
    );
    all.insert("note".into(), json!({"description": "anything, for people"}));
    all.insert("look".into(), json!({"anyOf": [{"type": "string"}, {"$ref": "#/$defs/lookFields"}]}));
    all.insert("lookFields".into(), look());
    all.insert("packReference".into(), pack_reference());
    all.insert("castEntry".into(), json!({"anyOf": [{"type": "string"}, fields(CAST_ENTRY)]}));
    all.insert("captions".into(), json!({"anyOf": [{"enum": CaptionStyle::NAMES}, fields(CAPTIONS)]}));
    all.insert("placeEntry".into(), json!({"anyOf": [{"type": "string"}, fields(PLACE_ENTRY)]}));
    all.insert("behaviours".into(), json!({"type": "object", "additionalProperties": {"$ref": "#/$defs/program"}}));
    all.insert("cast".into(), json!({"type": "object", "additionalProperties": {"$ref": "#/$defs/castEntry"}}));
    all.insert("places".into(), json!({"type": "object", "additionalProperties": {"$ref": "#/$defs/placeEntry"}}));
    all.insert("values".into(), json!({"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}}));
    all.insert("blocks".into(), json!({"type": "array", "items": {"$ref": "#/$defs/block"}}));
    all.insert("block".into(), block());
    all.insert("hat".into(), hat());
    all.insert(
        "script".into(),
        json!({
            "type": "object",
            "required": ["body"],
            "properties": {"hat": {"$ref": "#/$defs/hat"}, "body": {"$ref": "#/$defs/blocks"}, "note": {}}
        }),
    );
    all.insert("program".into(), program());
    all.insert("content".into(), content());
    all.insert("pack".into(), pack());
    Value::Object(all)
}

/// An object with these properties, a note beside them, and required ones.
fn object<'p>(properties: impl IntoIterator<Item = (&'p str, Value)>, required: &[&str]) -> Value {
    let mut all: Map<String, Value> = properties.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    all.insert("note".into(), json!({"$ref": "#/$defs/note"}));
    json!({"type": "object", "properties": all, "required": required})
}

fn fields(args: &[ArgSpec]) -> Value {
    object(args.iter().map(|arg| (arg.name, argument(arg))), &required(args))
}

fn required(args: &[ArgSpec]) -> Vec<&'static str> {
    args.iter().filter(|arg| arg.need == Need::Required).map(|arg| arg.name).collect()
}

/// One argument: its kind, its doc, its default, the rules whose breach is an error.
fn argument(arg: &ArgSpec) -> Value {
    let mut schema = match kind(arg.kind) {
        Value::Object(schema) => schema,
        _ => Map::new(),
    };
    let unit = if arg.unit.is_empty() { String::new() } else { format!(" [{}]", arg.unit) };
    let whose = if arg.extension { " (an extension)" } else { "" };
    schema.insert("description".into(), format!("{}{unit}{whose}", arg.doc).into());
    match arg.need {
        Need::Default(number) => {
            schema.insert("default".into(), number.into());
        }
        Need::Word(word) => {
            schema.insert("default".into(), word.into());
        }
        Need::Required | Need::Optional => {}
    }
    for rule in arg.rules.iter().filter(|rule| rule.severity == crate::diagnostic::Severity::Error) {
        let (key, bound) = bound(rule.limit);
        schema.insert(key.into(), bound);
    }
    Value::Object(schema)
}

/// A bound holds numbers alone: a formula is a text, which these keywords let pass.
fn bound(limit: Limit) -> (&'static str, Value) {
    match limit {
        Limit::Above(least) => ("exclusiveMinimum", least.into()),
        Limit::AtLeast(least) => ("minimum", least.into()),
        Limit::AtMost(most) => ("maximum", most.into()),
        Limit::OneOf(numbers) => ("anyOf", json!([{"enum": numbers}, {"type": "string"}])),
    }
}

fn kind(kind: ArgKind) -> Value {
    let named = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    match kind {
        ArgKind::Value => named("value"),
        ArgKind::Number => json!({"type": "number"}),
        ArgKind::Whole(least, u32::MAX) => json!({"type": "integer", "minimum": least}),
        ArgKind::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        ArgKind::Channel | ArgKind::AnyChannel | ArgKind::ChainChannel => named("channel"),
        ArgKind::Channels => {
            json!({"anyOf": [named("channel"), {"type": "array", "minItems": 1, "items": named("channel")}]})
        }
        ArgKind::SetTo => json!({"type": ["number", "string"]}),
        ArgKind::Part | ArgKind::ChainPart | ArgKind::Limb | ArgKind::After => named("part"),
        ArgKind::Word(words) => json!({"enum": words}),
        ArgKind::Text | ArgKind::Name | ArgKind::Who | ArgKind::Place => json!({"type": "string"}),
        ArgKind::Grade => json!({"type": "string", "examples": GRADES}),
        ArgKind::Mood => json!({"type": "string", "examples": MOODS}),
        ArgKind::Behaviour => json!({"anyOf": [named("packReference"), named("program")]}),
        ArgKind::Params => named("values"),
        ArgKind::Flag => json!({"type": "boolean"}),
        ArgKind::Body => named("blocks"),
        ArgKind::Branches => json!({"type": "array", "items": named("blocks")}),
        ArgKind::Point => json!({
            "type": "object", "required": ["x", "y"], "additionalProperties": false,
            "properties": {"x": named("value"), "y": named("value")}
        }),
        ArgKind::Bob => json!({"anyOf": [named("value"), {
            "type": "object", "required": ["amp"], "properties": {"amp": named("value"), "base": named("value")}
        }]}),
        ArgKind::Pack => named("packReference"),
        ArgKind::Placement(values) => fields(values),
        ArgKind::Look => named("look"),
        ArgKind::Idle => json!({"anyOf": [{"type": "boolean"}, named("packReference"), named("program")]}),
        ArgKind::Toward => json!({"type": ["number", "string"]}),
        ArgKind::Pair => json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
        ArgKind::List(values) => json!({"type": "array", "items": fields(values)}),
        ArgKind::Color => json!({"anyOf": [{"enum": colors()}, {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}]}),
        ArgKind::Credits => credits(),
    }
}

fn colors() -> Vec<&'static str> {
    COLORS.iter().map(|(name, _)| *name).chain(["clear"]).collect()
}

fn look() -> Value {
    let field = |(field, doc): &(&'static str, &str)| {
        let mut schema = match *field {
            "pack" => json!({"$ref": "#/$defs/packReference"}),
            // Completed, and refused by nobody: another palette, or a colour that is none, is a note.
            "colors" => json!({"examples": PALETTES, "properties": {"palette": {"examples": PALETTES}}}),
            _ => json!({}),
        };
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".into(), (*doc).into());
        }
        (*field, schema)
    };
    let of_prop = PROP_LOOK.iter().map(|arg| (arg.name, argument(arg)));
    object(LOOK.iter().map(field).chain(of_prop), &[])
}

fn credits() -> Value {
    let text = json!({"type": "string"});
    let names = json!({"anyOf": [text, {"type": "array", "items": text}]});
    let line = object([("role", text.clone()), ("name", names)], &["name"]);
    json!({"type": "array", "items": {"anyOf": [text, line]}})
}

fn pack_reference() -> Value {
    json!({"anyOf": [
        {"type": "string"},
        {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "version": {"type": "string"}}}
    ]})
}

/// A block: its word decides the rest.
fn block() -> Value {
    let words: Vec<Value> = blocks().map(|spec| json!({"const": spec.op, "description": spec.doc})).collect();
    let rows: Vec<Value> = blocks().map(row).collect();
    json!({
        "type": "object",
        "required": ["op"],
        "properties": {"op": {"oneOf": words}, "note": {"$ref": "#/$defs/note"}, "id": {}},
        "allOf": rows
    })
}

fn row(spec: &BlockSpec) -> Value {
    let mut then = fields(spec.args);
    if let Value::Object(then) = &mut then {
        let one_of = |names: &[&str]| names.iter().map(|name| json!({"required": [name]})).collect::<Vec<_>>();
        if !spec.exactly_one.is_empty() {
            then.insert("oneOf".into(), one_of(spec.exactly_one).into());
        }
        if !spec.at_least_one.is_empty() {
            then.insert("anyOf".into(), one_of(spec.at_least_one).into());
        }
    }
    json!({"if": {"properties": {"op": {"const": spec.op}}}, "then": then})
}

fn hat() -> Value {
    let words: Vec<Value> = HATS.iter().map(|hat| json!({"const": hat.on, "description": hat.doc})).collect();
    let rows: Vec<Value> = HATS
        .iter()
        .map(|hat: &HatSpec| json!({"if": {"properties": {"on": {"const": hat.on}}}, "then": fields(hat.args)}))
        .collect();
    json!({"type": "object", "required": ["on"], "properties": {"on": {"oneOf": words}}, "allOf": rows})
}

fn program() -> Value {
    let named = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let mut properties = Map::new();
    for (field, doc) in PROGRAM {
        let mut schema = match *field {
            "v" => json!({"const": 1}),
            "kind" => json!({"enum": ["behaviour", "scene", "cartoon"]}),
            "name" | "$schema" => json!({"type": "string"}),
            "cast" => named("cast"),
            "places" => named("places"),
            "captions" => named("captions"),
            "behaviours" => named("behaviours"),
            "params" => named("values"),
            "vars" => json!({"type": "object", "additionalProperties": {"type": "number"}}),
            "scripts" => json!({"type": "array", "items": named("script")}),
            _ => json!({}),
        };
        if let Value::Object(schema) = &mut schema {
            schema.insert("description".into(), (*doc).into());
        }
        properties.insert((*field).to_owned(), schema);
    }
    json!({"type": "object", "required": ["v", "kind", "scripts"], "properties": properties})
}

fn content() -> Value {
    let properties = TOP.iter().map(|field| ((*field).to_owned(), json!({"$ref": format!("#/$defs/{field}")})));
    let mut properties: Map<String, Value> = properties.collect();
    properties.extend([("note".to_owned(), json!({})), ("$schema".to_owned(), json!({"type": "string"}))]);
    json!({"type": "object", "required": ["program"], "additionalProperties": false, "properties": properties})
}

/// A pack's manifest (supplement, "Packs"); its type decides the content.
fn pack() -> Value {
    const KINDS: [&str; 8] = ["behaviour", "character", "place", "scene", "cartoon", "look", "prop", "voice"];
    let text = || json!({"type": "string"});
    let of_kind = |kind: &str, content: &str| {
        json!({
            "if": {"properties": {"type": {"const": kind}}},
            "then": {"properties": {"content": {"$ref": format!("#/$defs/{content}")}}}
        })
    };
    json!({
        "type": "object",
        "required": ["format", "id", "type", "version", "name", "content"],
        "properties": {
            "$schema": text(),
            "format": {"const": 1},
            "id": {"type": "string", "pattern": "^c4c:(beh|char|place|scene|toon|look|prop|voice):[a-z0-9_]+$"},
            "type": {"enum": KINDS},
            "version": {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)*$"},
            "name": text(),
            "description": text(),
            "tags": {"type": "array", "items": {"type": "string"}},
            "license": text(),
            "preview": {"type": "object"},
            "content": {}
        },
        "allOf": [
            of_kind("behaviour", "program"), of_kind("scene", "program"), of_kind("cartoon", "content"),
            of_kind("look", "lookFields"), of_kind("place", "placeEntry")
        ]
    })
}
