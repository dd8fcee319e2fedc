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
    /// Those of all rows, then what is left of earlier coverages.
    steps: Vec<Step>,
    /// How many of them count.
    used: usize,
}

/// A column, counted from the area's left edge, with the share (low byte) that holds from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    pub fn new(column: usize, share: u8) -> Self {
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

/// A way along a row, asked only further and further on.
pub(super) struct Walk<'a> {
    steps: std::slice::Iter<'a, Step>,
    /// The area's left edge, counted from where the walk begins.
    left: i32,
    share: u8,
    /// The column of the next step, and its share.
    next: i32,
    after: u8,
}

impl Walk<'_> {
    fn begun(mut self) -> Self {
        self.advance();
        self
    }

    fn advance(&mut self) {
        self.share = self.after;
        (self.next, self.after) = match self.steps.next() {
            Some(step) => (step.column() as i32 + self.left, step.share()),
            None => (i32::MAX, 0),
        };
    }

    /// The share of a column.
    pub fn share(&mut self, column: i32) -> u8 {
        while self.next <= column {
            self.advance();
        }
        self.share
    }

    /// The column up to which the last share asked for holds.
    pub fn end(&self) -> i32 {
        self.next
    }
}

impl Coverage {
    /// An empty one for the rows of an area, in buffers used before.
    pub fn of(area: Area, mut used: Coverage) -> Self {
        used.rows.clear();
        used.rows.push(0);
        Self { area, used: 0, ..used }
    }

    /// Adds steps to the row being made, at most so many, each column beyond the last one's: `make` writes them and says how many they are.
    #[inline]
    pub fn add(&mut self, most: usize, make: impl FnOnce(&mut [Step]) -> usize) {
        if self.steps.len() < self.used + most {
            self.steps.resize(self.used + most.max(self.steps.len()), Step(0));
        }
        self.used += make(self.steps.get_mut(self.used..).unwrap_or_default());
    }

    fn step(&mut self, column: usize, share: u8) {
        self.add(1, |steps| {
            steps.iter_mut().take(1).for_each(|step| *step = Step::new(column, share));
            1
        });
    }

    /// Ends the row being made, and what is covered in it at `column` where that is said.
    pub fn end_row(&mut self, column: Option<usize>) {
        if let Some(column) = column {
            self.step(column, 0);
        }
        self.rows.push(self.used as u32);
    }

    /// True when no pixel is covered.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    fn steps(&self, y: i32) -> &[Step] {
        let row = (y - self.area.y0) as usize;
        let bound = |row: usize| self.rows.get(row).map_or(0, |at| *at as usize);
        self.steps.get(bound(row)..bound(row + 1)).unwrap_or_default()
    }

    /// The steps of row `y`, each with the one after it.
    fn pairs(&self, y: i32) -> impl Iterator<Item = (&Step, &Step)> {
        let steps = self.steps(y);
        steps.iter().zip(steps.get(1..).unwrap_or_default())
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
        let (left, width) = (self.area.x0 - x0, x1 - x0);
        let column = move |step: Step| (step.column() as i32 + left).max(0).min(width) as usize;
        let steps = self.steps(y);
        let mut begun = steps.first().map_or((0, 0), |step| (column(*step), step.share()));
        steps.get(1..).unwrap_or_default().iter().filter_map(move |step| {
            let (start, share) = std::mem::replace(&mut begun, (column(*step), step.share()));
            let columns = start..begun.0;
            (share > 0 && columns.start < columns.end).then_some(Run { columns, share })
        })
    }

    /// Walks along row `y` from column `x0` on.
    pub fn walk(&self, y: i32, x0: i32) -> Walk<'_> {
        let steps = if self.area.has_row(y) { self.steps(y) } else { &[] };
        Walk { steps: steps.iter(), left: self.area.x0 - x0, share: 0, next: 0, after: 0 }.begun()
    }

    /// Takes away what another covers, whose area lies in this one's. The used buffers come back.
    pub fn leave_out(&mut self, hole: &Coverage, used: Coverage) -> Coverage {
        let area = self.area;
        let mut left = Coverage::of(area, used);
        for y in area.y0..area.y1 {
            let (mut away, mut last) = (hole.walk(y, area.x0), 0);
            for (step, next) in self.pairs(y) {
                let (mut column, end) = (step.column() as i32, next.column() as i32);
                while column < end {
                    let now = times(step.share(), 255 - away.share(column));
                    if now != last {
                        left.step(column as usize, now);
                        last = now;
                    }
                    column = away.end().min(end);
                }
            }
            left.end_row(self.steps(y).last().filter(|_| last != 0).map(|step| step.column()));
        }
        std::mem::replace(self, left)
    }
}
