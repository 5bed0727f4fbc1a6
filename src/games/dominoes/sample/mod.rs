//! Worlds consistent with a view: the hidden hands drawn uniformly over all deals that agree with everything the seat has seen.
//!
//! What binds the hidden hands: their sizes, the values that each seat knocked on (D9), and what the announced lead tile says (D6).
//! A seat that knocked on a value holds no such tile now, and the tiles it has laid since show the same, so the hands of this
//! moment are bound by nothing else. Hidden seats that may hold the same tiles are one *group*, dealt to together.
//!
//! - A group whose tiles all matter alike to every other group is dealt first: whatever it gets, the others have the same number of
//!   ways left. A group that may hold whatever the others may is dealt last, for the same reason. This settles all views in which
//!   any two groups are disjoint or one within the other, such as those of two seats.
//! - What remains is counted exactly (`counts`), if the table of counts is small enough or there are at most three groups: so
//!   worlds are exactly uniform for up to four seats.
//! - Otherwise a Markov chain (`chain`), whose stationary distribution is uniform, is run for a fixed number of steps; its distance
//!   from uniform is tested.

mod chain;
mod counts;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use self::chain::Chain;
use self::counts::Counts;
use super::state::State;
use super::tiles::{MAX_TILES, Mask, Set, Tiles};
use super::view::View;
use crate::game::{MAX_SEATS, Seat};
use crate::streams::Stream;

/// Hidden seats that may hold the same tiles.
#[derive(Clone, Debug)]
struct Group<M> {
    allowed: Tiles<M>,
    /// Tiles that they need in all.
    need: usize,
    /// Each seat with the number of tiles that it needs.
    seats: ArrayVec<(Seat, usize), MAX_SEATS>,
}

/// A prepared source of worlds for one view.
#[derive(Debug)]
pub struct Sampler<K: Set, const SEATS: usize> {
    /// The lead tile, when its hidden holder is known (D6).
    known: Option<(Seat, u8)>,
    plan: Plan<K::Mask>,
}

/// In which order and how the groups are dealt to.
#[derive(Debug)]
struct Plan<M> {
    /// The tiles of the only group, if there is only one, and their number.
    only: Option<([u8; MAX_TILES], usize)>,
    first: Vec<Group<M>>,
    core: Vec<Group<M>>,
    method: Method<M>,
    last: Vec<Group<M>>,
}

/// One set of tiles for each group of the core (and, inside the chain, the rest).
type Hands<M> = ArrayVec<Tiles<M>, { MAX_SEATS + 1 }>;

/// How the core's groups are dealt to.
#[derive(Debug)]
enum Method<M> {
    /// There are none.
    Nothing,
    Counts(Counts<M>),
    Chain(Chain<M>),
}

/// Tiles that the same groups of the core may hold.
#[derive(Clone, Copy, Debug)]
struct Class<M> {
    tiles: Tiles<M>,
    /// The groups, as a bit mask.
    groups: u16,
    /// How many of the tiles are left when the first groups have theirs.
    left: usize,
}

impl<K: Set, const SEATS: usize> Sampler<K, SEATS> {
    /// Prepares to draw worlds consistent with `view`, whose seat must be to move.
    pub(super) fn new(view: View<'_, K, SEATS>) -> Self {
        debug_assert_eq!(view.seat(), view.turn(), "who is to move knows which tiles it may lay");
        let mut known = None;
        let mut groups: Vec<Group<K::Mask>> = Vec::new();
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
            if need == 0 {
                continue;
            }
            let at = groups.iter().position(|group| group.allowed == allowed).unwrap_or_else(|| {
                groups.push(Group { allowed, need: 0, seats: ArrayVec::new() });
                groups.len() - 1
            });
            groups[at].need += need;
            groups[at].seats.push((seat, need));
        }
        Sampler { known, plan: Plan::new(groups) }
    }

    /// Draws a world.
    pub(super) fn draw(&self, view: View<'_, K, SEATS>, own: &mut Stream) -> State<K, SEATS> {
        let mut world = *view.state;
        if let Some((seat, lead)) = self.known {
            world.hands[seat.index() % SEATS] = Tiles::EMPTY.with(lead);
        }
        self.plan.draw(own, |seat, tiles| {
            let known = self.known.filter(|(holder, _)| *holder == seat);
            let hand = &mut world.hands[seat.index() % SEATS];
            *hand = known.map_or(tiles, |(_, lead)| tiles.with(lead));
        });
        world
    }
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
            [group] if core.is_empty() && last.is_empty() => Some(spread(group.allowed)),
            _ => None,
        };
        Plan { only, first, core, method, last }
    }

    /// Deals anew: `give` gets each seat that needs tiles with what it is dealt.
    #[inline]
    fn draw(&self, own: &mut Stream, mut give: impl FnMut(Seat, Tiles<M>)) {
        if let (Some((list, count)), [group]) = (&self.only, &self.first[..]) {
            let mut list = *list;
            group.hand_out(&mut list[..*count], own, &mut give);
            return;
        }
        let mut taken = Tiles::EMPTY;
        for group in &self.first {
            taken = taken.or(group.deal(group.allowed.minus(taken), own, &mut give));
        }
        let core = match &self.method {
            Method::Nothing => Hands::new(),
            Method::Counts(counts) => counts.draw(taken, own),
            Method::Chain(chain) => chain.draw(taken, own),
        };
        for (group, tiles) in self.core.iter().zip(core) {
            taken = taken.or(group.deal(tiles, own, &mut give));
        }
        for group in &self.last {
            taken = taken.or(group.deal(group.allowed.minus(taken), own, &mut give));
        }
    }
}

impl<M: Mask> Group<M> {
    /// Deals random ones of `tiles` to the seats, as many as they need, and says which.
    fn deal(&self, tiles: Tiles<M>, own: &mut Stream, give: &mut impl FnMut(Seat, Tiles<M>)) -> Tiles<M> {
        let (mut list, count) = spread(tiles);
        self.hand_out(&mut list[..count], own, give);
        list[..self.need].iter().fold(Tiles::EMPTY, |all, tile| all.with(*tile))
    }

    /// Deals random tiles of a list to the seats, and leaves them at its front.
    #[inline]
    fn hand_out(&self, list: &mut [u8], own: &mut Stream, give: &mut impl FnMut(Seat, Tiles<M>)) {
        own.shuffle_front(list, self.need);
        let mut dealt = list.iter();
        for (seat, need) in &self.seats {
            give(*seat, dealt.by_ref().take(*need).fold(Tiles::EMPTY, |hand, tile| hand.with(*tile)));
        }
    }
}

/// A set of tiles as a list, and its length.
fn spread<M: Mask>(tiles: Tiles<M>) -> ([u8; MAX_TILES], usize) {
    let mut list = [0; MAX_TILES];
    let mut count = 0;
    for (place, tile) in list.iter_mut().zip(tiles) {
        *place = tile;
        count += 1;
    }
    (list, count)
}

/// Splits the groups into those that can be dealt to first, those that can be dealt to last (in order), and the core.
fn peel<M: Mask>(mut groups: Vec<Group<M>>) -> [Vec<Group<M>>; 3] {
    let within = |x: Tiles<M>, y: Tiles<M>| x.minus(y).is_empty();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    loop {
        // Whoever else may hold one of the group's tiles may hold them all.
        let alike = |group: &Group<M>| {
            groups
                .iter()
                .all(|other| within(group.allowed, other.allowed) || group.allowed.and(other.allowed).is_empty())
        };
        if let Some(at) = groups.iter().position(alike) {
            first.push(groups.remove(at));
            continue;
        }
        let all = groups.iter().fold(Tiles::EMPTY, |all, group| all.or(group.allowed));
        if let Some(at) = groups.iter().position(|group| within(all, group.allowed)) {
            last.push(groups.remove(at));
            continue;
        }
        last.reverse();
        return [first, groups, last];
    }
}

/// The classes of the core's tiles.
fn classes<M: Mask>(first: &[Group<M>], core: &[Group<M>]) -> Vec<Class<M>> {
    let mut classes: Vec<Class<M>> = Vec::new();
    for tile in core.iter().fold(Tiles::EMPTY, |all, group| all.or(group.allowed)) {
        let may_hold = |(index, group): (usize, &Group<M>)| u16::from(group.allowed.contains(tile)) << index;
        let groups = core.iter().enumerate().map(may_hold).sum();
        match classes.iter_mut().find(|class| class.groups == groups) {
            Some(class) => class.tiles = class.tiles.with(tile),
            None => classes.push(Class { tiles: Tiles::EMPTY.with(tile), groups, left: 0 }),
        }
    }
    for class in &mut classes {
        let gone: usize =
            first.iter().filter(|group| !group.allowed.and(class.tiles).is_empty()).map(|group| group.need).sum();
        class.left = class.tiles.len() - gone;
    }
    classes
}
