//! The deal (A3), and what running the cards would bring (A5, A6).

use super::cards::{CARDS, Card, CardSet, PACK, Suit};
use crate::streams::Stream;

/// Cards dealt to each seat at once (A3, A5).
pub(super) const BATCH: usize = 3;
/// The most times that cards can be run: 7 cards go each time, and from a position with one card each and one turned up 49 are left.
pub(super) const MAX_RUNS: usize = 7;

/// The cards of a pack in random order, drawn as they are needed: the deck's first cards are the same however many are drawn.
pub(super) struct Pack<'a> {
    cards: [u8; CARDS],
    /// Cards of `cards` that belong to the pack.
    len: usize,
    /// How many are in their final order.
    drawn: usize,
    taken: usize,
    deck: &'a mut Stream,
}

impl<'a> Pack<'a> {
    /// Cards that are put in order at a time; the shuffle's own batches are as long.
    const STEP: usize = 7;

    #[inline]
    pub(super) fn new(cards: [u8; CARDS], len: usize, deck: &'a mut Stream) -> Self {
        Pack { cards, len, drawn: 0, taken: 0, deck }
    }

    /// Cards that are left.
    #[inline]
    fn left(&self) -> usize {
        self.len - self.taken
    }

    /// The next `n` cards, of which there must be so many.
    #[inline(always)]
    pub(super) fn take(&mut self, n: usize) -> &[u8] {
        let from = self.taken;
        self.taken += n;
        if self.drawn < self.taken {
            self.draw();
        }
        &self.cards[from..self.taken]
    }

    /// Puts further cards in order, as many as are to be taken.
    #[inline(never)]
    fn draw(&mut self) {
        while self.drawn < self.taken {
            let step = Self::STEP.min(self.len - self.drawn);
            self.deck.shuffle_front(&mut self.cards[self.drawn..self.len], step);
            self.drawn += step;
        }
    }

    #[inline(always)]
    pub(super) fn take_set(&mut self, n: usize) -> CardSet {
        self.take(n).iter().map(|card| Card::numbered(*card)).collect()
    }

    #[inline(always)]
    fn take_card(&mut self) -> Card {
        Card::numbered(self.take(1)[0])
    }
}

/// What running the cards brings (A5, A6): it follows from the order of the undealt pack, of which nothing else matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<const SEATS: usize> {
    /// The further cards of each seat.
    pub(super) more: [CardSet; SEATS],
    /// The cards turned up on the way, in order.
    pub(super) ups: [Card; MAX_RUNS],
    /// How many.
    pub(super) count: u8,
    /// The pack cannot finish (A6).
    pub(super) void: bool,
}

impl<const SEATS: usize> Run<SEATS> {
    /// Nothing.
    pub(super) const NONE: Self =
        Run { more: [CardSet::EMPTY; SEATS], ups: [Card::new(Suit::Clubs, 0); MAX_RUNS], count: 0, void: false };

    /// Cards that one run takes: three for each seat and one to be turned up.
    const CARDS: usize = BATCH * SEATS + 1;

    /// Runs the cards of a pack after a first card of this suit was turned up; `eldest` is dealt to first.
    #[inline]
    pub(super) fn of(pack: &mut Pack<'_>, first: Suit, eldest: usize) -> Self {
        let mut run = Run::NONE;
        run.go_on(pack, first, eldest);
        run
    }

    /// Runs the cards of a pack until another suit is turned up.
    #[inline(never)]
    fn go_on(&mut self, pack: &mut Pack<'_>, first: Suit, eldest: usize) {
        while pack.left() >= Self::CARDS {
            let cards = pack.take(Self::CARDS);
            if self.add(|at| Card::numbered(cards[at]), first, eldest) {
                return;
            }
        }
        self.void = true;
    }

    /// The same with the cards that come next known, in order.
    pub(super) fn given(cards: &[Card], first: Suit, eldest: usize) -> Self {
        let mut run = Run::NONE;
        for cards in cards.chunks_exact(Self::CARDS) {
            if run.add(|at| cards[at], first, eldest) {
                return run;
            }
        }
        run.void = true;
        run
    }

    /// Runs the cards once; whether that ends it.
    #[inline(always)]
    fn add(&mut self, cards: impl Fn(usize) -> Card, first: Suit, eldest: usize) -> bool {
        for place in 0..SEATS {
            let batch = (0..BATCH).map(|at| cards(BATCH * place + at)).collect();
            let more = &mut self.more[(eldest + place) % SEATS];
            *more = more.or(batch);
        }
        let up = cards(BATCH * SEATS);
        self.ups[usize::from(self.count) % MAX_RUNS] = up;
        self.count += 1;
        up.suit() != first
    }

    /// The same with other seats: what was dealt to seat `s` goes to seat `s + by`.
    #[inline]
    pub(super) fn moved(&self, by: usize) -> Self {
        Run { more: moved(&self.more, by), ..*self }
    }
}

/// A list by seat, moved on clockwise.
#[inline(always)]
pub(super) fn moved<const SEATS: usize>(items: &[CardSet; SEATS], by: usize) -> [CardSet; SEATS] {
    if SEATS == 2 {
        // Nothing need wait for an address.
        return std::array::from_fn(|seat| items[seat].or_else(by != 0, items[(seat + 1) % SEATS]));
    }
    std::array::from_fn(|seat| items[(seat + SEATS - by) % SEATS])
}

/// What the shuffle decides, as if seat 0 were the eldest: as far as it can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<const SEATS: usize> {
    pub(super) hands: [CardSet; SEATS],
    pub(super) up: Card,
    pub(super) run: Run<SEATS>,
}

impl<const SEATS: usize> Deal<SEATS> {
    /// Deals from a full pack (A3).
    #[inline(always)]
    pub(super) fn of(deck: &mut Stream) -> Self {
        if SEATS == 2 { Self::of_two(deck) } else { Self::of_more(deck) }
    }

    /// Deals from a whole pack in dealing order.
    pub(super) fn of_pack(pack: &[Card]) -> Self {
        let (dealt, rest) = pack.split_at((2 * BATCH * SEATS).min(pack.len()));
        let mut hands = [CardSet::EMPTY; SEATS];
        for (turn, batch) in dealt.chunks_exact(BATCH).enumerate() {
            let hand = &mut hands[turn % SEATS];
            *hand = hand.or(batch.iter().copied().collect());
        }
        let (up, rest) = rest.split_first().map_or((Card::new(Suit::Clubs, 0), rest), |(up, rest)| (*up, rest));
        Deal { hands, up, run: Run::given(rest, up.suit(), 0) }
    }

    fn of_more(deck: &mut Stream) -> Self {
        let mut pack = Pack::new(PACK, CARDS, deck);
        let mut hands = [CardSet::EMPTY; SEATS];
        for turn in 0..2 * SEATS {
            let place = turn % SEATS;
            hands[place] = hands[place].or(pack.take_set(BATCH));
        }
        let up = pack.take_card();
        Deal { hands, up, run: Run::of(&mut pack, up.suit(), 0) }
    }

    /// The same for two seats: most deals take 20 cards, which come from three batches of the shuffle.
    #[inline(always)]
    fn of_two(deck: &mut Stream) -> Self {
        const STEP: usize = Pack::STEP;
        let mut cards = PACK;
        let a = deck.deal_seven(&mut cards).map(Card::numbered);
        let b = deck.deal_seven(&mut cards[STEP..]).map(Card::numbered);
        let c = deck.deal_seven(&mut cards[2 * STEP..]).map(Card::numbered);
        let pair = [[a[0], a[1], a[2], a[6], b[0], b[1]], [a[3], a[4], a[5], b[2], b[3], b[4]]];
        let mut hands = [CardSet::EMPTY; SEATS];
        for (hand, cards) in hands.iter_mut().zip(pair) {
            *hand = cards.into_iter().collect();
        }
        let up = b[5];
        let next = [b[6], c[0], c[1], c[2], c[3], c[4], c[5]];
        let mut run = Run::NONE;
        if !run.add(|at| next[at], up.suit(), 0) {
            // The last card of the third batch is the first of those that follow.
            cards[3 * STEP - 1] = c[6].number();
            let mut pack = Pack { cards, len: CARDS, drawn: 3 * STEP, taken: 3 * STEP - 1, deck };
            run.go_on(&mut pack, up.suit(), 0);
        }
        Deal { hands, up, run }
    }
}
