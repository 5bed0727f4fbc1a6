//! The options of All Fives, and which combinations the rules refuse.

use serde_json::json;

use crate::games::options::{Given, OptionValue, RuleError, Settings, name_of, refused, words_of};
use crate::parameters::{Kind, Parameter, Value, did_you_mean};

/// The preset's name.
pub const NAME: &str = "all-fives";

/// What happens to a scoring event that would carry a seat past the target (A12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overshoot {
    /// The score passes the target.
    Allow,
    /// The event is lost; the score stays.
    Discard,
    /// The score becomes target − excess.
    Bounce,
    /// The score stops at the target.
    Cap,
}

/// An extra point (A11), by its bit in [`Rules::extras`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// For the highest trump in play, to its holder.
    High,
    /// For the lowest trump in play, to who captures it.
    Low,
    /// For the jack of trumps, to who captures it.
    Jack,
    /// For the most card points in tricks.
    Game,
}

impl Extra {
    /// All extras, in the order in which they are scored.
    pub const ALL: [Extra; 4] = [Extra::High, Extra::Low, Extra::Jack, Extra::Game];

    /// The extra's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["high", "low", "jack", "game"][self as usize]
    }
}

/// The rules with every option resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Number of seats, 2 or 3 (A1).
    pub players: u8,
    /// The target score.
    pub target: u16,
    /// A seat may always trump instead of following suit (A8).
    pub or_trump: bool,
    /// The trumps of each trick count when it is won, not at the round's end (A10).
    pub by_trick: bool,
    /// The extra points in use (A11), as a bit mask.
    pub extras: u8,
    /// Every scoring event can win on the spot (A13).
    pub immediate: bool,
    /// What happens past the target (A12).
    pub overshoot: Overshoot,
    /// A given point goes to all opponents of the dealer (A7).
    pub gift_to_all: bool,
    /// Points to the dealer for every jack turned up (A7).
    pub turned_jack: u16,
    /// The number of rounds after which a match counts as unfinished (D21).
    pub max_rounds: u32,
}

const FOLLOW: [(&str, bool); 2] = [("strict", false), ("or-trump", true)];
const COUNT: [(&str, bool); 2] = [("round-end", false), ("trick", true)];
const FINISH: [(&str, bool); 2] = [("round-end", false), ("immediate", true)];
const GIFT: [(&str, bool); 2] = [("beggar", false), ("all-opponents", true)];
const OVERSHOOTS: [(&str, Overshoot); 4] = [
    ("allow", Overshoot::Allow),
    ("discard", Overshoot::Discard),
    ("bounce", Overshoot::Bounce),
    ("cap", Overshoot::Cap),
];

const FOLLOW_WORDS: [&str; 2] = words_of(&FOLLOW);
const COUNT_WORDS: [&str; 2] = words_of(&COUNT);
const FINISH_WORDS: [&str; 2] = words_of(&FINISH);
const GIFT_WORDS: [&str; 2] = words_of(&GIFT);
const OVERSHOOT_WORDS: [&str; 4] = words_of(&OVERSHOOTS);
const EXTRA_WORDS: [&str; 4] = [Extra::High.name(), Extra::Low.name(), Extra::Jack.name(), Extra::Game.name()];

/// What a list of extras may hold.
const EXTRAS_ALLOWED: &str = "a list of high, low, jack, game, each at most once; may be empty";

/// Every option of All Fives.
pub const OPTIONS: [Parameter; 10] = [
    Parameter { name: "players", kind: Kind::Numbers(&[2, 3]), default: Some("2"), meaning: "number of seats (A1)" },
    Parameter {
        name: "target",
        kind: Kind::whole(1, 10_000),
        default: Some("61"),
        meaning: "the score to reach or pass (A1, A12)",
    },
    Parameter {
        name: "follow",
        kind: Kind::Words(&FOLLOW_WORDS),
        default: Some("strict"),
        meaning: "whether a seat that could follow suit may trump instead (A8)",
    },
    Parameter {
        name: "count",
        kind: Kind::Words(&COUNT_WORDS),
        default: Some("round-end"),
        meaning: "when captured trumps are scored: all in one event, or trick by trick (A10)",
    },
    Parameter {
        name: "extras",
        kind: Kind::List(&Kind::Words(&EXTRA_WORDS), EXTRAS_ALLOWED),
        default: Some(""),
        meaning: "extra points, one each (A11)",
    },
    Parameter {
        name: "finish",
        kind: Kind::Words(&FINISH_WORDS),
        default: Some("round-end"),
        meaning: "when reaching the target ends the match; immediate requires count = \"trick\" (A13)",
    },
    Parameter {
        name: "overshoot",
        kind: Kind::Words(&OVERSHOOT_WORDS),
        default: Some("allow"),
        meaning: "what happens when a scoring event would pass the target (A12, D16, D20)",
    },
    Parameter {
        name: "gift",
        kind: Kind::Words(&GIFT_WORDS),
        default: Some("beggar"),
        meaning: "who scores the point that a dealer gives (A7)",
    },
    Parameter {
        name: "turned_jack",
        kind: Kind::whole(0, 1000),
        default: Some("0"),
        meaning: "points to the dealer for each jack turned up (A7)",
    },
    Parameter {
        name: "max_rounds",
        kind: Kind::whole(1, 1_000_000),
        default: Some("1000"),
        meaning: "rounds after which a match counts as unfinished (D21)",
    },
];

impl Rules {
    /// Resolves the settings. A later setting replaces an earlier one.
    ///
    /// # Errors
    /// If an option is unknown, has a value of the wrong kind, or if the rules refuse the combination.
    pub fn resolve(settings: &Settings) -> Result<Rules, RuleError> {
        let given = Given::new(NAME, &OPTIONS, settings)?;
        if let Some(OptionValue::Number(seats)) = given.get("players")
            && !(2..=3).contains(seats)
        {
            return Err(refused("A1", format!("All Fives has two or three seats, found players = {seats}")));
        }
        let rules = Rules {
            players: given.whole("players")?,
            target: given.whole("target")?,
            or_trump: given.word("follow", &FOLLOW)?,
            by_trick: given.word("count", &COUNT)?,
            extras: extras(&given)?,
            immediate: given.word("finish", &FINISH)?,
            overshoot: given.word("overshoot", &OVERSHOOTS)?,
            gift_to_all: given.word("gift", &GIFT)?,
            turned_jack: given.whole("turned_jack")?,
            max_rounds: given.whole("max_rounds")?,
        };
        if rules.immediate && !rules.by_trick {
            return Err(refused(
                "A13",
                "finish = \"immediate\" requires count = \"trick\", found count = \"round-end\"".to_owned(),
            ));
        }
        Ok(rules)
    }

    /// Whether an extra point is in use.
    #[inline(always)]
    #[must_use]
    pub const fn has(&self, extra: Extra) -> bool {
        self.extras >> extra as u8 & 1 == 1
    }

    /// Whether only captured trumps score during play, at the end of the round and in full, and suit must be followed: the usual
    /// rules, whatever the target is.
    #[must_use]
    pub fn are_usual(&self) -> bool {
        !self.or_trump && !self.by_trick && self.extras == 0 && self.overshoot == Overshoot::Allow
    }

    /// Every option with its value, in the order of [`OPTIONS`], led by the preset's name.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        let extras: Vec<&str> = Extra::ALL.into_iter().filter(|extra| self.has(*extra)).map(Extra::name).collect();
        let value = json!({
            "name": NAME,
            "players": self.players,
            "target": self.target,
            "follow": name_of(&FOLLOW, &self.or_trump),
            "count": name_of(&COUNT, &self.by_trick),
            "extras": extras,
            "finish": name_of(&FINISH, &self.immediate),
            "overshoot": name_of(&OVERSHOOTS, &self.overshoot),
            "gift": name_of(&GIFT, &self.gift_to_all),
            "turned_jack": self.turned_jack,
            "max_rounds": self.max_rounds,
        });
        match value {
            serde_json::Value::Object(map) => map,
            _ => serde_json::Map::new(),
        }
    }
}

/// Reads the list of extras; one word is a list of one.
fn extras(given: &Given<'_>) -> Result<u8, RuleError> {
    let words = given.get("extras").map(OptionValue::items).unwrap_or_default();
    for item in words {
        if let OptionValue::Word(name) = item
            && !EXTRA_WORDS.contains(&name.as_str())
        {
            let near = did_you_mean(name, EXTRA_WORDS);
            return Err(refused("A11", format!("unknown extra point \"{name}\"{near}; allowed: {EXTRAS_ALLOWED}")));
        }
    }
    let mut mask = 0;
    for item in given.list("extras")? {
        let extra = Extra::ALL.into_iter().find(|extra| matches!(&item, Value::Text(name) if name == extra.name()));
        match extra.map(|extra| 1 << extra as u8) {
            Some(bit) if mask & bit == 0 => mask |= bit,
            _ => return Err(given.refuse("extras")),
        }
    }
    Ok(mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(pairs: &[(&str, &str)]) -> Result<Rules, RuleError> {
        Rules::resolve(&pairs.iter().map(|(k, v)| ((*k).to_owned(), OptionValue::parse(v))).collect())
    }

    #[test]
    fn the_preset_names_the_defaults() {
        let json = serde_json::Value::Object(rules(&[]).unwrap().to_json());
        let expected = json!({
            "name": "all-fives", "players": 2, "target": 61, "follow": "strict", "count": "round-end", "extras": [],
            "finish": "round-end", "overshoot": "allow", "gift": "beggar", "turned_jack": 0, "max_rounds": 1000,
        });
        assert_eq!(json, expected);
        assert!(json.as_object().unwrap().keys().skip(1).eq(OPTIONS.iter().map(|option| option.name)));
    }

    #[test]
    fn refused_combinations_name_the_rule() {
        let rule = |result: Result<Rules, RuleError>| match result {
            Err(RuleError::Refused { rule, .. }) => rule,
            other => panic!("not refused: {other:?}"),
        };
        assert_eq!(rule(rules(&[("players", "4")])), "A1");
        assert_eq!(rule(rules(&[("players", "1")])), "A1");
        assert_eq!(rule(rules(&[("extras", "high,gam")])), "A11");
        assert_eq!(rule(rules(&[("finish", "immediate")])), "A13");
        assert!(rules(&[("finish", "immediate"), ("count", "trick")]).is_ok());
        for overshoot in ["allow", "discard", "bounce", "cap"] {
            assert!(rules(&[("overshoot", overshoot)]).is_ok(), "A12: under either finish");
            assert!(rules(&[("overshoot", overshoot), ("finish", "immediate"), ("count", "trick")]).is_ok());
        }
    }

    #[test]
    fn bad_values_say_what_is_allowed() {
        let text = |pairs: &[(&str, &str)]| rules(pairs).unwrap_err().to_string();
        assert!(text(&[("players", "two")]).contains("allowed: 2, 3"));
        assert!(text(&[("extras", "high,gam")]).contains("did you mean \"game\"?"));
        assert!(text(&[("extras", "high,high")]).contains("found the list [high,high]"));
        assert!(text(&[("extras", "5")]).contains("found 5"));
        assert!(text(&[("folow", "strict")]).contains("did you mean \"follow\"?"));
        assert!(text(&[("turned_jack", "-1")]).contains("0 to 1000"));
        assert_eq!(rules(&[("extras", "jack")]).unwrap().extras, 0b100);
        assert_eq!(rules(&[("extras", "game,high")]).unwrap().extras, 0b1001);
        assert_eq!(rules(&[("extras", "")]).unwrap().extras, 0);
    }
}
