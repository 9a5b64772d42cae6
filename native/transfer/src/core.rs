//! What a runtime is made of, shared by its handles, its memory and its records.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use custody_exchange::mutant;

use crate::books::{Books, Drained, End};
use crate::context::{Context, Event, HostAddress};
use crate::driver_error::DriverError;
use crate::record::{Parts, Record};
use crate::release::Release;
use crate::sync::lock;

/// A driver call that failed where nobody could be told by a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What the runtime was doing.
    pub during: &'static str,
    /// The call and its answer.
    pub error: DriverError,
}

type Sink = Arc<dyn Fn(&Diagnostic) + Send + Sync>;

pub(crate) struct Core {
    pub(crate) context: Context,
    pub(crate) ordinal: i32,
    pub(crate) books: Arc<Books<Record>>,
    owners: AtomicUsize,
    lost: AtomicBool,
    abandoned: AtomicBool,
    sink: Mutex<Option<Sink>>,
    events: Mutex<Vec<Event>>,
    events_max: AtomicUsize,
    pub(crate) pinned: Mutex<Vec<(HostAddress, usize)>>,
    pub(crate) releases: Mutex<Vec<Release>>,
}

/// What a blocking drain did with the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) retired: usize,
    pub(crate) unproven: usize,
    pub(crate) first_error: Option<DriverError>,
}

impl Core {
    pub(crate) fn new(context: Context, ordinal: i32, books: Books<Record>, events_max: usize) -> Self {
        Self {
            context,
            ordinal,
            books: Arc::new(books),
            owners: AtomicUsize::new(0),
            lost: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            sink: Mutex::new(None),
            events: Mutex::default(),
            events_max: AtomicUsize::new(events_max),
            pinned: Mutex::default(),
            releases: Mutex::default(),
        }
    }

    pub(crate) fn gains_owner(&self) {
        self.owners.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn loses_owner(&self) {
        if self.owners.fetch_sub(1, Ordering::AcqRel) == 1 && !self.is_abandoned() {
            self.close();
        }
    }

    /// TRF-55, the part that waits. The context goes with the last record, memory or handle that needs it.
    fn close(&self) {
        if mutant!("transfer-teardown-skips-drain") {
            while let Some(record) = self.books.oldest() {
                record.keep_unproven();
            }
        }
        self.blocking_drain();
        if mutant!("transfer-context-released-under-unproven") && self.books.counters().unproven > 0 {
            self.release_context();
            self.abandon();
        }
    }

    // ---- Errors

    /// Remembers a loss of the device. Every error of a driver call comes by here.
    pub(crate) fn note(&self, error: DriverError) -> DriverError {
        if error.is_device_lost() && !mutant!("transfer-loss-forgotten") {
            self.lost.store(true, Ordering::Relaxed);
        }
        error
    }

    /// Notes an error that no result carries, and tells the sink. A sink that panics is its own affair.
    pub(crate) fn report(&self, during: &'static str, error: DriverError) {
        self.note(error);
        let sink = lock(&self.sink).clone();
        if let Some(sink) = sink {
            let _its_own_affair = catch_unwind(AssertUnwindSafe(|| sink(&Diagnostic { during, error })));
        }
    }

    pub(crate) fn set_sink(&self, sink: Option<Sink>) {
        *lock(&self.sink) = sink;
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// From now on no call is made: the driver behind the handles is gone.
    pub(crate) fn abandon(&self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
    }

    // ---- Events

    /// An event from the pool, else a new one. The caller notes the error.
    pub(crate) fn acquire_event(&self) -> Result<Event, DriverError> {
        let pooled = lock(&self.events).pop();
        pooled.map_or_else(|| self.context.event_create(), Ok)
    }

    /// Takes back an event that is proven, or was never recorded.
    pub(crate) fn retire_event(&self, event: Event) {
        {
            let mut pool = lock(&self.events);
            if pool.len() < self.events_max.load(Ordering::Relaxed) {
                return pool.push(event);
            }
        }
        self.destroy_event(event);
    }

    fn destroy_event(&self, event: Event) {
        if let Err(error) = self.context.ensure_bound().and_then(|()| self.context.event_destroy(event)) {
            self.books.count(|counters| counters.event_errors += 1);
            self.report("destroying an event", error);
        }
    }

    /// How many events the pool may hold; what is beyond is destroyed.
    pub(crate) fn set_events_max(&self, max: usize) {
        self.events_max.store(max, Ordering::Relaxed);
        let beyond = {
            let mut pool = lock(&self.events);
            let keep = pool.len().min(max);
            pool.split_off(keep)
        };
        beyond.into_iter().for_each(|event| self.destroy_event(event));
    }

    // ---- Records

    /// Asks events whether their point has been passed. Binds the context before the first question.
    pub(crate) fn event_prober(&self) -> impl FnMut(&Event) -> Result<bool, DriverError> {
        let mut bound = None;
        move |event| {
            (*bound.get_or_insert_with(|| self.context.ensure_bound()))?;
            self.context.event_query(event)
        }
    }

    /// As [`Core::event_prober`], of queue entries.
    fn prober(&self) -> impl FnMut(&Record) -> Result<bool, DriverError> {
        let mut is_past = self.event_prober();
        move |record| record.event().map_or(Ok(true), &mut is_past)
    }

    /// The drain that never waits (TRF-50 to TRF-52).
    pub(crate) fn drain(&self) {
        if !mutant!("transfer-submit-skips-drain") {
            self.settle(self.books.drain(self.prober()));
        }
        self.drain_releases();
    }

    fn settle(&self, drained: Drained<Record, DriverError>) {
        for record in drained.complete {
            if let Some(parts) = record.into_parts() {
                self.release(parts);
            }
        }
        drained.errors.into_iter().for_each(|error| self.report("draining the retirement queue", error));
    }

    /// Ends a record that is proven and that nobody gets back.
    fn retire(&self, record: Record) {
        if let Some(parts) = record.prove(End::Retired) {
            self.release(parts);
        }
    }

    /// Releases what a proven record owned: each part once. Never waits.
    pub(crate) fn release(&self, parts: Parts) {
        if mutant!("transfer-release-counted-twice") {
            self.books.count(|counters| counters.buffers_released += 1);
        }
        let Parts { value, buffer, event } = parts;
        if let Some(event) = event {
            self.retire_event(event);
        }
        drop((value, buffer));
    }

    /// An unwaited handle goes (TRF-40, TRF-40b, TRF-41).
    pub(crate) fn detach(&self, record: Record, is_proven: bool) {
        if mutant!("transfer-drop-waits")
            && let Some(event) = record.event()
        {
            let _a_mutant_does_not_care = self.context.event_synchronize(event);
        }
        if is_proven && !mutant!("transfer-proven-drop-queued") || mutant!("transfer-drop-frees-at-once") {
            return self.retire(record);
        }
        let pins = record.give_up_pins();
        if mutant!("transfer-full-queue-waits") && self.books.counters().queued > 0 {
            self.blocking_drain();
        }
        let (full, drained) = self.books.detach(record, self.prober());
        self.settle(drained);
        if let Some(record) = full {
            record.keep_retained();
        }
        // The last owner's going drains the queue, so the record is in it by now.
        drop(pins);
    }

    /// The drain that waits: oldest first, each record judged by itself (TRF-53).
    pub(crate) fn blocking_drain(&self) -> Judged {
        let mut judged = Judged::default();
        let failed = |judged: &mut Judged, during, error| {
            self.books.count(|counters| counters.synchronize_errors += 1);
            self.report(during, error);
            judged.first_error.get_or_insert(error);
        };
        while let Some(record) = self.books.oldest() {
            let proof = record.event().map_or(Ok(()), |event| {
                self.context.ensure_bound().and_then(|()| self.context.event_synchronize(event)).or_else(|error| {
                    failed(&mut judged, "waiting for an event", error);
                    if mutant!("transfer-synchronize-gives-up-at-event") {
                        Err(error)
                    } else {
                        self.context.stream_synchronize()
                    }
                })
            });
            match proof {
                Err(error) if !mutant!("transfer-synchronize-believes-failure") => {
                    failed(&mut judged, "waiting for the stream", error);
                    record.keep_unproven();
                    judged.unproven += 1;
                }
                _ => {
                    self.retire(record);
                    judged.retired += 1;
                }
            }
        }
        judged
    }

    // ---- The end

    fn release_context(&self) {
        let failed = |error| {
            self.books.count(|counters| counters.release_errors += 1);
            self.report("closing the runtime", error);
        };
        if let Err(error) = self.context.ensure_bound() {
            failed(error);
        }
        self.finish_releases();
        self.empty_pinned_pool();
        self.set_events_max(0);
        if let Err(error) = self.context.release() {
            failed(error);
        }
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        if !self.is_abandoned() {
            self.release_context();
        }
    }
}
