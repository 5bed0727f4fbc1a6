//! Rules that end a run by what it has found, and the checkpoints at which they look.
//!
//! The checkpoints are fixed numbers of blocks, and blocks count in their order. So the outcome does not depend on threads, and matches that
//! are over sooner are not counted sooner.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::blocks;
use super::confidence_sequence::ConfidenceSequence;
use super::sprt::{Look, Model, Sprt, Verdict};
use super::win_share::Sampling;
use crate::tally::Tally;

/// The first checkpoint, in blocks: below it the approximations behind a test are poor.
pub const FIRST_LOOK: u64 = 200;

/// The most blocks where nothing else is said.
pub const DEFAULT_MAX_BLOCKS: u64 = 1_000_000;

/// What a run waits for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>", into = "Map<String, Value>")]
pub enum StoppingRule {
    /// A sequential test of the first slot has accepted one of its bounds, in every cell.
    Sprt(Sprt),
    /// Half the width of every win share's interval is at most this, in every cell.
    HalfWidth(f64),
}

/// How a run under a rule ended, for one cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// A sequential test: where it stood when it decided, else at the end.
    pub look: Option<Look>,
    /// An interval that was to become narrow: half its width, the widest of all slots.
    pub half_width: Option<f64>,
    /// Blocks that this was seen after.
    pub blocks: u64,
    /// The cell is an exact tie by construction, of which a test of strength can decide nothing.
    pub exact_tie: bool,
    /// Whether what the run waited for has come, or cannot come.
    pub reached: bool,
    /// If not: how many blocks more it is expected to take, where that can be said.
    pub forecast: Option<u64>,
}

impl Ending {
    /// What a test accepted.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.look.and_then(|look| look.verdict)
    }
}

impl From<StoppingRule> for Map<String, Value> {
    /// The rule as files have it.
    fn from(rule: StoppingRule) -> Map<String, Value> {
        let named = |name: &str, value: Value| (name.to_owned(), value);
        match rule {
            StoppingRule::Sprt(sprt) => {
                let [low, high] = sprt.model.bounds();
                let numbers = [(low, sprt.low), (high, sprt.high), ("alpha", sprt.alpha), ("beta", sprt.beta)];
                let numbers = numbers.map(|(name, value)| named(name, json!(value)));
                [named("rule", "sprt".into()), named("model", sprt.model.name().into())]
                    .into_iter()
                    .chain(numbers)
                    .collect()
            }
            StoppingRule::HalfWidth(half_width) => {
                [named("rule", "half-width".into()), named("wanted_half_width", json!(half_width))]
                    .into_iter()
                    .collect()
            }
        }
    }
}

impl TryFrom<Map<String, Value>> for StoppingRule {
    type Error = String;

    fn try_from(kept: Map<String, Value>) -> Result<StoppingRule, String> {
        let number = |key: &str| {
            kept.get(key).and_then(Value::as_f64).ok_or_else(|| format!("its stopping rule has no number \"{key}\""))
        };
        match kept.get("rule").and_then(Value::as_str) {
            Some("half-width") => Ok(StoppingRule::HalfWidth(number("wanted_half_width")?)),
            Some("sprt") => {
                let name = kept.get("model").and_then(Value::as_str).unwrap_or_default();
                let model = Model::ALL.into_iter().find(|model| model.name() == name);
                let model = model.ok_or_else(|| format!("its stopping rule has the unknown model \"{name}\""))?;
                let [low, high] = model.bounds();
                Ok(StoppingRule::Sprt(Sprt::new(
                    model,
                    number(low)?,
                    number(high)?,
                    number("alpha")?,
                    number("beta")?,
                )?))
            }
            _ => Err("its stopping rule is neither \"sprt\" nor \"half-width\"".to_owned()),
        }
    }
}

impl StoppingRule {
    /// How the intervals of a run under this rule are made.
    #[must_use]
    pub fn sampling(&self) -> Sampling {
        Sampling::Stopped(self.sequence())
    }

    pub(super) fn sequence(&self) -> ConfidenceSequence {
        match self {
            StoppingRule::Sprt(_) => ConfidenceSequence::WATCHED,
            StoppingRule::HalfWidth(half_width) => ConfidenceSequence::for_half_width(*half_width),
        }
    }

    fn look(sprt: &Sprt, tally: &Tally, counts: &BTreeMap<i64, u64>) -> Look {
        let classes = blocks::shares(tally, &blocks::possible(tally, counts));
        sprt.look(&classes, tally.matches_per_block)
    }

    /// The slot with the widest interval, as classes, and half the width. A strategy against itself has no width.
    fn widest(&self, tally: &Tally, self_play: bool) -> (Vec<(f64, f64)>, f64) {
        let slots = match (self_play, tally.layout.sides) {
            (true, _) => 0,
            // The other side's is the mirror image.
            (false, 2) => 1,
            (false, sides) => sides,
        };
        let measure = |slot: usize| {
            let classes = blocks::shares(tally, &blocks::classes(tally, slot));
            let half_width = self.sequence().interval(&classes).half_width();
            (classes, half_width)
        };
        (0..slots).map(measure).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((Vec::new(), 0.0))
    }

    /// Looks at a cell at a checkpoint: whether what the run waits for has come in it, or cannot come. A test's decision is kept in the tally.
    pub fn check(&self, tally: &mut Tally, self_play: bool) -> bool {
        match self {
            StoppingRule::Sprt(sprt) => {
                if tally.decided.is_none() && (self_play || tally.blocks >= FIRST_LOOK) {
                    let look = StoppingRule::look(sprt, tally, &tally.classes[0]);
                    let over = self_play || look.verdict.is_some();
                    tally.decided = over.then(|| tally.classes[0].clone());
                }
                tally.decided.is_some()
            }
            StoppingRule::HalfWidth(half_width) => self.widest(tally, self_play).1 <= *half_width,
        }
    }

    /// Looks at all cells of a run at a checkpoint, each with whether it is self-play: whether what the run waits for has come in all.
    pub fn check_all(&self, tallies: &mut [Tally], self_play: &[bool]) -> bool {
        let mut cells = tallies.iter_mut().zip(self_play);
        match self {
            // Each keeps its own decision, whatever the others say.
            StoppingRule::Sprt(_) => cells.fold(true, |all, (tally, own)| all & self.check(tally, *own)),
            StoppingRule::HalfWidth(_) => cells.all(|(tally, own)| self.check(tally, *own)),
        }
    }

    /// Looks at cells at a checkpoint after which each goes on until its own test has decided: the numbers of those that have just been. The decisions are kept
    /// in the tallies; what is decided is not looked at again.
    pub fn newly_decided(&self, tallies: &mut [Tally], self_play: &[bool]) -> Vec<usize> {
        let all = tallies.iter_mut().zip(self_play).enumerate();
        let open = all.filter(|(_, (tally, _))| tally.decided.is_none());
        open.filter_map(|(cell, (tally, own))| (self.check(tally, *own) && tally.decided.is_some()).then_some(cell))
            .collect()
    }

    /// How things stand with a cell.
    #[must_use]
    pub fn ending(&self, tally: &Tally, self_play: bool) -> Ending {
        match self {
            StoppingRule::Sprt(sprt) => {
                let look = StoppingRule::look(sprt, tally, tally.decided.as_ref().unwrap_or(&tally.classes[0]));
                let blocks = tally.decided.as_ref().map_or(tally.blocks, |counts| counts.values().sum());
                // A bound that was passed before the first look decides nothing.
                let decides = tally.decided.is_some() && blocks >= FIRST_LOOK;
                let look = Look { verdict: look.verdict.filter(|_| decides), ..look };
                let exact_tie = self_play && look.verdict.is_none();
                Ending {
                    look: Some(look),
                    half_width: None,
                    blocks,
                    exact_tie,
                    reached: exact_tie || tally.decided.is_some(),
                    // Nothing is decided before the first look.
                    forecast: look
                        .forecast
                        .filter(|_| !self_play)
                        .map(|more| more.max(FIRST_LOOK.saturating_sub(blocks))),
                }
            }
            StoppingRule::HalfWidth(wanted) => {
                let (classes, half_width) = self.widest(tally, self_play);
                let reached = half_width <= *wanted;
                Ending {
                    look: None,
                    half_width: Some(half_width),
                    blocks: tally.blocks,
                    exact_tie: false,
                    reached,
                    forecast: if reached { None } else { self.sequence().forecast(&classes, *wanted) },
                }
            }
        }
    }
}

/// The checkpoints of a run of at most `most` blocks, the end included: 200, then a sixteenth more each time, but at least 50.
pub fn checkpoints(most: u64) -> impl Iterator<Item = u64> {
    let next = move |at: &u64| (*at < most).then(|| at.saturating_add((at / 16).max(50)).min(most));
    std::iter::successors(Some(FIRST_LOOK.min(most)), next)
}

/// The checkpoints of a run in which cells stop one by one: those of [`checkpoints`] without one that lies a single block before the end, since what the
/// others play from there on by themselves needs a variance.
pub fn checkpoints_of_pruning(most: u64) -> impl Iterator<Item = u64> {
    checkpoints(most).filter(move |at| at.saturating_add(1) != most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::WIN_UNITS;

    /// A two-sided tally with these numbers of blocks by half wins of slot 0.
    fn tally(counts: [u64; 5]) -> Tally {
        let mut tally = Tally::new(2, 2, None);
        tally.blocks = counts.iter().sum();
        for (halves, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            tally.classes[0].insert(halves as i64 * i64::from(WIN_UNITS / 2), count);
            tally.classes[1].insert((4 - halves as i64) * i64::from(WIN_UNITS / 2), count);
        }
        tally
    }

    fn rule() -> StoppingRule {
        StoppingRule::Sprt(Sprt::new(Model::Logistic, 0.0, 10.0, 0.05, 0.05).unwrap())
    }

    #[test]
    fn checkpoints_begin_at_200_and_grow() {
        assert_eq!(checkpoints(1000).take(5).collect::<Vec<_>>(), [200, 250, 300, 350, 400]);
        assert_eq!(checkpoints(320).collect::<Vec<_>>(), [200, 250, 300, 320]);
        assert_eq!(checkpoints(4).collect::<Vec<_>>(), [4]);
        assert_eq!(checkpoints(200).collect::<Vec<_>>(), [200]);
        let all: Vec<u64> = checkpoints(DEFAULT_MAX_BLOCKS).collect();
        assert!(all.len() < 160 && all.last() == Some(&DEFAULT_MAX_BLOCKS), "{}", all.len());
        assert!(all.windows(2).skip(20).all(|pair| pair[1] > pair[0] && pair[1] - pair[0] <= pair[0] / 16));
        assert_eq!(checkpoints(u64::MAX).last(), Some(u64::MAX));
    }

    #[test]
    fn cells_that_stop_one_by_one_leave_two_blocks_or_none() {
        for most in [1, 2, 199, 200, 201, 202, 251, 300, 1000, 40_001] {
            let ends: Vec<u64> = checkpoints_of_pruning(most).collect();
            assert!(
                ends.windows(2).all(|pair| pair[1] - pair[0] >= 2) && ends.last() == Some(&most),
                "{most} {ends:?}"
            );
        }
        assert_eq!(checkpoints_of_pruning(251).collect::<Vec<_>>(), [200, 251]);
        assert_eq!(checkpoints_of_pruning(1000).collect::<Vec<_>>(), checkpoints(1000).collect::<Vec<_>>());
    }

    #[test]
    fn a_test_decides_at_the_first_look_or_later_and_keeps_its_decision() {
        let mut early = tally([0, 0, 20, 0, 179]);
        assert!(!rule().check(&mut early, false), "199 blocks are too few");
        let ending = rule().ending(&early, false);
        assert_eq!((ending.reached, ending.verdict(), ending.blocks), (false, None, 199));
        let mut won = tally([0, 0, 20, 0, 180]);
        assert!(rule().check(&mut won, false));
        let lost = tally([300, 0, 0, 0, 0]);
        won.merge(&lost);
        assert!(rule().check(&mut won, false), "what comes later changes nothing");
        let ending = rule().ending(&won, false);
        assert_eq!((ending.reached, ending.verdict(), ending.blocks), (true, Some(Verdict::H1), 200));
        assert_eq!(ending.forecast, None);
        let text = serde_json::to_string(&won).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), won, "the decision is kept in files");
        let open = rule().ending(&tally([20, 50, 70, 50, 20]), false);
        assert!(!open.reached && open.forecast.is_some());
    }

    #[test]
    fn a_run_waits_for_all_its_cells() {
        let mut cells = [tally([20, 50, 70, 50, 20]), tally([0, 0, 20, 0, 180])];
        assert!(!rule().check_all(&mut cells, &[false, false]));
        assert!(cells[0].decided.is_none() && cells[1].decided.is_some(), "the second keeps its decision");
        cells[0].merge(&tally([0, 0, 20, 0, 180]));
        assert!(rule().check_all(&mut cells, &[false, false]));
        let half = StoppingRule::HalfWidth(0.04);
        assert!(half.check_all(&mut [tally([0, 0, 20, 0, 1800]), tally([0, 0, 9, 0, 0])], &[false, true]));
        assert!(!half.check_all(&mut [tally([0, 0, 20, 0, 1800]), tally([0, 0, 9, 0, 0])], &[false, false]));
    }

    #[test]
    fn cells_are_decided_one_by_one() {
        let (won, even) = ([0, 0, 20, 0, 180], [20, 50, 70, 50, 20]);
        let mut cells = [tally(won), tally(even), tally(won), tally([0, 0, 1, 0, 9])];
        let none = [false; 4];
        assert_eq!(rule().newly_decided(&mut cells, &none), [0, 2]);
        cells[1].merge(&tally(won));
        assert_eq!(
            rule().newly_decided(&mut cells, &none),
            [1],
            "the others have been decided, or have played too little"
        );
        assert_eq!(StoppingRule::HalfWidth(0.4).newly_decided(&mut cells, &none), [0; 0], "a width is no decision");
    }

    #[test]
    fn an_exact_tie_ends_at_the_first_look_without_a_verdict() {
        let rule = StoppingRule::Sprt(Sprt::new(Model::Logistic, -5.0, 5.0, 0.05, 0.05).unwrap());
        let mut tied = [tally([0, 0, 200, 0, 0]), tally([20, 50, 70, 50, 20])];
        assert_eq!(rule.newly_decided(&mut tied, &[true, false]), [0]);
        assert_eq!(rule.newly_decided(&mut tied, &[true, false]), [0; 0], "it has left");
        let ending = rule.ending(&tied[0], true);
        assert!(ending.exact_tie && ending.reached);
        assert_eq!((ending.verdict(), ending.forecast, ending.blocks), (None, None, 200));
        let mut few = [tally([0, 0, 5, 0, 0]), tally([0, 0, 20, 0, 180])];
        assert!(rule.check_all(&mut few, &[true, false]), "nobody waits for it");
        assert!(rule.ending(&few[0], true).exact_tie && !rule.ending(&few[1], false).exact_tie);
        let open = rule.ending(&tally([20, 50, 70, 50, 0]), false);
        assert!(!open.exact_tie && !open.reached);
    }

    #[test]
    fn nothing_is_forecast_to_be_decided_before_the_first_look() {
        let ending = rule().ending(&tally([1, 2, 5, 3, 1]), false);
        assert!(ending.forecast.is_none_or(|more| more >= 188), "{ending:?}");
    }

    #[test]
    fn an_interval_is_narrow_enough_or_not() {
        let rule = StoppingRule::HalfWidth(0.05);
        let mut few = tally([10, 20, 40, 25, 5]);
        assert!(!rule.check(&mut few, false));
        let ending = rule.ending(&few, false);
        assert!(ending.half_width.is_some_and(|half| half > 0.05) && ending.forecast.is_some_and(|more| more > 50));
        let mut many = tally([100, 200, 400, 250, 50]);
        assert!(rule.check(&mut many, false) && many.decided.is_none());
        assert!(rule.ending(&many, false).reached);
        assert!(rule.check(&mut tally([0, 0, 1, 0, 0]), true), "self-play has no width");
    }
}
