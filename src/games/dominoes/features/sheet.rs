//! What is worked out about a decision and its placements, each part when a rule first asks for it.

use arrayvec::ArrayVec;

use super::reply::{Answer, Other, Reply};
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

/// What a hand could do on a pair of ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Follow {
    /// Tiles that fit.
    pub(super) tiles: u32,
    /// Placements that they make.
    pub(super) placements: u32,
    /// Points taken, then offered: the best placement, and the sum over all.
    pub(super) best: [i32; 2],
    pub(super) sum: [i32; 2],
    /// One of them wins the match.
    pub(super) wins: bool,
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
    others: [Option<Option<Other<K::Mask>>>; 2],
    replies: [ArrayVec<Reply, MAX_MOVES>; 2],
    answers: ArrayVec<Answer, MAX_MOVES>,
    knocks: Option<[u8; SEATS]>,
}

impl<'v, K: Set, const SEATS: usize> Sheet<'v, K, SEATS> {
    /// The sheet of a decision between `moves`.
    #[inline]
    pub(super) fn new(view: View<'v, K, SEATS>, moves: &[Move]) -> Self {
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
            others: [None, None],
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

    /// What the own hand could do next on the ends as a placement leaves them.
    pub(super) fn follows(&mut self) -> &[Follow] {
        if self.follows.is_empty() {
            for placement in &self.placements {
                let left = self.hand.without(placement.tile);
                let follow = if placement.over {
                    Follow::default()
                } else {
                    follow(&self.view, left, placement.ends, placement.score)
                };
                self.follows.push(follow);
            }
        }
        &self.follows
    }

    /// What is known of another seat's hand; `None` if there is no such seat, or it has no tiles.
    pub(super) fn other(&mut self, who: Who) -> Option<&Other<K::Mask>> {
        let view = &self.view;
        let seat = || match who {
            Who::Opponent => next_opponent(view),
            Who::Partner => partner(view).filter(|&seat| view.tiles_left(seat) > 0),
        };
        self.others[who as usize].get_or_insert_with(|| seat().map(|seat| Other::new(view, seat))).as_ref()
    }

    /// What another seat may reply to each placement.
    pub(super) fn replies(&mut self, who: Who) -> &[Reply] {
        if self.replies[who as usize].is_empty() {
            self.other(who);
            let other = self.others[who as usize].as_ref().and_then(Option::as_ref);
            for placement in &self.placements {
                let reply = match other {
                    Some(other) if !placement.over => Reply::new(&self.view, other, placement),
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
            self.other(Who::Opponent);
            let other = self.others[Who::Opponent as usize].as_ref().and_then(Option::as_ref);
            for placement in &self.placements {
                let left = self.hand.without(placement.tile);
                let answer = match other {
                    Some(other) if !placement.over => Answer::new(&self.view, other, placement, left),
                    _ => Answer::default(),
                };
                self.answers.push(answer);
            }
        }
        &self.answers
    }
}

/// What `hand`, of the view's seat, could do on these ends with this own score.
pub(super) fn follow<K: Set, const SEATS: usize>(
    view: &View<'_, K, SEATS>,
    hand: Tiles<K::Mask>,
    ends: [End; 2],
    score: u16,
) -> Follow {
    let bonus = if hand.len() == 1 { bonus_with_one_tile(view, view.seat()) } else { 0 };
    let mut follow = Follow { best: [i32::MIN; 2], ..Follow::default() };
    let fits = [hand.and(Tiles(K::with_pip(ends[0].pip()))), hand.and(Tiles(K::with_pip(ends[1].pip())))];
    follow.tiles = fits[0].or(fits[1]).len() as u32;
    // Two ends alike are one place to lay (D8).
    let places = if ends[0] == ends[1] { 1 } else { 2 };
    for at in 0..places {
        for tile in fits[at] {
            let points = view.points_of([K::beyond(ends[at].pip(), tile), ends[at ^ 1]], false);
            let (after, won) = view.score_after_out(score, points, bonus);
            let worth = [i32::from(after) - i32::from(score), i32::from(points)];
            for (count, worth) in worth.into_iter().enumerate() {
                follow.best[count] = follow.best[count].max(worth);
                follow.sum[count] += worth;
            }
            follow.placements += 1;
            follow.wins |= won;
        }
    }
    if follow.placements == 0 {
        follow.best = [0; 2];
    }
    follow
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
fn bonus_with_one_tile<K: Set, const SEATS: usize>(view: &View<'_, K, SEATS>, seat: Seat) -> u16 {
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
