"""The figures that docs/findings.md quotes: reads result folders, formats the figures as Markdown, and checks a document against them.

scripts/plot-findings is the command line.
"""

import csv
import dataclasses
import decimal
import fractions
import json
import math
import pathlib
import re

# The runs that the document quotes: folder, arguments of `sixtyone run`, blocks per cell. All use seed 61.
RUNS = {
    "bust-rule": ("bust-rule", 50_000),
    "exact-opener": ("experiments/findings/exact-opener.toml", 400_000),
    "exact-skill": ("experiments/findings/exact-skill.toml", 50_000),
    "opener-200000": ("opener --blocks 200000 --out results/opener-200000", 200_000),
    "opener-skill": ("experiments/findings/opener-skill.toml", 200_000),
    "partners": ("partners", 50_000),
    "pairs-length": ("experiments/findings/pairs-length.toml", 50_000),
    "primes": ("primes", 20_000),
    "primes-skill": ("experiments/findings/primes-skill.toml", 20_000),
    "targets-400000": ("targets --blocks 400000 --out results/targets-400000", 400_000),
    "bidding-50000": ("all-fives-bidding --blocks 50000 --out results/bidding-50000", 50_000),
    "begging-company": ("experiments/findings/begging-company.toml", 20_000),
    "all-fives-rules": ("all-fives-rules", 5_000),
    "all-tactics-5000": ("all-tactics --blocks 5000 --out results/all-tactics-5000", 5_000),
}
SEED = 61

SWEEPS = {"players=2": "two seats", "players=3": "three seats", "players=4": "pairs"}
ALLOWED = ("allow", "bounce", "cap", "round-end")
OPENERS = ("lot, then rotate", "lot every round", "highest double", "highest double, that tile", "highest double, then rotate")
PRIMES = "3, 5, 7, 11, 13"
PACKS = [f"set={pips} hand={hand}" for pips in (6, 9, 12) for hand in ("short", "full")]
TARGETS = ("target=31", "target=61", "target=101", "target=121")
POLICIES = ("never-begs", "always-begs", "never-gives", "always-gives", "particular", "content")
CARD_RULES = ("or-trump", "by trick, at once", "exact", "exact by trick", "extras", "all opponents", "turned jack")


class Mistake(Exception):
    """A problem with the results or the document, as a sentence for the user."""


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure with its 95 % interval, in its printed unit."""

    value: float
    low: float | None
    high: float | None
    digits: int
    signed: bool = False
    claimed: bool = False

    def times(self, factor):
        ends = (None if end is None else factor * end for end in (self.low, self.high))
        return dataclasses.replace(self, value=factor * self.value, **dict(zip(("low", "high"), ends)))

    def __str__(self):
        if self.low is None and self.value == 0:
            return "0"
        text = ("†" if self.claimed else "") + self.number(self.value, "+" if self.signed else "")
        if self.low is None:
            return text
        if abs(self.high + self.low - 2 * self.value) > 1.5 * 10**-self.digits:
            return f"{text} ({self.number(self.low)} to {self.number(self.high)})"
        return f"{text} ±{self.number((self.high - self.low) / 2)}"

    def number(self, value, sign=""):
        """Rounded from the digits in the files, halves away from zero."""
        exact = decimal.Decimal(repr(round(value, 9))).quantize(decimal.Decimal(10) ** -self.digits, decimal.ROUND_HALF_UP)
        return f"{exact:{sign}f}".replace("-", "−")


class Results:
    """Result folders under one root; `seed` None accepts any seed."""

    def __init__(self, root, seed=SEED):
        self.root = pathlib.Path(root)
        self.seed = seed
        self.read = {}
        # Every figure requested, by its place.
        self.given = {}

    def rows(self, run, file):
        if (run, file) not in self.read:
            folder = self.root / run
            arguments, blocks = RUNS[run]
            try:
                manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
                with open(folder / file, newline="", encoding="utf-8") as text:
                    self.read[run, file] = list(csv.DictReader(text))
            except OSError as error:
                raise Mistake(f"{error}; `sixtyone run {arguments}` writes results/{run}") from error
            found = manifest["experiment"]["blocks"], manifest["seed"]
            if found != (blocks, self.seed or found[1]):
                raise Mistake(f"{folder}: {found[0]} blocks with seed {found[1]}; the document quotes {blocks} blocks with seed {SEED}")
        return self.read[run, file]

    def row(self, run, file, **where):
        """The only row with these values; `sweep` is a point of a sweep, as it stands in names of cells: `players=2 target=61`."""
        columns = {key: value for key, value in where.items() if key != "sweep"}
        for option in where.get("sweep", "").split():
            name, _, value = option.partition("=")
            columns[f"option_{name}"] = value
        rows = self.rows(run, file)
        if rows and (missing := columns.keys() - rows[0].keys()):
            raise Mistake(f"{self.root / run / file} has no column {sorted(missing)[0]}; `sixtyone report {self.root / run}` writes it again")
        rows = [row for row in rows if all(row[key] == value for key, value in columns.items())]
        if len(rows) != 1:
            raise Mistake(f"{self.root / run / file}: {len(rows)} rows with {where}; expected one")
        return rows[0]

    def figure(self, run, column, scale=1, digits=2, slot="0", **where):
        """A column of summary.csv with its interval."""
        row = self.row(run, "summary.csv", slot=slot, **where)
        low, high = (row[f"{column}_{end}"] for end in ("low", "high"))
        interval = (scale * float(low), scale * float(high)) if low and high else (None, None)
        self.given[run, column, slot, *where.values()] = found = Figure(scale * float(row[column]), *interval, digits)
        return found

    def share(self, run, slot="0", **where):
        """A win share in per cent."""
        return self.figure(run, "win_share", 100, 2, slot, **where)

    def change(self, run, figure, scale=1, digits=2, slot="", **where):
        """A difference from differences.csv with its interval; claimed if significant over the experiment."""
        row = self.row(run, "differences.csv", figure=figure, slot=slot, **where)
        interval = (scale * float(row["low"]), scale * float(row["high"])) if row["low"] and row["high"] else (None, None)
        found = Figure(scale * float(row["difference"]), *interval, digits, signed=True, claimed=row["claim"].startswith("different"))
        self.given[run, "difference", figure, slot, *where.values()] = found
        return found

    def contrast(self, run, more, less):
        """Mean win share of some entrants of a tournament less that of others, in percentage points, with its interval from common blocks.

        All entrants play the same number of matches, and the tallies have the sums and products of their totals by block, from which the
        variance of any linear combination of mean totals follows. Exact integers until the last division.
        """
        names, blocks, matches, sums, products = self.totals(run)
        weights = {name: fractions.Fraction(1, len(more)) for name in more}
        for name in less:
            weights[name] = weights.get(name, 0) - fractions.Fraction(1, len(less))
        at = {names.index(name): weight for name, weight in weights.items()}
        unit = 100 / fractions.Fraction(27_720 * matches)
        value = unit * sum(weight * sums[i] for i, weight in at.items()) / blocks
        covariance = lambda i, j: products[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] - fractions.Fraction(sums[i] * sums[j], blocks)  # noqa: E731
        squares = sum(a * b * covariance(i, j) for i, a in at.items() for j, b in at.items())
        error = math.sqrt(unit**2 * squares / (blocks - 1) / blocks)
        # Student's t from the normal quantile (Cornish and Fisher): accurate to four digits at hundreds of blocks.
        z = 1.959964
        half = (z + (z**3 + z) / (4 * (blocks - 1))) * error
        found = Figure(float(value), float(value) - half, float(value) + half, 2, signed=True)
        self.given[run, "contrast", *more, "less", *less] = found
        return found

    def totals(self, run):
        """For a tournament: the entrants' names, blocks, matches of each per block, and the sums and products of their totals."""
        if (run, "totals") not in self.read:
            self.rows(run, "ratings.csv")  # Checks blocks and seed.
            folder = self.root / run
            entrants = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["experiment"]["tournament"]["strategies"]
            tally = json.loads((folder / "tallies.json").read_text(encoding="utf-8"))["cells"][0]["tally"]
            joint = tally["joint"]
            matches = tally["matches_per_block"] * (len(entrants) - 1)
            self.read[run, "totals"] = entrants, joint["blocks"], matches, joint["sums"], joint["products"]
        return self.read[run, "totals"]

    def share_change(self, run, **where):
        """The change of the first strategy's win share in percentage points."""
        return self.change(run, "win_share", 100, 2, "0", **where)


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def vs(text):
    """A line-up in the notation of the document."""
    return " – ".join(f"`{name}`" for name in text.split(" vs "))


# The better player first; with three seats, more of the weaker.
EXACT = [(seats, pairing) for pairing in ("club vs greedy", "greedy vs random") for seats in SWEEPS]


def exact_lineup(seats, pairing):
    if seats != "players=3":
        return pairing
    return {"club vs greedy": "club vs greedy vs greedy", "greedy vs random": "greedy vs greedy vs random"}[pairing]


def exact(results):
    rows = []
    for seats, pairing in EXACT:
        where = {"sweep": seats, "lineup": exact_lineup(seats, pairing)}
        wins = results.share("bust-rule", variant="discard", **where)
        changes = [results.share_change("bust-rule", variant=variant, **where) for variant in ALLOWED]
        rows.append([f"{SWEEPS[seats]}: {vs(where['lineup'])}", wins, *changes])
    return table(["win share of the first, %, and its changes in points", "exact", *ALLOWED], rows)


def exact_balance(results):
    rows = []
    for seats, pairing in EXACT:
        where = {"sweep": seats, "lineup": exact_lineup(seats, pairing)}
        changed = lambda *figure: results.change("bust-rule", *figure, variant="allow", **where)  # noqa: B023, E731
        rows.append(
            [
                f"{SWEEPS[seats]}: {vs(where['lineup'])}",
                results.figure("bust-rule", "rounds_per_match", 1, 3, variant="discard", **where),
                changed("rounds_per_match", 1, 3),
                changed("opener_edge_points_per_round", 1, 3),
            ]
        )
    return table(["`allow` against exact", "rounds, exact", "change, rounds", "opener's advantage, change, points per round"], rows)


def exact_opener(results):
    rows = []
    for seats in ("players=2", "players=4"):
        for lineup in ("greedy vs greedy", "club vs greedy", "club vs club"):
            where = {"sweep": seats, "lineup": lineup}
            wins = results.figure("exact-opener", "opener_win_share", 100, 2, variant="discard", **where)
            change = results.change("exact-opener", "opener_win_share", 100, 2, variant="allow", **where)
            rows.append([f"{SWEEPS[seats]}: {vs(lineup)}", wins, change])
    return table(["", "first opener's win share, exact, %", "`allow`, change, points"], rows)


SKILLS = ("beginner vs greedy", "novice vs greedy", "careful vs greedy", "club vs greedy", "expert vs greedy", "expert vs club")


def exact_skill(results):
    rows = []
    for lineup in SKILLS:
        cells = [results.share_change("exact-skill", variant=variant, lineup=lineup) for variant in ("allow", "allow at 64")]
        rounds = results.change("exact-skill", "rounds_per_match", 1, 3, variant="allow at 64", lineup=lineup)
        rows.append([vs(lineup), results.share("exact-skill", variant="discard", lineup=lineup), *cells, rounds])
    head = ["two seats", "win share of the first, exact, %", "`allow`, change, points", "`allow` at 64, change, points", "rounds at 64, change"]
    return table(head, rows)


# Self-play: run, sweep, line-up, label in the table.
SELF_PLAY = [
    ("opener-200000", "players=2", "random vs random", "two seats: `random`"),
    ("opener-200000", "players=2", "greedy vs greedy", "two seats: `greedy`"),
    ("opener-skill", "", "careful vs careful", "two seats: `careful`"),
    ("opener-skill", "", "club vs club", "two seats: `club`"),
    ("opener-skill", "", "expert vs expert", "two seats: `expert`"),
    ("opener-200000", "players=3", "random vs random vs random", "three seats: `random`"),
    ("opener-200000", "players=3", "greedy vs greedy vs greedy", "three seats: `greedy`"),
    ("opener-200000", "players=4", "random vs random", "pairs: `random`"),
    ("opener-200000", "players=4", "greedy vs greedy", "pairs: `greedy`"),
]


def opener(results):
    rows = []
    for run, sweep, lineup, name in SELF_PLAY:
        lot, double = ({"variant": variant, "sweep": sweep, "lineup": lineup} for variant in (OPENERS[0], OPENERS[2]))
        rows.append(
            [
                name,
                results.figure(run, "opener_edge_points_per_round", 1, 3, **lot),
                results.figure(run, "opener_win_share", 100, 2, **lot),
                results.change(run, "opener_edge_points_per_round", 1, 3, **double),
                results.change(run, "opener_win_share", 100, 2, **double),
            ]
        )
    head = [
        "self-play",
        "advantage, random opener, points per round",
        "first opener's win share, random opener, %",
        "advantage, highest double, change",
        "win share, highest double, change, points",
    ]
    return table(head, rows)


def opener_rules(results):
    rows = []
    for lineup, name in (("random vs random", "`random`"), ("greedy vs greedy", "`greedy`")):
        cells = []
        for variant in OPENERS[1:]:
            cells.append(results.change("opener-200000", "opener_edge_points_per_round", 1, 3, variant=variant, sweep="players=2", lineup=lineup))
        rows.append([f"two seats: {name}", *cells])
    return table(["advantage, change from `lot, then rotate`, points per round", *OPENERS[1:]], rows)


def eldest(results):
    rows = []
    for seats in ("players=2", "players=3"):
        for name in ("cards-sharp", "never-begs", "never-gives"):
            if seats == "players=3" and name != "cards-sharp":
                continue
            where = {"sweep": seats, "lineup": " vs ".join([name] * int(seats[-1]))}
            edge = results.figure("bidding-50000", "opener_edge_points_per_round", 1, 3, **where)
            wins = results.figure("bidding-50000", "opener_win_share", 100, 2, **where)
            rows.append([f"{SWEEPS[seats]}: `{name}`", edge, wins])
    return table(["All Fives, self-play", "eldest's advantage, points per round", "first eldest's win share, %"], rows)


TEAMS = [("greedy", "random"), ("club", "greedy"), ("expert", "greedy"), ("partners", "greedy")]


def two_seats(results, better, worse):
    """The same two players with two seats, if a run has them."""
    if (better, worse) == ("greedy", "random"):
        return results.share("bust-rule", variant="discard", sweep="players=2", lineup="greedy vs random")
    if better == "partners":
        return None
    return results.share("exact-skill", variant="discard", lineup=f"{better} vs {worse}")


def pairs_skill(results):
    rows = []
    for better, worse in TEAMS:
        pair = f"{better} vs {worse}"
        alone = results.share("partners", variant="each for itself", lineup=f"{pair} vs {pair}").times(2)
        where = {"sweep": "target=113", "lineup": pair}
        longer = [results.share("pairs-length", **where), results.share_change("pairs-length", **where)]
        pairs = results.share("partners", variant="pairs", lineup=pair)
        rows.append([vs(pair), two_seats(results, better, worse) or "–", alone, pairs, *longer])
    return table(["win share of the first, %", "two seats", "four, each for itself", "pairs", "pairs to 113", "113 against 61, points"], rows)


def pairs_rounds(results):
    rows = []
    for better, worse in TEAMS:
        pair = f"{better} vs {worse}"
        rows.append(
            [
                vs(pair),
                results.figure("partners", "rounds_per_match", 1, 3, variant="each for itself", lineup=f"{pair} vs {pair}"),
                results.figure("partners", "rounds_per_match", 1, 3, variant="pairs", lineup=pair),
                results.figure("pairs-length", "rounds_per_match", 1, 3, sweep="target=113", lineup=pair),
            ]
        )
    return table(["rounds per match", "four, each for itself", "pairs", "pairs to 113"], rows)


THINKING = ("partners vs for-itself", "partners vs club", "partners vs expert", "expert vs club")


def partners_thinking(results):
    rows = [[f"pairs: {vs(lineup)}", results.share("partners", variant="pairs", lineup=lineup)] for lineup in THINKING]
    alone = results.share("partners", variant="each for itself", lineup="partners vs club vs partners vs club").times(2)
    rows.append([f"each for itself: {vs('partners vs club')}", alone])
    rows.append([f"two seats: {vs('expert vs club')}", results.share("exact-skill", variant="discard", lineup="expert vs club")])
    return table(["", "win share of the first, %"], rows)


UNLIKE = [
    ("greedy+random vs random", "greedy vs random"),
    ("greedy+random vs greedy", None),
    ("club+greedy vs greedy", "club vs greedy"),
    ("partners+greedy vs greedy", "partners vs greedy"),
    ("partners+greedy vs club+greedy", "partners vs club"),
]


def partners_unlike(results):
    rows = []
    for lineup, both in UNLIKE:
        whole = results.share("partners", variant="pairs", lineup=both) if both else None
        half = dataclasses.replace(whole, value=(50 + whole.value) / 2, low=(50 + whole.low) / 2, high=(50 + whole.high) / 2) if both else "–"
        rows.append([vs(lineup), results.share("partners", variant="pairs", lineup=lineup), whole or "–", half])
    return table(["pairs", "win share of the first side, %", "with two of the better, %", "half of the gain, %"], rows)


PRIMES_SKILL = [("primes", "greedy vs random"), ("primes-skill", "careful vs greedy"), ("primes-skill", "club vs greedy")]


def primes(results):
    rows = []
    for pack in PACKS:
        pips, hand = (part.split("=")[1] for part in pack.split())
        cells = []
        for run, lineup in PRIMES_SKILL:
            cells.append(results.share(run, variant="3, 5", sweep=pack, lineup=lineup))
            cells.append(results.share_change(run, variant=PRIMES, sweep=pack, lineup=lineup))
        rows.append([f"double-{ {'6': 'six', '9': 'nine', '12': 'twelve'}[pips] }, {hand}", *cells])
    head = ["set, hand"]
    for _, lineup in PRIMES_SKILL:
        head += [f"{vs(lineup)}, %", "change, points"]
    return table(head, rows)


def primes_balance(results):
    rows = []
    for pack in PACKS:
        pips, hand = (part.split("=")[1] for part in pack.split())
        where = {"sweep": pack, "lineup": "greedy vs greedy"}
        changed = lambda *figure: results.change("primes", *figure, variant=PRIMES, **where)  # noqa: B023, E731
        rows.append(
            [
                f"double-{ {'6': 'six', '9': 'nine', '12': 'twelve'}[pips] }, {hand}",
                results.figure("primes", "rounds_per_match", 1, 3, variant="3, 5", **where),
                changed("rounds_per_match", 1, 3),
                results.figure("primes", "discarded_points_per_match", 1, 2, variant="3, 5", **where),
                changed("discarded_points_per_match", 1, 2),
                results.figure("primes", "opener_edge_points_per_round", 1, 3, variant="3, 5", **where),
                changed("opener_edge_points_per_round", 1, 3),
                changed("opener_win_share", 100, 2),
            ]
        )
    head = ["`greedy` – `greedy`", "rounds", "change", "points lost per match", "change", "opener's advantage", "change", "opener's win share, change, points"]
    return table(head, rows)


def targets(results):
    rows = []
    for target in TARGETS:
        club, random, equal = "club vs greedy", "greedy vs random", "greedy vs greedy"
        cells = [results.share("targets-400000", sweep=target, lineup=lineup) for lineup in (club, random)]
        cells.append(results.figure("targets-400000", "rounds_per_match", 1, 3, sweep=target, lineup=equal))
        cells.append(results.figure("targets-400000", "lead_changes_per_match", 1, 3, sweep=target, lineup=equal))
        cells.append(results.figure("targets-400000", "opener_win_share", 100, 2, sweep=target, lineup=equal))
        cells.append(results.figure("targets-400000", "opener_win_share", 100, 2, sweep=target, lineup=club))
        rows.append([target.split("=")[1], *cells])
    head = [
        "target",
        "`club` against `greedy`, %",
        "`greedy` against `random`, %",
        "rounds, `greedy` – `greedy`",
        "lead changes, `greedy` – `greedy`",
        "first opener's win share, `greedy` – `greedy`, %",
        "first opener's win share, `club` – `greedy`, %",
    ]
    return table(head, rows)


def targets_changes(results):
    rows = []
    for target in ("target=31", "target=101", "target=121"):
        cells = [results.share_change("targets-400000", sweep=target, lineup=lineup) for lineup in ("club vs greedy", "greedy vs random")]
        for lineup in ("greedy vs greedy", "club vs greedy"):
            cells.append(results.change("targets-400000", "opener_win_share", 100, 2, sweep=target, lineup=lineup))
        for lineup in ("greedy vs greedy", "club vs greedy", "greedy vs random"):
            cells.append(results.change("targets-400000", "discarded_points_per_match", 1, 3, sweep=target, lineup=lineup))
        rows.append([target.split("=")[1], *cells])
    head = [
        "against 61",
        "`club` against `greedy`, points",
        "`greedy` against `random`, points",
        "first opener's win share, `greedy` – `greedy`, points",
        "first opener's win share, `club` – `greedy`, points",
        "points lost per match, `greedy` – `greedy`",
        "points lost per match, `club` – `greedy`",
        "points lost per match, `greedy` – `random`",
    ]
    return table(head, rows)


def begging(results):
    rows = []
    for policy in ("cards-sharp", *POLICIES):
        if policy == "cards-sharp":
            equal, three = "50 by definition", "33.33 by definition"
        else:
            equal = results.share("bidding-50000", sweep="players=2", lineup=f"{policy} vs cards-sharp")
            three = results.share("bidding-50000", sweep="players=3", lineup=f"{policy} vs cards-sharp vs cards-sharp")
        others = [results.share("begging-company", lineup=f"{policy} vs {other}") for other in ("greedy", "cards-expert")]
        rows.append([f"`{policy}`", equal, *others, three])
    head = ["win share of the policy, %", "against `cards-sharp`", "against `greedy`", "against `cards-expert`", "three seats, against two `cards-sharp`"]
    return table(head, rows)


CARD_LINEUPS = [
    ("players=2", "cards-sharp vs greedy"),
    ("players=2", "greedy vs random"),
    ("players=3", "cards-sharp vs greedy vs greedy"),
    ("players=3", "greedy vs greedy vs random"),
]


def card_rules(results):
    rows = [["usual, %", *(results.share("all-fives-rules", variant="usual", sweep=seats, lineup=lineup) for seats, lineup in CARD_LINEUPS)]]
    for variant in CARD_RULES:
        cells = [results.share_change("all-fives-rules", variant=variant, sweep=seats, lineup=lineup) for seats, lineup in CARD_LINEUPS]
        rows.append([f"{variant}, change, points", *cells])
    head = ["win share of the first", *(f"{SWEEPS[seats]}: {vs(lineup)}" for seats, lineup in CARD_LINEUPS)]
    return table(head, rows)


def card_balance(results):
    rows = []
    for variant in CARD_RULES:
        where = {"variant": variant, "sweep": "players=2", "lineup": "cards-sharp vs cards-sharp"}
        amounts = [results.change("all-fives-rules", figure, 1, 3, **where) for figure in ("rounds_per_match", "opener_edge_points_per_round")]
        shares = [results.change("all-fives-rules", figure, 100, 2, **where) for figure in ("opener_win_share", "shared_win_share")]
        rows.append([variant, *amounts, *shares])
    head = ["`cards-sharp` – `cards-sharp`, change", "rounds", "eldest's advantage, points per round", "first eldest's win share, points", "shared wins, points"]
    return table(head, rows)


TACTICS = "HFEBMS"
COMPANIES = {"on average": "", "with H": "H", "with H, E and S": "HES"}


def effect(results, tactic, company):
    """What a tactic adds to the win share against the field, averaged over all players with the tactics of `company`; None if it is one of them."""
    if tactic in company:
        return None
    fits = [name for name in results.totals("all-tactics-5000")[0] if set(company) <= set(name)]
    return results.contrast("all-tactics-5000", [n for n in fits if tactic in n], [n for n in fits if tactic not in n])


def tactics(results):
    rows = [[tactic, *(effect(results, tactic, company) or "–" for company in COMPANIES.values())] for tactic in TACTICS]
    return table(["what a tactic adds to the win share, points", *COMPANIES], rows)


def tactics_best(results):
    rows = []
    for name in ("HEBS", "HES", "HFEBMS", "HFEBM", "HE", "H", "none"):
        row = results.row("all-tactics-5000", "ratings.csv", strategy=name)
        number = lambda column, scale, digits: Figure(*(scale * float(row[f"{column}{end}"]) for end in ("", "_low", "_high")), digits)  # noqa: B023, E731
        rating = number("elo", 1, 1) if row["elo_low"] else "0 by definition"
        against = "–" if name == "HFEBMS" else results.contrast("all-tactics-5000", [name], ["HFEBMS"])
        rows.append([row["rank"], name, number("win_share", 100, 2), against, rating])
    return table(["rank of 64", "tactics", "win share against the field, %", "difference from HFEBMS, points", "Elo above none"], rows)


TABLES = {
    "exact": exact,
    "exact-balance": exact_balance,
    "exact-opener": exact_opener,
    "exact-skill": exact_skill,
    "opener": opener,
    "opener-rules": opener_rules,
    "eldest": eldest,
    "pairs-skill": pairs_skill,
    "pairs-rounds": pairs_rounds,
    "partners-thinking": partners_thinking,
    "partners-unlike": partners_unlike,
    "primes": primes,
    "primes-balance": primes_balance,
    "targets": targets,
    "targets-changes": targets_changes,
    "begging": begging,
    "card-rules": card_rules,
    "card-balance": card_balance,
    "tactics": tactics,
    "tactics-best": tactics_best,
}
MARKED = re.compile(r"<!-- table ([a-z-]+) -->\n(.*?)<!-- end of table -->\n", re.DOTALL)
# A figure with its interval; prose may omit the dagger.
QUOTED = re.compile(r"[+−]?\d+(?:\.\d+)? (?:±\d+\.\d+|\([+−]?[\d.]+ to [+−]?[\d.]+\))")


def filled(text, results):
    """The document with its tables filled from the results."""
    found = [name for name, _ in MARKED.findall(text)]
    if sorted(found) != sorted(TABLES):
        raise Mistake(f"the document has the tables {sorted(found)}; expected each of {sorted(TABLES)} once")
    return MARKED.sub(lambda match: f"<!-- table {match[1]} -->\n{TABLES[match[1]](results)}\n\n<!-- end of table -->\n", text)


def unsupported(text):
    """Figures with intervals in the prose of a section that are in none of its tables, ignoring signs: (heading, figure)."""
    missing = []
    for section in re.split(r"(?m)^## ", text)[1:]:
        tables = {quoted.lstrip("+−") for _, one in MARKED.findall(section) for quoted in QUOTED.findall(one)}
        words = re.sub(r"\s+", " ", MARKED.sub("", section))
        missing += [(section.splitlines()[0], quoted) for quoted in QUOTED.findall(words) if quoted.lstrip("+−") not in tables]
    return missing


def differences(text, results):
    """Differences between the document and the results, one line each."""
    lines = [f"section {heading!r}: {quoted} is in none of its tables" for heading, quoted in unsupported(text)]
    now = dict(MARKED.findall(filled(text, results)))
    for name, kept in MARKED.findall(text):
        for old, new in zip(kept.splitlines(), now[name].splitlines()):
            if old != new:
                lines.append(f"table {name}\n  document {old}\n  results  {new}")
        if len(kept.splitlines()) != len(now[name].splitlines()):
            lines.append(f"table {name}: {len(kept.splitlines())} lines in the document, {len(now[name].splitlines())} from the results")
    return lines


def again(results, other):
    """A text on how far two runs of everything, with different seeds, agree."""
    for make in TABLES.values():
        make(results), make(other)
    pairs = [(one, other.given[key]) for key, one in results.given.items()]
    known = [(one, two) for one, two in pairs if None not in (one.low, two.low)]
    # Each interval is about 1.96 standard errors either way.
    far = sum((one.value - two.value) ** 2 > ((one.high - one.low) / 2) ** 2 + ((two.high - two.low) / 2) ** 2 for one, two in known)
    claims = [(one, two) for one, two in pairs if one.claimed]
    lost = [key for key, one in results.given.items() if one.claimed and not other.given[key].claimed]
    return "\n".join(
        [
            f"{len(known)} figures with intervals; {far} ({100 * far / len(known):.1f} %) differ between the seeds by more than 95 % intervals allow",
            f"{len(claims)} differences marked † in {results.root}; of these in {other.root}",
            f"  {sum(two.claimed and one.value * two.value > 0 for one, two in claims)} marked too, with the same sign",
            f"  {sum(not two.claimed and one.value * two.value > 0 for one, two in claims)} not marked, with the same sign",
            f"  {sum(one.value * two.value <= 0 for one, two in claims)} with the opposite sign",
            f"{sum(two.claimed and not one.claimed for one, two in pairs)} marked only in {other.root}",
            *(f"not marked again: {' / '.join(filter(None, key))}: {results.given[key]}, {other.given[key]}" for key in lost),
        ]
    )


def commands():
    """The commands that produce the results, one per line."""
    lines = []
    for folder, (arguments, _) in RUNS.items():
        place = "" if "--out" in arguments or arguments == folder else f" --out results/{folder}"
        lines.append(f"sixtyone run {arguments}{place}")
    return "\n".join(lines)
