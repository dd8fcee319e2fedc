//! The director (§7): scenes in order and pinned, the stage, each character's placement, the lines being spoken, the
//! behaviours and captions that scenes start, and what a scene loses. Its scripts are threads like a behaviour's; it is never
//! drawn and reads no character. It keeps only what is still running.
mod act;
mod camera;
mod caption;
mod card;
mod does;
mod fade;
mod holding;
mod idle;
mod line;
mod loss;
mod placement;
mod placing;
pub mod record;
mod scene;
mod screen;
mod sound;
mod staging;
mod state;
mod transition;

pub use act::{act, clear, close_scope, count_busy, finish, make_room};
pub use caption::on_screen;
pub use does::{end_item, skipped};
pub use idle::{add_idle, idle};
pub use placement::Placement;
pub use scene::{next_scene, settle, start_first, stop_all};
pub use screen::screen;
pub use sound::end_music;
pub use state::{Director, Stage, Status, Underway};
pub use transition::look_before;

use act::{ROUNDING, scope_of, set_mood, wait_out, who_id};
use state::Line;
