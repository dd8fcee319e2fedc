//! Measures of samples, by other means than those that made them: formants by linear prediction, pitch by autocorrelation, an envelope of power.
use jabber_render::sound::signal::filter::Section;
use std::f64::consts::PI;

pub(super) const RATE: f64 = 48_000.0;

/// Every fourth sample after a low-pass: 12 kHz.
fn fewer(x: &[f64]) -> Vec<f64> {
    let taps: Vec<f64> = (-48i32..=48)
        .map(|i| {
            let t = f64::from(i) * 0.22;
            let sinc = if i == 0 { 1.0 } else { (PI * t).sin() / (PI * t) };
            0.22 * sinc * (0.5 + 0.5 * (PI * f64::from(i) / 49.0).cos())
        })
        .collect();
    let at = |i: i64| usize::try_from(i).ok().and_then(|i| x.get(i)).copied().unwrap_or(0.0);
    (0..x.len() as i64).step_by(4).map(|n| taps.iter().zip(-48..).map(|(w, k)| w * at(n + k)).sum()).collect()
}

/// Roots of the polynomial 1 + a₁z⁻¹ + …, by Durand and Kerner.
fn roots(a: &[f64]) -> Vec<(f64, f64)> {
    let times = |(a, b): (f64, f64), (c, d): (f64, f64)| (a * c - b * d, a * d + b * c);
    let order = a.len();
    let mut z: Vec<(f64, f64)> = (0..order)
        .map(|i| (PI * 2.0 * (i as f64 + 0.3) / order as f64).sin_cos())
        .map(|(s, c)| (0.9 * c, 0.9 * s))
        .collect();
    for _ in 0..400 {
        for i in 0..order {
            let value = a.iter().fold((1.0, 0.0), |v, a| {
                let (re, im) = times(v, z[i]);
                (re + a, im)
            });
            let below =
                (0..order).filter(|j| *j != i).fold((1.0, 0.0), |v, j| times(v, (z[i].0 - z[j].0, z[i].1 - z[j].1)));
            let size = below.0 * below.0 + below.1 * below.1;
            let (re, im) = times(value, (below.0 / size, -below.1 / size));
            z[i] = (z[i].0 - re, z[i].1 - im);
        }
    }
    z
}

/// Resonances of a sound, Hz, by linear prediction of order 12 at 12 kHz; those narrower than 500 Hz.
pub(super) fn formants(x: &[f64]) -> Vec<f64> {
    let y = fewer(x);
    let n = y.len();
    let window = |i: usize| 0.54 - 0.46 * (2.0 * PI * i as f64 / (n - 1) as f64).cos();
    let y: Vec<f64> = (1..n).map(|i| (y[i] - 0.97 * y[i - 1]) * window(i)).collect();
    let r: Vec<f64> = (0..=12).map(|k| y[k..].iter().zip(&y).map(|(a, b)| a * b).sum()).collect();
    let (mut a, mut e) = (Vec::<f64>::new(), r[0] * (1.0 + 1e-7));
    for i in 1..=12 {
        let k = -(r[i] + a.iter().enumerate().map(|(j, a)| a * r[i - 1 - j]).sum::<f64>()) / e;
        let turned: Vec<f64> = a.iter().rev().map(|a| a * k).collect();
        a.iter_mut().zip(turned).for_each(|(a, t)| *a += t);
        a.push(k);
        e *= 1.0 - k * k;
    }
    let fs = RATE / 4.0;
    let mut found: Vec<f64> = roots(&a)
        .into_iter()
        .filter(|(_, im)| *im > 0.01)
        .map(|(re, im)| (im.atan2(re) * fs / 2.0 / PI, -(re.hypot(im)).ln() * fs / PI))
        .filter(|(hz, width)| *hz > 150.0 && *width < 500.0)
        .map(|(hz, _)| hz)
        .collect();
    found.sort_by(f64::total_cmp);
    found
}

/// Pitch over time, Hz, each 5 ms where there is any, by autocorrelation over 40 ms at 12 kHz.
pub(super) fn pitch(x: &[f64]) -> Vec<f64> {
    let y = fewer(x);
    let (n, hop, fs) = (480, 60, RATE / 4.0);
    let power = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
    let loud = power(&y);
    let mut out = Vec::new();
    for from in (0..y.len().saturating_sub(n + 200)).step_by(hop) {
        let part = &y[from..from + n];
        if power(part) < 0.015 * loud {
            continue;
        }
        let like = |lag: usize| {
            let other = &y[from + lag..from + lag + n];
            let both: f64 = part.iter().zip(other).map(|(a, b)| a * b).sum();
            both / (part.iter().map(|a| a * a).sum::<f64>() * other.iter().map(|b| b * b).sum::<f64>())
                .sqrt()
                .max(1e-12)
        };
        let scores: Vec<f64> = (12..200).map(like).collect();
        let peaks: Vec<usize> =
            (1..scores.len() - 1).filter(|&i| scores[i] > scores[i - 1] && scores[i] >= scores[i + 1]).collect();
        let best = peaks.iter().map(|i| scores[*i]).fold(0.0, f64::max);
        if let Some(first) = peaks.into_iter().find(|i| scores[*i] > 0.92 * best).filter(|_| best > 0.5) {
            out.push(fs / (first + 12) as f64);
        }
    }
    out
}

/// Power of what lies about 250 to 2500 Hz over time, dB, a point each 5 ms, over 100 ms about it.
pub(super) fn envelope(x: &[f64]) -> Vec<f64> {
    let mut x = x.to_vec();
    Section::band_pass(790.0, 2250.0).run(&mut x);
    Section::band_pass(790.0, 2250.0).run(&mut x);
    let at = |i: i64| usize::try_from(i).ok().and_then(|i| x.get(i)).copied().unwrap_or(0.0);
    let weights: Vec<f64> = (-2400i64..2400).map(|i| 1.0 + (PI * i as f64 / 2400.0).cos()).collect();
    let power = |n: i64| weights.iter().zip(-2400i64..).map(|(w, k)| w * at(n + k) * at(n + k)).sum::<f64>() / 4800.0;
    (0..x.len() as i64).step_by(240).map(|n| 10.0 * power(n).max(1e-9).log10()).collect()
}

/// Peaks of an envelope that stand 2.5 dB over the valleys on both sides, and within 22 dB of the highest.
pub(super) fn peaks(envelope: &[f64]) -> usize {
    let top = envelope.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut count, mut low, mut high, mut rising) = (0, f64::INFINITY, f64::NEG_INFINITY, true);
    for e in envelope.iter().map(|e| e.max(top - 40.0)) {
        if rising {
            high = high.max(e);
            low = low.min(e);
            if e > low + 2.5 {
                high = e;
                rising = false;
            }
        } else {
            high = high.max(e);
            if e < high - 2.5 {
                count += usize::from(high > top - 22.0);
                (low, rising) = (e, true);
            }
        }
    }
    count + usize::from(!rising && high > top - 22.0)
}

pub(super) fn median(mut x: Vec<f64>) -> f64 {
    x.sort_by(f64::total_cmp);
    x[x.len() / 2]
}

/// The strength of a frequency in a sound: the amplitude of its sine.
pub(super) fn strength(x: &[f32], hz: f64) -> f64 {
    let (mut s, mut c) = (0.0, 0.0);
    for (i, x) in x.iter().enumerate() {
        let (sin, cos) = (2.0 * PI * hz * i as f64 / RATE).sin_cos();
        s += f64::from(*x) * sin;
        c += f64::from(*x) * cos;
    }
    2.0 * s.hypot(c) / x.len() as f64
}
