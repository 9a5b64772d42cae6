//! Device memory of a runtime, as a tensor holds it (TEN-30 to TEN-35).
#![forbid(unsafe_code)]

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use custody_tensor::{Buffer, ConsumerStream, Device, DeviceError, DeviceMemory};

use crate::context::DeviceAddress;
use crate::core::Core;
use crate::driver_error::DriverError;
use crate::external::External;
use crate::release::Freed;
use crate::sync::lock;

/// Handles by which DLPack and CUDA name the two default streams.
const LEGACY_DEFAULT: u64 = 1;
const PER_THREAD_DEFAULT: u64 = 2;

pub(crate) struct DeviceBlock {
    pin: Mutex<Option<External>>,
    core: Arc<Core>,
    address: DeviceAddress,
    bytes: usize,
    /// Keeps memory of somebody else's alive.
    outside: Option<Box<dyn Any + Send + Sync>>,
    /// Consumers may have queued work on it elsewhere.
    exported: AtomicBool,
    /// A copy from or to it was never proven: it is not freed.
    kept: AtomicBool,
}

/// The block that a tensor's buffer is, if it is one of ours.
pub(crate) fn of(buffer: &Buffer) -> Option<&DeviceBlock> {
    buffer.device_memory().and_then(|memory| memory.as_any().downcast_ref())
}

impl DeviceBlock {
    /// Fresh memory, not filled, of whoever gets the block.
    pub(crate) fn allocate(core: &Arc<Core>, bytes: usize) -> Result<Self, DriverError> {
        let allocated = if bytes == 0 {
            Ok(DeviceAddress(0))
        } else {
            core.context.bind().and_then(|()| core.context.allocate(bytes))
        };
        let address = allocated.map_err(|error| core.note(error))?;
        Ok(Self::new(core, address, bytes, None))
    }

    /// Memory that `outside` keeps alive, and that others may reach.
    pub(crate) fn borrow(core: &Arc<Core>, address: u64, bytes: usize, outside: Box<dyn Any + Send + Sync>) -> Self {
        Self::new(core, DeviceAddress(address), bytes, Some(outside))
    }

    fn new(
        core: &Arc<Core>,
        address: DeviceAddress,
        bytes: usize,
        outside: Option<Box<dyn Any + Send + Sync>>,
    ) -> Self {
        Self {
            pin: Mutex::new(Some(External::new(core))),
            core: Arc::clone(core),
            address,
            bytes,
            outside,
            exported: AtomicBool::new(false),
            kept: AtomicBool::new(false),
        }
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }

    pub(crate) fn at(&self) -> DeviceAddress {
        self.address
    }

    /// Fills with zeros, in the order of the stream.
    pub(crate) fn zero(&self) -> Result<(), DriverError> {
        self.core.context.zero(self.address, self.bytes).map_err(|error| self.core.note(error))
    }

    /// Gives up the block's hold on its runtime.
    pub(crate) fn unpin(&self) -> Option<External> {
        lock(&self.pin).take()
    }

    /// Never frees the memory: something unproven may still use it.
    pub(crate) fn keep(&self) {
        self.kept.store(true, Ordering::Relaxed);
    }

    fn order(&self, consumer: ConsumerStream) -> Result<(), DriverError> {
        let stream = match consumer {
            ConsumerStream::Unordered => return Ok(()),
            ConsumerStream::LegacyDefault => LEGACY_DEFAULT,
            ConsumerStream::PerThreadDefault => PER_THREAD_DEFAULT,
            ConsumerStream::Handle(handle) => handle,
        };
        self.core.context.bind()?;
        let event = self.core.acquire_event()?;
        let context = &self.core.context;
        // An event that could not be recorded is proof of nothing: it is never used again.
        context.event_record(&event)?;
        let ordered = context.order_stream_after(stream, &event);
        self.core.release_after(event, Freed::Nothing);
        ordered
    }
}

impl DeviceMemory for DeviceBlock {
    fn address(&self) -> u64 {
        self.address.0
    }

    fn byte_len(&self) -> usize {
        self.bytes
    }

    fn device(&self) -> Device {
        Device::cuda(self.core.ordinal)
    }

    fn is_exclusive(&self) -> bool {
        self.outside.is_none()
    }

    fn order_before(&self, consumer: ConsumerStream) -> Result<(), DeviceError> {
        self.order(consumer).map_err(|error| self.core.note(error))?;
        self.exported.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn copy_to_host(&self, into: &mut [u8]) -> Result<(), DeviceError> {
        Ok(crate::plain_copy::to_host(self, into)?)
    }

    fn copy_on_device(&self, consumer: ConsumerStream) -> Result<Box<dyn DeviceMemory>, DeviceError> {
        let copy = crate::plain_copy::on_device(self)?;
        copy.order_before(consumer)?;
        Ok(Box::new(copy))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for DeviceBlock {
    fn drop(&mut self) {
        self.core.books.count(|counters| counters.values_released += 1);
        if self.core.is_abandoned() {
            return;
        }
        let freed = self.outside.take().map_or(Freed::Memory(self.address), Freed::Outside);
        if self.kept.load(Ordering::Relaxed) {
            self.core.books.count(|counters| counters.memory_kept += 1);
            std::mem::forget(freed);
        } else if self.exported.load(Ordering::Relaxed) && self.bytes > 0 {
            self.core.release_later(freed);
        } else {
            self.core.free(freed);
        }
    }
}
