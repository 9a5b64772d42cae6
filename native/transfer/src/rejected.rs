//! What a submit answers where nothing is in flight afterwards, and what a wait answers without a proof.
#![forbid(unsafe_code)]

use std::fmt;

use custody_tensor::Tensor;

use crate::driver_error::DriverError;
use crate::pinned::PinnedHostBuffer;

/// Why a package was rejected, in the order in which it is asked (TRF-00 to TRF-07, TRF-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectReason {
    /// TRF-00: the tensor or the buffer has moved out through its door.
    Consumed,
    /// TRF-01: the value is a view.
    NotCompact,
    /// TRF-02: the value is in host memory.
    NotOnDevice,
    /// TRF-03: the element type is not served.
    Dtype,
    /// TRF-04: the byte lengths differ.
    Length,
    /// TRF-05: the value or the buffer belongs to another runtime.
    Foreign,
    /// TRF-06: an alias or a lease reaches what would be written.
    Shared,
    /// TRF-06: somebody outside may reach what would be written.
    NotExclusive,
    /// TRF-07: the device is lost.
    DeviceLost,
    /// TRF-10: the driver failed before anything was enqueued.
    Driver(DriverError),
}

impl RejectReason {
    /// The name used in facts.
    pub const fn name(&self) -> &'static str {
        match self {
            RejectReason::Consumed => "consumed",
            RejectReason::NotCompact => "not-compact",
            RejectReason::NotOnDevice => "not-on-device",
            RejectReason::Dtype => "dtype",
            RejectReason::Length => "length",
            RejectReason::Foreign => "foreign",
            RejectReason::Shared => "shared",
            RejectReason::NotExclusive => "not-exclusive",
            RejectReason::DeviceLost => "device-lost",
            RejectReason::Driver(_) => "driver",
        }
    }
}

impl fmt::Display for RejectReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RejectReason::Consumed => {
                f.write_str("TRF-00: the tensor or the buffer has moved out through its door; submit another")
            }
            RejectReason::NotCompact => {
                f.write_str("TRF-01: the value is a view; materialise it into a compact tensor and submit that")
            }
            RejectReason::NotOnDevice => f.write_str("TRF-02: the value is in host memory; submit a device tensor"),
            RejectReason::Dtype => f.write_str("TRF-03: the element type is not served; float32, uint8 and int64 are"),
            RejectReason::Length => {
                f.write_str("TRF-04: value and buffer differ in byte length; make the buffer as long as the value")
            }
            RejectReason::Foreign => {
                f.write_str("TRF-05: the value or the buffer belongs to another runtime; submit it to that one")
            }
            RejectReason::Shared => {
                f.write_str("TRF-06: an alias or a lease reaches what the copy would write; end it first")
            }
            RejectReason::NotExclusive => f.write_str(
                "TRF-06: somebody outside may reach what the copy would write; copy into memory of the runtime's own",
            ),
            RejectReason::DeviceLost => {
                f.write_str("TRF-07: the device is lost to this process; start another process")
            }
            RejectReason::Driver(error) => write!(f, "TRF-10: {error} before anything was enqueued; submit again"),
        }
    }
}

/// A package that was not admitted: nothing was enqueued, and here it is, unchanged.
#[derive(Debug)]
pub struct TransferRejected {
    /// Why.
    pub error: RejectReason,
    /// The tensor that was submitted.
    pub value: Tensor,
    /// The buffer that was submitted.
    pub buffer: PinnedHostBuffer,
}

/// A submit without a pending handle.
#[derive(Debug)]
pub enum TransferSubmitError {
    /// Nothing was enqueued: the package comes back.
    Rejected(Box<TransferRejected>),
    /// Something may have been enqueued: the package is kept for ever.
    Unproven {
        /// The call that failed.
        error: DriverError,
    },
}

/// A copy whose completion cannot be proven. No owner: the package is kept for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompletionUnproven {
    /// The call that failed.
    pub error: DriverError,
}

impl fmt::Display for TransferRejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "transfer rejected, {}", self.error)
    }
}

impl fmt::Display for TransferSubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferSubmitError::Rejected(rejected) => rejected.fmt(f),
            TransferSubmitError::Unproven { error } => {
                write!(f, "transfer unproven (TRF-11, TRF-12): {error}; value and buffer are kept for ever")
            }
        }
    }
}

impl fmt::Display for CompletionUnproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "completion unproven (TRF-31): {}; value and buffer are kept for ever", self.error)
    }
}

impl std::error::Error for TransferRejected {}
impl std::error::Error for TransferSubmitError {}
impl std::error::Error for CompletionUnproven {}
