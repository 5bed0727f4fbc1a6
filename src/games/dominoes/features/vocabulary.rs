//! The words in which rules for domino games are written: every feature of a placement, every condition of a rule.

use crate::features::{ConditionDoc, Fallback, FeatureDoc, ParameterDoc, ParameterKind, Tie, TieDoc, Vocabulary};
use crate::games::dominoes::tiles::MAX_PIP;

/// The words of rules for domino games.
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
    meaning: "a tile or a list of tiles; tiles that the set lacks never match",
};

/// Whose reply is meant, in the order of `Who`.
pub(super) const WHO: ParameterDoc = ParameterDoc {
    name: "who",
    kind: ParameterKind::Word(&["opponent", "partner"]),
    default: Fallback::Word(0),
    meaning: "the next opponent clockwise that holds tiles, or the partner",
};

/// What tells which tiles a seat may hold: 0 its knocks, 1 its placements too.
const READING: ParameterDoc = ParameterDoc {
    name: "reading",
    kind: ParameterKind::Word(&["knocks", "placements"]),
    default: Fallback::Word(0),
    meaning: "what tells which tiles the seat may hold: its knocks; or its placements too, a tile that would have gained it more \
              than the one it laid being ruled out",
};

/// What a reply is worth when there will be none: 0 nothing, 1 as if the round went on.
const AFTER_END: ParameterDoc = ParameterDoc {
    name: "after_end",
    kind: ParameterKind::Word(&["none", "counted"]),
    default: Fallback::Word(0),
    meaning: "what a placement that ends the round or the match is given: nothing, or what it would be if the round went on",
};

/// How points are counted: 0 taken, 1 offered.
const COUNT: ParameterDoc = ParameterDoc {
    name: "count",
    kind: ParameterKind::Word(&["taken", "offered"]),
    default: Fallback::Word(0),
    meaning: "the change of the score, going out included, or what the placement offers by itself",
};

/// How several are made one: 0 best, 1 mean, 2 sum.
const HOW: ParameterDoc = ParameterDoc {
    name: "how",
    kind: ParameterKind::Word(&["best", "mean", "sum"]),
    default: Fallback::Word(0),
    meaning: "the best placement, the mean over the placements, or their sum",
};

const fn plain(name: &'static str, unit: &'static str, meaning: &'static str) -> FeatureDoc {
    FeatureDoc { name, unit, meaning, parameters: &[] }
}

const fn score(name: &'static str, default: Fallback, meaning: &'static str) -> ParameterDoc {
    ParameterDoc { name, kind: ParameterKind::Whole(0, MAX_SCORE), default, meaning }
}

const FEATURES: [FeatureDoc; 37] = [
    // What the placement scores.
    plain("points", "points", "points that the placement offers by itself, taken or not"),
    plain("gain", "points", "change of the own score, going out included, after the rule for passing the target"),
    plain("lost", "points", "points offered, going out included, less the gain"),
    plain("wins", "0 or 1", "1 if the match is won at once"),
    plain("reaches_target", "0 or 1", "1 if the own score then is at the target or past it"),
    FeatureDoc {
        name: "exact",
        unit: "0 or 1",
        meaning: "1 if own score and points of the placement by itself come to exactly this score",
        parameters: &[score("to", Fallback::Unset, "the score; the target if not given")],
    },
    FeatureDoc {
        name: "lands_on",
        unit: "0 or 1",
        meaning: "1 if the own score after the placement is this score, also if it has not changed",
        parameters: &[score("score", Fallback::Required, "the score")],
    },
    FeatureDoc {
        name: "landing",
        unit: "as listed",
        meaning: "the value that is listed for the own score after the placement; 0 for a score that is not listed",
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
        meaning: "the value that is listed for the points that the own score then misses to the target; 0 if not listed",
        parameters: &[ParameterDoc {
            name: "values",
            kind: ParameterKind::Values(0, MAX_SCORE),
            default: Fallback::Required,
            meaning: "values by missing points",
        }],
    },
    plain("bonus", "points", "the going-out bonus that the placement earns"),
    plain("goes_out", "0 or 1", "1 if it is the seat's last tile"),
    plain("ends_round", "0 or 1", "1 if the round ends with the placement because a seat or side is out"),
    // The tile.
    FeatureDoc {
        name: "lead",
        unit: "0 or 1",
        meaning: "1 if the round is opened with this tile",
        parameters: &[TILES],
    },
    FeatureDoc { name: "tile", unit: "0 or 1", meaning: "1 if this tile is laid", parameters: &[TILES] },
    plain("pips", "pips", "pip total of the tile laid"),
    plain("double", "0 or 1", "1 if the tile is a double"),
    FeatureDoc {
        name: "stranded_double",
        unit: "0 or 1",
        meaning: "1 if a double is laid that no other tile of the hand could cover",
        parameters: &[
            ParameterDoc {
                name: "tile",
                kind: DOUBLE_KIND,
                default: Fallback::Empty,
                meaning: "the doubles that count; all if none are given",
            },
            ParameterDoc {
                name: "except",
                kind: TILE_KIND,
                default: Fallback::Empty,
                meaning: "tiles of the hand that are not counted as cover",
            },
        ],
    },
    // The own hand.
    FeatureDoc {
        name: "held_halves",
        unit: "halves",
        meaning: "for each value that shows at an end then: halves of it in the hand, the tile laid included, above a number",
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
                meaning: "the most that one value counts; no limit if not given",
            },
            ParameterDoc {
                name: "ends",
                kind: ParameterKind::Word(&["both", "new"]),
                default: Fallback::Word(0),
                meaning: "the ends that are looked at: both, or only the one where the tile was laid (both after an opening)",
            },
        ],
    },
    plain("values_left", "values", "different values on the tiles that stay in the hand"),
    plain("stuck", "0 or 1", "1 if tiles stay in the hand and none of them fits an end then"),
    plain("follow_tiles", "tiles", "tiles that stay in the hand and fit an end then"),
    FeatureDoc {
        name: "follow_points",
        unit: "points",
        meaning: "points that the hand could score next if the ends stayed as they are then; 0 if nothing fits",
        parameters: &[HOW, COUNT],
    },
    plain(
        "follow_wins",
        "0 or 1",
        "1 if a tile that stays in the hand would win the match on the ends as they are then",
    ),
    // The line.
    plain(
        "right_end",
        "0 or 1",
        "1 if the tile is laid at the right end; an opening has its larger half there, and counts as laid at the left",
    ),
    plain("alike_ends", "0 or 1", "1 if both ends show the same value then"),
    plain("double_ends", "ends", "ends at which a double lies open then; 1 for a lone double"),
    plain("end_sum", "pips", "sum of the two ends then, as it is scored"),
    FeatureDoc {
        name: "end_value",
        unit: "ends",
        meaning: "ends that show this value then; 1 for a lone double",
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
        meaning: "points offered by each tile that the seat may hold and lay, summed, times the chance that it holds a given one",
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
        meaning: "expected number of tiles in the seat's hand that fit an end then",
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
        meaning: "ends that show a value then on which the seat has knocked; summed over all opponents if so asked",
        parameters: &[ParameterDoc {
            name: "who",
            kind: ParameterKind::Word(&["opponent", "partner", "opponents"]),
            default: Fallback::Word(0),
            meaning: "the next opponent clockwise that holds tiles, the partner, or every opponent that holds tiles",
        }],
    },
    // The own next turn, if the next opponent replies greedily in between.
    FeatureDoc {
        name: "answer_points",
        unit: "points",
        meaning: "expected points of the own best placement after the next opponent's greedy reply; 0 if nothing fits",
        parameters: &[READING, COUNT],
    },
    FeatureDoc {
        name: "answer_wins",
        unit: "0 to 1",
        meaning: "chance that the own hand can win the match after the next opponent's greedy reply",
        parameters: &[READING],
    },
    FeatureDoc {
        name: "answer_blocked",
        unit: "0 to 1",
        meaning: "chance that no tile of the own hand fits after the next opponent's greedy reply",
        parameters: &[READING],
    },
];

const fn range(name: &'static str, meaning: &'static str) -> ConditionDoc {
    ConditionDoc { name, yes_no: false, of_move: false, meaning }
}

const CONDITIONS: [ConditionDoc; 28] = [
    range("own_score", "the own side's score"),
    range("other_score", "the best score among the other sides"),
    range("ahead", "the own score less the best other one"),
    range("own_missing", "points that the own side misses to the target"),
    range("other_missing", "points that the best other side misses to the target"),
    range("target", "the target score"),
    range("players", "number of seats"),
    range("set", "largest pip value of the set"),
    ConditionDoc { name: "pairs", yes_no: true, of_move: false, meaning: "partners play against partners" },
    ConditionDoc { name: "opening", yes_no: true, of_move: false, meaning: "the round is being opened" },
    ConditionDoc {
        name: "opener",
        yes_no: true,
        of_move: false,
        meaning: "the seat has opened the round, or is opening it",
    },
    range("laid", "tiles laid so far"),
    range("choices", "placements to choose from"),
    range("own_tiles", "tiles in the own hand, before the placement"),
    range("next_tiles", "tiles of the next opponent that holds any"),
    range("fewest_tiles", "the fewest tiles that an opponent holds"),
    range("partner_tiles", "tiles of the partner; 0 without one"),
    range("seats_out", "seats that have no tiles left"),
    range("own_knocks", "knocks of the own seat in this round"),
    range("next_knocks", "knocks of the next opponent in this round"),
    range("opponent_knocks", "knocks of all opponents in this round"),
    range("bonus", "going-out bonus that the placement would earn"),
    ConditionDoc { name: "double", yes_no: true, of_move: true, meaning: "the tile is a double" },
    ConditionDoc {
        name: "points",
        yes_no: false,
        of_move: true,
        meaning: "points that the placement offers by itself",
    },
    ConditionDoc { name: "gain", yes_no: false, of_move: true, meaning: "change of the own score" },
    ConditionDoc { name: "new_score", yes_no: false, of_move: true, meaning: "the own score after the placement" },
    ConditionDoc { name: "goes_out", yes_no: true, of_move: true, meaning: "it is the seat's last tile" },
    ConditionDoc {
        name: "follow_tiles",
        yes_no: false,
        of_move: true,
        meaning: "tiles that stay in the hand and fit an end then",
    },
];

const TIES: [TieDoc; 4] = [
    TieDoc { name: "pips", tie: Tie::Size, meaning: "the tile with the most pips, then the first in move order" },
    TieDoc {
        name: "order",
        tie: Tie::Order,
        meaning: "the first in move order: the left end before the right, then by tile",
    },
    TieDoc { name: "random", tie: Tie::Random, meaning: "each placement alike" },
    TieDoc {
        name: "random-tile",
        tie: Tie::RandomPiece,
        meaning: "each tile alike, at the left end if that is as good",
    },
];
