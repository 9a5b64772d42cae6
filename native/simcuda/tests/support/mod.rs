//! The driver and its control functions, loaded as a stranger would: by path, by name.

#![allow(dead_code, missing_docs, non_snake_case, reason = "each test binary uses a part; names are those of cuda.h")]

pub mod abi;
pub mod control;

use std::ffi::c_void;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use abi::Driver;
use control::Control;

pub type Handle = *mut c_void;
pub const NONE: Handle = std::ptr::null_mut();

pub const DEVICE: u32 = 3;
pub const PINNED: u32 = 4;
pub const POISON: u8 = 0xDE;

/// Where cargo put the shared library of the crate under test: beside the test binary.
pub fn library_path() -> PathBuf {
    let binary = std::env::current_exe().expect("a test binary has a path");
    binary.with_file_name("libsimcuda.so")
}

/// The driver, reset, for one test at a time: it is one per process.
pub struct Sim {
    pub driver: &'static Driver,
    pub control: &'static Control,
    _alone: MutexGuard<'static, ()>,
}

/// The simulated driver, just reset.
pub fn bare() -> Sim {
    static ALONE: Mutex<()> = Mutex::new(());
    static LOADED: OnceLock<(Driver, Control)> = OnceLock::new();
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (driver, control) = LOADED.get_or_init(|| {
        let library = abi::open(library_path().as_os_str());
        (Driver::of(library), Control::of(library))
    });
    assert_eq!(control.simcuda_reset(0), 0);
    Sim { driver, control, _alone: alone }
}

/// The simulated driver, reset, with the primary context of device 0 current on this thread.
pub fn ready() -> Sim {
    let sim = bare();
    assert_eq!(sim.driver.cuInit(0), 0);
    let context = sim.driver.retain(0).expect("device 0 exists");
    assert_eq!(sim.driver.cuCtxSetCurrent(context), 0);
    sim
}

impl std::ops::Deref for Sim {
    type Target = Driver;
    fn deref(&self) -> &Driver {
        self.driver
    }
}

impl Sim {
    /// Kinds of the violations so far, in order.
    pub fn wrongs(&self) -> Vec<String> {
        let text = |at| control::text(|buffer, room| self.control.simcuda_violation_text(at, buffer, room));
        (0..self.control.simcuda_violations()).map(|at| text(at).split(' ').next().unwrap_or("").to_owned()).collect()
    }

    /// Arms a fault and insists that it is accepted.
    pub fn arm(&self, function: &str, nth: u64, code: u32, flags: u32) {
        let name = std::ffi::CString::new(function).expect("no zero inside");
        assert_eq!(
            self.control.simcuda_arm_fault(name.as_ptr(), nth, code, flags),
            0,
            "{function} {nth} {code} {flags}"
        );
    }

    pub fn waits(&self, function: &std::ffi::CStr) -> u64 {
        self.control.simcuda_waits(function.as_ptr())
    }

    pub fn calls(&self, function: &std::ffi::CStr) -> u64 {
        self.control.simcuda_calls(function.as_ptr())
    }
}

/// Fills live memory of the test's own.
pub fn fill(address: u64, byte: u8, bytes: usize) {
    // SAFETY: tests pass an allocation of the driver, of at least `bytes`, that lives until the reset.
    unsafe { std::ptr::write_bytes(address as *mut u8, byte, bytes) };
}

/// The bytes at an address, freed (poisoned) memory included.
pub fn bytes(address: u64, count: usize) -> Vec<u8> {
    // SAFETY: as above; freed memory stays readable until the reset.
    unsafe { std::slice::from_raw_parts(address as *const u8, count) }.to_vec()
}
