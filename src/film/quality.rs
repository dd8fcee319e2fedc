//! How good a film is to look, against how long it takes to make and how large it is.
use std::str::FromStr;

/// A choice between speed and looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// To see how it goes: quick and coarse.
    Draft,
    /// To show.
    #[default]
    Good,
    /// To keep: slow and fine.
    Best,
}

impl FromStr for Quality {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "draft" => Ok(Self::Draft),
            "good" => Ok(Self::Good),
            "best" => Ok(Self::Best),
            _ => Err("give draft, good or best".to_owned()),
        }
    }
}
