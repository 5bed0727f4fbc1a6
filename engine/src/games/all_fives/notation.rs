//! All Fives as text: moves, positions and records.

use serde::Serialize;
use serde_json::Value;

use super::cards::{CARDS, Card, CardSet, PACK};
use super::deal::{BATCH, Deal, Pack, Run};
use super::document::Document;
use super::engine::AllFives;
use super::state::{Move, Phase, State};
use crate::game::{Event, Game, Notation, RoundLog, Seat, Standing};
use crate::games::record_fields::{piece_list, piece_lists, whole_pack};
use crate::pieces::{ParsePieceError, names_in};
use crate::streams::Stream;

/// One round of a record; `docs/formats.md` explains each field.
#[derive(Serialize)]
struct RoundRecord {
    round: u32,
    attempt: u32,
    dealer: Seat,
    start_scores: Vec<u16>,
    hands: Vec<Vec<String>>,
    turned: Vec<String>,
    undealt: Vec<String>,
    moves: Vec<MoveRecord>,
    end: &'static str,
    scores: Vec<u16>,
}

#[derive(Serialize)]
struct MoveRecord {
    seat: Seat,
    #[serde(rename = "move")]
    mv: String,
    offered: u16,
    taken: i16,
    scores: Vec<u16>,
}

/// A pack as it was dealt.
struct Dealt<const SEATS: usize> {
    hands: [Vec<Card>; SEATS],
    turned: Vec<Card>,
    undealt: Vec<Card>,
}

impl<const SEATS: usize> Dealt<SEATS> {
    /// Deals a whole pack, and runs the cards so often.
    fn new(pack: &[Card], eldest: usize, runs: usize) -> Self {
        let mut dealt = Dealt { hands: std::array::from_fn(|_| Vec::new()), turned: Vec::new(), undealt: Vec::new() };
        let mut cards = pack.iter().copied();
        // Two batches each, then a card is turned up; then one batch each for every run.
        for batches in [2].into_iter().chain(std::iter::repeat_n(1, runs)) {
            for place in 0..batches * SEATS {
                dealt.hands[(eldest + place) % SEATS].extend(cards.by_ref().take(BATCH));
            }
            dealt.turned.extend(cards.next());
        }
        dealt.undealt.extend(cards);
        dealt
    }
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

impl<const SEATS: usize> State<SEATS> {
    /// How the round ended, as records name it.
    fn ending(&self) -> &'static str {
        match self.phase {
            Phase::Asked | Phase::Begged | Phase::Play => "running",
            Phase::Over => "complete",
            Phase::Won => "won",
            Phase::Void => "void",
        }
    }
}

/// Reads cards, in order, each at most once over all calls with the same `seen`.
fn read_cards(text: &str, seen: &mut CardSet) -> Result<Vec<Card>, String> {
    let mut cards = Vec::new();
    for word in names_in(text) {
        let card = word.parse().map_err(|error: ParsePieceError| error.to_string())?;
        if seen.contains(card) {
            return Err(format!("the card {card} occurs twice"));
        }
        *seen = seen.with(card);
        cards.push(card);
    }
    Ok(cards)
}

impl<const SEATS: usize> Notation for AllFives<SEATS> {
    type Piece = Card;

    const LEAD_FIELD: &'static str = "dealer";

    fn options_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.rules.to_json()
    }

    fn write_move(&self, _: &Self::State, mv: Move) -> String {
        format!("{mv:?}")
    }

    fn read_move(&self, s: &Self::State, text: &str) -> Option<Move> {
        let text = text.trim();
        let bid = Move::BIDS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, bid)| bid);
        let mv = bid.or_else(|| text.parse().ok().map(Move::card))?;
        self.allows(s, mv).then_some(mv)
    }

    /// Hands of equal size, then after a `:` the card turned up and the cards that would be dealt next, in order.
    fn read_position(&self, hands: &str, opener: Option<Seat>) -> Result<Self::State, String> {
        let Some((hands, pack)) = hands.split_once(':') else {
            return Err(
                "the card turned up is missing; it follows the hands after a \":\", as in \"AS 5H/KS 2D : 9S\"".into(),
            );
        };
        let parts: Vec<&str> = hands.split('/').collect();
        if parts.len() != SEATS {
            return Err(format!(
                "found {} hands; this game has {SEATS} seats (hands are separated by \"/\")",
                parts.len()
            ));
        }
        let mut seen = CardSet::EMPTY;
        let mut dealt = [CardSet::EMPTY; SEATS];
        for (hand, part) in dealt.iter_mut().zip(parts) {
            *hand = read_cards(part, &mut seen)?.into_iter().collect();
        }
        let size = dealt[0].len();
        if size == 0 || dealt.iter().any(|hand| hand.len() != size) {
            return Err("all seats must hold the same number of cards, at least one (rule A3)".to_owned());
        }
        let pack = read_cards(pack, &mut seen)?;
        let Some((up, rest)) = pack.split_first() else {
            return Err("the card turned up is missing after the \":\"".to_owned());
        };
        if let Some(seat) = opener.filter(|seat| seat.index() >= SEATS) {
            return Err(format!("opener {seat} is not a seat; allowed: 0 to {}", SEATS - 1));
        }
        // The eldest opens; the dealer is the last in turn.
        let eldest = opener.unwrap_or(Seat(0));
        let dealer = Seat(((eldest.index() + SEATS - 1) % SEATS) as u8);
        let run = Run::given(rest, up.suit(), eldest.index());
        Ok(self.begin(&Standing::new(Some(dealer)), dealer, dealt, *up, run))
    }

    fn view_document(view: Self::View<'_>) -> impl Serialize {
        Document::of(view)
    }

    fn hands(&self, s: &Self::State) -> Vec<Vec<String>> {
        s.hands.iter().map(|hand| hand.iter().map(|card| card.to_string()).collect()).collect()
    }

    fn pack(&self, deck: &mut Stream) -> Vec<Card> {
        Pack::new(PACK, CARDS, deck).take(CARDS).iter().map(|card| Card::numbered(*card)).collect()
    }

    fn deal_pack(&self, pack: &[Card]) -> Self::Deal {
        Deal::of_pack(pack)
    }

    fn round_document(&self, log: RoundLog<'_, Self>, pack: &[Card]) -> impl Serialize {
        let mut s = *log.start;
        let mut moves = Vec::with_capacity(log.steps.len());
        for step in log.steps {
            let mv = self.write_move(&s, step.mv);
            let event = self.play(&mut s, step.mv);
            let Event { offered, taken, .. } = event;
            moves.push(MoveRecord { seat: step.seat, mv, offered, taken, scores: s.scores.to_vec() });
        }
        let dealt = Dealt::<SEATS>::new(pack, self.opener(&s).index(), usize::from(s.runs));
        RoundRecord {
            round: log.at.round,
            attempt: log.at.attempt,
            dealer: s.dealer,
            start_scores: log.start.scores.to_vec(),
            hands: dealt.hands.iter().map(|hand| names(hand)).collect(),
            turned: names(&dealt.turned),
            undealt: names(&dealt.undealt),
            moves,
            end: s.ending(),
            scores: s.scores.to_vec(),
        }
    }

    fn read_pack(&self, round: &Value) -> Result<Vec<Card>, String> {
        let hands: Vec<Vec<Card>> = piece_lists(round, "hands")?;
        let turned: Vec<Card> = piece_list(&round["turned"], "turned")?;
        let size = BATCH * (turned.len() + 1);
        if turned.is_empty() || hands.len() != SEATS || hands.iter().any(|hand| hand.len() != size) {
            return Err(format!(
                "hands: allowed: {SEATS} hands of {} cards each, and {BATCH} more for each card turned up after the first",
                2 * BATCH
            ));
        }
        let dealer = (round[Self::LEAD_FIELD].as_u64().unwrap_or_default() % SEATS as u64) as usize;
        let mut pack = Vec::with_capacity(CARDS);
        for (turn, up) in turned.iter().enumerate() {
            // Two batches each before the first card is turned up, then one before each other.
            for batch in if turn == 0 { 0..2 } else { turn + 1..turn + 2 } {
                for place in 1..=SEATS {
                    pack.extend_from_slice(&hands[(dealer + place) % SEATS][BATCH * batch..BATCH * (batch + 1)]);
                }
            }
            pack.push(*up);
        }
        pack.append(&mut piece_list(&round["undealt"], "undealt")?);
        whole_pack(pack, CARDS, "cards")
    }

    fn recorded_move(mv: &Value) -> Option<String> {
        mv["move"].as_str().map(str::to_owned)
    }

    fn narrate(&self, log: RoundLog<'_, Self>, seats: &[String], out: &mut String) {
        super::drawing::draw(self, &log, seats, out);
    }
}
