//! Plain minimax and plain max-n: every line of play to its end.

use sixtyone_engine::game::{MAX_SEATS, Side, Turn};
use sixtyone_engine::games::Playable;
use sixtyone_engine::strategies::objective::Objective;

/// What the round is worth to each side if all play for points, in a game whose target is out of reach: `sides × own points − points of
/// all`. Between equals a side takes what leaves least to the next side in turn, then to the one after it.
pub(crate) fn plain_points<G: Playable>(game: &G, s: &G::State) -> [i32; MAX_SEATS] {
    let Turn::Seat(seat) = game.turn(s) else {
        return Objective::points(game, s);
    };
    let sides = game.table().sides();
    let own = game.table().side_of(seat).index();
    // The largest in this order is chosen: the own worth, then the others' from the next on, the less the better.
    let order = |values: &[i32; MAX_SEATS]| {
        let mut order = [0; MAX_SEATS];
        for ahead in 0..sides {
            let value = values[(own + ahead) % sides];
            order[ahead] = if ahead == 0 { value } else { -value };
        }
        order
    };
    let after = |n| {
        let mut next = *s;
        game.play(&mut next, game.nth_move(s, n));
        plain_points(game, &next)
    };
    (0..game.move_count(s)).map(after).max_by_key(order).unwrap()
}

/// The chance of side 0, of two, if both play for the match.
pub(crate) fn plain_match<G: Playable>(game: &G, objective: &Objective, s: &G::State) -> i32 {
    let Turn::Seat(seat) = game.turn(s) else {
        return objective.utility(game, s);
    };
    let after = |n| {
        let mut next = *s;
        game.play(&mut next, game.nth_move(s, n));
        plain_match(game, objective, &next)
    };
    let values = (0..game.move_count(s)).map(after);
    if game.table().side_of(seat) == Side(0) { values.max().unwrap() } else { values.min().unwrap() }
}
