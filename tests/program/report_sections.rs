//! The page of a result: tournaments, tables of match equity, and what is claimed of differences.

use std::fs::{read, read_to_string, remove_file, write};
use std::path::Path;

use serde_json::Value;

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
    // A figure is a picture with a text alternative, or rows of text with dots.
    let figures = text.matches("<figure").count();
    let dots = text.matches("<figure class=\"dots\"").count() + text.matches("<figure class=\"effects\"").count();
    assert_eq!(text.matches("<figcaption>").count(), figures, "{line}");
    assert_eq!(text.matches("role=\"img\" aria-label=\"").count(), figures - dots, "{line}");
    text
}

/// The rows of the figure with this title, each as its label and its value: `greedy: 75 ±2`.
fn dots(page: &str, title: &str) -> Vec<String> {
    let start = format!("<figcaption>{title}</figcaption>");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("no figure \"{title}\""));
    let rest = rest.split("</figure>").next().unwrap();
    let text = |row: &str, class: &str| {
        row.split(&format!("<span class=\"{class}\">"))
            .nth(1)
            .unwrap()
            .split('<')
            .next()
            .unwrap()
            .replace('\u{a0}', " ")
    };
    rest.split("<div class=\"dot\">")
        .skip(1)
        .map(|row| format!("{}: {}", text(row, "label"), text(row, "value")))
        .collect()
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
    let answer = page.split("<h2>").next().unwrap();
    assert!(answer.contains("club has the highest of 4 ratings") && answer.contains("but not than club:salt=1."));
    assert!(answer.contains(
        "2 of the 3 pairs of neighbours in the ranking are significantly different. Not significant: club and club:salt=1."
    ));
    assert!(answer.contains("Head to head, club significantly beats 2 of its 3 opponents."));
    assert!(answer.contains("There is no significant cycle"));
    let rows = dots(&page, "Ratings");
    assert_eq!(rows.len(), ratings.len());
    for (row, drawn) in ratings.iter().zip(&rows) {
        let elo = number(&row["elo"]);
        let start =
            format!("{} {}: {}{:.0}", row["rank"], row["strategy"], if elo < 0.0 { '−' } else { '+' }, elo.abs());
        assert!(drawn.starts_with(&start) && drawn.contains('±'), "{drawn} {start}");
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
    assert!(
        page.contains("><summary class=\"title\">All 6 line-ups") && !page.contains("<details class=\"group\" open")
    );
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn what_one_block_says_is_nothing() {
    let folder = place();
    let page = page(folder.path(), "tournament random greedy club --blocks 1");
    let answer = page.split("<h2>").next().unwrap();
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
    let rows = dots(&gauntlet, "Win share of greedy against each of the others");
    assert!(rows.len() == 2 && rows.iter().any(|row| row.contains(" random: ")), "{rows:?}");
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

/// The sentences at the head of a page.
fn answer(page: &str) -> Vec<String> {
    let (_, rest) = page.split_once("<div class=\"answer\">").unwrap();
    rest.split("</div>").next().unwrap().split("<p>").skip(1).map(|text| text.replace("</p>", "")).collect()
}

#[test]
fn the_picture_shows_each_effect_with_its_interval_and_what_may_be_claimed() {
    let folder = place();
    write(folder.path().join("claims.toml"), VARIANTS).unwrap();
    let page = page(folder.path(), "run claims.toml");
    let (mut filled, mut hollow) = (0, 0);
    for row in table(&folder.path().join("r/differences.csv")) {
        let Some((_, panel)) = page.split_once(&format!("<div class=\"panel\" data-figure=\"{}\">", row["figure"]))
        else {
            continue;
        };
        if row["figure"] == "win_share" && row["slot"] != "0" {
            continue;
        }
        let panel = panel.split("<div class=\"panel\"").next().unwrap();
        let lineup = panel.split(&format!("data-lineup=\"{}\"", row["lineup"])).nth(1).unwrap();
        let dot =
            lineup.split("<div class=\"dot\">").find(|dot| dot.contains(&format!(">{}<", row["variant"]))).unwrap();
        let different = row["claim"] == "different";
        assert_eq!(dot.contains("class=\"open\""), !different, "{row:?}\n{dot}");
        let value = dot.split("<span class=\"value\">").nth(1).unwrap();
        let difference = number(&row["difference"]);
        assert!(!different || value.starts_with(if difference < 0.0 { '−' } else { '+' }), "{row:?}\n{value}");
        filled += usize::from(different);
        hollow += usize::from(!different);
    }
    assert!(filled > 3 && hollow > 0, "{filled} {hollow}");
    assert!(page.contains("class=\"mark\""), "a line at no effect");
    // The rules of every variant are a click away, the legend stands before the first table.
    for name in ["base", "again", "short"] {
        assert!(page.contains(&format!("<summary>{name}: ")), "{name}");
    }
    assert!(page.find("† is significant").unwrap() < page.find("<table").unwrap());
}

#[test]
fn the_answer_is_at_most_three_sentences_the_same_on_terminal_and_page() {
    let folder = place();
    write(folder.path().join("claims.toml"), VARIANTS).unwrap();
    let page = page(folder.path(), "run claims.toml");
    let sentences = answer(&page);
    assert!((2..=3).contains(&sentences.len()), "{sentences:?}");
    assert!(sentences[0].starts_with("Against base, the better player wins "), "{sentences:?}");
    assert!(
        sentences[0].contains(" fewer of 100 matches under short (") && sentences[0].contains(" over 2 line-ups"),
        "{sentences:?}"
    );
    assert!(sentences[0].contains('±') && sentences[1].contains("atches are shorter by "), "{sentences:?}");
    let output = run_in(folder.path(), &["report", "r"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    let flat = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in &sentences {
        assert!(flat.contains(sentence.as_str()), "{sentence}\n{printed}");
    }
    assert!(printed.ends_with("open r/report.html\n"), "{printed}");
    // Every table on request, by the same code as `run`.
    let full = String::from_utf8(run_in(folder.path(), &["report", "r", "--full"]).stdout).unwrap();
    let run = run_in(folder.path(), &words("run claims.toml --threads 1 --quiet --full --out r"));
    assert_eq!(String::from_utf8(run.stdout).unwrap(), full);
    assert!(
        full.lines().count() > printed.lines().count() && full.contains("choose") == page.contains("moves_to"),
        "{full}"
    );
}

#[test]
fn one_block_claims_no_effect() {
    let folder = place();
    write(folder.path().join("claims.toml"), VARIANTS).unwrap();
    let page = page(folder.path(), "run claims.toml --blocks 1");
    let sentences = answer(&page);
    let told = sentences[..sentences.len() - 1].join(" ");
    assert!(told.contains("no significant change in"), "{told}");
    for words in ["fewer of", "more of", " are shorter by", " are longer by"] {
        assert!(!told.contains(words), "{told}");
    }
}

const SWEEP: &str = "\
title = \"Along\"
question = \"How long is a match?\"
blocks = 60
show = [\"win_share\", \"rounds_per_match\"]

[sweep]
target = [61, 21, 41]

[[lineup]]
strategies = [\"club\", \"random\"]

[[lineup]]
strategies = [\"greedy\", \"greedy\"]
";

#[test]
fn a_sweep_over_numbers_is_lines_and_one_over_two_options_a_map() {
    let folder = place();
    write(folder.path().join("along.toml"), SWEEP).unwrap();
    let line = page(folder.path(), "run along.toml");
    let sentences = answer(&line);
    assert!(
        sentences
            .iter()
            .any(|text| text.starts_with("From target 21 to 61, matches are longer (rounds per match from ")),
        "{sentences:?}"
    );
    let words = alternative(&line, "Rounds per match");
    assert!(
        words.starts_with("Over target, with 95 % intervals. ") && words.contains("greedy vs greedy: 21: "),
        "{words}"
    );
    assert!(line.contains("<polygon") && line.contains("<h2>Over the sweep</h2>"));
    // What the question asks for is what is shown: no other figure has a panel.
    let panels: Vec<&str> =
        line.split("<div class=\"panel\" data-figure=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(panels, ["win_share", "rounds_per_match"]);
    assert_eq!(manifest(&folder.path().join("r"))["show"], serde_json::json!(["win_share", "rounds_per_match"]));

    write(
        folder.path().join("along.toml"),
        SWEEP.replace("[[lineup]]\nstrategies = [\"club\"", "hand = [5, 7]\n\n[[lineup]]\nstrategies = [\"club\""),
    )
    .unwrap();
    let map = page(folder.path(), "run along.toml --blocks 20");
    assert!(
        map.contains("Rounds per match: greedy vs greedy") && map.contains("at target=61 hand=5"),
        "{:?}",
        answer(&map)
    );
}

#[test]
fn a_figure_to_show_is_one_of_the_registry() {
    let folder = place();
    for (show, parts) in [
        ("[\"rounds_per_mach\"]", ["which is no figure (did you mean \"rounds_per_match\"?)", "along.toml:4:8"]),
        ("[\"win_share\", \"win_share\"]", ["names \"win_share\" twice", "name each figure once"]),
        ("[\"place_win_share\"]", ["which is no figure", "allowed: win_share, "]),
    ] {
        write(folder.path().join("along.toml"), SWEEP.replace("[\"win_share\", \"rounds_per_match\"]", show)).unwrap();
        let output = run_in(folder.path(), &words("run along.toml --quiet"));
        let message = err(&output);
        assert!(code(&output) == 2 && parts.iter().all(|part| message.contains(part)), "{message}");
    }
}

#[test]
fn places_of_three_sides_are_told() {
    let folder = place();
    let page = page(folder.path(), "match random random random --players 3 --blocks 40");
    let told = page.split("The sides after the opener's, in turn, win ").nth(1).unwrap().split("</p>").next().unwrap();
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
        let near = |part: &&str| (number(part.split(' ').next().unwrap()) - 100.0 * of("")).abs() <= 0.51;
        let part = told.split("; ").find(near);
        assert!(part.is_some_and(|part| part.trim_end_matches('.').ends_with(verdict)), "{verdict}\n{told}");
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
        let table = out(&run_in(folder.path(), &words("run x.toml --out r --quiet --force --full")));
        let rows: Vec<_> = table.lines().filter(|line| line.trim_start().starts_with("against ")).collect();
        assert!(rows.len() == 4 && rows.iter().all(|row| row.contains(baseline)), "{table}");
        assert!(table.contains("\"against …\"") && !table.contains("\"difference\""), "{table}");
        assert_eq!(page.matches(&format!(">{baseline}</small>")).count(), 4);
        let value = baseline.trim_start_matches("against ");
        let short = out(&run_in(folder.path(), &words("report r"))).split_whitespace().collect::<Vec<_>>().join(" ");
        let key = value.split('=').next().unwrap();
        assert!(short.contains(&format!("* baseline of the rows that differ from it only in {key};")), "{short}");
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
        let line = format!("match greedy random --game {game} --blocks 20 --out r --force --full --quiet");
        let text = out(&run_in(folder.path(), &words(&line)));
        let page = read_to_string(folder.path().join("r/report.html")).unwrap();
        assert!(text.contains("rounds per match"), "{text}");
        assert!(!text.contains(foreign) && !page.contains(foreign), "{game}\n{text}");
    }
}
