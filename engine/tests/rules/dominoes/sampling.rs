//! Sampled worlds against all worlds that could have led to what was seen.
//!
//! The worlds of a view are found by brute force: every way to hand the unseen tiles to the other seats is played again from its
//! beginning, in the book, and stays if the round then goes as it went: the same opener, the same announced tile, the same seats
//! to move, the same knocks. What a seat chose proves nothing. Positions are taken late in rounds, where the ways can be listed.

use std::collections::BTreeMap;

use sixtyone_engine::game::{Game, Seat, Standing, Step, Turn};
use sixtyone_engine::games::dominoes::{Dominoes, Move, Set, State, Tiles};
use sixtyone_engine::streams::{Stream, Streams};

use super::book::{End, Round, Tile};
use super::{OnDominoes, listed, on_dominoes, packed};
use crate::support::{self, Options};

/// Ways to hand out the unseen tiles, consistent or not, that are tried for one view.
const MOST_WAYS: u64 = 6_000;

/// The hands of a world.
type Hands = Vec<Vec<Tile>>;

/// A view whose worlds are listed.
struct Listed<K: Set, const SEATS: usize> {
    s: State<K, SEATS>,
    log: Vec<Step<Move<K::Mask>>>,
    seat: Seat,
    worlds: Vec<Hands>,
}

/// How a view's hidden hands are bound, for a good mixture of views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// How many different sets of tiles the hidden seats that have tiles may hold.
    sets: usize,
    /// Whether a hidden seat is known to hold the tile that gave the lead.
    lead_is_hidden: bool,
}

impl Kind {
    fn of<K: Set, const SEATS: usize>(game: &Dominoes<K, SEATS>, s: &State<K, SEATS>, seat: Seat) -> Kind {
        let view = game.view(s, &[], seat);
        let others = (0..game.table().seats() as u8).map(Seat).filter(|other| *other != seat);
        let mut sets: Vec<_> =
            others.filter(|other| view.tiles_left(*other) > 0).map(|other| view.may_hold(other)).collect();
        sets.sort_unstable();
        sets.dedup();
        let lead_is_hidden = view.announced().is_some_and(|lead| view.unseen().contains(lead));
        Kind { sets: sets.len(), lead_is_hidden }
    }
}

/// What was seen of a round: where it started and its log.
struct Seen<'a, K: Set, const SEATS: usize> {
    game: &'a Dominoes<K, SEATS>,
    at: &'a Standing,
    log: &'a [Step<Move<K::Mask>>],
    announced: Option<Tile>,
    opener: usize,
}

impl<K: Set, const SEATS: usize> Seen<'_, K, SEATS> {
    /// The hands as dealt, if the seats now hold these hands.
    fn dealt(&self, hands: &Hands) -> Hands {
        let mut dealt = hands.clone();
        for step in self.log {
            dealt[step.seat.index()].push(step.mv.tile().halves());
        }
        dealt
    }

    /// Whether the round goes as it went if the seats now hold these hands.
    fn agrees_with(&self, hands: &Hands) -> bool {
        let dealt = self.dealt(hands);
        let scores = vec![0; self.game.table().sides()];
        let mut round = Round::new(self.game.rules(), dealt, scores, self.at.lead.map(Seat::index));
        if (round.opener, round.announced) != (self.opener, self.announced) {
            return false;
        }
        for step in self.log {
            let tile = step.mv.tile().halves();
            let end = if step.mv.is_right() { End::Right } else { End::Left };
            if round.turn != step.seat.index() || !round.is_legal(tile, end) {
                return false;
            }
            let placed = round.lay(tile, end);
            if placed.knocks.iter().fold(0, |mask, seat| mask | 1 << seat) != step.event.passed.0 {
                return false;
            }
        }
        round.ending.is_none()
    }

    /// Fails unless this sampled world is what the engine comes to from its deal, down to the last field of its state.
    fn check_world(&self, world: &State<K, SEATS>) {
        let hands: Hands = world.hands().iter().map(|hand| listed::<K>(*hand)).collect();
        let mut dealt = [Tiles::EMPTY; SEATS];
        for (hand, tiles) in dealt.iter_mut().zip(self.dealt(&hands)) {
            *hand = packed::<K>(&tiles);
        }
        let mut s = self.game.open(self.at, dealt);
        for step in self.log {
            assert_eq!(self.game.play(&mut s, step.mv), step.event);
        }
        assert_eq!(s, *world);
    }
}

/// The number of ways to hand out `tiles` tiles to hands of these sizes.
fn ways(mut tiles: u64, sizes: &[usize]) -> u64 {
    let mut ways = 1u64;
    for &size in sizes {
        for i in 0..size as u64 {
            ways = ways.saturating_mul(tiles - i) / (i + 1);
        }
        tiles -= size as u64;
    }
    ways
}

/// Every way to hand out the tiles to the seats that need some, the rest being undealt.
fn hand_out(tiles: &[Tile], needs: &mut [usize], hands: &mut Hands, each: &mut impl FnMut(&Hands)) {
    let Some((&tile, rest)) = tiles.split_first() else {
        if needs.iter().all(|need| *need == 0) {
            each(hands);
        }
        return;
    };
    if needs.iter().sum::<usize>() > tiles.len() {
        return;
    }
    for seat in 0..needs.len() {
        if needs[seat] > 0 {
            needs[seat] -= 1;
            hands[seat].push(tile);
            hand_out(rest, needs, hands, each);
            hands[seat].pop();
            needs[seat] += 1;
        }
    }
    hand_out(rest, needs, hands, each);
}

/// Lists the worlds of a view, if there are not more than `most` ways to try.
fn list<K: Set, const SEATS: usize>(
    game: &Dominoes<K, SEATS>,
    at: &Standing,
    s: &State<K, SEATS>,
    log: &[Step<Move<K::Mask>>],
    seat: Seat,
    most: u64,
) -> Option<Listed<K, SEATS>> {
    let view = game.view(s, log, seat);
    let seats = game.table().seats();
    let unseen: Vec<Tile> = listed::<K>(view.unseen());
    let others = |other: &usize| *other != seat.index();
    let mut needs: Vec<usize> =
        (0..seats).map(|other| if others(&other) { view.tiles_left(Seat(other as u8)) } else { 0 }).collect();
    if ways(unseen.len() as u64, &needs) > most {
        return None;
    }
    let mut hands: Hands = vec![Vec::new(); seats];
    hands[seat.index()] = listed::<K>(view.hand());
    let announced = s.announced().map(|tile| tile.halves());
    let seen = Seen { game, at, log, announced, opener: game.opener(s).index() };
    let mut worlds = Vec::new();
    hand_out(&unseen, &mut needs, &mut hands, &mut |hands| {
        if seen.agrees_with(hands) {
            worlds.push(hands.iter().map(|hand| sorted(hand)).collect());
        }
    });
    Some(Listed { s: *s, log: log.to_vec(), seat, worlds })
}

fn sorted(hand: &[Tile]) -> Vec<Tile> {
    let mut hand = hand.to_vec();
    hand.sort_unstable();
    hand
}

/// How often each world was drawn; fails if an impossible one was.
fn draw<K: Set, const SEATS: usize>(
    game: &Dominoes<K, SEATS>,
    view: &Listed<K, SEATS>,
    draws: usize,
    own: &mut Stream,
) -> Vec<u32> {
    let mut counts: BTreeMap<&Hands, u32> = view.worlds.iter().map(|world| (world, 0)).collect();
    let seats = game.table().seats();
    let seen = || game.view(&view.s, &view.log, view.seat);
    let sampler = Dominoes::<K, SEATS>::sampler(seen());
    for _ in 0..draws {
        let world = Dominoes::<K, SEATS>::sample(seen(), &sampler, own);
        let hands: Hands = world.hands()[..seats].iter().map(|hand| listed::<K>(*hand)).collect();
        match counts.get_mut(&hands) {
            Some(count) => *count += 1,
            None => panic!("{hands:?} could not have led to {:?}", seen()),
        }
    }
    counts.into_values().collect()
}

/// Pearson's statistic against equal frequencies, and its degrees of freedom.
fn chi_square(counts: &[u32]) -> (f64, f64) {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let chi = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    (chi, counts.len() as f64 - 1.0)
}

/// A chi-square value in standard deviations (Wilson and Hilferty 1931).
fn deviations(chi: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// What is to be found out about the views of a game.
struct Trial {
    /// Rounds to look for views in.
    rounds: u64,
    /// Views to examine of each kind and game.
    views: usize,
    /// Worlds of a view at the most.
    worlds: usize,
    /// Draws for each world of a view, and at the least.
    draws: usize,
    fewest: usize,
    /// The largest allowed distance from uniform in total variation; `None` where draws are exactly uniform.
    bound: Option<f64>,
}

/// What was examined, so that no test passes for want of cases.
#[derive(Debug, Default)]
struct Examined {
    views: usize,
    worlds: usize,
    /// Views of several worlds, by kind.
    kinds: BTreeMap<Kind, usize>,
    known_whole: usize,
    chi: f64,
    freedom: f64,
}

impl OnDominoes for (&Trial, &mut Examined) {
    type Out = ();

    fn on<K: Set, const SEATS: usize>(self, game: Dominoes<K, SEATS>) {
        let (trial, examined) = self;
        let streams = Streams::new(61);
        let (mut deck, mut lot) = (streams.deck(), streams.lot());
        let mut own = support::stream(61, u64::from(game.rules().hand));
        let mut taken: BTreeMap<Kind, usize> = BTreeMap::new();
        for block in 0..trial.rounds {
            Streams::open_lot(&mut lot, block, 0);
            let at = game.first(&mut lot);
            Streams::open_deck(&mut deck, block, 0, 0);
            let mut s = game.start(&at, &game.deal(&mut deck));
            let mut log = Vec::new();
            while let Turn::Seat(seat) = game.turn(&s) {
                let kind = Kind::of(&game, &s, seat);
                let taken = taken.entry(kind).or_default();
                let most = if *taken < trial.views { MOST_WAYS } else { 10 };
                if let Some(view) = list(&game, &at, &s, &log, seat, most)
                    && (view.worlds.len() == 1 || *taken < trial.views && view.worlds.len() <= trial.worlds)
                {
                    // A view of one world is soon examined, and does not keep others out.
                    *taken += usize::from(view.worlds.len() > 1);
                    trial.examine(&game, &view, kind, &mut own, examined);
                }
                let mv = Game::nth_move(&game, &s, own.below(game.move_count(&s)));
                let event = game.play(&mut s, mv);
                log.push(Step { seat, mv, event });
            }
        }
    }
}

impl Trial {
    fn examine<K: Set, const SEATS: usize>(
        &self,
        game: &Dominoes<K, SEATS>,
        view: &Listed<K, SEATS>,
        kind: Kind,
        own: &mut Stream,
        examined: &mut Examined,
    ) {
        let seats = game.table().seats();
        let truth: Hands = view.s.hands()[..seats].iter().map(|hand| listed::<K>(*hand)).collect();
        assert!(view.worlds.contains(&truth), "what happened can have happened");
        examined.views += 1;
        examined.worlds += view.worlds.len();
        if view.worlds.len() == 1 {
            examined.known_whole += 1;
            draw(game, view, 3, own);
            return;
        }
        *examined.kinds.entry(kind).or_default() += 1;
        let counts = draw(game, view, self.fewest.max(self.draws * view.worlds.len()), own);
        let (chi, freedom) = chi_square(&counts);
        let missed = counts.iter().filter(|count| **count == 0).count();
        assert_eq!(missed, 0, "worlds never drawn of {}, from {:?}", counts.len(), view.s);
        match self.bound {
            None => {
                // Five standard deviations: once in three million fair views.
                let off = deviations(chi, freedom);
                assert!(off < 5.0, "{off} standard deviations over {freedom} degrees: {:?}", view.s);
            }
            Some(bound) => {
                // By Cauchy's inequality the distance is at most half the root of the chi-square divergence, which is estimated
                // by (chi − freedom) / draws; four standard deviations are added for noise.
                let draws = f64::from(counts.iter().sum::<u32>());
                let divergence = (chi - freedom + 4.0 * (2.0 * freedom).sqrt()) / draws;
                let distance = 0.5 * divergence.max(0.0).sqrt();
                assert!(distance < bound, "{distance} from uniform over {} worlds: {:?}", counts.len(), view.s);
            }
        }
        examined.chi += chi;
        examined.freedom += freedom;
    }
}

fn examine(trial: &Trial, games: &[(&str, &'static Options)]) -> Examined {
    let mut examined = Examined::default();
    for (preset, options) in games {
        on_dominoes(support::game(preset, options), (trial, &mut examined));
    }
    examined
}

const FIVES: &str = "fives-and-threes";
const CINCOS: &str = "cincos-y-treses";

#[test]
fn worlds_are_exactly_uniform_for_up_to_four_seats() {
    let trial = Trial { rounds: 100, views: 5, worlds: 2000, draws: 40, fewest: 0, bound: None };
    let examined = examine(
        &trial,
        &[
            (FIVES, &[("hand", "12")]),
            (CINCOS, &[("hand", "13")]),
            (FIVES, &[("players", "3"), ("hand", "9")]),
            (CINCOS, &[("players", "3"), ("hand", "8")]),
            (FIVES, &[("players", "4"), ("hand", "7")]),
            (FIVES, &[("players", "4"), ("hand", "6"), ("sides", "individual")]),
            (CINCOS, &[("players", "4"), ("hand", "7")]),
            (CINCOS, &[("players", "4"), ("hand", "13"), ("set", "9"), ("opening_tile", "that-tile")]),
        ],
    );
    // All views together: three standard deviations either way, once in 400 fair trials; the seed is fixed.
    let off = deviations(examined.chi, examined.freedom);
    assert!(off.abs() < 3.0, "{off} standard deviations: {examined:?}");
    for sets in 1..=3 {
        for lead_is_hidden in [false, true] {
            let views = examined.kinds.get(&Kind { sets, lead_is_hidden });
            assert!(views.is_some_and(|n| *n >= 4), "{examined:?}");
        }
    }
    assert!(examined.known_whole >= 10, "{examined:?}");
}

#[test]
fn worlds_are_all_but_uniform_for_more_seats() {
    let trial = Trial { rounds: 100, views: 3, worlds: 150, draws: 500, fewest: 20_000, bound: Some(0.03) };
    let examined = examine(
        &trial,
        &[
            (FIVES, &[("players", "5"), ("hand", "5")]),
            (CINCOS, &[("players", "5")]),
            (CINCOS, &[("players", "7"), ("hand", "4")]),
            (FIVES, &[("players", "9"), ("hand", "3")]),
            (CINCOS, &[("players", "12"), ("hand", "2")]),
            (FIVES, &[("players", "12"), ("hand", "2")]),
        ],
    );
    let tangled: usize = examined.kinds.iter().filter(|(kind, _)| kind.sets > 3).map(|(_, views)| views).sum();
    assert!(examined.views > 20 && tangled >= 3, "{examined:?}");
}

#[test]
fn a_round_in_which_all_is_known_has_one_world() {
    struct Known;
    impl OnDominoes for Known {
        type Out = ();
        fn on<K: Set, const SEATS: usize>(self, game: Dominoes<K, SEATS>) {
            let streams = Streams::new(3);
            let mut deck = streams.deck();
            let mut own = support::stream(3, 3);
            for block in 0..30 {
                Streams::open_deck(&mut deck, block, 0, 0);
                let mut s = game.start(&Standing::new(None), &game.deal(&mut deck));
                let mut log = Vec::new();
                while let Turn::Seat(seat) = game.turn(&s) {
                    let view = game.view(&s, &log, seat);
                    let sampler = Dominoes::<K, SEATS>::sampler(view);
                    let world = Dominoes::<K, SEATS>::sample(view, &sampler, &mut own);
                    assert_eq!(world, s, "nothing is hidden");
                    let mv = Game::nth_move(&game, &s, own.below(game.move_count(&s)));
                    let event = game.play(&mut s, mv);
                    log.push(Step { seat, mv, event });
                }
            }
        }
    }
    on_dominoes(support::game(FIVES, &[("hand", "14")]), Known);
    on_dominoes(support::game(CINCOS, &[("hand", "full")]), Known);
}

#[test]
fn the_largest_deals_can_be_sampled() {
    struct Large;
    impl OnDominoes for Large {
        type Out = ();
        fn on<K: Set, const SEATS: usize>(self, game: Dominoes<K, SEATS>) {
            let streams = Streams::new(4);
            let (mut deck, mut lot) = (streams.deck(), streams.lot());
            let mut own = support::stream(4, 4);
            Streams::open_deck(&mut deck, 0, 0, 0);
            Streams::open_lot(&mut lot, 0, 0);
            let at = game.first(&mut lot);
            let mut s = game.start(&at, &game.deal(&mut deck));
            let mut log = Vec::new();
            while let Turn::Seat(seat) = game.turn(&s) {
                let view = game.view(&s, &log, seat);
                let announced = s.announced().map(|tile| tile.halves());
                let seen = Seen { game: &game, at: &at, log: &log, announced, opener: game.opener(&s).index() };
                let sampler = Dominoes::<K, SEATS>::sampler(view);
                for _ in 0..3 {
                    let world = Dominoes::<K, SEATS>::sample(view, &sampler, &mut own);
                    assert!(game.view(&world, &log, seat) == view);
                    seen.check_world(&world);
                    let hands: Hands =
                        world.hands()[..game.table().seats()].iter().map(|hand| listed::<K>(*hand)).collect();
                    assert!(seen.agrees_with(&hands), "what was sampled can have happened");
                    let mut held = hands.concat();
                    held.extend(listed::<K>(view.line()));
                    held.sort_unstable();
                    assert!(held.windows(2).all(|pair| pair[0] < pair[1]), "D1: no tile is there twice");
                }
                let mv = Game::nth_move(&game, &s, own.below(game.move_count(&s)));
                let event = game.play(&mut s, mv);
                log.push(Step { seat, mv, event });
            }
        }
    }
    let cases: [&Options; 7] = [
        &[("set", "12"), ("players", "2"), ("hand", "45")],
        &[("set", "12"), ("players", "3"), ("hand", "30")],
        &[("set", "12"), ("players", "4"), ("hand", "22")],
        &[("set", "12"), ("players", "5"), ("hand", "18")],
        &[("set", "9"), ("players", "8"), ("hand", "6")],
        &[("set", "12"), ("players", "9"), ("hand", "10")],
        &[("set", "12"), ("players", "12"), ("hand", "7")],
    ];
    for options in cases {
        on_dominoes(support::game(FIVES, options), Large);
        on_dominoes(support::game(CINCOS, options), Large);
    }
}
