//! Placements, and what is known of seats and hands: the facts that sheet and replies share.

use crate::game::Seat;
use crate::games::dominoes::rules::EndRule;
use crate::games::dominoes::tiles::{End, Mask, Set, Tile, Tiles};
use crate::games::dominoes::view::View;

/// What one placement does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<M> {
    pub(super) tile: Tile<M>,
    /// It goes to the right end.
    pub(super) right: bool,
    /// The ends after it.
    pub(super) ends: [End; 2],
    /// Points that it offers by itself.
    pub(super) points: u16,
    /// Change of the own score.
    pub(super) gain: i32,
    /// The own score after it.
    pub(super) score: u16,
    /// It wins the match immediately.
    pub(super) won: bool,
    /// Nothing follows it in this round.
    pub(super) over: bool,
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
    let double = Tile::double(pip);
    hand.and(Tiles(K::with_pip(pip))).len() as u32 + u32::from(hand.contains(double))
}

/// Number of different values on the tiles of a hand.
pub(super) fn values_in<K: Set>(hand: Tiles<K::Mask>) -> u32 {
    (0..=K::MAX).filter(|&pip| hand.0 & K::with_pip(pip) != K::Mask::EMPTY).count() as u32
}
