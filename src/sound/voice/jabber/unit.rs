//! The units of babble: vowels, glides and consonants with their formants, lengths, levels and lips.
//!
//! Sources: vowels Peterson & Barney 1952 (women's averages); loci Delattre, Liberman & Cooper 1955; liquids and nasals Klatt 1980;
//! lengths and levels tuned by measure (`design/sound`).
use super::noise::Band;
use crate::frame::voice::Viseme;

/// A unit. `Q` is a catch of the voice, `SilentE` an e spoken only where there is time, `Chirp` the sound of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[rustfmt::skip]
pub enum Unit {
    A, AE, E, IH, I, O, UO, U, UH, ER,
    AI, AU, EI, OI, OU,
    P, B, T, D, K, G, CH, J, F, TH, S, SH, H, V, DH, Z, ZH, M, N, NG, L, R, W, Y,
    Q, SilentE, Chirp,
}
use Unit::*;

/// A held vowel.
#[derive(Clone, Copy, Debug)]
pub struct Vowel {
    /// F1 F2 F3, Hz.
    pub formants: [f64; 3],
    /// Nominal length, ms.
    pub ms: f64,
    /// Level, dB.
    pub db: f64,
    /// The lips.
    pub lips: Viseme,
}

/// How a consonant is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Plosive,
    Affricate,
    Fricative,
    Aspirate,
    Nasal,
    Liquid,
}

impl Manner {
    /// How far it gives way to stretching; a vowel is 1.
    pub fn stretch(self) -> f64 {
        match self {
            Manner::Plosive => 0.35,
            Manner::Affricate | Manner::Aspirate => 0.4,
            Manner::Fricative => 0.55,
            Manner::Nasal | Manner::Liquid => 0.6,
        }
    }
}

/// A consonant.
#[derive(Clone, Copy, Debug)]
pub struct Consonant {
    pub manner: Manner,
    /// Nominal length, ms.
    pub ms: f64,
    /// Targets or loci of F1 F2 F3, Hz; `None` are the vowel's own.
    pub formants: Option<[f64; 3]>,
    /// Share of the neighbouring vowel in F2, 0..1.
    pub share: f64,
    /// Level of the voice in it, dB; `None` is voiceless.
    pub voice: Option<f64>,
    /// Its noise, with the level in dB.
    pub noise: Option<(Band, f64)>,
    /// The lips; `None` are the next vowel's.
    pub lips: Option<Viseme>,
}

fn held(f1: f64, f2: f64, f3: f64, ms: f64, db: f64, lips: Viseme) -> Option<Vowel> {
    Some(Vowel { formants: [f1, f2, f3], ms, db, lips })
}

#[rustfmt::skip]
fn made(manner: Manner, ms: f64, formants: [f64; 3], share: f64, voice: Option<f64>, noise: Option<(Band, f64)>, lips: Option<Viseme>) -> Option<Consonant> {
    Some(Consonant { manner, ms, formants: Some(formants), share, voice, noise, lips })
}

impl Unit {
    /// The vowel it is, if it is one that is held.
    pub fn vowel(self) -> Option<Vowel> {
        use Viseme as V;
        match self {
            A => held(850.0, 1220.0, 2810.0, 125.0, -1.5, V::AI),
            AE => held(860.0, 2050.0, 2850.0, 125.0, 0.5, V::AI),
            E => held(610.0, 2330.0, 2990.0, 110.0, 1.5, V::E),
            IH => held(430.0, 2480.0, 3070.0, 95.0, 2.0, V::E),
            I => held(310.0, 2790.0, 3310.0, 110.0, 5.0, V::E),
            O => held(590.0, 920.0, 2710.0, 125.0, -0.5, V::O),
            UO => held(470.0, 1160.0, 2680.0, 100.0, 1.0, V::U),
            U => held(370.0, 950.0, 2670.0, 110.0, 2.0, V::U),
            UH => held(760.0, 1400.0, 2780.0, 90.0, 0.5, V::AI),
            ER => held(500.0, 1640.0, 1960.0, 120.0, 1.0, V::O),
            _ => None,
        }
    }

    /// The two vowels of a glide; a held vowel is both.
    pub fn ends(self) -> Option<(Unit, Unit)> {
        match self {
            AI => Some((A, I)),
            AU => Some((A, U)),
            EI => Some((E, I)),
            OI => Some((O, I)),
            OU => Some((O, U)),
            unit => unit.vowel().map(|_| (unit, unit)),
        }
    }

    /// True for what carries a syllable.
    pub fn is_vowel(self) -> bool {
        self.ends().is_some()
    }

    /// True for what can be hummed.
    pub fn is_sonorant(self) -> bool {
        matches!(self, M | N | NG | L | R)
    }

    /// True for what glides into a vowel.
    pub fn is_liquid(self) -> bool {
        matches!(self, L | R | W | Y)
    }

    /// True for a stop.
    pub fn is_plosive(self) -> bool {
        self.consonant().is_some_and(|c| c.manner == Manner::Plosive)
    }

    /// The consonant it is, if it is one.
    #[rustfmt::skip]
    pub fn consonant(self) -> Option<Consonant> {
        use Manner::*;
        use Viseme as V;
        match self {
            P => made(Plosive, 80.0, [350.0, 1000.0, 2500.0], 0.35, None, Some((Band::P, -12.0)), Some(V::MBP)),
            B => made(Plosive, 68.0, [300.0, 1000.0, 2500.0], 0.35, Some(-23.0), Some((Band::P, -17.0)), Some(V::MBP)),
            T => made(Plosive, 82.0, [350.0, 2000.0, 3000.0], 0.35, None, Some((Band::T, -11.0)), Some(V::L)),
            D => made(Plosive, 64.0, [300.0, 2000.0, 3000.0], 0.35, Some(-23.0), Some((Band::T, -17.0)), Some(V::L)),
            K => made(Plosive, 82.0, [350.0, 2150.0, 2900.0], 0.6, None, Some((Band::K, -11.0)), None),
            G => made(Plosive, 66.0, [300.0, 2150.0, 2900.0], 0.6, Some(-23.0), Some((Band::K, -16.0)), None),
            CH => made(Affricate, 108.0, [330.0, 2200.0, 2900.0], 0.3, None, Some((Band::Sh, -13.0)), Some(V::E)),
            J => made(Affricate, 88.0, [300.0, 2200.0, 2900.0], 0.3, Some(-21.0), Some((Band::Sh, -17.0)), Some(V::E)),
            F => made(Fricative, 86.0, [330.0, 1150.0, 2600.0], 0.35, None, Some((Band::F, -22.0)), Some(V::FV)),
            TH => made(Fricative, 84.0, [330.0, 1600.0, 2800.0], 0.35, None, Some((Band::Th, -24.0)), Some(V::L)),
            S => made(Fricative, 96.0, [330.0, 1950.0, 2950.0], 0.3, None, Some((Band::S, -16.0)), Some(V::E)),
            SH => made(Fricative, 96.0, [330.0, 2100.0, 2900.0], 0.3, None, Some((Band::Sh, -14.0)), Some(V::U)),
            H => Some(Consonant { manner: Aspirate, ms: 62.0, formants: None, share: 1.0, voice: None, noise: None, lips: None }),
            V => made(Fricative, 66.0, [300.0, 1150.0, 2600.0], 0.35, Some(-12.0), Some((Band::F, -26.0)), Some(V::FV)),
            DH => made(Fricative, 58.0, [300.0, 1600.0, 2800.0], 0.35, Some(-12.0), Some((Band::Th, -28.0)), Some(V::L)),
            Z => made(Fricative, 76.0, [300.0, 1950.0, 2950.0], 0.3, Some(-12.0), Some((Band::S, -21.0)), Some(V::E)),
            ZH => made(Fricative, 76.0, [300.0, 2100.0, 2900.0], 0.3, Some(-12.0), Some((Band::Sh, -20.0)), Some(V::U)),
            M => made(Nasal, 74.0, [290.0, 1150.0, 2500.0], 0.25, Some(-10.0), None, Some(V::MBP)),
            N => made(Nasal, 68.0, [290.0, 1850.0, 2750.0], 0.25, Some(-10.0), None, Some(V::L)),
            NG => made(Nasal, 74.0, [290.0, 2200.0, 2800.0], 0.45, Some(-10.0), None, None),
            L => made(Liquid, 66.0, [380.0, 1350.0, 3000.0], 0.2, Some(-10.0), None, Some(V::L)),
            R => made(Liquid, 66.0, [370.0, 1300.0, 1950.0], 0.2, Some(-10.0), None, Some(V::U)),
            W => made(Liquid, 66.0, [330.0, 760.0, 2500.0], 0.1, Some(-10.0), None, Some(V::U)),
            Y => made(Liquid, 62.0, [310.0, 2600.0, 3200.0], 0.1, Some(-10.0), None, Some(V::E)),
            _ => None,
        }
    }
}
