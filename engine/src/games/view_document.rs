//! What a view shows as a document for programs outside; `docs/formats.md` lists the fields.
//!
//! Each game writes the fields that every game has ([`Seen`]) and its own. Nothing may be in a document that its seat does not know:
//! the test below changes what is hidden and expects the same document.

use serde::Serialize;

use crate::game::{Event, Game, Moves, Seat, SeatView, Seats, Side, Step, Turn};

/// One move as all seats saw it.
#[derive(Serialize)]
struct SeenMove {
    seat: Seat,
    #[serde(rename = "move")]
    mv: String,
    offered: u16,
    taken: i16,
    passed: Seats,
}

/// What a view of any game shows.
#[derive(Serialize)]
pub(super) struct Seen {
    seat: Seat,
    side: Side,
    seats: usize,
    sides: usize,
    target: u16,
    scores: Vec<u16>,
    turn: Option<Seat>,
    legal_moves: Vec<String>,
    history: Vec<SeenMove>,
}

impl Seen {
    /// What `view` of the state `s` shows; `write` turns a move into text, given how many moves went before it in the round.
    pub(super) fn new<G: Game>(view: G::View<'_>, s: &G::State, write: impl Fn(usize, G::Move) -> String) -> Seen {
        let (game, seat) = (view.game(), view.seat());
        let table = game.table();
        let turn = match game.turn(s) {
            Turn::Seat(seat) => Some(seat),
            Turn::Over => None,
        };
        let mut moves = Moves::new();
        // Whose turn it is not must not learn what another seat could do.
        if turn == Some(seat) {
            view.moves(&mut moves);
        }
        let log = view.log();
        let seen = |(number, step): (usize, &Step<G::Move>)| {
            let Event { offered, taken, passed, .. } = step.event;
            SeenMove { seat: step.seat, mv: write(number, step.mv), offered, taken, passed }
        };
        Seen {
            seat,
            side: table.side_of(seat),
            seats: table.seats(),
            sides: table.sides(),
            target: game.match_rules().target,
            scores: table.all_sides().map(|side| game.score(s, side)).collect(),
            turn,
            legal_moves: moves.into_iter().map(|mv| write(log.len(), mv)).collect(),
            history: log.iter().enumerate().map(seen).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, IllegalMove, Notation, Outcome, Seat, Step, Turn};
    use crate::games::Playable;
    use crate::games::options::OptionValue;
    use crate::games::{GameVisitor, resolve};
    use crate::streams::{Stream, Streams};

    fn document<G: Notation>(game: &G, s: &G::State, log: &[Step<G::Move>], seat: Seat) -> String {
        serde_json::to_string_pretty(&G::view_document(game.view(s, log, seat))).unwrap()
    }

    /// Plays matches at random, and looks at the documents of every position.
    struct Matches;

    impl Matches {
        /// The seat to move sees the same in every world that its view allows; the others do not see its choices.
        fn look<G: Playable>(game: &G, s: &G::State, log: &[Step<G::Move>], mover: Seat, own: &mut Stream) {
            let shown = document(game, s, log, mover);
            let sampler = G::sampler(game.view(s, log, mover));
            for _ in 0..3 {
                let world = G::sample(game.view(s, log, mover), &sampler, own);
                assert_eq!(document(game, &world, log, mover), shown, "a document shows what is hidden");
            }
            for seat in game.table().all_seats() {
                let shown: serde_json::Value = serde_json::from_str(&document(game, s, log, seat)).unwrap();
                let legal = shown["legal_moves"].as_array().unwrap();
                assert_eq!(legal.len(), if seat == mover { game.move_count(s) as usize } else { 0 });
                assert!(legal.iter().all(|text| game.read_move(s, text.as_str().unwrap()).is_some()));
                assert_eq!(shown["history"].as_array().unwrap().len(), log.len());
                let sizes: Vec<u64> = serde_json::from_value(shown["hand_sizes"].clone()).unwrap();
                assert_eq!(sizes[seat.index()], shown["hand"].as_array().unwrap().len() as u64);
            }
        }

        /// A move of an earlier position is played if it is legal, and refused if not.
        fn tries<G: Game>(game: &G, s: &G::State, earlier: &[Step<G::Move>]) {
            let mut moves = crate::game::Moves::new();
            game.moves(s, &mut moves);
            let candidates = earlier.iter().map(|step| step.mv).chain(moves.clone());
            for mv in candidates {
                let mut next = *s;
                match game.try_play(&mut next, mv) {
                    Ok(_) => assert!(moves.contains(&mv), "{mv:?} is not legal"),
                    Err(error) => {
                        assert!(
                            matches!(error, IllegalMove::NotLegal { .. }) && !moves.contains(&mv),
                            "{mv:?}: {error}"
                        );
                        assert!(game.turn(s) == game.turn(&next), "a refused move changes nothing");
                    }
                }
            }
        }
    }

    impl GameVisitor for Matches {
        type Out = ();

        fn visit<G: Playable>(self, game: G) {
            let streams = Streams::new(13);
            let (mut deck, mut lot, mut own) = (streams.deck(), streams.lot(), streams.play(0));
            let mut at = game.first(&mut lot);
            let (mut log, mut earlier) = (Vec::new(), Vec::new());
            while at.outcome == Outcome::Open && at.round < 4 {
                Streams::open_deck(&mut deck, 0, at.round, at.attempt);
                let mut s = game.start(&at, &game.deal(&mut deck));
                log.clear();
                while let Turn::Seat(seat) = game.turn(&s) {
                    Matches::look(&game, &s, &log, seat, &mut own);
                    Matches::tries(&game, &s, &earlier);
                    let mv = game.nth_move(&s, own.below(game.move_count(&s)));
                    let event = game.try_play(&mut s, mv).unwrap();
                    log.push(Step { seat, mv, event });
                    earlier.push(Step { seat, mv, event });
                }
                assert_eq!(game.try_play(&mut s, log[0].mv), Err(IllegalMove::RoundOver));
                at = game.settle(&at, &s, &mut lot);
            }
        }
    }

    fn options(list: &[(&str, &str)]) -> Vec<(String, OptionValue)> {
        list.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect()
    }

    #[test]
    fn a_document_shows_what_its_seat_knows_and_nothing_else() {
        for (game, list) in [
            ("fives-and-threes", &[][..]),
            ("fives-and-threes", &[("players", "4"), ("round_end", "play-on")]),
            ("cincos-y-treses", &[("players", "5")]),
            ("cincos-y-treses", &[("set", "12"), ("players", "7")]),
            ("all-fives", &[]),
            ("all-fives", &[("players", "3"), ("follow", "or-trump")]),
        ] {
            resolve(game, &options(list)).unwrap().visit(Matches);
        }
    }

    /// The document of seat 1 after some moves from a position.
    struct Example(&'static str, &'static [&'static str]);

    impl GameVisitor for Example {
        type Out = String;

        fn visit<G: Playable>(self, game: G) -> String {
            let mut s = game.read_position(self.0, Some(Seat(0))).unwrap();
            let mut log = Vec::new();
            for text in self.1 {
                let Turn::Seat(seat) = game.turn(&s) else { panic!("nobody moves") };
                let mv = game.read_move(&s, text).unwrap();
                let event = game.play(&mut s, mv);
                log.push(Step { seat, mv, event });
            }
            document(&game, &s, &log, Seat(1))
        }
    }

    #[test]
    fn a_domino_document_is_as_the_formats_say() {
        let example = Example("6-5 6-6 6-1 1-0/5-5 3-2 2-1 2-2", &["6-5", "5-5 left", "6-6 right", "6-1 right"]);
        let found = resolve("fives-and-threes", &options(&[])).unwrap().visit(example);
        assert_eq!(found, include_str!("../../tests/data/view-dominoes.json").trim_end());
    }

    #[test]
    fn a_card_document_is_as_the_formats_say() {
        let example = Example("AS 5H 3C 2H/KS 2D 4C 7D : 9S", &["stand", "3C", "4C", "KS", "AS", "5H", "2D", "2H"]);
        let found = resolve("all-fives", &options(&[])).unwrap().visit(example);
        assert_eq!(found, include_str!("../../tests/data/view-all-fives.json").trim_end());
    }
}
