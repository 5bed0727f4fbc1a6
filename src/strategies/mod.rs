//! The strategies, and the registry that turns a name into a player.

pub mod equity;
pub mod ismcts;
pub mod objective;
pub mod omniscient;
mod opponent_model;
pub mod pimc;
pub mod random;
pub mod registry;
pub mod rollout;
pub mod solver;
pub mod tactics;

pub use registry::{Kind, STRATEGIES, StrategyDoc, StrategyError, StrategyPlan, parse_lineup_side, strategy_files};

use crate::game::{Game, PerfectInformationStrategy, Seat, Step, Strategy, Turn};
pub(crate) use crate::parameters::{did_you_mean, shorten};
use crate::streams::Stream;

/// A strategy at work. The two reference strategies are compiled into the match loop; all others cost one dynamic call a decision.
pub enum Player<G: Game> {
    /// Uniform over legal moves.
    Random,
    /// The game's fixed reference rule.
    Greedy,
    /// Any other.
    Other(Box<dyn Strategy<G>>),
    /// One that sees everything.
    PerfectInformation(Box<dyn PerfectInformationStrategy<G>>),
}

impl<G: Game> Player<G> {
    /// Forgets everything about earlier matches.
    #[inline(always)]
    pub fn start_match(&mut self) {
        match self {
            Player::Other(strategy) => strategy.start_match(),
            Player::PerfectInformation(seer) => seer.start_match(),
            Player::Random | Player::Greedy => {}
        }
    }

    /// Whether this is one of the two reference strategies.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        matches!(self, Player::Random | Player::Greedy)
    }

    /// Whether this chooses uniformly at random.
    #[must_use]
    pub const fn is_random(&self) -> bool {
        matches!(self, Player::Random)
    }

    /// [`Player::choose`] for a player that [is plain](Player::is_plain).
    #[inline(always)]
    pub(crate) fn choose_plainly(&self, view: G::View<'_>, own: &mut Stream) -> G::Move {
        match self {
            Player::Random => random::choose::<G>(view, own),
            _ => G::greedy(view),
        }
    }

    /// Chooses among the moves of `seat`, which is to move; `log` holds the round's moves so far. Only a seer is shown the state itself.
    #[inline(always)]
    pub fn choose(&mut self, game: &G, s: &G::State, log: &[Step<G::Move>], seat: Seat, own: &mut Stream) -> G::Move {
        let view = game.view(s, log, seat);
        match self {
            Player::Greedy => G::greedy(view),
            Player::Random => random::choose::<G>(view, own),
            // A forced move is nobody's choice.
            Player::Other(_) | Player::PerfectInformation(_) if G::view_move_count(view) == 1 => {
                G::view_nth_move(view, 0)
            }
            Player::Other(strategy) => strategy.choose(view, own),
            Player::PerfectInformation(seer) => seer.choose(game, s),
        }
    }
}

/// Plays a round to its end by the reference strategy `greedy`, which needs no log.
#[inline(always)]
pub(crate) fn play_greedily<G: Game>(game: &G, start: G::State) -> G::State {
    let mut s = start;
    while let Turn::Seat(seat) = game.turn(&s) {
        let mv = G::greedy(game.view(&s, &[], seat));
        game.play(&mut s, mv);
    }
    s
}

/// Plays a round to its end; `choose` is asked at every turn, and shown the moves so far. `log` is scratch memory.
pub(crate) fn play_out<G: Game>(
    game: &G,
    start: G::State,
    log: &mut Vec<Step<G::Move>>,
    mut choose: impl FnMut(&G::State, &[Step<G::Move>], Seat) -> G::Move,
) -> G::State {
    let mut s = start;
    log.clear();
    while let Turn::Seat(seat) = game.turn(&s) {
        let mv = choose(&s, log, seat);
        let event = game.play(&mut s, mv);
        log.push(Step { seat, mv, event });
    }
    s
}
