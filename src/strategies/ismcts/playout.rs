//! How a round is played out from where the tree ends.

use crate::game::Turn;
use crate::player::play_greedily;
use crate::searchable::Searchable;
use crate::streams::Stream;

/// A way to play a round to its end. Near the end it may be an exact one: only the end of the round counts.
pub(super) trait Policy<G: Searchable> {
    /// Plays on to the end of the round.
    fn finish(game: &G, world: G::State, own: &mut Stream) -> G::State;
}

/// Many small random numbers from one 64-bit number: a number is a fraction, of which each draw takes the leading part.
///
/// Draws are uniform to within 2⁻²⁴, far below what a play-out can tell.
struct Dice {
    fraction: u64,
    /// The product of the ranges drawn from since the fraction was new.
    range: u64,
}

impl Dice {
    /// When a draw begins with this much used up, a new fraction is taken.
    const SPENT: u64 = 1 << 34;

    #[inline(always)]
    fn new(own: &mut Stream) -> Dice {
        Dice { fraction: own.wide(), range: 1 }
    }

    /// A number below `n`, which is at most 64.
    #[inline(always)]
    fn below(&mut self, n: u32, own: &mut Stream) -> u32 {
        if self.range >= Dice::SPENT {
            *self = Dice::new(own);
        }
        self.range *= u64::from(n);
        let product = u128::from(self.fraction) * u128::from(n);
        self.fraction = product as u64;
        (product >> 64) as u32
    }
}

/// Every legal move alike.
pub(super) struct Randomly;

impl<G: Searchable> Policy<G> for Randomly {
    #[inline(always)]
    fn finish(game: &G, world: G::State, own: &mut Stream) -> G::State {
        let mut s = world;
        let mut dice = Dice::new(own);
        while let Turn::Seat(_) = game.turn(&s) {
            let n = dice.below(game.move_count(&s), own);
            let mv = game.nth_move(&s, n);
            game.play(&mut s, mv);
        }
        s
    }
}

/// Every seat by the reference strategy.
pub(super) struct Greedily;

impl<G: Searchable> Policy<G> for Greedily {
    #[inline(always)]
    fn finish(game: &G, world: G::State, _: &mut Stream) -> G::State {
        play_greedily(game, world)
    }
}

/// Each move by the reference strategy or at random.
pub(super) struct Mixed;

impl<G: Searchable> Policy<G> for Mixed {
    #[inline(always)]
    fn finish(game: &G, world: G::State, own: &mut Stream) -> G::State {
        let mut s = world;
        let mut dice = Dice::new(own);
        while let Turn::Seat(seat) = game.turn(&s) {
            let mv = if dice.below(2, own) == 0 {
                G::greedy(game.view(&s, &[], seat))
            } else {
                let n = dice.below(game.move_count(&s), own);
                game.nth_move(&s, n)
            };
            game.play(&mut s, mv);
        }
        s
    }
}
