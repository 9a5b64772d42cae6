//! The memory a tensor holds.
#![forbid(unsafe_code)]

use bytes::Bytes;
use custody_exchange::Device;

use crate::aligned::Aligned;
use crate::device_memory::{DeviceMemory, PinnedMemory};
use crate::refusal::Reason;
use crate::trail::Trail;

/// Immutable memory, shared by slot, faces and leases through one count.
///
/// Its origin is not declared but found out at the move: a `Bytes` that `try_into_mut` accepts and an
/// [`Aligned`] are exclusive, static memory, foreign owners and shared `Bytes` are not; pinned and device memory
/// say it themselves. Empty memory is always exclusive, since there is nothing to write.
pub struct Buffer {
    pub(crate) storage: Storage,
    pub(crate) trail: Trail,
}

pub(crate) enum Storage {
    Bytes(Bytes),
    Aligned(Aligned),
    Pinned(Box<dyn PinnedMemory>),
    Device(Box<dyn DeviceMemory>),
}

impl Buffer {
    pub(crate) fn new(storage: Storage) -> Self {
        Self { storage, trail: Trail::default() }
    }

    /// The bytes, read-only; none of device memory, which the CPU cannot read.
    pub fn bytes(&self) -> &[u8] {
        match &self.storage {
            Storage::Bytes(bytes) => bytes,
            Storage::Aligned(aligned) => aligned.as_slice(),
            Storage::Pinned(pinned) => pinned.as_slice(),
            Storage::Device(_) => &[],
        }
    }

    /// The pinned memory, if it is that.
    pub fn pinned_memory(&self) -> Option<&dyn PinnedMemory> {
        match &self.storage {
            Storage::Pinned(pinned) => Some(pinned.as_ref()),
            _ => None,
        }
    }

    /// Where the memory is.
    pub fn device(&self) -> Device {
        match &self.storage {
            Storage::Bytes(_) | Storage::Aligned(_) => Device::CPU,
            Storage::Pinned(_) => Device::CUDA_HOST,
            Storage::Device(memory) => memory.device(),
        }
    }

    /// The device memory, if it is that.
    pub fn device_memory(&self) -> Option<&dyn DeviceMemory> {
        match &self.storage {
            Storage::Device(device) => Some(device.as_ref()),
            _ => None,
        }
    }

    /// Size in bytes, wherever they are.
    pub fn byte_len(&self) -> usize {
        self.device_memory().map_or_else(|| self.bytes().len(), DeviceMemory::byte_len)
    }

    /// The bytes, for writing.
    pub(crate) fn bytes_mut(&mut self) -> Result<&mut [u8], Reason> {
        match &mut self.storage {
            Storage::Device(_) => Err(Reason::NotOnHost),
            Storage::Aligned(aligned) => Ok(aligned.as_mut_slice()),
            Storage::Pinned(pinned) if pinned.is_exclusive() => Ok(pinned.as_mut_slice()),
            Storage::Pinned(_) | Storage::Bytes(_) => Err(Reason::NotExclusive),
        }
    }

    /// Address for an export: of the host, or of the device.
    pub(crate) fn address(&self) -> *mut u8 {
        match self.device_memory() {
            Some(device) => std::ptr::without_provenance_mut(device.address() as usize),
            None => self.bytes().as_ptr().cast_mut(),
        }
    }

    /// Whether nobody outside can reach the memory. Asked of shared memory it may answer no where the move would say yes.
    pub(crate) fn is_exclusive(&self) -> bool {
        match &self.storage {
            _ if self.byte_len() == 0 => true,
            Storage::Bytes(bytes) => bytes.is_unique(),
            Storage::Aligned(_) => true,
            Storage::Pinned(pinned) => pinned.is_exclusive(),
            Storage::Device(device) => device.is_exclusive(),
        }
    }
}

impl From<Bytes> for Buffer {
    fn from(bytes: Bytes) -> Self {
        Self::new(Storage::Bytes(bytes))
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::from(bytes).into()
    }
}

impl From<&'static [u8]> for Buffer {
    fn from(bytes: &'static [u8]) -> Self {
        Bytes::from_static(bytes).into()
    }
}

impl From<Aligned> for Buffer {
    fn from(aligned: Aligned) -> Self {
        Self::new(Storage::Aligned(aligned))
    }
}

impl From<Box<dyn PinnedMemory>> for Buffer {
    fn from(pinned: Box<dyn PinnedMemory>) -> Self {
        Self::new(Storage::Pinned(pinned))
    }
}

impl From<Box<dyn DeviceMemory>> for Buffer {
    fn from(device: Box<dyn DeviceMemory>) -> Self {
        Self::new(Storage::Device(device))
    }
}
