//! [`Coverage`]: how much of each pixel a shape covers, as runs of equal shares. Knows neither paths nor colours.
use super::blend::times;
use super::bounds::Area;
use std::ops::Range;

/// How much of each pixel of an area is covered, 0..255. Each row is a list of steps: from a step's column on its share holds, up to the
/// next step's. Before the first step nothing is covered; the last step's share is 0.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    pub area: Area,
    /// Where each row's steps begin, and where the last one's end.
    rows: Vec<u32>,
    steps: Vec<Step>,
}

/// A column, counted from the area's left edge, with the share (low byte) that holds from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step(u32);

impl Step {
    fn new(column: usize, share: u8) -> Self {
        Self((column as u32) << 8 | u32::from(share))
    }

    fn column(self) -> usize {
        (self.0 >> 8) as usize
    }

    fn share(self) -> u8 {
        self.0 as u8
    }
}

/// Pixels next to each other that are covered alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Columns, counted from where the caller asked.
    pub columns: Range<usize>,
    /// 1..255.
    pub share: u8,
}

impl Coverage {
    /// An empty one for the rows of an area, in buffers used before.
    pub fn of(area: Area, mut used: Coverage) -> Self {
        used.rows.clear();
        used.rows.push(0);
        used.steps.clear();
        Self { area, ..used }
    }

    /// Adds a step to the row being made, its column beyond the last step's.
    pub fn step(&mut self, column: usize, share: u8) {
        self.steps.push(Step::new(column, share));
    }

    /// Ends the row being made.
    pub fn end_row(&mut self) {
        self.rows.push(self.steps.len() as u32);
    }

    /// True when no pixel is covered.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    fn steps(&self, y: i32) -> &[Step] {
        let row = (y - self.area.y0) as usize;
        let bound = |row: usize| self.rows.get(row).map_or(0, |at| *at as usize);
        self.steps.get(bound(row)..bound(row + 1)).unwrap_or_default()
    }

    /// The columns of the frame between the first and the last covered pixel of row `y`, inside `x0..x1`.
    pub fn extent(&self, y: i32, x0: i32, x1: i32) -> Range<i32> {
        let steps = self.steps(y);
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return 0..0 };
        let at = |step: &Step| self.area.x0 + step.column() as i32;
        at(first).max(x0)..at(last).min(x1)
    }

    /// The covered runs of row `y` inside `x0..x1`, columns counted from `x0`.
    pub fn runs(&self, y: i32, x0: i32, x1: i32) -> impl Iterator<Item = Run> {
        let (left, width) = (i64::from(self.area.x0) - i64::from(x0), i64::from(x1) - i64::from(x0));
        let column = move |step: Step| (step.column() as i64 + left).clamp(0, width) as usize;
        self.steps(y).array_windows::<2>().filter_map(move |[step, next]| {
            let columns = column(*step)..column(*next);
            (step.share() > 0 && !columns.is_empty()).then_some(Run { columns, share: step.share() })
        })
    }

    /// Takes away what another covers, whose area lies in this one's. The used buffers come back.
    pub fn leave_out(&mut self, hole: &Coverage, used: Coverage) -> Coverage {
        let (area, offset) = (self.area, (hole.area.x0 - self.area.x0) as usize);
        let mut left = Coverage::of(area, used);
        for y in area.y0..area.y1 {
            let away = if hole.area.has_row(y) { hole.steps(y) } else { &[] };
            let (mut ours, mut away) = (self.steps(y).iter().peekable(), away.iter().peekable());
            let (mut share, mut taken, mut last) = (0, 0, 0);
            loop {
                let next = [ours.peek().map(|s| s.column()), away.peek().map(|s| s.column() + offset)];
                let Some(column) = next.into_iter().flatten().min() else { break };
                while let Some(step) = ours.next_if(|s| s.column() == column) {
                    share = step.share();
                }
                while let Some(step) = away.next_if(|s| s.column() + offset == column) {
                    taken = step.share();
                }
                let now = times(share, 255 - taken);
                if now != last {
                    left.step(column, now);
                    last = now;
                }
            }
            left.end_row();
        }
        std::mem::replace(self, left)
    }
}
