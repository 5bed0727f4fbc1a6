//! Dominoes for tree searches: every placement is seen by all, knocks show in whose turn it is, and nothing else is revealed.

use ethnum::U256;

use super::engine::Dominoes;
use super::state::{Move, State};
use super::tiles::{Mask, Set, Tile};
use crate::game::{Seat, Standing};
use crate::searchable::Searchable;

/// A mask of tiles of which two make a mask of placements: a tile at the left end has its own number as code, at the right end so much more.
pub trait EndMask: Mask {
    /// Placements at either end.
    type Both: Mask;
    /// The distance between the codes of a tile at the left and at the right end.
    const RIGHT: u8;
    /// The placements of these tiles at the left end, and of those at the right end.
    fn join(left: Self, right: Self) -> Self::Both;
}

macro_rules! end_mask {
    ($mask:ty, $both:ty, $from:expr) => {
        impl EndMask for $mask {
            type Both = $both;
            const RIGHT: u8 = <$mask>::BITS as u8;
            #[inline(always)]
            fn join(left: Self, right: Self) -> $both {
                let widen: fn($mask) -> $both = $from;
                widen(left) | widen(right) << <$mask>::BITS
            }
        }
    };
}
end_mask!(u32, u64, u64::from);
end_mask!(u64, u128, u128::from);
end_mask!(u128, U256, U256::new);

impl<K: Set, const SEATS: usize> Searchable for Dominoes<K, SEATS>
where
    K::Mask: EndMask,
{
    type LegalMask = <K::Mask as EndMask>::Both;

    #[inline(always)]
    fn legal_mask(&self, s: &State<K, SEATS>) -> Self::LegalMask {
        K::Mask::join(s.legal[0].0, s.legal[1].0)
    }

    #[inline(always)]
    fn move_of(code: u8) -> Move<K::Mask> {
        let right = code >= K::Mask::RIGHT;
        Move::at(Tile::numbered(code & (K::Mask::RIGHT - 1)), right)
    }

    #[inline(always)]
    fn code_of(mv: Move<K::Mask>) -> u8 {
        mv.tile().number() + if mv.is_right() { K::Mask::RIGHT } else { 0 }
    }

    #[inline(always)]
    fn observation(&self, _: &State<K, SEATS>, _: Move<K::Mask>, _: &State<K, SEATS>, _: Seat) -> u16 {
        0
    }

    fn hidden(view: Self::View<'_>) -> usize {
        let others = view.table().all_seats().filter(|seat| *seat != view.seat());
        others.map(|seat| view.tiles_left(seat)).sum()
    }

    fn rewound(view: Self::View<'_>, world: &State<K, SEATS>) -> (State<K, SEATS>, usize) {
        let mut hands = world.hands;
        let mut at = Standing::new(view.announced().is_none().then_some(view.opener()));
        at.scores[..SEATS].copy_from_slice(&world.scores);
        for step in view.log() {
            let hand = &mut hands[step.seat.index() % SEATS];
            *hand = hand.with(step.mv.tile());
            let score = &mut at.scores[view.game.side_of(step.seat).index()];
            *score = score.wrapping_add_signed(-step.event.taken);
        }
        (view.game.open(&at, hands), 0)
    }

    fn mark_of(view: Self::View<'_>) -> u128 {
        let laid = view.log().iter().filter(|step| step.seat == view.seat()).map(|step| step.mv.tile());
        view.hand().iter().chain(laid).fold(0, |mark, tile| mark | 1 << tile.number())
    }
}
