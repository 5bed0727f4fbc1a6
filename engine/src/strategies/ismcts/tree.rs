//! The tree: nodes in one vector, siblings in lists, and the choice between siblings.
//!
//! A node is a move with what was found out about it. Its children are the moves that may follow; they are distinguished by what the
//! deciding seat saw of the node's own move, by whose turn it was then, and by the move.

use std::hint::select_unpredictable;

use crate::game::Seat;
use crate::pieces::Mask;

/// The place of no node.
const NONE: u32 = u32::MAX;

/// What distinguishes the children of a node in different worlds: what was seen of the node's move, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Context(u32);

impl Context {
    #[inline(always)]
    pub(super) const fn new(seen: u16, seat: Seat) -> Context {
        Context((seen as u32) << 8 | seat.0 as u32)
    }

    #[inline(always)]
    const fn key(self, code: u8) -> u32 {
        self.0 << 8 | code as u32
    }
}

/// A move at a place of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The context and, in the lowest eight bits, the move's code.
    key: u32,
    /// How often it could have been chosen.
    available: u32,
    /// How often it was.
    pub(super) visits: u32,
    /// What it is worth to the side that makes it, on average, in the unit of [`Rates`].
    pub(super) mean: f32,
    /// What it was worth in all.
    total: i64,
    /// Its children are a list.
    first: u32,
    /// The next of its own list.
    next: u32,
}

impl Node {
    const ROOT: Node = Node::new(0, 0);

    const fn new(key: u32, next: u32) -> Node {
        Node { key, available: 0, visits: 0, mean: 0.0, total: 0, first: NONE, next }
    }

    /// The move's code.
    pub(super) const fn code(&self) -> u8 {
        self.key as u8
    }

    /// The seat that makes the move.
    #[inline(always)]
    const fn seat(&self) -> Seat {
        Seat((self.key >> 8) as u8)
    }
}

/// What the choice between moves needs of their counts, made once for each count.
///
/// Everything is made of operations that are exact on every machine, and of `libm`'s logarithm.
#[derive(Debug)]
pub(super) struct Rates {
    /// By how much a total is multiplied to be a mean in the tree's unit, and the weight of exploration over the root of the visits.
    by_visits: Vec<[f32; 2]>,
    /// The root of the logarithm of a count.
    by_chances: Vec<f32>,
    exploration: f64,
    /// What a value of 1 in the tree is as a worth.
    unit: f64,
}

impl Rates {
    pub(super) const fn new(exploration: f32, unit: f64) -> Rates {
        Rates { by_visits: Vec::new(), by_chances: Vec::new(), exploration: exploration as f64, unit }
    }

    /// Makes ready for counts up to this.
    pub(super) fn reach(&mut self, count: usize) {
        for n in self.by_visits.len()..=count {
            let n = n.max(1) as f64;
            self.by_visits.push([(1.0 / (n * self.unit)) as f32, (self.exploration / n.sqrt()) as f32]);
            self.by_chances.push(libm::log(n).sqrt() as f32);
        }
    }

    #[inline(always)]
    fn of_visits(&self, visits: u32) -> [f32; 2] {
        self.by_visits[(visits as usize).min(self.by_visits.len() - 1)]
    }

    #[inline(always)]
    fn of_chances(&self, available: u32) -> f32 {
        self.by_chances[(available as usize).min(self.by_chances.len() - 1)]
    }
}

/// The tree of one decision.
#[derive(Debug)]
pub(super) struct Tree {
    /// The root first; a parent before its children.
    nodes: Vec<Node>,
    /// The nodes that are the way from the root to where an iteration is.
    path: Vec<u32>,
}

impl Tree {
    pub(super) const fn new() -> Tree {
        Tree { nodes: Vec::new(), path: Vec::new() }
    }

    /// Forgets everything and makes room for so many moves.
    pub(super) fn clear(&mut self, moves: usize) {
        self.nodes.clear();
        self.nodes.reserve_exact(moves + 1);
        self.nodes.push(Node::ROOT);
    }

    /// Number of moves in the tree.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Visits of the moves at the root, all together.
    pub(super) fn visits(&self) -> u32 {
        self.candidates().map(|node| node.visits).sum()
    }

    /// Number of moves that there is memory for.
    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.nodes.capacity() - 1
    }

    /// Goes back to the root.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.path.clear();
    }

    #[inline(always)]
    fn here(&self) -> u32 {
        self.path.last().copied().unwrap_or(0)
    }

    /// Looks at the children of where the iteration is that are open in its world: counts that they could have been chosen, and finds the
    /// one with the highest bound. Also tells which of the open moves are no children yet.
    #[inline(always)]
    pub(super) fn weigh<M: Mask>(&mut self, context: Context, open: M, rates: &Rates) -> (Choice, M) {
        let mut untried = open;
        let (mut best, mut highest) = (NONE, f32::NEG_INFINITY);
        let mut at = self.nodes[self.here() as usize].first;
        while let Some(node) = self.nodes.get_mut(at as usize) {
            let bit = M::bit(node.code());
            let is_open = node.key >> 8 == context.0 && open & bit != M::EMPTY;
            untried = select_unpredictable(is_open, untried & !bit, untried);
            node.available += u32::from(is_open);
            let bound = node.mean + rates.of_chances(node.available) * rates.of_visits(node.visits)[1];
            let better = is_open & (bound > highest);
            best = select_unpredictable(better, at, best);
            highest = select_unpredictable(better, bound, highest);
            at = node.next;
        }
        (Choice(best), untried)
    }

    /// Follows a choice; its code.
    #[inline(always)]
    pub(super) fn follow(&mut self, choice: Choice) -> u8 {
        self.path.push(choice.0);
        self.nodes[choice.0 as usize].code()
    }

    /// Adds a move where the iteration is, and goes there.
    #[inline(always)]
    pub(super) fn grow(&mut self, context: Context, code: u8) {
        let new = self.nodes.len() as u32;
        let parent = &mut self.nodes[self.path.last().copied().unwrap_or(0) as usize];
        let mut node = Node::new(context.key(code), parent.first);
        node.available = 1;
        parent.first = new;
        self.nodes.push(node);
        self.path.push(new);
    }

    /// Adds what the iteration came to, `worth` by the seat that moved, to every move on its way.
    #[inline(always)]
    pub(super) fn record(&mut self, rates: &Rates, utility: impl Fn(Seat) -> i32) {
        for &at in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.total += i64::from(utility(node.seat()));
            node.mean = node.total as f32 * rates.of_visits(node.visits)[0];
        }
    }

    /// The moves at the root.
    pub(super) fn candidates(&self) -> impl Iterator<Item = &Node> {
        let mut at = self.nodes.first().map_or(NONE, |root| root.first);
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            at = node.next;
            Some(node)
        })
    }

    /// Makes the place after these moves, each with its context, the root, and keeps what lies beyond, the nearest moves first, as far as
    /// so many moves have room. Returns whether the tree has that place.
    pub(super) fn advance(&mut self, moves: impl Iterator<Item = (Context, u8)>, room: usize) -> bool {
        let mut root = 0;
        for (context, code) in moves {
            let key = context.key(code);
            root = self.nodes.get(root as usize).map_or(NONE, |node| node.first);
            while self.nodes.get(root as usize).is_some_and(|node| node.key != key) {
                root = self.nodes[root as usize].next;
            }
        }
        let Some(node) = self.nodes.get(root as usize) else {
            return false;
        };
        let mut kept = Vec::with_capacity(self.nodes.capacity());
        kept.push(Node { first: node.first, ..Node::ROOT });
        let mut parent = 0;
        while parent < kept.len() {
            let mut old = kept[parent].first;
            kept[parent].first = NONE;
            let mut last = None;
            while let Some(node) = self.nodes.get(old as usize).filter(|_| kept.len() <= room) {
                let new = kept.len() as u32;
                match last {
                    None => kept[parent].first = new,
                    Some(last) => kept[last as usize].next = new,
                }
                kept.push(Node { next: NONE, ..*node });
                last = Some(new);
                old = node.next;
            }
            parent += 1;
        }
        self.nodes = kept;
        true
    }
}

/// A child to follow, if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice(u32);
