//! The laws themselves, for any game: what the contract in `game.rs` promises, checked along matches played at random and by greed.

use std::collections::BTreeSet;

use sixtyone_engine::arena::match_loop::MatchResult;
use sixtyone_engine::context::Context;
use sixtyone_engine::game::{
    Event, Moves, Outcome, RoundEnd, RoundLog, Seat, SeatView, Side, Standing, Step, Table, Turn, WIN_UNITS,
};
use sixtyone_engine::games::{GameVisitor, Playable};
use sixtyone_engine::pieces::Pieces;
use sixtyone_engine::player::Player;
use sixtyone_engine::strategies::StrategyPlan;
use sixtyone_engine::streams::{Stream, Streams};

use std::path::Path;

use crate::support;

/// The honest strategies that face the laws, by name: one row each. A strategy stays out of games that it does not know.
const STRATEGIES: [&str; 13] = [
    "random",
    "greedy",
    "beginner",
    "club",
    "expert",
    "cards-expert",
    "cards-three",
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cards.toml"),
    "ismcts:iterations=6,goal=points",
    "ismcts:iterations=5,reuse=true,playout=mixed,goal=points",
    "ismcts:iterations=5,trust=0.5,worlds=4,solve=4,goal=points",
    "rollout:worlds=3,goal=points",
    "pimc:worlds=2,nodes=60,goal=points",
];
/// Those that see all hands: they are held to everything but honesty.
const SEERS: [&str; 1] = ["omniscient:nodes=60,goal=points"];

/// The strategies that can play a game.
fn strategies<G: Playable>(game: &G) -> Vec<StrategyPlan> {
    let resolve =
        |name: &&str| StrategyPlan::resolve(name, Some(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")))).unwrap();
    STRATEGIES.iter().chain(&SEERS).map(resolve).filter(|plan| plan.build(game, &Context::default()).is_ok()).collect()
}

/// Rounds of a match whose every position is examined; the rest is played for the laws of whole matches.
const ROUNDS_EXAMINED: u32 = 3;
/// The master seed.
const SEED: u64 = 61;
/// Matches examined.
const MATCHES: u64 = 4;
/// Worlds sampled from one view.
const WORLDS: usize = 2;
/// No round of any game has so many moves.
const MOST_MOVES: usize = 300;

/// Holds a game against the laws.
pub(crate) struct Laws {
    /// What to call the game when it fails.
    pub(crate) name: String,
}

impl GameVisitor for Laws {
    type Out = ();

    fn visit<G: Playable>(self, game: G) {
        laws(&game, &self.name);
    }
}

/// Everything that is asked of a game.
pub(crate) fn laws<G: Playable>(game: &G, name: &str) {
    let strategies = strategies(game);
    let streams = Streams::new(SEED);
    for block in 0..MATCHES {
        let court = Court { game, name, strategies: &strategies, streams, block };
        let first = court.examined_match();
        assert!(first == court.examined_match(), "{name}: the same match twice");
        let result = support::play_match(game, streams, block, |seat| court.player(seat));
        assert_eq!(result, first.result, "{name}: the match loop plays and counts the same match");
        court.strategies_against_themselves();
    }
    for strategy in &strategies {
        nothing_is_remembered(game, name, streams, strategy);
    }
}

/// A player carries nothing from one match into another: the blocks come out the same in any order.
fn nothing_is_remembered<G: Playable>(game: &G, name: &str, streams: Streams, strategy: &StrategyPlan) {
    let play = |blocks: &[u64]| {
        support::play_matches(game, streams, blocks, |_| strategy.build(game, &Context::default()).unwrap())
    };
    let forward = play(&[0, 1, 2, 3]);
    let mut backward = play(&[3, 2, 1, 0]);
    backward.reverse();
    assert_eq!(forward, backward, "{name}: {} remembers other matches", strategy.text);
}

/// A match under examination.
struct Court<'a, G> {
    game: &'a G,
    name: &'a str,
    strategies: &'a [StrategyPlan],
    streams: Streams,
    block: u64,
}

/// What a match came to, for comparison.
#[derive(PartialEq)]
struct Transcript {
    moves: Vec<(u8, String, Event)>,
    result: MatchResult,
}

/// The figures of a match, counted once more.
struct Figures {
    result: MatchResult,
    leader: Option<usize>,
}

impl Figures {
    fn new(at: Standing) -> Figures {
        let result = MatchResult {
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
        Figures { result, leader: None }
    }

    fn a_deal(&mut self, event: Event, scores: &[u16]) {
        self.events(event);
        if event.offered > 0 {
            self.look(scores);
        }
    }

    fn a_move(&mut self, choices: u32, event: Event, scores: &[u16]) {
        self.result.moves += 1;
        self.result.choices += u64::from(choices);
        self.events(event);
        self.look(scores);
    }

    fn events(&mut self, event: Event) {
        self.result.lost_events += u64::from(event.lost_events);
        if event.lost_events > 0 {
            self.result.lost_points += i64::from(event.offered) - i64::from(event.taken);
        }
    }

    fn look(&mut self, scores: &[u16]) {
        let best = scores.iter().max();
        let leaders: Vec<usize> = (0..scores.len()).filter(|side| Some(&scores[*side]) == best).collect();
        if let [leader] = leaders[..] {
            self.result.lead_changes += u32::from(self.leader.is_some_and(|before| before != leader));
            self.leader = Some(leader);
        }
    }

    fn a_round(&mut self, end: RoundEnd, table: &Table, opener: Seat, at: &Standing, next: &Standing) {
        if end == RoundEnd::Void {
            self.result.voids += 1;
            return;
        }
        self.result.rounds += 1;
        self.result.blocked += u32::from(end == RoundEnd::Blocked);
        let own = table.side_of(opener).index();
        for side in 0..table.sides() {
            let gain = i64::from(next.scores[side]) - i64::from(at.scores[side]);
            self.result.edge += if side == own { (table.sides() as i64 - 1) * gain } else { -gain };
        }
    }
}

impl<G: Playable> Court<'_, G> {
    /// Plays a match in which greedy and random seats alternate, and examines its first rounds.
    fn examined_match(&self) -> Transcript {
        let (game, name) = (self.game, self.name);
        let (mut deck, mut lot) = (self.streams.deck(), self.streams.lot());
        let mut streams: Vec<Stream> = (0..game.table().seats())
            .map(|seat| {
                let mut stream = self.streams.play(0);
                Streams::open_play(&mut stream, self.block, seat);
                stream
            })
            .collect();
        Streams::open_lot(&mut lot, self.block, 0);
        let mut at = game.first(&mut lot);
        let mut moves = Vec::new();
        let mut figures = Figures::new(at);
        assert_eq!(at.outcome, Outcome::Open, "{name}: a match begins open");
        let mut pack = None;
        let mut log = Vec::new();
        while at.outcome == Outcome::Open {
            Streams::open_deck(&mut deck, self.block, at.round, at.attempt);
            let deal = game.deal(&mut deck);
            let start = game.start(&at, &deal);
            self.a_start(&at, &start);
            self.an_exchange(&at, &deal, &start);
            figures.a_deal(game.dealt(&start), &self.scores(&start));
            if at.round == 0 && at.attempt == 0 {
                figures.result.opener = game.opener(&start);
            }
            let mut s = start;
            log.clear();
            while let Turn::Seat(seat) = game.turn(&s) {
                if at.round < ROUNDS_EXAMINED {
                    self.a_position(&s, &log, seat);
                }
                let mv = self.player(seat.index()).choose(game, &s, &log, seat, &mut streams[seat.index()]).unwrap();
                let text = game.write_move(&s, mv);
                let choices = game.move_count(&s);
                let event = self.a_move(&mut s, mv);
                log.push(Step { seat, mv, event });
                moves.push((seat.0, text, event));
                figures.a_move(choices, event, &self.scores(&s));
                assert!(log.len() < MOST_MOVES, "{name}: a round ends");
            }
            Streams::open_lot(&mut lot, self.block, at.round + 1);
            let next = game.settle(&at, &s, &mut lot);
            self.a_settlement(&at, &s, &next);
            figures.a_round(game.round_end(&s), game.table(), game.opener(&s), &at, &next);
            if at.round < ROUNDS_EXAMINED {
                Streams::open_deck(&mut deck, self.block, at.round, at.attempt);
                let material = self.a_record(RoundLog { at: &at, start: &start, steps: &log }, &mut deck);
                self.a_drawing(RoundLog { at: &at, start: &start, steps: &log });
                let pack = pack.get_or_insert_with(|| material.clone());
                assert!(*pack == material, "{name}: every round is played with the same material");
            }
            at = next;
            assert!(at.round <= 1_000_000, "{name}: a match ends");
        }
        let total: u32 = (0..game.table().sides()).map(|side| at.share(Side(side as u8), game.table())).sum();
        assert_eq!(total, WIN_UNITS, "{name}: the win is shared out whole");
        figures.result.end = at;
        Transcript { moves, result: figures.result }
    }

    /// The players of the examined match.
    fn player(&self, seat: usize) -> Player<G> {
        if (seat as u64 + self.block).is_multiple_of(2) { Player::Greedy } else { Player::Random }
    }

    fn scores(&self, s: &G::State) -> Vec<u16> {
        (0..self.game.table().sides()).map(|side| self.game.score(s, Side(side as u8))).collect()
    }

    fn moves(&self, s: &G::State) -> Moves<G::Move> {
        let mut moves = Moves::new();
        self.game.moves(s, &mut moves);
        moves
    }

    /// A round takes over the standing.
    fn a_start(&self, at: &Standing, start: &G::State) {
        let game = self.game;
        let (before, after) = (&at.scores[..game.table().sides()], self.scores(start));
        let dealt = game.dealt(start);
        if dealt == Event::default() {
            assert_eq!(after, before, "{}: a round takes over the scores", self.name);
        }
        let change: i32 = after.iter().zip(before).map(|(after, before)| i32::from(*after) - i32::from(*before)).sum();
        assert_eq!(i32::from(dealt.taken), change, "{}: and what the deal itself scores", self.name);
        assert!(game.opener(start).index() < game.table().seats());
    }

    /// With two sides a deal can be exchanged: nobody holds what he held, and exchanged again it is the deal.
    fn an_exchange(&self, at: &Standing, deal: &G::Deal, start: &G::State) {
        let (game, name) = (self.game, self.name);
        if game.table().sides() != 2 {
            return;
        }
        let other = game.exchanged(deal);
        let (exchanged, again) = (game.start(at, &other), game.start(at, &game.exchanged(&other)));
        for seat in (0..game.table().seats() as u8).map(Seat) {
            assert!(game.view(start, &[], seat) != game.view(&exchanged, &[], seat), "{name}: other hands");
            assert!(game.view(start, &[], seat) == game.view(&again, &[], seat), "{name}: exchanged twice");
        }
    }

    /// The laws of a position in which `seat` is to move.
    fn a_position(&self, s: &G::State, log: &[Step<G::Move>], seat: Seat) {
        let (game, name) = (self.game, self.name);
        assert!(seat.index() < game.table().seats());
        let moves = self.moves(s);
        assert!(!moves.is_empty(), "{name}: who is to move has a move");
        assert!(moves.windows(2).all(|pair| pair[0] < pair[1]), "{name}: moves are sorted, without repeats");
        assert_eq!(game.move_count(s) as usize, moves.len(), "{name}: moves are counted right");
        for (n, mv) in moves.iter().enumerate() {
            assert_eq!(game.nth_move(s, n as u32), *mv, "{name}: moves are numbered in order");
        }
        let codes: Vec<u8> = moves.iter().map(|mv| G::code_of(*mv)).collect();
        let coded: Vec<u8> = Pieces(game.legal_mask(s)).into_iter().collect();
        assert_eq!(coded, codes, "{name}: the codes of the moves are in their order");
        assert!(moves.iter().zip(coded).all(|(mv, code)| G::move_of(code) == *mv), "{name}: codes stand for moves");
        self.notation(s, &moves);

        let view = game.view(s, log, seat);
        assert!(view == game.view(s, log, seat), "{name}: a view equals itself");
        let mut seen = Moves::new();
        view.moves(&mut seen);
        assert_eq!(seen, moves, "{name}: moves seen from the view are moves of the state");
        assert_eq!(view.move_count() as usize, moves.len());
        for (n, mv) in moves.iter().enumerate() {
            assert_eq!(view.nth_move(n as u32), *mv);
        }
        self.the_way_back(s, log, seat);
        self.sampled_worlds(s, log, seat);
    }

    /// A state goes back to the round's beginning, from where the moves of the log lead to it again.
    fn the_way_back(&self, s: &G::State, log: &[Step<G::Move>], seat: Seat) {
        let (game, name) = (self.game, self.name);
        let (mut again, skipped) = G::rewound(game.view(s, log, seat), s);
        for step in &log[skipped..] {
            if game.round_end(&again) == RoundEnd::Won {
                // The scores need not be those of that time, so that a low target can be passed.
                return;
            }
            assert_eq!(game.turn(&again), Turn::Seat(step.seat), "{name}: whose turn it was");
            assert!(self.moves(&again).contains(&step.mv), "{name}: what was played could be played");
            game.play(&mut again, step.mv);
        }
        assert_eq!((game.turn(&again), self.moves(&again)), (game.turn(s), self.moves(s)), "{name}: the way back");
    }

    /// Text names each move, and nothing else.
    fn notation(&self, s: &G::State, moves: &Moves<G::Move>) {
        let (game, name) = (self.game, self.name);
        let texts: BTreeSet<String> = moves.iter().map(|mv| game.write_move(s, *mv)).collect();
        assert_eq!(texts.len(), moves.len(), "{name}: moves have different names");
        for mv in moves {
            let text = game.write_move(s, *mv);
            assert_eq!(game.read_move(s, &text), Some(*mv), "{name}: {text} is read back");
            assert_eq!(game.read_move(s, &format!("{text} {text}")), None, "{name}: no move has two names in one");
        }
        for text in ["", " ", "nonsense", "-", "6", "99-99", "left"] {
            assert_eq!(game.read_move(s, text), None, "{name}: {text:?} is no move");
        }
    }

    /// Worlds drawn from a view look the same from there, and no honest strategy can tell them from the truth.
    fn sampled_worlds(&self, s: &G::State, log: &[Step<G::Move>], seat: Seat) {
        let (game, name) = (self.game, self.name);
        let sampler = G::sampler(game.view(s, log, seat));
        let mut own = support::stream(log.len() as u64, self.block);
        for _ in 0..WORLDS {
            let world = G::sample(game.view(s, log, seat), &sampler, &mut own);
            let (here, there) = (game.view(s, log, seat), game.view(&world, log, seat));
            assert!(here == there, "{name}: {there:?} of a sampled world is not {here:?}");
            assert_eq!(game.turn(&world), Turn::Seat(seat));
            assert_eq!(game.opener(&world), game.opener(s));
            assert_eq!(self.scores(&world), self.scores(s));
            assert_eq!(self.moves(&world), self.moves(s), "{name}: the moves of a sampled world are those of the view");
            for strategy in self.strategies.iter().filter(|strategy| !strategy.sees_all()) {
                let choose = |s: &G::State| {
                    let mut stream = self.streams.play(0);
                    Streams::open_play(&mut stream, self.block, seat.index());
                    let mut player = strategy.build(game, &Context::default()).unwrap();
                    player.start_match(game, seat).unwrap();
                    player.choose(game, s, log, seat, &mut stream).unwrap()
                };
                assert_eq!(choose(s), choose(&world), "{name}: {} sees through the backs", strategy.text);
            }
            self.a_playout(world, &mut own);
        }
    }

    /// A sampled world can be played to its end.
    fn a_playout(&self, mut world: G::State, own: &mut Stream) {
        let mut moves = 0;
        while let Turn::Seat(_) = self.game.turn(&world) {
            let count = self.game.move_count(&world);
            assert!(count > 0 && moves < MOST_MOVES, "{}: a sampled world is a round like any other", self.name);
            let mv = self.game.nth_move(&world, own.below(count));
            self.game.play(&mut world, mv);
            moves += 1;
        }
    }

    /// A move does what it says, and the same again.
    fn a_move(&self, s: &mut G::State, mv: G::Move) -> Event {
        let (game, name) = (self.game, self.name);
        let before = self.scores(s);
        let mut again = *s;
        let event = game.play(s, mv);
        assert_eq!(game.play(&mut again, mv), event, "{name}: a move has one outcome");
        assert_eq!(self.scores(&again), self.scores(s));
        assert_eq!(game.turn(&again), game.turn(s));
        let change: i32 =
            self.scores(s).iter().zip(&before).map(|(after, before)| i32::from(*after) - i32::from(*before)).sum();
        assert_eq!(i32::from(event.taken), change, "{name}: the points taken are the change of the scores");
        // A void deal takes back what it gave (A6).
        if event.lost_events == 0 && game.round_end(s) != RoundEnd::Void {
            assert_eq!(i32::from(event.offered), change, "{name}: what is not lost is taken");
        }
        event
    }

    /// The standing after a round follows from the round.
    fn a_settlement(&self, at: &Standing, s: &G::State, next: &Standing) {
        let (game, name) = (self.game, self.name);
        let sides = game.table().sides();
        assert_eq!(next.scores[..sides], self.scores(s), "{name}: the round's scores stand");
        assert!(next.scores[sides..].iter().all(|score| *score == 0));
        if game.round_end(s) == RoundEnd::Void {
            assert_eq!((next.round, next.attempt), (at.round, at.attempt + 1), "{name}: a void deal is no round");
        } else {
            assert_eq!((next.round, next.attempt), (at.round + 1, 0));
        }
        if let Some(lead) = next.lead {
            assert!(lead.index() < game.table().seats());
        }
        match next.outcome {
            Outcome::Won(sides) => assert!(!sides.is_empty(), "{name}: somebody won"),
            Outcome::Open => assert_ne!(game.round_end(s), RoundEnd::Won, "{name}: a won match is over"),
            Outcome::Unfinished => {}
        }
    }

    /// The record of a round holds every piece once, and each move was in the mover's hand. Returns the pieces.
    fn a_record(&self, log: RoundLog<'_, G>, deck: &mut Stream) -> BTreeSet<String> {
        let name = self.name;
        let (mut json, played) = (Vec::new(), log.steps.len());
        self.game.record_round(log, deck, &mut json);
        let record: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let texts = |list: &serde_json::Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect()
        };
        let mut hands: Vec<Vec<String>> = record["hands"].as_array().unwrap().iter().map(texts).collect();
        assert_eq!(hands.len(), self.game.table().seats());
        // Cards are turned up, too.
        let turned = record.get("turned").map(texts).unwrap_or_default();
        let all: Vec<String> = hands.concat().into_iter().chain(turned).chain(texts(&record["undealt"])).collect();
        let pieces: BTreeSet<String> = all.iter().cloned().collect();
        assert_eq!(pieces.len(), all.len(), "{name}: no piece is there twice");
        let moves = record["moves"].as_array().unwrap();
        assert_eq!(moves.len(), played);
        for mv in moves {
            // Bids lay nothing.
            let Some(piece) = ["tile", "move"].iter().find_map(|key| mv[*key].as_str()) else { continue };
            if ["stand", "beg", "give", "run"].contains(&piece) {
                continue;
            }
            let hand = &mut hands[mv["seat"].as_u64().unwrap() as usize];
            let place = hand.iter().position(|held| held == piece);
            hand.remove(place.unwrap_or_else(|| panic!("{name}: {piece} was not held")));
        }
        pieces
    }

    /// A round can be drawn for people, who see every move by its player's name.
    fn a_drawing(&self, log: RoundLog<'_, G>) {
        let seats: Vec<String> = (0..self.game.table().seats()).map(|seat| format!("player-{seat}-here")).collect();
        let moves = log.steps.len();
        let mut drawing = String::new();
        self.game.narrate(log, &seats, &mut drawing);
        let mentions: usize = seats.iter().map(|name| drawing.matches(name.as_str()).count()).sum();
        assert!(mentions >= moves + seats.len(), "{}: {drawing}", self.name);
    }

    /// A strategy against itself plays the same match in every seating.
    fn strategies_against_themselves(&self) {
        let (game, name) = (self.game, self.name);
        for strategy in self.strategies {
            let play = || {
                support::play_match(game, self.streams, self.block, |_| {
                    strategy.build(game, &Context::default()).unwrap()
                })
            };
            let first = play();
            assert_ne!(first.end.outcome, Outcome::Open, "{name}: {} comes to an end", strategy.text);
            assert_eq!(play(), first, "{name}: {} against itself plays the same match in every seating", strategy.text);
        }
    }
}
