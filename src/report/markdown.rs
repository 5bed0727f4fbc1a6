//! Tables for people as GitHub's Markdown, to be pasted into pull requests and papers: the same rows as on the terminal.

/// Characters that would be markup in a cell.
const MARKUP: [char; 8] = ['\\', '|', '*', '`', '<', '[', ']', '~'];

/// A text as a cell: on one line, and with nothing in it that would be markup.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if MARKUP.contains(&character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// A table: the first column, which says what the rows are, stands to the left, figures stand to the right. Cells that are missing at the end of a
/// row are empty. The columns are filled up with spaces, so that the text can be read as it is.
#[must_use]
pub fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let row = |cells: &[String]| -> Vec<String> {
        (0..header.len()).map(|column| cells.get(column).map_or_else(String::new, |text| cell(text))).collect()
    };
    let all: Vec<Vec<String>> = std::iter::once(header).chain(rows.iter().map(Vec::as_slice)).map(row).collect();
    // A rule needs three characters.
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut out = String::new();
    let mut line = |cells: Vec<String>| out.push_str(&format!("| {} |\n", cells.join(" | ")));
    for (number, row) in all.iter().enumerate() {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (text, &width))| {
            if column == 0 { format!("{text:<width$}") } else { format!("{text:>width$}") }
        });
        line(padded.collect());
        if number == 0 {
            let rule = |(column, width): (usize, &usize)| {
                if column == 0 { format!(":{}", "-".repeat(width - 1)) } else { format!("{}:", "-".repeat(width - 1)) }
            };
            line(widths.iter().enumerate().map(rule).collect());
        }
    }
    out
}

/// A text with such tables as a document: every other line becomes a paragraph.
#[must_use]
pub fn document(text: &str) -> String {
    let mut out = String::new();
    let mut before: Option<&str> = None;
    for line in text.lines().map(str::trim_end) {
        let follows = |before: &str| before.starts_with('|') && line.starts_with('|');
        if !line.is_empty() {
            if !out.is_empty() && !before.is_some_and(follows) {
                out.push('\n');
            }
            out.push_str(line);
            out.push('\n');
        }
        before = Some(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    #[test]
    fn tables_are_aligned_and_names_stay_text() {
        let rows = [texts(["plain *", "53.30 ±0.31"]), texts(["  a|b\\c", "1"]), texts(["<i>[x](y)"])];
        let found = table(&texts(["row", "win\nshare, %"]), &rows);
        let expected = "\
| row          | win share, % |
| :----------- | -----------: |
| plain \\*     |  53.30 ±0.31 |
| a\\|b\\\\c      |            1 |
| \\<i>\\[x\\](y) |              |
";
        assert_eq!(found, expected);
        assert_eq!(table(&texts(["", "a"]), &[]), "|     |   a |\n| :-- | --: |\n");
    }

    #[test]
    fn paragraphs_and_tables_are_apart() {
        let text = "Title\nQuestion\n\n\nrows\n| a |\n| --- |\n| 1 |\n\n| b |\n| --- |\nnote  \n";
        let expected = "Title\n\nQuestion\n\nrows\n\n| a |\n| --- |\n| 1 |\n\n| b |\n| --- |\n\nnote\n";
        assert_eq!(document(text), expected);
    }
}
