//! What is worked out about a decision and its placements, each part when a rule first asks for it.

use arrayvec::ArrayVec;

use super::reply::{Answer, Follow, Other, Own, Reaches, Reply};
use crate::game::{MAX_MOVES, Seat};
use crate::games::dominoes::rules::EndRule;
use crate::games::dominoes::state::Move;
use crate::games::dominoes::tiles::{End, Mask, Set, Tiles};
use crate::games::dominoes::view::View;

/// What one placement does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) tile: u8,
    /// The ends after it.
    pub(super) ends: [End; 2],
    /// Points that it offers by itself.
    pub(super) points: u16,
    /// Change of the own score.
    pub(super) gain: i32,
    /// The own score after it.
    pub(super) score: u16,
    /// It wins the match at once.
    pub(super) won: bool,
    /// Nothing follows it in this round.
    pub(super) over: bool,
}

/// Whose reply is meant; the numbers are those of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Opponent,
    Partner,
}

/// The working sheet of one decision. A column is empty until [`Sheet`] is asked to fill it.
pub(super) struct Sheet<'v, K: Set, const SEATS: usize> {
    pub(super) view: View<'v, K, SEATS>,
    pub(super) hand: Tiles<K::Mask>,
    /// The placement is an opening.
    pub(super) opening: bool,
    /// The going-out bonus at stake.
    pub(super) bonus: u16,
    pub(super) placements: ArrayVec<Placement, MAX_MOVES>,
    follows: ArrayVec<Follow, MAX_MOVES>,
    /// What a placement can offer at most.
    most: u16,
    others: [Option<Other<K::Mask>>; 2],
    reaches: [Reaches; 2],
    replies: [ArrayVec<Reply, MAX_MOVES>; 2],
    answers: ArrayVec<Answer, MAX_MOVES>,
    knocks: Option<[u8; SEATS]>,
}

impl<'v, K: Set, const SEATS: usize> Sheet<'v, K, SEATS> {
    /// The sheet of a decision between `moves`; `most` is what a placement can offer at most.
    #[inline]
    pub(super) fn new(view: View<'v, K, SEATS>, moves: &[Move], most: u16) -> Self {
        let hand = view.hand();
        let bonus = bonus_of(&view, view.seat());
        let last = hand.len() == 1 && ends_by_going_out(&view, view.seat());
        let opening = view.laid() == 0;
        let before = view.score(view.side());
        let placements = moves
            .iter()
            .map(|&mv| {
                let ends = view.ends_after(mv);
                let points = view.points_of(ends, opening);
                let (score, won) = view.score_after_out(before, points, bonus);
                let gain = i32::from(score) - i32::from(before);
                Placement { tile: mv.tile(), ends, points, gain, score, won, over: won || last }
            })
            .collect();
        Sheet {
            view,
            hand,
            opening,
            bonus,
            placements,
            follows: ArrayVec::new(),
            most,
            others: [None, None],
            reaches: [Reaches::default(), Reaches::default()],
            replies: [ArrayVec::new(), ArrayVec::new()],
            answers: ArrayVec::new(),
            knocks: None,
        }
    }

    /// How often each seat has knocked.
    pub(super) fn knocks(&mut self) -> [u8; SEATS] {
        let view = self.view;
        *self.knocks.get_or_insert_with(|| view.knocks())
    }

    /// The own hand after a placement.
    pub(super) fn own(&self, placement: &Placement) -> Own<K::Mask> {
        Own::new(&self.view, self.hand.without(placement.tile), placement.score, self.most)
    }

    /// Tiles that stay in the hand and fit an end after a placement; none if nothing follows it.
    pub(super) fn follow_tiles(&self, at: usize) -> i64 {
        let placement = &self.placements[at];
        if placement.over { 0 } else { self.own(placement).fits::<K>(placement.ends).len() as i64 }
    }

    /// What the own hand could do next on the ends as each placement leaves them.
    pub(super) fn follows(&mut self) -> &[Follow] {
        if self.follows.is_empty() {
            for placement in &self.placements {
                let follow = if placement.over {
                    Follow::default()
                } else {
                    self.own(placement).follow(&self.view, placement.ends)
                };
                self.follows.push(follow);
            }
        }
        &self.follows
    }

    /// Works out which tiles another seat may lay after each placement.
    fn reach(&mut self, who: Who) {
        let Sheet { view, placements, others, reaches, most, .. } = self;
        if !reaches[who as usize].is_empty() {
            return;
        }
        let seat = match who {
            Who::Opponent => next_opponent(view),
            Who::Partner => partner(view).filter(|&seat| view.tiles_left(seat) > 0),
        };
        let other = &mut others[who as usize];
        *other = seat.map(|seat| Other::new(view, seat, *most));
        for placement in placements {
            match other {
                Some(other) if !placement.over => reaches[who as usize].push(view, other, placement.ends),
                _ => reaches[who as usize].push_none(),
            }
        }
    }

    /// What another seat may reply to each placement.
    pub(super) fn replies(&mut self, who: Who) -> &[Reply] {
        if self.replies[who as usize].is_empty() {
            self.reach(who);
            for (at, placement) in self.placements.iter().enumerate() {
                let reply = match &self.others[who as usize] {
                    Some(other) if !placement.over => Reply::new(other, self.reaches[who as usize].of(at)),
                    _ => Reply::default(),
                };
                self.replies[who as usize].push(reply);
            }
        }
        &self.replies[who as usize]
    }

    /// What the own hand can do after the next opponent's greedy reply to each placement.
    pub(super) fn answers(&mut self) -> &[Answer] {
        if self.answers.is_empty() {
            const WHO: usize = Who::Opponent as usize;
            self.reach(Who::Opponent);
            for (at, placement) in self.placements.iter().enumerate() {
                let answer = match &self.others[WHO] {
                    Some(other) if !placement.over => {
                        let own = self.own(placement);
                        Answer::new(&self.view, other, placement, &own, self.reaches[WHO].of(at))
                    }
                    _ => Answer::default(),
                };
                self.answers.push(answer);
            }
        }
        &self.answers
    }
}

/// The next seat clockwise of another side that holds tiles.
pub(super) fn next_opponent<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>) -> Option<Seat> {
    opponents(view).next()
}

/// The seats of other sides that hold tiles, in turn order.
pub(super) fn opponents<'a, K: Set, const SEATS: usize>(
    view: &'a View<'_, K, SEATS>,
) -> impl Iterator<Item = Seat> + 'a {
    let table = view.table();
    let own = view.side();
    let mut seat = view.seat();
    (1..table.seats())
        .map(move |_| {
            seat = table.left_of(seat);
            seat
        })
        .filter(move |&seat| table.side_of(seat) != own && view.tiles_left(seat) > 0)
}

/// The partner's seat, if the seat has a partner.
pub(super) fn partner<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>) -> Option<Seat> {
    view.rules().pairs.then(|| Seat((view.seat().0 + 2) % 4))
}

/// Whether all seats of this seat's side but itself are out.
fn partners_out<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>, seat: Seat) -> bool {
    !view.rules().pairs || view.tiles_left(Seat((seat.0 + 2) % 4)) == 0
}

/// Whether the round would end if this seat went out (D13).
pub(super) fn ends_by_going_out<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>, seat: Seat) -> bool {
    match view.rules().round_end {
        EndRule::FirstOut => true,
        EndRule::SideOut => partners_out(view, seat),
        EndRule::PlayOn => false,
    }
}

/// The going-out bonus of this seat's next placement (D13).
pub(super) fn bonus_of<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>, seat: Seat) -> u16 {
    if view.tiles_left(seat) == 1 { bonus_with_one_tile(view, seat) } else { 0 }
}

/// The going-out bonus that this seat would earn if it had one tile and laid it (D13).
pub(super) fn bonus_with_one_tile<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>, seat: Seat) -> u16 {
    let earned = match view.rules().round_end {
        EndRule::FirstOut => true,
        EndRule::SideOut => partners_out(view, seat),
        EndRule::PlayOn => partners_out(view, seat) && !some_side_is_out(view),
    };
    if earned { view.rules().out_bonus } else { 0 }
}

fn some_side_is_out<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>) -> bool {
    let table = view.table();
    (0..table.sides() as u8)
        .any(|side| (side..table.seats() as u8).step_by(table.sides()).all(|seat| view.tiles_left(Seat(seat)) == 0))
}

/// Halves of each value in a hand; a double has two.
pub(super) fn halves_of<K: Set>(hand: Tiles<K::Mask>, pip: u8) -> u32 {
    let double = crate::games::dominoes::tiles::double_of::<K>(pip);
    hand.and(Tiles(K::with_pip(pip))).len() as u32 + u32::from(hand.contains(double))
}

/// Number of different values on the tiles of a hand.
pub(super) fn values_in<K: Set>(hand: Tiles<K::Mask>) -> u32 {
    (0..=K::MAX).filter(|&pip| hand.0 & K::with_pip(pip) != K::Mask::EMPTY).count() as u32
}
