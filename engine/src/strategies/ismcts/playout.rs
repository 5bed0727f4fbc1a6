//! How a round is played out from where the tree ends.

use super::options::Playout;
use crate::game::{Game, Turn};
use crate::player::play_greedily;
use crate::streams::Stream;

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

impl Playout {
    /// Plays on to the end of the round. Near the end it may be an exact one: only the end of the round counts.
    #[inline(always)]
    pub(super) fn finish<G: Game>(self, game: &G, world: G::State, own: &mut Stream) -> G::State {
        match self {
            Playout::Random => randomly(game, world, own),
            Playout::Greedy => play_greedily(game, world),
            Playout::Mixed => mixed(game, world, own),
        }
    }
}

/// Every legal move alike.
#[inline(always)]
fn randomly<G: Game>(game: &G, world: G::State, own: &mut Stream) -> G::State {
    let mut s = world;
    let mut dice = Dice::new(own);
    while let Turn::Seat(_) = game.turn(&s) {
        let n = dice.below(game.move_count(&s), own);
        let mv = game.nth_move(&s, n);
        game.play(&mut s, mv);
    }
    s
}

/// Each move by the reference strategy or at random.
#[inline(never)]
fn mixed<G: Game>(game: &G, world: G::State, own: &mut Stream) -> G::State {
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
