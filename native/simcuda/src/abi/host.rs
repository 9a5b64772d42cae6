//! Host functions in streams, and what the driver knows of a pointer.

use std::ffi::{c_uint, c_void};

use crate::call::call;
use crate::code::{Code, INVALID_VALUE};
use crate::function::Function;
use crate::ledger::Kind;
use crate::look_up::give;
use crate::work::{HostFn, Work};

/// Runs on the thread whose call, or whose opening of a gate, lets the stream reach it. It may not call the
/// driver. After a device error it never runs: events are the witness, not this.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuLaunchHostFunc(stream: *mut c_void, function: Option<HostFn>, data: *mut c_void) -> Code {
    let args = [stream as u64, function.map_or(0, |function| function as usize as u64), data as u64];
    call(Function::cuLaunchHostFunc, &args, |call| {
        let key = call.stream(stream as u64)?;
        let function = function.ok_or(INVALID_VALUE)?;
        call.queue(key, Work::Host { function, data: data as usize });
        Ok(())
    })
}

/// Numbers of `CUpointer_attribute`. Pageable memory is unknown to the driver and refused.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuPointerGetAttribute(data: *mut c_void, attribute: c_uint, address: u64) -> Code {
    call(Function::cuPointerGetAttribute, &[u64::from(attribute), address], |call| {
        let Some(memory) = call.heap.holding(address as usize).filter(|memory| memory.life.is_live()) else {
            return Err(INVALID_VALUE);
        };
        let (kind, context, ordinal) = (memory.life.kind, memory.life.context, memory.life.ordinal);
        let (start, bytes) = (memory.at, memory.bytes);
        let device = call.contexts.get(&context).map_or(0, |context| context.device as u32);
        // SAFETY: the caller promises room at `data` for the attribute's type, as cuda.h lists it.
        unsafe {
            match attribute {
                1 => give(data.cast(), context),                                     // CONTEXT
                2 => give(data.cast(), if kind == Kind::Device { 2u32 } else { 1 }), // MEMORY_TYPE
                3 => give(data.cast(), address),                                     // DEVICE_POINTER
                4 if kind == Kind::Pinned => give(data.cast(), address),             // HOST_POINTER
                7 => give(data.cast(), ordinal),                                     // BUFFER_ID
                8 => give(data.cast(), 0u32),                                        // IS_MANAGED
                9 => give(data.cast(), device),                                      // DEVICE_ORDINAL
                11 => give(data.cast(), start as u64),                               // RANGE_START_ADDR
                12 => give(data.cast(), bytes),                                      // RANGE_SIZE
                13 => give(data.cast(), 1u32),                                       // MAPPED
                _ => Err(INVALID_VALUE),
            }
        }
    })
}
