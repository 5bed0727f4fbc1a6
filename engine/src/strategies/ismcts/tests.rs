//! The search on small games whose best moves are known, and its memory on real ones.

use super::*;
use crate::game::{Event, Game, MatchRules, Moves, NextLead, Outcome, RoundEnd, SeatView, Standing, Step, Table};
use crate::games::dominoes::{ClassicSix, Dominoes, Preset, Rules};
use crate::streams::Streams;

/// A place of a small game: whose turn it is and where each move leads in either world, or the scores at the end.
enum Place {
    Turn(u8, &'static [[u8; 2]]),
    End([u16; 3]),
}

/// A game of two worlds. Seat 0 does not know in which it is; it sees all places.
struct Toy {
    table: Table,
    places: &'static [Place],
    /// Whether the search is told that different places look different.
    tells: bool,
}

#[derive(Clone, Copy)]
struct ToyState {
    world: u8,
    place: u8,
}

#[derive(Clone, Copy)]
struct ToyView<'a> {
    game: &'a Toy,
    state: &'a ToyState,
    log: &'a [Step<u8>],
    seat: Seat,
}

impl PartialEq for ToyView<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.state.place == other.state.place && (self.seat == Seat(0) || self.state.world == other.state.world)
    }
}

impl std::fmt::Debug for ToyView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "place {}", self.state.place)
    }
}

impl<'a> SeatView<'a, Toy> for ToyView<'a> {
    fn game(&self) -> &'a Toy {
        self.game
    }
    fn seat(&self) -> Seat {
        self.seat
    }
    fn log(&self) -> &'a [Step<u8>] {
        self.log
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.clear();
        out.extend(0..self.move_count() as u8);
    }
    fn move_count(&self) -> u32 {
        match self.game.place(self.state) {
            Place::Turn(_, next) => next.len() as u32,
            Place::End(_) => 0,
        }
    }
    fn nth_move(&self, n: u32) -> u8 {
        n as u8
    }
}

impl Toy {
    fn place(&self, s: &ToyState) -> &Place {
        &self.places[usize::from(s.place)]
    }
}

impl Game for Toy {
    type Deal = u8;
    type State = ToyState;
    type Move = u8;
    type View<'a> = ToyView<'a>;
    type Sampler = ();

    fn table(&self) -> &Table {
        &self.table
    }
    fn match_rules(&self) -> MatchRules {
        MatchRules { target: u16::MAX, next_lead: NextLead::Deal, dealt_from_lead: false }
    }
    fn first(&self, _: &mut Stream) -> Standing {
        Standing::new(None)
    }
    fn deal(&self, deck: &mut Stream) -> u8 {
        deck.below(2) as u8
    }
    fn start(&self, _: &Standing, deal: &u8) -> ToyState {
        ToyState { world: *deal, place: 0 }
    }
    fn turn(&self, s: &ToyState) -> Turn {
        match self.place(s) {
            Place::Turn(seat, _) => Turn::Seat(Seat(*seat)),
            Place::End(_) => Turn::Over,
        }
    }
    fn play_unchecked(&self, s: &mut ToyState, mv: u8) -> Event {
        if let Place::Turn(_, next) = self.place(s) {
            s.place = next[usize::from(mv)][usize::from(s.world)];
        }
        Event::default()
    }
    fn score(&self, s: &ToyState, side: Side) -> u16 {
        if let Place::End(scores) = self.place(s) { scores[side.index()] } else { 0 }
    }
    fn opener(&self, _: &ToyState) -> Seat {
        Seat(0)
    }
    fn round_end(&self, _: &ToyState) -> RoundEnd {
        RoundEnd::Complete
    }
    fn close(&self, at: &Standing, _: &ToyState) -> Standing {
        Standing { outcome: Outcome::Unfinished, ..*at }
    }
    fn view<'a>(&'a self, state: &'a ToyState, log: &'a [Step<u8>], seat: Seat) -> ToyView<'a> {
        ToyView { game: self, state, log, seat }
    }
    fn greedy(_: ToyView<'_>) -> u8 {
        0
    }
    fn sampler(_: ToyView<'_>) {}
    fn sample(view: ToyView<'_>, (): &(), own: &mut Stream) -> ToyState {
        let world = if view.seat == Seat(0) { own.below(2) as u8 } else { view.state.world };
        ToyState { world, ..*view.state }
    }
}

impl Searchable for Toy {
    type LegalMask = u32;

    fn legal_mask(&self, s: &ToyState) -> u32 {
        (1 << self.move_count(s)) - 1
    }
    fn move_of(code: u8) -> u8 {
        code
    }
    fn code_of(mv: u8) -> u8 {
        mv
    }
    fn observation(&self, _: &ToyState, _: u8, after: &ToyState, _: Seat) -> u16 {
        if self.tells { u16::from(after.place) + 1 } else { 0 }
    }
    fn hidden(_: ToyView<'_>) -> usize {
        1
    }
    fn rewound(view: ToyView<'_>, world: &ToyState) -> (ToyState, usize) {
        (*world, view.log.len())
    }

    fn mark_of(_: ToyView<'_>) -> u128 {
        0
    }
}

fn stream(number: u64) -> Stream {
    let mut stream = Streams::new(61).play(0);
    Streams::open_play(&mut stream, number, 0);
    stream
}

/// Seat 0's first move, which must be the same for several streams, all ways to play out, and either world.
fn first_move(seats: u8, sides: u8, places: &'static [Place], tells: bool) -> u8 {
    let game = Toy { table: Table::new(seats, sides), places, tells };
    let mut chosen = Vec::new();
    for number in 0..8 {
        for playout in [Playout::Random, Playout::Mixed, Playout::Greedy] {
            let options = Options { iterations: 400, playout, ..Options::default() };
            let state = ToyState { world: (number & 1) as u8, place: 0 };
            let mut player = Ismcts::new(&game, options, Objective::Points);
            chosen.push(player.choose(game.view(&state, &[], Seat(0)), &mut stream(number)).unwrap());
        }
    }
    assert!(chosen.iter().all(|mv| *mv == chosen[0]), "{chosen:?}");
    chosen[0]
}

#[test]
fn a_move_that_the_best_reply_refutes_is_avoided() {
    // Seat 1 has three replies to move 0. At random two of three would please seat 0, but one takes everything.
    const PLACES: &[Place] = &[
        Place::Turn(0, &[[1, 1], [2, 2]]),
        Place::Turn(1, &[[3, 3], [4, 4], [3, 3]]),
        Place::End([10, 10, 0]),
        Place::End([20, 10, 0]),
        Place::End([0, 20, 0]),
    ];
    assert_eq!(first_move(2, 2, PLACES, true), 1);
}

#[test]
fn places_that_look_different_to_the_searcher_are_told_apart() {
    // Move 0 shows seat 0 in which world it is, so that it can name the world and gain; move 1 is safe.
    const PLACES: &[Place] = &[
        Place::Turn(0, &[[1, 2], [3, 3]]),
        Place::Turn(0, &[[4, 4], [5, 5]]),
        Place::Turn(0, &[[5, 5], [4, 4]]),
        Place::End([11, 10, 0]),
        Place::End([16, 10, 0]),
        Place::End([4, 10, 0]),
    ];
    assert_eq!(first_move(2, 2, PLACES, true), 0);
    assert_eq!(first_move(2, 2, PLACES, false), 1, "a search that mixes them cannot see what it would know");
}

#[test]
fn every_seat_plays_for_its_own_side() {
    // After move 0 seat 1 does best for itself by what is good for seat 0 too; whom it could hurt does not matter to it.
    const THREE: &[Place] = &[
        Place::Turn(0, &[[1, 1], [2, 2]]),
        Place::Turn(1, &[[4, 4], [3, 3]]),
        Place::End([10, 10, 10]),
        Place::End([16, 13, 10]),
        Place::End([0, 0, 20]),
    ];
    assert_eq!(first_move(3, 3, THREE, true), 0);
    // The same places with seat 2 to reply: as the partner of seat 0 it helps, as an opponent it does not.
    const PARTNER: &[Place] = &[
        Place::Turn(0, &[[1, 1], [2, 2]]),
        Place::Turn(2, &[[3, 3], [4, 4]]),
        Place::End([10, 10, 10]),
        Place::End([16, 10, 10]),
        Place::End([0, 10, 20]),
    ];
    assert_eq!(first_move(4, 2, PARTNER, true), 0);
    assert_eq!(first_move(3, 3, PARTNER, true), 1);
}

/// Plays rounds of two-seat dominoes by the search; looks at the player after every decision.
fn play(options: Options, mut look: impl FnMut(&Ismcts<Dominoes<ClassicSix, 2>>)) {
    let game = Dominoes::<ClassicSix, 2>::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
    let streams = Streams::new(5);
    let mut players = [0, 1].map(|_| Ismcts::new(&game, options, Objective::Points));
    let mut own = stream(1);
    for round in 0..12 {
        let mut deck = streams.deck();
        Streams::open_deck(&mut deck, 0, round, 0);
        let mut s = game.start(&Standing::new(Some(Seat(0))), &game.deal(&mut deck));
        let mut log = Vec::new();
        while let Turn::Seat(seat) = game.turn(&s) {
            let player = &mut players[seat.index()];
            let mv = player.choose(game.view(&s, &log, seat), &mut own).unwrap();
            if game.move_count(&s) > 1 {
                look(player);
            }
            let event = game.play(&mut s, mv);
            log.push(Step { seat, mv, event });
        }
    }
}

#[test]
fn memory_is_bounded_by_the_iterations() {
    for iterations in [1, 7, 100, 1500] {
        let plain = Options { iterations, ..Options::default() };
        let most = iterations as usize;
        play(plain, |player| {
            assert!(player.tree.len() <= most && player.tree.capacity() <= most);
            assert_eq!(player.tree.visits(), iterations);
        });
        let mut kept = 0;
        play(Options { reuse: true, ..plain }, |player| {
            assert!(player.tree.len() <= 2 * most && player.tree.capacity() <= 2 * most);
            assert!(player.tree.visits() >= iterations);
            kept += usize::from(player.tree.visits() > iterations);
        });
        assert!(iterations < 100 || kept > 10, "{kept}: decisions begin with what earlier ones found out");
    }
}
