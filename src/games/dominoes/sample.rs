//! Worlds consistent with a view: the hidden hands drawn uniformly over all deals that agree with everything the seat has seen.
//!
//! What binds the hidden hands: their sizes, the values that each seat knocked on (D9), and what the announced lead tile says (D6).
//!
//! - If all hidden seats are bound alike, the tiles that any of them may hold are shuffled and dealt out.
//! - For up to three hidden seats bound differently, all consistent deals are counted exactly, and the number of one of them is drawn.
//! - For more, a Markov chain over the consistent deals (swaps and rotations of three, whose stationary distribution is uniform)
//!   is run for a fixed number of steps from a deal found by matching; its distance from uniform is tested.

use arrayvec::ArrayVec;
use ethnum::U256;

use super::state::State;
use super::tiles::{MAX_TILES, Mask, Set, Tiles};
use super::view::View;
use crate::game::{MAX_SEATS, Seat};
use crate::streams::Stream;

/// Steps of the chain for every tile that it moves.
const CHAIN_STEPS_PER_TILE: usize = 64;

/// A hidden hand: whose, how many tiles are unknown, and which they may be.
#[derive(Clone, Copy, Debug)]
struct Hidden<M> {
    seat: Seat,
    need: usize,
    allowed: Tiles<M>,
}

/// A prepared source of worlds for one view.
#[derive(Debug)]
pub struct Sampler<K: Set, const SEATS: usize> {
    hidden: ArrayVec<Hidden<K::Mask>, MAX_SEATS>,
    /// The lead tile, when its hidden holder is known (D6).
    known: Option<(Seat, u8)>,
    method: Method<K::Mask>,
}

#[derive(Debug)]
enum Method<M> {
    /// All hidden seats may hold these tiles.
    Shuffle { pool: ArrayVec<u8, MAX_TILES> },
    /// Exact counts of the ways to complete a deal.
    Count(Counts),
    /// A consistent deal to start the chain from: for each slot (hand places, then the rest) its tile.
    Chain { slots: Vec<u8>, owners: Vec<Option<usize>>, _mask: std::marker::PhantomData<M> },
}

impl<K: Set, const SEATS: usize> Sampler<K, SEATS> {
    /// Prepares to draw worlds consistent with `view`, whose seat must be to move.
    pub(super) fn new(view: View<'_, K, SEATS>) -> Self {
        let mut known = None;
        let mut hidden: ArrayVec<Hidden<K::Mask>, MAX_SEATS> = ArrayVec::new();
        for index in 0..view.table().seats() {
            let seat = Seat(index as u8);
            if seat == view.seat() {
                continue;
            }
            let mut need = view.tiles_left(seat);
            let mut allowed = view.may_hold(seat);
            if let Some(lead) = view.announced()
                && seat == view.opener()
                && view.unseen().contains(lead)
            {
                known = Some((seat, lead));
                need -= 1;
                allowed = allowed.without(lead);
            }
            if need > 0 {
                hidden.push(Hidden { seat, need, allowed });
            }
        }
        let method = if hidden.windows(2).all(|pair| pair[0].allowed == pair[1].allowed) {
            Method::Shuffle { pool: hidden.first().map_or(Tiles::EMPTY, |h| h.allowed).collect() }
        } else if hidden.len() <= 3 {
            Method::Count(Counts::new(&hidden))
        } else {
            chain_start(&hidden)
        };
        Sampler { hidden, known, method }
    }

    /// Draws a world.
    pub(super) fn draw(&self, view: View<'_, K, SEATS>, own: &mut Stream) -> State<K, SEATS> {
        let mut world = *view.state;
        for hand in &self.hidden {
            world.hands[hand.seat.index()] = Tiles::EMPTY;
        }
        if let Some((seat, lead)) = self.known {
            world.hands[seat.index()] = Tiles::EMPTY.with(lead);
        }
        let mut give = |hand: usize, tile: u8| {
            let seat = self.hidden[hand].seat.index();
            world.hands[seat] = world.hands[seat].with(tile);
        };
        match &self.method {
            Method::Shuffle { pool } => {
                let mut pool = pool.clone();
                let needed: usize = self.hidden.iter().map(|h| h.need).sum();
                own.shuffle_front(&mut pool, needed);
                let mut tiles = pool.iter();
                for (hand, hidden) in self.hidden.iter().enumerate() {
                    tiles.by_ref().take(hidden.need).for_each(|&tile| give(hand, tile));
                }
            }
            Method::Count(counts) => counts.draw(own, give),
            Method::Chain { slots, owners, .. } => {
                let mut slots = slots.clone();
                self.run_chain(&mut slots, owners, own);
                for (tile, owner) in slots.iter().zip(owners) {
                    if let Some(hand) = owner {
                        give(*hand, *tile);
                    }
                }
            }
        }
        world
    }

    /// Runs the chain: each step rotates two or three slots chosen at random if every tile may lie where it would go.
    fn run_chain(&self, slots: &mut [u8], owners: &[Option<usize>], own: &mut Stream) {
        let fits = |tile: u8, owner: Option<usize>| owner.is_none_or(|hand| self.hidden[hand].allowed.contains(tile));
        let n = slots.len() as u32;
        for _ in 0..CHAIN_STEPS_PER_TILE * slots.len() {
            let (a, b, c) = (own.below(n) as usize, own.below(n) as usize, own.below(n) as usize);
            if own.below(2) == 0 {
                if fits(slots[a], owners[b]) && fits(slots[b], owners[a]) {
                    slots.swap(a, b);
                }
            } else if a != b && b != c && a != c {
                let legal = fits(slots[a], owners[b]) && fits(slots[b], owners[c]) && fits(slots[c], owners[a]);
                if legal {
                    (slots[b], slots[c], slots[a]) = (slots[a], slots[b], slots[c]);
                }
            }
        }
    }
}

/// Finds a consistent deal by augmenting paths from hand places to tiles.
fn chain_start<M: Mask>(hidden: &[Hidden<M>]) -> Method<M> {
    let pool: Vec<u8> = hidden.iter().fold(Tiles::EMPTY, |all, h| all.or(h.allowed)).collect();
    let places: Vec<usize> =
        hidden.iter().enumerate().flat_map(|(hand, h)| std::iter::repeat_n(hand, h.need)).collect();
    // `holder[i]` is the place that holds the i-th tile of the pool.
    let mut holder: Vec<Option<usize>> = vec![None; pool.len()];
    for place in 0..places.len() {
        let mut tried = vec![false; pool.len()];
        let found = augment(place, &places, hidden, &pool, &mut holder, &mut tried);
        debug_assert!(found, "the true deal is consistent with the view");
    }
    let mut slots = Vec::with_capacity(pool.len());
    let mut owners = Vec::with_capacity(pool.len());
    for (tile, place) in pool.iter().zip(&holder) {
        slots.push(*tile);
        owners.push(place.map(|p| places[p]));
    }
    Method::Chain { slots, owners, _mask: std::marker::PhantomData }
}

/// One augmenting step of Kuhn's matching: finds `place` a tile, moving others if need be.
fn augment<M: Mask>(
    place: usize,
    places: &[usize],
    hidden: &[Hidden<M>],
    pool: &[u8],
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (i, &tile) in pool.iter().enumerate() {
        if tried[i] || !hidden[places[place]].allowed.contains(tile) {
            continue;
        }
        tried[i] = true;
        let free = match holder[i] {
            None => true,
            Some(other) => augment(other, places, hidden, pool, holder, tried),
        };
        if free {
            holder[i] = Some(place);
            return true;
        }
    }
    false
}

/// Exact numbers of consistent deals for up to three hidden hands.
///
/// Tiles that some but not all hands may hold are decided one after the other; tiles that all may hold are dealt from what is left. `ways[i]`
/// counts, for each triple of open needs, the completions from the i-th bound tile on.
#[derive(Debug)]
struct Counts {
    /// Tiles that some hands may not hold, with the hands that may, as a bit mask.
    bound: ArrayVec<(u8, u8), MAX_TILES>,
    /// Tiles that every hand may hold.
    free: ArrayVec<u8, MAX_TILES>,
    needs: [usize; 3],
    ways: Vec<Vec<U256>>,
}

impl Counts {
    fn new<M: Mask>(hidden: &[Hidden<M>]) -> Counts {
        let mut needs = [0; 3];
        for (need, hand) in needs.iter_mut().zip(hidden) {
            *need = hand.need;
        }
        let every = (1u8 << hidden.len()) - 1;
        let mut bound = ArrayVec::new();
        let mut free = ArrayVec::new();
        for tile in hidden.iter().fold(Tiles::EMPTY, |all, h| all.or(h.allowed)) {
            let who = (0..hidden.len()).filter(|&h| hidden[h].allowed.contains(tile)).fold(0, |w, h| w | 1 << h);
            if who == every { free.push(tile) } else { bound.push((tile, who)) }
        }
        let mut counts = Counts { bound, free, needs, ways: Vec::new() };
        counts.fill();
        counts
    }

    fn index(&self, open: [usize; 3]) -> usize {
        (open[0] * (self.needs[1] + 1) + open[1]) * (self.needs[2] + 1) + open[2]
    }

    fn fill(&mut self) {
        let [x, y, z] = self.needs;
        let triples: Vec<[usize; 3]> =
            (0..=x).flat_map(|a| (0..=y).flat_map(move |b| (0..=z).map(move |c| [a, b, c]))).collect();
        let free = self.free.len();
        let mut later: Vec<U256> = triples
            .iter()
            .map(|[a, b, c]| {
                choose(free, *a) * choose(free.saturating_sub(*a), *b) * choose(free.saturating_sub(a + b), *c)
            })
            .collect();
        let mut ways = vec![later.clone()];
        for (_, who) in self.bound.iter().rev() {
            let now: Vec<U256> = triples
                .iter()
                .map(|open| {
                    let mut sum = later[self.index(*open)];
                    for hand in hands_of(*who).filter(|&hand| open[hand] > 0) {
                        let mut left = *open;
                        left[hand] -= 1;
                        sum += later[self.index(left)];
                    }
                    sum
                })
                .collect();
            ways.push(now.clone());
            later = now;
        }
        ways.reverse();
        self.ways = ways;
    }

    /// Draws the number of one consistent deal and gives out its tiles.
    fn draw(&self, own: &mut Stream, mut give: impl FnMut(usize, u8)) {
        let mut open = self.needs;
        let mut number = below_wide(own, self.ways[0][self.index(open)]);
        for (i, (tile, who)) in self.bound.iter().enumerate() {
            let later = &self.ways[i + 1];
            let unheld = later[self.index(open)];
            if number < unheld {
                continue;
            }
            number -= unheld;
            for hand in hands_of(*who) {
                if open[hand] == 0 {
                    continue;
                }
                let mut left = open;
                left[hand] -= 1;
                let held = later[self.index(left)];
                if number < held {
                    give(hand, *tile);
                    open = left;
                    break;
                }
                number -= held;
            }
        }
        let mut free = self.free.clone();
        own.shuffle_front(&mut free, open.iter().sum());
        let mut tiles = free.iter();
        for (hand, need) in open.into_iter().enumerate() {
            tiles.by_ref().take(need).for_each(|&tile| give(hand, tile));
        }
    }
}

fn hands_of(who: u8) -> impl Iterator<Item = usize> {
    (0..3).filter(move |hand| who >> hand & 1 == 1)
}

/// Binomial coefficient; 0 if `k > n`. For n ≤ 91 it is below 2⁹¹.
fn choose(n: usize, k: usize) -> U256 {
    if k > n {
        return U256::ZERO;
    }
    (0..k).fold(U256::ONE, |product, i| product * U256::from((n - i) as u64) / U256::from((i + 1) as u64))
}

/// A whole number below `n`, exactly uniform, by rejection.
fn below_wide(own: &mut Stream, n: U256) -> U256 {
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
