"""The rules of All Fives (A1 to A13) for the referee: replays a match from its record.

`referee.py` uses it for records whose game is all-fives. Cards are texts such as "AS" and "10H"; hands are lists. It shares no
code with the program, and works everything out anew from the lists of cards: nothing is kept up as play goes on.
"""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = "CDHS"
PACK = {rank + suit for suit in SUITS for rank in RANKS}
TRUMPS_COUNT = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10, "5": 5}
CARDS_COUNT = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}
EXTRAS = ["high", "low", "jack", "game"]
SHARE_UNITS = 27720

FIELDS = {
    "record": ["record", "version", "game", "seed", "cell", "block", "game_number", "lineup", "seats", "rounds",
               "result"],
    "game": ["name", "players", "target", "follow", "count", "extras", "finish", "overshoot", "gift", "turned_jack",
             "max_rounds"],
    "round": ["round", "attempt", "dealer", "hands", "turned", "undealt", "dealt", "moves", "trumps", "end", "scores"],
    "dealt": ["offered", "taken", "scores"],
    "bid": ["seat", "bid", "offered", "taken", "scores"],
    "card": ["seat", "card", "offered", "taken", "scores"],
    "result": ["scores", "winners", "unfinished", "shares"],
}
WORDS = {
    "follow": ("strict", "or-trump"),
    "count": ("round-end", "trick"),
    "finish": ("round-end", "immediate"),
    "overshoot": ("allow", "discard", "bounce", "cap"),
    "gift": ("beggar", "all-opponents"),
}


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
    ruffs = [card for card in trick if suit(card) == trumps]
    able = ruffs or [card for card in trick if suit(card) == suit(trick[0])]
    return trick.index(max(able, key=rank))


def trump_points(cards, trumps):
    """A10."""
    return sum(TRUMPS_COUNT.get(card[:-1], 0) for card in cards if suit(card) == trumps)


class Replay:
    """One match, replayed. `run` raises `disagreement` where the record leaves the rules."""

    def __init__(self, record, disagreement):
        self.record = record
        self.disagreement = disagreement
        self.place = ""
        self.rounds = 0
        self.moves = 0

    def expect(self, what, expected, found, rule=None):
        if type(expected) is not type(found) or expected != found:
            source = f"rule {rule}" if rule else "record format"
            raise self.disagreement(f"{self.place}{what} expected {expected!r} found {found!r} ({source})")

    def expect_fields(self, kind, value):
        self.expect(kind, True, isinstance(value, dict))
        self.expect(f"fields of the {kind}", FIELDS[kind], list(value))

    # ---- the match

    def run(self):
        record = self.record
        self.expect_fields("record", record)
        self.expect("record", 1, record["record"])
        self.check_game(record["game"])
        self.scores = [0] * self.players
        finished, attempt, dealer = 0, 0, None
        self.winners = []
        for index, entry in enumerate(record["rounds"]):
            self.place = f"round {index}: "
            self.expect("whether the match goes on", True, not self.winners and finished < self.max_rounds, "D21")
            self.expect_fields("round", entry)
            self.expect("round", finished, entry["round"], "A6")
            self.expect("attempt", attempt, entry["attempt"], "A6")
            if dealer is None:
                dealer = entry["dealer"]
                self.expect("whether a seat deals", True, type(dealer) is int and 0 <= dealer < self.players, "A2")
            self.expect("dealer", dealer, entry["dealer"], "A2")
            self.play_round(entry, dealer)
            if entry["end"] == "void":
                attempt += 1
            else:
                finished, attempt, dealer = finished + 1, 0, (dealer + 1) % self.players
                if not self.winners and max(self.scores) >= self.game["target"]:
                    self.winners = [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]
            self.rounds += 1
        self.place = ""
        self.expect("whether the match is over", True, bool(self.winners) or finished == self.max_rounds, "D21")
        result = record["result"]
        self.expect_fields("result", result)
        self.expect("result.scores", self.scores, result["scores"])
        self.expect("result.winners", self.winners, result["winners"], "A13")
        self.expect("result.unfinished", not self.winners, result["unfinished"], "D21")
        sharing = self.winners or list(range(self.players))
        shares = [SHARE_UNITS // len(sharing) if seat in sharing else 0 for seat in range(self.players)]
        self.expect("result.shares", shares, result["shares"], "A13")

    def check_game(self, game):
        self.expect_fields("game", game)
        self.game, self.players, self.max_rounds = game, game["players"], game["max_rounds"]
        self.expect("game.players", True, self.players in (2, 3), "A1")
        for option, words in WORDS.items():
            self.expect(f"whether game.{option} is a word of the rules", True, game[option] in words)
        self.expect("game.extras", [extra for extra in EXTRAS if extra in game["extras"]], game["extras"], "A11")
        if game["finish"] == "immediate":
            self.expect("game.count", "trick", game["count"], "A13")
        self.expect("number of seats", self.players, len(self.record["seats"]))

    # ---- a round

    def play_round(self, entry, dealer):
        players = self.players
        self.eldest, self.dealer, self.won_at_once = (dealer + 1) % players, dealer, None
        hands, turned, before = entry["hands"], entry["turned"], list(self.scores)
        cards = [card for hand in hands for card in hand] + turned + entry["undealt"]
        self.expect("the pack", sorted(PACK), sorted(cards), "A1")
        runs = len(turned) - 1
        self.expect("numbers of cards dealt", [6 + 3 * runs] * players, [len(hand) for hand in hands], "A3")
        first = suit(turned[0])
        for card in turned[1:-1]:
            self.expect(f"suit of {card}, after which cards were run again", first, suit(card), "A5")
        self.open = [list(hand[:6]) for hand in hands]

        self.turn_up(turned[0])
        self.expect_fields("dealt", entry["dealt"])
        self.check_points("dealt", entry["dealt"], "A7")
        moves, end = list(entry["moves"]), None
        if self.won_at_once is None:
            end, moves = self.bid(entry, moves, before)
        if end is None and self.won_at_once is None:
            moves = self.play_cards(moves, suit(turned[-1]))
        if self.won_at_once is not None:
            end = "won"
            self.winners = [self.won_at_once]
        self.expect("moves left over", [], moves)
        self.expect("end", end or "played", entry["end"])
        self.expect("trumps", suit(turned[-1]), entry["trumps"], "A5")
        self.expect("scores", self.scores, entry["scores"])

    def start_events(self):
        self.offered, self.old = 0, list(self.scores)

    def check_points(self, what, found, rule):
        self.expect(f"{what}.offered", self.offered, found["offered"], rule)
        self.expect(f"{what}.taken", sum(self.scores) - sum(self.old), found["taken"], rule)
        self.expect(f"{what}.scores", self.scores, found["scores"], rule)

    def event(self, seat, points):
        """One scoring event (A12); nothing is scored any more once somebody has won at once (A13)."""
        if points == 0 or self.won_at_once is not None:
            return
        self.offered += points
        target, after = self.game["target"], self.scores[seat] + points
        if after > target:
            after = {"allow": after, "discard": self.scores[seat], "bounce": max(0, 2 * target - after),
                     "cap": target}[self.game["overshoot"]]
        self.scores[seat] = after
        if self.game["finish"] == "immediate" and after >= target:
            self.won_at_once = seat

    def turn_up(self, card):
        self.start_events()
        if card[:-1] == "J":
            self.event(self.dealer, self.game["turned_jack"])

    def next_move(self, moves, kind, seat):
        self.expect("whether there is a move", True, bool(moves))
        move = moves.pop(0)
        self.expect_fields(kind, move)
        self.expect("seat to move", seat, move["seat"], "A4" if kind == "bid" else "A8")
        self.moves += 1
        self.start_events()
        return move

    def bid(self, entry, moves, before):
        """The bidding. Returns how it ended the round, or None, and the moves that follow."""
        runs = len(entry["turned"]) - 1
        move = self.next_move(moves, "bid", self.eldest)
        self.expect("whether the eldest stands or begs", True, move["bid"] in ("stand", "beg"), "A4")
        self.check_points("bid", move, "A4")
        if move["bid"] == "stand":
            self.expect("runs", 0, runs, "A4")
            return None, moves
        move = self.next_move(moves, "bid", self.dealer)
        self.expect("whether the dealer gives or runs", True, move["bid"] in ("give", "run"), "A5")
        if move["bid"] == "give":
            self.expect("runs", 0, runs, "A5")
            receivers = self.players - 1 if self.game["gift"] == "all-opponents" else 1
            for place in range(receivers):
                self.event((self.eldest + place) % self.players, 1)
            self.check_points("bid", move, "A7")
            return None, moves
        first = suit(entry["turned"][0])
        for number, card in enumerate(entry["turned"][1:]):
            self.expect("whether the match is won before a card is turned up", None, self.won_at_once, "A13")
            for seat in range(self.players):
                self.open[seat] += entry["hands"][seat][6 + 3 * number:9 + 3 * number]
            if card[:-1] == "J":
                self.event(self.dealer, self.game["turned_jack"])
        if self.won_at_once is None and (runs == 0 or suit(entry["turned"][-1]) == first):
            self.expect("whether the pack cannot serve another run", True,
                        len(entry["undealt"]) < 3 * self.players + 1, "A6")
            self.scores, self.offered = before, 0
            self.check_points("bid", move, "A6")
            return "void", moves
        self.check_points("bid", move, "A5")
        return None, moves

    def play_cards(self, moves, trumps):
        taken = [[] for _ in range(self.players)]
        leader = self.eldest
        while self.open[leader]:
            trick = []
            for place in range(self.players):
                seat = (leader + place) % self.players
                move = self.next_move(moves, "card", seat)
                card = move["card"]
                allowed = legal_cards(self.open[seat], trick, trumps, self.game["follow"])
                self.expect(f"whether {card} is among {allowed}", True, card in allowed, "A8")
                self.open[seat].remove(card)
                trick.append(card)
                if place < self.players - 1:
                    self.check_points("card", move, "A10")
            leader = (leader + best_of(trick, trumps)) % self.players
            taken[leader] += trick
            if self.game["count"] == "trick":
                self.event(leader, trump_points(trick, trumps))
            if self.won_at_once is None and not self.open[leader]:
                self.count(taken, trumps)
            self.check_points("card", move, "A10")
            if self.won_at_once is not None:
                break
        return moves

    def count(self, taken, trumps):
        """What is scored when all cards are played (A10, A11)."""
        in_play = sorted((card for pile in taken for card in pile if suit(card) == trumps), key=rank)
        holder = {card: seat for seat in range(self.players) for card in taken[seat]}
        card_points = [sum(CARDS_COUNT.get(card[:-1], 0) for card in pile) for pile in taken]
        most = [seat for seat in range(self.players) if card_points[seat] == max(card_points)]
        earned = {
            "high": holder[in_play[-1]] if in_play else None,
            "low": holder[in_play[0]] if in_play else None,
            "jack": holder.get("J" + trumps),
            "game": most[0] if len(most) == 1 else None,
        }
        earned = [earned[extra] for extra in self.game["extras"]]
        if self.game["count"] == "trick":
            for seat in earned:
                if seat is not None:
                    self.event(seat, 1)
        else:
            for seat in range(self.players):
                self.event(seat, trump_points(taken[seat], trumps) + earned.count(seat))
