//! The options of All Fives, and which combinations the rules refuse.

use serde_json::json;

use crate::games::options::{
    OptionDoc, OptionValue, RuleError, Settings, bad, name_of, nearest, number, refused, word,
};

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

/// What a list of extras may hold.
const EXTRAS_ALLOWED: &str = "a list of \"high\", \"low\", \"jack\", \"game\", each at most once; may be empty";

/// Every option of All Fives.
pub const OPTIONS: [OptionDoc; 10] = [
    OptionDoc { name: "players", allowed: "2, 3", meaning: "number of seats (A1)" },
    OptionDoc { name: "target", allowed: "1 to 10000", meaning: "the score to reach or pass (A1, A12)" },
    OptionDoc {
        name: "follow",
        allowed: "\"strict\", \"or-trump\"",
        meaning: "whether a seat that could follow suit may trump instead (A8)",
    },
    OptionDoc {
        name: "count",
        allowed: "\"round-end\", \"trick\"",
        meaning: "when captured trumps are scored: all in one event, or trick by trick (A10)",
    },
    OptionDoc { name: "extras", allowed: EXTRAS_ALLOWED, meaning: "extra points, one each (A11)" },
    OptionDoc {
        name: "finish",
        allowed: "\"round-end\", \"immediate\"",
        meaning: "when reaching the target ends the match; immediate requires count = \"trick\" (A13)",
    },
    OptionDoc {
        name: "overshoot",
        allowed: "\"allow\", \"discard\", \"bounce\", \"cap\"",
        meaning: "what happens when a scoring event would pass the target (A12, D16, D20)",
    },
    OptionDoc {
        name: "gift",
        allowed: "\"beggar\", \"all-opponents\"",
        meaning: "who scores the point that a dealer gives (A7)",
    },
    OptionDoc {
        name: "turned_jack",
        allowed: "0 to 1000",
        meaning: "points to the dealer for each jack turned up (A7)",
    },
    OptionDoc {
        name: "max_rounds",
        allowed: "1 to 1000000",
        meaning: "rounds after which a match counts as unfinished (D21)",
    },
];

impl Rules {
    /// Resolves the settings. A later setting replaces an earlier one.
    ///
    /// # Errors
    /// If an option is unknown, has a value of the wrong kind, or if the rules refuse the combination.
    pub fn resolve(settings: &Settings) -> Result<Rules, RuleError> {
        for (name, _) in settings {
            if !OPTIONS.iter().any(|option| option.name == name) {
                return Err(RuleError::UnknownOption {
                    game: NAME.to_owned(),
                    found: name.clone(),
                    allowed: OPTIONS.map(|option| option.name).join(", "),
                    nearest: nearest(name, OPTIONS.iter().map(|option| option.name)),
                });
            }
        }
        let get = |name: &str| settings.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value);
        let integer = |name: &str, default: i64, low: i64, high: i64| {
            get(name).map_or(Ok(default), |value| number(name, value, low, high))
        };
        let one_of = |name: &str, words: &[(&str, bool)]| get(name).map_or(Ok(false), |value| word(name, value, words));
        let rules = Rules {
            players: match get("players") {
                None => 2,
                Some(OptionValue::Number(seats @ (2 | 3))) => *seats as u8,
                Some(OptionValue::Number(seats)) => {
                    return Err(refused("A1", format!("All Fives has two or three seats, found players = {seats}")));
                }
                Some(other) => return Err(bad("players", other, "2, 3".to_owned())),
            },
            target: integer("target", 61, 1, 10_000)? as u16,
            or_trump: one_of("follow", &FOLLOW)?,
            by_trick: one_of("count", &COUNT)?,
            extras: get("extras").map_or(Ok(0), extras)?,
            immediate: one_of("finish", &FINISH)?,
            overshoot: get("overshoot").map_or(Ok(Overshoot::Allow), |v| word("overshoot", v, &OVERSHOOTS))?,
            gift_to_all: one_of("gift", &GIFT)?,
            turned_jack: integer("turned_jack", 0, 0, 1000)? as u16,
            max_rounds: integer("max_rounds", 1000, 1, 1_000_000)? as u32,
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
fn extras(value: &OptionValue) -> Result<u8, RuleError> {
    let items = match value {
        OptionValue::List(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut mask = 0;
    for item in items {
        let OptionValue::Word(name) = item else {
            return Err(bad("extras", value, EXTRAS_ALLOWED.to_owned()));
        };
        let Some(extra) = Extra::ALL.into_iter().find(|extra| extra.name() == name) else {
            let meant = nearest(name, Extra::ALL.map(Extra::name))
                .map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            return Err(refused("A11", format!("unknown extra point \"{name}\"{meant}; allowed: {EXTRAS_ALLOWED}")));
        };
        if mask >> extra as u8 & 1 == 1 {
            return Err(bad("extras", value, EXTRAS_ALLOWED.to_owned()));
        }
        mask |= 1 << extra as u8;
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
