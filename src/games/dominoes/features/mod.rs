//! Rules for domino games: what they can speak about, and how they are worked out.
//!
//! - `words`: every feature and condition with its meaning
//! - `sheet`: what is worked out about a decision, each part when a rule first asks for it
//! - `reply`: what other seats may do next, over all hands that they may hold
//!
//! Everything here is computed from a [`View`] alone.

mod reply;
mod sheet;
#[cfg(test)]
mod tests;
mod words;

pub use words::VOCABULARY;

use super::engine::Dominoes;
use super::state::Move;
use super::tiles::{Mask, Set, Tiles, is_double, pips, tile_of};
use super::view::View;
use crate::features::{Argument, Rounding, Rule, Tactical, Vocabulary};
use sheet::{Placement, Sheet, Who, halves_of, next_opponent, opponents, partner, values_in};

/// A compiled list of rules for one set.
#[derive(Clone, Debug)]
pub struct Book<M> {
    rules: Vec<Line<M>>,
    /// All tests of the rules, one rule's after another's.
    tests: Vec<Test>,
    /// All listed values of the rules, one rule's after another's, each in rising order of the number.
    values: Vec<(i64, f64)>,
    /// What a placement can offer at most.
    most: u16,
}

/// A compiled rule.
#[derive(Clone, Debug)]
struct Line<M> {
    feature: Feature<M>,
    weight: f64,
    round: Rounding,
    /// Its tests in the book: those of the decision from `first` to `of_move`, those of the move from there to `end`.
    first: u32,
    of_move: u32,
    end: u32,
}

/// A condition with its range.
#[derive(Clone, Copy, Debug)]
struct Test {
    condition: Condition,
    min: i64,
    max: i64,
}

/// A place of listed values in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listed {
    first: u32,
    end: u32,
}

/// The features, with what their parameters say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature<M> {
    Points,
    Gain,
    Lost,
    Wins,
    ReachesTarget,
    Exact {
        to: Option<i64>,
    },
    LandsOn {
        score: i64,
    },
    Landing(Listed),
    Missing(Listed),
    Bonus,
    GoesOut,
    EndsRound,
    Lead {
        tiles: Tiles<M>,
    },
    Tile {
        tiles: Tiles<M>,
    },
    Pips,
    Double,
    StrandedDouble {
        tiles: Tiles<M>,
        except: Tiles<M>,
    },
    HeldHalves {
        over: u32,
    },
    ValuesLeft,
    Stuck,
    FollowTiles,
    FollowPoints {
        how: usize,
        count: usize,
    },
    FollowWins,
    AlikeEnds,
    DoubleEnds,
    EndSum,
    EndValue {
        value: i64,
    },
    ReplyPoints {
        who: Who,
        count: usize,
    },
    ReplySum {
        who: Who,
        ends: usize,
    },
    ReplyWins {
        who: Who,
    },
    ReplyTiles {
        who: Who,
    },
    ReplyBlocked {
        who: Who,
    },
    KnockedEnds {
        who: usize,
    },
    AnswerPoints {
        count: usize,
    },
    AnswerWins,
    AnswerBlocked,
    /// A name that this module does not know: worth nothing. Tests make sure that there is none.
    Unknown,
}

/// The conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    OwnScore,
    OtherScore,
    Ahead,
    OwnMissing,
    OtherMissing,
    Target,
    Players,
    Set,
    Pairs,
    Opening,
    Opener,
    Laid,
    Choices,
    OwnTiles,
    NextTiles,
    FewestTiles,
    PartnerTiles,
    SeatsOut,
    OwnKnocks,
    NextKnocks,
    OpponentKnocks,
    Bonus,
    Double,
    Points,
    Gain,
    NewScore,
    GoesOut,
    FollowTiles,
    Unknown,
}

impl Condition {
    fn named(name: &str) -> Condition {
        match name {
            "own_score" => Condition::OwnScore,
            "other_score" => Condition::OtherScore,
            "ahead" => Condition::Ahead,
            "own_missing" => Condition::OwnMissing,
            "other_missing" => Condition::OtherMissing,
            "target" => Condition::Target,
            "players" => Condition::Players,
            "set" => Condition::Set,
            "pairs" => Condition::Pairs,
            "opening" => Condition::Opening,
            "opener" => Condition::Opener,
            "laid" => Condition::Laid,
            "choices" => Condition::Choices,
            "own_tiles" => Condition::OwnTiles,
            "next_tiles" => Condition::NextTiles,
            "fewest_tiles" => Condition::FewestTiles,
            "partner_tiles" => Condition::PartnerTiles,
            "seats_out" => Condition::SeatsOut,
            "own_knocks" => Condition::OwnKnocks,
            "next_knocks" => Condition::NextKnocks,
            "opponent_knocks" => Condition::OpponentKnocks,
            "bonus" => Condition::Bonus,
            "double" => Condition::Double,
            "points" => Condition::Points,
            "gain" => Condition::Gain,
            "new_score" => Condition::NewScore,
            "goes_out" => Condition::GoesOut,
            "follow_tiles" => Condition::FollowTiles,
            _ => Condition::Unknown,
        }
    }

    /// Whether it depends on the move.
    const fn of_move(self) -> bool {
        matches!(
            self,
            Condition::Double
                | Condition::Points
                | Condition::Gain
                | Condition::NewScore
                | Condition::GoesOut
                | Condition::FollowTiles
        )
    }
}

impl<M: Mask> Feature<M> {
    /// The feature of a rule; `listed` keeps a table of values.
    fn of<K: Set<Mask = M>>(rule: &Rule, mut listed: impl FnMut(&[(i64, f64)]) -> Listed) -> Feature<M> {
        let doc = &VOCABULARY.features[rule.feature];
        let get = |name: &str| {
            let index = doc.parameters.iter().position(|parameter| parameter.name == name);
            index.and_then(|index| rule.arguments.get(index)).unwrap_or(&Argument::Unset)
        };
        let word = |name: &str| get(name).word();
        let who = || if word("who") == 0 { Who::Opponent } else { Who::Partner };
        let tiles = |name: &str| -> Tiles<M> {
            get(name).pieces().iter().filter_map(|code| tile_of::<K>((code >> 8) as u8, (code & 255) as u8)).collect()
        };
        match doc.name {
            "points" => Feature::Points,
            "gain" => Feature::Gain,
            "lost" => Feature::Lost,
            "wins" => Feature::Wins,
            "reaches_target" => Feature::ReachesTarget,
            "exact" => Feature::Exact { to: get("to").whole() },
            "lands_on" => Feature::LandsOn { score: get("score").whole().unwrap_or(0) },
            "landing" => Feature::Landing(listed(get("values").values())),
            "missing" => Feature::Missing(listed(get("values").values())),
            "bonus" => Feature::Bonus,
            "goes_out" => Feature::GoesOut,
            "ends_round" => Feature::EndsRound,
            "lead" => Feature::Lead { tiles: tiles("tile") },
            "tile" => Feature::Tile { tiles: tiles("tile") },
            "pips" => Feature::Pips,
            "double" => Feature::Double,
            "stranded_double" => {
                let all = get("tile").pieces().is_empty();
                let doubles = if all { Tiles(K::ALL) } else { tiles("tile") };
                Feature::StrandedDouble { tiles: doubles, except: tiles("except") }
            }
            "held_halves" => Feature::HeldHalves { over: get("over").whole().unwrap_or(0) as u32 },
            "values_left" => Feature::ValuesLeft,
            "stuck" => Feature::Stuck,
            "follow_tiles" => Feature::FollowTiles,
            "follow_points" => Feature::FollowPoints { how: word("how"), count: word("count") },
            "follow_wins" => Feature::FollowWins,
            "alike_ends" => Feature::AlikeEnds,
            "double_ends" => Feature::DoubleEnds,
            "end_sum" => Feature::EndSum,
            "end_value" => Feature::EndValue { value: get("value").whole().unwrap_or(0) },
            "reply_points" => Feature::ReplyPoints { who: who(), count: word("count") },
            "reply_sum" => Feature::ReplySum { who: who(), ends: word("ends") },
            "reply_wins" => Feature::ReplyWins { who: who() },
            "reply_tiles" => Feature::ReplyTiles { who: who() },
            "reply_blocked" => Feature::ReplyBlocked { who: who() },
            "knocked_ends" => Feature::KnockedEnds { who: word("who") },
            "answer_points" => Feature::AnswerPoints { count: word("count") },
            "answer_wins" => Feature::AnswerWins,
            "answer_blocked" => Feature::AnswerBlocked,
            _ => Feature::Unknown,
        }
    }
}

impl<M: Mask> Book<M> {
    fn new<K: Set<Mask = M>>(rules: &[Rule], most: u16) -> Self {
        let mut book = Book { rules: Vec::with_capacity(rules.len()), tests: Vec::new(), values: Vec::new(), most };
        for rule in rules {
            let values = &mut book.values;
            let feature = Feature::of::<K>(rule, |list| {
                let first = values.len() as u32;
                values.extend_from_slice(list);
                Listed { first, end: values.len() as u32 }
            });
            let first = book.tests.len() as u32;
            let mut of_move = first;
            let tests = rule.when.iter().map(|test| Test {
                condition: Condition::named(VOCABULARY.conditions[test.condition].name),
                min: test.min,
                max: test.max,
            });
            let (late, early): (Vec<Test>, Vec<Test>) = tests.partition(|test| test.condition.of_move());
            of_move += early.len() as u32;
            book.tests.extend(early);
            book.tests.extend(late);
            let end = book.tests.len() as u32;
            book.rules.push(Line { feature, weight: rule.weight, round: rule.round, first, of_move, end });
        }
        book
    }

    fn tests(&self, first: u32, end: u32) -> &[Test] {
        &self.tests[first as usize..end as usize]
    }

    /// The value that is listed for a number; 0 if none is.
    fn listed(&self, list: Listed, number: i64) -> f64 {
        let values = &self.values[list.first as usize..list.end as usize];
        values.binary_search_by_key(&number, |(at, _)| *at).map_or(0.0, |index| values[index].1)
    }
}

impl<K: Set, const SEATS: usize> Tactical for Dominoes<K, SEATS> {
    type Book = Book<K::Mask>;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn compile(&self, rules: &[Rule]) -> Self::Book {
        let most = (0..=4 * K::MAX).map(|sum| self.rules().points(sum)).max().unwrap_or(0);
        Book::new::<K>(rules, u16::from(most))
    }

    fn weigh(book: &Self::Book, view: View<'_, K, SEATS>, moves: &[Move], totals: &mut [f64]) {
        let mut sheet = Sheet::new(view, moves, book.most);
        for rule in &book.rules {
            let holds = |sheet: &mut Sheet<'_, K, SEATS>, test: &Test| {
                (test.min..=test.max).contains(&decision_fact(sheet, test.condition))
            };
            if !book.tests(rule.first, rule.of_move).iter().all(|test| holds(&mut sheet, test)) {
                continue;
            }
            let tests = book.tests(rule.of_move, rule.end);
            for (at, total) in totals.iter_mut().enumerate().take(sheet.placements.len()) {
                let holds = |test: &Test| (test.min..=test.max).contains(&move_fact(&mut sheet, test.condition, at));
                if tests.iter().all(holds) {
                    let value = rule.round.apply(value(book, &mut sheet, rule.feature, at));
                    *total += rule.weight * value;
                }
            }
        }
    }

    fn piece(mv: Move) -> u32 {
        u32::from(mv.tile())
    }

    fn size(mv: Move) -> u32 {
        u32::from(pips::<K>(mv.tile()))
    }
}

/// A condition that is the same for all moves of a decision.
fn decision_fact<K: Set, const SEATS: usize>(sheet: &mut Sheet<'_, K, SEATS>, condition: Condition) -> i64 {
    let view = sheet.view;
    let table = view.table();
    let rules = view.rules();
    let own = || i64::from(view.score(view.side()));
    let other = || {
        let sides = (0..table.sides() as u8).map(crate::game::Side).filter(|&side| side != view.side());
        sides.map(|side| i64::from(view.score(side))).max().unwrap_or(0)
    };
    let target = i64::from(rules.target);
    let tiles = |seat| view.tiles_left(seat) as i64;
    match condition {
        Condition::OwnScore => own(),
        Condition::OtherScore => other(),
        Condition::Ahead => own() - other(),
        Condition::OwnMissing => target - own(),
        Condition::OtherMissing => target - other(),
        Condition::Target => target,
        Condition::Players => table.seats() as i64,
        Condition::Set => i64::from(K::MAX),
        Condition::Pairs => i64::from(rules.pairs),
        Condition::Opening => i64::from(sheet.opening),
        Condition::Opener => i64::from(view.opener() == view.seat()),
        Condition::Laid => view.laid() as i64,
        Condition::Choices => sheet.placements.len() as i64,
        Condition::OwnTiles => tiles(view.seat()),
        Condition::NextTiles => next_opponent(&view).map_or(0, tiles),
        Condition::FewestTiles => opponents(&view).map(tiles).min().unwrap_or(0),
        Condition::PartnerTiles => partner(&view).map_or(0, tiles),
        Condition::SeatsOut => {
            (0..table.seats() as u8).filter(|&seat| view.tiles_left(crate::game::Seat(seat)) == 0).count() as i64
        }
        Condition::OwnKnocks => i64::from(sheet.knocks()[view.seat().index() % SEATS]),
        Condition::NextKnocks => {
            let knocks = sheet.knocks();
            next_opponent(&view).map_or(0, |seat| i64::from(knocks[seat.index() % SEATS]))
        }
        Condition::OpponentKnocks => {
            let knocks = sheet.knocks();
            let seats = (0..table.seats() as u8).map(crate::game::Seat);
            let others = seats.filter(|&seat| table.side_of(seat) != view.side());
            others.map(|seat| i64::from(knocks[seat.index() % SEATS])).sum()
        }
        Condition::Bonus => i64::from(sheet.bonus),
        _ => 0,
    }
}

/// A condition of one move.
fn move_fact<K: Set, const SEATS: usize>(sheet: &mut Sheet<'_, K, SEATS>, condition: Condition, at: usize) -> i64 {
    let placement = sheet.placements[at];
    match condition {
        Condition::Double => i64::from(is_double::<K>(placement.tile)),
        Condition::Points => i64::from(placement.points),
        Condition::Gain => i64::from(placement.gain),
        Condition::NewScore => i64::from(placement.score),
        Condition::GoesOut => i64::from(sheet.hand.len() == 1),
        Condition::FollowTiles => sheet.follow_tiles(at),
        _ => 0,
    }
}

/// The value of a feature of one move.
#[inline]
fn value<K: Set, const SEATS: usize>(
    book: &Book<K::Mask>,
    sheet: &mut Sheet<'_, K, SEATS>,
    feature: Feature<K::Mask>,
    at: usize,
) -> f64 {
    let placement: Placement = sheet.placements[at];
    let Placement { tile, ends, .. } = placement;
    let left = sheet.hand.without(tile);
    let target = i64::from(sheet.view.rules().target);
    let flag = |yes: bool| f64::from(u8::from(yes));
    let lone_double = sheet.opening && ends[0].is_double();
    match feature {
        Feature::Points => f64::from(placement.points),
        Feature::Gain => f64::from(placement.gain),
        Feature::Lost => f64::from(i32::from(placement.points + sheet.bonus) - placement.gain),
        Feature::Wins => flag(placement.won),
        Feature::ReachesTarget => flag(i64::from(placement.score) >= target),
        Feature::Exact { to } => {
            let before = i64::from(placement.score) - i64::from(placement.gain);
            flag(before + i64::from(placement.points) == to.unwrap_or(target))
        }
        Feature::LandsOn { score } => flag(i64::from(placement.score) == score),
        Feature::Landing(list) => book.listed(list, i64::from(placement.score)),
        Feature::Missing(list) => book.listed(list, target - i64::from(placement.score)),
        Feature::Bonus => f64::from(sheet.bonus),
        Feature::GoesOut => flag(left.is_empty()),
        Feature::EndsRound => flag(placement.over && !placement.won),
        Feature::Lead { tiles } => flag(sheet.opening && tiles.contains(tile)),
        Feature::Tile { tiles } => flag(tiles.contains(tile)),
        Feature::Pips => f64::from(pips::<K>(tile)),
        Feature::Double => flag(is_double::<K>(tile)),
        Feature::StrandedDouble { tiles, except } => {
            let cover = || left.minus(except).and(Tiles(K::with_pip(K::halves(tile).0)));
            flag(is_double::<K>(tile) && tiles.contains(tile) && cover().is_empty())
        }
        Feature::HeldHalves { over } => {
            let above = |pip| halves_of::<K>(sheet.hand, pip).saturating_sub(over);
            let (x, y) = (ends[0].pip(), ends[1].pip());
            f64::from(above(x) + if x == y { 0 } else { above(y) })
        }
        Feature::ValuesLeft => f64::from(values_in::<K>(left)),
        Feature::Stuck => flag(!placement.over && !left.is_empty() && sheet.follow_tiles(at) == 0),
        Feature::FollowTiles => sheet.follow_tiles(at) as f64,
        Feature::FollowPoints { how, count } => {
            let follow = sheet.follows()[at];
            match how {
                0 => f64::from(follow.best[count & 1]),
                1 if follow.placements == 0 => 0.0,
                1 => f64::from(follow.sum[count & 1]) / f64::from(follow.placements),
                _ => f64::from(follow.sum[count & 1]),
            }
        }
        Feature::FollowWins => flag(sheet.follows()[at].wins),
        Feature::AlikeEnds => flag(ends[0].pip() == ends[1].pip()),
        Feature::DoubleEnds if lone_double => 1.0,
        Feature::DoubleEnds => flag(ends[0].is_double()) + flag(ends[1].is_double()),
        Feature::EndSum => f64::from(ends[0].value() + if lone_double { 0 } else { ends[1].value() }),
        Feature::EndValue { value } => {
            let shows = |end: usize| flag(i64::from(ends[end].pip()) == value);
            if lone_double { shows(0) } else { shows(0) + shows(1) }
        }
        Feature::ReplyPoints { who, count } => sheet.replies(who)[at].best[count & 1],
        Feature::ReplySum { who, ends } => sheet.replies(who)[at].sum[ends & 1],
        Feature::ReplyWins { who } => sheet.replies(who)[at].wins,
        Feature::ReplyTiles { who } => sheet.replies(who)[at].tiles,
        Feature::ReplyBlocked { who } => sheet.replies(who)[at].blocked,
        Feature::KnockedEnds { .. } if placement.over => 0.0,
        Feature::KnockedEnds { who } => {
            let view = sheet.view;
            let knocked = |seat| {
                let voids = view.voids(seat);
                let at = |end: usize| voids >> ends[end].pip() & 1;
                u32::from(at(0) + if lone_double { 0 } else { at(1) })
            };
            f64::from(match who {
                0 => next_opponent(&view).map_or(0, knocked),
                1 => partner(&view).filter(|&seat| view.tiles_left(seat) > 0).map_or(0, knocked),
                _ => opponents(&view).map(knocked).sum(),
            })
        }
        Feature::AnswerPoints { count } => sheet.answers()[at].best[count & 1],
        Feature::AnswerWins => sheet.answers()[at].wins,
        Feature::AnswerBlocked => sheet.answers()[at].blocked,
        Feature::Unknown => 0.0,
    }
}
