//! The games, and the one place where a name becomes a concrete game type.
//!
//! To add a game: write its folder, add its presets to [`PRESETS`], its types to [`AnyGame`] and its row to [`resolve`].

pub mod all_fives;
pub mod dominoes;
pub mod options;
mod record_fields;
mod uniform;
mod view_document;

use crate::parameters::Parameter;
use all_fives::AllFives;
use dominoes::{ClassicSix, Dominoes, DoubleNine, DoubleSix, DoubleTwelve, Preset, Rules};
use options::{RuleError, Settings, nearest};

pub use crate::pieces;

use crate::features::{Tactical, Vocabulary};
use crate::game::{ExchangeableDeals, FastForward, Game, MAX_SEATS, Notation};
use crate::searchable::Searchable;
use crate::solvable::Solvable;

/// A preset: a name for a set of default options.
#[derive(Clone, Copy, Debug)]
pub struct PresetDoc {
    /// The name, as in `--game NAME`.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [Parameter],
}

/// All presets.
pub const PRESETS: [PresetDoc; 3] = [
    PresetDoc {
        name: "fives-and-threes",
        about: "dominoes: score multiples of five and three at the ends, reach exactly 61; two or three seats, or four in pairs",
        options: &dominoes::OPTIONS,
    },
    PresetDoc {
        name: "cincos-y-treses",
        about: "dominoes: the same scoring, double-six to double-twelve sets, two to twelve seats; the highest double opens",
        options: &dominoes::OPTIONS,
    },
    PresetDoc {
        name: all_fives::NAME,
        about: "cards: beg or stand, follow suit, score the trumps you capture, reach 61; two or three seats",
        options: &all_fives::OPTIONS,
    },
];

/// The preset that a command plays when none is named.
pub const DEFAULT_GAME: &str = "fives-and-threes";

/// The vocabularies of rule-based strategies, one for each family of games.
#[must_use]
pub fn families() -> [&'static Vocabulary; 2] {
    [&dominoes::VOCABULARY, &all_fives::VOCABULARY]
}

/// Something to do with a game once its concrete type is known.
pub trait GameVisitor {
    /// The result.
    type Out;
    /// Does it.
    fn visit<G: Playable>(self, game: G) -> Self::Out;
}

/// Something made for a game, with a type that depends on the game's, such as a player.
pub trait Product {
    /// Its type for a game.
    type For<G: Playable>;
    /// What it is made from, besides the game.
    type From<'a>;
}

/// Makes a product for one type of game.
pub trait Make<P: Product, G: Playable> {
    /// Makes it.
    fn make(&self, game: &G, from: P::From<'_>) -> P::For<G>;
}

/// Everything that the program asks of a game.
pub trait Playable: Notation + FastForward + ExchangeableDeals + Tactical + Searchable + Solvable {
    /// Has a product made for this game by a maker for all types of game, whose own type is hidden.
    fn made_by<P: Product>(&self, maker: &dyn MakeAny<P>, from: P::From<'_>) -> P::For<Self>;
}

macro_rules! any_game {
    ($($(#[$doc:meta])* $variant:ident($game:ty),)*) => {
        /// A game whose concrete type was chosen at run time.
        #[derive(Debug)]
        pub enum AnyGame {
            $($(#[$doc])* $variant(Box<$game>),)*
        }

        /// Makes a product for every type of game: [`Make`] without type parameters of its own, so that it can be a trait object.
        pub trait MakeAny<P: Product>: $(Make<P, $game> +)* {}

        impl<P: Product, T: $(Make<P, $game> +)*> MakeAny<P> for T {}

        $(
            impl Playable for $game {
                fn made_by<P: Product>(&self, maker: &dyn MakeAny<P>, from: P::From<'_>) -> P::For<Self> {
                    Make::<P, $game>::make(maker, self, from)
                }
            }
        )*

        impl AnyGame {
            /// Hands the concrete game to a visitor.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Out {
                match self {
                    $(AnyGame::$variant(game) => visitor.visit(*game),)*
                }
            }

            /// Every option with its resolved value, led by the preset's name.
            #[must_use]
            pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
                match self {
                    $(AnyGame::$variant(game) => game.options_json(),)*
                }
            }

            /// Number of sides.
            #[must_use]
            pub fn sides(&self) -> usize {
                match self {
                    $(AnyGame::$variant(game) => game.table().sides(),)*
                }
            }

            /// Number of seats.
            #[must_use]
            pub fn seats(&self) -> usize {
                match self {
                    $(AnyGame::$variant(game) => game.table().seats(),)*
                }
            }
        }
    };
}

any_game! {
    /// Two seats, double-six, the usual rules.
    Classic2(Dominoes<ClassicSix, 2>),
    /// Double-six, any rules and seats.
    Six(Dominoes<DoubleSix, MAX_SEATS>),
    /// Double-nine.
    Nine(Dominoes<DoubleNine, MAX_SEATS>),
    /// Double-twelve.
    Twelve(Dominoes<DoubleTwelve, MAX_SEATS>),
    /// Two seats, cards.
    Cards2(AllFives<2>),
    /// Three seats, cards.
    Cards3(AllFives<3>),
}

/// The game that a preset and its settings describe.
///
/// # Errors
/// If the name or an option is unknown, a value is bad, or the rules refuse the combination.
pub fn resolve(name: &str, settings: &Settings) -> Result<AnyGame, RuleError> {
    let preset = match name {
        "fives-and-threes" => Preset::FivesAndThrees,
        "cincos-y-treses" => Preset::CincosYTreses,
        all_fives::NAME => {
            let rules = all_fives::Rules::resolve(settings)?;
            return Ok(match rules.players {
                2 => AnyGame::Cards2(Box::new(AllFives::new(rules))),
                _ => AnyGame::Cards3(Box::new(AllFives::new(rules))),
            });
        }
        _ => {
            return Err(RuleError::UnknownGame {
                found: name.to_owned(),
                allowed: PRESETS.map(|preset| preset.name).join(", "),
                nearest: nearest(name, PRESETS.iter().map(|preset| preset.name)),
            });
        }
    };
    let rules = Rules::resolve(preset, settings)?;
    Ok(match (rules.set, rules.players) {
        (6, 2) if rules.are_classic() => AnyGame::Classic2(Box::new(Dominoes::new(rules))),
        (6, _) => AnyGame::Six(Box::new(Dominoes::new(rules))),
        (9, _) => AnyGame::Nine(Box::new(Dominoes::new(rules))),
        _ => AnyGame::Twelve(Box::new(Dominoes::new(rules))),
    })
}
