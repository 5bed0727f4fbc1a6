//! How error messages repeat what was found, and what they suggest instead.

use crate::games::options::nearest;

/// The longest text that an error message repeats, in characters.
const LONGEST_SHOWN: usize = 60;

/// A text as an error message shows it.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A remark that names the candidate nearest in spelling, if one is near enough.
pub(super) fn did_you_mean<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    if found.len() > LONGEST_SHOWN {
        return String::new();
    }
    nearest(found, candidates).map_or_else(String::new, |word| format!(" (did you mean \"{word}\"?)"))
}
