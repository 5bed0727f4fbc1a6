//! One match: deals, turns, knocks, settling, and the figures that are counted on the way.

use std::hint::select_unpredictable;

use arrayvec::ArrayVec;

use crate::game::{Event, FastForward, Game, MAX_SEATS, Outcome, RoundEnd, RoundLog, Seat, Side, Standing, Step, Turn};
use crate::player::Player;
use crate::strategy::StrategyFault;
use crate::streams::{Stream, Streams};

/// The random streams that a worker reads, one reader for each purpose.
pub struct Readers {
    deck: Stream,
    lot: Stream,
}

impl Readers {
    /// Readers of a master seed's streams.
    #[must_use]
    pub fn new(streams: Streams) -> Readers {
        Readers { deck: streams.deck(), lot: streams.lot() }
    }
}

/// The deals of one block, made when a match first needs them and shared by all its matches.
pub struct Deals<G: Game> {
    block: u64,
    first_attempts: Vec<G::Deal>,
    /// How many rounds' deals are worth remembering.
    most: usize,
}

impl<G: Game> Deals<G> {
    /// No deals yet.
    #[must_use]
    pub const fn new() -> Deals<G> {
        // Very long matches need not be remembered whole.
        Deals { block: 0, first_attempts: Vec::new(), most: 4096 }
    }

    /// Deals of blocks that have one match each, which need not be remembered.
    #[must_use]
    pub const fn of_single_matches() -> Deals<G> {
        Deals { block: 0, first_attempts: Vec::new(), most: 0 }
    }

    /// Turns to another block.
    #[inline]
    pub fn open(&mut self, block: u64) {
        self.block = block;
        self.first_attempts.clear();
    }

    /// The deal of (round, attempt) in this block.
    #[inline(always)]
    fn get(&mut self, game: &G, at: &Standing, deck: &mut Stream) -> G::Deal {
        let round = at.round as usize;
        if at.attempt == 0 && round < self.first_attempts.len() {
            return self.first_attempts[round];
        }
        Streams::open_deck(deck, self.block, at.round, at.attempt);
        let deal = game.deal(deck);
        // Later attempts are rare.
        if at.attempt == 0 && round < self.most {
            self.first_attempts.push(deal);
        }
        deal
    }
}

impl<G: Game> Default for Deals<G> {
    fn default() -> Self {
        Deals::new()
    }
}

/// A player and the stream it draws from.
pub struct Contestant<G: Game> {
    /// Who plays.
    pub player: Player<G>,
    /// The random numbers for its moves.
    pub stream: Stream,
}

/// A strategy that failed, and the seat that it had.
#[derive(Debug)]
pub struct SeatFault {
    /// The seat.
    pub seat: Seat,
    /// Why.
    pub fault: StrategyFault,
}

/// For each seat, which contestant sits there.
pub type Seating = [u8; MAX_SEATS];

/// The result of one match. Points and counts are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The standing at the end.
    pub end: Standing,
    /// The seat that opened the first round.
    pub opener: Seat,
    /// Rounds played, void deals apart.
    pub rounds: u32,
    /// Placements, or cards and bids.
    pub moves: u64,
    /// Moves to choose from, summed over all decisions.
    pub choices: u64,
    /// Blocked rounds.
    pub blocked: u32,
    /// Void deals.
    pub voids: u32,
    /// Scoring events not taken whole.
    pub lost_events: u64,
    /// Points offered and not taken.
    pub lost_points: i64,
    /// How often another side took the sole lead.
    pub lead_changes: u32,
    /// Over all rounds: (sides − 1) × points taken by the opener's side − points taken by the others.
    pub edge: i64,
}

/// Sees each round of a match when it is over.
pub trait Watch<G: Game> {
    /// Looks at a finished round and what was dealt for it; `deck` reads the round's deck from its start.
    fn round(&mut self, game: &G, deal: &G::Deal, log: RoundLog<'_, G>, deck: &mut Stream);
}

/// The number of sides, known while compiling where it can be.
#[inline(always)]
fn sides_of<G: Game>(game: &G) -> usize {
    G::SIDES.unwrap_or_else(|| game.table().sides())
}

/// Follows who leads.
struct Lead {
    leader: u8,
    changes: u32,
}

impl Lead {
    /// No side has led yet.
    const NOBODY: u8 = u8::MAX;

    #[inline(always)]
    fn look<G: Game>(&mut self, game: &G, s: &G::State) {
        let mut best = game.score(s, Side(0));
        let mut leader = 0;
        for side in 1..sides_of(game) as u8 {
            let score = game.score(s, Side(side));
            // Between equals nobody newly leads: the leader so far stays on record.
            leader = select_unpredictable(score > best, side, leader);
            leader = select_unpredictable(score == best, self.leader, leader);
            best = best.max(score);
        }
        self.changes += u32::from(leader != self.leader && self.leader != Self::NOBODY);
        self.leader = leader;
    }
}

/// Plays one match. `contestants[seating[seat]]` sits at that seat.
///
/// `PLAIN` compiles the loop for contestants that are all `random` or `greedy` and a match that nobody watches: no log is kept, and
/// the state never leaves the loop, so that it can live in registers.
///
/// # Errors
/// If a strategy fails.
pub fn play_match<G: FastForward, const PLAIN: bool>(
    game: &G,
    deals: &mut Deals<G>,
    readers: &mut Readers,
    contestants: &mut [Contestant<G>],
    seating: &Seating,
    log: &mut Vec<Step<G::Move>>,
    mut watch: Option<&mut dyn Watch<G>>,
) -> Result<MatchResult, SeatFault> {
    let block = deals.block;
    let sides = sides_of(game);
    // Contestants in the order of their seats; every contestant has one.
    let mut seated: ArrayVec<&mut Contestant<G>, MAX_SEATS> = contestants.iter_mut().collect();
    for seat in 0..seated.len() {
        let mut from = usize::from(seating[seat]);
        // Those at earlier seats have moved: follow where this one went.
        while from < seat {
            from = usize::from(seating[from]);
        }
        seated.swap(seat, from);
        let at = Seat(seat as u8);
        seated[seat].player.start_match(game, at).map_err(|fault| SeatFault { seat: at, fault })?;
        Streams::open_play(&mut seated[seat].stream, block, seat);
    }
    let random = seated.iter().all(|contestant| contestant.player.is_random());
    Streams::open_lot(&mut readers.lot, block, 0);
    let mut at = game.first(&mut readers.lot);
    let mut lead = Lead { leader: Lead::NOBODY, changes: 0 };
    let mut result = MatchResult {
        end: at,
        opener: Seat(0),
        rounds: 0,
        moves: 0,
        choices: 0,
        blocked: 0,
        voids: 0,
        lost_events: 0,
        lost_points: 0,
        lead_changes: 0,
        edge: 0,
    };
    loop {
        let deal = deals.get(game, &at, &mut readers.deck);
        let start = game.start(&at, &deal);
        let mut s = start;
        log.clear();
        let opener = game.opener(&s);
        let dealt = game.dealt(&s);
        if dealt.offered != 0 {
            result.add_lost(dealt);
            lead.look(game, &s);
        }
        if at.round == 0 && at.attempt == 0 {
            result.opener = opener;
        }
        // The first move stands apart from the fast loop: what is special about an opening is then resolved at compile time.
        if PLAIN && let Turn::Seat(seat) = game.turn(&s) {
            take_turn::<G, PLAIN>(game, &mut s, seat, &mut seated, log, &mut result, &mut lead)?;
        }
        while let Turn::Seat(seat) = game.turn(&s) {
            if PLAIN
                && G::FAST_FORWARDS
                && random
                && let [first, second] = &mut seated[..]
                && let Some(skipped) = game.fast_forward(&mut s, [&mut first.stream, &mut second.stream])
            {
                result.moves += skipped.moves;
                result.choices += skipped.choices;
                result.add_lost(skipped.event);
                lead.look(game, &s);
                continue;
            }
            take_turn::<G, PLAIN>(game, &mut s, seat, &mut seated, log, &mut result, &mut lead)?;
        }
        // A copy, so that the loop's state is never passed on by address.
        let s = s;
        let before = at;
        Streams::open_lot(&mut readers.lot, block, at.round + 1);
        at = game.settle(&at, &s, &mut readers.lot);
        if !PLAIN && let Some(watch) = &mut watch {
            Streams::open_deck(&mut readers.deck, block, before.round, before.attempt);
            watch.round(game, &deal, RoundLog { at: &before, start: &start, steps: log }, &mut readers.deck);
        }
        match game.round_end(&s) {
            RoundEnd::Void => result.voids += 1,
            end => {
                result.rounds += 1;
                result.blocked += u32::from(end == RoundEnd::Blocked);
                let mut gains = 0;
                for side in 0..sides {
                    gains += i64::from(at.scores[side]) - i64::from(before.scores[side]);
                }
                let own = game.table().side_of(opener).index();
                let gain = i64::from(at.scores[own]) - i64::from(before.scores[own]);
                result.edge += sides as i64 * gain - gains;
            }
        }
        if at.outcome != Outcome::Open {
            result.end = at;
            result.lead_changes = lead.changes;
            return Ok(result);
        }
    }
}

/// One decision and what follows from it.
#[inline(always)]
fn take_turn<G: Game, const PLAIN: bool>(
    game: &G,
    s: &mut G::State,
    seat: Seat,
    seated: &mut [&mut Contestant<G>],
    log: &mut Vec<Step<G::Move>>,
    result: &mut MatchResult,
    lead: &mut Lead,
) -> Result<(), SeatFault> {
    result.choices += u64::from(game.move_count(s));
    let contestant = match seated {
        // A choice between two needs no load that depends on whose turn it is.
        [first, second] => select_unpredictable(seat.0 == 0, &mut **first, &mut **second),
        more => &mut *more[seat.index()],
    };
    let mv = if PLAIN {
        contestant.player.choose_plainly(game.view(s, log, seat), &mut contestant.stream)
    } else {
        contestant
            .player
            .choose(game, s, log, seat, &mut contestant.stream)
            .map_err(|fault| SeatFault { seat, fault })?
    };
    let event = game.play(s, mv);
    result.moves += 1;
    if !PLAIN {
        log.push(Step { seat, mv, event });
    }
    result.add_lost(event);
    lead.look(game, s);
    Ok(())
}

impl MatchResult {
    /// Counts what was lost of a move's events, or of a deal's.
    #[inline(always)]
    fn add_lost(&mut self, event: Event) {
        if event.lost_events != 0 {
            self.lost_events += u64::from(event.lost_events);
            self.lost_points += i64::from(event.offered) - i64::from(event.taken);
        }
    }

    /// The winning margin: best score minus the best of the sides that did not win; 0 where all share or nobody won.
    #[must_use]
    pub fn margin(&self, sides: usize) -> i64 {
        let Outcome::Won(winners) = self.end.outcome else {
            return 0;
        };
        let best = |won: bool| {
            (0..sides.min(MAX_SEATS))
                .filter(|&side| winners.contains(Side(side as u8)) == won)
                .map(|side| i64::from(self.end.scores[side]))
                .max()
        };
        match (best(true), best(false)) {
            (Some(winner), Some(loser)) => winner - loser,
            _ => 0,
        }
    }
}
