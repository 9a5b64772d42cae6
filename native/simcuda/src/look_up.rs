//! From a handle or an address to the object: what it must be, and which violation it is when it is not.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::call::Call;
use crate::code::{INVALID_HANDLE, INVALID_VALUE};
use crate::ledger::{Done, Life, Wrong};
use crate::sim::{Event, Sim};
use crate::work::{Order, Stream};

/// `CU_STREAM_LEGACY` and `CU_STREAM_PER_THREAD`.
const STREAM_LEGACY: u64 = 1;
const STREAM_PER_THREAD: u64 = 2;

static THREADS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static THREAD: Cell<u64> = const { Cell::new(0) };
}

/// This thread's number, from 1.
fn thread() -> u64 {
    if THREAD.get() == 0 {
        THREAD.set(THREADS.fetch_add(1, Ordering::Relaxed));
    }
    THREAD.get()
}

impl Sim {
    /// The default stream of a context: the legacy one, or that of this thread. Made at its first use.
    pub(crate) fn default_stream(&mut self, context: u64, per_thread: bool) -> u64 {
        let (owner, order) = if per_thread { (thread(), Order::Blocking) } else { (0, Order::Legacy) };
        if let Some(key) = self.defaults.get(&(context, owner)) {
            return *key;
        }
        let key = Sim::new_handle();
        self.streams.insert(key, Stream::new(None, context, order));
        self.defaults.insert((context, owner), key);
        key
    }
}

/// Notes a use.
fn used(life: &mut Life, call: u64) {
    life.uses += 1;
    life.last_use = call;
}

impl Call {
    /// The stream behind a handle of the ABI. Refuses: unknown and destroyed ones.
    pub(crate) fn stream(&mut self, handle: u64) -> Done<u64> {
        let (context, number) = (self.context, self.number);
        match handle {
            0 | STREAM_LEGACY => return Ok(self.default_stream(context, false)),
            STREAM_PER_THREAD => return Ok(self.default_stream(context, true)),
            _ => {}
        }
        match self.streams.get_mut(&handle).and_then(|stream| stream.life.as_mut()) {
            Some(life) if life.is_live() => {
                used(life, number);
                Ok(handle)
            }
            found => {
                let destroyed = found.map(|life| life.name());
                Err(self.no_handle(handle, "stream", destroyed))
            }
        }
    }

    /// The event behind a handle. Refuses: unknown and destroyed ones.
    pub(crate) fn event(&mut self, handle: u64) -> Done<&mut Event> {
        let number = self.number;
        if self.events.get(&handle).is_none_or(|event| !event.life.is_live()) {
            let destroyed = self.events.get(&handle).map(|event| event.life.name());
            return Err(self.no_handle(handle, "event", destroyed));
        }
        let event = self.events.get_mut(&handle).ok_or(INVALID_HANDLE)?;
        used(&mut event.life, number);
        Ok(event)
    }

    fn no_handle(&mut self, handle: u64, what: &str, destroyed: Option<String>) -> u32 {
        let function = self.function.name();
        let (wrong, text) = match destroyed {
            Some(name) if self.function.releases() => (Wrong::DoubleDestroy, format!("{function} of {name} again")),
            Some(name) => (Wrong::UseAfterDestroy, format!("{function} on {name} after its destruction")),
            None => (Wrong::UnknownHandle, format!("{function} on {handle:#x}, which is no {what}")),
        };
        self.violate(wrong, text);
        INVALID_HANDLE
    }

    /// Device memory, or pinned memory as the device sees it, that holds this range.
    pub(crate) fn device_range(&mut self, address: u64, bytes: usize) -> Done<usize> {
        if self.host_range(address, bytes)? {
            return Ok(address as usize);
        }
        let text = format!("{} on {address:#x}, which is no device memory", self.function.name());
        self.violate(Wrong::UnknownHandle, text);
        Err(INVALID_VALUE)
    }

    /// Whether a range of host memory is pinned; false means pageable, about which the driver knows nothing.
    pub(crate) fn host_range(&mut self, address: u64, bytes: usize) -> Done<bool> {
        if address == 0 {
            return Err(INVALID_VALUE);
        }
        let (number, function) = (self.number, self.function.name());
        let Some(memory) = self.heap.holding(address as usize) else { return Ok(false) };
        used(&mut memory.life, number);
        let name = memory.name();
        let (wrong, text) = if !memory.life.is_live() || memory.free_queued {
            (Wrong::UseAfterFree, format!("{function} on {name} after its release"))
        } else if bytes > memory.bytes - (address as usize - memory.at) {
            (Wrong::OutOfBounds, format!("{function} of {bytes} bytes beyond the end of {name}"))
        } else {
            return Ok(true);
        };
        self.violate(wrong, text);
        Err(INVALID_VALUE)
    }
}

/// Writes a result through the caller's pointer. Refuses: null.
///
/// # Safety
/// `out` is null or valid for one write, as cuda.h asks of the caller.
pub(crate) unsafe fn give<T>(out: *mut T, value: T) -> Done {
    if out.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: not null, so valid per this function's contract.
    unsafe { out.write(value) };
    Ok(())
}
