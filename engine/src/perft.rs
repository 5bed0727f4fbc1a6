//! Counts lines of play: the classic check of a move generator against another one.

use crate::game::{Game, Moves, Turn};

/// The number of sequences of exactly `depth` moves that can follow in this round.
///
/// Knocks are no moves. A sequence ends with its round, by a winning move too, so a round that is over sooner adds nothing;
/// for `depth` 0 there is one sequence, the empty one. Every sequence but its last move is played, which takes far too long
/// before the count could pass 2⁶⁴.
pub fn perft<G: Game>(game: &G, s: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.turn(s) == Turn::Over {
        return 0;
    }
    if depth == 1 {
        return u64::from(game.move_count(s));
    }
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    let after = |mv| {
        let mut next = *s;
        game.play(&mut next, mv);
        perft(game, &next, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

/// The first moves of [`perft`], in move order, each with the number of sequences that begin with it; `depth` is at least 1.
pub fn divide<G: Game>(game: &G, s: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Moves::new();
    if game.turn(s) != Turn::Over {
        game.moves(s, &mut moves);
    }
    let count = |mv| {
        let mut next = *s;
        game.play(&mut next, mv);
        (mv, perft(game, &next, depth.saturating_sub(1)))
    };
    moves.into_iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Seat};
    use crate::games::dominoes::{Dominoes, DoubleSix, Preset, Rules};
    use crate::games::options::OptionValue;

    fn count(target: i64, depth: u32) -> u64 {
        let settings = vec![("target".to_owned(), OptionValue::Number(target))];
        let game = Dominoes::<DoubleSix, 2>::new(Rules::resolve(Preset::FivesAndThrees, &settings).unwrap());
        // 6-5 leaves 6 and 5 to the 5-5 and the 6-1. After 6-5, 5-5 the sum is 16; after 6-5, 6-1 it is 6 and earns 2.
        let s = game.read_position("6-5 4-4/5-5 6-1 3-3", Some(Seat(0))).unwrap();
        perft(&game, &s, depth)
    }

    #[test]
    fn a_hand_counted_round() {
        // 6-5, then 5-5 or 6-1, after which seat 0 knocks and the other of the two follows; then nobody has a move.
        // 4-4 blocks at once.
        let counts: Vec<u64> = (0..6).map(|depth| count(61, depth)).collect();
        assert_eq!(counts, [1, 2, 2, 2, 0, 0]);
    }

    #[test]
    fn a_winning_move_ends_its_sequence() {
        let counts: Vec<u64> = (0..5).map(|depth| count(2, depth)).collect();
        assert_eq!(counts, [1, 2, 2, 1, 0], "6-1 on the 6-5 earns 2, which wins");
    }
}
