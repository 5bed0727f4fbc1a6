//! Anchors of ratings as people write them: `greedy`, whose rating is then 0, or `greedy=0,expert=180`.

use crate::parameters::{Kind, Value, did_you_mean, shorten};

/// A rating that an anchor may be given, in Elo.
const ELO: Kind = Kind::real(-10_000.0, 10_000.0);

/// The rating of an anchor at the beginning of a text, with the rest of it behind the comma.
fn value(text: &str) -> Option<(f64, &str)> {
    let (number, rest) = text.split_once(',').unwrap_or((text, ""));
    match ELO.read(number) {
        Some(Value::Real(elo)) => Some((elo, rest)),
        _ => None,
    }
}

/// Reads a list. Names may themselves hold `=` and `,`, so the names that there are decide where one ends; the longest that fits is tried first.
fn list(text: &str, by_length: &[usize], names: &[String]) -> Option<Vec<(usize, f64)>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    by_length.iter().find_map(|entrant| {
        let rest = text.strip_prefix(names[*entrant].as_str())?;
        let (elo, rest) = match rest.chars().next() {
            None => (0.0, rest),
            Some(',') => (0.0, &rest[1..]),
            Some('=') => value(&rest[1..])?,
            Some(_) => return None,
        };
        Some(std::iter::once((*entrant, elo)).chain(list(rest, by_length, names)?).collect())
    })
}

/// Why a text is no list of anchors.
fn refuse(text: &str, names: &[String]) -> String {
    let part = text.split(',').find(|part| !names.iter().any(|name| name == part.split('=').next().unwrap_or(part)));
    let Some(part) = part else {
        return format!("the anchors {:?} have a rating that is none; allowed: NAME or NAME=ELO, {ELO}", shorten(text));
    };
    let name = part.split('=').next().unwrap_or(part);
    let near = did_you_mean(name, names.iter().map(String::as_str));
    format!("the anchor \"{}\" is none of the strategies{near}: {}", shorten(name), names.join(", "))
}

/// Reads anchors against the names of the entrants: the numbers of those that are anchored, each with its rating.
///
/// # Errors
/// In words, if a name is unknown or named twice, a rating is none, or nobody is left to be rated.
pub fn read(texts: &[String], names: &[String]) -> Result<Vec<(usize, f64)>, String> {
    let mut by_length: Vec<usize> = (0..names.len()).collect();
    by_length.sort_by_key(|entrant| std::cmp::Reverse(names[*entrant].len()));
    let mut found: Vec<(usize, f64)> = Vec::new();
    for text in texts {
        let anchors = list(text, &by_length, names).filter(|anchors| !anchors.is_empty());
        for (entrant, elo) in anchors.ok_or_else(|| refuse(text, names))? {
            if found.iter().any(|(other, _)| *other == entrant) {
                return Err(format!("the anchor \"{}\" is named twice; name it once", names[entrant]));
            }
            found.push((entrant, elo));
        }
    }
    if found.len() > 1 && found.len() == names.len() {
        return Err("every strategy is an anchor, so that none is rated; leave at least one without a value".to_owned());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["greedy", "random", "random:salt=1", "ismcts:iterations=9,salt=2"].map(str::to_owned).to_vec()
    }

    #[test]
    fn names_decide_where_an_anchor_ends() {
        let found = |texts: &[&str]| read(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), &names());
        assert_eq!(found(&[]).unwrap(), []);
        assert_eq!(found(&["greedy"]).unwrap(), [(0, 0.0)]);
        assert_eq!(found(&["greedy=0,random=-180.5"]).unwrap(), [(0, 0.0), (1, -180.5)]);
        assert_eq!(found(&["random:salt=1", "greedy=7"]).unwrap(), [(2, 0.0), (0, 7.0)]);
        assert_eq!(found(&["ismcts:iterations=9,salt=2=150,random:salt=1=3"]).unwrap(), [(3, 150.0), (2, 3.0)]);
        for (texts, part) in [
            (&["gredy"][..], "the anchor \"gredy\" is none of the strategies (did you mean \"greedy\"?)"),
            (&["gredy=5"], "did you mean \"greedy\"?"),
            (&["greedy=x"], "a rating that is none"),
            (&["greedy=inf"], "a rating that is none"),
            (&[""], "none of the strategies"),
            (&["greedy,greedy=3"], "named twice"),
            (&["greedy,random,random:salt=1,ismcts:iterations=9,salt=2"], "every strategy is an anchor"),
        ] {
            let error = found(texts).unwrap_err();
            assert!(error.contains(part), "{texts:?}: {error}");
        }
    }
}
