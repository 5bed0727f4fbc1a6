//! Rules for domino games: what they can speak about, and how they are worked out.
//!
//! - `words`: every feature and condition with its meaning
//! - `book`: rules compiled
//! - `facts`: placements, and what is known of seats and hands
//! - `sheet`: what is worked out about a decision, each part when a rule first asks for it
//! - `reading`: what a seat's placements tell of its hand
//! - `reply`: what other seats may do next, over all hands that they may hold
//!
//! Everything here is computed from a [`View`] alone.

mod book;
mod facts;
mod reading;
mod reply;
mod sheet;
mod vocabulary;

pub use vocabulary::VOCABULARY;

use super::engine::Dominoes;
use super::state::Move;
use super::tiles::{Set, Tiles};
use super::view::View;
use crate::features::{Rule, Tactical, Vocabulary};
use book::{Condition, Feature, Lines, Test};
use facts::{Placement, halves_of, next_opponent, opponents, partner, values_in};
use sheet::{Columns, Sheet};

/// A compiled list of rules for one set, with working memory.
#[derive(Clone, Debug)]
pub struct Book<M> {
    lines: Lines<M>,
    /// What a placement can offer at most.
    most: u16,
    columns: Columns<M>,
}

impl<K: Set, const SEATS: usize> Tactical for Dominoes<K, SEATS> {
    type Book = Book<K::Mask>;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn compile(&self, rules: &[Rule]) -> Self::Book {
        let most = (0..=4 * K::MAX).map(|sum| self.rules().points(sum)).max().unwrap_or(0);
        Book { lines: Lines::new::<K>(rules), most: u16::from(most), columns: Columns::new() }
    }

    fn weigh(book: &mut Self::Book, view: View<'_, K, SEATS>, moves: &[Move<K::Mask>], totals: &mut [f64]) {
        let Book { lines, most, columns } = book;
        let mut sheet = Sheet::new(view, moves, *most, columns);
        for rule in &lines.rules {
            let holds = |sheet: &mut Sheet<'_, K, SEATS>, test: &Test| {
                (test.min..=test.max).contains(&decision_fact(sheet, test.condition))
            };
            if !lines.tests(rule.first, rule.of_move).iter().all(|test| holds(&mut sheet, test)) {
                continue;
            }
            let tests = lines.tests(rule.of_move, rule.end);
            for (at, total) in totals.iter_mut().enumerate().take(sheet.placements().len()) {
                let holds = |test: &Test| (test.min..=test.max).contains(&move_fact(&mut sheet, test.condition, at));
                if tests.iter().all(holds) {
                    let value = rule.round.apply(value(lines, &mut sheet, rule.feature, at));
                    *total += rule.weight * value;
                }
            }
        }
    }

    fn piece(mv: Move<K::Mask>) -> u32 {
        u32::from(mv.tile().number())
    }

    fn size(mv: Move<K::Mask>) -> u32 {
        u32::from(mv.tile().pips())
    }
}

/// A condition that is the same for all moves of a decision.
fn decision_fact<K: Set, const SEATS: usize>(sheet: &mut Sheet<'_, K, SEATS>, condition: Condition) -> i64 {
    let view = sheet.view;
    let table = view.table();
    let rules = view.rules();
    let own = || i64::from(view.score(view.side()));
    let other = || {
        let sides = table.all_sides().filter(|&side| side != view.side());
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
        Condition::Choices => sheet.placements().len() as i64,
        Condition::OwnTiles => tiles(view.seat()),
        Condition::NextTiles => next_opponent(&view).map_or(0, tiles),
        Condition::FewestTiles => opponents(&view).map(tiles).min().unwrap_or(0),
        Condition::PartnerTiles => partner(&view).map_or(0, tiles),
        Condition::SeatsOut => table.all_seats().filter(|&seat| view.tiles_left(seat) == 0).count() as i64,
        Condition::OwnKnocks => i64::from(sheet.knocks()[view.seat().index() % SEATS]),
        Condition::NextKnocks => {
            let knocks = sheet.knocks();
            next_opponent(&view).map_or(0, |seat| i64::from(knocks[seat.index() % SEATS]))
        }
        Condition::OpponentKnocks => {
            let knocks = sheet.knocks();
            let others = table.all_seats().filter(|&seat| table.side_of(seat) != view.side());
            others.map(|seat| i64::from(knocks[seat.index() % SEATS])).sum()
        }
        Condition::Bonus => i64::from(sheet.bonus),
        _ => 0,
    }
}

/// A condition of one move.
fn move_fact<K: Set, const SEATS: usize>(sheet: &mut Sheet<'_, K, SEATS>, condition: Condition, at: usize) -> i64 {
    let placement = sheet.placements()[at];
    match condition {
        Condition::Double => i64::from(placement.tile.is_double()),
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
    lines: &Lines<K::Mask>,
    sheet: &mut Sheet<'_, K, SEATS>,
    feature: Feature<K::Mask>,
    at: usize,
) -> f64 {
    let placement: Placement<K::Mask> = sheet.placements()[at];
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
        Feature::Landing(list) => lines.listed(list, i64::from(placement.score)),
        Feature::Missing(list) => lines.listed(list, target - i64::from(placement.score)),
        Feature::Bonus => f64::from(sheet.bonus),
        Feature::GoesOut => flag(left.is_empty()),
        Feature::EndsRound => flag(placement.over && !placement.won),
        Feature::Lead { tiles } => flag(sheet.opening && tiles.contains(tile)),
        Feature::Tile { tiles } => flag(tiles.contains(tile)),
        Feature::Pips => f64::from(tile.pips()),
        Feature::Double => flag(tile.is_double()),
        Feature::StrandedDouble { tiles, except } => {
            let cover = || left.minus(except).and(Tiles(K::with_pip(tile.halves().0)));
            flag(tile.is_double() && tiles.contains(tile) && cover().is_empty())
        }
        Feature::HeldHalves { over, most, new } => {
            let above = |pip| halves_of::<K>(sheet.hand, pip).saturating_sub(over).min(most);
            let (x, y) = (ends[0].pip(), ends[1].pip());
            f64::from(match (new && !sheet.opening, placement.right) {
                (true, false) => above(x),
                (true, true) => above(y),
                _ => above(x) + if x == y { 0 } else { above(y) },
            })
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
        Feature::RightEnd => flag(placement.right),
        Feature::AlikeEnds => flag(ends[0].pip() == ends[1].pip()),
        Feature::DoubleEnds if lone_double => 1.0,
        Feature::DoubleEnds => flag(ends[0].is_double()) + flag(ends[1].is_double()),
        Feature::EndSum => f64::from(ends[0].value() + if lone_double { 0 } else { ends[1].value() }),
        Feature::EndValue { value } => {
            let shows = |end: usize| flag(i64::from(ends[end].pip()) == value);
            if lone_double { shows(0) } else { shows(0) + shows(1) }
        }
        Feature::ReplyPoints { whose, count } => sheet.replies(whose)[at].best[count & 1],
        Feature::ReplySum { whose, ends } => sheet.replies(whose)[at].sum[ends & 1],
        Feature::ReplyWins { whose } => sheet.replies(whose)[at].wins,
        Feature::ReplyTiles { whose } => sheet.replies(whose)[at].tiles,
        Feature::ReplyBlocked { whose } => sheet.replies(whose)[at].blocked,
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
        Feature::AnswerPoints { whose, count } => sheet.answers(whose)[at].best[count & 1],
        Feature::AnswerWins { whose } => sheet.answers(whose)[at].wins,
        Feature::AnswerBlocked { whose } => sheet.answers(whose)[at].blocked,
        Feature::Unknown => 0.0,
    }
}
