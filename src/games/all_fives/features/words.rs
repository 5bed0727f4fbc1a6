//! The words in which rules for All Fives are written: every feature of a bid or a card, every condition of a rule.

use crate::features::{ConditionDoc, Fallback, FeatureDoc, ParameterDoc, ParameterKind, Tie, TieDoc, Vocabulary};

/// The words of rules for All Fives.
pub static VOCABULARY: Vocabulary =
    Vocabulary { family: "all-fives", features: &FEATURES, conditions: &CONDITIONS, ties: &TIES };

const fn plain(name: &'static str, unit: &'static str, meaning: &'static str) -> FeatureDoc {
    FeatureDoc { name, unit, meaning, parameters: &[] }
}

static FEATURES: [FeatureDoc; 12] = [
    FeatureDoc {
        name: "bid",
        unit: "0 or 1",
        meaning: "the move is this bid",
        parameters: &[ParameterDoc {
            name: "is",
            kind: ParameterKind::Word(&["stand", "beg", "give", "run"]),
            default: Fallback::Required,
            meaning: "the bid",
        }],
    },
    plain("counts", "points", "what the card counts if it is a trump (A10); 0 for a plain card or a bid"),
    plain("rank", "rank", "the card's rank: 2 to 10, then 11 to 14 for jack, queen, king and ace; 0 for a bid"),
    plain("trump", "0 or 1", "the card is a trump"),
    plain("takes", "0 or 1", "the card would be the best on the table now; a card led always is"),
    plain("taken", "points", "what the trick counts with the card, if it takes"),
    plain("lost", "points", "what the trick counts with the card, if it does not take"),
    plain("sure", "0 or 1", "the card takes, and no seat that is yet to play may hold a card that beats it"),
    plain("sure_points", "points", "what the trick counts with the card, if it is sure"),
    plain("beaters", "cards", "unseen cards that would beat the card in this trick"),
    plain("suit_left", "cards", "cards of the card's suit that stay in the hand"),
    plain("alone", "0 or 1", "the card is a plain one and the last of its suit in the hand"),
];

const fn number(name: &'static str, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no: false, of_move: false, meaning }
}

const fn yes_no(name: &'static str, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no: true, of_move: false, meaning }
}

static CONDITIONS: [ConditionDoc; 26] = [
    number("own_score", "the own score"),
    number("other_score", "the best score of the others"),
    number("ahead", "the own score minus the best of the others"),
    number("own_missing", "what the own score lacks to the target"),
    number("other_missing", "what the best score of the others lacks to the target"),
    number("target", "the target"),
    number("players", "number of seats"),
    yes_no("bidding", "a bid is to be made"),
    yes_no("begged", "the dealer is to answer a beg"),
    yes_no("leading", "a card is to be led"),
    yes_no("last", "the card completes the trick"),
    yes_no("dealer", "the seat deals"),
    number("choices", "moves to choose from"),
    number("cards_held", "cards in the own hand"),
    number("trumps_held", "trumps in the own hand"),
    number("points_held", "what the trumps in the own hand count"),
    number("sure_trumps", "trumps in the own hand that no unseen card beats"),
    number("unseen_trumps", "trumps in other hands or undealt"),
    number("unseen_points", "what the trumps in other hands or undealt count"),
    number("lying", "what the trumps on the table count"),
    number("own_captured", "what the trumps captured by the own seat in this round count"),
    number("runs", "how often cards were run"),
    ConditionDoc { name: "rank", yes_no: false, of_move: true, meaning: "the card's rank, 2 to 14; 0 for a bid" },
    ConditionDoc { name: "trump", yes_no: true, of_move: true, meaning: "the card is a trump" },
    ConditionDoc { name: "counts", yes_no: false, of_move: true, meaning: "what the card counts" },
    ConditionDoc { name: "takes", yes_no: true, of_move: true, meaning: "the card would be the best on the table now" },
];

static TIES: [TieDoc; 3] = [
    TieDoc {
        name: "order",
        tie: Tie::Order,
        meaning: "the first in move order: by suit (♣ ♦ ♥ ♠), then from the two up",
    },
    TieDoc { name: "rank", tie: Tie::Size, meaning: "the highest rank, then move order" },
    TieDoc { name: "random", tie: Tie::Random, meaning: "each alike" },
];
