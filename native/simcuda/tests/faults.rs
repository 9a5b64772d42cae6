//! Faults: the nth call, once or sticky, effect done or not, late, lying.

mod support;
use std::ptr::null;
use support::*;

const STICKY: u32 = 1;
const EFFECT_DONE: u32 = 2;
const LATE: u32 = 4;
const ANY: *const std::ffi::c_char = null();

#[test]
fn the_nth_call_from_now_fails_once() {
    let sim = ready();
    assert!(sim.event().is_ok());
    sim.arm("cuEventCreate", 2, 2, 0);
    assert!(sim.event().is_ok());
    assert_eq!(sim.event(), Err(2));
    assert!(sim.event().is_ok());
    assert_eq!(sim.control.simcuda_faults_fired(), 1);
    assert_eq!(sim.control.simcuda_faults_armed(), 0);
}

#[test]
fn a_sticky_fault_fails_until_cleared() {
    let sim = ready();
    sim.arm("cuMemAlloc_v2", 1, 2, STICKY);
    assert_eq!((sim.device(8), sim.device(8)), (Err(2), Err(2)));
    sim.control.simcuda_clear_faults();
    assert!(sim.device(8).is_ok());
}

#[test]
fn two_faults_on_one_function_fire_in_turn() {
    let sim = ready();
    sim.arm("cuEventCreate", 1, 2, 0);
    sim.arm("cuEventCreate", 1, 999, 0);
    assert_eq!((sim.event(), sim.event()), (Err(2), Err(999)));
    assert!(sim.event().is_ok());
}

#[test]
fn a_failed_copy_is_queued_or_not_as_asked() {
    let sim = ready();
    let (pinned, device) = (sim.pinned(8).unwrap(), sim.device(8).unwrap());
    for (byte, flags, arrives) in [(1, 0, false), (2, EFFECT_DONE, true)] {
        fill(pinned, byte, 8);
        sim.arm("cuMemcpyHtoDAsync_v2", 1, 719, flags);
        assert_eq!(sim.upload(device, pinned, 8, NONE), 719);
        assert_eq!(bytes(device, 8) == [byte; 8], arrives);
    }
}

#[test]
fn what_a_failed_call_made_is_an_orphan() {
    let sim = ready();
    sim.arm("cuEventCreate", 1, 999, EFFECT_DONE);
    assert_eq!(sim.event(), Err(999));
    assert_eq!(sim.control.simcuda_live(2), 1);
    assert_eq!(sim.control.simcuda_orphans(2), 1);
}

#[test]
fn a_failed_release_is_noted_and_leaves_the_object() {
    let sim = ready();
    let event = sim.event().unwrap();
    sim.arm("cuEventDestroy_v2", 1, 700, 0);
    assert_eq!(sim.cuEventDestroy_v2(event), 700);
    assert_eq!(sim.control.simcuda_object_state(event as u64), 1);
    assert_eq!(sim.control.simcuda_live(2), 1);
    assert_eq!(sim.control.simcuda_live_unasked(2), 0);
    assert_eq!(sim.cuEventDestroy_v2(event), 0);
    assert!(sim.wrongs().is_empty());
}

#[test]
fn a_failed_record_leaves_an_event_that_reads_as_complete() {
    let sim = ready();
    let event = sim.event().unwrap();
    sim.control.simcuda_gate_close_all();
    sim.arm("cuEventRecord", 1, 719, 0);
    assert_eq!(sim.cuEventRecord(event, NONE), 719);
    assert_eq!(sim.cuEventQuery(event), 0);
    sim.arm("cuEventRecord", 1, 719, EFFECT_DONE);
    assert_eq!(sim.cuEventRecord(event, NONE), 719);
    assert_eq!(sim.cuEventQuery(event), 600);
}

#[test]
fn a_query_lies_both_ways() {
    let sim = ready();
    let event = sim.event().unwrap();
    assert_eq!(sim.cuEventRecord(event, NONE), 0);
    sim.arm("cuEventQuery", 1, 600, 0);
    assert_eq!((sim.cuEventQuery(event), sim.cuEventQuery(event)), (600, 0));
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuEventRecord(event, NONE), 0);
    sim.arm("cuEventQuery", 1, 0, 0);
    assert_eq!((sim.cuEventQuery(event), sim.cuEventQuery(event)), (0, 600));
    sim.arm("cuEventSynchronize", 1, 0, 0);
    assert_eq!((sim.cuEventSynchronize(event), sim.cuEventQuery(event)), (0, 600));
}

#[test]
fn an_error_of_earlier_work_comes_from_an_innocent_call() {
    let sim = ready();
    let (device, event) = (sim.device(8).unwrap(), sim.event().unwrap());
    sim.arm("cuMemsetD8Async", 1, 700, LATE);
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    assert_ne!(bytes(device, 8), [1; 8]);
    assert_eq!(sim.cuEventQuery(event), 700);
    assert_eq!(sim.cuEventQuery(event), 0);
}

#[test]
fn a_late_error_waits_for_the_named_reporter() {
    let sim = ready();
    let (device, event) = (sim.device(8).unwrap(), sim.event().unwrap());
    let arm = |function: &std::ffi::CStr, reporter: &std::ffi::CStr, flags| {
        sim.control.simcuda_arm_late_fault(function.as_ptr(), 1, 700, reporter.as_ptr(), flags)
    };
    assert_eq!(arm(c"cuMemsetD8Async", c"cuEventRecord", LATE | EFFECT_DONE), 0);
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    assert_eq!(sim.cuEventRecord(event, NONE), 0);
    sim.control.simcuda_gate_open_all();
    assert_eq!(bytes(device, 8), [1; 8]);
    assert_eq!(sim.cuEventQuery(event), 0);
    assert_eq!(sim.cuEventRecord(event, NONE), 700);
    assert_eq!(arm(c"cuMemsetD8Async", c"cuEventRecord", 0), -3);
}

#[test]
fn a_wait_reports_the_failure_of_what_it_waited_for() {
    let sim = ready();
    let (device, event) = (sim.device(8).unwrap(), sim.event().unwrap());
    sim.control.simcuda_gate_close_all();
    sim.arm("cuMemsetD8Async", 1, 719, LATE);
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    assert_eq!(sim.cuEventRecord(event, NONE), 0);
    assert_eq!(sim.cuEventSynchronize(event), 719);
    assert_eq!(sim.cuEventSynchronize(event), 0);
}

#[test]
fn a_sticky_late_error_loses_the_device() {
    let sim = ready();
    let (device, event) = (sim.device(8).unwrap(), sim.event().unwrap());
    sim.arm("cuMemsetD8Async", 1, 700, LATE | STICKY);
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    assert_eq!((sim.cuEventQuery(event), sim.cuCtxSynchronize()), (700, 700));
}

#[test]
fn any_function_can_be_meant() {
    let sim = ready();
    assert_eq!(sim.control.simcuda_arm_fault(ANY, 2, 999, 0), 0);
    assert_eq!((sim.cuCtxSynchronize(), sim.cuCtxSynchronize(), sim.cuCtxSynchronize()), (0, 999, 0));
}

#[test]
fn what_no_driver_could_do_is_not_armed() {
    let sim = bare();
    let arm = |name: &std::ffi::CStr, nth, code, flags| sim.control.simcuda_arm_fault(name.as_ptr(), nth, code, flags);
    assert_eq!(arm(c"cuNothing", 1, 1, 0), -1);
    for unlisted in [9, 46, 103, 226, 721, 912, 1000] {
        assert_eq!(arm(c"cuEventQuery", 1, unlisted, 0), -2, "{unlisted}");
    }
    assert_eq!(arm(c"cuEventQuery", 0, 1, 0), -3);
    assert_eq!(arm(c"cuEventQuery", 1, 1, 8), -3);
    assert_eq!(arm(c"cuEventQuery", 1, 700, LATE), -3);
    assert_eq!(arm(c"cuMemsetD8Async", 1, 0, LATE), -2);
    // A success whose result was never written would be read uninitialised.
    assert_eq!(arm(c"cuEventCreate", 1, 0, 0), -3);
    assert_eq!(sim.control.simcuda_arm_fault(ANY, 1, 0, 0), -3);
    assert_eq!(sim.control.simcuda_faults_armed(), 0);
}
