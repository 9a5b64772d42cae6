//! The functions of the ABI, by name: what each needs, and what the ledger and the faults want to know of it.

use Needs::{Bind, Context, Init, Nothing};

/// What must hold before a function does anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Nothing; answers even when the device is lost.
    Nothing,
    /// `cuInit`; answers even when the device is lost.
    Init,
    /// `cuInit` and a device that is not lost.
    Bind,
    /// All of that, and a live context current on this thread.
    Context,
}

/// Counted as a call that may wait.
const WAITS: u8 = 1;
/// Writes a result through a pointer: cannot succeed without its effect.
const MAKES: u8 = 2;
/// Releases the object in its first argument.
const RELEASES: u8 = 4;
/// Queues work that can fail later.
const WORKS: u8 = 8;

macro_rules! functions {
    ($($name:ident $needs:ident $traits:expr;)+) => {
        /// A function of the driver.
        #[expect(non_camel_case_types, reason = "spelled as in cuda.h")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Function { $($name),+ }

        impl Function {
            pub(crate) const ALL: &'static [Function] = &[$(Function::$name),+];
            const ROWS: &'static [(&'static str, Needs, u8)] = &[$((stringify!($name), $needs, $traits)),+];
        }
    };
}

functions! {
    cuInit Nothing 0;
    cuDriverGetVersion Nothing MAKES;
    cuGetErrorName Nothing MAKES;
    cuGetErrorString Nothing MAKES;
    cuDeviceGet Init MAKES;
    cuDeviceGetCount Init MAKES;
    cuDeviceGetName Init MAKES;
    cuDeviceGetAttribute Init MAKES;
    cuDevicePrimaryCtxRetain Bind MAKES;
    cuDevicePrimaryCtxRelease_v2 Bind RELEASES;
    cuCtxGetCurrent Init MAKES;
    cuCtxSetCurrent Bind 0;
    cuCtxSynchronize Context WAITS;
    cuStreamCreate Context MAKES;
    cuStreamDestroy_v2 Context RELEASES;
    cuStreamQuery Context 0;
    cuStreamSynchronize Context WAITS;
    cuStreamWaitEvent Context 0;
    cuEventCreate Context MAKES;
    cuEventRecord Context 0;
    cuEventQuery Context 0;
    cuEventSynchronize Context WAITS;
    cuEventDestroy_v2 Context RELEASES;
    cuMemAlloc_v2 Context MAKES;
    cuMemFree_v2 Context WAITS | RELEASES;
    cuMemAllocAsync Context MAKES;
    cuMemFreeAsync Context RELEASES | WORKS;
    cuMemHostAlloc Context MAKES;
    cuMemFreeHost Context WAITS | RELEASES;
    cuMemGetInfo_v2 Context MAKES;
    cuPointerGetAttribute Context MAKES;
    cuMemsetD8Async Context WORKS;
    cuMemcpyHtoDAsync_v2 Context WORKS;
    cuMemcpyDtoHAsync_v2 Context WORKS;
    cuMemcpyDtoDAsync_v2 Context WORKS;
    cuMemcpyHtoD_v2 Context WAITS;
    cuMemcpyDtoH_v2 Context WAITS;
    cuLaunchHostFunc Context WORKS;
}

impl Function {
    /// The function of that exported name.
    pub(crate) fn named(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|function| function.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        Function::ROWS[self as usize].0
    }

    pub(crate) fn needs(self) -> Needs {
        Function::ROWS[self as usize].1
    }

    pub(crate) fn waits(self) -> bool {
        self.has(WAITS)
    }

    pub(crate) fn makes(self) -> bool {
        self.has(MAKES)
    }

    pub(crate) fn releases(self) -> bool {
        self.has(RELEASES)
    }

    pub(crate) fn works(self) -> bool {
        self.has(WORKS)
    }

    fn has(self, bit: u8) -> bool {
        Function::ROWS[self as usize].2 & bit != 0
    }
}

/// One number per function.
#[derive(Clone, Copy)]
pub(crate) struct PerFunction([u64; Function::ALL.len()]);

impl PerFunction {
    pub(crate) fn add(&mut self, function: Function) {
        self.0[function as usize] += 1;
    }

    pub(crate) fn of(&self, function: Function) -> u64 {
        self.0[function as usize]
    }
}

impl Default for PerFunction {
    fn default() -> Self {
        PerFunction([0; Function::ALL.len()])
    }
}
