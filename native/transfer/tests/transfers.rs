//! Transfers on the simulated driver: round trips, teardown in every order, zero waits where none is allowed.
#![cfg(not(loom))]

mod support;

use custody_tensor::{Dtype, Request, Tensor};
use custody_transfer::{
    Choice, Driver, LoadError, PinnedHostBuffer, RejectReason, Runtime, RuntimeOptions, TransferSubmitError, download,
    download_pending, harness, upload, upload_pending,
};
use support::*;

fn rejected(error: TransferSubmitError) -> (RejectReason, Tensor, PinnedHostBuffer) {
    match error {
        TransferSubmitError::Rejected(rejected) => (rejected.error, rejected.value, rejected.buffer),
        TransferSubmitError::Unproven { error } => panic!("unproven: {error}"),
    }
}

#[test]
fn bytes_go_up_and_come_down() {
    let sim = sim();
    let runtime = sim.open(16);
    let (tensor, buffer) = package(&runtime, 7);
    let at = buffer.bytes().unwrap().as_ptr();
    let (tensor, mut buffer) = upload(&runtime, buffer, tensor).unwrap();
    assert_eq!((buffer.bytes().unwrap().as_ptr(), &buffer.bytes().unwrap()[..]), (at, &[7; BYTES][..]));
    buffer.bytes_mut().unwrap().fill(1);
    let (tensor, buffer) = download(&runtime, tensor, buffer).unwrap();
    assert_eq!(buffer.bytes().unwrap()[..], [7; BYTES]);
    drop((tensor, buffer, runtime));
    assert_eq!(sim.unasked(), [0; 4]);
    assert_eq!(sim.harm(), [""; 0]);
}

#[test]
fn submit_is_ready_and_drop_never_wait() {
    let sim = sim();
    let runtime = sim.open(1);
    sim.simcuda_gate_close_all();
    let packages: Vec<_> = (0..4).map(|byte| package(&runtime, byte)).collect();
    let before = sim.waits();
    let mut handles: Vec<_> = packages.into_iter().map(|(t, b)| download_pending(&runtime, t, b).unwrap()).collect();
    for handle in &mut handles {
        assert_eq!(handle.is_ready(), Ok(false));
    }
    // The first enters the queue, the others find it full and are retained.
    drop(handles);
    assert_eq!(sim.waits(), before);
    let counters = runtime.counters();
    assert_eq!((counters.queued, counters.retained, counters.in_flight), (1, 3, 0));
    assert!(counters.is_balanced());
    runtime.synchronize().unwrap();
    assert_eq!(runtime.counters().retired, 1);
    drop(runtime);
    assert_eq!(sim.unasked()[0], 1, "retained records keep the context");
    assert_eq!(sim.harm(), [""; 0]);
}

#[test]
fn a_rejected_package_comes_back_and_succeeds_later() {
    let sim = sim();
    let runtime = sim.open(16);
    let (tensor, buffer) = package(&runtime, 3);
    let lease = buffer.as_tensor().dlpack(&Request::default());
    let alias = buffer.as_tensor().alias().unwrap();
    let calls = sim.calls();
    let (reason, tensor, buffer) = rejected(download_pending(&runtime, tensor, buffer).unwrap_err());
    assert_eq!((reason, sim.calls()), (RejectReason::Shared, calls));
    drop((alias, lease));
    download(&runtime, tensor, buffer).unwrap();
    assert_eq!(runtime.counters().rejected, 1);
}

#[test]
fn what_is_moved_out_foreign_or_on_the_host_is_rejected() {
    let sim = sim();
    let runtime = sim.open(16);
    let other = Runtime::open(sim.driver, &RuntimeOptions { device: 1, ..RuntimeOptions::default() }).unwrap();
    let reason = |value, buffer| rejected(upload_pending(&runtime, buffer, value).unwrap_err()).0;
    let (tensor, buffer) = package(&other, 0);
    assert_eq!(reason(runtime.zeros(Dtype::Float32, &[6]).unwrap(), buffer), RejectReason::Foreign);
    assert_eq!(reason(tensor, package(&runtime, 0).1), RejectReason::Foreign);
    let (tensor, buffer) = package(&runtime, 0);
    let _moved = tensor.into_dlpack().unwrap();
    assert_eq!(reason(tensor, buffer), RejectReason::Consumed);
    let host = Tensor::new(vec![0_u8; BYTES].into(), Dtype::Uint8, &[BYTES as i64]).unwrap();
    assert_eq!(reason(host, package(&runtime, 0).1), RejectReason::NotOnDevice);
    assert_eq!(reason(runtime.zeros(Dtype::Bool, &[24]).unwrap(), package(&runtime, 0).1), RejectReason::Dtype);
    assert_eq!(reason(runtime.zeros(Dtype::Uint8, &[23]).unwrap(), package(&runtime, 0).1), RejectReason::Length);
}

/// Every order in which runtime, pending handle, spare tensor and spare buffer can go.
#[test]
fn teardown_in_every_order_releases_everything() {
    let orders = (0..24).map(|seed: usize| {
        let mut left = vec![0, 1, 2, 3];
        [4, 3, 2, 1].into_iter().scan(seed, move |rest, n| {
            let at = *rest % n;
            *rest /= n;
            Some(left.remove(at))
        })
    });
    let mut tried = 0;
    for order in orders {
        for gated in [false, true] {
            let sim = sim();
            let runtime = sim.open(16);
            if gated {
                sim.simcuda_gate_close_all();
            }
            let (tensor, buffer) = package(&runtime, 1);
            let (value, source) = package(&runtime, 2);
            let pending = upload_pending(&runtime, source, value).unwrap();
            let watch = runtime.watch();
            let (mut runtime, mut pending, mut tensor, mut buffer) =
                (Some(runtime), Some(pending), Some(tensor), Some(buffer));
            for what in order.clone() {
                match what {
                    0 => drop(runtime.take()),
                    1 => drop(pending.take()),
                    2 => drop(tensor.take()),
                    _ => drop(buffer.take()),
                }
            }
            assert_eq!(sim.unasked(), [0; 4]);
            assert_eq!(sim.harm(), [""; 0]);
            assert_eq!((watch.counters().retired, watch.counters().is_balanced()), (1, true));
            tried += 1;
        }
    }
    assert_eq!(tried, 48);
}

#[test]
fn a_forgotten_handle_pins_its_runtime_and_leaves_it_usable() {
    let sim = sim();
    let runtime = sim.open(16);
    let (tensor, buffer) = package(&runtime, 1);
    std::mem::forget(upload_pending(&runtime, buffer, tensor).unwrap());
    let (tensor, buffer) = package(&runtime, 2);
    upload(&runtime, buffer, tensor).unwrap();
    let counters = runtime.counters();
    assert_eq!((counters.in_flight, counters.completed, counters.is_balanced()), (1, 1, true));
    drop(runtime);
    assert_eq!((sim.unasked()[0], sim.unasked()[2]), (1, 1));
}

#[test]
fn a_poisoned_lock_is_recovered_counted_and_used_on() {
    let sim = sim();
    let runtime = sim.open(16);
    let (tensor, buffer) = package(&runtime, 1);
    let pending = upload_pending(&runtime, buffer, tensor).unwrap();
    harness::poison(&runtime);
    drop(pending);
    runtime.synchronize().unwrap();
    let counters = runtime.counters();
    assert_eq!((counters.poisoned, counters.retired, counters.is_balanced()), (1, 1, true));
}

#[test]
fn a_sink_that_panics_is_its_own_affair() {
    let sim = sim();
    let runtime = sim.open(16);
    runtime.set_error_sink(|_| panic!("a sink that panics"));
    runtime.set_event_pool(0);
    let (tensor, buffer) = package(&runtime, 5);
    let pending = upload_pending(&runtime, buffer, tensor).unwrap();
    sim.arm("cuEventDestroy_v2", 1, 999, 0);
    let (_tensor, buffer) = pending.wait().unwrap();
    assert_eq!(buffer.bytes().unwrap()[..], [5; BYTES]);
    assert_eq!(runtime.counters().event_errors, 1);
}

#[test]
fn a_handle_dropped_while_unwinding_detaches() {
    let sim = sim();
    let runtime = sim.open(16);
    sim.simcuda_gate_close_all();
    let (tensor, buffer) = package(&runtime, 1);
    let pending = upload_pending(&runtime, buffer, tensor).unwrap();
    let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _dropped_by_the_panic = pending;
        panic!("on purpose");
    }));
    assert!(unwound.is_err());
    assert_eq!((runtime.counters().queued, runtime.counters().is_balanced()), (1, true));
}

#[test]
fn two_runtimes_keep_their_books_apart() {
    let sim = sim();
    let (one, two) = (sim.open(16), sim.open(16));
    let (tensor, buffer) = package(&one, 1);
    drop(upload_pending(&one, buffer, tensor).unwrap());
    two.synchronize().unwrap();
    assert_eq!((one.counters().queued, two.counters().admitted), (1, 0));
    one.synchronize().unwrap();
    assert_eq!(one.counters().retired, 1);
    drop((one, two));
    assert_eq!(sim.unasked(), [0; 4]);
}

#[test]
fn a_warm_pool_creates_no_event() {
    let sim = sim();
    let runtime = sim.open(16);
    let (mut tensor, mut buffer) = package(&runtime, 1);
    (tensor, buffer) = upload(&runtime, buffer, tensor).unwrap();
    let created = sim.simcuda_created(EVENT);
    for _ in 0..1_000 {
        (tensor, buffer) = upload(&runtime, buffer, tensor).unwrap();
    }
    assert_eq!(sim.simcuda_created(EVENT), created);
}

#[test]
fn a_second_driver_and_a_missing_one_are_errors() {
    let _sim = sim();
    assert_eq!(Driver::load(Choice::Real).unwrap_err(), LoadError::Other(Choice::Simulated));
    let told = LoadError::Missing("the loader finds no libcuda".into()).to_string();
    assert!(told.contains("CUSTODY_DRIVER"), "{told}");
}

#[test]
fn trf_31_a_wait_that_fails_hands_nothing_back_and_is_not_tried_again() {
    for function in ["cuCtxSetCurrent", "cuEventSynchronize"] {
        let sim = sim();
        let runtime = sim.open(16);
        let (tensor, buffer) = package(&runtime, 1);
        let pending = download_pending(&runtime, tensor, buffer).unwrap();
        sim.arm(function, 1, 999, 0);
        let error = pending.wait().unwrap_err().error;
        assert_eq!((error.call, error.code), (function, 999));
        let calls = |name: &std::ffi::CStr| sim.simcuda_calls(name.as_ptr());
        assert_eq!(calls(c"cuEventSynchronize"), u64::from(function == "cuEventSynchronize"));
        runtime.synchronize().unwrap();
        let watch = runtime.watch();
        drop(runtime);
        assert_eq!((calls(c"cuEventDestroy_v2"), sim.unasked()), (0, [1; 4]), "all of it is kept, the context too");
        assert_eq!((watch.counters().unproven, watch.counters().values_released), (1, 0));
        assert_eq!(sim.harm(), [""; 0]);
    }
}

#[test]
fn trf_11_trf_12_a_copy_or_a_mark_that_fails_leaves_the_transfer_unproven() {
    for function in ["cuMemcpyDtoHAsync_v2", "cuEventRecord"] {
        for flags in [0, EFFECT_DONE] {
            let sim = sim();
            let runtime = sim.open(16);
            let (tensor, buffer) = package(&runtime, 1);
            sim.arm(function, 1, 1, flags);
            let Err(TransferSubmitError::Unproven { error }) = download_pending(&runtime, tensor, buffer) else {
                panic!("{function} failed, so nothing is proven");
            };
            assert_eq!(error.call, function);
            runtime.synchronize().unwrap();
            for asked in [c"cuEventQuery", c"cuEventSynchronize", c"cuEventDestroy_v2"] {
                assert_eq!(sim.simcuda_calls(asked.as_ptr()), 0, "an event that was not recorded reads as complete");
            }
            let counters = runtime.counters();
            assert_eq!((counters.admitted, counters.unproven, counters.values_released), (1, 1, 0));
        }
    }
}

#[test]
fn trf_50_one_submit_drains_every_complete_entry_and_releases_each_part_once() {
    let sim = sim();
    let runtime = sim.open(16);
    sim.simcuda_gate_close_all();
    for byte in 0..5 {
        let (tensor, buffer) = package(&runtime, byte);
        drop(upload_pending(&runtime, buffer, tensor).unwrap());
    }
    assert_eq!(runtime.counters().queued, 5);
    let (tensor, buffer) = package(&runtime, 9);
    let pending = upload_pending(&runtime, buffer, tensor).unwrap();
    assert_eq!(runtime.counters().queued, 5, "nothing is complete, nothing is released");
    sim.simcuda_gate_open_all();
    let (tensor, buffer) = pending.wait().unwrap();
    let waits = sim.waits();
    let pending = upload_pending(&runtime, buffer, tensor).unwrap();
    let counters = runtime.counters();
    assert_eq!((counters.queued, counters.retired, sim.waits()), (0, 5, waits));
    assert_eq!((counters.values_released, counters.buffers_released), (5, 5));
    pending.wait().unwrap();
}

#[test]
fn a_package_rejected_for_its_value_goes_up_with_another() {
    let sim = sim();
    let runtime = sim.open(16);
    let host = Tensor::new(vec![0_u8; BYTES].into(), Dtype::Uint8, &[BYTES as i64]).unwrap();
    let unserved = runtime.zeros(Dtype::Bool, &[BYTES as i64]).unwrap();
    let shorter = runtime.zeros(Dtype::Uint8, &[BYTES as i64 - 1]).unwrap();
    let (served, mut buffer) = package(&runtime, 6);
    let at = buffer.bytes().unwrap().as_ptr();
    for (value, reason) in
        [(host, RejectReason::NotOnDevice), (unserved, RejectReason::Dtype), (shorter, RejectReason::Length)]
    {
        let shape = value.shape().to_vec();
        let (up, value, same) = rejected(upload_pending(&runtime, buffer, value).unwrap_err());
        let (down, value, same) = rejected(download_pending(&runtime, value, same).unwrap_err());
        assert_eq!((up, down, value.shape()), (reason, reason, &shape[..]));
        assert_eq!((same.bytes().unwrap().as_ptr(), &same.bytes().unwrap()[..]), (at, &[6; BYTES][..]));
        buffer = same;
    }
    let (served, mut buffer) = upload(&runtime, buffer, served).unwrap();
    buffer.bytes_mut().unwrap().fill(0);
    let (_served, buffer) = download(&runtime, served, buffer).unwrap();
    assert_eq!(buffer.bytes().unwrap()[..], [6; BYTES]);
    assert_eq!((runtime.counters().rejected, runtime.counters().completed), (6, 2));
}

#[test]
fn a_device_lost_after_the_proof_leaves_it_proven() {
    let sim = sim();
    let runtime = sim.open(16);
    let start = |byte| {
        let (tensor, buffer) = package(&runtime, byte);
        download_pending(&runtime, tensor, buffer).unwrap()
    };
    let (mut proven, mut dropped, unproven) = (start(1), start(2), start(3));
    assert_eq!((proven.is_ready(), dropped.is_ready()), (Ok(true), Ok(true)));
    assert_eq!(sim.simcuda_lose_device(719), 0);
    assert!(proven.wait().is_ok());
    drop(dropped);
    assert_eq!(unproven.wait().unwrap_err().error.code, 719);
    let counters = runtime.counters();
    assert_eq!((counters.completed, counters.retired, counters.unproven), (1, 1, 1));
    // Empty memory takes no call of the driver, so it can be made all the same.
    let (empty, nothing) = (runtime.zeros(Dtype::Uint8, &[0]).unwrap(), PinnedHostBuffer::new(&runtime, 0).unwrap());
    let (reason, ..) = rejected(upload_pending(&runtime, nothing, empty).unwrap_err());
    assert_eq!(reason, RejectReason::DeviceLost);
}

#[test]
fn exported_memory_of_a_device_that_is_lost_is_kept_and_counted() {
    for lost in [false, true] {
        let sim = sim();
        let runtime = sim.open(16);
        let tensor = runtime.zeros(Dtype::Float32, &[2, 3]).unwrap();
        let request = Request { max_version: custody_tensor::Arg::Given((1, 3)), ..Request::default() };
        drop(tensor.dlpack(&request).unwrap());
        sim.simcuda_gate_close_all();
        let waits = sim.waits();
        drop(tensor);
        assert_eq!((sim.waits(), sim.unasked()[2]), (waits, 1), "the deleter neither waits nor frees in place");
        assert!(runtime.counters().releasing > 0);
        if lost {
            assert_eq!(sim.simcuda_lose_device(719), 0);
        }
        let watch = runtime.watch();
        drop(runtime);
        let counters = watch.counters();
        assert_eq!((counters.releasing, counters.memory_kept), (0, u64::from(lost)));
        assert_eq!(sim.unasked()[2], u64::from(lost));
    }
}

#[test]
fn a_view_is_rejected_and_told_how_to_become_a_package() {
    let sim = sim();
    let runtime = sim.open(16);
    let every_second = Tensor::strided(runtime.buffer(2 * BYTES).unwrap(), Dtype::Float32, &[6], &[2]).unwrap();
    let (_tensor, buffer) = package(&runtime, 1);
    let (reason, ..) = rejected(download_pending(&runtime, every_second, buffer).unwrap_err());
    assert_eq!(reason, RejectReason::NotCompact);
    assert!(reason.to_string().contains("materialise"), "{reason}");
}

/// TRF-06: memory of somebody else's is read and never written; its owner goes with the tensor.
#[test]
fn borrowed_memory_goes_down_and_never_up() {
    let sim = sim();
    let runtime = sim.open(16);
    let theirs = std::sync::Arc::new(runtime.zeros(Dtype::Uint8, &[BYTES as i64]).unwrap());
    let address = theirs.with_buffer(|buffer| buffer.device_memory().unwrap().address()).unwrap();
    let owner = Box::new(std::sync::Arc::clone(&theirs));
    // SAFETY: the tensor behind the owner holds that many bytes there, and nobody writes them.
    let borrowed = unsafe { runtime.borrow_memory(address, BYTES, owner) };
    let borrowed = Tensor::new(borrowed, Dtype::Uint8, &[BYTES as i64]).unwrap();
    let (_tensor, buffer) = package(&runtime, 1);
    let (reason, borrowed, buffer) = rejected(upload_pending(&runtime, buffer, borrowed).unwrap_err());
    assert_eq!(reason, RejectReason::NotExclusive);
    let (borrowed, buffer) = download(&runtime, borrowed, buffer).unwrap();
    assert_eq!(buffer.bytes().unwrap()[..], [0; BYTES]);
    assert_eq!(std::sync::Arc::strong_count(&theirs), 2);
    drop(borrowed);
    assert_eq!(std::sync::Arc::strong_count(&theirs), 1, "the owner went with the tensor");
    drop((theirs, buffer, _tensor, runtime));
    assert_eq!((sim.unasked(), sim.harm()), ([0; 4], vec![]));
}
