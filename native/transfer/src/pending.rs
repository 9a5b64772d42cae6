//! The handles of transfers in flight.

use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use custody_exchange::mutant;
use custody_tensor::Tensor;

use crate::admit::{Admitted, admit};
use crate::books::End;
use crate::core::Core;
use crate::device_block;
use crate::driver_error::DriverError;
use crate::pinned::PinnedHostBuffer;
use crate::record::{Parts, Record};
use crate::rejected::{CompletionUnproven, RejectReason, TransferRejected, TransferSubmitError};
use crate::runtime::Runtime;

/// Which way the bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the pinned buffer to the device.
    Upload,
    /// From the device to the pinned buffer.
    Download,
}

/// A record that a handle observes. Neither `Send` nor `Sync`: the driver's context is bound to a thread.
struct Pending {
    record: Option<Record>,
    is_proven: bool,
    _stays_on_its_thread: PhantomData<*const ()>,
}

/// A copy from the device that may still be running. It owns tensor and buffer; nobody else reaches them.
///
/// Dropped unwaited it detaches: the runtime releases both once completion is proven, and nobody waits (TRF-40).
/// Forgotten, it leaks both in place (TRF-42).
///
/// What was submitted is out of reach, also once the handle is forgotten (TRF-00):
///
/// ```compile_fail,E0382
/// # use custody_transfer::{PinnedHostBuffer, Runtime, download_pending};
/// fn reads(runtime: &Runtime, tensor: custody_tensor::Tensor, buffer: PinnedHostBuffer) {
///     std::mem::forget(download_pending(runtime, tensor, buffer));
///     let _ = buffer.bytes();
/// }
/// ```
///
/// ```compile_fail,E0382
/// # use custody_transfer::{PinnedHostBuffer, Runtime, download_pending};
/// fn reads(runtime: &Runtime, tensor: custody_tensor::Tensor, buffer: PinnedHostBuffer) {
///     let _pending = download_pending(runtime, tensor, buffer);
///     let _ = tensor.shape();
/// }
/// ```
///
/// No borrow of the bytes outlives the submit:
///
/// ```compile_fail,E0505
/// # use custody_transfer::{PinnedHostBuffer, Runtime, download_pending};
/// fn writes(runtime: &Runtime, tensor: custody_tensor::Tensor, mut buffer: PinnedHostBuffer) {
///     let bytes = buffer.bytes_mut().unwrap();
///     let _pending = download_pending(runtime, tensor, buffer);
///     bytes.fill(1);
/// }
/// ```
///
/// `wait` consumes the handle, and a handle stays on its thread:
///
/// ```compile_fail,E0382
/// fn twice(pending: custody_transfer::PendingDownload) {
///     let _ = (pending.wait(), pending.wait());
/// }
/// ```
///
/// ```compile_fail,E0277
/// fn sends(pending: custody_transfer::PendingDownload) {
///     std::thread::spawn(move || pending.wait().is_ok());
/// }
/// ```
///
/// ```compile_fail,E0277
/// fn is_sync<T: Sync>() {}
/// is_sync::<custody_transfer::PendingDownload>();
/// ```
///
/// The same calls, each once and in order, compile:
///
/// ```
/// # use custody_transfer::{PinnedHostBuffer, Runtime, download_pending};
/// fn copies(runtime: &Runtime, tensor: custody_tensor::Tensor, mut buffer: PinnedHostBuffer) {
///     buffer.bytes_mut().unwrap().fill(1);
///     let (tensor, buffer) = download_pending(runtime, tensor, buffer).unwrap().wait().unwrap();
///     let _ = (tensor.shape(), buffer.bytes());
/// }
/// ```
#[must_use = "dropped, the transfer detaches and its tensor and buffer never come back"]
pub struct PendingDownload(Pending);

/// A copy to the device that may still be running. Ownership as for [`PendingDownload`].
#[must_use = "dropped, the transfer detaches and its tensor and buffer never come back"]
pub struct PendingUpload(Pending);

/// Starts a copy from the device into the buffer.
///
/// Owner: the pending handle; rejected, the caller again; unproven, nobody for ever. Refuses: as [`RejectReason`]
/// lists, before anything is enqueued, with tensor and buffer unchanged. Bytes as they lie, row-major. Device: the
/// runtime's, on its own stream; never waits. Source: TRF-00 to TRF-14, TRF-50.
pub fn download_pending(
    runtime: &Runtime,
    source: Tensor,
    buffer: PinnedHostBuffer,
) -> Result<PendingDownload, TransferSubmitError> {
    submit(runtime, source, buffer, Direction::Download).map(PendingDownload)
}

/// Starts a copy from the buffer to the device. As [`download_pending`], the other way round.
///
/// Source: TRF-00 to TRF-14, TRF-50.
pub fn upload_pending(
    runtime: &Runtime,
    source: PinnedHostBuffer,
    destination: Tensor,
) -> Result<PendingUpload, TransferSubmitError> {
    submit(runtime, destination, source, Direction::Upload).map(PendingUpload)
}

macro_rules! handle {
    ($name:ident) => {
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("is_proven", &self.0.is_proven).finish_non_exhaustive()
            }
        }

        impl $name {
            /// Whether the copy has completed; true for ever once it was. Never waits, releases nothing.
            ///
            /// Owner: this handle, also after an error, which says nothing of the copy. Source: TRF-20 to TRF-22.
            pub fn is_ready(&mut self) -> Result<bool, DriverError> {
                self.0.is_ready()
            }

            /// Waits for the copy, and hands tensor and buffer back.
            ///
            /// Owner: the caller; where completion cannot be proven, nobody for ever. Never panics.
            /// Source: TRF-30 to TRF-33.
            pub fn wait(self) -> Result<(Tensor, PinnedHostBuffer), CompletionUnproven> {
                self.0.wait()
            }

            /// The driver's handle of the event that proves the copy; nothing if there are no bytes.
            #[doc(hidden)]
            pub fn event_handle(&self) -> Option<u64> {
                self.0.record.as_ref().and_then(|record| record.event()).map(|event| event.handle())
            }

            /// Where tensor and buffer are.
            #[doc(hidden)]
            pub fn addresses(&self) -> (u64, u64) {
                self.0.record.as_ref().and_then(|record| record.parts()).map_or((0, 0), addresses)
            }
        }
    };
}

handle!(PendingDownload);
handle!(PendingUpload);

fn addresses(parts: &Parts) -> (u64, u64) {
    (device_address(&parts.value).0, parts.buffer.address() as u64)
}

fn device_address(value: &Tensor) -> crate::context::DeviceAddress {
    let address = value.with_buffer(|buffer| device_block::of(buffer).map(|block| block.at()));
    address.flatten().unwrap_or(crate::context::DeviceAddress(0))
}

fn submit(
    runtime: &Runtime,
    value: Tensor,
    buffer: PinnedHostBuffer,
    direction: Direction,
) -> Result<Pending, TransferSubmitError> {
    let core = runtime.core();
    let bytes = match admit(core, &value, &buffer, direction) {
        Err(reason) => return Err(reject(runtime, reason, value, buffer)),
        Ok(Admitted::Empty) => {
            return Ok(Pending::new(Record::admit(core, Parts { value, buffer, event: None }), true));
        }
        Ok(Admitted::Bytes(bytes)) => bytes,
    };
    core.drain();
    if core.is_lost() {
        return Err(reject(runtime, RejectReason::DeviceLost, value, buffer));
    }
    let event = match core.context.bind().and_then(|()| core.acquire_event()) {
        Err(error) => return Err(reject(runtime, RejectReason::Driver(core.note(error)), value, buffer)),
        Ok(event) => event,
    };
    // From here on there is no rejection: the copy may be enqueued whatever its call answers (TRF-11).
    let (at, host) = (device_address(&value), buffer.address());
    let record = Record::admit(core, Parts { value, buffer, event: Some(event) });
    if mutant!("transfer-submit-waits") {
        let _a_mutant_does_not_care = core.context.stream_synchronize();
    }
    let copied = match direction {
        // SAFETY: `admit` saw that both sides are memory of this runtime, as long as each other, and that nobody else
        // reaches the destination; the record owns both until the event recorded below proves the copy.
        Direction::Upload => unsafe { core.context.copy_to_device(at, host, bytes) },
        // SAFETY: as for the upload.
        Direction::Download => unsafe { core.context.copy_to_host(host, at, bytes) },
    };
    if let Err(error) = copied
        && mutant!("transfer-copy-failure-rejected")
    {
        return Err(record.prove(End::Retired).map_or(TransferSubmitError::Unproven { error }, |parts| {
            reject(runtime, RejectReason::Driver(error), parts.value, parts.buffer)
        }));
    }
    prove_later(core, record, copied)
}

/// Marks the end of the copy. Without the mark there is no proof, and there never will be (TRF-11, TRF-12).
fn prove_later(core: &Core, record: Record, copied: Result<(), DriverError>) -> Result<Pending, TransferSubmitError> {
    let marked = copied.and_then(|()| match record.event() {
        Some(event) => match core.context.event_record(event) {
            Err(_) if mutant!("transfer-unrecorded-event-believed") => Ok(()),
            answer => answer,
        },
        None => Ok(()),
    });
    match marked {
        Ok(()) => Ok(Pending::new(record, false)),
        Err(error) => {
            core.note(error);
            record.keep_unproven();
            Err(TransferSubmitError::Unproven { error })
        }
    }
}

fn reject(runtime: &Runtime, error: RejectReason, value: Tensor, mut buffer: PinnedHostBuffer) -> TransferSubmitError {
    runtime.core().books.count(|counters| counters.rejected += 1);
    if mutant!("transfer-rejected-with-another-buffer")
        && let Ok(other) = PinnedHostBuffer::new(runtime, buffer.len())
    {
        buffer = other;
    }
    TransferSubmitError::Rejected(Box::new(TransferRejected { error, value, buffer }))
}

impl Pending {
    fn new(record: Record, is_proven: bool) -> Self {
        Self { record: Some(record), is_proven, _stays_on_its_thread: PhantomData }
    }

    fn is_ready(&mut self) -> Result<bool, DriverError> {
        let (false, Some(record)) = (self.is_proven, &self.record) else { return Ok(true) };
        let Some(event) = record.event() else { return Ok(true) };
        let core = record.core();
        let answer = core.context.ensure_bound().and_then(|()| core.context.event_query(event));
        let is_ready = match answer.map_err(|error| core.note(error)) {
            Err(_) if mutant!("transfer-query-error-is-not-ready") => false,
            Err(_) if mutant!("transfer-query-error-is-ready") => true,
            answer => answer?,
        };
        self.is_proven = is_ready && !mutant!("transfer-proof-forgotten");
        Ok(is_ready)
    }

    fn wait(mut self) -> Result<(Tensor, PinnedHostBuffer), CompletionUnproven> {
        let Some(record) = self.record.take() else { return Err(CompletionUnproven { error: NO_RECORD }) };
        let core = std::sync::Arc::clone(record.core());
        if !self.is_proven {
            let proof = core.context.bind().and_then(|()| match record.event() {
                Some(_) if mutant!("transfer-wait-does-not-wait") => Ok(()),
                Some(event) => core.context.event_synchronize(event),
                None => Ok(()),
            });
            if let Err(error) = proof {
                core.note(error);
                if !mutant!("transfer-wait-believes-failure") {
                    record.keep_unproven();
                    return Err(CompletionUnproven { error });
                }
            }
        }
        let Some(Parts { value, buffer, event }) = record.prove(End::Completed) else {
            return Err(CompletionUnproven { error: NO_RECORD });
        };
        let errors = || mutant!("transfer-destroy-failure-loses-package").then(|| core.books.counters().event_errors);
        let errors_before = errors();
        if let Some(event) = event {
            core.retire_event(event);
        }
        if errors() > errors_before {
            return Err(CompletionUnproven { error: NO_RECORD });
        }
        Ok((value, buffer))
    }
}

/// A handle without its record answers so; `wait` and drop take the record, and both consume the handle.
const NO_RECORD: DriverError = DriverError { call: "wait", code: 400 };

impl Drop for Pending {
    fn drop(&mut self) {
        let Some(record) = self.record.take() else { return };
        let core = std::sync::Arc::clone(record.core());
        if core.is_abandoned() {
            return;
        }
        let is_proven = self.is_proven;
        // A panic leaves the record unproven, or ended already; it never leaves a drop (TRF-34).
        let _panicked = catch_unwind(AssertUnwindSafe(|| core.detach(record, is_proven)));
    }
}
