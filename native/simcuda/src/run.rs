//! Running work. A piece runs when it is the head of its stream, its gate is open and nothing it is ordered
//! behind is left; or when somebody waits for it, past the gate. Host functions run outside the lock.

use std::cell::Cell;

use crate::ledger::{Done, Kind, Wrong};
use crate::lock::{IDLE, Locked, lock};
use crate::order::Step;
use crate::sim::Sim;
use crate::work::{From, Mark, Piece, Work};

thread_local! {
    /// This thread is inside a host function of a stream, where no driver call is permitted.
    pub(crate) static IN_HOST_FUNCTION: Cell<bool> = const { Cell::new(false) };
}

impl Sim {
    /// Forgets a piece that will never run or has run.
    pub(crate) fn let_go(&mut self, piece: &Piece) {
        for address in piece.touches().into_iter().flatten() {
            if let Some(memory) = self.heap.holding(address) {
                // Saturating: pageable memory may have become a block of ours since.
                memory.in_flight = memory.in_flight.saturating_sub(1);
            }
        }
    }

    /// Moves bytes, unless a side was freed: that is recorded, and its poison stays.
    fn perform(&mut self, piece: &Piece) {
        for address in piece.touches().into_iter().flatten() {
            let Some(memory) = self.heap.holding(address).filter(|memory| !memory.life.is_live()) else { continue };
            let text = format!("work of call {} ran on {} after its release", piece.call, memory.name());
            self.violate(Wrong::UseAfterFree, piece.call, text);
        }
        let freed = |sim: &mut Sim, at| sim.heap.holding(at).is_some_and(|memory| !memory.life.is_live());
        match &piece.work {
            Work::Copy { to, .. } | Work::Fill { to, .. } if freed(self, *to) => {}
            Work::Copy { to, from, bytes } => {
                let from = match from {
                    From::Address(address) => *address as *const u8,
                    From::Staged(copy) => copy.as_ptr(),
                };
                // SAFETY: device and pinned sides were checked against the ledger when queued, and the heap keeps
                // blocks with work in flight; for a pageable side the program keeps cuda.h's promise that it is
                // valid until the copy is done. `copy` allows overlap.
                unsafe { std::ptr::copy(from, *to as *mut u8, *bytes) };
            }
            // SAFETY: checked against the ledger when queued; the heap keeps blocks with work in flight.
            Work::Fill { to, value, bytes } => unsafe { std::ptr::write_bytes(*to as *mut u8, *value, *bytes) },
            Work::Free { at } => self.release_memory(*at, piece.call),
            Work::Record | Work::Wait { .. } | Work::Host { .. } => {}
        }
    }

    /// Frees a block that a call released, and poisons it.
    pub(crate) fn release_memory(&mut self, at: usize, call: u64) {
        let Some(memory) = self.heap.blocks.get_mut(&at).filter(|memory| memory.life.is_live()) else { return };
        memory.life.released = Some(call);
        let (kind, in_flight, name) = (memory.life.kind, memory.in_flight, memory.name());
        let (context, bytes) = (memory.life.context, memory.bytes);
        if in_flight > 0 {
            let text = format!("{name} freed under {in_flight} pieces of queued work");
            self.violate(Wrong::FreeInFlight, call, text);
        }
        self.totals[kind as usize].released += 1;
        if kind == Kind::Device
            && let Some(context) = self.contexts.get(&context)
        {
            self.devices[context.device].bytes -= bytes;
        }
        self.heap.poison(at);
    }
}

/// Runs the head of a stream.
fn run_head(mut sim: Locked, key: u64) -> Locked {
    let Some(stream) = sim.streams.get_mut(&key) else { return sim };
    let Some(head) = stream.queue.front() else { return sim };
    let (number, late) = (head.number, head.late);
    if let Work::Host { function, data } = head.work
        && late.is_none_or(|late| late.effect_done)
    {
        stream.busy = true;
        let epoch = sim.epoch;
        drop(sim);
        IN_HOST_FUNCTION.set(true);
        // SAFETY: cuLaunchHostFunc's caller promised that `function` may be called with `data` once, on any thread.
        unsafe { function(data as *mut _) };
        IN_HOST_FUNCTION.set(false);
        sim = lock();
        IDLE.notify_all();
        if sim.epoch != epoch {
            return sim;
        }
    }
    let Some(stream) = sim.streams.get_mut(&key) else { return sim };
    stream.busy = false;
    let Some(piece) = stream.queue.pop_front_if(|piece| piece.number == number) else { return sim };
    let context = stream.context;
    sim.let_go(&piece);
    if late.is_none_or(|late| late.effect_done) {
        sim.perform(&piece);
    }
    if let Some(late) = late {
        let device = sim.contexts.get(&context).map(|context| context.device);
        match device.and_then(|at| sim.devices.get_mut(at)).filter(|_| late.sticky) {
            Some(device) => device.lost = Some(late.code),
            None => sim.faults.unreported.push(late),
        }
    }
    sim
}

/// Runs everything that may run.
pub(crate) fn pump(mut sim: Locked) -> Locked {
    while let Some(key) = sim.next_ready(false) {
        sim = run_head(sim, key);
    }
    sim
}

/// Lets time pass until the mark is done, past gates, and no further. Fails if the device is lost.
pub(crate) fn finish(mut sim: Locked, mark: Mark) -> (Locked, Done) {
    loop {
        match sim.next_needed(mark) {
            Step::Done => return (pump(sim), Ok(())),
            Step::Lost(code) => return (sim, Err(code)),
            Step::Run(key) => sim = run_head(sim, key),
            Step::Busy => sim = sim.wait_idle(),
        }
    }
}

/// Runs the oldest piece that only a gate holds. False if there is none.
pub(crate) fn oldest(mut sim: Locked) -> (Locked, bool) {
    let Some(key) = sim.next_ready(true) else { return (sim, false) };
    sim = run_head(sim, key);
    (pump(sim), true)
}
