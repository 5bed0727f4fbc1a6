//! Tables that fit: where a terminal is too narrow for all columns, they are spread over several tables, each with the first column.
//!
//! A cell is never broken.

use std::io::{IsTerminal, stdout};

use terminal_size::{Width, terminal_size_of};

use super::markdown;
use super::text::PLAIN_WIDTH;

/// How wide a table may be, and whether it is drawn with lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// Columns of the terminal; `None` if the text goes elsewhere.
    pub width: Option<u16>,
    /// Whether the text is a document in Markdown, whatever the terminal.
    pub markdown: bool,
}

impl Screen {
    /// A document in Markdown, in which nothing is cut to a width; [`markdown::document`] completes it.
    pub const MARKDOWN: Screen = Screen { width: None, markdown: true };

    /// The terminal on standard output, if it is one.
    #[must_use]
    pub fn here() -> Screen {
        let size = if stdout().is_terminal() { terminal_size_of(stdout()) } else { None };
        Screen { width: size.map(|(Width(width), _)| width), markdown: false }
    }

    /// How wide running text is.
    #[must_use]
    pub fn text_width(self) -> usize {
        if self.markdown {
            return usize::MAX;
        }
        self.width.map_or(PLAIN_WIDTH, |width| usize::from(width).max(20))
    }
}

/// A table: the first column says what the rows are and stands to the left, figures stand to the right.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Lines over the whole width, each with the number of rows above it.
    headings: Vec<(usize, String)>,
}

fn width_of(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

impl Columns {
    /// A table with these headings, which may have several lines.
    #[must_use]
    pub fn new(header: Vec<String>) -> Columns {
        Columns { header, rows: Vec::new(), headings: Vec::new() }
    }

    /// Adds a row; cells that are missing at its end are empty.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a line over the whole width: what the rows below it have in common.
    pub fn heading(&mut self, text: &str) {
        self.headings.push((self.rows.len(), text.to_owned()));
    }

    /// The columns that stand beside each other, and how many are left out.
    #[must_use]
    pub fn draw_first(&self, screen: Screen) -> (String, usize) {
        if screen.markdown {
            return (self.markdown(), 0);
        }
        let first = self.groups(screen).swap_remove(0);
        (self.draw_group(&first, screen), self.header.len() - first.len())
    }

    fn cell(row: &[String], column: usize) -> &str {
        row.get(column).map_or("", String::as_str)
    }

    /// How wide the widest cell of a column is.
    fn width(&self, column: usize) -> usize {
        let rows = std::iter::once(&self.header).chain(&self.rows);
        rows.map(|row| width_of(Columns::cell(row, column))).max().unwrap_or(0)
    }

    /// The columns of each table that the screen needs; every one has the first column.
    fn groups(&self, screen: Screen) -> Vec<Vec<usize>> {
        let Some(limit) = screen.width.map(usize::from) else {
            return vec![(0..self.header.len()).collect()];
        };
        // Two spaces and a line beside each column, and one line more.
        let drawn = |column: usize| self.width(column) + 3;
        let first = drawn(0) + 1;
        let mut groups = vec![vec![0]];
        let mut used = first;
        for column in 1..self.header.len() {
            let more = drawn(column);
            match groups.last_mut() {
                Some(group) if group.len() == 1 || used + more <= limit => group.push(column),
                _ => {
                    groups.push(vec![0, column]);
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
        if screen.markdown {
            return self.markdown();
        }
        self.groups(screen).iter().map(|group| self.draw_group(group, screen)).collect()
    }

    /// The whole table as Markdown; a heading is a row with one cell.
    fn markdown(&self) -> String {
        let mut rows = self.rows.clone();
        for (place, heading) in self.headings.iter().rev() {
            rows.insert(*place, vec![heading.clone()]);
        }
        markdown::table(&self.header, &rows)
    }

    /// The table of some columns.
    fn draw_group(&self, group: &[usize], screen: Screen) -> String {
        let ruled = screen.width.is_some();
        let mut out = String::new();
        let columns: Vec<(usize, usize)> = group.iter().map(|&column| (column, self.width(column))).collect();
        let rule = |out: &mut String, [left, fill, joint, right]: [&str; 4]| {
            if ruled {
                let parts: Vec<String> = columns.iter().map(|(_, width)| fill.repeat(width + 2)).collect();
                out.push_str(&format!("{left}{}{right}\n", parts.join(joint)));
            }
        };
        let inner = columns.iter().map(|(_, width)| width + 3).sum::<usize>().saturating_sub(3);
        rule(&mut out, ["┌", "─", "┬", "┐"]);
        draw_row(&mut out, &self.header, &columns, ruled);
        rule(&mut out, ["╞", "═", "╪", "╡"]);
        for (number, row) in self.rows.iter().enumerate() {
            for (_, heading) in self.headings.iter().filter(|(place, _)| *place == number) {
                let text: String = heading.chars().take(inner).collect();
                out.push_str(&if ruled { format!("│ {text:<inner$} │\n") } else { format!(" {heading}\n") });
            }
            draw_row(&mut out, row, &columns, ruled);
        }
        rule(&mut out, ["└", "─", "┴", "┘"]);
        out
    }
}

/// Draws some columns, given with their widths, of a row whose cells may have several lines.
fn draw_row(out: &mut String, row: &[String], columns: &[(usize, usize)], ruled: bool) {
    let height = columns.iter().map(|&(column, _)| Columns::cell(row, column).lines().count()).max().unwrap_or(0);
    let (edge, between) = if ruled { ("│", "┆") } else { ("", "") };
    for line in 0..height.max(1) {
        let cells: Vec<String> = columns
            .iter()
            .map(|&(column, width)| {
                let text = Columns::cell(row, column).lines().nth(line).unwrap_or("");
                if column == 0 { format!(" {text:<width$} ") } else { format!(" {text:>width$} ") }
            })
            .collect();
        let drawn = format!("{edge}{}{edge}", cells.join(between));
        out.push_str(drawn.trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_leaves_out_what_does_not_fit_and_keeps_its_headings() {
        let mut table = Columns::new(["row", "figure", "another", "last"].map(str::to_owned).to_vec());
        table.heading("greedy vs random");
        table.row(["plain *", "53.30 ±0.31", "12.345", "1"].map(str::to_owned).to_vec());
        let (text, left_out) = table.draw_first(Screen { width: Some(40), ..Screen::default() });
        assert!(left_out == 1 && text.contains("12.345") && !text.contains("last"), "{text}");
        assert!(text.contains("│ greedy vs random  ") && text.matches("plain").count() == 1, "{text}");
        let width = text.lines().next().unwrap().chars().count();
        assert!(text.lines().all(|line| line.chars().count() == width && width <= 40), "{text}");
        let (text, left_out) = table.draw_first(Screen::default());
        assert!(left_out == 0 && text.contains("\n greedy vs random\n"), "{text}");
    }

    #[test]
    fn columns_that_do_not_fit_stand_in_another_table_with_the_first_one() {
        let mut table = Columns::new(["row", "one\nfigure", "another", "last"].map(str::to_owned).to_vec());
        table.row(["plain *", "53.30 ±0.31", "12.345", "1"].map(str::to_owned).to_vec());
        table.row(["  difference", "", "+0.125 ±0.002"].map(str::to_owned).to_vec());
        for width in [34, 40, 80] {
            let text = table.draw(Screen { width: Some(width), ..Screen::default() });
            assert!(text.lines().all(|line| line.chars().count() <= usize::from(width)), "{width}\n{text}");
            let tables = text.matches('╭').count() + text.matches('┌').count();
            assert_eq!(text.matches("plain *").count(), tables, "{text}");
            for cell in ["53.30 ±0.31", "12.345", "+0.125 ±0.002"] {
                assert_eq!(text.matches(cell).count(), 1, "{width} {cell}\n{text}");
            }
        }
        assert_eq!(table.groups(Screen { width: Some(80), ..Screen::default() }).len(), 1);
        assert_eq!(table.groups(Screen { width: Some(34), ..Screen::default() }).len(), 3);
        assert_eq!(table.groups(Screen { width: Some(1), ..Screen::default() }), [vec![0, 1], vec![0, 2], vec![0, 3]]);
        assert_eq!(table.groups(Screen { width: None, ..Screen::default() }).len(), 1);
    }
}
