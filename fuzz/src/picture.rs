//! Pictures, of shapes or of pixels: any bytes are drawn as a place and as a prop, or something plain is in their stead.
use super::pack::{painted, picture};
use super::played::catalog;
use jabber_render::stage::{Asked, Fonts, prop_sheet};
use serde_json::json;

/// Runs the target.
pub fn run(data: &[u8]) {
    picture(data);
    let look = json!({"template": "prop", "art": "a.svg"});
    let Some(asked) = Asked::of(&look) else { panic!("a look of a prop is no prop's") };
    let (prop, faults) = asked.prop(catalog(), &|_| Ok(data.to_vec()), &Fonts::default());
    assert!(faults.iter().all(|fault| !fault.message.is_empty()));
    painted(prop_sheet(&[("a".to_owned(), prop)], None, 400).items);
}
