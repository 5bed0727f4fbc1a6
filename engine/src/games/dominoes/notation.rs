//! Dominoes as text: moves, positions, records and drawings.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use super::document::Document;
use super::engine::Dominoes;
use super::line::Line;
use super::state::{Deal, Move, Phase, State};
use super::tiles::{Set, Tile, Tiles};
use crate::game::{Game, Notation, RoundLog, Seat, Seats, Standing};
use crate::games::record_fields::{piece_list, piece_lists, whole_pack};
use crate::pieces::{ParsePieceError, names_in};
use crate::streams::Stream;

/// One round of a record; `docs/formats.md` explains each field.
#[derive(Serialize)]
struct RoundRecord {
    round: u32,
    attempt: u32,
    opener: Seat,
    announced: Option<String>,
    hands: Vec<Vec<String>>,
    undealt: Vec<String>,
    moves: Vec<MoveRecord>,
    end: &'static str,
    scores: Vec<u16>,
}

#[derive(Serialize)]
struct MoveRecord {
    seat: Seat,
    tile: String,
    end: &'static str,
    offered: u16,
    taken: i16,
    scores: Vec<u16>,
    knocks: Vec<Seat>,
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    fn side_scores(&self, s: &State<K, SEATS>) -> Vec<u16> {
        s.scores[..self.table.sides()].to_vec()
    }

    /// Seats in turn order after `from`.
    fn in_turn_after(&self, from: Seat, seats: Seats) -> impl Iterator<Item = Seat> {
        let clockwise = std::iter::successors(Some(self.table.left_of(from)), |seat| Some(self.table.left_of(*seat)));
        clockwise.take(self.table.seats()).filter(move |seat| seats.contains(*seat))
    }

    fn ending(s: &State<K, SEATS>) -> &'static str {
        match s.phase {
            Phase::Running => "running",
            Phase::Out => "out",
            Phase::Blocked => "blocked",
            Phase::PlayedOut => "played-out",
            Phase::Won => "won",
        }
    }
}

impl<K: Set, const SEATS: usize> Notation for Dominoes<K, SEATS> {
    type Piece = Tile<K::Mask>;

    const LEAD_FIELD: &'static str = "opener";

    fn options_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.rules.to_json()
    }

    fn write_move(&self, s: &Self::State, mv: Move<K::Mask>) -> String {
        mv.text(s.laid == 0)
    }

    fn read_move(&self, s: &Self::State, text: &str) -> Option<Move<K::Mask>> {
        let mut words = text.split_whitespace();
        let tile = words.next()?.parse().ok()?;
        let end = words.next();
        let right = match (end, s.laid) {
            (None | Some("open"), 0) | (Some("left"), 1..) => false,
            (Some("right"), 1..) => true,
            _ => return None,
        };
        let legal = s.legal[usize::from(right)].contains(tile);
        (legal && words.next().is_none()).then(|| Move::at(tile, right))
    }

    fn read_position(&self, hands: &str, opener: Option<Seat>) -> Result<Self::State, String> {
        let parts: Vec<&str> = hands.split('/').collect();
        let seats = self.table.seats();
        if parts.len() != seats {
            return Err(format!(
                "found {} hands; this game has {seats} seats (hands are separated by \"/\")",
                parts.len()
            ));
        }
        let mut dealt = [Tiles::EMPTY; SEATS];
        let mut seen = Tiles::<K::Mask>::EMPTY;
        for (seat, part) in parts.iter().enumerate() {
            for text in names_in(part) {
                let tile = text.parse().map_err(|error: ParsePieceError| error.to_string())?;
                if seen.contains(tile) {
                    return Err(format!("the tile {text} is dealt twice"));
                }
                seen = seen.with(tile);
                dealt[seat] = dealt[seat].with(tile);
            }
            if dealt[seat].is_empty() {
                return Err(format!("seat {seat} has no tiles"));
            }
            let most = K::TILES as usize / seats;
            if dealt[seat].len() > most {
                return Err(format!(
                    "seat {seat} has {} tiles; with {seats} seats at most {most} each are dealt from a double-{} set (rule D2)",
                    dealt[seat].len(),
                    K::MAX
                ));
            }
        }
        if let Some(seat) = opener.filter(|seat| seat.index() >= seats) {
            return Err(format!("opener {seat} is not a seat; allowed: 0 to {}", seats - 1));
        }
        Ok(self.open(&Standing::new(opener), dealt))
    }

    fn view_document(view: Self::View<'_>) -> impl Serialize {
        Document::of(view)
    }

    fn hands(&self, s: &Self::State) -> Vec<Vec<String>> {
        let names = |tiles: &Tiles<K::Mask>| tiles.iter().map(|tile| tile.to_string()).collect();
        s.hands[..self.table.seats()].iter().map(names).collect()
    }

    fn pack(&self, deck: &mut Stream) -> Vec<Tile<K::Mask>> {
        let mut tiles: Vec<u8> = (0..K::TILES).collect();
        deck.shuffle_front(&mut tiles, K::TILES as usize);
        tiles.into_iter().map(Tile::numbered).collect()
    }

    fn deal_pack(&self, pack: &[Tile<K::Mask>]) -> Self::Deal {
        let seats = self.table.seats();
        let mut hands = [Tiles::EMPTY; SEATS];
        for (place, tile) in pack.iter().take(seats * self.rules.hand as usize).enumerate() {
            let hand = &mut hands[place % seats];
            *hand = hand.with(*tile);
        }
        Deal { hands }
    }

    fn round_document(&self, log: RoundLog<'_, Self>, pack: &[Tile<K::Mask>]) -> impl Serialize {
        let seats = self.table.seats();
        let dealt = seats * self.rules.hand as usize;
        let names: Vec<String> = pack.iter().map(Tile::to_string).collect();
        let hand_of = |seat: usize| names[..dealt].iter().skip(seat).step_by(seats).cloned().collect();
        let mut s = *log.start;
        let mut moves = Vec::with_capacity(log.steps.len());
        for step in log.steps {
            let end = step.mv.end_name(s.laid == 0);
            let event = self.play(&mut s, step.mv);
            moves.push(MoveRecord {
                seat: step.seat,
                tile: step.mv.tile().to_string(),
                end,
                offered: event.offered,
                taken: event.taken,
                scores: self.side_scores(&s),
                knocks: self.in_turn_after(step.seat, event.passed).collect(),
            });
        }
        RoundRecord {
            round: log.at.round,
            attempt: log.at.attempt,
            opener: s.opener,
            announced: s.announced().map(|tile| tile.to_string()),
            hands: (0..seats).map(hand_of).collect(),
            undealt: names[dealt..].to_vec(),
            moves,
            end: Self::ending(&s),
            scores: self.side_scores(&s),
        }
    }

    fn read_pack(&self, round: &Value) -> Result<Vec<Tile<K::Mask>>, String> {
        let hands: Vec<Vec<Tile<K::Mask>>> = piece_lists(round, "hands")?;
        let (seats, size) = (self.table.seats(), self.rules.hand as usize);
        if hands.len() != seats || hands.iter().any(|hand| hand.len() != size) {
            return Err(format!("hands: allowed: {seats} hands of {size} tiles each"));
        }
        let mut pack: Vec<Tile<K::Mask>> =
            (0..size).flat_map(|turn| hands.iter().map(move |hand| hand[turn])).collect();
        pack.append(&mut piece_list(&round["undealt"], "undealt")?);
        whole_pack(pack, K::TILES as usize, "tiles")
    }

    fn recorded_move(mv: &Value) -> Option<String> {
        Some(format!("{} {}", mv["tile"].as_str()?, mv["end"].as_str()?))
    }

    fn narrate(&self, log: RoundLog<'_, Self>, seats: &[String], out: &mut String) {
        let mut s = *log.start;
        let width = seats.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let name_of = |seat: usize| seats.get(seat).map_or("", String::as_str);
        for seat in 0..self.table.seats() {
            let hand: Vec<String> = s.hands[seat % SEATS].iter().map(|tile| tile.to_string()).collect();
            let _ = writeln!(out, "  seat {seat}  {:width$}  {}", name_of(seat), hand.join(" "));
        }
        let lead = s.announced().map_or_else(String::new, |tile| format!(", who holds {tile}"));
        let _ = writeln!(out, "  seat {} opens{lead}", s.opener);
        let mut line = Line::default();
        for (number, step) in log.steps.iter().enumerate() {
            let lone = s.laid == 0;
            line.lay(step.mv.tile().halves(), step.mv.is_right());
            let event = self.play(&mut s, step.mv);
            let [left, right] = s.ends.map(super::tiles::End::value);
            // A lone double counts its halves once (D10).
            let sum = if lone && s.ends[1].is_double() {
                format!("{left:>9}")
            } else {
                format!("{:>9}", format!("{left}+{right} = {}", left + right))
            };
            let bonus = event.offered - self.points_of(s.ends, lone).min(event.offered);
            let points = match (event.offered, event.lost_events, event.taken) {
                (0, _, _) => "·".to_owned(),
                (offered, 0, _) if bonus == offered => format!("+{offered} out"),
                (offered, 0, _) if bonus > 0 => format!("+{offered}, {bonus} out"),
                (offered, 0, _) => format!("+{offered}"),
                (offered, _, 0) => format!("{offered} lost"),
                (offered, _, taken) => format!("{taken:+} of {offered}"),
            };
            let scores: Vec<String> = self.side_scores(&s).iter().map(u16::to_string).collect();
            let tiles: String = line.tiles().map(|(x, y)| format!("[{x}|{y}]")).collect();
            let name = name_of(step.seat.index());
            let _ = writeln!(
                out,
                "{:>4}  seat {}  {name:width$}  {sum}  {points:<9}  {:>7}  {tiles}",
                number + 1,
                step.seat,
                scores.join("–")
            );
            for seat in self.in_turn_after(step.seat, event.passed) {
                let _ = writeln!(out, "      seat {seat}  {:width$}  knocks", name_of(seat.index()));
            }
        }
        let end = match s.phase {
            Phase::Out => "out: the round is over",
            Phase::Blocked => "blocked: nobody can lay a tile",
            Phase::PlayedOut => "nobody can lay a tile any more: the round is over",
            Phase::Won => "the match is won",
            Phase::Running => "the round is not over",
        };
        let _ = writeln!(out, "      {end}\n");
    }
}
