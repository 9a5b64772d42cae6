//! Text for callers in C: written up to the room there is, always ended by a zero.

use std::ffi::c_char;

/// Copies `text` and a zero, cut to `room` bytes. Returns the length of the whole text, like `snprintf`.
///
/// # Safety
/// `buffer` is null or has `room` writable bytes.
pub(super) unsafe fn write(text: &str, buffer: *mut c_char, room: usize) -> usize {
    if !buffer.is_null() && room > 0 {
        let copied = text.len().min(room - 1);
        // SAFETY: `copied` + 1 bytes fit `room`, per this function's contract.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr().cast(), buffer, copied);
            buffer.add(copied).write(0);
        }
    }
    text.len()
}

/// `null` or a number.
pub(super) fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "null".into(), |value| value.to_string())
}
