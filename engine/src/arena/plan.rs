//! What is to be played: cells, line-ups and the seatings of a block.

use serde::{Deserialize, Serialize};

use crate::game::{MAX_SEATS, Side, Table};
use crate::games::options::Settings;
use crate::strategies::StrategyPlan;

/// How the strategies of a line-up change places within a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orders {
    /// Once per rotation over the sides.
    Rotations,
    /// Once per permutation.
    All,
}

impl Orders {
    /// All orders for up to three sides, rotations for more.
    #[must_use]
    pub const fn default_for(sides: usize) -> Orders {
        if sides <= 3 { Orders::All } else { Orders::Rotations }
    }

    /// Its name, as in `--orders NAME`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Orders::Rotations => "rotations",
            Orders::All => "all",
        }
    }

    /// The most sides whose every order is played (120 matches a block).
    pub const MAX_SIDES_FOR_ALL: usize = 5;

    /// For each match of a block: which side each line-up slot plays for.
    #[must_use]
    pub fn seatings(self, sides: usize) -> Vec<Vec<Side>> {
        let sides = sides.min(MAX_SEATS);
        match self {
            Orders::Rotations => {
                (0..sides).map(|r| (0..sides).map(|slot| Side(((slot + r) % sides) as u8)).collect()).collect()
            }
            Orders::All => {
                let mut found = Vec::new();
                permute(&mut Vec::new(), sides, &mut found);
                found
            }
        }
    }
}

fn permute(chosen: &mut Vec<Side>, sides: usize, found: &mut Vec<Vec<Side>>) {
    if chosen.len() == sides {
        found.push(chosen.clone());
        return;
    }
    for side in (0..sides as u8).map(Side) {
        if !chosen.contains(&side) {
            chosen.push(side);
            permute(chosen, sides, found);
            chosen.pop();
        }
    }
}

/// A line-up: for each slot the strategies of its seats (one, or two partners).
pub type Lineup = Vec<Vec<StrategyPlan>>;

/// How the luck of the deals is measured (`arena/luck.rs`).
#[derive(Clone, Debug, PartialEq)]
pub struct LuckPlan {
    /// Plays in the place of strategies that search or see all hands; it does neither.
    pub stand_in: StrategyPlan,
    /// How often each deal is played out, from 1 to [`LuckPlan::MOST_PLAYOUTS`]; once is enough for strategies that draw no numbers.
    pub playouts: u32,
}

impl LuckPlan {
    /// The most times that a deal is played out.
    pub const MOST_PLAYOUTS: u32 = 1000;
}

/// One game with one line-up.
#[derive(Clone, Debug)]
pub struct CellPlan {
    /// The cell's name, unique in its plan.
    pub name: String,
    /// Preset name of the game.
    pub game: String,
    /// Option settings on top of the preset.
    pub settings: Settings,
    /// Who plays, one entry per side.
    pub lineup: Lineup,
    /// How they change places.
    pub orders: Orders,
    /// The cell whose blocks this one's are paired with, as an index into the plan.
    pub baseline: Option<usize>,
    /// How the luck of its deals is measured, if it is.
    pub luck: Option<LuckPlan>,
}

/// Everything that a result is a function of, besides the program's version.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The master seed.
    pub seed: u64,
    /// The cells, which share their deals.
    pub cells: Vec<CellPlan>,
    /// In a tournament: who plays where.
    pub entrants: Option<Entrants>,
}

impl Plan {
    /// The plan of one cell, named "main".
    #[must_use]
    pub fn single(game: &str, settings: Settings, lineup: Lineup, orders: Orders, seed: u64) -> Plan {
        let (name, game) = ("main".to_owned(), game.to_owned());
        let cell = CellPlan { name, game, settings, lineup, orders, baseline: None, luck: None };
        Plan { seed, cells: vec![cell], entrants: None }
    }
}

/// The entrants of a tournament, whose scores over all cells are kept together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrants {
    /// How many there are.
    pub count: usize,
    /// For each cell: the number of the entrant in each line-up slot.
    pub slots: Vec<Vec<usize>>,
}

/// One seating that is really played, and the matches of the block that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seating {
    /// For each seat, which contestant sits there; contestants are numbered slot by slot.
    pub(super) seats: [u8; MAX_SEATS],
    /// The matches (by number in the block) that come out the same, each with the side of every slot.
    pub(super) matches: Vec<(usize, Vec<Side>)>,
}

/// The distinct seatings of a block: matches in which the same strategies sit at the same seats are played once.
pub(super) fn seatings(table: &Table, lineup: &Lineup, orders: Orders) -> Vec<Seating> {
    let partners = table.seats() / table.sides();
    let strategies: Vec<&StrategyPlan> = lineup.iter().flatten().collect();
    let mut distinct: Vec<Seating> = Vec::new();
    for (number, sides) in orders.seatings(table.sides()).into_iter().enumerate() {
        let mut seats = [0; MAX_SEATS];
        for (slot, side) in sides.iter().enumerate() {
            for partner in 0..partners {
                seats[side.index() + partner * table.sides()] = (slot * partners + partner) as u8;
            }
        }
        let who = |seating: &[u8; MAX_SEATS], seat: usize| strategies[usize::from(seating[seat])];
        let same = |other: &Seating| (0..table.seats()).all(|seat| who(&seats, seat) == who(&other.seats, seat));
        match distinct.iter_mut().find(|other| same(other)) {
            Some(other) => other.matches.push((number, sides)),
            None => distinct.push(Seating { seats, matches: vec![(number, sides)] }),
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_plays_every_side_equally_often() {
        for sides in 2..=6 {
            for orders in [Orders::Rotations, Orders::All] {
                if orders == Orders::All && sides > Orders::MAX_SIDES_FOR_ALL {
                    continue;
                }
                let seatings = orders.seatings(sides);
                let expected = if orders == Orders::All { (1..=sides).product() } else { sides };
                assert_eq!(seatings.len(), expected);
                for slot in 0..sides {
                    for side in 0..sides {
                        let times = seatings.iter().filter(|s| s[slot].index() == side).count();
                        assert_eq!(times, expected / sides);
                    }
                }
            }
        }
    }
}
