//! The runtime: a device's context, a stream, a retirement queue.

use std::any::Any;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use custody_exchange::Dtype;
use custody_tensor::{Buffer, DeviceMemory, Refusal, Tensor};

use crate::books::Books;
use crate::context::Context;
use crate::core::{Core, Diagnostic};
use crate::counters::Counters;
use crate::device_block::DeviceBlock;
use crate::driver::Driver;
use crate::driver_error::DriverError;
use crate::external::External;
use crate::record::Record;

/// How a runtime is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuntimeOptions {
    /// Index of the device.
    pub device: i32,
    /// Detached transfers that the runtime remembers; a transfer dropped beyond them is kept for ever.
    pub queue_capacity: NonZeroUsize,
    /// Events kept for reuse.
    pub event_pool: usize,
}

impl Default for RuntimeOptions {
    /// Device 0, a queue of 16, 64 events.
    fn default() -> Self {
        Self { device: 0, queue_capacity: NonZeroUsize::MIN.saturating_add(15), event_pool: 64 }
    }
}

/// A handle of a runtime. Clones are handles of the same one.
///
/// External owners are its handles, its device tensors, its pinned buffers, and pending handles through what they
/// own. When the last one goes the runtime waits for its queue, then gives its context back, unless something
/// unproven, retained or forgotten needs it (TRF-55).
pub struct Runtime(External);

/// Reads a runtime's counters, also after the runtime is gone. Owns nothing.
#[derive(Clone)]
pub struct Watch(Arc<Books<Record>>);

/// A synchronise that failed. Every record was judged all the same (TRF-53).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SynchronizeError {
    /// The first call that failed.
    pub error: DriverError,
    /// Detached transfers that were proven and released.
    pub retired: usize,
    /// Detached transfers that are kept for ever.
    pub unproven: usize,
}

/// Why there is no tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorError {
    /// The shape was refused.
    Shape(Refusal),
    /// The driver failed.
    Driver(DriverError),
}

impl Runtime {
    /// Opens a runtime on a device: retains its primary context and makes a stream.
    ///
    /// Owner: the caller. Refuses: what the driver refuses; nothing is left behind then. Source: TRF-57.
    pub fn open(driver: Driver, options: &RuntimeOptions) -> Result<Self, DriverError> {
        let RuntimeOptions { device, queue_capacity, event_pool } = *options;
        let context = Context::open(driver, device)?;
        let core = Arc::new(Core::new(context, device, Books::new(queue_capacity), event_pool));
        Ok(Self(External::new(&core)))
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        self.0.core()
    }

    /// Waits for every detached transfer, oldest first, judges each by itself, then waits for the stream.
    ///
    /// Owner: handles in flight stay the caller's, and are ready after success. A detached transfer that neither its
    /// event nor the stream proves is kept for ever. Empties the pool of pinned memory. Errors: the first; all are
    /// counted. Source: TRF-53, TRF-56, TRF-56b.
    pub fn synchronize(&self) -> Result<(), SynchronizeError> {
        let core = self.core();
        let judged = core.blocking_drain();
        let stream = core.context.bind().and_then(|()| core.context.stream_synchronize());
        if let Err(error) = stream {
            core.books.count(|counters| counters.synchronize_errors += 1);
            core.note(error);
        } else {
            core.drain_releases();
            core.empty_pinned_pool();
        }
        if custody_exchange::mutant!("transfer-synchronize-swallows-error") {
            return Ok(());
        }
        match judged.first_error.or(stream.err()) {
            None => Ok(()),
            Some(error) => Err(SynchronizeError { error, retired: judged.retired, unproven: judged.unproven }),
        }
    }

    /// What the runtime has counted. Source: TRF-57.
    pub fn counters(&self) -> Counters {
        self.core().books.counters()
    }

    /// A reader of the counters that keeps nothing alive.
    pub fn watch(&self) -> Watch {
        Watch(Arc::clone(&self.core().books))
    }

    /// Index of the device.
    pub fn device(&self) -> i32 {
        self.core().ordinal
    }

    /// Says who is told of failed calls that no result carries; nobody at first. Called on whatever thread they
    /// fail, in drops too; its panics are caught.
    pub fn set_error_sink(&self, sink: impl Fn(&Diagnostic) + Send + Sync + 'static) {
        self.core().set_sink(Some(Arc::new(sink)));
    }

    /// How many events are kept for reuse; what is beyond is destroyed. An event is reused after proof only.
    pub fn set_event_pool(&self, max: usize) {
        self.core().set_events_max(max);
    }

    /// Zero-filled device memory, as a buffer for a tensor of any layout.
    ///
    /// Owner: the buffer; dropped, it is freed in the order of the runtime's stream, or, once exported, after an
    /// event there is proven; never waits. Refuses: what the driver refuses. Size in bytes; none allocates nothing.
    pub fn buffer(&self, bytes: usize) -> Result<Buffer, DriverError> {
        let block = DeviceBlock::allocate(self.core(), bytes)?;
        block.zero()?;
        Ok(Buffer::from(Box::new(block) as Box<dyn DeviceMemory>))
    }

    /// A zero-filled, compact device tensor.
    ///
    /// Owner: the caller. Refuses: `argument` for a bad shape, and what the driver refuses. Shape in elements.
    pub fn zeros(&self, dtype: Dtype, shape: &[i64]) -> Result<Tensor, TensorError> {
        let count = shape.iter().try_fold(1_usize, |n, extent| n.checked_mul(usize::try_from(*extent).ok()?));
        let bytes = count.and_then(|n| n.checked_mul(dtype.item_bytes())).unwrap_or(0);
        let buffer = self.buffer(bytes).map_err(TensorError::Driver)?;
        Tensor::new(buffer, dtype, shape).map_err(TensorError::Shape)
    }

    /// Device memory of somebody else, as a buffer of foreign origin: it is lent and read, never moved or written.
    ///
    /// Owner: `owner`, which keeps the memory; it is dropped when the buffer is, or, once exported, after an event on
    /// the runtime's stream is proven. Size in bytes. Source: TRF-06, TEN-28.
    ///
    /// # Safety
    /// `address` is valid device memory of this runtime's context for `bytes` bytes as long as `owner` lives, and
    /// nobody writes it while a tensor of this buffer is in flight.
    pub unsafe fn borrow_memory(&self, address: u64, bytes: usize, owner: Box<dyn Any + Send + Sync>) -> Buffer {
        let block = DeviceBlock::borrow(self.core(), address, bytes, owner);
        Buffer::from(Box::new(block) as Box<dyn DeviceMemory>)
    }
}

impl Clone for Runtime {
    fn clone(&self) -> Self {
        Self(External::new(self.core()))
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("device", &self.device()).field("counters", &self.counters()).finish()
    }
}

impl Watch {
    /// The counters.
    pub fn counters(&self) -> Counters {
        self.0.counters()
    }
}

impl fmt::Display for SynchronizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { error, retired, unproven } = self;
        write!(
            f,
            "synchronize (TRF-53): {error}; {retired} detached transfers were released, {unproven} are kept for ever"
        )
    }
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TensorError::Shape(refusal) => refusal.fmt(f),
            TensorError::Driver(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SynchronizeError {}
impl std::error::Error for TensorError {}
