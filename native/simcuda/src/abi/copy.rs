//! Copies and fills. A copy of no bytes does nothing, whatever its pointers.

use std::ffi::{c_uchar, c_void};

use crate::call::{Call, call};
use crate::code::Code;
use crate::function::Function;
use crate::ledger::Done;
use crate::work::{From, Mark, Work};

/// Queues an upload. Pageable memory is read before the call returns, so that the caller may reuse it.
fn upload(call: &mut Call, key: u64, to: u64, from: *const c_void, bytes: usize) -> Done<Option<Mark>> {
    if bytes == 0 {
        return Ok(None);
    }
    let to = call.device_range(to, bytes)?;
    let from = if call.host_range(from as u64, bytes)? {
        From::Address(from as usize)
    } else {
        // SAFETY: the caller promises `bytes` readable bytes at `from`, which is not null.
        From::Staged(unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes) }.into())
    };
    Ok(Some(call.queue(key, Work::Copy { to, from, bytes })))
}

/// Queues a download; also says whether the host side is pinned.
fn download(call: &mut Call, key: u64, to: *mut c_void, from: u64, bytes: usize) -> Done<Option<(Mark, bool)>> {
    if bytes == 0 {
        return Ok(None);
    }
    let from = From::Address(call.device_range(from, bytes)?);
    let pinned = call.host_range(to as u64, bytes)?;
    Ok(Some((call.queue(key, Work::Copy { to: to as usize, from, bytes }), pinned)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: *mut c_void) -> Code {
    call(Function::cuMemcpyHtoDAsync_v2, &[to, from as u64, bytes as u64, stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        upload(call, key, to, from, bytes).map(|_| ())
    })
}

/// Into pageable memory it returns only after the copy, and is counted as a wait.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, stream: *mut c_void) -> Code {
    call(Function::cuMemcpyDtoHAsync_v2, &[to as u64, from, bytes as u64, stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        match download(call, key, to, from, bytes)? {
            Some((mark, false)) => {
                call.waits.add(Function::cuMemcpyDtoHAsync_v2);
                call.finish(mark)
            }
            _ => Ok(()),
        }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: *mut c_void) -> Code {
    call(Function::cuMemcpyDtoDAsync_v2, &[to, from, bytes as u64, stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        if bytes > 0 {
            let (to, from) = (call.device_range(to, bytes)?, From::Address(call.device_range(from, bytes)?));
            call.queue(key, Work::Copy { to, from, bytes });
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize) -> Code {
    call(Function::cuMemcpyHtoD_v2, &[to, from as u64, bytes as u64], |call| {
        let key = call.stream(0)?;
        upload(call, key, to, from, bytes)?.map_or(Ok(()), |mark| call.finish(mark))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize) -> Code {
    call(Function::cuMemcpyDtoH_v2, &[to as u64, from, bytes as u64], |call| {
        let key = call.stream(0)?;
        download(call, key, to, from, bytes)?.map_or(Ok(()), |(mark, _)| call.finish(mark))
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemsetD8Async(to: u64, value: c_uchar, bytes: usize, stream: *mut c_void) -> Code {
    call(Function::cuMemsetD8Async, &[to, u64::from(value), bytes as u64, stream as u64], |call| {
        let key = call.stream(stream as u64)?;
        if bytes > 0 {
            let to = call.device_range(to, bytes)?;
            call.queue(key, Work::Fill { to, value, bytes });
        }
        Ok(())
    })
}
