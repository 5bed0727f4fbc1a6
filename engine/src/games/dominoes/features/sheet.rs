//! What is worked out about a decision and its placements, each part when a rule first asks for it.

use super::facts::{Placement, bonus_of, ends_by_going_out, next_opponent, partner};
use super::reply::{Answer, Follow, Other, Own, Reaches, Reply};
use crate::games::dominoes::state::Move;
use crate::games::dominoes::tiles::{Set, TileMask, Tiles};
use crate::games::dominoes::view::View;

/// Whose hand is meant, and what is read of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hidden {
    /// The partner's hand, not the next opponent's.
    pub(super) partner: bool,
    /// From placements too, not from knocks alone.
    pub(super) read: bool,
    /// Also after a placement that ends the round or the match, as if the round went on.
    pub(super) after_end: bool,
}

impl Hidden {
    const COUNT: usize = 8;

    const fn index(self) -> usize {
        self.partner as usize + 2 * self.read as usize + 4 * self.after_end as usize
    }
}

/// The working memory of a sheet: columns with a row for each placement, empty until they are asked for.
#[derive(Clone, Debug)]
pub(super) struct Columns<M> {
    pub(super) placements: Vec<Placement<M>>,
    follows: Vec<Follow>,
    hidden: [HiddenColumns<M>; Hidden::COUNT],
}

/// The columns about a hidden hand.
#[derive(Clone, Debug)]
struct HiddenColumns<M> {
    other: Option<Other<M>>,
    reaches: Reaches<M>,
    replies: Vec<Reply>,
    answers: Vec<Answer>,
}

impl<M: TileMask> Columns<M> {
    /// No rows yet.
    pub(super) fn new() -> Self {
        let hidden = std::array::from_fn(|_| HiddenColumns {
            other: None,
            reaches: Reaches::new(),
            replies: Vec::new(),
            answers: Vec::new(),
        });
        Columns { placements: Vec::new(), follows: Vec::new(), hidden }
    }

    fn clear(&mut self) {
        self.placements.clear();
        self.follows.clear();
        for columns in &mut self.hidden {
            columns.reaches.clear();
            columns.replies.clear();
            columns.answers.clear();
        }
    }
}

/// The working sheet of one decision.
pub(super) struct Sheet<'v, K: Set, const SEATS: usize> {
    pub(super) view: View<'v, K, SEATS>,
    pub(super) hand: Tiles<K::Mask>,
    /// The placement is an opening.
    pub(super) opening: bool,
    /// The going-out bonus at stake.
    pub(super) bonus: u16,
    /// What a placement can offer at most.
    most: u16,
    columns: &'v mut Columns<K::Mask>,
    knocks: Option<[u8; SEATS]>,
}

impl<'v, K: Set, const SEATS: usize> Sheet<'v, K, SEATS> {
    /// The sheet of a decision between `moves`; `most` is what a placement can offer at most.
    #[inline]
    pub(super) fn new(
        view: View<'v, K, SEATS>,
        moves: &[Move<K::Mask>],
        most: u16,
        columns: &'v mut Columns<K::Mask>,
    ) -> Self {
        let hand = view.hand();
        let bonus = bonus_of(&view, view.seat());
        let last = hand.len() == 1 && ends_by_going_out(&view, view.seat());
        let opening = view.laid() == 0;
        let before = view.score(view.side());
        columns.clear();
        columns.placements.extend(moves.iter().map(|&mv| {
            let ends = view.ends_after(mv);
            let points = view.points_of(ends, opening);
            let (score, won) = view.score_after_out(before, points, bonus);
            let gain = i32::from(score) - i32::from(before);
            Placement { tile: mv.tile(), right: mv.is_right(), ends, points, gain, score, won, over: won || last }
        }));
        Sheet { view, hand, opening, bonus, most, columns, knocks: None }
    }

    /// The placements to choose from.
    pub(super) fn placements(&self) -> &[Placement<K::Mask>] {
        &self.columns.placements
    }

    /// How often each seat has knocked.
    pub(super) fn knocks(&mut self) -> [u8; SEATS] {
        let view = self.view;
        *self.knocks.get_or_insert_with(|| view.knocks())
    }

    /// The own hand after a placement.
    fn own(&self, placement: &Placement<K::Mask>) -> Own<K::Mask> {
        Own::new(&self.view, self.hand.without(placement.tile), placement.score, self.most)
    }

    /// Tiles that stay in the hand and fit an end after a placement; none if nothing follows it.
    pub(super) fn follow_tiles(&self, at: usize) -> i64 {
        let placement = &self.columns.placements[at];
        if placement.over { 0 } else { self.own(placement).fits::<K>(placement.ends).len() as i64 }
    }

    /// What the own hand could do next on the ends as each placement leaves them.
    pub(super) fn follows(&mut self) -> &[Follow] {
        if self.columns.follows.is_empty() {
            for at in 0..self.columns.placements.len() {
                let placement = &self.columns.placements[at];
                let follow = if placement.over {
                    Follow::default()
                } else {
                    self.own(placement).follow(&self.view, placement.ends)
                };
                self.columns.follows.push(follow);
            }
        }
        &self.columns.follows
    }

    /// Works out which tiles another seat may lay after each placement.
    fn reach(&mut self, whose: Hidden) {
        let Columns { placements, hidden, .. } = &mut *self.columns;
        let columns = &mut hidden[whose.index()];
        if !columns.reaches.is_empty() {
            return;
        }
        let seat = if whose.partner {
            partner(&self.view).filter(|&seat| self.view.tiles_left(seat) > 0)
        } else {
            next_opponent(&self.view)
        };
        columns.other = seat.map(|seat| Other::new(&self.view, seat, whose.read, self.most));
        for placement in placements.iter() {
            match &columns.other {
                Some(other) if whose.after_end || !placement.over => {
                    columns.reaches.push(&self.view, other, placement.ends);
                }
                _ => columns.reaches.push_none(),
            }
        }
    }

    /// What another seat may reply to each placement.
    pub(super) fn replies(&mut self, whose: Hidden) -> &[Reply] {
        if self.columns.hidden[whose.index()].replies.is_empty() {
            self.reach(whose);
            let Columns { placements, hidden, .. } = &mut *self.columns;
            let HiddenColumns { other, reaches, replies, .. } = &mut hidden[whose.index()];
            replies.extend(placements.iter().enumerate().map(|(at, placement)| match other {
                Some(other) if whose.after_end || !placement.over => Reply::new(other, reaches.of(at)),
                _ => Reply::default(),
            }));
        }
        &self.columns.hidden[whose.index()].replies
    }

    /// What the own hand can do after the other seat's greedy reply to each placement.
    pub(super) fn answers(&mut self, whose: Hidden) -> &[Answer] {
        if self.columns.hidden[whose.index()].answers.is_empty() {
            self.reach(whose);
            for at in 0..self.columns.placements.len() {
                let placement = &self.columns.placements[at];
                let columns = &self.columns.hidden[whose.index()];
                let answer = match &columns.other {
                    Some(other) if !placement.over => {
                        let own = self.own(placement);
                        Answer::new(&self.view, other, placement, &own, columns.reaches.of(at))
                    }
                    _ => Answer::default(),
                };
                self.columns.hidden[whose.index()].answers.push(answer);
            }
        }
        &self.columns.hidden[whose.index()].answers
    }
}
