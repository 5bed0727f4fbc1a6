//! The domino rules once more, read straight from the rule page: a slow second engine for comparison.
//!
//! It shares only the values of the options with the engine under test. The line is the list of tiles as they lie on the table,
//! hands are lists, and everything is computed anew from them after every placement.

use sixtyone_engine::games::dominoes::{EndRule, Finish, Overshoot, Rules};

/// A tile: the smaller half, the larger half.
pub(crate) type Tile = (u8, u8);

/// An end of the line; the opening counts as laid at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Left,
    Right,
}

/// All tiles of a set, in order (D1).
pub(crate) fn all_tiles(set: u8) -> Vec<Tile> {
    (0..=set).flat_map(|a| (a..=set).map(move |b| (a, b))).collect()
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Out,
    Blocked,
    PlayedOut,
    Won,
}

/// What a placement brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed {
    /// Points of the scoring events that were tried.
    pub(crate) offered: i64,
    /// Change of the side's score.
    pub(crate) taken: i64,
    /// Events that were not taken whole.
    pub(crate) lost: usize,
    /// The seats that then knocked, in turn.
    pub(crate) knocks: Vec<usize>,
}

/// A round as the rule page describes it.
#[derive(Clone, Debug)]
pub(crate) struct Round<'r> {
    rules: &'r Rules,
    /// The tiles as they lie, left to right, each with its left half first.
    pub(crate) line: Vec<(u8, u8)>,
    pub(crate) hands: Vec<Vec<Tile>>,
    pub(crate) scores: Vec<i64>,
    pub(crate) opener: usize,
    /// The tile that gave the lead, if one did.
    pub(crate) announced: Option<Tile>,
    /// The seat to move, or that moved last.
    pub(crate) turn: usize,
    pub(crate) ending: Option<Ending>,
    /// Values that each seat has knocked on.
    pub(crate) knocked_on: Vec<Vec<u8>>,
    bonus_spent: bool,
}

/// The sum of the ends of a line (D10).
pub(crate) fn sum_of_ends(line: &[(u8, u8)]) -> u32 {
    let whole = |&(x, y): &(u8, u8)| u32::from(x) + u32::from(y);
    match line {
        [] => 0,
        [lone] => whole(lone),
        [first, .., last] => {
            let left = if first.0 == first.1 { whole(first) } else { u32::from(first.0) };
            let right = if last.0 == last.1 { whole(last) } else { u32::from(last.1) };
            left + right
        }
    }
}

/// Points of a sum (D11, D12).
pub(crate) fn points_of_sum(rules: &Rules, sum: u32) -> i64 {
    let mut points = 0;
    for &divisor in &rules.divisors {
        let sum = u64::from(sum);
        if sum > 0 && sum.is_multiple_of(divisor) {
            points += sum / divisor;
        }
    }
    points as i64
}

/// The holder of the lead and the tile that gives it (D6).
pub(crate) fn highest(hands: &[Vec<Tile>]) -> (usize, Tile) {
    let held = || hands.iter().enumerate().flat_map(|(seat, hand)| hand.iter().map(move |tile| (seat, *tile)));
    let doubles = held().filter(|(_, (a, b))| a == b);
    doubles.max_by_key(|(_, (a, _))| *a).or_else(|| held().max_by_key(|(_, (a, b))| (a + b, *b))).unwrap()
}

impl<'r> Round<'r> {
    /// Begins a round; `lead` is the seat that opens, unless a tile decides.
    pub(crate) fn new(rules: &'r Rules, hands: Vec<Vec<Tile>>, scores: Vec<i64>, lead: Option<usize>) -> Round<'r> {
        let (opener, announced) = match lead {
            Some(seat) => (seat, None),
            None => {
                let (seat, tile) = highest(&hands);
                (seat, Some(tile))
            }
        };
        let knocked_on = vec![Vec::new(); hands.len()];
        let (line, ending) = (Vec::new(), None);
        Round { rules, line, hands, scores, opener, announced, turn: opener, ending, knocked_on, bonus_spent: false }
    }

    /// The side of a seat (D4).
    pub(crate) fn side(&self, seat: usize) -> usize {
        if self.rules.pairs { seat % 2 } else { seat }
    }

    /// The open values.
    pub(crate) fn open_values(&self) -> Option<(u8, u8)> {
        Some((self.line.first()?.0, self.line.last()?.1))
    }

    /// Whether the seat to move may lay `tile` at `end` (D6, D8).
    pub(crate) fn is_legal(&self, tile: Tile, end: End) -> bool {
        if self.ending.is_some() || !self.hands[self.turn].contains(&tile) {
            return false;
        }
        let Some((left, right)) = self.open_values() else {
            let free = !self.rules.that_tile || self.announced.is_none_or(|lead| lead == tile);
            return end == End::Left && free;
        };
        let is_double = |(x, y): (u8, u8)| x == y;
        let lone_double = self.line.len() == 1 && is_double(self.line[0]);
        let alike = left == right && is_double(self.line[0]) == is_double(self.line[self.line.len() - 1]);
        match end {
            End::Left => tile.0 == left || tile.1 == left,
            End::Right => (tile.0 == right || tile.1 == right) && !lone_double && !alike,
        }
    }

    /// Every legal move of the seat to move: left before right, tiles in order.
    pub(crate) fn legal(&self) -> Vec<(Tile, End)> {
        let every = [End::Left, End::Right].into_iter().flat_map(|end| {
            all_tiles(self.rules.set).into_iter().map(move |tile| (tile, end)) // every conceivable move
        });
        every.filter(|&(tile, end)| self.is_legal(tile, end)).collect()
    }

    /// Whether a seat has a tile for an open value (D9).
    fn can_lay(&self, seat: usize) -> bool {
        let fits = |value: u8| self.hands[seat].iter().any(|&(a, b)| a == value || b == value);
        self.open_values().is_none_or(|(left, right)| fits(left) || fits(right))
    }

    fn is_out(&self, side: usize) -> bool {
        (0..self.hands.len()).filter(|&seat| self.side(seat) == side).all(|seat| self.hands[seat].is_empty())
    }

    /// Lays a legal tile, with everything that follows.
    pub(crate) fn lay(&mut self, tile: Tile, end: End) -> Placed {
        assert!(self.is_legal(tile, end), "{tile:?} {end:?} in {self:?}");
        let (seat, (a, b)) = (self.turn, tile);
        self.hands[seat].retain(|held| *held != tile);
        match (self.open_values(), end) {
            (None, _) => self.line.push((a, b)),
            (Some((left, _)), End::Left) => self.line.insert(0, if b == left { (a, b) } else { (b, a) }),
            (Some((_, right)), End::Right) => self.line.push(if a == right { (a, b) } else { (b, a) }),
        }
        assert!(self.line.windows(2).all(|pair| pair[0].1 == pair[1].0), "the tiles of the line meet");

        // Going out (D13).
        let side = self.side(seat);
        let goes_out = match self.rules.round_end {
            EndRule::FirstOut => self.hands[seat].is_empty(),
            EndRule::SideOut | EndRule::PlayOn => self.is_out(side),
        };
        let earns = goes_out && !self.bonus_spent;
        if earns {
            self.bonus_spent = true;
        }
        let placement = points_of_sum(self.rules, sum_of_ends(&self.line));
        let bonus = if earns { i64::from(self.rules.out_bonus) } else { 0 };

        // Scoring events (D16, D17, D18).
        let mut placed = Placed::default();
        let before = self.scores[side];
        let events = if self.rules.combine_out { vec![placement + bonus] } else { vec![placement, bonus] };
        for points in events.into_iter().filter(|points| *points > 0) {
            placed.offered += points;
            let whole = self.score(side, points);
            placed.lost += usize::from(!whole);
            if self.rules.finish == Finish::Immediate && self.scores[side] >= i64::from(self.rules.target) {
                self.ending = Some(Ending::Won);
                break;
            }
        }
        placed.taken = self.scores[side] - before;

        // The end of the round, or the next turn (D9, D13, D14).
        if self.ending.is_none() {
            if goes_out && self.rules.round_end != EndRule::PlayOn {
                self.ending = Some(Ending::Out);
            } else {
                placed.knocks = self.pass_on();
            }
        }
        placed
    }

    /// One scoring event (D16, D19, D20); says whether it was taken whole.
    fn score(&mut self, side: usize, points: i64) -> bool {
        let target = i64::from(self.rules.target);
        let sum = self.scores[side] + points;
        if sum <= target || self.rules.overshoot == Overshoot::Allow {
            self.scores[side] = sum;
            return true;
        }
        match self.rules.overshoot {
            Overshoot::Discard | Overshoot::Allow => {}
            Overshoot::Bounce => self.scores[side] = (target - (sum - target)).max(0),
            Overshoot::Cap => self.scores[side] = target,
        }
        false
    }

    /// Gives the turn to the next seat that can lay a tile; says who knocked.
    fn pass_on(&mut self) -> Vec<usize> {
        let seats = self.hands.len();
        let around: Vec<usize> = (1..=seats).map(|step| (self.turn + step) % seats).collect();
        let mut knocks = Vec::new();
        for seat in around {
            if self.hands[seat].is_empty() {
                continue;
            }
            if self.can_lay(seat) {
                self.turn = seat;
                return knocks;
            }
            let (left, right) = self.open_values().unwrap();
            self.knocked_on[seat].extend([left, right]);
            knocks.push(seat);
        }
        let side_out = (0..seats).any(|seat| self.is_out(self.side(seat)));
        self.ending = Some(if side_out { Ending::PlayedOut } else { Ending::Blocked });
        knocks
    }
}
