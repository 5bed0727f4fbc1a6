//! The exact solver against plain minimax and plain max-n, which are written here from their definitions: no table, no pruning, on the
//! game itself.

mod plain;
use crate::support::{self, Options};
use plain::{plain_match, plain_points};
use sixtyone_engine::equity::{EquityTable, ONE};
use sixtyone_engine::game::{MAX_SEATS, Seat, Turn};
use sixtyone_engine::games::{GameVisitor, Playable};
use sixtyone_engine::strategies::objective::Objective;
use sixtyone_engine::strategies::solver::Solver;
use sixtyone_engine::streams::{Stream, Streams};
use std::sync::Arc;

const FIVES: &str = "fives-and-threes";
const CINCOS: &str = "cincos-y-treses";
const CARDS: &str = "all-fives";
/// A target that is never reached.
const FAR: (&str, &str) = ("target", "10000");

/// A position of cards: hands of equal size, then the pack.
fn cards(own: &mut Stream, seats: usize, size: usize) -> String {
    let mut pack: Vec<String> =
        "CDHS".chars().flat_map(|suit| "23456789TJQKA".chars().map(move |rank| format!("{rank}{suit}"))).collect();
    // Few suits make long tricks of trumps; a short pack makes void deals.
    let keep = 13 * (1 + own.below(4) as usize);
    pack.truncate(keep.max(seats * size + 1));
    shuffle(own, &mut pack);
    let hands: Vec<String> = (0..seats).map(|seat| pack[seat * size..(seat + 1) * size].join(" ")).collect();
    let rest = &pack[seats * size..];
    // No more than one run, and none for three cards each: plain search takes long.
    let most = if size > 2 || seats > 2 { 4 } else { 9 };
    let shown = (1 + own.below(most) as usize).min(rest.len());
    format!("{} : {}", hands.join("/"), rest[..shown].join(" "))
}

/// A position of dominoes: hands of up to `most` tiles.
fn dominoes(own: &mut Stream, seats: usize, most: usize, set: usize) -> String {
    let mut tiles: Vec<String> = (0..=set).flat_map(|a| (a..=set).map(move |b| format!("{a}-{b}"))).collect();
    shuffle(own, &mut tiles);
    let hand = |_| {
        let size = (most.saturating_sub(own.below(2) as usize)).max(1);
        tiles.split_off(tiles.len() - size).join(" ")
    };
    (0..seats).map(hand).collect::<Vec<_>>().join("/")
}

fn shuffle(own: &mut Stream, items: &mut [String]) {
    for at in (1..items.len()).rev() {
        items.swap(at, own.below(at as u32 + 1) as usize);
    }
}

/// Deals to be solved for points.
struct Deals {
    texts: Vec<(String, Seat)>,
    /// Moves that are played first, as numbers to be reduced.
    lead_in: Vec<Vec<u32>>,
}

/// Plays the lead-in of a deal in a game, as far as the round lasts.
fn state<G: Playable>(game: &G, deals: &Deals, at: usize) -> G::State {
    let (text, opener) = &deals.texts[at];
    let mut s = game.read_position(text, Some(*opener)).unwrap_or_else(|error| panic!("{text}: {error}"));
    for number in &deals.lead_in[at] {
        if game.turn(&s) != Turn::Over {
            let mv = game.nth_move(&s, number % game.move_count(&s));
            game.play(&mut s, mv);
        }
    }
    s
}

/// What plain search says of each deal, in a game without a target.
struct Plain<'a>(&'a Deals);

impl GameVisitor for Plain<'_> {
    type Out = Vec<[i32; MAX_SEATS]>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        (0..self.0.texts.len()).map(|at| plain_points(&game, &state(&game, self.0, at))).collect()
    }
}

/// What the solver says of each deal; its table has `bits` and stays warm.
struct Solve<'a>(&'a Deals, u32);

impl GameVisitor for Solve<'_> {
    type Out = Vec<[i32; MAX_SEATS]>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let mut solver = Solver::sized(&game, Objective::Points, self.1);
        let mut solve = |at| solver.solve(&game, &state(&game, self.0, at), u64::MAX).values.unwrap();
        (0..self.0.texts.len()).map(&mut solve).collect()
    }
}

/// Compares solver and plain search for points on so many deals.
fn compare_points(preset: &str, options: &Options, count: usize, deal: impl Fn(&mut Stream) -> String) {
    let mut own = support::stream(count as u64, options.len() as u64);
    let seats = support::game(preset, options).seats() as u32;
    let texts = (0..count).map(|_| (deal(&mut own), Seat(own.below(seats) as u8))).collect();
    let lead_in = (0..count).map(|_| (0..own.below(4)).map(|_| own.below(1 << 20)).collect()).collect();
    let deals = Deals { texts, lead_in };
    let far: Vec<(&str, &str)> = options
        .iter()
        .copied()
        .filter(|(key, _)| !["target", "overshoot", "finish"].contains(key))
        .chain([FAR])
        .collect();
    // Options live as long as the program in the other tests; here they are leaked a few times.
    let far: &'static Options = Vec::leak(far.into_iter().map(|(key, value)| (leak(key), leak(value))).collect());
    let expected = support::game(preset, far).visit(Plain(&deals));
    for bits in [3, 16] {
        let found = support::game(preset, options).visit(Solve(&deals, bits));
        for at in 0..count {
            assert_eq!(found[at], expected[at], "{preset} {options:?} {:?} {:?}", deals.texts[at], deals.lead_in[at]);
        }
    }
    assert!(expected.iter().any(|values| values[0] != expected[0][0]), "values differ from deal to deal");
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

#[test]
fn two_seats_for_points() {
    compare_points(FIVES, &[("hand", "4")], 3000, |own| dominoes(own, 2, 4, 6));
    compare_points(FIVES, &[("hand", "5")], 300, |own| dominoes(own, 2, 5, 6));
    compare_points(FIVES, &[("hand", "5"), ("overshoot", "bounce"), ("combine_out", "false")], 300, |own| {
        dominoes(own, 2, 5, 4)
    });
    compare_points(FIVES, &[("hand", "4"), ("round_end", "play-on"), ("out_bonus", "9")], 1000, |own| {
        dominoes(own, 2, 4, 4)
    });
    compare_points(FIVES, &[("hand", "4"), ("round_end", "first-out")], 500, |own| dominoes(own, 2, 4, 3));
    compare_points(CINCOS, &[("hand", "4"), ("set", "9"), ("divisors", "3,5,7,11,13")], 500, |own| {
        dominoes(own, 2, 4, 9)
    });
    compare_points(CINCOS, &[("hand", "4"), ("set", "12")], 300, |own| dominoes(own, 2, 4, 5));
}

#[test]
fn pairs_for_points() {
    let pairs: &[&Options] = &[
        &[("players", "4"), ("hand", "3")],
        &[("players", "4"), ("hand", "3"), ("round_end", "first-out")],
        &[("players", "4"), ("hand", "3"), ("round_end", "play-on"), ("out_bonus", "7")],
        &[("players", "4"), ("hand", "3"), ("set", "9"), ("out_bonus", "3")],
    ];
    for options in pairs {
        compare_points(FIVES, options, 250, |own| dominoes(own, 4, 3, 4));
    }
    compare_points(FIVES, pairs[0], 500, |own| dominoes(own, 4, 2, 6));
}

#[test]
fn more_sides_for_points() {
    compare_points(FIVES, &[("players", "3"), ("hand", "3")], 500, |own| dominoes(own, 3, 3, 4));
    compare_points(FIVES, &[("players", "3"), ("hand", "3"), ("round_end", "play-on")], 300, |own| {
        dominoes(own, 3, 3, 4)
    });
    compare_points(FIVES, &[("players", "4"), ("hand", "2"), ("sides", "individual")], 300, |own| {
        dominoes(own, 4, 2, 3)
    });
    compare_points(CINCOS, &[("players", "5"), ("hand", "2"), ("set", "9")], 200, |own| dominoes(own, 5, 2, 4));
    compare_points(CARDS, &[("players", "3")], 200, |own| cards(own, 3, 2));
    compare_points(
        CARDS,
        &[("players", "3"), ("extras", "high,low,jack,game"), ("gift", "all-opponents")],
        200,
        |own| cards(own, 3, 2),
    );
}

#[test]
fn cards_for_points() {
    let rules: &[&Options] = &[
        &[],
        &[("follow", "or-trump")],
        &[("extras", "high,low,jack,game")],
        &[("extras", "low,jack"), ("count", "trick"), ("turned_jack", "2")],
        &[("extras", "game"), ("turned_jack", "1"), ("overshoot", "bounce")],
        &[("extras", "high"), ("count", "trick"), ("finish", "immediate")],
    ];
    for options in rules {
        // A position's moves may run the cards, which makes hands of five.
        compare_points(CARDS, options, 200, |own| cards(own, 2, 2));
        compare_points(CARDS, options, 150, |own| cards(own, 2, 3));
    }
}

/// Compares solver and plain search for the match, by a table of random chances.
struct Match {
    name: String,
    deals: u64,
    start: Start,
}

/// Where the states come from.
enum Start {
    /// Dealt at scores near this target; then so many moves are played at random, the first one being the first of its kind.
    Dealt { target: u16, moves: std::ops::Range<u32> },
    /// Positions of cards, at scores of 0.
    Cards(usize),
}

impl GameVisitor for Match {
    type Out = ();

    fn visit<G: Playable>(self, game: G) {
        let mut own = support::stream(self.deals, 61);
        let chances = (0..62 * 62 * 2).map(|_| own.below(ONE as u32 + 1) as i32).collect();
        let objective = Objective::Match(Arc::new(EquityTable::new(61, 2, chances).unwrap()));
        let streams = Streams::new(61);
        let (mut deck, mut lot) = (streams.deck(), streams.lot());
        let mut solvers = [Solver::sized(&game, objective.clone(), 3), Solver::new(&game, objective.clone())];
        let mut decided = 0;
        for block in 0..self.deals {
            let s = match &self.start {
                Start::Dealt { target, moves } => {
                    Streams::open_lot(&mut lot, block, 0);
                    Streams::open_deck(&mut deck, block, 0, 0);
                    let mut at = game.first(&mut lot);
                    for score in &mut at.scores[..2] {
                        *score = target - 1 - own.below(9) as u16;
                    }
                    let mut s = game.start(&at, &game.deal(&mut deck));
                    for n in 0..moves.start + own.below(moves.end - moves.start) {
                        if game.turn(&s) != Turn::Over {
                            let number = if n == 0 { 0 } else { own.below(game.move_count(&s)) };
                            let mv = game.nth_move(&s, number);
                            game.play(&mut s, mv);
                        }
                    }
                    s
                }
                Start::Cards(size) => {
                    let text = cards(&mut own, 2, *size);
                    game.read_position(&text, Some(Seat(own.below(2) as u8))).unwrap()
                }
            };
            let expected = plain_match(&game, &objective, &s);
            for solver in &mut solvers {
                let values = solver.solve(&game, &s, u64::MAX).values.unwrap();
                assert_eq!(values[..2], [expected, ONE - expected], "{} block {block}", self.name);
            }
            decided += u64::from(expected == ONE || expected == 0);
        }
        assert!(decided > 0 && decided < self.deals, "{}: some matches are decided: {decided}", self.name);
    }
}

fn compare_match(preset: &str, options: &Options, deals: u64, start: Start) {
    let name = format!("{preset} {options:?}");
    support::game(preset, options).visit(Match { name, deals, start });
}

#[test]
fn dominoes_for_the_match() {
    let rules: &[&Options] = &[
        &[("hand", "4"), ("target", "18")],
        &[("hand", "3"), ("target", "18"), ("overshoot", "bounce"), ("combine_out", "false"), ("out_bonus", "3")],
        &[("hand", "3"), ("target", "18"), ("overshoot", "cap"), ("next_opener", "lot")],
        &[("hand", "3"), ("target", "18"), ("overshoot", "allow"), ("finish", "round-end")],
        &[("hand", "3"), ("target", "18"), ("round_end", "play-on")],
        &[("hand", "3"), ("target", "18"), ("set", "9")],
        &[("hand", "2"), ("target", "18"), ("players", "4")],
        &[("hand", "3"), ("target", "18"), ("players", "4"), ("set", "9"), ("round_end", "play-on")],
        &[("hand", "4"), ("target", "18"), ("opening_tile", "that-tile"), ("first_opener", "highest-double")],
    ];
    for options in rules {
        let deals = if options.len() == 2 { 1500 } else { 250 };
        compare_match(FIVES, options, deals, Start::Dealt { target: 18, moves: 0..4 });
    }
}

#[test]
fn cards_for_the_match() {
    let rules: &[&Options] = &[
        &[("target", "18")],
        &[("target", "18"), ("count", "trick"), ("finish", "immediate"), ("extras", "high,low,jack,game")],
        &[("target", "18"), ("overshoot", "bounce"), ("extras", "low,game")],
    ];
    for options in rules {
        // Six cards each: a bid and three to five tricks have been played.
        compare_match(CARDS, options, 400, Start::Dealt { target: 18, moves: 7..12 });
    }
    compare_match(CARDS, &[("target", "5"), ("turned_jack", "2")], 300, Start::Cards(2));
    compare_match(CARDS, &[("target", "5"), ("count", "trick"), ("finish", "immediate")], 200, Start::Cards(2));
}

/// A budget suffices or not by a number that is the same every time; what has been solved before helps until it is forgotten.
struct Budget;

impl GameVisitor for Budget {
    type Out = ();

    fn visit<G: Playable>(self, game: G) {
        let streams = Streams::new(7);
        let (mut deck, mut lot) = (streams.deck(), streams.lot());
        let mut solver = Solver::new(&game, Objective::Points);
        for block in 0..20 {
            Streams::open_lot(&mut lot, block, 0);
            Streams::open_deck(&mut deck, block, 0, 0);
            let s = game.start(&game.first(&mut lot), &game.deal(&mut deck));
            solver.forget();
            let whole = solver.solve(&game, &s, u64::MAX);
            assert!(solver.solve(&game, &s, u64::MAX).nodes <= whole.nodes);
            for (nodes, suffices) in [(whole.nodes, true), (whole.nodes - 1, false), (1, false)] {
                solver.forget();
                let found = solver.solve(&game, &s, nodes);
                assert_eq!(found.values.is_some(), suffices, "{nodes} of {}", whole.nodes);
                assert!(found.values.is_none() || found == whole);
                let (values, exact) = solver.value(&game, &s, nodes);
                assert!(exact || !suffices, "what was found on the way may help a second time");
                assert!(!exact || Some(values) == whole.values);
            }
            solver.forget();
            assert_eq!(solver.solve(&game, &s, u64::MAX), whole, "interrupted searches leave nothing wrong behind");
        }
    }
}

#[test]
fn budgets_are_kept() {
    support::game(FIVES, &[("hand", "6")]).visit(Budget);
    support::game(FIVES, &[("players", "3"), ("hand", "3")]).visit(Budget);
    support::game(CARDS, &[]).visit(Budget);
}
