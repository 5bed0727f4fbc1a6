//! What a strategy chooses in a position, and what the choice rests on.

use super::{PositionDocument, PositionError, Source};
use crate::context::Context;
use crate::game::{SeatView as _, Turn};
use crate::games::{AnyGame, GameVisitor, Playable};
use crate::recorded::{RecordedPosition, legal_moves};
use crate::strategies::StrategyPlan;
use crate::strategies::tactics::{Explanation, Rules};
use crate::strategy::Consideration;
use crate::streams::Streams;

/// A decision.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The position.
    pub position: PositionDocument,
    /// The seat to move.
    pub seat: u8,
    /// The round as far as it was played.
    pub drawing: String,
    /// The legal moves, in move order.
    pub moves: Vec<String>,
    /// The moves of which one is chosen: one, or several that are equally likely.
    pub chosen: Vec<usize>,
    /// What the choice rests on.
    pub reasons: Reasons,
}

/// What a choice rests on.
#[derive(Clone, Debug)]
pub enum Reasons {
    /// Rules.
    Rules {
        /// All of them.
        rules: Rules,
        /// What each contributes.
        parts: Explanation<String>,
    },
    /// Figures of each move.
    Figures(Vec<Consideration>),
}

struct Explaining<'a> {
    plan: &'a StrategyPlan,
    source: &'a Source,
    seed: u64,
    context: &'a Context,
}

impl GameVisitor for Explaining<'_> {
    type Out = Result<Explained, PositionError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let found = self.source.position(&game)?;
        let RecordedPosition { names, round, state } = &found;
        let Turn::Seat(seat) = game.turn(state) else {
            return Err(PositionError::Over);
        };
        let mut drawing = String::new();
        game.draw_round(round.log(), names, &mut drawing);
        let moves = legal_moves(&game, state);
        let (chosen, reasons) = self.reasons(&game, &found, &moves)?;
        let position = self.source.describe(&game, state);
        Ok(Explained { position, seat: seat.0, drawing, moves, chosen, reasons })
    }
}

impl Explaining<'_> {
    /// The moves of which one is chosen, and why.
    fn reasons<G: Playable>(
        &self,
        game: &G,
        position: &RecordedPosition<G>,
        moves: &[String],
    ) -> Result<(Vec<usize>, Reasons), PositionError> {
        let RecordedPosition { round, state, .. } = position;
        let seat = game.mover_view(state).seat();
        let failed = |fault| PositionError::Fault { strategy: self.plan.text.clone(), fault };
        if let Some(rules) = self.plan.get::<Rules>() {
            let found = rules.explain(game, game.view(state, &round.steps, seat)).map_err(failed)?;
            let Explanation { parts, totals, best, candidates, .. } = found;
            let parts = Explanation { moves: moves.to_vec(), parts, totals, best, candidates };
            return Ok((parts.candidates.clone(), Reasons::Rules { rules: rules.clone(), parts }));
        }
        let mut player = self.plan.build(game, self.context)?;
        if player.is_random() {
            return Ok(((0..moves.len()).collect(), Reasons::Figures(Vec::new())));
        }
        let (seed, block) = self.source.stream().unwrap_or((self.seed, 0));
        let mut own = Streams::new(seed).play(self.plan.salt);
        Streams::open_play(&mut own, block, seat.index());
        player.start_match(game, seat).map_err(failed)?;
        let choice = player.choose(game, state, &round.steps, seat, &mut own).map_err(failed)?;
        let figures = player.considered(game, state, &round.steps, seat);
        let chosen = (0..game.move_count(state)).position(|n| game.nth_move(state, n) == choice);
        Ok((chosen.into_iter().collect(), Reasons::Figures(figures)))
    }
}

/// What a strategy chooses in a position and why. A strategy that draws random numbers draws those of the beginning of the position's
/// match, or of the block 0 of `seed` if it is of none.
///
/// # Errors
/// If there is no such position, or the strategy cannot play it.
pub fn explain(
    game: AnyGame,
    source: &Source,
    plan: &StrategyPlan,
    seed: u64,
    context: &Context,
) -> Result<Explained, PositionError> {
    game.visit(Explaining { plan, source, seed, context })
}
