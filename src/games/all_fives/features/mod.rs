//! Rules for All Fives: what they can speak about, and how it is worked out from a [`View`] alone.
//!
//! `words` names every feature and condition with its meaning.

mod words;

pub use words::VOCABULARY;

use super::cards::{Card, CardSet, trump_points};
use super::engine::AllFives;
use super::state::Move;
use super::view::View;
use crate::features::{Rounding, Rule, Tactical, Vocabulary};
use crate::game::{Seat, Side};

/// A compiled list of rules.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Vec<Line>,
}

/// A rule, with its tests sorted into those of the decision and those of the move.
#[derive(Clone, Debug)]
struct Line {
    feature: &'static str,
    /// The bid that the feature `bid` asks for.
    bid: Move,
    weight: f64,
    round: Rounding,
    of_decision: Vec<Test>,
    of_move: Vec<Test>,
}

#[derive(Clone, Copy, Debug)]
struct Test {
    condition: &'static str,
    min: i64,
    max: i64,
}

impl Test {
    fn holds(self, value: i64) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

fn line(rule: &Rule) -> Line {
    let (of_move, of_decision): (Vec<_>, Vec<_>) =
        rule.when.iter().partition(|test| VOCABULARY.conditions[test.condition].of_move);
    let tests = |list: Vec<&crate::features::Test>| {
        let named = |test: &crate::features::Test| Test {
            condition: VOCABULARY.conditions[test.condition].name,
            min: test.min,
            max: test.max,
        };
        list.into_iter().map(named).collect()
    };
    let bid = rule.arguments.first().map_or(0, crate::features::Argument::word);
    Line {
        feature: VOCABULARY.features[rule.feature].name,
        bid: Move::BIDS[bid & 3].1,
        weight: rule.weight,
        round: rule.round,
        of_decision: tests(of_decision),
        of_move: tests(of_move),
    }
}

impl<const SEATS: usize> Tactical for AllFives<SEATS> {
    type Book = Book;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn compile(&self, rules: &[Rule]) -> Book {
        Book { rules: rules.iter().map(line).collect() }
    }

    fn weigh(book: &mut Book, view: View<'_, SEATS>, moves: &[Move], totals: &mut [f64]) {
        for rule in &book.rules {
            if !rule.of_decision.iter().all(|test| test.holds(decision_fact(&view, test.condition, moves.len()))) {
                continue;
            }
            for (mv, total) in moves.iter().zip(totals.iter_mut()) {
                if rule.of_move.iter().all(|test| test.holds(move_fact(&view, test.condition, *mv))) {
                    let value = if rule.feature == "bid" {
                        f64::from(u8::from(*mv == rule.bid))
                    } else {
                        move_fact(&view, rule.feature, *mv) as f64
                    };
                    *total += rule.weight * rule.round.apply(value);
                }
            }
        }
    }

    fn piece(mv: Move) -> u32 {
        mv.number()
    }

    fn size(mv: Move) -> u32 {
        mv.as_card().map_or(0, |card| u32::from(card.rank()))
    }
}

/// A condition that is the same for all moves of a decision.
fn decision_fact<const SEATS: usize>(view: &View<'_, SEATS>, condition: &str, choices: usize) -> i64 {
    let own = i64::from(view.score(view.side()));
    let others = (0..SEATS as u8).map(Side).filter(|side| *side != view.side());
    let other = others.map(|side| i64::from(view.score(side))).max().unwrap_or(0);
    let target = i64::from(view.rules().target);
    let trumps = view.trumps();
    let lane = |cards: CardSet| cards.lane(trumps);
    let points = |cards: CardSet| i64::from(trump_points(lane(cards)));
    match condition {
        "own_score" => own,
        "other_score" => other,
        "ahead" => own - other,
        "own_missing" => target - own,
        "other_missing" => target - other,
        "target" => target,
        "players" => SEATS as i64,
        "bidding" => i64::from(view.is_bidding()),
        "begged" => i64::from(view.is_begged()),
        "leading" => i64::from(!view.is_bidding() && view.led().is_none()),
        "last" => i64::from(!view.is_bidding() && view.is_last()),
        "dealer" => i64::from(view.dealer() == view.seat()),
        "choices" => choices as i64,
        "cards_held" => view.hand().len() as i64,
        "trumps_held" => i64::from(lane(view.hand()).count_ones()),
        "points_held" => points(view.hand()),
        "sure_trumps" => {
            let threat = lane(view.unseen());
            view.hand().and(CardSet::suit(trumps)).filter(|card| threat >> card.rank() == 0).count() as i64
        }
        "unseen_trumps" => i64::from(lane(view.unseen()).count_ones()),
        "unseen_points" => points(view.unseen()),
        "lying" => points(view.trick()),
        "own_captured" => i64::from(view.captured(view.seat())),
        "runs" => i64::from(view.runs()),
        _ => 0,
    }
}

/// A feature or condition of one move that is a whole number; 0 for a bid.
fn move_fact<const SEATS: usize>(view: &View<'_, SEATS>, name: &str, mv: Move) -> i64 {
    let Some(card) = mv.as_card() else {
        return 0;
    };
    let trumps = view.trumps();
    let counts = if card.suit() == trumps { i64::from(card.points()) } else { 0 };
    let takes = view.would_take(card);
    let worth = || i64::from(trump_points(view.trick().lane(trumps))) + counts;
    let suit_left = || view.hand().without(card).and(CardSet::suit(card.suit())).len() as i64;
    match name {
        "counts" => counts,
        "rank" => i64::from(card.rank()) + 2,
        "trump" => i64::from(card.suit() == trumps),
        "takes" => i64::from(takes),
        "taken" if takes => worth(),
        "lost" if !takes => worth(),
        "sure" => i64::from(is_sure(view, card)),
        "sure_points" if is_sure(view, card) => worth(),
        "beaters" => beaters(view, card, view.unseen()),
        "suit_left" => suit_left(),
        "alone" => i64::from(card.suit() != trumps && suit_left() == 0),
        _ => 0,
    }
}

/// How many of these cards would beat a card in the trick to which it is played.
fn beaters<const SEATS: usize>(view: &View<'_, SEATS>, card: Card, cards: CardSet) -> i64 {
    let led = view.led().unwrap_or(card.suit());
    let strength = |card| AllFives::<SEATS>::strength(card, led, view.trumps());
    cards.filter(|other| strength(*other) > strength(card)).count() as i64
}

/// Whether a card takes, and no seat that is yet to play may hold one that beats it.
fn is_sure<const SEATS: usize>(view: &View<'_, SEATS>, card: Card) -> bool {
    let later = SEATS - 1 - view.laid();
    let seat_after = |steps: usize| Seat(((view.seat().index() + steps) % SEATS) as u8);
    view.would_take(card) && (1..=later).all(|steps| beaters(view, card, view.may_hold(seat_after(steps))) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Moves, Notation};
    use crate::games::all_fives::Rules;
    use crate::strategies::tactics::RuleFile;

    /// The totals of each move, by its text, for one rule.
    fn totals(position: &str, moves: &[&str], rule: &str) -> Vec<(String, f64)> {
        let game = AllFives::<2>::new(Rules::resolve(&Vec::new()).unwrap());
        let mut s = game.read_position(position, None).unwrap();
        for text in moves {
            let mv = game.read_move(&s, text).unwrap();
            game.play(&mut s, mv);
        }
        let crate::game::Turn::Seat(seat) = game.turn(&s) else { panic!("the round is over") };
        let text = format!("game = \"all-fives\"\nabout = \"a test\"\n[[rule]]\nweight = 1\n{rule}\n");
        let file = RuleFile::parse(&text, &[&VOCABULARY]).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
        let mut book = game.compile(&file.rules);
        let mut list = Moves::new();
        game.moves(&s, &mut list);
        let mut totals = vec![0.0; list.len()];
        AllFives::weigh(&mut book, game.view(&s, &[], seat), &list, &mut totals);
        list.iter().map(|mv| game.write_move(&s, *mv)).zip(totals).collect()
    }

    fn expect(position: &str, moves: &[&str], rule: &str, expected: &[(&str, f64)]) {
        let expected: Vec<(String, f64)> = expected.iter().map(|(mv, total)| ((*mv).to_owned(), *total)).collect();
        assert_eq!(totals(position, moves, rule), expected, "{rule}");
    }

    const HANDS: &str = "8C KS 10S/5S AS 2C : 9S";

    #[test]
    fn features_are_what_their_rows_say() {
        for (feature, expected) in [
            ("counts", [0.0, 10.0, 3.0]),
            ("rank", [8.0, 10.0, 13.0]),
            ("trump", [0.0, 1.0, 1.0]),
            ("takes", [1.0, 1.0, 1.0]),
            ("taken", [0.0, 10.0, 3.0]),
            ("lost", [0.0, 0.0, 0.0]),
            ("sure", [0.0, 0.0, 0.0]),
            // 8♣: six higher clubs and the ten unseen trumps; 10♠: J Q A; K♠: A.
            ("beaters", [16.0, 3.0, 1.0]),
            ("suit_left", [0.0, 1.0, 1.0]),
            ("alone", [1.0, 0.0, 0.0]),
        ] {
            let rule = format!("feature = \"{feature}\"");
            expect(HANDS, &["stand"], &rule, &[("8C", expected[0]), ("10S", expected[1]), ("KS", expected[2])]);
        }
        let second = |feature: &str, five: f64, ace: f64| {
            expect(HANDS, &["stand", "10S"], &format!("feature = \"{feature}\""), &[("5S", five), ("AS", ace)]);
        };
        second("taken", 0.0, 14.0);
        second("lost", 15.0, 0.0);
        second("sure", 0.0, 1.0);
        second("sure_points", 0.0, 14.0);
        second("takes", 0.0, 1.0);
    }

    #[test]
    fn bids_and_conditions_are_what_their_rows_say() {
        let bid = |is: &str, when: &str| format!("feature = \"bid\"\nis = \"{is}\"\nwhen = {{ {when} }}");
        expect(HANDS, &[], &bid("beg", "bidding = true, begged = false"), &[("stand", 0.0), ("beg", 1.0)]);
        expect(HANDS, &["beg"], &bid("run", "begged = true, dealer = true"), &[("give", 0.0), ("run", 1.0)]);
        for holds in ["trumps_held = 2", "points_held = 13", "cards_held = 3", "sure_trumps = 0", "unseen_trumps = 10"]
        {
            expect(HANDS, &[], &bid("stand", holds), &[("stand", 1.0), ("beg", 0.0)]);
        }
        for holds in ["own_missing = 61", "other_score = 0", "players = 2", "target = 61", "unseen_points = 12"] {
            expect(HANDS, &[], &bid("stand", holds), &[("stand", 1.0), ("beg", 0.0)]);
        }
        for fails in ["dealer = true", "leading = true", "runs = 1", "choices = 3", "lying = 1"] {
            expect(HANDS, &[], &bid("stand", fails), &[("stand", 0.0), ("beg", 0.0)]);
        }
        let rank = "feature = \"rank\"\nwhen = { lying = 10, last = true, trump = true, takes = true, counts = 4 }";
        expect(HANDS, &["stand", "10S"], rank, &[("5S", 0.0), ("AS", 14.0)]);
    }
}
