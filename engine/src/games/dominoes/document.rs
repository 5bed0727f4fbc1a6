//! What a seat sees of a domino round, as a document.

use serde::Serialize;

use super::engine::Dominoes;
use super::line::Line;
use super::tiles::Set;
use super::view::View;
use crate::game::Seat;
use crate::games::view_document::Seen;

/// The fields besides those of every game.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    seen: Seen,
    opener: Seat,
    announced: Option<String>,
    hand: Vec<String>,
    hand_sizes: Vec<usize>,
    undealt: usize,
    line: Vec<String>,
    ends: Option<[u8; 2]>,
    lacks: Vec<Vec<u8>>,
}

impl Document {
    pub(super) fn of<K: Set, const SEATS: usize>(view: View<'_, K, SEATS>) -> Document {
        let table = view.table();
        let mut line = Line::default();
        for step in view.log() {
            line.lay(step.mv.tile().halves(), step.mv.is_right());
        }
        let hand_sizes: Vec<usize> = table.all_seats().map(|seat| view.tiles_left(seat)).collect();
        let lacked = |seat| (0..=K::MAX).filter(|pip| view.voids(seat) >> pip & 1 == 1).collect();
        Document {
            opener: view.opener(),
            announced: view.announced().map(|tile| tile.to_string()),
            hand: view.hand().iter().map(|tile| tile.to_string()).collect(),
            undealt: usize::from(K::TILES) - view.laid() - hand_sizes.iter().sum::<usize>(),
            hand_sizes,
            line: line.tiles().map(|(x, y)| format!("{x}-{y}")).collect(),
            ends: view.ends().map(|ends| ends.map(|end| end.pip())),
            lacks: table.all_seats().map(lacked).collect(),
            seen: Seen::new::<Dominoes<K, SEATS>>(view, view.state, |number, mv| mv.text(number == 0)),
        }
    }
}
