//! Pieces as records hold them: lists of texts.

use std::str::FromStr;

use serde_json::Value;

use crate::pieces::ParsePieceError;

/// The pieces of a list of texts; `field` is what it is called.
///
/// # Errors
/// In words, if it is no such list.
pub(super) fn piece_list<P: FromStr<Err = ParsePieceError>>(list: &Value, field: &str) -> Result<Vec<P>, String> {
    let items = list.as_array().ok_or_else(|| format!("{field}: allowed: a list of texts"))?;
    items
        .iter()
        .map(|item| match item.as_str() {
            Some(text) => text.parse().map_err(|error: ParsePieceError| format!("{field}: {error}")),
            None => Err(format!("{field}: found {item}; allowed: texts")),
        })
        .collect()
}

/// The pieces of a field that is a list of lists.
///
/// # Errors
/// In words, if it is none.
pub(super) fn piece_lists<P: FromStr<Err = ParsePieceError>>(
    round: &Value,
    field: &str,
) -> Result<Vec<Vec<P>>, String> {
    let lists = round[field].as_array().ok_or_else(|| format!("{field}: allowed: a list of lists of texts"))?;
    lists.iter().map(|list| piece_list(list, field)).collect()
}

/// A pack that has each of its `count` pieces once.
///
/// # Errors
/// In words, if it has not.
pub(super) fn whole_pack<P: PartialEq + std::fmt::Display>(
    pack: Vec<P>,
    count: usize,
    things: &str,
) -> Result<Vec<P>, String> {
    if let Some((_, twice)) = pack.iter().enumerate().find(|(at, piece)| pack[..*at].contains(*piece)) {
        return Err(format!(
            "{twice} is dealt twice; the hands and the rest must hold each of the {count} {things} once"
        ));
    }
    if pack.len() != count {
        return Err(format!("found {} {things}; allowed: each of the {count} {things} once", pack.len()));
    }
    Ok(pack)
}
