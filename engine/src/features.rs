//! The contract between games and rule-based strategies.
//!
//! A rule is a weighted feature of a move, with conditions: "+2 for opening with 5-4", "−1 for each point that the opponent's reply
//! is expected to bring, while I have 50 or more". A game that is [`Tactical`] names its features and conditions in a
//! [`Vocabulary`], compiles a list of [`Rule`]s into a book of its own type, and weighs moves by a book. A reader of files (`tactics`)
//! needs only the vocabulary, so games with nothing in common but this contract share one file format.
//!
//! # Adding a feature
//! Add its row to the game's vocabulary, its variant to the game's feature type, and its value to the game's evaluation; the reader, the
//! error messages and `describe` follow from the row.

use std::fmt;

use crate::game::Game;

/// The vocabulary of rules for one family of games.
#[derive(Debug)]
pub struct Vocabulary {
    /// The family's name, as a file's `game` key gives it.
    pub family: &'static str,
    /// The features of a move.
    pub features: &'static [FeatureDoc],
    /// The conditions that a rule may have.
    pub conditions: &'static [ConditionDoc],
    /// The ways to choose between moves of equal weight; the first one is the default.
    pub ties: &'static [TieDoc],
}

/// A feature of a move: something that can be given a weight.
#[derive(Debug)]
pub struct FeatureDoc {
    /// The name, as a rule's `feature` key gives it.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// What can be set.
    pub parameters: &'static [ParameterDoc],
}

/// A parameter of a feature.
#[derive(Debug)]
pub struct ParameterDoc {
    /// The name, as a key of the rule.
    pub name: &'static str,
    /// What it may be.
    pub kind: ParameterKind,
    /// What it is when it is not given.
    pub default: Fallback,
    /// What it does.
    pub meaning: &'static str,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug)]
pub enum ParameterKind {
    /// A whole number in this range, both ends included.
    Whole(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// One or more pieces (tiles or cards) as text.
    Pieces {
        /// Reads one.
        read: fn(&str) -> Option<u16>,
        /// How one is written, in words.
        allowed: &'static str,
    },
    /// Values by whole number, the numbers being in this range.
    Values(i64, i64),
}

impl fmt::Display for ParameterKind {
    /// What is allowed, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            ParameterKind::Word(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                f.write_str(&words.join(", "))
            }
            ParameterKind::Pieces { allowed, .. } => f.write_str(allowed),
            ParameterKind::Values(low, high) => {
                write!(f, "a table of weights by whole number ({low} to {high}), such as {{ 2 = 1.5, 8 = -1 }}")
            }
        }
    }
}

/// The value of a parameter that a rule does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// There is none: the rule must give it.
    Required,
    /// A whole number.
    Whole(i64),
    /// The word at this place in its list.
    Word(usize),
    /// Nothing: no pieces, no values.
    Empty,
    /// Not set, which means something of its own.
    Unset,
}

/// A condition of a rule: a number that is compared with a range.
#[derive(Debug)]
pub struct ConditionDoc {
    /// The name, as a key of the rule's `when` table.
    pub name: &'static str,
    /// Whether it is written `true` or `false` (1 or 0) instead of as a range.
    pub yes_no: bool,
    /// Whether it depends on the move; the others are evaluated once per decision.
    pub of_move: bool,
    /// What it is.
    pub meaning: &'static str,
}

/// A way to choose between moves of equal weight.
#[derive(Debug)]
pub struct TieDoc {
    /// The name, as a file's `ties` key gives it.
    pub name: &'static str,
    /// What it does.
    pub tie: Tie,
    /// What it does, in words.
    pub meaning: &'static str,
}

/// How one of several moves of equal weight is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The largest piece ([`Tactical::size`]), then move order.
    Size,
    /// The first in move order.
    Order,
    /// Any, all moves equally likely.
    Random,
    /// Any, all pieces equally likely, at the piece's first place in move order.
    RandomPiece,
}

/// A rule of a file, checked against a vocabulary.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The feature, by its place in [`Vocabulary::features`].
    pub feature: usize,
    /// What a unit of the feature is worth.
    pub weight: f64,
    /// How the feature is rounded before it is weighted.
    pub round: Rounding,
    /// The parameters, one for each of the feature's, in order.
    pub arguments: Vec<Argument>,
    /// The conditions, which must all hold.
    pub when: Vec<Test>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// Not given, and without a default.
    Unset,
    /// A whole number.
    Whole(i64),
    /// The word at this place in its list.
    Word(usize),
    /// Pieces, as the vocabulary reads them.
    Pieces(Vec<u16>),
    /// Values by whole number, in rising order of the number.
    Values(Vec<(i64, f64)>),
}

impl Argument {
    /// The whole number, if it is one.
    #[must_use]
    pub const fn whole(&self) -> Option<i64> {
        if let Argument::Whole(n) = self { Some(*n) } else { None }
    }

    /// The word's place in its list; 0 if it is no word.
    #[must_use]
    pub const fn word(&self) -> usize {
        if let Argument::Word(index) = self { *index } else { 0 }
    }

    /// The pieces; none if it is something else.
    #[must_use]
    pub fn pieces(&self) -> &[u16] {
        if let Argument::Pieces(pieces) = self { pieces } else { &[] }
    }

    /// The values; none if it is something else.
    #[must_use]
    pub fn values(&self) -> &[(i64, f64)] {
        if let Argument::Values(values) = self { values } else { &[] }
    }
}

/// A condition with the range that it must lie in, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The condition, by its place in [`Vocabulary::conditions`].
    pub condition: usize,
    /// The least that passes.
    pub min: i64,
    /// The most that passes.
    pub max: i64,
}

/// How a feature is rounded before it is weighted. All of these are exact on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// Not at all.
    #[default]
    None,
    /// To the nearest whole number, halves away from zero.
    Nearest,
    /// To the nearest whole number, halves to the even one.
    Even,
    /// To the next lower whole number.
    Down,
    /// To the next higher whole number.
    Up,
}

impl Rounding {
    /// The names, as a rule's `round` key gives them.
    pub const NAMES: [(&'static str, Rounding); 4] =
        [("nearest", Rounding::Nearest), ("even", Rounding::Even), ("down", Rounding::Down), ("up", Rounding::Up)];

    /// Rounds a value.
    #[inline(always)]
    #[must_use]
    pub fn apply(self, value: f64) -> f64 {
        match self {
            Rounding::None => value,
            Rounding::Nearest => value.round(),
            Rounding::Even => value.round_ties_even(),
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
        }
    }
}

/// A game that rule-based strategies can play.
pub trait Tactical: Game {
    /// A compiled list of rules, with the working memory that weighing needs.
    type Book: Send + 'static;

    /// The vocabulary of rules for this game.
    fn vocabulary() -> &'static Vocabulary;

    /// Compiles rules, which must have been checked against [`Tactical::vocabulary`].
    fn compile(&self, rules: &[Rule]) -> Self::Book;

    /// Adds each rule's worth to the total of each move of `view`, in the order of the rules; `totals` has a place for every move.
    ///
    /// What is added depends on the rules and the view alone, not on what was weighed before. Allocates nothing once the working
    /// memory has grown, and uses only those operations on reals that IEEE 754 defines exactly.
    fn weigh(book: &mut Self::Book, view: Self::View<'_>, moves: &[Self::Move], totals: &mut [f64]);

    /// The piece (tile or card) that a move uses; moves that use the same piece count as one for [`Tie::RandomPiece`].
    fn piece(mv: Self::Move) -> u32;

    /// How large the piece of a move is, for [`Tie::Size`].
    fn size(mv: Self::Move) -> u32;
}
