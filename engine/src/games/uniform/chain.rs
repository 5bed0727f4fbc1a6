//! A Markov chain over the consistent deals to many groups.
//!
//! The *holders* are the groups and, if pieces are left over, the rest, which may hold anything; each has so many places. A step
//! takes up a random piece, which leaves a gap. The piece in hand goes to a random holder that may hold it: into the gap, which ends
//! the step, or else in exchange for a random one of that holder's pieces, which is then the piece in hand.
//!
//! The uniform distribution is stationary. Weigh every deal by its number of pieces, and every deal with a gap by the number of
//! holders that the piece in hand may go to; then each move inside a step is as likely as the move that undoes it, so the moves as
//! a whole are reversible, and so is the chain of whole deals that is seen between the steps (Broder 1986, "How hard is it to
//! marry at random?", walks over matchings and near matchings in the same way). Any two consistent deals differ by cycles of pieces
//! that are passed on from holder to holder; a step can pass on any such cycle, so every deal is reached from every other.

use arrayvec::ArrayVec;

use super::{Class, Group, Hands, spread};
use crate::game::MAX_SEATS;
use crate::pieces::{MAX_PIECES, Mask, Pieces};
use crate::streams::Stream;

/// Steps for every piece. In tangled cases one step a piece leaves the chance that a seat holds a piece wrong by up to 0.02, two by up to
/// 0.001; each further one makes that ten times smaller or more.
const STEPS: usize = 3;

/// Holders at the most: every seat, and the rest.
const MAX_HOLDERS: usize = MAX_SEATS + 1;

/// The chain for one view, with the deal that it starts from.
#[derive(Debug)]
pub(super) struct Chain<M> {
    /// The classes, each with the number of its pieces that each holder has at the start.
    start: Vec<(Class<M>, [usize; MAX_HOLDERS])>,
    /// Where each holder's places begin, and where the last one's end.
    places: ArrayVec<usize, { MAX_HOLDERS + 1 }>,
    /// The holder of each place.
    holder: Vec<u8>,
    /// For each piece, who may hold it.
    takers: Vec<ArrayVec<u8, MAX_HOLDERS>>,
}

impl<M: Mask> Chain<M> {
    pub(super) fn new(classes: Vec<Class<M>>, groups: &[Group<M>]) -> Chain<M> {
        let mut matching = Matching { shares: vec![[0; MAX_HOLDERS]; classes.len()], classes: &classes };
        for (index, group) in groups.iter().enumerate() {
            for _ in 0..group.need {
                let found = matching.give(index, &mut vec![false; classes.len()]);
                debug_assert!(found, "the true deal is consistent with the view");
            }
        }
        let mut shares = matching.shares;
        let mut needs: ArrayVec<usize, MAX_HOLDERS> = groups.iter().map(|group| group.need).collect();
        let rest = groups.len();
        for (class, share) in classes.iter().zip(&mut shares) {
            share[rest] = class.left - share.iter().sum::<usize>();
        }
        let over: usize = shares.iter().map(|share| share[rest]).sum();
        if over > 0 {
            needs.push(over);
        }
        let mut places = ArrayVec::new();
        let mut holder = Vec::new();
        let mut takers = vec![ArrayVec::new(); MAX_PIECES];
        for (index, need) in needs.iter().enumerate() {
            places.push(holder.len());
            holder.extend(std::iter::repeat_n(index as u8, *need));
            for piece in
                classes.iter().filter(|class| index == rest || class.groups >> index & 1 == 1).flat_map(|c| c.pieces)
            {
                takers[usize::from(piece)].push(index as u8);
            }
        }
        places.push(holder.len());
        Chain { start: classes.into_iter().zip(shares).collect(), places, holder, takers }
    }

    /// Draws a deal of the pieces that are not taken; if there is a rest, it stands last.
    pub(super) fn draw(&self, taken: Pieces<M>, own: &mut Stream) -> Hands<M> {
        let mut lying = self.begin(taken, own);
        let lying = &mut lying[..self.holder.len()];
        for _ in 0..STEPS * lying.len() {
            self.step(lying, own);
        }
        let hand = |ends: &[usize]| lying[ends[0]..ends[1]].iter().fold(Pieces::EMPTY, |hand, piece| hand.with(*piece));
        self.places.windows(2).map(hand).collect()
    }

    /// The start: in each class, random pieces for each holder. Returns the piece at each place.
    fn begin(&self, taken: Pieces<M>, own: &mut Stream) -> [u8; MAX_PIECES] {
        let mut lying = [0; MAX_PIECES];
        let mut next = self.places.clone();
        for (class, shares) in &self.start {
            let (mut pieces, count) = spread(class.pieces.minus(taken));
            own.shuffle_front(&mut pieces[..count], count);
            let mut pieces = pieces.iter();
            for (place, share) in next.iter_mut().zip(shares) {
                for piece in pieces.by_ref().take(*share) {
                    lying[*place] = *piece;
                    *place += 1;
                }
            }
        }
        lying
    }

    /// Takes up a piece and passes pieces on until the gap is filled.
    fn step(&self, lying: &mut [u8], own: &mut Stream) {
        let gap = own.below(lying.len() as u32) as usize;
        let mut in_hand = lying[gap];
        loop {
            let takers = &self.takers[usize::from(in_hand)];
            let taker = takers[own.below(takers.len() as u32) as usize];
            if taker == self.holder[gap] {
                lying[gap] = in_hand;
                return;
            }
            let (from, to) = (self.places[usize::from(taker)], self.places[usize::from(taker) + 1]);
            std::mem::swap(&mut lying[from + own.below((to - from) as u32) as usize], &mut in_hand);
        }
    }
}

/// Finds a consistent deal by augmenting paths from groups to classes.
struct Matching<'a, M> {
    classes: &'a [Class<M>],
    /// For each class, how many of its pieces each group has.
    shares: Vec<[usize; MAX_HOLDERS]>,
}

impl<M> Matching<'_, M> {
    /// Gives `group` one piece more, moving others if need be.
    fn give(&mut self, group: usize, tried: &mut [bool]) -> bool {
        for class in 0..self.classes.len() {
            if tried[class] || self.classes[class].groups >> group & 1 == 0 {
                continue;
            }
            tried[class] = true;
            if self.shares[class].iter().sum::<usize>() < self.classes[class].left {
                self.shares[class][group] += 1;
                return true;
            }
            for other in 0..MAX_SEATS {
                if self.shares[class][other] > 0 && self.give(other, tried) {
                    self.shares[class][other] -= 1;
                    self.shares[class][group] += 1;
                    return true;
                }
            }
        }
        false
    }
}
