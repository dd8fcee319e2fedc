//! Keys of what runs. A key of something that has ended finds nothing, even when its place is used again.
use slotmap::new_key_type;

new_key_type! {
    /// A running behaviour, or the director.
    pub struct InstanceId;
    /// A running script or branch.
    pub struct ThreadId;
    /// A running follower.
    pub struct MotionId;
    /// A behaviour that a scene started.
    pub struct ItemId;
}

/// A scope (§2): the root of an instance or scene, a `for`, a `while`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeId(pub u64);

/// Number of a channel in a runtime's [`super::channels::Channels`].
pub type Slot = u32;
