//! The words in which rules for All Fives are written: every feature of a bid or a card, every condition of a rule.

use crate::features::{ConditionDoc, Fallback, FeatureDoc, ParameterDoc, ParameterKind, Tie, TieDoc, Vocabulary};

/// The words of rules for All Fives.
pub static VOCABULARY: Vocabulary =
    Vocabulary { family: "all-fives", features: &FEATURES, conditions: &CONDITIONS, ties: &TIES };

const fn plain(name: &'static str, unit: &'static str, meaning: &'static str) -> FeatureDoc {
    FeatureDoc { name, unit, meaning, parameters: &[] }
}

const IS: ParameterDoc = ParameterDoc {
    name: "is",
    kind: ParameterKind::Word(&["stand", "beg", "give", "run"]),
    default: Fallback::Required,
    meaning: "the bid",
};

const fn values(meaning: &'static str, low: i64, high: i64) -> ParameterDoc {
    ParameterDoc { name: "values", kind: ParameterKind::Values(low, high), default: Fallback::Required, meaning }
}

const BY_RANK: ParameterDoc = values("values by rank (11 to 14: jack, queen, king, ace)", 2, 14);

const READING: ParameterDoc = ParameterDoc {
    name: "reading",
    kind: ParameterKind::Word(&["play", "bids"]),
    default: Fallback::Word(0),
    meaning: "what tells which cards a seat may hold: the cards played; or the bids too, an eldest who begged and was given the point being taken to hold no trump that counts",
};

static FEATURES: [FeatureDoc; 28] = [
    FeatureDoc { name: "bid", unit: "0 or 1", meaning: "the move is this bid", parameters: &[IS] },
    FeatureDoc {
        name: "bid_cards",
        unit: "as listed",
        meaning: "if the move is this bid, the sum of the values that are listed for the trumps in the own hand",
        parameters: &[IS, BY_RANK],
    },
    FeatureDoc {
        name: "bid_trumps",
        unit: "as listed",
        meaning: "if the move is this bid, the value that is listed for the number of trumps in the own hand",
        parameters: &[IS, values("values by number of trumps", 0, 13)],
    },
    plain("counts", "points", "what the card counts if it is a trump (A10); 0 for a plain card or a bid"),
    plain("rank", "rank", "the card's rank: 2 to 10, then 11 to 14 for jack, queen, king and ace; 0 for a bid"),
    plain("trump", "0 or 1", "the card is a trump"),
    FeatureDoc {
        name: "trump_value",
        unit: "as listed",
        meaning: "the value that is listed for the card's rank if it is a trump",
        parameters: &[BY_RANK],
    },
    FeatureDoc {
        name: "plain_value",
        unit: "as listed",
        meaning: "the value that is listed for the card's rank if it is no trump",
        parameters: &[BY_RANK],
    },
    plain(
        "card_points",
        "card points",
        "what the card counts for the extra point `game` (A11): A 4, K 3, Q 2, J 1, 10 ten",
    ),
    plain("takes", "0 or 1", "the card would be the best on the table now; a card led always is"),
    plain("taken", "points", "what the trick counts with the card, if it takes"),
    plain("lost", "points", "what the trick counts with the card, if it does not take"),
    plain(
        "gain",
        "points",
        "if the card takes, what the trick changes of the own score after the rule for passing the target (A12); with counting at the round's end as if the round ended then",
    ),
    plain(
        "reaches_target",
        "0 or 1",
        "the card takes, and with the trick the own score, counted as for `gain`, is at the target or past it",
    ),
    plain("sure", "0 or 1", "the card takes, and no seat that is yet to play may hold a card that beats it"),
    plain("sure_points", "points", "what the trick counts with the card, if it is sure"),
    plain("beaters", "cards", "unseen cards that would beat the card in this trick"),
    FeatureDoc {
        name: "survives",
        unit: "0 to 1",
        meaning: "chance that the card takes and no seat that is yet to play holds and may lay a card that beats it; every hand that a seat may hold is alike, and hands are independent",
        parameters: &[READING],
    },
    FeatureDoc {
        name: "expected_taken",
        unit: "points",
        meaning: "what the trick is expected to count where the card takes it; each seat yet to play is taken to lay what is best for itself there and then: the dearest card that beats it, or else the one that counts least",
        parameters: &[READING],
    },
    FeatureDoc {
        name: "expected_lost",
        unit: "points",
        meaning: "what the trick is expected to count where the card does not take it, up to the first card that beats it; replies as for `expected_taken`",
        parameters: &[READING],
    },
    plain("ruff", "0 or 1", "the card is a trump on a plain suit"),
    plain("suit_left", "cards", "cards of the card's suit that stay in the hand"),
    plain("alone", "0 or 1", "the card is a plain one and the last of its suit in the hand"),
    plain("trumps_left", "cards", "trumps that stay in the hand"),
    FeatureDoc {
        name: "trumps_kept",
        unit: "as listed",
        meaning: "the sum of the values that are listed for the trumps that stay in the hand",
        parameters: &[BY_RANK],
    },
    plain("sure_left", "cards", "trumps that stay in the hand and that no unseen card beats"),
    plain(
        "bare_points",
        "points",
        "what the ten and the five of trumps that stay in the hand count, if no trump that counts nothing stays with them to be thrown first",
    ),
    plain("next_lacks", "0 or 1", "the next seat to play is known to lack the suit led"),
];

const fn number(name: &'static str, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no: false, of_move: false, meaning }
}

const fn yes_no(name: &'static str, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no: true, of_move: false, meaning }
}

const fn of_move(name: &'static str, yes_no: bool, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no, of_move: true, meaning }
}

static CONDITIONS: [ConditionDoc; 71] = [
    number("own_score", "the own score"),
    number("other_score", "the best score of the others"),
    number("ahead", "the own score minus the best of the others"),
    number("own_missing", "what the own score lacks to the target"),
    number("other_missing", "what the best score of the others lacks to the target"),
    number("own_total", "the own score with the trumps captured in this round, if they are not counted yet"),
    number(
        "other_total",
        "the best score of the others with the trumps captured in this round, if they are not counted yet",
    ),
    number("own_needs", "what `own_total` lacks to the target"),
    number("other_needs", "what `other_total` lacks to the target"),
    number("target", "the target"),
    number("players", "number of seats"),
    yes_no("or_trump", "a seat may trump instead of following suit (A8)"),
    yes_no("by_trick", "the trumps of a trick count when it is won (A10)"),
    yes_no("for_high", "the extra point `high` is played for (A11)"),
    yes_no("for_low", "the extra point `low` is played for (A11)"),
    yes_no("for_jack", "the extra point `jack` is played for (A11)"),
    yes_no("for_game", "the extra point `game` is played for (A11)"),
    yes_no("bidding", "a bid is to be made"),
    yes_no("begged", "the dealer is to answer a beg"),
    yes_no("dealer", "the seat deals"),
    yes_no("eldest", "the seat is the eldest, who bids first and leads to the first trick"),
    number("eldest_missing", "what the eldest's score lacks to the target"),
    yes_no("gift_reaches", "the dealer is to answer a beg, and the point given would bring a side to the target"),
    yes_no("stood", "the eldest has stood in this round"),
    yes_no("given", "the dealer has given a point in this round"),
    number("runs", "how often cards were run"),
    number("choices", "moves to choose from"),
    yes_no("leading", "a card is to be led"),
    yes_no("last", "the card completes the trick"),
    number("later", "seats that are yet to play to the trick after this one"),
    yes_no(
        "leader_takes",
        "the best card on the table is that of the leader: of the other sides the one with the best `other_total`; of several the next one clockwise",
    ),
    yes_no("leader_later", "the leader among the other sides is yet to play to the trick"),
    yes_no("cannot_follow", "the hand lacks the suit led"),
    yes_no("trumped", "a plain suit was led, and a trump lies on it"),
    number("lying", "what the trumps on the table count"),
    number("cards_held", "cards in the own hand"),
    number("trumps_held", "trumps in the own hand"),
    number("points_held", "what the trumps in the own hand count"),
    number("sure_trumps", "trumps in the own hand that no unseen card beats"),
    number("suits_lacked", "plain suits that the own hand lacks"),
    yes_no("ace_held", "the ace of trumps is in the own hand"),
    yes_no("king_held", "the king of trumps is in the own hand"),
    yes_no("queen_held", "the queen of trumps is in the own hand"),
    yes_no("jack_held", "the jack of trumps is in the own hand"),
    yes_no("ten_held", "the ten of trumps is in the own hand"),
    yes_no("five_held", "the five of trumps is in the own hand"),
    number("unseen_trumps", "trumps in other hands or undealt"),
    number("unseen_points", "what the trumps in other hands or undealt count"),
    yes_no("ace_out", "the ace of trumps is in another hand or undealt"),
    yes_no("king_out", "the king of trumps is in another hand or undealt"),
    yes_no("queen_out", "the queen of trumps is in another hand or undealt"),
    yes_no("jack_out", "the jack of trumps is in another hand or undealt"),
    yes_no("ten_out", "the ten of trumps is in another hand or undealt"),
    yes_no("five_out", "the five of trumps is in another hand or undealt"),
    yes_no("trumps_gone", "no other seat can hold a trump"),
    number("own_captured", "what the trumps captured by the own seat in this round count"),
    number("other_captured", "what the trumps captured in this round by that other seat count that has most"),
    of_move("rank", false, "the card's rank, 2 to 14; 0 for a bid"),
    of_move("trump", true, "the card is a trump"),
    of_move("counts", false, "what the card counts"),
    of_move("takes", true, "the card would be the best on the table now"),
    of_move("taken", false, "what the trick counts with the card, if it takes"),
    of_move("lost", false, "what the trick counts with the card, if it does not take"),
    of_move("gain", false, "if the card takes, what the trick changes of the own score, as the feature `gain` says"),
    of_move("reaches_target", true, "the card takes, and with the trick the own score is at the target or past it"),
    of_move("sure", true, "the card takes, and no seat that is yet to play may hold a card that beats it"),
    of_move("safety", false, "the feature `survives` in percent, rounded to the nearest"),
    of_move("ruff", true, "the card is a trump on a plain suit"),
    of_move("suit_left", false, "cards of the card's suit that stay in the hand"),
    of_move("trumps_left", false, "trumps that stay in the hand"),
    of_move("next_lacks", true, "the next seat to play is known to lack the suit led"),
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
