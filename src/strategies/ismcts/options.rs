//! The options of `ismcts`, and how they are written.

use crate::games::options::OptionDoc;
use crate::strategies::objective::ObjectiveChoice;
use crate::strategies::opponent_model;

/// The most iterations for one decision.
pub const MAX_ITERATIONS: u32 = 1_000_000;
/// The largest weight of exploration.
pub const MAX_EXPLORATION: f32 = 100.0;

/// How rounds are played out from where the tree ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playout {
    /// Every legal move alike.
    Random,
    /// By the reference strategy `greedy`.
    Greedy,
    /// Each move by `greedy` or at random, each with probability one half.
    Mixed,
}

impl Playout {
    const NAMES: [(&'static str, Playout); 3] =
        [("random", Playout::Random), ("greedy", Playout::Greedy), ("mixed", Playout::Mixed)];
}

/// Which of the open moves that were never tried at a place is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// Any, each alike.
    Random,
    /// The one that the reference strategy `greedy` would play; after that any.
    Greedy,
}

impl Expansion {
    const NAMES: [(&'static str, Expansion); 2] = [("random", Expansion::Random), ("greedy", Expansion::Greedy)];
}

/// What an `ismcts` player is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Iterations for each decision that is one, 1 to [`MAX_ITERATIONS`].
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

impl Default for Options {
    fn default() -> Options {
        Options {
            iterations: 1000,
            exploration: 0.4,
            playout: Playout::Random,
            expansion: Expansion::Greedy,
            reuse: false,
            trust: 0.0,
            worlds: 500,
            solve: 0,
            objective: ObjectiveChoice::Auto,
        }
    }
}

/// The parameters, as the registry shows them.
pub const PARAMETERS: [OptionDoc; 9] = [
    OptionDoc {
        name: "iterations",
        allowed: "1 to 1000000; default 1000",
        meaning: "worlds drawn and played out for one decision; a forced move needs none",
    },
    OptionDoc {
        name: "exploration",
        allowed: "0 to 100; default 0.4",
        meaning: "how much moves that were tried seldom are favoured; 1 weighs a logarithm's root like a lead of 20 points",
    },
    OptionDoc {
        name: "playout",
        allowed: "random, greedy, mixed; default random",
        meaning: "how a round is played on where the tree ends: at random, by greedy, or by either with one half each",
    },
    OptionDoc {
        name: "expansion",
        allowed: "random, greedy; default greedy",
        meaning: "which of the moves never tried at a place is tried first: any, or the one that greedy would play",
    },
    OptionDoc {
        name: "reuse",
        allowed: "true, false; default false",
        meaning: "whether a decision begins with what the round's earlier ones found out",
    },
    OptionDoc {
        name: "trust",
        allowed: "0 to 0.99; default 0",
        meaning: "how surely the others are taken to play like greedy, which their moves so far then say about their hands; 0: nothing",
    },
    OptionDoc {
        name: "worlds",
        allowed: "1 to 1000000; default 500",
        meaning: "worlds that trust weighs for a decision",
    },
    OptionDoc {
        name: "solve",
        allowed: "0 to 255; default 0",
        meaning: "worlds are valued by the exact solver, not played out, once the others hold no more pieces than this",
    },
    ObjectiveChoice::DOC,
];

impl Options {
    /// Reads parameters by name; one that is not given has its default. Unknown names are the caller's matter.
    ///
    /// # Errors
    /// If a value is not allowed: which, what was found, what is allowed.
    pub fn parse(parameters: &[(&str, &str)]) -> Result<Options, String> {
        let mut options = Options::default();
        for (name, text) in parameters {
            let Some(doc) = PARAMETERS.iter().find(|doc| doc.name == *name) else {
                continue;
            };
            let bad = || {
                let shown: String = text.chars().take(60).collect();
                format!("parameter \"{name}\": found {shown:?}; allowed: {}", doc.allowed)
            };
            match *name {
                "goal" => options.objective = ObjectiveChoice::parse(text)?,
                "iterations" => {
                    let number = text.parse().ok().filter(|number| (1..=MAX_ITERATIONS).contains(number));
                    options.iterations = number.ok_or_else(bad)?;
                }
                "exploration" => {
                    let number = text.parse().ok().filter(|number| (0.0..=MAX_EXPLORATION).contains(number));
                    options.exploration = number.ok_or_else(bad)?;
                }
                "trust" => options.trust = opponent_model::trust(text)?,
                "solve" => options.solve = text.parse::<u8>().map_err(|_| bad())?.into(),
                "worlds" => {
                    let number = text.parse().ok().filter(|number| (1..=MAX_ITERATIONS).contains(number));
                    options.worlds = number.ok_or_else(bad)?;
                }
                "playout" => {
                    let found = Playout::NAMES.into_iter().find(|(known, _)| known == text);
                    options.playout = found.ok_or_else(bad)?.1;
                }
                "expansion" => {
                    let found = Expansion::NAMES.into_iter().find(|(known, _)| known == text);
                    options.expansion = found.ok_or_else(bad)?.1;
                }
                _ => options.reuse = text.parse().map_err(|_| bad())?,
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_or_refused_with_what_is_allowed() {
        assert_eq!(Options::parse(&[("salt", "3")]).unwrap(), Options::default());
        let found = Options::parse(&[
            ("iterations", "50"),
            ("exploration", "0.25"),
            ("playout", "greedy"),
            ("reuse", "true"),
            ("goal", "points"),
        ]);
        let expected = Options {
            iterations: 50,
            exploration: 0.25,
            playout: Playout::Greedy,
            reuse: true,
            objective: ObjectiveChoice::Points,
            ..Options::default()
        };
        assert_eq!(found.unwrap(), expected);
        for (name, text) in [
            ("iterations", "0"),
            ("iterations", "1000001"),
            ("iterations", "x"),
            ("exploration", "-0.1"),
            ("exploration", "NaN"),
            ("exploration", "101"),
            ("playout", "club"),
            ("expansion", "none"),
            ("reuse", "yes"),
        ] {
            let error = Options::parse(&[(name, text)]).unwrap_err();
            let doc = PARAMETERS.iter().find(|doc| doc.name == name).unwrap();
            assert!(error.contains(text) && error.contains(name) && error.contains(doc.allowed), "{error}");
        }
    }
}
