//! How far a long task is, on standard error: a bar on a terminal, or now and then a plain line, for logs.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "progress reaches standard error alone")]
use std::time::Instant;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::console;
use crate::report::text::thousands;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressForm {
    /// A line now and then, for logs
    Plain,
    /// A bar, where standard error is a terminal
    Bar,
    /// Nothing
    None,
}

impl ProgressForm {
    /// What was chosen, else what suits: nothing if `quiet`, a bar on a terminal, lines elsewhere.
    fn of(chosen: Option<ProgressForm>, quiet: bool, terminal: bool) -> ProgressForm {
        match chosen {
            Some(form) => form,
            None if quiet => ProgressForm::None,
            None if terminal => ProgressForm::Bar,
            None => ProgressForm::Plain,
        }
    }
}

/// What a task consists of.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What is counted.
    pub things: &'static str,
    /// How much of it there is.
    pub total: u64,
    /// Whether that may change.
    pub estimated: bool,
    /// What plain lines count instead, if that is something else, and how many of `things` make one.
    pub groups: Option<(&'static str, u64)>,
}

/// How much time passes between plain lines: at first ten seconds, then a tenth of what has passed, at most ten minutes.
#[derive(Debug)]
struct Schedule {
    next: Duration,
}

impl Schedule {
    const FIRST: Duration = Duration::from_secs(10);
    const LONGEST: Duration = Duration::from_secs(600);

    /// Whether a line is due after so much time; then the next one is not for a while.
    fn is_due(&mut self, elapsed: Duration) -> bool {
        let due = elapsed >= self.next;
        if due {
            self.next = elapsed + (elapsed / 10).clamp(Schedule::FIRST, Schedule::LONGEST);
        }
        due
    }
}

/// A duration as hours, minutes and seconds: `0:02:05`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A plain line, without its end: what has passed, what is done, how fast, what is left, and how things stand.
fn line(work: &Work, done: u64, elapsed: Duration, standing: &str) -> String {
    let (shown, per) = work.groups.unwrap_or((work.things, 1));
    let about = if work.estimated { "about " } else { "" };
    let part = done as f64 / work.total.max(1) as f64;
    let mut out = format!(
        "{}  {} of {about}{} {shown} ({:.0} %)",
        clock(elapsed),
        thousands(done / per.max(1)),
        thousands(work.total / per.max(1)),
        (100.0 * part).floor().min(100.0)
    );
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let digits = usize::from(rate < 10.0);
    let rate = if digits > 0 { format!("{rate:.1}") } else { thousands(rate as u64) };
    out.push_str(&format!(", {rate} {}/s", work.things));
    if done > 0 && done < work.total {
        let left = elapsed.as_secs_f64() * (1.0 / part - 1.0);
        // Nobody waits for a thousand years.
        out.push_str(&format!(", about {} left", clock(Duration::from_secs_f64(left.min(3e10)))));
    }
    if !standing.is_empty() {
        out.push_str(&format!("; {standing}"));
    }
    out
}

/// The lines of a log.
#[expect(clippy::disallowed_types, reason = "progress reaches standard error alone")]
struct Log {
    work: Work,
    done: u64,
    standing: String,
    /// When the standing was last said.
    refreshed: Option<Duration>,
    begun: Instant,
    schedule: Schedule,
}

/// How often the standing of a run is computed for a log, at most.
const REFRESH: Duration = Duration::from_secs(2);

/// Shows how far a task is.
pub struct Progress {
    bar: ProgressBar,
    log: Option<Mutex<Log>>,
}

impl Progress {
    /// Begins to show a task in the chosen form, or in the one that suits.
    #[must_use]
    #[expect(clippy::disallowed_types, reason = "progress reaches standard error alone")]
    pub fn new(work: Work, chosen: Option<ProgressForm>, quiet: bool) -> Progress {
        let form = ProgressForm::of(chosen, quiet, stderr().is_terminal());
        let bar = ProgressBar::new(work.total);
        let drawn = form == ProgressForm::Bar;
        bar.set_draw_target(if drawn { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() });
        let template =
            format!("{{wide_bar}} {{human_pos}}/{{human_len}} {}  {{rate}}  {{eta}} left\n{{wide_msg}}", work.things);
        if let Ok(style) = ProgressStyle::with_template(&template) {
            let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{}/s", thousands(state.per_sec() as u64));
            };
            bar.set_style(style.with_key("rate", rate));
        }
        let log = || Log {
            work,
            done: 0,
            standing: String::new(),
            refreshed: None,
            begun: Instant::now(),
            schedule: Schedule { next: Schedule::FIRST },
        };
        Progress { bar, log: (form == ProgressForm::Plain).then(|| Mutex::new(log())) }
    }

    fn log(&self) -> Option<MutexGuard<'_, Log>> {
        self.log.as_ref().map(|log| log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether anything is shown.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.log.is_some() || !self.bar.is_hidden()
    }

    /// So much more is done.
    pub fn add(&self, more: u64) {
        self.bar.inc(more);
        if let Some(mut log) = self.log() {
            log.done = log.done.saturating_add(more);
            let elapsed = log.begun.elapsed();
            if log.schedule.is_due(elapsed) {
                console::note(&line(&log.work, log.done, elapsed, &log.standing));
            }
        }
    }

    /// How much there is to do as far as can be said now, and how things stand, in words; they are asked for only if they may be shown.
    pub fn stands(&self, total: u64, words: impl FnOnce() -> String) {
        self.bar.set_length(total);
        match self.log() {
            None if self.bar.is_hidden() => {}
            None => self.bar.set_message(words()),
            Some(mut log) => {
                let elapsed = log.begun.elapsed();
                if log.refreshed.is_none_or(|last| elapsed >= last + REFRESH) {
                    // Both together, so that a line does not contradict itself.
                    log.work.total = total;
                    log.standing = words();
                    log.refreshed = Some(elapsed);
                }
            }
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_form_follows_from_where_it_goes() {
        use ProgressForm::{Bar, None as Nothing, Plain};
        assert_eq!(
            [(false, true), (false, false), (true, true), (true, false)]
                .map(|(quiet, terminal)| ProgressForm::of(None, quiet, terminal)),
            [Bar, Plain, Nothing, Nothing]
        );
        for form in [Bar, Plain, Nothing] {
            assert_eq!(ProgressForm::of(Some(form), true, false), form, "what is asked for is done");
        }
    }

    #[test]
    fn a_line_says_how_far_it_is_without_control_characters() {
        let work = Work { things: "matches", total: 40_000, estimated: false, groups: Some(("blocks", 2)) };
        let standing = "4,000 blocks, expert 75.10 ±0.85 %";
        let found = line(&work, 10_000, 10 * SECOND, standing);
        assert_eq!(
            found,
            "0:00:10  5,000 of 20,000 blocks (25 %), 1,000 matches/s, about 0:00:30 left; 4,000 blocks, expert 75.10 ±0.85 %"
        );
        assert!(!found.contains(char::is_control));
        let work = Work { things: "standings", total: 3, estimated: true, groups: None };
        assert_eq!(line(&work, 0, 3700 * SECOND, ""), "1:01:40  0 of about 3 standings (0 %), 0.0 standings/s");
        assert_eq!(line(&work, 3, 10 * SECOND, ""), "0:00:10  3 of about 3 standings (100 %), 0.3 standings/s");
        assert_eq!(line(&work, 4, SECOND, ""), "0:00:01  4 of about 3 standings (100 %), 4.0 standings/s");
        let endless = Work { things: "matches", total: u64::MAX, estimated: false, groups: None };
        assert!(line(&endless, 1, 1_000_000 * SECOND, "").contains(" left"));
    }

    #[test]
    fn lines_become_rarer() {
        let mut schedule = Schedule { next: Schedule::FIRST };
        let lines: Vec<u64> = (0..=40_000).filter(|second| schedule.is_due(Duration::from_secs(*second))).collect();
        assert_eq!(lines[..4], [10, 20, 30, 40]);
        let waits: Vec<u64> = lines.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(waits.windows(2).all(|pair| pair[0] <= pair[1]) && waits.last() == Some(&600), "{waits:?}");
        assert!(lines.len() < 120, "{}", lines.len());
    }
}
