//! The figures of the rule page, from many deals. Tolerances are four standard errors or more.

use sixtyone_engine::game::RoundEnd;

use super::*;

const DEALS: u64 = 200_000;

/// Points in play in a deal: what the trumps in all hands count.
fn in_play<const SEATS: usize>(s: &State<SEATS>) -> f64 {
    let held = (0..SEATS as u8).flat_map(|seat| s.hand(Seat(seat)));
    f64::from(held.filter(|card| card.suit() == s.trumps()).map(Card::points).sum::<u16>())
}

struct Found {
    /// Mean points in play if the eldest stands.
    stand: f64,
    /// And after exactly one run.
    one_run: f64,
    /// How often each number of cards came after an accepted beg, by number of runs; void deals apart.
    cards: [f64; 8],
    void: f64,
}

fn deal_many<const SEATS: usize>() -> Found {
    let game = game::<SEATS>(&[]);
    let mut deck = support::stream(61, SEATS as u64);
    let mut found = Found { stand: 0.0, one_run: 0.0, cards: [0.0; 8], void: 0.0 };
    for number in 0..DEALS {
        let at = Standing::new(Some(Seat((number % SEATS as u64) as u8)));
        let mut s = game.start(&at, &game.deal(&mut deck));
        found.stand += in_play(&s);
        play_all(&game, &mut s, &["beg", "run"]);
        if game.round_end(&s) == RoundEnd::Void {
            found.void += 1.0;
            continue;
        }
        let runs = s.turned().len() - 1;
        assert!((0..SEATS as u8).all(|seat| s.hand(Seat(seat)).len() == 6 + 3 * runs));
        found.cards[runs] += 1.0;
        if runs == 1 {
            found.one_run += in_play(&s);
        }
    }
    found.stand /= DEALS as f64;
    found.one_run /= found.cards[1];
    found
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found}, expected {expected} ± {tolerance}");
}

#[test]
fn two_seats() {
    let found = deal_many::<2>();
    // A deal's points have a standard deviation of about 6: 0.013 for the mean of 200,000.
    near(found.stand, 5.43, 0.06);
    near(found.one_run, 8.31, 0.06);
    let expected = [0.0, 0.76471, 0.18353, 0.04120, 0.00858, 0.00164, 0.0, 0.0];
    for (count, share) in found.cards.into_iter().zip(expected) {
        near(count / DEALS as f64, share, 4.0 * (share * (1.0 - share) / DEALS as f64).sqrt() + 1e-9);
    }
    near(found.void / DEALS as f64, 0.00034, 4.0 * (0.00034 / DEALS as f64).sqrt() + 5e-6);
}

#[test]
fn three_seats() {
    let found = deal_many::<3>();
    near(found.stand, 8.15, 0.06);
    near(found.one_run, 12.46, 0.06);
}
