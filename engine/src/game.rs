//! The contract between games, strategies and everything above them.
//!
//! A [`Game`] is a rule set with its options fixed. It deals rounds, says whose turn it is, plays moves and settles
//! rounds into the next [`Standing`]. A [`Strategy`](crate::strategy::Strategy) sees a game only through a [`Game::View`]: what one seat may know.
//! What only some callers need stands in small traits beside it: [`FastForward`] for the match loop, [`ExchangeableDeals`] for the
//! luck of deals, [`Notation`] for text and files. Nothing here allocates while a match is played.

use std::fmt;

use arrayvec::ArrayVec;
use serde::Serialize;

pub use crate::seats::{MAX_SEATS, Seat, Seats, Side, Sides, Table};
use crate::streams::Stream;

/// The most moves a seat can ever choose from (two seats with 45 tiles each of a double-twelve set: 45 openings).
pub const MAX_MOVES: usize = 64;

/// A whole win in integer units: every number of sides up to 12 divides it, so shared wins stay exact.
pub const WIN_UNITS: u32 = 27_720;

/// The moves open to a seat, in enumeration order.
pub type Moves<M> = ArrayVec<M, MAX_MOVES>;

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Another round is dealt.
    Open,
    /// These sides have won, together if there are several.
    Won(Sides),
    /// The last permitted round has passed without a winner (rule D21).
    Unfinished,
}

/// The state of a match between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Score of each side; entries past the last side are zero.
    pub scores: [u16; MAX_SEATS],
    /// The seat that opens (dominoes) or deals (cards) the next round; `None` where the deal itself decides.
    pub lead: Option<Seat>,
    /// Number of the next round, from 0.
    pub round: u32,
    /// How many void deals this round has had so far.
    pub attempt: u32,
    /// Whether the match is over, and for whom.
    pub outcome: Outcome,
}

impl Standing {
    /// A match about to begin.
    #[must_use]
    pub const fn new(lead: Option<Seat>) -> Standing {
        Standing { scores: [0; MAX_SEATS], lead, round: 0, attempt: 0, outcome: Outcome::Open }
    }

    /// Win share of `side` in units of 1/[`WIN_UNITS`]: a shared win is divided equally, an unfinished match between all sides.
    #[must_use]
    pub fn share(&self, side: Side, table: &Table) -> u32 {
        match self.outcome {
            Outcome::Won(sides) if sides.contains(side) => WIN_UNITS / sides.len().max(1) as u32,
            Outcome::Won(_) => 0,
            Outcome::Open | Outcome::Unfinished => WIN_UNITS / table.sides() as u32,
        }
    }
}

/// What can be said of a game's matches without playing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// The score to reach; a match goes on only while every side is below it.
    pub target: u16,
    /// Who opens or deals later rounds.
    pub next_lead: NextLead,
    /// Whether a deal is made relative to the seat that leads, so that another seat leading changes nothing but the seats' numbers.
    pub dealt_from_lead: bool,
}

/// Who opens (dominoes) or deals (cards) a round that is not the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextLead {
    /// The next seat clockwise.
    Rotates,
    /// Any seat, drawn by lot.
    Lot,
    /// The seat that the deal names.
    Deal,
}

/// Whose turn it is in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat is to choose a move; it has at least one.
    Seat(Seat),
    /// The round is over.
    Over,
}

/// What a move did, as all seats saw it.
///
/// Points are sums over all sides; per side they follow from the scores after the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// Points offered by the scoring events of the move.
    pub offered: u16,
    /// Change of the scores; differs from `offered` where an event passed the target.
    pub taken: i16,
    /// Scoring events that were not taken whole.
    pub lost_events: u8,
    /// Seats that had to pass (knock) between this move and the next turn.
    pub passed: Seats,
}

/// Moves that a game played by itself; see [`FastForward`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// How many.
    pub moves: u64,
    /// Moves to choose from, summed over all of them.
    pub choices: u64,
    /// What the last one did; the others changed no score.
    pub event: Event,
}

/// One move of a round with its event, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The seat that moved.
    pub seat: Seat,
    /// What it chose.
    pub mv: M,
    /// What came of it.
    pub event: Event,
}

/// How a round ended, for the statistics that every game shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// Played to its natural end.
    Complete,
    /// Nobody could go on (rule D14).
    Blocked,
    /// Cut short by a winning event.
    Won,
    /// The deal was void (rule A6) and is made again.
    Void,
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The round is over.
    #[error("the round is over, so no seat can move")]
    RoundOver,
    /// The move is none of the seat's legal moves.
    #[error("seat {seat} cannot make this move now; choose one of its {count} legal moves")]
    NotLegal {
        /// The seat to move.
        seat: Seat,
        /// How many legal moves it has.
        count: u32,
    },
}

/// What one seat may know of a round. Two views are equal if they show the same.
///
/// Moves are those of the seat to move; only to the view's own seat do they mean anything.
pub trait SeatView<'a, G: Game>: Copy + PartialEq + fmt::Debug {
    /// The game.
    fn game(&self) -> &'a G;
    /// The seat whose view this is.
    fn seat(&self) -> Seat;
    /// The round's moves so far.
    fn log(&self) -> &'a [Step<G::Move>];
    /// Lists the legal moves, in order.
    fn moves(&self, out: &mut Moves<G::Move>);
    /// How many legal moves there are.
    fn move_count(&self) -> u32;
    /// The `n`-th legal move, `n < move_count`.
    fn nth_move(&self, n: u32) -> G::Move;
    /// Whether a move is legal.
    fn is_legal(&self, mv: G::Move) -> bool {
        (0..self.move_count()).any(|n| self.nth_move(n) == mv)
    }
}

/// A game with its options fixed: the hot half of the contract, compiled for each concrete game.
///
/// # Laws
/// For every reachable state: the legal moves are sorted, without repeats, and not empty when `turn` names a seat; `moves`,
/// `move_count`, `nth_move` and `is_legal` agree; a view of a sampled world equals the view it was sampled from; material is
/// conserved; every match ends.
pub trait Game: Send + Sync + Sized + 'static {
    /// What the shuffle decides: who is dealt what. Independent of the standing, so that a block's matches share it.
    type Deal: Copy + Send + Sync;
    /// The whole truth of a round in progress, scores included, without history.
    type State: Copy + Send;
    /// One decision of one seat. Its order is the order of enumeration.
    type Move: Copy + Ord + fmt::Debug + Send;
    /// What one seat may know.
    type View<'a>: SeatView<'a, Self>
    where
        Self: 'a;
    /// A prepared source of worlds consistent with one view.
    type Sampler;

    /// The number of sides, where the type alone tells it.
    const SIDES: Option<usize> = None;

    /// Seats and sides.
    fn table(&self) -> &Table;
    /// The target, and who leads.
    fn match_rules(&self) -> MatchRules;
    /// The standing before the first round. `lot` draws what is left to chance.
    fn first(&self, lot: &mut Stream) -> Standing;
    /// Shuffles and deals.
    fn deal(&self, deck: &mut Stream) -> Self::Deal;
    /// The state at the start of a round.
    fn start(&self, at: &Standing, deal: &Self::Deal) -> Self::State;
    /// What the deal itself did, before any move; `start` is the state at the start of a round (cards: points for a jack turned up).
    #[inline(always)]
    fn dealt(&self, start: &Self::State) -> Event {
        let _ = start;
        Event::default()
    }
    /// Who is to move. A deal can win at once, so that there is nobody.
    fn turn(&self, s: &Self::State) -> Turn;
    /// Plays a move that is known to be legal, and the knocks that follow from it.
    fn play_unchecked(&self, s: &mut Self::State, mv: Self::Move) -> Event;
    /// Score of a side now.
    fn score(&self, s: &Self::State, side: Side) -> u16;
    /// The seat that opened the round (dominoes) or leads to its first trick (cards: the eldest).
    fn opener(&self, s: &Self::State) -> Seat;
    /// How the round ended; only meaningful once it is over.
    fn round_end(&self, s: &Self::State) -> RoundEnd;
    /// The standing after a finished round, as far as no lot decides it: `lead` is `None` where one is to be drawn.
    fn close(&self, at: &Standing, s: &Self::State) -> Standing;
    /// The standing after a finished round. `lot` belongs to the next round.
    #[inline(always)]
    fn settle(&self, at: &Standing, s: &Self::State, lot: &mut Stream) -> Standing {
        let _ = lot;
        self.close(at, s)
    }
    /// What `seat` sees of `s`; `log` holds the round's moves so far.
    fn view<'a>(&'a self, s: &'a Self::State, log: &'a [Step<Self::Move>], seat: Seat) -> Self::View<'a>;
    /// The choice of the fixed reference strategy `greedy` for this game.
    fn greedy(view: Self::View<'_>) -> Self::Move;
    /// Prepares to draw worlds consistent with `view`.
    fn sampler(view: Self::View<'_>) -> Self::Sampler;
    /// Draws a world: the view's own truth with the hidden parts filled in, uniformly over the deals that are
    /// consistent with everything its seat has seen.
    fn sample(view: Self::View<'_>, sampler: &Self::Sampler, own: &mut Stream) -> Self::State;

    /// The view of the seat to move, without history; of any seat once the round is over.
    #[inline(always)]
    fn mover_view<'a>(&'a self, s: &'a Self::State) -> Self::View<'a> {
        let seat = match self.turn(s) {
            Turn::Seat(seat) => seat,
            Turn::Over => Seat(0),
        };
        self.view(s, &[], seat)
    }
    /// Lists the moves of the seat to move, in order.
    #[inline(always)]
    fn moves(&self, s: &Self::State, out: &mut Moves<Self::Move>) {
        self.mover_view(s).moves(out);
    }
    /// How many moves the seat to move has.
    #[inline(always)]
    fn move_count(&self, s: &Self::State) -> u32 {
        self.mover_view(s).move_count()
    }
    /// The `n`-th move, `n < move_count`.
    #[inline(always)]
    fn nth_move(&self, s: &Self::State, n: u32) -> Self::Move {
        self.mover_view(s).nth_move(n)
    }
    /// Whether the seat to move, if there is one, may make a move.
    #[inline(always)]
    fn is_legal(&self, s: &Self::State, mv: Self::Move) -> bool {
        self.turn(s) != Turn::Over && self.mover_view(s).is_legal(mv)
    }
    /// Plays a legal move, and the knocks that follow from it. An illegal one is a mistake of the caller, which debug builds find;
    /// [`Game::try_play`] is for moves from outside.
    #[inline(always)]
    fn play(&self, s: &mut Self::State, mv: Self::Move) -> Event {
        debug_assert!(self.is_legal(s, mv), "{mv:?} is not legal");
        self.play_unchecked(s, mv)
    }
    /// Plays a move if it is legal; if not, the state stays as it is.
    ///
    /// # Errors
    /// If the round is over or the seat to move may not make this move.
    fn try_play(&self, s: &mut Self::State, mv: Self::Move) -> Result<Event, IllegalMove> {
        match self.turn(s) {
            Turn::Over => Err(IllegalMove::RoundOver),
            Turn::Seat(_) if self.is_legal(s, mv) => Ok(self.play_unchecked(s, mv)),
            Turn::Seat(seat) => Err(IllegalMove::NotLegal { seat, count: self.move_count(s) }),
        }
    }
}

/// A game that can play on between two random seats faster than move by move, or does not care to.
pub trait FastForward: Game {
    /// Whether [`FastForward::fast_forward`] can play anything.
    const FAST_FORWARDS: bool = false;

    /// Plays on between two seats that choose uniformly at random, each from its own stream, as far as the game can do it faster
    /// than move by move; `None` if that is not at all. State and streams end up where single moves would have brought them.
    #[inline(always)]
    fn fast_forward(&self, s: &mut Self::State, own: [&mut Stream; 2]) -> Option<Skipped> {
        let _ = (s, own);
        None
    }
}

/// A game whose deals can be given to the other side.
pub trait ExchangeableDeals: Game {
    /// The same deal with the hands of the two sides exchanged, those of the first partners and those of the second. It is as likely as
    /// the deal itself; exchanged twice it is the deal again. With more than two sides it means nothing.
    fn exchanged(&self, deal: &Self::Deal) -> Self::Deal;
}

/// How a finished round is looked back upon: its standing before, its deck, and its moves.
#[derive(Clone, Copy, Debug)]
pub struct RoundLog<'a, G: Game> {
    /// The standing before the round.
    pub at: &'a Standing,
    /// The state in which it started.
    pub start: &'a G::State,
    /// Its moves in order.
    pub steps: &'a [Step<G::Move>],
}

/// Text and files: the cold half of the contract.
pub trait Notation: Game {
    /// A tile or a card.
    type Piece;

    /// The field of a recorded round that names the seat that leads: [`Standing::lead`] before the round, where that is not `None`.
    const LEAD_FIELD: &'static str;

    /// Every option with its resolved value, led by the preset's name under `name`.
    fn options_json(&self) -> serde_json::Map<String, serde_json::Value>;
    /// A move as text; `s` is the state before it.
    fn write_move(&self, s: &Self::State, mv: Self::Move) -> String;
    /// The legal move of `s` that a text names.
    fn read_move(&self, s: &Self::State, text: &str) -> Option<Self::Move>;
    /// Sets up a round from the seats' hands as text, separated by `/`, seat 0 first.
    ///
    /// # Errors
    /// In words, if the text is no such position.
    fn read_position(&self, hands: &str, opener: Option<Seat>) -> Result<Self::State, String>;
    /// Everything that the view's seat may know, and nothing else, for programs outside. The view's log must hold all moves of the round.
    fn view_document(view: Self::View<'_>) -> impl Serialize;
    /// Each seat's pieces now, as text.
    fn hands(&self, s: &Self::State) -> Vec<Vec<String>>;
    /// All pieces in dealing order, of which [`Game::deal`] takes as many as it needs.
    fn pack(&self, deck: &mut Stream) -> Vec<Self::Piece>;
    /// Deals from a whole pack, as [`Game::deal`] does from a shuffled one.
    fn deal_pack(&self, pack: &[Self::Piece]) -> Self::Deal;
    /// A round as records have it; `pack` is what it was dealt from.
    fn round_document(&self, log: RoundLog<'_, Self>, pack: &[Self::Piece]) -> impl Serialize;
    /// The whole pack that a recorded round was dealt from.
    ///
    /// # Errors
    /// In words, if its fields hold no whole pack.
    fn read_pack(&self, round: &serde_json::Value) -> Result<Vec<Self::Piece>, String>;
    /// A recorded move as [`Notation::read_move`] reads it.
    fn recorded_move(mv: &serde_json::Value) -> Option<String>;
    /// Appends a round to a record, as a JSON object. `deck` must stand at the round's deck.
    fn record_round(&self, log: RoundLog<'_, Self>, deck: &mut Stream, out: &mut Vec<u8>) {
        let pack = self.pack(deck);
        // Writing to memory cannot fail, and the document holds nothing that JSON cannot.
        let _ = serde_json::to_writer(out, &self.round_document(log, &pack));
    }
    /// Draws a round move by move, for people. `seats` names the player at each seat.
    fn narrate(&self, log: RoundLog<'_, Self>, seats: &[String], out: &mut String);
    /// The same below a line with the round's number and the scores.
    fn draw_round(&self, log: RoundLog<'_, Self>, seats: &[String], out: &mut String) {
        let scores: Vec<String> = log.at.scores[..self.table().sides()].iter().map(u16::to_string).collect();
        out.push_str(&format!("round {}  scores {}\n", log.at.round, scores.join("–")));
        self.narrate(log, seats, out);
    }
}
