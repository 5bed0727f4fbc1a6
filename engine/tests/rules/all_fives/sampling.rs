//! Sampled worlds against all worlds that could have led to what was seen.

use std::collections::BTreeMap;

use sixtyone_engine::game::Step;
use sixtyone_engine::games::all_fives::{Move, Suit};

use super::*;

/// What other seats may hold, worked out from the log alone: the cards that nobody showed, and for each seat the suits that it has
/// been caught without.
fn caught<const SEATS: usize>(log: &[Step<Move>], trumps: Suit, or_trump: bool) -> [Vec<Suit>; SEATS] {
    let mut without: [Vec<Suit>; SEATS] = std::array::from_fn(|_| Vec::new());
    let cards: Vec<(Seat, Card)> = log.iter().filter_map(|step| Some((step.seat, step.mv.as_card()?))).collect();
    for trick in cards.chunks(SEATS) {
        let led = trick[0].1.suit();
        for (seat, card) in &trick[1..] {
            let excused = or_trump && card.suit() == trumps;
            if card.suit() != led && !excused {
                without[seat.index()].push(led);
            }
        }
    }
    without
}

/// All ways to give the other seats their number of cards.
fn all_deals(unseen: &[Card], seats: &[(usize, Vec<Suit>)]) -> Vec<Vec<CardSet>> {
    let Some(((count, without), rest)) = seats.split_first() else {
        return vec![Vec::new()];
    };
    let mut hands = vec![(CardSet::EMPTY, 0)];
    let mut found = Vec::new();
    // Hands of this seat, as sets with the place after their last card.
    for _ in 0..*count {
        let longer = hands.iter().flat_map(|(hand, from)| {
            let allowed = (*from..unseen.len()).filter(|at| !without.contains(&unseen[*at].suit()));
            allowed.map(|at| (hand.with(unseen[at]), at + 1)).collect::<Vec<_>>()
        });
        hands = longer.collect();
    }
    for (hand, _) in hands {
        let left: Vec<Card> = unseen.iter().copied().filter(|card| !hand.contains(*card)).collect();
        for mut others in all_deals(&left, rest) {
            others.insert(0, hand);
            found.push(others);
        }
    }
    found
}

/// Pearson's statistic against equal frequencies, in standard deviations above its expectation.
fn excess(counts: &BTreeMap<String, u32>) -> f64 {
    let expected = f64::from(counts.values().sum::<u32>()) / counts.len() as f64;
    let chi: f64 = counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    (chi - freedom) / (2.0 * freedom).sqrt()
}

/// Plays rounds at random until few cards are left, and compares worlds with all that there are. Returns how many views were compared
/// in which other seats were caught without different suits.
fn late_in_rounds<const SEATS: usize>(options: &Options, left: usize, most: usize) -> u32 {
    let game = game::<SEATS>(options);
    let or_trump = game.rules().or_trump;
    let mut own = support::stream(3, SEATS as u64);
    let (mut compared, mut tangled, mut total) = (0, 0, 0.0);
    for number in 0.. {
        let at = Standing::new(Some(Seat((number % SEATS as u64) as u8)));
        let mut s = game.start(&at, &game.deal(&mut own));
        let mut log = Vec::new();
        while let Turn::Seat(seat) = game.turn(&s) {
            let view = game.view(&s, &log, seat);
            if !view.is_bidding() && view.cards_left(seat) <= left && log.len() > 1 {
                let without = caught::<SEATS>(&log, view.trumps(), or_trump);
                let seen = view.turned().or(view.played()).or(view.hand());
                let unseen: Vec<Card> = CardSet::ALL.minus(seen).iter().collect();
                let others: Vec<usize> = (0..SEATS).filter(|other| *other != seat.index()).collect();
                let needs: Vec<_> =
                    others.iter().map(|o| (s.hand(Seat(*o as u8)).len(), without[*o].clone())).collect();
                let deals = all_deals(&unseen, &needs);
                if (2..=most).contains(&deals.len()) && without.iter().any(|suits| !suits.is_empty()) {
                    let name = |hands: &[CardSet]| format!("{hands:?}");
                    let mut counts: BTreeMap<String, u32> = deals.iter().map(|deal| (name(deal), 0)).collect();
                    let sampler = AllFives::<SEATS>::sampler(view);
                    for _ in 0..40 * deals.len() {
                        let world = AllFives::sample(view, &sampler, &mut own);
                        let hands: Vec<CardSet> = others.iter().map(|o| world.hand(Seat(*o as u8))).collect();
                        *counts.get_mut(&name(&hands)).unwrap_or_else(|| panic!("{hands:?} cannot be")) += 1;
                    }
                    let excess = excess(&counts);
                    assert!(excess < 6.0, "{excess} over {} deals: {view:?}", deals.len());
                    total += excess;
                    compared += 1;
                    let differ =
                        others.iter().any(|o| without[*o].iter().any(|suit| !without[others[0]].contains(suit)));
                    tangled += u32::from(differ);
                }
                break;
            }
            let mv = game.nth_move(&s, own.below(game.move_count(&s)));
            let event = game.play(&mut s, mv);
            log.push(Step { seat, mv, event });
        }
        if compared == 30 {
            break;
        }
    }
    assert!(total.abs() < 4.0 * f64::from(compared).sqrt(), "all together: {total} over {compared}");
    tangled
}

#[test]
fn worlds_late_in_a_round_are_uniform() {
    late_in_rounds::<2>(&[], 2, 700);
    late_in_rounds::<2>(&[("follow", "or-trump")], 2, 700);
    assert!(late_in_rounds::<3>(&[], 1, 700) > 5);
    assert!(late_in_rounds::<3>(&[("follow", "or-trump")], 1, 700) > 5);
}

#[test]
fn worlds_before_a_bid_are_uniform_in_hands_and_pack() {
    // One card each: the other hand and the card that one run turns up are any two of the fifty unseen cards.
    let game = game::<2>(&[]);
    let s = position(&game, "AS/KH : 9S");
    for (bids, seat, other) in [(&[][..], 0, 1), (&["beg"], 1, 0)] {
        let mut s = s;
        play_all(&game, &mut s, bids);
        let view = game.view(&s, &[], Seat(seat));
        let sampler = AllFives::<2>::sampler(view);
        let mut own = support::stream(4, u64::from(seat));
        let mut counts = BTreeMap::new();
        for _ in 0..100_000 {
            let mut world = AllFives::sample(view, &sampler, &mut own);
            let held = world.hand(Seat(other)).nth(0);
            play_all(&game, &mut world, if bids.is_empty() { &["beg", "run"] } else { &["run"] });
            let all = world.hand(Seat(0)).len() + world.hand(Seat(1)).len() + world.turned().len();
            let union = world.hand(Seat(0)).or(world.hand(Seat(1))).or(world.turned());
            assert_eq!(all, union.len(), "no card is there twice");
            if world.turned().len() == 2 {
                *counts.entry(format!("{held} {}", world.trumps().letter())).or_insert(0u32) += 1;
            }
        }
        // 50 cards; 12 or 13 of each suit that is not ♠ for the card turned up, one less where the other hand holds it.
        let expected = |held: Card, suit: Suit| {
            let of_suit = CardSet::suit(suit).minus(view.turned()).minus(view.hand()).without(held).len();
            100_000.0 * of_suit as f64 / (50.0 * 49.0)
        };
        let mut chi = 0.0;
        let mut freedom = 0.0;
        for held in CardSet::ALL.minus(view.hand()).minus(view.turned()) {
            for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts] {
                let found = f64::from(counts.get(&format!("{held} {}", suit.letter())).copied().unwrap_or(0));
                chi += (found - expected(held, suit)).powi(2) / expected(held, suit);
                freedom += 1.0;
            }
        }
        assert!((chi - freedom) / (2.0f64 * freedom).sqrt() < 4.0, "{chi} for {freedom} degrees of freedom");
    }
}
