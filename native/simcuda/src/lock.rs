//! One driver for the process, behind one lock.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::sim::Sim;

static SIM: Mutex<Option<Sim>> = Mutex::new(None);
/// Told whenever a host function returned.
pub(crate) static IDLE: Condvar = Condvar::new();

/// The lock, held.
pub(crate) struct Locked(MutexGuard<'static, Option<Sim>>);

/// Takes the lock. A thread that panicked inside left a state that is still worth reading.
pub(crate) fn lock() -> Locked {
    let mut guard = SIM.lock().unwrap_or_else(PoisonError::into_inner);
    guard.get_or_insert_with(Sim::fresh);
    Locked(guard)
}

impl Locked {
    /// Sleeps until some host function has returned.
    pub(crate) fn wait_idle(self) -> Locked {
        Locked(IDLE.wait(self.0).unwrap_or_else(PoisonError::into_inner))
    }
}

impl std::ops::Deref for Locked {
    type Target = Sim;
    fn deref(&self) -> &Sim {
        self.0.as_ref().expect("`lock` filled it")
    }
}

impl std::ops::DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut Sim {
        self.0.as_mut().expect("`lock` filled it")
    }
}
