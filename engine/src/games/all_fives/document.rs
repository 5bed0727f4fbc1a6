//! What a seat sees of a round of cards, as a document.

use serde::Serialize;

use super::cards::{Card, CardSet, Suit};
use super::engine::AllFives;
use super::state::{Move, Phase};
use super::view::View;
use crate::game::{Seat, Step};
use crate::games::view_document::Seen;

/// The fields besides those of every game.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    seen: Seen,
    phase: &'static str,
    dealer: Seat,
    trumps: char,
    up: String,
    turned: Vec<String>,
    runs: u8,
    hand: Vec<String>,
    hand_sizes: Vec<usize>,
    undealt: usize,
    trick: Vec<LaidCard>,
    taker: Option<Seat>,
    played: Vec<String>,
    captured_trumps: Vec<Vec<String>>,
    lacks: Vec<Vec<char>>,
}

/// A card on the table.
#[derive(Serialize)]
struct LaidCard {
    seat: Seat,
    card: String,
}

impl Document {
    pub(super) fn of<const SEATS: usize>(view: View<'_, SEATS>) -> Document {
        let (s, table) = (view.state, view.table());
        let names = |cards: CardSet| cards.iter().map(|card| card.to_string()).collect::<Vec<_>>();
        let laid =
            |step: &Step<Move>| step.mv.as_card().map(|card| LaidCard { seat: step.seat, card: card.to_string() });
        let captured = |seat: Seat| {
            let lane = s.won[seat.index() % SEATS];
            let trumps = CardSet::suit(view.trumps()).iter().filter(|card: &Card| lane >> card.rank() & 1 == 1);
            trumps.map(|card| card.to_string()).collect()
        };
        let lacked = |seat| Suit::ALL.into_iter().filter(|suit| view.lacks(seat, *suit)).map(Suit::letter).collect();
        Document {
            phase: match s.phase {
                Phase::Asked => "stand-or-beg",
                Phase::Begged => "give-or-run",
                Phase::Play => "play",
                Phase::Over | Phase::Won | Phase::Void => "over",
            },
            dealer: view.dealer(),
            trumps: view.trumps().letter(),
            up: s.up.to_string(),
            turned: names(view.turned()),
            runs: view.runs(),
            hand: names(view.hand()),
            hand_sizes: table.all_seats().map(|seat| view.cards_left(seat)).collect(),
            undealt: view.undealt(),
            trick: view.log()[view.log().len().saturating_sub(view.laid())..].iter().filter_map(laid).collect(),
            taker: view.taker(),
            played: names(view.played()),
            captured_trumps: table.all_seats().map(captured).collect(),
            lacks: table.all_seats().map(lacked).collect(),
            seen: Seen::new::<AllFives<SEATS>>(view, s, |_, mv| format!("{mv:?}")),
        }
    }
}
