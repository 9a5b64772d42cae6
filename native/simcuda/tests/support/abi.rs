//! The functions of cuda.h that the driver exports, by type.

use super::Handle;
use libloading::Library;
use std::ffi::{OsStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

pub type HostFn = Option<unsafe extern "C" fn(*mut c_void)>;

/// Opens a library for the rest of the process. There is one per process: later paths are not looked at.
pub fn open(path: &OsStr) -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        // SAFETY: the driver's initialisers do nothing.
        unsafe { Library::new(path) }.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    })
}

/// A struct of functions, looked up by name.
#[macro_export]
macro_rules! looked_up {
    ($owner:ident { $($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)+ }) => {
        pub struct $owner { $($name: unsafe extern "C" fn($($type),*) -> $result),+ }

        impl $owner {
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            pub fn of(library: &'static libloading::Library) -> Self {
                // SAFETY: the types are those of cuda.h and simcuda.h, and the library is never closed.
                unsafe { $owner { $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())
                    .unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)))),+ } }
            }

            // SAFETY, for all: tests pass pointers that are null or valid for the function's use of them.
            $(pub fn $name(&self, $($arg: $type),*) -> $result {
                // SAFETY: as said above; deliberate misuse is of handles, which the driver never follows.
                unsafe { (self.$name)($($arg),*) }
            })+
        }
    };
}

looked_up!(Driver {
    cuInit(flags: c_uint) -> u32;
    cuDriverGetVersion(out: *mut c_int) -> u32;
    cuDeviceGet(out: *mut c_int, ordinal: c_int) -> u32;
    cuDeviceGetCount(out: *mut c_int) -> u32;
    cuDeviceGetName(name: *mut c_char, len: c_int, device: c_int) -> u32;
    cuDeviceGetAttribute(out: *mut c_int, attribute: c_uint, device: c_int) -> u32;
    cuDevicePrimaryCtxRetain(out: *mut Handle, device: c_int) -> u32;
    cuDevicePrimaryCtxRelease_v2(device: c_int) -> u32;
    cuCtxGetCurrent(out: *mut Handle) -> u32;
    cuCtxSetCurrent(context: Handle) -> u32;
    cuCtxSynchronize() -> u32;
    cuStreamCreate(out: *mut Handle, flags: c_uint) -> u32;
    cuStreamDestroy_v2(stream: Handle) -> u32;
    cuStreamQuery(stream: Handle) -> u32;
    cuStreamSynchronize(stream: Handle) -> u32;
    cuStreamWaitEvent(stream: Handle, event: Handle, flags: c_uint) -> u32;
    cuMemAlloc_v2(out: *mut u64, bytes: usize) -> u32;
    cuMemFree_v2(address: u64) -> u32;
    cuMemAllocAsync(out: *mut u64, bytes: usize, stream: Handle) -> u32;
    cuMemFreeAsync(address: u64, stream: Handle) -> u32;
    cuMemsetD8Async(to: u64, value: u8, bytes: usize, stream: Handle) -> u32;
    cuMemHostAlloc(out: *mut Handle, bytes: usize, flags: c_uint) -> u32;
    cuMemFreeHost(address: Handle) -> u32;
    cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: Handle) -> u32;
    cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, stream: Handle) -> u32;
    cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize) -> u32;
    cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize) -> u32;
    cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) -> u32;
    cuEventCreate(out: *mut Handle, flags: c_uint) -> u32;
    cuEventRecord(event: Handle, stream: Handle) -> u32;
    cuEventQuery(event: Handle) -> u32;
    cuEventSynchronize(event: Handle) -> u32;
    cuEventDestroy_v2(event: Handle) -> u32;
    cuLaunchHostFunc(stream: Handle, function: HostFn, data: *mut c_void) -> u32;
    cuGetErrorName(code: u32, out: *mut *const c_char) -> u32;
    cuGetErrorString(code: u32, out: *mut *const c_char) -> u32;
    cuPointerGetAttribute(out: *mut c_void, attribute: c_uint, address: u64) -> u32;
    cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> u32;
});

/// A result given through a pointer, or the code.
fn made<T: Default>(call: impl FnOnce(&mut T) -> u32) -> Result<T, u32> {
    let mut out = T::default();
    match call(&mut out) {
        0 => Ok(out),
        code => Err(code),
    }
}

fn handle(call: impl FnOnce(&mut Handle) -> u32) -> Result<Handle, u32> {
    made(|out: &mut usize| {
        let mut handle = super::NONE;
        let code = call(&mut handle);
        *out = handle as usize;
        code
    })
    .map(|handle| handle as Handle)
}

impl Driver {
    pub fn retain(&self, device: i32) -> Result<Handle, u32> {
        handle(|out| self.cuDevicePrimaryCtxRetain(out, device))
    }

    pub fn current(&self) -> Result<Handle, u32> {
        handle(|out| self.cuCtxGetCurrent(out))
    }

    pub fn stream(&self, flags: u32) -> Result<Handle, u32> {
        handle(|out| self.cuStreamCreate(out, flags))
    }

    pub fn event(&self) -> Result<Handle, u32> {
        handle(|out| self.cuEventCreate(out, 2))
    }

    pub fn device(&self, bytes: usize) -> Result<u64, u32> {
        made(|out| self.cuMemAlloc_v2(out, bytes))
    }

    pub fn pinned(&self, bytes: usize) -> Result<u64, u32> {
        handle(|out| self.cuMemHostAlloc(out, bytes, 0)).map(|address| address as u64)
    }

    pub fn upload(&self, to: u64, from: u64, bytes: usize, stream: Handle) -> u32 {
        self.cuMemcpyHtoDAsync_v2(to, from as *const c_void, bytes, stream)
    }

    pub fn download(&self, to: u64, from: u64, bytes: usize, stream: Handle) -> u32 {
        self.cuMemcpyDtoHAsync_v2(to as *mut c_void, from, bytes, stream)
    }
}
