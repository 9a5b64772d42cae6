//! Memory that is not plain host memory, as a tensor holds it. What it is made of is its implementer's affair.
#![forbid(unsafe_code)]

use std::any::Any;
use std::fmt;

use custody_exchange::Device;

/// Which later work of the consumer must see the memory's present contents (TEN-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsumerStream {
    /// The legacy default stream: `stream=None` and `stream=1`.
    LegacyDefault,
    /// The per-thread default stream: `stream=2`.
    PerThreadDefault,
    /// A stream by its handle.
    Handle(u64),
    /// No ordering at all: `stream=-1`.
    Unordered,
}

/// A call of the device's driver that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceError {
    /// The function, by its name in the driver's header.
    pub call: &'static str,
    /// What it answered.
    pub code: u32,
}

impl DeviceError {
    /// `CUDA_ERROR_OUT_OF_MEMORY`.
    pub const OUT_OF_MEMORY: u32 = 2;
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered {}", self.call, self.code)
    }
}

impl std::error::Error for DeviceError {}

/// Memory on a device. Its `Drop` frees it, and never waits: a DLPack deleter may run it on any thread.
pub trait DeviceMemory: Send + Sync + Any {
    /// Device address of the first byte; 0 where there are none.
    fn address(&self) -> u64;
    /// Size in bytes.
    fn byte_len(&self) -> usize;
    /// Where it is.
    fn device(&self) -> Device;
    /// Whether nobody outside can reach it.
    fn is_exclusive(&self) -> bool;
    /// Makes later work on the consumer's stream see what is in the memory now. Never waits.
    fn order_before(&self, consumer: ConsumerStream) -> Result<(), DeviceError>;
    /// Copies the memory to the host; the bytes are readable on return, so this waits. `into` is as long as the memory.
    fn copy_to_host(&self, into: &mut [u8]) -> Result<(), DeviceError>;
    /// Copies the memory on its device, ordered before later work of the consumer.
    fn copy_on_device(&self, consumer: ConsumerStream) -> Result<Box<dyn DeviceMemory>, DeviceError>;
    /// For the implementer to know its own again.
    fn as_any(&self) -> &dyn Any;
}

/// Page-locked host memory, `kDLCUDAHost`. Its `Drop` gives it back, and never waits.
pub trait PinnedMemory: Send + Sync + Any {
    /// The bytes.
    fn as_slice(&self) -> &[u8];
    /// The bytes, for writing.
    fn as_mut_slice(&mut self) -> &mut [u8];
    /// Whether nobody outside can reach it.
    fn is_exclusive(&self) -> bool;
    /// For the implementer to know its own again.
    fn as_any(&self) -> &dyn Any;
}
