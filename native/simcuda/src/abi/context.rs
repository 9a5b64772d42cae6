//! Primary contexts, and which one is current on a thread.

use std::ffi::{c_int, c_void};

use super::device::existing;
use crate::call::{CURRENT, Call, call};
use crate::code::{Code, INVALID_CONTEXT, INVALID_VALUE};
use crate::function::Function;
use crate::ledger::{Done, Kind, Wrong};
use crate::look_up::give;
use crate::sim::{Context, Sim};

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDevicePrimaryCtxRetain(out: *mut *mut c_void, device: c_int) -> Code {
    call(Function::cuDevicePrimaryCtxRetain, &[device as u64], |call| {
        let at = existing(call, device)?;
        if out.is_null() {
            return Err(INVALID_VALUE);
        }
        let handle = match call.devices[at].primary {
            Some(handle) => handle,
            None => {
                let handle = Sim::new_handle();
                let life = call.birth(Kind::Context, handle, 0);
                call.contexts.insert(handle, Context { life, device: at });
                call.devices[at].primary = Some(handle);
                handle
            }
        };
        call.devices[at].retained += 1;
        call.made(handle);
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, handle as *mut c_void) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuDevicePrimaryCtxRelease_v2(device: c_int) -> Code {
    call(Function::cuDevicePrimaryCtxRelease_v2, &[device as u64], |call| {
        let at = existing(call, device)?;
        let Some(handle) = call.devices[at].primary else {
            call.violate(Wrong::DoubleDestroy, format!("the primary context of device {device} is not retained"));
            return Err(INVALID_CONTEXT);
        };
        let device = &mut call.devices[at];
        device.retained -= 1;
        if device.retained == 0 {
            (device.primary, device.bytes) = (None, 0);
            destroy(call, handle);
        } else if let Some(context) = call.contexts.get_mut(&handle) {
            context.life.release_calls += 1;
        }
        Ok(())
    })
}

/// Destroys a context. What still lives in it goes with it, and is a violation; its work never runs.
fn destroy(call: &mut Call, handle: u64) {
    let number = call.number;
    let Sim { contexts, streams, events, heap, totals, .. } = &mut **call;
    let mut gone = [0usize; Kind::ALL.len()];
    let mut pieces = Vec::new();
    for stream in streams.values_mut().filter(|stream| stream.context == handle) {
        pieces.extend(stream.queue.drain(..));
    }
    let work = pieces.len();
    let inside = streams.values_mut().filter_map(|stream| stream.life.as_mut());
    let inside = inside.chain(events.values_mut().map(|event| &mut event.life));
    let inside = inside.chain(heap.blocks.values_mut().map(|memory| &mut memory.life));
    for life in inside.filter(|life| life.context == handle && life.is_live()) {
        (life.released, life.with_context) = (Some(number), true);
        totals[life.kind as usize].released += 1;
        gone[life.kind as usize] += 1;
    }
    let Some(context) = contexts.get_mut(&handle) else { return };
    context.life.release_calls += 1;
    context.life.released = Some(number);
    totals[Kind::Context as usize].released += 1;
    let name = context.life.name();
    for piece in &pieces {
        call.let_go(piece);
    }
    let freed = |memory: &&crate::memory::Memory| memory.life.context == handle && memory.life.with_context;
    let freed: Vec<usize> = call.heap.blocks.values().filter(freed).map(|memory| memory.at).collect();
    freed.into_iter().for_each(|at| call.heap.poison(at));
    if work > 0 || gone.iter().any(|count| *count > 0) {
        let counts: Vec<String> =
            Kind::ALL.iter().map(|kind| format!("{} {}", gone[*kind as usize], kind.name())).collect();
        let text = format!("{name} released with {} live, {work} pieces of work pending", counts[1..].join(", "));
        call.violate(Wrong::ContextWithLiveObjects, text);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuCtxGetCurrent(out: *mut *mut c_void) -> Code {
    call(Function::cuCtxGetCurrent, &[], |call| {
        let current = if call.contexts.contains_key(&call.context) { call.context } else { 0 };
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, current as *mut c_void) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxSetCurrent(context: *mut c_void) -> Code {
    call(Function::cuCtxSetCurrent, &[context as u64], |call| {
        let handle = context as u64;
        if handle != 0 {
            known(call, handle)?;
        }
        CURRENT.set(handle);
        Ok(())
    })
}

fn known(call: &mut Call, handle: u64) -> Done {
    let number = call.number;
    let (wrong, text) = match call.contexts.get_mut(&handle) {
        Some(context) if context.life.is_live() => {
            (context.life.uses, context.life.last_use) = (context.life.uses + 1, number);
            return Ok(());
        }
        Some(context) => (Wrong::UseAfterDestroy, format!("{} made current after its release", context.life.name())),
        None => (Wrong::UnknownHandle, format!("{handle:#x} is no context")),
    };
    call.violate(wrong, text);
    Err(INVALID_CONTEXT)
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxSynchronize() -> Code {
    call(Function::cuCtxSynchronize, &[], |call| {
        let context = call.context;
        let keys: Vec<u64> =
            call.streams.iter().filter(|(_, stream)| stream.context == context).map(|(key, _)| *key).collect();
        keys.into_iter().try_for_each(|key| {
            let mark = call.all_of(key);
            call.finish(mark)
        })
    })
}
