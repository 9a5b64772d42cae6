//! For tests and harnesses only: what a program never needs.
#![forbid(unsafe_code)]

use std::sync::{Arc, Weak};

use crate::core::Core;
use crate::runtime::Runtime;

/// Lets go of every unproven or retained record of the process without a driver call, and says how many there were.
/// Their runtimes make no call any more. For a harness that is about to reset a simulated driver.
pub fn abandon_kept() -> usize {
    crate::record::abandon_kept()
}

/// Panics on another thread while the runtime's lock is held, which leaves it poisoned (TRF-43).
#[cfg(not(loom))]
pub fn poison(runtime: &Runtime) {
    let core = Arc::clone(runtime.core());
    let _it_panics = std::thread::spawn(move || core.books.poison()).join();
}

/// A runtime seen from outside, without owning it.
pub struct Probe {
    core: Weak<Core>,
    context: u64,
}

impl Probe {
    /// Looks at a runtime.
    pub fn of(runtime: &Runtime) -> Self {
        Self { core: Arc::downgrade(runtime.core()), context: runtime.core().context.handle() }
    }

    /// The driver's handle of the context.
    pub fn context_handle(&self) -> u64 {
        self.context
    }

    /// From now on the runtime makes no call, and empties its queue without one.
    pub fn abandon(&self) {
        let Some(core) = self.core.upgrade() else { return };
        core.abandon();
        while let Some(record) = core.books.oldest() {
            drop(record);
        }
    }
}
