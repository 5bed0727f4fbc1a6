//! Rounds of All Fives drawn for people: the bidding, each trick, the count.

use std::fmt::Write as _;

use super::cards::{Card, CardSet, trump_points};
use super::engine::AllFives;
use super::rules::Extra;
use super::state::{Move, Phase, State};
use crate::game::{Event, Game, RoundLog, Seat};

/// Draws a round.
pub(super) fn draw<const SEATS: usize>(
    game: &AllFives<SEATS>,
    log: &RoundLog<'_, AllFives<SEATS>>,
    seats: &[String],
    out: &mut String,
) {
    let mut drawing = Drawing { game, names: seats, out, last: Event::default() };
    let mut s = *log.start;
    drawing.start(&s);
    let mut trick = 0;
    let mut cards = log.steps.iter().filter(|step| step.mv.as_card().is_none()).count();
    for step in &log.steps[..cards] {
        drawing.bid(&mut s, step.mv);
    }
    while cards < log.steps.len() {
        let next = (cards + SEATS).min(log.steps.len());
        trick += 1;
        let moves: Vec<Move> = log.steps[cards..next].iter().map(|step| step.mv).collect();
        drawing.trick(&mut s, trick, &moves);
        cards = next;
    }
    drawing.end(&s);
}

struct Drawing<'a, const SEATS: usize> {
    game: &'a AllFives<SEATS>,
    names: &'a [String],
    out: &'a mut String,
    /// What the last card brought.
    last: Event,
}

fn show(cards: CardSet) -> String {
    cards.iter().map(Card::drawn).collect::<Vec<_>>().join(" ")
}

/// What a move's events brought and the scores after them; nothing if it brought nothing.
fn points<const SEATS: usize>(event: Event, s: &State<SEATS>) -> String {
    match gain(event) {
        none if none.is_empty() => none,
        gain => format!("  {gain}  {}", scores(s)),
    }
}

fn scores<const SEATS: usize>(s: &State<SEATS>) -> String {
    s.scores.iter().map(u16::to_string).collect::<Vec<_>>().join("–")
}

fn gain(event: Event) -> String {
    match (event.offered, event.lost_events, event.taken) {
        (0, _, 0) => String::new(),
        (0, _, taken) => format!("{taken:+}"),
        (offered, 0, _) => format!("+{offered}"),
        (offered, _, 0) => format!("{offered} lost"),
        (offered, _, taken) => format!("{taken:+} of {offered}"),
    }
}

impl<const SEATS: usize> Drawing<'_, SEATS> {
    fn name(&self, seat: Seat) -> String {
        format!("seat {seat} {}", self.names.get(seat.index()).map_or("", String::as_str))
    }

    fn hands(&mut self, s: &State<SEATS>) {
        for seat in (0..SEATS as u8).map(Seat) {
            let _ = writeln!(self.out, "  {}  {}", self.name(seat), show(s.hand(seat)));
        }
    }

    fn start(&mut self, s: &State<SEATS>) {
        self.hands(s);
        let dealer = self.name(s.dealer);
        let points = points(self.game.dealt(s), s);
        let _ = writeln!(self.out, "  {dealer} deals and turns up {}{points}", s.up.drawn());
    }

    fn bid(&mut self, s: &mut State<SEATS>, mv: Move) {
        let bidder = self.name(s.turn);
        let before = *s;
        let event = self.game.play(s, mv);
        let points = points(event, s);
        let verb = match mv {
            Move::STAND => "stands",
            Move::BEG => "begs",
            Move::GIVE => "gives",
            _ => "runs the cards",
        };
        let _ = write!(self.out, "  {bidder} {verb}");
        if mv == Move::RUN {
            let ups: Vec<String> = before.run.ups.iter().take(usize::from(s.runs)).map(|card| card.drawn()).collect();
            let _ = write!(self.out, " and turns up {}", if ups.is_empty() { "nothing".into() } else { ups.join(" ") });
        }
        let _ = writeln!(self.out, "{points}");
        if mv == Move::RUN && s.phase == Phase::Play {
            self.hands(s);
        }
    }

    fn trick(&mut self, s: &mut State<SEATS>, number: usize, cards: &[Move]) {
        if number == 1 {
            let _ = writeln!(self.out, "  {} are trumps", s.trumps().symbol());
        }
        let _ = write!(self.out, "{number:>4} ");
        let mut event = Event::default();
        let mut lying = CardSet::EMPTY;
        for mv in cards {
            let seat = self.name(s.turn);
            if let Some(card) = mv.as_card() {
                lying = lying.with(card);
                let _ = write!(self.out, " {seat} {:<4}", card.drawn());
            }
            event = self.game.play(s, *mv);
        }
        if cards.len() < SEATS {
            self.out.push('\n');
            return;
        }
        let worth = trump_points(lying.lane(s.trumps()));
        let taker = s.taker;
        let worth = if worth > 0 { format!(" {worth}") } else { String::new() };
        let _ = write!(self.out, " seat {taker} takes{worth}");
        // What is scored at the round's end stands in the count.
        if self.game.rules.by_trick {
            self.out.push_str(&points(event, s));
        }
        self.out.push('\n');
        self.last = event;
    }

    fn end(&mut self, s: &State<SEATS>) {
        let end = match s.phase {
            Phase::Over => {
                self.count(s);
                "the round is over"
            }
            Phase::Won => "the match is won",
            Phase::Void => "the pack cannot finish the run: the deal is void, and the same dealer deals again",
            Phase::Asked | Phase::Begged | Phase::Play => "the round is not over",
        };
        // At the round's end points can be lost that no trick shows.
        let lost = match self.last.lost_events {
            1.. if !self.game.rules.by_trick => format!(" ({})", gain(self.last)),
            _ => String::new(),
        };
        let _ = writeln!(self.out, "      {end}: {}{lost}\n", scores(s));
    }

    /// What each seat captured, and the extra points.
    fn count(&mut self, s: &State<SEATS>) {
        for seat in (0..SEATS as u8).map(Seat) {
            let lane = s.won[seat.index() % SEATS];
            let counting =
                CardSet::suit(s.trumps()).iter().filter(|card| lane >> card.rank() & 1 == 1 && card.points() > 0);
            let mut parts: Vec<String> = counting.map(|card| format!("{} {}", card.drawn(), card.points())).collect();
            let extras = Extra::ALL.into_iter().filter(|extra| self.game.rules.has(*extra));
            let scored: Vec<Extra> = extras.filter(|extra| self.game.extra_to(s, *extra) == Some(seat)).collect();
            parts.extend(scored.iter().map(|extra| format!("{} 1", extra.name())));
            let sum = trump_points(lane) + scored.len() as u16;
            let list = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
            let _ = writeln!(self.out, "      {} counts {list} = {sum}", self.name(seat));
        }
    }
}
