//! The vocabulary of rules for All Fives: every feature of a bid or a card, every condition of a rule.

use crate::features::{ConditionDoc, Fallback, FeatureDoc, ParameterDoc, ParameterKind, Tie, TieDoc, Vocabulary};

/// The vocabulary of rules for All Fives.
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
    meaning: "how to infer which cards a seat may hold: from the cards played; or from the bids too (an eldest who begged and was given the point is assumed to hold no trump that counts)",
};

static FEATURES: [FeatureDoc; 28] = [
    FeatureDoc { name: "bid", unit: "0 or 1", meaning: "the move is this bid", parameters: &[IS] },
    FeatureDoc {
        name: "bid_cards",
        unit: "as listed",
        meaning: "if the move is this bid, the sum of the values listed for the trumps in your hand",
        parameters: &[IS, BY_RANK],
    },
    FeatureDoc {
        name: "bid_trumps",
        unit: "as listed",
        meaning: "if the move is this bid, the value listed for the number of trumps in your hand",
        parameters: &[IS, values("values by number of trumps", 0, 13)],
    },
    plain("counts", "points", "points that the card counts as a trump (A10); 0 for a plain card or a bid"),
    plain("rank", "rank", "the card's rank: 2 to 10, then 11 to 14 for jack, queen, king and ace; 0 for a bid"),
    plain("trump", "0 or 1", "the card is a trump"),
    FeatureDoc {
        name: "trump_value",
        unit: "as listed",
        meaning: "the value listed for the card's rank if it is a trump",
        parameters: &[BY_RANK],
    },
    FeatureDoc {
        name: "plain_value",
        unit: "as listed",
        meaning: "the value listed for the card's rank if it is not a trump",
        parameters: &[BY_RANK],
    },
    plain(
        "card_points",
        "card points",
        "what the card counts towards the extra point `game` (A11): ace 4, king 3, queen 2, jack 1, ten 10",
    ),
    plain("takes", "0 or 1", "the card would be the best on the table now; a card led always is"),
    plain("taken", "points", "points in the trick, the card included, if the card takes"),
    plain("lost", "points", "points in the trick, the card included, if the card does not take"),
    plain(
        "gain",
        "points",
        "if the card takes, the change that the trick makes in your score after the overshoot rule (A12); where trumps count at the end of the round, as if the round ended then",
    ),
    plain(
        "reaches_target",
        "0 or 1",
        "the card takes, and with the trick your score, counted as for `gain`, is at or above the target",
    ),
    plain("sure", "0 or 1", "the card takes, and no seat yet to play can hold a card that beats it"),
    plain("sure_points", "points", "points in the trick, the card included, if the card is sure"),
    plain("beaters", "cards", "unseen cards that would beat the card in this trick"),
    FeatureDoc {
        name: "survives",
        unit: "0 to 1",
        meaning: "chance that the card takes and no seat yet to play holds a legal card that beats it; every hand that a seat may hold is equally likely, and hands are independent",
        parameters: &[READING],
    },
    FeatureDoc {
        name: "expected_taken",
        unit: "points",
        meaning: "expected points of the trick where the card takes it; each seat yet to play is assumed to play what is best for itself in this trick: of the cards that beat it the one that counts most, or else the card that counts least",
        parameters: &[READING],
    },
    FeatureDoc {
        name: "expected_lost",
        unit: "points",
        meaning: "expected points of the trick where the card does not take it, up to the first card that beats it; replies as for `expected_taken`",
        parameters: &[READING],
    },
    plain("ruff", "0 or 1", "the card is a trump played on a plain suit"),
    plain("suit_left", "cards", "cards of the card's suit left in your hand"),
    plain("alone", "0 or 1", "the card is plain and the last of its suit in your hand"),
    plain("trumps_left", "cards", "trumps left in your hand"),
    FeatureDoc {
        name: "trumps_kept",
        unit: "as listed",
        meaning: "the sum of the values listed for the trumps left in your hand",
        parameters: &[BY_RANK],
    },
    plain("sure_left", "cards", "trumps left in your hand that no unseen card beats"),
    plain(
        "bare_points",
        "points",
        "points of the ten and the five of trumps left in your hand, if no trump without points is left to be discarded first",
    ),
    plain("next_lacks", "0 or 1", "the next seat to play is known to be void in the suit led"),
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
    number("own_score", "your score"),
    number("other_score", "the highest score of the others"),
    number("ahead", "your score minus the highest of the others"),
    number("own_missing", "points that you need to reach the target"),
    number("other_missing", "points that the best other side needs to reach the target"),
    number("own_total", "your score, including trumps captured in this round that do not count yet"),
    number(
        "other_total",
        "the highest score of the others, including trumps captured in this round that do not count yet",
    ),
    number("own_needs", "points from `own_total` to the target"),
    number("other_needs", "points from `other_total` to the target"),
    number("target", "the target"),
    number("players", "number of seats"),
    yes_no("or_trump", "a seat may trump instead of following suit (A8)"),
    yes_no("by_trick", "the trumps of a trick count when it is won (A10)"),
    yes_no("for_high", "the extra point `high` is in use (A11)"),
    yes_no("for_low", "the extra point `low` is in use (A11)"),
    yes_no("for_jack", "the extra point `jack` is in use (A11)"),
    yes_no("for_game", "the extra point `game` is in use (A11)"),
    yes_no("bidding", "the move is a bid"),
    yes_no("begged", "the move is the dealer's answer to a beg"),
    yes_no("dealer", "you are the dealer"),
    yes_no("eldest", "you are the eldest, who bids first and leads to the first trick"),
    number("eldest_missing", "points that the eldest needs to reach the target"),
    yes_no(
        "gift_reaches",
        "the move is the dealer's answer to a beg, and a point given would bring a side to the target",
    ),
    yes_no("stood", "the eldest has stood in this round"),
    yes_no("given", "the dealer has given a point in this round"),
    number("runs", "number of times that cards were run"),
    number("choices", "moves to choose from"),
    yes_no("leading", "the move leads a card"),
    yes_no("last", "the card completes the trick"),
    number("later", "seats yet to play to the trick after you"),
    yes_no(
        "leader_takes",
        "the best card on the table is the leader's; the leader is the other side with the highest `other_total`, of several the next one clockwise",
    ),
    yes_no("leader_later", "the leader among the other sides is yet to play to the trick"),
    yes_no("cannot_follow", "you are void in the suit led"),
    yes_no("trumped", "a plain suit was led and has been trumped"),
    number("lying", "points of the trumps on the table"),
    number("cards_held", "cards in your hand"),
    number("trumps_held", "trumps in your hand"),
    number("points_held", "points of the trumps in your hand"),
    number("sure_trumps", "trumps in your hand that no unseen card beats"),
    number("suits_lacked", "plain suits in which you are void"),
    yes_no("ace_held", "you hold the ace of trumps"),
    yes_no("king_held", "you hold the king of trumps"),
    yes_no("queen_held", "you hold the queen of trumps"),
    yes_no("jack_held", "you hold the jack of trumps"),
    yes_no("ten_held", "you hold the ten of trumps"),
    yes_no("five_held", "you hold the five of trumps"),
    number("unseen_trumps", "trumps in other hands or undealt"),
    number("unseen_points", "points of the trumps in other hands or undealt"),
    yes_no("ace_out", "the ace of trumps is in another hand or undealt"),
    yes_no("king_out", "the king of trumps is in another hand or undealt"),
    yes_no("queen_out", "the queen of trumps is in another hand or undealt"),
    yes_no("jack_out", "the jack of trumps is in another hand or undealt"),
    yes_no("ten_out", "the ten of trumps is in another hand or undealt"),
    yes_no("five_out", "the five of trumps is in another hand or undealt"),
    yes_no("trumps_gone", "no other seat can hold a trump"),
    number("own_captured", "points of the trumps that you have captured in this round"),
    number("other_captured", "points of the trumps captured in this round by the other seat with the most"),
    of_move("rank", false, "the card's rank, 2 to 14; 0 for a bid"),
    of_move("trump", true, "the card is a trump"),
    of_move("counts", false, "points that the card counts"),
    of_move("takes", true, "the card would be the best on the table now"),
    of_move("taken", false, "points in the trick, the card included, if the card takes"),
    of_move("lost", false, "points in the trick, the card included, if the card does not take"),
    of_move(
        "gain",
        false,
        "if the card takes, the change that the trick makes in your score, as in the feature `gain`",
    ),
    of_move("reaches_target", true, "the card takes, and with the trick your score is at or above the target"),
    of_move("sure", true, "the card takes, and no seat yet to play can hold a card that beats it"),
    of_move("safety", false, "the feature `survives` in per cent, rounded to the nearest whole number"),
    of_move("ruff", true, "the card is a trump played on a plain suit"),
    of_move("suit_left", false, "cards of the card's suit left in your hand"),
    of_move("trumps_left", false, "trumps left in your hand"),
    of_move("next_lacks", true, "the next seat to play is known to be void in the suit led"),
];

static TIES: [TieDoc; 3] = [
    TieDoc {
        name: "order",
        tie: Tie::Order,
        meaning: "the first in move order: by suit (♣ ♦ ♥ ♠), then from the two up",
    },
    TieDoc { name: "rank", tie: Tie::Size, meaning: "the highest rank, then move order" },
    TieDoc { name: "random", tie: Tie::Random, meaning: "a random move, all equally likely" },
];
