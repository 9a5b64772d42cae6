//! Initialisation and devices.

use std::ffi::{c_char, c_int, c_uint};

use crate::call::call;
use crate::code::{Code, INVALID_DEVICE, INVALID_VALUE, NO_DEVICE};
use crate::function::Function;
use crate::ledger::Done;
use crate::look_up::give;
use crate::sim::Sim;

/// The version this driver claims: CUDA 12.0.
const VERSION: c_int = 12_000;

/// The index of a device that exists.
pub(super) fn existing(sim: &Sim, device: c_int) -> Done<usize> {
    usize::try_from(device).ok().filter(|at| *at < sim.devices.len()).ok_or(INVALID_DEVICE)
}

#[unsafe(no_mangle)]
extern "C" fn cuInit(flags: c_uint) -> Code {
    call(Function::cuInit, &[u64::from(flags)], |call| {
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        if call.devices.is_empty() {
            return Err(NO_DEVICE);
        }
        call.initialised = true;
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> Code {
    // SAFETY: the caller keeps cuda.h's promise for `version`.
    call(Function::cuDriverGetVersion, &[], |_| unsafe { give(version, VERSION) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> Code {
    call(Function::cuDeviceGet, &[ordinal as u64], |call| {
        existing(call, ordinal)?;
        // SAFETY: the caller keeps cuda.h's promise for `device`.
        unsafe { give(device, ordinal) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> Code {
    // SAFETY: the caller keeps cuda.h's promise for `count`.
    call(Function::cuDeviceGetCount, &[], |call| unsafe { give(count, call.devices.len() as c_int) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, len: c_int, device: c_int) -> Code {
    call(Function::cuDeviceGetName, &[len as u64, device as u64], |call| {
        existing(call, device)?;
        let room = usize::try_from(len).ok().filter(|len| *len > 0 && !name.is_null()).ok_or(INVALID_VALUE)?;
        let text = c"simcuda: no device at all".to_bytes();
        let copied = text.len().min(room - 1);
        // SAFETY: the caller promises `len` bytes at `name`; `copied` plus the zero fit.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr().cast(), name, copied);
            name.add(copied).write(0);
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_uint, device: c_int) -> Code {
    call(Function::cuDeviceGetAttribute, &[u64::from(attribute), device as u64], |call| {
        existing(call, device)?;
        // SAFETY: the caller keeps cuda.h's promise for `value`.
        unsafe { give(value, attribute_value(attribute)?) }
    })
}

/// What the device claims. Numbers of `CUdevice_attribute`; those not named here are 0.
fn attribute_value(attribute: c_uint) -> Done<c_int> {
    Ok(match attribute {
        1 => 1024,                    // MAX_THREADS_PER_BLOCK
        10 => 32,                     // WARP_SIZE
        16 => 1,                      // MULTIPROCESSOR_COUNT
        19 | 31 | 40 | 41 | 115 => 1, // CAN_MAP_HOST_MEMORY, CONCURRENT_KERNELS, ASYNC_ENGINES, UNIFIED_ADDRESSING, MEMORY_POOLS
        75 => 8,                      // COMPUTE_CAPABILITY_MAJOR
        0 | 200.. => return Err(INVALID_VALUE),
        _ => 0,
    })
}
