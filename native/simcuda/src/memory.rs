//! Memory of the simulated device and pinned memory: separate blocks of the host's heap, so that bytes can be
//! compared. Fresh memory is filled with [`FRESH`]; freed memory with [`POISON`] and kept (quarantined) until
//! the reset, so that a late read sees poison and not a fault.

use std::alloc::{Layout, alloc, dealloc};
use std::collections::{BTreeMap, VecDeque};

use crate::ledger::{Kind, Life};

/// Fills memory nobody has written yet.
pub(crate) const FRESH: u8 = 0xCD;
/// Fills memory that was freed.
pub(crate) const POISON: u8 = 0xDE;
/// What one device claims to have, in bytes.
pub(crate) const DEVICE_BYTES: usize = 1 << 30;
/// Freed memory kept at most, in bytes; beyond it the oldest goes back to the heap and is forgotten.
const QUARANTINE_BYTES_MAX: usize = 128 << 20;

/// One allocation. Its bytes live as long as this value.
pub(crate) struct Memory {
    pub(crate) life: Life,
    pub(crate) at: usize,
    pub(crate) bytes: usize,
    /// Pieces of queued work that read or write it.
    pub(crate) in_flight: u32,
    /// `cuMemFreeAsync` was called and has not run yet.
    pub(crate) free_queued: bool,
    layout: Layout,
}

impl Memory {
    fn fill(&self, byte: u8) {
        // SAFETY: `at` is `bytes` long and owned by `self`, which deallocates it only in `drop`.
        unsafe { std::ptr::write_bytes(self.at as *mut u8, byte, self.bytes) };
    }

    /// Whether freed memory still holds nothing but poison.
    pub(crate) fn is_poison(&self) -> bool {
        // SAFETY: as in `fill`. A program that writes here meanwhile breaks its own promise to cuMemFree.
        unsafe { std::slice::from_raw_parts(self.at as *const u8, self.bytes) }.iter().all(|byte| *byte == POISON)
    }

    pub(crate) fn name(&self) -> String {
        self.life.name()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `Heap::add` with this very layout, and dropped once.
        unsafe { dealloc(self.at as *mut u8, self.layout) };
    }
}

/// Every allocation since the reset, live or quarantined, by address.
#[derive(Default)]
pub(crate) struct Heap {
    pub(crate) blocks: BTreeMap<usize, Memory>,
    quarantine: VecDeque<usize>,
    quarantine_bytes: usize,
}

impl Heap {
    /// A new block, or nothing when the host has no memory left. Device memory is aligned to 256, pinned to a page.
    pub(crate) fn add(&mut self, life: Life, bytes: usize) -> Option<usize> {
        let align = if life.kind == Kind::Pinned { 4096 } else { 256 };
        let layout = Layout::from_size_align(bytes, align).ok().filter(|layout| layout.size() > 0)?;
        // SAFETY: the layout's size is not zero.
        let at = unsafe { alloc(layout) } as usize;
        if at == 0 {
            return None;
        }
        let memory = Memory { life, at, bytes, in_flight: 0, free_queued: false, layout };
        memory.fill(FRESH);
        self.blocks.insert(at, memory);
        Some(at)
    }

    /// The block that holds this address.
    pub(crate) fn holding(&mut self, address: usize) -> Option<&mut Memory> {
        let memory = self.blocks.range_mut(..=address).next_back()?.1;
        (address - memory.at < memory.bytes).then_some(memory)
    }

    /// Poisons a block that was just released, and keeps it.
    pub(crate) fn poison(&mut self, at: usize) {
        let Some(memory) = self.blocks.get(&at) else { return };
        memory.fill(POISON);
        self.quarantine_bytes += memory.bytes;
        self.quarantine.push_back(at);
        while self.quarantine_bytes > QUARANTINE_BYTES_MAX && self.quarantine.len() > 1 {
            let Some(oldest) = self.quarantine.front().copied() else { break };
            if self.blocks.get(&oldest).is_some_and(|memory| memory.in_flight > 0) {
                break;
            }
            self.quarantine.pop_front();
            self.quarantine_bytes -= self.blocks.remove(&oldest).map_or(0, |memory| memory.bytes);
        }
    }

    /// Poisons a freed block anew.
    pub(crate) fn refill(&self, at: usize) {
        if let Some(memory) = self.blocks.get(&at) {
            memory.fill(POISON);
        }
    }

    /// Forgets what is quarantined; the live stays.
    pub(crate) fn empty_quarantine(&mut self) {
        for at in self.quarantine.drain(..) {
            self.blocks.remove(&at);
        }
        self.quarantine_bytes = 0;
    }
}
