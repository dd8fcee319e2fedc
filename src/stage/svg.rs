//! SVG in, display items out, in named depths: what `places/*.svg` and an author's own pictures become. Reads bytes it is
//! given, opens nothing; text, images, masks, filters and patterns are left out and named as warnings.
use super::alive::Life;
use super::life::Motion;
use super::place::{Anchor, Depth, Piece};
use super::{svg_paint, svg_weight};
use crate::diagnostic::Diagnostic;
use crate::display::{Blend, Item, Rule, Shape};
use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};
use std::collections::{BTreeMap, BTreeSet};
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
/// id ends in an anchor (`bough@left`, [`Anchor`]) stays there in a frame of any shape; one that `life` names moves by itself.
///
/// # Errors
/// What is wrong with bytes that are no SVG, or one that unfolds to too much.
pub(super) fn read(bytes: &[u8], life: &Life) -> Result<Art, String> {
    let unread = Unread::default();
    let tree = tree(bytes, &unread)?;
    let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let mut reader = Reader {
        life,
        found: Vec::new(),
        left_out: BTreeSet::new(),
        ids: Vec::new(),
        inner: Vec::new(),
        left: POINTS,
        unit: size.0.max(size.1) * CURVE,
        groups: 0,
    };
    for (what, is_there) in [("images", unread.images), ("texts", unread.texts)] {
        if is_there.into_inner() {
            reader.leave_out(what);
        }
    }
    reader.descend(tree.root(), &Home { depth: Depth::Far, anchor: Anchor::Place, moves: Vec::new() });
    let pieces = reader.pieces(size);
    let warning = |what: &&str| Diagnostic::warning("", format!("{what} in a picture are not drawn"));
    let mut warnings: Vec<Diagnostic> = reader.left_out.iter().map(warning).collect();
    let moved: Vec<usize> = reader.found.iter().flat_map(|(home, _)| home.moves.iter().copied()).collect();
    warnings.extend(life.lost(&moved, &reader.inner, &reader.ids));
    Ok(Art { width: size.0, height: size.1, pieces, warnings })
}

/// The boxes of an SVG's elements by their ids, hidden ones too, in the units of [`Art`].
pub(super) fn boxes(bytes: &[u8]) -> BTreeMap<String, Rect> {
    let mut found = BTreeMap::new();
    let tree = tree(bytes, &Unread::default()).ok();
    let mut groups: Vec<&usvg::Group> = tree.iter().map(usvg::Tree::root).collect();
    while let Some(group) = groups.pop() {
        for node in group.children() {
            let b = node.abs_bounding_box();
            let around = Rect::new(b.left().into(), b.top().into(), b.right().into(), b.bottom().into());
            if !node.id().is_empty() {
                found.entry(node.id().to_owned()).or_insert(around);
            }
            if let usvg::Node::Group(inner) = node {
                groups.push(inner);
            }
        }
    }
    found
}

/// What a picture holds that does not come into its tree of shapes.
#[derive(Debug, Default)]
struct Unread {
    /// Pictures inside the picture.
    images: AtomicBool,
    /// Letters, which need a font.
    texts: AtomicBool,
}

/// The tree of shapes, and what has no place in it.
fn tree(bytes: &[u8], unread: &Unread) -> Result<usvg::Tree, String> {
    // Packed bytes may unpack to anything.
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no UTF-8".to_owned())?;
    let document = svg_weight::document(text)?;
    let is_text = |node: &usvg::roxmltree::Node<'_, '_>| node.is_element() && node.tag_name().name() == "text";
    unread.texts.store(document.descendants().any(|node| is_text(&node)), Ordering::Relaxed);
    usvg::Tree::from_xmltree(&document, &options(&unread.images)).map_err(|fault| fault.to_string())
}

/// Points of all outlines of a picture, at most; the largest shipped place has a hundredth of it.
const POINTS: usize = 2_000_000;
/// Of the picture's longer side, the length of a curve that is drawn as two points; of a longer one the number grows as its root does.
const CURVE: f64 = 1.0 / 4000.0;
/// Groups inside each other that are painted apart from what is behind them: each is a picture of its own.
const GROUPS: usize = 16;

/// Where art belongs.
#[derive(Clone, Debug, PartialEq)]
struct Home {
    depth: Depth,
    anchor: Anchor,
    /// What moves it, by number; the outermost first.
    moves: Vec<usize>,
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

struct Reader<'a> {
    life: &'a Life,
    found: Vec<(Home, Vec<Item>)>,
    left_out: BTreeSet<&'static str>,
    /// The ids of what can move.
    ids: Vec<String>,
    /// The ids inside of what is painted together.
    inner: Vec<String>,
    /// Points that may still be read.
    left: usize,
    /// Units of a curve that is drawn as two points.
    unit: f64,
    /// Groups around what is being read that are painted apart.
    groups: usize,
}

impl Reader<'_> {
    fn pieces(&self, size: (f64, f64)) -> Vec<Piece> {
        let moved = |number: &usize| -> Option<Motion> {
            let of_it = self.found.iter().filter(|(home, _)| home.moves.contains(number));
            let bounds = of_it.flat_map(|(_, items)| items).filter_map(extent).reduce(|a, b| a.union(b))?;
            self.life.motion(*number, bounds, size)
        };
        let piece = |(home, items): &(Home, Vec<Item>)| Piece {
            depth: home.depth,
            anchor: home.anchor,
            life: home.moves.iter().filter_map(moved).collect(),
            items: items.as_slice().into(),
        };
        self.found.iter().map(piece).collect()
    }

    /// Takes a group apart down to what must be painted together.
    fn descend(&mut self, group: &usvg::Group, home: &Home) {
        for node in group.children() {
            let id = node.id();
            let mut own = Home {
                depth: Depth::of_id(id).unwrap_or(home.depth),
                anchor: Anchor::of_id(id).unwrap_or(home.anchor),
                moves: home.moves.clone(),
            };
            own.moves.extend(self.life.of(id));
            if !id.is_empty() {
                self.ids.push(id.to_owned());
            }
            match node {
                usvg::Node::Group(inner) if is_plain(inner) => self.descend(inner, &own),
                other => {
                    let items = self.items(other);
                    self.put(own, items);
                }
            }
        }
    }

    fn put(&mut self, home: Home, items: Vec<Item>) {
        match self.found.last_mut() {
            Some((last, list)) if *last == home => list.extend(items),
            _ => self.found.push((home, items)),
        }
    }

    /// What of an outline may still be read.
    fn read(&mut self, outline: BezPath) -> Option<BezPath> {
        match self.left.checked_sub(points(&outline, self.unit)) {
            Some(left) => self.left = left,
            None => _ = self.leave_out("more than two million points"),
        }
        (!self.left_out.contains("more than two million points")).then_some(outline)
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
        self.inner.extend(group.children().iter().map(|child| child.id().to_owned()).filter(|id| !id.is_empty()));
        self.groups += usize::from(!is_plain(group));
        let items: Vec<Item> = group.children().iter().flat_map(|child| self.items(child)).collect();
        let deep = self.groups > GROUPS;
        self.groups -= usize::from(!is_plain(group));
        if group.mask().is_some() {
            self.leave_out("masks");
        }
        if !group.filters().is_empty() {
            self.leave_out("filters");
        }
        if is_plain(group) {
            return items;
        }
        if deep {
            self.leave_out("more than sixteen see-through groups inside each other");
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
            clip: group
                .clip_path()
                .and_then(|clip| self.read(outline_of(clip, affine(group.abs_transform()))))
                .map(Arc::new),
            items: items.into(),
        }]
    }

    fn shape(&mut self, path: &usvg::Path) -> Vec<Item> {
        let transform = affine(path.abs_transform());
        let Some(outline) = self.read(bezier(path.data(), transform)).map(Arc::new) else { return Vec::new() };
        let fill = path.fill().and_then(|fill| {
            let paint = svg_paint::paint(fill.paint(), fill.opacity().get(), transform)?;
            Some(Item::Fill(Shape { rule: rule(fill.rule()), ..Shape::new(Arc::clone(&outline), paint) }))
        });
        let stroke = path.stroke().and_then(|stroke| stroked(path, stroke, &outline, transform));
        let stroke = stroke.filter(|item| match item {
            Item::Fill(shape) => self.read((*shape.path).clone()).is_some(),
            _ => true,
        });
        let pattern = |paint: &usvg::Paint| matches!(paint, usvg::Paint::Pattern(_));
        if path.fill().is_some_and(|fill| pattern(fill.paint()))
            || path.stroke().is_some_and(|stroke| pattern(stroke.paint()))
        {
            self.leave_out("patterns");
        } else if stroke.is_none() && path.stroke().is_some() {
            self.leave_out("lines of so many dashes");
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
    let pen = stroke.to_tiny_skia();
    let dashed = pen.dash.as_ref().map(|dash| path.data().dash(dash, 4.0));
    let along = match &dashed {
        Some(dashed) => dashed.as_ref()?,
        None => path.data(),
    };
    let outline = along.stroke(&pen, 4.0)?;
    Some(Item::Fill(Shape::new(bezier(&outline, transform), paint)))
}

/// The points that an outline is drawn as, about.
fn points(outline: &BezPath, unit: f64) -> usize {
    let mut last = Point::ZERO;
    let mut bent = |corners: &[Point]| {
        let mut length = 0.0;
        for corner in corners {
            length += (*corner - last).hypot();
            last = *corner;
        }
        // Saturates; what is not finite counts as nothing and is not drawn either.
        1_usize.saturating_add((length / unit).sqrt() as usize)
    };
    let of_each = outline.elements().iter().map(|element| match *element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => bent(&[p]).min(1),
        PathEl::QuadTo(a, p) => bent(&[a, p]),
        PathEl::CurveTo(a, b, p) => bent(&[a, b, p]),
        PathEl::ClosePath => 1,
    });
    of_each.fold(0, usize::saturating_add)
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

/// The box of what an item draws, units; `None` when it draws nothing.
pub(super) fn extent(item: &Item) -> Option<Rect> {
    match item {
        Item::Fill(shape) => Some(shape.path.bounding_box()),
        Item::Stroke { path, width, .. } => Some(path.bounding_box().inflate(width / 2.0, width / 2.0)),
        Item::Several(items) => items.iter().filter_map(extent).reduce(|a, b| a.union(b)),
        Item::Group { items, transform, .. } => {
            let inner = items.iter().filter_map(extent).reduce(|a, b| a.union(b))?;
            Some(transform.transform_rect_bbox(inner))
        }
        Item::Grade(_) => None,
    }
}
