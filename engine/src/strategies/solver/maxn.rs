//! Max-n for three and more sides (Luckhardt and Irani 1986): every side plays for its own worth, and nothing is cut off, because what is
//! good for one need not be bad for another.
//!
//! Between moves that are equally good to it a side takes the one that leaves least to the next side in turn, then to the one after that,
//! and so on: so a state has one value, whatever the order of its moves.

use std::hash::{Hash, Hasher};

use super::table::Mixer;
use crate::game::{MAX_SEATS, Side, Turn};
use crate::solvable::Solvable;

/// The worth to each side.
pub(super) type Worths = [i32; MAX_SEATS];

/// The table of states already searched: each place holds the latest.
#[derive(Debug)]
pub(super) struct Table<K> {
    entries: Vec<Option<Entry<K>>>,
    epoch: u8,
    bits: u32,
}

/// What a state is worth, and in which epoch that was found.
#[derive(Clone, Copy, Debug)]
struct Entry<K> {
    key: K,
    utilities: Worths,
    epoch: u8,
}

impl<K: Copy + Eq + Hash> Table<K> {
    /// A table that takes up memory when it is first used.
    pub(super) const fn new(bits: u32) -> Self {
        Table { entries: Vec::new(), epoch: 0, bits }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.entries.fill(None);
        }
    }

    fn place(&self, key: &K) -> usize {
        let mut mixer = Mixer::default();
        key.hash(&mut mixer);
        mixer.finish() as usize & self.entries.len().wrapping_sub(1)
    }
}

/// One search, in a game without a target.
pub(super) struct Search<'a, G: Solvable> {
    game: &'a G,
    table: &'a mut Table<G::Key>,
    /// States visited.
    pub(super) nodes: u64,
    most_nodes: u64,
    /// Whether it was more than that: then what the search returned means nothing.
    pub(super) exceeded: bool,
}

impl<'a, G: Solvable> Search<'a, G> {
    /// A search that may visit so many states.
    pub(super) fn new(game: &'a G, table: &'a mut Table<G::Key>, most_nodes: u64) -> Self {
        if table.entries.is_empty() {
            table.entries.resize(1 << table.bits, None);
        }
        Search { game, table, nodes: 0, most_nodes, exceeded: false }
    }

    /// How much each side will still score from here, as `sides × own points − points of all`.
    pub(super) fn utilities(&mut self, s: &G::State) -> Worths {
        let game = self.game;
        let Turn::Seat(seat) = game.turn(s) else {
            return [0; MAX_SEATS];
        };
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            self.exceeded = true;
            return [0; MAX_SEATS];
        }
        let key = game.key(s);
        let place = key.map_or(0, |key| self.table.place(&key));
        if let (Some(key), Some(Some(entry))) = (key, self.table.entries.get(place))
            && entry.key == key
            && entry.epoch == self.table.epoch
        {
            return entry.utilities;
        }
        let own = game.table().side_of(seat).index();
        let mut best: Option<Worths> = None;
        for n in 0..game.move_count(s) {
            let mut next = *s;
            game.play(&mut next, game.nth_move(s, n));
            let mut utilities = self.utilities(&next);
            if self.exceeded {
                return [0; MAX_SEATS];
            }
            let gains = self.gains(s, &next);
            for (utility, gain) in utilities.iter_mut().zip(gains) {
                *utility += gain;
            }
            if best.is_none_or(|best| self.is_better(own, &utilities, &best)) {
                best = Some(utilities);
            }
        }
        let best = best.unwrap_or([0; MAX_SEATS]);
        let epoch = self.table.epoch;
        if let (Some(key), Some(entry)) = (key, self.table.entries.get_mut(place)) {
            *entry = Some(Entry { key, utilities: best, epoch });
        }
        best
    }

    /// What a move has brought each side.
    fn gains(&self, before: &G::State, after: &G::State) -> Worths {
        let sides = self.game.table().sides();
        let mut gains = [0; MAX_SEATS];
        for (side, gain) in gains.iter_mut().enumerate().take(sides) {
            let score = |s| i32::from(self.game.score(s, Side(side as u8)));
            *gain = score(after) - score(before);
        }
        let sum: i32 = gains.iter().sum();
        for gain in &mut gains[..sides] {
            *gain = *gain * sides as i32 - sum;
        }
        gains
    }

    /// Whether a side prefers the first.
    fn is_better(&self, own: usize, utilities: &Worths, best: &Worths) -> bool {
        let sides = self.game.table().sides();
        if utilities[own] != best[own] {
            return utilities[own] > best[own];
        }
        let others = (1..sides).map(|ahead| (own + ahead) % sides);
        let differs = others.into_iter().find(|&side| utilities[side] != best[side]);
        differs.is_some_and(|side| utilities[side] < best[side])
    }
}
