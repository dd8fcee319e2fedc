//! [`Carried`]: what hands have to do with where a prop is. Plain data; most characters were never in a hand.
use super::CharacterState;
use crate::vocabulary::Hand;
use std::sync::Arc;

/// What hands have to do with where a prop is.
#[derive(Clone, Debug, PartialEq)]
pub enum Carried {
    /// It is in somebody's hand, and drawn there.
    Held(Held),
    /// It was let go, and falls or lies where its placement says.
    Dropped(Dropped),
}

/// Who holds a prop, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The holder's cast id.
    pub by: Arc<str>,
    /// Where; `None` is the right hand, or the mouth of a body without hands.
    pub hand: Option<Hand>,
    /// The mark of its art that it is held by; `None` is `grip`.
    pub grip: Option<Arc<str>>,
}

/// A prop that was let go.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// Where it was.
    pub from: LetGo,
    /// Share of the fall's time that has passed, 0..1; it lies from 1 on.
    pub way: f64,
    /// How much of the way from the holder's root to the hand, along x, is added to its placement, 0..1: 1 when it falls straight
    /// down from a hand, 0 when it was told where to land.
    pub aside: f64,
}

/// Where a prop was let go.
#[derive(Clone, Debug, PartialEq)]
pub enum LetGo {
    /// In a hand of somebody who stood and acted so.
    Hand(Held, Arc<CharacterState>),
    /// On the stage: fractions of its width and height.
    Stage(f64, f64),
}
