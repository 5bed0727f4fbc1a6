//! A cell at work: plays blocks and sums them up.

use std::sync::Arc;

use super::decision_clock::{Thought, clocked};
use super::luck_meter::{LuckError, MatchLuck, Meter};
use super::match_loop::{Contestant, Deals, MatchResult, Readers, SeatFault, Watch, play_match};
use super::plan::{CellPlan, Orders, Seating, seatings};
use crate::context::Context;
use crate::equity::EquityError;
use crate::game::{Game, Outcome, RoundLog, Side, Standing, Step};
use crate::games::{GameVisitor, Playable, resolve};
use crate::strategy::StrategyFault;
use crate::streams::{Stream, Streams};
use crate::tally::{Entry, Layout, Scalar, Scalars, Shapes};

/// Why a cell cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum CellError {
    /// The rules refuse it, or an option is wrong.
    #[error(transparent)]
    Rules(#[from] crate::games::options::RuleError),
    /// A strategy cannot play this game.
    #[error(transparent)]
    Strategy(#[from] crate::strategies::StrategyError),
    /// The luck of its deals cannot be measured.
    #[error(transparent)]
    Luck(#[from] LuckError),
    /// The line-up does not fit the table.
    #[error("{0}")]
    Lineup(String),
}

impl CellError {
    /// Whether the only cause is that building a table of match equity was interrupted.
    #[must_use]
    pub const fn is_interruption(&self) -> bool {
        match self {
            CellError::Strategy(error) | CellError::Luck(LuckError::Strategy(error)) => error.is_interruption(),
            CellError::Luck(LuckError::Equity(error)) => matches!(error, EquityError::Interrupted),
            CellError::Rules(_) | CellError::Lineup(_) => false,
        }
    }
}

/// A strategy that failed in a match.
#[derive(Debug, thiserror::Error)]
#[error("strategy \"{strategy}\" failed in block {block}, match {number}: {fault}")]
pub struct MatchFault {
    /// The strategy as named.
    pub strategy: String,
    /// The block.
    pub block: u64,
    /// The match's number in its block.
    pub number: usize,
    /// Why.
    pub fault: StrategyFault,
}

/// One match of a block as others see it: who sat where, and what came of it.
#[derive(Debug)]
pub struct Played<'a> {
    /// Number of the block.
    pub block: u64,
    /// The match's number in its block.
    pub number: usize,
    /// The side that each line-up slot played for.
    pub sides: &'a [Side],
    /// The side of the first round's opener.
    pub opener: Side,
    /// Win share of each side, in units of 1/27,720.
    pub shares: &'a [u32],
    /// What came of it.
    pub result: &'a MatchResult,
    /// The rounds as JSON objects separated by commas; empty unless records are kept.
    pub rounds: &'a [u8],
}

/// Receives each match of a block.
pub trait Sink {
    /// Whether the rounds are wanted as JSON.
    fn wants_rounds(&self) -> bool;
    /// Takes a match.
    fn take(&mut self, played: &Played<'_>);
}

/// A cell whose concrete game is hidden.
pub trait CellPlayer: Send {
    /// Names the entries of the block vector.
    fn layout(&self) -> Layout;
    /// Matches in a block, identical seatings included.
    fn matches_per_block(&self) -> u64;
    /// Matches in a block that are really played.
    fn played_per_block(&self) -> u64;
    /// Plays a block: fills `totals` with its vector, counts the shapes, hands each match to `sink`. When `stopped` says so it ends
    /// after the match under way, and what it has filled in is worthless.
    ///
    /// # Errors
    /// If a strategy fails.
    fn play_block(
        &mut self,
        block: u64,
        totals: &mut [i64],
        shapes: &mut Shapes,
        sink: Option<&mut dyn Sink>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), MatchFault>;
    /// Where luck is measured: that of the first line-up slot in the block just played, in units of a match's [`CellPlayer::luck_unit`].
    fn luck(&self) -> Option<i64>;
    /// Where luck is measured: the certainty of winning a match, in its units.
    fn luck_unit(&self) -> Option<i64>;
    /// Plays one match of a block again, drawn for people; `None` if the block has no match of this number.
    ///
    /// # Errors
    /// If a strategy fails.
    fn narrate(&mut self, block: u64, number: usize, out: &mut String) -> Result<Option<Standing>, MatchFault>;
}

struct Cell<G: Playable> {
    game: G,
    layout: Layout,
    contestants: Vec<Contestant<G>>,
    /// The contestants' names as the user gave them.
    names: Vec<String>,
    seatings: Vec<Seating>,
    matches: u64,
    /// All contestants are reference strategies.
    plain: bool,
    /// What measures luck, and the luck of the block.
    meter: Option<(Meter<G>, i64)>,
    readers: Readers,
    deals: Deals<G>,
    log: Vec<Step<G::Move>>,
    rounds: Vec<u8>,
}

/// Prepares a cell to be played from a master seed.
///
/// # Errors
/// If the rules refuse the game, the line-up does not fit it, or a table of match equity that it needs cannot be had.
pub fn prepare(plan: &CellPlan, streams: Streams, context: &Context) -> Result<Box<dyn CellPlayer>, CellError> {
    prepare_with(plan, streams, context, None)
}

/// A cell, and the clocks of its players.
pub type ClockedCell = (Box<dyn CellPlayer>, Vec<Arc<Thought>>);

/// The same with a clock around the decisions of every player; what the clocks show, in line-up order, partners after each other.
///
/// # Errors
/// As for [`prepare`].
pub fn prepare_clocked(plan: &CellPlan, streams: Streams, context: &Context) -> Result<ClockedCell, CellError> {
    let mut thoughts = Vec::new();
    let cell = prepare_with(plan, streams, context, Some(&mut thoughts))?;
    Ok((cell, thoughts))
}

/// The clocks of a cell's players, if they are to have any.
type Clocks<'a> = Option<&'a mut Vec<Arc<Thought>>>;

fn prepare_with(
    plan: &CellPlan,
    streams: Streams,
    context: &Context,
    clocks: Clocks<'_>,
) -> Result<Box<dyn CellPlayer>, CellError> {
    struct Build<'a>(&'a CellPlan, Streams, &'a Context, Clocks<'a>);
    impl GameVisitor for Build<'_> {
        type Out = Result<Box<dyn CellPlayer>, CellError>;
        fn visit<G: Playable>(self, game: G) -> Self::Out {
            Ok(Box::new(Cell::new(game, self.0, self.1, self.2, self.3)?))
        }
    }
    resolve(&plan.game, &plan.settings)?.visit(Build(plan, streams, context, clocks))
}

impl<G: Playable> Cell<G> {
    fn new(
        game: G,
        plan: &CellPlan,
        streams: Streams,
        context: &Context,
        mut clocks: Clocks<'_>,
    ) -> Result<Self, CellError> {
        let table = *game.table();
        let partners = table.seats() / table.sides();
        if plan.lineup.len() != table.sides() {
            return Err(CellError::Lineup(format!(
                "the game has {} sides, the line-up names {}; name one strategy for each side",
                table.sides(),
                plan.lineup.len()
            )));
        }
        if let Some(side) = plan.lineup.iter().find(|side| side.len() != partners) {
            return Err(CellError::Lineup(format!("each side has {partners} seats, found {} strategies", side.len())));
        }
        if plan.orders == Orders::All && table.sides() > Orders::MAX_SIDES_FOR_ALL {
            return Err(CellError::Lineup(format!(
                "orders = \"all\" goes up to {} sides, found {}; use orders = \"rotations\"",
                Orders::MAX_SIDES_FOR_ALL,
                table.sides()
            )));
        }
        let mut contestants = Vec::new();
        for strategy in plan.lineup.iter().flatten() {
            let mut player = strategy.build(&game, context)?;
            if let Some(thoughts) = &mut clocks {
                player = clocked(player, thoughts);
            }
            contestants.push(Contestant { player, stream: streams.play(strategy.salt) });
        }
        let seatings = seatings(&table, &plan.lineup, plan.orders);
        // A strategy against itself ties every block, whatever the luck.
        let meter = match plan.luck.as_ref().filter(|_| seatings.len() > 1) {
            Some(luck) => Some((Meter::new(&game, luck, plan.lineup.iter().flatten(), streams, context)?, 0)),
            None => None,
        };
        Ok(Cell {
            layout: Layout { sides: table.sides() },
            plain: contestants.iter().all(|contestant| contestant.player.is_plain()),
            contestants,
            names: plan.lineup.iter().flatten().map(|strategy| strategy.label.clone()).collect(),
            matches: seatings.iter().map(|s| s.matches.len() as u64).sum(),
            deals: if seatings.len() > 1 { Deals::new() } else { Deals::of_single_matches() },
            seatings,
            meter,
            readers: Readers::new(streams),
            log: Vec::with_capacity(128),
            rounds: Vec::new(),
            game,
        })
    }

    fn play<const PLAIN: bool>(
        &mut self,
        seating: usize,
        watch: Option<&mut dyn Watch<G>>,
    ) -> Result<MatchResult, SeatFault> {
        play_match::<G, PLAIN>(
            &self.game,
            &mut self.deals,
            &mut self.readers,
            &mut self.contestants,
            &self.seatings[seating].seats,
            &mut self.log,
            watch,
        )
    }

    /// A fault with the names of everything.
    fn fault(&self, block: u64, number: usize, seating: usize, fault: SeatFault) -> MatchFault {
        let contestant = self.seatings[seating].seats[fault.seat.index()];
        MatchFault { strategy: self.names[usize::from(contestant)].clone(), block, number, fault: fault.fault }
    }

    /// Plays a match, writing its rounds if they are wanted and measuring its luck if there is a meter.
    fn play_watched(&mut self, block: u64, seating: usize, wants_rounds: bool) -> Result<MatchResult, SeatFault> {
        let mut rounds = std::mem::take(&mut self.rounds);
        rounds.clear();
        let mut meter = self.meter.take();
        let seats = self.seatings[seating].seats;
        let mut watching = Watching {
            writer: wants_rounds.then_some(RoundWriter(&mut rounds)),
            luck: meter.as_mut().map(|(meter, _)| meter.watch(block, &seats)),
        };
        let result = self.play::<false>(seating, Some(&mut watching));
        let (found, fault) = watching.luck.map_or((0, None), |luck| (luck.luck, luck.fault));
        self.rounds = rounds;
        if let Some((_, luck)) = &mut meter {
            for (_, slots) in &self.seatings[seating].matches {
                *luck += if slots[0] == Side(0) { found } else { -found };
            }
        }
        self.meter = meter;
        match fault {
            None => result,
            Some(SeatFault { seat, fault }) => {
                let fault = StrategyFault::new(format!("while measuring luck: {fault}"));
                Err(SeatFault { seat, fault })
            }
        }
    }
}

/// Writes each round of a match as JSON.
struct RoundWriter<'a>(&'a mut Vec<u8>);

impl<G: Playable> Watch<G> for RoundWriter<'_> {
    fn round(&mut self, game: &G, _: &G::Deal, log: RoundLog<'_, G>, deck: &mut Stream) {
        if !self.0.is_empty() {
            self.0.push(b',');
        }
        game.record_round(log, deck, self.0);
    }
}

/// Writes the rounds of a match, measures its luck, or both.
struct Watching<'a, G: Game> {
    writer: Option<RoundWriter<'a>>,
    luck: Option<MatchLuck<'a, G>>,
}

impl<G: Playable> Watch<G> for Watching<'_, G> {
    fn round(&mut self, game: &G, deal: &G::Deal, log: RoundLog<'_, G>, deck: &mut Stream) {
        if let Some(luck) = &mut self.luck {
            luck.round(game, log.at, deal);
        }
        if let Some(writer) = &mut self.writer {
            writer.round(game, deal, log, deck);
        }
    }
}

/// Draws each round of a match.
struct Narrator<'a> {
    seats: &'a [String],
    out: &'a mut String,
}

impl<G: Playable> Watch<G> for Narrator<'_> {
    fn round(&mut self, game: &G, _: &G::Deal, log: RoundLog<'_, G>, _: &mut Stream) {
        game.draw_round(log, self.seats, self.out);
    }
}

impl<G: Playable> CellPlayer for Cell<G> {
    fn layout(&self) -> Layout {
        self.layout
    }

    fn matches_per_block(&self) -> u64 {
        self.matches
    }

    fn played_per_block(&self) -> u64 {
        self.seatings.len() as u64
    }

    fn play_block(
        &mut self,
        block: u64,
        totals: &mut [i64],
        shapes: &mut Shapes,
        mut sink: Option<&mut dyn Sink>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), MatchFault> {
        totals.fill(0);
        if let Some((_, luck)) = &mut self.meter {
            *luck = 0;
        }
        self.deals.open(block);
        let table = *self.game.table();
        let sides = table.sides();
        for seating in 0..self.seatings.len() {
            if seating > 0 && stopped() {
                return Ok(());
            }
            let wants_rounds = sink.as_ref().is_some_and(|sink| sink.wants_rounds());
            let result = if wants_rounds || self.meter.is_some() {
                self.play_watched(block, seating, wants_rounds)
            } else if self.plain {
                self.play::<true>(seating, None)
            } else {
                self.play::<false>(seating, None)
            };
            let number = self.seatings[seating].matches[0].0;
            let result = result.map_err(|fault| self.fault(block, number, seating, fault))?;
            let matches = &self.seatings[seating].matches;
            let opener = table.side_of(result.opener);
            let mut shares = [0u32; crate::game::MAX_SEATS];
            for (side, share) in shares.iter_mut().enumerate().take(sides) {
                *share = result.end.share(Side(side as u8), &table);
            }
            let times = matches.len() as i64;
            for (_, slots) in matches {
                for (slot, side) in slots.iter().enumerate() {
                    totals[self.layout.index(Entry::Share(slot))] += i64::from(shares[side.index()]);
                    totals[self.layout.index(Entry::Points(slot))] += i64::from(result.end.scores[side.index()]);
                    shapes.scores[slot].add(i64::from(result.end.scores[side.index()]), 1);
                }
            }
            for place in 0..sides {
                let side = (opener.index() + place) % sides;
                totals[self.layout.index(Entry::Place(place))] += times * i64::from(shares[side]);
            }
            let margin = result.margin(sides);
            let scalars = Scalars {
                rounds: i64::from(result.rounds),
                moves: result.moves as i64,
                choices: result.choices as i64,
                blocked_rounds: i64::from(result.blocked),
                void_deals: i64::from(result.voids),
                discarded_events: result.lost_events as i64,
                discarded_points: result.lost_points,
                lead_changes: i64::from(result.lead_changes),
                margin,
                opener_edge: result.edge,
                unfinished: i64::from(result.end.outcome == Outcome::Unfinished),
                shared_wins: i64::from(matches!(result.end.outcome, Outcome::Won(winners) if winners.len() > 1)),
            };
            for (scalar, value) in Scalar::ALL.iter().zip(scalars.values()) {
                totals[self.layout.index(Entry::Scalar(*scalar))] += times * value;
            }
            shapes.rounds.add(i64::from(result.rounds), times as u64);
            shapes.moves.add(result.moves as i64, times as u64);
            if matches!(result.end.outcome, Outcome::Won(_)) {
                shapes.margins.add(margin, times as u64);
            }
            if let Some(sink) = sink.as_deref_mut() {
                for (number, slots) in matches {
                    sink.take(&Played {
                        block,
                        number: *number,
                        sides: slots,
                        opener,
                        shares: &shares[..sides],
                        result: &result,
                        rounds: &self.rounds,
                    });
                }
            }
        }
        Ok(())
    }

    fn luck(&self) -> Option<i64> {
        self.meter.as_ref().map(|(_, luck)| *luck)
    }

    fn luck_unit(&self) -> Option<i64> {
        self.meter.as_ref().map(|(meter, _)| meter.unit())
    }

    fn narrate(&mut self, block: u64, number: usize, out: &mut String) -> Result<Option<Standing>, MatchFault> {
        self.deals.open(block);
        let find = |seating: &Seating| seating.matches.iter().find(|(n, _)| *n == number).cloned();
        let Some((seating, (_, slots))) =
            self.seatings.iter().enumerate().find_map(|(at, seating)| Some((at, find(seating)?)))
        else {
            return Ok(None);
        };
        // Identical seatings are played once; the names are those of the match that was asked for.
        let table = *self.game.table();
        let partners = table.seats() / table.sides();
        let names: Vec<String> = (0..table.seats())
            .map(|seat| {
                let slot = slots.iter().position(|side| side.index() == seat % table.sides()).unwrap_or(0);
                self.names[slot * partners + seat / table.sides()].clone()
            })
            .collect();
        match self.play::<false>(seating, Some(&mut Narrator { seats: &names, out })) {
            Ok(result) => Ok(Some(result.end)),
            Err(fault) => Err(self.fault(block, number, seating, fault)),
        }
    }
}
