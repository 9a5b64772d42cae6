//! Gates, and time that passes piece by piece.

use std::ffi::c_void;

use super::{OK, UNKNOWN_STREAM};
use crate::call::CURRENT;
use crate::lock::{Locked, lock};
use crate::run::{finish, oldest, pump};
use crate::work::{Mark, Work};

/// The key of a stream's handle; a default stream is that of the current context.
fn key(sim: &mut Locked, stream: *mut c_void) -> Option<u64> {
    let (handle, context) = (stream as u64, CURRENT.get());
    if handle > 2 {
        return sim.streams.get(&handle)?.life.is_some().then_some(handle);
    }
    let live = sim.contexts.get(&context).is_some_and(|context| context.life.is_live());
    live.then(|| sim.default_stream(context, handle == 2))
}

fn set(stream: *mut c_void, gated: bool) -> i32 {
    let mut sim = lock();
    let Some(key) = key(&mut sim, stream) else { return UNKNOWN_STREAM };
    if let Some(stream) = sim.streams.get_mut(&key) {
        stream.gated = gated;
    }
    drop(pump(sim));
    OK
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_gate_close(stream: *mut c_void) -> i32 {
    set(stream, true)
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_gate_open(stream: *mut c_void) -> i32 {
    set(stream, false)
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_gate_close_all() {
    lock().gate_all = true;
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_gate_open_all() {
    let mut sim = lock();
    sim.gate_all = false;
    for stream in sim.streams.values_mut() {
        stream.gated = false;
    }
    drop(pump(sim));
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_complete_oldest() -> i32 {
    i32::from(oldest(lock()).1)
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_complete_oldest_record() -> i32 {
    let sim = lock();
    let records = sim.streams.iter().filter(|(_, stream)| sim.lost(stream.context).is_none());
    let records = records.filter_map(|(key, stream)| {
        let piece = stream.queue.iter().find(|piece| matches!(piece.work, Work::Record))?;
        Some(Mark { stream: *key, number: piece.number })
    });
    match records.min_by_key(|mark| mark.number) {
        Some(mark) => i32::from(finish(sim, mark).1.is_ok()),
        None => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_pending() -> u64 {
    lock().streams.values().map(|stream| stream.queue.len() as u64).sum()
}
