//! The reference strategy's rule for dominoes: the largest change of the own side's score, a winning one first; between equals
//! more pips on the tile, then move order.
//!
//! [`Dominoes::greedy_by_definition`] is the rule itself. For the double-six set it is looked up in a [`GreedyTable`].

use std::hint::select_unpredictable;

use super::engine::Dominoes;
use super::greedy_table::{Entry, GreedyTable};
use super::state::{Move, State, get};
use super::tiles::{Set, Tile};

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The greedy choice of the seat to move.
    #[inline(always)]
    pub(super) fn greedy_move(&self, s: &State<K, SEATS>) -> Move<K::Mask> {
        match &self.greedy {
            Some(table) if s.opened && !get(&s.hands, s.turn.index()).is_single() => self.look_up(table, s),
            _ => self.greedy_by_definition(s),
        }
    }

    #[inline(always)]
    fn look_up(&self, table: &GreedyTable, s: &State<K, SEATS>) -> Move<K::Mask> {
        let score = get(&s.scores, self.side_of(s.turn).index());
        let missing = self.rules.target.saturating_sub(score);
        let best = |at: usize| {
            let number = K::row_number(s.ends[at].pip(), s.legal[at].0).unwrap_or(0);
            table.best(missing, s.ends[at], s.ends[at ^ 1], number)
        };
        let (left, right) = (best(0), best(1));
        let better = right.rank() > left.rank();
        // One choice, not one for each part of the entry.
        let chosen = Entry(select_unpredictable(better, right.0, left.0));
        Move::at(Tile::numbered(chosen.tile()), better)
    }

    /// The greedy choice, move by move.
    #[inline(always)]
    pub(super) fn greedy_by_definition(&self, s: &State<K, SEATS>) -> Move<K::Mask> {
        let mut best = (i32::MIN, Move::left(Tile::numbered(0)));
        for (end, tiles) in s.legal.iter().enumerate() {
            for tile in *tiles {
                let mv = Move::at(tile, end == 1);
                let (gain, won) = self.gain(s, mv);
                let key = (i32::from(won) << 28) + (gain << 8) + i32::from(tile.pips());
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
