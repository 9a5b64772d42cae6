//! Events. One that was never recorded reads as complete, which is the driver's trap for careless proofs.

use std::ffi::{c_uint, c_void};

use crate::call::call;
use crate::code::{Code, INVALID_HANDLE, INVALID_VALUE, NOT_READY};
use crate::function::Function;
use crate::ledger::{Kind, Wrong};
use crate::look_up::give;
use crate::sim::{Event, Sim};
use crate::work::Work;

/// `CU_EVENT_DISABLE_TIMING` and `CU_EVENT_INTERPROCESS`: the second wants the first.
const DISABLE_TIMING: c_uint = 2;
const INTERPROCESS: c_uint = 4;

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventCreate(out: *mut *mut c_void, flags: c_uint) -> Code {
    call(Function::cuEventCreate, &[u64::from(flags)], |call| {
        let timed_interprocess = flags & INTERPROCESS != 0 && flags & DISABLE_TIMING == 0;
        if out.is_null() || flags > 7 || timed_interprocess {
            return Err(INVALID_VALUE);
        }
        let (handle, context) = (Sim::new_handle(), call.context);
        let life = call.birth(Kind::Event, context, flags);
        call.events.insert(handle, Event { life, record: None });
        call.made(handle);
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, handle as *mut c_void) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventRecord(event: *mut c_void, stream: *mut c_void) -> Code {
    call(Function::cuEventRecord, &[event as u64, stream as u64], |call| {
        let handle = event as u64;
        let key = call.stream(stream as u64)?;
        let context = call.event(handle)?.life.context;
        if call.streams.get(&key).is_none_or(|stream| stream.context != context) {
            return Err(INVALID_HANDLE);
        }
        let mark = call.push(key, Work::Record);
        if let Some(event) = call.events.get_mut(&handle) {
            event.record = Some(mark);
        }
        // Only now: running may leave the lock, and another thread may ask the event.
        call.run();
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventQuery(event: *mut c_void) -> Code {
    call(Function::cuEventQuery, &[event as u64], |call| {
        let record = call.event(event as u64)?.record;
        if record.is_none_or(|mark| call.finished(mark)) { Ok(()) } else { Err(NOT_READY) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventSynchronize(event: *mut c_void) -> Code {
    call(Function::cuEventSynchronize, &[event as u64], |call| match call.event(event as u64)?.record {
        Some(mark) => call.finish(mark),
        None => Ok(()),
    })
}

/// The handle goes at once. With its record pending that is allowed by CUDA, and a violation here: the program
/// gave up its only witness.
#[unsafe(no_mangle)]
extern "C" fn cuEventDestroy_v2(event: *mut c_void) -> Code {
    call(Function::cuEventDestroy_v2, &[event as u64], |call| {
        let (handle, number) = (event as u64, call.number);
        if let Some(event) = call.events.get_mut(&handle) {
            event.life.release_calls += 1;
        }
        let event = call.event(handle)?;
        event.life.released = Some(number);
        let (record, name) = (event.record, event.life.name());
        call.totals[Kind::Event as usize].released += 1;
        if record.is_some_and(|mark| !call.finished(mark)) {
            call.violate(Wrong::DestroyWhilePending, format!("{name} destroyed with its record pending"));
        }
        Ok(())
    })
}
