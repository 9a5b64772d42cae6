//! The control functions of simcuda.h.

use super::Handle;
use crate::looked_up;
use std::ffi::c_char;

looked_up!(Control {
    simcuda_reset(flags: u32) -> i32;
    simcuda_set_device_count(count: i32) -> i32;
    simcuda_set_log_entries_max(entries: u64) -> i32;
    simcuda_gate_close(stream: Handle) -> i32;
    simcuda_gate_open(stream: Handle) -> i32;
    simcuda_gate_close_all() -> ();
    simcuda_gate_open_all() -> ();
    simcuda_complete_oldest() -> i32;
    simcuda_complete_oldest_record() -> i32;
    simcuda_pending() -> u64;
    simcuda_arm_fault(function: *const c_char, nth: u64, code: u32, flags: u32) -> i32;
    simcuda_arm_late_fault(function: *const c_char, nth: u64, code: u32, reporter: *const c_char, flags: u32) -> i32;
    simcuda_clear_faults() -> ();
    simcuda_faults_armed() -> u64;
    simcuda_faults_fired() -> u64;
    simcuda_lose_device(code: u32) -> i32;
    simcuda_lose_one_device(device: i32, code: u32) -> i32;
    simcuda_conceal_loss(concealed: i32) -> ();
    simcuda_created(kind: u32) -> u64;
    simcuda_released(kind: u32) -> u64;
    simcuda_live(kind: u32) -> u64;
    simcuda_live_unasked(kind: u32) -> u64;
    simcuda_orphans(kind: u32) -> u64;
    simcuda_object_state(handle: u64) -> i32;
    simcuda_calls(function: *const c_char) -> u64;
    simcuda_waits(function: *const c_char) -> u64;
    simcuda_blocked(function: *const c_char) -> u64;
    simcuda_violations() -> u64;
    simcuda_violation_text(index: u64, buffer: *mut c_char, room: usize) -> usize;
    simcuda_check_poison() -> u64;
    simcuda_ledger_json(buffer: *mut c_char, room: usize) -> usize;
    simcuda_log_json(buffer: *mut c_char, room: usize) -> usize;
    simcuda_log_text(buffer: *mut c_char, room: usize) -> usize;
});

/// The whole of a text the library writes.
pub fn text(write: impl Fn(*mut c_char, usize) -> usize) -> String {
    let mut buffer = vec![0u8; write(std::ptr::null_mut(), 0) + 1];
    write(buffer.as_mut_ptr().cast(), buffer.len());
    buffer.pop();
    String::from_utf8(buffer).expect("the library writes ASCII")
}

impl Control {
    pub fn log(&self) -> Vec<String> {
        text(|buffer, room| self.simcuda_log_text(buffer, room)).lines().map(str::to_owned).collect()
    }
}
