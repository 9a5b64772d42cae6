//! The driver's calls on one device: its primary context and a stream of our own. Every other file of the crate
//! that calls the driver does so through this one, with the error of each call in hand.
//!
//! `cudarc`'s `sys` layer only: its owning types wait or free without proof when they are dropped.

use std::ffi::c_void;
use std::ptr;

use cudarc::driver::sys::{
    self, CUcontext, CUdevice, CUevent, CUevent_flags, CUresult, CUstream, CUstream_flags, cudaError_enum,
};

use crate::driver::Driver;
use crate::driver_error::DriverError;

const NOT_READY: CUresult = cudaError_enum::CUDA_ERROR_NOT_READY;
/// No timing, and a thread that waits sleeps: an event without BLOCKING_SYNC spins.
const EVENT_FLAGS: u32 = CUevent_flags::CU_EVENT_DISABLE_TIMING as u32 | CUevent_flags::CU_EVENT_BLOCKING_SYNC as u32;
/// Not ordered by whatever else the process does on the legacy default stream.
const STREAM_FLAGS: u32 = CUstream_flags::CU_STREAM_NON_BLOCKING as u32;

/// An event that one owner at a time may record, ask, wait for or destroy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Event(CUevent);

// SAFETY: an event is a handle that the driver lets any thread use; `Event` is not `Clone`, so one at a time does.
unsafe impl Send for Event {}

impl Event {
    /// The driver's handle.
    pub(crate) fn handle(&self) -> u64 {
        self.0 as u64
    }
}

/// An address on the device. 0 for no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeviceAddress(pub(crate) u64);

/// Page-locked memory of the driver. NULL for no bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HostAddress(pub(crate) *mut u8);

// SAFETY: an address; whoever reads or writes through it vouches for it.
unsafe impl Send for HostAddress {}
// SAFETY: as for `Send`.
unsafe impl Sync for HostAddress {}

/// A retained primary context with a stream. Released by [`Context::release`], never by itself.
#[derive(Debug)]
pub(crate) struct Context {
    device: CUdevice,
    context: CUcontext,
    stream: CUstream,
}

// SAFETY: contexts and streams are handles that the driver lets any thread use.
unsafe impl Send for Context {}
// SAFETY: as for `Send`; the driver locks what its calls share.
unsafe impl Sync for Context {}

fn check(call: &'static str, result: CUresult) -> Result<(), DriverError> {
    match result {
        cudaError_enum::CUDA_SUCCESS => Ok(()),
        code => Err(DriverError { call, code: code as u32 }),
    }
}

/// Calls a function of `sys` and names it in the error.
macro_rules! call {
    ($function:ident($($argument:expr),*)) => {
        check(stringify!($function), sys::$function($($argument),*))
    };
}

impl Context {
    /// Retains the device's primary context, makes it current on this thread, and makes a stream in it.
    ///
    /// Refuses: what the driver refuses; whatever was retained or made by then is given back.
    pub(crate) fn open(_loaded: Driver, ordinal: i32) -> Result<Self, DriverError> {
        let (mut device, mut context, mut stream): (CUdevice, CUcontext, CUstream) =
            (0, ptr::null_mut(), ptr::null_mut());
        // SAFETY: the driver is loaded, each function gets places to write to, and what it hands out is used after
        // it succeeded only.
        unsafe {
            call!(cuInit(0))?;
            call!(cuDeviceGet(&mut device, ordinal))?;
            call!(cuDevicePrimaryCtxRetain(&mut context, device))?;
            let made = call!(cuCtxSetCurrent(context)).and_then(|()| call!(cuStreamCreate(&mut stream, STREAM_FLAGS)));
            if let Err(error) = made {
                let _the_first_error_is_told = call!(cuDevicePrimaryCtxRelease_v2(device));
                return Err(error);
            }
        }
        Ok(Self { device, context, stream })
    }

    /// The context's handle.
    pub(crate) fn handle(&self) -> u64 {
        self.context as u64
    }

    /// Makes the context current on this thread.
    pub(crate) fn bind(&self) -> Result<(), DriverError> {
        // SAFETY: the context is retained until `release`.
        unsafe { call!(cuCtxSetCurrent(self.context)) }
    }

    /// As [`Context::bind`], with a look first. A look that fails says nothing: then binding decides.
    pub(crate) fn ensure_bound(&self) -> Result<(), DriverError> {
        let mut current = ptr::null_mut();
        // SAFETY: the call writes a handle into a local.
        match unsafe { call!(cuCtxGetCurrent(&mut current)) } {
            Ok(()) if current == self.context => Ok(()),
            _ => self.bind(),
        }
    }

    pub(crate) fn event_create(&self) -> Result<Event, DriverError> {
        let mut event = ptr::null_mut();
        // SAFETY: the call writes a handle into a local.
        unsafe { call!(cuEventCreate(&mut event, EVENT_FLAGS)) }.map(|()| Event(event))
    }

    /// Marks this point of the stream.
    pub(crate) fn event_record(&self, event: &Event) -> Result<(), DriverError> {
        // SAFETY: event and stream live: the event is borrowed, the stream goes with `release`.
        unsafe { call!(cuEventRecord(event.0, self.stream)) }
    }

    /// Whether the event's point has been passed. Of an event that was never recorded it says yes.
    pub(crate) fn event_query(&self, event: &Event) -> Result<bool, DriverError> {
        // SAFETY: the event lives: it is borrowed.
        let result = unsafe { sys::cuEventQuery(event.0) };
        if result == NOT_READY { Ok(false) } else { check("cuEventQuery", result).map(|()| true) }
    }

    /// Waits for the event's point. Of an event that was never recorded it returns at once.
    pub(crate) fn event_synchronize(&self, event: &Event) -> Result<(), DriverError> {
        // SAFETY: the event lives: it is borrowed.
        unsafe { call!(cuEventSynchronize(event.0)) }
    }

    pub(crate) fn event_destroy(&self, event: Event) -> Result<(), DriverError> {
        // SAFETY: the event lives and is given up: nobody names it again.
        unsafe { call!(cuEventDestroy_v2(event.0)) }
    }

    pub(crate) fn stream_synchronize(&self) -> Result<(), DriverError> {
        // SAFETY: the stream lives until `release`.
        unsafe { call!(cuStreamSynchronize(self.stream)) }
    }

    /// Lets later work of somebody else's stream wait for the event.
    pub(crate) fn order_stream_after(&self, consumer: u64, event: &Event) -> Result<(), DriverError> {
        // SAFETY: the event is borrowed; the consumer vouches for its own stream (DLP-085).
        unsafe { call!(cuStreamWaitEvent(consumer as CUstream, event.0, 0)) }
    }

    /// Memory in the order of the stream. Not filled. No bytes: address 0, without a call.
    pub(crate) fn allocate(&self, bytes: usize) -> Result<DeviceAddress, DriverError> {
        let mut address = 0;
        if bytes > 0 {
            // SAFETY: the call writes an address into a local.
            unsafe { call!(cuMemAllocAsync(&mut address, bytes, self.stream)) }?;
        }
        Ok(DeviceAddress(address))
    }

    /// Frees memory in the order of the stream; does not wait.
    ///
    /// # Safety
    /// Nothing uses the memory but earlier work of this stream, and nobody frees it again.
    pub(crate) unsafe fn free(&self, address: DeviceAddress) -> Result<(), DriverError> {
        if address.0 == 0 {
            return Ok(());
        }
        // SAFETY: this function's contract.
        unsafe { call!(cuMemFreeAsync(address.0, self.stream)) }
    }

    /// Fills with zeros, in the order of the stream.
    pub(crate) fn zero(&self, address: DeviceAddress, bytes: usize) -> Result<(), DriverError> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller just allocated `bytes` there, in the order of the same stream.
        unsafe { call!(cuMemsetD8Async(address.0, 0, bytes, self.stream)) }
    }

    /// Page-locked memory, zero-filled, not write-combined: downloads are read by the CPU.
    pub(crate) fn allocate_host(&self, bytes: usize) -> Result<HostAddress, DriverError> {
        let mut address: *mut c_void = ptr::null_mut();
        if bytes > 0 {
            // SAFETY: the call writes an address into a local; the memory is as long as asked, and fresh.
            unsafe {
                call!(cuMemHostAlloc(&mut address, bytes, 0))?;
                address.cast::<u8>().write_bytes(0, bytes);
            }
        }
        Ok(HostAddress(address.cast()))
    }

    /// Frees page-locked memory. May wait.
    ///
    /// # Safety
    /// Nothing uses the memory, and nobody frees it again.
    pub(crate) unsafe fn free_host(&self, address: HostAddress) -> Result<(), DriverError> {
        if address.0.is_null() {
            return Ok(());
        }
        // SAFETY: this function's contract.
        unsafe { call!(cuMemFreeHost(address.0.cast())) }
    }

    /// Queues a copy to the device.
    ///
    /// # Safety
    /// Both sides hold `bytes` bytes, and stay until completion is proven; nobody writes the source or touches the
    /// destination until then.
    pub(crate) unsafe fn copy_to_device(
        &self,
        to: DeviceAddress,
        from: *const u8,
        bytes: usize,
    ) -> Result<(), DriverError> {
        // SAFETY: this function's contract.
        unsafe { call!(cuMemcpyHtoDAsync_v2(to.0, from.cast(), bytes, self.stream)) }
    }

    /// Queues a copy to the host.
    ///
    /// # Safety
    /// As for [`Context::copy_to_device`].
    pub(crate) unsafe fn copy_to_host(
        &self,
        to: *mut u8,
        from: DeviceAddress,
        bytes: usize,
    ) -> Result<(), DriverError> {
        // SAFETY: this function's contract.
        unsafe { call!(cuMemcpyDtoHAsync_v2(to.cast(), from.0, bytes, self.stream)) }
    }

    /// Queues a copy on the device.
    ///
    /// # Safety
    /// As for [`Context::copy_to_device`].
    pub(crate) unsafe fn copy_on_device(
        &self,
        to: DeviceAddress,
        from: DeviceAddress,
        bytes: usize,
    ) -> Result<(), DriverError> {
        // SAFETY: this function's contract.
        unsafe { call!(cuMemcpyDtoDAsync_v2(to.0, from.0, bytes, self.stream)) }
    }

    /// Waits for the stream, on which frees may be queued, destroys it and gives the context back; answers with the
    /// first error. Call it once, last.
    pub(crate) fn release(&self) -> Result<(), DriverError> {
        // SAFETY: the caller lets nothing use stream or context afterwards.
        unsafe {
            let waited = call!(cuStreamSynchronize(self.stream));
            let destroyed = call!(cuStreamDestroy_v2(self.stream));
            waited.and(destroyed).and(call!(cuDevicePrimaryCtxRelease_v2(self.device)))
        }
    }
}
