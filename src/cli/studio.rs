//! Where frames are drawn: the stage with all that the cartoon shows, and one artist a thread.
use super::{Beside, args, casting, drawing};
use crate::display::DisplayList;
use crate::engine::{Record, RecordKind};
use crate::frame::FrameState;
use crate::pack::Catalog;
use crate::paint::{Kept, Painter, Parts, Picture};
use crate::program::tree::Program;
use crate::stage::{Lettering, Rooms, Stage, compose};
use kurbo::Rect;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All that drawing needs, shared by the threads.
pub struct Studio {
    stage: Stage,
    kept: Arc<Kept>,
}

impl Studio {
    /// Sets the stage for a cartoon and what lies `beside` it: every place of its timeline, a figure for everybody in its cast, its
    /// captions. What of them cannot be drawn has been said by `drawing::check`.
    pub fn new(
        program: &Program,
        beside: &Beside,
        timeline: &[Record],
        catalog: &Catalog,
        size: args::Size,
        lettering: Lettering,
    ) -> Self {
        let mut stage = Stage::new(size.width, size.height);
        let fonts = Arc::clone(&lettering.fonts);
        stage.letter(lettering);
        for name in places(timeline) {
            let setting = drawing::setting(program, name);
            stage.add_place(Arc::clone(name), setting.place(catalog, &|picture| beside.picture(picture)).0);
        }
        let bodies = casting::Bodies::new(&program.cast, catalog, &beside.folder);
        for entry in &program.cast {
            if let Some(asked) = casting::prop(entry, catalog) {
                let prop = asked.prop(catalog, &|picture| beside.picture(picture), &fonts).0;
                stage.add_prop(Arc::clone(&entry.id), prop);
            } else if let Some(figure) = casting::figure(entry, catalog, &bodies) {
                stage.add_figure(Arc::clone(&entry.id), figure);
            }
        }
        Self { stage, kept: Arc::new(Kept::default()) }
    }

    /// The same for a single picture: what only a next one would need is not kept.
    pub fn once(self) -> Self {
        Self { kept: Arc::new(Kept::once()), ..self }
    }

    /// Leaves the places out.
    pub fn leave_places_out(&mut self) {
        self.stage.leave_places_out();
    }

    /// True when lines stand in bubbles.
    pub fn has_bubbles(&self) -> bool {
        self.stage.has_bubbles()
    }

    /// Notes where the bubbles of a frame's lines have room.
    pub fn note(&self, frame: &FrameState, rooms: &mut Rooms) {
        self.stage.note(frame, rooms);
    }

    /// Hangs the bubbles by what was noted.
    pub fn settle(&mut self, rooms: Rooms) {
        self.stage.settle(rooms);
    }

    /// What somebody in a frame covers of the whole stage, pixels.
    pub fn covers(&self, who: &str, frame: &FrameState) -> Option<Rect> {
        self.stage.covers(who, frame)
    }

    /// What is to be painted of one frame.
    pub fn list(&self, frame: &FrameState) -> DisplayList {
        compose(frame, &self.stage)
    }
}

/// The places that scenes and cuts show.
fn places(timeline: &[Record]) -> BTreeSet<&Arc<str>> {
    let places = timeline.iter().filter_map(|record| match &record.what {
        RecordKind::Scene { place, .. } | RecordKind::Cut { place, .. } => place.as_ref(),
        _ => None,
    });
    places.collect()
}

/// One thread's painter and the picture it paints on.
pub struct Artist {
    painter: Painter,
    picture: Picture,
}

impl Artist {
    /// An artist of the studio.
    pub fn new(studio: &Studio) -> Self {
        Self { painter: Painter::new(Arc::clone(&studio.kept)), picture: Picture::default() }
    }

    /// The picture of one frame, and where it differs from the one drawn before.
    pub fn draw(&mut self, studio: &Studio, frame: &FrameState) -> (&Picture, Parts) {
        self.draw_list(studio.list(frame))
    }

    /// The picture of one frame's list, and where it differs from the one drawn before.
    pub fn draw_list(&mut self, list: DisplayList) -> (&Picture, Parts) {
        let parts = self.painter.paint_next(list, &mut self.picture);
        (&self.picture, parts)
    }

    /// The picture of a list, whatever was drawn before.
    pub fn paint(&mut self, list: &DisplayList) -> &Picture {
        self.painter.paint_into(list, &mut self.picture);
        &self.picture
    }
}
