//! A counting allocator that can watch one address.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static FREES: AtomicU64 = AtomicU64::new(0);
static WATCHED: AtomicUsize = AtomicUsize::new(0);
static WATCHED_FREES: AtomicU32 = AtomicU32::new(0);

/// The system's allocator, counted. Install it with `#[global_allocator]`; without that every count is 0.
pub struct Ledger;

/// Allocations and frees since the process began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Allocations.
    pub allocations: u64,
    /// Frees.
    pub frees: u64,
}

impl Balance {
    /// Allocations not freed.
    pub fn live(&self) -> u64 {
        self.allocations.saturating_sub(self.frees)
    }
}

/// The counts so far.
pub fn balance() -> Balance {
    Balance { frees: FREES.load(Relaxed), allocations: ALLOCATIONS.load(Relaxed) }
}

/// Counts the frees of one address from now on. Ends when the allocator gives the address out again.
pub fn watch(address: usize) {
    WATCHED_FREES.store(0, Relaxed);
    WATCHED.store(address, Relaxed);
}

/// Frees of the watched address since [`watch`].
pub fn watched_frees() -> u32 {
    WATCHED_FREES.load(Relaxed)
}

fn gave(address: *mut u8) -> *mut u8 {
    ALLOCATIONS.fetch_add(1, Relaxed);
    if address as usize == WATCHED.load(Relaxed) {
        WATCHED.store(0, Relaxed);
    }
    address
}

/// Whether the free goes on to the system: a second free of the watched address is counted and held back.
fn takes(address: *mut u8) -> bool {
    FREES.fetch_add(1, Relaxed);
    address as usize != WATCHED.load(Relaxed) || WATCHED_FREES.fetch_add(1, Relaxed) == 0
}

// SAFETY: every call goes to `System` with the caller's own arguments; counting does not allocate. A second
// free of the watched address is not forwarded: the caller broke its promise, and the block stays freed.
unsafe impl GlobalAlloc for Ledger {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller of `alloc` keeps `System.alloc`'s contract, which is the same.
        gave(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        gave(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        if takes(address) {
            // SAFETY: the caller of `dealloc` keeps `System.dealloc`'s contract, which is the same.
            unsafe { System.dealloc(address, layout) }
        }
    }

    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller of `realloc` keeps `System.realloc`'s contract, which is the same.
        let moved = unsafe { System.realloc(address, layout, size) };
        if moved != address && !moved.is_null() {
            takes(address);
            gave(moved);
        }
        moved
    }
}
