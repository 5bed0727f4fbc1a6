"""Referee for records of All Fives: replays every match from the rules A1 to A13 alone.

scripts/referee.py calls it for these records, and documents usage and output. A round's entry in a
record holds the pack in dealing order: six cards each (A3), a card turned up, then for every run
(A5) three more cards each and another card turned up, then the rest. From that and the moves the referee
derives who bids and who plays, how many cards come into play, which suit is trumps, which cards may be played,
who takes each trick, what each seat scores and when, and how each deal and the match end. A void deal (A6) is an
entry of its own with the same round number.

Decisions on records that rules.md leaves open:

- All points of a seat at a round's end are one event with count = "round-end", extras included; the order of the
  seats, from the eldest, then makes no difference. With count = "trick" the trumps of each trick are one event for the
  seat that takes it, and every extra point is one (A10, A11). Each seat's given point is one (A7), each turned jack's
  too. With finish = "immediate" (A13) nothing is offered after the event that wins.
- "start_scores" of a void deal include a jack turned up first, as they would in any deal. The run that makes the deal
  void restores the scores from before the deal: so it takes back that jack's points, and it offers nothing, whatever
  it turned up, since a void deal scores nothing (A6).
"""

import referee
from referee import Saying, show

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")  # high to low (A1)
SUITS = "SHDC"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]

BATCH = 3  # cards that a seat gets at a time
TRUMP_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10, "5": 5}  # A10
GAME_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}  # in every suit (A11)
EXTRAS = ("high", "low", "jack", "game")


def rank_of(card):
    return card[:-1]


def suit_of(card):
    return card[-1]


def height(card):
    """A number that is greater for a higher card of the same suit."""
    return -RANKS.index(rank_of(card))


class AllFives(referee.Replay):
    """A match of All Fives."""

    fields = {
        **referee.FIELDS,
        "game": ("name", "players", "target", "follow", "count", "extras", "finish", "overshoot", "gift",
                 "turned_jack", "max_rounds"),
        "round": ("round", "attempt", "dealer", "start_scores", "hands", "turned", "undealt", "moves", "end",
                  "scores"),
        "move": ("seat", "move", "offered", "taken", "scores"),
    }
    choices = {
        "name": (("all-fives",), None),
        "follow": (("strict", "or-trump"), "A8"),
        "count": (("round-end", "trick"), "A10"),
        "finish": (("round-end", "immediate"), "A13"),
        "overshoot": (("allow", "discard", "bounce", "cap"), "A12"),
        "gift": (("beggar", "all-opponents"), "A7"),
    }
    numbers = {
        "players": (2, 3, "A1"),
        "target": (1, None, "A1"),
        "turned_jack": (0, None, "A7"),
        "max_rounds": (1, None, "D21"),
    }
    ending_rules = {"complete": "A9", "void": "A6", "won": "A13"}
    turn_rule, score_rule = "A9", "A12"
    dealer = None

    def win_rule(self):
        return "A13"

    def check_game(self, game):
        extras = game["extras"]
        self.expect_list("game.extras", extras)
        if extras != [name for name in EXTRAS if name in extras]:
            words = "some of " + ", ".join(map(show, EXTRAS)) + " in this order"
            self.refuse("game.extras", Saying(words), extras, "A11")
        if self.immediate:
            self.expect('count with finish "immediate"', "trick", game["count"], "A13")
        self.first_deal = 2 * BATCH * self.players + 1  # cards out of the pack when bidding begins (A3)
        self.whole_run = BATCH * self.players + 1  # cards that a run takes each time (A5)

    # ---- the deal

    def play_round(self, entry):
        self.check_dealer(entry["dealer"])
        self.check_pack(entry)
        self.eldest = (self.dealer + 1) % self.players
        self.mover = self.eldest
        self.ending = None
        self.before = list(self.scores)
        self.offered = 0  # in this move; the first turn-up's points belong to none
        # All cards of the round, from runs too: check_turned makes sure that there were so many, before any is played.
        self.hands = [set(cards) for cards in self.dealt]
        self.runs = 0
        self.trumps = None
        self.begged = False
        self.trick = []  # the cards of the trick that is being played, in order
        self.tricks = [[] for _ in range(self.players)]  # the cards that each seat has taken

        self.turn_up()
        self.expect("start_scores", self.scores, entry["start_scores"], "A7")
        if self.ending:
            self.check_turned()
        self.play_moves(entry)

    def check_dealer(self, dealer):
        """The first dealer is cut for; a void deal is dealt again by the same one (A2, A6)."""
        if self.dealer is None:
            if not referee.is_number(dealer, 0, self.players - 1):
                self.refuse("dealer", Saying(f"a seat, 0 to {self.players - 1}"), dealer, "A2")
        elif self.attempt:
            self.expect("dealer", self.dealer, dealer, "A6")
        else:
            self.expect("dealer", (self.dealer + 1) % self.players, dealer, "A2")
        self.dealer = dealer

    def check_pack(self, entry):
        """Every card of the pack once (A1), in stacks that some number of runs leaves (A3, A5)."""
        self.turned, self.dealt = entry["turned"], entry["hands"]
        self.expect_list("turned", self.turned)
        self.expect_list("hands", self.dealt, self.players, "A1")
        runs = len(self.turned) - 1
        most = (len(CARDS) - self.first_deal) // self.whole_run
        if not 0 <= runs <= most:
            found = Saying(f"{runs + 1} cards")
            self.refuse("turned", Saying(f"1 to {most + 1} cards"), found, "A6" if runs > 0 else "A3")
        hand = (2 + runs) * BATCH
        undealt = len(CARDS) - self.first_deal - runs * self.whole_run
        stacks = [("undealt", undealt, entry["undealt"]), ("turned", runs + 1, self.turned)]
        stacks += [(f"hand of seat {seat}", hand, cards) for seat, cards in enumerate(self.dealt)]
        seen = set()
        for what, size, cards in stacks:
            self.expect_list(what, cards, size, "A5" if runs else "A3")
            for card in cards:
                if not isinstance(card, str) or card not in CARDS:
                    self.refuse(f"card in {what}", Saying("a card, rank and suit"), card, "A1")
                if card in seen:
                    self.refuse(f"card in {what}", Saying("a card not seen before"), card, "A1")
                seen.add(card)

    def turn_up(self):
        """Turns up the next card, which earns the dealer something if it is a jack (A7). Returns its suit."""
        card = self.turned[self.runs]
        if rank_of(card) == "J":
            self.award(self.dealer, self.game["turned_jack"])
        return suit_of(card)

    def check_turned(self):
        """When no more cards can come into play, the entry must not hold any (A4, A5)."""
        self.expect("cards turned up", self.runs + 1, len(self.turned), "A5" if self.runs else "A4")

    # ---- moves

    def play_move(self, move):
        self.expect("seat", self.mover, move["seat"], self.seat_rule())
        before = sum(self.scores)
        self.offered = 0
        if self.trumps:
            rule = self.play_card(move["move"])
        else:
            rule = self.bid(move["move"])
        scored = "A6" if self.ending == "void" else self.score_rule
        self.expect("offered", self.offered, move["offered"], rule)
        self.expect("taken", sum(self.scores) - before, move["taken"], scored)
        self.expect("scores", self.scores, move["scores"], scored)

    def seat_rule(self):
        if self.trumps:
            return "A8" if self.trick or not any(self.tricks) else "A9"
        return "A5" if self.begged else "A4"

    def bid(self, word):
        """What the eldest, and on a beg the dealer, says before the play (A4, A5). Returns the rule for its points."""
        words, rule = (("give", "run"), "A5") if self.begged else (("stand", "beg"), "A4")
        if word not in words:
            self.refuse("move", Saying(" or ".join(map(show, words))), word, rule)
        if word == "beg":
            self.begged = True
            self.mover = self.dealer
            return "A4"
        if word == "run":
            self.run_the_cards()
            rule = "A6" if self.ending == "void" else "A7"
        else:
            self.trumps = suit_of(self.turned[0])
            if word == "give":
                self.give()
                rule = "A7"
        self.check_turned()
        self.mover = self.eldest
        return rule

    def give(self):
        """The given point, for each opponent of the dealer an event of its own (A7)."""
        receivers = self.players - 1 if self.game["gift"] == "all-opponents" else 1
        for step in range(receivers):
            self.award((self.eldest + step) % self.players, 1)

    def run_the_cards(self):
        """More cards, until another suit is turned up, a turned jack wins, or the pack gives out (A5, A6, A13)."""
        while not self.trumps and not self.ending:
            left = len(CARDS) - self.first_deal - self.runs * self.whole_run
            if left < self.whole_run:
                self.ending = "void"
                self.scores = list(self.before)
                self.offered = 0
                return
            self.runs += 1
            if self.runs == len(self.turned):
                found = Saying(f"{len(self.turned)} cards")
                self.refuse("turned", Saying(f"another card ({left} are left)"), found, "A5")
            suit = self.turn_up()
            if suit != suit_of(self.turned[0]):
                self.trumps = suit

    def play_card(self, card):
        """A card to the trick, and what follows when it is the last one. Returns the rule for the points offered."""
        hand = self.hands[self.mover]
        if not isinstance(card, str) or card not in hand:
            self.refuse("move", Saying(f"a card in the hand of seat {self.mover}"), card, "A8")
        legal = self.legal(hand)
        if card not in legal:
            self.refuse("move", Saying("one of " + ", ".join(card for card in CARDS if card in legal)), card, "A8")
        hand.remove(card)
        self.trick.append(card)
        self.mover = (self.mover + 1) % self.players
        if len(self.trick) < self.players:
            return "A10"

        # The turn is back at the seat that led.
        best = max(self.trick, key=self.strength)
        winner = self.mover = (self.mover + self.trick.index(best)) % self.players
        self.tricks[winner] += self.trick
        if self.game["count"] == "trick":
            self.award(winner, self.trump_points(self.trick))
        self.trick = []
        if any(self.hands):
            return "A10"
        self.count_round()
        self.ending = self.ending or "complete"
        return "A11" if self.game["extras"] else "A10"

    def legal(self, hand):
        """The cards of a hand that may be played now (A8)."""
        if not self.trick:
            return hand
        following = {card for card in hand if suit_of(card) == suit_of(self.trick[0])}
        if following and self.game["follow"] == "or-trump":
            following |= {card for card in hand if suit_of(card) == self.trumps}
        return following or hand

    def strength(self, card):
        """The greatest strength takes the trick (A9)."""
        suit = suit_of(card)
        return suit == self.trumps, suit == suit_of(self.trick[0]), height(card)

    # ---- scoring

    def award(self, seat, points):
        """One scoring event (A12). Under finish = "immediate" it may win, and then there are no further ones (A13)."""
        if self.ending == "won":
            return
        self.offered += points
        self.scores[seat] = self.after_event(self.scores[seat], points)
        if self.immediate and self.scores[seat] >= self.target:
            self.ending = "won"

    def trump_points(self, cards):
        return sum(TRUMP_POINTS.get(rank_of(card), 0) for card in cards if suit_of(card) == self.trumps)

    def count_round(self):
        """The events after the last trick, whose trumps have been counted if each trick's are (A10, A11)."""
        extras = self.extra_points()
        if self.game["count"] == "trick":
            for seat in extras:
                self.award(seat, 1)
            return
        for step in range(self.players):
            seat = (self.eldest + step) % self.players
            self.award(seat, self.trump_points(self.tricks[seat]) + extras.count(seat))

    def extra_points(self):
        """The seats that earn the extra points, in the order high, low, jack, game (A11)."""
        holder = {card: seat for seat, cards in enumerate(self.dealt) for card in cards}
        captor = {card: seat for seat, cards in enumerate(self.tricks) for card in cards}
        trumps = sorted((card for card in holder if suit_of(card) == self.trumps), key=height)
        points = [sum(GAME_POINTS.get(rank_of(card), 0) for card in cards) for cards in self.tricks]
        best = [seat for seat in range(self.players) if points[seat] == max(points)]
        jack = "J" + self.trumps
        earned = {
            "high": [holder[trumps[-1]]] if trumps else [],
            "low": [captor[trumps[0]]] if trumps else [],
            "jack": [captor[jack]] if jack in captor else [],
            "game": best if len(best) == 1 else [],
        }
        return [seat for name in self.game["extras"] for seat in earned[name]]
