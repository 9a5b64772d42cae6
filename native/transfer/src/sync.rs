//! The lock whose interleavings `tests/loom.rs` explores.
#![forbid(unsafe_code)]

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard};
use std::sync::PoisonError;
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard};

/// A lock of which a panic elsewhere is no concern: what it holds is whole at every point.
pub(crate) fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks, and says whether a panic had left the lock poisoned; it is not poisoned any more.
pub(crate) fn recover<T>(mutex: &Mutex<T>) -> (MutexGuard<'_, T>, bool) {
    match mutex.lock() {
        Ok(guard) => (guard, false),
        Err(poisoned) => {
            #[cfg(not(loom))]
            mutex.clear_poison();
            (poisoned.into_inner(), true)
        }
    }
}
