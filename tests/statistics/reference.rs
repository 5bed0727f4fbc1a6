//! The tracked reference results, run again and compared bit for bit.

use std::path::{Path, PathBuf};

use sixtyone::analysis::Summary;
use sixtyone::arena::runner::{Control, run};
use sixtyone::context::Context;
use sixtyone::experiment::Experiment;
use sixtyone::experiment::grid::{Overrides, load};
use sixtyone::report::{csv, equity_files, manifest, tallies};
use sixtyone::tally::Tally;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn play(experiment: &Experiment, threads: usize) -> Vec<Tally> {
    let context = Context::default().with_threads(threads);
    let control = Control { context: &context, progress: &|_| {} };
    run(&experiment.plan, 0..experiment.blocks, Vec::new(), &control).unwrap()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where the first lines that differ stand, for a message that can be read.
fn assert_same(found: &str, kept: &str, path: &Path) {
    for (number, (a, b)) in found.lines().zip(kept.lines()).enumerate() {
        let part = |line: &str| line.chars().take(200).collect::<String>();
        assert!(a == b, "{}, line {}\nnow  {}\nkept {}", path.display(), number + 1, part(a), part(b));
    }
    assert_eq!(found.len(), kept.len(), "{}", path.display());
}

#[test]
fn reference_results_come_out_again_bit_for_bit() {
    std::env::set_current_dir(root()).unwrap();
    let context = Context::default();
    let (mut compared, mut played_by) = (0, 0);
    for entry in std::fs::read_dir("results/reference").unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("manifest.json").is_file() {
            continue;
        }
        let kept: serde_json::Value = serde_json::from_str(&text(&folder.join("manifest.json"))).unwrap();
        let file = Path::new("experiments").join(folder.file_name().unwrap()).with_extension("toml");
        let blocks = kept["experiment"]["blocks"].as_u64();
        let experiment = load(&file, Overrides { seed: None, blocks }, &context).unwrap();
        assert_eq!(kept["version"], sixtyone::VERSION, "scripts/make-reference makes them anew");
        assert_eq!(kept["experiment"], serde_json::json!(experiment.resolved()), "{}", file.display());
        assert_eq!(kept["id"], manifest::id(&experiment.resolved()));
        let equity = equity_files::used_in(&experiment);
        let entries: Vec<serde_json::Value> = equity.iter().map(|table| equity_files::entry(table)).collect();
        assert_eq!(kept.get("equity").cloned().unwrap_or_else(|| serde_json::json!([])), serde_json::json!(entries));
        for table in equity {
            let path = folder.join(equity_files::file_name(&table.table.digest()));
            assert_same(&String::from_utf8(equity_files::csv(&table.table).unwrap()).unwrap(), &text(&path), &path);
            played_by += 1;
        }
        let found = play(&experiment, 2);
        let path = folder.join("tallies.json");
        assert_same(&String::from_utf8(tallies::write(&experiment, &found).unwrap()).unwrap(), &text(&path), &path);
        let summary = experiment.summary(&found).unwrap();
        let path = folder.join("summary.csv");
        assert_same(&String::from_utf8(csv::summary(&summary)).unwrap(), &text(&path), &path);
        let read = tallies::read(&text(&folder.join("tallies.json"))).unwrap();
        assert!(read.cells.iter().map(|cell| &cell.tally).eq(&found), "tallies survive being written and read");
        // What a manifest and its tallies say is what the experiment said.
        let manifest: manifest::Manifest = serde_json::from_value(kept).unwrap();
        let again = Summary::new(&manifest.version, &manifest.experiment, &found).unwrap();
        assert!(
            again
                .cells
                .iter()
                .zip(&summary.cells)
                .all(|(a, b)| a.strategies == b.strategies && a.comparisons == b.comparisons)
        );
        let back: Summary = serde_json::from_str(&serde_json::to_string(&summary).unwrap()).unwrap();
        assert!(back == summary, "summaries survive being written and read");
        compared += 1;
    }
    assert!(played_by > 0, "there are equity_files of match equity to compare with");
    assert!(compared > 0, "there are reference results to compare with; scripts/make-reference makes them");
}
