//! The options of `ismcts`, and how they are written.

use crate::parameters::{Kind, Parameter, Values};
use crate::strategies::objective::ObjectiveChoice;
use crate::strategies::opponent_model::TRUST;

/// The most iterations for one decision.
pub const MAX_ITERATIONS: u32 = 1_000_000;
/// The largest weight of exploration.
pub const MAX_EXPLORATION: f32 = 100.0;

/// How rounds are played out from where the tree ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playout {
    /// A random legal move, all equally likely.
    Random,
    /// By the reference strategy `greedy`.
    Greedy,
    /// Each move by `greedy` or at random, each with probability one half.
    Mixed,
}

/// Which of the open moves that were never tried at a place is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// A random one, all equally likely.
    Random,
    /// The one that the reference strategy `greedy` would play; after that any.
    Greedy,
}

/// What an `ismcts` player is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Iterations for each decision that is not forced, 1 to [`MAX_ITERATIONS`].
    pub iterations: u32,
    /// Weight of exploration, 0 to [`MAX_EXPLORATION`], where a value of 1 is a lead of
    /// [`POINTS_UNIT`](super::POINTS_UNIT) points, or a certain win.
    pub exploration: f32,
    /// How rounds are played out.
    pub playout: Playout,
    /// Which moves are tried first.
    pub expansion: Expansion,
    /// Whether the tree is kept from one decision to the next in a round.
    pub reuse: bool,
    /// How much the others are trusted to play like `greedy`, 0 to 0.99: what their moves say about their hands.
    pub trust: f32,
    /// Worlds in the pool that `trust` weighs.
    pub worlds: u32,
    /// Worlds are valued by the exact solver once the other seats hold no more pieces than this; 0 for never.
    pub solve: u32,
    /// What it plays for.
    pub objective: ObjectiveChoice,
}

/// The parameters.
pub const PARAMETERS: [Parameter; 9] = [
    Parameter {
        name: "iterations",
        kind: Kind::whole(1, MAX_ITERATIONS as u64),
        default: Some("1000"),
        meaning: "iterations for each decision, each with its own sampled world; a forced move takes none",
    },
    Parameter {
        name: "exploration",
        kind: Kind::real(0.0, MAX_EXPLORATION as f64),
        default: Some("0.4"),
        meaning: "weight of exploration in the upper confidence bound; 1 is the value of a lead of 20 points, or of a certain win",
    },
    Parameter {
        name: "playout",
        kind: Kind::Words(&["random", "greedy", "mixed"]),
        default: Some("random"),
        meaning: "how a round is played out beyond the tree: at random, by greedy, or each move by either with equal probability",
    },
    Parameter {
        name: "expansion",
        kind: Kind::Words(&["random", "greedy"]),
        default: Some("greedy"),
        meaning: "which untried move of a node is tried first: a random one, or the one that greedy would play",
    },
    Parameter {
        name: "reuse",
        kind: Kind::Flag,
        default: Some("false"),
        meaning: "whether the tree is kept from one decision to the next within a round",
    },
    Parameter {
        name: "trust",
        kind: TRUST,
        default: Some("0"),
        meaning: "assumed probability that the others play like greedy, used to infer their hands from their moves; 0: no inference",
    },
    Parameter {
        name: "worlds",
        kind: Kind::whole(1, MAX_ITERATIONS as u64),
        default: Some("500"),
        meaning: "worlds weighted by trust for each decision",
    },
    Parameter {
        name: "solve",
        kind: Kind::whole(0, 255),
        default: Some("0"),
        meaning: "once the others hold no more pieces than this, worlds are solved exactly instead of played out; 0: never",
    },
    ObjectiveChoice::PARAMETER,
];

impl Default for Options {
    fn default() -> Options {
        Options::of(&Values::default().with_defaults(&PARAMETERS))
    }
}

impl Options {
    /// The options among the values of [`PARAMETERS`].
    #[must_use]
    pub fn of(values: &Values) -> Options {
        Options {
            iterations: values.whole("iterations").unwrap_or_default(),
            exploration: values.real("exploration").unwrap_or_default() as f32,
            playout: match values.text("playout") {
                Some("greedy") => Playout::Greedy,
                Some("mixed") => Playout::Mixed,
                _ => Playout::Random,
            },
            expansion: if values.text("expansion") == Some("greedy") { Expansion::Greedy } else { Expansion::Random },
            reuse: values.flag("reuse").unwrap_or_default(),
            trust: values.real("trust").unwrap_or_default() as f32,
            worlds: values.whole("worlds").unwrap_or_default(),
            solve: values.whole("solve").unwrap_or_default(),
            objective: ObjectiveChoice::of(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::read_list;

    #[test]
    fn options_are_those_of_the_values() {
        let found =
            read_list("iterations=50,exploration=0.25,playout=greedy,reuse=true,goal=points", &PARAMETERS).unwrap();
        let expected = Options {
            iterations: 50,
            exploration: 0.25,
            playout: Playout::Greedy,
            reuse: true,
            objective: ObjectiveChoice::Points,
            ..Options::default()
        };
        assert_eq!(Options::of(&found), expected);
        let found =
            read_list("playout=mixed,expansion=random,trust=0.5,worlds=7,solve=3,goal=match", &PARAMETERS).unwrap();
        let expected = Options {
            playout: Playout::Mixed,
            expansion: Expansion::Random,
            trust: 0.5,
            worlds: 7,
            solve: 3,
            objective: ObjectiveChoice::Match,
            ..Options::default()
        };
        assert_eq!(Options::of(&found), expected);
    }

    #[test]
    fn nothing_given_is_what_the_table_says() {
        let expected = Options {
            iterations: 1000,
            exploration: 0.4,
            playout: Playout::Random,
            expansion: Expansion::Greedy,
            reuse: false,
            trust: 0.0,
            worlds: 500,
            solve: 0,
            objective: ObjectiveChoice::Auto,
        };
        assert_eq!(Options::default(), expected);
    }
}
