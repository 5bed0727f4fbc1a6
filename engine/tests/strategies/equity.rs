//! Match equity: tables against hand computations, against matches really played, and against each other.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::support::{Options, game, play_matches};

use sixtyone_engine::context::Context;
use sixtyone_engine::equity::{BuildControl, Equity, EquityError, EquityTable, Method, ONE, Recipe};
use sixtyone_engine::game::{Outcome, Seat, Side, Standing, Turn, WIN_UNITS};
use sixtyone_engine::games::{GameVisitor, Playable};
use sixtyone_engine::player::Player;
use sixtyone_engine::strategies::StrategyPlan;
use sixtyone_engine::strategies::objective::{Objective, ObjectiveChoice};
use sixtyone_engine::streams::Streams;

const FIVES: &str = "fives-and-threes";
const CINCOS: &str = "cincos-y-treses";
const CARDS: &str = "all-fives";

struct Build<'a> {
    strategy: &'a str,
    rounds: u32,
    threads: usize,
}

impl GameVisitor for Build<'_> {
    type Out = Result<Equity, String>;
    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let reference =
            StrategyPlan::resolve(self.strategy, Some(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")))).unwrap();
        let control =
            BuildControl { threads: self.threads, stop: &AtomicBool::new(false), notice: &|_| {}, progress: &|_| {} };
        let reference = reference.reference(&game).map_err(|error| error.to_string())?;
        let made = Recipe::new(&game, reference, self.rounds).and_then(|recipe| recipe.build(&control));
        made.map_err(|error| error.to_string())
    }
}

fn build(preset: &str, options: &Options, strategy: &str, rounds: u32) -> Equity {
    game(preset, options).visit(Build { strategy, rounds, threads: 2 }).unwrap()
}

/// The chance of side 0 with its standard error, as shares of 1.
fn chance(equity: &Equity, scores: [u16; 2], lead: u8) -> (f64, f64) {
    let table = &equity.table;
    let width = usize::from(table.limit()) + 1;
    let at =
        (usize::from(scores[0]) * width + usize::from(scores[1])) * table.leads() + usize::from(lead) % table.leads();
    let unit = f64::from(ONE);
    (f64::from(table.chance(scores, Some(Seat(lead)))) / unit, f64::from(equity.errors[at]) / unit)
}

fn assert_near(equity: &Equity, scores: [u16; 2], lead: u8, expected: f64, its_error: f64) {
    let (found, error) = chance(equity, scores, lead);
    let allowed = 4.5 * (error * error + its_error * its_error).sqrt() + 1e-6;
    assert!(
        (found - expected).abs() < allowed,
        "{scores:?} {lead}: {found} ± {error}, expected {expected} ± {its_error}"
    );
}

/// One tile each: the opener lays it and is out, for p + 1 points, where of the 28 tiles 14 earn p = 0, 5 earn 1, 6 earn 2, 2 earn 3, 1 earns 4.
const ONE_TILE: (&str, &str) = ("hand", "1");

#[test]
fn tables_agree_with_hand_computations() {
    // Target 1: the opener wins if its tile earns nothing, else the event is lost (D16, D17) and the other opens: v = 1/2 + (1 − v)/2.
    let one = build(FIVES, &[ONE_TILE, ("target", "1")], "greedy", 200_000);
    assert_near(&one, [0, 0], 0, 2.0 / 3.0, 0.0);
    // Where passing the target wins, the first opener wins.
    for overshoot in ["allow", "cap"] {
        let sure = build(FIVES, &[ONE_TILE, ("target", "1"), ("overshoot", overshoot)], "random", 256);
        assert_eq!((chance(&sure, [0, 0], 0), chance(&sure, [0, 0], 1)), ((1.0, 0.0), (0.0, 0.0)));
    }
    // Target 2, worked out by hand from the two linear equations at each pair of scores.
    let two = build(FIVES, &[ONE_TILE, ("target", "2")], "greedy", 200_000);
    assert_eq!(two.method, Method::Backwards);
    for (scores, expected) in
        [([1, 1], 2.0 / 3.0), ([0, 1], 58.0 / 141.0), ([1, 0], 112.0 / 141.0), ([0, 0], 3136.0 / 5217.0)]
    {
        assert_near(&two, scores, 0, expected, 0.0);
        assert_near(&two, [scores[1], scores[0]], 1, 1.0 - expected, 0.0);
    }
}

#[test]
fn falling_scores_agree_with_an_iteration_by_hand() {
    // Target 2 with bounce (D20): from 0 the opener comes to 1 with 1 or 3 points (20 of 28 tiles), wins with 2 (5), and bounces back to 0
    // with more (3). From 1 it wins with 1 point (14), bounces to 1 with 2 (5), and to 0 with more (9).
    let bounce = build(FIVES, &[ONE_TILE, ("target", "2"), ("overshoot", "bounce")], "greedy", 200_000);
    assert_eq!(bounce.method, Method::Iteration);
    let mut values = [[0.5f64; 2]; 2];
    for _ in 0..1000 {
        let old = values;
        for other in 0..2 {
            values[0][other] = (5.0 + 20.0 * (1.0 - old[other][1]) + 3.0 * (1.0 - old[other][0])) / 28.0;
            values[1][other] = (14.0 + 5.0 * (1.0 - old[other][1]) + 9.0 * (1.0 - old[other][0])) / 28.0;
        }
    }
    for (own, row) in values.iter().enumerate() {
        for (other, expected) in row.iter().enumerate() {
            assert_near(&bounce, [own as u16, other as u16], 0, *expected, 0.0);
        }
    }
}

/// Plays matches by `greedy` from a standing, over deals of its own; the mean win share of side 0.
struct PlayOn {
    scores: [u16; 2],
    lead: Option<u8>,
    matches: u64,
}

impl GameVisitor for PlayOn {
    type Out = f64;
    fn visit<G: Playable>(self, game: G) -> f64 {
        let streams = Streams::new(20_261_130);
        let (mut deck, mut lot) = (streams.deck(), streams.lot());
        let mut sum = 0;
        for number in 0..self.matches {
            let mut at = Standing::new(self.lead.map(Seat));
            at.scores[..2].copy_from_slice(&self.scores);
            if self.lead.is_none() {
                // As after a round: where a lot decides, it is drawn anew.
                Streams::open_lot(&mut lot, number, 0);
                at.lead = game.first(&mut lot).lead;
            }
            while at.outcome == Outcome::Open {
                Streams::open_deck(&mut deck, number, at.round, at.attempt);
                let mut s = game.start(&at, &game.deal(&mut deck));
                while let Turn::Seat(seat) = game.turn(&s) {
                    let mv = G::greedy(game.view(&s, &[], seat));
                    game.play(&mut s, mv);
                }
                Streams::open_lot(&mut lot, number, at.round + 1);
                at = game.settle(&at, &s, &mut lot);
            }
            sum += u64::from(at.share(Side(0), game.table()));
        }
        sum as f64 / (self.matches * u64::from(WIN_UNITS)) as f64
    }
}

#[test]
fn tables_agree_with_matches_played_on() {
    let rows: [(&str, &Options, Option<u8>); 9] = [
        (FIVES, &[], Some(0)),
        (FIVES, &[("target", "31")], Some(1)),
        (FIVES, &[("target", "31"), ("players", "4")], Some(2)),
        (FIVES, &[("target", "31"), ("overshoot", "bounce")], Some(0)),
        (FIVES, &[("target", "31"), ("overshoot", "allow"), ("finish", "round-end")], Some(1)),
        (FIVES, &[("target", "31"), ("next_opener", "lot")], None),
        (CINCOS, &[("target", "31"), ("set", "9")], None),
        (CARDS, &[], Some(0)),
        (CARDS, &[("target", "31"), ("count", "trick"), ("finish", "immediate"), ("overshoot", "discard")], Some(1)),
    ];
    let matches = 4000;
    for (preset, options, lead) in rows {
        let equity = build(preset, options, "greedy", 512);
        let with_leads = equity.table.leads() == 2;
        assert_eq!(with_leads, lead.is_some());
        let target = equity.table.limit() + 1;
        let near = |left: u16| target - left;
        for scores in
            [[0, 0], [target / 2, 2 * target / 3], [near(6), target / 3], [near(3), near(2)], [near(1), near(4)]]
        {
            let played = game(preset, options).visit(PlayOn { scores, lead, matches });
            let its_error = (played.clamp(0.01, 0.99) * (1.0 - played.clamp(0.01, 0.99)) / matches as f64).sqrt();
            assert_near(&equity, scores, lead.unwrap_or(0) % 2, played, its_error);
        }
    }
}

/// The first leader's mean win share over whole matches of the arena.
struct Arena(u64);

impl GameVisitor for Arena {
    type Out = f64;
    fn visit<G: Playable>(self, game: G) -> f64 {
        let blocks: Vec<u64> = (0..self.0).collect();
        let results = play_matches(&game, Streams::new(61), &blocks, |_| Player::Greedy);
        // The opener leads at dominoes; at cards the eldest opens, and its right neighbour deals.
        let dealer = u8::from(!game.options_json().contains_key("first_opener"));
        let share = |result: &sixtyone_engine::arena::match_loop::MatchResult| {
            let leader = Side((game.table().side_of(result.opener).0 + dealer) % 2);
            u64::from(result.end.share(leader, game.table()))
        };
        results.iter().map(share).sum::<u64>() as f64 / (self.0 * u64::from(WIN_UNITS)) as f64
    }
}

#[test]
fn the_first_leaders_chance_is_the_arenas() {
    let matches = 20_000;
    for (preset, options) in [(FIVES, &[][..]), (FIVES, &[("players", "4")]), (CARDS, &[])] {
        let played = game(preset, options).visit(Arena(matches));
        assert_near(&build(preset, options, "greedy", 256), [0, 0], 0, played, 0.5 / (matches as f64).sqrt());
    }
}

#[test]
fn the_sides_share_one_win_exactly() {
    for (preset, options, leads) in [
        (FIVES, &[("target", "25")][..], 2),
        (FIVES, &[("target", "25"), ("overshoot", "bounce")], 2),
        (CINCOS, &[("target", "25")], 1),
        (CARDS, &[("target", "25")], 2),
    ] {
        let table = build(preset, options, "greedy", 256).table;
        assert_eq!(table.leads(), leads);
        for a in 0..25 {
            for b in 0..25 {
                let here = table.chance([a, b], Some(Seat(0)));
                assert_eq!(here + table.chance([b, a], Some(Seat(1))), ONE, "{preset} {options:?} {a} {b}");
            }
            if leads == 1 {
                assert_eq!(table.chance([a, a], None), ONE / 2);
            }
        }
    }
}

#[test]
fn more_points_are_worth_more_where_none_are_lost() {
    for (preset, options) in [
        (FIVES, &[("overshoot", "allow"), ("target", "31")][..]),
        (FIVES, &[("overshoot", "cap"), ("target", "31"), ("players", "4")]),
        (CARDS, &[("target", "31")]),
    ] {
        let equity = build(preset, options, "greedy", 1024);
        for own in 0..30 {
            for other in 0..31 {
                let (less, error) = chance(&equity, [own, other], 0);
                let (more, its) = chance(&equity, [own + 1, other], 0);
                // The same deals, so that luck takes little part in the difference.
                assert!(more > less - 2.0 * error.max(its) - 1e-6, "{preset} {own} {other}: {less} {more} ± {error}");
            }
        }
        assert!(chance(&equity, [15, 0], 0).0 > chance(&equity, [0, 0], 0).0 + 0.1);
    }
}

#[test]
fn errors_say_how_far_another_sample_lies() {
    // The same standings from two halves of other sizes: the differences are what the errors promise.
    let options: &Options = &[("target", "31")];
    let (one, two) = (build(FIVES, options, "greedy", 512), build(FIVES, options, "random", 256));
    let large = build(FIVES, options, "greedy", 16_384);
    let (mut squares, mut count) = (0.0, 0.0);
    for own in 0..31 {
        for other in 0..31 {
            let ((found, error), (truth, rest)) = (chance(&one, [own, other], 0), chance(&large, [own, other], 0));
            if error > 0.0005 {
                squares += (found - truth).powi(2) / (error * error + rest * rest);
                count += 1.0;
            }
        }
    }
    let ratio: f64 = squares / count;
    assert!((0.2..3.0).contains(&ratio), "{ratio} over {count}");
    assert!(two.errors != one.errors && two.table != one.table, "another strategy has another table");
}

#[test]
fn threads_change_nothing() {
    for (preset, options, strategy) in [
        (FIVES, &[("target", "20")][..], "random"),
        (FIVES, &[("target", "20"), ("overshoot", "bounce")], "greedy"),
        (CARDS, &[("target", "20")], "random:salt=3"),
    ] {
        let make = |threads| game(preset, options).visit(Build { strategy, rounds: 256, threads }).unwrap();
        let one = make(1);
        assert!([2, 7].into_iter().all(|threads| make(threads) == one));
    }
}

#[test]
fn what_there_is_no_table_for_is_refused() {
    let refused = |preset: &str, options: &Options, strategy: &str| {
        game(preset, options).visit(Build { strategy, rounds: 256, threads: 1 }).unwrap_err()
    };
    assert!(refused(FIVES, &[("players", "3")], "greedy").contains("two sides, found 3"));
    assert!(refused(FIVES, &[("target", "151")], "greedy").contains("found target = 151"));
    assert!(refused(CARDS, &[], "strategies/club.toml").contains("cannot play all-fives"));
}

struct Choose<'a>(ObjectiveChoice, &'a Context);

impl GameVisitor for Choose<'_> {
    type Out = Result<Option<String>, EquityError>;
    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let equity = self.0.table(&game, self.1)?;
        if let Some(equity) = &equity {
            assert!(Arc::ptr_eq(equity, &self.1.equity(&game)?), "one table for all who ask");
        }
        Ok(equity.map(|equity| equity.table.digest()))
    }
}

#[test]
fn goals_are_chosen_by_name_or_by_the_game() {
    let wrong = StrategyPlan::resolve("pimc:goal=point", None).unwrap_err().to_string();
    assert!(wrong.contains("found \"point\" (did you mean \"points\"?); allowed: match, points"), "{wrong}");
    let context = Context::default().with_threads(1).with_cache(None);
    let choose = |choice, options: &Options| game(FIVES, options).visit(Choose(choice, &context));
    let small: &Options = &[("target", "9"), ("hand", "3")];
    let digest = choose(ObjectiveChoice::Auto, small).unwrap();
    assert!(digest.is_some() && choose(ObjectiveChoice::Match, small).unwrap() == digest);
    for (choice, options) in [(ObjectiveChoice::Points, small), (ObjectiveChoice::Auto, &[("players", "3")])] {
        assert!(matches!(choose(choice, options), Ok(None)));
    }
    assert!(matches!(choose(ObjectiveChoice::Match, &[("players", "3")]), Err(EquityError::Sides { sides: 3 })));
}

#[test]
fn a_table_is_known_by_its_numbers() {
    let table = |chances: &[i32]| EquityTable::new(0, 2, chances.to_vec());
    let (one, other) = (table(&[ONE, 0]).unwrap(), table(&[0, ONE]).unwrap());
    assert_ne!(one.digest(), other.digest());
    // Limit 0, two leads, the chances 2²⁴ and 0, little-endian.
    let bytes = [0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0];
    assert_eq!(one.digest(), blake3::hash(&bytes).to_hex().as_str());
    assert!(table(&[ONE]).is_none() && table(&[ONE + 1, 0]).is_none() && table(&[-1, 0]).is_none());
}

/// Plays rounds from all over the scores, and compares what a search is told of their ends with the settled standings.
struct Utility(Arc<EquityTable>);

impl GameVisitor for Utility {
    type Out = [u32; 4];
    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let streams = Streams::new(9);
        let (mut deck, mut lot) = (streams.deck(), streams.lot());
        let objective = Objective::Match(Arc::clone(&self.0));
        let mut seen = [0; 4];
        for number in 0..3000 {
            Streams::open_lot(&mut lot, number, 0);
            let mut at = game.first(&mut lot);
            at.scores[..2].copy_from_slice(&[(number % 61) as u16, (number * 7 % 61) as u16]);
            Streams::open_deck(&mut deck, number, 0, 0);
            let mut s = game.start(&at, &game.deal(&mut deck));
            while let Turn::Seat(seat) = game.turn(&s) {
                let mv = G::greedy(game.view(&s, &[], seat));
                game.play(&mut s, mv);
            }
            let next = game.settle(&at, &s, &mut lot);
            let (kind, expected) = match next.outcome {
                Outcome::Open => (0, self.0.chance([next.scores[0], next.scores[1]], next.lead)),
                Outcome::Unfinished => (1, ONE / 2),
                Outcome::Won(sides) => {
                    let share = i64::from(next.share(Side(0), game.table())) * i64::from(ONE) / i64::from(WIN_UNITS);
                    (1 + sides.len(), share as i32)
                }
            };
            assert_eq!(objective.utility(&game, &s), expected, "{at:?} {next:?}");
            let difference = i32::from(next.scores[0]) - i32::from(next.scores[1]);
            assert_eq!(Objective::Points.utility(&game, &s), difference);
            seen[kind] += 1;
        }
        seen
    }
}

#[test]
fn a_rounds_end_is_worth_what_its_standing_is() {
    let table = |leads: usize| {
        let chances = (0..61 * 61 * leads as i32).map(|n| n * 2003 % ONE).collect();
        Arc::new(EquityTable::new(60, leads, chances).unwrap())
    };
    let seen = |preset: &str, options: &Options, leads| game(preset, options).visit(Utility(table(leads)));
    assert!(seen(FIVES, &[], 2)[0] > 1000 && seen(FIVES, &[("players", "4")], 2)[2] > 100);
    assert!(seen(FIVES, &[("next_opener", "lot")], 1)[2] > 100 && seen(CINCOS, &[], 1)[0] > 1000);
    let rounds = seen(FIVES, &[("overshoot", "allow"), ("finish", "round-end")], 2);
    assert!(rounds[0] > 1000 && rounds[2] > 100 && rounds[3] > 0, "{rounds:?}");
    assert!(seen(CARDS, &[], 2)[2] > 100);
    let last = seen(FIVES, &[("max_rounds", "1")], 2);
    assert!(last[0] == 0 && last[1] > 1000, "{last:?}");
}
