//! Page-locked host memory: one side of every transfer.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex};

use custody_exchange::Dtype;
use custody_tensor::{Buffer, BufferFace, PinnedMemory, Refusal, Tensor};

use crate::context::HostAddress;
use crate::core::Core;
use crate::driver_error::DriverError;
use crate::external::External;
use crate::runtime::Runtime;
use crate::sync::lock;

/// A buffer that the device copies from and to. Not `Clone`: a submit takes it, and what it took nobody reaches.
///
/// ```compile_fail,E0599
/// fn twice(buffer: custody_transfer::PinnedHostBuffer) {
///     let _ = buffer.clone();
/// }
/// ```
pub struct PinnedHostBuffer {
    tensor: Tensor,
    bytes: usize,
}

pub(crate) struct PinnedBlock {
    pin: Mutex<Option<External>>,
    core: Arc<Core>,
    address: HostAddress,
    bytes: usize,
}

impl PinnedHostBuffer {
    /// Makes a zero-filled buffer, from the runtime's pool where it has one of that size.
    ///
    /// Owner: the caller; dropped, its memory returns to the pool. Refuses: what the driver refuses. Size in bytes;
    /// none is allowed and allocates nothing. Device: `kDLCUDAHost`, not write-combined. Source: TRF-58.
    pub fn new(runtime: &Runtime, bytes: usize) -> Result<Self, DriverError> {
        let core = runtime.core();
        let address = core.take_pinned(bytes)?;
        let pin = Mutex::new(Some(External::new(core)));
        let block = PinnedBlock { pin, core: Arc::clone(core), address, bytes };
        let extent = i64::try_from(bytes).unwrap_or(i64::MAX);
        match Tensor::new(Buffer::from(Box::new(block) as Box<dyn PinnedMemory>), Dtype::Uint8, &[extent]) {
            Ok(tensor) => Ok(Self { tensor, bytes }),
            // No allocation of more than `i64::MAX` bytes ever succeeded above.
            Err(_) => Err(DriverError { call: "cuMemHostAlloc", code: 2 }),
        }
    }

    /// Size in bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Opens the bytes, read-only.
    ///
    /// Owner: buffer and face share the memory until the face is dropped. Refuses: `consumed`, after a move through
    /// [`PinnedHostBuffer::as_tensor`]. Source: TEN-11.
    pub fn bytes(&self) -> Result<BufferFace, Refusal> {
        self.tensor.buffer()
    }

    /// The bytes, for writing. Owner: this buffer. Refuses: `consumed`; `shared` while a face or a lease is out.
    pub fn bytes_mut(&mut self) -> Result<&mut [u8], Refusal> {
        self.tensor.bytes_mut()
    }

    /// The buffer as a tensor of bytes, with both doors. A lease makes it unfit as a download's destination until it
    /// ends; a move leaves a tombstone that no submit takes. Device: `kDLCUDAHost`. Source: TRF-00, TRF-06.
    pub fn as_tensor(&self) -> &Tensor {
        &self.tensor
    }

    fn with_block<R>(&self, look: impl FnOnce(&PinnedBlock) -> R) -> Option<R> {
        let block = |buffer: &Buffer| buffer.pinned_memory().and_then(|m| m.as_any().downcast_ref()).map(look);
        self.tensor.with_buffer(block).flatten()
    }

    /// First byte; NULL for none, and for a tombstone.
    pub(crate) fn address(&self) -> *mut u8 {
        self.with_block(|block| block.address.0).unwrap_or(std::ptr::null_mut())
    }

    pub(crate) fn belongs_to(&self, core: &Arc<Core>) -> bool {
        self.with_block(|block| Arc::ptr_eq(&block.core, core)).unwrap_or(false)
    }

    pub(crate) fn unpin(&self) -> Option<External> {
        self.with_block(|block| lock(&block.pin).take()).flatten()
    }
}

impl fmt::Debug for PinnedHostBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PinnedHostBuffer").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl PinnedMemory for PinnedBlock {
    fn as_slice(&self) -> &[u8] {
        if self.bytes == 0 {
            return &[];
        }
        // SAFETY: the block owns `bytes` initialised bytes there; a submit that lets the device write takes the
        // buffer away from everybody who could call this, after it saw that no face or lease is out (TRF-06).
        unsafe { std::slice::from_raw_parts(self.address.0, self.bytes) }
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        if self.bytes == 0 {
            return &mut [];
        }
        // SAFETY: as in `as_slice`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.address.0, self.bytes) }
    }

    fn is_exclusive(&self) -> bool {
        true
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for PinnedBlock {
    fn drop(&mut self) {
        self.core.books.count(|counters| counters.buffers_released += 1);
        if !self.core.is_abandoned() {
            self.core.pool_pinned(HostAddress(self.address.0), self.bytes);
        }
    }
}

impl Core {
    /// Zero-filled memory, from the pool or new.
    pub(crate) fn take_pinned(&self, bytes: usize) -> Result<HostAddress, DriverError> {
        if bytes == 0 {
            return Ok(HostAddress(std::ptr::null_mut()));
        }
        let pooled = {
            let mut pool = lock(&self.pinned);
            let found = pool.iter().position(|(_, size)| *size == bytes);
            found.map(|at| pool.swap_remove(at).0)
        };
        if let Some(address) = pooled {
            // SAFETY: the pool owns `bytes` bytes there, proven idle when they came in.
            unsafe { address.0.write_bytes(0, bytes) };
            return Ok(address);
        }
        self.context.bind().and_then(|()| self.context.allocate_host(bytes)).map_err(|error| self.note(error))
    }

    /// Takes memory back that nothing uses; never waits.
    pub(crate) fn pool_pinned(&self, address: HostAddress, bytes: usize) {
        if bytes > 0 {
            lock(&self.pinned).push((address, bytes));
        }
    }

    /// Frees the pool. May wait.
    pub(crate) fn empty_pinned_pool(&self) {
        let pooled = std::mem::take(&mut *lock(&self.pinned));
        for (address, _) in pooled {
            // SAFETY: the pool owned the memory, and nothing uses it.
            if let Err(error) = unsafe { self.context.free_host(address) } {
                self.books.count(|counters| counters.release_errors += 1);
                self.report("freeing pinned memory", error);
            }
        }
    }
}
