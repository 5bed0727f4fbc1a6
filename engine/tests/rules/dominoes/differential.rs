//! Engine and book play the same rounds and must agree on everything, under many mixtures of options.

use serde_json::{Value as Json, json};
use sixtyone_engine::game::{
    Game, Moves, Notation, Outcome, RoundEnd, RoundLog, Seat, Side, Sides, Standing, Step, Turn,
};
use sixtyone_engine::games::dominoes::{Dominoes, Finish, Move, Opener, Rules, Set, State, Tile as SetTile};
use sixtyone_engine::games::options::{OptionValue, Settings};
use sixtyone_engine::games::resolve;
use sixtyone_engine::streams::{Stream, Streams};

use super::book::{self, End, Ending, Round, Tile};
use super::{OnDominoes, listed, on_dominoes};
use crate::support;

/// One of several.
fn one_of<'t>(own: &mut Stream, choices: &[&'t str]) -> &'t str {
    choices[own.below(choices.len() as u32) as usize]
}

/// A random mixture of options; some are refused.
fn random_options(own: &mut Stream) -> (&'static str, Settings) {
    let preset = one_of(own, &["fives-and-threes", "cincos-y-treses"]);
    // The usual rules have an engine of their own for two seats, so a good part of the mixtures keeps to them.
    let usual = own.below(3) == 0;
    let mut settings: Settings = Vec::new();
    let mut set = |name: &str, value: &str| settings.push((name.to_owned(), OptionValue::parse(value)));
    let players = one_of(own, &["2", "2", "3", "4", "4", "4", "5", "6", "7", "9", "12"]);
    set("players", players);
    let tiles = one_of(own, &["6", "6", "9", "12"]);
    set("set", tiles);
    let most = match tiles {
        "6" => 28,
        "9" => 55,
        _ => 91,
    } / players.parse::<u32>().unwrap();
    set("hand", &(1 + own.below(most)).to_string());
    if players == "4" {
        set("sides", one_of(own, &["pairs", "pairs", "individual"]));
    }
    set("first_opener", one_of(own, &["lot", "highest-double"]));
    set("next_opener", one_of(own, &["rotate", "highest-double", "lot"]));
    set("opening_tile", one_of(own, &["any", "any", "that-tile"]));
    set("divisors", one_of(own, &["3,5", "3,5", "3,5,7,11,13", "", "2", "2,3,4,5,6,7,8,9", "11"]));
    set("target", one_of(own, &["61", "1", "2", "5", "9", "13", "20", "30", "200"]));
    set("out_bonus", one_of(own, &["1", "1", "0", "2", "5", "12"]));
    set("max_rounds", one_of(own, &["1", "2", "3", "8"]));
    if usual {
        return (preset, settings);
    }
    let overshoot = one_of(own, &["discard", "allow", "allow", "bounce", "cap"]);
    set("overshoot", overshoot);
    set("finish", one_of(own, &["immediate", if overshoot == "allow" { "round-end" } else { "immediate" }]));
    set("combine_out", one_of(own, &["true", "false"]));
    set("round_end", one_of(own, &["side-out", "first-out", "play-on", "play-on"]));
    (preset, settings)
}

/// How a match is compared.
struct Compare {
    streams: Streams,
    block: u64,
    own: Stream,
}

/// Which endings and happenings were met, so that the comparison cannot be vacuous.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    out: u32,
    blocked: u32,
    blocked_with_a_seat_out: u32,
    played_out: u32,
    won: u32,
    lost_events: u32,
    knocks: u32,
    shared_wins: u32,
    unfinished: u32,
    lone_doubles: u32,
    ends_alike: u32,
    ends_of_one_value: u32,
    bonus_lost: u32,
    two_events: u32,
    seats_skipped: u32,
    below_zero_bounce: u32,
}

impl Met {
    fn counts(&self) -> [u32; 16] {
        [
            self.out,
            self.blocked,
            self.blocked_with_a_seat_out,
            self.played_out,
            self.won,
            self.lost_events,
            self.knocks,
            self.shared_wins,
            self.unfinished,
            self.lone_doubles,
            self.ends_alike,
            self.ends_of_one_value,
            self.bonus_lost,
            self.two_events,
            self.seats_skipped,
            self.below_zero_bounce,
        ]
    }
}

/// The book's name for an engine move.
fn in_book<K: Set>(mv: Move<K::Mask>) -> (Tile, End) {
    (mv.tile().halves(), if mv.is_right() { End::Right } else { End::Left })
}

impl OnDominoes for (&mut Compare, &mut Met) {
    type Out = ();

    fn on<K: Set, const SEATS: usize>(self, game: Dominoes<K, SEATS>) {
        let (compare, met) = self;
        let (mut deck, mut lot) = (compare.streams.deck(), compare.streams.lot());
        let rules = game.rules();
        let sides = game.table().sides();
        Streams::open_lot(&mut lot, compare.block, 0);
        let mut at = game.first(&mut lot);
        assert_eq!(at.lead.is_none(), rules.first_opener == Opener::HighestDouble);
        while at.outcome == Outcome::Open {
            Streams::open_deck(&mut deck, compare.block, at.round, 0);
            let start = game.start(&at, &game.deal(&mut deck));
            let hands: Vec<Vec<Tile>> =
                start.hands()[..rules.players as usize].iter().map(|h| listed::<K>(*h)).collect();
            assert!(hands.iter().all(|hand| hand.len() == usize::from(rules.hand)), "D2");
            let scores = at.scores[..sides].iter().map(|&score| i64::from(score)).collect();
            let mut round = Round::new(rules, hands.clone(), scores, at.lead.map(Seat::index));
            let mut s = start;
            let mut log: Vec<Step<Move<K::Mask>>> = Vec::new();
            let mut record = Vec::new();
            let greedy = compare.own.below(3);
            loop {
                agree(&game, &s, &round, &log);
                let Turn::Seat(seat) = game.turn(&s) else { break };
                note_position(&round, met);
                let view = game.view(&s, &log, seat);
                let mv = match greedy {
                    0 => Game::nth_move(&game, &s, compare.own.below(game.move_count(&s))),
                    _ => <Dominoes<K, SEATS> as Game>::greedy(view),
                };
                let event = game.play(&mut s, mv);
                let (tile, end) = in_book::<K>(mv);
                let opening = round.line.is_empty();
                note_move(&round, tile, end, met);
                let placed = round.lay(tile, end);
                assert_eq!(i64::from(event.offered), placed.offered, "D11, D13 {tile:?} {round:?}");
                assert_eq!(i64::from(event.taken), placed.taken, "D16, D20");
                assert_eq!(usize::from(event.lost_events), placed.lost, "D16, D17");
                let passed = placed.knocks.iter().fold(0, |mask, seat| mask | 1 << seat);
                assert_eq!(event.passed.0, passed, "D9");
                log.push(Step { seat, mv, event });
                met.knocks += placed.knocks.len() as u32;
                met.lost_events += placed.lost as u32;
                record.push(json!({
                    "seat": seat.0,
                    "tile": format!("{}-{}", tile.1, tile.0),
                    "end": if opening { "open" } else if end == End::Left { "left" } else { "right" },
                    "offered": placed.offered,
                    "taken": placed.taken,
                    "scores": round.scores,
                    "knocks": placed.knocks,
                }));
            }
            note_ending(&round, met);
            Streams::open_deck(&mut deck, compare.block, at.round, 0);
            let round_log = RoundLog { at: &at, start: &start, steps: &log };
            let found = recorded(&game, round_log, &mut deck);
            check_record(&found, &round, &hands, at.round, &record);
            Streams::open_lot(&mut lot, compare.block, at.round + 1);
            let next = game.settle(&at, &s, &mut lot);
            settled(rules, &at, &round, &next, sides);
            match next.outcome {
                Outcome::Won(winners) => met.shared_wins += u32::from(winners.len() > 1),
                Outcome::Unfinished => met.unfinished += 1,
                Outcome::Open => {}
            }
            at = next;
        }
    }
}

/// Engine and book agree on a position, and so does everything that a view shows of it.
fn agree<K: Set, const SEATS: usize>(
    game: &Dominoes<K, SEATS>,
    s: &State<K, SEATS>,
    round: &Round<'_>,
    log: &[Step<Move<K::Mask>>],
) {
    let seats = game.table().seats();
    for (seat, hand) in s.hands().iter().enumerate() {
        let in_book = round.hands.get(seat).cloned().unwrap_or_default();
        assert_eq!(listed::<K>(*hand), in_book, "hands");
    }
    for (side, score) in round.scores.iter().enumerate() {
        assert_eq!(i64::from(game.score(s, Side(side as u8))), *score);
    }
    assert_eq!(game.opener(s).index(), round.opener, "D5, D6");
    assert_eq!(s.announced().map(SetTile::halves), round.announced, "D6");
    let ends = round.open_values().map(|(left, right)| {
        let is_double = |(x, y): (u8, u8)| x == y;
        ((left, is_double(round.line[0])), (right, is_double(round.line[round.line.len() - 1])))
    });
    assert_eq!(s.ends().map(|[l, r]| ((l.pip(), l.is_double()), (r.pip(), r.is_double()))), ends, "D8, D10");
    let turn = if round.ending.is_none() { Turn::Seat(Seat(round.turn as u8)) } else { Turn::Over };
    assert_eq!(game.turn(s), turn, "D9, D13, D14");
    let end = match round.ending {
        None | Some(Ending::Out | Ending::PlayedOut) => RoundEnd::Complete,
        Some(Ending::Blocked) => RoundEnd::Blocked,
        Some(Ending::Won) => RoundEnd::Won,
    };
    assert_eq!(game.round_end(s), end, "D13, D14, D18");

    if let Turn::Seat(seat) = game.turn(s) {
        let mut moves = Moves::new();
        game.moves(s, &mut moves);
        let legal: Vec<(Tile, End)> = moves.iter().map(|mv| in_book::<K>(*mv)).collect();
        assert_eq!(legal, round.legal(), "D8: {round:?}");
        what_moves_bring(game, s, round, log, seat, &moves);
    }
    let true_line: Vec<Tile> = book::all_tiles(K::MAX)
        .into_iter()
        .filter(|&(a, b)| round.line.contains(&(a, b)) || round.line.contains(&(b, a)))
        .collect();
    for seat in 0..seats {
        let view = game.view(s, log, Seat(seat as u8));
        assert_eq!(listed::<K>(view.line()), true_line);
        assert_eq!(view.laid(), round.line.len());
        assert_eq!(listed::<K>(view.hand()), round.hands[seat]);
        let unseen = view.unseen();
        for other in 0..seats {
            let other_seat = Seat(other as u8);
            assert_eq!(view.tiles_left(other_seat), round.hands[other].len());
            let voids = round.knocked_on[other].iter().fold(0, |mask, pip| mask | 1 << pip);
            assert_eq!(view.voids(other_seat), voids, "D9: what knocks prove");
            let held = s.hands()[other];
            let may = view.may_hold(other_seat);
            assert!(held.minus(may).is_empty(), "the truth is possible");
            assert!(other == seat || may.minus(unseen).is_empty());
            assert!(view.undealt_for_sure().and(held).is_empty(), "D6: what the lead proves");
        }
    }
}

/// What the view says that each move brings is what the book finds; and greedy is what its definition says.
fn what_moves_bring<K: Set, const SEATS: usize>(
    game: &Dominoes<K, SEATS>,
    s: &State<K, SEATS>,
    round: &Round<'_>,
    log: &[Step<Move<K::Mask>>],
    seat: Seat,
    moves: &[Move<K::Mask>],
) {
    let view = game.view(s, log, seat);
    let mut best: Option<(bool, i64, u8)> = None;
    let mut greedy = None;
    for mv in moves {
        let (tile, end) = in_book::<K>(*mv);
        let mut after = round.clone();
        let placed = after.lay(tile, end);
        let won = after.ending == Some(Ending::Won);
        let (gain, wins) = view.gain(*mv);
        assert_eq!((i64::from(gain), wins), (placed.taken, won), "gain of {tile:?} {end:?} in {round:?}");
        let sum = book::sum_of_ends(&after.line);
        assert_eq!(i64::from(view.points(*mv)), book::points_of_sum(game.rules(), sum), "D10, D11: {after:?}");
        let key = (won, placed.taken, mv.tile().pips());
        if best.is_none_or(|so_far| key > so_far) {
            (best, greedy) = (Some(key), Some(*mv));
        }
    }
    assert_eq!(Some(<Dominoes<K, SEATS> as Game>::greedy(view)), greedy, "greedy in {round:?}");
}

/// The round as its record tells it.
fn recorded<K: Set, const SEATS: usize>(
    game: &Dominoes<K, SEATS>,
    log: RoundLog<'_, Dominoes<K, SEATS>>,
    deck: &mut Stream,
) -> Json {
    let mut out = Vec::new();
    game.record_round(log, deck, &mut out);
    serde_json::from_slice(&out).unwrap()
}

/// The record holds what `docs/formats.md` says.
fn check_record(found: &Json, round: &Round<'_>, hands: &[Vec<Tile>], number: u32, moves: &[Json]) {
    let name = |&(a, b): &Tile| format!("{b}-{a}");
    let sorted = |list: &Json| {
        let mut names: Vec<String> = list.as_array().unwrap().iter().map(|t| t.as_str().unwrap().to_owned()).collect();
        names.sort_unstable();
        names
    };
    let sorted_names = |tiles: &[Tile]| {
        let mut names: Vec<String> = tiles.iter().map(name).collect();
        names.sort_unstable();
        names
    };
    for (seat, hand) in hands.iter().enumerate() {
        assert_eq!(sorted(&found["hands"][seat]), sorted_names(hand), "hands as dealt");
    }
    let set = found["undealt"].as_array().unwrap().len() + hands.concat().len();
    let max = (0..=12u8).find(|max| book::all_tiles(*max).len() == set).unwrap();
    let rest: Vec<Tile> = book::all_tiles(max).into_iter().filter(|tile| !hands.concat().contains(tile)).collect();
    assert_eq!(sorted(&found["undealt"]), sorted_names(&rest), "D1, D2: the rest is undealt");
    let end = match round.ending {
        None => "running",
        Some(Ending::Out) => "out",
        Some(Ending::Blocked) => "blocked",
        Some(Ending::PlayedOut) => "played-out",
        Some(Ending::Won) => "won",
    };
    assert_eq!(found["end"], end);
    assert_eq!(found["round"], number);
    assert_eq!(found["attempt"], 0);
    assert_eq!(found["opener"], round.opener);
    assert_eq!(found["announced"], json!(round.announced.as_ref().map(name)));
    assert_eq!(found["moves"], json!(moves));
    assert_eq!(found["scores"], json!(round.scores));
}

/// The standing after a round is what D5, D6, D18, D19 and D21 say.
fn settled(rules: &Rules, at: &Standing, round: &Round<'_>, next: &Standing, sides: usize) {
    let best = round.scores.iter().copied().max().unwrap();
    let outcome = if round.ending == Some(Ending::Won) {
        Outcome::Won(Sides::one(Side(round.side(round.turn) as u8)))
    } else if rules.finish == Finish::RoundEnd && best >= i64::from(rules.target) {
        let winners = (0..sides).filter(|side| round.scores[*side] == best);
        Outcome::Won(Sides(winners.fold(0, |mask, side| mask | 1 << side)))
    } else if at.round + 1 >= rules.max_rounds {
        Outcome::Unfinished
    } else {
        Outcome::Open
    };
    assert_eq!(next.outcome, outcome, "D18, D19, D21");
    assert_eq!(next.round, at.round + 1);
    if outcome == Outcome::Open {
        match rules.next_opener {
            Opener::Rotate => assert_eq!(next.lead.unwrap().index(), (round.opener + 1) % round.hands.len(), "D5"),
            Opener::HighestDouble => assert_eq!(next.lead, None, "D6"),
            Opener::Lot => assert!(next.lead.unwrap().index() < round.hands.len()),
        }
    }
}

fn note_position(round: &Round<'_>, met: &mut Met) {
    if let [lone] = round.line[..] {
        met.lone_doubles += u32::from(lone.0 == lone.1);
    } else if let (Some((left, right)), Some(first), Some(last)) =
        (round.open_values(), round.line.first(), round.line.last())
        && left == right
    {
        let alike = (first.0 == first.1) == (last.0 == last.1);
        met.ends_alike += u32::from(alike);
        met.ends_of_one_value += u32::from(!alike);
    }
}

fn note_move(round: &Round<'_>, tile: Tile, end: End, met: &mut Met) {
    let mut after = round.clone();
    let placed = after.lay(tile, end);
    let out = after.ending == Some(Ending::Out);
    met.bonus_lost += u32::from(out && placed.lost > 0);
    met.two_events += u32::from(out && placed.lost == 1 && placed.taken > 0);
    let skipped = after.hands.iter().any(Vec::is_empty) && after.ending.is_none();
    met.seats_skipped += u32::from(skipped);
    met.below_zero_bounce += u32::from(placed.lost == 1 && after.scores[round.side(round.turn)] == 0);
}

fn note_ending(round: &Round<'_>, met: &mut Met) {
    match round.ending {
        Some(Ending::Out) => met.out += 1,
        Some(Ending::Blocked) => {
            met.blocked += 1;
            met.blocked_with_a_seat_out += u32::from(round.hands.iter().any(Vec::is_empty));
        }
        Some(Ending::PlayedOut) => met.played_out += 1,
        Some(Ending::Won) => met.won += 1,
        None => panic!("a round that is over has an ending"),
    }
}

/// Compares engine and book in matches under these mixtures of options.
fn compare(mixtures: std::ops::Range<u64>) -> Met {
    let mut met = Met::default();
    for number in mixtures {
        let mut own = support::stream(number, 17);
        let (preset, settings) = random_options(&mut own);
        let game = resolve(preset, &settings).unwrap_or_else(|error| panic!("{preset} {settings:?}: {error}"));
        let described = serde_json::to_string(&game.to_json()).unwrap();
        let mut compare = Compare { streams: Streams::new(number), block: number, own };
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            on_dominoes(game, (&mut compare, &mut met));
        }));
        assert!(outcome.is_ok(), "engine and book differ in mixture {number}: {described}");
    }
    met
}

#[test]
fn engine_and_book_agree_under_every_mixture_of_options() {
    let met = compare(0..4000);
    assert!(met.counts().iter().all(|count| *count >= 10), "something never happened: {met:?}");
}

#[test]
#[ignore = "slow: a hundred thousand mixtures take a minute"]
fn engine_and_book_agree_under_very_many_mixtures_of_options() {
    compare(4000..100_000);
}

#[test]
fn tiles_have_the_names_that_records_use() {
    let tile = SetTile::<u128>::of(3, 12).unwrap();
    assert_eq!(tile.to_string(), "12-3");
}
