//! What one seat may know of a domino round.

use super::engine::Dominoes;
use super::rules::Rules;
use super::state::{Move, State};
use super::tiles::{End, Set, Tile, Tiles};
use crate::game::{Moves, Seat, SeatView, Side, Step, Table};

/// What one seat sees: its own hand, the line, the sizes of the other hands, who knocked on what, scores, the tile that gave the
/// lead where one did, and the log of moves.
///
/// It borrows the true state but gives away only that.
#[derive(Clone, Copy)]
pub struct View<'a, K: Set, const SEATS: usize> {
    pub(super) game: &'a Dominoes<K, SEATS>,
    pub(super) state: &'a State<K, SEATS>,
    log: &'a [Step<Move<K::Mask>>],
    seat: Seat,
}

impl<'a, K: Set, const SEATS: usize> View<'a, K, SEATS> {
    #[inline(always)]
    pub(super) fn new(
        game: &'a Dominoes<K, SEATS>,
        state: &'a State<K, SEATS>,
        log: &'a [Step<Move<K::Mask>>],
        seat: Seat,
    ) -> Self {
        View { game, state, log, seat }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        &self.game.rules
    }

    /// Seats and sides.
    #[must_use]
    pub fn table(&self) -> &'a Table {
        &self.game.table
    }

    /// The seat whose view this is.
    #[inline(always)]
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The side that the seat plays for.
    #[inline(always)]
    #[must_use]
    pub fn side(&self) -> Side {
        self.game.table.side_of(self.seat)
    }

    /// The seat to move.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.state.turn
    }

    /// The seat's own hand.
    #[inline(always)]
    #[must_use]
    pub fn hand(&self) -> Tiles<K::Mask> {
        self.state.hands[self.seat.index() % SEATS]
    }

    /// The tiles on the line.
    #[must_use]
    pub fn line(&self) -> Tiles<K::Mask> {
        self.state.line
    }

    /// Number of tiles on the line.
    #[must_use]
    pub fn laid(&self) -> usize {
        self.state.laid as usize
    }

    /// The open ends, or `None` before the opening.
    #[must_use]
    pub fn ends(&self) -> Option<[End; 2]> {
        self.state.ends()
    }

    /// The tiles that are neither in the own hand nor on the line.
    #[must_use]
    pub fn unseen(&self) -> Tiles<K::Mask> {
        Tiles(K::ALL).minus(self.hand()).minus(self.state.line)
    }

    /// Number of tiles that `seat` holds.
    #[must_use]
    pub fn tiles_left(&self, seat: Seat) -> usize {
        self.state.hands[seat.index() % SEATS].len()
    }

    /// The pip values that `seat` is known not to hold because it knocked on them, as a bit mask.
    #[must_use]
    pub fn voids(&self, seat: Seat) -> u16 {
        self.state.voids[seat.index() % SEATS]
    }

    /// The tiles that `seat` may hold as far as knocks and the announced lead tell.
    #[must_use]
    pub fn may_hold(&self, seat: Seat) -> Tiles<K::Mask> {
        if seat == self.seat {
            return self.hand();
        }
        let mut tiles = self.unseen().minus(self.undealt_for_sure());
        let mut voids = self.voids(seat);
        while voids != 0 {
            tiles = tiles.minus(Tiles(K::with_pip(voids.trailing_zeros() as u8)));
            voids &= voids - 1;
        }
        match self.announced() {
            Some(lead) if seat != self.opener() => tiles.without(lead),
            _ => tiles,
        }
    }

    /// The unseen tiles that nobody can have been dealt, because they would have given the lead (D6).
    #[must_use]
    pub fn undealt_for_sure(&self) -> Tiles<K::Mask> {
        match self.announced() {
            Some(lead) => self.unseen().iter().filter(|tile| tile.leads_over(lead)).collect(),
            None => Tiles::EMPTY,
        }
    }

    /// The tile that gave the opener the lead, if a tile did (D6).
    #[must_use]
    pub fn announced(&self) -> Option<Tile<K::Mask>> {
        self.state.announced()
    }

    /// The seat that opened the round.
    #[must_use]
    pub fn opener(&self) -> Seat {
        self.state.opener
    }

    /// Score of a side.
    #[must_use]
    pub fn score(&self, side: Side) -> u16 {
        self.state.scores[side.index() % SEATS]
    }

    /// The round's moves so far.
    #[must_use]
    pub fn log(&self) -> &'a [Step<Move<K::Mask>>] {
        self.log
    }

    /// How often each seat has knocked so far, by seat.
    #[must_use]
    pub fn knocks(&self) -> [u8; SEATS] {
        let mut knocks = [0; SEATS];
        for step in self.log {
            for seat in step.event.passed {
                knocks[seat.index() % SEATS] += 1;
            }
        }
        knocks
    }

    /// The ends after `mv`, which must be one of the seat's moves.
    #[must_use]
    pub fn ends_after(&self, mv: Move<K::Mask>) -> [End; 2] {
        Dominoes::<K, SEATS>::ends_after(self.state, mv)
    }

    /// Points of a pair of ends; `lone` if they are those of a lone tile (D10, D11).
    #[must_use]
    pub fn points_of(&self, ends: [End; 2], lone: bool) -> u16 {
        self.game.points_of(ends, lone)
    }

    /// Points that `mv` offers by its placement, without the going-out bonus.
    #[must_use]
    pub fn points(&self, mv: Move<K::Mask>) -> u16 {
        self.game.placement_points(self.state, mv)
    }

    /// Going-out bonus that a move of the seat, which must be to move, would earn now.
    #[must_use]
    pub fn bonus(&self) -> u16 {
        if self.game.earns_bonus(self.state) { self.game.rules.out_bonus } else { 0 }
    }

    /// Change of the own score that `mv` would bring, and whether it would win the match immediately.
    #[inline(always)]
    #[must_use]
    pub fn gain(&self, mv: Move<K::Mask>) -> (i32, bool) {
        self.game.gain(self.state, mv)
    }

    /// The score of a side after an event of `points` (D16, D20), and whether it would win immediately.
    #[must_use]
    pub fn score_after(&self, score: u16, points: u16) -> (u16, bool) {
        let scored = self.game.score_move(score, points, 0);
        (scored.score, scored.won)
    }

    /// The score of a side after a placement of `points` that also earns `bonus` for going out (D16, D17, D20), and whether it would
    /// win immediately.
    #[inline(always)]
    #[must_use]
    pub fn score_after_out(&self, score: u16, points: u16, bonus: u16) -> (u16, bool) {
        let scored = self.game.score_move(score, points, bonus);
        (scored.score, scored.won)
    }
}

impl<'a, K: Set, const SEATS: usize> SeatView<'a, Dominoes<K, SEATS>> for View<'a, K, SEATS> {
    #[inline(always)]
    fn game(&self) -> &'a Dominoes<K, SEATS> {
        self.game
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline(always)]
    fn log(&self) -> &'a [Step<Move<K::Mask>>] {
        self.log
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Move<K::Mask>>) {
        self.state.list_moves(out);
    }

    #[inline(always)]
    fn move_count(&self) -> u32 {
        self.state.count_moves()
    }

    #[inline(always)]
    fn nth_move(&self, n: u32) -> Move<K::Mask> {
        self.state.nth_move(n)
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move<K::Mask>) -> bool {
        self.state.legal[usize::from(mv.is_right())].contains(mv.tile())
    }
}

impl<K: Set, const SEATS: usize> PartialEq for View<'_, K, SEATS> {
    /// Whether the two views show the same.
    fn eq(&self, other: &Self) -> bool {
        let (s, o) = (self.state, other.state);
        let sizes = |state: &State<K, SEATS>| state.hands.map(Tiles::len);
        self.seat == other.seat
            && self.hand() == other.hand()
            && self.log == other.log
            && sizes(s) == sizes(o)
            && (s.line, s.laid, s.turn, s.opener, s.announced) == (o.line, o.laid, o.turn, o.opener, o.announced)
            && (s.scores, s.voids, s.phase, s.side_out) == (o.scores, o.voids, o.phase, o.side_out)
            && s.ends() == o.ends()
            && (s.turn != self.seat || s.legal == o.legal)
    }
}

impl<K: Set, const SEATS: usize> std::fmt::Debug for View<'_, K, SEATS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.hand().iter().map(|tile| tile.to_string()).collect();
        f.debug_struct("View").field("seat", &self.seat).field("hand", &names).field("log", &self.log).finish()
    }
}
