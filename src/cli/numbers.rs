//! `--frames A..B`: frames by their numbers. A word enters, the frames of a cartoon leave.
use super::load::Script;
use super::{CliError, args, play};
use crate::engine::Runtime;
use crate::film::{FrameRange, Rate};
use std::fmt;
use std::str::FromStr;

/// Frames from a number until before another, either left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    from: u64,
    to: Option<u64>,
}

/// What is right.
const GIVE: &str = "give frame numbers as A..B, A.. or ..B, from 0; B is the first that is left out";

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
                digits.parse().map(Some).map_err(|_| GIVE.to_owned())
            }
            _ => Err(GIVE.to_owned()),
        };
        let (from, to) = text.split_once("..").ok_or(GIVE)?;
        let (from, to) = (number(from)?.unwrap_or(0), number(to)?);
        match to {
            Some(to) if to <= from => Err(format!("no frame lies in {text}: {GIVE}")),
            _ => Ok(Self { from, to }),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

impl Numbers {
    /// The frames of a cartoon.
    ///
    /// # Errors
    /// When there are none of these numbers, or the cartoon does not end and nothing says where the film does.
    pub fn of(
        self,
        script: &Script,
        runtime: &Runtime,
        (rate, plan): (Rate, &args::Plan),
    ) -> Result<FrameRange, CliError> {
        let Numbers { from, to } = self;
        let Some(end) = runtime.duration() else {
            let Some(to) = to else {
                return Err(play::unending(script, runtime, plan, "--frames A..B says where the film ends"));
            };
            plan.allows(&format!("--frames {self}"), rate.time(to))?;
            return Ok(from..to);
        };
        match rate.count(end) {
            0 => Err(CliError::input("the cartoon lasts no time: there is nothing to film")),
            count if from >= count => {
                let last = count - 1;
                Err(CliError::usage(format!(
                    "--frames {self}: the cartoon's frames at {rate} a second are 0 to {last}"
                )))
            }
            count => Ok(from..to.map_or(count, |to| to.min(count))),
        }
    }
}
