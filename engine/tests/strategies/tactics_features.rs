//! Every feature and condition of domino rules, against positions worked out by hand.
use sixtyone_engine::features::Tactical;
use sixtyone_engine::game::{Game, Moves, Notation, Seat, Standing, Step, Turn};
use sixtyone_engine::games::dominoes::{Dominoes, DoubleSix, Preset, Rules, Set, State};
use sixtyone_engine::games::options::OptionValue;
use sixtyone_engine::strategies::tactics::RuleFile;

/// A position: the rules, the scores, the hands and what has been laid.
struct Position<'a> {
    preset: Preset,
    settings: &'a [(&'a str, &'a str)],
    scores: &'a [u16],
    opener: Option<u8>,
    hands: &'a str,
    line: &'a [&'a str],
}

const PLAIN: Position<'_> =
    Position { preset: Preset::FivesAndThrees, settings: &[], scores: &[0; 2], opener: Some(0), hands: "", line: &[] };

/// Totals of one rule of weight 1 for the seat to move, by move.
fn totals(position: &Position<'_>, rule: &str) -> Vec<(String, f64)> {
    let settings =
        position.settings.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect();
    let rules = Rules::resolve(position.preset, &settings).unwrap();
    if rules.players == 2 {
        totals_of(&Dominoes::<DoubleSix, 2>::new(rules), position, rule)
    } else {
        totals_of(&Dominoes::<DoubleSix, 4>::new(rules), position, rule)
    }
}

fn totals_of<const SEATS: usize>(
    game: &Dominoes<DoubleSix, SEATS>,
    position: &Position<'_>,
    rule: &str,
) -> Vec<(String, f64)> {
    let text = format!("game = \"dominoes\"\nabout = \"a test\"\n[[rule]]\nweight = 1\n{rule}");
    let file =
        RuleFile::parse(&text, &sixtyone_engine::games::families()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let (state, log) = play(game, position);
    let Turn::Seat(seat) = game.turn(&state) else { panic!("the round is over") };
    let mut moves = Moves::new();
    game.moves(&state, &mut moves);
    let mut totals = vec![0.0; moves.len()];
    let mut book = game.compile(&file.rules);
    <Dominoes<DoubleSix, SEATS> as Tactical>::weigh(&mut book, game.view(&state, &log, seat), &moves, &mut totals);
    moves.iter().map(|&mv| game.write_move(&state, mv)).zip(totals).collect()
}

type Play<K, const SEATS: usize> = (State<K, SEATS>, Vec<Step<<Dominoes<K, SEATS> as Game>::Move>>);

fn play<K: Set, const SEATS: usize>(game: &Dominoes<K, SEATS>, position: &Position<'_>) -> Play<K, SEATS> {
    let dealt = game.read_position(position.hands, position.opener.map(Seat)).unwrap();
    let mut at = Standing::new(position.opener.map(Seat));
    at.scores[..position.scores.len()].copy_from_slice(position.scores);
    let mut state = game.open(&at, *dealt.hands());
    let mut log = Vec::new();
    for text in position.line {
        let Turn::Seat(seat) = game.turn(&state) else { panic!("over before {text}") };
        let mv = game.read_move(&state, text).unwrap_or_else(|| panic!("{text} is not legal for seat {seat}"));
        let event = game.play(&mut state, mv);
        log.push(Step { seat, mv, event });
    }
    (state, log)
}

#[track_caller]
fn check(position: &Position<'_>, rule: &str, expected: &[(&str, f64)]) {
    let totals = totals(position, rule);
    for (name, value) in expected {
        let Some((_, found)) = totals.iter().find(|(mv, _)| mv == name) else {
            panic!("{name} is no move; moves: {totals:?}");
        };
        assert!((found - value).abs() < 1e-12, "{rule}: {name}: found {found}, expected {value}");
    }
}

/// Seat 0 opens.
const OPENING: Position<'_> = Position { hands: "6-6 6-5 5-4 3-1 2-0 1-0 4-4 / 5-5 6-3 6-1 4-2 3-3 2-1 0-0", ..PLAIN };

#[test]
fn scoring() {
    check(&OPENING, "feature = 'points'", &[("6-6", 4.0), ("6-5", 0.0), ("5-4", 3.0), ("3-1", 0.0), ("4-4", 0.0)]);
    check(&OPENING, "feature = 'gain'", &[("6-6", 4.0), ("5-4", 3.0), ("4-4", 0.0)]);
    check(&OPENING, "feature = 'lost'", &[("6-6", 0.0), ("5-4", 0.0)]);
    // At 58 three points win, and four are lost.
    let late = Position { scores: &[58, 7], ..OPENING };
    check(&late, "feature = 'points'", &[("6-6", 4.0), ("5-4", 3.0)]);
    check(&late, "feature = 'gain'", &[("6-6", 0.0), ("5-4", 3.0), ("3-1", 0.0)]);
    check(&late, "feature = 'lost'", &[("6-6", 4.0), ("5-4", 0.0)]);
    check(&late, "feature = 'wins'", &[("6-6", 0.0), ("5-4", 1.0), ("3-1", 0.0)]);
    check(&late, "feature = 'reaches_target'", &[("6-6", 0.0), ("5-4", 1.0), ("3-1", 0.0)]);
    check(&late, "feature = 'exact'", &[("6-6", 0.0), ("5-4", 1.0), ("3-1", 0.0)]);
    check(&late, "feature = 'exact'\nto = 62", &[("6-6", 1.0), ("5-4", 0.0)]);
    check(&late, "feature = 'exact'\nto = 58", &[("6-6", 0.0), ("5-4", 0.0), ("3-1", 1.0)]);
    check(&late, "feature = 'lands_on'\nscore = 58", &[("6-6", 1.0), ("5-4", 0.0), ("3-1", 1.0)]);
    check(&late, "feature = 'lands_on'\nscore = 61", &[("6-6", 0.0), ("5-4", 1.0)]);
    check(&late, "feature = 'landing'\nvalues = { 58 = -1.5, 61 = 2 }", &[("6-6", -1.5), ("5-4", 2.0)]);
    check(&late, "feature = 'missing'\nvalues = { 0 = 9, 3 = 0.25, 4 = 7 }", &[("6-6", 0.25), ("5-4", 9.0)]);
    // Counted past the target, nothing is won before the round is over.
    let counted = Position { settings: &[("overshoot", "allow"), ("finish", "round-end")], ..late };
    check(&counted, "feature = 'gain'", &[("6-6", 4.0), ("5-4", 3.0)]);
    check(&counted, "feature = 'wins'", &[("6-6", 0.0), ("5-4", 0.0)]);
    check(&counted, "feature = 'reaches_target'", &[("6-6", 1.0), ("5-4", 1.0), ("3-1", 0.0)]);
    let bounced = Position { settings: &[("overshoot", "bounce")], scores: &[60, 0], ..OPENING };
    check(&bounced, "feature = 'gain'", &[("6-6", -2.0), ("5-4", -1.0), ("3-1", 0.0)]);
}

#[test]
fn going_out() {
    // 4-5 is opened, 5-3 follows at the right, and 4-1 makes 1 + 3 = 4: no points, but seat 0 is out.
    let out = Position { hands: "5-4 4-1 / 5-3 6-6", line: &["5-4", "5-3 right"], ..PLAIN };
    check(&out, "feature = 'bonus'", &[("4-1 left", 1.0)]);
    check(&out, "feature = 'gain'", &[("4-1 left", 1.0)]);
    check(&out, "feature = 'goes_out'", &[("4-1 left", 1.0)]);
    check(&out, "feature = 'ends_round'", &[("4-1 left", 1.0)]);
    for feature in ["reply_tiles", "reply_blocked", "reply_points", "reply_sum", "reply_wins", "answer_points", "stuck"]
    {
        check(&out, &format!("feature = '{feature}'"), &[("4-1 left", 0.0)]);
    }
    // Counted all the same: unseen are 28 − 1 − 2 tiles, of which seat 1 holds one, 6-6; on 1 and 3 go 7 + 7 − 1 tiles, less 4-1 and 5-3.
    // Of these 2-1 makes 2 + 3 and 6-1 makes 6 + 3: one and three points; 1-1 makes 2 + 3 and 1-3 at the 1 makes 3 + 3, at the 3 1 + 1;
    // at the 3, 3-2 makes 1 + 2, 3-3 makes 1 + 6, 3-4 makes 1 + 4, 3-0 makes 1 + 0, 3-6 makes 1 + 6; at the 1, 1-0 makes 0 + 3, 1-5 makes 5 + 3.
    check(&out, "feature = 'reply_tiles'\nafter_end = 'counted'", &[("4-1 left", 11.0 / 25.0)]);
    check(&out, "feature = 'reply_blocked'\nafter_end = 'counted'", &[("4-1 left", 14.0 / 25.0)]);
    let sum = 1.0 + 3.0 + 1.0 + (2.0 + 0.0) / 2.0 + 1.0 + 1.0 + 1.0;
    check(&out, "feature = 'reply_sum'\nafter_end = 'counted'", &[("4-1 left", sum / 25.0)]);
    check(&out, "feature = 'reply_sum'\nafter_end = 'none'", &[("4-1 left", 0.0)]);
    let on = Position { settings: &[("round_end", "play-on")], ..out };
    check(&on, "feature = 'bonus'", &[("4-1 left", 1.0)]);
    check(&on, "feature = 'goes_out'", &[("4-1 left", 1.0)]);
    check(&on, "feature = 'ends_round'", &[("4-1 left", 0.0)]);
    // Unseen are 28 − 1 − 2 tiles, of which seat 1 holds one; 1 or 3 are on 7 + 7 − 1 tiles, less 4-1 and 5-3.
    check(&on, "feature = 'reply_tiles'", &[("4-1 left", 11.0 / 25.0)]);
    // The bonus is taken with the placement that earns it: at 60 it wins.
    let last = Position { scores: &[60, 0], ..out };
    check(&last, "feature = 'wins'", &[("4-1 left", 1.0)]);
    check(&last, "feature = 'ends_round'", &[("4-1 left", 0.0)]);
    check(&last, "feature = 'exact'", &[("4-1 left", 0.0)]);
    // With pairs, the first partner to go out earns nothing.
    let pairs = Position {
        settings: &[("players", "4")],
        hands: "5-4 4-1 / 5-3 6-6 / 3-2 1-0 / 4-0 2-2",
        line: &["5-4", "5-3 right", "3-2 right", "4-0 left"],
        ..PLAIN
    };
    // Ends are 0 and 2 now; seat 0 cannot lay 4-1 and knocks, seat 1 too: seat 2 moves.
    check(&pairs, "feature = 'goes_out'", &[("1-0 left", 1.0)]);
    check(&pairs, "feature = 'bonus'", &[("1-0 left", 0.0)]);
    check(&pairs, "feature = 'ends_round'", &[("1-0 left", 0.0)]);
    check(&pairs, "feature = 'knocked_ends'\nwho = 'partner'", &[("1-0 left", 1.0)]);
    check(&pairs, "feature = 'knocked_ends'\nwho = 'opponent'", &[("1-0 left", 0.0)]);
    check(&pairs, "feature = 'knocked_ends'\nwho = 'opponents'", &[("1-0 left", 1.0)]);
}

#[test]
fn tiles() {
    check(&OPENING, "feature = 'lead'\ntile = '5-4'", &[("5-4", 1.0), ("6-6", 0.0)]);
    check(&OPENING, "feature = 'lead'\ntile = ['4-5', '6-6', '9-9']", &[("5-4", 1.0), ("6-6", 1.0), ("4-4", 0.0)]);
    check(&OPENING, "feature = 'tile'\ntile = '4-4'", &[("5-4", 0.0), ("4-4", 1.0)]);
    check(&OPENING, "feature = 'pips'", &[("6-6", 12.0), ("1-0", 1.0)]);
    check(&OPENING, "feature = 'double'", &[("6-6", 1.0), ("6-5", 0.0), ("4-4", 1.0)]);
    check(&OPENING, "feature = 'stranded_double'", &[("6-6", 0.0), ("4-4", 0.0), ("6-5", 0.0)]);
    check(&OPENING, "feature = 'stranded_double'\nexcept = '5-4'", &[("6-6", 0.0), ("4-4", 1.0)]);
    check(
        &OPENING,
        "feature = 'stranded_double'\ntile = '6-6'\nexcept = ['5-4', '6-5']",
        &[("6-6", 1.0), ("4-4", 0.0)],
    );
    let later = Position { hands: "6-4 4-4 2-0 / 4-0 6-1 5-5", line: &["6-4", "6-1 right"], ..PLAIN };
    check(&later, "feature = 'lead'\ntile = '4-4'", &[("4-4 left", 0.0)]);
    check(&later, "feature = 'tile'\ntile = '4-4'", &[("4-4 left", 1.0)]);
    check(&later, "feature = 'stranded_double'", &[("4-4 left", 1.0)]);
}

#[test]
fn own_hand() {
    // Sixes in the hand: 6-6 has two halves, 6-5 one. Fives: one each on 6-5 and 5-4.
    check(&OPENING, "feature = 'held_halves'\nover = 2", &[("6-6", 1.0), ("6-5", 1.0), ("5-4", 1.0), ("3-1", 0.0)]);
    check(&OPENING, "feature = 'held_halves'\nover = 1", &[("6-6", 2.0), ("6-5", 3.0), ("5-4", 3.0), ("3-1", 1.0)]);
    check(&OPENING, "feature = 'held_halves'", &[("6-6", 0.0), ("6-5", 0.0)]);
    // At most one for each value; the one end or the other, but both of an opening.
    check(&OPENING, "feature = 'held_halves'\nover = 1\nmost = 1", &[("6-6", 1.0), ("6-5", 2.0), ("3-1", 1.0)]);
    check(&OPENING, "feature = 'held_halves'\nover = 1\nends = 'new'", &[("6-6", 2.0), ("6-5", 3.0)]);
    check(&OPENING, "feature = 'values_left'", &[("6-6", 7.0), ("3-1", 6.0), ("2-0", 6.0)]);
    check(&OPENING, "feature = 'follow_tiles'", &[("6-6", 1.0), ("5-4", 2.0), ("2-0", 1.0), ("3-1", 1.0)]);
    check(&OPENING, "feature = 'stuck'", &[("6-6", 0.0), ("5-4", 0.0)]);
    // After 5-4: 6-5 makes 6 + 4 = 10, two points; 4-4 makes 8 + 5 = 13.
    check(&OPENING, "feature = 'follow_points'", &[("5-4", 2.0), ("6-6", 0.0)]);
    check(&OPENING, "feature = 'follow_points'\nhow = 'mean'", &[("5-4", 1.0), ("6-6", 0.0)]);
    check(&OPENING, "feature = 'follow_points'\nhow = 'sum'\ncount = 'offered'", &[("5-4", 2.0)]);
    // At 57, 5-4 makes 60: the two points that could follow would be lost. At 56 they win.
    let late = Position { scores: &[57, 0], ..OPENING };
    check(&late, "feature = 'follow_points'", &[("5-4", 0.0)]);
    check(&late, "feature = 'follow_points'\ncount = 'offered'", &[("5-4", 2.0)]);
    check(&late, "feature = 'follow_wins'", &[("5-4", 0.0)]);
    check(&Position { scores: &[56, 0], ..OPENING }, "feature = 'follow_wins'", &[("5-4", 1.0), ("3-1", 0.0)]);
    let poor = Position { hands: "6-4 4-4 2-0 / 4-0 6-1 5-5", line: &["6-4", "6-1 right"], ..PLAIN };
    check(&poor, "feature = 'stuck'", &[("4-4 left", 1.0)]);
    // Ends are 4 and 1 before, 4 and 1 after 4-4; the hand has two fours and no one.
    check(&poor, "feature = 'held_halves'\nover = 0\nends = 'new'", &[("4-4 left", 2.0)]);
    let either = Position { hands: "6-4 6-1 1-1 2-1 / 4-1 5-5", line: &["6-4", "4-1 left"], ..PLAIN };
    // Ends are 1 and 6 before. Ones in the hand: 6-1, 1-1 twice, 2-1; sixes and twos: one each.
    check(&either, "feature = 'held_halves'\nover = 0\nends = 'new'", &[("6-1 left", 1.0), ("6-1 right", 4.0)]);
    check(&either, "feature = 'held_halves'\nover = 0", &[("6-1 left", 1.0), ("6-1 right", 4.0), ("2-1 left", 2.0)]);
    check(&either, "feature = 'held_halves'\nover = 0\nends = 'new'", &[("2-1 left", 1.0), ("1-1 left", 4.0)]);
    check(&either, "feature = 'right_end'", &[("6-1 left", 0.0), ("6-1 right", 1.0), ("2-1 left", 0.0)]);
    check(&poor, "feature = 'follow_tiles'", &[("4-4 left", 0.0)]);
    check(&poor, "feature = 'follow_points'\nhow = 'mean'", &[("4-4 left", 0.0)]);
}

#[test]
fn the_line() {
    check(&OPENING, "feature = 'right_end'", &[("6-6", 0.0), ("5-4", 0.0)]);
    check(&OPENING, "feature = 'alike_ends'", &[("6-6", 1.0), ("5-4", 0.0)]);
    check(&OPENING, "feature = 'double_ends'", &[("6-6", 1.0), ("5-4", 0.0)]);
    check(&OPENING, "feature = 'end_sum'", &[("6-6", 12.0), ("5-4", 9.0)]);
    check(&OPENING, "feature = 'end_value'\nvalue = 6", &[("6-6", 1.0), ("6-5", 1.0), ("5-4", 0.0)]);
    let doubles = Position { hands: "6-4 4-4 2-0 / 4-0 6-6 5-5", line: &["6-4", "6-6 right"], ..PLAIN };
    check(&doubles, "feature = 'double_ends'", &[("4-4 left", 2.0)]);
    check(&doubles, "feature = 'end_sum'", &[("4-4 left", 20.0)]);
    let alike = Position { hands: "6-4 4-1 2-0 / 4-0 6-1 5-5", line: &["6-4", "6-1 right"], ..PLAIN };
    check(&alike, "feature = 'alike_ends'", &[("4-1 left", 1.0)]);
    check(&alike, "feature = 'end_value'\nvalue = 1", &[("4-1 left", 2.0)]);
}

#[test]
fn replies() {
    // After 5-4, the fives 0, 1, 2, 3 and 5-5 and the fours 0, 1, 2, 3 and 6 are unseen: ten of 21 tiles, of which seven are held.
    // They make: 5-1 and 4-0 one point, 5-2 and 4-1 two, the others none.
    check(&OPENING, "feature = 'reply_tiles'", &[("5-4", 10.0 / 3.0)]);
    check(&OPENING, "feature = 'reply_blocked'", &[("5-4", 330.0 / 116_280.0)]);
    check(&OPENING, "feature = 'reply_sum'", &[("5-4", 2.0)]);
    let (none_of_2, none_of_4) = (14.0 * 13.0 / 420.0, 24_024.0 / 143_640.0);
    let expected = 2.0 * (1.0 - none_of_2) + (none_of_2 - none_of_4);
    check(&OPENING, "feature = 'reply_points'", &[("5-4", expected)]);
    check(&OPENING, "feature = 'reply_points'\ncount = 'offered'", &[("5-4", expected)]);
    check(&OPENING, "feature = 'reply_wins'", &[("5-4", 0.0)]);
    // At 60 only the single points count, and win.
    let late = Position { scores: &[0, 60], ..OPENING };
    check(&late, "feature = 'reply_wins'", &[("5-4", 1.0 - none_of_2)]);
    check(&late, "feature = 'reply_points'", &[("5-4", 1.0 - none_of_2)]);
    check(&late, "feature = 'reply_points'\ncount = 'offered'", &[("5-4", expected)]);
    // At 58, 5-4 wins: no reply follows, unless it is to be counted all the same, as Brooks Rady's S does.
    let won = Position { scores: &[58, 0], ..OPENING };
    for feature in ["reply_tiles", "reply_blocked", "reply_sum", "reply_points", "reply_wins"] {
        check(&won, &format!("feature = '{feature}'"), &[("5-4", 0.0)]);
    }
    check(&won, "feature = 'reply_tiles'\nafter_end = 'counted'", &[("5-4", 10.0 / 3.0)]);
    check(&won, "feature = 'reply_blocked'\nafter_end = 'counted'", &[("5-4", 330.0 / 116_280.0)]);
    check(&won, "feature = 'reply_sum'\nafter_end = 'counted'", &[("5-4", 2.0)]);
    check(&won, "feature = 'reply_points'\nafter_end = 'counted'", &[("5-4", expected)]);
    let both = Position { scores: &[58, 60], ..OPENING };
    check(&both, "feature = 'reply_wins'\nafter_end = 'counted'", &[("5-4", 1.0 - none_of_2)]);
    // 6-6 and 6-5: 6-0, 6-1, 6-2, 6-3 and 6-4 fit. On 6-6 they make 12 + 0, 12 + 3: four and eight points.
    let (one, two) = (14.0 / 21.0, 14.0 * 13.0 / 420.0);
    check(&OPENING, "feature = 'reply_points'", &[("6-6", 8.0 * (1.0 - one) + 4.0 * (one - two))]);
    check(&OPENING, "feature = 'reply_sum'\nends = 'best'", &[("6-6", 4.0)]);
    check(&OPENING, "feature = 'reply_sum'\nround = 'down'\nends = 'best'", &[("5-4", 2.0)]);
}

#[test]
fn a_tile_that_fits_both_ends() {
    let both = Position { hands: "6-4 4-5 1-0 / 6-1 5-5 3-3", line: &["6-4", "6-1 right"], ..PLAIN };
    // 4-5 at the left: ends 5 and 1. Unseen are 28 − 4 tiles, of which two are held.
    // Fives: 0, 1, 2, 3, 5, 6 (5-4 is own); ones: 1, 2, 3, 4 (1-0 is own, 6-1 lies); 5-1 fits both.
    // At the 5: 5-0 1 → 0; 5-1 2 → 0; 5-2 3 → 1; 5-3 4 → 0; 5-5 10 + 1 → 0; 5-6 7 → 0.
    // At the 1: 1-1 2 + 5 → 0; 1-2 7 → 0; 1-3 8 → 0; 1-4 9 → 3; 1-5 10 → 2.
    check(&both, "feature = 'reply_sum'", &[("5-4 left", (1.0 + 3.0 + 1.0) * 2.0 / 24.0)]);
    check(&both, "feature = 'reply_sum'\nends = 'best'", &[("5-4 left", (1.0 + 3.0 + 2.0) * 2.0 / 24.0)]);
    check(&both, "feature = 'reply_tiles'", &[("5-4 left", 10.0 * 2.0 / 24.0)]);
}

#[test]
fn knocks() {
    // Seat 1 has no six and knocks on 6-6.
    let knocked =
        Position { hands: "6-6 6-5 6-4 5-4 3-2 2-0 1-0 / 5-5 5-3 3-1 4-2 3-3 2-1 0-0", line: &["6-6"], ..PLAIN };
    check(&knocked, "feature = 'knocked_ends'", &[("6-5 left", 1.0), ("6-4 left", 1.0)]);
    // Of the 21 unseen tiles 6-0, 6-1, 6-2 and 6-3 are ruled out; seven of the other 17 are held; five have a 5.
    check(&knocked, "feature = 'reply_tiles'", &[("6-5 left", 35.0 / 17.0)]);
    check(&knocked, "feature = 'reply_blocked'", &[("6-5 left", 792.0 / 19_448.0)]);
}

#[test]
fn placements_are_read() {
    // Seat 0 opens 5-4; seat 1 lays 5-5 for nothing. With 5-1, 5-2, 4-0 or 4-1 it would have scored.
    let read = Position {
        hands: "6-6 6-5 5-4 3-1 2-0 1-0 4-4 / 5-5 6-3 6-1 4-2 3-3 2-1 0-0",
        line: &["5-4", "5-5 right"],
        ..PLAIN
    };
    // After 6-5 the ends are 4 and 6: of 20 unseen tiles, six of which are held, 4-0 … 4-3, 6-4 and 6-0 … 6-3 fit.
    check(&read, "feature = 'reply_tiles'", &[("6-5 right", 54.0 / 20.0)]);
    check(&read, "feature = 'reply_tiles'\nreading = 'placements'", &[("6-5 right", 42.0 / 16.0)]);
    // 4-1 would make seven; the others are 4-0 6 → 2; 4-1 7; 4-2 8; 4-3 9 → 3; 6-0 4; 6-1 5 → 1; 6-2 6 → 2; 6-3 7; 6-4 8 or 12 → 4.
    check(&read, "feature = 'reply_sum'\nends = 'best'", &[("6-5 right", 12.0 * 6.0 / 20.0)]);
    check(&read, "feature = 'reply_sum'\nends = 'best'\nreading = 'placements'", &[("6-5 right", 10.0 * 6.0 / 16.0)]);
    // At 60 only a single point is taken: an opener that lays 3-1 holds none of 3-0, 2-1, 5-0 and 3-2 (4-1 is seat 1's own).
    let opened = Position {
        scores: &[60, 0],
        hands: "3-1 6-6 5-5 4-4 2-2 1-1 0-0 / 4-1 6-3 5-4 6-5 4-3 2-0 1-0",
        line: &["3-1"],
        ..PLAIN
    };
    // After 4-1 the ends are 4 and 3, which 4-0 4-2 4-4 4-6 3-0 3-2 3-3 3-5 fit; six of 20 unseen tiles are held.
    check(&opened, "feature = 'reply_tiles'", &[("4-1 left", 8.0 * 6.0 / 20.0)]);
    check(&opened, "feature = 'reply_tiles'\nreading = 'placements'", &[("4-1 left", 6.0 * 6.0 / 16.0)]);
}

#[test]
fn the_announced_tile_is_known_to_be_held() {
    let lead = Position {
        preset: Preset::CincosYTreses,
        opener: None,
        hands: "5-4 6-4 3-3 2-2 5-1 / 6-6 6-5 1-0 2-0 3-0",
        line: &["6-5"],
        ..PLAIN
    };
    // Ends 4 and 6 after 5-4; seat 1 holds 6-6 and three of 21 others, of which 4-0 … 4-4 and 6-0 … 6-3 fit.
    check(&lead, "feature = 'reply_tiles'", &[("5-4 left", 1.0 + 9.0 / 7.0)]);
    check(&lead, "feature = 'reply_blocked'", &[("5-4 left", 0.0)]);
    // 4-3 makes three points, 4-0 and 6-2 two, 6-1 one, 6-6 and the others none.
    let p1 = 18.0 / 21.0;
    let p3 = 18.0 * 17.0 * 16.0 / (21.0 * 20.0 * 19.0);
    let p4 = p3 * 15.0 / 18.0;
    let expected = 3.0 * (1.0 - p1) + 2.0 * (p1 - p3) + (p3 - p4);
    check(&lead, "feature = 'reply_points'", &[("5-4 left", expected)]);
    check(&lead, "feature = 'reply_sum'", &[("5-4 left", 8.0 / 7.0)]);
}

#[test]
fn answers() {
    // Everything is known: seat 1 holds all tiles without a six or five, but 4-4.
    let open = Position {
        settings: &[("hand", "14")],
        hands: "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4 / \
                4-3 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0",
        ..PLAIN
    };
    // After 6-3, 3-3 makes 6 + 6 = 12, four points, the most. Then 6-6 makes 12 + 6 = 18: six points.
    check(&open, "feature = 'reply_points'", &[("6-3", 4.0)]);
    check(&open, "feature = 'reply_blocked'", &[("6-3", 0.0), ("6-6", 1.0)]);
    check(&open, "feature = 'answer_points'", &[("6-3", 6.0)]);
    check(&open, "feature = 'answer_points'\ncount = 'offered'", &[("6-3", 6.0)]);
    check(&open, "feature = 'answer_blocked'", &[("6-3", 0.0)]);
    check(&open, "feature = 'answer_wins'", &[("6-3", 0.0)]);
    check(&open, "feature = 'follow_points'", &[("6-3", 8.0)]);
    check(&open, "feature = 'follow_points'\nhow = 'sum'", &[("6-3", 10.0)]);
    check(&open, "feature = 'follow_points'\nhow = 'mean'", &[("6-3", 10.0 / 7.0)]);
    check(&Position { scores: &[52, 0], ..open }, "feature = 'answer_wins'", &[("6-3", 1.0)]);
    let lost = Position { scores: &[52, 57], ..open };
    check(&lost, "feature = 'reply_wins'", &[("6-3", 1.0)]);
    check(&lost, "feature = 'answer_wins'", &[("6-3", 0.0)]);
    check(&lost, "feature = 'answer_points'", &[("6-3", 0.0)]);
    // After 6-6 seat 1 knocks: 6-3 makes 3 + 12 = 15, eight points.
    check(&open, "feature = 'answer_points'", &[("6-6", 8.0)]);
    // At 59 the greedy reply is one that takes two points and wins, not one that would lose four.
    let near = Position { scores: &[0, 59], ..open };
    check(&near, "feature = 'reply_points'", &[("6-3", 2.0)]);
    check(&near, "feature = 'reply_points'\ncount = 'offered'", &[("6-3", 4.0)]);
}

#[test]
fn partners() {
    let pairs = Position {
        settings: &[("players", "4")],
        scores: &[3, 60],
        hands: "5-4 6-5 4-4 1-0 2-0 / 6-6 3-3 2-2 1-1 0-0 / 5-0 5-1 5-2 5-3 5-5 / 4-0 4-1 4-2 4-3 6-4",
        ..PLAIN
    };
    // 23 tiles are unseen; five each are held. After 5-4, as above, ten fit, two of them for two points and two for one.
    check(&pairs, "feature = 'reply_tiles'\nwho = 'partner'", &[("5-4", 50.0 / 23.0)]);
    check(&pairs, "feature = 'reply_tiles'\nwho = 'opponent'", &[("5-4", 50.0 / 23.0)]);
    let none_of_2 = 18.0 * 17.0 / (23.0 * 22.0);
    let none_of_4 = none_of_2 * 16.0 * 15.0 / (21.0 * 20.0);
    let partner = 2.0 * (1.0 - none_of_2) + none_of_2 - none_of_4;
    check(&pairs, "feature = 'reply_points'\nwho = 'partner'", &[("5-4", partner)]);
    // The opponents are at 60.
    check(&pairs, "feature = 'reply_points'", &[("5-4", 1.0 - none_of_2)]);
    check(&pairs, "feature = 'reply_wins'", &[("5-4", 1.0 - none_of_2)]);
    check(&pairs, "feature = 'reply_wins'\nwho = 'partner'", &[("5-4", 0.0)]);
    // There is no partner where each plays for itself.
    let alone = Position { settings: &[("players", "4"), ("sides", "individual")], ..pairs };
    for feature in ["reply_tiles", "reply_points", "reply_sum", "reply_wins", "reply_blocked", "knocked_ends"] {
        check(&alone, &format!("feature = '{feature}'\nwho = 'partner'"), &[("5-4", 0.0)]);
    }
}

#[test]
fn rounding() {
    // 10/3 tiles; 6-6 is answered by five tiles of 21: 5/3.
    for (round, up, down) in [("nearest", 3.0, 2.0), ("even", 3.0, 2.0), ("down", 3.0, 1.0), ("up", 4.0, 2.0)] {
        check(&OPENING, &format!("feature = 'reply_tiles'\nround = '{round}'"), &[("5-4", up), ("6-6", down)]);
    }
    // Halves go away from zero, or to the even number.
    for (round, value) in [("nearest", 2.0), ("even", 2.0)] {
        let rule = format!("feature = 'landing'\nvalues = {{ 4 = 1.5 }}\nround = '{round}'");
        check(&OPENING, &rule, &[("6-6", value)]);
    }
    for (round, value) in [("nearest", -3.0), ("even", -2.0), ("down", -3.0), ("up", -2.0)] {
        let rule = format!("feature = 'landing'\nvalues = {{ 4 = -2.5 }}\nround = '{round}'");
        check(&OPENING, &rule, &[("6-6", value)]);
    }
}

/// Checks that a condition has this value for a move, by ranges that just hold and just fail.
#[track_caller]
fn condition(position: &Position<'_>, name: &str, mv: &str, value: i64) {
    let fires = |test: &str| {
        let totals = totals(position, &format!("feature = 'pips'\nwhen = {{ {name} = {test} }}"));
        totals.iter().find(|(found, _)| found == mv).unwrap_or_else(|| panic!("{mv}: {totals:?}")).1 != 0.0
    };
    assert!(fires(&value.to_string()), "{name} is {value}");
    assert!(fires(&format!("{{ min = {value} }}")) && !fires(&format!("{{ min = {} }}", value + 1)), "{name}: min");
    assert!(fires(&format!("{{ max = {value} }}")) && !fires(&format!("{{ max = {} }}", value - 1)), "{name}: max");
    assert!(!fires(&format!("{{ min = {}, max = {} }}", value + 1, value + 9)), "{name}: range");
}

#[track_caller]
fn yes_no(position: &Position<'_>, name: &str, mv: &str, value: bool) {
    for test in [true, false] {
        let totals = totals(position, &format!("feature = 'pips'\nwhen = {{ {name} = {test} }}"));
        let total = totals.iter().find(|(found, _)| found == mv).unwrap_or_else(|| panic!("{mv}: {totals:?}")).1;
        assert_eq!(total != 0.0, test == value, "{name} is {value}");
    }
}

#[test]
fn conditions() {
    let three = Position {
        settings: &[("players", "3"), ("target", "100")],
        scores: &[20, 50, 41],
        hands: "6-6 6-4 3-2 2-0 / 5-5 5-3 3-1 0-0 / 6-5 5-0 4-4 4-2",
        // Seat 1 knocks on 6-6, seat 2 lays 6-5, seat 0 6-4, seat 1 5-3, seat 2 4-4.
        line: &["6-6", "6-5 left", "6-4 right", "5-3 left", "4-4 right"],
        ..PLAIN
    };
    // The ends are 3 and 4 (a double); seat 0 holds 3-2 and 2-0, seat 1 three tiles, seat 2 two. The points: 6-6 4; 5 + 12 = 17;
    // 5 + 4 = 9, 3; 3 + 4 = 7; 3 + 8 = 11. 3-2 makes 2 + 8 = 10, two points.
    for (name, value) in [
        ("own_score", 27),
        ("other_score", 50),
        ("ahead", -23),
        ("own_missing", 73),
        ("other_missing", 50),
        ("target", 100),
        ("players", 3),
        ("set", 6),
        ("laid", 5),
        ("choices", 1),
        ("own_tiles", 2),
        ("next_tiles", 3),
        ("fewest_tiles", 2),
        ("partner_tiles", 0),
        ("seats_out", 0),
        ("own_knocks", 0),
        ("next_knocks", 1),
        ("opponent_knocks", 1),
        ("bonus", 0),
        ("points", 2),
        ("gain", 2),
        ("new_score", 29),
        ("follow_tiles", 1),
    ] {
        condition(&three, name, "3-2 left", value);
    }
    for (name, value) in
        [("pairs", false), ("opening", false), ("opener", true), ("double", false), ("goes_out", false)]
    {
        yes_no(&three, name, "3-2 left", value);
    }
    let pairs = Position {
        settings: &[("players", "4"), ("out_bonus", "3")],
        scores: &[40, 7],
        hands: "5-4 4-1 / 5-3 6-6 / 3-2 1-0 / 4-0 2-2",
        line: &["5-4", "5-3 right", "3-2 right", "4-0 left", "1-0 left"],
        ..PLAIN
    };
    // Seats 0 and 1 knocked on 0 and 2; 1-0 left 1 and 2, and seat 2 is out. Seat 3 lays 2-2, after which seat 0 has 4-1.
    for (name, value) in
        [("partner_tiles", 1), ("next_tiles", 1), ("seats_out", 1), ("opponent_knocks", 1), ("own_tiles", 1)]
    {
        condition(&pairs, name, "2-2 right", value);
    }
    yes_no(&pairs, "pairs", "2-2 right", true);
    yes_no(&pairs, "opener", "2-2 right", false);
    yes_no(&pairs, "double", "2-2 right", true);
    yes_no(&pairs, "goes_out", "2-2 right", true);
    let after = Position { line: &["5-4", "5-3 right", "3-2 right", "4-0 left", "1-0 left", "2-2 right"], ..pairs };
    // Seat 0 lays its last tile as the last of its pair: the bonus is at stake.
    condition(&after, "bonus", "4-1 left", 3);
    condition(&after, "own_knocks", "4-1 left", 1);
    condition(&after, "next_tiles", "4-1 left", 1);
    condition(&after, "fewest_tiles", "4-1 left", 1);
    yes_no(&OPENING, "opening", "6-6", true);
    condition(&OPENING, "choices", "6-6", 7);
}
