//! Ratings from a tournament: the model of Bradley and Terry, and a covariance that knows that all matches of a block share their deals.
//!
//! An entrant with strength γ = e^θ wins a match against others with the chance γ/Σγ over all who play in it (two sides: Bradley and Terry 1952, "Rank
//! analysis of incomplete block designs: I. The method of paired comparisons"; more: the multiple comparisons of Hunter 2004, "MM algorithms for
//! generalized Bradley–Terry models", §5.1). A shared win counts as its shares. The maximum of the log-likelihood, which is concave, is found by Newton's method.
//!
//! The gradient of the log-likelihood in θ_i is entrant i's total score less what the model expects, so the blocks' total scores, with covariance V, are
//! all that the covariance of the ratings depends on: H⁻¹·V·H⁻¹ with H the information (Huber 1967; Liang and Zeger 1986, "Longitudinal data analysis using
//! generalized linear models", for clusters). The model need not be right for it, nor the matches independent; the blocks must be.
//!
//! Where several entrants are anchored, their θ are given and only the others are free: gradient, H and V are then those of the free ones.

use super::entrant_covariance::{covariance, degrees_of_freedom};
use super::intervals::{Interval, student};
use super::matrices::{cholesky, part, sandwich, solve};
use super::significance::p_value;
use crate::tally::entrant_scores::Segments;

/// Elo points per unit of θ.
#[must_use]
pub fn elo_scale() -> f64 {
    400.0 / std::f64::consts::LN_10
}

/// What the entrants of one line-up took from each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// Who played, as numbers of entrants.
    pub entrants: Vec<usize>,
    /// What each of them won, in matches.
    pub wins: Vec<f64>,
    /// Matches that they played.
    pub matches: f64,
}

/// Fitted ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// θ of each entrant; their mean is 0, unless some were held.
    pub theta: Vec<f64>,
    /// Covariance of the θ, row by row, 0 of those that were held; `None` with fewer than two blocks.
    covariance: Option<Vec<f64>>,
    /// Whether every line-up was given one more match, shared by all: without, somebody's rating would be infinite.
    pub regularised: bool,
    /// Of the covariance.
    degrees_of_freedom: u64,
}

/// Below this a variance is rounding: θ has about sixteen digits.
const NO_VARIANCE: f64 = 1e-20;

impl Ratings {
    fn variance(&self, i: usize, j: usize) -> Option<f64> {
        let n = self.theta.len();
        let of = |i: usize, j: usize| self.covariance.as_ref().map(|all| all[i * n + j]);
        Some(of(i, i)? + of(j, j)? - 2.0 * of(i, j)?)
    }

    fn interval(&self, value: f64, variance: Option<f64>) -> Option<Interval> {
        let error = variance.filter(|variance| *variance > NO_VARIANCE)?.sqrt();
        let half = student(self.degrees_of_freedom + 1) * error * elo_scale();
        Some(Interval { low: value - half, high: value + half })
    }

    /// The rating of an entrant in Elo above the mean of all (on the scale of those that were held, if any were), or above another entrant, with its 95 % interval. The interval is `None` where nothing varied.
    #[must_use]
    pub fn elo(&self, entrant: usize, anchor: Option<usize>) -> (f64, Option<Interval>) {
        let n = self.theta.len();
        let value = (self.theta[entrant] - anchor.map_or(0.0, |anchor| self.theta[anchor])) * elo_scale();
        let variance = match anchor {
            Some(anchor) => self.variance(entrant, anchor),
            None => self.covariance.as_ref().map(|all| all[entrant * n + entrant]),
        };
        (value, self.interval(value, variance))
    }

    /// The likelihood that one entrant is stronger than another: Φ of the difference in standard errors. `None` where nothing varied.
    #[must_use]
    pub fn superiority(&self, entrant: usize, other: usize) -> Option<f64> {
        let error = self.variance(entrant, other).filter(|variance| *variance > NO_VARIANCE)?.sqrt();
        let z = (self.theta[entrant] - self.theta[other]) / error;
        Some(0.5 * libm::erfc(-z / std::f64::consts::SQRT_2))
    }

    /// The two-sided p value of the difference between two ratings, by Student's t as in the interval of [`Ratings::elo`]. `None` where nothing varied.
    #[must_use]
    pub fn p_value(&self, entrant: usize, other: usize) -> Option<f64> {
        let error = self.variance(entrant, other).filter(|variance| *variance > NO_VARIANCE)?.sqrt();
        p_value(self.theta[entrant] - self.theta[other], error, self.degrees_of_freedom + 1)
    }

    /// The share of a match that the model expects of the first of these entrants when they meet.
    #[must_use]
    pub fn expected(&self, entrants: &[usize]) -> f64 {
        chances(&self.theta, entrants).first().copied().unwrap_or(f64::NAN)
    }
}

/// The chance of each of these entrants to win when they meet.
fn chances(theta: &[f64], entrants: &[usize]) -> Vec<f64> {
    let most = entrants.iter().map(|i| theta[*i]).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = entrants.iter().map(|i| libm::exp(theta[*i] - most)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Whether everybody has a finite rating: from each entrant a chain of entrants leads to each other one, of whom each took something from the next
/// (Ford 1957, "Solution of a ranking problem from binary comparisons"). Who is held needs no chain to others who are.
fn is_connected(entrants: usize, meetings: &[Meeting], held: &[(usize, f64)]) -> bool {
    let is_held = |entrant: usize| held.iter().any(|(other, _)| *other == entrant);
    let reached = |forward: bool| {
        let mut seen = vec![false; entrants];
        let mut open = vec![0];
        while let Some(from) = open.pop() {
            if std::mem::replace(&mut seen[from], true) {
                continue;
            }
            if is_held(from) {
                open.extend(held.iter().map(|(other, _)| *other));
            }
            for meeting in meetings {
                let Some(place) = meeting.entrants.iter().position(|i| *i == from) else {
                    continue;
                };
                for (other, to) in meeting.entrants.iter().enumerate() {
                    let winner = if forward { place } else { other };
                    if !seen[*to] && meeting.wins[winner] > 0.0 {
                        open.push(*to);
                    }
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    entrants > 0 && reached(true) && reached(false)
}

/// Gradient and information of the log-likelihood, the latter row by row, in the θ of the free entrants. If all are free c·11ᵀ is added to the information,
/// which makes it regular and changes nothing that has mean 0.
fn derivatives_of(theta: &[f64], meetings: &[Meeting], free: &[usize]) -> (Vec<f64>, Vec<f64>) {
    let n = theta.len();
    let (gradient, mut information) = derivatives(theta, meetings);
    if free.len() == n {
        let trace: f64 = (0..n).map(|i| information[i * n + i]).sum();
        let shift = trace / (n * n) as f64;
        information.iter_mut().for_each(|entry| *entry += shift);
        return (gradient, information);
    }
    (free.iter().map(|i| gradient[*i]).collect(), part(&information, n, free))
}

/// Gradient and information of the log-likelihood in the θ of all.
fn derivatives(theta: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Vec<f64>) {
    let n = theta.len();
    let (mut gradient, mut information) = (vec![0.0; n], vec![0.0; n * n]);
    for meeting in meetings {
        let p = chances(theta, &meeting.entrants);
        for (a, i) in meeting.entrants.iter().enumerate() {
            gradient[*i] += meeting.wins[a] - meeting.matches * p[a];
            for (b, j) in meeting.entrants.iter().enumerate() {
                let own = if a == b { p[a] } else { 0.0 };
                information[i * n + j] += meeting.matches * (own - p[a] * p[b]);
            }
        }
    }
    (gradient, information)
}

fn log_likelihood(theta: &[f64], meetings: &[Meeting]) -> f64 {
    let of = |meeting: &Meeting| -> f64 {
        let p = chances(theta, &meeting.entrants);
        meeting.wins.iter().zip(&p).filter(|(wins, _)| **wins > 0.0).map(|(wins, p)| wins * libm::log(*p)).sum()
    };
    meetings.iter().map(of).sum()
}

/// Newton steps that are tried; a dozen are enough, because the log-likelihood is concave.
const MOST_STEPS: usize = 200;
/// A step this small is taken as it is: the information changes by less than a quarter along it, so that the next one is far smaller.
const NEAR: f64 = 0.1;
/// Below this a step is rounding.
const NO_STEP: f64 = 1e-13;

/// A last step that is longer than this is no maximum: far more than rounding makes of one, far less than any rating is told to.
const NOT_SETTLED: f64 = 1e-6;

/// The strengths that maximise the likelihood, those of the free entrants beginning at `theta` and the others left there; none if the search for them does
/// not come to rest.
fn maximise(mut theta: Vec<f64>, meetings: &[Meeting], free: &[usize]) -> Option<Vec<f64>> {
    let mut settled = false;
    for _ in 0..MOST_STEPS {
        let (gradient, information) = derivatives_of(&theta, meetings, free);
        let step = solve(&cholesky(&information, free.len())?, &gradient);
        if step.iter().any(|part| !part.is_finite()) {
            return None;
        }
        let length = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        settled = length < NOT_SETTLED;
        let moved = |part: f64| -> Vec<f64> {
            let mut moved = theta.clone();
            free.iter().zip(&step).for_each(|(entrant, step)| moved[*entrant] += part * step);
            moved
        };
        let mut part = 1.0;
        if length > NEAR {
            // A whole step may lead beyond the top.
            let height = log_likelihood(&theta, meetings);
            part = (2.0 / length).min(1.0);
            while part * length > NO_STEP && log_likelihood(&moved(part), meetings) < height {
                part /= 2.0;
            }
        }
        theta = moved(part);
        if length < NO_STEP {
            break;
        }
    }
    if !settled {
        return None;
    }
    if free.len() == theta.len() {
        let mean = theta.iter().sum::<f64>() / theta.len() as f64;
        theta.iter_mut().for_each(|theta| *theta -= mean);
    }
    Some(theta)
}

/// Fits ratings. `scores` are those of the same meetings, block by block, in segments where not all of them were played equally often; every entrant must be in a meeting, and be connected with all others by meetings.
///
/// If somebody's rating would be infinite (it won all, or lost all), every line-up is given one more match that all its entrants share; its variance,
/// that of a match between equals, is added to V.
#[must_use]
pub fn fit(meetings: &[Meeting], scores: &Segments) -> Option<Ratings> {
    fit_holding(meetings, scores, &[])
}

/// Fits ratings like [`fit`], with the θ of some entrants held at given values; `None` also if none is left free.
#[must_use]
pub fn fit_holding(meetings: &[Meeting], scores: &Segments, held: &[(usize, f64)]) -> Option<Ratings> {
    let n = scores.entrants();
    let free: Vec<usize> = (0..n).filter(|entrant| held.iter().all(|(other, _)| other != entrant)).collect();
    let mut start = vec![held.iter().map(|(_, theta)| theta).sum::<f64>() / held.len().max(1) as f64; n];
    held.iter().for_each(|(entrant, theta)| start[*entrant] = *theta);
    if free.is_empty() {
        return None;
    }
    let regularised = !is_connected(n, meetings, held);
    let mut meetings = meetings.to_vec();
    if regularised {
        for meeting in &mut meetings {
            let share = 1.0 / meeting.entrants.len() as f64;
            meeting.matches += 1.0;
            meeting.wins.iter_mut().for_each(|wins| *wins += share);
        }
    }
    let theta = maximise(start, &meetings, &free)?;
    let degrees_of_freedom = degrees_of_freedom(scores);
    let covariance = degrees_of_freedom.map(|_| {
        let mut of_scores: Vec<f64> = (0..n * n).map(|at| covariance(scores, at / n, at % n)).collect();
        if regularised {
            for meeting in &meetings {
                let share = 1.0 / meeting.entrants.len() as f64;
                for (a, i) in meeting.entrants.iter().enumerate() {
                    for (b, j) in meeting.entrants.iter().enumerate() {
                        of_scores[i * n + j] += if a == b { share - share * share } else { -share * share };
                    }
                }
            }
        }
        let of_free = part(&of_scores, n, &free);
        let found = sandwich(&derivatives_of(&theta, &meetings, &free).1, &of_free, free.len())?;
        let mut all = vec![0.0; n * n];
        for (a, i) in free.iter().enumerate() {
            free.iter().enumerate().for_each(|(b, j)| all[i * n + j] = found[a * free.len() + b]);
        }
        Some(all)
    });
    let covariance = match covariance {
        Some(found) => Some(found?),
        None => None,
    };
    Some(Ratings { theta, covariance, regularised, degrees_of_freedom: degrees_of_freedom.unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::WIN_UNITS;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    /// Scores of nobody, for fits whose covariance is not looked at.
    fn unknown(entrants: usize) -> Segments {
        Segments::new(entrants)
    }

    fn pairs(wins: &[&[f64]]) -> Vec<Meeting> {
        let all = (0..wins.len()).flat_map(|i| (i + 1..wins.len()).map(move |j| (i, j)));
        let meeting = |(i, j): (usize, usize)| Meeting {
            entrants: vec![i, j],
            wins: vec![wins[i][j], wins[j][i]],
            matches: wins[i][j] + wins[j][i],
        };
        all.map(meeting).collect()
    }

    #[test]
    fn the_american_league_of_1987_comes_out_as_published() {
        // Agresti 1990, "Categorical Data Analysis", tables 10.11 and 10.12: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore, whose
        // coefficients above Baltimore R's BradleyTerry2 gives as 1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839.
        let wins: [&[f64]; 7] = [
            &[0.0, 7.0, 9.0, 7.0, 7.0, 9.0, 11.0],
            &[6.0, 0.0, 7.0, 5.0, 11.0, 9.0, 9.0],
            &[4.0, 6.0, 0.0, 7.0, 7.0, 8.0, 12.0],
            &[6.0, 8.0, 6.0, 0.0, 6.0, 7.0, 10.0],
            &[6.0, 2.0, 6.0, 7.0, 0.0, 7.0, 12.0],
            &[4.0, 4.0, 5.0, 6.0, 6.0, 0.0, 6.0],
            &[2.0, 4.0, 1.0, 3.0, 1.0, 7.0, 0.0],
        ];
        let found = fit(&pairs(&wins), &unknown(7)).unwrap();
        for (entrant, expected) in [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0].into_iter().enumerate() {
            close(found.theta[entrant] - found.theta[6], expected, 5e-5);
        }
        close(found.theta.iter().sum(), 0.0, 1e-12);
        assert!(!found.regularised);
        assert_eq!(found.elo(0, None).1, None, "no blocks, no interval");
    }

    #[test]
    fn ordo_rates_the_same_results_alike() {
        // Ordo 1.2.6 (github.com/michiguel/Ordo, by M. Ballicora) on a PGN file of these 147 games: wins, draws and losses of the first, who had White in
        // every other game. `ordo -q -a 0 -z 200.24094022767414 -N 4 -p in.pgn`: mean 0, no white advantage, and 76 % for 400 · log₁₀(0.76/0.24) points.
        let games = [
            ("Ada", "Ben", [9, 6, 5]),
            ("Ada", "Cy", [12, 3, 5]),
            ("Ada", "Dot", [4, 1, 2]),
            ("Ben", "Cy", [7, 8, 5]),
            ("Ben", "Eve", [15, 2, 3]),
            ("Cy", "Dot", [6, 6, 8]),
            ("Cy", "Eve", [11, 4, 9]),
            ("Dot", "Eve", [10, 0, 6]),
        ];
        let printed = [("Ada", 104.0057), ("Ben", 48.0262), ("Dot", -7.4101), ("Cy", -35.6864), ("Eve", -108.9353)];
        let number = |name: &str| printed.iter().position(|(other, _)| *other == name).unwrap();
        let meeting = |(first, second, [won, drawn, lost]): (&str, &str, [i32; 3])| Meeting {
            entrants: vec![number(first), number(second)],
            wins: vec![f64::from(won) + 0.5 * f64::from(drawn), f64::from(lost) + 0.5 * f64::from(drawn)],
            matches: f64::from(won + drawn + lost),
        };
        let found = fit(&games.map(meeting), &unknown(5)).unwrap();
        for (entrant, (_, elo)) in printed.iter().enumerate() {
            close(found.elo(entrant, None).0, *elo, 1.01e-4);
        }
        // Its own scale, -z 202, is 0.88 % wider: Ada has 104.9193 there.
        close(found.elo(0, None).0 * 202.0 / 200.240_940_227_674_14, 104.9193, 1.01e-4);
    }

    #[test]
    fn three_in_a_match_agree_with_another_program() {
        // Newton's method in NumPy on Σ w·θ − m·ln Σ e^θ.
        let three = |entrants: [usize; 3], wins: [f64; 3]| Meeting {
            entrants: entrants.to_vec(),
            wins: wins.to_vec(),
            matches: 10.0,
        };
        let meetings = [
            three([0, 1, 2], [6.0, 3.0, 1.0]),
            three([0, 1, 3], [5.0, 2.0, 3.0]),
            three([0, 2, 3], [4.0, 4.0, 2.0]),
            three([1, 2, 3], [2.0, 4.0, 4.0]),
        ];
        let found = fit(&meetings, &unknown(4)).unwrap();
        let expected = [0.5243989216754401, -0.3549052617267994, -0.08474682997432034, -0.08474682997432034];
        found.theta.iter().zip(expected).for_each(|(found, expected)| close(*found, expected, 1e-12));
    }

    /// A block of a round robin of four: the wins of each pair in two matches, which depend on luck that all pairs share.
    fn block(number: u64) -> Vec<Vec<i64>> {
        let luck = |salt: u64| {
            (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xd1b5_4a32_d192_ed03)).swap_bytes() >> 33
        };
        // Deals that suit entrant 0, or the other way round.
        let common = (luck(1) % 3) as i64 - 1;
        let mut wins = vec![vec![0; 4]; 4];
        for (i, j) in ALL {
            let own = (luck(10 + (4 * i + j) as u64) % 3) as i64 + if i == 0 { common } else { 0 } + i64::from(i == 1);
            wins[i][j] = own.clamp(0, 2);
            wins[j][i] = 2 - wins[i][j];
        }
        wins
    }

    /// Blocks, and the pairs that play in them.
    type Segment<'a> = (Vec<Vec<Vec<i64>>>, &'a [(usize, usize)]);

    fn fit_segments(segments: &[Segment<'_>]) -> Ratings {
        let mut scores = Segments::new(4);
        let mut sums = vec![vec![0.0; 4]; 4];
        for (number, (blocks, pairs)) in segments.iter().enumerate() {
            if number > 0 {
                scores.begin();
            }
            for block in blocks {
                let mut totals = [0; 4];
                for (i, j) in pairs.iter().flat_map(|(i, j)| [(*i, *j), (*j, *i)]) {
                    totals[i] += block[i][j] * i64::from(WIN_UNITS);
                    sums[i][j] += block[i][j] as f64;
                }
                scores.add(&totals);
            }
        }
        let rows: Vec<&[f64]> = sums.iter().map(Vec::as_slice).collect();
        fit(&pairs(&rows), &scores).unwrap()
    }

    const ALL: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

    fn fit_blocks(blocks: &[Vec<Vec<i64>>]) -> Ratings {
        fit_segments(&[(blocks.to_vec(), &ALL)])
    }

    #[test]
    fn with_pairs_that_drop_out_the_covariance_is_that_of_leaving_out_block_after_block() {
        let blocks: Vec<_> = (1..=400).map(block).collect();
        // Two pairs play 150 blocks, three play 250, and one plays all.
        let segments: [Segment<'_>; 3] = [
            (blocks[..150].to_vec(), &ALL),
            (blocks[150..250].to_vec(), &[(0, 1), (0, 3), (1, 2), (2, 3)]),
            (blocks[250..].to_vec(), &[(1, 2)]),
        ];
        let whole = fit_segments(&segments);
        // The jackknife's variance in strata: Σ (n − 1)/n Σ(x − x̄)².
        let mut without: Vec<(f64, Vec<Vec<f64>>)> = Vec::new();
        for part in 0..3 {
            let leave_out = |out: usize| {
                let mut rest = segments.clone();
                rest[part].0.remove(out);
                fit_segments(&rest).theta
            };
            let n = segments[part].0.len();
            without.push(((n as f64 - 1.0) / n as f64, (0..n).map(leave_out).collect()));
        }
        let jackknife = |of: &dyn Fn(&[f64]) -> f64| -> f64 {
            let part = |(factor, all): &(f64, Vec<Vec<f64>>)| {
                let all: Vec<f64> = all.iter().map(|theta| of(theta)).collect();
                let mean = all.iter().sum::<f64>() / all.len() as f64;
                factor * all.iter().map(|x| (x - mean).powi(2)).sum::<f64>()
            };
            without.iter().map(part).sum()
        };
        let covariance = whole.covariance.as_ref().unwrap();
        for i in 0..4 {
            close(covariance[i * 4 + i] / jackknife(&|theta| theta[i]), 1.0, 0.03);
            for j in 0..i {
                close(whole.variance(i, j).unwrap() / jackknife(&|theta| theta[i] - theta[j]), 1.0, 0.03);
            }
        }
        assert_eq!(whole.degrees_of_freedom, 397);
    }

    #[test]
    fn the_covariance_is_that_of_leaving_out_block_after_block() {
        let blocks: Vec<_> = (1..=300).map(block).collect();
        let whole = fit_blocks(&blocks);
        let without: Vec<Vec<f64>> = (0..blocks.len())
            .map(|out| {
                let rest: Vec<_> =
                    blocks.iter().enumerate().filter(|(b, _)| *b != out).map(|(_, x)| x.clone()).collect();
                fit_blocks(&rest).theta
            })
            .collect();
        let n = blocks.len() as f64;
        // The jackknife's variance (Miller 1974) of a rating, and of the difference of two.
        let jackknife = |of: &dyn Fn(&[f64]) -> f64| {
            let all: Vec<f64> = without.iter().map(|theta| of(theta)).collect();
            let mean = all.iter().sum::<f64>() / n;
            all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() * (n - 1.0) / n
        };
        let covariance = whole.covariance.as_ref().unwrap();
        for i in 0..4 {
            let expected = jackknife(&|theta| theta[i]);
            close(covariance[i * 4 + i] / expected, 1.0, 0.02);
            for j in 0..i {
                let expected = jackknife(&|theta| theta[i] - theta[j]);
                close(whole.variance(i, j).unwrap() / expected, 1.0, 0.02);
            }
        }
        // Independent matches would claim another precision: H⁻¹ alone, with 2 matches a block and pair.
        let sums: Vec<Vec<f64>> =
            (0..4).map(|i| (0..4).map(|j| blocks.iter().map(|block| block[i][j] as f64).sum()).collect()).collect();
        let rows: Vec<&[f64]> = sums.iter().map(Vec::as_slice).collect();
        let information = derivatives_of(&whole.theta, &pairs(&rows), &[0, 1, 2, 3]).1;
        let unit: Vec<f64> = (0..4).map(|i| f64::from(u8::from(i == 0)) - 0.25).collect();
        let naive = solve(&cholesky(&information, 4).unwrap(), &unit)[0];
        let ratio = covariance[0] / naive;
        assert!(ratio > 1.3, "the luck of entrant 0 is the same in all its matches: {ratio}");
    }

    #[test]
    fn two_entrants_have_the_delta_methods_variance() {
        let mut scores = Segments::new(2);
        let halves = [2, 1, 2, 0, 2, 2, 1, 2];
        halves.iter().for_each(|wins| scores.add(&[wins * i64::from(WIN_UNITS), (2 - wins) * i64::from(WIN_UNITS)]));
        let found = fit(&[Meeting { entrants: vec![0, 1], wins: vec![12.0, 4.0], matches: 16.0 }], &scores).unwrap();
        // p = 3/4: θ₀ − θ₁ = ln 3; the shares 1, ½, 1, 0, 1, 1, ½, 1 have s² = 1/7; var ln(p/(1 − p)) = s²/N / (p(1 − p))².
        close(found.theta[0] - found.theta[1], 3f64.ln(), 1e-12);
        close(found.variance(0, 1).unwrap(), 1.0 / 7.0 / 8.0 / (3.0f64 / 16.0).powi(2), 1e-12);
        let (elo, interval) = found.elo(0, Some(1));
        close(elo, 190.848_501_887_865, 1e-9);
        assert!(interval.unwrap().low < 0.0 && interval.unwrap().high > 2.0 * elo, "eight blocks say little");
        let z = 3f64.ln() / found.variance(0, 1).unwrap().sqrt();
        close(found.superiority(0, 1).unwrap(), 0.5 * libm::erfc(-z / 2f64.sqrt()), 1e-15);
        assert_eq!(found.elo(1, Some(1)), (0.0, None));
        close(found.expected(&[0, 1]), 0.75, 1e-12);
    }

    #[test]
    fn who_is_held_keeps_its_value_and_the_others_solve_their_own_equations() {
        // 1 and 2 are held at 0 and ln 3; 0 takes 12 of 16 from 1 and 5 of 16 from 2: 16 e^θ/(e^θ + 1) + 16 e^θ/(e^θ + 3) = 17.
        let wins: [&[f64]; 3] = [&[0.0, 12.0, 5.0], &[4.0, 0.0, 9.0], &[11.0, 7.0, 0.0]];
        let mut scores = Segments::new(3);
        let unit = i64::from(WIN_UNITS);
        for (one, two) in [(2, 1), (1, 0), (2, 1), (0, 0), (2, 2), (2, 0), (1, 1), (2, 0)] {
            scores.add(&[(one + two) * unit, (3 - one) * unit, (3 - two) * unit]);
        }
        let held = [(1, 0.0), (2, 3f64.ln())];
        let found = fit_holding(&pairs(&wins), &scores, &held).unwrap();
        assert_eq!((found.theta[1], found.theta[2]), (0.0, 3f64.ln()));
        // x = e^θ: 16x(x + 3) + 16x(x + 1) = 17(x + 1)(x + 3) is 15x² − 4x − 51 = 0.
        let x = (4.0 + (16.0f64 + 4.0 * 15.0 * 51.0).sqrt()) / 30.0;
        close(found.theta[0], x.ln(), 1e-12);
        let (p, q) = (x / (x + 1.0), x / (x + 3.0));
        let information = 16.0 * (p * (1.0 - p) + q * (1.0 - q));
        close(found.variance(0, 1).unwrap(), covariance(&scores, 0, 0) / information.powi(2), 1e-12);
        assert_eq!((found.elo(1, None), found.elo(2, None).1), ((0.0, None), None), "no interval of what is given");
        assert_eq!((found.superiority(1, 2), found.p_value(1, 2)), (None, None));
        assert!(found.elo(0, None).1.is_some() && !found.regularised);
        assert_eq!(fit_holding(&pairs(&wins), &scores, &[(0, 0.0), (1, 0.0), (2, 0.0)]), None, "nobody is free");
    }

    #[test]
    fn who_beats_all_that_are_held_is_finite() {
        let wins: [&[f64]; 3] = [&[0.0, 20.0, 20.0], &[0.0, 0.0, 0.0], &[0.0, 20.0, 0.0]];
        let found = fit_holding(&pairs(&wins), &unknown(3), &[(1, 0.0), (2, 0.5)]).unwrap();
        assert!(found.regularised && found.theta[0].is_finite() && found.theta[0] > 0.5);
        // That 1 never took anything from 2 does not matter: neither is free.
        let wins: [&[f64]; 3] = [&[0.0, 12.0, 20.0], &[8.0, 0.0, 0.0], &[0.0, 20.0, 0.0]];
        assert!(!fit_holding(&pairs(&wins), &unknown(3), &[(1, 0.0), (2, 0.5)]).unwrap().regularised);
    }

    #[test]
    fn ratings_that_cannot_be_computed_are_none() {
        let meeting =
            |wins: [f64; 2]| Meeting { entrants: vec![0, 1], wins: wins.to_vec(), matches: wins[0] + wins[1] };
        assert!(fit(&[meeting([3.0, 5.0])], &unknown(2)).is_some());
        assert_eq!(fit(&[meeting([f64::NAN, 5.0])], &unknown(2)), None);
        assert_eq!(fit(&[meeting([f64::INFINITY, 5.0])], &unknown(2)), None);
    }

    #[test]
    fn who_won_everything_is_finite() {
        let mut scores = Segments::new(3);
        let unit = i64::from(WIN_UNITS);
        (0..100).for_each(|block| scores.add(&[4 * unit, (1 + block % 2) * unit, (1 - block % 2) * unit]));
        let wins: [&[f64]; 3] = [&[0.0, 200.0, 200.0], &[0.0, 0.0, 150.0], &[0.0, 50.0, 0.0]];
        let found = fit(&pairs(&wins), &scores).unwrap();
        assert!(found.regularised);
        let (best, interval) = found.elo(0, None);
        let interval = interval.unwrap();
        assert!(best > 500.0 && best < 1500.0 && interval.low > 200.0 && interval.high < 3000.0, "{best} {interval:?}");
        close(found.theta[1] - found.theta[2], 3f64.ln(), 0.02);
        assert!(found.superiority(0, 1).unwrap() > 0.95);
    }
}
