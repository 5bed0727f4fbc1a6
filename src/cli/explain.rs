//! `explain`: why a strategy chooses what it chooses in a position.

use clap::{Args, ValueHint};
use serde_json::{Value, json};

use super::completion_values;
use super::options::{GameArgs, strategy_names};
use super::position::PositionArgs;
use super::replay::{SeedArgs, SeededMatch};
use super::{Failure, console, interrupt};
use crate::analysis::wording;
use crate::experiment::DEFAULT_SEED;
use crate::features::TieDoc;
use crate::positions::{Explained, Reasons, explain};
use crate::report::columns::{Columns, Screen};
use crate::report::terminal::option_lines;
use crate::report::text::wrap;
use crate::strategies::StrategyPlan;
use crate::strategies::tactics::{Explanation, Part, RuleFile};

/// Show the legal moves of a position and why a strategy chooses among them as it does
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ExplainArgs {
    /// The strategy
    #[arg(value_name = "STRATEGY", add = completion_values::strategies(), value_hint = ValueHint::AnyPath, value_parser = strategy_names(), hide_possible_values = true)]
    strategy: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Take the position from a match played from its seed, as in `replay`: an experiment file, or a strategy for each side
    #[arg(long, value_name = "EXPERIMENT.toml | STRATEGY", add = completion_values::experiments_and_strategies(), num_args = 1.., value_hint = ValueHint::AnyPath, value_parser = strategy_names(), hide_possible_values = true)]
    replay: Vec<String>,
    #[command(flatten)]
    seed: SeedArgs,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
For a strategy file there is a table of rules by moves. A cell is the value of the rule's feature, then what it adds: weight × value. The \
largest total is played. For other strategies the figures that the choice rested on are shown, if there are any.

A strategy that draws random numbers draws those of the match's beginning, from --seed or the record's seed; during the match it may \
have drawn others.

Matches and rounds are numbered from 0, as in records, moves from 1.

Examples:
  sixtyone explain expert --hands \"6-5 4-4 3-0/5-5 2-1 6-6\"
  sixtyone explain club --replay club greedy --block 3 --match 1 --round 1 --move 3
  sixtyone explain expert --record matches.jsonl --match 2 --round 1 --move 4
  sixtyone explain pimc:worlds=20 --record matches.jsonl --match 2 --round 1 --move 4 --json
  sixtyone explain cards-sharp --game all-fives --hands \"8C KS 5H/5S AS 2H : 9S\"";

/// A number for people: at most three decimals.
fn short(number: f64) -> String {
    if number.is_nan() {
        return "–".to_owned();
    }
    wording::number(number, 3).trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn feature_of(file: &RuleFile, rule: usize) -> &'static str {
    file.vocabulary.features[file.rules[rule].feature].name
}

fn tie_of(file: &RuleFile) -> (&'static str, &'static str) {
    let found: Option<&TieDoc> = file.vocabulary.ties.iter().find(|tie| tie.tie == file.ties);
    found.map_or(("", ""), |tie| (tie.name, tie.meaning))
}

/// A decision to be shown.
struct Shown(Explained);

impl Shown {
    fn mark(&self, at: usize) -> String {
        format!("{}{}", self.0.moves[at], if self.0.chosen.contains(&at) { " *" } else { "" })
    }

    /// Rules down, moves across.
    fn rules_table(&self, file: &RuleFile, found: &Explanation<String>, screen: Screen) -> String {
        let adds = |rule: &usize| found.parts[*rule].iter().flatten().any(|part| part.worth != 0.0);
        let (shown, silent): (Vec<usize>, Vec<usize>) = (0..file.rules.len()).partition(adds);
        let moves = 0..self.0.moves.len();
        let mut table =
            Columns::new(std::iter::once("rule".to_owned()).chain(moves.clone().map(|at| self.mark(at))).collect());
        for &rule in &shown {
            let weight = short(file.rules[rule].weight);
            let head = format!("{} {} × {weight}", rule + 1, feature_of(file, rule));
            let cell = |part: &Option<Part>| {
                part.map_or_else(|| "·".to_owned(), |part| format!("{} → {}", short(part.value), short(part.worth)))
            };
            table.row(std::iter::once(head).chain(found.parts[rule].iter().map(cell)).collect());
        }
        let totals = found.totals.iter().map(|total| short(*total));
        table.row(std::iter::once("total".to_owned()).chain(totals).collect());
        let mut out = table.draw(screen);
        out.push_str("\n* is chosen; · the rule's conditions do not hold\n\n");
        let width = screen.text_width();
        for rule in shown {
            let line = file.lines.get(rule).map_or("", String::as_str);
            out.push_str(&wrap(&format!("rule {}: ", rule + 1), line, width, 4));
        }
        if !silent.is_empty() {
            let list: Vec<String> =
                silent.iter().map(|&rule| format!("{} {}", rule + 1, feature_of(file, rule))).collect();
            out.push_str(&wrap("rules that add nothing here: ", &list.join(", "), width, 4));
        }
        out
    }

    /// What is chosen and how, in a sentence.
    fn verdict(&self, strategy: &str) -> String {
        let list = |places: &[usize]| places.iter().map(|at| self.0.moves[*at].as_str()).collect::<Vec<_>>().join(", ");
        let likely = format!("one of {}, all equally likely", list(&self.0.chosen));
        let chosen = if self.0.chosen.len() == 1 { list(&self.0.chosen) } else { likely };
        if self.0.moves.len() == 1 {
            return format!("{strategy} plays {chosen}: its only legal move");
        }
        match &self.0.reasons {
            Reasons::Figures(_) => format!("{strategy} plays {chosen}"),
            Reasons::Rules { parts, .. } if parts.best.len() == 1 => {
                format!("{strategy} plays {chosen}: the largest total, {}", short(parts.totals[parts.best[0]]))
            }
            Reasons::Rules { rules, parts } => {
                let (name, meaning) = tie_of(&rules.0);
                let total = parts.best.first().map_or(0.0, |at| parts.totals[*at]);
                format!(
                    "{strategy} plays {chosen}: {} have the largest total, {}; ties = \"{name}\": {meaning}",
                    list(&parts.best),
                    short(total)
                )
            }
        }
    }

    fn text(&self, strategy: &str, screen: Screen) -> String {
        let verdict = wrap("", &self.verdict(strategy), screen.text_width(), 4);
        let table = match &self.0.reasons {
            Reasons::Rules { rules, parts } => self.rules_table(&rules.0, parts, screen),
            Reasons::Figures(figures) => {
                let mut table = Columns::new(
                    std::iter::once("move")
                        .chain(figures.iter().map(|figure| figure.name))
                        .map(str::to_owned)
                        .collect(),
                );
                for at in 0..self.0.moves.len() {
                    let figures = figures.iter().map(|figure| short(figure.values[at]));
                    table.row(std::iter::once(self.mark(at)).chain(figures).collect());
                }
                table.draw(screen)
            }
        };
        format!("{}\nseat {} is to move\n\n{table}\n{verdict}", self.0.drawing.trim_end(), self.0.seat)
    }

    fn json(&self) -> Value {
        let names = |places: &[usize]| places.iter().map(|at| self.0.moves[*at].as_str()).collect::<Vec<_>>();
        let mut document = json!({
            "version": crate::VERSION,
            "hands": self.0.position.hands,
            "opener": self.0.position.opener,
            "to_move": self.0.position.to_move,
            "position": self.0.position.place,
            "legal_moves": self.0.moves,
            "chosen": names(&self.0.chosen),
        });
        match &self.0.reasons {
            Reasons::Rules { rules, parts } => {
                let file = &rules.0;
                let (tie, meaning) = tie_of(file);
                document["ties"] = json!({ "name": tie, "meaning": meaning, "moves": names(&parts.best) });
                document["rules"] = (0..file.rules.len())
                    .map(|rule| {
                        json!({
                            "rule": rule + 1, "feature": feature_of(file, rule), "weight": file.rules[rule].weight,
                            "text": file.lines.get(rule),
                        })
                    })
                    .collect();
                let moves = self.0.moves.iter().enumerate().map(|(at, mv)| {
                    let rules = parts.parts.iter().enumerate().filter_map(|(rule, parts)| {
                        parts[at].map(|part| json!({ "rule": rule + 1, "value": part.value, "worth": part.worth }))
                    });
                    json!({ "move": mv, "total": parts.totals[at], "rules": rules.collect::<Vec<_>>() })
                });
                document["moves"] = moves.collect();
            }
            Reasons::Figures(figures) => {
                document["figures"] =
                    figures.iter().map(|figure| json!({ "name": figure.name, "values": figure.values })).collect();
            }
        }
        document
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let context = interrupt::context();
    let plan = StrategyPlan::resolve(&args.strategy, None).map_err(Failure::input)?;
    let (game, source) = if args.replay.is_empty() {
        args.seed.refuse_cell()?;
        if args.position.hands.is_none() && args.position.recorded.record.is_none() {
            return Err(Failure::input(
                "a position is missing; give --hands \"HANDS\", or --record FILE or --replay STRATEGY… with --match, --round and --move",
            ));
        }
        args.position.source(&args.game)?
    } else {
        if args.position.hands.is_some() || args.position.recorded.record.is_some() {
            return Err(Failure::input("found --replay with --hands or --record; give one of the three"));
        }
        let place = &args.position.recorded;
        let line =
            SeededMatch::find(&args.replay, &args.seed, place.number.unwrap_or(0), &args.game, &context)?.line()?;
        (line.game().map_err(Failure::input)?, place.position_in(line))
    };
    let options = game.to_json();
    let seed = args.seed.seed.unwrap_or(DEFAULT_SEED);
    let explained = explain(game, &source, &plan, seed, &context);
    let shown = Shown(explained.map_err(|error| Failure::of(&context, error))?);
    if args.json {
        let mut document = shown.json();
        document["game"] = options.into();
        document["strategy"] = plan.label.into();
        return console::print_json(&document);
    }
    let screen = Screen::here();
    console::print(&format!("{}\n{}", option_lines(&options, screen), shown.text(&plan.label, screen)))
}
