//! Strategy files and names: what is read, and what an error says.
use std::path::Path;

use sixtyone_engine::context::Context;
use sixtyone_engine::features::{Fallback, ParameterKind, Vocabulary};
use sixtyone_engine::games::all_fives;
use sixtyone_engine::games::dominoes::{Dominoes, DoubleSix, Preset, Rules, VOCABULARY};
use sixtyone_engine::player::Player;
use sixtyone_engine::strategies::tactics::{self, RuleFile};
use sixtyone_engine::strategies::{StrategyError, StrategyPlan, parse_lineup_side, strategy_files};

const HEAD: &str = "game = \"dominoes\"\nabout = \"a test\"\n";

/// What is said about a file that cannot be read, its place first: `line 2, column 1: …`.
#[track_caller]
fn fault(text: &str) -> String {
    placed(&RuleFile::parse(text, &[&VOCABULARY]).expect_err("the file is wrong").to_string())
}

/// The place that a message shows below itself, if any, put before it; the line itself must be shown.
#[track_caller]
fn placed(shown: &str) -> String {
    let Some((message, rest)) = shown.split_once("--> ") else {
        return shown.to_owned();
    };
    let mut place = rest.lines().next().unwrap().rsplit(':');
    let (column, line) = (place.next().unwrap(), place.next().unwrap());
    assert!(rest.lines().any(|shown| shown.starts_with(&format!("{line} | ")) || line == "1"), "{shown}");
    format!("line {line}, column {column}: {}", message.trim_end())
}

/// What is said about a rule that cannot be read.
#[track_caller]
fn rule_fault(rule: &str) -> String {
    fault(&format!("{HEAD}[[rule]]\n{rule}"))
}

#[test]
fn a_whole_file_is_read() {
    let text = r#"
# A comment.
name = "mine"
game = "dominoes"
about = "  plays  "
ties = "random"

[[rule]]
feature = "points"
weight = 1

[[rule]]
feature = "landing"
values = { 59 = 3, 60 = -2.5, 0 = 0x10 }
weight = -1.5e-1
round = "up"
when = { own_score = { min = 51 }, other_score = 7, opening = false }

[rule.when.ahead]
max = -3
"#;
    // A table cannot be extended after it was written inline: so `ahead` goes inside.
    assert!(RuleFile::parse(text, &[&VOCABULARY]).is_err());
    let text = text.replace("opening = false }", "opening = false, ahead = { max = -3 } }");
    let text = text.split("[rule.when").next().unwrap();
    let file = RuleFile::parse(text, &[&VOCABULARY]).unwrap();
    assert_eq!((file.name.as_deref(), file.about.as_str(), file.rules.len()), (Some("mine"), "plays", 2));
    assert_eq!(file.rules[1].arguments[0].values(), [(0, 16.0), (59, 3.0), (60, -2.5)]);
    let mut when: Vec<_> = file.rules[1]
        .when
        .iter()
        .map(|test| (VOCABULARY.conditions[test.condition].name, test.min, test.max))
        .collect();
    when.sort_unstable();
    assert_eq!(when, [("ahead", i64::MIN, -3), ("opening", 0, 0), ("other_score", 7, 7), ("own_score", 51, i64::MAX)]);
    // The same rules under another name are the same play.
    let renamed = RuleFile::parse(&text.replace("mine", "yours"), &[&VOCABULARY]).unwrap();
    assert_eq!(file, renamed);
    let other = RuleFile::parse(&text.replace("-1.5e-1", "-1.6e-1"), &[&VOCABULARY]).unwrap();
    assert_ne!(file, other);
    assert!(RuleFile::parse(HEAD, &[&VOCABULARY]).unwrap().rules.is_empty(), "no rules at all are allowed");
}

#[test]
fn errors_name_the_line_the_find_and_what_is_allowed() {
    assert_eq!(
        fault("game = \"dominoes\"\nabut = \"x\""),
        "line 2, column 1: unknown key \"abut\" in a strategy file (did you mean \"about\"?); allowed: name, game, about, ties, rule"
    );
    assert_eq!(
        fault("game = \"domino\"\nabout = \"x\""),
        "line 1, column 8: game: found \"domino\" (did you mean \"dominoes\"?); allowed: \"dominoes\""
    );
    assert_eq!(fault("about = \"x\""), "the rules: the key \"game\" is missing; allowed: \"dominoes\"");
    assert!(fault("game = \"dominoes\"").contains("\"about\" is missing"));
    assert!(fault("game = \"dominoes\"\nabout = \" \"").contains("not empty"));
    assert!(fault("game = \"dominoes\"\nabout = 3").contains("found 3"));
    assert_eq!(
        fault(&format!("{HEAD}ties = \"radnom\"")),
        "line 3, column 8: ties: found \"radnom\" (did you mean \"random\"?); allowed: \"pips\", \"order\", \"random\", \"random-tile\""
    );
    assert!(rule_fault("feature = \"point\"\nweight = 1").starts_with(
        "line 4, column 11: feature: found \"point\" (did you mean \"points\"?); allowed: \"points\", \"gain\""
    ));
    assert_eq!(
        rule_fault("feature = \"points\"\nwieght = 1"),
        "line 5, column 1: unknown key \"wieght\" in a rule with feature \"points\" (did you mean \"weight\"?); \
         allowed: feature, weight, round, when"
    );
    assert_eq!(rule_fault("weight = 1"), "line 3, column 1: the key \"feature\" of a rule is missing");
    assert!(rule_fault("feature = \"points\"").contains("\"weight\" of a rule is missing"));
    assert_eq!(
        rule_fault("feature = \"exact\"\nweight = 1\nto = -1"),
        "line 6, column 6: to: found -1; allowed: a whole number from 0 to 20000"
    );
    assert!(
        rule_fault("feature = \"lands_on\"\nweight = 1")
            .contains("the key \"score\" of feature \"lands_on\" is missing")
    );
    assert_eq!(
        rule_fault("feature = \"lead\"\nweight = 1\ntile = [\"6-5\", \"6-13\"]"),
        "line 6, column 16: tile: found \"6-13\"; allowed: a tile such as \"6-5\", or a list of tiles; halves from 0 to 12"
    );
    assert!(rule_fault("feature = \"stranded_double\"\nweight = 1\ntile = \"6-5\"").contains("a double such as"));
    assert!(rule_fault("feature = \"landing\"\nweight = 1\nvalues = { x = 1 }").contains("found the key \"x\""));
    assert!(rule_fault("feature = \"landing\"\nweight = 1\nvalues = { 07 = 1 }").contains("found the key \"07\""));
    assert!(rule_fault("feature = \"points\"\nweight = 1\nwhen = 3").contains("when: found 3"));
    assert_eq!(
        rule_fault("feature = \"points\"\nweight = 1\nwhen = { own_scroe = 3 }").split("; allowed").next().unwrap(),
        "line 6, column 10: unknown key \"own_scroe\" in when (did you mean \"own_score\"?)"
    );
    assert_eq!(
        rule_fault("feature = \"points\"\nweight = 1\nwhen = { own_score = { mn = 3 } }"),
        "line 6, column 24: unknown key \"mn\" in own_score (did you mean \"min\"?); allowed: min, max"
    );
    assert!(
        rule_fault("feature = \"points\"\nweight = 1\nwhen = { own_score = { min = 3, max = 2 } }")
            .contains("min = 3 above max = 2")
    );
    assert!(rule_fault("feature = \"points\"\nweight = 1\nwhen = { own_score = { } }").contains("empty range"));
    assert!(
        rule_fault("feature = \"points\"\nweight = 1\nwhen = { opening = 1 }")
            .contains("opening: found 1; allowed: true, false")
    );
    assert!(
        rule_fault("feature = \"points\"\nweight = 1\nround = \"off\"")
            .contains("\"nearest\", \"even\", \"down\", \"up\"")
    );
    for weight in
        ["nan", "-nan", "inf", "-inf", "1e10", "1e400", "99999999999999999999", "\"1\"", "true", "[1]", "1979-05-27"]
    {
        let fault = rule_fault(&format!("feature = \"points\"\nweight = {weight}"));
        assert!(fault.contains("weight: found") || fault.starts_with("line 5"), "{weight}: {fault}");
    }
    assert!(fault("game = [").starts_with("line 1, column 9:"));
    assert!(fault(&format!("{HEAD}rule = 3")).contains("rule: found 3"));
    assert!(fault(&format!("{HEAD}rule = [3]")).contains("rule: found 3"));
    assert!(
        fault(&format!("{HEAD}{}", "[[rule]]\nfeature=\"points\"\nweight=1\n".repeat(1001))).contains("at most 1000")
    );
    assert!(RuleFile::parse(&format!("a = {}", "[".repeat(100_000)), &[&VOCABULARY]).is_err());
    // A message does not repeat what is very long, nor what a terminal would take for a command.
    let long = "x".repeat(100_000);
    for text in [
        format!("{HEAD}{long} = 3"),
        format!("{HEAD}ties = '{long}'"),
        format!("{HEAD}[[rule]]\nfeature = '{long}'"),
        format!("{HEAD}[[rule]]\nfeature = 'points'\nweight = {}", "9".repeat(100_000)),
        format!("{HEAD}[[rule]]\nfeature = 'lead'\nweight = 1\ntile = '{long}'"),
        format!("{HEAD}[[rule]]\nfeature = 'landing'\nweight = 1\nvalues = {{ {long} = 1 }}"),
        format!("{HEAD}[[rule]]\nfeature = 'points'\nweight = 1\nwhen = {{ {long} = 1 }}"),
    ] {
        let fault = fault(&text);
        assert!(fault.len() < 1500, "{fault}");
    }
    assert!(fault(&format!("{HEAD}ties = \"\\u001b[31m\"")).contains("\\u{1b}"));
    assert!(RuleFile::parse("\0\u{feff}\u{1F600}", &[&VOCABULARY]).is_err());
    assert!(RuleFile::parse("", &[]).is_err());
}

#[test]
fn an_experiment_is_no_strategy() {
    assert!(fault("title = \"x\"\nquestion = \"y\"").contains("this is an experiment, by its key \"title\""));
}

#[test]
fn spoilt_files_never_panic() {
    let good = std::fs::read_to_string(root().join("strategies/rady-hfebms.toml")).unwrap();
    let mut spoilt = 0;
    for (at, _) in good.char_indices() {
        for junk in ["", "=", "\"", "[", "é", "9999999999999999999"] {
            let mut text = good[..at].to_owned();
            text.push_str(junk);
            spoilt += usize::from(RuleFile::parse(&text, &[&VOCABULARY]).is_err());
            text.push_str(&good[at..]);
            spoilt += usize::from(RuleFile::parse(&text, &[&VOCABULARY]).is_err());
        }
    }
    assert!(spoilt > 1000);
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn resolve(text: &str) -> Result<StrategyPlan, StrategyError> {
    StrategyPlan::resolve(text, Some(root()))
}

#[track_caller]
fn refused(text: &str) -> String {
    resolve(text).expect_err("no such strategy").to_string()
}

#[test]
fn names_resolve() {
    let random = resolve("random").unwrap();
    assert_eq!((random.text.as_str(), random.salt, random.digest.clone()), ("random", 0, None));
    let salted = resolve("random:salt=7").unwrap();
    assert_eq!((salted.text.as_str(), salted.salt, salted.label.as_str()), ("random:salt=7", 7, "random:salt=7"));
    assert_ne!(random, salted);
    assert_eq!(resolve(" greedy ").unwrap(), resolve("greedy:salt=0").unwrap());
    assert_eq!(resolve("greedy:salt=18446744073709551615").unwrap().salt, u64::MAX);
    // A file by its stem, by a path, and through `tactics`: one play.
    let stem = resolve("rady-h").unwrap();
    let path = root().join("strategies/rady-h.toml");
    let by_path = resolve(path.to_str().unwrap()).unwrap();
    let by_name = resolve(&format!("tactics:salt=0,file={}", path.display())).unwrap();
    let relative = resolve("strategies/rady-h.toml").unwrap();
    assert!(stem == by_path && stem == by_name && stem == relative);
    assert_eq!((stem.label.as_str(), by_path.label.as_str(), by_name.label.as_str()), ("rady-h", "rady-h", "rady-h"));
    assert_eq!(stem.digest, by_path.digest);
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(stem.digest.as_deref(), Some(blake3::hash(&bytes).to_hex().as_str()));
    let salted = resolve("rady-h:salt=3").unwrap();
    assert_eq!((salted.salt, salted.label.as_str()), (3, "rady-h:salt=3"));
    assert_ne!(salted, stem);
    assert_ne!(stem, resolve("rady-hf").unwrap());
    assert!(stem.get::<tactics::Rules>().unwrap().0.about.contains("Rady"));
}

#[test]
fn wrong_names_say_what_there_is() {
    let unknown = refused("gredy");
    assert!(
        unknown
            .starts_with("unknown strategy \"gredy\" (did you mean \"greedy\"?); strategies: random, greedy, tactics"),
        "{unknown}"
    );
    assert!(unknown.contains("rady-hfebms"), "{unknown}");
    assert!(refused("rady-hfebm5").contains("did you mean \"rady-hfebm"));
    assert!(refused("").starts_with("unknown strategy \"\""));
    assert!(refused("random:salt").starts_with("unknown strategy \"random:salt\""));
    assert_eq!(
        refused("random:slat=3"),
        "strategy \"random:slat=3\": unknown parameter \"slat\" (did you mean \"salt\"?); parameters: salt"
    );
    assert!(
        refused("random:salt=-1")
            .contains("parameter \"salt\": found \"-1\"; allowed: a whole number from 0 to 18446744073709551615")
    );
    assert!(refused("greedy:salt=1,salt=2").contains("given twice"));
    assert!(refused("tactics").contains("parameter \"file\" is missing"));
    assert!(refused("tactics:fil=x").contains("did you mean \"file\"?"));
    assert!(refused("rady-h:file=x").contains("unknown parameter \"file\""));
    assert!(refused("nowhere/x.toml").starts_with("nowhere/x.toml: "));
    assert!(refused("strategies/").contains("found a folder"));
    assert!(refused(&"x".repeat(10_000)).len() < 2000);
    assert!(refused("tactics:file=").contains("parameter \"file\": found \"\"; allowed: the path of a strategy file"));
}

#[test]
fn unreadable_files_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    assert!(
        refused(&write("empty.toml", b""))
            .ends_with("empty.toml: the key \"game\" is missing; allowed: \"dominoes\", \"all-fives\"")
    );
    assert!(
        refused(&write("binary.toml", &[b'a', 0xff, 0xfe, 0]))
            .ends_with("byte 1 is not UTF-8; allowed: TOML text in UTF-8")
    );
    assert!(refused(&write("large.toml", &vec![b'#'; (1 << 20) + 1])).contains("too large"));
    assert!(refused(&write("zero.toml", &[0; 100])).contains("zero.toml:1:1"));
    assert!(refused(folder.path().to_str().unwrap()).contains("found a folder"));
    // A colon, a comma and an equals sign in a path are part of it.
    let odd = write("a,b:c d.toml", HEAD.as_bytes());
    assert!(resolve(&odd).is_ok() && resolve(&format!("tactics:file={odd},salt=2")).unwrap().salt == 2);
    let files = strategy_files(folder.path()).unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.stem.as_str()).collect();
    assert_eq!(names, ["a,b:c d", "binary", "empty", "large", "zero"]);
    assert_eq!(files[0].about, Ok(("dominoes".to_owned(), "a test".to_owned())));
    assert!(files[1..].iter().all(|file| file.about.is_err()));
    assert!(strategy_files(Path::new("nowhere")).unwrap().is_empty());
}

#[test]
fn sides_take_one_name_or_one_for_each_seat() {
    let side = |text: &str, seats| parse_lineup_side(text, seats, Some(root()));
    assert_eq!(side("greedy", 2).unwrap(), vec![resolve("greedy").unwrap(); 2]);
    assert_eq!(side("greedy+random", 2).unwrap(), [resolve("greedy").unwrap(), resolve("random").unwrap()]);
    assert_eq!(side("rady-h:salt=1+rady-h", 2).unwrap()[0].salt, 1);
    assert_eq!(
        side("greedy+random", 1).unwrap_err().to_string(),
        "\"greedy+random\": found 2 strategies for a side of 1 seat; allowed: one for all its seats, or one for each, joined by \"+\""
    );
    assert!(
        side("greedy+random+greedy", 2).unwrap_err().to_string().contains("found 3 strategies for a side of 2 seats")
    );
    assert!(side("greedy+", 2).unwrap_err().to_string().starts_with("unknown strategy \"\""));
}

#[test]
fn a_file_for_another_game_is_refused() {
    static CARDS: Vocabulary = Vocabulary { family: "cards", features: &[], conditions: &[], ties: &[] };
    let file = RuleFile::parse("game = \"cards\"\nabout = \"x\"", &[&VOCABULARY, &CARDS]).unwrap();
    let plan = StrategyPlan::custom("mine", tactics::Rules(std::sync::Arc::new(file)));
    let game = Dominoes::<DoubleSix, { sixtyone_engine::game::MAX_SEATS }>::new(
        Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap(),
    );
    let error = plan.build(&game, &Context::default()).err().unwrap().to_string();
    assert_eq!(error, "strategy \"mine\": its rules are for cards and cannot play dominoes");
    assert!(matches!(resolve("greedy").unwrap().build(&game, &Context::default()), Ok(Player::Greedy)));
    assert!(matches!(resolve("rady-h").unwrap().build(&game, &Context::default()), Ok(Player::Other(_))));
}

#[test]
fn every_shipped_file_is_in_order() {
    let files = strategy_files(&root().join("strategies")).unwrap();
    assert!(files.len() >= 7);
    for file in files {
        let (family, about) = file.about.unwrap_or_else(|error| panic!("{error}"));
        assert!(!about.ends_with('.') && about.len() <= 110, "{}: {about}", file.stem);
        assert_eq!(family, if file.stem.starts_with("cards-") { "all-fives" } else { "dominoes" }, "{}", file.stem);
        let text = std::fs::read_to_string(&file.path).unwrap();
        assert!(text.starts_with("# "), "{} opens with its idea", file.stem);
    }
}

#[test]
fn bidding_policies_play_their_cards_alike() {
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        RuleFile::parse(&text, &[&all_fives::VOCABULARY]).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
    };
    let play = |file: &RuleFile| {
        let name = |feature: usize| all_fives::VOCABULARY.features[feature].name;
        let rules = file.rules.iter().filter(|rule| !name(rule.feature).starts_with("bid"));
        (file.ties, rules.cloned().collect::<Vec<_>>())
    };
    let sharp = read(&root().join("strategies/cards-sharp.toml"));
    let files = strategy_files(&root().join("experiments/all-fives-bidding")).unwrap();
    assert!(files.len() >= 4);
    for file in files {
        let policy = read(&file.path);
        assert_eq!(play(&policy), play(&sharp), "{}", file.stem);
        assert_ne!(policy, sharp, "{}", file.stem);
    }
}

/// The tables of `strategies/README.md`, as a vocabulary has them; `of_move` is what its moves are called.
fn tables(vocabulary: &Vocabulary, of_move: &str) -> String {
    let mut text = String::from("### Features\n\n| feature | unit | meaning |\n|---|---|---|\n");
    for feature in vocabulary.features {
        let parameters: String = feature
            .parameters
            .iter()
            .map(|parameter| {
                let default = match (parameter.default, parameter.kind) {
                    (Fallback::Required, _) => ", required".to_owned(),
                    (Fallback::Whole(n), _) => format!("; default {n}"),
                    (Fallback::Word(index), ParameterKind::Word(words)) => format!("; default \"{}\"", words[index]),
                    _ => String::new(),
                };
                let kind = parameter.kind.to_string().replace('|', "or");
                format!("<br>`{}`: {}: {kind}{default}", parameter.name, parameter.meaning)
            })
            .collect();
        text += &format!("| `{}` | {} | {}{parameters} |\n", feature.name, feature.unit, feature.meaning);
    }
    text += "\n### Conditions\n\n| condition | of | written as | meaning |\n|---|---|---|---|\n";
    for condition in vocabulary.conditions {
        let of = if condition.of_move { of_move } else { "decision" };
        let written = if condition.yes_no { "true, false" } else { "range" };
        text += &format!("| `{}` | {of} | {written} | {} |\n", condition.name, condition.meaning);
    }
    text += "\n### Ties\n\n| ties | meaning |\n|---|---|\n";
    for (index, tie) in vocabulary.ties.iter().enumerate() {
        let default = if index == 0 { " (the default)" } else { "" };
        text += &format!("| `\"{}\"`{default} | {} |\n", tie.name, tie.meaning);
    }
    text
}

#[test]
fn the_readme_lists_every_word() {
    let path = root().join("strategies/README.md");
    let found = std::fs::read_to_string(&path).unwrap();
    let mut readme = found.clone();
    for (mark, vocabulary, of_move) in
        [("words", &VOCABULARY, "placement"), ("card words", &all_fives::VOCABULARY, "move")]
    {
        let (start, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
        let (before, rest) = readme.split_once(&start).expect("the README has the mark");
        let (_, after) = rest.split_once(&end).expect("the README has the end mark");
        readme = format!("{before}{start}\n{}\n{end}{after}", tables(vocabulary, of_move));
    }
    if found != readme {
        if std::env::var_os("UPDATE_README").is_some() {
            std::fs::write(&path, readme).unwrap();
        } else {
            panic!("strategies/README.md does not list the words as they are; run the test with UPDATE_README=1");
        }
    }
}
