//! The tensor: metadata, and a slot that holds the buffer or nothing.
#![forbid(unsafe_code)]

use std::sync::Arc as Shared;

use custody_exchange::{Device, Dtype, Export, mutant};

use crate::buffer::Buffer;
use crate::exclusive::Exclusive;
use crate::face::{Alias, BufferFace, View};
use crate::lend;
use crate::metadata::Metadata;
use crate::owned::OwnedTensor;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, Request};
use crate::sync::{Arc, Mutex, lock};

/// A tensor in host memory with two doors. Not `Clone`; see [`Tensor::alias`].
pub struct Tensor {
    metadata: Shared<Metadata>,
    slot: Mutex<Option<Arc<Buffer>>>,
}

const DOOR_1: &str = "__dlpack__";
const DOOR_2: &str = "into_dlpack";

impl Tensor {
    /// Makes a tensor of a buffer.
    ///
    /// Owner: the tensor. Refuses: `argument`, for a negative or overflowing shape, or one that is not as long
    /// as the buffer; the buffer is then dropped. Shape in elements, row-major. Device: the host.
    pub fn new(buffer: Buffer, dtype: Dtype, shape: &[i64]) -> Result<Self, Refusal> {
        let metadata = Shared::new(Metadata::new(dtype, shape, buffer.bytes().len())?);
        Ok(Self { metadata, slot: Mutex::new(Some(Arc::new(buffer))) })
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
    /// Owner: as for [`Tensor::alias`]. Refuses: `consumed`. Bytes row-major. Source: TEN-11, TEN-15.
    pub fn buffer(&self) -> Result<BufferFace, Refusal> {
        Ok(BufferFace(self.open("buffer")?))
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
    /// Refuses, in this order: `argument`, `consumed`, `stream`, `device`, `cannot-mark-read-only`, `memory`.
    /// Device: the host only, no streams; a copy is complete on return. Source: TEN-01 to TEN-07, TEN-15, TEN-29.
    pub fn dlpack(&self, request: &Request) -> Result<Export, Refusal> {
        let mut slot = lock(&self.slot);
        if slot.is_none() && mutant!("consumed-before-argument") {
            return Err(request.tombstone(DOOR_1));
        }
        let asked = request.arguments(DOOR_1)?;
        let Some(buffer) = slot.as_ref() else { return Err(request.tombstone(DOOR_1)) };
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

#[cfg(feature = "mutants")]
impl Drop for Tensor {
    fn drop(&mut self) {
        self.metadata.handle_gone.store(true, std::sync::atomic::Ordering::Relaxed);
        if mutant!("drop-tensor-leaks") {
            std::mem::forget(lock(&self.slot).take());
        }
    }
}
