//! Exact counts of the deals to a few groups, and one of the deals drawn by its number.

use arrayvec::ArrayVec;
use ethnum::U256;

use super::{Class, Hands, spread};
use crate::game::MAX_SEATS;
use crate::pieces::{Mask, Pieces};
use crate::streams::Stream;

/// Tables up to this many entries are small. So are their counts: a group that needs n of at most 91 pieces can have them in fewer
/// than (n + 1)¹⁶ ways, and a table of 2¹⁴ states stands for fewer than 2²²⁴ ways for all groups together.
const SMALL: usize = 1 << 14;

/// The number of ways to deal, by how many pieces the groups still need, before each piece of the classes in turn.
///
/// For three groups no count exceeds 4⁹¹ = 2¹⁸²: each piece goes to one of them or to none.
#[derive(Debug)]
pub(super) struct Counts<M> {
    /// The classes that some group is barred from.
    bound: Vec<Class<M>>,
    /// The pieces that all groups may hold, which need no table.
    free: Pieces<M>,
    needs: Needs,
    /// A layer of all states for each piece of the bound classes, then one for the free pieces.
    ways: Vec<U256>,
}

/// What the groups may still need, as numbers: states.
#[derive(Debug)]
struct Needs {
    full: ArrayVec<usize, MAX_SEATS>,
    /// How far apart the states are in which a group needs one piece less.
    steps: ArrayVec<usize, MAX_SEATS>,
    states: usize,
}

impl Needs {
    fn new(needs: &[usize]) -> Needs {
        let mut steps = ArrayVec::new();
        let mut states = 1;
        for need in needs {
            steps.push(states);
            states *= need + 1;
        }
        Needs { full: needs.iter().copied().collect(), steps, states }
    }

    fn open(&self, state: usize, group: usize) -> usize {
        state / self.steps[group] % (self.full[group] + 1)
    }

    /// The groups that still need pieces, as a bit mask.
    fn hungry(&self, state: usize) -> u16 {
        (0..self.full.len()).filter(|group| self.open(state, *group) > 0).fold(0, |mask, group| mask | 1 << group)
    }
}

/// The groups of a bit mask.
fn each(mut groups: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let group = groups.trailing_zeros() as usize;
        groups &= groups.wrapping_sub(1);
        (group < 16).then_some(group)
    })
}

/// Separates the classes that some group may not hold from the one that all may hold.
fn is_bound<M>(class: &Class<M>, groups: usize) -> bool {
    class.groups.count_ones() < groups as u32
}

/// Whether counting deals to this many groups is cheap.
pub(super) fn is_small<M>(classes: &[Class<M>], needs: &[usize]) -> bool {
    let bound = classes.iter().filter(|class| is_bound(class, needs.len())).map(|class| class.left).sum::<usize>();
    let states = needs.iter().try_fold(1usize, |states, need| states.checked_mul(need + 1));
    states.and_then(|states| states.checked_mul(bound + 1)).is_some_and(|entries| entries <= SMALL)
}

impl<M: Mask> Counts<M> {
    pub(super) fn new(classes: Vec<Class<M>>, needs: &[usize]) -> Counts<M> {
        let (bound, free): (Vec<_>, Vec<_>) = classes.into_iter().partition(|class| is_bound(class, needs.len()));
        let left = free.first().map_or(0, |class| class.left);
        let free = free.first().map_or(Pieces::EMPTY, |class| class.pieces);
        let needs = Needs::new(needs);
        let ways = ways(&bound, left, &needs);
        Counts { bound, free, needs, ways }
    }

    #[cfg(test)]
    pub(super) fn total(&self) -> U256 {
        self.ways[self.needs.states - 1]
    }

    fn layer(&self, number: usize) -> &[U256] {
        &self.ways[number * self.needs.states..][..self.needs.states]
    }

    /// Draws one of the deals of the pieces that are not taken.
    pub(super) fn draw(&self, taken: Pieces<M>, own: &mut Stream) -> Hands<M> {
        let mut hands: Hands<M> = self.needs.full.iter().map(|_| Pieces::EMPTY).collect();
        let mut state = self.needs.states - 1;
        let mut number = below(own, self.layer(0)[state]);
        let pieces = self
            .bound
            .iter()
            .flat_map(|class| class.pieces.minus(taken).into_iter().map(|piece| (piece, class.groups)));
        for (at, (piece, groups)) in pieces.enumerate() {
            let later = self.layer(at + 1);
            if number < later[state] {
                continue;
            }
            number -= later[state];
            for group in each(groups & self.needs.hungry(state)) {
                let held = later[state - self.needs.steps[group]];
                if number < held {
                    hands[group] = hands[group].with(piece);
                    state -= self.needs.steps[group];
                    break;
                }
                number -= held;
            }
        }
        let (mut free, count) = spread(self.free.minus(taken));
        let open = |group| self.needs.open(state, group);
        own.shuffle_front(&mut free[..count], (0..hands.len()).map(open).sum());
        let mut free = free.iter();
        for (group, hand) in hands.iter_mut().enumerate() {
            *hand = free.by_ref().take(open(group)).fold(*hand, |hand, piece| hand.with(*piece));
        }
        hands
    }
}

/// Fills the table, from the last layer to the first.
fn ways<M>(bound: &[Class<M>], free: usize, needs: &Needs) -> Vec<U256> {
    let pieces: Vec<u16> = bound.iter().flat_map(|class| std::iter::repeat_n(class.groups, class.left)).collect();
    let hungry: Vec<u16> = (0..needs.states).map(|state| needs.hungry(state)).collect();
    let mut table = vec![U256::ZERO; (pieces.len() + 1) * needs.states];
    let (layers, base) = table.split_at_mut(pieces.len() * needs.states);
    for (state, ways) in base.iter_mut().enumerate() {
        let mut left = free;
        *ways = U256::ONE;
        for group in 0..needs.full.len() {
            let open = needs.open(state, group);
            *ways *= choose(left, open);
            left = left.saturating_sub(open);
        }
    }
    let mut later: &[U256] = base;
    for (layer, groups) in layers.rchunks_exact_mut(needs.states).zip(pieces.iter().rev()) {
        for (state, ways) in layer.iter_mut().enumerate() {
            // The piece stays out of these hands, or goes to a group that may hold it and needs one.
            *ways = later[state];
            for group in each(groups & hungry[state]) {
                *ways += later[state - needs.steps[group]];
            }
        }
        later = layer;
    }
    table
}

/// Binomial coefficient; 0 if `k > n`. For n ≤ 91 it is below 2⁹¹.
fn choose(n: usize, k: usize) -> U256 {
    if k > n {
        return U256::ZERO;
    }
    (0..k).fold(U256::ONE, |product, i| product * U256::from((n - i) as u64) / U256::from((i + 1) as u64))
}

/// A whole number below `n`, exactly uniform, by rejection. `n` must not be 0.
fn below(own: &mut Stream, n: U256) -> U256 {
    let bits = U256::BITS - n.leading_zeros();
    loop {
        let mut number = U256::ZERO;
        let mut filled = 0;
        while filled < bits {
            number = number << 64 | U256::from(own.wide());
            filled += 64;
        }
        let number = number >> (filled - bits);
        if number < n {
            return number;
        }
    }
}
