//! `tactics`: plays by a list of weighted, conditional rules that a file states.
//!
//! The total of a move is the sum over the rules, in their order, of weight × feature, where the rule's conditions hold. The
//! largest total is played; the file says what decides between equal ones.

mod explanation;
mod file;
pub mod folder;

pub use explanation::{Explanation, Part};
pub use file::{MAX_BOUND, MAX_RULES, MAX_WEIGHT, RuleFile};

use std::path::Path;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::error::StrategyError;
use super::objective::Objective;
use super::plan::{Build, Configured, StrategyKind};
use crate::features::{Tactical, Tie};
use crate::game::{MAX_MOVES, Moves, SeatView};
use crate::games::Playable;
use crate::parameters::{Kind, Parameter};
use crate::player::Player;
use crate::strategy::{Strategy, StrategyFault};
use crate::streams::Stream;

/// A player that follows a compiled list of rules. It remembers nothing from one decision to the next.
pub struct Tactics<G: Tactical> {
    book: G::Book,
    ties: Tie,
    moves: Moves<G::Move>,
}

impl<G: Tactical> Tactics<G> {
    /// A player of `game` that follows the rules of `file`, which must be for this family of games.
    #[must_use]
    pub fn new(game: &G, file: &RuleFile) -> Self {
        Tactics { book: game.compile(&file.rules), ties: file.ties, moves: Moves::new() }
    }
}

/// The moves of largest total, by their places in the list of moves, and those among them that the way to choose between them leaves:
/// one, or several that are equally likely.
fn candidates<G: Tactical>(ties: Tie, moves: &[G::Move], totals: &[f64]) -> [ArrayVec<usize, MAX_MOVES>; 2] {
    let best = totals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Exact equality is meant.
    let equal: ArrayVec<usize, MAX_MOVES> = (0..totals.len()).filter(|&at| totals[at] >= best).collect();
    let mut left = equal.clone();
    match ties {
        Tie::Random => {}
        Tie::RandomPiece => {
            left.clear();
            for at in &equal {
                let piece = G::piece(moves[*at]);
                if left.iter().all(|&earlier| G::piece(moves[earlier]) != piece) {
                    left.push(*at);
                }
            }
        }
        Tie::Size => {
            let larger =
                |largest: usize, at: usize| if G::size(moves[at]) > G::size(moves[largest]) { at } else { largest };
            left = equal.iter().copied().reduce(larger).into_iter().collect();
        }
        Tie::Order => left.truncate(1),
    }
    [equal, left]
}

impl<G: Tactical> Strategy<G> for Tactics<G> {
    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault> {
        view.moves(&mut self.moves);
        let mut totals = [0.0; MAX_MOVES];
        let totals = &mut totals[..self.moves.len()];
        G::weigh(&mut self.book, view, &self.moves, totals);
        let [_, left] = candidates::<G>(self.ties, &self.moves, totals);
        let chosen = match left.len() {
            0 | 1 => left.first().copied().unwrap_or(0),
            several => left[own.below(several as u32) as usize],
        };
        Ok(self.moves[chosen])
    }
}

/// The strategy with its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules(pub Arc<RuleFile>);

impl Rules {
    /// A player by these rules.
    ///
    /// # Errors
    /// If they are for another family of games.
    pub fn player<G: Tactical>(&self, game: &G) -> Result<Box<dyn Strategy<G>>, StrategyFault> {
        self.check_family::<G>()?;
        Ok(Box::new(Tactics::new(game, &self.0)))
    }

    fn check_family<G: Tactical>(&self) -> Result<(), StrategyFault> {
        let (own, family) = (self.0.vocabulary.family, G::vocabulary().family);
        if own != family {
            return Err(StrategyFault::new(format!("its rules are for {own} and cannot play {family}")));
        }
        Ok(())
    }
}

impl Build for Rules {
    fn build<G: Playable>(&self, game: &G, _: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::Other(self.player(game)?))
    }

    fn draws(&self) -> bool {
        matches!(self.0.ties, Tie::Random | Tie::RandomPiece)
    }
}

/// The strategy of a file; tables call it by `label`, or else by the file's name for itself or its stem.
pub(super) fn by_file(path: &Path, label: Option<&str>, taken: &[&str]) -> Result<Configured, StrategyError> {
    let (file, digest) = folder::read_file(path, taken)?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let label = label.map_or_else(|| file.name.clone().unwrap_or(stem), str::to_owned);
    Ok(Configured::new(Rules(Arc::new(file))).of_file(Some(label), digest))
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "tactics",
    about: "plays by a file of weighted, conditional rules",
    ties: "as the file says",
    parameters: &[Parameter {
        name: "file",
        kind: Kind::Text("the path of a strategy file"),
        default: None,
        meaning: "the rules",
    }],
    sees_all: false,
    read: |given| match given.values.text("file") {
        Some(path) => by_file(&folder::find_path(path, given.base), None, given.taken),
        _ => Err(given.wrong("parameter \"file\" is missing; allowed: the path of a strategy file".to_owned())),
    },
};
