//! Counts deleter calls by patching the struct's deleter field with a trampoline.
//!
//! Each patched struct gets a slot, and each slot a trampoline of its own, so a call finds its slot without
//! a look at the struct: a second call on a freed struct is counted and goes no further.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use custody_exchange::ffi::{DLManagedTensor, DLManagedTensorVersioned};
use custody_exchange::{Export, RawExport};

struct Slot {
    at: AtomicUsize,
    original: AtomicUsize,
    versioned: AtomicU32,
    calls: AtomicU32,
}

type Legacy = unsafe extern "C" fn(*mut DLManagedTensor);
type Versioned = unsafe extern "C" fn(*mut DLManagedTensorVersioned);

static SLOTS: [Slot; 64] = [const {
    Slot {
        at: AtomicUsize::new(0),
        original: AtomicUsize::new(0),
        versioned: AtomicU32::new(0),
        calls: AtomicU32::new(0),
    }
}; 64];
static CALLS: AtomicU32 = AtomicU32::new(0);

extern "C" fn legacy<const N: usize>(at: *mut DLManagedTensor) {
    called(N, at as usize);
}

extern "C" fn versioned<const N: usize>(at: *mut DLManagedTensorVersioned) {
    called(N, at as usize);
}

fn called(n: usize, at: usize) {
    CALLS.fetch_add(1, Relaxed);
    let slot = &SLOTS[n];
    if slot.calls.fetch_add(1, Relaxed) == 0 && slot.at.load(Relaxed) == at {
        // SAFETY: the first call on this slot, for the struct that was patched with it: it is live, and its
        // original deleter is called once, since later calls see a count above zero.
        unsafe { forward(slot) };
    }
}

/// # Safety
/// The slot's struct is live and its original deleter has not been called.
unsafe fn forward(slot: &Slot) {
    let (at, original) = (slot.at.load(Relaxed), slot.original.load(Relaxed));
    // SAFETY: `Deleters::watch` stored a deleter of the kind `versioned` names; calling it once is this
    // function's contract. Threads that get here were handed the export through a lock after the store.
    unsafe {
        if slot.versioned.load(Relaxed) == 1 {
            std::mem::transmute::<usize, Versioned>(original)(at as *mut DLManagedTensorVersioned);
        } else {
            std::mem::transmute::<usize, Legacy>(original)(at as *mut DLManagedTensor);
        }
    }
}

macro_rules! trampolines {
    ($($n:literal)*) => { [$((legacy::<$n> as Legacy, versioned::<$n> as Versioned)),*] };
}

static TRAMPOLINES: [(Legacy, Versioned); 64] = trampolines!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
    41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
);

/// The exports handed out whose deleter has not run, one bit a slot. One at a time in a process.
#[derive(Default)]
pub struct Deleters {
    live: u64,
    calls_before: u32,
}

impl Deleters {
    /// Patches the export's deleter. Beyond 64 live exports one goes uncounted. Owner: unchanged.
    pub fn watch(&mut self, export: &Export) {
        let n = (!self.live).trailing_zeros() as usize;
        let Some(slot) = SLOTS.get(n) else { return };
        // SAFETY: `export` owns a live struct; the field is replaced before any consumer sees it.
        let (at, original, kind) = unsafe {
            match export.as_raw() {
                RawExport::Legacy(p) => (p as usize, (*p).deleter.replace(TRAMPOLINES[n].0).map(|f| f as usize), 0),
                RawExport::Versioned(p) => (p as usize, (*p).deleter.replace(TRAMPOLINES[n].1).map(|f| f as usize), 1),
            }
        };
        slot.at.store(at, Relaxed);
        slot.original.store(original.expect("our exports have deleters"), Relaxed);
        slot.versioned.store(kind, Relaxed);
        slot.calls.store(0, Relaxed);
        self.live |= 1 << n;
    }

    /// Ends a step: deleter calls during it, and how many exports are still out.
    pub fn census(&mut self) -> (u32, u32) {
        let calls = CALLS.load(Relaxed);
        let during = calls.wrapping_sub(self.calls_before);
        self.calls_before = calls;
        if during > 0 {
            for n in bits(self.live) {
                if SLOTS[n].calls.load(Relaxed) > 0 {
                    self.live &= !(1 << n);
                }
            }
        }
        (during, self.live.count_ones())
    }

    /// Releases what a wrong implementation left behind. Call only when no export is held any more.
    pub fn release_leaked(&mut self) {
        self.census();
        for n in bits(self.live) {
            // SAFETY: the slot's struct was handed out, nobody holds it any more, and its deleter was never
            // called: it was leaked, so it is live.
            unsafe { forward(&SLOTS[n]) };
        }
        self.live = 0;
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let n = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(n)
    })
}
