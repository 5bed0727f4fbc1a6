//! The vocabulary of rules for domino games: every feature of a placement, every condition of a rule.

use crate::features::{ConditionDoc, Fallback, FeatureDoc, ParameterDoc, ParameterKind, Tie, TieDoc, Vocabulary};
use crate::games::dominoes::tiles::MAX_PIP;

/// The vocabulary of rules for domino games.
pub static VOCABULARY: Vocabulary =
    Vocabulary { family: "dominoes", features: &FEATURES, conditions: &CONDITIONS, ties: &TIES };

/// The largest score that a rule can name.
const MAX_SCORE: i64 = 20_000;

/// Reads a tile of any set, `6-5` or `5-6`, as smaller half · 256 + larger half.
fn read_tile(text: &str) -> Option<u16> {
    let half = |text: &str| {
        let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|&pip| digits && usize::from(pip) <= MAX_PIP)
    };
    let (x, y) = text.split_once('-')?;
    let (x, y) = (half(x)?, half(y)?);
    Some(x.min(y) << 8 | x.max(y))
}

/// Reads a double, `6-6`.
fn read_double(text: &str) -> Option<u16> {
    read_tile(text).filter(|code| code >> 8 == code & 255)
}

const TILE_KIND: ParameterKind = ParameterKind::Pieces {
    read: read_tile,
    allowed: "a tile such as \"6-5\", or a list of tiles; halves from 0 to 12",
};
const DOUBLE_KIND: ParameterKind =
    ParameterKind::Pieces { read: read_double, allowed: "a double such as \"6-6\", or a list of doubles" };

const TILES: ParameterDoc = ParameterDoc {
    name: "tile",
    kind: TILE_KIND,
    default: Fallback::Required,
    meaning: "a tile or a list of tiles; a tile that is not in the set never matches",
};

/// Whose reply is meant, in the order of `Who`.
pub(super) const WHO: ParameterDoc = ParameterDoc {
    name: "who",
    kind: ParameterKind::Word(&["opponent", "partner"]),
    default: Fallback::Word(0),
    meaning: "the next opponent clockwise that holds tiles, or the partner",
};

/// How to infer which tiles a seat may hold: 0 from its knocks, 1 from its placements too.
const READING: ParameterDoc = ParameterDoc {
    name: "reading",
    kind: ParameterKind::Word(&["knocks", "placements"]),
    default: Fallback::Word(0),
    meaning: "how to infer which tiles the seat may hold: from its knocks; or from its placements too, which rule out tiles that \
              would have gained it more than the tile it laid",
};

/// What a reply is worth when there will be none: 0 nothing, 1 as if the round went on.
const AFTER_END: ParameterDoc = ParameterDoc {
    name: "after_end",
    kind: ParameterKind::Word(&["none", "counted"]),
    default: Fallback::Word(0),
    meaning: "whether a placement that ends the round or the match has a reply: none, so 0; or counted as if the round went on",
};

/// How points are counted: 0 taken, 1 offered.
const COUNT: ParameterDoc = ParameterDoc {
    name: "count",
    kind: ParameterKind::Word(&["taken", "offered"]),
    default: Fallback::Word(0),
    meaning: "the change in the score, going-out bonus included; or the points that the placement alone offers",
};

/// How several are combined: 0 best, 1 mean, 2 sum.
const HOW: ParameterDoc = ParameterDoc {
    name: "how",
    kind: ParameterKind::Word(&["best", "mean", "sum"]),
    default: Fallback::Word(0),
    meaning: "the best placement, the mean of all placements, or their sum",
};

const fn plain(name: &'static str, unit: &'static str, meaning: &'static str) -> FeatureDoc {
    FeatureDoc { name, unit, meaning, parameters: &[] }
}

const fn score(name: &'static str, default: Fallback, meaning: &'static str) -> ParameterDoc {
    ParameterDoc { name, kind: ParameterKind::Whole(0, MAX_SCORE), default, meaning }
}

const FEATURES: [FeatureDoc; 37] = [
    // What the placement scores.
    plain("points", "points", "points that the placement alone offers, whether or not they are taken"),
    plain("gain", "points", "change in your score, going-out bonus included, after the overshoot rule"),
    plain("lost", "points", "points offered, going-out bonus included, minus `gain`"),
    plain("wins", "0 or 1", "1 if the placement wins the match immediately"),
    plain("reaches_target", "0 or 1", "1 if your score after the placement is at or above the target"),
    FeatureDoc {
        name: "exact",
        unit: "0 or 1",
        meaning: "1 if your score plus the points of the placement alone is exactly this score",
        parameters: &[score("to", Fallback::Unset, "the score; the target if omitted")],
    },
    FeatureDoc {
        name: "lands_on",
        unit: "0 or 1",
        meaning: "1 if your score after the placement is this score, even if it has not changed",
        parameters: &[score("score", Fallback::Required, "the score")],
    },
    FeatureDoc {
        name: "landing",
        unit: "as listed",
        meaning: "the value listed for your score after the placement; 0 if that score is not listed",
        parameters: &[ParameterDoc {
            name: "values",
            kind: ParameterKind::Values(0, MAX_SCORE),
            default: Fallback::Required,
            meaning: "values by score",
        }],
    },
    FeatureDoc {
        name: "missing",
        unit: "as listed",
        meaning: "the value listed for the points that you still need after the placement to reach the target; 0 if not listed",
        parameters: &[ParameterDoc {
            name: "values",
            kind: ParameterKind::Values(0, MAX_SCORE),
            default: Fallback::Required,
            meaning: "values by points needed",
        }],
    },
    plain("bonus", "points", "the going-out bonus that the placement earns"),
    plain("goes_out", "0 or 1", "1 if it is your last tile"),
    plain("ends_round", "0 or 1", "1 if the placement ends the round because a seat or side is out"),
    // The tile.
    FeatureDoc { name: "lead", unit: "0 or 1", meaning: "1 if this tile opens the round", parameters: &[TILES] },
    FeatureDoc { name: "tile", unit: "0 or 1", meaning: "1 if this tile is laid", parameters: &[TILES] },
    plain("pips", "pips", "pip total of the tile laid"),
    plain("double", "0 or 1", "1 if the tile is a double"),
    FeatureDoc {
        name: "stranded_double",
        unit: "0 or 1",
        meaning: "1 if the tile is a double that no other tile in your hand could cover",
        parameters: &[
            ParameterDoc {
                name: "tile",
                kind: DOUBLE_KIND,
                default: Fallback::Empty,
                meaning: "the doubles that count; all if omitted",
            },
            ParameterDoc {
                name: "except",
                kind: TILE_KIND,
                default: Fallback::Empty,
                meaning: "tiles in your hand that do not count as cover",
            },
        ],
    },
    // The hand.
    FeatureDoc {
        name: "held_halves",
        unit: "halves",
        meaning: "for each value at an end after the placement: its halves in your hand, the laid tile included, in excess of `over`",
        parameters: &[
            ParameterDoc {
                name: "over",
                kind: ParameterKind::Whole(0, 100),
                default: Fallback::Whole(4),
                meaning: "the number; a double has two halves",
            },
            ParameterDoc {
                name: "most",
                kind: ParameterKind::Whole(0, 100),
                default: Fallback::Unset,
                meaning: "the most that one value can count; no limit if omitted",
            },
            ParameterDoc {
                name: "ends",
                kind: ParameterKind::Word(&["both", "new"]),
                default: Fallback::Word(0),
                meaning: "the ends considered: both, or only the one where the tile was laid (both after an opening)",
            },
        ],
    },
    plain("values_left", "values", "number of different values on the tiles left in your hand"),
    plain("stuck", "0 or 1", "1 if tiles are left in your hand and none of them fits an end"),
    plain("follow_tiles", "tiles", "tiles left in your hand that fit an end after the placement"),
    FeatureDoc {
        name: "follow_points",
        unit: "points",
        meaning: "points that you could score next if the ends stayed as the placement leaves them; 0 if nothing fits",
        parameters: &[HOW, COUNT],
    },
    plain(
        "follow_wins",
        "0 or 1",
        "1 if a tile left in your hand would win the match if the ends stayed as the placement leaves them",
    ),
    // The line.
    plain(
        "right_end",
        "0 or 1",
        "1 if the tile is laid at the right end; an opening counts as laid at the left, with its larger half at the right",
    ),
    plain("alike_ends", "0 or 1", "1 if both ends show the same value after the placement"),
    plain("double_ends", "ends", "ends that are doubles after the placement; 1 for a lone double"),
    plain("end_sum", "pips", "sum of the ends after the placement, as used for scoring"),
    FeatureDoc {
        name: "end_value",
        unit: "ends",
        meaning: "ends that show this value after the placement; 1 for a lone double",
        parameters: &[ParameterDoc {
            name: "value",
            kind: ParameterKind::Whole(0, MAX_PIP as i64),
            default: Fallback::Required,
            meaning: "the value",
        }],
    },
    // What others may do next. All of it is 0 if the placement ends the round or the match, unless `after_end` says otherwise.
    FeatureDoc {
        name: "reply_points",
        unit: "points",
        meaning: "expected points of the best reply over the hands that the seat may hold; 0 if it must knock",
        parameters: &[WHO, READING, COUNT, AFTER_END],
    },
    FeatureDoc {
        name: "reply_sum",
        unit: "points",
        meaning: "sum of the points offered by each fitting tile that the seat may hold, times the chance that it holds a given tile",
        parameters: &[
            WHO,
            READING,
            ParameterDoc {
                name: "ends",
                kind: ParameterKind::Word(&["mean", "best"]),
                default: Fallback::Word(0),
                meaning: "for a tile that fits both ends: the mean of the two, or the better one",
            },
            AFTER_END,
        ],
    },
    FeatureDoc {
        name: "reply_wins",
        unit: "0 to 1",
        meaning: "chance that the seat holds a tile with which its reply would win the match",
        parameters: &[WHO, READING, AFTER_END],
    },
    FeatureDoc {
        name: "reply_tiles",
        unit: "tiles",
        meaning: "expected number of tiles in the seat's hand that fit an end",
        parameters: &[WHO, READING, AFTER_END],
    },
    FeatureDoc {
        name: "reply_blocked",
        unit: "0 to 1",
        meaning: "chance that the seat must knock",
        parameters: &[WHO, READING, AFTER_END],
    },
    FeatureDoc {
        name: "knocked_ends",
        unit: "ends",
        meaning: "ends after the placement with a value on which the seat has knocked; for several seats, the sum",
        parameters: &[ParameterDoc {
            name: "who",
            kind: ParameterKind::Word(&["opponent", "partner", "opponents"]),
            default: Fallback::Word(0),
            meaning: "the next opponent clockwise that holds tiles, the partner, or every opponent that holds tiles",
        }],
    },
    // The seat's own next turn, if the next opponent replies greedily in between.
    FeatureDoc {
        name: "answer_points",
        unit: "points",
        meaning: "expected points of your best placement after the next opponent's greedy reply; 0 if nothing fits",
        parameters: &[READING, COUNT],
    },
    FeatureDoc {
        name: "answer_wins",
        unit: "0 to 1",
        meaning: "chance that you can win the match after the next opponent's greedy reply",
        parameters: &[READING],
    },
    FeatureDoc {
        name: "answer_blocked",
        unit: "0 to 1",
        meaning: "chance that none of your tiles fits after the next opponent's greedy reply",
        parameters: &[READING],
    },
];

const fn range(name: &'static str, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no: false, of_move: false, meaning }
}

const CONDITIONS: [ConditionDoc; 28] = [
    range("own_score", "your side's score"),
    range("other_score", "the highest score of the other sides"),
    range("ahead", "your side's score minus the highest other score"),
    range("own_missing", "points that your side needs to reach the target"),
    range("other_missing", "points that the best other side needs to reach the target"),
    range("target", "the target score"),
    range("players", "number of seats"),
    range("set", "largest pip value of the set"),
    ConditionDoc { name: "pairs", yes_no: true, of_move: false, meaning: "partners play against partners" },
    ConditionDoc { name: "opening", yes_no: true, of_move: false, meaning: "the round is being opened" },
    ConditionDoc { name: "opener", yes_no: true, of_move: false, meaning: "you opened the round, or are opening it" },
    range("laid", "tiles laid so far"),
    range("choices", "placements to choose from"),
    range("own_tiles", "tiles in your hand before the placement"),
    range("next_tiles", "tiles held by the next opponent that has any"),
    range("fewest_tiles", "the fewest tiles held by any opponent"),
    range("partner_tiles", "tiles held by your partner; 0 without a partner"),
    range("seats_out", "seats that have no tiles left"),
    range("own_knocks", "your knocks in this round"),
    range("next_knocks", "knocks of the next opponent in this round"),
    range("opponent_knocks", "knocks of all opponents in this round"),
    range("bonus", "going-out bonus that the placement would earn"),
    ConditionDoc { name: "double", yes_no: true, of_move: true, meaning: "the tile is a double" },
    ConditionDoc { name: "points", yes_no: false, of_move: true, meaning: "points that the placement alone offers" },
    ConditionDoc { name: "gain", yes_no: false, of_move: true, meaning: "change in your score" },
    ConditionDoc { name: "new_score", yes_no: false, of_move: true, meaning: "your score after the placement" },
    ConditionDoc { name: "goes_out", yes_no: true, of_move: true, meaning: "it is your last tile" },
    ConditionDoc {
        name: "follow_tiles",
        yes_no: false,
        of_move: true,
        meaning: "tiles left in your hand that fit an end after the placement",
    },
];

const TIES: [TieDoc; 4] = [
    TieDoc { name: "pips", tie: Tie::Size, meaning: "the tile with the most pips, then the first in move order" },
    TieDoc {
        name: "order",
        tie: Tie::Order,
        meaning: "the first in move order: the left end before the right, then by tile",
    },
    TieDoc { name: "random", tie: Tie::Random, meaning: "a random placement, all equally likely" },
    TieDoc {
        name: "random-tile",
        tie: Tie::RandomPiece,
        meaning: "a random tile, all equally likely; at the left end if both ends are equally good",
    },
];
