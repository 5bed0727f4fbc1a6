//! Rule files in play: no feature fails in any game, no total depends on what a seat cannot see, and chances agree with sampled worlds.
use sixtyone_engine::arena::match_loop::{Contestant, Deals, Readers, play_match};
use sixtyone_engine::context::Context;
use sixtyone_engine::features::{Fallback, ParameterKind, Vocabulary};
use sixtyone_engine::game::{Game, MAX_SEATS, Moves, Outcome, Side, Step, Turn};
use sixtyone_engine::games::dominoes::{Dominoes, DoubleSix, Preset, Rules, VOCABULARY};
use sixtyone_engine::games::options::OptionValue;
use sixtyone_engine::games::{self, GameVisitor, Playable};
use sixtyone_engine::strategies::StrategyPlan;
use sixtyone_engine::strategies::tactics::RuleFile;
use sixtyone_engine::streams::Streams;

/// A file with a rule for every feature, with every word of its parameters, and a rule for every condition.
fn everything(vocabulary: &Vocabulary) -> String {
    let mut text = format!("game = \"{}\"\nabout = \"everything\"\n", vocabulary.family);
    for feature in vocabulary.features {
        let words = feature.parameters.iter().map(|parameter| match parameter.kind {
            ParameterKind::Word(words) => words.len(),
            _ => 1,
        });
        for n in 0..words.max().unwrap_or(1) {
            text += &format!("[[rule]]\nfeature = \"{}\"\nweight = 1\n", feature.name);
            for parameter in feature.parameters {
                let name = parameter.name;
                text += &match parameter.kind {
                    ParameterKind::Word(words) => format!("{name} = \"{}\"\n", words[n.min(words.len() - 1)]),
                    ParameterKind::Values(..) => format!("{name} = {{ 0 = 1, 60 = 2 }}\n"),
                    ParameterKind::Whole(low, _) if parameter.default == Fallback::Required => {
                        format!("{name} = {low}\n")
                    }
                    ParameterKind::Pieces { .. } if parameter.default == Fallback::Required => {
                        format!("{name} = [\"6-6\", \"9-3\"]\n")
                    }
                    _ => String::new(),
                };
            }
        }
    }
    for condition in vocabulary.conditions {
        let test = if condition.yes_no { "true" } else { "{ min = 1 }" };
        text += &format!(
            "[[rule]]\nfeature = \"points\"\nweight = 0.001\nround = \"even\"\nwhen = {{ {} = {test} }}\n",
            condition.name
        );
    }
    text
}

/// Plays matches between a file with every rule and a random player, with every total checked on the way.
struct Everything(u64);

impl GameVisitor for Everything {
    type Out = u64;

    fn visit<G: Playable>(self, game: G) -> u64 {
        let text = everything(G::vocabulary());
        let file = RuleFile::parse(&text, &games::families()).unwrap_or_else(|fault| panic!("{fault}"));
        // One rule a book, so that each value can be looked at.
        let mut books: Vec<(usize, G::Book)> =
            file.rules.iter().map(|rule| (rule.feature, game.compile(std::slice::from_ref(rule)))).collect();
        let streams = Streams::new(61);
        let (mut deck, mut lot, mut own) = (streams.deck(), streams.lot(), streams.play(0));
        let mut decisions = 0;
        for block in 0..self.0 {
            Streams::open_lot(&mut lot, block, 0);
            Streams::open_play(&mut own, block, 0);
            let mut at = game.first(&mut lot);
            // Scores near the target, so that every rule about it is met.
            for side in 0..game.table().sides() {
                at.scores[side] = 50 + own.below(11) as u16;
            }
            while at.outcome == Outcome::Open && at.round < 3 {
                Streams::open_deck(&mut deck, block, at.round, at.attempt);
                let mut state = game.start(&at, &game.deal(&mut deck));
                let mut log: Vec<Step<G::Move>> = Vec::new();
                while let Turn::Seat(seat) = game.turn(&state) {
                    let mut moves = Moves::new();
                    game.moves(&state, &mut moves);
                    let view = game.view(&state, &log, seat);
                    let world = G::sample(view, &G::sampler(view), &mut own);
                    for (feature, book) in &mut books {
                        let doc = &G::vocabulary().features[*feature];
                        let mut totals = vec![0.0; moves.len()];
                        G::weigh(book, view, &moves, &mut totals);
                        for total in &totals {
                            assert!(total.is_finite() && total.abs() < 1e6, "{}: {total}", doc.name);
                            if doc.unit == "0 to 1" || doc.unit == "0 or 1" {
                                assert!((-1e-9..=1.0 + 1e-9).contains(total), "{}: {total}", doc.name);
                            }
                        }
                        let mut again = vec![0.0; moves.len()];
                        G::weigh(book, game.view(&world, &log, seat), &moves, &mut again);
                        let bits = |totals: &[f64]| totals.iter().map(|total| total.to_bits()).collect::<Vec<_>>();
                        assert_eq!(bits(&totals), bits(&again), "{} depends on hidden tiles", doc.name);
                    }
                    decisions += 1;
                    let mv = moves[own.below(moves.len() as u32) as usize];
                    let event = game.play(&mut state, mv);
                    log.push(Step { seat, mv, event });
                }
                Streams::open_lot(&mut lot, block, at.round + 1);
                at = game.settle(&at, &state, &mut lot);
            }
        }
        decisions
    }
}

fn game(name: &str, settings: &[(&str, &str)]) -> games::AnyGame {
    let settings = settings.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect();
    games::resolve(name, &settings).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_rule_in_every_game() {
    let mut decisions = 0;
    for players in ["2", "3", "4"] {
        for extra in [
            ("round_end", "play-on"),
            ("round_end", "first-out"),
            ("overshoot", "bounce"),
            ("overshoot", "allow"),
            ("combine_out", "false"),
            ("divisors", "2,3,5,7,11,13"),
            ("target", "10000"),
            ("target", "1"),
        ] {
            for set in ["6", "9", "12"] {
                let settings = [("players", players), extra, ("set", set)];
                decisions += game("fives-and-threes", &settings).visit(Everything(2));
            }
        }
    }
    for players in 2..=12 {
        for set in ["6", "9", "12"] {
            let hand = if players > 5 && set == "6" { "2" } else { "full" };
            let hand = if players > 11 && set == "9" { "4" } else { hand };
            let settings = [("players", &*players.to_string()), ("set", set), ("hand", hand)];
            decisions += game("cincos-y-treses", &settings).visit(Everything(2));
        }
    }
    let counted = [("finish", "round-end"), ("overshoot", "allow"), ("out_bonus", "1000"), ("divisors", "")];
    decisions += game("fives-and-threes", &counted).visit(Everything(5));
    decisions += game("fives-and-threes", &[("set", "12"), ("hand", "45")]).visit(Everything(2));
    assert!(decisions > 2000, "{decisions}");
}

/// What a seat could do in a sampled world, worked out by playing.
#[test]
fn chances_agree_with_sampled_worlds() {
    type G = Dominoes<DoubleSix, MAX_SEATS>;
    let game = G::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
    let rule = |text: &str| {
        let text = format!("game = \"dominoes\"\nabout = \"x\"\n[[rule]]\nweight = 1\n{text}");
        sixtyone_engine::features::Tactical::compile(&game, &RuleFile::parse(&text, &[&VOCABULARY]).unwrap().rules)
    };
    let mut books = [
        rule("feature = 'reply_points'"),
        rule("feature = 'reply_points'\ncount = 'offered'"),
        rule("feature = 'reply_wins'"),
        rule("feature = 'reply_blocked'"),
        rule("feature = 'reply_tiles'"),
        rule("feature = 'answer_points'"),
        rule("feature = 'answer_wins'"),
        rule("feature = 'answer_blocked'"),
    ];
    let streams = Streams::new(5);
    let (mut deck, mut own) = (streams.deck(), streams.play(1));
    let mut checked = 0;
    for block in 0..400 {
        Streams::open_deck(&mut deck, block, 0, 0);
        Streams::open_play(&mut own, block, 0);
        let mut at = sixtyone_engine::game::Standing::new(Some(sixtyone_engine::game::Seat((block % 2) as u8)));
        at.scores[0] = 48 + (block % 13) as u16;
        at.scores[1] = 61 - 1 - (block % 11) as u16;
        let mut state = game.start(&at, &game.deal(&mut deck));
        let mut log = Vec::new();
        // A few random moves, then one decision is looked at.
        for _ in 0..block % 9 {
            if let Turn::Seat(seat) = game.turn(&state) {
                let mv = game.nth_move(&state, own.below(game.move_count(&state)));
                let event = game.play(&mut state, mv);
                log.push(Step { seat, mv, event });
            }
        }
        let Turn::Seat(seat) = game.turn(&state) else { continue };
        let view = game.view(&state, &log, seat);
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let mv = moves[own.below(moves.len() as u32) as usize];
        let (_, won) = view.gain(mv);
        if won || view.hand().len() == 1 {
            continue;
        }
        checked += 1;
        let found = books.each_mut().map(|book| {
            let mut total = [0.0];
            <G as sixtyone_engine::features::Tactical>::weigh(book, view, &[mv], &mut total);
            total[0]
        });
        const WORLDS: u32 = 1500;
        let sampler = G::sampler(view);
        let (mut sums, mut squares) = ([0.0; 8], [0.0; 8]);
        for _ in 0..WORLDS {
            let world = G::sample(view, &sampler, &mut own);
            let values = in_world(&game, world, seat, mv);
            for (at, value) in values.into_iter().enumerate() {
                sums[at] += value;
                squares[at] += value * value;
            }
        }
        let n = f64::from(WORLDS);
        for at in 0..8 {
            let mean = sums[at] / n;
            let error = ((squares[at] / n - mean * mean).max(0.0) / n).sqrt();
            // The chance of a rare event may be off although no world showed it.
            assert!(
                (mean - found[at]).abs() < 5.0 * error + 0.01,
                "block {block}, {at}: {mean} ± {error}, found {}",
                found[at]
            );
        }
    }
    assert!(checked > 250, "{checked}");
}

/// Taken and offered points of the best reply, whether it wins, whether the seat knocks, how many tiles fit; then, after the greedy
/// reply, the own best gain, whether it wins, and whether nothing fits.
fn in_world(
    game: &Dominoes<DoubleSix, MAX_SEATS>,
    mut world: <Dominoes<DoubleSix, MAX_SEATS> as Game>::State,
    seat: sixtyone_engine::game::Seat,
    mv: <Dominoes<DoubleSix, MAX_SEATS> as Game>::Move,
) -> [f64; 8] {
    let event = game.play(&mut world, mv);
    let turn = |world: &<Dominoes<DoubleSix, MAX_SEATS> as Game>::State| match game.turn(world) {
        Turn::Seat(seat) => Some(seat),
        Turn::Over => None,
    };
    let other = sixtyone_engine::game::Seat(1 - seat.0);
    let mut values = [0.0; 8];
    let knocked = event.passed.contains(other);
    let options = |world: &<Dominoes<DoubleSix, MAX_SEATS> as Game>::State| {
        let mut moves = Moves::new();
        game.moves(world, &mut moves);
        let view_seat = turn(world).unwrap();
        let gains = moves.iter().map(|&mv| game.view(world, &[], view_seat).gain(mv)).collect::<Vec<_>>();
        let offers = moves.iter().map(|&mv| game.view(world, &[], view_seat).points(mv)).collect::<Vec<_>>();
        let mut tiles = moves.iter().map(|mv| mv.tile()).collect::<Vec<_>>();
        tiles.sort_unstable();
        tiles.dedup();
        (gains, offers, tiles.len())
    };
    if knocked {
        values[3] = 1.0;
    } else {
        let (gains, offers, tiles) = options(&world);
        let best = gains.iter().map(|(gain, won)| (*won, *gain)).max().unwrap();
        values[0] = f64::from(best.1);
        values[1] = f64::from(*offers.iter().max().unwrap());
        values[2] = f64::from(u8::from(best.0));
        values[4] = tiles as f64;
        let reply = <Dominoes<DoubleSix, MAX_SEATS> as Game>::greedy(game.view(&world, &[], other));
        let event = game.play(&mut world, reply);
        if game.round_end(&world) != sixtyone_engine::game::RoundEnd::Complete && turn(&world).is_none() {
            // Won by the reply, or blocked: blocked means that the own hand does not fit.
            let blocked = game.round_end(&world) == sixtyone_engine::game::RoundEnd::Blocked;
            values[7] = f64::from(u8::from(blocked));
            return values;
        }
        if turn(&world).is_none() {
            return values;
        }
        if event.passed.contains(seat) {
            values[7] = 1.0;
            return values;
        }
    }
    if turn(&world) != Some(seat) {
        // Both knocked.
        values[7] = 1.0;
        return values;
    }
    let (gains, _, _) = options(&world);
    values[5] = f64::from(gains.iter().map(|(gain, _)| *gain).max().unwrap());
    values[6] = f64::from(u8::from(gains.iter().any(|(_, won)| *won)));
    values
}

/// The scores and the length of the match of each block.
fn results(
    game: &Dominoes<DoubleSix, MAX_SEATS>,
    contestants: &mut [Contestant<Dominoes<DoubleSix, MAX_SEATS>>; 2],
    blocks: &[u64],
) -> Vec<(u64, [u16; 2], u64)> {
    let mut readers = Readers::new(Streams::new(61));
    let mut deals = Deals::new();
    let mut log = Vec::new();
    let mut seating = [0; MAX_SEATS];
    seating[1] = 1;
    let mut results: Vec<_> = blocks
        .iter()
        .map(|&block| {
            deals.open(block);
            let result =
                play_match::<_, false>(game, &mut deals, &mut readers, contestants, &seating, &mut log, None).unwrap();
            (block, [result.end.scores[0], result.end.scores[1]], result.moves)
        })
        .collect();
    results.sort_unstable();
    results
}

#[test]
fn players_carry_nothing_from_match_to_match() {
    let game = Dominoes::<DoubleSix, MAX_SEATS>::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../strategies/rady-hfebms.toml");
    let plan = StrategyPlan::resolve(path, None).unwrap();
    let one =
        || Contestant { player: plan.build(&game, &Context::default()).unwrap(), stream: Streams::new(61).play(0) };
    let blocks: Vec<u64> = (0..60).collect();
    let backwards: Vec<u64> = blocks.iter().rev().copied().collect();
    let mut contestants = [one(), one()];
    let once = results(&game, &mut contestants, &blocks);
    assert_eq!(once, results(&game, &mut contestants, &blocks), "the same players again");
    assert_eq!(once, results(&game, &mut [one(), one()], &backwards), "the blocks in another order");
    // A strategy against itself: whoever sits where, the same match.
    contestants.swap(0, 1);
    assert_eq!(once, results(&game, &mut contestants, &blocks));
}

/// Plays matches between `greedy` and the same rule as a file: every choice must be the same.
struct SameAsGreedy;

impl GameVisitor for SameAsGreedy {
    type Out = ();

    fn visit<G: Playable>(self, game: G) {
        let text = "game = 'dominoes'\nabout = 'greedy'\nties = 'pips'\n\
                    [[rule]]\nfeature = 'wins'\nweight = 1e6\n[[rule]]\nfeature = 'gain'\nweight = 1\n";
        let file = RuleFile::parse(text, &games::families()).unwrap();
        let mut player = sixtyone_engine::strategies::tactics::Tactics::new(&game, &file);
        let streams = Streams::new(7);
        let (mut deck, mut own) = (streams.deck(), streams.play(0));
        for block in 0..300 {
            Streams::open_deck(&mut deck, block, 0, 0);
            Streams::open_play(&mut own, block, 0);
            let mut at = sixtyone_engine::game::Standing::new(Some(sixtyone_engine::game::Seat(0)));
            for side in 0..game.table().sides() {
                at.scores[side] = 45 + own.below(16) as u16;
            }
            let mut state = game.start(&at, &game.deal(&mut deck));
            while let Turn::Seat(seat) = game.turn(&state) {
                let view = game.view(&state, &[], seat);
                let mv = sixtyone_engine::strategy::Strategy::choose(&mut player, view, &mut own).unwrap();
                assert_eq!(mv, G::greedy(view), "block {block}");
                game.play(&mut state, mv);
            }
        }
    }
}

#[test]
fn greedy_can_be_written_as_a_file() {
    for settings in [
        &[][..],
        &[("players", "4")],
        &[("set", "9"), ("hand", "10")],
        &[("overshoot", "bounce")],
        &[("overshoot", "cap"), ("round_end", "first-out")],
        &[("overshoot", "allow"), ("finish", "round-end")],
        &[("combine_out", "false"), ("out_bonus", "5"), ("round_end", "play-on")],
    ] {
        game("fives-and-threes", settings).visit(SameAsGreedy);
    }
}

#[test]
fn ties_are_settled_as_the_file_says() {
    let game = Dominoes::<DoubleSix, MAX_SEATS>::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
    let hands = "6-1 6-4 3-3 1-0 5-2 / 4-2 5-5 1-1 0-0 6-6";
    let state =
        sixtyone_engine::game::Notation::read_position(&game, hands, Some(sixtyone_engine::game::Seat(1))).unwrap();
    let mut state = state;
    let open = sixtyone_engine::game::Notation::read_move(&game, &state, "6-6").unwrap();
    game.play(&mut state, open);
    let right = sixtyone_engine::game::Notation::read_move(&game, &state, "6-4 left").unwrap();
    game.play(&mut state, right);
    // Seat 1 lays 4-2, so that the ends are 2 and 6: seat 0 has 5-2 at the left, and 6-1 at the right.
    let next = sixtyone_engine::game::Notation::read_move(&game, &state, "4-2 left").unwrap();
    game.play(&mut state, next);
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let names: Vec<String> =
        moves.iter().map(|&mv| sixtyone_engine::game::Notation::write_move(&game, &state, mv)).collect();
    assert_eq!(names, ["5-2 left", "6-1 right"]);
    let mut chosen = Vec::new();
    for ties in ["pips", "order", "random", "random-tile"] {
        let file =
            RuleFile::parse(&format!("game = 'dominoes'\nabout = 'x'\nties = '{ties}'"), &[&VOCABULARY]).unwrap();
        let mut player = sixtyone_engine::strategies::tactics::Tactics::new(&game, &file);
        let mut own = Streams::new(3).play(0);
        Streams::open_play(&mut own, 0, 0);
        let mut counts = [0; 2];
        for _ in 0..2000 {
            let view = game.view(&state, &[], sixtyone_engine::game::Seat(0));
            let mv = sixtyone_engine::strategy::Strategy::choose(&mut player, view, &mut own).unwrap();
            counts[moves.iter().position(|&other| other == mv).unwrap()] += 1;
        }
        chosen.push(counts);
    }
    assert_eq!(chosen[..2], [[2000, 0], [2000, 0]], "seven pips each: then in order");
    for counts in &chosen[2..] {
        assert!((880..=1120).contains(&counts[0]), "{counts:?}");
    }
    assert_eq!(game.table().side_of(sixtyone_engine::game::Seat(1)), Side(1));
}
