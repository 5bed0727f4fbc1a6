//! `rollout`: tries each of its moves in the same sampled worlds, plays these out by a fixed policy, and plays the move that does best on
//! average.
//!
//! Policy improvement by simulation (Tesauro and Galperin 1996, "On-line policy improvement using Monte-Carlo search"). All moves are tried in the same worlds, so
//! that the luck of the deal cancels. With `trust`, worlds are drawn by how well they explain the others’ moves.

use arrayvec::ArrayVec;

use super::choosing::{first_best, mean_values};
use super::objective::{Objective, ObjectiveChoice};
use super::opponent_model::{Belief, Model, TRUST};
use super::plan::{Build, Configured, StrategyKind};
use super::tactics::Rules;
use crate::game::{MAX_MOVES, Moves, Seat, SeatView, Side, Step, Turn};
use crate::games::Playable;
use crate::parameters::{Kind, Parameter, Values, shorten};
use crate::player::Player;
use crate::searchable::Searchable;
use crate::strategy::{Consideration, MatchStart, Strategy, StrategyFault};
use crate::streams::Stream;

/// The strategy's options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Worlds in which each move is tried.
    pub worlds: u32,
    /// Assumed probability that the others follow the policy, 0 to 0.99.
    pub trust: f32,
    /// What it plays for.
    pub objective: ObjectiveChoice,
}

/// Worlds that are weighed for each one that is played out.
const POOL: usize = 4;

/// The parameters.
pub const PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "worlds",
        kind: Kind::whole(1, 100_000),
        default: Some("200"),
        meaning: "worlds in which each move is tried",
    },
    Parameter {
        name: "policy",
        kind: Kind::Text("greedy, or a strategy file"),
        default: Some("greedy"),
        meaning: "the strategy that plays out every seat, and that the others are assumed to have followed so far",
    },
    Parameter {
        name: "trust",
        kind: TRUST,
        default: Some("0.5"),
        meaning: "assumed probability that the others follow the policy, used to infer their hands from their moves; 0: no inference",
    },
    ObjectiveChoice::PARAMETER,
];

impl Options {
    /// The options among the values of [`PARAMETERS`].
    #[must_use]
    pub fn of(values: &Values) -> Options {
        Options {
            worlds: values.whole("worlds").unwrap_or_default(),
            trust: values.real("trust").unwrap_or_default() as f32,
            objective: ObjectiveChoice::of(values),
        }
    }
}

/// The player.
pub struct Rollout<G: Searchable> {
    options: Options,
    objective: Objective,
    model: Model<G>,
    belief: Belief<G>,
    log: Vec<Step<G::Move>>,
    /// The sums of the values of the last decision's moves.
    totals: ArrayVec<i64, MAX_MOVES>,
}

impl<G: Searchable> Rollout<G> {
    /// A player of a game, who plays rounds out by a strategy, or by `greedy` if there is none.
    #[must_use]
    pub fn new(options: Options, objective: Objective, policy: Option<Box<dyn Strategy<G>>>) -> Self {
        let model = policy.map_or(Model::Greedy, Model::Other);
        Rollout { options, objective, model, belief: Belief::new(), log: Vec::new(), totals: ArrayVec::new() }
    }

    /// The value of a move in a world, to the side of the seat that makes it.
    fn play_out(
        &mut self,
        game: &G,
        world: &G::State,
        mv: G::Move,
        length: usize,
        own: &mut Stream,
    ) -> Result<i64, StrategyFault> {
        let mut s = *world;
        let mut seat = Seat(0);
        let mut next = Some(mv);
        self.log.truncate(length);
        let mut first = None;
        while let Turn::Seat(turn) = game.turn(&s) {
            seat = turn;
            first = first.or(Some(turn));
            let mv = match next.take() {
                Some(mv) => mv,
                None => self.model.choose(game.view(&s, &self.log, seat), own)?,
            };
            let event = game.play(&mut s, mv);
            if self.model.reads_log() {
                self.log.push(Step { seat, mv, event });
            }
        }
        let side = game.table().side_of(first.unwrap_or(seat));
        Ok(if game.table().sides() == 2 {
            let utility = i64::from(self.objective.utility(game, &s));
            // The same scale, from certain loss to certain win, for both sides; the constant does not affect comparisons.
            if side == Side(0) { utility } else { -utility }
        } else {
            i64::from(Objective::points(game, &s)[side.index()])
        })
    }
}

impl<G: Searchable> Strategy<G> for Rollout<G> {
    fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        self.model.start_match(start)
    }

    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault> {
        let game = view.game();
        let mut moves = Moves::new();
        view.moves(&mut moves);
        self.log.clear();
        if self.model.reads_log() {
            self.log.extend_from_slice(view.log());
        }
        let length = self.log.len();
        let reads = self.options.trust > 0.0 && Belief::<G>::is_of_use(view);
        if reads {
            let size = self.options.worlds as usize * POOL;
            self.belief.fill(view, size, self.options.trust, &mut self.model, own)?;
        }
        let sampler = G::sampler(view);
        let start = own.wide();
        let mut totals: ArrayVec<i64, MAX_MOVES> = moves.iter().map(|_| 0).collect();
        for n in 0..self.options.worlds {
            let world =
                if reads { self.belief.nth(n, self.options.worlds, start) } else { G::sample(view, &sampler, own) };
            for (total, mv) in totals.iter_mut().zip(&moves) {
                *total += self.play_out(game, &world, *mv, length, own)?;
            }
        }
        self.totals = totals;
        Ok(moves[first_best(&self.totals)])
    }

    fn considered(&self, view: G::View<'_>) -> Vec<Consideration> {
        let table = view.game().table();
        let (name, unit) = self.objective.unit(table.sides(), false);
        let mut found = mean_values(name, &self.totals, unit * f64::from(self.options.worlds));
        // Chances of side 1 were counted down from 0, which is certain.
        if matches!(self.objective, Objective::Match(_)) && table.side_of(view.seat()) == Side(1) {
            found.iter_mut().flat_map(|figure| &mut figure.values).for_each(|value| *value += 1.0);
        }
        found
    }
}

/// The strategy with its parameters.
#[derive(Debug, PartialEq)]
struct Setup {
    options: Options,
    /// The rules of the policy, if it is not `greedy`.
    policy: Option<Rules>,
}

impl Build for Setup {
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        let policy = self.policy.as_ref().map(|rules| rules.player(game)).transpose()?;
        Ok(Player::Other(Box::new(Rollout::new(self.options, objective, policy))))
    }

    fn objective(&self) -> Option<ObjectiveChoice> {
        Some(self.options.objective)
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "rollout",
    about: "tries each move in the same sampled worlds, plays these out by a fixed policy, and plays the best move on average",
    ties: "the first in move order",
    parameters: &PARAMETERS,
    sees_all: false,
    read: |given| {
        let options = Options::of(given.values);
        let Some(name) = given.values.text("policy").filter(|policy| *policy != "greedy") else {
            return Ok(Configured::new(Setup { options, policy: None }));
        };
        let plan = (given.resolve)(name)?;
        let (Some(rules), Some(digest)) = (plan.get::<Rules>(), plan.digest.clone()) else {
            let found = shorten(&plan.text);
            return Err(
                given.wrong(format!("parameter \"policy\": found {found:?}; allowed: greedy, or a strategy file"))
            );
        };
        Ok(Configured::new(Setup { options, policy: Some(rules.clone()) }).of_file(None, digest))
    },
};
