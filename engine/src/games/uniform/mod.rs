//! Deals drawn uniformly: hidden pieces (tiles or cards) dealt to seats that may each hold some of them, all deals equally likely.
//!
//! Seats that may hold the same pieces are one *group*, dealt to together.
//!
//! - A group whose pieces are interchangeable for every other group is dealt first: whatever it gets, the others have the same number of
//!   ways left. A group that may hold whatever the others may is dealt last, for the same reason. This covers all cases in which
//!   any two groups are disjoint or one within the other, such as those of one hidden seat.
//! - Where there is one hidden seat and few pieces, its hands are numbered (`subsets`).
//! - What remains is counted exactly (`counts`), if the table of counts is small enough or there are at most three groups: so
//!   deals are exactly uniform for up to three hidden seats.
//! - Otherwise a Markov chain (`chain`), whose stationary distribution is uniform, is run for a fixed number of steps; its distance
//!   from uniform is tested.

mod chain;
mod counts;
mod subsets;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use self::chain::Chain;
use self::counts::Counts;
use self::subsets::Subsets;
use crate::game::{MAX_SEATS, Seat};
use crate::pieces::{MAX_PIECES, Mask, Pieces};
use crate::streams::Stream;

/// Hidden seats that may hold the same pieces.
#[derive(Clone, Debug)]
struct Group<M> {
    allowed: Pieces<M>,
    /// Pieces that they need in all.
    need: usize,
    /// Each seat with the number of pieces that it needs.
    seats: ArrayVec<(Seat, usize), MAX_SEATS>,
}

/// Hidden seats on their way into groups.
#[derive(Debug)]
pub(crate) struct Groups<M>(Vec<Group<M>>);

impl<M: Mask> Groups<M> {
    /// No seats yet.
    pub(crate) const fn new() -> Groups<M> {
        Groups(Vec::new())
    }

    /// Adds a seat that needs so many of the pieces that it may hold.
    pub(crate) fn add(&mut self, seat: Seat, allowed: Pieces<M>, need: usize) {
        if need == 0 {
            return;
        }
        let groups = &mut self.0;
        let at = groups.iter().position(|group| group.allowed == allowed).unwrap_or_else(|| {
            groups.push(Group { allowed, need: 0, seats: ArrayVec::new() });
            groups.len() - 1
        });
        groups[at].need += need;
        groups[at].seats.push((seat, need));
    }

    /// Prepares to deal to them.
    pub(crate) fn plan(self) -> Plan<M> {
        Plan::new(self.0)
    }
}

/// In which order and how the groups are dealt to.
#[derive(Debug)]
pub(crate) struct Plan<M> {
    only: Only<M>,
    first: Vec<Group<M>>,
    core: Vec<Group<M>>,
    method: Method<M>,
    last: Vec<Group<M>>,
}

/// Shortcuts for the commonest cases.
#[derive(Debug)]
enum Only<M> {
    /// There are several groups, or none.
    Not,
    /// One seat, with its possible hands.
    Seat(Seat, Box<Subsets<M>>),
    /// One group, with its pieces and their number.
    Group([u8; MAX_PIECES], usize),
}

/// One set of pieces for each group of the core (and, inside the chain, the rest).
type Hands<M> = ArrayVec<Pieces<M>, { MAX_SEATS + 1 }>;

/// How the core's groups are dealt to.
#[derive(Debug)]
enum Method<M> {
    /// There are none.
    Nothing,
    Counts(Counts<M>),
    Chain(Chain<M>),
}

/// Pieces that the same groups of the core may hold.
#[derive(Clone, Copy, Debug)]
struct Class<M> {
    pieces: Pieces<M>,
    /// The groups, as a bit mask.
    groups: u16,
    /// How many of the pieces are left when the first groups have theirs.
    left: usize,
}

impl<M: Mask> Plan<M> {
    fn new(groups: Vec<Group<M>>) -> Plan<M> {
        let [first, core, last] = peel(groups);
        let classes = classes(&first, &core);
        let needs: Vec<usize> = core.iter().map(|group| group.need).collect();
        let method = match core.len() {
            0 => Method::Nothing,
            few if few <= 3 || counts::is_small(&classes, &needs) => Method::Counts(Counts::new(classes, &needs)),
            _ => Method::Chain(Chain::new(classes, &core)),
        };
        let only = match &first[..] {
            [group] if core.is_empty() && last.is_empty() => group.only(),
            _ => Only::Not,
        };
        Plan { only, first, core, method, last }
    }

    /// Draws a deal: `give` gets each seat that needs pieces with what it is dealt.
    #[inline]
    pub(crate) fn draw(&self, own: &mut Stream, mut give: impl FnMut(Seat, Pieces<M>)) {
        match (&self.only, &self.first[..]) {
            (Only::Seat(seat, hands), _) => return give(*seat, hands.draw(own)),
            (Only::Group(list, count), [group]) => {
                let mut list = *list;
                return group.hand_out(&mut list[..*count], own, &mut give);
            }
            _ => {}
        }
        let mut taken = Pieces::EMPTY;
        for group in &self.first {
            taken = taken.or(group.deal(group.allowed.minus(taken), own, &mut give));
        }
        let core = match &self.method {
            Method::Nothing => Hands::new(),
            Method::Counts(counts) => counts.draw(taken, own),
            Method::Chain(chain) => chain.draw(taken, own),
        };
        for (group, pieces) in self.core.iter().zip(core) {
            taken = taken.or(group.deal(pieces, own, &mut give));
        }
        for group in &self.last {
            taken = taken.or(group.deal(group.allowed.minus(taken), own, &mut give));
        }
    }
}

impl<M: Mask> Group<M> {
    /// How it is dealt to where it is the only one.
    fn only(&self) -> Only<M> {
        let hands = match self.seats[..] {
            [(seat, need)] => Subsets::new(self.allowed, need).map(|hands| Only::Seat(seat, Box::new(hands))),
            _ => None,
        };
        hands.unwrap_or_else(|| {
            let (list, count) = spread(self.allowed);
            Only::Group(list, count)
        })
    }

    /// Deals random ones of `pieces` to the seats, as many as they need, and says which.
    fn deal(&self, pieces: Pieces<M>, own: &mut Stream, give: &mut impl FnMut(Seat, Pieces<M>)) -> Pieces<M> {
        let (mut list, count) = spread(pieces);
        self.hand_out(&mut list[..count], own, give);
        list[..self.need].iter().fold(Pieces::EMPTY, |all, piece| all.with(*piece))
    }

    /// Deals random pieces of a list to the seats, and leaves them at its front.
    #[inline]
    fn hand_out(&self, list: &mut [u8], own: &mut Stream, give: &mut impl FnMut(Seat, Pieces<M>)) {
        own.shuffle_front(list, self.need);
        let mut dealt = list.iter();
        for (seat, need) in &self.seats {
            give(*seat, dealt.by_ref().take(*need).fold(Pieces::EMPTY, |hand, piece| hand.with(*piece)));
        }
    }
}

/// A set of pieces as a list, and its length.
fn spread<M: Mask>(pieces: Pieces<M>) -> ([u8; MAX_PIECES], usize) {
    let mut list = [0; MAX_PIECES];
    let mut count = 0;
    for (place, piece) in list.iter_mut().zip(pieces) {
        *place = piece;
        count += 1;
    }
    (list, count)
}

/// Splits the groups into those that can be dealt to first, those that can be dealt to last (in order), and the core.
fn peel<M: Mask>(mut groups: Vec<Group<M>>) -> [Vec<Group<M>>; 3] {
    let within = |x: Pieces<M>, y: Pieces<M>| x.minus(y).is_empty();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    loop {
        // Whoever else may hold one of the group's pieces may hold them all.
        let alike = |group: &Group<M>| {
            groups
                .iter()
                .all(|other| within(group.allowed, other.allowed) || group.allowed.and(other.allowed).is_empty())
        };
        if let Some(at) = groups.iter().position(alike) {
            first.push(groups.remove(at));
            continue;
        }
        let all = groups.iter().fold(Pieces::EMPTY, |all, group| all.or(group.allowed));
        if let Some(at) = groups.iter().position(|group| within(all, group.allowed)) {
            last.push(groups.remove(at));
            continue;
        }
        last.reverse();
        return [first, groups, last];
    }
}

/// The classes of the core's pieces.
fn classes<M: Mask>(first: &[Group<M>], core: &[Group<M>]) -> Vec<Class<M>> {
    let mut classes: Vec<Class<M>> = Vec::new();
    for piece in core.iter().fold(Pieces::EMPTY, |all, group| all.or(group.allowed)) {
        let may_hold = |(index, group): (usize, &Group<M>)| u16::from(group.allowed.contains(piece)) << index;
        let groups = core.iter().enumerate().map(may_hold).sum();
        match classes.iter_mut().find(|class| class.groups == groups) {
            Some(class) => class.pieces = class.pieces.with(piece),
            None => classes.push(Class { pieces: Pieces::EMPTY.with(piece), groups, left: 0 }),
        }
    }
    for class in &mut classes {
        let gone: usize =
            first.iter().filter(|group| !group.allowed.and(class.pieces).is_empty()).map(|group| group.need).sum();
        class.left = class.pieces.len() - gone;
    }
    classes
}
