//! An owned buffer whose first byte is aligned to 64.

use std::collections::TryReserveError;
use std::slice;

const BLOCK_BYTES: usize = 64;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Block([u8; BLOCK_BYTES]);

/// Bytes of our own making, aligned to 64. Nobody outside can reach them, so they are always exclusive.
pub struct Aligned {
    blocks: Vec<Block>,
    len_bytes: usize,
}

impl Aligned {
    /// Copies `bytes` into fresh memory. Owner: the result. Refuses: memory that cannot be had (TEN-29).
    pub fn try_copy(bytes: &[u8]) -> Result<Self, TryReserveError> {
        let count = bytes.len().div_ceil(BLOCK_BYTES);
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(count)?;
        for chunk in bytes.chunks(BLOCK_BYTES) {
            let mut block = Block([0; BLOCK_BYTES]);
            block.0[..chunk.len()].copy_from_slice(chunk);
            blocks.push(block);
        }
        Ok(Self { blocks, len_bytes: bytes.len() })
    }

    /// Zero-filled memory. Owner: the result. Refuses: memory that cannot be had.
    pub fn try_zeroed(len_bytes: usize) -> Result<Self, TryReserveError> {
        let count = len_bytes.div_ceil(BLOCK_BYTES);
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(count)?;
        blocks.resize(count, Block([0; BLOCK_BYTES]));
        Ok(Self { blocks, len_bytes })
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: `try_copy` made blocks for `len_bytes`, a `Block` is 64 plain bytes without padding, and the
        // borrow of `self` keeps them.
        unsafe { slice::from_raw_parts(self.blocks.as_ptr().cast(), self.len_bytes) }
    }

    /// The bytes, for writing.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: as in `as_slice`; the borrow of `self` is exclusive.
        unsafe { slice::from_raw_parts_mut(self.as_mut_ptr(), self.len_bytes) }
    }

    /// Address for writing. Valid for the bytes while `self` lives and is not otherwise used.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.blocks.as_mut_ptr().cast()
    }
}
