//! The control functions, `simcuda_*`, as `include/simcuda.h` describes them. They are exported by the same
//! library, are not logged, and work on any thread, also while the device is lost.
//!
//! Safety, for all of them: a name is null or a string that ends in zero; a buffer has `room` writable bytes.

mod counts;
mod fault;
mod gate;
mod report;
mod reset;
mod text;

use std::ffi::{CStr, c_char};

use crate::function::Function;

pub(crate) const OK: i32 = 0;
pub(crate) const UNKNOWN_FUNCTION: i32 = -1;
pub(crate) const CODE_REFUSED: i32 = -2;
pub(crate) const ARGUMENT_REFUSED: i32 = -3;
pub(crate) const UNKNOWN_STREAM: i32 = -4;

/// A function by name, or any function: null and `*`.
///
/// # Safety
/// `name` is null or ends in zero.
unsafe fn named(name: *const c_char) -> Result<Option<Function>, i32> {
    if name.is_null() {
        return Ok(None);
    }
    // SAFETY: not null, and zero-terminated per this function's contract.
    let name = unsafe { CStr::from_ptr(name) };
    match name.to_str() {
        Ok("*") => Ok(None),
        Ok(name) => Function::named(name).map(Some).ok_or(UNKNOWN_FUNCTION),
        Err(_) => Err(UNKNOWN_FUNCTION),
    }
}
