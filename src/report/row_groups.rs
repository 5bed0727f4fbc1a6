//! Which cells of an experiment stand under each other: the same for tables on the terminal and on a page.

use std::collections::BTreeMap;

/// Where a cell stands in its experiment, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowPosition<'a> {
    /// The variant's name; empty if there are none.
    pub(super) variant: &'a str,
    /// The sweep point; empty if there is no sweep.
    pub(super) point: String,
    /// The line-up's name.
    pub(super) lineup: &'a str,
}

/// What the rows of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Variant,
    Point,
    Lineup,
}

/// Cells whose rows are to be compared.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// What they have in common.
    pub(super) title: String,
    /// Their numbers.
    pub(super) members: Vec<usize>,
}

impl Axis {
    /// Variants if there are several, else sweep points, else line-ups.
    pub(super) fn of(places: &[RowPosition<'_>]) -> Axis {
        let several = |axis: Axis| places.iter().any(|place| axis.row(place) != axis.row(&places[0]));
        [Axis::Variant, Axis::Point].into_iter().find(|axis| several(*axis)).unwrap_or(Axis::Lineup)
    }

    /// What a row is called.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Axis::Variant => "variant",
            Axis::Point => "sweep",
            Axis::Lineup => "line-up",
        }
    }

    /// A cell's name among the rows of its group.
    pub(super) fn row<'p>(self, place: &'p RowPosition<'_>) -> &'p str {
        match self {
            Axis::Variant => place.variant,
            Axis::Point => &place.point,
            Axis::Lineup => place.lineup,
        }
    }

    /// What the cells of a group have in common.
    fn title(self, place: &RowPosition<'_>) -> String {
        let others = [Axis::Variant, Axis::Point, Axis::Lineup].into_iter().filter(|axis| *axis != self);
        others.map(|axis| axis.row(place)).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" / ")
    }
}

/// The groups in the order of their first cells.
pub(super) fn groups(places: &[RowPosition<'_>], axis: Axis) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut numbers = BTreeMap::new();
    for (index, place) in places.iter().enumerate() {
        let title = axis.title(place);
        let number = *numbers.entry(title.clone()).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Group { title, members: Vec::new() });
        }
        groups[number].members.push(index);
    }
    groups
}

/// Who measures skill, as a sentence; empty where nobody does. `lineups` are those of the measuring cells, one for each cell that is measured.
pub(super) fn skill_note<'a>(lineups: impl Iterator<Item = &'a str>) -> String {
    let mut measures: Vec<&str> = Vec::new();
    for lineup in lineups {
        if !measures.contains(&lineup) {
            measures.push(lineup);
        }
    }
    if measures.is_empty() {
        return String::new();
    }
    format!("Skill: the win share of the first of {}, in the same game.", measures.join(", and of "))
}
