#!/usr/bin/env python3
"""Brute force for All Fives: counts the ways to play a round to a given depth, bids included.

    python3 scripts/perft_brute_cards.py > engine/tests/data/perft_cards.json

Golden data for tests, as `perft_brute.py` prints for dominoes: cases with explicit hands, then after a ":" the card turned up and
the cards that would be dealt next. Every sequence is walked with lists of cards; nothing is shared with the program.
"""

import json
import random

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10, "5": 5}  # A10


def suit(card):
    return card[-1]


def rank(card):
    return RANKS.index(card[:-1])


def legal_cards(hand, trick, trumps, follow):
    """The cards of `hand` that may be added to `trick`, a list of cards (A8)."""
    if not trick or not any(suit(card) == suit(trick[0]) for card in hand):
        return list(hand)
    wanted = [suit(trick[0])] + ([trumps] if follow == "or-trump" else [])
    return [card for card in hand if suit(card) in wanted]


def best_of(trick, trumps):
    """The place in `trick` of the card that takes it (A9)."""
    able = [card for card in trick if suit(card) == trumps] or [card for card in trick if suit(card) == suit(trick[0])]
    return trick.index(max(able, key=rank))


def trump_points(cards, trumps):
    return sum(POINTS.get(card[:-1], 0) for card in cards if suit(card) == trumps)


def count(players, options, hands, eldest, up, pack, depth):
    """The number of sequences of exactly `depth` moves from the first bid on."""
    if depth == 0:
        return 1
    dealer = (eldest + players - 1) % players
    target, at_once = options.get("target", 61), options.get("finish") == "immediate"

    def cards(hands, leader, trick, trumps, scores, depth):
        if depth == 0:
            return 1
        seat = (leader + len(trick)) % players
        total = 0
        for card in legal_cards(hands[seat], trick, trumps, options.get("follow", "strict")):
            left = [[held for held in hand if held != card] for hand in hands]
            longer = trick + [card]
            if len(longer) < players:
                total += cards(left, leader, longer, trumps, scores, depth - 1)
                continue
            taker = (leader + best_of(longer, trumps)) % players
            after = list(scores)
            after[taker] += trump_points(longer, trumps)
            if not left[taker] or at_once and after[taker] >= target:
                total += depth == 1
            else:
                total += cards(left, taker, [], trumps, after, depth - 1)
        return total

    scores = [0] * players
    stand = cards(hands, eldest, [], suit(up), scores, depth - 1)
    if depth == 1:
        return 2
    if depth == 2:
        return stand + 2
    given = list(scores)
    given[eldest] += 1
    give = 0 if at_once and given[eldest] >= target else cards(hands, eldest, [], suit(up), given, depth - 2)
    rest, dealt, trumps = list(pack), [list(hand) for hand in hands], suit(up)
    while trumps == suit(up) and len(rest) > 3 * players:
        for place in range(players):
            dealt[(eldest + place) % players] += rest[:3]
            rest = rest[3:]
        trumps = suit(rest.pop(0))
    run = 0 if trumps == suit(up) else cards(dealt, eldest, [], trumps, scores, depth - 2)
    return stand + give + run


def main():
    cases = []
    chance = random.Random(61)
    for number in range(60):
        players = 2 + number % 2
        size = chance.choice([1, 2, 3, 4] if players == 2 else [1, 2, 3])
        whole = sorted(PACK)
        chance.shuffle(whole)
        hands = [whole[seat * size:(seat + 1) * size] for seat in range(players)]
        rest = whole[players * size:]
        up, pack = rest[0], rest[1:1 + chance.choice([0, 3, 7, 10, 14, 20])]
        options = {"players": players}
        if number % 3 == 0:
            options["follow"] = "or-trump"
        if number % 5 == 0:
            options |= {"count": "trick", "finish": "immediate", "target": chance.choice([1, 4, 8])}
        eldest = chance.randrange(players)
        text = "/".join(" ".join(hand) for hand in hands) + " : " + " ".join([up] + pack)
        for depth in sorted({1, 2, 3, min(players * size + 1, 7), min(players * size + 2, 7)}):
            found = count(players, options, hands, eldest, up, pack, depth)
            cases.append({"name": f"cards {number}, depth {depth}", "game": "all-fives", "set": options, "hands": text,
                          "opener": eldest, "depth": depth, "count": found})
    print("[" + ",\n".join(json.dumps(case) for case in cases) + "]")


if __name__ == "__main__":
    main()
