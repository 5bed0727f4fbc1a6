//! What a session has beside what it plays: threads, a way to stop it, somebody to tell, and tables of match equity.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::equity::{BuildControl, DEFAULT_ROUNDS, Equity, EquityError, Recipe, Reference, Tables, cache_folder};
use crate::game::Notation;

/// What a session has beside what it plays. Results do not depend on it.
pub struct Context {
    threads: usize,
    stop: Arc<AtomicBool>,
    notice: Box<dyn Fn(&str) + Send + Sync>,
    tables: Tables,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("threads", &self.threads).field("tables", &self.tables).finish_non_exhaustive()
    }
}

impl Default for Context {
    /// All processors, nobody to tell, nobody who stops it, and tables kept in [`cache_folder`].
    fn default() -> Self {
        Context {
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            stop: Arc::default(),
            notice: Box::new(|_| {}),
            tables: Tables::new(cache_folder()),
        }
    }
}

impl Context {
    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Context {
        Context { threads: threads.max(1), ..self }
    }

    /// The same that stops what is under way once a flag is set.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Context {
        Context { stop, ..self }
    }

    /// The same that tells in words what takes time and what was found wrong.
    #[must_use]
    pub fn with_notice(self, notice: impl Fn(&str) + Send + Sync + 'static) -> Context {
        Context { notice: Box::new(notice), ..self }
    }

    /// The same with tables of match equity kept in a folder for later, or nowhere.
    #[must_use]
    pub fn with_cache(self, folder: Option<PathBuf>) -> Context {
        Context { tables: Tables::new(folder), ..self }
    }

    /// Threads to use.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Whether what is under way is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The table of match equity of a game for a search: made from `greedy`, once in a context.
    ///
    /// # Errors
    /// If there is none for this game, or the building is stopped.
    pub fn equity<G: Notation>(&self, game: &G) -> Result<Arc<Equity>, EquityError> {
        let recipe = Recipe::new(game, Reference::greedy(), DEFAULT_ROUNDS)?;
        self.equity_by(&recipe, &|_| {})
    }

    /// The table of a recipe; `progress` is told how many standings more are done, from any thread.
    ///
    /// # Errors
    /// As for [`Recipe::build`].
    pub fn equity_by<G: Notation>(
        &self,
        recipe: &Recipe<'_, G>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Arc<Equity>, EquityError> {
        let control = BuildControl { threads: self.threads, stop: &self.stop, notice: &*self.notice, progress };
        self.tables.get(recipe, &control)
    }
}
