//! From what rounds lead to, to the chances of winning the match.
//!
//! The chance at a standing is the mean of the chances that a round leads to. Where scores never fall, the standings are solved
//! from the target backwards ([`backwards`]), each exactly: a round that changes nothing leads back to the same standing or, with the lead
//! gone round, to that with the scores the other way round, which makes one linear equation or two. Where scores can fall
//! (overshoot bounce) the same equations are solved over and over until nothing changes ([`settle`]).
//!
//! Each batch of deals is solved separately, and so are all deals together. Only +, −, ×, / in a fixed order: the same on every machine.

use super::chain::{BATCHES, Distribution, Group, Meaning, StandingSpace};
use crate::strategy::StrategyFault;

/// A chance for each batch of deals, and last for all deals together.
pub(super) type Column = [f64; BATCHES + 1];

/// The place of all deals together in a [`Column`].
pub(super) const ALL: usize = BATCHES;

/// Iteration ends when no chance changes by more than this: a millionth of the table's unit.
pub(super) const TOLERANCE: f64 = 1.0 / (1u64 << 44) as f64;

/// The most sweeps of an iteration.
const MAX_SWEEPS: u32 = 100_000;

/// The value of a standing that has not been solved yet.
const UNKNOWN: f64 = f64::NAN;

/// Why standings cannot be solved in this way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unsolved {
    /// A round led to a standing that is not nearer to the target.
    ScoresFall,
    /// The iteration has not converged.
    NoRest,
    /// The reference strategy has failed.
    Failed(StrategyFault),
    /// Stopped from outside.
    Stopped,
}

/// The equation of one standing: (rounds − stayed) · chance = won + turned · (1 − the partner's chance).
struct Equation {
    rounds: Column,
    /// Rounds that led elsewhere, each times the chance there.
    won: Column,
    /// Rounds that led back to the standing itself.
    stayed: Column,
    /// Rounds that led to the mirror image of its partner.
    turned: Column,
}

impl Equation {
    fn of(distribution: &Distribution, own: usize, partner: usize, values: &[Column]) -> Equation {
        let zero = [0.0; BATCHES + 1];
        let mut equation = Equation { rounds: zero, won: zero, stayed: zero, turned: zero };
        for (next, counts) in distribution {
            let mut count: Column = [0.0; BATCHES + 1];
            for (column, n) in count.iter_mut().zip(counts) {
                *column = f64::from(*n);
            }
            count[ALL] = counts.iter().map(|n| f64::from(*n)).sum();
            add(&mut equation.rounds, &count);
            match next.meaning() {
                Meaning::Halves(halves) => {
                    let share = f64::from(halves) / 2.0;
                    add(&mut equation.won, &count.map(|n| n * share));
                }
                Meaning::Kept(number) if number == own => add(&mut equation.stayed, &count),
                Meaning::Mirrored(number) if number == partner => add(&mut equation.turned, &count),
                Meaning::Kept(number) => {
                    let value = values[number];
                    add(&mut equation.won, &std::array::from_fn(|k| count[k] * value[k]));
                }
                Meaning::Mirrored(number) => {
                    let value = values[number];
                    add(&mut equation.won, &std::array::from_fn(|k| count[k] * (1.0 - value[k])));
                }
            }
        }
        equation
    }
}

fn add(sum: &mut Column, more: &Column) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Solves the equation of a standing that is its own partner, or has none. A match that stays there for ever is shared.
fn solve_one(own: &Equation) -> Column {
    std::array::from_fn(|k| {
        let leaves = own.rounds[k] - own.stayed[k] + own.turned[k];
        if leaves > 0.0 { (own.won[k] + own.turned[k]) / leaves } else { 0.5 }
    })
}

/// Solves the equations of two partners.
fn solve_two(one: &Equation, two: &Equation) -> [Column; 2] {
    let [mut first, mut second] = [[0.5; BATCHES + 1]; 2];
    for (k, (v, w)) in first.iter_mut().zip(&mut second).enumerate() {
        let (a, b) = (one.rounds[k] - one.stayed[k], two.rounds[k] - two.stayed[k]);
        let determinant = a * b - one.turned[k] * two.turned[k];
        let (x, y) = (one.won[k] + one.turned[k], two.won[k] + two.turned[k]);
        // Counts are whole numbers, so that this is exact. At 0 the two only ever turn into each other, or one always stays.
        if determinant > 0.0 {
            *v = (x * b - one.turned[k] * y) / determinant;
            *w = (y * a - two.turned[k] * x) / determinant;
        } else if a > one.turned[k] {
            *v = (x - one.turned[k] * 0.5) / a;
        } else if b > two.turned[k] {
            *w = (y - two.turned[k] * 0.5) / b;
        }
    }
    [first, second]
}

/// Solves a group from the values so far.
fn solve_group(group: Group, of: [&Distribution; 2], values: &[Column]) -> [Column; 2] {
    let partner = group.second.unwrap_or(group.first);
    let first = Equation::of(of[0], group.first, partner, values);
    match group.second {
        None => [solve_one(&first); 2],
        Some(second) => solve_two(&first, &Equation::of(of[1], second, group.first, values)),
    }
}

fn write(group: Group, solved: &[Column; 2], values: &mut [Column]) {
    values[group.first] = solved[0];
    if let Some(second) = group.second {
        values[second] = solved[1];
    }
}

/// StandingSpace whose rounds are asked for at a time.
const AT_A_TIME: usize = 256;

/// Tells where the rounds from some standings led, in their order.
type Rounds<'a> = dyn FnMut(&[usize]) -> Result<Vec<Distribution>, Unsolved> + 'a;

/// Asks for the rounds of some groups' members, in order.
fn ask(groups: &[Group], rounds: &mut Rounds<'_>) -> Result<Vec<Distribution>, Unsolved> {
    let numbers: Vec<usize> = groups.iter().flat_map(|group| group.members()).collect();
    rounds(&numbers)
}

/// Pairs each group with the rounds of its members.
fn paired<'a>(groups: &'a [Group], rounds: &'a [Distribution]) -> impl Iterator<Item = (Group, [&'a Distribution; 2])> {
    let mut at = 0;
    groups.iter().map(move |group| {
        let first = &rounds[at];
        at += 1;
        let second = if group.second.is_some() {
            at += 1;
            &rounds[at - 1]
        } else {
            first
        };
        (*group, [first, second])
    })
}

/// Solves all standings from the target backwards. `rounds` tells where the rounds from some standings led.
///
/// # Errors
/// If scores fall, or `rounds` fails.
pub(super) fn backwards(standings: StandingSpace, rounds: &mut Rounds<'_>) -> Result<Vec<Column>, Unsolved> {
    let mut values = vec![[UNKNOWN; BATCHES + 1]; standings.count()];
    for groups in standings.groups().chunks(AT_A_TIME) {
        let sampled = ask(groups, rounds)?;
        for (group, of) in paired(groups, &sampled) {
            let solved = solve_group(group, of, &values);
            if solved[0][ALL].is_nan() || solved[1][ALL].is_nan() {
                return Err(Unsolved::ScoresFall);
            }
            write(group, &solved, &mut values);
        }
    }
    Ok(values)
}

/// Solves all standings by iteration (Gauss–Seidel, from one half) until no chance changes by more than [`TOLERANCE`].
///
/// # Errors
/// If it does not converge, or `rounds` fails.
pub(super) fn settle(standings: StandingSpace, rounds: &mut Rounds<'_>) -> Result<Vec<Column>, Unsolved> {
    let groups = standings.groups();
    let mut sampled = Vec::new();
    for some in groups.chunks(AT_A_TIME) {
        sampled.extend(ask(some, rounds)?);
    }
    let mut values = vec![[0.5; BATCHES + 1]; standings.count()];
    for _ in 0..MAX_SWEEPS {
        let mut change: f64 = 0.0;
        for (group, of) in paired(&groups, &sampled) {
            let solved = solve_group(group, of, &values);
            for (number, new) in group.members().zip(&solved) {
                for (old, new) in values[number].iter().zip(new) {
                    change = change.max((new - old).abs());
                }
            }
            write(group, &solved, &mut values);
        }
        if change <= TOLERANCE {
            return Ok(values);
        }
    }
    Err(Unsolved::NoRest)
}

#[cfg(test)]
mod tests {
    use super::super::chain::NextStanding;
    use super::*;
    use crate::streams::{Stream, Streams};

    /// A made-up game: where the rounds from each kept standing led. Scores only rise unless `falls` says otherwise.
    fn made_up(standings: StandingSpace, falls: bool, seed: u64) -> Vec<Distribution> {
        let mut random = Streams::new(seed).play(0);
        Streams::open_play(&mut random, 0, 0);
        let kept: Vec<usize> = standings.groups().into_iter().flat_map(Group::members).collect();
        let mut all = vec![Vec::new(); standings.count()];
        for number in kept {
            let [own, other] = standings.scores(number);
            let mut outcomes = std::collections::BTreeMap::new();
            for _ in 0..12 {
                let next = outcome(standings, [own, other], falls, &mut random);
                let counts: [u16; BATCHES] = std::array::from_fn(|_| 1 + random.below(9) as u16);
                outcomes.insert(next, counts);
            }
            all[number] = outcomes.into_iter().collect();
        }
        all
    }

    fn outcome(standings: StandingSpace, scores: [u16; 2], falls: bool, random: &mut Stream) -> NextStanding {
        let mut step = |score: u16| {
            let rise = random.below(3) as u16;
            if falls && random.below(4) == 0 { score.saturating_sub(rise) } else { score + rise }
        };
        let [own, other] = scores.map(&mut step);
        let target = standings.target;
        match (own >= target, other >= target) {
            (true, true) => NextStanding::halves(1),
            (true, false) => NextStanding::halves(2),
            (false, true) => NextStanding::halves(0),
            // Mostly the lead goes round; sometimes the deal is void and the same side leads again.
            (false, false) => standings.place([own, other], random.below(5) > 0),
        }
    }

    /// The chances by plain value iteration over every standing, mirror images and all, with nothing but the meaning of the numbers.
    fn brute_force(standings: StandingSpace, all: &[Distribution]) -> Vec<f64> {
        let mut values = vec![0.25; standings.count()];
        for _ in 0..5_000 {
            let before = values.clone();
            for (value, distribution) in values.iter_mut().zip(all) {
                let (mut sum, mut rounds) = (0.0, 0.0);
                for (next, counts) in distribution {
                    let count: f64 = counts.iter().map(|n| f64::from(*n)).sum();
                    rounds += count;
                    sum += count
                        * match next.meaning() {
                            Meaning::Halves(halves) => f64::from(halves) * 0.5,
                            Meaning::Kept(number) => before[number],
                            Meaning::Mirrored(number) => 1.0 - before[number],
                        };
                }
                if rounds > 0.0 {
                    *value = sum / rounds;
                }
            }
        }
        values
    }

    #[test]
    fn both_methods_agree_with_brute_force() {
        for (leads, falls, seed) in [(true, false, 1), (false, false, 2), (true, true, 3), (false, true, 4)] {
            let standings = StandingSpace { target: 7, leads };
            let all = made_up(standings, falls, seed);
            let mut rounds = |numbers: &[usize]| Ok(numbers.iter().map(|n| all[*n].clone()).collect());
            let brute = brute_force(standings, &all);
            let settled = settle(standings, &mut rounds).unwrap();
            let solved = backwards(standings, &mut rounds);
            assert_eq!(solved.is_err(), falls, "{leads} {falls}");
            for group in standings.groups() {
                for number in group.members() {
                    let scores = standings.scores(number);
                    assert!((settled[number][ALL] - brute[number]).abs() < 1e-9, "{leads} {falls} {scores:?}");
                    let Ok(solved) = &solved else { continue };
                    for (one, other) in solved[number].iter().zip(&settled[number]) {
                        assert!((one - other).abs() < 1e-9, "{leads} {scores:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_match_that_never_ends_is_shared() {
        // Target 2. Nobody ever scores, except that from 1–0 the side that leads may win; the lead goes round or a deal is void.
        let standings = StandingSpace { target: 2, leads: true };
        let round = |number: usize, next: NextStanding| {
            vec![(next, [1; BATCHES]), (standings.place(standings.scores(number), true), [1; BATCHES])]
        };
        let stay = |number: usize| NextStanding::standing(number, false);
        let distribution = |number: usize| match standings.scores(number) {
            [1, 0] => round(number, NextStanding::halves(2)),
            [0, 1] => vec![(stay(number), [2; BATCHES])],
            _ => round(number, stay(number)),
        };
        let mut rounds = |numbers: &[usize]| Ok(numbers.iter().map(|n| distribution(*n)).collect());
        let values = backwards(standings, &mut rounds).unwrap();
        let value = |scores| values[standings.number(scores)][ALL];
        assert_eq!((value([0, 0]), value([1, 1]), value([0, 1])), (0.5, 0.5, 0.5));
        // Half the rounds win, half lead to a standing that stays for ever.
        assert!((value([1, 0]) - 0.75).abs() < 1e-15);
        let settled = settle(standings, &mut rounds).unwrap();
        assert!(values.iter().flatten().zip(settled.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    #[test]
    fn stopping_stops() {
        let standings = StandingSpace { target: 3, leads: true };
        assert_eq!(backwards(standings, &mut |_| Err(Unsolved::Stopped)), Err(Unsolved::Stopped));
        assert_eq!(settle(standings, &mut |_| Err(Unsolved::Stopped)), Err(Unsolved::Stopped));
    }
}
