//! Device memory and pinned memory.

use std::ffi::{c_uint, c_void};

use crate::call::{Call, call};
use crate::code::{Code, INVALID_VALUE, OUT_OF_MEMORY};
use crate::function::Function;
use crate::ledger::{Done, Kind, Wrong};
use crate::look_up::give;
use crate::memory::DEVICE_BYTES;
use crate::work::Work;

/// `CU_MEMHOSTALLOC_PORTABLE`, `_DEVICEMAP` and `_WRITECOMBINED` together.
const HOST_FLAGS: c_uint = 7;

/// Bytes that are left on the device of the current context.
fn left(call: &Call) -> usize {
    let device = call.contexts.get(&call.context).map(|context| call.devices[context.device]);
    device.map_or(0, |device| DEVICE_BYTES.saturating_sub(device.bytes))
}

fn allocate(call: &mut Call, kind: Kind, bytes: usize, flags: u32) -> Done<usize> {
    if bytes == 0 {
        return Err(INVALID_VALUE);
    }
    let context = call.context;
    if kind == Kind::Device && bytes > left(call) {
        return Err(OUT_OF_MEMORY);
    }
    let life = call.birth(kind, context, flags);
    let Some(at) = call.heap.add(life, bytes) else {
        call.totals[kind as usize].created -= 1;
        return Err(OUT_OF_MEMORY);
    };
    if kind == Kind::Device
        && let Some(device) = call.contexts.get(&context).map(|context| context.device)
    {
        call.devices[device].bytes += bytes;
    }
    call.made(at as u64);
    Ok(at)
}

/// Checks that `address` is the start of live memory of that kind, and counts the call.
fn to_free(call: &mut Call, kind: Kind, address: u64) -> Done<usize> {
    let (function, at) = (call.function.name(), address as usize);
    let (wrong, text) = match call.heap.holding(at) {
        None => (Wrong::UnknownHandle, format!("{function} of {address:#x}, which is no allocation")),
        Some(memory) if memory.at != at => (Wrong::MisdirectedFree, format!("{function} inside {}", memory.name())),
        Some(memory) if memory.life.kind != kind => {
            (Wrong::MisdirectedFree, format!("{function} of {}", memory.name()))
        }
        Some(memory) => {
            memory.life.release_calls += 1;
            if memory.life.is_live() && !memory.free_queued {
                return Ok(at);
            }
            (Wrong::DoubleFree, format!("{function} of {} again", memory.name()))
        }
    };
    call.violate(wrong, text);
    Err(INVALID_VALUE)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAlloc_v2(out: *mut u64, bytes: usize) -> Code {
    call(Function::cuMemAlloc_v2, &[bytes as u64], |call| {
        if out.is_null() {
            return Err(INVALID_VALUE);
        }
        let at = allocate(call, Kind::Device, bytes, 0)?;
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, at as u64) }
    })
}

/// The memory is there at once; a program may count on it only in the order of the stream.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAllocAsync(out: *mut u64, bytes: usize, stream: *mut c_void) -> Code {
    call(Function::cuMemAllocAsync, &[bytes as u64, stream as u64], |call| {
        call.stream(stream as u64)?;
        if out.is_null() {
            return Err(INVALID_VALUE);
        }
        let at = allocate(call, Kind::Device, bytes, 0)?;
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, at as u64) }
    })
}

/// Counted as a call that may wait; does not wait, since no program may count on that.
#[unsafe(no_mangle)]
extern "C" fn cuMemFree_v2(address: u64) -> Code {
    call(Function::cuMemFree_v2, &[address], |call| {
        if address == 0 {
            return Ok(());
        }
        let (at, number) = (to_free(call, Kind::Device, address)?, call.number);
        call.release_memory(at, number);
        Ok(())
    })
}

/// The memory is released when the stream gets there.
#[unsafe(no_mangle)]
extern "C" fn cuMemFreeAsync(address: u64, stream: *mut c_void) -> Code {
    call(Function::cuMemFreeAsync, &[address, stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        let at = to_free(call, Kind::Device, address)?;
        if let Some(memory) = call.heap.blocks.get_mut(&at) {
            memory.free_queued = true;
        }
        call.queue(key, Work::Free { at });
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemHostAlloc(out: *mut *mut c_void, bytes: usize, flags: c_uint) -> Code {
    call(Function::cuMemHostAlloc, &[bytes as u64, u64::from(flags)], |call| {
        if out.is_null() || flags & !HOST_FLAGS != 0 {
            return Err(INVALID_VALUE);
        }
        let at = allocate(call, Kind::Pinned, bytes, flags)?;
        // SAFETY: the caller keeps cuda.h's promise for `out`.
        unsafe { give(out, at as *mut c_void) }
    })
}

/// Counted as a call that may wait; does not wait.
#[unsafe(no_mangle)]
extern "C" fn cuMemFreeHost(address: *mut c_void) -> Code {
    call(Function::cuMemFreeHost, &[address as u64], |call| {
        if address.is_null() {
            return Err(INVALID_VALUE);
        }
        let (at, number) = (to_free(call, Kind::Pinned, address as u64)?, call.number);
        call.release_memory(at, number);
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> Code {
    call(Function::cuMemGetInfo_v2, &[], |call| {
        // SAFETY: the caller keeps cuda.h's promise for both.
        unsafe {
            give(free, left(call))?;
            give(total, DEVICE_BYTES)
        }
    })
}
