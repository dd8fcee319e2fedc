//! What of a template's face a look has, and where it lies.
//!
//! Enters: a [`Face`] and what a look shows. Leaves: the face with that only. It draws nothing.
use super::config::Face;
use crate::figure::template::When;
use kurbo::Point;

impl Face {
    /// What has a condition on the look: its condition, where it is written within the face.
    pub fn conditions(&self) -> impl Iterator<Item = (String, &When)> {
        let eyes = self.eyes.iter().enumerate().map(|(i, eye)| (format!("eyes.{i}"), &eye.when));
        let brows = self.brows.iter().enumerate().map(|(i, brow)| (format!("brows.{i}"), &brow.when));
        let cheeks = self.cheeks.iter().enumerate().map(|(i, cheek)| (format!("cheeks.{i}"), &cheek.when));
        let beaks = self.beaks.iter().enumerate().map(|(i, beak)| (format!("beaks.{i}"), &beak.when));
        let beak = self.beak.iter().map(|beak| ("beak".to_owned(), &beak.when));
        eyes.chain(brows).chain(cheeks).chain(beak).chain(beaks)
    }

    /// Keeps of what options choose only what `shows` says is there.
    pub fn choose(&mut self, shows: impl Fn(&When) -> bool) {
        self.eyes.retain(|eye| shows(&eye.when));
        self.brows.retain(|brow| shows(&brow.when));
        self.cheeks.retain(|cheek| shows(&cheek.when));
        let beaks = self.beak.take().into_iter().chain(std::mem::take(&mut self.beaks));
        self.beak = beaks.into_iter().find(|beak| shows(&beak.when));
    }

    /// The middle of the eyes, units; of a face without any, the mouth.
    pub fn middle(&self) -> Point {
        let sum = self.eyes.iter().fold(kurbo::Vec2::ZERO, |sum, eye| sum + eye.at.0.to_vec2());
        match self.eyes.len() {
            0 => self.mouth_point().unwrap_or_default(),
            n => (sum / n as f64).to_point(),
        }
    }

    /// From the left edge of the leftmost eye to the right edge of the rightmost, units; an eye by itself counts twice.
    pub fn spread(&self) -> Option<f64> {
        let edges = self.eyes.iter().map(|eye| (eye.at.0.x - eye.radius[0], eye.at.0.x + eye.radius[0]));
        let (left, right) = edges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some((right - left) * if self.eyes.len() == 1 { 2.0 } else { 1.0 })
    }

    /// Where the mouth is, units: for things that are held to it, and for the camera.
    pub fn mouth_point(&self) -> Option<Point> {
        let lips = self.mouth.as_ref().map(|mouth| mouth.at.0);
        let snout = || self.snout.as_ref()?.lip.first().map(|point| point.0);
        lips.or_else(snout).or_else(|| self.beak.as_ref().map(|beak| beak.at.0))
    }
}
