//! [`Digests`]: the hash of all that a display list paints, so that it is known of a picture made earlier whether it would come out the
//! same. Lists enter, 32 bytes leave.
use super::{Bitmap, Blend, Color, DisplayList, Glow, Grade, Item, Paint, Rule, Shape, Stop, Vignette};
use kurbo::{Affine, BezPath, PathEl, Point};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The SHA-256 of a list.
pub type Hash = [u8; 32];

/// So much shared art is remembered by where it lies.
const REMEMBERED: usize = 4096;

/// Hashes lists. Art that lists share is hashed once; threads may share one of these.
#[derive(Debug, Default)]
pub struct Digests {
    groups: Memory<[Item]>,
    pictures: Memory<[Bitmap]>,
}

/// Hashes by address. A weak reference keeps the address from being given to something else.
#[derive(Debug)]
struct Memory<T: ?Sized>(Mutex<HashMap<usize, (Weak<T>, Hash)>>);

impl<T: ?Sized> Default for Memory<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: ?Sized> Memory<T> {
    fn hash(&self, of: &Arc<T>, make: impl FnOnce() -> Hash) -> Hash {
        let address = Arc::as_ptr(of).cast::<()>() as usize;
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, hash)) = known().get(&address) {
            return *hash;
        }
        let hash = make();
        // Nobody else has what was made for this list alone: it does not come again.
        if Arc::strong_count(of) > 1 {
            let mut known = known();
            if known.len() >= REMEMBERED {
                known.retain(|_, (art, _)| art.strong_count() > 0);
            }
            if known.len() < REMEMBERED {
                known.insert(address, (Arc::downgrade(of), hash));
            }
        }
        hash
    }
}

impl Digests {
    /// The hash of a list. Lists with the same one are painted alike.
    pub fn of(&self, list: &DisplayList) -> Hash {
        let DisplayList { width, height, items } = list;
        let mut out = Bytes::default();
        out.count(*width as usize);
        out.count(*height as usize);
        self.items(items, &mut out);
        out.hash()
    }

    fn items(&self, items: &[Item], out: &mut Bytes) {
        out.count(items.len());
        items.iter().for_each(|item| self.item(item, out));
    }

    fn item(&self, item: &Item, out: &mut Bytes) {
        match item {
            Item::Fill(shape) => {
                out.kind(0);
                self.shape(shape, out);
            }
            Item::Stroke { path, width, paint } => {
                out.kind(1);
                out.path(path);
                out.numbers(&[*width]);
                self.paint(paint, out);
            }
            Item::Several(items) => {
                out.kind(2);
                self.items(items, out);
            }
            Item::Group { transform, opacity, blend, clip, items } => {
                out.kind(3);
                out.transform(*transform);
                out.numbers(&[*opacity]);
                out.kind(match blend {
                    Blend::Normal => 0,
                    Blend::Multiply => 1,
                    Blend::Screen => 2,
                });
                out.count(clip.iter().len());
                clip.iter().for_each(|clip| out.path(clip));
                let hash = self.groups.hash(items, || {
                    let mut inside = Bytes::default();
                    self.items(items, &mut inside);
                    inside.hash()
                });
                out.0.extend(hash);
            }
            Item::Grade(grade) => {
                out.kind(4);
                out.grade(grade);
            }
        }
    }

    fn shape(&self, shape: &Shape, out: &mut Bytes) {
        let Shape { path, rule, paint, holes, marks } = shape;
        out.path(path);
        out.kind(match rule {
            Rule::NonZero => 0,
            Rule::EvenOdd => 1,
        });
        self.paint(paint, out);
        out.count(holes.len());
        holes.iter().for_each(|hole| out.path(hole));
        out.count(marks.len());
        marks.iter().for_each(|mark| self.shape(mark, out));
    }

    fn paint(&self, paint: &Paint, out: &mut Bytes) {
        match paint {
            Paint::Solid(color) => {
                out.kind(0);
                out.color(*color);
            }
            Paint::Linear { start, end, stops } => {
                out.kind(1);
                out.point(*start);
                out.point(*end);
                out.stops(stops);
            }
            Paint::Radial { center, radius, stops, transform } => {
                out.kind(2);
                out.point(*center);
                out.numbers(&[*radius]);
                out.stops(stops);
                out.transform(*transform);
            }
            Paint::Picture { sizes, transform } => {
                out.kind(3);
                out.transform(*transform);
                let hash = self.pictures.hash(sizes, || {
                    let mut inside = Bytes::default();
                    for Bitmap { width, height, data } in sizes.iter() {
                        inside.count(*width as usize);
                        inside.count(*height as usize);
                        inside.0.extend(data);
                    }
                    inside.hash()
                });
                out.0.extend(hash);
            }
        }
    }
}

/// What is hashed. Every value has a fixed length or its count before it, so that no two lists give the same bytes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn hash(&self) -> Hash {
        Sha256::digest(&self.0).into()
    }

    fn kind(&mut self, kind: u8) {
        self.0.push(kind);
    }

    fn count(&mut self, count: usize) {
        self.0.extend((count as u64).to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[f64]) {
        numbers.iter().for_each(|number| self.0.extend(number.to_bits().to_le_bytes()));
    }

    fn point(&mut self, point: Point) {
        self.numbers(&[point.x, point.y]);
    }

    fn transform(&mut self, transform: Affine) {
        self.numbers(&transform.as_coeffs());
    }

    fn color(&mut self, Color { r, g, b, a }: Color) {
        self.0.extend([r, g, b, a]);
    }

    fn stops(&mut self, stops: &[Stop]) {
        self.count(stops.len());
        for Stop { offset, color } in stops {
            self.numbers(&[*offset]);
            self.color(*color);
        }
    }

    fn path(&mut self, path: &BezPath) {
        self.count(path.elements().len());
        for element in path.elements() {
            let (kind, points): (u8, &[Point]) = match element {
                PathEl::MoveTo(to) => (0, &[*to]),
                PathEl::LineTo(to) => (1, &[*to]),
                PathEl::QuadTo(a, to) => (2, &[*a, *to]),
                PathEl::CurveTo(a, b, to) => (3, &[*a, *b, *to]),
                PathEl::ClosePath => (4, &[]),
            };
            self.kind(kind);
            points.iter().for_each(|point| self.point(*point));
        }
    }

    fn grade(&mut self, grade: &Grade) {
        let Grade { grey, saturation, slope, offset, power, contrast, glow, vignette } = grade;
        [grey, slope, offset, power].into_iter().for_each(|channels| self.numbers(channels));
        self.numbers(&[*saturation, *contrast]);
        self.count(glow.iter().len());
        if let Some(Glow { threshold, radius, strength, tint }) = glow {
            self.numbers(&[*threshold, *radius, *strength]);
            self.color(*tint);
        }
        self.count(vignette.iter().len());
        if let Some(Vignette { start, strength, color }) = vignette {
            self.numbers(&[*start, *strength]);
            self.color(*color);
        }
    }
}
