//! One tensor and everything that was got from it.
#![forbid(unsafe_code)]

use std::sync::{Condvar, Mutex, PoisonError};

use custody_tensor::{Alias, BufferFace, Export, OwnedTensor, Refusal, Tensor};

use crate::deleters::Deleters;
use crate::elsewhere::Elsewhere;
use crate::ledger;
use crate::memory::Outside;
use crate::observation::{Fact, Observation};
use crate::step::Step;
pub(crate) const FACES_MAX: usize = 2;
pub(crate) const LEASES_MAX: usize = 2;
pub(crate) const EXPORTS_MAX: usize = 1;

/// A face that is open.
pub(crate) enum Face {
    Buffer(BufferFace),
    Alias(Alias),
}

/// Holds at most what the bounds allow; what comes beyond is looked at and released in the same step.
///
/// One world at a time in a process: [`World::new`] waits for the one before to be dropped.
pub struct World {
    pub(crate) tensor: Option<Tensor>,
    pub(crate) owned: Option<OwnedTensor>,
    pub(crate) faces: Vec<Face>,
    pub(crate) leases: Vec<Export>,
    pub(crate) moved: Vec<Export>,
    pub(crate) copied: Vec<Export>,
    pub(crate) outside: Outside,
    pub(crate) address: usize,
    pub(crate) size_bytes: usize,
    pub(crate) refusal: Option<Refusal>,
    pub(crate) deleters: Deleters,
    pub(crate) elsewhere: Elsewhere,
}

static TAKEN: Mutex<bool> = Mutex::new(false);
static FREE: Condvar = Condvar::new();

impl World {
    /// An empty world.
    pub fn new() -> Self {
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        *FREE.wait_while(taken, |taken| *taken).unwrap_or_else(PoisonError::into_inner) = true;
        Self {
            tensor: None,
            owned: None,
            faces: Vec::with_capacity(FACES_MAX + 1),
            leases: Vec::with_capacity(LEASES_MAX + 1),
            moved: Vec::with_capacity(EXPORTS_MAX + 1),
            copied: Vec::with_capacity(EXPORTS_MAX + 1),
            outside: Outside::Nobody,
            address: 0,
            size_bytes: 0,
            refusal: None,
            deleters: Deleters::default(),
            elsewhere: Elsewhere::start(),
        }
    }

    /// Drops everything held, also what a wrong implementation left behind, and zeroes the counts.
    pub fn reset(&mut self) {
        self.faces.clear();
        self.leases.clear();
        self.moved.clear();
        self.copied.clear();
        self.owned = None;
        self.tensor = None;
        self.deleters.release_leaked();
        self.deleters.census();
        self.outside = Outside::Nobody;
        self.refusal = None;
        ledger::watch(0);
    }

    /// Performs one step and reports what it showed. `None` stands for a step the contract does not know.
    pub fn perform(&mut self, step: Option<Step>) -> Observation {
        self.refusal = None;
        let mut seen = match step {
            Some(step) => self.act(step).unwrap_or_else(|| Observation::outcome("absent")),
            None => Observation::outcome("unsupported"),
        };
        let (calls, live) = self.deleters.census();
        seen.set_code(Fact::Freed, self.outside.freed());
        seen.set_code(Fact::LiveExports, live);
        seen.set_code(Fact::LiveAliases, self.faces.len() as u32);
        seen.set_code(Fact::DeleterCalls, calls);
        seen
    }

    /// The refusal of the last step, if it was one.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.reset();
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) = false;
        FREE.notify_one();
    }
}

impl Face {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Face::Buffer(face) => face,
            Face::Alias(alias) => alias.bytes(),
        }
    }
}
