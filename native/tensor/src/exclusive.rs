//! A buffer proven to be reached by nobody else.
#![forbid(unsafe_code)]

use bytes::BytesMut;
#[cfg(feature = "mutants")]
use custody_exchange::mutant;

use crate::buffer::{Buffer, Storage};
use crate::device_memory::{DeviceMemory, PinnedMemory};

/// Memory that may be written through the one export it goes into.
pub(crate) enum Exclusive {
    Bytes(BytesMut),
    Aligned(crate::aligned::Aligned),
    Pinned(Box<dyn PinnedMemory>),
    Device(Box<dyn DeviceMemory>),
    Empty,
    /// Not exclusive at all: what a mutant passes off as exclusive. Still counted, so nothing dangles.
    #[cfg(feature = "mutants")]
    Stolen(crate::sync::Arc<Buffer>),
}

impl Exclusive {
    /// Proves exclusiveness by value, or gives the buffer back whole (TEN-13, TEN-28).
    pub(crate) fn prove(buffer: Buffer) -> Result<Self, Buffer> {
        #[cfg(feature = "mutants")]
        if buffer.byte_len() == 0 && mutant!("empty-never-unique") {
            return Err(buffer);
        }
        let empty = buffer.byte_len() == 0;
        let Buffer { storage, trail } = buffer;
        match storage {
            Storage::Device(device) if empty || device.is_exclusive() => Ok(Exclusive::Device(device)),
            _ if empty => Ok(Exclusive::Empty),
            Storage::Aligned(aligned) => Ok(Exclusive::Aligned(aligned)),
            Storage::Pinned(pinned) if pinned.is_exclusive() => Ok(Exclusive::Pinned(pinned)),
            storage @ (Storage::Pinned(_) | Storage::Device(_)) => Err(Buffer { storage, trail }),
            Storage::Bytes(bytes) => match bytes.try_into_mut() {
                Ok(bytes) => Ok(Exclusive::Bytes(bytes)),
                Err(bytes) => Err(Buffer { storage: Storage::Bytes(bytes), trail }),
            },
        }
    }

    /// The device memory, if it is that.
    pub(crate) fn device_memory(&self) -> Option<&dyn DeviceMemory> {
        match self {
            Exclusive::Device(device) => Some(device.as_ref()),
            #[cfg(feature = "mutants")]
            Exclusive::Stolen(buffer) => buffer.device_memory(),
            _ => None,
        }
    }

    /// The bytes; none of device memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Exclusive::Bytes(bytes) => bytes,
            Exclusive::Aligned(aligned) => aligned.as_slice(),
            Exclusive::Pinned(pinned) => pinned.as_slice(),
            Exclusive::Device(_) | Exclusive::Empty => &[],
            #[cfg(feature = "mutants")]
            Exclusive::Stolen(buffer) => buffer.bytes(),
        }
    }

    /// Address for writing, from `BytesMut::as_mut_ptr`: a pointer got through `as_ptr` may not be written.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        match self {
            Exclusive::Bytes(bytes) => bytes.as_mut_ptr(),
            Exclusive::Aligned(aligned) => aligned.as_mut_ptr(),
            Exclusive::Pinned(pinned) => pinned.as_mut_slice().as_mut_ptr(),
            Exclusive::Device(device) => std::ptr::without_provenance_mut(device.address() as usize),
            Exclusive::Empty => std::ptr::null_mut(),
            #[cfg(feature = "mutants")]
            Exclusive::Stolen(buffer) => buffer.address(),
        }
    }
}
