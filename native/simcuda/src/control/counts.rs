//! Numbers, for assertions that run thousands of times a second.

use std::ffi::c_char;

use super::named;
use crate::function::Function;
use crate::ledger::{Kind, Life, Totals, Wrong};
use crate::lock::lock;
use crate::sim::Sim;

/// Totals of a kind; nothing for a number that is no kind.
fn totals(kind: u32) -> Totals {
    lock().totals.get(kind as usize).copied().unwrap_or_default()
}

/// Sums a count over one function or all.
///
/// # Safety
/// `name` is null or ends in zero.
unsafe fn sum(name: *const c_char, count: impl Fn(&Sim, Function) -> u64) -> u64 {
    let sim = lock();
    // SAFETY: per this function's contract.
    match unsafe { named(name) } {
        Ok(Some(function)) => count(&sim, function),
        Ok(None) => Function::ALL.iter().map(|function| count(&sim, *function)).sum(),
        Err(_) => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_created(kind: u32) -> u64 {
    totals(kind).created
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_released(kind: u32) -> u64 {
    totals(kind).released
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_live(kind: u32) -> u64 {
    let totals = totals(kind);
    totals.created - totals.released
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_orphans(kind: u32) -> u64 {
    totals(kind).orphans
}

/// All lives of a kind, live and released.
pub(super) fn lives(sim: &Sim, kind: Kind) -> Vec<(u64, Option<usize>, &Life)> {
    let mut all: Vec<_> = match kind {
        Kind::Context => sim.contexts.iter().map(|(handle, context)| (*handle, None, &context.life)).collect(),
        Kind::Stream => {
            sim.streams.iter().filter_map(|(handle, stream)| Some((*handle, None, stream.life.as_ref()?))).collect()
        }
        Kind::Event => sim.events.iter().map(|(handle, event)| (*handle, None, &event.life)).collect(),
        Kind::Device | Kind::Pinned => {
            let memory = sim.heap.blocks.values().filter(|memory| memory.life.kind == kind);
            memory.map(|memory| (memory.at as u64, Some(memory.bytes), &memory.life)).collect()
        }
    };
    all.sort_by_key(|(_, _, life)| life.ordinal);
    all
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_live_unasked(kind: u32) -> u64 {
    let Some(kind) = Kind::ALL.get(kind as usize) else { return 0 };
    lives(&lock(), *kind).iter().filter(|(_, _, life)| life.is_live() && life.release_calls == 0).count() as u64
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_object_state(handle: u64) -> i32 {
    let mut sim = lock();
    let queued = sim.heap.blocks.get(&(handle as usize)).is_some_and(|memory| memory.free_queued);
    match sim.life_mut(handle) {
        None => 0,
        Some(life) if !life.is_live() => 3,
        Some(_) if queued => 2,
        Some(_) => 1,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_calls(function: *const c_char) -> u64 {
    // SAFETY: the caller keeps this module's promise for `function`.
    unsafe { sum(function, |sim, function| sim.log.by_function.of(function)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_waits(function: *const c_char) -> u64 {
    // SAFETY: as above.
    unsafe { sum(function, |sim, function| sim.waits.of(function)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_blocked(function: *const c_char) -> u64 {
    // SAFETY: as above.
    unsafe { sum(function, |sim, function| sim.blocked.of(function)) }
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_violations() -> u64 {
    lock().violations.len() as u64
}

/// Looks whether anybody wrote to freed memory; every such block is one violation, and is poisoned again.
#[unsafe(no_mangle)]
extern "C" fn simcuda_check_poison() -> u64 {
    let mut sim = lock();
    let freed = sim.heap.blocks.values().filter(|memory| !memory.life.is_live() && !memory.is_poison());
    let spoilt: Vec<(usize, u64, String)> =
        freed.map(|memory| (memory.at, memory.life.released.unwrap_or(0), memory.name())).collect();
    for (at, call, name) in &spoilt {
        sim.heap.refill(*at);
        sim.violate(Wrong::WriteAfterFree, *call, format!("{name} was written after its release"));
    }
    spoilt.len() as u64
}
