//! A runtime on the simulated driver, and the driver's control functions.
#![allow(dead_code, missing_docs, reason = "each test binary uses a part")]

use std::ffi::{CString, c_char};
use std::sync::{Mutex, MutexGuard, PoisonError};

use custody_tensor::{Dtype, Tensor};
use custody_transfer::{Choice, Driver, PinnedHostBuffer, Runtime, RuntimeOptions};

pub const CONTEXT: u32 = 0;
pub const EVENT: u32 = 2;
pub const DEVICE: u32 = 3;
pub const PINNED: u32 = 4;
pub const EFFECT_DONE: u32 = 2;
pub const STICKY: u32 = 1;
pub const BYTES: usize = 24;

macro_rules! control {
    ($name:ident($($argument:ident: $type:ty),*) -> $answer:ty) => {
        pub fn $name(&self, $($argument: $type),*) -> $answer {
            let symbol = self.driver.symbol(stringify!($name)).expect("a control function of simcuda.h");
            // SAFETY: the type is the one that simcuda.h declares.
            let function: unsafe extern "C" fn($($type),*) -> $answer = unsafe { std::mem::transmute(symbol) };
            // SAFETY: names passed are null-terminated and live through the call.
            unsafe { function($($argument),*) }
        }
    };
}

/// The simulated driver, just reset, for one test at a time.
pub struct Sim {
    pub driver: Driver,
    _alone: MutexGuard<'static, ()>,
}

pub fn sim() -> Sim {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = Driver::load(Choice::Simulated).expect("the simulated driver lies beside the test");
    custody_transfer::harness::abandon_kept();
    let sim = Sim { driver, _alone: alone };
    assert_eq!(sim.simcuda_reset(0), 0);
    sim
}

impl Sim {
    control!(simcuda_reset(flags: u32) -> i32);
    control!(simcuda_gate_close_all() -> ());
    control!(simcuda_gate_open_all() -> ());
    control!(simcuda_clear_faults() -> ());
    control!(simcuda_faults_fired() -> u64);
    control!(simcuda_lose_device(code: u32) -> i32);
    control!(simcuda_live_unasked(kind: u32) -> u64);
    control!(simcuda_orphans(kind: u32) -> u64);
    control!(simcuda_created(kind: u32) -> u64);
    control!(simcuda_calls(name: *const c_char) -> u64);
    control!(simcuda_waits(name: *const c_char) -> u64);
    control!(simcuda_violations() -> u64);
    control!(simcuda_check_poison() -> u64);
    control!(simcuda_violation_text(index: u64, buffer: *mut c_char, room: usize) -> usize);
    control!(simcuda_arm_fault(name: *const c_char, nth: u64, code: u32, flags: u32) -> i32);

    pub fn open(&self, queue: usize) -> Runtime {
        let queue_capacity = std::num::NonZeroUsize::new(queue).expect("a capacity");
        Runtime::open(self.driver, &RuntimeOptions { queue_capacity, ..RuntimeOptions::default() }).expect("a runtime")
    }

    pub fn arm(&self, function: &str, nth: u64, code: u32, flags: u32) {
        let name = CString::new(function).expect("no zero inside");
        assert_eq!(self.simcuda_arm_fault(name.as_ptr(), nth, code, flags), 0, "{function} {code} {flags}");
    }

    pub fn calls(&self) -> u64 {
        self.simcuda_calls(std::ptr::null())
    }

    pub fn waits(&self) -> u64 {
        self.simcuda_waits(std::ptr::null())
    }

    /// Live objects that nobody asked to release: contexts, events, device memory, pinned memory.
    pub fn unasked(&self) -> [u64; 4] {
        [CONTEXT, EVENT, DEVICE, PINNED].map(|kind| self.simcuda_live_unasked(kind))
    }

    /// What was done to memory or handles that nobody may do, in words; nothing if all is well.
    pub fn harm(&self) -> Vec<String> {
        self.simcuda_check_poison();
        let text = |at| {
            let mut buffer = vec![0_u8; self.simcuda_violation_text(at, std::ptr::null_mut(), 0) + 1];
            self.simcuda_violation_text(at, buffer.as_mut_ptr().cast(), buffer.len());
            String::from_utf8_lossy(&buffer).into_owned()
        };
        (0..self.simcuda_violations()).map(text).collect()
    }
}

/// A float32 tensor of zeros and a pinned buffer full of `byte`.
pub fn package(runtime: &Runtime, byte: u8) -> (Tensor, PinnedHostBuffer) {
    let mut buffer = PinnedHostBuffer::new(runtime, BYTES).expect("pinned memory");
    buffer.bytes_mut().expect("sole").fill(byte);
    (runtime.zeros(Dtype::Float32, &[2, 3]).expect("device memory"), buffer)
}
