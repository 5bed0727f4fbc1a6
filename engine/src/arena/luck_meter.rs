//! The luck of the deals in a match of two sides, measured so that it can be taken out of the result.
//!
//! When a round is dealt, models of the two players play it out twice: with the hands as dealt, and with the hands of the two sides
//! exchanged. Half the difference of the chances to win the match from where the two lead is the luck of that deal. A deal and its
//! exchange are equally likely, and what the models draw has nothing to do with either, so the luck of a deal is 0 on average whatever
//! the standing, and whatever the models do: how good they are decides only how much luck they see. The sum over a match is
//! therefore a control variate without bias (`stats/luck.rs`).
//!
//! This is the idea of luck adjustment in backgammon and of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling 2018, "AIVAT: a new variance
//! reduction technique for agent evaluation in imperfect information games") for the deal, the one chance event of these games;
//! exchanging the hands takes the place of the mean over all deals.

use std::sync::Arc;

use super::match_loop::{Contestant, SeatFault, Seating};
use super::plan::LuckPlan;
use crate::context::Context;
use crate::equity::{Equity, EquityError, EquityTable, ONE};
use crate::game::{Game, Seat, Standing, Step};
use crate::games::{AnyGame, GameVisitor, Playable};
use crate::player::{play_greedily, play_out};
use crate::strategies::{StrategyError, StrategyPlan};
use crate::streams::Streams;

/// Why luck cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum LuckError {
    /// There is no table of match equity for the game.
    #[error("luck adjustment needs a table of match equity: {0}")]
    Equity(#[from] EquityError),
    /// A model cannot play the game.
    #[error("luck adjustment: {0}")]
    Strategy(#[from] StrategyError),
}

/// The table of match equity by which luck is measured in a game, for a stand-in that can play it.
///
/// # Errors
/// If there is no such table, or the stand-in cannot play the game.
pub fn table_for(game: AnyGame, stand_in: &StrategyPlan, context: &Context) -> Result<Arc<Equity>, LuckError> {
    struct Find<'a>(&'a StrategyPlan, &'a Context);
    impl GameVisitor for Find<'_> {
        type Out = Result<Arc<Equity>, LuckError>;
        fn visit<G: Playable>(self, game: G) -> Self::Out {
            self.0.build(&game, self.1)?;
            Ok(self.1.equity(&game)?)
        }
    }
    game.visit(Find(stand_in, context))
}

/// Measures the luck of the deals in the matches of one cell.
pub(super) struct Meter<G: Game> {
    table: Arc<EquityTable>,
    /// A model for each contestant, in line-up order.
    models: Vec<Contestant<G>>,
    /// All of them are `greedy`.
    greedy: bool,
    playouts: u32,
    log: Vec<Step<G::Move>>,
}

/// Who stands in for a strategy when luck is measured: those that search would take too long, and one of them sees everything.
#[must_use]
pub fn model<'a>(plan: &'a LuckPlan, strategy: &'a StrategyPlan) -> &'a StrategyPlan {
    if strategy.searches() { &plan.stand_in } else { strategy }
}

impl<G: Playable> Meter<G> {
    /// A meter for a line-up's strategies, partners after each other.
    pub(super) fn new<'a>(
        game: &G,
        plan: &LuckPlan,
        strategies: impl Iterator<Item = &'a StrategyPlan>,
        streams: Streams,
        context: &Context,
    ) -> Result<Meter<G>, LuckError> {
        let models: Vec<Contestant<G>> = strategies
            .map(|strategy| {
                let player = model(plan, strategy).build(game, context)?;
                Ok(Contestant { player, stream: streams.luck(strategy.salt) })
            })
            .collect::<Result<_, StrategyError>>()?;
        let greedy = models.iter().all(|model| model.player.is_greedy());
        Ok(Meter {
            table: Arc::clone(&context.equity(game)?.table),
            models,
            greedy,
            playouts: plan.playouts,
            log: Vec::new(),
        })
    }

    /// Gets ready for a match.
    pub(super) fn watch<'a>(&'a mut self, block: u64, seating: &'a Seating) -> MatchLuck<'a, G> {
        for (seat, &contestant) in seating.iter().enumerate().take(self.models.len()) {
            Streams::open_play(&mut self.models[usize::from(contestant)].stream, block, seat);
        }
        MatchLuck { meter: self, seating, luck: 0, fault: None }
    }

    /// The certainty of winning a match, in units of [`MatchLuck::luck`].
    pub(super) fn unit(&self) -> i64 {
        2 * i64::from(ONE) * i64::from(self.playouts)
    }

    /// The chance of side 0 after a round that is played out so many times, summed up.
    fn utility(&mut self, game: &G, at: &Standing, deal: &G::Deal, seating: &Seating) -> Result<i64, SeatFault> {
        let start = game.start(at, deal);
        if self.greedy {
            let end = play_greedily(game, start);
            return Ok(i64::from(self.playouts) * i64::from(self.table.utility(&game.close(at, &end))));
        }
        let Meter { table, models, log, .. } = self;
        let mut sum = 0;
        for _ in 0..self.playouts {
            for seat in (0..game.table().seats() as u8).map(Seat) {
                let model = &mut models[usize::from(seating[seat.index()])];
                model.player.start_match(game, seat).map_err(|fault| SeatFault { seat, fault })?;
            }
            let end = play_out(game, start, log, |s, log, seat: Seat| {
                let model = &mut models[usize::from(seating[seat.index()])];
                let choice = model.player.choose(game, s, log, seat, &mut model.stream);
                choice.map_err(|fault| SeatFault { seat, fault })
            })?;
            sum += i64::from(table.utility(&game.close(at, &end)));
        }
        Ok(sum)
    }
}

/// The luck of one match under way.
pub(super) struct MatchLuck<'a, G: Game> {
    meter: &'a mut Meter<G>,
    seating: &'a Seating,
    /// Of side 0, in parts of [`Meter::unit`].
    pub(super) luck: i64,
    /// A model that has failed: then the luck is worthless.
    pub(super) fault: Option<SeatFault>,
}

impl<G: Playable> MatchLuck<'_, G> {
    /// Adds the luck of a deal at a standing.
    pub(super) fn round(&mut self, game: &G, at: &Standing, deal: &G::Deal) {
        if self.fault.is_some() {
            return;
        }
        let mut utility = |deal: &G::Deal| self.meter.utility(game, at, deal, self.seating);
        match utility(deal).and_then(|own| Ok(own - utility(&game.exchanged(deal))?)) {
            Ok(luck) => self.luck += luck,
            Err(fault) => self.fault = Some(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MAX_SEATS;
    use crate::games::options::OptionValue;
    use crate::games::{GameVisitor, resolve};

    /// A meter with a table that any numbers stand in, as if every player were `name`.
    fn meter<G: Playable>(game: &G, name: &str, playouts: u32) -> Meter<G> {
        let limit = game.match_rules().target - 1;
        let side = i32::from(game.match_rules().target);
        let chances =
            (0..side).flat_map(|own| (0..side).map(move |other| ONE / 2 + (own - other) * 1000 + own * other));
        let model = StrategyPlan::resolve(name, None).unwrap();
        let context = Context::default();
        let models: Vec<Contestant<G>> = (0..game.table().seats())
            .map(|_| Contestant { player: model.build(game, &context).unwrap(), stream: Streams::new(1).luck(0) })
            .collect();
        let table = Arc::new(EquityTable::new(limit, 1, chances.collect()).unwrap());
        Meter { table, greedy: name == "greedy", models, playouts, log: Vec::new() }
    }

    /// Checks the luck of some deals.
    struct Luck;

    impl GameVisitor for Luck {
        type Out = ();

        fn visit<G: Playable>(self, game: G) {
            let seating: Seating = std::array::from_fn(|seat| (seat % MAX_SEATS) as u8);
            let mut deck = Streams::new(61).deck();
            let (mut by_greedy, mut by_hand, mut drawn) =
                (meter(&game, "greedy", 1), meter(&game, "greedy", 1), meter(&game, "random", 40));
            by_hand.greedy = false;
            let (mut varied, mut both) = (0, 0);
            for block in 0..200 {
                Streams::open_deck(&mut deck, block, 0, 0);
                let deal = game.deal(&mut deck);
                let other = game.exchanged(&deal);
                let mut at = Standing::new(Some(Seat((block % 2) as u8)));
                at.scores[0] = (block % 20) as u16;
                at.scores[1] = (block % 7) as u16;
                let luck = |meter: &mut Meter<G>, deal: &G::Deal| {
                    let mut watch = meter.watch(block, &seating);
                    watch.round(&game, &at, deal);
                    watch.luck
                };
                let own = luck(&mut by_greedy, &deal);
                assert_eq!(own, -luck(&mut by_greedy, &other), "the exchanged deal is as lucky for the other side");
                assert_eq!(own, luck(&mut by_hand, &deal), "greedy's own loop plays as the general one");
                assert_eq!(own, luck(&mut by_greedy, &game.exchanged(&other)), "exchanged twice it is the deal");
                let random = luck(&mut drawn, &deal);
                assert_eq!(random, luck(&mut drawn, &deal), "numbers are drawn afresh for each match");
                varied += i32::from(own != 0);
                both += i32::from(own.signum() * random.signum() > 0) - i32::from(own.signum() * random.signum() < 0);
            }
            assert!(varied > 100, "deals differ in luck: {varied}");
            assert!(both > 10, "good hands are good for greedy and random players: {both}");
        }
    }

    #[test]
    fn the_luck_of_a_deal_and_of_its_exchange_are_opposite() {
        let options = |list: &[(&str, &str)]| -> Vec<(String, OptionValue)> {
            list.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect()
        };
        for (game, list) in [
            ("fives-and-threes", &[][..]),
            ("fives-and-threes", &[("players", "4")]),
            ("cincos-y-treses", &[("set", "9"), ("overshoot", "bounce")]),
            ("all-fives", &[]),
        ] {
            resolve(game, &options(list)).unwrap().visit(Luck);
        }
    }
}
