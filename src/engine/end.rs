//! How threads end: by themselves, by `stop` and `stopAll`, by the end of a scope they are in, by a restart. What was under
//! way lands or freezes, inner scopes close, branches end with their thread (§2, rulings 2, 3, 24, 25).
use super::code::Pc;
use super::director;
use super::ids::{InstanceId, ScopeId, ThreadId};
use super::reach;
use super::state::{Ready, State};
use super::thread::{Frame, Thread, Underway, Wait};
use super::wait::wait_for;

/// Ends a thread: its branches first, then what it had under way, then its scopes from the inside out. When it was the last
/// branch of a `together`, the thread around it goes on.
pub fn end_thread(state: &mut State, id: ThreadId) {
    for inner in inside_out(state, id) {
        wait_for(state, inner, Wait::None);
        cut(state, inner);
        close_frames(state, inner, 0);
        remove(state, inner);
    }
}

/// A thread and all its branches, those inside before those around them.
fn inside_out(state: &State, id: ThreadId) -> Vec<ThreadId> {
    let mut order = vec![id];
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        if let Some(thread) = state.threads.get(at) {
            order.extend(thread.children.iter().rev().copied().filter(|child| state.threads.contains_key(*child)));
        }
    }
    order.reverse();
    order
}

/// Takes a thread out; its script no longer runs, or its `together` has one branch less.
fn remove(state: &mut State, id: ThreadId) {
    let Some(thread) = state.threads.remove(id) else { return };
    director::count_busy(state, thread.instance, thread.is_busy(), false);
    match thread.parent {
        Some(parent) => branch_ended(state, parent, &thread),
        None => {
            let script = state.instances.get_mut(thread.instance).and_then(|i| i.running.get_mut(thread.script));
            if let Some(running) = script
                && *running == Some(id)
            {
                *running = None;
            }
        }
    }
}

fn branch_ended(state: &mut State, parent: ThreadId, branch: &Thread) {
    let now = state.now;
    let Some(thread) = state.threads.get_mut(parent) else { return };
    if branch.counted_at == now && thread.counted_at == now {
        thread.count = thread.count.saturating_add(branch.count.saturating_sub(branch.count_before));
    }
    thread.pending = thread.pending.saturating_sub(1);
    if thread.pending == 0 && thread.wait == Wait::Join {
        thread.children.clear();
        wait_for(state, parent, Wait::None);
        state.ready.push(Ready::Thread(parent));
    }
}

/// Ends what a thread has under way at this instant: what lands now has landed, anything else freezes.
pub fn cut(state: &mut State, id: ThreadId) {
    let now = state.now;
    let Some(thread) = state.threads.get_mut(id) else { return };
    let instance = thread.instance;
    match std::mem::replace(&mut thread.underway, Underway::None) {
        Underway::None => {}
        Underway::Ramp { slot, stamp } => {
            if let Some(base) = state.instances.get_mut(instance).and_then(|i| i.base_mut(slot)) {
                base.freeze(now, stamp);
            }
        }
        Underway::Limbs { limbs, stamp } => reach::freeze(state, instance, limbs, stamp),
        Underway::Stage(underway) => director::finish(state, underway),
    }
}

/// Closes the frames from `keep` on, the innermost first.
fn close_frames(state: &mut State, id: ThreadId, keep: usize) {
    while state.threads.get(id).is_some_and(|thread| thread.frames.len() > keep) {
        close_frame(state, id);
    }
}

/// Closes the innermost frame: the motions and what the scene started in its scope end. Returns where its `for` goes on.
pub fn close_frame(state: &mut State, id: ThreadId) -> Option<Pc> {
    let thread = state.threads.get_mut(id)?;
    let instance = thread.instance;
    let (scope, after) = match thread.frames.pop()? {
        Frame::For { scope, outer, outer_soonest, after, .. } => {
            (thread.scope, thread.soonest) = (outer, outer_soonest);
            (scope, Some(after))
        }
        Frame::While { scope, outer, .. } => {
            thread.scope = outer;
            (scope, None)
        }
        Frame::Repeat { .. } | Frame::Forever { .. } => return None,
    };
    close_scope(state, instance, scope);
    after
}

/// Ends everything that lives in a scope.
pub fn close_scope(state: &mut State, id: InstanceId, scope: ScopeId) {
    let Some(instance) = state.instances.get_mut(id) else { return };
    if instance.character.is_none() {
        return director::close_scope(state, scope);
    }
    for motion in instance.motions.iter().filter(|motion| motion.scope == scope) {
        if let Some(follower) = motion.follower() {
            state.followers.remove(follower);
        }
    }
    instance.motions.retain(|motion| motion.scope != scope);
}

/// A `for`'s time is up: the rest of its body is cut off and its thread goes on after it (ruling 2). Nothing when that `for`
/// is over already.
pub fn close_for(state: &mut State, id: ThreadId, scope: ScopeId) {
    let Some(thread) = state.threads.get(id) else { return };
    let is_it = |frame: &Frame| matches!(frame, Frame::For { scope: its, .. } if *its == scope);
    let Some(at) = thread.frames.iter().rposition(is_it) else { return };
    let depth = state.ready.len();
    end_branches(state, id);
    cut(state, id);
    wait_for(state, id, Wait::None);
    close_frames(state, id, at + 1);
    let after = close_frame(state, id);
    if let (Some(after), Some(thread)) = (after, state.threads.get_mut(id)) {
        thread.pc = after;
        thread.polled = false;
    }
    state.ready.insert(depth.min(state.ready.len()), Ready::Thread(id));
}

/// Ends the branches of a thread, but not the thread.
fn end_branches(state: &mut State, id: ThreadId) {
    let Some(thread) = state.threads.get_mut(id) else { return };
    let branches = std::mem::take(&mut thread.children);
    // Not zero, so that the last branch's end does not wake the thread.
    thread.pending = usize::MAX;
    for branch in branches {
        if state.threads.contains_key(branch) {
            end_thread(state, branch);
        }
    }
}

/// `stopAll`: ends every script of the instance (§7.1).
pub fn stop_all(state: &mut State, by: ThreadId) {
    let Some(thread) = state.threads.get(by) else { return };
    let instance = thread.instance;
    if state.instances.get(instance).is_some_and(|i| i.character.is_none()) {
        return director::stop_all(state, by);
    }
    end_scripts(state, instance);
}

/// Ends every script of an instance, in their order.
pub fn end_scripts(state: &mut State, id: InstanceId) {
    let scripts = state.instances.get(id).map_or(0, |instance| instance.running.len());
    end_some_scripts(state, id, 0..scripts);
}

/// The same of some scripts, by number.
pub fn end_some_scripts(state: &mut State, id: InstanceId, scripts: impl IntoIterator<Item = usize>) {
    let Some(instance) = state.instances.get(id) else { return };
    let thread = |script| instance.running.get(script).copied().flatten();
    let running: Vec<ThreadId> = scripts.into_iter().filter_map(thread).collect();
    for thread in running {
        end_thread(state, thread);
    }
}
