"""docs/findings.md is consistent, and the check against the results notices when it is not."""

import importlib.util
import json
import pathlib
import statistics
import sys
import tempfile
import tomllib
import unittest
from importlib.machinery import SourceFileLoader

SCRIPTS = pathlib.Path(__file__).resolve().parent
ROOT = SCRIPTS.parent
sys.path.insert(0, str(SCRIPTS))
import findings  # noqa: E402


def program():
    """scripts/plot-findings as a module; importing it does not need matplotlib."""
    loader = SourceFileLoader("plot_findings", str(SCRIPTS / "plot-findings"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Document(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "docs/findings.md").read_text(encoding="utf-8")

    def test_every_figure_in_prose_is_in_a_table_of_its_section(self):
        self.assertEqual(findings.unsupported(self.text), [])
        altered = self.text.replace("## 1. The exact-61 rule\n", "## 1. The exact-61 rule\n\nIt is 12.34 ±0.56.\n")
        self.assertEqual(findings.unsupported(altered), [("1. The exact-61 rule", "12.34 ±0.56")])

    def test_the_readme_quotes_its_figures(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        told = readme.split("## What the bust rule does\n")[1].split("\n## ")[0]
        tables = " ".join(one for _, one in findings.MARKED.findall(self.text))
        quoted = findings.QUOTED.findall(" ".join(told.split()))
        self.assertTrue(quoted)
        self.assertEqual([figure for figure in quoted if figure not in tables], [])

    def test_every_table_is_in_it_once_and_every_picture_exists(self):
        self.assertEqual(sorted(name for name, _ in findings.MARKED.findall(self.text)), sorted(findings.TABLES))
        for name in program().PICTURES:
            self.assertIn(f"(findings-{name}.svg)", self.text)
            self.assertTrue((ROOT / f"docs/findings-{name}.svg").is_file(), name)

    def test_it_names_the_command_of_every_run(self):
        commands = findings.commands()
        for arguments, _ in findings.RUNS.values():
            self.assertIn(f"sixtyone run {arguments}", commands)
            self.assertIn(f"`sixtyone run {arguments}`", self.text)
            experiment = arguments.split()[0]
            path = ROOT / experiment if experiment.endswith(".toml") else ROOT / f"experiments/{experiment}.toml"
            self.assertTrue(path.is_file(), path)


class Writing(unittest.TestCase):
    def test_figures_are_written_with_their_intervals(self):
        figure = findings.Figure
        self.assertEqual(str(figure(-2.485, -2.675, -2.295, 2, True, True)), "†−2.49 ±0.19")
        self.assertEqual(str(figure(0.185, 0.125, 0.245, 2)), "0.19 ±0.06")
        self.assertEqual(str(figure(0.26, 0.15, 0.44, 2)), "0.26 (0.15 to 0.44)")
        self.assertEqual(str(figure(0.0, None, None, 2, True)), "0")
        self.assertEqual(str(figure(30.97, 30.83, 31.11, 2).times(2)), "61.94 ±0.28")

    def test_figures_are_found_in_prose(self):
        words = "from †−2.49 ±0.19 to 0.26 (0.15 to 0.44), or 3 to 4"
        self.assertEqual(findings.QUOTED.findall(words), ["−2.49 ±0.19", "0.26 (0.15 to 0.44)"])


class Reading(unittest.TestCase):
    def results(self, blocks, share):
        """A root with one result folder of one cell."""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        folder = pathlib.Path(place.name) / "targets-400000"
        folder.mkdir()
        (folder / "manifest.json").write_text(json.dumps({"seed": 61, "experiment": {"blocks": blocks}}), encoding="utf-8")
        (folder / "summary.csv").write_text(
            f"option_target,lineup,slot,win_share,win_share_low,win_share_high\n61,club vs greedy,0,{share},0.71,0.73\n", encoding="utf-8"
        )
        return findings.Results(place.name)

    def test_shares_are_read_by_their_place(self):
        results = self.results(400_000, 0.72)
        self.assertEqual(str(results.share("targets-400000", sweep="target=61", lineup="club vs greedy")), "72.00 ±1.00")
        with self.assertRaisesRegex(findings.Mistake, "0 rows"):
            results.share("targets-400000", sweep="target=62", lineup="club vs greedy")
        with self.assertRaisesRegex(findings.Mistake, "no column option_players; `sixtyone report"):
            results.share("targets-400000", sweep="players=2", lineup="club vs greedy")

    def test_contrasts_of_entrants_are_those_of_their_blocks(self):
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        folder = pathlib.Path(root.name) / "all-tactics-5000"
        folder.mkdir()
        # Three entrants, four matches each in a block, 500 blocks: totals in 27,720ths of a win.
        blocks = [[27_720 * ((k * k + 3 * k * e + e) % (3 + e)) for e in range(3)] for k in range(500)]
        joint = {
            "blocks": 500,
            "sums": [sum(block[i] for block in blocks) for i in range(3)],
            "products": [sum(block[i] * block[j] for block in blocks) for i in range(3) for j in range(i + 1)],
        }
        tallies = {"cells": [{"tally": {"matches_per_block": 2, "joint": joint}}]}
        manifest = {"seed": 61, "experiment": {"blocks": 5_000, "tournament": {"strategies": ["a", "b", "c"]}}}
        for name, text in (("manifest.json", json.dumps(manifest)), ("tallies.json", json.dumps(tallies)), ("ratings.csv", "rank\n")):
            (folder / name).write_text(text, encoding="utf-8")
        found = findings.Results(root.name).contrast("all-tactics-5000", ["c"], ["a", "b"])
        each = [100 * (block[2] - (block[0] + block[1]) / 2) / 27_720 / 4 for block in blocks]
        self.assertAlmostEqual(found.value, statistics.mean(each), places=9)
        # Student's t, 0.975, 499 degrees of freedom: 1.96473.
        half = 1.96473 * statistics.stdev(each) / 500**0.5
        self.assertAlmostEqual((found.high - found.low) / 2 / half, 1, places=4)

    def test_a_run_of_another_size_is_refused(self):
        with self.assertRaisesRegex(findings.Mistake, "100 blocks with seed 61; the document quotes 400000"):
            self.results(100, 0.72).share("targets-400000", sweep="target=61", lineup="club vs greedy")

    def test_a_missing_run_is_named_with_its_command(self):
        with self.assertRaisesRegex(findings.Mistake, "sixtyone run partners"):
            self.results(400_000, 0.72).share("partners", lineup="partners vs club")


class Files(unittest.TestCase):
    def test_for_itself_is_partners_without_its_rules_about_the_partner(self):
        read = lambda path: tomllib.loads((ROOT / path).read_text(encoding="utf-8"))  # noqa: E731
        whole, part = read("strategies/partners.toml"), read("experiments/partners/for-itself.toml")
        self.assertEqual(part["rule"], [rule for rule in whole["rule"] if rule.get("who") != "partner"])
        self.assertEqual(len(whole["rule"]) - len(part["rule"]), 3)


if __name__ == "__main__":
    unittest.main()
