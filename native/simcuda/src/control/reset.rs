//! Back to the start, and how many devices there are.

use super::{ARGUMENT_REFUSED, OK};
use crate::lock::lock;
use crate::reset::{KEEP_LIVE, keeping_live, whole};
use crate::sim::Device;

/// Devices at most.
const DEVICES_MAX: i32 = 8;

#[unsafe(no_mangle)]
extern "C" fn simcuda_reset(flags: u32) -> i32 {
    match flags {
        0 => whole(&mut lock()),
        KEEP_LIVE => drop(keeping_live(lock())),
        _ => return ARGUMENT_REFUSED,
    }
    OK
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_set_device_count(count: i32) -> i32 {
    let mut sim = lock();
    if !(0..=DEVICES_MAX).contains(&count) || !sim.contexts.is_empty() {
        return ARGUMENT_REFUSED;
    }
    sim.devices = vec![Device::default(); count as usize];
    OK
}

#[unsafe(no_mangle)]
extern "C" fn simcuda_set_log_entries_max(entries: u64) -> i32 {
    let mut sim = lock();
    sim.log.entries_max = usize::try_from(entries).unwrap_or(usize::MAX);
    sim.log.trim();
    OK
}
