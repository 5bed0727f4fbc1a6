//! What each rule of a file adds to each move of a decision.
//!
//! Every rule is compiled and weighed alone, by the same evaluation that plays, so that an explanation cannot say anything else than
//! what is played.

use super::{RuleFile, Rules, candidates};
use crate::features::{Rule, Tactical};
use crate::game::{Moves, SeatView};
use crate::strategy::StrategyFault;

/// What a rule adds to a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The value of the rule's feature, rounded as the rule says.
    pub value: f64,
    /// The weight times the value.
    pub worth: f64,
}

/// A decision by rules, explained.
#[derive(Clone, Debug)]
pub struct Explanation<M> {
    /// The legal moves, in order.
    pub moves: Vec<M>,
    /// For each rule, what it adds to each move; `None` where its conditions do not hold.
    pub parts: Vec<Vec<Option<Part>>>,
    /// The total of each move.
    pub totals: Vec<f64>,
    /// The moves of largest total, by their places.
    pub best: Vec<usize>,
    /// Those among them of which one is played: one, or several that are equally likely.
    pub candidates: Vec<usize>,
}

impl Rules {
    /// Explains the decision of a view whose seat is to move.
    ///
    /// # Errors
    /// If the rules are for another family of games.
    pub fn explain<G: Tactical>(&self, game: &G, view: G::View<'_>) -> Result<Explanation<G::Move>, StrategyFault> {
        self.check_family::<G>()?;
        let file: &RuleFile = &self.0;
        let mut moves = Moves::new();
        view.moves(&mut moves);
        let weigh = |rules: &[Rule]| {
            let mut totals = vec![0.0; moves.len()];
            G::weigh(&mut game.compile(rules), view, &moves, &mut totals);
            totals
        };
        let parts = file.rules.iter().map(|rule| {
            let weighing = |weight| weigh(&[Rule { weight, ..rule.clone() }]);
            // What is multiplied by NaN is NaN; where the conditions do not hold nothing is added.
            let (values, marks) = (weighing(1.0), weighing(f64::NAN));
            let part = |(value, mark): (f64, f64)| mark.is_nan().then_some(Part { value, worth: rule.weight * value });
            values.into_iter().zip(marks).map(part).collect()
        });
        let parts = parts.collect();
        let totals = weigh(&file.rules);
        let [best, left] = candidates::<G>(file.ties, &moves, &totals).map(|places| places.to_vec());
        Ok(Explanation { moves: moves.to_vec(), parts, totals, best, candidates: left })
    }
}
