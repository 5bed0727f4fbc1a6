//! Seeds to independent random streams.
//!
//! Every stream is ChaCha8 keystream, addressed by what it is for and never by who uses it, in what order, or on which thread:
//!
//! | stream | key | nonce | first words | further ChaCha blocks |
//! |---|---|---|---|---|
//! | deck (block, round, attempt) | seed, `deck` | block | half of the ChaCha block (attempt · 2³² + round) / 2 | 2⁴⁸, 2·2⁴⁸ … + attempt · 2³² + round |
//! | lot (block, round) | seed, `lot` | round | half of the ChaCha block at block / 2 | 2⁴⁸, 2·2⁴⁸ … + block |
//! | play (block, seat, salt) | seed, `play`, salt | block | the ChaCha block at seat · 2⁴⁸ | + 1, + 2 … |
//!
//! A ChaCha block has 16 words. Where a stream begins with half of one, an even round (or block) has the first eight words and an odd
//! one the last eight, so no two streams share a word. The halves exist for speed: the generator makes four ChaCha blocks at a time,
//! which hold the decks of eight consecutive rounds, or the lots of eight consecutive blocks.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Words of one ChaCha block.
const CHUNK: usize = 16;
/// Words that a deck or a lot begins with.
const HEAD: usize = CHUNK / 2;
/// ChaCha blocks that the generator makes at a time.
const GROUP: u64 = 4;
/// Words of one such group.
const WORDS: usize = CHUNK * GROUP as usize;
/// Distance between the further ChaCha blocks of a deck or a lot.
const STEP: u64 = 1 << 48;

/// The largest block number that can be addressed.
pub const MAX_BLOCK: u64 = STEP - 1;
/// The largest number of void deals that can be addressed in one round.
pub const MAX_ATTEMPT: u32 = (1 << 16) - 1;

/// A stream of random numbers. It can only be read: whoever holds one learns neither the seed nor its place, and cannot rewind it.
pub struct Stream {
    /// Keystream bytes: a group of heads, and behind it a group of further words, which do not drive the heads out. Words are read in
    /// little-endian order on every machine.
    bytes: [u8; 4 * 2 * WORDS],
    next: usize,
    end: usize,
    /// The word at `next`, read early: a decision need not wait for it. Meaningless when `next` has reached `end`.
    ahead: u32,
    nonce: u64,
    place: Place,
    /// Nonce and first counter of the heads that `bytes` holds, if it holds heads.
    heads: Option<(u64, u64)>,
    rng: ChaCha8Rng,
}

/// Where a stream goes on when the words at hand are used up.
#[derive(Clone, Copy)]
enum Place {
    /// At the head of this number.
    Head(u64),
    /// At this ChaCha block, and then in steps of 2⁴⁸.
    Stepped(u64),
    /// At this ChaCha block, and then at the next.
    Running(u64),
}

impl Stream {
    fn new(key: [u8; 32]) -> Stream {
        Stream {
            bytes: [0; 4 * 2 * WORDS],
            next: 0,
            end: 0,
            ahead: 0,
            nonce: 0,
            place: Place::Running(0),
            heads: None,
            rng: ChaCha8Rng::from_seed(key),
        }
    }

    /// Moves to the stream that begins with the head of this number. No words are made before one is asked for.
    #[inline]
    fn open_head(&mut self, nonce: u64, number: u64) {
        let first = (number / 2) & !(GROUP - 1);
        self.nonce = nonce;
        if self.heads == Some((nonce, first)) {
            self.next = (number - 2 * first) as usize * HEAD;
            self.end = self.next + HEAD;
            self.ahead = self.at(self.next);
            self.place = Place::Stepped(number + STEP);
        } else {
            self.next = 0;
            self.end = 0;
            self.place = Place::Head(number);
        }
    }

    /// Moves to the stream that begins at a ChaCha block and runs on. No words are made before one is asked for.
    #[inline]
    fn open_running(&mut self, nonce: u64, counter: u64) {
        self.nonce = nonce;
        self.next = 0;
        self.end = 0;
        self.place = Place::Running(counter);
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        match self.place {
            Place::Head(number) => {
                let first = (number / 2) & !(GROUP - 1);
                self.generate(first, 0);
                self.heads = Some((self.nonce, first));
                self.next = (number - 2 * first) as usize * HEAD;
                self.end = self.next + HEAD;
                self.place = Place::Stepped(number + STEP);
            }
            Place::Stepped(counter) => {
                self.generate(counter, WORDS);
                self.next = WORDS;
                self.end = WORDS + CHUNK;
                self.place = Place::Stepped(counter.wrapping_add(STEP));
            }
            Place::Running(counter) => {
                self.generate(counter, WORDS);
                self.next = WORDS;
                self.end = 2 * WORDS;
                self.place = Place::Running(counter.wrapping_add(GROUP));
            }
        }
    }

    /// Makes the four ChaCha blocks from `counter` on, as the words from `at` on.
    fn generate(&mut self, counter: u64, at: usize) {
        self.rng.set_stream(self.nonce);
        self.rng.set_word_pos(u128::from(counter) * CHUNK as u128);
        self.rng.fill_bytes(&mut self.bytes[4 * at..][..4 * WORDS]);
    }

    /// The word at a place in `bytes`.
    #[inline(always)]
    fn at(&self, place: usize) -> u32 {
        let at = 4 * (place & (2 * WORDS - 1));
        u32::from_le_bytes([self.bytes[at], self.bytes[at + 1], self.bytes[at + 2], self.bytes[at + 3]])
    }

    /// The next 32 random bits.
    #[inline]
    pub fn word(&mut self) -> u32 {
        if self.next >= self.end {
            self.refill();
            self.ahead = self.at(self.next);
        }
        let word = self.ahead;
        self.next += 1;
        self.ahead = self.at(self.next);
        word
    }

    /// The next 64 random bits, low word first.
    #[inline]
    pub fn wide(&mut self) -> u64 {
        let low = u64::from(self.word());
        u64::from(self.word()) << 32 | low
    }

    /// A whole number below `n`, exactly uniform (Lemire 2019, "Fast random integer generation in an interval"). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let product = u64::from(self.word()) * u64::from(n);
        if (product as u32) < n {
            return self.settle(product, n);
        }
        (product >> 32) as u32
    }

    /// [`Stream::below`] for a choice among `n`: where there is none (`n` is 1) no word is used up. Costs no branch.
    #[inline]
    pub fn choose(&mut self, n: u32) -> u32 {
        if self.next >= self.end {
            self.refill();
            self.ahead = self.at(self.next);
        }
        let product = u64::from(self.ahead) * u64::from(n);
        self.next += usize::from(n > 1);
        self.ahead = self.at(self.next);
        if (product as u32) < n {
            return self.settle(product, n);
        }
        (product >> 32) as u32
    }

    /// The word that comes next, which is not used up.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> u32 {
        if self.next >= self.end {
            self.refill();
            self.ahead = self.at(self.next);
        }
        self.ahead
    }

    /// Uses up the word that [`Stream::peek`] has shown, if `count` is 1, or not, if it is 0.
    #[inline(always)]
    pub(crate) fn skip(&mut self, count: u32) {
        self.next += count as usize;
        self.ahead = self.at(self.next);
    }

    /// The rare rest of a bounded draw, when the first product may have to be thrown away.
    #[cold]
    fn settle(&mut self, first: u64, n: u32) -> u32 {
        let threshold = n.wrapping_neg() % n;
        let mut product = first;
        while (product as u32) < threshold {
            product = u64::from(self.word()) * u64::from(n);
        }
        (product >> 32) as u32
    }

    /// Moves a uniformly random ordered choice of `count` items to the front of `items`, at most 512.
    ///
    /// Fisher–Yates with up to seven draws from one 64-bit number (Brackett-Rozinsky and Lemire 2024, "Batched ranged random
    /// integer generation"), exactly uniform.
    #[inline]
    pub fn shuffle_front<T: Copy>(&mut self, items: &mut [T], count: usize) {
        self.deal_front(items, count, |_| {});
    }

    /// [`Stream::shuffle_front`], handing over each chosen item as it is drawn.
    #[inline(always)]
    pub fn deal_front<T: Copy>(&mut self, items: &mut [T], count: usize, mut take: impl FnMut(T)) {
        const BATCH: usize = 7;
        debug_assert!(count <= items.len() && items.len() <= 512);
        let mut rest = items;
        let mut count = count;
        while count > 0 {
            // A whole batch is drawn even when fewer are needed, so that a shorter choice is a prefix of a longer one.
            let mut picks = [0; BATCH];
            if rest.len() >= BATCH {
                self.draw_batch(rest.len() as u64, &mut picks);
            } else {
                self.draw_batch(rest.len() as u64, &mut picks[..rest.len()]);
            }
            let mut settle = |i: usize, pick: usize| {
                rest.swap(i, i + pick);
                take(rest[i]);
            };
            if count >= BATCH {
                picks.iter().enumerate().for_each(|(i, pick)| settle(i, *pick));
                rest = &mut rest[BATCH..];
                count -= BATCH;
            } else {
                picks.iter().enumerate().take(count).for_each(|(i, pick)| settle(i, *pick));
                return;
            }
        }
    }

    /// [`Stream::deal_front`] for the seven items of one batch, which are handed over only: the first seven places keep what they held.
    #[inline(always)]
    pub(crate) fn deal_seven<T: Copy>(&mut self, items: &mut [T]) -> [T; 7] {
        let mut picks = [0; 7];
        self.draw_batch(items.len() as u64, &mut picks);
        let mut dealt = [items[0]; 7];
        for (place, pick) in picks.into_iter().enumerate() {
            dealt[place] = items[place + pick];
            items[place + pick] = items[place];
        }
        dealt
    }

    /// Independent draws below `left`, `left` − 1, … from one 64-bit number.
    #[inline(always)]
    fn draw_batch(&mut self, left: u64, picks: &mut [usize]) {
        let bound = (0..picks.len() as u64).fold(1, |product, i| product * (left - i));
        loop {
            let mut fraction = self.wide();
            for (i, pick) in picks.iter_mut().enumerate() {
                let product = u128::from(fraction) * u128::from(left - i as u64);
                *pick = (product >> 64) as usize;
                fraction = product as u64;
            }
            if fraction >= bound || fraction >= bound.wrapping_neg() % bound {
                return;
            }
        }
    }
}

/// Everything that a master seed opens. Strategies never see it.
#[derive(Clone, Copy, Debug)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams of a master seed.
    #[must_use]
    pub const fn new(seed: u64) -> Streams {
        Streams { seed }
    }

    fn key(self, domain: [u8; 8], salt: u64) -> [u8; 32] {
        let mut key = *b"sixtyone                        ";
        key[8..16].copy_from_slice(&self.seed.to_le_bytes());
        key[16..24].copy_from_slice(&domain);
        key[24..].copy_from_slice(&salt.to_le_bytes());
        key
    }

    /// A reader for decks; see [`Streams::open_deck`].
    #[must_use]
    pub fn deck(self) -> Stream {
        Stream::new(self.key(*b"deck    ", 0))
    }

    /// A reader for lots; see [`Streams::open_lot`].
    #[must_use]
    pub fn lot(self) -> Stream {
        Stream::new(self.key(*b"lot     ", 0))
    }

    /// A reader for the moves of a strategy with this `salt` (0 unless the user asks for other numbers).
    #[must_use]
    pub fn play(self, salt: u64) -> Stream {
        Stream::new(self.key(*b"play    ", salt))
    }

    /// A reader for what models of the strategies draw when they play rounds out to measure luck.
    #[must_use]
    pub fn luck(self, salt: u64) -> Stream {
        Stream::new(self.key(*b"luck    ", salt))
    }

    /// Moves a deck reader to (block, round, attempt).
    #[inline]
    pub fn open_deck(deck: &mut Stream, block: u64, round: u32, attempt: u32) {
        debug_assert!(attempt <= MAX_ATTEMPT);
        deck.open_head(block, u64::from(attempt) << 32 | u64::from(round));
    }

    /// Moves a lot reader to (block, round).
    #[inline]
    pub fn open_lot(lot: &mut Stream, block: u64, round: u32) {
        debug_assert!(block <= MAX_BLOCK);
        lot.open_head(u64::from(round), block);
    }

    /// Moves a play reader to (block, seat).
    #[inline]
    pub fn open_play(play: &mut Stream, block: u64, seat: usize) {
        play.open_running(block, (seat as u64) << 48);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_words(stream: &mut Stream, n: usize) -> Vec<u32> {
        (0..n).map(|_| stream.word()).collect()
    }

    /// The words of a raw ChaCha8 generator at one counter.
    fn raw(key: [u8; 32], nonce: u64, counter: u64) -> Vec<u32> {
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(nonce);
        rng.set_word_pos(u128::from(counter) * 16);
        (0..16).map(|_| rng.next_u32()).collect()
    }

    #[test]
    fn streams_are_the_documented_chacha_blocks() {
        let streams = Streams::new(61);
        let mut deck = streams.deck();
        let mut lot = streams.lot();
        let mut play = streams.play(3);
        let head = |key, nonce, number: u64, base: u64| {
            let words = raw(key, nonce, base + number / 2);
            words[8 * (number % 2) as usize..][..8].to_vec()
        };
        for (block, round, attempt) in [(0, 0, 0), (7, 1, 0), (7, 2, 0), (7, 2, 1), (7, 3, 0), (1 << 40, 999, 65_535)] {
            let key = streams.key(*b"deck    ", 0);
            let base = u64::from(attempt) << 32;
            Streams::open_deck(&mut deck, block, round, attempt);
            let mut expected = head(key, block, u64::from(round), base / 2);
            expected.extend(raw(key, block, base + u64::from(round) + (1 << 48)));
            expected.extend(raw(key, block, base + u64::from(round) + (2 << 48)));
            assert_eq!(first_words(&mut deck, 40), expected, "{block} {round} {attempt}");
            let key = streams.key(*b"lot     ", 0);
            Streams::open_lot(&mut lot, block, round);
            let mut expected = head(key, u64::from(round), block, 0);
            expected.extend(raw(key, u64::from(round), block + (1 << 48)));
            assert_eq!(first_words(&mut lot, 24), expected);
            Streams::open_play(&mut play, block, 5);
            let key = streams.key(*b"play    ", 3);
            let expected: Vec<u32> = (0..6).flat_map(|i| raw(key, block, (5 << 48) + i)).collect();
            assert_eq!(first_words(&mut play, 96), expected);
        }
    }

    #[test]
    fn reopening_reads_the_same_words() {
        let mut deck = Streams::new(5).deck();
        let rounds = [0, 1, 5, 2, 0, 7, 8, 1];
        let read = |deck: &mut Stream, round, n| {
            Streams::open_deck(deck, 3, round, 0);
            first_words(deck, n)
        };
        let fresh: Vec<Vec<u32>> = rounds.iter().map(|&round| read(&mut Streams::new(5).deck(), round, 20)).collect();
        for (&round, words) in rounds.iter().zip(&fresh) {
            // Short and long reads in turn, so that heads are both kept and thrown away.
            assert_eq!(read(&mut deck, round, 4), words[..4]);
            assert_eq!(read(&mut deck, round, 20), words[..]);
            assert_eq!(read(&mut deck, round, 8), words[..8]);
        }
    }

    #[test]
    fn pinned_first_words() {
        // A change here changes every published result.
        let streams = Streams::new(61);
        let mut deck = streams.deck();
        Streams::open_deck(&mut deck, 0, 0, 0);
        let mut play = streams.play(0);
        Streams::open_play(&mut play, 0, 0);
        let mut lot = streams.lot();
        Streams::open_lot(&mut lot, 0, 0);
        let words = [deck.word(), play.word(), lot.word()];
        // Worked out by another implementation of ChaCha8.
        assert_eq!(words, [4_069_319_519, 1_351_462_596, 3_298_437_567]);
    }

    #[test]
    fn shuffles_and_draws_are_uniform() {
        let mut stream = Streams::new(1).play(0);
        Streams::open_play(&mut stream, 0, 0);
        // All 120 ordered choices of 3 from 6, 600 each expected; chi-square with 119 degrees of freedom, 0.1 % above 173.6.
        let mut counts = [0u32; 216];
        for _ in 0..72_000 {
            let mut items = [0usize, 1, 2, 3, 4, 5];
            stream.shuffle_front(&mut items, 3);
            counts[items[0] * 36 + items[1] * 6 + items[2]] += 1;
        }
        assert_eq!(counts.iter().filter(|&&c| c > 0).count(), 120);
        let chi: f64 = counts.iter().filter(|&&c| c > 0).map(|&c| (f64::from(c) - 600.0).powi(2) / 600.0).sum();
        assert!(chi < 173.6, "{chi}");
        for n in [1, 2, 7] {
            // A choice is the draw of the same word, and a choice among one leaves the word for the next.
            let (mut one, mut other) = (Streams::new(4).play(0), Streams::new(4).play(0));
            for _ in 0..200 {
                let drawn = if n == 1 { 0 } else { one.below(n) };
                assert_eq!(other.choose(n), drawn);
            }
            assert_eq!(one.word(), other.word());
        }
        let mut counts = [0u32; 3];
        for _ in 0..30_000 {
            counts[stream.below(3) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 13.8, "{chi}");
    }

    #[test]
    fn a_shorter_deal_is_a_prefix_of_a_longer_one() {
        let mut deck = Streams::new(2).deck();
        for round in 0..50 {
            let mut short: Vec<u8> = (0..28).collect();
            let mut long = short.clone();
            Streams::open_deck(&mut deck, 9, round, 0);
            deck.shuffle_front(&mut short, 10);
            Streams::open_deck(&mut deck, 9, round, 0);
            deck.shuffle_front(&mut long, 28);
            assert_eq!(short[..10], long[..10]);
        }
    }
}
