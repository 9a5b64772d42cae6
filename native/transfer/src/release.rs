//! Memory that a DLPack consumer has let go of: the last use on the host, not a proof that the device is done.
//!
//! It waits, apart from the retirement queue and without a bound, until the stream has passed the point of its
//! release. Nobody who lets go of memory waits for that.

use std::any::Any;

use crate::context::{DeviceAddress, Event};
use crate::core::Core;
use crate::sync::lock;

/// What is given up once the event is proven; an event alone returns to the pool.
pub(crate) struct Release {
    event: Event,
    freed: Freed,
}

/// Memory in its several kinds.
pub(crate) enum Freed {
    Nothing,
    Memory(DeviceAddress),
    /// Somebody else's memory, by whatever keeps it alive.
    Outside(Box<dyn Any + Send + Sync>),
}

impl Core {
    /// Hands memory to the list. Where no event can be made or recorded it is kept for ever.
    pub(crate) fn release_later(&self, freed: Freed) {
        // An event that could not be recorded is proof of nothing: it is never used again.
        let recorded = self
            .context
            .ensure_bound()
            .and_then(|()| self.acquire_event())
            .and_then(|event| self.context.event_record(&event).map(|()| event));
        match recorded {
            Ok(event) => self.release_after(event, freed),
            Err(error) => {
                self.books.count(|counters| counters.memory_kept += 1);
                self.report("releasing exported memory", error);
                std::mem::forget(freed);
            }
        }
    }

    /// As [`Core::release_later`], with an event that is recorded.
    pub(crate) fn release_after(&self, event: Event, freed: Freed) {
        lock(&self.releases).push(Release { event, freed });
        self.books.count(|counters| counters.releasing += 1);
    }

    /// Asks each event of the list once; never waits.
    pub(crate) fn drain_releases(&self) {
        self.take_releases(self.event_prober());
    }

    /// Waits for each event of the list. What cannot be proven is kept for ever, and counted.
    pub(crate) fn finish_releases(&self) {
        self.take_releases(|event| self.context.event_synchronize(event).map(|()| true));
        for Release { freed, .. } in std::mem::take(&mut *lock(&self.releases)) {
            let is_memory = u64::from(!matches!(freed, Freed::Nothing));
            self.books.count(|counters| {
                counters.releasing -= 1;
                counters.memory_kept += is_memory;
            });
            std::mem::forget(freed);
        }
    }

    fn take_releases(&self, mut is_past: impl FnMut(&Event) -> Result<bool, crate::DriverError>) {
        let listed = std::mem::take(&mut *lock(&self.releases));
        for release in listed {
            match is_past(&release.event) {
                Ok(true) => {
                    self.books.count(|counters| counters.releasing -= 1);
                    self.retire_event(release.event);
                    self.free(release.freed);
                }
                not_yet => {
                    if let Err(error) = not_yet {
                        self.report("releasing exported memory", error);
                    }
                    lock(&self.releases).push(release);
                }
            }
        }
    }

    /// Gives memory up in the order of the stream; never waits.
    pub(crate) fn free(&self, freed: Freed) {
        let address = match freed {
            Freed::Nothing => return,
            Freed::Outside(owner) => return drop(owner),
            Freed::Memory(address) => address,
        };
        // SAFETY: whoever calls `free` owns the memory and gives it up; other streams' work on it came before an
        // event that is proven, by the promise of the consumers that queued it (DLP-085).
        let answer = self.context.ensure_bound().and_then(|()| unsafe { self.context.free(address) });
        if let Err(error) = answer {
            self.books.count(|counters| counters.release_errors += 1);
            self.report("freeing device memory", error);
        }
    }
}
