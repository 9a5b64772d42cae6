//! Another thread that releases exports: one worker for the life of the world, fed by hand-over.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use custody_exchange::Consumed;

const IDLE: u32 = 0;
const WORK: u32 = 1;
const DONE: u32 = 2;
const STOP: u32 = 3;
const SPINS_BEFORE_PARKING: u32 = 4_000;
const SPINS_BEFORE_YIELDING: u32 = 2_000;

struct Shared {
    state: AtomicU32,
    work: Mutex<Option<Consumed>>,
}

/// The worker. Dropped, it stops and joins the thread.
pub struct Elsewhere {
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

impl Elsewhere {
    /// Starts the thread.
    pub fn start() -> Self {
        let shared = Arc::new(Shared { state: AtomicU32::new(IDLE), work: Mutex::new(None) });
        let theirs = Arc::clone(&shared);
        let worker = thread::Builder::new().name("custody-elsewhere".into()).spawn(move || serve(&theirs));
        Self { shared, worker: worker.ok() }
    }

    /// Releases the struct on the other thread and waits until its deleter has returned.
    pub fn release(&self, consumed: Consumed) {
        let Some(worker) = &self.worker else { return consumed.release() };
        *self.shared.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(consumed);
        self.shared.state.store(WORK, Ordering::Release);
        worker.thread().unpark();
        let mut spins = 0;
        while self.shared.state.load(Ordering::Acquire) != DONE {
            spins += 1;
            if spins < SPINS_BEFORE_YIELDING { std::hint::spin_loop() } else { thread::yield_now() }
        }
        self.shared.state.store(IDLE, Ordering::Relaxed);
    }
}

fn serve(shared: &Shared) {
    let mut spins = 0;
    loop {
        match shared.state.load(Ordering::Acquire) {
            STOP => return,
            WORK => {
                let consumed = shared.work.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(consumed) = consumed {
                    consumed.release();
                }
                spins = 0;
                shared.state.store(DONE, Ordering::Release);
            }
            _ if spins < SPINS_BEFORE_PARKING => {
                spins += 1;
                std::hint::spin_loop();
            }
            _ => {
                thread::park();
                spins = 0;
            }
        }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.shared.state.store(STOP, Ordering::Release);
            worker.thread().unpark();
            let _ = worker.join();
        }
    }
}
