//! The figures of a run that was interrupted: only those that are valid whenever somebody looks.
//!
//! A confidence sequence holds at all numbers of blocks simultaneously, so also at the one where somebody lost patience. What counts are the blocks up to the
//! last look, in their order: those under way are left out, whose number could depend on how they go.

use std::fmt::Write as _;

use super::columns::{Columns, Screen};
use super::stopping::watched;
use super::terminal::{elo_text, share_text};
use super::text::{self, thousands, wrap};
use crate::experiment::Experiment;
use crate::stats::stopping::StoppingRule;
use crate::stats::win_share::win_share;
use crate::tally::Tally;

/// The most cells that are listed.
const MOST_LISTED: usize = 40;

/// What was counted until a run was interrupted, for people.
#[must_use]
pub fn text(experiment: &Experiment, tallies: &[Tally], screen: Screen) -> String {
    let width = screen.text_width();
    let played: Vec<_> = experiment.cells.iter().zip(tallies).filter(|(_, tally)| tally.blocks > 0).collect();
    if played.is_empty() {
        return wrap("", "interrupted before a whole block was played: there are no figures yet", width, 0);
    }
    let named = experiment.cells.len() > 1;
    let elo = played.iter().any(|(info, _)| info.sides.len() == 2);
    let tested = experiment.stop.is_some_and(|rule| matches!(rule, StoppingRule::Sprt(_)));
    let shown =
        [(named, "cell"), (true, "strategy"), (true, "blocks"), (true, "win share, %"), (elo, "Elo"), (tested, "LLR")];
    let chosen =
        |row: [String; 6]| row.into_iter().zip(shown).filter(|(_, (on, _))| *on).map(|(text, _)| text).collect();
    let mut table = Columns::new(chosen(shown.map(|(_, heading)| heading.to_owned())));
    for (info, tally) in played.iter().take(MOST_LISTED) {
        // Of two sides the second is the mirror image of the first.
        let slots = if info.sides.len() == 2 { 1 } else { info.sides.len() };
        let llr = info.stop.and_then(|rule| rule.ending(tally, info.self_play).look).and_then(|look| look.llr);
        for (slot, side) in info.sides.iter().enumerate().take(slots) {
            let found = win_share(tally, slot, watched(info), info.played_per_block);
            table.row(chosen([
                info.name.clone(),
                side.name.clone(),
                thousands(tally.blocks),
                share_text(&found),
                if info.sides.len() == 2 { elo_text(&found) } else { String::new() },
                llr.filter(|_| slot == 0).map_or_else(String::new, |llr| format!("{llr:.2}")),
            ]));
        }
    }
    let most = text::blocks(experiment.blocks);
    let mut out = wrap("", &format!("interrupted; the figures so far, of at most {most}:"), width, 0);
    out.push_str(&table.draw(screen));
    if played.len() > MOST_LISTED {
        let _ = writeln!(out, "and {}", text::count((played.len() - MOST_LISTED) as u64, "more cell", "more cells"));
    }
    let note = "± and (…) are 95 % confidence sequences, valid at any stopping time, for each line separately.";
    out.push_str(&wrap("", note, width, 0));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::game::WIN_UNITS;

    fn experiment(strategies: &[&str], players: &str) -> Experiment {
        let strategies: Vec<String> = strategies.iter().map(|name| (*name).to_owned()).collect();
        let settings = vec![("players".to_owned(), crate::games::options::OptionValue::parse(players))];
        Experiment::single("fives-and-threes", settings, &strategies, None, 1000, 61, &Context::default()).unwrap()
    }

    #[test]
    fn the_interval_is_the_one_for_any_stopping_time() {
        let pair = experiment(&["greedy", "random"], "2");
        let mut tally = Tally::new(2, 2, None);
        tally.blocks = 100;
        for (halves, count) in [(0, 5), (1, 20), (2, 40), (3, 25), (4, 10)] {
            tally.classes[0].insert(halves * i64::from(WIN_UNITS / 2), count);
            tally.sums[0] += i128::from(halves * i64::from(WIN_UNITS / 2)) * i128::from(count);
        }
        let found = text(&pair, &[tally.clone()], Screen::default());
        let expected = crate::stats::confidence_sequence::ConfidenceSequence::WATCHED.interval(&[
            (0.0, 5.0),
            (0.25, 20.0),
            (0.5, 40.0),
            (0.75, 25.0),
            (1.0, 10.0),
        ]);
        let spread = text::spread(0.5375, Some(expected), 2, 100.0);
        assert!(
            found.contains(&spread) && found.contains("greedy") && found.contains("of at most 1,000 blocks"),
            "{found}"
        );
        assert!(
            found.contains("valid at any stopping time") && !found.contains("LLR") && !found.contains("cell"),
            "{found}"
        );
        let three = experiment(&["greedy", "random", "random"], "3");
        let mut tally = Tally::new(3, 6, None);
        tally.blocks = 1;
        for classes in &mut tally.classes {
            classes.insert(2 * i64::from(WIN_UNITS), 1);
        }
        let found = text(&three, &[tally], Screen::default());
        assert!(found.matches("random").count() == 2 && !found.contains("Elo"), "{found}");
    }

    #[test]
    fn without_a_whole_block_there_are_no_figures() {
        let pair = experiment(&["greedy", "random"], "2");
        for tallies in [Vec::new(), vec![Tally::new(2, 2, None)]] {
            assert!(text(&pair, &tallies, Screen::default()).contains("before a whole block was played"));
        }
    }
}
