//! Several results joined to one tournament.
//!
//! Results of different seeds have different deals and are independent: their blocks are counted one after another. Results of the same seed share their
//! deals, so an entrant's scores in them vary together. What the ratings need is then the total of each block over all of them, which only tables of
//! matches tell ([`Joining::add_score`]). The estimators are those of a tournament (`stats/ranking.rs`).

use std::collections::BTreeMap;

use serde_json::Value;

use super::resolved::{Mode, Resolved, ResolvedCell, ResolvedSeat, ResolvedSide, option_text};
use super::summary::TournamentSummary;
use crate::stats::ranking::ranking;
use crate::tally::entrant_scores::{EntrantScores, Segments};
use crate::tally::{Entry, Tally};

/// A result to be joined with others.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it in messages.
    pub name: String,
    /// The version of the program that played it.
    pub version: String,
    /// What was played.
    pub experiment: Resolved,
    /// What was counted, cell by cell.
    pub tallies: Vec<Tally>,
    /// Whether it has a table of its matches.
    pub has_games: bool,
}

/// A line-up with all blocks of all results in which it played.
struct LineUp {
    entrants: Vec<usize>,
    tally: Tally,
    exact_tie: bool,
}

/// A cell of a result in the joined tournament.
#[derive(Clone)]
struct Place {
    line_up: usize,
    /// By slot.
    entrants: Vec<usize>,
}

/// Results of one seed whose blocks are added up from tables of matches.
struct Shared {
    /// Numbers of the results.
    sources: Vec<usize>,
    /// The total score of each entrant, block by block.
    scores: Vec<i64>,
}

/// Results that are being joined.
pub struct Joining<'a> {
    sources: &'a [Source],
    names: Vec<String>,
    line_ups: Vec<LineUp>,
    /// By result and cell; `None` where a strategy meets itself, which rates nobody.
    places: Vec<Vec<Option<Place>>>,
    shared: Vec<Shared>,
    /// By result and cell: what the table of matches has added, by slot.
    found: Vec<Vec<Vec<i128>>>,
}

/// What was joined.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Ratings and pairs.
    pub tournament: TournamentSummary,
    /// The game's options.
    pub game: serde_json::Map<String, Value>,
    /// Number of sides.
    pub sides: usize,
    /// Line-ups, each counted once.
    pub line_ups: usize,
    /// Matches.
    pub matches: u64,
}

/// How the rules of one cell differ from those of another, in words.
fn unlike(cell: &ResolvedCell, other: &ResolvedCell) -> Option<String> {
    let value = |cell: &ResolvedCell, key: &str| cell.game.get(key).map_or_else(|| "none".to_owned(), option_text);
    let keys = other.game.keys().chain(cell.game.keys().filter(|key| !other.game.contains_key(*key)));
    let different: Vec<String> = keys
        .filter(|key| cell.game.get(*key) != other.game.get(*key))
        .map(|key| format!("{key}={}, not {}", value(cell, key), value(other, key)))
        .collect();
    if !different.is_empty() {
        return Some(different.join("; "));
    }
    (cell.matches_per_block != other.matches_per_block)
        .then(|| format!("{} matches in a block, not {}", cell.matches_per_block, other.matches_per_block))
}

/// Whether two sides of the same name play the same.
fn plays_alike(one: &ResolvedSide, other: &ResolvedSide) -> bool {
    let key = |seat: &ResolvedSeat| {
        (seat.strategy.name.clone(), seat.strategy.salt, seat.strategy.blake3.clone(), seat.equity.clone())
    };
    one.seats.iter().map(key).eq(other.seats.iter().map(key))
}

impl<'a> Joining<'a> {
    /// Checks that results can be joined, and begins to.
    ///
    /// # Errors
    /// In words, if they cannot.
    pub fn new(sources: &'a [Source]) -> Result<Joining<'a>, String> {
        let Some((first, rules)) = sources.first().and_then(|source| Some((source, source.experiment.cells.first()?)))
        else {
            return Err("found no result to rate; name at least one result folder".to_owned());
        };
        let mut joining = Joining {
            sources,
            names: Vec::new(),
            line_ups: Vec::new(),
            places: Vec::new(),
            shared: Vec::new(),
            found: Vec::new(),
        };
        let mut sides: Vec<(&ResolvedSide, &str)> = Vec::new();
        for source in sources {
            if source.version != first.version {
                return Err(format!(
                    "{} is of version {}, {} of version {}: strategies may play differently; rate results of one version",
                    source.name, source.version, first.name, first.version
                ));
            }
            if source.experiment.stop.is_some() {
                return Err(format!(
                    "{} ended by a stopping rule, so that its number of blocks depends on its results and intervals for a fixed number do not hold; \
                     rate results with a fixed number of blocks",
                    source.name
                ));
            }
            if source.experiment.cells.len() != source.tallies.len() {
                return Err(format!("{}: manifest.json and tallies.json have different numbers of cells", source.name));
            }
            // The entrants of a tournament in their own order, as it numbers them.
            let planned = source.experiment.tournament.iter().flat_map(|plan| &plan.strategies);
            for name in planned {
                joining.entrant(name);
            }
            let mut places = Vec::new();
            for (cell, tally) in source.experiment.cells.iter().zip(&source.tallies) {
                if let Some(how) = unlike(cell, rules) {
                    return Err(format!(
                        "{}, cell \"{}\", has other rules than {}: {how}; rate results of one game with the same options",
                        source.name, cell.name, first.name
                    ));
                }
                for side in &cell.strategies {
                    match sides.iter().find(|(other, _)| other.name == side.name) {
                        Some((other, place)) if !plays_alike(side, other) => {
                            return Err(format!(
                                "\"{}\" is one strategy in {} and another in {} (its file, its match equity table or its salt differs); rename one and run it again",
                                side.name, place, source.name
                            ));
                        }
                        Some(_) => {}
                        None => sides.push((side, &source.name)),
                    }
                }
                places.push(joining.place(cell, tally));
            }
            joining.found.push(source.tallies.iter().map(|tally| vec![0; tally.layout.sides]).collect());
            joining.places.push(places);
        }
        if joining.line_ups.is_empty() {
            return Err(format!("{} has no line-up of different strategies, so there is nobody to rate", first.name));
        }
        joining.check_connected()?;
        joining.group()?;
        Ok(joining)
    }

    fn entrant(&mut self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// The place of a cell, whose tally is added to that of its line-up.
    fn place(&mut self, cell: &ResolvedCell, tally: &Tally) -> Option<Place> {
        let names: Vec<&str> = cell.strategies.iter().map(|side| side.name.as_str()).collect();
        if names.iter().enumerate().any(|(at, name)| names[..at].contains(name)) {
            return None;
        }
        let entrants: Vec<usize> = names.iter().map(|name| self.entrant(name)).collect();
        let same = |line_up: &LineUp| {
            line_up.entrants.len() == entrants.len()
                && line_up.entrants.iter().all(|entrant| entrants.contains(entrant))
        };
        let line_up = match self.line_ups.iter().position(same) {
            Some(at) => {
                let known = &mut self.line_ups[at];
                let slot = |entrant: &usize| entrants.iter().position(|other| other == entrant).unwrap_or(0);
                let slots: Vec<usize> = known.entrants.iter().map(slot).collect();
                known.tally.merge(&tally.shares_only(&slots));
                known.exact_tie &= cell.self_play;
                at
            }
            None => {
                let slots: Vec<usize> = (0..entrants.len()).collect();
                let tally = tally.shares_only(&slots);
                self.line_ups.push(LineUp { entrants: entrants.clone(), tally, exact_tie: cell.self_play });
                self.line_ups.len() - 1
            }
        };
        Some(Place { line_up, entrants })
    }

    /// Ratings of entrants that no chain of line-ups joins have no common scale.
    fn check_connected(&self) -> Result<(), String> {
        let mut reached = vec![false; self.names.len()];
        let first = self.line_ups.first().and_then(|line_up| line_up.entrants.first()).copied().unwrap_or(0);
        reached[first] = true;
        let mut grown = true;
        while std::mem::take(&mut grown) {
            for line_up in &self.line_ups {
                if line_up.entrants.iter().any(|entrant| reached[*entrant]) {
                    for entrant in &line_up.entrants {
                        grown |= !std::mem::replace(&mut reached[*entrant], true);
                    }
                }
            }
        }
        let of = |wanted: bool| -> String {
            let names = self.names.iter().zip(&reached).filter(|(_, reached)| **reached == wanted);
            names.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
        };
        if reached.iter().all(|reached| *reached) {
            return Ok(());
        }
        Err(format!(
            "none of {} has met any of {}, so their ratings have no common scale; add a result in which they meet",
            of(true),
            of(false)
        ))
    }

    /// Finds the results that share their deals. What is there twice is refused.
    fn group(&mut self) -> Result<(), String> {
        let mut by_seed: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (number, source) in self.sources.iter().enumerate() {
            by_seed.entry(source.experiment.seed).or_default().push(number);
        }
        for (seed, members) in by_seed {
            self.check_twice(seed, &members)?;
            let rated = |number: usize| self.places[number].iter().flatten().count();
            let alone = |number: usize| rated(number) <= 1 || self.sources[number].experiment.tournament.is_some();
            if let [only] = members.as_slice()
                && alone(*only)
            {
                continue;
            }
            if let Some(without) = members.iter().find(|number| !self.sources[**number].has_games) {
                let source = &self.sources[*without];
                let names: Vec<&str> = members.iter().map(|number| self.sources[*number].name.as_str()).collect();
                let what = match members.as_slice() {
                    [only] => format!("the {} line-ups of {} have", rated(*only), source.name),
                    _ => format!("{} have the seed {seed}, and so", names.join(" and ")),
                };
                return Err(format!(
                    "{what} the same deals: they are joined block by block from games.csv.gz, which {} lacks; run it again with --games, or with another --seed",
                    source.name
                ));
            }
            self.shared.push(Shared { sources: members, scores: Vec::new() });
        }
        Ok(())
    }

    /// A run begins at block 0, so that the same line-up with the same seed has blocks that are there twice.
    fn check_twice(&self, seed: u64, members: &[usize]) -> Result<(), String> {
        let mut seen: BTreeMap<usize, (usize, u64)> = BTreeMap::new();
        for number in members {
            for (place, tally) in self.places[*number].iter().zip(&self.sources[*number].tallies) {
                let Some(place) = place else {
                    continue;
                };
                if let Some((other, blocks)) = seen.insert(place.line_up, (*number, tally.blocks)) {
                    let names: Vec<&str> = self.line_ups[place.line_up]
                        .entrants
                        .iter()
                        .map(|entrant| self.names[*entrant].as_str())
                        .collect();
                    return Err(format!(
                        "the blocks 0 to {} of {} with the seed {seed} are there twice: in {} and in {}; leave one out, or play one with another --seed",
                        blocks.min(tally.blocks).saturating_sub(1),
                        names.join(" vs "),
                        self.sources[other].name,
                        self.sources[*number].name
                    ));
                }
            }
        }
        Ok(())
    }

    /// The names of the entrants.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Line-ups that were left out because a strategy meets itself in them, each with its result.
    pub fn left_out(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sources.iter().zip(&self.places).flat_map(|(source, places)| {
            let cells = source.experiment.cells.iter().zip(places).filter(|(_, place)| place.is_none());
            cells.map(|(cell, _)| (source.name.as_str(), cell.name.as_str()))
        })
    }

    /// The results of which the tables of matches are needed, by number.
    #[must_use]
    pub fn needs_games(&self) -> Vec<usize> {
        self.shared.iter().flat_map(|shared| shared.sources.iter().copied()).collect()
    }

    /// Adds what a slot won in a match of a result, in units of 1/27,720.
    ///
    /// # Errors
    /// In words, if the result has no such match.
    pub fn add_score(&mut self, source: usize, cell: usize, block: u64, slot: usize, share: i64) -> Result<(), String> {
        let none = || format!("cell {cell}, block {block}, slot {slot} are not in its tallies");
        let tally = self.sources.get(source).and_then(|source| source.tallies.get(cell)).ok_or_else(none)?;
        if block >= tally.blocks {
            return Err(none());
        }
        let place = self.places[source].get(cell).ok_or_else(none)?;
        let Some(place) = place else {
            return Ok(());
        };
        let entrant = *place.entrants.get(slot).ok_or_else(none)?;
        let shared = self.shared.iter_mut().find(|shared| shared.sources.contains(&source)).ok_or_else(none)?;
        let n = self.names.len();
        let at = block as usize * n;
        if shared.scores.len() < at + n {
            shared.scores.resize(at + n, 0);
        }
        shared.scores[at + entrant] += share;
        self.found[source][cell][slot] += i128::from(share);
        Ok(())
    }

    /// The scores of a result that shares its deals with no other, from its tallies.
    fn own_scores(&self, number: usize) -> Result<(Vec<usize>, EntrantScores), String> {
        let source = &self.sources[number];
        let odd = || format!("{}: the tallies do not fit the tournament; run it again", source.name);
        let places: Vec<&Place> = self.places[number].iter().flatten().collect();
        let mut line_ups: Vec<usize> = places.iter().map(|place| place.line_up).collect();
        line_ups.sort_unstable();
        let n = self.names.len();
        if let Some(plan) = &source.experiment.tournament {
            let joint = source.tallies.first().and_then(|tally| tally.entrant_scores.as_ref()).ok_or_else(odd)?;
            let [part] = joint.parts() else {
                return Err(odd());
            };
            let entrant = |name: &String| self.names.iter().position(|other| other == name);
            let entrants: Vec<usize> = plan.strategies.iter().filter_map(entrant).collect();
            if entrants.len() != part.sums.len() {
                return Err(odd());
            }
            return Ok((line_ups, part.renumbered(&entrants, n)));
        }
        let cell = self.places[number].iter().position(Option::is_some);
        let (Some(cell), [place]) = (cell, places.as_slice()) else {
            return Err(odd());
        };
        let tally = &source.tallies[cell];
        let slots = 0..place.entrants.len();
        let index = |slot: usize| tally.layout.index(Entry::Share(slot));
        let part = EntrantScores {
            blocks: tally.blocks,
            sums: slots.clone().map(|slot| tally.sums[index(slot)]).collect(),
            products: slots
                .flat_map(|i| (0..=i).map(move |j| (i, j)))
                .map(|(i, j)| tally.product(index(i), index(j)))
                .collect(),
        };
        Ok((line_ups, part.renumbered(&place.entrants, n)))
    }

    /// Adds the blocks that were read from tables, range by range in which the same line-ups played.
    fn shared_scores(&self, shared: &Shared, parts: &mut BTreeMap<Vec<usize>, EntrantScores>) -> Result<(), String> {
        let n = self.names.len();
        let cells = || {
            shared.sources.iter().flat_map(|number| {
                self.places[*number]
                    .iter()
                    .zip(&self.sources[*number].tallies)
                    .filter_map(|(place, tally)| Some((place.as_ref()?.line_up, tally.blocks)))
            })
        };
        for number in &shared.sources {
            let source = &self.sources[*number];
            for ((place, tally), found) in self.places[*number].iter().zip(&source.tallies).zip(&self.found[*number]) {
                let expected = (0..tally.layout.sides).map(|slot| tally.sum(Entry::Share(slot)));
                if place.is_some() && !found.iter().copied().eq(expected) {
                    return Err(format!(
                        "{}/games.csv.gz does not add up to its tallies; run it again with --games",
                        source.name
                    ));
                }
            }
        }
        let mut ends: Vec<u64> = cells().map(|(_, blocks)| blocks).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut begin = 0;
        for end in ends {
            let mut key: Vec<usize> =
                cells().filter(|(_, blocks)| *blocks >= end).map(|(line_up, _)| line_up).collect();
            key.sort_unstable();
            let part = parts.entry(key).or_insert_with(|| EntrantScores::new(n));
            for block in begin..end {
                let at = block as usize * n;
                part.add(shared.scores.get(at..at + n).unwrap_or(&vec![0; n]));
            }
            begin = end;
        }
        Ok(())
    }

    /// The ratings, with anchors as for a tournament.
    ///
    /// # Errors
    /// In words, if a table of matches does not fit its result, or the ratings cannot be computed.
    pub fn finish(mut self, anchors: Vec<(usize, f64)>) -> Result<Joined, String> {
        // Blocks of the same line-ups are alike, whatever their seed.
        let mut parts: BTreeMap<Vec<usize>, EntrantScores> = BTreeMap::new();
        for number in 0..self.sources.len() {
            if self.shared.iter().all(|shared| !shared.sources.contains(&number))
                && self.places[number].iter().any(Option::is_some)
            {
                let (line_ups, scores) = self.own_scores(number)?;
                parts.entry(line_ups).or_insert_with(|| EntrantScores::new(self.names.len())).merge(&scores);
            }
        }
        for shared in &self.shared {
            self.shared_scores(shared, &mut parts)?;
        }
        let segments = Segments::of(parts.into_values().collect()).ok_or("found no blocks to rate")?;
        if let Some(first) = self.line_ups.first_mut() {
            first.tally.entrant_scores = Some(segments);
        }
        let slots: Vec<Vec<usize>> = self.line_ups.iter().map(|line_up| line_up.entrants.clone()).collect();
        let exact_ties: Vec<bool> = self.line_ups.iter().map(|line_up| line_up.exact_tie).collect();
        let tallies: Vec<Tally> = self.line_ups.into_iter().map(|line_up| line_up.tally).collect();
        let found = ranking(&tallies, &slots, &anchors, None, &exact_ties)
            .ok_or("the ratings cannot be computed: the search for them does not converge")?;
        let matches = |tally: &Tally| tally.blocks.saturating_mul(tally.matches_per_block);
        Ok(Joined {
            tournament: TournamentSummary {
                mode: Mode::Joined,
                anchors,
                challengers: Vec::new(),
                names: self.names,
                pruned: false,
                ranking: found,
            },
            game: self
                .sources
                .first()
                .and_then(|source| source.experiment.cells.first())
                .map(|cell| cell.game.clone())
                .unwrap_or_default(),
            sides: slots.first().map_or(2, Vec::len),
            line_ups: slots.len(),
            matches: tallies.iter().map(matches).fold(0, u64::saturating_add),
        })
    }
}
