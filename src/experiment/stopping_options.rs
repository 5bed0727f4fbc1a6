//! Stopping rules and margins as people write them: keys and values of an experiment file or of a command line.

use std::ops::Range;

use super::limits::DEFAULT_BLOCKS;
use crate::analysis::comparisons::Margins;
use crate::analysis::figures::compared_names;
use crate::games::options::nearest;
use crate::stats::sprt::{Model, Sprt};
use crate::stats::stopping::{DEFAULT_MAX_BLOCKS, StoppingRule};
use crate::streams::MAX_BLOCK;
use crate::toml_reader::{Problem, Source, TomlTable};

/// α and β where nothing else is said.
const DEFAULT_ERROR: f64 = 0.05;

/// The figure that a margin without a name is for.
const DEFAULT_FIGURE: &str = "win_share";

/// A rule, and the most blocks if they are named with it.
pub type RuleAndMost = (StoppingRule, Option<u64>);

/// A rule of an experiment file with its place.
pub type PlacedRule = (StoppingRule, Range<usize>);

/// A test from its keys. `real` reads a number by its key.
fn sprt<E>(
    model: Option<&str>,
    mut real: impl FnMut(&'static str) -> Result<Option<f64>, E>,
    problem: impl Fn(String) -> E,
) -> Result<Sprt, E> {
    let model = match model {
        None => Model::Logistic,
        Some(name) => Model::ALL.into_iter().find(|model| model.name() == name).ok_or_else(|| {
            let allowed = Model::ALL.map(Model::name);
            let near = nearest(name, allowed).map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            problem(format!("unknown model \"{name}\"{near}; allowed: {}", allowed.join(", ")))
        })?,
    };
    let names = model.bounds();
    for other in Model::ALL.iter().flat_map(|other| other.bounds()).filter(|other| !names.contains(other)) {
        if real(other)?.is_some() {
            let [low, high] = names;
            return Err(problem(format!(
                "\"{other}\" is no bound of model {}; its bounds: {low}, {high}",
                model.name()
            )));
        }
    }
    let mut bounds = [0.0; 2];
    for (bound, name) in bounds.iter_mut().zip(names) {
        *bound =
            real(name)?.ok_or_else(|| problem(format!("the sequential test has no \"{name}\", which it needs")))?;
    }
    let alpha = real("alpha")?.unwrap_or(DEFAULT_ERROR);
    let beta = real("beta")?.unwrap_or(DEFAULT_ERROR);
    Sprt::new(model, bounds[0], bounds[1], alpha, beta).map_err(problem)
}

/// A half-width that makes sense for a win share.
fn half_width(value: f64) -> Result<StoppingRule, String> {
    if (1e-6..0.5).contains(&value) {
        Ok(StoppingRule::HalfWidth(value))
    } else {
        Err(format!(
            "half-width {value}: allowed: a win share from 0.000001 to below 0.5, as in 0.005 for half a per cent"
        ))
    }
}

/// The keys of a test.
const TEST: [&str; 7] = ["model", "elo0", "elo1", "share0", "share1", "alpha", "beta"];

/// A test as a table of an experiment file.
fn test(source: Source<'_>, table: &TomlTable<'_>) -> Result<Sprt, Problem> {
    let problem = |message: String| source.problem(&table.span(), &message, "this test");
    sprt(table.text("model")?.as_deref(), |key| table.real(key), problem)
}

/// `prune` of a `[tournament]`: a test, and its `max_blocks`.
///
/// # Errors
/// If it is no test.
pub fn prune(source: Source<'_>, tournament: &TomlTable<'_>) -> Result<Option<(Sprt, Option<u64>)>, Problem> {
    let Some(table) = tournament.table("prune", "\"prune\" of [tournament]")? else {
        return Ok(None);
    };
    table.only(&[&TEST[..], &["max_blocks"]].concat())?;
    Ok(Some((test(source, &table)?, table.number("max_blocks", 1, MAX_BLOCK)?)))
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
    let most = table.number("max_blocks", 1, MAX_BLOCK)?;
    let rule = match (table.table("sprt", "\"sprt\" of [stop]")?, table.real("half_width")?) {
        (Some(table), None) => {
            table.only(&TEST)?;
            StoppingRule::Sprt(test(source, &table)?)
        }
        (None, Some(width)) => half_width(width).map_err(|message| {
            let span = table.get("half_width").map_or_else(|| table.span(), toml::Spanned::span);
            source.problem(&span, &message, "this half-width")
        })?,
        _ => {
            let message = "[stop] needs one rule: sprt = { elo0 = 0, elo1 = 10 }, or half_width = 0.005";
            return Err(source.problem(&table.span(), message, "one rule here"));
        }
    };
    Ok((Some((rule, table.span())), most))
}

/// Parts of the form KEY=VALUE, separated by commas.
pub(super) fn parts<'a>(text: &'a str, known: &[&str]) -> Result<Vec<(&'a str, &'a str)>, String> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for part in text.split(',') {
        let (key, value) =
            part.split_once('=').ok_or_else(|| format!("found \"{part}\"; allowed: KEY=VALUE,KEY=VALUE"))?;
        let (key, value) = (key.trim(), value.trim());
        if !known.contains(&key) {
            let near = nearest(key, known.iter().copied())
                .map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            return Err(format!("unknown key \"{key}\"{near}; allowed: {}", known.join(", ")));
        }
        if found.iter().any(|(other, _)| *other == key) {
            return Err(format!("\"{key}\" is given twice; keep one of the two"));
        }
        found.push((key, value));
    }
    Ok(found)
}

/// The value of a key.
pub(super) fn value<'a>(parts: &[(&str, &'a str)], key: &str) -> Option<&'a str> {
    parts.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

fn number(parts: &[(&str, &str)], key: &str) -> Result<Option<f64>, String> {
    let read = |text: &str| {
        text.parse::<f64>()
            .ok()
            .filter(|n| n.is_finite())
            .ok_or_else(|| format!("{key}: found \"{text}\"; allowed: a number"))
    };
    value(parts, key).map(read).transpose()
}

fn most(parts: &[(&str, &str)]) -> Result<Option<u64>, String> {
    let read = |text: &str| match text.parse::<u64>() {
        Ok(number) if (1..=MAX_BLOCK).contains(&number) => Ok(number),
        _ => Err(format!("max_blocks: found \"{text}\"; allowed: a whole number from 1 to {MAX_BLOCK}")),
    };
    value(parts, "max_blocks").map(read).transpose()
}

/// Reads `--prune elo0=-5,elo1=5,…`: a test, and the most blocks if they are named with it.
///
/// # Errors
/// In words.
pub fn test_argument(text: &str) -> Result<(Sprt, Option<u64>), String> {
    let parts = parts(text, &[&TEST[..], &["max_blocks"]].concat())?;
    let test = sprt(value(&parts, "model"), |key| number(&parts, key), |message| message)?;
    Ok((test, most(&parts)?))
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
    let parts = parts(text, &["half-width", "max_blocks"])?;
    let width = number(&parts, "half-width")?.ok_or("\"half-width\" is missing, as in half-width=0.005")?;
    Ok((half_width(width)?, most(&parts)?))
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

fn figure(name: &str, margin: f64) -> Result<(String, f64), String> {
    if !compared_names().any(|known| known == name) {
        let near =
            nearest(name, compared_names()).map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
        let list: Vec<&str> = compared_names().collect();
        return Err(format!("unknown figure \"{name}\"{near}; figures: {}", list.join(", ")));
    }
    if margin > 0.0 {
        Ok((name.to_owned(), margin))
    } else {
        Err(format!("margin {margin}: allowed: a number above 0"))
    }
}

/// Reads `--margin 0.01` (of win shares) or `--margin FIGURE=0.01`.
///
/// # Errors
/// In words.
pub fn margin_argument(text: &str) -> Result<(String, f64), String> {
    let (name, text) = text.split_once('=').unwrap_or((DEFAULT_FIGURE, text));
    let margin = text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    figure(name.trim(), margin.ok_or_else(|| format!("found \"{text}\"; allowed: a number, or FIGURE=NUMBER"))?)
}

/// `margin` of an experiment file: a number, for win shares, or a table of figures.
///
/// # Errors
/// If it is something else, or a figure is unknown.
pub fn margins(source: Source<'_>, file: &TomlTable<'_>) -> Result<Margins, Problem> {
    let Some(place) = file.get("margin") else {
        return Ok(Margins::new());
    };
    let named = |name: &str, margin: f64, span: &Range<usize>| {
        figure(name, margin).map_err(|message| source.problem(span, &message, "this margin"))
    };
    if !matches!(place.get_ref(), toml::de::DeValue::Table(_)) {
        let margin = file.real("margin")?.unwrap_or(0.0);
        return Ok(Margins::from([named(DEFAULT_FIGURE, margin, &place.span())?]));
    }
    let Some(table) = file.table("margin", "\"margin\"")? else {
        return Ok(Margins::new());
    };
    let entries = table.entries().into_iter();
    entries.map(|(key, span, _)| named(&key, table.real(&key)?.unwrap_or(0.0), &span)).collect()
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
        ] {
            let error = sprt_argument(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        for (text, part) in [
            ("half-width=0", "0.005"),
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
