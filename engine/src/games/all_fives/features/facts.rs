//! The whole numbers that rules speak about: facts of a decision, which are the same for all its moves, and facts of one move.

use super::super::cards::{ACE, Card, CardSet, JACK, Lane, Suit, trump_points};
use super::super::rules::Extra;
use super::super::state::Move;
use super::super::view::View;
use super::odds::{beaters, given, is_sure, later};
use crate::game::{Seat, Side};

/// The ranks of the trumps that count (A10), besides the jack and the ace.
const FIVE: u8 = 3;
const TEN: u8 = 8;
const QUEEN: u8 = 10;
const KING: u8 = 11;

macro_rules! facts {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($variant,)* }

        impl $name {
            /// The fact that a file calls so.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

facts! {
    /// What is the same for all moves of a decision.
    DecisionFact {
        OwnScore = "own_score",
        OtherScore = "other_score",
        Ahead = "ahead",
        OwnMissing = "own_missing",
        OtherMissing = "other_missing",
        OwnTotal = "own_total",
        OtherTotal = "other_total",
        OwnNeeds = "own_needs",
        OtherNeeds = "other_needs",
        Target = "target",
        Players = "players",
        OrTrump = "or_trump",
        ByTrick = "by_trick",
        ForHigh = "for_high",
        ForLow = "for_low",
        ForJack = "for_jack",
        ForGame = "for_game",
        Bidding = "bidding",
        Begged = "begged",
        Dealer = "dealer",
        Eldest = "eldest",
        EldestMissing = "eldest_missing",
        GiftReaches = "gift_reaches",
        Stood = "stood",
        Given = "given",
        Runs = "runs",
        Choices = "choices",
        Leading = "leading",
        Last = "last",
        Later = "later",
        LeaderTakes = "leader_takes",
        LeaderLater = "leader_later",
        CannotFollow = "cannot_follow",
        Trumped = "trumped",
        Lying = "lying",
        CardsHeld = "cards_held",
        TrumpsHeld = "trumps_held",
        PointsHeld = "points_held",
        SureTrumps = "sure_trumps",
        SuitsLacked = "suits_lacked",
        AceHeld = "ace_held",
        KingHeld = "king_held",
        QueenHeld = "queen_held",
        JackHeld = "jack_held",
        TenHeld = "ten_held",
        FiveHeld = "five_held",
        UnseenTrumps = "unseen_trumps",
        UnseenPoints = "unseen_points",
        AceOut = "ace_out",
        KingOut = "king_out",
        QueenOut = "queen_out",
        JackOut = "jack_out",
        TenOut = "ten_out",
        FiveOut = "five_out",
        TrumpsGone = "trumps_gone",
        OwnCaptured = "own_captured",
        OtherCaptured = "other_captured",
    }
}

facts! {
    /// What can differ from move to move.
    MoveFact {
        Counts = "counts",
        Rank = "rank",
        Trump = "trump",
        CardPoints = "card_points",
        Takes = "takes",
        Taken = "taken",
        Lost = "lost",
        Gain = "gain",
        ReachesTarget = "reaches_target",
        Sure = "sure",
        SurePoints = "sure_points",
        Beaters = "beaters",
        Ruff = "ruff",
        SuitLeft = "suit_left",
        Alone = "alone",
        TrumpsLeft = "trumps_left",
        SureLeft = "sure_left",
        BarePoints = "bare_points",
        NextLacks = "next_lacks",
        Safety = "safety",
        // Unknown name: 0. A test makes sure that no row has one.
        Nothing = "",
    }
}

/// The trumps in the own hand that no unseen card beats.
fn sure_trumps<const SEATS: usize>(view: &View<'_, SEATS>, hand: CardSet) -> i64 {
    let threat = view.unseen().lane(view.trumps());
    hand.and(CardSet::suit(view.trumps())).iter().filter(|card| threat >> card.rank() == 0).count() as i64
}

/// The side other than the own one with the best score, as it would be if the round ended now; of several the next one clockwise.
fn leader<const SEATS: usize>(view: &View<'_, SEATS>) -> Seat {
    let own = view.seat().index();
    let others = (1..SEATS).map(|steps| Seat(((own + steps) % SEATS) as u8));
    let best = others.clone().map(|seat| total(view, seat)).max().unwrap_or(0);
    others.into_iter().find(|seat| total(view, *seat) == best).unwrap_or(view.seat())
}

/// A score with what the tricks of the round have brought, counted already or not (A10).
fn total<const SEATS: usize>(view: &View<'_, SEATS>, seat: Seat) -> i64 {
    let uncounted = if view.rules().by_trick { 0 } else { view.captured(seat) };
    i64::from(view.score(view.table().side_of(seat))) + i64::from(uncounted)
}

/// The own score if the round ended before the trick, and with so many points more, after the rule for passing the target (A12).
fn scores_with<const SEATS: usize>(view: &View<'_, SEATS>, points: i64) -> (i64, i64) {
    let score = view.score(view.side());
    let captured = if view.rules().by_trick { 0 } else { view.captured(view.seat()) };
    // An event has at least one point (A10).
    let counted = |points: u16| i64::from(if points > 0 { view.game.apply(score, points).0 } else { score });
    (counted(captured), counted(captured + points as u16))
}

/// A fact of the decision; `choices` is the number of moves.
pub(super) fn decision_fact<const SEATS: usize>(view: &View<'_, SEATS>, fact: DecisionFact, choices: usize) -> i64 {
    use DecisionFact as Is;
    let own = || i64::from(view.score(view.side()));
    let others = || (0..SEATS as u8).map(Seat).filter(|seat| *seat != view.seat());
    let other = || others().map(|seat| i64::from(view.score(Side(seat.0)))).max().unwrap_or(0);
    let other_total = || others().map(|seat| total(view, seat)).max().unwrap_or(0);
    let target = i64::from(view.rules().target);
    let eldest = view.table().left_of(view.dealer());
    let trumps = view.trumps();
    let lane = |cards: CardSet| cards.lane(trumps);
    let has = |lane: Lane, rank: u8| i64::from(lane >> rank & 1);
    let held = |rank| has(lane(view.hand()), rank);
    let out = |rank| has(lane(view.unseen()), rank);
    let playing = !view.is_bidding();
    let extra = |extra| i64::from(view.rules().has(extra));
    match fact {
        Is::OwnScore => own(),
        Is::OtherScore => other(),
        Is::Ahead => own() - other(),
        Is::OwnMissing => target - own(),
        Is::OtherMissing => target - other(),
        Is::OwnTotal => total(view, view.seat()),
        Is::OtherTotal => other_total(),
        Is::OwnNeeds => target - total(view, view.seat()),
        Is::OtherNeeds => target - other_total(),
        Is::Target => target,
        Is::Players => SEATS as i64,
        Is::OrTrump => i64::from(view.rules().or_trump),
        Is::ByTrick => i64::from(view.rules().by_trick),
        Is::ForHigh => extra(Extra::High),
        Is::ForLow => extra(Extra::Low),
        Is::ForJack => extra(Extra::Jack),
        Is::ForGame => extra(Extra::Game),
        Is::Bidding => i64::from(!playing),
        Is::Begged => i64::from(view.is_begged()),
        Is::Dealer => i64::from(view.dealer() == view.seat()),
        Is::Eldest => i64::from(eldest == view.seat()),
        Is::EldestMissing => target - i64::from(view.score(view.table().side_of(eldest))),
        Is::GiftReaches => {
            let gifted = others().filter(|seat| *seat != view.dealer());
            let mut gifted = gifted.chain(Some(view.seat())).filter(|seat| view.rules().gift_to_all || *seat == eldest);
            let reaches = |seat: Seat| {
                view.score(Side(seat.0)) < view.rules().target
                    && view.game.apply(view.score(Side(seat.0)), 1).0 >= view.rules().target
            };
            i64::from(view.is_begged() && gifted.any(reaches))
        }
        Is::Stood => i64::from(view.log().iter().any(|step| step.mv == Move::STAND)),
        Is::Given => i64::from(given(view)),
        Is::Runs => i64::from(view.runs()),
        Is::Choices => choices as i64,
        Is::Leading => i64::from(playing && view.led().is_none()),
        Is::Last => i64::from(playing && view.is_last()),
        Is::Later => {
            if playing {
                later(view).count() as i64
            } else {
                0
            }
        }
        Is::LeaderTakes => i64::from(view.taker() == Some(leader(view))),
        Is::LeaderLater => i64::from(playing && later(view).any(|seat| seat == leader(view))),
        Is::CannotFollow => i64::from(view.led().is_some_and(|led| view.hand().lane(led) == 0)),
        Is::Trumped => i64::from(view.led().is_some_and(|led| led != trumps) && lane(view.trick()) != 0),
        Is::Lying => i64::from(trump_points(lane(view.trick()))),
        Is::CardsHeld => view.hand().len() as i64,
        Is::TrumpsHeld => i64::from(lane(view.hand()).count_ones()),
        Is::PointsHeld => i64::from(trump_points(lane(view.hand()))),
        Is::SureTrumps => sure_trumps(view, view.hand()),
        Is::SuitsLacked => {
            Suit::ALL.iter().filter(|suit| **suit != trumps && view.hand().lane(**suit) == 0).count() as i64
        }
        Is::AceHeld => held(ACE),
        Is::KingHeld => held(KING),
        Is::QueenHeld => held(QUEEN),
        Is::JackHeld => held(JACK),
        Is::TenHeld => held(TEN),
        Is::FiveHeld => held(FIVE),
        Is::UnseenTrumps => i64::from(lane(view.unseen()).count_ones()),
        Is::UnseenPoints => i64::from(trump_points(lane(view.unseen()))),
        Is::AceOut => out(ACE),
        Is::KingOut => out(KING),
        Is::QueenOut => out(QUEEN),
        Is::JackOut => out(JACK),
        Is::TenOut => out(TEN),
        Is::FiveOut => out(FIVE),
        Is::TrumpsGone => i64::from(others().all(|seat| lane(view.may_hold(seat)) == 0)),
        Is::OwnCaptured => i64::from(view.captured(view.seat())),
        Is::OtherCaptured => others().map(|seat| i64::from(view.captured(seat))).max().unwrap_or(0),
    }
}

/// A fact of one move; 0 for a bid. `survives` gives the chance that the card survives (see `odds`).
pub(super) fn move_fact<const SEATS: usize>(
    view: &View<'_, SEATS>,
    fact: MoveFact,
    mv: Move,
    survives: impl FnOnce() -> f64,
) -> i64 {
    use MoveFact as Is;
    let Some(card) = mv.as_card() else {
        return 0;
    };
    let trumps = view.trumps();
    let is_trump = card.suit() == trumps;
    let counts = if is_trump { i64::from(card.points()) } else { 0 };
    let takes = view.would_take(card);
    let worth = || i64::from(trump_points(view.trick().lane(trumps))) + counts;
    let left = view.hand().without(card);
    let suit_left = || i64::from(left.lane(card.suit()).count_ones());
    match fact {
        Is::Counts => counts,
        Is::Rank => i64::from(card.rank()) + 2,
        Is::Trump => i64::from(is_trump),
        Is::CardPoints => i64::from(CardSet::EMPTY.with(card).card_points()),
        Is::Takes => i64::from(takes),
        Is::Taken if takes => worth(),
        Is::Lost if !takes => worth(),
        Is::Gain if takes => {
            let (before, after) = scores_with(view, worth());
            after - before
        }
        Is::ReachesTarget if takes => i64::from(scores_with(view, worth()).1 >= i64::from(view.rules().target)),
        Is::Sure => i64::from(is_sure(view, card)),
        Is::SurePoints if is_sure(view, card) => worth(),
        Is::Beaters => beaters(view, card, view.unseen()),
        Is::Ruff => i64::from(is_trump && view.led().is_some_and(|led| led != trumps)),
        Is::SuitLeft => suit_left(),
        Is::Alone => i64::from(!is_trump && suit_left() == 0),
        Is::TrumpsLeft => i64::from(left.lane(trumps).count_ones()),
        Is::SureLeft => sure_trumps(view, left),
        Is::BarePoints => {
            let lane = left.lane(trumps);
            let dear: Lane = 1 << TEN | 1 << FIVE;
            let guarded = CardSet::suit(trumps).and(left).into_iter().any(|card: Card| card.points() == 0);
            if guarded { 0 } else { i64::from(trump_points(lane & dear)) }
        }
        Is::NextLacks => {
            i64::from(later(view).next().is_some_and(|seat| view.lacks(seat, view.led().unwrap_or(card.suit()))))
        }
        Is::Safety => (survives() * 100.0).round() as i64,
        Is::Taken | Is::Lost | Is::Gain | Is::ReachesTarget | Is::SurePoints | Is::Nothing => 0,
    }
}
