//! The match as a chain of standings: what a round can lead to, and how the standings between two rounds are numbered.
//!
//! Both sides play identically, so a standing and its mirror image (sides changed) are one: only one of the two is kept, and the chance of the
//! other is the rest to 1. Where the lead rotates, the standing kept is that in which side 0 leads; where a lot or the deal decides
//! who leads, that in which side 0 is ahead, and equal scores are worth one half.

use crate::game::{Game, NextLead, Outcome, Side, Standing, WIN_UNITS};

/// Groups of deals that are solved apart, to see how much the deals matter.
pub(super) const BATCHES: usize = 16;

/// The standings between two rounds of a game of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StandingSpace {
    /// Every score is below this.
    pub(super) target: u16,
    /// Standings with different sides leading next are distinct.
    pub(super) leads: bool,
}

/// What a round led to, as seen by side 0: a result, or a kept standing, or the mirror image of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NextStanding(u32);

/// A [`NextStanding`] spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The match is over, or its chances are known: so many halves of a win for side 0.
    Halves(u8),
    /// A kept standing by its number.
    Kept(usize),
    /// The mirror image of a kept standing.
    Mirrored(usize),
}

impl NextStanding {
    /// Codes before those of standings.
    const RESULTS: u32 = 3;

    pub(super) const fn halves(halves: u8) -> NextStanding {
        NextStanding(halves as u32)
    }

    pub(super) const fn standing(number: usize, mirrored: bool) -> NextStanding {
        NextStanding(NextStanding::RESULTS + 2 * number as u32 + mirrored as u32)
    }

    /// The code as an index.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn meaning(self) -> Meaning {
        if self.0 < NextStanding::RESULTS {
            return Meaning::Halves(self.0 as u8);
        }
        let code = self.0 - NextStanding::RESULTS;
        let number = (code / 2) as usize;
        if code.is_multiple_of(2) { Meaning::Kept(number) } else { Meaning::Mirrored(number) }
    }
}

/// How often the rounds from a standing led where, for each batch of deals; without repeats.
pub(super) type Distribution = Vec<(NextStanding, [u16; BATCHES])>;

impl StandingSpace {
    pub(super) fn of<G: Game>(game: &G) -> StandingSpace {
        let rules = game.match_rules();
        StandingSpace { target: rules.target, leads: rules.next_lead == NextLead::Rotates }
    }

    /// Numbers of standings run from 0 to this; not all of them are kept.
    pub(super) fn count(self) -> usize {
        usize::from(self.target).pow(2)
    }

    /// How many codes [`NextStanding`] has.
    pub(super) fn codes(self) -> usize {
        NextStanding::RESULTS as usize + 2 * self.count()
    }

    pub(super) fn number(self, scores: [u16; 2]) -> usize {
        usize::from(scores[0]) * usize::from(self.target) + usize::from(scores[1])
    }

    pub(super) fn scores(self, number: usize) -> [u16; 2] {
        let target = usize::from(self.target);
        [(number / target) as u16, (number % target) as u16]
    }

    /// Where a match stands with these scores, side 1 leading if `second` says so.
    pub(super) fn place(self, scores: [u16; 2], second: bool) -> NextStanding {
        let mirrored = if self.leads {
            second
        } else if scores[0] == scores[1] {
            return NextStanding::halves(1);
        } else {
            scores[0] < scores[1]
        };
        let kept = if mirrored { [scores[1], scores[0]] } else { scores };
        NextStanding::standing(self.number(kept), mirrored)
    }

    /// What a finished round led to, as seen by side 0, or by side 1 if the two have changed places.
    #[inline]
    pub(super) fn after<G: Game>(self, game: &G, next: &Standing, swapped: bool) -> NextStanding {
        let own = Side(u8::from(swapped));
        match next.outcome {
            Outcome::Open => {
                let other = 1 - own.index();
                let second = next.lead.is_some_and(|seat| game.table().side_of(seat) != own);
                self.place([next.scores[own.index()], next.scores[other]], second)
            }
            Outcome::Won(_) | Outcome::Unfinished => {
                NextStanding::halves((next.share(own, game.table()) / (WIN_UNITS / 2)) as u8)
            }
        }
    }

    /// The kept standings in an order in which scores that only rise never lead back: by falling sum, each beside the one with the same
    /// scores the other way round, into which it can turn when nobody scores.
    pub(super) fn groups(self) -> Vec<Group> {
        let top = self.target.saturating_sub(1);
        let mut groups = Vec::new();
        for sum in (0..=2 * top).rev() {
            for high in sum.div_ceil(2)..=sum.min(top) {
                let scores = [high, sum - high];
                let first = self.number(scores);
                let equal = scores[0] == scores[1];
                match (self.leads, equal) {
                    (true, true) | (false, false) => groups.push(Group { first, second: None }),
                    (true, false) => {
                        groups.push(Group { first, second: Some(self.number([scores[1], scores[0]])) });
                    }
                    (false, true) => {}
                }
            }
        }
        groups
    }
}

/// One or two kept standings that are solved together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) second: Option<usize>,
}

impl Group {
    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.first).chain(self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_they_stand_for() {
        for halves in 0..3 {
            assert_eq!(NextStanding::halves(halves).meaning(), Meaning::Halves(halves));
        }
        for number in [0, 1, 77, 22_499] {
            assert_eq!(NextStanding::standing(number, false).meaning(), Meaning::Kept(number));
            assert_eq!(NextStanding::standing(number, true).meaning(), Meaning::Mirrored(number));
        }
        let standings = StandingSpace { target: 61, leads: true };
        assert_eq!(NextStanding::standing(standings.count() - 1, true).index(), standings.codes() - 1);
    }

    #[test]
    fn each_standing_or_its_mirror_image_is_kept_once() {
        for (leads, target, kept) in [(true, 5, 25), (false, 5, 10), (true, 1, 1), (false, 1, 0)] {
            let standings = StandingSpace { target, leads };
            let mut all: Vec<usize> = standings.groups().into_iter().flat_map(Group::members).collect();
            let sum = |number: &usize| standings.scores(*number).iter().sum::<u16>();
            assert!(all.is_sorted_by_key(|number| std::cmp::Reverse(sum(number))));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), kept, "{leads} {target}");
            for a in 0..target {
                for b in 0..target {
                    for second in [false, true] {
                        let here = standings.place([a, b], second).meaning();
                        let mirror = standings.place([b, a], !second).meaning();
                        match here {
                            Meaning::Halves(halves) => assert!(halves == 1 && a == b && !leads && mirror == here),
                            Meaning::Kept(n) => assert!(mirror == Meaning::Mirrored(n) && all.contains(&n)),
                            Meaning::Mirrored(n) => assert!(mirror == Meaning::Kept(n) && all.contains(&n)),
                        }
                    }
                }
            }
        }
    }
}
