//! The reference strategy's rule for dominoes: the largest change of the own side's score, a winning one first; between equals
//! more pips on the tile, then move order.
//!
//! [`Dominoes::greedy_by_definition`] is the rule itself. For the double-six set it is looked up: a table, filled from the same
//! arithmetic and tested against the rule, holds the best tile at an end for every distance from the target, value at that
//! end, contribution of the other end, and subset of fitting tiles.

use std::hint::select_unpredictable;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::engine::Dominoes;
use super::rows::SUBSETS;
use super::rules::{Finish, Overshoot};
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

/// What a table depends on. The target itself does not matter, only how far it is.
type Key = ([u8; 64], Overshoot, Finish);

/// The tables in use, each made once however many games, cells and threads ask for it.
static TABLES: Mutex<Vec<(Key, Weak<GreedyTable>)>> = Mutex::new(Vec::new());

/// A move's rank: winning, then change of the score, then pips. Gains of −16 to 15 fit.
fn rank(gain: i32, won: bool, pips: u8) -> u16 {
    u16::from(won) << 10 | ((gain + 16) as u16) << 5 | u16::from(pips)
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The table for these rules, or `None` if the set is too large or the points are.
    pub(super) fn greedy_table(&self) -> Option<Arc<GreedyTable>> {
        K::row_number(0, K::Mask::default())?;
        let most = self.points.iter().copied().max().unwrap_or(0);
        let far = usize::from(most) + 1;
        if far >= ROOMS || usize::from(self.rules.target) < 2 * ROOMS {
            return None;
        }
        let key = (self.points, self.overshoot(), self.finish());
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|(_, table)| table.strong_count() > 0);
        if let Some(table) = tables.iter().find(|(other, _)| *other == key).and_then(|(_, table)| table.upgrade()) {
            return Some(table);
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
        let table = Arc::new(GreedyTable { best });
        tables.push((key, Arc::downgrade(&table)));
        Some(table)
    }

    /// The best of every subset of the tiles that fit at an end showing `pip`, when the other end counts `value`.
    fn fill(&self, score: u16, pip: u8, value: u8, best: &mut [u16; SUBSETS]) {
        let row: Vec<u8> = Tiles(K::with_pip(pip)).collect();
        let entry_of = |tile: u8| {
            let sum = K::beyond(pip, tile).value() + value;
            let scored = self.score_move(score, u16::from(self.points[usize::from(sum)]), 0);
            let gain = i32::from(scored.score) - i32::from(score);
            rank(gain, scored.won, pips::<K>(tile)) << 5 | u16::from(tile)
        };
        // The best of a subset is its highest-numbered tile or the best of the others. No two tiles of a row have equal pips, hence
        // no two equal rank.
        let mut masks = vec![(K::Mask::default(), 0)];
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

    /// The greedy choice of the seat to move.
    #[inline(always)]
    pub(super) fn greedy_move(&self, s: &State<K, SEATS>) -> Move {
        match &self.greedy {
            Some(table) if s.opened && !get(&s.hands, s.turn.index()).is_single() => self.look_up(table, s),
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

#[cfg(test)]
mod tests {
    use super::super::rules::{Preset, Rules};
    use super::super::tiles::{ClassicSix, DoubleSix};
    use super::*;
    use crate::game::{Game, Outcome, Turn};
    use crate::games::options::OptionValue;
    use crate::streams::Streams;

    /// Plays matches at random and compares the two at every turn.
    fn compare<K: Set>(settings: &[(&str, &str)]) {
        let settings = settings.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect();
        let rules = Rules::resolve(Preset::FivesAndThrees, &settings).unwrap();
        let game = Dominoes::<K, 2>::new(rules);
        assert!(game.greedy.is_some(), "{settings:?}");
        let streams = Streams::new(7);
        let (mut deck, mut lot, mut play) = (streams.deck(), streams.lot(), streams.play(0));
        let mut looked_up = 0;
        for block in 0..300 {
            Streams::open_lot(&mut lot, block, 0);
            Streams::open_play(&mut play, block, 0);
            let mut at = game.first(&mut lot);
            while at.outcome == Outcome::Open {
                Streams::open_deck(&mut deck, block, at.round, 0);
                let mut s = game.start(&at, &game.deal(&mut deck));
                while let Turn::Seat(_) = game.turn(&s) {
                    assert_eq!(game.greedy_move(&s), game.greedy_by_definition(&s), "{settings:?} {s:?}");
                    looked_up += usize::from(s.opened);
                    // Mostly greedy, so that scores come near the target in many ways.
                    let n = play.below(game.move_count(&s));
                    let mv = if play.below(3) == 0 { game.nth_move(&s, n) } else { game.greedy_by_definition(&s) };
                    game.play(&mut s, mv);
                }
                at = game.settle(&at, &s, &mut lot);
            }
        }
        assert!(looked_up > 5_000);
    }

    #[test]
    fn the_table_says_what_the_rule_says() {
        compare::<ClassicSix>(&[]);
        compare::<ClassicSix>(&[("hand", "9"), ("divisors", "3,5,7,11,13"), ("target", "101")]);
        for overshoot in ["discard", "allow", "bounce", "cap"] {
            compare::<DoubleSix>(&[("overshoot", overshoot), ("out_bonus", "3"), ("combine_out", "false")]);
        }
        compare::<DoubleSix>(&[("overshoot", "allow"), ("finish", "round-end"), ("round_end", "play-on")]);
        compare::<DoubleSix>(&[("divisors", ""), ("max_rounds", "3")]);
    }
}
