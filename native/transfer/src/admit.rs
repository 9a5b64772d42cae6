//! The door: whether a package may be copied, decided before any driver call (TRF-00 to TRF-08).
#![forbid(unsafe_code)]

use std::sync::Arc;

use custody_exchange::{Dtype, mutant};
use custody_tensor::{Reach, Tensor};

use crate::core::Core;
use crate::device_block;
use crate::pending::Direction;
use crate::pinned::PinnedHostBuffer;
use crate::rejected::RejectReason;

/// Element types that a transfer copies (TRF-03).
pub const SERVED: [Dtype; 3] = [Dtype::Float32, Dtype::Uint8, Dtype::Int64];

/// A package that passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admitted {
    /// Nothing to copy: complete already (TRF-08).
    Empty,
    /// So many bytes to copy.
    Bytes(usize),
}

/// The rows, top to bottom; the first that matches decides.
pub(crate) fn admit(
    core: &Arc<Core>,
    value: &Tensor,
    buffer: &PinnedHostBuffer,
    direction: Direction,
) -> Result<Admitted, RejectReason> {
    let look = |tensor: &Tensor| tensor.with_buffer(|b| (b.byte_len(), b.device_memory().is_some(), owner_is(b, core)));
    let (Some((bytes, on_device, own)), Some(_)) = (look(value), look(buffer.as_tensor())) else {
        return Err(RejectReason::Consumed);
    };
    let length = || if bytes == buffer.len() { Ok(()) } else { Err(RejectReason::Length) };
    if mutant!("transfer-length-before-residency") {
        length()?;
    }
    if !value.is_compact() && !mutant!("transfer-view-admitted") {
        return Err(RejectReason::NotCompact);
    }
    if !on_device {
        return Err(RejectReason::NotOnDevice);
    }
    if !SERVED.contains(&value.dtype()) && !mutant!("transfer-bool-served") {
        return Err(RejectReason::Dtype);
    }
    if !mutant!("transfer-length-unchecked") || bytes > buffer.len() {
        length()?;
    }
    if mutant!("transfer-shared-before-foreign") {
        reach(value, buffer, direction)?;
    }
    if !(own && buffer.belongs_to(core)) {
        return Err(RejectReason::Foreign);
    }
    reach(value, buffer, direction)?;
    if core.is_lost() && !(mutant!("transfer-loss-forgets-empty") && bytes == 0) {
        return Err(RejectReason::DeviceLost);
    }
    Ok(if bytes == 0 && !mutant!("transfer-empty-is-copied") { Admitted::Empty } else { Admitted::Bytes(bytes) })
}

fn owner_is(buffer: &custody_tensor::Buffer, core: &Arc<Core>) -> bool {
    device_block::of(buffer).is_some_and(|block| Arc::ptr_eq(block.core(), core))
}

/// TRF-06: who else reaches what the copy writes. What it reads may be shared.
fn reach(value: &Tensor, buffer: &PinnedHostBuffer, direction: Direction) -> Result<(), RejectReason> {
    let (destination, source) = match direction {
        Direction::Upload => (value, buffer.as_tensor()),
        Direction::Download => (buffer.as_tensor(), value),
    };
    if mutant!("transfer-shared-source-rejected") && source.reach() == Ok(Reach::Shared) {
        return Err(RejectReason::Shared);
    }
    match destination.reach() {
        Ok(Reach::Sole) => Ok(()),
        Ok(Reach::Shared) if mutant!("transfer-shared-destination-admitted") => Ok(()),
        Ok(Reach::Foreign) if mutant!("transfer-foreign-destination-admitted") => Ok(()),
        Ok(Reach::Shared) => Err(RejectReason::Shared),
        Ok(Reach::Foreign) => Err(RejectReason::NotExclusive),
        Err(_) => Err(RejectReason::Consumed),
    }
}
