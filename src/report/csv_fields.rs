//! The fields of CSV tables: quoted, and names so that a spreadsheet takes them for text.

/// Rows to bytes.
pub(super) fn table(header: &[String], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut out = String::new();
    for row in std::iter::once(header.to_vec()).chain(rows) {
        let fields: Vec<String> = row.iter().map(|field| quoted(field)).collect();
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out.into_bytes()
}

/// What marks a field as text that a spreadsheet would take for a formula.
const TEXT_MARK: char = '\'';

/// A name as the text of a field: one that a spreadsheet would take for a formula gets an apostrophe in front.
pub(super) fn name(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("{TEXT_MARK}{text}") } else { text.to_owned() }
}

/// The name that [`name`] wrote.
pub(super) fn unmarked(field: &str) -> &str {
    field.strip_prefix(TEXT_MARK).filter(|rest| name(rest) != *rest).unwrap_or(field)
}

/// A text as a field, in quotes where it needs them (RFC 4180), or is marked as text.
pub(super) fn quoted(text: &str) -> String {
    if text.starts_with(TEXT_MARK) || text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_were_written() {
        for text in ["=1+1", "-x", "'quoted", "'", "plain", "@'a"] {
            assert_eq!(unmarked(&name(text)), text);
        }
        assert_eq!(name("=1+1"), "'=1+1");
    }
}
