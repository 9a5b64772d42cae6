//! What simcuda assumes about the real driver, one test a line of its README. `CUSTODY_DRIVER=real` (or a path)
//! runs the same on hardware, where a blocking host function takes the place of the gate.

mod support;

use std::ffi::{OsString, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use support::abi::{Driver, open};
use support::control::Control;
use support::*;

/// A driver of either kind, with the context of device 0 current.
struct Bench {
    driver: Driver,
    gates: Option<Control>,
    _alone: MutexGuard<'static, ()>,
}

fn bench() -> Bench {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let chosen = std::env::var_os("CUSTODY_DRIVER").unwrap_or_else(|| "sim".into());
    let path: OsString = match chosen.to_str() {
        Some("sim") => library_path().into(),
        Some("real") => "libcuda.so.1".into(),
        _ => chosen,
    };
    let library = open(&path);
    let driver = Driver::of(library);
    // SAFETY: only looked for.
    let simulated = unsafe { library.get::<unsafe extern "C" fn()>(b"simcuda_reset\0") }.is_ok();
    let gates = simulated.then(|| Control::of(library));
    if let Some(control) = &gates {
        assert_eq!(control.simcuda_reset(0), 0);
    }
    assert_eq!(driver.cuInit(0), 0);
    let context = driver.retain(0).expect("device 0");
    assert_eq!(driver.cuCtxSetCurrent(context), 0);
    Bench { driver, gates, _alone: alone }
}

impl std::ops::Deref for Bench {
    type Target = Driver;
    fn deref(&self) -> &Driver {
        &self.driver
    }
}

/// A stream that is held until this is released.
struct Hold<'a> {
    bench: &'a Bench,
    stream: Handle,
    released: Arc<AtomicBool>,
}

unsafe extern "C" fn until_released(flag: *mut c_void) {
    // SAFETY: `hold` gave one count of this very Arc away.
    let flag = unsafe { Arc::from_raw(flag.cast::<AtomicBool>().cast_const()) };
    while !flag.load(Ordering::Acquire) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

impl Bench {
    fn hold(&self, stream: Handle) -> Hold<'_> {
        let released = Arc::new(AtomicBool::new(false));
        match &self.gates {
            Some(control) => assert_eq!(control.simcuda_gate_close(stream), 0),
            None => {
                let flag = Arc::into_raw(released.clone()).cast_mut();
                assert_eq!(self.cuLaunchHostFunc(stream, Some(until_released), flag.cast()), 0);
            }
        }
        Hold { bench: self, stream, released }
    }

    fn read(&self, address: u64) -> u8 {
        let mut byte = [0u8];
        assert_eq!(self.cuMemcpyDtoH_v2(byte.as_mut_ptr().cast(), address, 1), 0);
        byte[0]
    }
}

impl Hold<'_> {
    /// Ends the hold and the work behind it.
    fn release(self) {
        self.soon();
        assert_eq!(self.bench.cuStreamSynchronize(self.stream), 0);
        if let Some(control) = &self.bench.gates {
            assert_eq!(control.simcuda_gate_open(self.stream), 0);
        }
    }

    /// Ends the hold while a waiting call is under way; the simulated driver needs no help for that.
    fn soon(&self) {
        let released = self.released.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            released.store(true, Ordering::Release);
        });
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.released.store(true, Ordering::Release);
    }
}

#[test]
fn a_never_recorded_event_reads_as_complete() {
    let bench = bench();
    let event = bench.event().unwrap();
    assert_eq!((bench.cuEventQuery(event), bench.cuEventSynchronize(event)), (0, 0));
}

#[test]
fn a_record_completes_with_the_work_before_it() {
    let bench = bench();
    let (stream, event) = (bench.stream(1).unwrap(), bench.event().unwrap());
    let hold = bench.hold(stream);
    assert_eq!(bench.cuEventRecord(event, stream), 0);
    assert_eq!((bench.cuEventQuery(event), bench.cuStreamQuery(stream)), (600, 600));
    hold.soon();
    assert_eq!(bench.cuEventSynchronize(event), 0);
    assert_eq!(bench.cuEventQuery(event), 0);
    hold.release();
}

#[test]
fn one_stream_runs_in_order() {
    let bench = bench();
    let (stream, device) = (bench.stream(1).unwrap(), bench.device(1).unwrap());
    let hold = bench.hold(stream);
    for value in 1..=3 {
        assert_eq!(bench.cuMemsetD8Async(device, value, 1, stream), 0);
    }
    hold.release();
    assert_eq!(bench.read(device), 3);
}

#[test]
fn blocking_streams_and_the_legacy_default_wait_for_each_other() {
    let bench = bench();
    let (stream, event) = (bench.stream(0).unwrap(), bench.event().unwrap());
    let hold = bench.hold(stream);
    assert_eq!(bench.cuEventRecord(event, stream), 0);
    assert_eq!(bench.cuEventRecord(event, NONE), 0);
    assert_eq!(bench.cuEventQuery(event), 600);
    hold.release();
    assert_eq!(bench.cuStreamSynchronize(NONE), 0);
    assert_eq!(bench.cuEventQuery(event), 0);
    let hold = bench.hold(NONE);
    assert_eq!(bench.cuEventRecord(event, NONE), 0);
    assert_eq!(bench.cuEventRecord(event, stream), 0);
    assert_eq!(bench.cuEventQuery(event), 600);
    hold.release();
}

#[test]
fn a_non_blocking_stream_stands_apart() {
    let bench = bench();
    let (apart, held, event) = (bench.stream(1).unwrap(), bench.event().unwrap(), bench.event().unwrap());
    let hold = bench.hold(NONE);
    assert_eq!(bench.cuEventRecord(held, NONE), 0);
    assert_eq!(bench.cuEventRecord(event, apart), 0);
    assert_eq!(bench.cuEventSynchronize(event), 0);
    assert_eq!(bench.cuEventQuery(held), 600);
    hold.release();
}

#[test]
fn a_wait_for_an_event_orders_two_streams() {
    let bench = bench();
    let (first, second) = (bench.stream(1).unwrap(), bench.stream(1).unwrap());
    let (event, last) = (bench.event().unwrap(), bench.event().unwrap());
    let hold = bench.hold(first);
    assert_eq!(bench.cuEventRecord(event, first), 0);
    assert_eq!(bench.cuStreamWaitEvent(second, event, 0), 0);
    assert_eq!(bench.cuEventRecord(last, second), 0);
    assert_eq!(bench.cuEventQuery(last), 600);
    hold.soon();
    assert_eq!(bench.cuEventSynchronize(last), 0);
    assert_eq!(bench.cuEventQuery(event), 0);
    hold.release();
}

#[test]
fn a_wait_for_an_event_means_the_record_it_had_then() {
    let bench = bench();
    let (first, second) = (bench.stream(1).unwrap(), bench.stream(1).unwrap());
    let (event, last) = (bench.event().unwrap(), bench.event().unwrap());
    assert_eq!(bench.cuStreamWaitEvent(second, event, 0), 0);
    let hold = bench.hold(first);
    assert_eq!(bench.cuEventRecord(event, first), 0);
    assert_eq!(bench.cuEventRecord(last, second), 0);
    assert_eq!(bench.cuEventSynchronize(last), 0);
    assert_eq!(bench.cuEventQuery(event), 600);
    hold.release();
}

#[test]
fn the_last_record_counts() {
    let bench = bench();
    let (stream, event) = (bench.stream(1).unwrap(), bench.event().unwrap());
    assert_eq!(bench.cuEventRecord(event, stream), 0);
    assert_eq!(bench.cuEventSynchronize(event), 0);
    let hold = bench.hold(stream);
    assert_eq!(bench.cuEventRecord(event, stream), 0);
    assert_eq!(bench.cuEventQuery(event), 600);
    hold.release();
    assert_eq!(bench.cuEventQuery(event), 0);
}

#[test]
fn an_event_records_only_in_its_own_context() {
    let bench = bench();
    let event = bench.event().unwrap();
    let Ok(other) = bench.retain(1) else { return eprintln!("skipped: one device only") };
    assert_eq!(bench.cuCtxSetCurrent(other), 0);
    let stream = bench.stream(0).unwrap();
    assert_eq!(bench.cuEventRecord(event, stream), 400);
}

#[test]
fn a_thread_without_a_context_is_refused() {
    let bench = bench();
    let driver = &bench.driver;
    let answer = std::thread::scope(|scope| scope.spawn(|| driver.event().map(|_| ())).join().unwrap());
    assert_eq!(answer, Err(201));
}

#[test]
fn the_primary_context_is_one_per_device() {
    let bench = bench();
    assert_eq!(bench.retain(0), bench.current());
    assert_eq!(bench.cuDevicePrimaryCtxRelease_v2(0), 0);
    assert_eq!(bench.cuCtxSynchronize(), 0);
}

#[test]
fn no_bytes_are_refused_as_memory_and_fine_as_a_copy() {
    let bench = bench();
    let device = bench.device(1).unwrap();
    assert_eq!(bench.device(0), Err(1));
    assert_eq!(bench.cuMemcpyDtoDAsync_v2(device, device, 0, NONE), 0);
    assert_eq!(bench.cuMemFree_v2(0), 0);
}

#[test]
fn a_pageable_upload_is_read_before_the_call_returns() {
    let bench = bench();
    let (stream, device) = (bench.stream(1).unwrap(), bench.device(1).unwrap());
    let mut pageable = [7u8];
    let hold = bench.hold(stream);
    assert_eq!(bench.upload(device, pageable.as_ptr() as u64, 1, stream), 0);
    pageable[0] = std::hint::black_box(9);
    hold.release();
    assert_eq!(bench.read(device), 7);
    assert_eq!(pageable, [9]);
}

#[test]
fn a_pageable_download_returns_after_the_copy() {
    let bench = bench();
    let (stream, device) = (bench.stream(1).unwrap(), bench.device(1).unwrap());
    let mut pageable = [0u8];
    let hold = bench.hold(stream);
    assert_eq!(bench.cuMemsetD8Async(device, 5, 1, stream), 0);
    hold.soon();
    assert_eq!(bench.download(pageable.as_mut_ptr() as u64, device, 1, stream), 0);
    assert_eq!(pageable, [5]);
    hold.release();
}

#[test]
fn a_pinned_upload_is_read_when_it_runs() {
    let bench = bench();
    let (stream, device, pinned) = (bench.stream(1).unwrap(), bench.device(1).unwrap(), bench.pinned(1).unwrap());
    fill(pinned, 7, 1);
    let hold = bench.hold(stream);
    assert_eq!(bench.upload(device, pinned, 1, stream), 0);
    fill(pinned, 9, 1);
    hold.release();
    assert_eq!(bench.read(device), 9);
}

#[test]
fn pointer_attributes_tell_device_from_pinned() {
    let bench = bench();
    let (device, pinned) = (bench.device(8).unwrap(), bench.pinned(8).unwrap());
    let attribute = |which, address| {
        let mut value = 0u32;
        let code = bench.cuPointerGetAttribute((&raw mut value).cast(), which, address);
        (code, value)
    };
    assert_eq!((attribute(2, device), attribute(2, pinned)), ((0, 2), (0, 1)));
    assert_eq!((attribute(9, device), attribute(9, pinned)), ((0, 0), (0, 0)));
    let mut seen = 0u64;
    assert_eq!(bench.cuPointerGetAttribute((&raw mut seen).cast(), 3, pinned), 0);
    assert_eq!(seen, pinned);
    let mut pageable = 0u8;
    assert_eq!(attribute(2, (&raw mut pageable) as u64).0, 1);
}

#[test]
fn an_event_with_a_pending_record_may_be_destroyed() {
    let bench = bench();
    let (stream, event) = (bench.stream(1).unwrap(), bench.event().unwrap());
    let hold = bench.hold(stream);
    assert_eq!(bench.cuEventRecord(event, stream), 0);
    assert_eq!(bench.cuEventDestroy_v2(event), 0);
    hold.release();
}

#[test]
fn a_destroyed_stream_ends_its_work() {
    let bench = bench();
    let (stream, device) = (bench.stream(1).unwrap(), bench.device(1).unwrap());
    let hold = bench.hold(stream);
    assert_eq!(bench.cuMemsetD8Async(device, 4, 1, stream), 0);
    assert_eq!(bench.cuStreamDestroy_v2(stream), 0);
    hold.soon();
    assert_eq!(bench.cuCtxSynchronize(), 0);
    assert_eq!(bench.read(device), 4);
}

#[test]
fn memory_is_allocated_and_freed_in_the_order_of_a_stream() {
    let bench = bench();
    let (stream, keep) = (bench.stream(1).unwrap(), bench.device(1).unwrap());
    let mut device = 0;
    assert_eq!(bench.cuMemAllocAsync(&mut device, 1, stream), 0);
    let hold = bench.hold(stream);
    assert_eq!(bench.cuMemsetD8Async(device, 8, 1, stream), 0);
    assert_eq!(bench.cuMemcpyDtoDAsync_v2(keep, device, 1, stream), 0);
    assert_eq!(bench.cuMemFreeAsync(device, stream), 0);
    hold.release();
    assert_eq!(bench.read(keep), 8);
}

#[test]
fn plain_memory_may_be_freed_in_the_order_of_a_stream() {
    let bench = bench();
    let device = bench.device(1).unwrap();
    assert_eq!(bench.cuMemFreeAsync(device, NONE), 0);
    assert_eq!(bench.cuStreamSynchronize(NONE), 0);
}

#[test]
fn a_host_function_runs_in_its_place() {
    unsafe extern "C" fn look(at: *mut c_void) {
        // SAFETY: the test passes two live pinned bytes.
        unsafe { at.cast::<u8>().add(1).write(at.cast::<u8>().read()) };
    }
    let bench = bench();
    let (stream, device, pinned) = (bench.stream(1).unwrap(), bench.device(1).unwrap(), bench.pinned(2).unwrap());
    fill(pinned, 0, 2);
    let hold = bench.hold(stream);
    for value in [5, 6] {
        assert_eq!(bench.cuMemsetD8Async(device, value, 1, stream), 0);
        assert_eq!(bench.download(pinned, device, 1, stream), 0);
        if value == 5 {
            assert_eq!(bench.cuLaunchHostFunc(stream, Some(look), pinned as Handle), 0);
        }
    }
    assert_eq!(bytes(pinned, 2), [0, 0]);
    hold.release();
    assert_eq!(bytes(pinned, 2), [6, 5]);
}

#[test]
fn a_per_thread_default_stream_is_another_for_each_thread() {
    let bench = bench();
    let (driver, context, event) = (&bench.driver, bench.current().unwrap() as usize, bench.event().unwrap());
    let hold = bench.hold(2 as Handle);
    assert_eq!(bench.cuEventRecord(event, 2 as Handle), 0);
    let elsewhere = std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            assert_eq!(driver.cuCtxSetCurrent(context as Handle), 0);
            let event = driver.event().unwrap();
            assert_eq!(driver.cuEventRecord(event, 2 as Handle), 0);
            driver.cuEventSynchronize(event)
        });
        other.join().unwrap()
    });
    assert_eq!((elsewhere, bench.cuEventQuery(event)), (0, 600));
    hold.release();
}

#[test]
fn a_synchronous_copy_is_ordered_like_the_legacy_default_stream() {
    let bench = bench();
    let (stream, device) = (bench.stream(0).unwrap(), bench.device(1).unwrap());
    let hold = bench.hold(stream);
    assert_eq!(bench.cuMemsetD8Async(device, 6, 1, stream), 0);
    hold.soon();
    assert_eq!(bench.read(device), 6);
    hold.release();
}
