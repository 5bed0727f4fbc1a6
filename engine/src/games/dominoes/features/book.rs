//! Rules compiled: names become features and conditions, lists become places in one list.

use super::sheet::Hidden;
use super::vocabulary::VOCABULARY;
use crate::features::{Argument, Rounding, Rule};
use crate::games::dominoes::tiles::{Set, Tile, TileMask, Tiles};

/// Compiled rules with what they refer to.
#[derive(Clone, Debug)]
pub(super) struct Lines<M> {
    pub(super) rules: Vec<Line<M>>,
    /// All tests of the rules, one rule's after another's.
    pub(super) tests: Vec<Test>,
    /// All listed values of the rules, one rule's after another's, each in rising order of the number.
    pub(super) values: Vec<(i64, f64)>,
}

/// A compiled rule.
#[derive(Clone, Debug)]
pub(super) struct Line<M> {
    pub(super) feature: Feature<M>,
    pub(super) weight: f64,
    pub(super) round: Rounding,
    /// Its tests in the book: those of the decision from `first` to `of_move`, those of the move from there to `end`.
    pub(super) first: u32,
    pub(super) of_move: u32,
    pub(super) end: u32,
}

/// A condition with its range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    pub(super) condition: Condition,
    pub(super) min: i64,
    pub(super) max: i64,
}

/// A place of listed values in the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    first: u32,
    end: u32,
}

/// The features, with what their parameters say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature<M> {
    Points,
    Gain,
    Lost,
    Wins,
    ReachesTarget,
    Exact {
        to: Option<i64>,
    },
    LandsOn {
        score: i64,
    },
    Landing(Listed),
    Missing(Listed),
    Bonus,
    GoesOut,
    EndsRound,
    Lead {
        tiles: Tiles<M>,
    },
    Tile {
        tiles: Tiles<M>,
    },
    Pips,
    Double,
    StrandedDouble {
        tiles: Tiles<M>,
        except: Tiles<M>,
    },
    HeldHalves {
        over: u32,
        most: u32,
        new: bool,
    },
    ValuesLeft,
    Stuck,
    FollowTiles,
    FollowPoints {
        how: usize,
        count: usize,
    },
    FollowWins,
    RightEnd,
    AlikeEnds,
    DoubleEnds,
    EndSum,
    EndValue {
        value: i64,
    },
    ReplyPoints {
        whose: Hidden,
        count: usize,
    },
    ReplySum {
        whose: Hidden,
        ends: usize,
    },
    ReplyWins {
        whose: Hidden,
    },
    ReplyTiles {
        whose: Hidden,
    },
    ReplyBlocked {
        whose: Hidden,
    },
    KnockedEnds {
        who: usize,
    },
    AnswerPoints {
        whose: Hidden,
        count: usize,
    },
    AnswerWins {
        whose: Hidden,
    },
    AnswerBlocked {
        whose: Hidden,
    },
    /// A name that this module does not know: always 0. Tests make sure that there is none.
    Unknown,
}

/// The conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    OwnScore,
    OtherScore,
    Ahead,
    OwnMissing,
    OtherMissing,
    Target,
    Players,
    Set,
    Pairs,
    Opening,
    Opener,
    Laid,
    Choices,
    OwnTiles,
    NextTiles,
    FewestTiles,
    PartnerTiles,
    SeatsOut,
    OwnKnocks,
    NextKnocks,
    OpponentKnocks,
    Bonus,
    Double,
    Points,
    Gain,
    NewScore,
    GoesOut,
    FollowTiles,
    Unknown,
}

impl Condition {
    fn named(name: &str) -> Condition {
        match name {
            "own_score" => Condition::OwnScore,
            "other_score" => Condition::OtherScore,
            "ahead" => Condition::Ahead,
            "own_missing" => Condition::OwnMissing,
            "other_missing" => Condition::OtherMissing,
            "target" => Condition::Target,
            "players" => Condition::Players,
            "set" => Condition::Set,
            "pairs" => Condition::Pairs,
            "opening" => Condition::Opening,
            "opener" => Condition::Opener,
            "laid" => Condition::Laid,
            "choices" => Condition::Choices,
            "own_tiles" => Condition::OwnTiles,
            "next_tiles" => Condition::NextTiles,
            "fewest_tiles" => Condition::FewestTiles,
            "partner_tiles" => Condition::PartnerTiles,
            "seats_out" => Condition::SeatsOut,
            "own_knocks" => Condition::OwnKnocks,
            "next_knocks" => Condition::NextKnocks,
            "opponent_knocks" => Condition::OpponentKnocks,
            "bonus" => Condition::Bonus,
            "double" => Condition::Double,
            "points" => Condition::Points,
            "gain" => Condition::Gain,
            "new_score" => Condition::NewScore,
            "goes_out" => Condition::GoesOut,
            "follow_tiles" => Condition::FollowTiles,
            _ => Condition::Unknown,
        }
    }

    /// Whether it depends on the move.
    const fn of_move(self) -> bool {
        matches!(
            self,
            Condition::Double
                | Condition::Points
                | Condition::Gain
                | Condition::NewScore
                | Condition::GoesOut
                | Condition::FollowTiles
        )
    }
}

impl<M: TileMask> Feature<M> {
    /// The feature of a rule; `listed` keeps a table of values.
    fn of<K: Set<Mask = M>>(rule: &Rule, mut listed: impl FnMut(&[(i64, f64)]) -> Listed) -> Feature<M> {
        let doc = &VOCABULARY.features[rule.feature];
        let get = |name: &str| {
            let index = doc.parameters.iter().position(|parameter| parameter.name == name);
            index.and_then(|index| rule.arguments.get(index)).unwrap_or(&Argument::Unset)
        };
        let word = |name: &str| get(name).word();
        let whose =
            || Hidden { partner: word("who") == 1, read: word("reading") == 1, after_end: word("after_end") == 1 };
        let tiles = |name: &str| -> Tiles<M> {
            get(name).pieces().iter().filter_map(|code| Tile::of((code >> 8) as u8, (code & 255) as u8)).collect()
        };
        match doc.name {
            "points" => Feature::Points,
            "gain" => Feature::Gain,
            "lost" => Feature::Lost,
            "wins" => Feature::Wins,
            "reaches_target" => Feature::ReachesTarget,
            "exact" => Feature::Exact { to: get("to").whole() },
            "lands_on" => Feature::LandsOn { score: get("score").whole().unwrap_or(0) },
            "landing" => Feature::Landing(listed(get("values").values())),
            "missing" => Feature::Missing(listed(get("values").values())),
            "bonus" => Feature::Bonus,
            "goes_out" => Feature::GoesOut,
            "ends_round" => Feature::EndsRound,
            "lead" => Feature::Lead { tiles: tiles("tile") },
            "tile" => Feature::Tile { tiles: tiles("tile") },
            "pips" => Feature::Pips,
            "double" => Feature::Double,
            "stranded_double" => {
                let all = get("tile").pieces().is_empty();
                let doubles = if all { Tiles(K::ALL) } else { tiles("tile") };
                Feature::StrandedDouble { tiles: doubles, except: tiles("except") }
            }
            "held_halves" => Feature::HeldHalves {
                over: get("over").whole().unwrap_or(0) as u32,
                most: get("most").whole().map_or(u32::MAX, |most| most as u32),
                new: word("ends") == 1,
            },
            "values_left" => Feature::ValuesLeft,
            "stuck" => Feature::Stuck,
            "follow_tiles" => Feature::FollowTiles,
            "follow_points" => Feature::FollowPoints { how: word("how"), count: word("count") },
            "follow_wins" => Feature::FollowWins,
            "right_end" => Feature::RightEnd,
            "alike_ends" => Feature::AlikeEnds,
            "double_ends" => Feature::DoubleEnds,
            "end_sum" => Feature::EndSum,
            "end_value" => Feature::EndValue { value: get("value").whole().unwrap_or(0) },
            "reply_points" => Feature::ReplyPoints { whose: whose(), count: word("count") },
            "reply_sum" => Feature::ReplySum { whose: whose(), ends: word("ends") },
            "reply_wins" => Feature::ReplyWins { whose: whose() },
            "reply_tiles" => Feature::ReplyTiles { whose: whose() },
            "reply_blocked" => Feature::ReplyBlocked { whose: whose() },
            "knocked_ends" => Feature::KnockedEnds { who: word("who") },
            "answer_points" => Feature::AnswerPoints { whose: whose(), count: word("count") },
            "answer_wins" => Feature::AnswerWins { whose: whose() },
            "answer_blocked" => Feature::AnswerBlocked { whose: whose() },
            _ => Feature::Unknown,
        }
    }
}

impl<M: TileMask> Lines<M> {
    /// Compiles rules, which must have been checked against the vocabulary.
    pub(super) fn new<K: Set<Mask = M>>(rules: &[Rule]) -> Self {
        let mut lines = Lines { rules: Vec::with_capacity(rules.len()), tests: Vec::new(), values: Vec::new() };
        for rule in rules {
            let values = &mut lines.values;
            let feature = Feature::of::<K>(rule, |list| {
                let first = values.len() as u32;
                values.extend_from_slice(list);
                Listed { first, end: values.len() as u32 }
            });
            let first = lines.tests.len() as u32;
            let mut of_move = first;
            let tests = rule.when.iter().map(|test| Test {
                condition: Condition::named(VOCABULARY.conditions[test.condition].name),
                min: test.min,
                max: test.max,
            });
            let (late, early): (Vec<Test>, Vec<Test>) = tests.partition(|test| test.condition.of_move());
            of_move += early.len() as u32;
            lines.tests.extend(early);
            lines.tests.extend(late);
            let end = lines.tests.len() as u32;
            lines.rules.push(Line { feature, weight: rule.weight, round: rule.round, first, of_move, end });
        }
        lines
    }

    /// A part of the tests.
    pub(super) fn tests(&self, first: u32, end: u32) -> &[Test] {
        &self.tests[first as usize..end as usize]
    }

    /// The value that is listed for a number; 0 if none is.
    pub(super) fn listed(&self, list: Listed, number: i64) -> f64 {
        let values = &self.values[list.first as usize..list.end as usize];
        values.binary_search_by_key(&number, |(at, _)| *at).map_or(0.0, |index| values[index].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dominoes::tiles::DoubleSix;

    #[test]
    fn every_word_is_known() {
        for (index, doc) in VOCABULARY.features.iter().enumerate() {
            let arguments = doc.parameters.iter().map(|_| Argument::Unset).collect();
            let rule = Rule { feature: index, weight: 1.0, round: Rounding::None, arguments, when: Vec::new() };
            let feature = Feature::of::<DoubleSix>(&rule, |_| Listed { first: 0, end: 0 });
            assert_ne!(feature, Feature::Unknown, "{}", doc.name);
            assert!(VOCABULARY.features[..index].iter().all(|earlier| earlier.name != doc.name), "{}", doc.name);
        }
        for (index, doc) in VOCABULARY.conditions.iter().enumerate() {
            let condition = Condition::named(doc.name);
            assert_ne!(condition, Condition::Unknown, "{}", doc.name);
            assert_eq!(condition.of_move(), doc.of_move, "{}", doc.name);
            assert!(VOCABULARY.conditions[..index].iter().all(|earlier| earlier.name != doc.name), "{}", doc.name);
        }
    }
}
