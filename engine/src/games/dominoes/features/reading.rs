//! Reading a seat's placements: the tiles that it would have laid instead, had it held them.

use crate::game::Seat;
use crate::games::dominoes::state::Move;
use crate::games::dominoes::tiles::{End, Set, Tiles};
use crate::games::dominoes::view::View;

/// Those of `tiles` that would have gained `seat` more than what it laid, at one of its turns in this round.
pub(super) fn passed_over<K: Set, const SEATS: usize>(
    view: &View<'_, K, SEATS>,
    seat: Seat,
    mut tiles: Tiles<K::Mask>,
) -> Tiles<K::Mask> {
    let table = view.table();
    let side = table.side_of(seat);
    let asked = tiles;
    let taken: i32 =
        view.log().iter().filter(|step| table.side_of(step.seat) == side).map(|step| i32::from(step.event.taken)).sum();
    let mut score = i32::from(view.score(side)) - taken;
    let mut ends: Option<[End; 2]> = None;
    for step in view.log() {
        if step.seat == seat {
            let better = |points: u16| {
                let (after, _) = view.score_after(score as u16, points);
                i32::from(after) - score > i32::from(step.event.taken)
            };
            match ends {
                None => {
                    for tile in tiles {
                        let (a, b) = tile.halves();
                        let double = tile.is_double();
                        if better(view.points_of([End::new(a, double), End::new(b, double)], true)) {
                            tiles = tiles.without(tile);
                        }
                    }
                }
                Some(ends) => {
                    for (at, end) in ends.iter().enumerate() {
                        for tile in tiles.and(Tiles(K::with_pip(end.pip()))) {
                            if better(view.points_of([K::beyond(end.pip(), tile), ends[at ^ 1]], false)) {
                                tiles = tiles.without(tile);
                            }
                        }
                    }
                }
            }
        }
        if table.side_of(step.seat) == side {
            score += i32::from(step.event.taken);
        }
        ends = Some(after::<K>(ends, step.mv));
    }
    asked.minus(tiles)
}

/// The ends after a move.
fn after<K: Set>(ends: Option<[End; 2]>, mv: Move<K::Mask>) -> [End; 2] {
    let tile = mv.tile();
    match ends {
        None => {
            let (a, b) = tile.halves();
            [End::new(a, a == b), End::new(b, a == b)]
        }
        Some([left, right]) if mv.is_right() => [left, K::beyond(right.pip(), tile)],
        Some([left, right]) => [K::beyond(left.pip(), tile), right],
    }
}
