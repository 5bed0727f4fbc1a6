//! The parallel runner: ranges of blocks across all cells, taken by whichever thread is free.
//!
//! Everything that is accumulated is an exact integer and merging is addition, so neither the number of threads nor the order
//! in which units finish can change a result. What is written match by match passes through an ordered queue.
//!
//! A [`Crew`] plays range after range with the same prepared cells, for runs that look at what they have found on the way. Between two ranges cells may
//! drop out.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::cell::{CellError, CellPlayer, MatchFault, Played, Sink, prepare};
use super::plan::{Entrants, Plan};
use crate::context::Context;
use crate::streams::Streams;
use crate::tally::entrant_scores::Segments;
use crate::tally::luck::Luck;
use crate::tally::{Accumulator, Entry, Tally};

/// Turns a match into bytes of a file, one call per match, in block order within a unit.
pub trait Format: Sync {
    /// Whether the rounds are wanted as JSON.
    fn wants_rounds(&self) -> bool;
    /// Appends what is to be written for a match of a cell.
    fn append(&self, cell: usize, played: &Played<'_>, out: &mut Vec<u8>);
}

/// One output that is written match by match.
pub struct Output<'a> {
    /// How a match is written.
    pub format: &'a dyn Format,
    /// Where the bytes go, in order of units, cells, blocks and matches.
    pub writer: &'a mut (dyn Write + Send),
}

/// What a run reports and obeys while it is under way.
pub struct Control<'a> {
    /// How many threads to use, whether to stop, and where tables of match equity are.
    pub context: &'a Context,
    /// Called with the number of matches played (identical seatings once), from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A cell cannot be played.
    #[error("cell \"{cell}\": {error}")]
    Cell {
        /// Its name.
        cell: String,
        /// Why.
        error: Box<CellError>,
    },
    /// A strategy failed.
    #[error("cell \"{cell}\": {fault}")]
    Strategy {
        /// The cell's name.
        cell: String,
        /// Who failed, where and why.
        fault: MatchFault,
    },
    /// An output could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}; try fewer")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

impl RunError {
    /// The error of a cell that cannot be prepared.
    #[must_use]
    pub fn of_cell(name: &str, error: CellError) -> RunError {
        if error.is_interruption() {
            return RunError::Interrupted;
        }
        RunError::Cell { cell: name.to_owned(), error: Box::new(error) }
    }
}

/// How many matches a unit of work is at most, over all cells: enough to make its bookkeeping cheap, few enough for live progress.
const MATCHES_PER_UNIT: u64 = 2048;

/// How many units a range is cut into at least, so that the threads finish together even where a match takes seconds.
const UNITS_PER_RANGE: u64 = 64;

/// The same where every match is written in full: units wait for each other in memory.
const RECORDS_PER_UNIT: u64 = 128;

/// Prepares every cell, and so finds what is wrong with a plan before anything runs.
///
/// # Errors
/// If a cell cannot be played, or the making of a table that it needs is stopped.
pub fn prepare_all(plan: &Plan, context: &Context) -> Result<Vec<Box<dyn CellPlayer>>, RunError> {
    let streams = Streams::new(plan.seed);
    plan.cells
        .iter()
        .map(|cell| prepare(cell, streams, context).map_err(|error| RunError::of_cell(&cell.name, error)))
        .collect()
}

/// Plays a range of blocks in every cell of a plan.
///
/// # Errors
/// If a cell cannot be played, a strategy fails, an output cannot be written, or the run is stopped.
pub fn run(
    plan: &Plan,
    blocks: Range<u64>,
    mut outputs: Vec<Output<'_>>,
    control: &Control<'_>,
) -> Result<Vec<Tally>, RunError> {
    Crew::new(plan, control.context)?.play(&blocks, &mut outputs, control)
}

/// The cells of a plan, prepared for every thread.
pub struct Crew<'p> {
    plan: &'p Plan,
    pool: rayon::ThreadPool,
    workers: Vec<Mutex<Option<Worker>>>,
    empty: Vec<Tally>,
    /// The cells that still play, in order.
    playing: Vec<usize>,
    /// Matches of a block that each cell really plays.
    played_per_block: Vec<u64>,
}

impl<'p> Crew<'p> {
    /// Prepares every cell, and so finds what is wrong with a plan before anything runs.
    ///
    /// # Errors
    /// If a cell cannot be played, or the threads cannot be started.
    pub fn new(plan: &'p Plan, context: &Context) -> Result<Crew<'p>, RunError> {
        let first = prepare_all(plan, context)?;
        let sides: Vec<usize> = first.iter().map(|cell| cell.layout().sides).collect();
        let mut empty = Vec::with_capacity(first.len());
        for (cell, ready) in plan.cells.iter().zip(&first) {
            let baseline = cell.baseline.map(|index| sides[index]);
            let mut tally = Tally::new(ready.layout().sides, ready.matches_per_block(), baseline);
            tally.luck = ready.luck_unit().map(Luck::new);
            empty.push(tally);
        }
        if let (Some(entrants), Some(tally)) = (&plan.entrants, empty.first_mut()) {
            tally.entrant_scores = Some(Segments::new(entrants.count));
        }
        let played_per_block = first.iter().map(|cell| cell.played_per_block()).collect();
        let playing = (0..first.len()).collect();
        let threads = context.threads();
        let mut workers: Vec<Mutex<Option<Worker>>> = (1..threads).map(|_| Mutex::new(None)).collect();
        workers.push(Mutex::new(Some(Worker::new(first, &empty))));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Crew { plan, pool, workers, empty, playing, played_per_block })
    }

    /// Tallies of nothing, one for each cell.
    #[must_use]
    pub fn empty(&self) -> Vec<Tally> {
        self.empty.clone()
    }

    /// Lets cells play no more; their tallies are empty from now on. No cell that goes on may be paired with one of them as its baseline.
    pub fn leave_out(&mut self, cells: &[usize]) {
        self.playing.retain(|cell| !cells.contains(cell));
    }

    /// Matches of a block that are really played, over all cells that still play.
    #[must_use]
    pub fn played_per_block(&self) -> u64 {
        self.playing.iter().map(|cell| self.played_per_block[*cell]).sum()
    }

    /// Plays a range of blocks in every cell that still plays; the tallies are those of this range.
    ///
    /// # Errors
    /// If a strategy fails, an output cannot be written, or the run is stopped. Then nothing of the range is kept.
    pub fn play(
        &mut self,
        blocks: &Range<u64>,
        outputs: &mut [Output<'_>],
        control: &Control<'_>,
    ) -> Result<Vec<Tally>, RunError> {
        let whole = outputs.iter().any(|output| output.format.wants_rounds());
        let aim = if whole { RECORDS_PER_UNIT } else { MATCHES_PER_UNIT };
        let share = blocks.end.saturating_sub(blocks.start) / UNITS_PER_RANGE;
        let unit = (aim / self.played_per_block().max(1)).min(share).max(1);
        let formats: Vec<&dyn Format> = outputs.iter().map(|output| output.format).collect();
        let mut writers: Vec<&mut (dyn Write + Send)> = Vec::with_capacity(outputs.len());
        for output in outputs {
            writers.push(&mut *output.writer);
        }
        let queue = Queue::new(writers);
        let (plan, empty, playing) = (self.plan, &self.empty, self.playing.as_slice());
        let next = AtomicU64::new(0);
        let shared = Shared { plan, playing, blocks, unit, formats: &formats, queue: &queue, control, next };
        let workers = &self.workers;
        let parts = self.pool.broadcast(|context| {
            let mut place = workers[context.index()].lock().unwrap_or_else(PoisonError::into_inner);
            let worker = match &mut *place {
                Some(worker) => worker,
                none => none.insert(Worker::new(prepare_all(plan, control.context)?, empty)),
            };
            worker.play(&shared, empty)
        });
        let mut whole = self.empty.clone();
        let mut failed = None;
        for part in parts {
            match part {
                Ok(tallies) => whole.iter_mut().zip(&tallies).for_each(|(own, more)| own.merge(more)),
                Err(error) => failed = Some(error),
            }
        }
        queue.finish()?;
        match failed {
            Some(error) => Err(error),
            None if control.context.is_stopped() => Err(RunError::Interrupted),
            None => Ok(whole),
        }
    }
}

struct Shared<'a, 'q> {
    plan: &'a Plan,
    playing: &'a [usize],
    blocks: &'a Range<u64>,
    unit: u64,
    formats: &'a [&'a dyn Format],
    queue: &'a Queue<'q>,
    control: &'a Control<'a>,
    next: AtomicU64,
}

impl Shared<'_, '_> {
    fn stopped(&self) -> bool {
        self.control.context.is_stopped() || self.queue.failed.load(Ordering::Relaxed)
    }
}

/// What one thread keeps from range to range.
struct Worker {
    cells: Vec<Box<dyn CellPlayer>>,
    accumulators: Vec<Accumulator>,
    /// The block under way, a vector for each cell.
    totals: Vec<Vec<i64>>,
    /// The entrants' scores in it.
    scores: Vec<i64>,
}

impl Worker {
    fn new(cells: Vec<Box<dyn CellPlayer>>, empty: &[Tally]) -> Worker {
        Worker {
            cells,
            accumulators: empty.iter().map(Accumulator::new).collect(),
            totals: empty.iter().map(|tally| vec![0; tally.layout.len()]).collect(),
            scores: Vec::new(),
        }
    }

    /// Sums up the block under way for each entrant of a tournament, over the cells that still play; the first cell's tally keeps it.
    fn add_scores(&mut self, entrants: &Entrants, playing: &[usize], tallies: &mut [Tally]) {
        let Some((first, joint)) =
            tallies.first_mut().and_then(|first| Some((first.layout, first.entrant_scores.as_mut()?)))
        else {
            return;
        };
        self.scores.clear();
        self.scores.resize(entrants.count, 0);
        for cell in playing {
            for (slot, entrant) in entrants.slots[*cell].iter().enumerate() {
                self.scores[*entrant] += self.totals[*cell][first.index(Entry::Share(slot))];
            }
        }
        joint.add(&self.scores);
    }

    /// Takes units until none is left.
    ///
    /// # Errors
    /// If a strategy fails.
    fn play(&mut self, shared: &Shared<'_, '_>, empty: &[Tally]) -> Result<Vec<Tally>, RunError> {
        let mut tallies = empty.to_vec();
        let mut buffers: Vec<Vec<u8>> = vec![Vec::new(); shared.formats.len()];
        loop {
            let unit = shared.next.fetch_add(1, Ordering::Relaxed);
            let start = shared.blocks.start.saturating_add(unit.saturating_mul(shared.unit));
            if start >= shared.blocks.end {
                break;
            }
            if shared.stopped() {
                shared.queue.close();
                break;
            }
            let mut matches = 0;
            'unit: for block in start..(start + shared.unit).min(shared.blocks.end) {
                for &index in shared.playing {
                    let cell = &mut self.cells[index];
                    let mut writer = UnitWriter { cell: index, formats: shared.formats, buffers: &mut buffers };
                    let sink: Option<&mut dyn Sink> = if shared.formats.is_empty() { None } else { Some(&mut writer) };
                    let shapes = &mut tallies[index].shapes;
                    let played = cell.play_block(block, &mut self.totals[index], shapes, sink, &|| shared.stopped());
                    if let Err(fault) = played {
                        shared.queue.fail();
                        return Err(RunError::Strategy { cell: shared.plan.cells[index].name.clone(), fault });
                    }
                    matches += cell.played_per_block();
                    // Nothing of a stopped run is kept, so it may stop anywhere.
                    if shared.stopped() {
                        break 'unit;
                    }
                }
                for &index in shared.playing {
                    let baseline = shared.plan.cells[index].baseline.map(|other| self.totals[other].as_slice());
                    let tally = &mut tallies[index];
                    self.accumulators[index].add(tally, &self.totals[index], baseline);
                    if let (Some(sums), Some(luck)) = (&mut tally.luck, self.cells[index].luck()) {
                        sums.add(block, self.totals[index][tally.layout.index(Entry::Share(0))], luck);
                    }
                }
                if let Some(entrants) = &shared.plan.entrants {
                    self.add_scores(entrants, shared.playing, &mut tallies);
                }
            }
            if !shared.formats.is_empty() {
                shared.queue.hand_over(unit, &mut buffers);
            }
            (shared.control.progress)(matches);
        }
        for (tally, accumulator) in tallies.iter_mut().zip(&mut self.accumulators) {
            accumulator.flush(tally);
        }
        Ok(tallies)
    }
}

/// Collects what a unit writes.
struct UnitWriter<'a> {
    cell: usize,
    formats: &'a [&'a dyn Format],
    buffers: &'a mut [Vec<u8>],
}

impl Sink for UnitWriter<'_> {
    fn wants_rounds(&self) -> bool {
        self.formats.iter().any(|format| format.wants_rounds())
    }

    fn take(&mut self, played: &Played<'_>) {
        for (format, buffer) in self.formats.iter().zip(self.buffers.iter_mut()) {
            format.append(self.cell, played, buffer);
        }
    }
}

/// Brings the output of units into order. A thread that is far ahead waits, so that memory does not grow.
struct Queue<'a> {
    state: Mutex<QueueState<'a>>,
    moved: Condvar,
    failed: AtomicBool,
}

struct QueueState<'a> {
    writers: Vec<&'a mut (dyn Write + Send)>,
    waiting: BTreeMap<u64, Vec<Vec<u8>>>,
    next: u64,
    error: Option<std::io::Error>,
    /// A unit will never come, so nobody may wait for it.
    closed: bool,
}

impl<'a> Queue<'a> {
    /// Units that may wait for an earlier one.
    const AHEAD: u64 = 16;

    fn new(writers: Vec<&'a mut (dyn Write + Send)>) -> Queue<'a> {
        let state = QueueState { writers, waiting: BTreeMap::new(), next: 0, error: None, closed: false };
        Queue { state: Mutex::new(state), moved: Condvar::new(), failed: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets everybody go who waits for an earlier unit: the run has been stopped.
    fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }

    /// Stops everybody: nothing of the run can be kept.
    fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
        self.close();
    }

    /// Takes a unit's bytes, which are written when all earlier units are.
    fn hand_over(&self, unit: u64, buffers: &mut [Vec<u8>]) {
        let mut state = self.lock();
        // The thread with the next unit never waits, so somebody always moves on.
        while unit > state.next + Self::AHEAD && state.error.is_none() && !state.closed {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(unit, buffers.iter_mut().map(std::mem::take).collect());
        let QueueState { writers, waiting, next, error, .. } = &mut *state;
        while let Some(ready) = waiting.remove(next) {
            *next += 1;
            for (writer, bytes) in writers.iter_mut().zip(&ready) {
                if error.is_none()
                    && let Err(problem) = writer.write_all(bytes)
                {
                    *error = Some(problem);
                    self.failed.store(true, Ordering::Relaxed);
                }
            }
        }
        self.moved.notify_all();
    }

    fn finish(self) -> Result<(), std::io::Error> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }
}
