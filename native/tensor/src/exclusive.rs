//! A buffer proven to be reached by nobody else.
#![forbid(unsafe_code)]

use bytes::BytesMut;
#[cfg(feature = "mutants")]
use custody_exchange::mutant;

use crate::buffer::{Buffer, Storage};

/// Memory that may be written through the one export it goes into.
pub(crate) enum Exclusive {
    Bytes(BytesMut),
    Aligned(crate::aligned::Aligned),
    Empty,
    /// Not exclusive at all: what a mutant passes off as exclusive. Still counted, so nothing dangles.
    #[cfg(feature = "mutants")]
    Stolen(crate::sync::Arc<Buffer>),
}

impl Exclusive {
    /// Proves exclusiveness by value, or gives the buffer back whole (TEN-13, TEN-28).
    pub(crate) fn prove(buffer: Buffer) -> Result<Self, Buffer> {
        #[cfg(feature = "mutants")]
        if buffer.bytes().is_empty() && mutant!("empty-never-unique") {
            return Err(buffer);
        }
        if buffer.bytes().is_empty() {
            return Ok(Exclusive::Empty);
        }
        let Buffer { storage, trail } = buffer;
        match storage {
            Storage::Aligned(aligned) => Ok(Exclusive::Aligned(aligned)),
            Storage::Bytes(bytes) => match bytes.try_into_mut() {
                Ok(bytes) => Ok(Exclusive::Bytes(bytes)),
                Err(bytes) => Err(Buffer { storage: Storage::Bytes(bytes), trail }),
            },
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Exclusive::Bytes(bytes) => bytes,
            Exclusive::Aligned(aligned) => aligned.as_slice(),
            Exclusive::Empty => &[],
            #[cfg(feature = "mutants")]
            Exclusive::Stolen(buffer) => buffer.bytes(),
        }
    }

    /// Address for writing, from `BytesMut::as_mut_ptr`: a pointer got through `as_ptr` may not be written.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        match self {
            Exclusive::Bytes(bytes) => bytes.as_mut_ptr(),
            Exclusive::Aligned(aligned) => aligned.as_mut_ptr(),
            Exclusive::Empty => std::ptr::null_mut(),
            #[cfg(feature = "mutants")]
            Exclusive::Stolen(buffer) => buffer.bytes().as_ptr().cast_mut(),
        }
    }
}
