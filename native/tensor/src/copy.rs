//! Copies whose memory may be refused, and a fault that refuses it on purpose.

use std::cell::Cell;
use std::marker::PhantomData;

use custody_exchange::mutant;

use crate::aligned::Aligned;
use crate::refusal::{Reason, Refusal};

thread_local! {
    static FAIL_NEXT: Cell<bool> = const { Cell::new(false) };
}

/// Makes this thread's next copy fail for want of memory, until the guard is dropped (TEN-29).
#[must_use = "the fault is disarmed when the guard is dropped"]
pub fn fail_next_copy() -> FaultGuard {
    FAIL_NEXT.set(true);
    FaultGuard(PhantomData)
}

/// Disarms the fault when dropped. Stays on the thread that armed it.
pub struct FaultGuard(PhantomData<*const ()>);

impl Drop for FaultGuard {
    fn drop(&mut self) {
        FAIL_NEXT.set(false);
    }
}

/// Memory for a copy that somebody else fills. Refuses: `memory`.
pub(crate) fn fresh(bytes: usize) -> Result<Aligned, Reason> {
    if FAIL_NEXT.replace(false) {
        return Err(Reason::Memory { bytes });
    }
    Aligned::try_zeroed(bytes).map_err(|_| Reason::Memory { bytes })
}

/// A fresh copy. Refuses: `memory`; nothing has changed then.
pub(crate) fn copy(bytes: &[u8], input: &'static str) -> Result<Aligned, Refusal> {
    let refusal = Refusal { reason: Reason::Memory { bytes: bytes.len() }, input };
    if FAIL_NEXT.replace(false) {
        return Err(refusal);
    }
    let mut copied = Aligned::try_copy(bytes).map_err(|_| refusal)?;
    if !bytes.is_empty() && (mutant!("copy-not-filled") || mutant!("copy-forgets-last-byte")) {
        let from = if mutant!("copy-not-filled") { 0 } else { bytes.len() - 1 };
        // SAFETY: `from..len` is inside the copy, which nobody else has seen yet.
        unsafe { copied.as_mut_ptr().add(from).write_bytes(0, bytes.len() - from) };
    }
    Ok(copied)
}
