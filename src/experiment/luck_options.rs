//! Luck adjustment as people ask for it: of an experiment file or of a command line.

use std::ops::Range;
use std::path::Path;

use super::cells::{Experiment, LuckInfo};
use crate::arena::luck_meter::{LuckError, model, table_for};
use crate::arena::plan::LuckPlan;
use crate::context::Context;
use crate::equity::{EquityError, REFERENCE};
use crate::games::resolve;
use crate::parameters::{Kind, Parameter, Values, read_list};
use crate::strategies::{StrategyError, StrategyPlan};
use crate::toml_reader::{Problem, TomlTable};

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckRequest {
    /// The strategy that stands in for those that search.
    pub stand_in: String,
    /// How often each deal is played out.
    pub playouts: u32,
}

impl Default for LuckRequest {
    fn default() -> Self {
        LuckRequest { stand_in: REFERENCE.to_owned(), playouts: 1 }
    }
}

/// What luck adjustment takes.
const PARAMETERS: [Parameter; 2] = [
    Parameter {
        name: "model",
        kind: Kind::Text("the name of a strategy, or the path of its file"),
        default: Some(REFERENCE),
        meaning: "the strategy that stands in for those that search",
    },
    Parameter {
        name: "playouts",
        kind: Kind::whole(1, LuckPlan::MOST_PLAYOUTS as u64),
        default: Some("1"),
        meaning: "how often each deal is played out",
    },
];

impl LuckRequest {
    fn of(values: &Values) -> LuckRequest {
        let default = LuckRequest::default();
        LuckRequest {
            stand_in: values.text("model").map_or(default.stand_in, str::to_owned),
            playouts: values.whole("playouts").unwrap_or(default.playouts),
        }
    }
}

/// Reads `--luck` or `--luck=model=NAME,playouts=N`.
///
/// # Errors
/// In words.
pub fn luck_argument(text: &str) -> Result<LuckRequest, String> {
    if text.is_empty() {
        return Ok(LuckRequest::default());
    }
    read_list(text, &PARAMETERS).map(|values| LuckRequest::of(&values)).map_err(|error| error.to_string())
}

/// What [`luck_argument`] reads.
#[must_use]
pub fn argument(wanted: &LuckRequest) -> String {
    format!("model={},playouts={}", wanted.stand_in, wanted.playouts)
}

/// `luck` of an experiment file, with its place: true, or a table.
///
/// # Errors
/// If it is something else.
pub fn luck(file: &TomlTable<'_>) -> Result<Option<(LuckRequest, Range<usize>)>, Problem> {
    let Some(place) = file.get("luck") else {
        return Ok(None);
    };
    if let toml::de::DeValue::Boolean(wanted) = place.get_ref() {
        return Ok(wanted.then(|| (LuckRequest::default(), place.span())));
    }
    if !matches!(place.get_ref(), toml::de::DeValue::Table(_)) {
        return Err(file.wrong("luck", place, "true, or { model = \"greedy\", playouts = 1 }"));
    }
    let Some(table) = file.table("luck", "\"luck\"")? else {
        return Ok(None);
    };
    Ok(Some((LuckRequest::of(&table.values(&PARAMETERS)?), table.span())))
}

/// Whether luck cannot be measured in a game because of what the game is; anything else is a mistake.
const fn is_of_the_game(error: &LuckError) -> bool {
    matches!(error, LuckError::Equity(EquityError::Sides { .. } | EquityError::Target { .. } | EquityError::NoRest))
}

impl Experiment {
    /// Has the luck of the deals measured in every cell where that can be done: two sides that do not play alike, and a table of match equity.
    ///
    /// # Errors
    /// In words, if there is no such cell, the model is no model, or the number of blocks is not fixed.
    pub fn measure_luck(&mut self, wanted: &LuckRequest, base: Option<&Path>, context: &Context) -> Result<(), String> {
        if self.stop.is_some() {
            return Err("luck adjustment is for a number of blocks that is fixed beforehand; leave out the rule that may end the run".to_owned());
        }
        let stand_in =
            StrategyPlan::resolve(&wanted.stand_in, base).map_err(|error: StrategyError| error.to_string())?;
        if stand_in.searches() {
            return Err(format!(
                "model \"{}\" searches, and would take too long; allowed: random, greedy, or a strategy file",
                wanted.stand_in
            ));
        }
        let plan = LuckPlan { stand_in, playouts: wanted.playouts };
        for (cell, info) in self.plan.cells.iter_mut().zip(&mut self.cells).filter(|(_, info)| !info.self_play) {
            let game = resolve(&cell.game, &cell.settings).map_err(|error| error.to_string())?;
            let equity = match table_for(game, &plan.stand_in, context) {
                Ok(equity) => equity,
                Err(error) if is_of_the_game(&error) => {
                    info.no_luck = Some(error.to_string());
                    continue;
                }
                Err(error) => return Err(format!("cell \"{}\": {error}", info.name)),
            };
            let names = |side: &Vec<StrategyPlan>| {
                super::lineup::side_name(&side.iter().map(|seat| model(&plan, seat).clone()).collect::<Vec<_>>())
            };
            info.luck =
                Some(LuckInfo { models: cell.lineup.iter().map(names).collect(), playouts: plan.playouts, equity });
            cell.luck = Some(plan.clone());
        }
        if self.cells.iter().all(|info| info.luck.is_none()) {
            let refused = self.cells.iter().find_map(|info| info.no_luck.clone());
            return Err(refused.unwrap_or_else(|| {
                "luck adjustment has nothing to do where all seats play the same strategy: every block is an exact tie".to_owned()
            }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_say_what_is_wanted() {
        assert_eq!(luck_argument("").unwrap(), LuckRequest::default());
        let wanted = luck_argument("model=club,playouts=8").unwrap();
        assert_eq!(wanted, LuckRequest { stand_in: "club".to_owned(), playouts: 8 });
        assert_eq!(luck_argument(&argument(&wanted)).unwrap(), wanted);
        for (text, part) in [
            ("playouts=0", "from 1 to 1000"),
            ("playouts=1001", "from 1 to 1000"),
            ("playout=3", "did you mean \"playouts\"?"),
            ("club", "KEY=VALUE"),
            ("model=club,model=expert", "twice"),
        ] {
            let error = luck_argument(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
