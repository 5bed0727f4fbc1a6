//! Players at work, and rounds that are played out by them.

use crate::game::{Game, Seat, SeatView, Step, Turn};
use crate::strategy::{Consideration, MatchStart, PerfectInformationStrategy, Strategy, StrategyFault};
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
    /// Begins a match.
    ///
    /// # Errors
    /// If the strategy cannot play.
    #[inline(always)]
    pub fn start_match(&mut self, game: &G, seat: Seat) -> Result<(), StrategyFault> {
        match self {
            Player::Random | Player::Greedy => Ok(()),
            Player::Other(strategy) => strategy.start_match(&MatchStart { game, seat }),
            Player::PerfectInformation(strategy) => strategy.start_match(&MatchStart { game, seat }),
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

    /// Whether this plays by the game's reference rule.
    #[must_use]
    pub const fn is_greedy(&self) -> bool {
        matches!(self, Player::Greedy)
    }

    /// [`Player::choose`] for a player that [is plain](Player::is_plain).
    #[inline(always)]
    pub(crate) fn choose_plainly(&self, view: G::View<'_>, own: &mut Stream) -> G::Move {
        match self {
            Player::Random => choose_uniformly::<G>(view, own),
            _ => G::greedy(view),
        }
    }

    /// Chooses among the moves of `seat`, which is to move; `log` holds the round's moves so far. Only a player with perfect information
    /// is shown the state itself.
    ///
    /// # Errors
    /// If the strategy cannot play on.
    #[inline(always)]
    pub fn choose(
        &mut self,
        game: &G,
        s: &G::State,
        log: &[Step<G::Move>],
        seat: Seat,
        own: &mut Stream,
    ) -> Result<G::Move, StrategyFault> {
        let view = game.view(s, log, seat);
        match self {
            Player::Greedy => Ok(G::greedy(view)),
            Player::Random => Ok(choose_uniformly::<G>(view, own)),
            // A forced move is nobody's choice.
            Player::Other(_) | Player::PerfectInformation(_) if view.move_count() == 1 => Ok(view.nth_move(0)),
            Player::Other(strategy) => strategy.choose(view, own),
            Player::PerfectInformation(strategy) => strategy.choose(game, s),
        }
    }
}

impl<G: Game> Player<G> {
    /// The figures that the choice rested on which was just made from a state; `log` and `seat` as for [`Player::choose`].
    #[must_use]
    pub fn considered(&self, game: &G, s: &G::State, log: &[Step<G::Move>], seat: Seat) -> Vec<Consideration> {
        let view = game.view(s, log, seat);
        match self {
            Player::Other(strategy) if view.move_count() > 1 => strategy.considered(view),
            Player::PerfectInformation(strategy) if view.move_count() > 1 => strategy.considered(game, s),
            _ => Vec::new(),
        }
    }
}

/// Chooses uniformly among the moves of `view`. A forced move uses up no random number.
#[inline(always)]
pub fn choose_uniformly<G: Game>(view: G::View<'_>, own: &mut Stream) -> G::Move {
    let n = own.choose(view.move_count());
    view.nth_move(n)
}

/// Plays a round to its end by the reference strategy `greedy`, which needs no log.
#[inline(never)]
pub(crate) fn play_greedily<G: Game>(game: &G, start: G::State) -> G::State {
    let mut s = start;
    while let Turn::Seat(seat) = game.turn(&s) {
        let mv = G::greedy(game.view(&s, &[], seat));
        game.play(&mut s, mv);
    }
    s
}

/// Plays a round to its end; `choose` is asked at every turn, and shown the moves so far. `log` is scratch memory.
pub(crate) fn play_out<G: Game, E>(
    game: &G,
    start: G::State,
    log: &mut Vec<Step<G::Move>>,
    mut choose: impl FnMut(&G::State, &[Step<G::Move>], Seat) -> Result<G::Move, E>,
) -> Result<G::State, E> {
    let mut s = start;
    log.clear();
    while let Turn::Seat(seat) = game.turn(&s) {
        let mv = choose(&s, log, seat)?;
        let event = game.play(&mut s, mv);
        log.push(Step { seat, mv, event });
    }
    Ok(s)
}
