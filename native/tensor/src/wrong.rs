//! The mutants that need more than a wrong condition. Built with the feature `mutants` only.
//!
//! None of them frees memory early: what they hand out twice they count twice.
#![forbid(unsafe_code)]

use std::sync::atomic::Ordering;

use custody_exchange::{Abi, Export, mutant};

use crate::buffer::{Buffer, Storage};
use crate::exclusive::Exclusive;
use crate::lend;
use crate::metadata::Metadata;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, Asked};
use crate::sync::Arc;

/// Wrong answers of door 1 to a request that is in order.
pub(crate) fn door_one(
    answer: &Answer,
    buffer: &Arc<Buffer>,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Option<Result<Export, Refusal>> {
    let leased = buffer.trail.leases() > 0;
    let shared = Some(Err(Refusal { reason: Reason::Shared, input }));
    match answer {
        Answer::Lease(_) if mutant!("second-lease-refused") && leased => shared,
        Answer::Lease(Abi::Versioned) if mutant!("small-view-copied") && buffer.bytes().len() < 16 => {
            Some(lend::small_copy(buffer.bytes(), m, a, input))
        }
        Answer::Copy if mutant!("copy-refused-while-leased") && leased => shared,
        Answer::Copy if mutant!("copy-aliases") => Some(lend::false_copy(buffer, m, a, input)),
        Answer::Copy if mutant!("memory-falls-back-to-view") => {
            Some(lend::copied(buffer.bytes(), m, a, input).or_else(|_| lend::lease(buffer, m, a, a.abi, input)))
        }
        _ => None,
    }
}

/// Wrong answers of door 2 to a full slot.
pub(crate) fn door_two(slot: &mut Option<Arc<Buffer>>, input: &'static str) -> Option<Result<Exclusive, Refusal>> {
    let buffer = slot.as_ref()?;
    let holders = Arc::strong_count(buffer) - 1;
    let leases = buffer.trail.leases();
    let aliases = holders.saturating_sub(leases);
    let movable = proves(buffer);
    if mutant!("lease-blocks-for-ever") && buffer.trail.lease_ended() {
        return Some(Err(Refusal { reason: Reason::Shared, input }));
    }
    let empty = buffer.bytes().is_empty();
    let keeps_slot = mutant!("tombstone-skipped") || mutant!("tombstone-skipped-for-empty") && empty;
    let steals = mutant!("move-with-lease-out") && leases > 0 && aliases == 0
        || mutant!("move-with-alias-out") && aliases > 0 && leases == 0
        || mutant!("move-with-one-holder") && holders == 1
        || mutant!("move-after-one-alias-closed") && buffer.trail.alias_closed() && leases == 0 && holders > 0
        || mutant!("move-after-refusal") && buffer.trail.refused() && holders > 0
        || keeps_slot && holders == 0;
    if !(steals && movable) {
        return None;
    }
    let stolen = Arc::clone(buffer);
    if !keeps_slot {
        *slot = None;
    }
    Some(Ok(Exclusive::Stolen(stolen)))
}

/// Whether the memory would prove exclusive, were it not for our own counts.
fn proves(buffer: &Buffer) -> bool {
    match &buffer.storage {
        _ if buffer.bytes().is_empty() => true,
        Storage::Aligned(_) => true,
        Storage::Bytes(bytes) => bytes.is_unique(),
        Storage::Pinned(_) | Storage::Device(_) => buffer.is_exclusive(),
    }
}

/// `drop-tensor-spends-owned`.
pub(crate) fn spend_with_handle(m: &Metadata, buffer: &mut Option<Exclusive>) {
    if mutant!("drop-tensor-spends-owned") && m.handle_gone.load(Ordering::Relaxed) {
        *buffer = None;
    }
}

/// `owned-exports-twice`: the object keeps a count of what it exports.
pub(crate) fn keep_a_count(buffer: Exclusive, kept: &mut Option<Exclusive>) -> Exclusive {
    if !mutant!("owned-exports-twice") {
        return buffer;
    }
    let counted = match buffer {
        Exclusive::Stolen(counted) => counted,
        Exclusive::Bytes(bytes) => Arc::new(bytes.freeze().into()),
        Exclusive::Aligned(aligned) => Arc::new(aligned.into()),
        Exclusive::Pinned(pinned) => Arc::new(pinned.into()),
        Exclusive::Device(device) => Arc::new(device.into()),
        Exclusive::Empty => Arc::new(Vec::new().into()),
    };
    *kept = Some(Exclusive::Stolen(Arc::clone(&counted)));
    Exclusive::Stolen(counted)
}
