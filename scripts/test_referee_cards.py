"""Tests of the referee for All Fives, against a small random player and against matches worked out by hand.

    python3 -m unittest discover -s scripts

The player below knows the rules on its own and in another way than the referee: it deals from a pack and scores a
stream of events. The hand-written records fix the points where the two could share a misreading.
"""

import contextlib
import copy
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import referee
import test_referee
from test_referee import AFTER_OVERSHOOT, ALIEN, MISSING, falsified, places, set_result, verdict

HERE = os.path.dirname(os.path.abspath(__file__))

DEFAULTS = {
    "name": "all-fives", "players": 2, "target": 61, "follow": "strict", "count": "round-end", "extras": [],
    "finish": "round-end", "overshoot": "allow", "gift": "beggar", "turned_jack": 0, "max_rounds": 1000,
}
EXTRAS = ["high", "low", "jack", "game"]
LOW_TO_HIGH = "2 3 4 5 6 7 8 9 10 J Q K A".split()
PACK = [rank + suit for suit in "SHDC" for rank in reversed(LOW_TO_HIGH)]


def new_record(options):
    return {**test_referee.new_record(options), "game": {**DEFAULTS, **options}}


# ---- a random player, which deals from the pack and scores whatever events a move yields


def rank(card):
    return LOW_TO_HIGH.index(card[:-1])


def legal_cards(hand, led, trumps, follow):
    allowed = {led[-1], trumps} if led and follow == "or-trump" else {led[-1]} if led else set("SHDC")
    can_follow = not led or any(card[-1] == led[-1] for card in hand)
    return [card for card in hand if card[-1] in allowed or not can_follow]


def best_of(trick, trumps):
    """The place in the trick of the card that takes it."""
    best = 0
    for place, card in enumerate(trick):
        over = rank(card) > rank(trick[best]) if card[-1] == trick[best][-1] else card[-1] == trumps
        best = place if over else best
    return best


def worth(cards, trumps):
    return sum(dict(zip(["A", "K", "Q", "J", "10", "5"], [4, 3, 2, 1, 10, 5])).get(card[:-1], 0)
               for card in cards if card[-1] == trumps)


def extra_events(game, hands, won, trumps):
    """(seat, 1) for each extra point: `hands` as dealt, `won` the cards of each seat's tricks."""
    seats = range(len(hands))
    trumps_dealt = [name + trumps for name in LOW_TO_HIGH if any(name + trumps in hand for hand in hands)]
    # A five counts only among the trumps, so this takes it out again.
    points = [sum(worth(pile, suit) - 5 * (f"5{suit}" in pile) for suit in "SHDC") for pile in won]
    tests = {
        "high": lambda seat: trumps_dealt and trumps_dealt[-1] in hands[seat],
        "low": lambda seat: trumps_dealt and trumps_dealt[0] in won[seat],
        "jack": lambda seat: f"J{trumps}" in won[seat],
        "game": lambda seat: all(points[seat] > points[other] for other in seats if other != seat),
    }
    return [(seat, 1) for extra in game["extras"] for seat in seats if tests[extra](seat)]


def play_deal(game, scores, number, attempt, dealer, pack, choose):
    """One deal, as it stands in a record; the points go into `scores`, too."""
    players, before = game["players"], list(scores)
    order = [(dealer + step) % players for step in range(1, players + 1)]  # eldest first, dealer last
    dealt, turned, moves = [[] for _ in order], [], []
    entry = {"round": number, "attempt": attempt, "dealer": dealer, "start_scores": None, "hands": dealt,
             "turned": turned, "undealt": pack, "moves": moves, "end": None, "scores": None}

    def serve(batches):
        for seat in order * batches:
            dealt[seat] += [pack.pop(0), pack.pop(0), pack.pop(0)]
        turned.append(pack.pop(0))
        if turned[-1] in ("JS", "JH", "JD", "JC"):
            yield dealer, game["turned_jack"]

    def runs():
        while turned[-1][-1] == turned[0][-1] and not entry["end"]:
            if len(pack) <= 3 * players:
                entry["end"] = "void"
            else:
                yield from serve(1)

    def score(events):
        offered = 0
        for seat, points in events:
            offered += points
            rule = "allow" if scores[seat] + points <= game["target"] else game["overshoot"]
            scores[seat] = AFTER_OVERSHOOT[rule](scores[seat], points, game["target"])
            if game["finish"] == "immediate" and scores[seat] >= game["target"]:
                entry["end"] = "won"
                break
        return offered

    def note(seat, move, events=()):
        had = sum(scores)
        offered = score(events)
        if entry["end"] == "void":
            offered, scores[:] = 0, before
        moves.append({"seat": seat, "move": move, "offered": offered, "taken": sum(scores) - had,
                      "scores": list(scores)})
        return move

    score(serve(2))
    entry["start_scores"] = list(scores)
    if not entry["end"] and note(order[0], choose(["stand", "beg"])) == "beg":
        answer = choose(["give", "run"])
        gifts = [(seat, 1) for seat in order[:-1] if seat == order[0] or game["gift"] == "all-opponents"]
        note(dealer, answer, gifts if answer == "give" else runs())
    trumps = turned[-1][-1]

    hands, won, leader = copy.deepcopy(dealt), [[] for _ in order], order[0]
    while not entry["end"]:
        trick = []
        for seat in [*range(leader, players), *range(leader)]:
            card = choose(legal_cards(hands[seat], trick[0] if trick else None, trumps, game["follow"]))
            hands[seat].remove(card)
            trick.append(card)
            if len(trick) < players:
                note(seat, card)
        leader = (leader + best_of(trick, trumps)) % players
        won[leader] += trick
        last = not hands[leader]
        events = [(leader, worth(trick, trumps))] if game["count"] == "trick" else []
        if last:
            events += extra_events(game, dealt, won, trumps)
            if game["count"] == "round-end":
                events = [(each, worth(won[each], trumps) + events.count((each, 1))) for each in order]
        note(seat, card, events)
        if last and not entry["end"]:
            entry["end"] = "complete"
    entry["scores"] = list(scores)
    return entry


def random_pack(players, rng):
    """A shuffled pack; in one of three the cards to be turned up are of one suit at first, for runs and void deals."""
    pack = rng.sample(PACK, len(PACK))
    if rng.random() < 0.35:
        suited = [card for card in pack if card[-1] == pack[0][-1]]
        for step in range(rng.randint(2, 6)):
            here, there = 6 * players + step * (3 * players + 1), pack.index(suited[step])
            if here < len(pack):
                pack[here], pack[there] = pack[there], pack[here]
    return pack


def random_options(rng):
    count = rng.choice(["round-end", "trick"])
    return {
        "players": rng.choice([2, 3]), "target": rng.choice([61, rng.randint(1, 25)]),
        "follow": rng.choice(["strict", "or-trump"]), "count": count,
        "extras": [extra for extra in EXTRAS if rng.random() < 0.5],
        "finish": rng.choice(["round-end", "immediate"]) if count == "trick" else "round-end",
        "overshoot": rng.choice(list(AFTER_OVERSHOOT)), "gift": rng.choice(["beggar", "all-opponents"]),
        "turned_jack": rng.choice([0, 1, 3]), "max_rounds": rng.randint(1, 8),
    }


def random_match(seed, **fixed):
    rng = random.Random(seed)
    record = new_record({**random_options(rng), **fixed})
    game, scores, winners, number, attempt = record["game"], [0] * record["game"]["players"], [], 0, 0
    dealer = rng.randrange(game["players"])
    while not winners and number < game["max_rounds"]:
        entry = play_deal(game, scores, number, attempt, dealer, random_pack(game["players"], rng), rng.choice)
        record["rounds"].append(entry)
        if entry["end"] == "void":
            attempt += 1
            continue
        number, attempt, dealer = number + 1, 0, (dealer + 1) % game["players"]
        if max(scores) >= game["target"]:
            winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    set_result(record, scores, winners)
    return record


# ---- records written by hand


def hand_made(options, deals, winners):
    """A record from deals (dealer, hands, turned, table, end).

    A row of the table is a bid or a trick: the seat that begins, what it and the next seats play, and then, unless the
    last of these moves leaves the scores alone, what it offers and takes and the scores after it; words after a further
    | are for the reader. A row "start" has the scores after the first turn-up, if that earned anything.
    """
    players = deals[0][1].count("/") + 1
    record = new_record({"players": players, "max_rounds": 1, **options})
    number = attempt = 0
    scores = [0] * players
    for dealer, hands, turned, table, end in deals:
        hands, turned = [hand.split() for hand in hands.split("/")], turned.split()
        undealt = [card for card in PACK if card not in turned and not any(card in hand for hand in hands)]
        entry = {"round": number, "attempt": attempt, "dealer": dealer, "start_scores": scores, "hands": hands,
                 "turned": turned, "undealt": undealt, "moves": [], "end": end, "scores": None}
        for line in table.strip().splitlines():
            what, figures = (line.split("|") + [""])[:2]
            offered, taken, after = ("0 0 " + figures).split()[-3:] if figures.strip() else (0, 0, None)
            scores = [int(score) for score in after.split(",")] if after else scores
            if what.strip() == "start":
                entry["start_scores"] = scores
                continue
            seat, moves = what.split(":")
            for place, move in enumerate(moves.split(), 1):
                last = place == len(moves.split())
                before = entry["moves"][-1]["scores"] if entry["moves"] else entry["start_scores"]
                entry["moves"].append({
                    "seat": (int(seat) + place - 1) % players, "move": move, "offered": int(offered) if last else 0,
                    "taken": int(taken) if last else 0, "scores": scores if last else before})
        entry["scores"] = scores
        record["rounds"].append(copy.deepcopy(entry))
        number, attempt = (number, attempt + 1) if end == "void" else (number + 1, 0)
    set_result(record, scores, winners)
    return record


TRICK, SPOT = {"count": "trick"}, {"count": "trick", "finish": "immediate"}
ALL = {"extras": EXTRAS}

# Seat 0 takes A and 5 of spades (9), seat 1 K and 10 (13). High is the ace and low the five, because the two lies on
# the table: both are seat 0's. The jack is not in play. In card points seat 1 has 13 + 12, seat 0 only its ace.
SPADES = "AS 10S 9H 8H 7D 3C/KS 5S QH 10H 6D 4C"


def spades_table(first="", second="", last="", start="", seats=(0, 1)):
    """The rows of this play, with the figures of the first two tricks and the last one; none after a figure None."""
    tricks = f"0: AS 5S {first}/0: 10S KS {second}/1: QH 8H/1: 10H 9H/1: 6D 7D/0: 3C 4C {last}".split("/")
    played = 1 if second is None else 2 if last is None else 6
    rows = [f"{seats[int(row[0])]}{row[1:]}" for row in ["0: stand"] + tricks[:played]]
    return "\n".join([start] + rows).strip()


def spades(options, first, second, last, winners, **fixed):
    """The same play under other options."""
    won = options.get("finish") == "immediate" and bool(winners)
    turned = fixed.pop("turned", "2S")
    table = spades_table(first, second, last, **fixed)
    return hand_made(options, [(1, SPADES, turned, table, "won" if won else "complete")], winners)


ROUND_END = spades(ALL, "", "", "| 25 25 11,14", [])
TRICKS = spades({**ALL, **TRICK}, "| 9 9 9,0", "| 13 13 9,13", "| 3 3 11,14", [])
HIGHEST_WINS = spades({**ALL, **TRICK, "target": 10}, "| 9 9 9,0", "| 13 13 9,13", "| 3 3 11,14", [1])
DISCARD = spades({**ALL, "target": 12, "overshoot": "discard"}, "", "", "| 25 11 11,0", [])
# High takes seat 0 to the target and low past it; the round is played on, and bounced to its end.
BOUNCE = spades({**ALL, **TRICK, "target": 10, "overshoot": "bounce"}, "| 9 9 9,0", "| 13 7 9,7", "| 3 1 9,8", [])
CAP_SHARED = spades({**ALL, **TRICK, "target": 10, "overshoot": "cap"},
                    "| 9 9 9,0", "| 13 10 9,10", "| 3 1 10,10", [0, 1])
DISCARD_TRICKS = spades({**ALL, **TRICK, "target": 10, "overshoot": "discard"},
                        "| 9 9 9,0", "| 13 0 9,0", "| 3 2 10,1", [0])
# The turned jack's 11 bounce to 9, and 9 + 13 to nothing.
BOUNCE_JACK = spades({"target": 10, "overshoot": "bounce", "turned_jack": 11}, "", "", "| 22 0 9,0", [],
                     turned="JS", start="start | 0,9")

WON_AT_ONCE = spades({**ALL, **SPOT, "target": 9}, "| 9 9 9,0", None, None, [0])
WON_PAST = spades({**ALL, **SPOT, "target": 10}, "| 9 9 9,0", "| 13 13 9,13", None, [1])
WON_CAPPED = spades({**ALL, **SPOT, "target": 10, "overshoot": "cap"}, "| 9 9 9,0", "| 13 10 9,10", None, [1])
WON_BY_HIGH = spades({**ALL, **SPOT, "target": 10, "overshoot": "discard"},
                     "| 9 9 9,0", "| 13 0 9,0", "| 1 1 10,0", [0])

# A second round with the hands and the dealer changed over: 9 + 13 each.
SHARED = hand_made({"target": 20, "max_rounds": 5}, [
    (1, SPADES, "2S", spades_table(last="| 22 22 9,13"), "complete"),
    (0, "/".join(SPADES.split("/")[::-1]), "3S", spades_table(last="| 22 22 22,22", seats=(1, 0)), "complete"),
], [0, 1])

# The example of the source: seats 1, 2 and 0 are "someone", "you" and "a third".
EXAMPLE_HANDS = "KS 4S KH JH 5D 10D/8C AC 9D 8D 7D 2C/5S 3S AH QH 6D 4D"


def example(options, bids, figures, winners=(), end="complete"):
    tricks = f"""
    1: 8C 5S KS | 8 8 {figures} | the king takes three points of its own and five
    0: KH 2C AH
    2: 3S 4S AC
    0: JH 7D QH
    2: 6D 10D 9D
    0: 5D 8D 4D
    """
    return (0, EXAMPLE_HANDS, "2S", bids + (tricks if figures else ""), end)


EXAMPLE = hand_made(TRICK, [example({}, "1: stand", "8,0,0")], [])
BEGGAR = hand_made({**TRICK, "target": 1}, [example({}, "1: beg\n0: give | 1 1 0,1,0", "8,1,0")], [0])
OPPONENTS = hand_made({**TRICK, "gift": "all-opponents"},
                      [example({}, "1: beg\n0: give | 2 2 0,1,1", "8,1,1")], [])
WON_BY_GIFT = hand_made({**SPOT, "gift": "all-opponents", "target": 1}, [
    example({}, "1: beg\n0: give | 1 1 0,1,0 | the eldest wins before the next opponent gets a point", None,
            end="won")], [1])

# A trump may be played although a heart could follow.
OR_TRUMP = hand_made({**TRICK, "follow": "or-trump"}, [(1, SPADES, "2S", """
    0: stand
    0: 9H 5S | 5 5 0,5  | with Q and 10 of hearts in hand
    1: KS AS | 7 7 7,5
    0: 10S 4C | 10 10 17,5
    0: 8H QH
    1: 10H 7D
    1: 6D 3C
    """, "complete")], [])

# Seat 0 takes the jack from seat 1, and seat 1 the three, the lowest trump in hand, from seat 0. Both have 14 card
# points, so nobody earns game.
JACK_TABLE = """
    1: stand
    1: JH QH | 3 3 3,0
    0: 3H 7H
    1: KH AH | 7 7 10,0
    0: 10S AS
    1: 3D AD
    0: 4D 2D | 3 3 12,1
    """
JACK_DEAL = "AH QH 3H 10S 4D AD/KH JH 7H AS 2D 3D"
JACK = hand_made({**ALL, **TRICK}, [(0, JACK_DEAL, "2H", JACK_TABLE, "complete")], [])
WON_BY_JACK = hand_made({**ALL, **SPOT, "target": 12}, [(0, JACK_DEAL, "2H", JACK_TABLE, "won")], [0])


def sweep(high, low):
    """Table rows in which seat 0 leads its cards one by one and takes every trick."""
    return "\n".join(f"0: {one} {other}" for one, other in zip(high.split(), low.split()))


# No heart is in any hand, so nothing can be high or low, and only game is earned.
HIGH, LOW = "AS KS QS AD KD QD AC KC QC", "10S 9S 8S 10D 9D 8D 10C 9C 8C"
RUN = hand_made({**ALL, "turned_jack": 2}, [(1, f"{HIGH}/{LOW}", "JS 2H", f"""
    start | 0,2
    0: beg
    1: run
    {sweep(HIGH, LOW)} | 1 1 1,2
    """.replace("    ", ""), "complete")], [])

# The second card turned up is a spade again, and a jack; it is in no hand, and so no jack to capture.
HIGH, LOW = "AS KS QS 10S AD KD QD JD AC KC QC JC", "9S 8S 7S 6S 10D 9D 8D 7D 10C 9C 8C 7C"
RUN_TWICE = hand_made({**ALL, "turned_jack": 1}, [(1, f"{HIGH}/{LOW}", "2S JS 3H", f"""
    0: beg
    1: run | 1 1 0,1
    {sweep(HIGH, LOW)} | 1 1 1,1
    """.replace("    ", ""), "complete")], [])


def stacked(players, turned):
    """Hands for a deal with these cards turned up, which nobody will play."""
    rest = [card for card in PACK if card not in turned.split()]
    size = 3 + 3 * len(turned.split())
    return "/".join(" ".join(rest[seat * size:(seat + 1) * size]) for seat in range(players))


def no_play(turned, table, end, players=2, dealer=1):
    return dealer, stacked(players, turned), turned, table, end


WON_BY_FIRST_JACK = hand_made({**SPOT, "target": 2, "turned_jack": 2},
                              [no_play("JS", "start | 0,2", "won")], [1])
# The spade jack wins before the pack can show whether the suit would have changed.
WON_BY_JACK_IN_RUN, WON_BY_OTHER_JACK = (hand_made({**SPOT, "target": 1, "turned_jack": 1}, [
    no_play(turned, "0: beg\n1: run | 1 1 0,1", "won")], [1]) for turned in ("2S JS", "2S JH"))

# Six spades turned up and four cards left. The jack's points are taken back, and the same dealer deals again.
SIX_SPADES = no_play("JS 2S 3S 4S 5S 6S", """
    start | 0,2
    0: beg
    1: run | 0 -2 0,0
    """, "void")
VOID = hand_made({"turned_jack": 2}, [
    SIX_SPADES, (1, SPADES, "2S", spades_table(last="| 22 22 9,13"), "complete")], [])
# Twice void with three seats, where four cards can be turned up. A jack in the run earns nothing, either.
FOUR_SPADES = no_play("2S JS 3S 4S", "1: beg\n0: run", "void", players=3, dealer=0)
VOID_TWICE = hand_made({**TRICK, "turned_jack": 1}, [FOUR_SPADES, FOUR_SPADES, example({}, "1: stand", "8,0,0")], [])

HAND_MADE = {name: value for name, value in globals().items() if isinstance(value, dict) and "rounds" in value}


class AgreesWithLegalMatches(unittest.TestCase):
    def test_hand_made(self):
        self.assertGreater(len(HAND_MADE), 20)
        for name, record in HAND_MADE.items():
            self.assertIsNone(verdict(record), name)

    def test_random_matches(self):
        seen = set()
        for seed in range(400):
            record = random_match(seed)
            self.assertIsNone(verdict(record), f"seed {seed}")
            seen.add(len(record["result"]["winners"]))
            for entry in record["rounds"]:
                seen.update([entry["end"], (len(entry["hands"]), entry["end"], len(entry["turned"]))])
        voids = {(2, "void", 6), (3, "void", 4)}
        played = {(players, "complete", turned) for players, most in ((2, 6), (3, 4)) for turned in range(1, most + 1)}
        self.assertLessEqual({"complete", "void", "won", 0, 1, 2} | voids | played, seen)
        self.assertEqual({kind for kind in seen if isinstance(kind, tuple) and kind[1] == "void"}, voids)


# ---- falsified records


# (record, path, false value, what the message must contain)
FALSE = [
    # The options.
    (ROUND_END, "game.players", 4, "rule A1"),
    (ROUND_END, "game.players", 3, "seats expected 3 entries"),
    (ROUND_END, "game.target", 0, "rule A1"),
    (ROUND_END, "game.target", 10, "result.winners expected [1] found [] (rule A13)"),
    (OR_TRUMP, "game.follow", "strict", 'move 2: move expected one of QH, 10H found "5S" (rule A8)'),
    (ROUND_END, "game.count", "trick", "move 2: offered expected 9 found 0 (rule A10)"),
    (TRICKS, "game.count", "round-end", "move 2: offered expected 0 found 9 (rule A10)"),
    (WON_PAST, "game.count", "round-end", 'count with finish "immediate" expected "trick"'),
    (ROUND_END, "game.extras", ["low", "high"], "rule A11"),
    (ROUND_END, "game.extras", ["high", "high"], "rule A11"),
    (ROUND_END, "game.extras", ["ace"], "rule A11"),
    (ROUND_END, "game.extras", ["high"], "offered expected 23 found 25 (rule A11)"),
    (ROUND_END, "game.extras", [], "offered expected 22 found 25 (rule A10)"),
    (ROUND_END, "game.finish", "immediate", "rule A13"),
    (WON_AT_ONCE, "game.finish", "round-end", "move 3: here expected a move by seat 0"),
    (HIGHEST_WINS, "game.finish", "immediate", 'move 5: here expected no move (the round has ended: "won")'),
    (WON_PAST, "game.overshoot", "cap", "taken expected 10 found 13 (rule A12)"),
    (BEGGAR, "game.gift", "all-opponents", "move 1: offered expected 2 found 1 (rule A7)"),
    (OPPONENTS, "game.gift", "beggar", "move 1: offered expected 1 found 2 (rule A7)"),
    (RUN, "game.turned_jack", 1, "start_scores expected [0, 1] found [0, 2] (rule A7)"),
    (RUN_TWICE, "game.turned_jack", 0, "move 1: offered expected 0 found 1 (rule A7)"),
    (ROUND_END, "game.max_rounds", 2, "round 1: with nobody at the target expected another round"),
    (SHARED, "game.max_rounds", 1, "round 1: after max_rounds rounds"),
    (ROUND_END, "game.divisors", [], 'field "divisors" of the game'),
    # Dealers and attempts.
    (ROUND_END, "rounds.0.dealer", 2, "rule A2"),
    (ROUND_END, "rounds.0.dealer", 0, "seat expected 1 found 0 (rule A4)"),
    (SHARED, "rounds.1.dealer", 1, "round 1: dealer expected 0 found 1 (rule A2)"),
    (VOID, "rounds.1.dealer", 0, "round 0 attempt 1: dealer expected 1 found 0 (rule A6)"),
    (VOID, "rounds.1.attempt", 0, "attempt expected 1 found 0 (rule A6)"),
    (VOID, "rounds.1.round", 1, "round expected 0 found 1"),
    (SHARED, "rounds.1.attempt", 1, "attempt expected 0"),
    # The deal.
    (ROUND_END, "rounds.0.hands.0.0", "KS", "rule A1"),
    (ROUND_END, "rounds.0.hands.0.0", "1S", "rule A1"),
    (ROUND_END, "rounds.0.hands.0.0", "SA", "rule A1"),
    (ROUND_END, "rounds.0.hands.0.0", MISSING, "hand of seat 0 expected 6 entries found 5 entries (rule A3)"),
    (ROUND_END, "rounds.0.undealt.0", MISSING, "undealt expected 39 entries found 38 entries (rule A3)"),
    (ROUND_END, "rounds.0.turned", [], "turned expected 1 to 6 cards found 0 cards (rule A3)"),
    (VOID, "rounds.0.turned", PACK[:7], "turned expected 1 to 6 cards found 7 cards (rule A6)"),
    (RUN, "rounds.0.hands.1.8", MISSING, "rule A5"),
    (ROUND_END, "rounds.0.hands", ROUND_END["rounds"][0]["hands"][::-1], "a card in the hand of seat 0"),
    # The bids.
    (ROUND_END, "rounds.0.moves.0.move", "run", 'move expected "stand" or "beg" found "run" (rule A4)'),
    (ROUND_END, "rounds.0.moves.0.move", "AS", "rule A4"),
    (ROUND_END, "rounds.0.moves.0.move", "beg", "move 1: seat expected 1 found 0 (rule A5)"),
    (BEGGAR, "rounds.0.moves.0.move", "stand", "move 1: seat expected 1 found 0 (rule A8)"),
    (BEGGAR, "rounds.0.moves.1.move", "stand", 'move expected "give" or "run" found "stand" (rule A5)'),
    (BEGGAR, "rounds.0.moves.1.move", "run", "turned expected another card (33 are left) found 1 cards (rule A5)"),
    (RUN, "rounds.0.moves.1.move", "give", "cards turned up expected 1 found 2 (rule A4)"),
    (RUN, "rounds.0.moves.0.move", "stand", "cards turned up expected 1 found 2 (rule A4)"),
    # The play.
    (EXAMPLE, "rounds.0.moves.2.seat", 0, "move 2: seat expected 2 found 0 (rule A8)"),
    (EXAMPLE, "rounds.0.moves.4.seat", 1, "move 4: seat expected 0 found 1 (rule A9)"),
    (EXAMPLE, "rounds.0.moves.6.move", "5S", "move 6: move expected a card in the hand of seat 2"),
    (EXAMPLE, "rounds.0.moves.6.move", "3S", 'move expected one of AH, QH found "3S" (rule A8)'),
    (OR_TRUMP, "rounds.0.moves.2.move", "4C", 'move expected one of KS, 5S, QH, 10H found "4C" (rule A8)'),
    (EXAMPLE, "rounds.0.moves.3.offered", 3, "offered expected 8 found 3 (rule A10)"),
    (EXAMPLE, "rounds.0.moves.3.taken", 3, "taken expected 8 found 3 (rule A12)"),
    (EXAMPLE, "rounds.0.moves.3.scores", [0, 0, 8], "scores expected [8, 0, 0]"),
    (JACK, "rounds.0.moves.12.scores", [11, 2], "scores expected [12, 1]"),
    (JACK, "rounds.0.moves.12", MISSING, "move 12: here expected a move by seat 1 found the end of the round"),
    (JACK, "rounds.0.moves", JACK["rounds"][0]["moves"] * 2, 'no move (the round has ended: "complete")'),
    (WON_BY_HIGH, "rounds.0.moves.12.offered", 3, "offered expected 1 found 3 (rule A11)"),
    (WON_BY_GIFT, "rounds.0.moves.1.offered", 2, "offered expected 1 found 2 (rule A7)"),
    (BOUNCE, "rounds.0.moves.12.taken", 3, "taken expected 1 found 3 (rule A12)"),
    (VOID, "rounds.0.moves.1.taken", 0, "taken expected -2 found 0 (rule A6)"),
    (VOID, "rounds.0.start_scores", [0, 0], "start_scores expected [0, 2] found [0, 0] (rule A7)"),
    (VOID_TWICE, "rounds.1.moves.1.offered", 1, "round 0 attempt 1 move 1: offered expected 0 found 1 (rule A6)"),
    # The ends.
    (VOID, "rounds.0.end", "complete", 'end expected "void" found "complete" (rule A6)'),
    (VOID, "rounds.0.scores", [0, 2], "round 0: scores expected [0, 0]"),
    (VOID, "rounds.1", MISSING, "round 0 attempt 1: with nobody at the target expected another round"),
    (JACK, "rounds.0.end", "won", 'end expected "complete" found "won" (rule A9)'),
    (WON_BY_JACK, "rounds.0.end", "complete", 'end expected "won" found "complete" (rule A13)'),
    (WON_BY_FIRST_JACK, "rounds.0.moves", ROUND_END["rounds"][0]["moves"], "move 0: here expected no move"),
    (WON_BY_JACK, "rounds", WON_BY_JACK["rounds"] * 2, "round 1: after the match is won"),
    (SHARED, "result.winners", [1], "rule A13"),
    (SHARED, "result.shares", [0, 27720], "rule A13"),
    (JACK, "result.unfinished", False, "rule D21"),
    (JACK, "result.scores", [12, 2], "rule A12"),
]


def exchanged(record, one, other):
    """A copy of a record with two cards exchanged in the first deal, while the moves stay."""
    record = copy.deepcopy(record)
    entry = record["rounds"][0]
    for cards in entry["hands"] + [entry["turned"], entry["undealt"]]:
        cards[:] = [{one: other, other: one}.get(card, card) for card in cards]
    return record


class FindsFalseRecords(unittest.TestCase):
    def test_falsified_records(self):
        for record, path, value, words in FALSE:
            said = verdict(falsified(record, path, value)) or f"nothing about {path}"
            self.assertIn(words, said)
            self.assertRegex(said, r" expected .+ found .+ \((rule [AD]\d+|record format)\)$")

    def test_option_values(self):
        for name in ("follow", "count", "finish", "overshoot", "gift", "turned_jack", "max_rounds"):
            for value in ("none", -1, None):
                self.assertIn(f"game.{name} expected", verdict(falsified(ROUND_END, f"game.{name}", value)))

    def test_the_third_must_follow_with_a_club(self):
        said = verdict(exchanged(EXAMPLE, "10D", "10C"))
        self.assertEqual(said, 'round 0 move 3: move expected one of 10C found "KS" (rule A8)')

    def test_cards_turned_up(self):
        """A run may not stop early, nor go on after another suit has been turned up."""
        for record, one, other, words in [
            (RUN, "2H", "2S", "turned expected another card (32 are left) found 2 cards (rule A5)"),
            (RUN_TWICE, "JS", "JH", "cards turned up expected 2 found 3 (rule A5)"),
            (VOID, "6S", "6H", "move 1: taken expected 0 found -2"),
            (WON_BY_JACK_IN_RUN, "JS", "9H", "move 1: offered expected 0 found 1 (rule A7)"),
            (WON_BY_FIRST_JACK, "JS", "2H", "start_scores expected [0, 0] found [0, 2] (rule A7)"),
        ]:
            self.assertIn(words, verdict(exchanged(record, one, other)) or "nothing")
        self.assertIsNone(verdict(exchanged(WON_BY_FIRST_JACK, "JS", "JH")))
        late = hand_made(WON_BY_FIRST_JACK["game"], [no_play("JS 2H", "start | 0,2", "won")], [1])
        self.assertEqual(verdict(late), "round 0: cards turned up expected 1 found 2 (rule A4)")

    def test_every_field_is_needed(self):
        for record in (JACK, VOID_TWICE):
            for path, _ in places(record):
                if not path.startswith("game.extras."):
                    self.assertIsNotNone(verdict(falsified(record, path, MISSING)), path)

    def test_aliens_everywhere(self):
        """Whatever stands anywhere else than it should: a disagreement, and no failure of the referee."""
        for record in (JACK, VOID, WON_BY_GIFT):
            for path, value in places(record):
                for alien in ALIEN + ["stand", "AS", ["AS"]]:
                    said = verdict(falsified(record, path, alien))
                    if path.startswith(("rounds", "result")) and not referee.same(alien, value):
                        self.assertTrue(said, f"{path} {alien!r}")

    def test_figures_of_random_matches(self):
        """In matches of every kind, no score, seat or share can be changed unnoticed."""
        for seed in range(40):
            record = random_match(seed, max_rounds=2)
            for path, value in places(record):
                if path.startswith(("rounds", "result")) and type(value) is int:
                    self.assertIsNotNone(verdict(falsified(record, path, value + 1)), f"seed {seed} {path}")

    def test_every_card_of_random_matches(self):
        """A card that was played lies in that hand and nowhere else."""
        rng = random.Random(0)
        for seed in range(60):
            record = random_match(seed, max_rounds=1, target=99)
            entry = record["rounds"][0]
            if entry["end"] != "complete":
                continue
            for seat, hand in enumerate(entry["hands"]):
                others = [card for card in PACK if card not in hand]
                for card in hand:
                    self.assertIsNotNone(verdict(exchanged(record, card, rng.choice(others))), f"seed {seed} {card}")

    def test_other_cards_in_random_matches(self):
        """At every card played, the referee refuses the player's illegal cards at once, and no others of the hand."""
        refused = 0
        for seed in range(40):
            record = random_match(seed, max_rounds=1)
            entry, game = record["rounds"][0], record["game"]
            hands, trick, trumps = copy.deepcopy(entry["hands"]), [], entry["turned"][-1][-1]
            for number, move in enumerate(entry["moves"]):
                seat, played = move["seat"], move["move"]
                if played not in PACK:
                    continue
                legal = legal_cards(hands[seat], trick[0] if trick else None, trumps, game["follow"])
                for card in set(hands[seat]) - {played}:
                    said = verdict(falsified(record, f"rounds.0.moves.{number}.move", card)) or ""
                    at_once = f"move {number}: move expected one of" in said
                    self.assertEqual(at_once, card not in legal, f"seed {seed} move {number} {card}: {said}")
                    refused += at_once
                hands[seat].remove(played)
                trick = trick + [played] if len(trick) + 1 < game["players"] else []
        self.assertGreater(refused, 300)


class CommandLine(unittest.TestCase):
    def lines(self, *records):
        return "".join(json.dumps(record) + "\n" for record in records)

    def test_void_deals_are_no_rounds(self):
        """Records of both kinds in one file, and what the summary counts."""
        out = io.StringIO()
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "a.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.lines(VOID, falsified(VOID, "rounds.1.moves.1.move", "10S"), SHARED))
            with contextlib.redirect_stdout(out):
                status = referee.main([path])
        self.assertEqual(status, 1)
        self.assertEqual(out.getvalue().replace(directory + os.sep, "").splitlines(), [
            'a.jsonl:2: round 0 attempt 1 move 3: move expected a card in the hand of seat 0 found "10S" (rule A8)',
            "3 records, 3 rounds, 46 moves checked: 1 disagree"])

    def test_as_a_script(self):
        """Run as a script, the referee of its own name is the one that this game's builds on."""
        command = [sys.executable, os.path.join(HERE, "referee.py"), "-"]
        false = falsified(EXAMPLE, "rounds.0.moves.3.offered", 3)
        for records, status, words in [((EXAMPLE, VOID), 0, "all agree"),
                                       ((false,), 1, "-:1: round 0 move 3: offered expected 8 found 3")]:
            done = subprocess.run(command, input=self.lines(*records).encode(), stdout=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, status)
            self.assertIn(words, done.stdout.decode())


if __name__ == "__main__":
    unittest.main()
