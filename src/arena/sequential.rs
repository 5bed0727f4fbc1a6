//! Runs that look at what they have found on the way: checkpoint after checkpoint, until a rule is satisfied or the blocks are all played.
//!
//! The blocks up to a checkpoint are played, whatever the number of threads, before anything is decided, and none beyond it. So a run that
//! stops has played exactly the blocks that it counts.

use std::ops::ControlFlow;

use super::plan::Plan;
use super::runner::{Control, Crew, Output, RunError};
use crate::stats::Tally;

/// Plays the blocks from 0 to each checkpoint in turn. `look` is called at each with all that has been counted, and says whether to go on.
///
/// # Errors
/// As for [`super::runner::run`].
pub fn run(
    plan: &Plan,
    checkpoints: impl Iterator<Item = u64>,
    mut outputs: Vec<Output<'_>>,
    control: &Control<'_>,
    mut look: impl FnMut(&mut [Tally]) -> ControlFlow<()>,
) -> Result<Vec<Tally>, RunError> {
    let mut crew = Crew::new(plan, control.threads)?;
    let mut all = crew.empty();
    let mut done = 0;
    for checkpoint in checkpoints {
        let part = crew.play(&(done..checkpoint), &mut outputs, control)?;
        all.iter_mut().zip(&part).for_each(|(own, more)| own.merge(more));
        done = done.max(checkpoint);
        if look(&mut all).is_break() {
            break;
        }
    }
    Ok(all)
}
