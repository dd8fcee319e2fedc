//! Templates of bodies: any bytes are read as one or refused with what is wrong; what can be read is drawn in every style.
use super::pack::figure;
use jabber_render::figure::template::Template;
use serde_json::json;

/// Runs the target.
pub fn run(data: &[u8]) {
    match Template::from_bytes(data) {
        Ok(template) => {
            for style in ["flat", "ink", "soft"] {
                figure(&template, &json!({"style": style, "colors": {"body": "#8040C0"}}));
            }
        }
        Err(faults) => assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.message.is_empty())),
    }
}
