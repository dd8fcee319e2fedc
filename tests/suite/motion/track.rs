//! A behaviour's channels over time, and what an animator looks for in them.
use jabber_render::engine::{BehaviourOptions, Options, Runtime};
use jabber_render::frame::{Pose, ReachTarget};
use jabber_render::program::load_value;
use serde_json::Value;
use std::collections::BTreeMap;

/// Samples a second: the grid of follow-through, ten to a frame of film. A loop has a whole number of its own.
pub const RATE: f64 = 240.0;
/// Two frames of film, less half a sample.
pub const TWO_FRAMES: f64 = 2.0 / 24.0 - 0.5 / RATE;

/// Every channel that moved, sampled from the start on; one that was not written is at rest (0, or 1 for `sx sy`).
pub struct Tracks {
    channels: BTreeMap<String, Vec<f64>>,
    samples: usize,
    rate: f64,
}

fn numbers(pose: &Pose) -> Vec<(String, f64)> {
    let mut all: Vec<(String, f64)> = [
        ("dx", pose.dx),
        ("dy", pose.dy),
        ("rot", pose.rot),
        ("sx", pose.sx),
        ("sy", pose.sy),
        ("mouth", pose.mouth),
        ("blink", pose.blink),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    all.extend(pose.parts.iter().map(|(key, angle)| (format!("part:{key}"), *angle)));
    all.extend(pose.lift.iter().map(|(key, up)| (format!("lift:{key}"), *up)));
    for (limb, reach) in &pose.reach {
        all.push((format!("reach:{limb}"), reach.weight));
        if let ReachTarget::Spot { dx, dy, .. } = reach.target {
            all.extend([(format!("reach:{limb}:dx"), dx), (format!("reach:{limb}:dy"), dy)]);
        }
    }
    all
}

pub fn rest(channel: &str) -> f64 {
    if matches!(channel, "sx" | "sy") { 1.0 } else { 0.0 }
}

impl Tracks {
    /// `content` on a body of so many legs, due to last `dur` seconds, looked at for `seconds`, `rate` samples in each.
    pub fn of(content: &Value, legs: f64, dur: f64, seconds: f64, rate: f64) -> Tracks {
        let loaded = load_value(content);
        let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let mut runtime = Runtime::new(Options::default());
        let body = runtime.add_character("A", legs);
        runtime.start_behaviour(body, &program, &BehaviourOptions { dur, ..BehaviourOptions::default() }).unwrap();
        let samples = (seconds * rate).round() as usize + 1;
        let mut channels: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for k in 0..samples {
            runtime.step_to(k as f64 / rate).unwrap();
            for (channel, value) in numbers(&runtime.pose(body).unwrap()) {
                assert!(value.is_finite(), "{channel} at {}", k as f64 / rate);
                let at_rest = rest(&channel);
                channels.entry(channel).or_insert_with(|| vec![at_rest; samples])[k] = value;
            }
        }
        Tracks { channels, samples, rate }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.channels.keys().map(String::as_str)
    }

    /// A channel between two seconds, ends included.
    ///
    /// # Errors
    /// When nothing moves the channel.
    pub fn between(&self, channel: &str, from: f64, to: f64) -> Result<&[f64], String> {
        let all = self.channels.get(channel).ok_or_else(|| format!("nothing moves {channel}"))?;
        let at = |seconds: f64| ((seconds * self.rate).round() as usize).min(self.samples - 1);
        Ok(&all[at(from)..=at(to)])
    }
}

pub fn range(values: &[f64]) -> f64 {
    let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
    high - low
}

/// The samples at which the channel turns back, both ends included; a quiver of less than a fiftieth of its range is no turn.
fn turns(values: &[f64]) -> Vec<usize> {
    let least = range(values) / 50.0;
    let (mut turns, mut best, mut way) = (vec![0], 0, 0.0);
    for (k, &value) in values.iter().enumerate() {
        let back = value - values[best];
        if way == 0.0 {
            if back.abs() > least {
                (way, best) = (back.signum(), k);
            }
        } else if back * way >= 0.0 {
            best = k;
        } else if back.abs() > least {
            turns.push(best);
            (way, best) = (-way, k);
        }
    }
    turns.push(best);
    turns
}

/// How far the channel goes the other way before its largest movement, as a part of that movement.
///
/// # Errors
/// When nothing comes before the movement, or it takes less than two frames.
pub fn anticipation(values: &[f64]) -> Result<f64, String> {
    let turns = turns(values);
    let travel = |k: usize| values[turns[k + 1]] - values[turns[k]];
    let action = (0..turns.len() - 1).max_by(|&a, &b| travel(a).abs().total_cmp(&travel(b).abs()));
    let action = action.filter(|&k| travel(k) != 0.0).ok_or("nothing moves")?;
    let before = action.checked_sub(1).ok_or("nothing comes before the main movement")?;
    let seconds = (turns[action] - turns[before]) as f64 / RATE;
    if seconds < TWO_FRAMES {
        return Err(format!("the movement before it takes {seconds} s"));
    }
    Ok(travel(before).abs() / travel(action).abs())
}

/// Seconds by which `follow` comes after `lead`, where their speeds are most alike, and how alike they are there (−1 to 1). Of whole
/// rounds of a loop what runs out at one end comes in at the other.
pub fn lag(lead: &[f64], follow: &[f64], sign: f64, reach: f64, rounds: bool) -> (f64, f64) {
    let speeds = |values: &[f64]| values.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<f64>>();
    let energy = |speeds: &[f64]| speeds.iter().map(|v| v * v).sum::<f64>();
    let (lead, follow) = (speeds(lead), speeds(follow));
    let whole = (energy(&lead) * energy(&follow)).sqrt();
    let n = lead.len() as isize;
    // Against the whole of both: a shift that leaves little of them to compare finds little.
    let alike = |shift: isize| {
        let place = |k: isize| {
            if rounds { Some((k + shift).rem_euclid(n)) } else { Some(k + shift).filter(|k| (0..n).contains(k)) }
        };
        let pairs = (0..n).filter_map(|k| Some(lead[k as usize] * follow[place(k)? as usize]));
        if whole > 0.0 { sign * pairs.sum::<f64>() / whole } else { -1.0 }
    };
    let most = (reach * RATE).round() as isize;
    let best = (-most..=most).max_by(|&a, &b| alike(a).total_cmp(&alike(b))).unwrap_or(0);
    (best as f64 / RATE, alike(best))
}
