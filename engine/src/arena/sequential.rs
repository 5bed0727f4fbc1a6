//! Runs that look at what they have found on the way: checkpoint after checkpoint, until a rule is satisfied or the blocks are all played.
//!
//! The blocks up to a checkpoint are played, whatever the number of threads, before anything is decided, and none beyond it. So a run that
//! stops has played exactly the blocks that it counts, and so has a cell that drops out while the others go on.

use super::plan::Plan;
use super::runner::{Control, Crew, Output, RunError};
use crate::tally::Tally;

/// What happens after a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// All that still play go on.
    On,
    /// These cells, by number, play no more. The others do.
    Without(Vec<usize>),
    /// Nobody plays any more.
    Stop,
}

/// Plays the blocks from 0 to each checkpoint in turn. `look` is called at each with all that has been counted, and says who goes on.
///
/// Where cells drop out of a tournament, a new segment of the entrants' scores begins.
///
/// What has been counted up to the last checkpoint is in `all`, also where the run ends early.
///
/// # Errors
/// As for [`super::runner::run`].
pub fn run(
    plan: &Plan,
    checkpoints: impl Iterator<Item = u64>,
    mut outputs: Vec<Output<'_>>,
    control: &Control<'_>,
    all: &mut Vec<Tally>,
    mut look: impl FnMut(&mut [Tally]) -> Next,
) -> Result<(), RunError> {
    let mut crew = Crew::new(plan, control.context)?;
    *all = crew.empty();
    let mut done = 0;
    let mut fewer = false;
    for checkpoint in checkpoints {
        let part = crew.play(&(done..checkpoint), &mut outputs, control)?;
        if let Some(scores) = all.first_mut().and_then(|first| first.entrant_scores.as_mut()).filter(|_| fewer) {
            scores.begin();
        }
        all.iter_mut().zip(&part).for_each(|(own, more)| own.merge(more));
        done = done.max(checkpoint);
        let next = look(all);
        fewer = matches!(next, Next::Without(_));
        match next {
            Next::On => {}
            Next::Without(cells) => crew.leave_out(&cells),
            Next::Stop => break,
        }
    }
    Ok(())
}
