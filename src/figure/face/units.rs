//! The action units of a face (style.md §9): every mood and every mouth shape is a set of these numbers, nothing else.
//!
//! Enters: the shipped table `moods.json`. Leaves: [`Units`] by name, and mixtures of them.
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! units {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// How far each muscle of the face is drawn. 0 is slack; 1 as far as it goes; gaze, pupil and asymmetry run −1..1.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Units {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl Units {
            /// Every unit's name, in the order of style.md §9.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The mixture at `share` (0..1) of the way from `self` to `to`.
            pub fn mix(self, to: Units, share: f64) -> Units {
                Units { $($name: self.$name + (to.$name - self.$name) * share),* }
            }

            /// The unit of this name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name { $(stringify!($name) => Some(self.$name),)* _ => None }
            }

            /// The same with one unit set; an unknown name changes nothing.
            pub fn with(mut self, name: &str, value: f64) -> Units {
                match name { $(stringify!($name) => self.$name = value,)* _ => {} }
                self
            }
        }
    };
}
units! {
    /// The brows' inner ends up.
    brow_inner,
    /// The brows' outer ends up.
    brow_outer,
    /// The brows down and in.
    brow_down,
    /// The upper lids up: eyes wide.
    lid_raise,
    /// The upper lids down.
    lid,
    /// The cheeks up, and their blush.
    cheek,
    /// The lower lids up.
    lower_lid,
    /// The corners of the mouth out and up.
    pull,
    /// The corners of the mouth down.
    depress,
    /// The lips pressed.
    press,
    /// The lips pushed out and round.
    pucker,
    /// The corners of the mouth straight out.
    stretch,
    /// The jaw down.
    jaw,
    /// Gaze to the right as drawn.
    gaze_x,
    /// Gaze up.
    gaze_y,
    /// The pupils wide (up to +38 %) or narrow.
    pupil,
    /// The right half as drawn stronger than the left.
    asymmetry,
}

#[derive(Deserialize, Default)]
struct Table {
    moods: BTreeMap<String, Units>,
    visemes: BTreeMap<String, Units>,
}

/// The shipped table. That it reads is a test's business; a file that did not would leave every face slack, not stop a film.
static TABLE: LazyLock<Table> = LazyLock::new(|| serde_json::from_str(include_str!("moods.json")).unwrap_or_default());

/// The units of a mood (§7.2 of the spec's face table); `None` for a word that is no mood.
pub fn mood(word: &str) -> Option<Units> {
    TABLE.moods.get(word).copied()
}

/// Every mood's word, sorted.
pub fn mood_words() -> impl Iterator<Item = &'static str> {
    TABLE.moods.keys().map(String::as_str)
}

/// The units of a mouth shape; slack for an unknown one.
pub(super) fn viseme(name: &str) -> Units {
    TABLE.visemes.get(name).copied().unwrap_or_default()
}

/// 0 up to `from`, 1 from `to` on, smoothly between: how a detail comes and goes without a pop.
pub(super) fn ramp(value: f64, from: f64, to: f64) -> f64 {
    let u = ((value - from) / (to - from)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}
