//! The retirement queue and the counters, under one lock, so that they agree at every moment (TRF-57).
//!
//! Events are asked under the lock; nothing is released and no error told there: entries and errors leave it by value.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use custody_exchange::mutant;

use crate::counters::Counters;
use crate::sync::{Mutex, MutexGuard, recover};

/// What can enter the queue.
pub(crate) trait Entry {
    /// It is counted as queued from now on.
    fn enters_queue(&mut self);
}

/// Where a record is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    InFlight,
    Queued,
}

/// How a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Completed,
    Retired,
    Unproven,
}

/// What a drain found: entries whose completion it proved, and queries that failed.
#[derive(Debug)]
pub(crate) struct Drained<R, E> {
    pub(crate) complete: Vec<R>,
    pub(crate) errors: Vec<E>,
}

pub(crate) struct Books<R> {
    pages: Mutex<Pages<R>>,
    capacity: NonZeroUsize,
}

struct Pages<R> {
    counters: Counters,
    /// Shorter than `counters.queued` while a blocking drain judges an entry.
    queue: VecDeque<R>,
}

impl<R: Entry> Books<R> {
    pub(crate) fn new(capacity: NonZeroUsize) -> Self {
        let pages = Pages { counters: Counters::default(), queue: VecDeque::with_capacity(capacity.get()) };
        Self { pages: Mutex::new(pages), capacity }
    }

    fn open(&self) -> MutexGuard<'_, Pages<R>> {
        let (mut pages, was_poisoned) = recover(&self.pages);
        pages.counters.poisoned += u64::from(was_poisoned);
        pages
    }

    pub(crate) fn counters(&self) -> Counters {
        self.open().counters
    }

    /// Changes counters that are no part of the balance.
    pub(crate) fn count(&self, change: impl FnOnce(&mut Counters)) {
        change(&mut self.open().counters);
    }

    pub(crate) fn admit(&self) {
        let counters = &mut self.open().counters;
        counters.admitted += 1;
        counters.in_flight += 1;
    }

    /// A record leaves its place for good.
    pub(crate) fn end(&self, from: Place, end: End) {
        let counters = &mut self.open().counters;
        match from {
            Place::Queued if end == End::Unproven && mutant!("transfer-counter-drifts-after-unproven-drain") => {}
            Place::InFlight => counters.in_flight -= 1,
            Place::Queued => counters.queued -= 1,
        }
        match end {
            End::Completed => counters.completed += 1,
            End::Retired => counters.retired += 1,
            End::Unproven => counters.unproven += 1,
        }
    }

    /// Asks each entry once and takes out the complete ones (TRF-50 to TRF-52).
    pub(crate) fn drain<E>(&self, is_complete: impl FnMut(&R) -> Result<bool, E>) -> Drained<R, E> {
        drain(&mut self.open(), is_complete)
    }

    /// Moves a record from its handle into the queue; gives it back where it is full even after a drain, and counts
    /// it as retained then (TRF-40, TRF-41).
    pub(crate) fn detach<E>(
        &self,
        mut record: R,
        is_complete: impl FnMut(&R) -> Result<bool, E>,
    ) -> (Option<R>, Drained<R, E>) {
        let pages = &mut *self.open();
        let mut drained = Drained { complete: Vec::new(), errors: Vec::new() };
        let capacity = self.capacity.get() as u64 + u64::from(mutant!("transfer-queue-exceeds-capacity"));
        if pages.counters.queued >= capacity && !mutant!("transfer-full-queue-not-drained") {
            drained = drain(pages, is_complete);
        }
        pages.counters.in_flight -= 1;
        if pages.counters.queued >= capacity {
            pages.counters.retained += 1;
            return (Some(record), drained);
        }
        pages.counters.queued += 1;
        record.enters_queue();
        pages.queue.push_back(record);
        (None, drained)
    }

    /// Takes out the oldest entry for judgement; it stays counted as queued until its [`Books::end`].
    pub(crate) fn oldest(&self) -> Option<R> {
        self.open().queue.pop_front()
    }

    /// Panics while the lock is held.
    #[cfg(not(loom))]
    pub(crate) fn poison(&self) {
        let _held = self.open();
        panic!("poisoning the lock on purpose");
    }
}

fn drain<R, E>(pages: &mut Pages<R>, mut is_complete: impl FnMut(&R) -> Result<bool, E>) -> Drained<R, E> {
    let mut drained = Drained { complete: Vec::new(), errors: Vec::new() };
    for _ in 0..pages.queue.len() {
        let Some(entry) = pages.queue.pop_front() else { break };
        match is_complete(&entry) {
            Ok(false) => pages.queue.push_back(entry),
            Err(error) => {
                drained.errors.push(error);
                pages.counters.query_errors += 1;
                if mutant!("transfer-drain-error-retires") {
                    drained.complete.push(entry);
                } else {
                    pages.queue.push_back(entry);
                }
            }
            Ok(true) => drained.complete.push(entry),
        }
    }
    let retired = drained.complete.len() as u64;
    pages.counters.queued -= retired;
    pages.counters.retired += retired;
    drained
}

/// `RUSTFLAGS="--cfg loom" cargo test -p custody-transfer --lib --release`
#[cfg(all(test, loom))]
#[path = "books_interleavings.rs"]
mod interleavings;
