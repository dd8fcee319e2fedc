//! Mood, blink, jaw and speech in, the units to draw out. A pure function of its arguments: nothing is remembered between
//! frames, so a change of mood glides the same whichever frame is asked for first.
use super::speech::{Lips, Speech, lips};
use super::units::{Units, mood, ramp};

/// Seconds in which a mood takes over from the one before (figures.md §6).
const GLIDE: f64 = 0.12;
/// How much of the mood's own jaw, pucker and stretch is left under speech (face.py).
const UNDER_SPEECH: f64 = 0.4;

/// What a face is asked to show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feeling<'a> {
    /// The mood's word; none, or an unknown one, is `neutral`.
    pub mood: Option<&'a str>,
    /// The mood it replaced.
    pub mood_before: Option<&'a str>,
    /// Seconds since it replaced it.
    pub mood_age: f64,
    /// `blink` of the pose, 0..1.
    pub blink: f64,
    /// `mouth` of the pose, 0..1.
    pub mouth: f64,
    /// How much of the speech shows, 0..1 (`talking`).
    pub talking: f64,
    /// The line being spoken.
    pub speech: Option<Speech<'a>>,
    /// The lips' shape, when something knows it better than the line's letters do.
    pub lips: Option<Lips>,
}

/// What a face shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expression {
    /// The whole face's units, the mouth's with speech worked in.
    pub units: Units,
    /// The mood's own, whatever is spoken.
    pub felt: Units,
    /// How far the lids are closed by a blink, 0..1.
    pub blink: f64,
    /// How far the chin is down, 0..1: the jaw's opening as the outline of the head shows it.
    pub chin: f64,
    /// How much of it is speech, 0..1.
    pub talking: f64,
    /// How far the tongue is up, 0..1.
    pub tongue: f64,
    /// How far the upper teeth lie on the lip, 0..1.
    pub teeth: f64,
}

/// What a face shows when it is asked for `feeling`. Numbers that are not finite count as rest.
pub fn express(feeling: &Feeling) -> Expression {
    let felt = felt(feeling);
    let rest = |value: f64| if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
    let talking = rest(feeling.talking);
    let lips = feeling.lips.or_else(|| feeling.speech.as_ref().map(lips));
    speak(felt, lips.unwrap_or_default(), if lips.is_some() { talking } else { 0.0 })
        .opened(rest(feeling.mouth), rest(feeling.blink))
}

/// The mood's units, `lips` laid over them with the weight `talking` (0..1).
pub fn speak(felt: Units, lips: Lips, talking: f64) -> Expression {
    let spoken = Units {
        jaw: lips.units.jaw.max(felt.jaw * UNDER_SPEECH),
        pucker: lips.units.pucker.max(felt.pucker * UNDER_SPEECH),
        stretch: lips.units.stretch.max(felt.stretch * UNDER_SPEECH),
        press: lips.units.press,
        pull: lips.units.pull.max(felt.pull * 0.7),
        depress: felt.depress * 0.6,
        ..felt
    };
    let units = felt.mix(spoken, talking);
    let closed = talking * ramp(lips.units.press, 0.1, 0.4);
    let units = Units { jaw: units.jaw * (1.0 - closed), ..units };
    Expression {
        units,
        felt,
        blink: 0.0,
        chin: 0.0,
        talking,
        tongue: lips.tongue * talking,
        teeth: lips.teeth * talking,
    }
    .opened(0.0, 0.0)
}

impl Expression {
    /// The same with the jaw opened to at least `mouth` and the lids closed by `blink`.
    fn opened(mut self, mouth: f64, blink: f64) -> Self {
        self.units.jaw = self.units.jaw.max(mouth);
        self.blink = blink;
        self.chin = self.units.jaw;
        self
    }
}

fn felt(feeling: &Feeling) -> Units {
    let units = |word: Option<&str>| word.and_then(mood).or_else(|| mood("neutral")).unwrap_or_default();
    let now = units(feeling.mood);
    if feeling.mood_age.is_nan() || feeling.mood_age >= GLIDE {
        return now;
    }
    units(feeling.mood_before).mix(now, ramp(feeling.mood_age, 0.0, GLIDE))
}
