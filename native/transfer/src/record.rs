//! One admitted transfer: what it owns until its completion is proven.
#![forbid(unsafe_code)]

use std::sync::{Arc, Mutex};

use custody_exchange::mutant;
use custody_tensor::Tensor;

use crate::books::{End, Entry, Place};
use crate::context::Event;
use crate::core::Core;
use crate::external::External;
use crate::pinned::PinnedHostBuffer;
use crate::sync::lock;

/// The value, the buffer, and the event that will prove the copy between them; none of a copy of no bytes.
pub(crate) struct Parts {
    pub(crate) value: Tensor,
    pub(crate) buffer: PinnedHostBuffer,
    pub(crate) event: Option<Event>,
}

/// An admitted transfer. Dropped without an end it is unproven, and its parts are kept for ever: no path, a panic
/// included, releases them without proof (TRF-34).
pub(crate) struct Record {
    core: Arc<Core>,
    parts: Option<Parts>,
    place: Place,
}

/// What is never released: parts of records without proof, process-wide, each with its runtime's context.
static KEPT: Mutex<Vec<(Arc<Core>, Parts)>> = Mutex::new(Vec::new());

impl Record {
    /// Admits a package: counted, in flight.
    pub(crate) fn admit(core: &Arc<Core>, parts: Parts) -> Self {
        core.books.admit();
        Self { core: Arc::clone(core), parts: Some(parts), place: Place::InFlight }
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }

    pub(crate) fn parts(&self) -> Option<&Parts> {
        self.parts.as_ref()
    }

    pub(crate) fn event(&self) -> Option<&Event> {
        self.parts.as_ref().and_then(|parts| parts.event.as_ref())
    }

    /// Ends a record whose completion is proven, and hands its parts over.
    pub(crate) fn prove(mut self, end: End) -> Option<Parts> {
        let parts = self.parts.take();
        self.core.books.end(self.place, end);
        parts
    }

    /// The parts of a record that the books have already ended as retired.
    pub(crate) fn into_parts(mut self) -> Option<Parts> {
        self.parts.take()
    }

    /// Ends a record whose completion cannot be proven. Its parts are kept for ever (TRF-11, TRF-12, TRF-31).
    pub(crate) fn keep_unproven(self) {
        drop(self);
    }

    /// Keeps the parts of a record that the books have already ended as retained (TRF-41).
    pub(crate) fn keep_retained(mut self) {
        if let Some(parts) = self.parts.take() {
            keep(&self.core, parts);
        }
    }

    /// Gives up the package's hold on its runtime: an entry of the queue must not keep the runtime alive that holds
    /// the queue. Dropping what comes back may end the runtime.
    pub(crate) fn give_up_pins(&self) -> [Option<External>; 2] {
        self.parts.as_ref().map_or([None, None], Parts::give_up_pins)
    }
}

impl Parts {
    fn give_up_pins(&self) -> [Option<External>; 2] {
        let value = self.value.with_buffer(|buffer| crate::device_block::of(buffer).and_then(|block| block.unpin()));
        [value.flatten(), self.buffer.unpin()]
    }
}

impl Entry for Record {
    fn enters_queue(&mut self) {
        self.place = Place::Queued;
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        let Some(parts) = self.parts.take() else { return };
        if self.core.is_abandoned() {
            return;
        }
        self.core.books.end(self.place, End::Unproven);
        keep(&self.core, parts);
    }
}

fn keep(core: &Arc<Core>, mut parts: Parts) {
    if mutant!("transfer-unproven-event-destroyed")
        && let Some(event) = parts.event.take()
    {
        core.retire_event(event);
    }
    if mutant!("transfer-unproven-released") {
        return core.release(parts);
    }
    let pins = parts.give_up_pins();
    lock(&KEPT).push((Arc::clone(core), parts));
    drop(pins);
}

/// Lets go of everything kept, without a driver call. For a harness that has reset the driver.
pub(crate) fn abandon_kept() -> usize {
    let kept = std::mem::take(&mut *lock(&KEPT));
    kept.iter().for_each(|(core, _)| core.abandon());
    kept.len()
}
