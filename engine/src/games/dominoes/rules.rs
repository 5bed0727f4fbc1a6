//! The options of the domino rules, the two presets, and which combinations are refused.

use serde_json::json;

use crate::games::options::{Given, OptionValue, RuleError, Settings, name_of, refused, words_of};
use crate::parameters::{Kind, Parameter, Value};

/// What happens to a scoring event that would carry a side past the target (rules D16, D19, D20).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overshoot {
    /// The event is lost; the score stays.
    Discard,
    /// The score passes the target, which wins.
    Allow,
    /// The score becomes target − excess.
    Bounce,
    /// The score stops at the target, which wins.
    Cap,
}

/// When reaching the target ends the match (rules D18, D19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Immediately, even in mid-round.
    Immediate,
    /// When the round is over; the highest total wins.
    RoundEnd,
}

/// What ends a round (rule D13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndRule {
    /// All seats of a side are out.
    SideOut,
    /// Any seat is out.
    FirstOut,
    /// Nobody can lay a tile.
    PlayOn,
}

/// Who opens a round (rules D5, D6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// Drawn at random.
    Lot,
    /// The next seat clockwise after the one that opened the round before.
    Rotate,
    /// The holder of the highest double, or of the highest tile if no double was dealt.
    HighestDouble,
}

/// Which preset names the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Fives and Threes.
    FivesAndThrees,
    /// Cincos y Treses.
    CincosYTreses,
}

impl Preset {
    /// The preset's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::FivesAndThrees => "fives-and-threes",
            Preset::CincosYTreses => "cincos-y-treses",
        }
    }
}

/// The domino rules with every option resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The preset that named the defaults.
    pub preset: Preset,
    /// Number of seats, 2 to 12.
    pub players: u8,
    /// The largest pip value: 6, 9 or 12.
    pub set: u8,
    /// Tiles per seat.
    pub hand: u8,
    /// Two pairs of partners (D4).
    pub pairs: bool,
    /// Who opens the first round.
    pub first_opener: Opener,
    /// Who opens later rounds.
    pub next_opener: Opener,
    /// The opener must lay the tile that gave the lead (D6).
    pub that_tile: bool,
    /// The divisors that earn points (D11, D12).
    pub divisors: Vec<u64>,
    /// The target score.
    pub target: u16,
    /// What happens past the target.
    pub overshoot: Overshoot,
    /// When the target ends the match.
    pub finish: Finish,
    /// Whether a placement and its going-out bonus are one event (D17).
    pub combine_out: bool,
    /// The going-out bonus.
    pub out_bonus: u16,
    /// What ends a round.
    pub round_end: EndRule,
    /// The number of rounds after which a match counts as unfinished (D21).
    pub max_rounds: u32,
}

/// The sets, in the order of the columns of the tables below.
const SETS: [u8; 3] = [6, 9, 12];

/// Rule D3: players − 2 → tiles for double-6, 9, 12; 0 where the rule gives no hand.
const FULL: [[u8; 3]; 11] = [
    [14, 16, 16],
    [9, 16, 16],
    [7, 13, 16],
    [5, 11, 16],
    [0, 8, 15],
    [0, 7, 13],
    [0, 6, 11],
    [0, 6, 10],
    [0, 5, 9],
    [0, 5, 8],
    [0, 0, 7],
];
const SHORT: [[u8; 3]; 11] = [
    [5, 10, 10],
    [5, 10, 10],
    [7, 10, 10],
    [5, 10, 10],
    [0, 8, 10],
    [0, 7, 10],
    [0, 6, 10],
    [0, 6, 10],
    [0, 5, 9],
    [0, 5, 8],
    [0, 0, 7],
];

const OPENERS: [(&str, Opener); 3] =
    [("lot", Opener::Lot), ("rotate", Opener::Rotate), ("highest-double", Opener::HighestDouble)];
const OVERSHOOTS: [(&str, Overshoot); 4] = [
    ("discard", Overshoot::Discard),
    ("allow", Overshoot::Allow),
    ("bounce", Overshoot::Bounce),
    ("cap", Overshoot::Cap),
];
const FINISHES: [(&str, Finish); 2] = [("immediate", Finish::Immediate), ("round-end", Finish::RoundEnd)];
const ROUND_ENDS: [(&str, EndRule); 3] =
    [("side-out", EndRule::SideOut), ("first-out", EndRule::FirstOut), ("play-on", EndRule::PlayOn)];

const FIRST_OPENERS: [(&str, Opener); 2] = [OPENERS[0], OPENERS[2]];
const SIDES: [(&str, bool); 2] = [("individual", false), ("pairs", true)];
const OPENING_TILES: [(&str, bool); 2] = [("any", false), ("that-tile", true)];

const SIDE_WORDS: [&str; 2] = words_of(&SIDES);
const FIRST_OPENER_WORDS: [&str; 2] = words_of(&FIRST_OPENERS);
const OPENER_WORDS: [&str; 3] = words_of(&OPENERS);
const OPENING_TILE_WORDS: [&str; 2] = words_of(&OPENING_TILES);
const OVERSHOOT_WORDS: [&str; 4] = words_of(&OVERSHOOTS);
const FINISH_WORDS: [&str; 2] = words_of(&FINISHES);
const ROUND_END_WORDS: [&str; 3] = words_of(&ROUND_ENDS);

/// Every option of the domino rules.
pub const OPTIONS: [Parameter; 15] = [
    Parameter { name: "players", kind: Kind::whole(2, 12), default: Some("2"), meaning: "number of seats (D2, D4)" },
    Parameter {
        name: "set",
        kind: Kind::Numbers(&[6, 9, 12]),
        default: Some("6"),
        meaning: "the set: double-six, double-nine, double-twelve (D1)",
    },
    Parameter {
        name: "hand",
        kind: Kind::Text("short, full, or a number of tiles that the set can supply"),
        default: None,
        meaning: "tiles per seat (D3)",
    },
    Parameter {
        name: "sides",
        kind: Kind::Words(&SIDE_WORDS),
        default: None,
        meaning: "every seat for itself, or seats 0 and 2 against 1 and 3 (D4)",
    },
    Parameter {
        name: "first_opener",
        kind: Kind::Words(&FIRST_OPENER_WORDS),
        default: None,
        meaning: "who opens the first round (D5, D6)",
    },
    Parameter {
        name: "next_opener",
        kind: Kind::Words(&OPENER_WORDS),
        default: None,
        meaning: "who opens later rounds (D5, D6)",
    },
    Parameter {
        name: "opening_tile",
        kind: Kind::Words(&OPENING_TILE_WORDS),
        default: Some("any"),
        meaning: "whether the opener must lay the tile that gave the lead (D6)",
    },
    Parameter {
        name: "divisors",
        kind: Kind::List(
            &Kind::whole(2, i64::MAX as u64),
            "a list of distinct whole numbers, each at least 2; may be empty",
        ),
        default: Some("3,5"),
        meaning: "the sum of the ends scores sum/d points for each of these numbers d that divides it (D11, D12)",
    },
    Parameter {
        name: "target",
        kind: Kind::whole(1, 10_000),
        default: Some("61"),
        meaning: "the score to reach (D16)",
    },
    Parameter {
        name: "overshoot",
        kind: Kind::Words(&OVERSHOOT_WORDS),
        default: Some("discard"),
        meaning: "what happens when a scoring event would pass the target (D16, D20)",
    },
    Parameter {
        name: "finish",
        kind: Kind::Words(&FINISH_WORDS),
        default: Some("immediate"),
        meaning: "when reaching the target ends the match (D18, D19)",
    },
    Parameter {
        name: "combine_out",
        kind: Kind::Flag,
        default: Some("true"),
        meaning: "whether a placement and its going-out bonus are one scoring event (D17)",
    },
    Parameter {
        name: "out_bonus",
        kind: Kind::whole(0, 1000),
        default: Some("1"),
        meaning: "points for going out (D13)",
    },
    Parameter {
        name: "round_end",
        kind: Kind::Words(&ROUND_END_WORDS),
        default: Some("side-out"),
        meaning: "what ends a round (D13)",
    },
    Parameter {
        name: "max_rounds",
        kind: Kind::whole(1, 1_000_000),
        default: Some("1000"),
        meaning: "rounds after which a match counts as unfinished (D21)",
    },
];

impl Rules {
    /// Resolves a preset with the given settings. A later setting replaces an earlier one.
    ///
    /// # Errors
    /// If an option is unknown, has a value of the wrong kind, or if the rules refuse the combination.
    pub fn resolve(preset: Preset, settings: &Settings) -> Result<Rules, RuleError> {
        let given = Given::new(preset.name(), &OPTIONS, settings)?;
        let cincos = preset == Preset::CincosYTreses;

        let players: u8 = given.whole("players")?;
        let set: u8 = given.whole("set")?;
        let column = SETS.iter().position(|max| *max == set).unwrap_or_default();
        let pairs = given.word_if_any("sides", &SIDES)?.unwrap_or(!cincos && players == 4);
        if pairs && players != 4 {
            return Err(refused("D4", format!("sides = \"pairs\" needs four seats, found players = {players}")));
        }
        let hand = tiles_per_seat(preset, players, set, column, &given)?;
        let (first, next) =
            if cincos { (Opener::HighestDouble, Opener::HighestDouble) } else { (Opener::Lot, Opener::Rotate) };
        let overshoot = given.word("overshoot", &OVERSHOOTS)?;
        let finish = given.word("finish", &FINISHES)?;
        if finish == Finish::RoundEnd && overshoot != Overshoot::Allow {
            let found = name_of(&OVERSHOOTS, &overshoot);
            return Err(refused(
                "D19",
                format!("finish = \"round-end\" requires overshoot = \"allow\", found overshoot = \"{found}\""),
            ));
        }
        Ok(Rules {
            preset,
            players,
            set,
            hand,
            pairs,
            first_opener: given.word_if_any("first_opener", &FIRST_OPENERS)?.unwrap_or(first),
            next_opener: given.word_if_any("next_opener", &OPENERS)?.unwrap_or(next),
            that_tile: given.word("opening_tile", &OPENING_TILES)?,
            divisors: divisors(&given)?,
            target: given.whole("target")?,
            overshoot,
            finish,
            combine_out: given.flag("combine_out")?,
            out_bonus: given.whole("out_bonus")?,
            round_end: given.word("round_end", &ROUND_ENDS)?,
            max_rounds: given.whole("max_rounds")?,
        })
    }

    /// Whether these are the rules of [`Set::CLASSIC`](super::tiles::Set::CLASSIC).
    #[must_use]
    pub fn are_classic(&self) -> bool {
        !self.pairs
            && self.overshoot == Overshoot::Discard
            && self.finish == Finish::Immediate
            && self.combine_out
            && self.round_end == EndRule::SideOut
    }

    /// Number of sides.
    #[must_use]
    pub const fn sides(&self) -> u8 {
        if self.pairs { 2 } else { self.players }
    }

    /// Points for a sum of the open ends (rules D11, D12).
    #[must_use]
    pub fn points(&self, sum: u8) -> u8 {
        let sum = u64::from(sum);
        if sum == 0 {
            return 0;
        }
        self.divisors.iter().filter(|&&d| sum.is_multiple_of(d)).map(|&d| sum / d).sum::<u64>() as u8
    }

    /// Every option with its value, in the order of [`OPTIONS`], led by the preset's name.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        let value = json!({
            "name": self.preset.name(),
            "players": self.players,
            "set": self.set,
            "hand": self.hand,
            "sides": if self.pairs { "pairs" } else { "individual" },
            "first_opener": name_of(&OPENERS, &self.first_opener),
            "next_opener": name_of(&OPENERS, &self.next_opener),
            "opening_tile": if self.that_tile { "that-tile" } else { "any" },
            "divisors": self.divisors,
            "target": self.target,
            "overshoot": name_of(&OVERSHOOTS, &self.overshoot),
            "finish": name_of(&FINISHES, &self.finish),
            "combine_out": self.combine_out,
            "out_bonus": self.out_bonus,
            "round_end": name_of(&ROUND_ENDS, &self.round_end),
            "max_rounds": self.max_rounds,
        });
        match value {
            serde_json::Value::Object(map) => map,
            _ => serde_json::Map::new(),
        }
    }
}

/// The divisors; one number is a list of one.
/// The divisors; one number is a list of one.
fn divisors(given: &Given<'_>) -> Result<Vec<u64>, RuleError> {
    let value = given.list("divisors")?;
    let mut list: Vec<u64> = Vec::new();
    for item in value {
        match item {
            Value::Whole(number) => list.extend(u64::try_from(number)),
            _ => return Err(given.refuse("divisors")),
        }
    }
    if list.iter().enumerate().any(|(at, number)| list[..at].contains(number)) {
        return Err(given.refuse("divisors"));
    }
    Ok(list)
}

fn tiles_per_seat(preset: Preset, players: u8, set: u8, column: usize, given: &Given<'_>) -> Result<u8, RuleError> {
    let total = [28u8, 55, 91][column];
    let named = |table: &[[u8; 3]; 11], name: &str| match table[players as usize - 2][column] {
        0 => Err(refused(
            "D3",
            format!(
                "hand = \"{name}\" is not available for {players} seats with a double-{set} set; give a number of tiles"
            ),
        )),
        tiles => Ok(tiles),
    };
    let tiles = match given.get("hand") {
        Some(OptionValue::Word(name)) if name == "full" => named(&FULL, "full")?,
        Some(OptionValue::Word(name)) if name == "short" => named(&SHORT, "short")?,
        Some(OptionValue::Number(n)) if *n >= 1 => {
            let most = total / players;
            if *n > i64::from(most) {
                return Err(refused(
                    "D2",
                    format!(
                        "{players} seats with {n} tiles each need {} tiles; a double-{set} set has {total}, so at most {most} each",
                        i128::from(players) * i128::from(*n)
                    ),
                ));
            }
            *n as u8
        }
        Some(other) => return Err(given.bad("hand", other)),
        None if preset == Preset::CincosYTreses => named(&SHORT, "short")?,
        None => match players {
            2 => 7,
            3 | 4 => 5,
            _ => {
                return Err(refused(
                    "D3",
                    format!(
                        "fives-and-threes has no default hand for {players} seats; set hand = {} or fewer",
                        total / players
                    ),
                ));
            }
        },
    };
    Ok(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(pairs: &[(&str, &str)]) -> Settings {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), OptionValue::parse(v))).collect()
    }

    fn fives(pairs: &[(&str, &str)]) -> Result<Rules, RuleError> {
        Rules::resolve(Preset::FivesAndThrees, &set(pairs))
    }

    fn cincos(pairs: &[(&str, &str)]) -> Result<Rules, RuleError> {
        Rules::resolve(Preset::CincosYTreses, &set(pairs))
    }

    #[test]
    fn presets_name_the_defaults() {
        let rules = fives(&[]).unwrap();
        assert_eq!((rules.players, rules.set, rules.hand, rules.pairs), (2, 6, 7, false));
        assert_eq!((rules.target, rules.overshoot, rules.finish), (61, Overshoot::Discard, Finish::Immediate));
        assert_eq!((rules.out_bonus, rules.round_end, rules.max_rounds), (1, EndRule::SideOut, 1000));
        assert_eq!((rules.first_opener, rules.next_opener), (Opener::Lot, Opener::Rotate));
        assert_eq!(fives(&[("players", "3")]).unwrap().hand, 5);
        let four = fives(&[("players", "4")]).unwrap();
        assert!((four.hand, four.pairs) == (5, true));
        assert_eq!(fives(&[("players", "2"), ("set", "12")]).unwrap().hand, 7, "whatever the set");
        let rules = cincos(&[]).unwrap();
        assert_eq!(
            (rules.hand, rules.first_opener, rules.next_opener),
            (5, Opener::HighestDouble, Opener::HighestDouble)
        );
        assert!(!cincos(&[("players", "4")]).unwrap().pairs);
        assert_eq!(cincos(&[("players", "12"), ("set", "12"), ("hand", "full")]).unwrap().hand, 7);
        assert_eq!(cincos(&[("hand", "full")]).unwrap().hand, 14);
    }

    #[test]
    fn every_named_distribution_can_be_served() {
        for table in [&FULL, &SHORT] {
            for (row, tiles) in table.iter().enumerate() {
                for (column, total) in [28, 55, 91].into_iter().enumerate() {
                    assert!(usize::from(tiles[column]) * (row + 2) <= total);
                }
            }
        }
    }

    #[test]
    fn refused_combinations_name_the_rule() {
        let rule = |result: Result<Rules, RuleError>| match result {
            Err(RuleError::Refused { rule, .. }) => rule,
            other => panic!("not refused: {other:?}"),
        };
        assert_eq!(rule(fives(&[("hand", "15")])), "D2");
        assert_eq!(rule(fives(&[("players", "3"), ("sides", "pairs")])), "D4");
        assert_eq!(rule(fives(&[("players", "5")])), "D3");
        assert_eq!(rule(cincos(&[("players", "6")])), "D3");
        for overshoot in ["discard", "bounce", "cap"] {
            assert_eq!(rule(fives(&[("finish", "round-end"), ("overshoot", overshoot)])), "D19");
        }
        assert!(fives(&[("finish", "round-end"), ("overshoot", "allow")]).is_ok());
        assert!(fives(&[("players", "5"), ("hand", "5")]).is_ok());
        assert!(fives(&[("players", "12"), ("set", "12"), ("hand", "7")]).is_ok());
        assert!(fives(&[("set", "12"), ("hand", "45")]).is_ok());
    }

    #[test]
    fn bad_values_say_what_is_allowed() {
        let text = |result: Result<Rules, RuleError>| result.unwrap_err().to_string();
        assert_eq!(
            text(fives(&[("target", "many")])),
            "option \"target\": found \"many\"; allowed: a whole number from 1 to 10000"
        );
        assert!(text(fives(&[("overshot", "allow")])).contains("did you mean \"overshoot\"?"));
        assert!(text(fives(&[("divisors", "3,3")])).contains("found the list [3,3]"));
        assert!(text(fives(&[("divisors", "1")])).contains("found 1"));
        for list in ["3,,5", "3,5,", ","] {
            assert!(text(fives(&[("divisors", list)])).contains(&format!("found the list [{list}]")), "{list}");
        }
        assert!(text(fives(&[("set", "7")])).contains("6, 9, 12"));
        assert!(fives(&[("divisors", "")]).unwrap().divisors.is_empty(), "the empty list is accepted");
        let large = fives(&[("divisors", "1000000007,3")]).unwrap();
        assert_eq!((large.divisors.as_slice(), large.points(9)), ([1_000_000_007, 3].as_slice(), 3), "D12: any list");
    }

    #[test]
    fn points_are_d11() {
        let rules = fives(&[]).unwrap();
        let earned: Vec<(u8, u8)> = (0..=24).map(|sum| (sum, rules.points(sum))).filter(|(_, p)| *p > 0).collect();
        let expected = [(3, 1), (5, 1), (6, 2), (9, 3), (10, 2), (12, 4), (15, 8), (18, 6), (20, 4), (21, 7), (24, 8)];
        assert_eq!(earned, expected);
        let advanced = fives(&[("divisors", "3,5,7,11,13")]).unwrap();
        assert_eq!(advanced.points(21), 10, "D12");
    }
}
