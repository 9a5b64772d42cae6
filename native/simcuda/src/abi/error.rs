//! Names and sentences of codes. They answer always, even with the device lost.

use std::ffi::{CStr, c_char};
use std::ptr;

use crate::call::call;
use crate::code::{Code, INVALID_VALUE, row};
use crate::function::Function;
use crate::look_up::give;

/// Gives a text of static life, or null and a refusal for an unlisted code.
///
/// # Safety
/// `out` as for `give`.
unsafe fn text(function: Function, code: Code, out: *mut *const c_char, text: Option<&'static CStr>) -> Code {
    call(function, &[u64::from(code)], |_| {
        // SAFETY: per this function's contract.
        unsafe { give(out, text.map_or(ptr::null(), CStr::as_ptr)) }?;
        text.map(|_| ()).ok_or(INVALID_VALUE)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorName(code: Code, out: *mut *const c_char) -> Code {
    // SAFETY: the caller keeps cuda.h's promise for `out`.
    unsafe { text(Function::cuGetErrorName, code, out, row(code).map(|row| row.1)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorString(code: Code, out: *mut *const c_char) -> Code {
    // SAFETY: the caller keeps cuda.h's promise for `out`.
    unsafe { text(Function::cuGetErrorString, code, out, row(code).map(|row| row.2)) }
}
