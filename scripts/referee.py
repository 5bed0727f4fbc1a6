#!/usr/bin/env python3
"""Referee for match records: replays every match from the rules alone.

    python3 scripts/referee.py FILE...      (FILE may end in .gz; - is standard input)

It shares no code with the program that wrote the records. It knows the record format (docs/formats.md) and the
domino rules D1 to D21. It deals and chooses nothing, but derives everything that follows from the deal and the
moves: who opens and who moves, which moves are legal, what each earns and how much of it counts, who knocks, when
and how a round and the match end, and each side's share. Every figure in the record must agree.
Matches of All Fives are checked by referee_cards.py, which builds on the class Replay below.

Each disagreement is one line; the rest of that record is skipped, since nothing after it can be trusted:

    FILE:LINE: round R move M: <what> expected X found Y (rule Dn)

Rounds and moves are numbered from 0, as in the records. After a void deal at cards the line says "round R attempt A".
Exit status: 0 all agree, 1 some disagree, 2 the input cannot be read or is not JSON.
"""

import argparse
import contextlib
import gzip
import json
import os
import re
import sys
import zlib

RECORD_FORMAT = 1
SHARE_UNITS = 27720  # divisible by every number of winners from 1 to 12

FIELDS = {
    "record": ("record", "version", "game", "seed", "cell", "block", "game_number", "lineup", "seats", "rounds",
               "result"),
    "game": ("name", "players", "set", "hand", "sides", "first_opener", "next_opener", "opening_tile", "divisors",
             "target", "overshoot", "finish", "combine_out", "out_bonus", "round_end", "max_rounds"),
    "round": ("round", "attempt", "opener", "announced", "hands", "undealt", "moves", "end", "scores"),
    "move": ("seat", "tile", "end", "offered", "taken", "scores", "knocks"),
    "result": ("scores", "winners", "unfinished", "shares"),
}

# Options that are one of several words or truth values, with the rule that names them.
CHOICES = {
    "name": (("fives-and-threes", "cincos-y-treses"), None),
    "sides": (("individual", "pairs"), "D4"),
    "first_opener": (("lot", "highest-double"), "D6"),
    "next_opener": (("rotate", "highest-double", "lot"), "D6"),
    "opening_tile": (("any", "that-tile"), "D6"),
    "overshoot": (("discard", "allow", "bounce", "cap"), "D20"),
    "finish": (("immediate", "round-end"), "D19"),
    "combine_out": ((True, False), "D17"),
    "round_end": (("side-out", "first-out", "play-on"), "D13"),
}

# Options that are whole numbers: least and greatest value, and the rule.
NUMBERS = {
    "players": (2, 12, "D3"),
    "set": (1, None, "D1"),
    "hand": (1, None, "D2"),
    "target": (1, None, "D16"),
    "out_bonus": (0, None, "D13"),
    "max_rounds": (1, None, "D21"),
}

TILE = re.compile(r"(0|[1-9][0-9]{0,3})-(0|[1-9][0-9]{0,3})")
ENDING_RULES = {"out": "D13", "played-out": "D13", "blocked": "D14", "won": "D14"}


class Disagreement(Exception):
    """The record says something else than the rules do; the text is the message for the reader."""


class Unreadable(Exception):
    """The input cannot be read, or is not JSON Lines."""


def same(one, other):
    """Equality as JSON sees it: unlike in Python, 1, 1.0 and true are three different things."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def is_number(value, least, greatest=None):
    """Whether `value` is a whole number (and no truth value) from `least` to `greatest`."""
    return type(value) is int and least <= value and (greatest is None or value <= greatest)


def show(value):
    """A value for a message: as JSON, cut short when long."""
    text = json.dumps(value)
    return text if len(text) <= 120 else text[:117] + "..."


class Saying(str):
    """Words for a message, shown without quotation marks."""


def name_of(tile):
    """The record's name of a tile: larger half first."""
    return f"{tile[1]}-{tile[0]}"


class Line:
    """The line on the table, as far as the rules look at it: two ends, each (open value, is it a double)."""

    def __init__(self, tile):
        low, high = tile
        double = low == high
        # D8: the opening tile lies with its smaller half at the left.
        self.left = (low, double)
        self.right = (high, double)
        self.lone = tile

    def places(self, tile):
        """The ends where `tile` may be laid, as the record names them (D8)."""
        places = []
        if self.left[0] in tile:
            places.append("left")
        # Ends alike in value and doubleness make one move, and so do the two ends of a lone double.
        if self.right[0] in tile and self.right != self.left:
            places.append("right")
        return places

    def lay(self, tile, place):
        joined = (self.left if place == "left" else self.right)[0]
        low, high = tile
        end = (low if joined == high else high, low == high)
        if place == "left":
            self.left = end
        else:
            self.right = end
        self.lone = None

    def total(self):
        """The sum of the two ends (D10)."""
        if self.lone:
            return sum(self.lone)
        return sum(2 * value if double else value for value, double in (self.left, self.right))


class Replay:
    """One match, replayed. `run` raises Disagreement where the record leaves the rules.

    Here is what all games have in common. A game's own class says which fields its records have, which values its
    options, and the rules to cite: for an ending, for a turn and for the scores. It has check_game, which takes the
    options, play_round, play_move and win_rule.
    """

    fields = choices = numbers = ending_rules = {}
    turn_rule = score_rule = None

    def __init__(self, record):
        self.record = record
        self.place = ""
        self.rounds = 0  # rounds and moves found in agreement so far
        self.moves = 0
        self.attempt = 0  # void deals so far in this round (dominoes have none)

    # ---- saying no

    def refuse(self, what, expected, found, rule=None):
        expected, found = (value if isinstance(value, Saying) else show(value) for value in (expected, found))
        source = f"rule {rule}" if rule else "record format"
        raise Disagreement(f"{self.place}{what} expected {expected} found {found} ({source})")

    def expect(self, what, expected, found, rule=None):
        if not same(expected, found):
            self.refuse(what, expected, found, rule)

    def expect_list(self, what, value, length=None, rule=None):
        if not isinstance(value, list):
            self.refuse(what, Saying("a list"), value)
        if length is not None and len(value) != length:
            self.refuse(what, Saying(f"{length} entries"), Saying(f"{len(value)} entries"), rule)

    def expect_fields(self, kind, value):
        """An object with exactly the fields of the format, in its order."""
        if not isinstance(value, dict):
            self.refuse(kind, Saying("an object"), value)
        fields = self.fields[kind]
        # Which options a game has depends on its name.
        holder = f"game with game.name {show(value.get('name'))}" if kind == "game" else kind
        for name in fields:
            if name not in value:
                self.refuse(f'field "{name}" of the {holder}', Saying("a value"), Saying("nothing"))
        for name in value:
            if name not in fields:
                self.refuse(f'field "{name}" of the {holder}', Saying("nothing"), value[name])
        self.expect(f"order of the {kind}'s fields", list(fields), list(value))

    # ---- the whole match

    def run(self):
        record = self.record
        self.expect_fields("record", record)
        self.expect("record", RECORD_FORMAT, record["record"])
        self.expect_fields("game", record["game"])
        self.check_options(record["game"])
        self.check_game(record["game"])
        self.check_frame(record)
        self.expect_list("rounds", record["rounds"])

        winners = []
        for entry in record["rounds"]:
            self.enter()
            if winners:
                self.refuse("after the match is won", Saying("no round"), Saying("another round"), self.win_rule())
            if self.rounds == self.max_rounds:
                self.refuse("after max_rounds rounds", Saying("no round"), Saying("another round"), "D21")
            self.expect_fields("round", entry)
            self.expect("round", self.rounds, entry["round"])
            self.expect("attempt", self.attempt, entry["attempt"], "A6" if self.attempt else None)
            self.play_round(entry)
            winners = self.winners()
            if self.ending == "void":
                self.attempt += 1
            else:
                self.rounds += 1
                self.attempt = 0
        if not winners and self.rounds < self.max_rounds:
            self.enter()
            self.refuse("with nobody at the target", Saying("another round"), Saying("the end of the match"), "D21")
        self.place = ""
        self.check_result(record["result"], winners)

    def enter(self, move=None):
        """Sets the place for messages: this round, or a move in it."""
        attempt = f" attempt {self.attempt}" if self.attempt else ""
        self.place = f"round {self.rounds}{attempt}" + ("" if move is None else f" move {move}") + ": "

    def check_options(self, game):
        """Each option is one the rules know."""
        for name, (words, rule) in self.choices.items():
            if not any(same(word, game[name]) for word in words):
                self.refuse(f"game.{name}", Saying("one of " + ", ".join(map(show, words))), game[name], rule)
        for name, (least, greatest, rule) in self.numbers.items():
            if not is_number(game[name], least, greatest):
                bounds = f"{least} or more" if greatest is None else f"{least} to {greatest}"
                self.refuse(f"game.{name}", Saying(f"a whole number, {bounds}"), game[name], rule)
        self.game = game
        self.players = game["players"]
        self.target = game["target"]
        self.max_rounds = game["max_rounds"]
        self.immediate = game["finish"] == "immediate"
        self.seat_sides(self.players)

    def seat_sides(self, sides):
        self.sides = sides
        self.scores = [0] * sides

    def check_frame(self, record):
        """What surrounds the play: it must be there and of the right kind; no rule says more about it."""
        for name in ("version", "cell"):
            if not isinstance(record[name], str) or not record[name]:
                self.refuse(name, Saying("a name"), record[name])
        for name in ("seed", "block", "game_number"):
            if not is_number(record[name], 0):
                self.refuse(name, Saying("a whole number, 0 or more"), record[name])
        for name, length in (("lineup", None), ("seats", self.players)):
            self.expect_list(name, record[name], length)
            if not all(isinstance(strategy, str) and strategy for strategy in record[name]):
                self.refuse(name, Saying("names of strategies"), record[name])
        sides = [record["seats"][side :: self.sides] for side in range(self.sides)]
        names = [seats[0] if len(set(seats)) == 1 else "+".join(seats) for seats in sides]
        self.expect("strategies seated", sorted(record["lineup"]), sorted(names))

    def winners(self):
        """The sides that have won by now; called after a placement (D18, D20) or a whole round (D19)."""
        best = max(self.scores)
        return [side for side, score in enumerate(self.scores) if score == best] if best >= self.target else []

    def check_result(self, result, winners):
        self.expect_fields("result", result)
        rule = self.win_rule() if winners else "D21"
        sharing = winners or list(range(self.sides))
        shares = [SHARE_UNITS // len(sharing) if side in sharing else 0 for side in range(self.sides)]
        self.expect("result.scores", self.scores, result["scores"], self.score_rule)
        self.expect("result.winners", winners, result["winners"], rule)
        self.expect("result.unfinished", not winners, result["unfinished"], rule)
        self.expect("result.shares", shares, result["shares"], rule)

    # ---- a round, whatever the game

    def play_moves(self, entry):
        """Replays a round's moves up to its end; play_move, or the deal already, says how it ends."""
        self.expect_list("moves", entry["moves"])
        for number, move in enumerate(entry["moves"]):
            self.enter(number)
            if self.ending:
                ended = Saying(f'no move (the round has ended: "{self.ending}")')
                rule = self.win_rule() if self.ending == "won" else self.ending_rules[self.ending]
                self.refuse("here", ended, Saying("another move"), rule)
            self.expect_fields("move", move)
            self.play_move(move)
            self.moves += 1
        if not self.ending:
            self.enter(len(entry["moves"]))
            wanted = Saying(f"a move by seat {self.mover}")
            self.refuse("here", wanted, Saying("the end of the round"), self.turn_rule)
        self.enter()
        self.expect("end", self.ending, entry["end"], self.ending_rules[self.ending])
        self.expect("scores", self.scores, entry["scores"], self.score_rule)

    def after_event(self, score, points):
        """The score after one scoring event (D16, D19, D20; A12)."""
        total, overshoot = score + points, self.game["overshoot"]
        if total <= self.target or overshoot == "allow":
            return total
        if overshoot == "cap":
            return self.target
        if overshoot == "bounce":
            return max(0, self.target - (total - self.target))
        return score


class Dominoes(Replay):
    """A match of dominoes."""

    fields, choices, numbers, ending_rules = FIELDS, CHOICES, NUMBERS, ENDING_RULES
    turn_rule, score_rule = "D9", "D16"
    opener = None

    def check_game(self, game):
        """The options go together."""
        divisors = game["divisors"]
        self.expect_list("game.divisors", divisors)
        if not all(is_number(divisor, 2) for divisor in divisors) or len(set(divisors)) != len(divisors):
            self.refuse("game.divisors", Saying("distinct whole numbers, 2 or more"), divisors, "D12")
        players, largest = game["players"], game["set"]
        tiles = (largest + 1) * (largest + 2) // 2
        if game["hand"] * players > tiles:
            self.refuse("tiles dealt", Saying(f"at most the {tiles} of the set"), game["hand"] * players, "D2")
        if game["sides"] == "pairs" and players != 4:
            self.refuse("players with pairs", 4, players, "D4")
        if game["finish"] == "round-end":
            self.expect('overshoot with finish "round-end"', "allow", game["overshoot"], "D19")
        # D4: partners sit opposite, so a seat's side is its number modulo the number of sides, in pairs as well.
        if game["sides"] == "pairs":
            self.seat_sides(2)

    def win_rule(self):
        if not self.immediate:
            return "D19"
        return "D18" if self.game["overshoot"] == "discard" else "D20"

    def event_rule(self, bonus):
        if bonus:
            return "D17"
        return "D16" if self.game["overshoot"] == "discard" else self.win_rule()

    # ---- one round

    def play_round(self, entry):
        self.check_deal(entry)
        self.check_opener(entry)
        self.line = None
        self.someone_out = False  # is a whole side out in this round?
        self.ending = None
        self.mover = self.opener
        self.play_moves(entry)

    def read_tile(self, what, name):
        """The tile of that name as (smaller half, larger half)."""
        match = TILE.fullmatch(name) if isinstance(name, str) else None
        high, low = map(int, match.groups()) if match else (0, 1)
        if low > high:
            self.refuse(what, Saying("a tile, larger half first"), name)
        if high > self.game["set"]:
            self.refuse(what, Saying(f"a tile of the double-{self.game['set']} set"), name, "D1")
        return low, high

    def check_deal(self, entry):
        """Hands of the right size which, with the undealt tiles, make exactly one set (D1, D2)."""
        hand, largest = self.game["hand"], self.game["set"]
        undealt = (largest + 1) * (largest + 2) // 2 - hand * self.players
        self.expect_list("hands", entry["hands"], self.players, "D2")
        self.hands = []
        seen = set()
        stacks = [(f"hand of seat {seat}", hand, names) for seat, names in enumerate(entry["hands"])]
        for what, size, names in stacks + [("undealt", undealt, entry["undealt"])]:
            self.expect_list(what, names, size, "D2")
            tiles = [self.read_tile(f"tile in the {what}", name) for name in names]
            for tile in tiles:
                if tile in seen:
                    self.refuse(f"tile in the {what}", Saying("a tile not seen before"), name_of(tile), "D1")
                seen.add(tile)
            self.hands.append(set(tiles))
        # So many distinct tiles of the set, in stacks of these sizes, are the whole set.
        del self.hands[-1]

    def check_opener(self, entry):
        """Who opens (D5, D6), and the tile that gave the lead, or None when no tile chose the opener."""
        way = self.game["first_opener" if self.opener is None else "next_opener"]
        previous, opener = self.opener, entry["opener"]
        if not is_number(opener, 0, self.players - 1):
            self.refuse("opener", Saying(f"a seat, 0 to {self.players - 1}"), opener, "D5")
        self.opener, self.lead = opener, None
        if way != "highest-double":
            if way == "rotate":
                self.expect("opener", (previous + 1) % self.players, opener, "D5")
            self.expect("announced", None, entry["announced"], "D6")
            return
        dealt = [(tile, seat) for seat, hand in enumerate(self.hands) for tile in hand]
        self.lead, holder = max(dealt, key=lambda pair: (pair[0][0] == pair[0][1], sum(pair[0]), pair[0][1]))
        self.expect("opener", holder, opener, "D6")
        self.expect("announced", name_of(self.lead), entry["announced"], "D6")

    # ---- one move

    def play_move(self, move):
        seat = self.mover
        self.expect("seat", seat, move["seat"], "D9" if self.line else "D5")
        self.lay(seat, move)

        side = seat % self.sides
        before = self.scores[side]
        goes_out, bonus = self.going_out(seat)
        offered, after = self.count(before, self.points(), bonus)
        self.scores[side] = after
        self.expect("offered", offered, move["offered"], "D13" if bonus else "D11")
        self.expect("taken", after - before, move["taken"], self.event_rule(bonus))
        self.expect("scores", self.scores, move["scores"], "D16")

        knocks = []
        if self.immediate and self.winners():
            self.ending = "won"
        elif goes_out:
            self.ending = "out"
        else:
            self.mover, knocks = self.next_mover(seat)
            if self.mover is None:
                self.ending = "played-out" if self.someone_out else "blocked"
        self.expect("knocks", knocks, move["knocks"], "D9")

    def lay(self, seat, move):
        """Puts the tile on the line, if the seat holds it and it may lie there (D6, D8, D9)."""
        tile = self.read_tile("tile", move["tile"])
        if tile not in self.hands[seat]:
            self.refuse("tile", Saying(f"one in the hand of seat {seat}"), move["tile"], "D2")
        if self.line is None:
            if self.lead and self.game["opening_tile"] == "that-tile":
                self.expect("opening tile", name_of(self.lead), move["tile"], "D6")
            self.expect("end", "open", move["end"], "D8")
            self.line = Line(tile)
        else:
            places = self.line.places(tile)
            if not places:
                ends = f"{self.line.left[0]} or {self.line.right[0]}"
                self.refuse("tile", Saying(f"one with an open value, {ends}"), move["tile"], "D8")
            if move["end"] not in places:
                self.refuse("end", Saying(" or ".join(map(show, places))), move["end"], "D8")
            self.line.lay(tile, move["end"])
        self.hands[seat].remove(tile)

    def points(self):
        """What the line is worth after a placement (D10, D11)."""
        total = self.line.total()
        return sum(total // divisor for divisor in self.game["divisors"] if total % divisor == 0)

    def going_out(self, seat):
        """Whether this placement would end the round by going out, and the bonus that it earns (D13)."""
        if self.hands[seat]:
            return False, 0
        side = seat % self.sides
        side_out = not any(self.hands[partner] for partner in range(side, self.players, self.sides))
        first_side_out = side_out and not self.someone_out
        self.someone_out = self.someone_out or side_out
        way = self.game["round_end"]
        # Under "play-on" the first side out uses the bonus up, whether it can take it or not.
        earned = {"first-out": True, "side-out": side_out, "play-on": first_side_out}[way]
        return earned and way != "play-on", self.game["out_bonus"] if earned else 0

    def count(self, score, placement, bonus):
        """The points offered by a move and the score after it (D16, D17)."""
        if self.game["combine_out"]:
            return placement + bonus, self.after_event(score, placement + bonus)
        score = self.after_event(score, placement)
        if self.immediate and score >= self.target:
            return placement, score  # won: the bonus is not even offered
        return placement + bonus, self.after_event(score, bonus)

    def next_mover(self, seat):
        """The next seat that can lay a tile, or None, and the seats that knock before it (D9)."""
        knocks = []
        for step in range(1, self.players + 1):
            other = (seat + step) % self.players
            if any(self.line.places(tile) for tile in self.hands[other]):
                return other, knocks
            if self.hands[other]:
                knocks.append(other)
        return None, knocks


def replay_of(record):
    """The replay for the record's game; the one for dominoes refuses what is no game at all."""
    game = record.get("game") if isinstance(record, dict) else None
    if isinstance(game, dict) and game.get("name") == "all-fives":
        import referee_cards  # here and not above, because it builds on this module

        return referee_cards.AllFives(record)
    return Dominoes(record)


# ---- files


def distinct_fields(pairs):
    """A JSON object whose fields all differ: of two alike, every reader might take another one."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a field occurs twice in one object")
    return value


def no_constant(word):
    raise ValueError(f"{word} is no JSON value")


def records(path):
    """The records of a file: (line number, value) for every line."""
    number = 0
    try:
        if path == "-":
            stream = contextlib.nullcontext(sys.stdin.buffer)
        else:
            stream = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
        with stream as lines:
            for number, line in enumerate(lines, 1):
                text = line.decode("utf-8")
                yield number, json.loads(text, object_pairs_hook=distinct_fields, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path}:{number}: malformed JSON: {error}") from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise Unreadable(f"{path}: cannot be read: {reason}") from error


class Tally:
    """What has been checked, over all files."""

    def __init__(self):
        self.records = self.rounds = self.moves = self.disagreeing = 0

    def check(self, record):
        """Replays one record; returns the disagreement, or None."""
        replay = replay_of(record)
        disagreement = None
        try:
            replay.run()
        except Disagreement as found:
            disagreement = found
            self.disagreeing += 1
        self.records += 1
        self.rounds += replay.rounds
        self.moves += replay.moves
        return disagreement

    def summary(self):
        verdict = f"{self.disagreeing} disagree" if self.disagreeing else "all agree"
        return f"{self.records} records, {self.rounds} rounds, {self.moves} moves checked: {verdict}"


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Replay match records from the rules alone.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="records, JSON Lines; .gz or - (standard input) too")
    files = parser.parse_args(arguments).files
    tally = Tally()
    try:
        for path in files:
            for number, record in records(path):
                disagreement = tally.check(record)
                if disagreement:
                    print(f"{path}:{number}: {disagreement}")
        print(tally.summary(), flush=True)
    except Unreadable as error:
        print(f"referee: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader went away (as in `| head`); keep the interpreter from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return 1 if tally.disagreeing else 0


if __name__ == "__main__":
    # As the module that referee_cards builds on: what runs as a script would be a second one, with classes of its own.
    import referee

    sys.exit(referee.main())
