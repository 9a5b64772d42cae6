//! The buffer on its way out: exclusive, armed until its first granted export.
#![forbid(unsafe_code)]

use std::sync::Arc as Shared;

use custody_exchange::{Device, Dtype, Export, mutant};

use crate::device_door;
use crate::exclusive::Exclusive;
use crate::lend;
use crate::metadata::Metadata;
use crate::refusal::{Reason, Refusal};
use crate::request::{Asked, Request};

/// A moved buffer. Its first granted [`OwnedTensor::dlpack`] spends it; dropped before, it frees the buffer
/// (TEN-20).
pub struct OwnedTensor {
    metadata: Shared<Metadata>,
    buffer: Option<Exclusive>,
}

const DOOR: &str = "OwnedTensor.__dlpack__";

impl OwnedTensor {
    pub(crate) fn new(buffer: Exclusive, metadata: Shared<Metadata>) -> Self {
        Self { metadata, buffer: Some(buffer) }
    }

    /// Moves the buffer into an export, once; with `copy=True` a copy of it, and frees the original.
    ///
    /// Owner: the export; this object is spent. Refuses, in this order: `argument`, `consumed`, `stream`,
    /// `device`, `memory`; it stays armed then. Versioned if major >= 1 was asked, else legacy; writable either
    /// way. Device and streams as for [`Tensor::dlpack`](crate::Tensor::dlpack).
    /// Source: TEN-16 to TEN-19, TEN-21, TEN-29, TEN-30 to TEN-35.
    pub fn dlpack(&mut self, request: &Request) -> Result<Export, Refusal> {
        let answer = self.answer(request);
        if let Err(Refusal { reason, .. }) = &answer {
            let memory = matches!(reason, Reason::Memory { .. });
            if !memory && mutant!("owned-refusal-spends") || memory && mutant!("owned-memory-refusal-spends") {
                self.buffer = None;
            }
        }
        answer
    }

    fn answer(&mut self, request: &Request) -> Result<Export, Refusal> {
        #[cfg(feature = "mutants")]
        crate::wrong::spend_with_handle(&self.metadata, &mut self.buffer);
        if self.buffer.is_none() && mutant!("consumed-before-argument") {
            return Err(request.tombstone(DOOR));
        }
        let asked = request.arguments(self.metadata.device, DOOR)?;
        let Some(buffer) = &self.buffer else { return Err(request.tombstone(DOOR)) };
        if let Some(memory) = buffer.device_memory() {
            if let Some(copy) = device_door::prepare(memory, &self.metadata, &asked, DOOR)? {
                self.buffer = None;
                return Ok(copy);
            }
            let Some(buffer) = self.buffer.take() else { return Err(request.tombstone(DOOR)) };
            return lend::moved(buffer, &self.metadata, &asked, DOOR);
        }
        asked.place(self.metadata.device, DOOR)?;
        if let Some(refusal) = refused_by_mutant(&asked) {
            return Err(refusal);
        }
        if copies(&asked) {
            let export = lend::copied(buffer.bytes(), &self.metadata, &asked, DOOR)?;
            match self.buffer.take() {
                original if mutant!("owned-copy-leaks") => std::mem::forget(original),
                original if mutant!("owned-copy-stays-armed") => self.buffer = original,
                original => drop(original),
            }
            return Ok(export);
        }
        let Some(buffer) = self.buffer.take() else { return Err(request.tombstone(DOOR)) };
        #[cfg(feature = "mutants")]
        let buffer = crate::wrong::keep_a_count(buffer, &mut self.buffer);
        lend::moved(buffer, &self.metadata, &asked, DOOR)
    }

    /// `(device type, index)`; readable for ever. Source: TEN-22.
    pub fn dlpack_device(&self) -> (u32, i32) {
        let Device { kind, index } = self.metadata.device;
        if mutant!("owned-device-forgotten") && self.buffer.is_none() { (0, 0) } else { (kind, index) }
    }

    /// Element type; readable for ever. Source: TEN-22.
    pub fn dtype(&self) -> Dtype {
        self.metadata.dtype
    }

    /// Elements per axis; readable for ever. Source: TEN-22.
    pub fn shape(&self) -> &[i64] {
        &self.metadata.shape
    }
}

fn copies(asked: &Asked) -> bool {
    let legacy = asked.abi == custody_exchange::Abi::Legacy;
    match asked.copy {
        Some(true) => !mutant!("owned-copy-ignored"),
        _ => legacy && mutant!("owned-legacy-copies"),
    }
}

fn refused_by_mutant(asked: &Asked) -> Option<Refusal> {
    let moves_legacy = asked.abi == custody_exchange::Abi::Legacy && asked.copy != Some(true);
    let wrong = moves_legacy && mutant!("owned-legacy-refused");
    wrong.then_some(Refusal { reason: Reason::CannotMarkReadOnly, input: DOOR })
}

#[cfg(feature = "mutants")]
impl Drop for OwnedTensor {
    fn drop(&mut self) {
        if mutant!("drop-owned-leaks") {
            std::mem::forget(self.buffer.take());
        }
    }
}
