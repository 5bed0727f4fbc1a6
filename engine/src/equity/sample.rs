//! Where rounds lead: the reference strategy plays the same deals from every standing.
//!
//! Every seat plays the same strategy. A deal is played once for each [`Play`]: with each seat leading where the lead rotates, with either
//! side ahead where the deal decides who leads, with both where a lot does. So each side gets either hand, which takes away much of what
//! the luck of the deal would add; where cards are dealt relative to the dealer that cannot be, and a deal is played once. Deals and the numbers that strategies draw depend on the deal alone: all standings share them, so
//! that neighbouring chances differ by what the scores do and not by luck.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::chain::{BATCHES, Distribution, NextStanding, StandingSpace};
use super::reference::Reference;
use super::solve::Unsolved;
use crate::game::{Game, NextLead, Seat, Standing, Step};
use crate::player::{Player, play_greedily, play_out};
use crate::strategy::StrategyFault;
use crate::streams::{Stream, Streams};

/// The master seed of the deals, `equity` in ASCII: they are independent of any experiment.
const SEED: u64 = 0x6571_7569_7479;

/// What a building reports and obeys while it is under way.
#[derive(Clone, Copy)]
pub struct BuildControl<'a> {
    /// Threads to use; the table does not depend on it.
    pub threads: usize,
    /// Set from outside to stop.
    pub stop: &'a AtomicBool,
    /// Told in words what takes time, and what was found wrong.
    pub notice: &'a (dyn Fn(&str) + Sync),
    /// Told how many standings more are done, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// One way to play a deal from a kept standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Play {
    lead: Option<Seat>,
    /// Side 1 takes the place of the standing's side 0.
    swapped: bool,
}

fn plays<G: Game>(game: &G) -> Vec<Play> {
    let seats = || game.table().all_seats();
    let rules = game.match_rules();
    match rules.next_lead {
        NextLead::Rotates if rules.dealt_from_lead => vec![Play { lead: Some(Seat(0)), swapped: false }],
        NextLead::Rotates => {
            seats().map(|seat| Play { lead: Some(seat), swapped: game.table().side_of(seat).0 == 1 }).collect()
        }
        NextLead::Lot => {
            let both = |seat| [false, true].map(|swapped| Play { lead: Some(seat), swapped });
            seats().flat_map(both).collect()
        }
        NextLead::Deal => [false, true].map(|swapped| Play { lead: None, swapped }).to_vec(),
    }
}

/// How many rounds a deal is played for at each standing.
pub(super) fn rounds_per_deal<G: Game>(game: &G) -> u32 {
    plays(game).len() as u32
}

/// What all standings share.
pub(super) struct Sampling<'a, G: Game> {
    game: &'a G,
    standings: StandingSpace,
    deals: Vec<G::Deal>,
    plays: Vec<Play>,
    workers: Vec<Worker<G>>,
    stop: &'a AtomicBool,
    /// Told the number of standings done.
    progress: &'a (dyn Fn(u64) + Sync),
}

/// What each thread has of its own.
struct Worker<G: Game> {
    /// One for each seat, all identical, with the stream that it draws from.
    players: Vec<(Player<G>, Stream)>,
    /// All are `greedy`.
    greedy: bool,
    /// How often each outcome came up, by its code; all zero between standings.
    counts: Vec<[u16; BATCHES]>,
    /// The outcomes that came up.
    seen: Vec<NextStanding>,
    log: Vec<Step<G::Move>>,
}

impl<'a, G: Game> Sampling<'a, G> {
    /// Deals `deals` rounds, and makes players of `reference` ready for every thread.
    pub(super) fn new(
        game: &'a G,
        deals: u32,
        reference: &Reference<'_, G>,
        control: &BuildControl<'a>,
    ) -> Result<Sampling<'a, G>, StrategyFault> {
        let streams = Streams::new(SEED);
        let standings = StandingSpace::of(game);
        let mut deck = streams.deck();
        let deal = |number: u32| {
            Streams::open_deck(&mut deck, u64::from(number), 0, 0);
            game.deal(&mut deck)
        };
        let player = |_| Ok(((reference.make)()?, streams.play(reference.salt)));
        let worker = |_| {
            let players = (0..game.table().seats()).map(player).collect::<Result<Vec<_>, StrategyFault>>()?;
            Ok(Worker {
                greedy: players.iter().all(|(player, _)| player.is_greedy()),
                players,
                counts: vec![[0; BATCHES]; standings.codes()],
                seen: Vec::new(),
                log: Vec::new(),
            })
        };
        Ok(Sampling {
            game,
            standings,
            deals: (0..deals).map(deal).collect(),
            plays: plays(game),
            workers: (0..control.threads.max(1)).map(worker).collect::<Result<_, StrategyFault>>()?,
            stop: control.stop,
            progress: control.progress,
        })
    }

    /// Where the rounds from some kept standings led, in their order.
    ///
    /// Threads take one standing after the other. They are not those of a pool: whoever waits for a table must not be given other work
    /// that may wait for the same table.
    pub(super) fn rounds(&mut self, numbers: &[usize]) -> Result<Vec<Distribution>, Unsolved> {
        let (game, standings, deals, plays) = (self.game, self.standings, &self.deals[..], &self.plays[..]);
        let (stop, progress) = (self.stop, self.progress);
        let taken = AtomicUsize::new(0);
        let work = |worker: &mut Worker<G>| {
            let mut done = Vec::new();
            loop {
                let at = taken.fetch_add(1, Ordering::Relaxed);
                let Some(number) = numbers.get(at).filter(|_| !stop.load(Ordering::Relaxed)) else {
                    return Ok(done);
                };
                done.push((at, worker.play_from(game, standings, *number, deals, plays)?));
                progress(1);
            }
        };
        let mut found: Vec<Distribution> = vec![Vec::new(); numbers.len()];
        let parts: Vec<Result<Vec<(usize, Distribution)>, StrategyFault>> = match &mut self.workers[..] {
            [worker] => vec![work(worker)],
            workers => std::thread::scope(|scope| {
                let threads: Vec<_> = workers.iter_mut().map(|worker| scope.spawn(|| work(worker))).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .collect()
            }),
        };
        for part in parts {
            for (at, distribution) in part.map_err(Unsolved::Failed)? {
                found[at] = distribution;
            }
        }
        if stop.load(Ordering::Relaxed) { Err(Unsolved::Stopped) } else { Ok(found) }
    }
}

impl<G: Game> Worker<G> {
    fn play_from(
        &mut self,
        game: &G,
        standings: StandingSpace,
        number: usize,
        deals: &[G::Deal],
        plays: &[Play],
    ) -> Result<Distribution, StrategyFault> {
        let scores = standings.scores(number);
        for play in plays {
            let mut at = Standing::new(play.lead);
            at.scores[usize::from(play.swapped)] = scores[0];
            at.scores[usize::from(!play.swapped)] = scores[1];
            for (deal_number, deal) in deals.iter().enumerate() {
                let start = game.start(&at, deal);
                let end = if self.greedy { play_greedily(game, start) } else { self.play(game, start, deal_number)? };
                let next = standings.after(game, &game.close(&at, &end), play.swapped);
                let counts = &mut self.counts[next.index()];
                if *counts == [0; BATCHES] {
                    self.seen.push(next);
                }
                counts[deal_number % BATCHES] += 1;
            }
        }
        self.seen.sort_unstable();
        let counts = &mut self.counts;
        Ok(self.seen.drain(..).map(|next| (next, std::mem::replace(&mut counts[next.index()], [0; BATCHES]))).collect())
    }

    /// Plays a round to its end by any strategy. `deal` numbers the streams of random numbers.
    fn play(&mut self, game: &G, start: G::State, deal: usize) -> Result<G::State, StrategyFault> {
        for (seat, (player, stream)) in self.players.iter_mut().enumerate() {
            player.start_match(game, Seat(seat as u8))?;
            Streams::open_play(stream, deal as u64, seat);
        }
        let players = &mut self.players;
        play_out(game, start, &mut self.log, |s, log, seat| {
            let (player, stream) = &mut players[seat.index()];
            player.choose(game, s, log, seat, stream)
        })
    }
}
