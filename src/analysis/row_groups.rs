//! Which cells of an experiment stand under each other, and what their rows and columns are called: the same for tables on the terminal and on a page.

use std::collections::BTreeMap;

use serde_json::Value;

use super::figures::{FigureSpec, GAME, Output, SKILL};
use super::resolved::{ResolvedCell, option_text};
use super::summary::{CellSummary, Summary};

/// What the rows of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Variants.
    Variant,
    /// Points of the sweep.
    Point,
    /// Line-ups.
    Lineup,
}

/// Cells whose rows are to be compared.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they have in common.
    pub title: String,
    /// Their numbers.
    pub members: Vec<usize>,
}

impl Axis {
    /// Variants if there are several, else sweep points, else line-ups.
    pub fn of(summary: &Summary) -> Axis {
        let several = |axis: Axis| {
            let mut rows = summary.cells.iter().map(|cell| axis.text(&cell.info));
            let first = rows.next();
            rows.any(|row| Some(row) != first)
        };
        [Axis::Variant, Axis::Point].into_iter().find(|axis| several(*axis)).unwrap_or(Axis::Lineup)
    }

    /// What a row is called.
    pub const fn label(self) -> &'static str {
        match self {
            Axis::Variant => "variant",
            Axis::Point => "sweep",
            Axis::Lineup => "line-up",
        }
    }

    fn text(self, cell: &ResolvedCell) -> String {
        match self {
            Axis::Variant => cell.variant.clone().unwrap_or_default(),
            Axis::Point => cell.point_text(),
            Axis::Lineup => cell.lineup.clone(),
        }
    }

    /// A cell's name among the rows of its group.
    pub fn row(self, cell: &CellSummary) -> String {
        match self.text(&cell.info) {
            name if name.is_empty() => cell.info.names().join(" vs "),
            name => name,
        }
    }

    /// What the cells of a group have in common.
    fn title(self, cell: &ResolvedCell) -> String {
        let others = [Axis::Variant, Axis::Point, Axis::Lineup].into_iter().filter(|axis| *axis != self);
        others.map(|axis| axis.text(cell)).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" / ")
    }

    /// The groups in the order of their first cells.
    pub fn groups(self, summary: &Summary) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut numbers = BTreeMap::new();
        for (index, cell) in summary.cells.iter().enumerate() {
            let title = self.title(&cell.info);
            let number = *numbers.entry(title.clone()).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Group { title, members: Vec::new() });
            }
            groups[number].members.push(index);
        }
        groups
    }
}

impl Group {
    /// The cells of the group.
    pub fn cells<'a>(&'a self, summary: &'a Summary) -> impl Iterator<Item = &'a CellSummary> + Clone {
        self.members.iter().map(|&index| &summary.cells[index])
    }

    /// The slots whose figures say something by themselves: none if all cells are self-play, the first of two, all of more.
    pub fn told_slots(&self, summary: &Summary) -> usize {
        let sides = self.cells(summary).map(CellSummary::sides).max().unwrap_or(2);
        if self.cells(summary).all(|cell| cell.info.self_play) {
            0
        } else if sides == 2 {
            1
        } else {
            sides
        }
    }

    /// What a cell is compared with where a sweep has several baselines: `against` and the options that its baseline has and it has not.
    pub fn against(&self, summary: &Summary, cell: &CellSummary) -> Option<String> {
        let unlike = self.unlike(summary, cell)?;
        let options: Vec<String> = unlike.map(|(key, value)| format!("{key}={}", option_text(value))).collect();
        Some(format!("against {}", options.join(" ")))
    }

    /// The options that a cell's baseline has and it has not, where a sweep has several baselines.
    fn unlike<'a>(
        &self,
        summary: &'a Summary,
        cell: &'a CellSummary,
    ) -> Option<impl Iterator<Item = (&'a String, &'a Value)> + use<'a>> {
        let other = &summary.cells[cell.baseline.filter(|_| self.has_several_baselines(summary))?].info;
        Some(other.sweep.iter().filter(|(key, value)| cell.info.sweep.get(*key) != Some(*value)))
    }

    /// Whether its cells are compared with different cells, or with one of another group.
    pub fn has_several_baselines(&self, summary: &Summary) -> bool {
        let mut baselines = self.cells(summary).filter_map(|cell| cell.baseline);
        let first = baselines.next();
        first.is_some_and(|first| !self.members.contains(&first)) || baselines.any(|other| Some(other) != first)
    }

    /// The heading of the win share of a strong strategy in the same game: where it was measured, and was not by a line-up that is in the group itself,
    /// which has it as its own win share.
    pub fn skill_heading(&self, summary: &Summary) -> Option<String> {
        if self.cells(summary).filter_map(|cell| cell.skill).any(|index| self.members.contains(&index)) {
            return None;
        }
        match skill_measures(summary, self.cells(summary)).as_slice() {
            [] => None,
            [lineup] => Some(format!("skill:\n{}\nwins, %", lineup.replacen(" vs ", "\nvs ", 1))),
            _ => Some(SKILL.heading.to_owned()),
        }
    }

    /// The figures of the game that have a column: those that are shown there, without those that are 0 throughout where nobody would miss them.
    pub fn columns(&self, summary: &Summary, outputs: &[Output]) -> Vec<&'static FigureSpec> {
        let zero = |figure: &FigureSpec| {
            self.cells(summary).all(|cell| cell.figure(figure).is_none_or(|found| found.value == 0.0))
        };
        let shown = |figure: &&FigureSpec| outputs.iter().any(|output| figure.shows(*output));
        GAME.iter().filter(shown).filter(|figure| !(figure.hidden_if_zero && zero(figure))).collect()
    }
}

/// What a slot is called in all cells of a group: its strategy where it is the same, else its number.
pub fn slot_name<'a>(cells: impl Iterator<Item = &'a CellSummary>, slot: usize) -> String {
    let mut names = cells.filter_map(|cell| cell.info.names().get(slot).cloned());
    match names.next() {
        Some(first) if names.all(|other| other == first) => first,
        _ => format!("strategy {}", slot + 1),
    }
}

/// The line-ups that measure skill for some cells, each once.
fn skill_measures<'a>(summary: &'a Summary, cells: impl Iterator<Item = &'a CellSummary>) -> Vec<&'a str> {
    let mut measures: Vec<&str> = Vec::new();
    for lineup in cells.filter_map(|cell| Some(summary.cells[cell.skill?].info.lineup.as_str())) {
        if !measures.contains(&lineup) {
            measures.push(lineup);
        }
    }
    measures
}

/// Who measures skill, as a sentence; empty where nobody does.
pub fn skill_note(summary: &Summary) -> String {
    let measures = skill_measures(summary, summary.cells.iter());
    if measures.is_empty() {
        return String::new();
    }
    format!("Skill: the win share of the first of {}, in the same game.", measures.join(", and of "))
}

/// Which rows a baseline in a table is that of.
pub fn baseline_note(summary: &Summary) -> String {
    let groups = Axis::of(summary).groups(summary);
    let unlike = groups.iter().flat_map(|group| {
        let cells = group.cells(summary).filter_map(|cell| group.unlike(summary, cell));
        cells.flatten().map(|(key, _)| key.as_str()).collect::<Vec<_>>()
    });
    let mut keys: Vec<&str> = unlike.collect();
    keys.sort_unstable();
    keys.dedup();
    if keys.is_empty() {
        "baseline".to_owned()
    } else {
        format!("baseline of the rows that differ from it only in {}", keys.join(" or "))
    }
}

/// What the rows of differences in the tables are, as the beginning of a sentence.
pub fn what_is_compared(summary: &Summary) -> &'static str {
    let groups = Axis::of(summary).groups(summary);
    if groups.iter().any(|group| group.has_several_baselines(summary)) {
        "Rows called \"against …\" are differences from the row with this value and otherwise the same options, marked *"
    } else {
        "Rows called \"difference\" are differences from the row marked *"
    }
}
