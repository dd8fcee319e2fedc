//! The JSON schema of the list, for editors.
use super::case::{GRIDS, VOICES};
use super::list::LATEST;
use crate::vocabulary::words::GRADES;
use crate::vocabulary::{CaptionStyle, View};
use serde_json::{Value, json};

/// The schema (draft 2020-12).
pub fn schema() -> Value {
    let moment = json!({"type": "number", "minimum": 0, "maximum": LATEST});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The golden stills of jabber-render: what is to look the same",
        "type": "object",
        "required": ["cases"],
        "additionalProperties": false,
        "properties": {
            "$schema": {"type": "string"},
            "note": {"description": "anything, for people"},
            "cases": {"type": "array", "items": {"$ref": "#/$defs/case"}}
        },
        "$defs": {
            "case": {
                "type": "object",
                "required": ["name", "file"],
                "additionalProperties": false,
                "properties": {
                    "name": {
                        "type": "string", "pattern": "^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+$",
                        "description": "area/case: its stills are area/case@seconds.png"
                    },
                    "file": {
                        "type": "string",
                        "description": "a cartoon, scene, behaviour, pack or template, from the folder that holds the golden folder"
                    },
                    "at": {
                        "description": "seconds; a template is drawn as a sheet and has none",
                        "anyOf": [moment, {"type": "array", "minItems": 1, "uniqueItems": true, "items": moment}]
                    },
                    "size": {
                        "description": "320x180 without; another needs a note that says why. Of a sheet the width alone, 350 without",
                        "anyOf": [
                            {"type": "string", "pattern": "^[0-9]+x[0-9]+$"},
                            {"type": "integer", "minimum": 16, "maximum": 1920}
                        ]
                    },
                    "options": {"$ref": "#/$defs/options"},
                    "note": {"type": "string", "description": "why this case, why this size"},
                    "tolerance": {"$ref": "#/$defs/tolerance"}
                }
            },
            "options": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "seed": {"type": "integer", "minimum": 0, "default": 1, "description": "seed of every random number"},
                    "fps": {"type": ["number", "string"], "default": 24, "description": "frames a second"},
                    "packs": {"type": "string", "description": "a folder of packs, from the folder that holds the golden folder"},
                    "voice": {"enum": VOICES, "description": "who speaks every line, as --voice; each line's own voice without"},
                    "look": {"type": "object", "description": "who plays a behaviour, stands in a place, or is drawn on a sheet"},
                    "params": {"type": "object", "description": "the params of a behaviour"},
                    "grade": {"enum": GRADES, "description": "the grade of a place"},
                    "grid": {"enum": GRIDS, "default": "views", "description": "what a template's sheet shows"},
                    "view": {"enum": View::NAMES, "description": "the view of a sheet that shows but one"},
                    "captions": {"enum": CaptionStyle::NAMES, "description": "how captions look, whatever the cartoon says"},
                    "fonts": {
                        "type": "array", "items": {"type": "string"},
                        "description": "font files for captions, from the folder that holds the golden folder; those of the machine are never used"
                    }
                }
            },
            "tolerance": {
                "description": "how far a still may be from the golden one, and why",
                "type": "object",
                "required": ["pixels", "by", "why"],
                "additionalProperties": false,
                "properties": {
                    "pixels": {"type": "integer", "minimum": 1, "description": "how many pixels may differ"},
                    "by": {"type": "integer", "minimum": 1, "maximum": 255, "description": "by how much in any channel"},
                    "why": {"type": "string", "minLength": 1}
                }
            }
        }
    })
}
