//! The generalised sequential probability ratio test on block classes: is the first strategy's strength rather the lower or the upper bound?
//!
//! After N blocks the test compares two maximum likelihoods of the class counts: of all distributions over the classes whose strength is the
//! upper bound, and of those whose strength is the lower one. Their log-likelihood ratio (LLR) is held against Wald's bounds
//! ln(β/(1 − α)) and ln((1 − β)/α) (Wald 1945, "Sequential tests of statistical hypotheses"; Van den Bergh, *A practical introduction to the GSPRT* and
//! *Comments on normalized Elo*, cantate.be/Fishtest). The blocks are the observations, so that the matches of a block may depend on each other.

use serde::{Deserialize, Serialize};

use super::intervals::{ELO_LIMIT, elo};
use crate::parameters::{End, Kind, Parameter};

/// What the bounds of a test are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo difference: 400 · log₁₀(p / (1 − p)) of the mean win share p.
    Logistic,
    /// Normalised Elo: (p − ½) / σ · 800 / ln 10, with σ the standard deviation of a match.
    Normalized,
    /// The mean win share itself.
    WinShare,
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 3] = [Model::Logistic, Model::Normalized, Model::WinShare];

    /// Its name, as in `model=NAME`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
            Model::WinShare => "win-share",
        }
    }

    /// The names of its lower and upper bound.
    #[must_use]
    pub const fn bounds(self) -> [&'static str; 2] {
        match self {
            Model::WinShare => ["share0", "share1"],
            Model::Logistic | Model::Normalized => ["elo0", "elo1"],
        }
    }
}

/// Normalised Elo is this many times (p − ½)/σ (Van den Bergh, *Comments on normalized Elo*, §2).
const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// What an empty class counts as, so that neither likelihood is zero where a class has not occurred yet. The value is that of fishtest and
/// fastchess: far below one block, so that it never decides anything.
const EMPTY: f64 = 1e-3;

/// A test that has been checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What the bounds are measured in.
    pub model: Model,
    /// The lower bound, which is H0.
    pub low: f64,
    /// The upper bound, which is H1.
    pub high: f64,
    /// The chance of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The chance of accepting H0 although H1 is true.
    pub beta: f64,
}

/// Which bound a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The lower one.
    H0,
    /// The upper one.
    H1,
}

impl Verdict {
    /// Its name in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        }
    }
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// The log-likelihood ratio; none where its computation did not converge, so that nothing can be decided.
    pub llr: Option<f64>,
    /// The strength of the blocks themselves, in the unit of the bounds; none without blocks.
    pub estimate: Option<f64>,
    /// The bound that is passed, if one is.
    pub verdict: Option<Verdict>,
    /// How many blocks more the test is expected to need if things go on as they are; none where it is decided or nothing can be said.
    pub forecast: Option<u64>,
}

/// The names of the models.
const MODEL_NAMES: [&str; 3] = [Model::ALL[0].name(), Model::ALL[1].name(), Model::ALL[2].name()];
/// A bound in Elo.
const ELO: Kind = Kind::real(-ELO_LIMIT, ELO_LIMIT);
/// A bound in win shares.
const SHARE: Kind = Kind::Real { low: End::Open(0.0), high: End::Open(1.0) };
/// An error rate.
const ERROR_RATE: Kind = Kind::Real { low: End::Closed(1e-9), high: End::Open(1.0) };

impl Sprt {
    /// What makes a test, wherever it is written.
    pub const PARAMETERS: [Parameter; 7] = [
        Parameter {
            name: "model",
            kind: Kind::Words(&MODEL_NAMES),
            default: Some(Model::Logistic.name()),
            meaning: "what the bounds are of",
        },
        Parameter { name: "elo0", kind: ELO, default: None, meaning: "the Elo difference of H0" },
        Parameter { name: "elo1", kind: ELO, default: None, meaning: "the Elo difference of H1" },
        Parameter { name: "share0", kind: SHARE, default: None, meaning: "the win share of H0" },
        Parameter { name: "share1", kind: SHARE, default: None, meaning: "the win share of H1" },
        Parameter {
            name: "alpha",
            kind: ERROR_RATE,
            default: Some("0.05"),
            meaning: "the chance of accepting H1 although H0 is true",
        },
        Parameter {
            name: "beta",
            kind: ERROR_RATE,
            default: Some("0.05"),
            meaning: "the chance of accepting H0 although H1 is true",
        },
    ];

    /// A test with these bounds and error rates.
    ///
    /// # Errors
    /// In words, if they make no test.
    pub fn new(model: Model, low: f64, high: f64, alpha: f64, beta: f64) -> Result<Sprt, String> {
        let [low_name, high_name] = model.bounds();
        for (name, value) in [(low_name, low), (high_name, high), ("alpha", alpha), ("beta", beta)] {
            let kind = Sprt::PARAMETERS.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.kind);
            if let Some(kind) = kind.filter(|kind| kind.real_value(value).is_none()) {
                return Err(format!("{name} = {value:?}; allowed: {kind}"));
            }
        }
        if low >= high {
            return Err(format!(
                "{low_name} = {low} is not below {high_name} = {high}; allowed: {low_name} < {high_name}"
            ));
        }
        if alpha + beta >= 1.0 {
            return Err(format!("alpha + beta = {}: allowed: less than 1", alpha + beta));
        }
        Ok(Sprt { model, low, high, alpha, beta })
    }

    /// Wald's bounds: the test ends when the LLR is at or beyond one of them.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// Whether the test makes sense with this many sides: an Elo difference is between two.
    #[must_use]
    pub const fn fits(&self, sides: usize) -> bool {
        matches!(self.model, Model::WinShare) || sides == 2
    }

    /// The test of blocks by class: (share of a whole block, number of blocks), with the classes that are possible and empty.
    #[must_use]
    pub fn look(&self, classes: &[(f64, f64)], matches_per_block: u64) -> Look {
        let total: f64 = classes.iter().map(|(_, count)| count).sum();
        if total <= 0.0 {
            return Look { llr: Some(0.0), estimate: None, verdict: None, forecast: None };
        }
        let filled: Vec<(f64, f64)> = classes.iter().map(|(share, count)| (*share, count.max(EMPTY))).collect();
        let estimate = Some(self.estimate(&filled, matches_per_block));
        let Some(llr) = self.llr(&filled, matches_per_block) else {
            return Look { llr: None, estimate, verdict: None, forecast: None };
        };
        let (lower, upper) = self.bounds();
        let verdict = if llr >= upper {
            Some(Verdict::H1)
        } else if llr <= lower {
            Some(Verdict::H0)
        } else {
            None
        };
        let forecast = if verdict.is_none() { self.forecast(&filled, matches_per_block, llr) } else { None };
        Look { llr: Some(llr), estimate, verdict, forecast }
    }

    /// The log-likelihood ratio of the upper bound to the lower one, if it can be computed; no class may be empty.
    fn llr(&self, classes: &[(f64, f64)], matches_per_block: u64) -> Option<f64> {
        let ratio = match self.model {
            Model::Logistic => mean_cost(classes, elo_share(self.low)) - mean_cost(classes, elo_share(self.high)),
            Model::WinShare => mean_cost(classes, self.low) - mean_cost(classes, self.high),
            Model::Normalized => {
                let scale = libm::sqrt(matches_per_block as f64) / NORMALIZED_UNIT;
                normalized_cost(classes, self.low * scale)? - normalized_cost(classes, self.high * scale)?
            }
        };
        ratio.is_finite().then_some(ratio)
    }

    /// The strength of blocks in the unit of the bounds.
    fn estimate(&self, classes: &[(f64, f64)], matches_per_block: u64) -> f64 {
        let (mean, variance) = mean_and_variance(classes);
        match self.model {
            Model::Logistic => elo(mean).0,
            Model::WinShare => mean,
            Model::Normalized => (mean - 0.5) * NORMALIZED_UNIT / libm::sqrt(variance * matches_per_block as f64),
        }
    }

    /// The bounds as mean win shares, given the standard deviation of a block's share.
    fn shares(&self, deviation: f64, matches_per_block: u64) -> (f64, f64) {
        match self.model {
            Model::Logistic => (elo_share(self.low), elo_share(self.high)),
            Model::WinShare => (self.low, self.high),
            Model::Normalized => {
                let scale = libm::sqrt(matches_per_block as f64) / NORMALIZED_UNIT * deviation;
                (0.5 + self.low * scale, 0.5 + self.high * scale)
            }
        }
    }

    /// The expected number of blocks until a bound is passed: of a Brownian motion with the drift (s₁ − s₀)(x̄ − (s₀ + s₁)/2)/σ² and the variance
    /// (s₁ − s₀)²/σ² per block, which the LLR is close to near the bounds s₀ and s₁ (Van den Bergh, *A practical introduction to the GSPRT*).
    ///
    /// Away from the bounds that drift is not the one with which the LLR has grown, and blocks that are all alike show no variance; then the LLR is taken
    /// to go on straight. None if it has not moved.
    fn forecast(&self, classes: &[(f64, f64)], matches_per_block: u64, llr: f64) -> Option<u64> {
        let total: f64 = classes.iter().map(|(_, count)| count).sum();
        let (mean, square) = mean_and_variance(classes);
        let (low, high) = self.shares(libm::sqrt(square), matches_per_block);
        let gap = high - low;
        let (lower, upper) = self.bounds();
        let drift = gap * (mean - f64::midpoint(low, high)) / square;
        let varied = classes.iter().filter(|(_, count)| *count > EMPTY).count() > 1;
        let blocks = if varied && (drift * total - llr).abs() <= DRIFT_ERROR * llr.abs().max(1.0) {
            expected_exit(upper - llr, llr - lower, drift, gap * gap / square)
        } else if llr.abs() > STANDSTILL {
            total * if llr > 0.0 { upper / llr - 1.0 } else { lower / llr - 1.0 }
        } else {
            return None;
        };
        (blocks.is_finite() && blocks < 1e15).then(|| libm::ceil(blocks.max(1.0)) as u64)
    }
}

/// How far the LLR may be from what its approximate drift would have made of it, as a part of it or of 1, for the drift to be believed.
const DRIFT_ERROR: f64 = 0.1;

/// An LLR that is nearer to 0 than this is rounding.
const STANDSTILL: f64 = 1e-9;

/// Mean share and variance of blocks by class.
fn mean_and_variance(classes: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = classes.iter().map(|(_, count)| count).sum();
    let mean = classes.iter().map(|(share, count)| share * count).sum::<f64>() / total;
    let square = classes.iter().map(|(share, count)| (share - mean) * (share - mean) * count).sum::<f64>() / total;
    (mean, square)
}

/// The win share of an Elo difference.
fn elo_share(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The θ at which Σ n φ / (1 + θφ) is zero; `None` if all φ have the same sign, so that no distribution fits.
///
/// The sum falls from +∞ to −∞ between −1/max φ and −1/min φ.
fn tilt(weighted: &[(f64, f64)]) -> Option<f64> {
    let least = weighted.iter().map(|(phi, _)| *phi).fold(f64::INFINITY, f64::min);
    let most = weighted.iter().map(|(phi, _)| *phi).fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if weighted.iter().map(|(phi, count)| count * phi / (1.0 + middle * phi)).sum::<f64>() > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

/// What a tilt costs: Σ n ln(1 + θφ), the log-likelihood of the sample's own distribution over that of the tilted one.
fn cost(weighted: &[(f64, f64)], theta: f64) -> f64 {
    weighted.iter().map(|(phi, count)| count * libm::log(1.0 + theta * phi)).sum()
}

/// The log-likelihood of the best distribution over that of the best one with a given mean: p = n / N(1 + θ(v − mean)), Σ p = 1
/// (Van den Bergh, *Comments on normalized Elo*, proposition 1.1; Owen 1988).
fn mean_cost(classes: &[(f64, f64)], mean: f64) -> f64 {
    let weighted: Vec<(f64, f64)> = classes.iter().map(|(share, count)| (share - mean, *count)).collect();
    tilt(&weighted).map_or(f64::INFINITY, |theta| cost(&weighted, theta))
}

/// The same for the best distribution with (mean − ½) = t · (standard deviation of a block); none if the search for it does not converge.
///
/// The condition is not linear in the distribution. [`follow_tangents`] begins with the uniform one (Van den Bergh, *Comments on normalized Elo*, §4.1). Its
/// tangent has no solution for large t, and where the sample is weaker than t there may be several best distributions in their neighbourhood; the search is
/// then begun elsewhere too, and the best of all counts.
fn normalized_cost(classes: &[(f64, f64)], t: f64) -> Option<f64> {
    let from_uniform = follow_tangents(classes, t, vec![1.0 / classes.len() as f64; classes.len()]);
    let total: f64 = classes.iter().map(|(_, count)| count).sum();
    let sample: Vec<f64> = classes.iter().map(|(_, count)| count / total).collect();
    // The standard deviation is concave in the distribution: what is as weak as t is a convex set, and has one nearest distribution.
    let others = if excess(classes, &sample, t) * t >= 0.0 {
        if from_uniform.is_some() { Vec::new() } else { vec![sample] }
    } else {
        as_strong_as(classes, &sample, t)
    };
    let best = others.into_iter().filter_map(|start| follow_tangents(classes, t, start)).min_by(f64::total_cmp);
    match (from_uniform, best) {
        (Some(cost), Some(best)) if best < cost - SETTLED * (1.0 + cost.abs()) => Some(best),
        (Some(cost), _) => Some(cost),
        (None, best) => best,
    }
}

/// Mean and standard deviation of a distribution over the classes.
fn moments(classes: &[(f64, f64)], distribution: &[f64]) -> (f64, f64) {
    let mean: f64 = classes.iter().zip(distribution).map(|((share, _), p)| share * p).sum();
    let variance: f64 =
        classes.iter().zip(distribution).map(|((share, _), p)| (share - mean) * (share - mean) * p).sum();
    (mean, libm::sqrt(variance))
}

/// How much larger (mean − ½) is than t standard deviations.
fn excess(classes: &[(f64, f64)], distribution: &[f64], t: f64) -> f64 {
    let (mean, deviation) = moments(classes, distribution);
    mean - 0.5 - t * deviation
}

/// Distributions of the strength t on the way from a weaker sample to each single class beyond one half, whose strength is infinite.
fn as_strong_as(classes: &[(f64, f64)], sample: &[f64], t: f64) -> Vec<Vec<f64>> {
    let towards = |class: usize| {
        let mixture = |part: f64| -> Vec<f64> {
            let of = |(at, p): (usize, &f64)| part * p + if at == class { 1.0 - part } else { 0.0 };
            sample.iter().enumerate().map(of).collect()
        };
        let (mut strong, mut weak) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(strong, weak);
            if excess(classes, &mixture(middle), t) * t > 0.0 { strong = middle } else { weak = middle }
        }
        mixture(strong)
    };
    (0..classes.len()).filter(|class| (classes[*class].0 - 0.5) * t > 0.0).map(towards).collect()
}

/// A cost that changes by less than this part of itself from one tangent to the next has settled.
const SETTLED: f64 = 1e-9;

/// What the best distribution of the strength t costs, found by replacing that condition by its tangent at the distribution found last until nothing changes
/// any more. None if a tangent has no solution, or if the cost does not settle.
fn follow_tangents(classes: &[(f64, f64)], t: f64, mut found: Vec<f64>) -> Option<f64> {
    let total: f64 = classes.iter().map(|(_, count)| count).sum();
    let (mut result, mut change) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..200 {
        let (mean, deviation) = moments(classes, &found);
        if deviation <= 0.0 {
            return None;
        }
        let tangent = |share: f64| {
            let z = (share - mean) / deviation;
            share - 0.5 - 0.5 * t * deviation * (1.0 + z * z)
        };
        let weighted: Vec<(f64, f64)> = classes.iter().map(|(share, count)| (tangent(*share), *count)).collect();
        let theta = tilt(&weighted)?;
        let before = std::mem::replace(&mut result, cost(&weighted, theta));
        change = (result - before).abs();
        let mut moved = 0.0f64;
        for (p, (phi, count)) in found.iter_mut().zip(&weighted) {
            let next = count / (total * (1.0 + theta * phi));
            moved = moved.max((next - *p).abs());
            *p = next;
        }
        if moved < 1e-10 {
            return result.is_finite().then_some(result);
        }
    }
    (change <= SETTLED * (1.0 + result.abs())).then_some(result)
}

/// The expected time at which a Brownian motion has gone `up` or `down` from where it stands (both above 0): (P(up)·up − P(down)·down) / drift, and
/// up · down / variance without a drift (Wald 1947, *Sequential Analysis*, §3.4 and appendix).
fn expected_exit(up: f64, down: f64, drift: f64, variance: f64) -> f64 {
    if drift < 0.0 {
        return expected_exit(down, up, -drift, variance);
    }
    let theta = 2.0 * drift / variance;
    if theta * (up + down) < 1e-4 {
        return up * down / variance;
    }
    let chance_up = libm::expm1(-theta * down) / libm::expm1(-theta * (up + down));
    (chance_up * up - (1.0 - chance_up) * down) / drift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    fn test(model: Model, low: f64, high: f64) -> Sprt {
        Sprt::new(model, low, high, 0.05, 0.05).unwrap()
    }

    /// Blocks by half wins, as shares of a whole block.
    fn blocks<const N: usize>(counts: [u32; N]) -> Vec<(f64, f64)> {
        counts.iter().enumerate().map(|(i, count)| (i as f64 / (N - 1) as f64, f64::from(*count))).collect()
    }

    /// fastchess, app/tests/sprt_test.cpp: pairs of games by points (0, ½, 1, 1½, 2) and the LLR to two digits; then the same by direct
    /// maximisation (scipy 1.17: brentq for the tilt; SLSQP under the constraint for normalised Elo).
    #[test]
    fn pairs_of_games_agree_with_fastchess() {
        for (model, low, high, counts, published, exact) in [
            (Model::Normalized, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25, 2.250_367_7),
            (Model::Normalized, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01, 3.010_154_2),
            (Model::Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07, -3.074_126_439_588_994),
            (Model::Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98, -4.978_672_863_457_12),
        ] {
            let found = test(model, low, high).look(&blocks(counts), 2).llr.unwrap();
            close(found, published, 0.01 * (1.0 + published.abs()));
            close(found, exact, if model == Model::Logistic { 1e-9 } else { 2e-6 });
        }
    }

    /// The same file, single games by points (0, ½, 1).
    #[test]
    fn single_games_agree_with_fastchess() {
        for (model, low, high, counts, published, exact) in [
            (Model::Normalized, 0.0, 2.0, [36027, 68692, 36433], 0.92, 0.923_293_45),
            (Model::Normalized, -1.75, 0.25, [10650, 20431, 10871], 2.30, 2.297_500_41),
            (Model::Logistic, 0.5, 2.5, [21184, 40708, 21404], -1.57, -1.571_888_792_689_549),
            (Model::Logistic, 0.0, 2.0, [57030, 106_593, 57433], -2.59, -2.593_024_163_515_906_4),
        ] {
            let found = test(model, low, high).look(&blocks(counts), 1).llr.unwrap();
            close(found, published, 0.01 * (1.0 + published.abs()));
            close(found, exact, if model == Model::Logistic { 1e-9 } else { 2e-6 });
        }
    }

    /// With every pair won the best distribution of strength t has p wins of all and the rest lost, where p − ½ = t √(p(1 − p)): no other
    /// distribution can have a larger p (the variance is at most p(1 − p), Bhatia and Davis 2000). fastchess's tests say 2.94 here, which this
    /// bound excludes: its iteration stops before it has converged.
    #[test]
    fn winning_every_pair_is_worth_what_the_bound_says() {
        let t: f64 = 5.0 * 2.0f64.sqrt() / NORMALIZED_UNIT;
        let p = f64::midpoint(1.0, t / (1.0 + t * t).sqrt());
        let found = test(Model::Normalized, 0.0, 5.0).look(&blocks([0, 0, 0, 0, 104]), 2).llr.unwrap();
        close(found, 104.0 * (p / 0.5).ln(), 1e-3);
        let won = test(Model::WinShare, 0.5, 0.6).look(&blocks([0, 0, 0, 0, 104]), 2).llr.unwrap();
        close(won, 104.0 * (0.6f64 / 0.5).ln(), 0.01);
    }

    #[test]
    fn two_classes_are_the_binomial_test() {
        // k ln(p1/p0) + (n − k) ln((1 − p1)/(1 − p0)), Wald 1945.
        let found = test(Model::WinShare, 0.5, 0.55).look(&[(0.0, 40.0), (1.0, 60.0)], 1).llr.unwrap();
        close(found, 60.0 * (0.55f64 / 0.5).ln() + 40.0 * (0.45f64 / 0.5).ln(), 1e-9);
    }

    #[test]
    fn samples_without_variance_stay_finite_and_honest() {
        for counts in [
            [0, 0, 0, 0, 1],
            [0, 0, 0, 0, 5_000_000],
            [5_000_000, 0, 0, 0, 0],
            [0, 0, 5_000_000, 0, 0],
            [300, 0, 0, 0, 1],
        ] {
            for model in Model::ALL {
                for (low, high) in [(-5.0, 5.0), (0.0, 10.0), (-1600.0, -1599.0), (1599.0, 1600.0)] {
                    let (low, high) =
                        if model == Model::WinShare { (0.5 + low / 3300.0, 0.5 + high / 3300.0) } else { (low, high) };
                    let look = test(model, low, high).look(&blocks(counts), 2);
                    assert!(look.llr.is_some_and(f64::is_finite), "{model:?} {counts:?} {low} {high}");
                }
            }
        }
        // Every block won, lost, or tied.
        for model in [Model::Logistic, Model::Normalized] {
            let test = test(model, 0.0, 10.0);
            assert_eq!(test.look(&blocks([0, 0, 0, 0, 400]), 2).verdict, Some(Verdict::H1));
            assert_eq!(test.look(&blocks([400, 0, 0, 0, 0]), 2).verdict, Some(Verdict::H0));
        }
        assert_eq!(test(Model::Logistic, 0.0, 10.0).look(&blocks([0, 0, 400, 0, 0]), 2).verdict, Some(Verdict::H0));
        let tied = test(Model::Logistic, -10.0, 10.0).look(&blocks([0, 0, 400, 0, 0]), 2);
        assert!(tied.verdict.is_none() && tied.llr.is_some_and(|llr| llr.abs() < 1e-9), "{tied:?}");
        // q wins in place of ties have (mean − ½)² = t² σ² if q/(1 − q) = t²: the likelihood of 400 ties is then (1 − q)⁴⁰⁰ = (1 + t²)⁻⁴⁰⁰.
        let t = 10.0 * 2.0f64.sqrt() / NORMALIZED_UNIT;
        let tied = test(Model::Normalized, 0.0, 10.0).look(&blocks([0, 0, 400, 0, 0]), 2).llr.unwrap();
        close(tied, -400.0 * (t * t).ln_1p(), 0.01);
        close(test(Model::Logistic, 0.0, 10.0).look(&blocks([0, 0, 0, 0, 0]), 2).llr.unwrap(), 0.0, 0.0);
    }

    /// Two classes of single matches: the win share of strength t is ½ + ½t/√(1 + t²), whatever the bounds, and the LLR is Wald's.
    #[test]
    fn normalized_bounds_however_far_are_those_of_the_binomial_test() {
        let share = |elo: f64| {
            let t = elo / NORMALIZED_UNIT;
            0.5 + 0.5 * t / (1.0 + t * t).sqrt()
        };
        for (lost, won) in [(0.5, 199.5), (70.0, 130.0), (194.0, 6.0)] {
            for (low, high) in [(-1600.0, 1600.0), (0.0, 400.0), (-900.0, -500.0), (1500.0, 1600.0), (-350.0, 350.0)] {
                let found = test(Model::Normalized, low, high).look(&[(0.0, lost), (1.0, won)], 1).llr.unwrap();
                let (p, q) = (share(low), share(high));
                let expected = won * (q / p).ln() + lost * ((1.0 - q) / (1.0 - p)).ln();
                close(found, expected, 1e-6 * (1.0 + expected.abs()));
            }
        }
    }

    /// By a search over all means m of the best distribution with the mean m and the variance (m − ½)²/t² (NumPy: Newton's method on the dual of the
    /// two linear conditions). In the last case the uniform distribution leads to a summit that is not the highest.
    #[test]
    fn normalized_bounds_however_far_agree_with_another_program() {
        for (low, high, counts, expected) in [
            (-500.0, 0.0, [194, 0, 6, 0, 0], -125.864_009_450_194),
            (-1500.0, -500.0, [194, 0, 6, 0, 0], -8.536_570_351_249),
            (0.0, 232.0, [0, 0, 2, 5, 193], 103.147_997_985_874),
            (0.0, 44.0, [0, 0, 5536, 3, 0], -158.433_606_695_778),
        ] {
            let look = test(Model::Normalized, low, high).look(&blocks(counts), 2);
            close(look.llr.unwrap(), expected, 1e-6 * (1.0 + expected.abs()));
        }
        let lost = test(Model::Normalized, -500.0, 0.0).look(&blocks([194, 0, 6, 0, 0]), 2);
        assert_eq!(lost.verdict, Some(Verdict::H0));
    }

    #[test]
    fn mirrored_samples_mirror_the_test() {
        let up = test(Model::Normalized, 1.0, 6.0).look(&blocks([30, 110, 200, 120, 45]), 2).llr.unwrap();
        let down = test(Model::Normalized, -6.0, -1.0).look(&blocks([45, 120, 200, 110, 30]), 2).llr.unwrap();
        close(up, -down, 1e-8);
    }

    #[test]
    fn wald_bounds_and_what_makes_no_test() {
        let (lower, upper) = test(Model::Logistic, 0.0, 5.0).bounds();
        close(lower, -2.944_438_979_166_440_3, 1e-12);
        close(upper, 2.944_438_979_166_440_3, 1e-12);
        for (model, low, high, alpha, beta, part) in [
            (Model::Logistic, 5.0, 5.0, 0.05, 0.05, "elo0 < elo1"),
            (Model::Logistic, 0.0, 5.0, 0.5, 0.5, "less than 1"),
            (Model::Logistic, 0.0, 5.0, 0.0, 0.05, "alpha"),
            (Model::Normalized, 0.0, 5.0, 0.05, 1.0, "beta"),
            (Model::Normalized, 0.0, 5000.0, 0.05, 0.05, "elo1 = 5000"),
            (Model::WinShare, 0.0, 0.5, 0.05, 0.05, "share0 = 0"),
            (Model::WinShare, 0.5, f64::NAN, 0.05, 0.05, "share1"),
            (Model::Logistic, f64::NAN, 1.0, 0.05, 0.05, "elo0"),
        ] {
            let error = Sprt::new(model, low, high, alpha, beta).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn forecasts_are_the_expected_exit_of_a_random_walk() {
        // No drift: 3 · 2 / 0.5. Strong drift: straight to the bound.
        close(expected_exit(3.0, 2.0, 0.0, 0.5), 12.0, 1e-12);
        close(expected_exit(3.0, 2.0, 1e-7, 0.5), 12.0, 1e-4);
        close(expected_exit(3.0, 2.0, 100.0, 0.5), 0.03, 1e-12);
        close(expected_exit(3.0, 2.0, -100.0, 0.5), 0.02, 1e-12);
        // up = down = a: (a/μ) tanh(μ a/σ²), Karlin and Taylor 1975, §7.5.
        close(expected_exit(1.5, 1.5, 0.3, 0.7), 5.0 * (0.3f64 * 1.5 / 0.7).tanh(), 1e-12);
        let far = test(Model::Logistic, 0.0, 10.0).look(&blocks([20, 50, 70, 50, 20]), 2);
        assert!(far.verdict.is_none() && far.forecast.is_some_and(|blocks| (500..20_000).contains(&blocks)), "{far:?}");
        assert_eq!(test(Model::Logistic, 0.0, 10.0).look(&blocks([0, 0, 0, 0, 400]), 2).forecast, None);
    }

    #[test]
    fn the_estimate_is_in_the_unit_of_the_bounds() {
        let counts = blocks([10, 0, 0, 0, 30]);
        for (model, low, expected) in [
            (Model::Logistic, 0.0, 190.848),
            (Model::WinShare, 0.1, 0.75),
            (Model::Normalized, 0.0, 0.25 / 0.1875f64.sqrt() * NORMALIZED_UNIT / 2f64.sqrt()),
        ] {
            let found = test(model, low, low + 0.5).look(&counts, 2);
            close(found.estimate.unwrap(), expected, 0.02);
        }
        assert_eq!(test(Model::Logistic, 0.0, 5.0).look(&blocks([0, 0, 0, 0, 0]), 2).estimate, None);
    }

    #[test]
    fn forecasts_follow_the_ratio_or_say_nothing() {
        // Ten blocks that nearly all were won: an LLR of 0.28 takes about 95 blocks more to reach 2.94, not one.
        let far = test(Model::Logistic, 0.0, 10.0).look(&blocks([0, 0, 0, 1, 9]), 2);
        let llr = far.llr.unwrap();
        let straight = 10.0 * (19f64.ln() / llr - 1.0);
        assert!(far.forecast.is_some_and(|more| (more as f64 - straight).abs() < 0.2 * straight), "{far:?}");
        // Nothing but ties between bounds that lie symmetrically: the LLR stands still.
        for count in [1, 200, 100_000] {
            for model in [Model::Logistic, Model::Normalized] {
                let tied = test(model, -5.0, 5.0).look(&blocks([0, 0, count, 0, 0]), 2);
                assert_eq!((tied.verdict, tied.forecast), (None, None), "{model:?} {tied:?}");
            }
        }
    }
}
