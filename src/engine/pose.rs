//! The pose of a character at the present moment: rest ⊕ every base channel ⊕ every motion (§2), the limbs that reach (§8.4),
//! mood and view. Looks up no text and allocates only what the pose itself holds.
use super::channels::{combine, core, rest_of};
use super::error::RunError;
use super::ids::{InstanceId, Slot};
use super::instance::Instance;
use super::mood;
use super::motion::{Kind, Motion};
use super::reach::{LIMBS, limb_of};
use super::read::{scope_of, unknown};
use super::state::State;
use crate::expression::UnknownName;
use crate::frame::Pose;
use crate::vocabulary::Channel;
use std::mem::take;

/// Room to add up a pose in, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The sum of each slot that was touched in this round.
    sums: Vec<f64>,
    /// The round in which each slot was touched last.
    round: Vec<u64>,
    now: u64,
    /// The slots touched in this round, parts and lifts only.
    touched: Vec<Slot>,
    /// By character.
    layouts: Vec<Layout>,
}

/// The slots of a character's last pose as they were touched, and the same sorted by channel.
#[derive(Clone, Debug, Default)]
struct Layout {
    touched: Vec<Slot>,
    sorted: Vec<Slot>,
}

impl Scratch {
    fn begin(&mut self, slots: usize) {
        self.now += 1;
        self.touched.clear();
        if self.sums.len() < slots {
            self.sums.resize(slots, 0.0);
            self.round.resize(slots, 0);
        }
    }

    fn add(&mut self, slot: Slot, value: f64) {
        let at = slot as usize;
        let (Some(sum), Some(round)) = (self.sums.get_mut(at), self.round.get_mut(at)) else { return };
        if *round != self.now {
            (*round, *sum) = (self.now, rest_of(slot));
            if slot >= core::COUNT {
                self.touched.push(slot);
            }
        }
        *sum = combine(slot, *sum, value);
    }

    fn sum(&self, slot: Slot) -> f64 {
        match (self.sums.get(slot as usize), self.round.get(slot as usize)) {
            (Some(sum), Some(round)) if *round == self.now => *sum,
            _ => rest_of(slot),
        }
    }
}

/// A fault of a pose or tick, with the motion's block.
fn located(instance: &Instance, motion: &Motion, name: UnknownName) -> RunError {
    let fault = unknown(instance, name);
    match instance.code.place(motion.block) {
        Some(place) => RunError { path: place.path.clone(), word: place.word, fault },
        None => RunError { path: "".into(), word: "", fault },
    }
}

/// Writes the pose of a character at the present moment into `pose`.
///
/// # Errors
/// When a live value names something unknown.
pub fn pose_into(state: &mut State, index: usize, pose: &mut Pose) -> Result<(), RunError> {
    let drawn = state.random.state;
    let mut scratch = take(&mut state.scratch);
    scratch.begin(state.channels.len());
    let added = add_up(state, index, &mut scratch);
    state.pose_drew_random |= state.random.state != drawn;
    if added.is_ok() {
        write_channels(state, &mut scratch, index, pose);
        write_rest(state, index, pose);
    }
    state.scratch = scratch;
    added
}

fn add_up(state: &mut State, index: usize, scratch: &mut Scratch) -> Result<(), RunError> {
    let State { instances, characters, prepared, random, followers, now, .. } = state;
    let Some(character) = characters.get(index) else { return Ok(()) };
    for instance in character.instances.iter().filter_map(|id| instances.get(*id)) {
        for (slot, glide) in &instance.base {
            scratch.add(*slot, glide.at(*now));
        }
    }
    for instance in character.instances.iter().filter_map(|id| instances.get(*id)) {
        let mut scope = scope_of((instance, true), characters, prepared, *now, random);
        for motion in &instance.motions {
            scope.local = motion.local(*now);
            let added = match &motion.kind {
                Kind::Follow(follow) => follow.gain.eval(&mut scope).map(|gain| {
                    if let Some(follower) = followers.get(follow.follower) {
                        follow.slots.iter().for_each(|slot| scratch.add(*slot, follower.output(*slot, gain)));
                    }
                }),
                _ => motion.contribute(&mut scope, &mut |slot, value| scratch.add(slot, value)),
            };
            added.map_err(|name| located(instance, motion, name))?;
        }
    }
    Ok(())
}

fn write_channels(state: &State, scratch: &mut Scratch, index: usize, pose: &mut Pose) {
    pose.dx = scratch.sum(core::DX);
    pose.dy = scratch.sum(core::DY);
    pose.rot = scratch.sum(core::ROT);
    pose.sx = scratch.sum(core::SX);
    pose.sy = scratch.sum(core::SY);
    pose.mouth = scratch.sum(core::MOUTH);
    pose.blink = scratch.sum(core::BLINK);
    if scratch.layouts.len() <= index {
        scratch.layouts.resize_with(index + 1, Layout::default);
    }
    let Scratch { sums, touched, layouts, .. } = scratch;
    let Some(layout) = layouts.get_mut(index) else { return };
    if *touched != layout.touched {
        layout.touched.clone_from(touched);
        layout.sorted.clone_from(touched);
        layout.sorted.sort_by(|a, b| state.channels.channel(*a).cmp(&state.channels.channel(*b)));
    }
    pose.parts.clear();
    pose.lift.clear();
    for slot in &layout.sorted {
        let value = sums.get(*slot as usize).copied().unwrap_or_default();
        match state.channels.channel(*slot) {
            Some(Channel::Part(key)) => pose.parts.push((key.clone(), value)),
            Some(Channel::Lift(key)) => pose.lift.push((key.clone(), value)),
            _ => {}
        }
    }
}

fn write_rest(state: &State, index: usize, pose: &mut Pose) {
    pose.reach.clear();
    let Some(character) = state.characters.get(index) else { return };
    for (i, end) in LIMBS.iter().enumerate() {
        if let Some(reach) = limb_of(state, character, i) {
            pose.reach.push((*end, reach));
        }
    }
    pose.mood = mood::mood_of(state, index);
    pose.view = mood::view_of(state, character);
}

/// The value the pose of an instance's character has on one channel, every follower left out (§8.3).
///
/// # Errors
/// When a live value names something unknown.
pub fn source_value(state: &mut State, id: InstanceId, slot: Slot) -> Result<f64, RunError> {
    let State { instances, characters, prepared, random, inputs_read, now, .. } = state;
    let character = instances.get(id).and_then(|instance| characters.get(instance.character?));
    let mut sum = rest_of(slot);
    let Some(character) = character else { return Ok(sum) };
    for instance in character.instances.iter().filter_map(|id| instances.get(*id)) {
        if let Some(glide) = instance.base(slot) {
            sum = combine(slot, sum, glide.at(*now));
        }
    }
    for instance in character.instances.iter().filter_map(|id| instances.get(*id)) {
        let mut scope = scope_of((instance, true), characters, prepared, *now, random);
        for motion in instance.motions.iter().filter(|motion| motion.may_write(slot)) {
            *inputs_read |= motion.hears;
            scope.local = motion.local(*now);
            let mut add = |its, value| {
                if its == slot {
                    sum = combine(slot, sum, value);
                }
            };
            motion.contribute(&mut scope, &mut add).map_err(|name| located(instance, motion, name))?;
        }
    }
    Ok(sum)
}
