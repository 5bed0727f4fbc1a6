//! Worlds consistent with a view: the hidden hands drawn uniformly over all deals that agree with everything the seat has seen.
//!
//! What binds the hidden hands: their sizes, the values that each seat knocked on (D9), and what the announced lead tile says (D6).
//! A seat that knocked on a value holds no such tile now, and the tiles it has laid since show the same, so the hands of this
//! moment are bound by nothing else. How they are dealt is in [`uniform`](crate::games::uniform).

use super::state::State;
use super::tiles::{Set, Tile, Tiles};
use super::view::View;
use crate::game::Seat;
use crate::games::uniform::{Groups, Plan};
use crate::streams::Stream;

/// A prepared source of worlds for one view.
#[derive(Debug)]
pub struct Sampler<K: Set, const SEATS: usize> {
    /// The lead tile, when its hidden holder is known (D6).
    known: Option<(Seat, Tile<K::Mask>)>,
    plan: Plan<K::Mask>,
}

impl<K: Set, const SEATS: usize> Sampler<K, SEATS> {
    /// Prepares to draw worlds consistent with `view`, whose seat must be to move.
    pub(super) fn new(view: View<'_, K, SEATS>) -> Self {
        debug_assert_eq!(view.seat(), view.turn(), "who is to move knows which tiles it may lay");
        let mut known = None;
        let mut groups = Groups::new();
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
            groups.add(seat, allowed.pieces(), need);
        }
        Sampler { known, plan: groups.plan() }
    }

    /// Draws a world.
    pub(super) fn draw(&self, view: View<'_, K, SEATS>, own: &mut Stream) -> State<K, SEATS> {
        let mut world = *view.state;
        if let Some((seat, lead)) = self.known {
            world.hands[seat.index() % SEATS] = Tiles::EMPTY.with(lead);
        }
        self.plan.draw(own, |seat, pieces| {
            let tiles = Tiles(pieces.0);
            let known = self.known.filter(|(holder, _)| *holder == seat);
            let hand = &mut world.hands[seat.index() % SEATS];
            *hand = known.map_or(tiles, |(_, lead)| tiles.with(lead));
        });
        world
    }
}
