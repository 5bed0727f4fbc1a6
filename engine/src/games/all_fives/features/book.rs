//! Rules compiled: names become features and facts, lists become places in one list.

use super::facts::{DecisionFact, MoveFact};
use super::odds::Reading;
use super::vocabulary::VOCABULARY;
use crate::features::{Argument, Rounding, Rule};
use crate::games::all_fives::Move;

/// Compiled rules with what they refer to.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) rules: Vec<Line>,
    /// All listed values of the rules, one rule's after another's, each in rising order of the number.
    values: Vec<(i64, f64)>,
}

/// A rule, with its tests sorted into those of the decision and those of the move.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) feature: Feature,
    pub(super) weight: f64,
    pub(super) round: Rounding,
    pub(super) of_decision: Vec<Test<DecisionFact>>,
    pub(super) of_move: Vec<Test<MoveFact>>,
}

/// A condition with its range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test<F> {
    pub(super) fact: F,
    min: i64,
    max: i64,
}

impl<F> Test<F> {
    #[inline]
    pub(super) fn holds(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

/// A place of listed values in the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    first: usize,
    end: usize,
}

/// The features, with what their parameters say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// The move is this bid.
    Bid(Move),
    /// The values listed for the trumps held, if the move is this bid.
    BidCards(Move, Listed),
    /// The value listed for the number of trumps held, if the move is this bid.
    BidTrumps(Move, Listed),
    /// The value listed for the rank of a trump.
    TrumpValue(Listed),
    /// The value listed for the rank of a plain card.
    PlainValue(Listed),
    /// The values listed for the trumps that stay in the hand.
    TrumpsKept(Listed),
    Survives(Reading),
    ExpectedTaken(Reading),
    ExpectedLost(Reading),
    /// A whole number.
    Fact(MoveFact),
}

impl Lines {
    /// Compiles rules that were checked against the vocabulary.
    pub(super) fn new(rules: &[Rule]) -> Self {
        let mut lines = Lines { rules: Vec::with_capacity(rules.len()), values: Vec::new() };
        for rule in rules {
            let feature = lines.feature(rule);
            let tests = || rule.when.iter().map(|test| (VOCABULARY.conditions[test.condition].name, test));
            let of_decision = tests().filter_map(|(name, test)| {
                DecisionFact::named(name).map(|fact| Test { fact, min: test.min, max: test.max })
            });
            let of_move = tests().filter_map(|(name, test)| {
                MoveFact::named(name).map(|fact| Test { fact, min: test.min, max: test.max })
            });
            lines.rules.push(Line {
                feature,
                weight: rule.weight,
                round: rule.round,
                of_decision: of_decision.collect(),
                of_move: of_move.collect(),
            });
        }
        lines
    }

    fn feature(&mut self, rule: &Rule) -> Feature {
        let name = VOCABULARY.features[rule.feature].name;
        let bid = || Move::BIDS[rule.arguments.first().map_or(0, Argument::word) & 3].1;
        let reading = || Reading::ALL[rule.arguments.first().map_or(0, Argument::word) & 1];
        let mut listed = |at: usize| {
            let first = self.values.len();
            self.values.extend(rule.arguments.get(at).map_or(&[][..], Argument::values));
            Listed { first, end: self.values.len() }
        };
        match name {
            "bid" => Feature::Bid(bid()),
            "bid_cards" => Feature::BidCards(bid(), listed(1)),
            "bid_trumps" => Feature::BidTrumps(bid(), listed(1)),
            "trump_value" => Feature::TrumpValue(listed(0)),
            "plain_value" => Feature::PlainValue(listed(0)),
            "trumps_kept" => Feature::TrumpsKept(listed(0)),
            "survives" => Feature::Survives(reading()),
            "expected_taken" => Feature::ExpectedTaken(reading()),
            "expected_lost" => Feature::ExpectedLost(reading()),
            _ => Feature::Fact(MoveFact::named(name).unwrap_or(MoveFact::Nothing)),
        }
    }

    /// The value listed for a number; 0 if none is.
    pub(super) fn value(&self, list: Listed, number: i64) -> f64 {
        let list = &self.values[list.first..list.end];
        list.binary_search_by_key(&number, |(listed, _)| *listed).map_or(0.0, |at| list[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_known() {
        for condition in VOCABULARY.conditions {
            let (decision, of_move) = (DecisionFact::named(condition.name), MoveFact::named(condition.name));
            assert_eq!(
                (decision.is_some(), of_move.is_some()),
                (!condition.of_move, condition.of_move),
                "{}",
                condition.name
            );
        }
        let mut lines = Lines::new(&[]);
        for feature in 0..VOCABULARY.features.len() {
            let rule = Rule { feature, weight: 1.0, round: Rounding::None, arguments: Vec::new(), when: Vec::new() };
            assert_ne!(lines.feature(&rule), Feature::Fact(MoveFact::Nothing), "{}", VOCABULARY.features[feature].name);
        }
    }
}
