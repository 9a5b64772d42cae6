//! Arming. Only what a real driver could answer is accepted.

use std::ffi::c_char;
use std::ptr;

use super::{ARGUMENT_REFUSED, CODE_REFUSED, OK, UNKNOWN_FUNCTION, named};
use crate::code::{Code, NOT_READY, SUCCESS, row};
use crate::fault::{EFFECT_DONE, Fault, LATE, STICKY};
use crate::function::Function;
use crate::lock::lock;

fn arm(function: Option<Function>, nth: u64, code: Code, flags: u32, reporter: Option<Function>) -> i32 {
    if row(code).is_none() {
        return CODE_REFUSED;
    }
    if nth == 0 || flags & !(STICKY | EFFECT_DONE | LATE) != 0 {
        return ARGUMENT_REFUSED;
    }
    let late = flags & LATE != 0;
    if late && !function.is_some_and(Function::works) {
        return ARGUMENT_REFUSED;
    }
    if late && (code == SUCCESS || code == NOT_READY) {
        return CODE_REFUSED;
    }
    // A lie that the call went well needs an effect left out, and no result left unwritten.
    let lies_safely = flags & EFFECT_DONE == 0 && function.is_some_and(|function| !function.makes());
    if code == SUCCESS && !lies_safely {
        return ARGUMENT_REFUSED;
    }
    lock().faults.armed.push(Fault { function, passes: nth - 1, code, flags, reporter });
    OK
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_arm_fault(function: *const c_char, nth: u64, code: Code, flags: u32) -> i32 {
    // SAFETY: the caller keeps this module's promise for `function`; null is fine.
    unsafe { simcuda_arm_late_fault(function, nth, code, ptr::null(), flags) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_arm_late_fault(
    function: *const c_char,
    nth: u64,
    code: Code,
    reporter: *const c_char,
    flags: u32,
) -> i32 {
    // SAFETY: the caller keeps this module's promise for both names.
    match unsafe { (named(function), named(reporter)) } {
        (Ok(_), Ok(Some(_))) if flags & LATE == 0 => ARGUMENT_REFUSED,
        (Ok(function), Ok(reporter)) => arm(function, nth, code, flags, reporter),
        _ => UNKNOWN_FUNCTION,
    }
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_clear_faults() {
    let mut sim = lock();
    sim.faults.armed.clear();
    sim.faults.unreported.clear();
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_faults_armed() -> u64 {
    lock().faults.armed.len() as u64
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_faults_fired() -> u64 {
    lock().faults.fired
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_lose_device(code: Code) -> i32 {
    let devices = lock().devices.len() as i32;
    let lose = |device| simcuda_lose_one_device(device, code);
    (0..devices).map(lose).find(|answer| *answer != OK).unwrap_or(OK)
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_conceal_loss(concealed: i32) {
    lock().loss_concealed = concealed != 0;
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_lose_one_device(device: i32, code: Code) -> i32 {
    if row(code).is_none() || code == SUCCESS || code == NOT_READY {
        return CODE_REFUSED;
    }
    match lock().devices.get_mut(device as usize) {
        Some(device) => {
            device.lost = Some(code);
            OK
        }
        None => ARGUMENT_REFUSED,
    }
}
