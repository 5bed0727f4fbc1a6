//! A strategy with its parameters read, as plans hold it, and how players of any game are made of it.

use std::any::Any;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use super::error::StrategyError;
use super::objective::{Objective, ObjectiveChoice};
use crate::context::Context;
use crate::equity::{Equity, Reference};
use crate::games::{AnyGame, GameVisitor, Make, MakeAny, Playable, Product};
use crate::parameters::{Parameter, Values, shorten};
use crate::player::Player;
use crate::printable::printable;
use crate::strategy::StrategyFault;

/// A strategy with its parameters: makes players of any game. Two that are equal play identically.
pub trait Build: Any + Debug + PartialEq + Send + Sync {
    /// A player of `game`. `objective` is what [`Build::objective`] asks for, and points if that is nothing.
    ///
    /// # Errors
    /// If the strategy cannot play this game.
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault>;

    /// What it plays for if it looks ahead by search, for which it may need a table of match equity.
    fn objective(&self) -> Option<ObjectiveChoice> {
        None
    }

    /// Whether it draws random numbers, so that its salt matters.
    fn draws(&self) -> bool {
        true
    }
}

/// Players of a game, as they are made from an objective.
#[derive(Debug)]
pub struct Players;

impl Product for Players {
    type For<G: Playable> = Result<Player<G>, StrategyFault>;
    type From<'a> = Objective;
}

impl<T: Build, G: Playable> Make<Players, G> for T {
    fn make(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        self.build(game, objective)
    }
}

/// [`Build`] as a trait object.
trait AnyBuild: MakeAny<Players> + Any + Debug + Send + Sync {
    fn objective(&self) -> Option<ObjectiveChoice>;
    fn draws(&self) -> bool;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Build> AnyBuild for T {
    fn objective(&self) -> Option<ObjectiveChoice> {
        Build::objective(self)
    }

    fn draws(&self) -> bool {
        Build::draws(self)
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }
}

/// A row of the registry of strategies.
#[derive(Clone, Copy, Debug)]
pub struct StrategyKind {
    /// The name.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// How it chooses between moves that are equally good to it; empty if that does not arise.
    pub ties: &'static str,
    /// Its parameters, beside those that all strategies take.
    pub parameters: &'static [Parameter],
    /// Whether it sees all hands.
    pub sees_all: bool,
    /// Reads its parameters.
    pub read: fn(&Given<'_>) -> Result<Configured, StrategyError>,
}

/// What is added to the name of a strategy that sees everything.
pub const SEES_ALL: &str = " (sees all)";

impl StrategyKind {
    /// The name as lists show it.
    #[must_use]
    pub fn shown(&self) -> String {
        marked(self.name, self.sees_all)
    }
}

/// A name, marked if it is of a strategy that sees everything.
fn marked(name: &str, sees_all: bool) -> String {
    format!("{name}{}", if sees_all { SEES_ALL } else { "" })
}

/// What a strategy was given.
pub struct Given<'a> {
    /// The text that named the strategy.
    pub text: &'a str,
    /// The values of its parameters, checked, with defaults for those that were not given.
    pub values: &'a Values,
    /// The folder that paths are tried from if they do not exist here.
    pub base: Option<&'a Path>,
    /// Names that a strategy file must not use.
    pub taken: &'a [&'a str],
    /// Resolves the name of another strategy.
    pub resolve: &'a dyn Fn(&str) -> Result<StrategyPlan, StrategyError>,
}

impl Given<'_> {
    /// The error of a parameter.
    #[must_use]
    pub fn wrong(&self, message: String) -> StrategyError {
        StrategyError::Parameter { strategy: shorten(self.text), message }
    }
}

/// A strategy with its parameters read.
pub struct Configured {
    build: Arc<dyn AnyBuild>,
    /// What tables call it, if not by the text that named it; and the digest of its file.
    file: Option<(Option<String>, String)>,
}

impl Configured {
    /// A strategy that depends on its parameters alone.
    pub fn new(build: impl Build) -> Configured {
        Configured { build: Arc::new(build), file: None }
    }

    /// A strategy that also depends on a file with this digest; `label` is the file's name for it, where tables are to call it so.
    #[must_use]
    pub fn of_file(self, label: Option<String>, digest: String) -> Configured {
        Configured { file: Some((label, digest)), ..self }
    }
}

/// A strategy as named, resolved as far as it can be without a game.
///
/// Two plans are equal if they play identically: the same strategy with the same parameters, whatever they are called and, if they draw no
/// random numbers, whatever their salt.
#[derive(Clone, Debug)]
pub struct StrategyPlan {
    /// The text that named it.
    pub text: String,
    /// What to call it wherever it is named: the text, with a path shortened to the file's own name, marked if it sees everything, and with
    /// control characters escaped.
    pub label: String,
    /// Selects the stream of random numbers; see [`Streams::play`](crate::streams::Streams::play).
    pub salt: u64,
    /// BLAKE3 of the strategy file, in hexadecimal, if it came from one.
    pub digest: Option<String>,
    sees_all: bool,
    build: Arc<dyn AnyBuild>,
}

impl PartialEq for StrategyPlan {
    fn eq(&self, other: &Self) -> bool {
        self.build.equals(&*other.build) && (self.salt == other.salt || !self.build.draws())
    }
}

impl StrategyPlan {
    /// A strategy of the caller's own, by the name that tables are to give it.
    #[must_use]
    pub fn custom(name: &str, build: impl Build) -> StrategyPlan {
        StrategyPlan::of(name, 0, Configured::new(build), false)
    }

    /// The plan of a text.
    pub(super) fn of(text: &str, salt: u64, found: Configured, sees_all: bool) -> StrategyPlan {
        let (label, digest) = found.file.map_or((None, None), |(label, digest)| (label, Some(digest)));
        let label = match label {
            Some(label) if salt != 0 => format!("{label}:salt={salt}"),
            Some(label) => label,
            None => marked(text, sees_all),
        };
        let label = printable(&label).into_owned();
        StrategyPlan { text: text.to_owned(), label, salt, digest, sees_all, build: found.build }
    }

    /// The strategy with its parameters, if it is of this type.
    #[must_use]
    pub fn get<T: Build>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.build;
        any.downcast_ref()
    }

    /// A player of `game`.
    ///
    /// # Errors
    /// If the strategy cannot play this game, or a table of match equity that it needs is not available.
    pub fn build<G: Playable>(&self, game: &G, context: &Context) -> Result<Player<G>, StrategyError> {
        let equity = self.equity(game, context)?;
        let objective = equity.map_or(Objective::Points, |equity| Objective::Match(Arc::clone(&equity.table)));
        self.player(game, objective)
    }

    /// A player of `game` that plays for this.
    fn player<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyError> {
        let wrong = |fault| StrategyError::Game { strategy: self.text.clone(), fault };
        let player = game.made_by::<Players>(&*self.build, objective).map_err(wrong)?;
        if matches!(player, Player::PerfectInformation(_)) && !self.sees_all {
            return Err(wrong(StrategyFault::new(
                "it sees all hands but is not marked as such; allowed: a player that sees only views",
            )));
        }
        Ok(player)
    }

    /// The strategy as one that tables of match equity are made from.
    ///
    /// # Errors
    /// If it searches, and so may itself need the table, or cannot play this game.
    pub fn reference<'a, G: Playable>(&'a self, game: &'a G) -> Result<Reference<'a, G>, StrategyError> {
        if self.searches() {
            return Err(StrategyError::Reference { found: self.text.clone() });
        }
        self.player(game, Objective::Points)?;
        let make = || game.made_by::<Players>(&*self.build, Objective::Points);
        Ok(Reference::new(&self.label, self.salt, self.digest.as_deref(), make))
    }

    /// The table of match equity that it plays by in a game, if it does: what it plays is a function of it.
    ///
    /// # Errors
    /// If its objective is not available in this game.
    pub fn equity<G: Playable>(&self, game: &G, context: &Context) -> Result<Option<Arc<Equity>>, StrategyError> {
        let choice = self.build.objective().unwrap_or(ObjectiveChoice::Points);
        choice.table(game, context).map_err(|error| StrategyError::Objective { strategy: self.text.clone(), error })
    }

    /// Whether it looks ahead by search, and so may need a table of match equity; such a strategy cannot be what the table is made from.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.build.objective().is_some()
    }

    /// Whether the strategy sees all hands.
    #[must_use]
    pub const fn sees_all(&self) -> bool {
        self.sees_all
    }
}

/// Tables of match equity for the sides of a line-up, one for each seat that plays by one.
pub type LineupEquity = Vec<Vec<Option<Arc<Equity>>>>;

/// The tables by which the strategies of a line-up play in a game.
///
/// # Errors
/// As for [`StrategyPlan::equity`].
pub fn lineup_equity(
    game: AnyGame,
    lineup: &[Vec<StrategyPlan>],
    context: &Context,
) -> Result<LineupEquity, StrategyError> {
    struct Find<'a>(&'a [Vec<StrategyPlan>], &'a Context);
    impl GameVisitor for Find<'_> {
        type Out = Result<LineupEquity, StrategyError>;
        fn visit<G: Playable>(self, game: G) -> Self::Out {
            let side = |seats: &Vec<StrategyPlan>| seats.iter().map(|seat| seat.equity(&game, self.1)).collect();
            self.0.iter().map(side).collect()
        }
    }
    game.visit(Find(lineup, context))
}
