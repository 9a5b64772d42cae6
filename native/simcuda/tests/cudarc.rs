//! cudarc's own layers run unchanged on the driver, found by their bare-name look-up of `libcuda.so`.
//!
//! One test: a load is for the life of the process, and so is what cudarc caches.

mod support;

use cudarc::driver::result::{self, event, stream};
use cudarc::driver::{CudaContext, sys};
use std::ffi::CStr;
use support::*;

#[test]
fn cudarc_runs_unchanged() {
    // Opened by path before the first cudarc call: afterwards the loader knows the name `libcuda.so`.
    let sim = bare();
    // SAFETY: cudarc's functions get handles from cudarc, buffers of the stated length, and are called in order.
    unsafe {
        assert!(sys::is_culib_present(), "the SONAME is not libcuda.so");
        result::init().expect("init");
        assert_eq!(sim.calls(c"cuInit"), 1, "cudarc found another libcuda");
        assert_eq!(result::device::get_count(), Ok(2));
        assert_eq!(result::device::get_name(0).expect("name"), "simcuda: no device at all");
        let device = result::device::get(0).expect("device");
        let context = result::primary_ctx::retain(device).expect("context");
        result::ctx::set_current(context).expect("bind");
        assert_eq!(result::ctx::get_current(), Ok(Some(context)));

        let queue = stream::create(stream::StreamKind::NonBlocking).expect("stream");
        let done = event::create(sys::CUevent_flags::CU_EVENT_DISABLE_TIMING).expect("event");
        let memory = result::malloc_async(queue, 8).expect("device memory");
        let pinned = result::malloc_host(8, 0).expect("pinned memory").cast::<u8>();
        pinned.write_bytes(5, 8);
        let pinned = std::slice::from_raw_parts_mut(pinned, 8);

        sim.control.simcuda_gate_close_all();
        result::memcpy_htod_async(memory, pinned, queue).expect("upload");
        result::memset_d8_async(memory, 6, 4, queue).expect("fill");
        result::memcpy_dtoh_async(pinned, memory, queue).expect("download");
        event::record(done, queue).expect("record");
        assert_eq!(event::query(done).expect_err("held").0, sys::CUresult::CUDA_ERROR_NOT_READY);
        event::synchronize(done).expect("wait");
        assert_eq!(pinned, [6, 6, 6, 6, 5, 5, 5, 5]);
        sim.control.simcuda_gate_open_all();

        sim.arm("cuEventQuery", 1, 719, 0);
        let error = event::query(done).expect_err("armed");
        assert_eq!(error.error_name().expect("named"), c"CUDA_ERROR_LAUNCH_FAILED");
        assert!(format!("{error:?}").contains("unspecified launch failure"));

        stream::wait_event(queue, done, sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT).expect("order");
        stream::synchronize(queue).expect("stream");
        result::ctx::synchronize().expect("context");
        let (free, total) = result::mem_get_info().expect("memory");
        assert_eq!(total - free, 8);
        event::destroy(done).expect("destroy");
        result::free_async(memory, queue).expect("free");
        result::free_host(pinned.as_mut_ptr().cast()).expect("free pinned");
        stream::destroy(queue).expect("stream");
        result::primary_ctx::release(device).expect("release");
    }
    assert!(sim.wrongs().is_empty());
    for kind in 0..5 {
        assert_eq!(sim.control.simcuda_live(kind), 0, "{kind}");
    }
    safe_layer(&sim);
}

/// The owning types, too: they wait and swallow as they please, and the ledger sees it.
fn safe_layer(sim: &Sim) {
    let context = CudaContext::new(0).expect("context");
    let queue = context.default_stream();
    let memory = queue.clone_htod(&[1u32, 2, 3]).expect("upload");
    assert_eq!(queue.clone_dtoh(&memory).expect("download"), [1, 2, 3]);
    drop((memory, queue, context));
    assert!(sim.wrongs().is_empty(), "{:?}", sim.wrongs());
    assert_eq!(sim.control.simcuda_live(0), 0);
    assert_eq!(sim.control.simcuda_live(DEVICE), 0);
}

#[test]
fn every_code_is_one_that_cudarc_lists() {
    let sim = bare();
    let mut listed = 0;
    for code in 0..2000 {
        let mut name = std::ptr::null();
        if sim.cuGetErrorName(code, &mut name) != 0 {
            assert!(name.is_null());
            continue;
        }
        listed += 1;
        // SAFETY: the driver gave a string of static life.
        let name = unsafe { CStr::from_ptr(name) }.to_str().unwrap();
        // SAFETY: exactly the point: a listed code is a value of the enum, checked by its name on the next line.
        let known: sys::CUresult = unsafe { std::mem::transmute(code) };
        assert_eq!(format!("{known:?}"), name);
    }
    assert_eq!(listed, 87);
}
