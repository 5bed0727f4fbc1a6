//! A confidence sequence for the mean win share: an interval that is valid at every look and under any stopping rule.
//!
//! To test that the mean is m, bet on the blocks at fair odds: with b the fraction on winning, a block of share x multiplies the
//! stake by b·x/m + (1 − b)·(1 − x)/(1 − m), which is 1 on average if the mean is m. Spreading the stake over all b by a beta distribution gives
//! the wealth
//!
//! W(m) = ∫ ∏ (b·xᵢ/m + (1 − b)(1 − xᵢ)/(1 − m)) dBeta(b; ½ + κm, ½ + κ(1 − m)),
//!
//! a non-negative martingale under every distribution of blocks with mean m, which ever reaches 1/α with a chance of at most α (Ville 1939). So the means
//! with W(m) < 20 hold the truth at all times simultaneously with a chance of 95 %. It is a function of the class counts alone, whatever the
//! order of the blocks, and assumes nothing of the blocks but that they are independent and identically distributed. κ = 0 is Cover's universal portfolio (Orabona
//! and Jun 2024, "Tight concentrations and confidence sequences from the regret of universal portfolio"); a larger κ bets more cautiously,
//! which pays in longer runs (Robbins 1970, "Statistical methods related to the law of the iterated logarithm"; Waudby-Smith and Ramdas 2024, "Estimating means of
//! bounded random variables by betting"). The stake may be divided among several κ at the beginning; the sum is a martingale again.
//!
//! The set is an interval: each W is a mixture of ∏ (κ + (j + ½)/m) ∏ (κ + (j + ½)/(1 − m)), which are log-convex in m.

use super::intervals::Interval;

/// ln(1/α) for 95 %.
const LOG_20: f64 = 2.995_732_273_553_991;

/// How a confidence sequence bets. The choice must not depend on the blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceSequence {
    /// The values of κ among which the stake is divided equally at the beginning, `None` where there is only one.
    cautions: [Option<f64>; 3],
}

impl ConfidenceSequence {
    /// For figures that are watched, and for tests that may stop after some hundred blocks or after some hundred thousand: a third of the stake
    /// for short runs, a third for longer and a third for long ones.
    pub const WATCHED: ConfidenceSequence = ConfidenceSequence { cautions: [Some(3.0), Some(60.0), Some(1200.0)] };

    /// For a run that is to stop when half the interval's width is at most `half_width`: sharpest at about the number of blocks that this takes.
    #[must_use]
    pub const fn for_half_width(half_width: f64) -> ConfidenceSequence {
        ConfidenceSequence::of(0.02 / (half_width * half_width))
    }

    /// One value of κ.
    const fn of(caution: f64) -> ConfidenceSequence {
        ConfidenceSequence { cautions: [Some(caution), None, None] }
    }

    /// The logarithm of the wealth, W(m), which is not a number where it cannot be computed, for blocks by class: (share of a whole block, number of blocks). `mean` lies strictly between 0 and 1.
    #[must_use]
    pub fn log_wealth(&self, classes: &[(f64, f64)], mean: f64) -> f64 {
        let parts = self.cautions.map(|caution| caution.map(|caution| log_wealth(caution, classes, mean)));
        let largest = parts.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut number) = (0.0, 0.0);
        // One that is no number makes the sum none.
        for part in parts.iter().flatten() {
            sum += libm::exp(part - largest);
            number += 1.0;
        }
        largest + libm::log(sum / number)
    }

    /// A p value of "the mean is `mean`" that may be looked at after every block: 1/W, at most 1. Whenever one stops, it is at most p with a chance of at
    /// most p (Ville 1939). It is below 5 % exactly where the interval leaves `mean` out.
    /// None where the wealth cannot be computed.
    #[must_use]
    pub fn p_value(&self, classes: &[(f64, f64)], mean: f64) -> Option<f64> {
        let wealth = self.log_wealth(classes, mean);
        (!wealth.is_nan()).then(|| libm::exp(-wealth.max(0.0)))
    }

    /// The 95 % interval of the mean after these blocks. An end that cannot be computed is not a number.
    #[must_use]
    pub fn interval(&self, classes: &[(f64, f64)]) -> Interval {
        let occurred: Vec<(f64, f64)> = classes.iter().copied().filter(|(_, count)| *count > 0.0).collect();
        let total: f64 = occurred.iter().map(|(_, count)| count).sum();
        if total <= 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let mean = (occurred.iter().map(|(share, count)| share * count).sum::<f64>() / total).clamp(0.0, 1.0);
        let mirrored: Vec<(f64, f64)> = occurred.iter().map(|(share, count)| (1.0 - share, *count)).collect();
        Interval { low: self.limit_below(&occurred, mean), high: 1.0 - self.limit_below(&mirrored, 1.0 - mean) }
    }

    /// The smallest mean below `mean` that is not refuted.
    fn limit_below(&self, classes: &[(f64, f64)], mean: f64) -> f64 {
        let (mut outside, mut inside) = (0.0, mean);
        // Far finer than the digits that are written.
        while inside - outside > 1e-10 {
            let middle = f64::midpoint(outside, inside);
            let wealth = self.log_wealth(classes, middle);
            if wealth.is_nan() {
                return f64::NAN;
            }
            if wealth >= LOG_20 { outside = middle } else { inside = middle }
        }
        if outside > 0.0 { inside } else { 0.0 }
    }

    /// How many blocks like these it takes until half the interval's width is at most `half_width`, beyond those that there are.
    #[must_use]
    pub fn forecast(&self, classes: &[(f64, f64)], half_width: f64) -> Option<u64> {
        let total: f64 = classes.iter().map(|(_, count)| count).sum();
        let width = |factor: f64| {
            let scaled: Vec<(f64, f64)> = classes.iter().map(|(share, count)| (*share, count * factor)).collect();
            self.interval(&scaled).half_width()
        };
        if total <= 0.0 {
            return None;
        }
        if width(1.0) <= half_width {
            return Some(0);
        }
        let (mut short, mut long) = (1.0, 2.0);
        while width(long) > half_width {
            (short, long) = (long, 2.0 * long);
            if long * total > 1e15 {
                return None;
            }
        }
        while long - short > 0.01 * long {
            let middle = f64::midpoint(short, long);
            if width(middle) > half_width { short = middle } else { long = middle }
        }
        Some(libm::ceil(total * (long - 1.0)) as u64)
    }
}

/// ln W(m) for one κ.
///
/// The integral over b runs over its logit u, where the integrand is smooth and falls off on both sides of its only peak; the trapezoidal rule
/// with half a standard deviation as its step is then exact to about 10⁻¹⁰ (Trefethen and Weideman 2014, "The exponentially convergent
/// trapezoidal rule").
fn log_wealth(caution: f64, classes: &[(f64, f64)], mean: f64) -> f64 {
    let (a, b) = (0.5 + caution * mean, 0.5 + caution * (1.0 - mean));
    let bets = Bets { a, b, classes: classes.iter().map(|(x, n)| (x / mean, (1.0 - x) / (1.0 - mean), *n)).collect() };
    let peak = bets.peak();
    let height = bets.log_density(peak);
    let step = (0.5 / libm::sqrt(bets.curvature(peak).max(1e-300))).min(0.25);
    let mut sum = 1.0;
    for direction in [-step, step] {
        // What has not fallen off by then was not integrated.
        let mut rest = f64::NAN;
        for number in 1..20_000 {
            let part = bets.log_density(peak + direction * f64::from(number)) - height;
            sum += libm::exp(part);
            if part < -40.0 {
                rest = 0.0;
                break;
            }
        }
        sum += rest;
    }
    height + libm::log(sum * step) - (libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b))
}

/// The integrand over the logit of the fraction that is bet on winning.
struct Bets {
    a: f64,
    b: f64,
    /// What a class pays on winning and on losing, and how often it occurred.
    classes: Vec<(f64, f64, f64)>,
}

impl Bets {
    fn fraction(u: f64) -> (f64, f64) {
        (1.0 / (1.0 + libm::exp(-u)), 1.0 / (1.0 + libm::exp(u)))
    }

    fn log_density(&self, u: f64) -> f64 {
        let (win, lose) = Bets::fraction(u);
        let bets: f64 = self.classes.iter().map(|(up, down, n)| n * libm::log(win * up + lose * down)).sum();
        bets - self.a * libm::log1p(libm::exp(-u)) - self.b * libm::log1p(libm::exp(u))
    }

    fn slope(&self, u: f64) -> f64 {
        let (win, lose) = Bets::fraction(u);
        let bets: f64 =
            self.classes.iter().map(|(up, down, n)| n * win * lose * (up - down) / (win * up + lose * down)).sum();
        bets + self.a * lose - self.b * win
    }

    /// Minus the second derivative.
    fn curvature(&self, u: f64) -> f64 {
        let (win, lose) = Bets::fraction(u);
        let spread = win * lose;
        let bets = self.classes.iter().map(|(up, down, n)| {
            let part = spread * (up - down) / (win * up + lose * down);
            n * (part * part - (lose - win) * part)
        });
        (self.a + self.b) * spread + bets.sum::<f64>()
    }

    /// Where the density is largest. Its logarithm is concave in the fraction, so there is one place.
    fn peak(&self) -> f64 {
        let (mut low, mut high) = (-40.0, 40.0);
        for _ in 0..52 {
            let middle = f64::midpoint(low, high);
            if self.slope(middle) > 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    const FIVE: [(f64, f64); 5] = [(0.0, 5.0), (0.25, 20.0), (0.5, 40.0), (0.75, 25.0), (1.0, 10.0)];

    #[test]
    fn wealth_agrees_with_another_program() {
        // scipy.integrate.quad over b itself.
        for (caution, mean, expected) in [
            (100.0, 0.5, 0.106_629_092_721_188_81),
            (100.0, 0.4, 2.943_683_823_751_379_6),
            (100.0, 0.7, 4.845_659_766_808_735),
            (0.0, 0.5, -0.754_374_787_331_026_9),
            (0.0, 0.4, 11.515_990_526_398_99),
            (0.0, 0.7, 17.246_186_049_030_612),
        ] {
            close(ConfidenceSequence::of(caution).log_wealth(&FIVE, mean), expected, 1e-9);
        }
    }

    #[test]
    fn wins_and_losses_alone_are_the_beta_binomial() {
        // B(a + k, b + n − k) / B(a, b) / (mᵏ (1 − m)ⁿ⁻ᵏ), by scipy.special.betaln.
        let wins = |won: f64, lost: f64| [(0.0, lost), (1.0, won)];
        close(ConfidenceSequence::of(100.0).log_wealth(&wins(7.0, 3.0), 0.5), 0.025_313_475_798_748_986, 1e-9);
        close(ConfidenceSequence::of(100.0).log_wealth(&wins(60.0, 40.0), 0.5), 0.656_341_325_328_607_9, 1e-9);
        close(ConfidenceSequence::of(0.0).log_wealth(&wins(600.0, 400.0), 0.55), 1.413_685_994_695_356_4, 1e-9);
        // 1000 wins of 1000 at mean ½ and κ = 0: Γ(1000.5)/(Γ(½) 1000!) · 2¹⁰⁰⁰, by hand with Wallis: ln(1/√(1000π)) + 1000 ln 2.
        let expected = 1000.0 * 2.0f64.ln() - 0.5 * (1000.0 * std::f64::consts::PI).ln();
        close(ConfidenceSequence::of(0.0).log_wealth(&wins(1000.0, 0.0), 0.5), expected, 1e-3);
    }

    #[test]
    fn a_divided_stake_is_the_mean_of_its_parts() {
        let parts = [3.0, 60.0, 1200.0].map(|caution| ConfidenceSequence::of(caution).log_wealth(&FIVE, 0.42).exp());
        close(ConfidenceSequence::WATCHED.log_wealth(&FIVE, 0.42), (parts.iter().sum::<f64>() / 3.0).ln(), 1e-12);
    }

    #[test]
    fn intervals_agree_with_another_program() {
        // scipy.optimize.brentq on the integral above, at 95 %.
        let many: Vec<(f64, f64)> = FIVE.iter().map(|(share, count)| (*share, count * 100.0)).collect();
        for (caution, classes, low, high) in [
            (100.0, &FIVE[..], 0.398_883_528_456_050_6, 0.669_278_359_632_710_8),
            (0.0, &FIVE[..], 0.457_085_474_111_802_6, 0.618_103_399_616_509_3),
            (100.0, &many, 0.529_634_104_911_877_9, 0.545_369_288_683_73),
            (0.0, &many, 0.527_917_085_801_033_8, 0.547_087_860_011_230_3),
            (2000.0, &many, 0.528_672_241_640_894_3, 0.546_304_113_078_527),
        ] {
            let found = ConfidenceSequence::of(caution).interval(classes);
            close(found.low, low, 1e-8);
            close(found.high, high, 1e-8);
        }
    }

    #[test]
    fn p_values_agree_with_the_interval() {
        let many: Vec<(f64, f64)> = FIVE.iter().map(|(share, count)| (*share, count * 7.0)).collect();
        for sequence in [ConfidenceSequence::WATCHED, ConfidenceSequence::of(100.0)] {
            let interval = sequence.interval(&many);
            close(sequence.p_value(&many, interval.low).unwrap(), 0.05, 1e-6);
            close(sequence.p_value(&many, interval.high).unwrap(), 0.05, 1e-6);
            assert!(sequence.p_value(&many, interval.low - 0.001).unwrap() < 0.05);
            assert!(sequence.p_value(&many, 0.5375).unwrap() >= 1.0, "the mean of the blocks is never refuted by them");
        }
    }

    #[test]
    fn samples_without_variance_stay_finite_and_honest() {
        for count in [1.0, 7.0, 1000.0, 5e6] {
            let won = ConfidenceSequence::WATCHED.interval(&[(0.0, 0.0), (1.0, count)]);
            let lost = ConfidenceSequence::WATCHED.interval(&[(0.0, count), (1.0, 0.0)]);
            let tied = ConfidenceSequence::WATCHED.interval(&[(0.5, count)]);
            assert!(won.low < 1.0 && (won.high - 1.0).abs() < 1e-15, "{won:?}");
            assert!(lost.high > 0.0 && lost.low.abs() < 1e-15, "{lost:?}");
            assert!(tied.low < 0.5 && tied.high > 0.5, "{tied:?}");
            close(won.low, 1.0 - lost.high, 1e-9);
        }
        let nothing = ConfidenceSequence::WATCHED.interval(&[(0.0, 0.0)]);
        assert!(nothing.low.abs() < 1e-15 && (nothing.high - 1.0).abs() < 1e-15);
        // Rare wins of many sides.
        let rare = ConfidenceSequence::WATCHED.interval(&[(0.0, 9990.0), (1.0 / 6.0, 10.0)]);
        assert!(rare.low > 0.0 && rare.low < 1.0 / 6000.0 && rare.high > 1.0 / 6000.0 && rare.high < 0.002, "{rare:?}");
    }

    #[test]
    fn forecasts_reach_what_they_promise() {
        for (sequence, half_width) in
            [(ConfidenceSequence::WATCHED, 0.02), (ConfidenceSequence::for_half_width(0.005), 0.005)]
        {
            let more = sequence.forecast(&FIVE, half_width).unwrap() as f64;
            let scaled: Vec<(f64, f64)> =
                FIVE.iter().map(|(share, count)| (*share, count * (1.0 + more / 100.0))).collect();
            let reached = sequence.interval(&scaled).half_width();
            assert!(reached <= half_width && reached > 0.97 * half_width, "{reached}");
        }
        assert_eq!(ConfidenceSequence::WATCHED.forecast(&FIVE, 0.4), Some(0));
        assert_eq!(ConfidenceSequence::WATCHED.forecast(&[], 0.4), None);
        let unknown = [(0.0, f64::NAN), (1.0, 5.0)];
        assert_eq!(
            ConfidenceSequence::WATCHED.p_value(&unknown, 0.5),
            None,
            "what cannot be computed is no chance of 1"
        );
        assert_eq!(ConfidenceSequence::WATCHED.forecast(&FIVE, 1e-12), None);
    }
}
