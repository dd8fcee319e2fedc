//! Golden stills: the repository's own, and the commands that keep them, in projects of their own.
mod broken;
mod causes;
mod compare;
mod lists;
mod project;
mod reports;
mod repository;
mod stages;
mod told;

use crate::cli::Desk;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A folder with a cartoon of a starfish, its template beside it, and a list of one still, taken.
struct Project {
    desk: Desk,
}

/// Half a second of nothing, a caption, then an arm that waves about a torso that leans.
const CARTOON: &str = r##"{
  "v": 1, "kind": "cartoon", "cast": {
    "mia": {"name": "Mia", "at": {"x": 0.5, "y": 0.92, "h": 0.6}, "look": {"template": "star"}}
  },
  "scripts": [{"hat": {"on": "scene", "name": "one"}, "body": [
    {"op": "wait", "for": 0.5},
    {"op": "caption", "text": "First", "for": 5},
    {"op": "does", "who": "mia", "for": 5, "behaviour": {"v": 1, "kind": "behaviour", "name": "lean", "scripts": [{"body": [
      {"op": "setPart", "part": "torso", "deg": 12.5},
      {"op": "swingPart", "part": "left arm", "deg": 30, "every": 1}
    ]}]}},
    {"op": "wait", "for": 5}
  ]}]
}
"##;
const STAR: &str = include_str!("../../../examples/templates/star.json");
const LIST: &str = r#"{"cases": [{"name": "film/one", "file": "film.json", "at": 1.2}]}"#;

impl Project {
    fn new() -> Self {
        Self::of(LIST)
    }

    /// The same with another list.
    fn of(list: &str) -> Self {
        let desk = Desk::new();
        for folder in ["golden", "templates"] {
            fs::create_dir(desk.path(folder)).unwrap();
        }
        desk.write("film.json", CARTOON).write("templates/star.json", STAR).write("golden/golden.json", list);
        desk.run(&["golden", "update"]).says(0, &[]);
        Self { desk }
    }

    /// Writes `file` with one text in place of another.
    fn change(&self, file: &str, from: &str, to: &str) -> &Self {
        let text = fs::read_to_string(self.desk.path(file)).unwrap();
        assert!(text.contains(from), "{from} is not in {file}");
        self.desk.write(file, text.replacen(from, to, 1));
        self
    }

    /// What `golden check` gives as JSON; it must end with `code`.
    fn check(&self, code: i32, args: &[&str]) -> Value {
        let ran = self.desk.run(&[&["golden", "check", "--json"], args].concat());
        ran.says(code, &[]);
        serde_json::from_str(&ran.gave).unwrap()
    }

    fn png(&self) -> PathBuf {
        self.desk.path("golden/film/one@1.2.png")
    }

    fn text(&self) -> PathBuf {
        self.desk.path("golden/film/one@1.2.txt")
    }
}
