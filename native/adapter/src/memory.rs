//! Buffers of every origin, with contents that are known and an outside reader where there is one.

use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use bytes::Bytes;
use custody_tensor::{Aligned, Buffer};
use serde::Deserialize;

use crate::ledger;

/// The largest tensor made: 2 x 3 of eight bytes.
pub const BYTES_MAX: usize = 48;
const SLICE_OFFSET_BYTES: usize = 16;

/// Where a buffer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// `Vec<u8>` with capacity to spare.
    Vec,
    /// `Bytes` of its own.
    Bytes,
    /// The only sub-slice left of a longer `Bytes`.
    BytesSlice,
    /// Our aligned buffer.
    Aligned,
    /// The static empty `Bytes`.
    Empty,
    /// `Bytes::from_static`.
    Static,
    /// `Bytes::from_owner`.
    FromOwner,
    /// `Bytes` of which somebody outside holds a clone.
    BytesClone,
}

/// Who can read the memory besides the tensor.
pub enum Outside {
    /// Nobody.
    Nobody,
    /// Everybody: it is static.
    Static(usize),
    /// The owner that was given to `from_owner`.
    Owner(Arc<[u8; BYTES_MAX]>, usize),
    /// The holder of a clone.
    Clone(Bytes),
}

static STATIC: [AtomicU8; BYTES_MAX] = [const { AtomicU8::new(0) }; BYTES_MAX];
static OWNER_DROPS: AtomicU32 = AtomicU32::new(0);

struct OutsideOwner(Arc<[u8; BYTES_MAX]>, usize);

impl AsRef<[u8]> for OutsideOwner {
    fn as_ref(&self) -> &[u8] {
        &self.0[..self.1]
    }
}

impl Drop for OutsideOwner {
    fn drop(&mut self) {
        OWNER_DROPS.fetch_add(1, Relaxed);
    }
}

/// What every tensor of the harness contains: no byte is zero, no two neighbours are equal.
pub const fn contents() -> [u8; BYTES_MAX] {
    let mut bytes = [0; BYTES_MAX];
    let mut at = 0;
    while at < BYTES_MAX {
        bytes[at] = (at as u8).wrapping_mul(5).wrapping_add(7);
        at += 1;
    }
    bytes
}

/// Makes a buffer of `len` bytes and watches its memory.
pub fn make(origin: Origin, len: usize) -> (Buffer, Outside) {
    const CONTENTS: [u8; BYTES_MAX] = contents();
    let bytes = &CONTENTS[..len];
    OWNER_DROPS.store(0, Relaxed);
    let watched = |address: *const u8| ledger::watch(if len == 0 { 0 } else { address as usize });
    watched(std::ptr::null());
    match origin {
        Origin::Vec => {
            let mut vec = Vec::with_capacity(len + 8);
            vec.extend_from_slice(bytes);
            watched(vec.as_ptr());
            (Buffer::from(vec), Outside::Nobody)
        }
        Origin::Bytes => {
            let bytes = Bytes::copy_from_slice(bytes);
            watched(bytes.as_ptr());
            (Buffer::from(bytes), Outside::Nobody)
        }
        Origin::BytesSlice => {
            let mut vec = vec![0xEE; SLICE_OFFSET_BYTES];
            vec.extend_from_slice(bytes);
            vec.extend_from_slice(&[0xEE; SLICE_OFFSET_BYTES]);
            watched(vec.as_ptr());
            let whole = Bytes::from(vec);
            (Buffer::from(whole.slice(SLICE_OFFSET_BYTES..SLICE_OFFSET_BYTES + len)), Outside::Nobody)
        }
        Origin::Aligned => {
            let aligned = Aligned::try_copy(bytes).expect("48 bytes can be had");
            watched(aligned.as_slice().as_ptr());
            (Buffer::from(aligned), Outside::Nobody)
        }
        Origin::Empty => (Buffer::from(Bytes::new()), Outside::Nobody),
        Origin::Static => {
            STATIC.iter().zip(CONTENTS).for_each(|(cell, byte)| cell.store(byte, Relaxed));
            (Buffer::from(static_bytes(len)), Outside::Static(len))
        }
        Origin::FromOwner => {
            let data = Arc::new(CONTENTS);
            let owner = OutsideOwner(Arc::clone(&data), len);
            (Buffer::from(Bytes::from_owner(owner)), Outside::Owner(data, len))
        }
        Origin::BytesClone => {
            let bytes = Bytes::copy_from_slice(bytes);
            (Buffer::from(bytes.clone()), Outside::Clone(bytes))
        }
    }
}

/// The static memory. Cells, so that it is writable: a mutant may write it, and must be seen, not killed.
fn static_bytes(len: usize) -> &'static [u8] {
    // SAFETY: `AtomicU8` is a `u8` in memory and `len` is at most `BYTES_MAX`; `make` rewrites the cells only
    // while no tensor of the world holds them.
    unsafe { slice::from_raw_parts(STATIC.as_ptr().cast(), len) }
}

impl Outside {
    /// What the outside reader sees.
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            Outside::Nobody => None,
            Outside::Static(len) => Some(static_bytes(*len)),
            Outside::Owner(data, len) => Some(&data[..*len]),
            Outside::Clone(bytes) => Some(bytes),
        }
    }

    /// Frees of the tensor's memory: by the allocator, or drops of the owner it came from. Memory that somebody
    /// outside keeps, and empty memory, is never freed.
    pub fn freed(&self) -> u32 {
        match self {
            Outside::Nobody => ledger::watched_frees(),
            Outside::Owner(_, len) if *len > 0 => OWNER_DROPS.load(Relaxed),
            _ => 0,
        }
    }
}
