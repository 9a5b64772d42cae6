//! The memory a tensor holds.
#![forbid(unsafe_code)]

use bytes::Bytes;

use crate::aligned::Aligned;
use crate::trail::Trail;

/// Immutable memory, shared by slot, faces and leases through one count.
///
/// Its origin is not declared but found out at the move: a `Bytes` that `try_into_mut` accepts and an
/// [`Aligned`] are exclusive, static memory, foreign owners and shared `Bytes` are not. Empty memory is always
/// exclusive, since there is nothing to write.
pub struct Buffer {
    pub(crate) storage: Storage,
    pub(crate) trail: Trail,
}

pub(crate) enum Storage {
    Bytes(Bytes),
    Aligned(Aligned),
}

impl Buffer {
    pub(crate) fn new(storage: Storage) -> Self {
        Self { storage, trail: Trail::default() }
    }

    /// The bytes, read-only.
    pub fn bytes(&self) -> &[u8] {
        match &self.storage {
            Storage::Bytes(bytes) => bytes,
            Storage::Aligned(aligned) => aligned.as_slice(),
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
