//! SVG in, display items out, in named depths: what `places/*.svg` and an author's own pictures become. Reads bytes it is
//! given, opens nothing; text, images, masks, filters and patterns are left out and named as warnings.
use super::place::{Anchor, Depth, Piece};
use super::svg_paint;
use crate::diagnostic::Diagnostic;
use crate::display::{Blend, Item, Rule, Shape};
use kurbo::{Affine, BezPath, Point};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use usvg::tiny_skia_path as geometry;

/// A picture read from SVG: its size in its own units and its art.
pub(super) struct Art {
    /// Units.
    pub width: f64,
    /// Units.
    pub height: f64,
    /// In drawing order; y down from the top left.
    pub pieces: Vec<Piece>,
    /// What could not be drawn.
    pub warnings: Vec<Diagnostic>,
}

/// Reads an SVG. A group whose id is `far`, `mid`, `near` or `front` puts its art at that depth (before any: `far`); one whose
/// id ends in an anchor (`bough@left`, [`Anchor`]) stays there in a frame of any shape.
///
/// # Errors
/// What usvg says of bytes that are no SVG.
pub(super) fn read(bytes: &[u8]) -> Result<Art, usvg::Error> {
    // Packed bytes may unpack to anything.
    let text = std::str::from_utf8(bytes).map_err(|_| usvg::Error::NotAnUtf8Str)?;
    let linked = AtomicBool::new(false);
    let tree = usvg::Tree::from_str(text, &options(&linked))?;
    let mut reader = Reader::default();
    if linked.into_inner() {
        reader.leave_out("images");
    }
    reader.descend(tree.root(), Depth::Far, Anchor::Place);
    let warning = |what: &&str| Diagnostic::warning("", format!("{what} in a picture are not drawn"));
    Ok(Art {
        width: f64::from(tree.size().width()),
        height: f64::from(tree.size().height()),
        pieces: reader.pieces(),
        warnings: reader.left_out.iter().map(warning).collect(),
    })
}

/// No picture inside the picture is looked for, be it in a file or in the text; `linked` says whether there is one.
fn options(linked: &AtomicBool) -> usvg::Options<'_> {
    let note = || {
        linked.store(true, Ordering::Relaxed);
        None
    };
    let image_href_resolver = usvg::ImageHrefResolver {
        resolve_data: Box::new(move |_, _, _| note()),
        resolve_string: Box::new(move |_, _| note()),
    };
    usvg::Options { image_href_resolver, ..usvg::Options::default() }
}

#[derive(Default)]
struct Reader {
    found: Vec<(Depth, Anchor, Vec<Item>)>,
    left_out: BTreeSet<&'static str>,
}

impl Reader {
    fn pieces(&mut self) -> Vec<Piece> {
        let found = std::mem::take(&mut self.found);
        found.into_iter().map(|(depth, anchor, items)| Piece { depth, anchor, items: items.into() }).collect()
    }

    /// Takes a group apart down to what must be painted together.
    fn descend(&mut self, group: &usvg::Group, depth: Depth, anchor: Anchor) {
        for node in group.children() {
            match node {
                usvg::Node::Group(inner) if is_plain(inner) => {
                    let id = inner.id();
                    self.descend(inner, Depth::of_id(id).unwrap_or(depth), Anchor::of_id(id).unwrap_or(anchor));
                }
                other => {
                    let items = self.items(other);
                    self.put(depth, anchor, items);
                }
            }
        }
    }

    fn put(&mut self, depth: Depth, anchor: Anchor, items: Vec<Item>) {
        match self.found.last_mut() {
            Some((d, a, list)) if *d == depth && *a == anchor => list.extend(items),
            _ => self.found.push((depth, anchor, items)),
        }
    }

    fn items(&mut self, node: &usvg::Node) -> Vec<Item> {
        match node {
            usvg::Node::Path(path) if path.is_visible() => self.shape(path),
            usvg::Node::Path(_) => Vec::new(),
            usvg::Node::Group(group) => self.group(group),
            usvg::Node::Image(_) => self.leave_out("images"),
            usvg::Node::Text(_) => self.leave_out("texts"),
        }
    }

    fn leave_out(&mut self, what: &'static str) -> Vec<Item> {
        self.left_out.insert(what);
        Vec::new()
    }

    fn group(&mut self, group: &usvg::Group) -> Vec<Item> {
        let items: Vec<Item> = group.children().iter().flat_map(|child| self.items(child)).collect();
        if group.mask().is_some() {
            self.leave_out("masks");
        }
        if !group.filters().is_empty() {
            self.leave_out("filters");
        }
        if is_plain(group) {
            return items;
        }
        vec![Item::Group {
            transform: Affine::IDENTITY,
            opacity: f64::from(group.opacity().get()),
            blend: match group.blend_mode() {
                usvg::BlendMode::Multiply => Blend::Multiply,
                usvg::BlendMode::Screen => Blend::Screen,
                _ => Blend::Normal,
            },
            clip: group.clip_path().map(|clip| Arc::new(outline_of(clip, affine(group.abs_transform())))),
            items: items.into(),
        }]
    }

    fn shape(&mut self, path: &usvg::Path) -> Vec<Item> {
        let transform = affine(path.abs_transform());
        let outline = Arc::new(bezier(path.data(), transform));
        let fill = path.fill().and_then(|fill| {
            let paint = svg_paint::paint(fill.paint(), fill.opacity().get(), transform)?;
            Some(Item::Fill(Shape { rule: rule(fill.rule()), ..Shape::new(Arc::clone(&outline), paint) }))
        });
        let stroke = path.stroke().and_then(|stroke| stroked(path, stroke, &outline, transform));
        if fill.is_none() && path.fill().is_some() || stroke.is_none() && path.stroke().is_some() {
            self.leave_out("patterns");
        }
        let mut items: Vec<Item> = fill.into_iter().chain(stroke).collect();
        if path.paint_order() == usvg::PaintOrder::StrokeAndFill {
            items.reverse();
        }
        items
    }
}

/// Nothing about the group needs its items to be painted together.
fn is_plain(group: &usvg::Group) -> bool {
    !group.should_isolate()
}

fn rule(rule: usvg::FillRule) -> Rule {
    match rule {
        usvg::FillRule::NonZero => Rule::NonZero,
        usvg::FillRule::EvenOdd => Rule::EvenOdd,
    }
}

/// A round pen stays a stroke; any other is turned into the outline it leaves.
fn stroked(path: &usvg::Path, stroke: &usvg::Stroke, centre: &Arc<BezPath>, transform: Affine) -> Option<Item> {
    let paint = svg_paint::paint(stroke.paint(), stroke.opacity().get(), transform)?;
    let round = stroke.linecap() == usvg::LineCap::Round && stroke.linejoin() == usvg::LineJoin::Round;
    let [a, b, c, d, ..] = transform.as_coeffs();
    let alike = (a * a + b * b - c * c - d * d).abs() < 1e-6 && (a * c + b * d).abs() < 1e-6;
    if round && alike && stroke.dasharray().is_none() {
        let width = f64::from(stroke.width().get()) * (a * d - b * c).abs().sqrt();
        return Some(Item::Stroke { path: Arc::clone(centre), width, paint });
    }
    // The resolution: curves are cut finely enough for a frame four times the place's size.
    let outline = path.data().stroke(&stroke.to_tiny_skia(), 4.0)?;
    Some(Item::Fill(Shape::new(bezier(&outline, transform), paint)))
}

/// All shapes of a clip path as one outline, in the picture's units.
fn outline_of(clip: &usvg::ClipPath, outer: Affine) -> BezPath {
    let mut outline = BezPath::new();
    collect(clip.root(), outer * affine(clip.transform()), &mut outline);
    outline
}

/// The paths of a clip's own tree, whose transforms do not include those outside it.
fn collect(group: &usvg::Group, outer: Affine, outline: &mut BezPath) {
    for node in group.children() {
        match node {
            usvg::Node::Path(path) => outline.extend(bezier(path.data(), outer).iter()),
            usvg::Node::Group(inner) => collect(inner, outer * affine(inner.transform()), outline),
            _ => {}
        }
    }
}

pub(super) fn affine(t: geometry::Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

fn bezier(path: &geometry::Path, transform: Affine) -> BezPath {
    let at = |p: geometry::Point| transform * Point::new(f64::from(p.x), f64::from(p.y));
    let mut out = BezPath::new();
    for segment in path.segments() {
        match segment {
            geometry::PathSegment::MoveTo(p) => out.move_to(at(p)),
            geometry::PathSegment::LineTo(p) => out.line_to(at(p)),
            geometry::PathSegment::QuadTo(a, p) => out.quad_to(at(a), at(p)),
            geometry::PathSegment::CubicTo(a, b, p) => out.curve_to(at(a), at(b), at(p)),
            geometry::PathSegment::Close => out.close_path(),
        }
    }
    out
}
