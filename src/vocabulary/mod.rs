//! The words of the language: roles, channels, part words, moods, grades, eases, and the block table. Drives validation,
//! defaults, the schema and `describe`; knows nothing of how a block runs.
pub mod block;
pub mod channel;
mod life;
mod nearest;
pub mod part;
pub mod table;
pub mod words;

pub use channel::{Channel, LimbEnd, PartKey, Role, Side, Spot, View};
pub use life::{LifeChannel, LifeWave};
pub use nearest::nearest;
pub use part::Part;
pub use words::{CaptionStyle, CardStyle, Clip, Credit, Edge, Hand, Sync, Transition, Wave};
