//! What rules for domino games can speak about: the features of a placement and the conditions of a rule.

use super::engine::Dominoes;
use super::state::Move;
use super::tiles::{Set, pips};
use super::view::View;
use crate::features::{ConditionDoc, FeatureDoc, Rounding, Rule, Tactical, Test, Tie, TieDoc, Vocabulary};

/// The words of rules for domino games.
pub static VOCABULARY: Vocabulary =
    Vocabulary { family: "dominoes", features: &FEATURES, conditions: &CONDITIONS, ties: &TIES };

const FEATURES: [FeatureDoc; 2] = [
    FeatureDoc {
        name: "points",
        unit: "points",
        meaning: "points that the placement offers by itself, taken or not",
        parameters: &[],
    },
    FeatureDoc {
        name: "gain",
        unit: "points",
        meaning: "change of the own side's score, going out included, after the rule for passing the target",
        parameters: &[],
    },
];

const CONDITIONS: [ConditionDoc; 2] = [
    ConditionDoc { name: "own_score", yes_no: false, of_move: false, meaning: "the own side's score" },
    ConditionDoc { name: "opening", yes_no: true, of_move: false, meaning: "the round is opened" },
];

const TIES: [TieDoc; 4] = [
    TieDoc { name: "pips", tie: Tie::Size, meaning: "the tile with the most pips, then the first in move order" },
    TieDoc {
        name: "order",
        tie: Tie::Order,
        meaning: "the first in move order: the left end before the right, then by tile",
    },
    TieDoc { name: "random", tie: Tie::Random, meaning: "each placement alike" },
    TieDoc {
        name: "random-tile",
        tie: Tie::RandomPiece,
        meaning: "each tile alike, at the left end if that is as good",
    },
];

/// A compiled list of rules.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Vec<Compiled>,
}

#[derive(Clone, Debug)]
struct Compiled {
    feature: usize,
    weight: f64,
    round: Rounding,
    when: Vec<Test>,
}

impl<K: Set, const SEATS: usize> Tactical for Dominoes<K, SEATS> {
    type Book = Book;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn compile(&self, rules: &[Rule]) -> Book {
        let compiled = |rule: &Rule| Compiled {
            feature: rule.feature,
            weight: rule.weight,
            round: rule.round,
            when: rule.when.clone(),
        };
        Book { rules: rules.iter().map(compiled).collect() }
    }

    fn weigh(book: &Book, view: View<'_, K, SEATS>, moves: &[Move], totals: &mut [f64]) {
        for rule in &book.rules {
            let fact = |test: &Test| match test.condition {
                0 => i64::from(view.score(view.side())),
                _ => i64::from(view.laid() == 0),
            };
            if !rule.when.iter().all(|test| (test.min..=test.max).contains(&fact(test))) {
                continue;
            }
            for (mv, total) in moves.iter().zip(totals.iter_mut()) {
                let value = match rule.feature {
                    0 => f64::from(view.points(*mv)),
                    _ => f64::from(view.gain(*mv).0),
                };
                *total += rule.weight * rule.round.apply(value);
            }
        }
    }

    fn piece(mv: Move) -> u32 {
        u32::from(mv.tile())
    }

    fn size(mv: Move) -> u32 {
        u32::from(pips::<K>(mv.tile()))
    }
}
