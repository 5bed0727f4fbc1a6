#!/usr/bin/env python3
"""Brute force for the engine's move generator: counts the ways to play a round d tiles deep.

    python3 scripts/perft_brute.py > engine/tests/data/perft.json

Prints golden data for tests: a list of cases, each with a game (a preset's name and the options in which it differs,
in the words of docs/formats.md), explicit hands ("6-5 4-4/5-5 2-1": seat 0, then seat 1), the opener (null where a
tile chooses it), a depth, and the number of different sequences of exactly that many placements with which one round
can begin. Knocks do not count. A sequence ends with the round, so a round that ends sooner adds nothing;
every side starts from 0 points, and a winning move also ends the round.

It is deliberately naive and slow: the line is the list of all tiles on the table, each in its orientation, and every
count walks through all sequences. The rule ids (D8 ...) are those of the domino rules.
"""

import json
import random

FIVES, CINCOS = "fives-and-threes", "cincos-y-treses"


# ---- the game


def defaults(preset, players):
    """The options of a preset that bear on a single round."""
    options = {
        "players": players,
        "set": 6,
        "sides": "individual",
        "first_opener": "lot",
        "opening_tile": "any",
        "divisors": [3, 5],
        "target": 61,
        "overshoot": "discard",
        "finish": "immediate",
        "combine_out": True,
        "out_bonus": 1,
        "round_end": "side-out",
    }
    if preset == FIVES and players == 4:
        options["sides"] = "pairs"
    if preset == CINCOS:
        options["first_opener"] = "highest-double"
    return options


def read_hands(text):
    """"6-5 4-4/5-5 2-1" as a list of hands, each a list of (larger, smaller)."""
    return [[tuple(map(int, tile.split("-"))) for tile in hand.split()] for hand in text.split("/")]


def side_of(options, seat):
    return seat % 2 if options["sides"] == "pairs" else seat


def side_is_out(options, hands, side):
    return all(hand == [] for seat, hand in enumerate(hands) if side_of(options, seat) == side)


def any_side_is_out(options, hands):
    return any(side_is_out(options, hands, side_of(options, seat)) for seat in range(len(hands)))


def end_of_line(line, at_left):
    """The open value of an end, and whether a double lies there."""
    tile = line[0] if at_left else line[-1]
    return (tile[0] if at_left else tile[1]), tile[0] == tile[1]


def longer_lines(line, tile):
    """Every line that laying `tile` can make of `line` (D8)."""
    high, low = tile
    if line == []:
        return [[(low, high)]]
    lines = []
    for turned in [(high, low), (low, high)]:
        if turned[1] == line[0][0]:
            lines.append([turned] + line)
        # The right end is another move only if the two ends differ in value or in being a double.
        if turned[0] == line[-1][1] and end_of_line(line, True) != end_of_line(line, False):
            lines.append(line + [turned])
        if high == low:
            break  # a double turned round is the same tile
    return lines


def line_points(options, line):
    """What a line earns whoever made it (D10, D11)."""
    if len(line) == 1:
        total = line[0][0] + line[0][1]
    else:
        total = 0
        for at_left in (True, False):
            value, double = end_of_line(line, at_left)
            total += value + value if double else value
    return sum(total // divisor for divisor in options["divisors"] if total % divisor == 0)


def score_event(options, score, points):
    """The score after an event of `points` (D16, D19, D20)."""
    target = options["target"]
    if score + points <= target:
        return score + points
    excess = score + points - target
    return {"discard": score, "bounce": max(0, target - excess), "cap": target, "allow": score + points}[
        options["overshoot"]
    ]


def wins(options, score):
    return options["finish"] == "immediate" and score >= options["target"]


def score_placement(options, score, points, bonus):
    """The score after a placement and the going-out bonus it earns (D17)."""
    if options["combine_out"]:
        return score_event(options, score, points + bonus)
    score = score_event(options, score, points)
    return score if wins(options, score) else score_event(options, score, bonus)


def earns_bonus(options, before, after, seat):
    """Whether the placement between these two states of the hands earns the going-out bonus (D13)."""
    if after[seat]:
        return False
    if options["round_end"] == "first-out":
        return True
    out = side_is_out(options, after, side_of(options, seat))
    if options["round_end"] == "play-on":
        return out and not any_side_is_out(options, before)
    return out


def next_mover(hands, line, seat):
    """The next seat that can lay a tile, or None (D9)."""
    seats = [(seat + step) % len(hands) for step in range(1, len(hands) + 1)]
    for other in seats:
        for tile in hands[other]:
            if longer_lines(line, tile):
                return other
    return None


def opener_by_tile(hands):
    """The seat and the tile that open: the highest double, else the highest tile (D6)."""
    tiles = [(tile, seat) for seat, hand in enumerate(hands) for tile in hand]
    doubles = [(tile, seat) for tile, seat in tiles if tile[0] == tile[1]]
    if doubles:
        lead, seat = max(doubles)
    else:
        lead, seat = max(tiles, key=lambda pair: (sum(pair[0]), max(pair[0])))
    return seat, lead


# ---- counting


def count_from(options, hands, line, mover, scores, depth):
    """The number of ways to make `depth` more placements when `mover` is to lay one."""
    if depth == 0:
        return 1
    if mover is None:
        return 0
    total = 0
    for tile in hands[mover]:
        for new_line in longer_lines(line, tile):
            total += count_after(options, hands, new_line, mover, tile, scores, depth - 1)
    return total


def count_after(options, hands, line, mover, tile, scores, depth):
    """The same once `mover` has laid `tile` and so made `line`."""
    new_hands = [[held for held in hand if held != tile] for hand in hands]
    out = earns_bonus(options, hands, new_hands, mover)
    side = side_of(options, mover)
    new_scores = list(scores)
    bonus = options["out_bonus"] if out else 0
    new_scores[side] = score_placement(options, scores[side], line_points(options, line), bonus)
    over = wins(options, new_scores[side]) or (out and options["round_end"] != "play-on")
    following = None if over else next_mover(new_hands, line, mover)
    return count_from(options, new_hands, line, following, new_scores, depth)


def count_round(preset, changes, hands, opener, depth, scores=None):
    """The number of sequences of exactly `depth` placements with which a first round can begin."""
    hands = read_hands(hands)
    options = {**defaults(preset, len(hands)), **changes}
    scores = scores or [0] * len(hands)
    if options["first_opener"] != "highest-double":
        return count_from(options, hands, [], opener, scores, depth)
    opener, lead = opener_by_tile(hands)
    if options["opening_tile"] == "any":
        return count_from(options, hands, [], opener, scores, depth)
    if depth == 0:
        return 1
    return count_after(options, hands, [lead[::-1]], opener, lead, scores, depth - 1)


# ---- the cases


# A group: name, preset, options that differ from the preset's, deal, opener (None where a tile chooses it), depths.
# A deal is written out, or given as (seed, players, tiles per seat). The
# deals and depths are such that an option that can matter does change the count.
PLAY_ON, FIRST_OUT = {"round_end": "play-on"}, {"round_end": "first-out"}
BY_LOT, BY_TILE = {"first_opener": "lot"}, {"first_opener": "highest-double"}
THAT_TILE = {"opening_tile": "that-tile"}
ROUND_END = {"overshoot": "allow", "finish": "round-end"}
ADVANCED = {"divisors": [3, 5, 7, 11, 13]}

GROUPS = [
    # Small enough to count by hand (test_referee.py does).
    ("lone double", FIVES, {}, "6-6/6-5", 0, [1, 2]),
    ("lone double, play-on", FIVES, PLAY_ON, "6-6/6-5", 0, [2]),
    ("two tiles each", FIVES, {}, "6-6 5-5/6-5 6-1", 0, [3]),
    ("two tiles each, play-on", FIVES, PLAY_ON, "6-6 5-5/6-5 6-1", 0, [4]),
    ("ends alike", FIVES, {}, "5-4 6-5 2-0/6-4 5-1 3-2", 0, [3, 4]),
    # Seats, pairs and sets.
    ("two seats", FIVES, {}, (2, 2, 7), 0, [1, 4, 8, 11, 13]),
    ("two seats, the other opens", FIVES, {}, (2, 2, 7), 1, [11]),
    ("three seats", FIVES, {}, (3, 3, 5), 2, [6, 12]),
    ("pairs", FIVES, {}, (2, 4, 5), 0, [10, 18]),
    ("four seats", FIVES, {"sides": "individual"}, (2, 4, 5), 0, [16]),
    ("pairs, all tiles dealt", CINCOS, {"sides": "pairs"}, (0, 4, 7), None, [10, 12]),
    ("five seats", FIVES, {}, (5, 5, 5), 3, [17]),
    ("every tile seen", CINCOS, {}, (0, 2, 14), None, [4, 7]),
    ("double-9, two seats", CINCOS, {"set": 9}, (0, 2, 10), None, [9, 16]),
    ("double-9, five seats", CINCOS, {"set": 9}, (1, 5, 5), None, [12, 19]),
    ("double-9, pairs", FIVES, {"set": 9}, (3, 4, 5), 1, [14]),
    ("double-12, two seats", CINCOS, {"set": 12}, (0, 2, 10), None, [8, 15]),
    ("double-12, three seats", FIVES, {"set": 12}, (4, 3, 7), 0, [12]),
    # A tile chooses the opener.
    ("opener by tile, any tile opens", FIVES, BY_TILE, (3, 2, 7), None, [7]),
    ("opener by tile, that tile opens", FIVES, {**BY_TILE, **THAT_TILE}, (3, 2, 7), None, [1, 7]),
    ("opener by lot, that-tile changes nothing", FIVES, THAT_TILE, (3, 2, 7), 0, [7]),
    ("no double, 6-3 before 5-4", CINCOS, {}, (174, 2, 5), None, [5]),
    ("no double, that tile opens", CINCOS, THAT_TILE, (174, 2, 5), None, [5]),
    ("that tile opens, five seats", CINCOS, THAT_TILE, (2, 5, 5), None, [15]),
    # How a round ends.
    ("first-out, two seats", FIVES, FIRST_OUT, (3, 2, 7), 0, [13]),
    ("play-on, two seats", FIVES, PLAY_ON, (3, 2, 7), 0, [13]),
    ("side-out, two seats", FIVES, {}, (3, 2, 7), 0, [13]),
    ("first-out, pairs", FIVES, FIRST_OUT, (2, 4, 5), 0, [16]),
    ("play-on, pairs", FIVES, PLAY_ON, (2, 4, 5), 0, [19]),
    ("side-out, pairs", FIVES, {}, (2, 4, 5), 0, [19]),
    ("play-on, three seats", CINCOS, PLAY_ON, (3, 3, 5), None, [11, 13]),
    ("play-on, five seats", FIVES, PLAY_ON, (2, 5, 5), 0, [18]),
    # Divisors, with a target that is soon reached.
    ("no divisors", FIVES, {"target": 1, "divisors": []}, (4, 2, 6), 0, [10]),
    ("divisor 2", FIVES, {"target": 12, "divisors": [2]}, (4, 2, 6), 0, [10]),
    ("divisors 3 and 5", FIVES, {"target": 5}, (4, 2, 6), 0, [10]),
    ("divisors 3 to 13", FIVES, {"target": 5, **ADVANCED}, (4, 2, 6), 0, [10]),
    ("divisors 3 to 13, double-12", CINCOS, {"set": 12, "target": 7, **ADVANCED}, (2, 3, 7), None, [10]),
]


def target_groups():
    """Small targets under each overshoot rule, with one event and two, and played to the end of the round."""
    tables = [
        ("two seats, target 5", FIVES, {"target": 5}, (2, 2, 6), [11]),
        ("three seats, target 4, bonus 2", CINCOS, {**BY_LOT, "target": 4, "out_bonus": 2}, (0, 3, 5), [12]),
        ("pairs, target 6, bonus 2", FIVES, {"target": 6, "out_bonus": 2}, (1, 4, 4), [15]),
    ]
    for table, preset, options, deal_of, depths in tables:
        options = {**options, **PLAY_ON}
        for overshoot in ({}, {"overshoot": "bounce"}, {"overshoot": "cap"}, {"overshoot": "allow"}):
            name = f"{table}, {overshoot.get('overshoot', 'discard')}"
            yield name, preset, {**options, **overshoot}, deal_of, 0, depths
            # An overshoot that wins leaves nothing for the second event to change.
            if overshoot.get("overshoot") not in ("cap", "allow"):
                yield name + ", two events", preset, {**options, **overshoot, "combine_out": False}, deal_of, 0, depths
        yield table + ", round-end", preset, {**options, **ROUND_END}, deal_of, 0, depths


def deal(seed, largest, players, hand):
    """Random hands, as text; the same for the same seed under every version of Python."""
    tiles = [f"{high}-{low}" for high in range(largest + 1) for low in range(high + 1)]
    random.Random(seed).shuffle(tiles)
    return "/".join(" ".join(tiles[seat * hand : (seat + 1) * hand]) for seat in range(players))


def cases():
    for name, preset, changes, hands, opener, depths in GROUPS + list(target_groups()):
        if not isinstance(hands, str):
            seed, players, hand = hands
            hands = deal(seed, changes.get("set", 6), players, hand)
        shape = {"players": len(hands.split("/")), "hand": len(hands.split("/")[0].split())}
        for depth in depths:
            yield {
                "name": name if len(depths) == 1 else f"{name}, depth {depth}",
                "game": preset,
                "set": {**shape, **changes},
                "hands": hands,
                "opener": opener,
                "depth": depth,
                "count": count_round(preset, changes, hands, opener, depth),
            }


def main():
    # One case a line keeps differences readable.
    print("[" + ",\n".join(json.dumps(case) for case in cases()) + "]")


if __name__ == "__main__":
    main()
