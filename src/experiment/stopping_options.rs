//! Stopping rules and margins as people write them: keys and values of an experiment file or of a command line.

use std::ops::Range;

use super::limits::DEFAULT_BLOCKS;
use crate::analysis::comparisons::Margins;
use crate::analysis::figures::compared_names;
use crate::parameters::{End, Kind, Parameter, Value, Values, did_you_mean, read_list, shorten};
use crate::stats::sprt::{Model, Sprt};
use crate::stats::stopping::{DEFAULT_MAX_BLOCKS, StoppingRule};
use crate::streams::MAX_BLOCK;
use crate::toml_reader::{Placed, Problem, Source, TomlTable};

/// The most blocks that a rule may take.
const MAX_BLOCKS: Parameter = Parameter {
    name: "max_blocks",
    kind: Kind::whole(1, MAX_BLOCK),
    default: None,
    meaning: "the number of blocks after which the run ends in any case",
};

/// A half-width that makes sense for a win share.
const HALF_WIDTH: Kind = Kind::Real { low: End::Closed(1e-6), high: End::Open(0.5) };

/// What `--until` takes.
const UNTIL: [Parameter; 2] = [
    Parameter {
        name: "half-width",
        kind: HALF_WIDTH,
        default: None,
        meaning: "half the width of the interval of the win share at which the run ends",
    },
    MAX_BLOCKS,
];

/// A margin of any figure.
const MARGIN: Kind = Kind::Real { low: End::Open(0.0), high: End::None };

/// The figure that a margin without a name is for.
const DEFAULT_FIGURE: &str = "win_share";

/// A rule, and the most blocks if they are named with it.
pub type RuleAndMost = (StoppingRule, Option<u64>);

/// A rule of an experiment file with its place.
pub type PlacedRule = (StoppingRule, Range<usize>);

/// What a test that may name its most blocks takes.
fn test_and_most() -> Vec<Parameter> {
    [&Sprt::PARAMETERS[..], &[MAX_BLOCKS]].concat()
}

/// A test from values that have been read.
fn test(values: &Values) -> Result<Sprt, String> {
    let word = values.text("model").unwrap_or_default();
    let model = Model::ALL.into_iter().find(|model| model.name() == word).unwrap_or(Model::Logistic);
    let names @ [low_name, high_name] = model.bounds();
    let mut others = Model::ALL.iter().flat_map(|other| other.bounds()).filter(|other| !names.contains(other));
    if let Some(other) = others.find(|other| values.get(other).is_some()) {
        return Err(format!("\"{other}\" is no bound of model {}; its bounds: {low_name}, {high_name}", model.name()));
    }
    let needed =
        |name: &str| values.real(name).ok_or_else(|| format!("the sequential test has no \"{name}\", which it needs"));
    Sprt::new(model, needed(low_name)?, needed(high_name)?, needed("alpha")?, needed("beta")?)
}

/// A test as a table of an experiment file, read.
fn placed_test(source: Source<'_>, table: &TomlTable<'_>, values: &Values) -> Result<Sprt, Problem> {
    test(values).map_err(|message| source.problem(&table.span(), &message, "this test"))
}

/// `prune` of a `[tournament]`: a test, and its `max_blocks`.
///
/// # Errors
/// If it is no test.
pub fn prune(source: Source<'_>, tournament: &TomlTable<'_>) -> Result<Option<(Sprt, Option<u64>)>, Problem> {
    let Some(table) = tournament.table("prune", "\"prune\" of [tournament]")? else {
        return Ok(None);
    };
    let values = table.values(&test_and_most())?;
    Ok(Some((placed_test(source, &table, &values)?, values.whole(MAX_BLOCKS.name))))
}

/// The `[stop]` table of an experiment file, with its place, and its `max_blocks`.
///
/// # Errors
/// If it is no rule.
pub fn stop(source: Source<'_>, file: &TomlTable<'_>) -> Result<(Option<PlacedRule>, Option<u64>), Problem> {
    let Some(table) = file.table("stop", "[stop]")? else {
        return Ok((None, None));
    };
    table.only(&["sprt", "half_width", "max_blocks"])?;
    let most = match table.value(MAX_BLOCKS.name, &MAX_BLOCKS.kind)? {
        Some(Value::Whole(most)) => u64::try_from(most).ok(),
        _ => None,
    };
    let rule = match (table.table("sprt", "\"sprt\" of [stop]")?, table.value("half_width", &HALF_WIDTH)?) {
        (Some(table), None) => StoppingRule::Sprt(placed_test(source, &table, &table.values(&Sprt::PARAMETERS)?)?),
        (None, Some(Value::Real(width))) => StoppingRule::HalfWidth(width),
        _ => {
            let message = "[stop] needs one rule: sprt = { elo0 = 0, elo1 = 10 }, or half_width = 0.005";
            return Err(source.problem(&table.span(), message, "one rule here"));
        }
    };
    Ok((Some((rule, table.span())), most))
}

/// Reads `--prune elo0=-5,elo1=5,…`: a test, and the most blocks if they are named with it.
///
/// # Errors
/// In words.
pub fn test_argument(text: &str) -> Result<(Sprt, Option<u64>), String> {
    let values = read_list(text, &test_and_most()).map_err(|error| error.to_string())?;
    Ok((test(&values)?, values.whole(MAX_BLOCKS.name)))
}

/// Reads a test by itself, of blocks that have been played: `elo0=0,elo1=10,…`.
///
/// # Errors
/// In words.
pub fn bare_test_argument(text: &str) -> Result<Sprt, String> {
    test(&read_list(text, &Sprt::PARAMETERS).map_err(|error| error.to_string())?)
}

/// Reads `--sprt elo0=0,elo1=10,…`.
///
/// # Errors
/// In words.
pub fn sprt_argument(text: &str) -> Result<RuleAndMost, String> {
    test_argument(text).map(|(test, most)| (StoppingRule::Sprt(test), most))
}

/// Reads `--until half-width=0.005`.
///
/// # Errors
/// In words.
pub fn until_argument(text: &str) -> Result<RuleAndMost, String> {
    let values = read_list(text, &UNTIL).map_err(|error| error.to_string())?;
    let width = values.real(UNTIL[0].name).ok_or("\"half-width\" is missing, as in half-width=0.005")?;
    Ok((StoppingRule::HalfWidth(width), values.whole(MAX_BLOCKS.name)))
}

/// Blocks that were asked for, if any, the most that were named with a rule, and whether there is a rule: how many blocks there are at most.
///
/// # Errors
/// In words, if both say how many and differ.
pub fn most_blocks(asked: Option<u64>, named: Option<u64>, rule: bool) -> Result<u64, String> {
    match (asked, named) {
        (Some(blocks), Some(most)) if blocks != most => {
            Err(format!("--blocks {blocks} and max_blocks={most} differ; keep one of the two"))
        }
        (Some(blocks), _) | (None, Some(blocks)) => Ok(blocks),
        (None, None) => Ok(if rule { DEFAULT_MAX_BLOCKS } else { DEFAULT_BLOCKS }),
    }
}

/// A rule as [`sprt_argument`] or [`until_argument`] reads it.
#[must_use]
pub fn rule_argument(rule: &StoppingRule) -> String {
    match rule {
        StoppingRule::Sprt(test) => {
            let [low, high] = test.model.bounds();
            format!(
                "model={},{low}={},{high}={},alpha={},beta={}",
                test.model.name(),
                test.low,
                test.high,
                test.alpha,
                test.beta
            )
        }
        StoppingRule::HalfWidth(width) => format!("half-width={width}"),
    }
}

/// The name of a figure that has margins.
fn figure(name: &str) -> Result<String, String> {
    if compared_names().any(|known| known == name) {
        return Ok(name.to_owned());
    }
    let near = did_you_mean(name, compared_names());
    let list: Vec<&str> = compared_names().collect();
    Err(format!("unknown figure \"{name}\"{near}; figures: {}", list.join(", ")))
}

/// Reads `--margin 0.01` (of win shares) or `--margin FIGURE=0.01`.
///
/// # Errors
/// In words.
pub fn margin_argument(text: &str) -> Result<(String, f64), String> {
    let (name, text) = text.split_once('=').unwrap_or((DEFAULT_FIGURE, text));
    let name = figure(name.trim())?;
    match MARGIN.read(text) {
        Some(Value::Real(margin)) => Ok((name, margin)),
        _ => Err(format!("found {:?}; allowed: {MARGIN}, or FIGURE=NUMBER", shorten(text))),
    }
}

/// `margin` of an experiment file: a number, for win shares, or a table of figures.
///
/// # Errors
/// If it is something else, or a figure is unknown.
pub fn margins(source: Source<'_>, file: &TomlTable<'_>) -> Result<Margins, Problem> {
    let Some(place) = file.get("margin") else {
        return Ok(Margins::new());
    };
    let margin = |table: &TomlTable<'_>, key: &str| match table.value(key, &MARGIN)? {
        Some(Value::Real(margin)) => Ok(margin),
        _ => Err(table.missing(key)),
    };
    if !matches!(place.get_ref(), toml::de::DeValue::Table(_)) {
        return Ok(Margins::from([(DEFAULT_FIGURE.to_owned(), margin(file, "margin")?)]));
    }
    let Some(table) = file.table("margin", "\"margin\"")? else {
        return Ok(Margins::new());
    };
    let named = |(key, span, _): (String, Range<usize>, &Placed<'_>)| {
        let name = figure(&key).map_err(|message| source.problem(&span, &message, "this margin"))?;
        Ok((name, margin(&table, &key)?))
    };
    table.entries().into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_rules() {
        let (rule, most) = sprt_argument("elo0=0,elo1=10,alpha=0.01,max_blocks=5000").unwrap();
        assert_eq!(most, Some(5000));
        assert_eq!(rule, StoppingRule::Sprt(Sprt::new(Model::Logistic, 0.0, 10.0, 0.01, 0.05).unwrap()));
        let (rule, most) = sprt_argument("model=win-share, share0=0.5, share1=0.51").unwrap();
        assert_eq!(
            (rule, most),
            (StoppingRule::Sprt(Sprt::new(Model::WinShare, 0.5, 0.51, 0.05, 0.05).unwrap()), None)
        );
        assert_eq!(until_argument("half-width=0.005").unwrap(), (StoppingRule::HalfWidth(0.005), None));
        for rule in ["elo0=-1.5,elo1=10,alpha=0.01", "model=win-share,share0=0.5,share1=0.51"] {
            let (rule, _) = sprt_argument(rule).unwrap();
            assert_eq!(sprt_argument(&rule_argument(&rule)).unwrap(), (rule, None));
        }
        assert_eq!(rule_argument(&StoppingRule::HalfWidth(0.005)), "half-width=0.005");
        assert_eq!(margin_argument("0.01").unwrap(), ("win_share".to_owned(), 0.01));
        assert_eq!(margin_argument("rounds_per_match=0.1").unwrap(), ("rounds_per_match".to_owned(), 0.1));
    }

    #[test]
    fn what_is_no_rule_says_what_is_allowed() {
        for (text, part) in [
            ("", "KEY=VALUE"),
            ("elo0=0", "no \"elo1\""),
            ("elo0=0,elo1=x", "found \"x\""),
            ("elo0=0,elo1=inf", "found \"inf\""),
            ("elo0=0,elo1=1,elo1=2", "twice"),
            ("elo0=0,elo2=5", "did you mean"),
            ("elo0=0,elo1=5,model=normalised", "did you mean \"normalized\"?"),
            ("elo0=0,elo1=5,model=win-share", "its bounds: share0, share1"),
            ("share0=0.5,share1=0.6", "its bounds: elo0, elo1"),
            ("elo0=5,elo1=0", "elo0 < elo1"),
            ("elo0=0,elo1=5,alpha=0.6,beta=0.6", "less than 1"),
            ("elo0=0,elo1=5,max_blocks=0", "from 1 to"),
            ("model=win-share,share0=0,share1=0.5", "found \"0\"; allowed: a number above 0 and below 1"),
            ("elo0=0,elo1=5,alpha=1e-10", "found \"1e-10\"; allowed: a number from 0.000000001 to below 1"),
            ("elo0=0,elo1=1e308", "found \"1e308\"; allowed: a number from -"),
        ] {
            let error = sprt_argument(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        for (text, part) in [
            ("half-width=0", "from 0.000001 to below 0.5"),
            ("half-width=0.5", "below 0.5"),
            ("half-width=nan", "a number"),
            ("half_width=1", "did you mean"),
            ("max_blocks=5", "missing"),
        ] {
            let error = until_argument(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        for (text, part) in
            [("0", "above 0"), ("x", "a number"), ("win_shar=1", "did you mean \"win_share\"?"), ("-1", "above 0")]
        {
            let error = margin_argument(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
