//! Streams.

use std::ffi::{c_uint, c_void};

use crate::call::call;
use crate::code::{Code, INVALID_HANDLE, INVALID_VALUE, NOT_READY};
use crate::function::Function;
use crate::ledger::{Kind, Wrong};
use crate::look_up::give;
use crate::sim::Sim;
use crate::work::{Order, Stream, Work};

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreate(out: *mut *mut c_void, flags: c_uint) -> Code {
    call(Function::cuStreamCreate, &[u64::from(flags)], |call| {
        let order = match flags {
            0 => Order::Blocking,
            1 => Order::Apart,
            _ => return Err(INVALID_VALUE),
        };
        if out.is_null() {
            return Err(INVALID_VALUE);
        }
        let (handle, context) = (Sim::new_handle(), call.context);
        let life = call.birth(Kind::Stream, context, flags);
        call.streams.insert(handle, Stream::new(Some(life), context, order));
        call.made(handle);
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, handle as *mut c_void) }
    })
}

/// The handle goes at once; work still queued runs to its end.
#[unsafe(no_mangle)]
extern "C" fn cuStreamDestroy_v2(stream: *mut c_void) -> Code {
    call(Function::cuStreamDestroy_v2, &[stream as u64], |call| {
        let handle = stream as u64;
        if let Some(life) = call.streams.get_mut(&handle).and_then(|stream| stream.life.as_mut()) {
            life.release_calls += 1;
        }
        let (key, number) = (call.stream(handle)?, call.number);
        let Some(stream) = call.streams.get_mut(&key) else { return Err(INVALID_HANDLE) };
        let pending = stream.queue.len();
        // A default stream has no life and cannot be destroyed.
        let Some(life) = stream.life.as_mut() else { return Err(INVALID_HANDLE) };
        life.released = Some(number);
        let name = life.name();
        call.totals[Kind::Stream as usize].released += 1;
        if pending > 0 {
            call.violate(Wrong::DestroyWhilePending, format!("{name} destroyed with {pending} pieces of work pending"));
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamQuery(stream: *mut c_void) -> Code {
    call(Function::cuStreamQuery, &[stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        if call.finished(call.all_of(key)) { Ok(()) } else { Err(NOT_READY) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamSynchronize(stream: *mut c_void) -> Code {
    call(Function::cuStreamSynchronize, &[stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        let mark = call.all_of(key);
        call.finish(mark)
    })
}

/// Later work of the stream runs after the record the event had at this call.
#[unsafe(no_mangle)]
extern "C" fn cuStreamWaitEvent(stream: *mut c_void, event: *mut c_void, flags: c_uint) -> Code {
    call(Function::cuStreamWaitEvent, &[stream as u64, event as u64, u64::from(flags)], |call| {
        if flags > 1 {
            return Err(INVALID_VALUE);
        }
        let key = call.stream(stream as u64)?;
        if let Some(until) = call.event(event as u64)?.record {
            call.queue(key, Work::Wait { until });
        }
        Ok(())
    })
}
