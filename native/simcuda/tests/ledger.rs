//! The ledger: every kind of violation is recorded, and none crashes; freed memory is poison.

mod support;
use support::*;

#[test]
fn a_clean_run_leaves_a_balanced_ledger() {
    let sim = ready();
    let (stream, event) = (sim.stream(0).unwrap(), sim.event().unwrap());
    let (pinned, device) = (sim.pinned(8).unwrap(), sim.device(8).unwrap());
    assert_eq!(sim.upload(device, pinned, 8, stream), 0);
    assert_eq!(sim.cuEventRecord(event, stream), 0);
    assert_eq!(sim.cuEventSynchronize(event), 0);
    assert_eq!(sim.cuEventDestroy_v2(event), 0);
    assert_eq!(sim.cuMemFreeAsync(device, stream), 0);
    assert_eq!(sim.cuMemFreeHost(pinned as Handle), 0);
    assert_eq!(sim.cuStreamDestroy_v2(stream), 0);
    assert_eq!(sim.cuDevicePrimaryCtxRelease_v2(0), 0);
    for kind in 0..5 {
        assert_eq!(sim.control.simcuda_created(kind), 1, "{kind}");
        assert_eq!(sim.control.simcuda_released(kind), 1, "{kind}");
        assert_eq!(sim.control.simcuda_live(kind), 0, "{kind}");
    }
    assert!(sim.wrongs().is_empty());
    assert_eq!(sim.waits(c"cuMemFreeHost"), 1);
}

#[test]
fn freed_memory_is_poisoned_and_readable() {
    let sim = ready();
    let (pinned, device, queued) = (sim.pinned(8).unwrap(), sim.device(8).unwrap(), sim.device(8).unwrap());
    assert_eq!(bytes(device, 8), [0xCD; 8]);
    assert_eq!(sim.cuMemFreeHost(pinned as Handle), 0);
    assert_eq!(sim.cuMemFree_v2(device), 0);
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemFreeAsync(queued, NONE), 0);
    assert_eq!(sim.control.simcuda_object_state(queued), 2);
    assert_ne!(bytes(queued, 8), [POISON; 8]);
    sim.control.simcuda_gate_open_all();
    for address in [pinned, device, queued] {
        assert_eq!(bytes(address, 8), [POISON; 8]);
        assert_eq!(sim.control.simcuda_object_state(address), 3);
    }
    assert!(sim.wrongs().is_empty());
}

#[test]
fn a_write_to_freed_memory_is_found() {
    let sim = ready();
    let pinned = sim.pinned(8).unwrap();
    assert_eq!(sim.cuMemFreeHost(pinned as Handle), 0);
    assert_eq!(sim.control.simcuda_check_poison(), 0);
    fill(pinned, 1, 1);
    assert_eq!(sim.control.simcuda_check_poison(), 1);
    assert_eq!(sim.control.simcuda_check_poison(), 0);
    assert_eq!(sim.wrongs(), ["write-after-free"]);
}

#[test]
fn use_after_free_and_double_free() {
    let sim = ready();
    let (pinned, device) = (sim.pinned(8).unwrap(), sim.device(8).unwrap());
    assert_eq!(sim.cuMemFree_v2(device), 0);
    assert_eq!(sim.upload(device, pinned, 8, NONE), 1);
    assert_eq!(sim.cuMemFree_v2(device), 1);
    assert_eq!(sim.cuMemFreeAsync(device, NONE), 1);
    assert_eq!(sim.cuMemFreeHost(pinned as Handle), 0);
    assert_eq!(sim.cuMemFreeHost(pinned as Handle), 1);
    assert_eq!(sim.wrongs(), ["use-after-free", "double-free", "double-free", "double-free"]);
}

#[test]
fn a_queued_free_counts_as_a_release() {
    let sim = ready();
    let device = sim.device(8).unwrap();
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemFreeAsync(device, NONE), 0);
    assert_eq!(sim.cuMemsetD8Async(device, 0, 8, NONE), 1);
    assert_eq!(sim.cuMemFree_v2(device), 1);
    assert_eq!(sim.wrongs(), ["use-after-free", "double-free"]);
}

#[test]
fn a_free_in_flight_shows_when_freed_and_when_the_work_runs() {
    let sim = ready();
    let (pinned, device) = (sim.pinned(8).unwrap(), sim.device(8).unwrap());
    fill(pinned, 3, 8);
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.upload(device, pinned, 8, NONE), 0);
    assert_eq!(sim.cuMemFreeHost(pinned as Handle), 0);
    assert_eq!(sim.wrongs(), ["free-in-flight"]);
    sim.control.simcuda_gate_open_all();
    assert_eq!(sim.wrongs(), ["free-in-flight", "use-after-free"]);
    assert_eq!(bytes(device, 8), [POISON; 8]);
}

#[test]
fn work_never_writes_into_freed_memory() {
    let sim = ready();
    let device = sim.device(8).unwrap();
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 3, 8, NONE), 0);
    assert_eq!(sim.cuMemFree_v2(device), 0);
    sim.control.simcuda_gate_open_all();
    assert_eq!(bytes(device, 8), [POISON; 8]);
    assert_eq!(sim.wrongs(), ["free-in-flight", "use-after-free"]);
}

#[test]
fn an_asynchronous_free_that_overtakes_another_stream_is_in_flight() {
    let sim = ready();
    let (slow, fast, device) = (sim.stream(1).unwrap(), sim.stream(1).unwrap(), sim.device(8).unwrap());
    assert_eq!(sim.control.simcuda_gate_close(slow), 0);
    assert_eq!(sim.cuMemsetD8Async(device, 3, 8, slow), 0);
    assert_eq!(sim.cuMemFreeAsync(device, fast), 0);
    assert_eq!(sim.wrongs(), ["free-in-flight"]);
}

#[test]
fn destroyed_events_and_streams_are_recognised() {
    let sim = ready();
    let (stream, event) = (sim.stream(0).unwrap(), sim.event().unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuEventRecord(event, stream), 0);
    assert_eq!(sim.cuEventDestroy_v2(event), 0);
    assert_eq!(sim.cuStreamDestroy_v2(stream), 0);
    assert_eq!(sim.wrongs(), ["destroy-while-pending", "destroy-while-pending"]);
    assert_eq!(sim.cuEventQuery(event), 400);
    assert_eq!(sim.cuStreamQuery(stream), 400);
    assert_eq!(sim.cuEventDestroy_v2(event), 400);
    assert_eq!(sim.cuStreamDestroy_v2(stream), 400);
    assert_eq!(sim.wrongs()[2..], ["use-after-destroy", "use-after-destroy", "double-destroy", "double-destroy"]);
    sim.control.simcuda_gate_open_all();
    assert_eq!(sim.control.simcuda_pending(), 0);
}

#[test]
fn a_context_takes_what_lives_in_it_along() {
    let sim = ready();
    let (event, device) = (sim.event().unwrap(), sim.device(8).unwrap());
    let again = sim.retain(0).unwrap();
    assert_eq!(sim.current(), Ok(again));
    assert_eq!(sim.cuDevicePrimaryCtxRelease_v2(0), 0);
    assert!(sim.wrongs().is_empty());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    assert_eq!(sim.cuDevicePrimaryCtxRelease_v2(0), 0);
    assert_eq!(sim.wrongs(), ["context-with-live-objects"]);
    assert_eq!(bytes(device, 8), [POISON; 8]);
    assert_eq!(sim.control.simcuda_pending(), 0);
    assert_eq!(sim.cuEventQuery(event), 709);
    assert_eq!(sim.cuDevicePrimaryCtxRelease_v2(0), 201);
    assert_eq!(sim.cuCtxSetCurrent(again), 201);
    assert_eq!(sim.wrongs()[1..], ["use-after-destroy", "double-destroy", "use-after-destroy"]);
}

#[test]
fn unknown_handles_are_refused() {
    let sim = ready();
    let (odd, pinned) = (0x1234 as Handle, sim.pinned(8).unwrap());
    assert_eq!(sim.cuEventQuery(odd), 400);
    assert_eq!(sim.cuEventRecord(odd, NONE), 400);
    assert_eq!(sim.cuStreamSynchronize(odd), 400);
    assert_eq!(sim.cuCtxSetCurrent(odd), 201);
    assert_eq!(sim.cuMemFree_v2(0x1234), 1);
    assert_eq!(sim.upload(0x1234, pinned, 8, NONE), 1);
    assert_eq!(sim.wrongs(), ["unknown-handle"; 6]);
}

#[test]
fn bounds_and_misdirected_frees() {
    let sim = ready();
    let (pinned, device) = (sim.pinned(8).unwrap(), sim.device(8).unwrap());
    assert_eq!(sim.upload(device + 4, pinned, 8, NONE), 1);
    assert_eq!(sim.upload(device, pinned + 1, 8, NONE), 1);
    assert_eq!(sim.cuMemsetD8Async(device, 0, usize::MAX, NONE), 1);
    assert_eq!(sim.cuMemFree_v2(device + 1), 1);
    assert_eq!(sim.cuMemFree_v2(pinned), 1);
    assert_eq!(sim.cuMemFreeHost(device as Handle), 1);
    assert_eq!(sim.wrongs()[..3], ["out-of-bounds"; 3]);
    assert_eq!(sim.wrongs()[3..], ["misdirected-free"; 3]);
}

#[test]
fn a_host_function_may_not_call_the_driver() {
    static SEEN: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    unsafe extern "C" fn calls_back(driver: *mut std::ffi::c_void) {
        // SAFETY: the test passes the address of its driver, which is never closed.
        let driver = unsafe { &*driver.cast::<abi::Driver>() };
        SEEN.store(driver.cuCtxSynchronize(), std::sync::atomic::Ordering::SeqCst);
    }
    let sim = ready();
    let driver: *const abi::Driver = sim.driver;
    assert_eq!(sim.cuLaunchHostFunc(NONE, Some(calls_back), driver as Handle), 0);
    assert_eq!(SEEN.load(std::sync::atomic::Ordering::SeqCst), 800);
    assert_eq!(sim.wrongs(), ["call-in-host-function"]);
}

#[test]
fn the_report_names_objects_calls_and_violations() {
    let sim = ready();
    let device = sim.device(24).unwrap();
    assert_eq!(sim.cuMemFree_v2(device), 0);
    assert_eq!(sim.cuMemFree_v2(device), 1);
    let ledger = control::text(|buffer, room| sim.control.simcuda_ledger_json(buffer, room));
    assert!(ledger.contains("\"name\":\"device#1\""), "{ledger}");
    assert!(ledger.contains("\"bytes\":24,\"created\":4,\"uses\":0,\"lastUse\":4,\"releaseCalls\":2,\"released\":5"));
    assert!(ledger.contains("{\"kind\":\"double-free\",\"call\":6,\"text\":\"cuMemFree_v2 of device#1 again\"}"));
    let first = control::text(|buffer, room| sim.control.simcuda_violation_text(0, buffer, room));
    assert_eq!(first, "double-free at call 6: cuMemFree_v2 of device#1 again");
}
