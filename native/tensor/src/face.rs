//! Faces: read-only, zero-copy views of a buffer. Each counts as an alias until it is dropped.
#![forbid(unsafe_code)]

use std::ops::Deref;
use std::sync::Arc as Shared;

use custody_exchange::{Device, Dtype};

use crate::buffer::Buffer;
use crate::metadata::Metadata;
use crate::sync::Arc;

/// The part all faces have in common: one count of the buffer.
pub(crate) struct View(Arc<Buffer>);

impl View {
    pub(crate) fn open(buffer: &Arc<Buffer>) -> Self {
        buffer.trail.alias_opens();
        View(Arc::clone(buffer))
    }

    /// Whether there are bytes that the CPU can read.
    pub(crate) fn is_on_host(&self) -> bool {
        self.0.device_memory().is_none()
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.0.trail.alias_closes();
    }
}

/// The bytes of a tensor, borrowed from nobody: the memory lives as long as the face (TEN-11, TEN-25).
pub struct BufferFace(pub(crate) View);

impl Deref for BufferFace {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.0.bytes()
    }
}

/// A handle without doors: bytes and metadata, but no way to export or move the buffer (TEN-11).
pub struct Alias {
    pub(crate) view: View,
    pub(crate) metadata: Shared<Metadata>,
}

impl Alias {
    /// The bytes, row-major; none of device memory.
    pub fn bytes(&self) -> &[u8] {
        self.view.0.bytes()
    }

    /// Element type.
    pub fn dtype(&self) -> Dtype {
        self.metadata.dtype
    }

    /// Elements per axis.
    pub fn shape(&self) -> &[i64] {
        &self.metadata.shape
    }

    /// Device of the memory.
    pub fn device(&self) -> Device {
        self.metadata.device
    }
}
