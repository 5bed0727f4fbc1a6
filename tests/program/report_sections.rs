//! The page of a result: tournaments, tables of match equity, and what is claimed of differences.

use std::fs::{read, read_to_string, remove_file, write};
use std::path::Path;

use serde_json::Value;
use sixtyone::analysis::figures::{FigureSpec, GAME, Output};

use crate::program::{code, err, out, run_in, words};

fn good(folder: &Path, line: &str) -> String {
    let output = run_in(folder, &words(line));
    assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
    err(&output)
}

/// A folder with the strategies that are named here.
fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    std::fs::create_dir(folder.path().join("strategies")).unwrap();
    for name in ["club.toml", "rady-h.toml"] {
        std::fs::copy(own.join(name), folder.path().join("strategies").join(name)).unwrap();
    }
    folder
}

/// Runs a line in a folder; returns the page, which is made again byte for byte.
fn page(folder: &Path, line: &str) -> String {
    good(folder, &format!("{line} --threads 1 --quiet --force --out r"));
    let path = folder.join("r/report.html");
    let text = read_to_string(&path).unwrap();
    good(folder, "report r --quiet");
    assert!(read_to_string(&path).unwrap() == text, "{line}");
    let figures = text.matches("<figure").count();
    for part in ["<figcaption>", "role=\"img\" aria-label=\""] {
        assert_eq!(text.matches(part).count(), figures, "{line}: {part}");
    }
    text
}

/// The text alternative of the figure with this title.
fn alternative<'a>(page: &'a str, title: &str) -> &'a str {
    let start = format!("role=\"img\" aria-label=\"{title}. ");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("no figure \"{title}\""));
    rest.split('"').next().unwrap()
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// A table of a result, each row by its columns.
fn table(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

#[test]
fn a_tournament_has_its_ranking_and_its_cross_table() {
    let folder = place();
    let page = page(folder.path(), "tournament random greedy club club:salt=1 --blocks 80");
    let ratings = table(&folder.path().join("r/ratings.csv"));
    let pairs = table(&folder.path().join("r/crosstable.csv"));
    // club and its copy, which has no use for random numbers, do not differ significantly.
    let answer = page.split("<h2>").nth(1).unwrap();
    assert!(answer.contains("club has the highest of 4 ratings") && answer.contains("but not than club:salt=1."));
    assert!(answer.contains(
        "2 of the 3 pairs of neighbours in the ranking are significantly different. Not significant: club and club:salt=1."
    ));
    assert!(answer.contains("Head to head, club significantly beats 2 of its 3 opponents."));
    assert!(answer.contains("There is no significant cycle"));
    let words = alternative(&page, "Ratings");
    for row in &ratings {
        assert!(
            words.contains(&format!("{} {}: {:.1} (", row["rank"], row["strategy"], number(&row["elo"]))),
            "{words}"
        );
        assert!(page.contains(&format!("<span class=\"rank\">{}</span>\u{a0}{}", row["rank"], row["strategy"])));
    }
    let words = alternative(&page, "Win share of the row against the column, %");
    let order = |name: &str| ratings.iter().position(|row| row["strategy"] == name).unwrap();
    let mut told = 0;
    for pair in &pairs {
        let (name, other) = (&pair["strategy"], &pair["opponent"]);
        let share = format!("{name} against {other}: {:.1}", 100.0 * number(&pair["win_share"]));
        assert_eq!(words.contains(&share), order(name) < order(other), "{share}\n{words}");
        told += usize::from(order(name) < order(other));
    }
    assert_eq!(told, 6);
    assert!(page.contains("href=\"./ratings.csv\"") && page.contains("href=\"./crosstable.csv\""));
    // Results by line-up are folded.
    assert!(page.contains("<details class=\"group\"><summary class=\"title\">All 6 line-ups"));
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn what_one_block_says_is_nothing() {
    let folder = place();
    let page = page(folder.path(), "tournament random greedy club --blocks 1");
    let answer = page.split("<h2>").nth(1).unwrap();
    assert!(answer.contains("but is not significantly stronger than any of the others."));
    assert!(answer.contains("No two neighbours in the ranking differ significantly."));
    assert!(!answer.contains("is first") && !answer.contains("There is a cycle"));
}

#[test]
fn three_seats_gauntlets_and_many_entrants() {
    let folder = place();
    let three = page(folder.path(), "tournament greedy club random rady-h --players 3 --blocks 30");
    let words = alternative(&three, "Win share of the row in line-ups with the column, %");
    assert!(words.starts_with("Win shares in %, line-ups with both: ") && words.contains("greedy against random: "));
    assert!(!three.contains("There is no significant cycle"));

    let gauntlet = page(folder.path(), "tournament greedy club random --gauntlet --anchor random --blocks 30");
    assert!(gauntlet.contains("Only greedy met the others") && gauntlet.contains("Elo above random"));
    assert!(alternative(&gauntlet, "Win share of greedy against each of the others").contains("random: "));
    assert!(!gauntlet.contains("Win share of the row"));

    let names: Vec<String> = (1..=21).map(|salt| format!("random:salt={salt}")).collect();
    let many = page(folder.path(), &format!("tournament {} greedy --blocks 4", names.join(" ")));
    let words = alternative(&many, "Win share of the row against the column, %");
    assert!(words.contains("greedy: from ") && words.contains("above an equal share against 21 of 21"));
    assert!(!words.contains(" against random:salt=1: "));
}

#[test]
fn a_tournament_that_does_not_fit_is_refused() {
    let folder = place();
    page(folder.path(), "tournament greedy club random --blocks 3");
    let path = folder.path().join("r/manifest.json");
    let kept = manifest(&folder.path().join("r"));
    for (strategies, part) in [
        (serde_json::json!(["greedy", "club"]), "none of the tournament's strategies"),
        (serde_json::json!(["greedy", "club", "random", "x"]), "not fit the tournament"),
    ] {
        let mut wrong = kept.clone();
        wrong["experiment"]["tournament"]["strategies"] = strategies;
        write(&path, wrong.to_string()).unwrap();
        let output = run_in(folder.path(), &["report", "r"]);
        assert!(code(&output) == 2 && err(&output).contains(part), "{}", err(&output));
    }
}

/// Searches that are over soon, to nine points with three tiles each.
const SEARCHED: &str = "match ismcts:iterations=2 greedy --set target=9 --set hand=3 --blocks 2";

#[test]
fn tables_of_match_equity_come_with_the_result() {
    let folder = place();
    let result = folder.path().join("r");
    let searched = page(folder.path(), SEARCHED);
    let found = manifest(&result);
    let [entry] = found["equity"].as_array().unwrap().as_slice() else { panic!("one table") };
    let digest = found["experiment"]["cells"][0]["strategies"][0]["seats"][0]["equity"].as_str().unwrap();
    assert_eq!((entry["blake3"].as_str(), entry["target"].as_u64()), (Some(digest), Some(9)));
    assert_eq!((&entry["reference"]["name"], &entry["game"]["target"]), (&"greedy".into(), &9.into()));
    let name = entry["file"].as_str().unwrap();
    assert_eq!(name, format!("equity-{}.csv", &digest[..12]));
    let text = read_to_string(result.join(name)).unwrap();
    let listed = found["files"].as_array().unwrap().iter().find(|file| file["name"] == name).unwrap();
    assert_eq!(listed["blake3"], blake3::hash(text.as_bytes()).to_hex().to_string());
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0][0], rows[0][9], rows[9][0]), (10, "own_score_points", "other_8", "8"));

    // The same numbers as those of the verb that shows a table.
    good(folder.path(), "equity --set target=9 --set hand=3 --quiet --out e");
    let whole: Value = serde_json::from_slice(&read(folder.path().join("e/equity.json")).unwrap()).unwrap();
    assert_eq!(whole["blake3"], digest);
    let chances = whole["chances"].as_array().unwrap();
    for own in 0..9 {
        for other in 0..9 {
            assert_eq!(rows[own + 1][other + 1], chances[2 * (9 * own + other)].to_string());
        }
    }
    let title = "fives-and-threes to 9: chance to win the match, both sides playing greedy";
    let words = alternative(&searched, title);
    let percent = 100.0 * number(rows[1][9]) / 16_777_216.0;
    assert!(words.contains(&format!("{percent:.1} % at 0–8")), "{words}");
    assert!(searched.contains("ismcts:iterations=2 plays by it.") && searched.contains(&format!("href=\"./{name}\"")));

    // Without the table there is no page; another table is not taken for it.
    let path = result.join(name);
    remove_file(&path).unwrap();
    for part in ["cannot read equity-", "does not match the manifest"] {
        let output = run_in(folder.path(), &["report", "r"]);
        assert!(code(&output) == 2 && err(&output).contains(part), "{}", err(&output));
        write(&path, text.replacen("8,", "7,", 1)).unwrap();
    }

    // A result in which nobody plays by a table has none, and the old one goes.
    let line = "match greedy random --set target=9 --set hand=3 --blocks 2 --threads 1 --force --out r";
    assert!(good(folder.path(), line).contains(&format!("removed outdated files of an earlier run: {name}")));
    assert!(!path.exists() && manifest(&result).get("equity").is_none());
    assert!(!read_to_string(result.join("report.html")).unwrap().contains("<h2>Match equity</h2>"));
}

#[test]
fn no_file_of_the_user_overwrites_a_table() {
    let folder = place();
    let line = format!("{SEARCHED} --out r --games=r/equity-0123456789ab.csv");
    let output = run_in(folder.path(), &words(&line));
    assert!(
        code(&output) == 2 && err(&output).contains("would overwrite a table of the result folder"),
        "{}",
        err(&output)
    );
}

const VARIANTS: &str = "\
title = \"Claims\"
question = \"Which figures differ?\"
blocks = 150

[[variant]]
name = \"base\"

[[variant]]
name = \"again\"
set = { overshoot = \"allow\" }

[[variant]]
name = \"short\"
set = { target = 31 }

[[lineup]]
strategies = [\"greedy\", \"random\"]

[[lineup]]
strategies = [\"club\", \"greedy\"]
";

#[test]
fn what_is_claimed_of_a_variant_is_what_its_intervals_show() {
    let folder = place();
    write(folder.path().join("claims.toml"), VARIANTS).unwrap();
    let page = page(folder.path(), "run claims.toml");
    let (mut claimed, mut open) = (0, 0);
    for row in table(&folder.path().join("r/differences.csv")) {
        let told = GAME.iter().filter(|figure| figure.shows(Output::Sentence));
        let Some(FigureSpec { higher: more, lower: less, .. }) =
            told.into_iter().find(|figure| figure.name == row["figure"])
        else {
            continue;
        };
        if row["p_value"].is_empty() {
            continue;
        }
        // The sentences of a variant stand with the line-up's figures.
        let group = page.split("<summary class=\"title\">").find(|part| part.starts_with(&row["lineup"])).unwrap();
        let sentence = group.split(&format!("<strong>{}:</strong>", row["variant"])).nth(1).unwrap();
        let sentence = sentence.split("</li>").next().unwrap();
        let (said, not_shown) = sentence.split_once("no significant difference").unwrap_or((sentence, ""));
        assert!(!not_shown.contains(*more) && !not_shown.contains(*less), "{sentence}");
        let (low, high) = (number(&row["low"]), number(&row["high"]));
        let different = row["claim"] == "different";
        assert_eq!(said.contains(*more), different && low > 0.0, "{row:?}\n{sentence}");
        assert_eq!(said.contains(*less), different && high < 0.0, "{row:?}\n{sentence}");
        assert!(!different || low > 0.0 || high < 0.0, "{row:?}");
        claimed += usize::from(different);
        open += usize::from(!different);
    }
    assert!(claimed > 5 && open > 0, "{claimed} {open}");
    let base = page.split("<strong>base:</strong>").nth(1).unwrap().split("</li>").next().unwrap();
    for part in [
        "rounds per match ",
        "winning margin, points ",
        "moves to choose from ",
        "opener's advantage, points per round ",
    ] {
        assert!(base.contains(part), "{part}\n{base}");
    }
    assert!(page.contains("winning margin, points") && page.contains("<figcaption>Winning margin, points"));
}

#[test]
fn places_of_three_sides_are_told() {
    let folder = place();
    let page = page(folder.path(), "match random random random --players 3 --blocks 40");
    let told = page.split("The sides after the opener's, in turn, win ").nth(1).unwrap().split("</li>").next().unwrap();
    let summary = table(&folder.path().join("r/summary.csv"));
    for place in ["place_1_win_share", "place_2_win_share"] {
        let of = |end: &str| number(&summary[0][&format!("{place}{end}")]);
        let (low, high) = (of("_low"), of("_high"));
        let verdict = if low > 1.0 / 3.0 {
            "above 1/3"
        } else if high < 1.0 / 3.0 {
            "below 1/3"
        } else {
            "not significantly different from 1/3"
        };
        let share = format!("{:.2} % ({:.2} to {:.2}), {verdict}", 100.0 * of(""), 100.0 * low, 100.0 * high);
        assert!(told.contains(&share), "{share}\n{told}");
    }
}

#[test]
fn a_sweep_over_two_options_says_what_each_cell_is_compared_with() {
    let folder = place();
    let text = "title = \"T\"\nquestion = \"Q\"\nblocks = 30\n[sweep]\ntarget = [11, 21]\nout_bonus = [0, 1]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n\
                [[lineup]]\nstrategies = [\"club\", \"random\"]\nskill = true\n";
    let of = |text: &str, baseline: &str| {
        write(folder.path().join("x.toml"), text).unwrap();
        let page = page(folder.path(), "run x.toml");
        let table = out(&run_in(folder.path(), &words("run x.toml --out r --quiet --force")));
        let rows: Vec<_> = table.lines().filter(|line| line.trim_start().starts_with("against ")).collect();
        assert!(rows.len() == 4 && rows.iter().all(|row| row.contains(baseline)), "{table}");
        assert!(table.contains("\"against …\"") && !table.contains("\"difference\""), "{table}");
        assert_eq!(page.matches(&format!(">{baseline}</th>")).count(), 4);
        let value = baseline.trim_start_matches("against ");
        let found = self::table(&folder.path().join("r/differences.csv"));
        let fits = |row: &std::collections::BTreeMap<String, String>| {
            row["baseline"].contains(value) && !row["cell"].contains(value)
        };
        assert!(!found.is_empty() && found.iter().all(fits));
        (table, out(&run_in(folder.path(), &words("describe x.toml"))))
    };
    let (_, described) = of(text, "against out_bonus=0");
    assert!(described.contains("7  target=21 out_bonus=1 / greedy vs random (against 5)"), "{described}");
    let chosen = text.replacen("[[lineup]]", "baseline = { target = 21 }\n[[lineup]]", 1);
    let (table, _) = of(&chosen, "against target=21");
    // Skill is the win share of the line-up that measures it, which has no second column of it; elsewhere the column says whose it is.
    let heads = |title: &str| table.split(title).nth(1).unwrap().split("target=").next().unwrap().to_owned();
    assert!(heads("\ngreedy vs random\n").contains("skill:"), "{table}");
    assert!(!heads("\nclub vs random\n").contains("skill:"), "{table}");
}

#[test]
fn a_game_has_no_figure_of_what_cannot_occur_in_it() {
    let folder = place();
    for (game, foreign) in [("all-fives", "blocked rounds"), ("fives-and-threes", "void deals")] {
        let line = format!("match greedy random --game {game} --blocks 20 --out r --force --quiet");
        let text = out(&run_in(folder.path(), &words(&line)));
        let page = read_to_string(folder.path().join("r/report.html")).unwrap();
        assert!(text.contains("rounds per match"), "{text}");
        assert!(!text.contains(foreign) && !page.contains(foreign), "{game}\n{text}");
    }
}
