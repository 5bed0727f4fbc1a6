//! The win share of a line-up slot: its interval by how the blocks came about, what equal deals saved, and the Elo difference.

use serde::{Deserialize, Serialize};

use super::blocks::{self, Class};
use super::confidence_sequence::ConfidenceSequence;
use super::intervals::{self, Classes, Interval, Method};
use super::luck_adjustment::{self, Adjusted};
use super::measure::Ratio;
use crate::tally::Tally;

/// The win share of one line-up slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WinShare {
    /// The share.
    pub value: f64,
    /// Its 95 % interval from blocks.
    pub interval: Interval,
    /// How the interval was made.
    pub method: Method,
    /// What the interval would be from as many independent matches as were played.
    pub naive: Interval,
    /// The variance of as many independent matches over the variance from blocks, see [`blocks::variance_ratio`].
    pub variance_ratio: Option<f64>,
    /// The share without the luck of the deals, where that was measured.
    pub adjusted: Option<Adjusted>,
    /// How many blocks had which outcome, see [`blocks::classes`].
    pub classes: Vec<Class>,
    /// Two sides: the Elo difference to the other side, and its interval.
    pub elo: Option<Elo>,
    /// Two sides, a number of blocks that was fixed beforehand: the likelihood of superiority, see [`intervals::superiority`].
    pub likelihood_of_superiority: Option<f64>,
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// Whether any of the three was clamped.
    pub clamped: bool,
}

/// How the blocks of a cell came about, which decides what interval its win shares have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// All seats play the same strategy: every block is an exact tie.
    SelfPlay,
    /// Their number was fixed beforehand.
    Fixed,
    /// A stopping rule that looked at them may have ended the run; the interval is that of a confidence sequence.
    Stopped(ConfidenceSequence),
}

/// The win share of one line-up slot. `played` of a block's matches were really played.
#[must_use]
pub fn win_share(tally: &Tally, slot: usize, sampling: Sampling, played: u64) -> WinShare {
    let classes = Classes { counts: &tally.classes[slot], whole: blocks::whole(tally) };
    let all = blocks::classes(tally, slot);
    let estimate = Ratio::win_share(tally, slot).estimate(tally);
    let share = estimate.value;
    let variance = estimate.variance(tally);
    let (interval, method) = match sampling {
        Sampling::SelfPlay => (Interval { low: share, high: share }, Method::ExactTie),
        Sampling::Fixed => intervals::win_share(classes, variance, tally.blocks),
        Sampling::Stopped(sequence) => {
            let interval = sequence.interval(&blocks::shares(tally, &all));
            // Rounding must not move the share out of it.
            (Interval { low: interval.low.min(share), high: interval.high.max(share) }, Method::ConfidenceSequence)
        }
    };
    let two = tally.layout.sides == 2;
    let elo = two.then(|| {
        let all = [share, interval.low, interval.high].map(intervals::elo);
        Elo {
            value: all[0].0,
            interval: Interval { low: all[1].0, high: all[2].0 },
            clamped: all.iter().any(|(_, clamped)| *clamped),
        }
    });
    let naive = blocks::naive_variance(tally, slot, played);
    let matches = tally.blocks.saturating_mul(played);
    WinShare {
        value: share,
        interval,
        method,
        naive: intervals::share(share, Some(naive), matches),
        variance_ratio: blocks::variance_ratio(naive, variance),
        adjusted: luck_adjustment::adjusted(tally, slot, method),
        classes: all,
        elo,
        likelihood_of_superiority: (two && method != Method::ConfidenceSequence)
            .then(|| intervals::superiority(classes, variance, method))
            .flatten(),
    }
}
