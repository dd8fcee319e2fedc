//! Opening the film's output: which form, which encoder, and what to tell people about it.
use super::CliError;
use crate::film::{Form, KNOWN_FORMS};
use std::path::Path;

/// The form that the output's name asks for.
pub(super) fn form(output: &Path) -> Result<Form, CliError> {
    Form::of(output).ok_or_else(|| {
        let message = match output.extension() {
            Some(extension) => format!("{}: no film form is named .{}", output.display(), extension.to_string_lossy()),
            None => format!("{}: the name does not say which form the film has", output.display()),
        };
        let still = output.extension().is_some_and(|e| e.eq_ignore_ascii_case("png"));
        let known = format!("known forms: {KNOWN_FORMS}");
        let hint = if still {
            format!("{known}; for one picture: jabber-render still FILE --at T -o NAME.png")
        } else {
            known
        };
        CliError::usage(message).hint(hint)
    })
}
