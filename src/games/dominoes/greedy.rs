//! The reference strategy's rule for dominoes: the largest change of the own side's score, a winning one first; between equals
//! more pips on the tile, then move order.
//!
//! [`Dominoes::greedy_by_definition`] is the rule itself. For the double-six set it is looked up: a table, filled from the same
//! arithmetic and tested against the rule, holds the best tile at an end for every distance from the target, value at that
//! end, contribution of the other end, and subset of fitting tiles.

use std::hint::select_unpredictable;

use super::engine::Dominoes;
use super::rows::SUBSETS;
use super::state::{Move, State, get};
use super::tiles::{End, Set, Tiles, pips};

/// Distances from the target that are told apart: 1, 2 … and finally "too far to matter".
const ROOMS: usize = 16;
const PIPS: usize = 8;
const VALUES: usize = 16;

/// Best tiles by position. An entry compares by its upper bits ([`rank`]) and holds the tile in its lower five.
pub(super) struct GreedyTable {
    best: Vec<[[[u16; SUBSETS]; VALUES]; PIPS]>,
}

impl std::fmt::Debug for GreedyTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GreedyTable")
    }
}

/// A move's rank: winning, then change of the score, then pips. Gains of −16 to 15 fit.
fn rank(gain: i32, won: bool, pips: u8) -> u16 {
    u16::from(won) << 10 | ((gain + 16) as u16) << 5 | u16::from(pips)
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The table for these rules, or `None` if the set is too large or the points are.
    pub(super) fn greedy_table(&self) -> Option<GreedyTable> {
        K::row_number(0, K::Mask::default())?;
        let most = self.points.iter().copied().max().unwrap_or(0);
        let far = usize::from(most) + 1;
        if far >= ROOMS || usize::from(self.rules.target) < 2 * ROOMS {
            return None;
        }
        let mut best = vec![[[[0; SUBSETS]; VALUES]; PIPS]; ROOMS];
        for (room, by_pip) in best.iter_mut().enumerate() {
            let score = self.rules.target - room.clamp(1, far) as u16;
            for pip in 0..=K::MAX {
                for value in 0..=2 * K::MAX {
                    self.fill(score, pip, value, &mut by_pip[usize::from(pip)][usize::from(value)]);
                }
            }
        }
        Some(GreedyTable { best })
    }

    /// The best of every subset of the tiles that fit at an end showing `pip`, when the other end counts `value`.
    fn fill(&self, score: u16, pip: u8, value: u8, best: &mut [u16; SUBSETS]) {
        let row: Vec<u8> = Tiles(K::with_pip(pip)).collect();
        for subset in 0..1usize << row.len() {
            let tiles = row.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, tile)| *tile);
            let mask: Tiles<K::Mask> = tiles.collect();
            let entry = mask
                .map(|tile| {
                    let sum = K::beyond(pip, tile).value() + value;
                    let scored = self.score_move(score, u16::from(self.points[usize::from(sum)]), 0);
                    let gain = i32::from(scored.score) - i32::from(score);
                    rank(gain, scored.won, pips::<K>(tile)) << 5 | u16::from(tile)
                })
                .max_by_key(|entry| entry >> 5);
            if let Some(number) = K::row_number(pip, mask.0) {
                best[number % SUBSETS] = entry.unwrap_or(0);
            }
        }
    }

    /// The greedy choice of the seat to move.
    #[inline(always)]
    pub(super) fn greedy_move(&self, s: &State<K, SEATS>) -> Move {
        match &self.greedy {
            Some(table) if s.opened && get(&s.hands, s.turn.index()).len() > 1 => self.look_up(table, s),
            _ => self.greedy_by_definition(s),
        }
    }

    #[inline(always)]
    fn look_up(&self, table: &GreedyTable, s: &State<K, SEATS>) -> Move {
        let score = get(&s.scores, self.side_of(s.turn).index());
        // Past the target (rule D19) nothing is out of reach any more.
        let room = usize::from(self.rules.target.saturating_sub(score)).wrapping_sub(1).min(ROOMS - 2) + 1;
        let by_pip = &table.best[room];
        let best = |at: usize| {
            let (end, other): (End, End) = (s.ends[at], s.ends[at ^ 1]);
            let number = K::row_number(end.pip(), s.legal[at].0).unwrap_or(0);
            by_pip[end.pip() as usize & (PIPS - 1)][other.value() as usize & (VALUES - 1)][number % SUBSETS]
        };
        let (left, right) = (best(0), best(1));
        let better = right >> 5 > left >> 5;
        let entry = select_unpredictable(better, right, left);
        Move::at((entry & 31) as u8, better)
    }

    /// The greedy choice, move by move.
    #[inline(always)]
    pub(super) fn greedy_by_definition(&self, s: &State<K, SEATS>) -> Move {
        let mut best = (i32::MIN, Move::left(0));
        for (end, tiles) in s.legal.iter().enumerate() {
            for tile in *tiles {
                let mv = Move::at(tile, end == 1);
                let (gain, won) = self.gain(s, mv);
                let key = (i32::from(won) << 28) + (gain << 8) + i32::from(pips::<K>(tile));
                if key > best.0 {
                    best = (key, mv);
                }
            }
        }
        best.1
    }
}
