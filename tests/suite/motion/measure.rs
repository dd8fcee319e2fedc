//! A claim of `claims.json` held against the motion.
use super::track::{RATE, TWO_FRAMES, Tracks, anticipation, lag, range};
use serde_json::Value;

/// An anticipation is at least this part of the action.
const ANTICIPATED: f64 = 0.1;
/// Two channels that belong together move at least this much alike.
const ALIKE: f64 = 0.5;
/// How far from 1 `sx·sy` may be, unless the claim says: two even ramps between a squash and a stretch pass the middle a little wide.
const VOLUME: f64 = 0.03;
/// Seconds after which growing in from the stand is over and springs have settled, before a loop is looked at.
const SETTLED: f64 = 8.0;
/// Places of a period at which one is held against the next.
const PLACES: usize = 48;
/// Part of a channel's range by which two periods may differ: what a spring still rings after eight seconds.
const CLOSE: f64 = 2e-3;
/// Part of a channel's greatest speed by which its speeds at the two ends may differ.
const SLOPE: f64 = 0.1;
/// Part of its range that a channel may move in a sample, 1/240 s.
const JUMP: f64 = 0.2;

/// What is claimed of a behaviour, with how it is shown.
pub struct Claim<'a> {
    claim: &'a Value,
    dur: f64,
    looping: bool,
}

impl<'a> Claim<'a> {
    pub fn new(claim: &'a Value, preview: &Value) -> Claim<'a> {
        Claim { claim, dur: preview["dur"].as_f64().unwrap(), looping: preview["loop"] == true }
    }

    fn number(&self, key: &str, otherwise: f64) -> f64 {
        self.claim.get(key).map_or(otherwise, |value| value.as_f64().unwrap_or_else(|| panic!("{key}: {value}")))
    }

    fn word(&self, key: &str) -> Result<&str, String> {
        self.claim.get(key).and_then(Value::as_str).ok_or_else(|| format!("it names no {key}"))
    }

    fn words(&self, key: &str) -> Vec<&str> {
        self.claim.get(key).and_then(Value::as_str).map(|list| list.split(' ').collect()).unwrap_or_default()
    }

    /// # Errors
    /// What is missing.
    pub fn found(&self, word: &str, content: &Value) -> Result<(), String> {
        let known = [
            "legs", "from", "to", "channel", "lead", "follow", "sign", "reach", "least", "within", "period", "but",
            "jumps", "why",
        ];
        if let Some(stray) = self.claim.as_object().and_then(|claim| claim.keys().find(|key| !known.contains(&&***key)))
        {
            return Err(format!("a claim has no {stray}"));
        }
        let legs = self.number("legs", 2.0);
        if word == "loop" {
            let period = self.number("period", self.dur);
            let start = (SETTLED / period).ceil() * period + self.number("from", 0.0);
            let samples = (period * RATE).round();
            let tracks = Tracks::of(content, legs, f64::INFINITY, start + 2.0 * period, samples / period);
            return self.closes(&tracks, start, period, samples as usize);
        }
        // A loop is looked at in its second round: in the first it grows in from the stand.
        let first = if self.looping { self.dur } else { 0.0 };
        let (from, to) = (self.number("from", first), self.number("to", first + self.dur));
        let tracks = Tracks::of(content, legs, if self.looping { f64::INFINITY } else { self.dur }, to, RATE);
        match word {
            "anticipation" => {
                let part = anticipation(tracks.between(self.word("channel")?, from, to)?)?;
                held(part >= ANTICIPATED, || format!("{:.1} % of the action", part * 100.0))
            }
            "overlap" => {
                let (lead, follow) = (self.word("lead")?, self.word("follow")?);
                let (lead, follow) = (tracks.between(lead, from, to)?, tracks.between(follow, from, to)?);
                let rounds = self.looping && self.claim.get("from").is_none() && self.claim.get("to").is_none();
                let (late, alike) = lag(lead, follow, self.number("sign", 1.0), self.number("reach", 0.4), rounds);
                held(alike >= ALIKE, || format!("alike by {alike:.2} only, {late:.3} s late"))?;
                held(late >= TWO_FRAMES, || format!("{late:.3} s late"))
            }
            "squash-and-stretch" => {
                let (sx, sy) = (tracks.between("sx", from, to)?, tracks.between("sy", from, to)?);
                let out = sx.iter().zip(sy).map(|(x, y)| (x * y - 1.0).abs()).fold(0.0, f64::max);
                held(out <= self.number("within", VOLUME), || format!("sx·sy is out by {out:.3}"))?;
                let (least, lowest) = (self.number("least", 0.0), sy.iter().copied().fold(f64::INFINITY, f64::min));
                held(lowest <= least, || format!("sy comes down to {lowest:.3}, not {least}"))
            }
            _ => Err("nothing measures that".to_owned()),
        }
    }

    /// Every channel is where it was a period ago, at the same speed; where the film is cut both ends have one slope; nothing jumps.
    fn closes(&self, tracks: &Tracks, start: f64, period: f64, n: usize) -> Result<(), String> {
        let (but, jumps) = (self.words("but"), self.words("jumps"));
        for channel in tracks.names().filter(|channel| !but.contains(channel)) {
            let rounds = tracks.between(channel, start - period / n as f64, start + 2.0 * period)?;
            let (size, step) = (range(rounds), |k: usize| rounds[k + 1] - rounds[k]);
            if size < 1e-9 {
                continue;
            }
            let fastest = (0..rounds.len() - 1).map(|k| step(k).abs()).fold(0.0, f64::max);
            for place in 0..PLACES {
                let k = 1 + place * n / PLACES;
                let out = (rounds[k + n] - rounds[k]).abs() / size;
                held(out <= CLOSE, || format!("{channel} is out by {:.2} % of its range after a period", out * 100.0))?;
                let slope = (step(k + n) - step(k)).abs() / fastest;
                held(slope <= SLOPE, || {
                    format!("{channel} is {:.0} % faster or slower after a period", slope * 100.0)
                })?;
            }
            if !jumps.contains(&channel) {
                // The last step of a round against the first of the next; what the steps beside them change by is a curve, no corner.
                let curve = (step(n) - step(n - 1)).abs() + (step(2) - step(1)).abs();
                let bend = ((step(n) - step(1)).abs() - curve) / fastest;
                held(bend <= SLOPE, || {
                    format!("{channel} has a corner of {:.0} % of its speed where it closes", bend * 100.0)
                })?;
                held(fastest <= JUMP * size, || {
                    format!("{channel} jumps by {:.0} % of its range", 100.0 * fastest / size)
                })?;
            }
        }
        Ok(())
    }
}

fn held(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}
