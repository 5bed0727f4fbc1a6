//! Ctrl-C: the first one asks the run to stop, the second one ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::context::Context;

/// The context of a verb without options for running, which Ctrl-C stops.
#[must_use]
pub fn context() -> Context {
    Context::default().with_stop(flag()).with_notice(super::console::note)
}

/// A flag that Ctrl-C or a termination signal sets.
#[must_use]
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    // Without a handler Ctrl-C still ends the program, only less tidily.
    let _ = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}
