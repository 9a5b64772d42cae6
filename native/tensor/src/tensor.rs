//! The tensor: metadata, and a slot that holds the buffer or nothing.
#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc as Shared;

use custody_exchange::{Device, Dtype, Export, mutant};

use crate::buffer::Buffer;
use crate::device_door;
use crate::exclusive::Exclusive;
use crate::face::{Alias, BufferFace, View};
use crate::lend;
use crate::metadata::Metadata;
use crate::owned::OwnedTensor;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, Request};
use crate::sync::{Arc, Mutex, get_mut, lock};

/// A tensor with two doors. Not `Clone`; see [`Tensor::alias`].
pub struct Tensor {
    metadata: Shared<Metadata>,
    slot: Mutex<Option<Arc<Buffer>>>,
}

/// Who can reach a tensor's memory besides the tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nobody.
    Sole,
    /// The holder of an alias or a lease.
    Shared,
    /// Perhaps somebody outside.
    Foreign,
}

const DOOR_1: &str = "__dlpack__";
const DOOR_2: &str = "into_dlpack";

impl Tensor {
    /// Makes a tensor of a buffer.
    ///
    /// Owner: the tensor. Refuses: `argument`, for a negative or overflowing shape, or one that is not as long
    /// as the buffer; the buffer is then dropped. Shape in elements, row-major. Device: the buffer's.
    pub fn new(buffer: Buffer, dtype: Dtype, shape: &[i64]) -> Result<Self, Refusal> {
        let metadata = Metadata::new(dtype, shape, buffer.byte_len(), buffer.device())?;
        Ok(Self::of(buffer, metadata))
    }

    /// As [`Tensor::new`], of elements that strides lay out in the buffer, which may be longer than they need.
    ///
    /// Owner: the tensor. Refuses: `argument`, also for strides that are negative, not one for each axis, or lead
    /// beyond the buffer; the buffer is then dropped. Strides in elements. Device: the buffer's.
    pub fn strided(buffer: Buffer, dtype: Dtype, shape: &[i64], strides: &[i64]) -> Result<Self, Refusal> {
        let metadata = Metadata::strided(dtype, shape, strides, buffer.byte_len(), buffer.device())?;
        Ok(Self::of(buffer, metadata))
    }

    fn of(buffer: Buffer, metadata: Metadata) -> Self {
        Self { metadata: Shared::new(metadata), slot: Mutex::new(Some(Arc::new(buffer))) }
    }

    /// Whether the elements lie in row-major order without gaps, one after the other in all of the memory.
    pub fn is_compact(&self) -> bool {
        self.metadata.strides.is_none()
    }

    /// Looks at the buffer in the slot; nothing if it has moved out.
    pub fn with_buffer<R>(&self, look: impl FnOnce(&Buffer) -> R) -> Option<R> {
        lock(&self.slot).as_deref().map(look)
    }

    /// Who can reach the memory besides this tensor. Refuses: `consumed`. Source: TEN-13, TEN-14, TEN-28, TRF-06.
    pub fn reach(&self) -> Result<Reach, Refusal> {
        let mut slot = lock(&self.slot);
        let Some(counted) = slot.as_mut() else { return Err(Refusal { reason: Reason::Consumed, input: "reach" }) };
        // `get_mut` and not a look at the count: it orders what the last alias read before what is written next.
        Ok(match Arc::get_mut(counted) {
            None => Reach::Shared,
            Some(buffer) if buffer.is_exclusive() => Reach::Sole,
            Some(_) => Reach::Foreign,
        })
    }

    /// The bytes, for writing.
    ///
    /// Owner: this tensor. Refuses: `consumed`, `shared`, `not-exclusive`, and `not-on-host` for device memory.
    pub fn bytes_mut(&mut self) -> Result<&mut [u8], Refusal> {
        let refuse = |reason| Refusal { reason, input: "bytes_mut" };
        let slot = get_mut(&mut self.slot).as_mut().ok_or(refuse(Reason::Consumed))?;
        let buffer = Arc::get_mut(slot).ok_or(refuse(Reason::Shared))?;
        buffer.bytes_mut().map_err(refuse)
    }

    /// Element type; readable for ever. Source: TEN-10.
    pub fn dtype(&self) -> Dtype {
        self.metadata.dtype
    }

    /// Elements per axis; readable for ever. Source: TEN-10.
    pub fn shape(&self) -> &[i64] {
        if mutant!("metadata-changes-after-move") && lock(&self.slot).is_none() {
            return &[0];
        }
        &self.metadata.shape
    }

    /// Device of the memory; readable for ever. Source: TEN-10.
    pub fn device(&self) -> Device {
        self.metadata.device
    }

    /// Opens a doorless handle on the buffer.
    ///
    /// Owner: tensor and alias share the buffer; it lives until the last of them, and blocks the move until the
    /// alias is dropped. Refuses: `consumed`. Source: TEN-11, TEN-15.
    pub fn alias(&self) -> Result<Alias, Refusal> {
        Ok(Alias { view: self.open("alias")?, metadata: Shared::clone(&self.metadata) })
    }

    /// Opens the bytes, read-only and without a copy.
    ///
    /// Owner: as for [`Tensor::alias`]. Refuses: `consumed`, and `not-on-host` for device memory. Bytes row-major.
    /// Source: TEN-11, TEN-15.
    pub fn buffer(&self) -> Result<BufferFace, Refusal> {
        let view = self.open("buffer")?;
        if view.is_on_host() {
            Ok(BufferFace(view))
        } else {
            Err(Refusal { reason: Reason::NotOnHost, input: "buffer" })
        }
    }

    fn open(&self, input: &'static str) -> Result<View, Refusal> {
        match lock(&self.slot).as_ref() {
            Some(buffer) => Ok(View::open(buffer)),
            None => Err(Refusal { reason: Reason::Consumed, input }),
        }
    }

    /// Door 1: lends a read-only lease, or makes a copy. Never consumes.
    ///
    /// Owner: still this tensor; a lease counts as an alias until its deleter has run, a copy lives alone.
    /// Refuses, in this order: `argument`, `consumed`, `stream`, `device`, `cannot-mark-read-only`, `memory`,
    /// `device-error`. Device: host memory has no streams, and a copy of it is complete on return. Device memory is
    /// ordered before the consumer's stream, and goes to the host as a copy, complete on return.
    /// Source: TEN-01 to TEN-07, TEN-15, TEN-29; of device memory TEN-30 to TEN-35.
    pub fn dlpack(&self, request: &Request) -> Result<Export, Refusal> {
        let mut slot = lock(&self.slot);
        if slot.is_none() && mutant!("consumed-before-argument") {
            return Err(request.tombstone(DOOR_1));
        }
        let asked = request.arguments(self.metadata.device, DOOR_1)?;
        let Some(buffer) = slot.as_ref() else { return Err(request.tombstone(DOOR_1)) };
        if let Some(memory) = buffer.device_memory() {
            return device_door::lend(buffer, memory, &self.metadata, &asked, DOOR_1);
        }
        if mutant!("unmarkable-before-stream") {
            asked.door_one(DOOR_1)?;
        }
        asked.place(self.metadata.device, DOOR_1)?;
        let answer = asked.door_one(DOOR_1)?;
        #[cfg(feature = "mutants")]
        if let Some(wrong) = crate::wrong::door_one(&answer, buffer, &self.metadata, &asked, DOOR_1) {
            return wrong;
        }
        let export = match answer {
            Answer::Lease(abi) => lend::lease(buffer, &self.metadata, &asked, abi, DOOR_1),
            Answer::Copy => lend::copied(buffer.bytes(), &self.metadata, &asked, DOOR_1),
        };
        if mutant!("door-one-consumes") && export.is_ok() {
            *slot = None;
        }
        export
    }

    /// Door 2: moves the buffer out, once.
    ///
    /// Owner: the [`OwnedTensor`]; this tensor is a tombstone for every face and both doors, its metadata stays.
    /// Refuses: `consumed`, `shared`, `not-exclusive`; the slot is intact then. While another thread drops the
    /// last alias it may refuse; it never grants while one is left. Source: TEN-13, TEN-14, TEN-15, TEN-28.
    pub fn into_dlpack(&self) -> Result<OwnedTensor, Refusal> {
        let refuse = |reason| Err(Refusal { reason, input: DOOR_2 });
        let mut slot = lock(&self.slot);
        #[cfg(feature = "mutants")]
        if let Some(wrong) = crate::wrong::door_two(&mut slot, DOOR_2) {
            return wrong.map(|buffer| OwnedTensor::new(buffer, Shared::clone(&self.metadata)));
        }
        let Some(counted) = slot.take() else { return refuse(Reason::Consumed) };
        let buffer = match Arc::try_unwrap(counted) {
            Ok(buffer) => buffer,
            Err(counted) => {
                counted.trail.move_refused();
                *slot = if mutant!("refused-shared-tombstones") { None } else { Some(counted) };
                return refuse(Reason::Shared);
            }
        };
        match Exclusive::prove(buffer) {
            Ok(buffer) => Ok(OwnedTensor::new(buffer, Shared::clone(&self.metadata))),
            #[cfg(feature = "mutants")]
            Err(buffer) if mutant!("foreign-moves") => {
                Ok(OwnedTensor::new(Exclusive::Stolen(Arc::new(buffer)), Shared::clone(&self.metadata)))
            }
            Err(buffer) => {
                buffer.trail.move_refused();
                *slot = if mutant!("refused-foreign-tombstones") { None } else { Some(Arc::new(buffer)) };
                refuse(Reason::NotExclusive)
            }
        }
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Metadata { dtype, shape, device, .. } = &*self.metadata;
        f.debug_struct("Tensor")
            .field("dtype", dtype)
            .field("shape", shape)
            .field("device", device)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "mutants")]
impl Drop for Tensor {
    fn drop(&mut self) {
        self.metadata.handle_gone.store(true, std::sync::atomic::Ordering::Relaxed);
        if mutant!("drop-tensor-leaks") {
            std::mem::forget(lock(&self.slot).take());
        }
    }
}
