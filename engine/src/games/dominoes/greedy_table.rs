//! The reference strategy's choices looked up, for the double-six set.
//!
//! For every distance from the target, value at an end, contribution of the other end and subset of fitting tiles, the table holds the
//! best tile at that end. It is filled from the same arithmetic as the rule in `greedy`, which a test compares it with.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::rows::SUBSETS;
use super::rules::{Finish, Overshoot};
use super::tiles::{End, Mask, Set, Tile, Tiles};

/// Distances from the target that are distinguished: 1, 2 … and finally "too far to matter".
const ROOMS: usize = 16;
const PIPS: usize = 8;
const VALUES: usize = 16;

/// The best tile at an end: its [`rank`], and in the lower five bits the tile itself.
#[derive(Clone, Copy)]
pub(super) struct Entry(pub(super) u16);

impl Entry {
    /// What entries are compared by.
    #[inline(always)]
    pub(super) const fn rank(self) -> u16 {
        self.0 >> 5
    }

    /// The tile's index.
    #[inline(always)]
    pub(super) const fn tile(self) -> u8 {
        (self.0 & 31) as u8
    }
}

/// Best tiles by position, each an [`Entry`].
pub(super) struct GreedyTable {
    best: Vec<[[[u16; SUBSETS]; VALUES]; PIPS]>,
}

impl std::fmt::Debug for GreedyTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GreedyTable")
    }
}

/// The rules that a table depends on.
pub(super) struct Scoring<'a> {
    /// Points by sum of the ends.
    pub(super) points: &'a [u8; 64],
    pub(super) target: u16,
    pub(super) overshoot: Overshoot,
    pub(super) finish: Finish,
    /// The score after a placement of so many points from another score, and whether it wins.
    pub(super) after: &'a dyn Fn(u16, u16) -> (u16, bool),
}

/// What a table depends on. The target itself does not matter, only how far it is.
type Key = ([u8; 64], Overshoot, Finish);

/// The tables in use, each made once however many games, cells and threads ask for it.
static TABLES: Mutex<Vec<(Key, Weak<GreedyTable>)>> = Mutex::new(Vec::new());

/// A move's rank: winning, then change of the score, then pips. Gains of −16 to 15 fit.
fn rank(gain: i32, won: bool, pips: u8) -> u16 {
    u16::from(won) << 10 | ((gain + 16) as u16) << 5 | u16::from(pips)
}

impl GreedyTable {
    /// The table for these rules, or `None` if the set is too large or the points are.
    pub(super) fn of<K: Set>(scoring: &Scoring<'_>) -> Option<Arc<GreedyTable>> {
        K::row_number(0, K::Mask::EMPTY)?;
        let most = scoring.points.iter().copied().max().unwrap_or(0);
        let far = usize::from(most) + 1;
        if far >= ROOMS || usize::from(scoring.target) < 2 * ROOMS {
            return None;
        }
        let key = (*scoring.points, scoring.overshoot, scoring.finish);
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|(_, table)| table.strong_count() > 0);
        if let Some(table) = tables.iter().find(|(other, _)| *other == key).and_then(|(_, table)| table.upgrade()) {
            return Some(table);
        }
        let mut best = vec![[[[0; SUBSETS]; VALUES]; PIPS]; ROOMS];
        for (room, by_pip) in best.iter_mut().enumerate() {
            let score = scoring.target - room.clamp(1, far) as u16;
            for pip in 0..=K::MAX {
                for value in 0..=2 * K::MAX {
                    fill::<K>(scoring, score, pip, value, &mut by_pip[usize::from(pip)][usize::from(value)]);
                }
            }
        }
        let table = Arc::new(GreedyTable { best });
        tables.push((key, Arc::downgrade(&table)));
        Some(table)
    }

    /// The best placement at `end`, for a seat that has so many points to the target and fitting tiles of this number
    /// ([`Set::row_number`]).
    #[inline(always)]
    pub(super) fn best(&self, missing: u16, end: End, other: End, number: usize) -> Entry {
        // Past the target (rule D19) nothing is out of reach any more.
        let room = usize::from(missing).wrapping_sub(1).min(ROOMS - 2) + 1;
        let by_pip = &self.best[room];
        Entry(by_pip[end.pip() as usize & (PIPS - 1)][other.value() as usize & (VALUES - 1)][number % SUBSETS])
    }
}

/// The best of every subset of the tiles that fit at an end showing `pip`, when the other end counts `value`.
fn fill<K: Set>(scoring: &Scoring<'_>, score: u16, pip: u8, value: u8, best: &mut [u16; SUBSETS]) {
    let row = Tiles(K::with_pip(pip));
    let entry_of = |tile: Tile<K::Mask>| {
        let sum = K::beyond(pip, tile).value() + value;
        let (after, won) = (scoring.after)(score, u16::from(scoring.points[usize::from(sum)]));
        let gain = i32::from(after) - i32::from(score);
        rank(gain, won, tile.pips()) << 5 | u16::from(tile.number())
    };
    // The best of a subset is its highest-numbered tile or the best of the others. No two tiles of a row have equal pips, hence
    // no two equal rank.
    let mut masks = vec![(K::Mask::EMPTY, 0)];
    for tile in row {
        let entry = entry_of(tile);
        for i in 0..masks.len() {
            let (mask, others) = masks[i];
            masks.push((Tiles(mask).with(tile).0, entry.max(others)));
        }
    }
    for (mask, entry) in masks {
        if let Some(number) = K::row_number(pip, mask) {
            best[number % SUBSETS] = entry;
        }
    }
}
