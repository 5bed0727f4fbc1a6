//! Tables that fit: where a terminal is too narrow for all columns, they are spread over several tables, each with the first column.
//!
//! A cell is never broken.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

use super::text::PLAIN_WIDTH;

/// How wide a table may be, and whether it is drawn with lines.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Columns of the terminal; `None` if the text goes elsewhere.
    pub width: Option<u16>,
}

impl Screen {
    /// The terminal on standard output, if it is one.
    #[must_use]
    pub fn here() -> Screen {
        let table = Table::new();
        Screen { width: if table.is_tty() { table.width() } else { None } }
    }

    /// How wide running text is.
    #[must_use]
    pub fn text_width(self) -> usize {
        self.width.map_or(PLAIN_WIDTH, |width| usize::from(width).max(20))
    }
}

/// A table: the first column says what the rows are and stands to the left, figures stand to the right.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn width_of(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

impl Columns {
    /// A table with these headings, which may have several lines.
    #[must_use]
    pub fn new(header: Vec<String>) -> Columns {
        Columns { header, rows: Vec::new() }
    }

    /// Adds a row; cells that are missing at its end are empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn cell(row: &[String], column: usize) -> &str {
        row.get(column).map_or("", String::as_str)
    }

    /// The columns beside the first, in as many groups as the screen needs.
    fn groups(&self, screen: Screen) -> Vec<Vec<usize>> {
        let Some(limit) = screen.width.map(usize::from) else {
            return vec![(1..self.header.len()).collect()];
        };
        // Two spaces and a line beside each column, and one line more.
        let drawn = |column: usize| {
            let cells = self.rows.iter().map(|row| width_of(Columns::cell(row, column))).max().unwrap_or(0);
            width_of(Columns::cell(&self.header, column)).max(cells) + 3
        };
        let first = drawn(0) + 1;
        let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
        let mut used = first;
        for column in 1..self.header.len() {
            let more = drawn(column);
            match groups.last_mut() {
                Some(group) if group.is_empty() || used + more <= limit => group.push(column),
                _ => {
                    groups.push(vec![column]);
                    used = first;
                }
            }
            used += more;
        }
        groups
    }

    /// The table, or the tables, as lines.
    #[must_use]
    pub fn draw(&self, screen: Screen) -> String {
        let mut out = String::new();
        for group in self.groups(screen) {
            let mut table = Table::new();
            table.force_no_tty();
            table.load_style(if screen.width.is_some() { presets::UTF8_FULL_CONDENSED } else { presets::NOTHING });
            table.set_content_arrangement(ContentArrangement::Disabled);
            let pick = |row: &[String]| {
                let first = Cell::new(Columns::cell(row, 0));
                let others = group
                    .iter()
                    .map(|&column| Cell::new(Columns::cell(row, column)).set_alignment(CellAlignment::Right));
                std::iter::once(first).chain(others).collect::<Vec<Cell>>()
            };
            table.set_header(pick(&self.header));
            for row in &self.rows {
                table.add_row(pick(row));
            }
            for line in table.lines() {
                out.push_str(line.trim_end());
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_do_not_fit_stand_in_another_table_with_the_first_one() {
        let mut table = Columns::new(["row", "one\nfigure", "another", "last"].map(str::to_owned).to_vec());
        table.row(["plain *", "53.30 ±0.31", "12.345", "1"].map(str::to_owned).to_vec());
        table.row(["  difference", "", "+0.125 ±0.002"].map(str::to_owned).to_vec());
        for width in [34, 40, 80] {
            let text = table.draw(Screen { width: Some(width) });
            assert!(text.lines().all(|line| line.chars().count() <= usize::from(width)), "{width}\n{text}");
            let tables = text.matches('╭').count() + text.matches('┌').count();
            assert_eq!(text.matches("plain *").count(), tables, "{text}");
            for cell in ["53.30 ±0.31", "12.345", "+0.125 ±0.002"] {
                assert_eq!(text.matches(cell).count(), 1, "{width} {cell}\n{text}");
            }
        }
        assert_eq!(table.groups(Screen { width: Some(80) }).len(), 1);
        assert_eq!(table.groups(Screen { width: Some(34) }).len(), 3);
        assert_eq!(table.groups(Screen { width: Some(1) }), [vec![1], vec![2], vec![3]]);
        assert_eq!(table.groups(Screen { width: None }).len(), 1);
    }
}
