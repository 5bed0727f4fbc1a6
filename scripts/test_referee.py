"""Tests of the referee and of the brute force, against each other and against matches worked out by hand.

    python3 -m unittest discover -s scripts

Three pieces of code know the rules here, written apart and in different ways: the referee, the brute force and the
small player below, which makes records of random matches under random options. The hand-written records fix the
points where all three could share a misreading.
"""

import contextlib
import copy
import gzip
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import perft_brute
import referee

HERE = os.path.dirname(os.path.abspath(__file__))

DEFAULTS = {
    "name": "fives-and-threes", "players": 2, "set": 6, "hand": 7, "sides": "individual", "first_opener": "lot",
    "next_opener": "rotate", "opening_tile": "any", "divisors": [3, 5], "target": 61, "overshoot": "discard",
    "finish": "immediate", "combine_out": True, "out_bonus": 1, "round_end": "side-out", "max_rounds": 1000,
}


def new_record(options):
    game = {**DEFAULTS, **options}
    seats = [f"player-{seat}" for seat in reversed(range(game["players"]))]
    # Unlike partners are named together, in the order of their seats.
    lineup = [f"{seats[side]}+{seats[side + 2]}" for side in (1, 0)] if game["sides"] == "pairs" else seats[::-1]
    return {"record": 1, "version": "0.1.0", "game": game, "seed": 61, "cell": "main", "block": 0, "game_number": 0,
            "lineup": lineup, "seats": seats, "rounds": [], "result": None}


def set_result(record, scores, winners):
    shares = [0] * len(scores)
    for side in winners or range(len(scores)):
        shares[side] = 27720 // (len(winners) or len(scores))
    record["result"] = {"scores": scores, "winners": winners, "unfinished": not winners, "shares": shares}


def all_tiles(largest):
    return [f"{high}-{low}" for high in range(largest + 1) for low in range(high + 1)]


# ---- a random player, which lays the line out as a row of halves and asks one seat after the other


def halves(tile):
    return [int(half) for half in tile.split("-")]


def rows_after(row, tile):
    """{end: longer row} for the ends where the tile may go."""
    a, b = halves(tile)
    if not row:
        return {"open": [b, a]}
    rows = {}
    for outer, inner in ((a, b), (b, a)):
        if row[0] == inner:
            rows["left"] = [outer, inner] + row
        if row[-1] == inner:
            rows["right"] = row + [inner, outer]
    if len(rows) == 2 and row[0] == row[-1] and (row[0] == row[1]) == (row[-1] == row[-2]):
        del rows["right"]
    return rows


def pips(row):
    if len(row) == 2:
        return sum(row)
    return sum(end * (2 if end == behind else 1) for end, behind in (row[:2], row[:-3:-1]))


AFTER_OVERSHOOT = {
    "discard": lambda score, points, target: score,
    "allow": lambda score, points, target: score + points,
    "bounce": lambda score, points, target: max(2 * target - score - points, 0),
    "cap": lambda score, points, target: target,
}


def lead_of(hands):
    """The tile that gives the lead, and its holder."""
    def rank(tile):
        a, b = halves(tile)
        return (a == b, a + b, a)
    holders = {tile: seat for seat, hand in enumerate(hands) for tile in hand}
    lead = max(holders, key=rank)
    return lead, holders[lead]


def play_round(game, opened_by, number, scores, hands, undealt, choose, lot):
    """One round, as it stands in a record; the points go into `scores`, too."""
    sides = 2 if game["sides"] == "pairs" else game["players"]
    how = game["next_opener"] if number else game["first_opener"]
    lead, holder = lead_of(hands) if how == "highest-double" else (None, None)
    seat = {"rotate": lambda: (opened_by + 1) % game["players"], "lot": lot, "highest-double": lambda: holder}[how]()
    entry = {"round": number, "attempt": 0, "opener": seat, "announced": lead, "hands": copy.deepcopy(hands),
             "undealt": undealt, "moves": [], "end": None, "scores": None}
    row, idle, bonus_left = [], 0, 1
    while not entry["end"]:
        offers = [(tile, end, longer) for tile in hands[seat] for end, longer in rows_after(row, tile).items()]
        if not row and lead and game["opening_tile"] == "that-tile":
            offers = [offer for offer in offers if offer[0] == lead]
        if offers:
            idle = 0
            tile, end, row = choose(offers)
            hands[seat].remove(tile)
            side = seat % sides
            side_empty = not any(hands[side::sides])
            out = not hands[seat] and (side_empty or game["round_end"] == "first-out")
            earned = sum(pips(row) // divisor for divisor in game["divisors"] if not pips(row) % divisor)
            events = [earned, game["out_bonus"] if out and bonus_left else 0]
            if side_empty and game["round_end"] == "play-on":
                bonus_left = 0
            if game["combine_out"]:
                events = [sum(events)]
            before, offered, won = scores[side], 0, False
            for points in events:
                offered += points
                rule = "allow" if scores[side] + points <= game["target"] else game["overshoot"]
                scores[side] = AFTER_OVERSHOOT[rule](scores[side], points, game["target"])
                won = scores[side] >= game["target"] and game["finish"] == "immediate"
                if won:
                    break
            entry["moves"].append({"seat": seat, "tile": tile, "end": end, "offered": offered,
                                   "taken": scores[side] - before, "scores": list(scores), "knocks": []})
            if won or (out and game["round_end"] != "play-on"):
                entry["end"] = "won" if won else "out"
        else:
            idle += 1
            if hands[seat]:
                entry["moves"][-1]["knocks"].append(seat)
            if idle == game["players"]:
                some_side_empty = any(not any(hands[side::sides]) for side in range(sides))
                entry["end"] = "played-out" if some_side_empty else "blocked"
        seat = (seat + 1) % game["players"]
    entry["scores"] = list(scores)
    return entry


def play_match(options, deals, choose, lot):
    """A record of a match: `deals` yields (hands, undealt), `choose` picks a move and `lot` a seat."""
    record = new_record(options)
    game = record["game"]
    scores = [0] * (2 if game["sides"] == "pairs" else game["players"])
    winners, opened_by = [], None
    while not winners and len(record["rounds"]) < game["max_rounds"]:
        hands, undealt = next(deals)
        entry = play_round(game, opened_by, len(record["rounds"]), scores, hands, undealt, choose, lot)
        opened_by = entry["opener"]
        record["rounds"].append(entry)
        if max(scores) >= game["target"]:
            winners = [side for side, score in enumerate(scores) if score == max(scores)]
    set_result(record, scores, winners)
    return record


def random_options(rng):
    players = rng.choice([2, 2, 3, 4, 4, 5, rng.randint(6, 12)])
    largest = rng.choice([6, 6, 9, 12])
    finish = rng.choice(["immediate", "immediate", "round-end"])
    return {
        "name": rng.choice(["fives-and-threes", "cincos-y-treses"]), "players": players, "set": largest,
        "hand": rng.randint(1, len(all_tiles(largest)) // players),
        "sides": rng.choice(["individual", "pairs"]) if players == 4 else "individual",
        "first_opener": rng.choice(["lot", "highest-double"]),
        "next_opener": rng.choice(["rotate", "highest-double", "lot"]),
        "opening_tile": rng.choice(["any", "that-tile"]),
        "divisors": rng.choice([[3, 5], [3, 5], [3, 5, 7, 11, 13], [2], [4, 9, 2], []]),
        "target": rng.choice([61, rng.randint(1, 25)]), "finish": finish,
        "overshoot": "allow" if finish == "round-end" else rng.choice(list(AFTER_OVERSHOOT)),
        "combine_out": rng.random() < 0.5, "out_bonus": rng.choice([0, 1, 1, 2, 5]),
        "round_end": rng.choice(["side-out", "first-out", "play-on"]), "max_rounds": rng.randint(1, 12),
    }


def random_deals(options, rng):
    while True:
        tiles = all_tiles(options["set"])
        rng.shuffle(tiles)
        yield [[tiles.pop() for _ in range(options["hand"])] for _ in range(options["players"])], tiles


def random_match(seed, **fixed):
    rng = random.Random(seed)
    options = {**random_options(rng), **fixed}
    return play_match(options, random_deals(options, rng), rng.choice, lambda: rng.randrange(options["players"]))


# ---- records written by hand


def hand_made(options, rounds, winners):
    """A record from rounds (opener, announced, hands, table of moves, end).

    A row of the table: seat, tile, end, offered, taken, scores, knocks (or -); words after | are for the reader.
    """
    first = rounds[0][2].split("/")
    record = new_record({"players": len(first), "hand": len(first[0].split()), **options})
    for number, (opener, announced, hands, table, end) in enumerate(rounds):
        hands = [hand.split() for hand in hands.split("/")]
        moves = []
        for line in table.strip().splitlines():
            seat, tile, where, offered, taken, scores, knocks = line.split("|")[0].split()
            moves.append({"seat": int(seat), "tile": tile, "end": where, "offered": int(offered), "taken": int(taken),
                          "scores": [int(score) for score in scores.split(",")],
                          "knocks": [] if knocks == "-" else [int(knock) for knock in knocks.split(",")]})
        undealt = [tile for tile in all_tiles(record["game"]["set"]) if not any(tile in hand for hand in hands)]
        record["rounds"].append({
            "round": number, "attempt": 0, "opener": opener, "announced": announced, "hands": hands, "undealt": undealt,
            "moves": moves, "end": end, "scores": moves[-1]["scores"]})
    set_result(record, record["rounds"][-1]["scores"], winners)
    return record


ONE = {"max_rounds": 1}

LONE_DOUBLE = hand_made({**ONE, "divisors": [3, 5, 17]}, [(0, None, "6-6 1-0/6-5 2-0", """
    0 6-6 open 4 4 4,0 -    | 12: 4
    1 6-5 left 1 1 4,1 0,1  | 5 and the double 12 make 17: 1 for the 17; nobody has a 5 or a 6
    """, "blocked")], [])

PARTNER_OUT = hand_made({**ONE, "sides": "pairs"}, [(0, None, "6-6/6-5/5-5/1-0", """
    0 6-6 open 4 4 4,0 -    | no bonus: the partner still holds a tile
    1 6-5 left 0 0 4,0 -    | 17
    2 5-5 left 1 1 5,0 -    | 10 + 12 = 22: 0, and 1 for the pair being out
    """, "out")], [])

SKIPPED = hand_made({**ONE, "sides": "pairs"}, [(3, None, "6-6 2-1/1-0 2-0/4-1 4-0/6-5 5-4", """
    3 6-5 open 0 0 0,0 -    | 11
    0 6-6 right 0 0 0,0 1,2 | 5 + 12 = 17
    3 5-4 left 0 0 0,0 0,1  | 4 + 12 = 16; seat 3 is out, and passed over from now on
    2 4-1 left 0 0 0,0 -    | 1 + 12 = 13
    0 2-1 left 0 0 0,0 -    | 2 + 12 = 14; seat 0 is out
    1 2-0 left 4 4 0,4 -    | 0 + 12
    2 4-0 left 1 1 1,4 -    | 4 + 12 = 16: 0, and 1, because seats 0 and 2 are out
    """, "out")], [])

BLOCKED_WITH_A_SEAT_OUT = hand_made({**ONE, "sides": "pairs"}, [(0, None, "6-6/6-5/1-0/2-0", """
    0 6-6 open 4 4 4,0 -
    1 6-5 left 0 0 4,0 2,3  | seats 0 and 1 are out, but neither pair is
    """, "blocked")], [])

UNFINISHED = hand_made({"max_rounds": 2}, [
    (1, None, "1-0 2-0/4-3 6-5", """
    1 4-3 open 0 0 0,0 0,1  | 7
    """, "blocked"), (0, None, "5-4 6-1/2-1 0-0", """
    0 5-4 open 3 3 3,0 1,0  | 9: 3
    """, "blocked")], [])

BOUNCE_DEAL = "6-6 6-4 5-3/6-5 1-0 2-0"
BOUNCE = hand_made({**ONE, "target": 5, "overshoot": "bounce"}, [(0, None, BOUNCE_DEAL, """
    0 6-6 open 4 4 4,0 -
    1 6-5 left 0 0 4,0 -    | 17
    0 6-4 right 3 -1 3,0 1  | 5 + 4 = 9: 3; 7 is two too many, so 5 - 2
    0 5-3 left 1 1 4,0 -    | 3 + 4 = 7: 0, and 1 for being out
    """, "out")], [])

BOUNCE_TO_ZERO = hand_made({**ONE, "target": 5, "overshoot": "bounce"}, [(0, None, BOUNCE_DEAL, """
    0 6-6 open 4 4 4,0 -
    1 6-5 left 0 0 4,0 -
    0 5-3 left 8 -4 0,0 1   | 3 + 12 = 15: 8; 12 is seven too many, and 5 - 7 stops at 0
    0 6-4 right 1 1 1,0 -   | 3 + 4 = 7: 0, and 1
    """, "out")], [])

CAP, ALLOW = (hand_made({"target": 5, "overshoot": overshoot}, [(0, None, BOUNCE_DEAL, f"""
    0 6-6 open 4 4 4,0 -
    1 6-5 left 0 0 4,0 -
    0 5-3 left 8 {taken} {4 + taken},0 -
    """, "won")], [0]) for overshoot, taken in (("cap", 1), ("allow", 8)))

SHARED = hand_made({"target": 4, "overshoot": "allow", "finish": "round-end", "out_bonus": 4}, [
    (0, None, "6-6 3-2/6-3 1-0", """
    0 6-6 open 4 4 4,0 -    | at the target, but the round goes on
    1 6-3 left 8 8 4,8 -    | 3 + 12 = 15: 5 + 3
    0 3-2 left 4 4 8,8 -    | 2 + 12 = 14: 0, and 4 for being out
    """, "out")], [0, 1])

PLAY_ON = hand_made({**ONE, "round_end": "play-on"}, [(0, None, "6-6/6-5/1-0/5-4", """
    0 6-6 open 5 5 5,0,0,0 -    | 4, and 1 for being the first out
    1 6-5 left 0 0 5,0,0,0 2    | out too, but second
    3 5-4 left 0 0 5,0,0,0 2    | 4 + 12 = 16
    """, "played-out")], [])

PLAY_ON_SPENT = hand_made({**ONE, "round_end": "play-on", "target": 4, "out_bonus": 2}, [(0, None, "6-6/6-5/5-1", """
    0 6-6 open 6 0 0,0,0 -      | 4 + 2 is too much, and the bonus is spent all the same
    1 6-5 left 0 0 0,0,0 -
    2 5-1 left 0 0 0,0,0 -      | 1 + 12 = 13
    """, "played-out")], [])

ENDS_ALIKE = hand_made({**ONE, "round_end": "play-on"}, [(0, None, "5-4/6-4/6-5/5-1", """
    0 5-4 open 4 4 4,0,0,0 -    | 9: 3, and 1
    1 6-4 left 0 0 4,0,0,0 -    | 6 + 5 = 11
    2 6-5 left 2 2 4,0,2,0 -    | at either end; here 5 + 5 = 10: 2
    3 5-1 left 2 2 4,0,2,2 -    | at one of two like ends, so at the left: 1 + 5 = 6: 2
    """, "played-out")], [])

HIGHEST_TILE = hand_made({**ONE, "first_opener": "highest-double"}, [(1, "6-3", "5-4 1-0/6-3 2-0", """
    1 2-0 open 0 0 0,0 -    | 6-3 gives the lead before 5-4, but need not be laid
    0 1-0 left 1 1 1,0 1,0  | 1 + 2 = 3: 1
    """, "blocked")], [])


def race_to_59(combine_out):
    """One tile each, so a round is one placement: 59 for seat 0, which then lays 6-4 (10: 2 points) and is out."""
    last = ("6-4", 3, 0) if combine_out else ("6-4", 2, 2)
    rounds, scores = [], [0, 0]
    placements = [("6-6", 5, 5), ("1-0", 1, 1)] * 11 + [("5-4", 4, 4), ("1-0", 1, 1), last]
    for number, (tile, offered, taken) in enumerate(placements):
        opener = number % 2
        scores[opener] += taken
        table = f"{opener} {tile} open {offered} {taken} {scores[0]},{scores[1]} -"
        hands = f"2-2/{tile}" if opener else f"{tile}/2-2"
        rounds.append((opener, None, hands, table, "won" if scores[0] == 61 else "out"))
    return hand_made({"combine_out": combine_out, "max_rounds": 25}, rounds, [0] if scores[0] == 61 else [])


RACE_TO_59, RACE_TO_61 = race_to_59(combine_out=True), race_to_59(combine_out=False)
HAND_MADE = {name: value for name, value in globals().items() if isinstance(value, dict) and "rounds" in value}


def verdict(record):
    """What the referee says about a record: None if it agrees."""
    disagreement = referee.Tally().check(record)
    return disagreement and str(disagreement)


class AgreesWithLegalMatches(unittest.TestCase):
    def test_hand_made(self):
        for name, record in HAND_MADE.items():
            self.assertIsNone(verdict(record), name)

    def test_random_matches(self):
        endings = set()
        for seed in range(600):
            record = random_match(seed)
            self.assertIsNone(verdict(record), f"seed {seed}")
            endings.update([entry["end"] for entry in record["rounds"]], [len(record["result"]["winners"])])
        self.assertLessEqual({"out", "blocked", "played-out", "won", 0, 1, 2}, endings)


# ---- falsified records


MISSING = object()


def falsified(record, path, value):
    """A copy of a record with another value at a path into it ("rounds.0.end"), or with nothing there."""
    record = copy.deepcopy(record)
    inside = record
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        inside = inside[step]
    if value is MISSING:
        del inside[last]
    else:
        inside[last] = value
    return record


# (record, path, false value, what the message must contain)
FALSE = [
    # The options.
    (CAP, "game.name", "all-fives", "game.name"),
    (CAP, "game.players", 1, "rule D3"),
    (CAP, "game.set", 9, "rule D2"),
    (CAP, "game.hand", 15, "tiles dealt"),
    (CAP, "game.sides", "pairs", "rule D4"),
    (CAP, "game.first_opener", "highest-double", "announced expected"),
    (CAP, "game.divisors", [3, 3], "rule D12"),
    (CAP, "game.divisors", [3], "rule D11"),
    (CAP, "game.target", 4, 'no move (the round has ended: "won")'),
    (CAP, "game.overshoot", "discard", "rule D16"),
    (CAP, "game.finish", "round-end", "rule D19"),
    (ALLOW, "game.finish", "round-end", "move 2: knocks expected [1]"),
    (CAP, "game.combine_out", 1, "rule D17"),
    (PLAY_ON_SPENT, "game.combine_out", False, "move 0: offered expected 4"),
    (PARTNER_OUT, "game.round_end", "first-out", "move 0: offered expected 5"),
    (PARTNER_OUT, "game.round_end", "play-on", "move 2: knocks expected [3]"),
    (PLAY_ON, "game.round_end", "side-out", 'no move (the round has ended: "out")'),
    (UNFINISHED, "game.max_rounds", 3, "rule D21"),
    (UNFINISHED, "game.max_rounds", 1, "rule D21"),
    (UNFINISHED, "game.next_opener", "highest-double", "round 1: opener expected 1"),
    # The frame.
    (CAP, "record", 2, "record expected 1"),
    (CAP, "lineup", ["someone else"], "strategies seated"),
    (CAP, "seats", ["player-0"], "seats expected 2 entries"),
    (CAP, "extra", 0, 'field "extra"'),
    (CAP, "result", dict(reversed(CAP["result"].items())), "order of the result's fields"),
    # The deal.
    (CAP, "rounds.0.hands.0.0", "6-5", "rule D1"),
    (CAP, "rounds.0.hands.0.0", "7-6", "rule D1"),
    (CAP, "rounds.0.hands.0.1", "4-6", "larger half first"),
    (CAP, "rounds.0.hands.0.2", MISSING, "rule D2"),
    (CAP, "rounds.0.undealt.0", MISSING, "rule D2"),
    (CAP, "rounds.0.hands", CAP["rounds"][0]["hands"][::-1], "rule D2"),
    # The opener.
    (CAP, "rounds.0.opener", 1, "seat expected 1 found 0 (rule D5)"),
    (CAP, "rounds.0.announced", "6-6", "announced expected null"),
    (UNFINISHED, "rounds.1.opener", 1, "round 1: opener expected 0 found 1 (rule D5)"),
    (HIGHEST_TILE, "rounds.0.opener", 0, "opener expected 1 found 0 (rule D6)"),
    (HIGHEST_TILE, "rounds.0.announced", "5-4", 'announced expected "6-3"'),
    (HIGHEST_TILE, "game.opening_tile", "that-tile", 'opening tile expected "6-3"'),
    # The moves.
    (CAP, "rounds.0.moves.1.seat", 0, "move 1: seat expected 1 found 0 (rule D9)"),
    (CAP, "rounds.0.moves.1.tile", "5-3", "rule D2"),
    (CAP, "rounds.0.moves.1.tile", "1-0", "rule D8"),
    (CAP, "rounds.0.moves.0.end", "left", 'end expected "open"'),
    (CAP, "rounds.0.moves.1.end", "right", 'end expected "left" found "right" (rule D8)'),
    (ENDS_ALIKE, "rounds.0.moves.3.end", "right", 'end expected "left" found "right" (rule D8)'),
    (CAP, "rounds.0.moves.1.offered", 1, "rule D11"),
    (PARTNER_OUT, "rounds.0.moves.2.offered", 0, "rule D13"),
    (PARTNER_OUT, "rounds.0.moves.2.taken", 0, "rule D17"),
    (BOUNCE, "rounds.0.moves.2.taken", 0, "taken expected -1 found 0 (rule D20)"),
    (BOUNCE, "rounds.0.moves.2.scores", [4, 0], "rule D16"),
    (BOUNCE, "rounds.0.moves.2.knocks", [], "knocks expected [1] found [] (rule D9)"),
    (BLOCKED_WITH_A_SEAT_OUT, "rounds.0.moves.1.knocks", [3, 2], "rule D9"),
    (CAP, "rounds.0.moves.2", MISSING, "move 2: here expected a move by seat 0"),
    (CAP, "rounds.0.moves", CAP["rounds"][0]["moves"] * 2, "move 3: here expected no move"),
    # The ends.
    (CAP, "rounds.0.end", "out", "rule D14"),
    (PARTNER_OUT, "rounds.0.end", "played-out", "rule D13"),
    (PLAY_ON, "rounds.0.end", "blocked", "rule D13"),
    (CAP, "rounds.0.scores", [4, 0], "round 0: scores"),
    (CAP, "rounds", CAP["rounds"] * 2, "round 1: after the match is won"),
    (UNFINISHED, "rounds", UNFINISHED["rounds"] * 2, "round 2: after max_rounds rounds"),
    (UNFINISHED, "rounds.1", MISSING, "round 1: with nobody at the target"),
    (SHARED, "result.winners", [1], "rule D19"),
    (SHARED, "result.shares", [0, 27720], "rule D19"),
    (UNFINISHED, "result.unfinished", False, "rule D21"),
    # JSON's true, 1 and 1.0 are three things.
    (CAP, "rounds.0.moves.2.taken", 1.0, "taken expected 1"),
    (UNFINISHED, "result.unfinished", 1, "result.unfinished"),
]

ALIEN = [None, True, -1, 0, 7, 2.5, 10**9, "", "x", "6-6", [], [0], [None], {}, {"seat": 0}]


def places(value, above=""):
    """(path, value) of everything inside a JSON value."""
    for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield f"{above}{step}", inner
        if isinstance(inner, (dict, list)):
            yield from places(inner, f"{above}{step}.")


class FindsFalseRecords(unittest.TestCase):
    def test_falsified_records(self):
        for record, path, value, words in FALSE:
            said = verdict(falsified(record, path, value)) or f"nothing about {path}"
            self.assertIn(words, said)
            self.assertRegex(said, r" expected .+ found .+ \((rule D\d+|record format)\)$")

    def test_every_field_is_needed(self):
        for path, _ in places(UNFINISHED):
            if not path.startswith("game.divisors."):
                self.assertIsNotNone(verdict(falsified(UNFINISHED, path, MISSING)), path)

    def test_aliens_everywhere(self):
        """Whatever stands anywhere else than it should: a disagreement, and no failure of the referee."""
        self.assertTrue(all(verdict(alien) for alien in ALIEN))
        for record in (UNFINISHED, PARTNER_OUT):
            for path, value in places(record):
                for alien in ALIEN:
                    said = verdict(falsified(record, path, alien))
                    if path.startswith(("rounds", "result")) and not referee.same(alien, value):
                        self.assertTrue(said, f"{path} {alien!r}")

    def test_figures_of_random_matches(self):
        """In matches of every kind, no score, knock or share can be changed unnoticed."""
        for seed in range(60):
            record = random_match(seed, max_rounds=2)
            for path, value in places(record):
                if path.startswith(("rounds", "result")) and type(value) is int:
                    self.assertIsNotNone(verdict(falsified(record, path, value + 1)), f"seed {seed} {path}")


class CommandLine(unittest.TestCase):
    def run_referee(self, **files):
        """Status, output and complaints of the referee run in a directory of its own on these files."""
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as directory:
            names = []
            for name, content in files.items():
                names.append(os.path.join(directory, name.replace("_", ".")))
                if content is not None:
                    with open(names[-1], "wb") as file:
                        file.write(content)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = referee.main(names)
        return status, out.getvalue().replace(directory + os.sep, ""), err.getvalue().replace(directory + os.sep, "")

    def lines(self, *records):
        return "".join(json.dumps(record) + "\n" for record in records).encode()

    def test_agreement(self):
        status = self.run_referee(a_jsonl=self.lines(CAP, UNFINISHED), b_jsonl_gz=gzip.compress(self.lines(SHARED)))
        self.assertEqual(status, (0, "3 records, 4 rounds, 8 moves checked: all agree\n", ""))

    def test_disagreement(self):
        false = falsified(CAP, "rounds.0.moves.1.offered", 3)
        status, out, err = self.run_referee(a_jsonl=self.lines(UNFINISHED, false, SHARED))
        self.assertEqual((status, err), (1, ""))
        self.assertEqual(out, "a.jsonl:2: round 0 move 1: offered expected 0 found 3 (rule D11)\n"
                              "3 records, 3 rounds, 6 moves checked: 1 disagree\n")

    def test_unreadable(self):
        good = self.lines(CAP)
        for name, content, words in [
            ("cut_jsonl", good + good[:50], "cut.jsonl:2: malformed JSON"),
            ("gap_jsonl", good + b"\n" + good, "gap.jsonl:2: malformed JSON"),
            ("nan_jsonl", b"NaN\n", "malformed JSON"),
            ("twice_jsonl", b'{"record": 1, "record": 1}\n', "twice"),
            ("deep_jsonl", b"[" * 200000, "malformed JSON"),
            ("latin_jsonl", b'"\xe9"\n', "malformed JSON"),
            ("cut_gz", gzip.compress(good)[:-20], "cut.gz: cannot be read"),
            ("plain_gz", good, "plain.gz: cannot be read"),
            ("missing_jsonl", None, "missing.jsonl: cannot be read: No such file"),
        ]:
            status, _, err = self.run_referee(**{name: content})
            self.assertEqual(status, 2, name)
            self.assertIn(words, err)

    def test_standard_input(self):
        command = [sys.executable, os.path.join(HERE, "referee.py"), "-"]
        done = subprocess.run(command, input=self.lines(CAP), stdout=subprocess.PIPE, check=True)
        self.assertEqual(done.stdout.split(), b"1 records, 1 rounds, 3 moves checked: all agree".split())


class Branch(Exception):
    """A point in the play where the choice is still open; its argument is the number of moves."""


def count_by_playing(options, deal, opener, depth, path=()):
    """The brute force's count, found by playing on from every choice; the referee sees each round that ends."""
    steps = iter(path)

    def choose(offers):
        step = next(steps, None)
        if step is None:
            raise Branch(len(offers))
        return offers[step]

    try:
        record = play_match(options, iter([copy.deepcopy(deal)]), choose, lambda: opener)
    except Branch as branch:
        if len(path) == depth:
            return 1
        return sum(count_by_playing(options, deal, opener, depth, path + (step,)) for step in range(branch.args[0]))
    if verdict(record):
        raise AssertionError(verdict(record))
    return int(len(path) == depth)


class BruteForce(unittest.TestCase):
    def count(self, changes, hands, opener, *depths):
        return [perft_brute.count_round("fives-and-threes", changes, hands, opener, depth) for depth in depths]

    def test_by_hand(self):
        # 6-6, then 6-5 in its one way. Seat 0 is out at once, so the second counts only under play-on.
        self.assertEqual(self.count({}, "6-6/6-5", 0, 0, 1, 2), [1, 1, 0])
        self.assertEqual(self.count({"round_end": "play-on"}, "6-6/6-5", 0, 1, 2, 3), [1, 1, 0])
        # 6-6 can be followed by 6-5 and 6-1 (each in one way), 5-5 by 6-5. Third are 5-5 at the 5; 6-5 on the free
        # double, after a knock; and 6-6 at the 6. Then a seat is out; if play goes on, 6-1 or 5-5 ends each line.
        self.assertEqual(self.count({}, "6-6 5-5/6-5 6-1", 0, 1, 2, 3, 4), [2, 3, 3, 0])
        self.assertEqual(self.count({"round_end": "play-on"}, "6-6 5-5/6-5 6-1", 0, 3, 4, 5), [3, 3, 0])
        # 5-4 6-4 6-5 leaves 5 and 5 (one way to lay 5-1) or 6 and 6 (none); so does 6-5 6-4 5-4 with 4 and 4. The
        # two other ways to four tiles have a 1 at an end: 5-4 5-1 6-4 6-5 and 6-5 5-1 6-4 5-4. 2-0 3-2 is blocked.
        self.assertEqual(self.count({}, "5-4 6-5 2-0/6-4 5-1 3-2", 0, 1, 2, 3, 4, 5), [3, 5, 6, 4, 0])
        # A win ends the round: 6-6 earns 4, and its owner is not out yet.
        self.assertEqual(self.count({"target": 4}, "6-6 1-0/6-5 6-4", 0, 1, 2), [2, 0])

    def test_golden_data(self):
        with open(os.path.join(HERE, "..", "engine", "tests", "data", "perft.json"), encoding="utf-8") as file:
            cases = json.load(file)
        self.assertEqual(len({case["name"] for case in cases}), len(cases))
        small = [case for case in cases if case["count"] < 600]
        self.assertGreater(len(small), 30)
        for case in small:
            name, game, changes, hands, opener, depth, count = case.values()
            self.assertEqual(perft_brute.count_round(game, changes, hands, opener, depth), count, name)
            options = {**perft_brute.defaults(game, changes["players"]), **changes, "name": game, "max_rounds": 1}
            hands = [hand.split() for hand in hands.split("/")]
            undealt = sorted(set(all_tiles(options["set"])) - set(sum(hands, [])))
            self.assertEqual(count_by_playing(options, (hands, undealt), opener, depth), count, name)


if __name__ == "__main__":
    unittest.main()
