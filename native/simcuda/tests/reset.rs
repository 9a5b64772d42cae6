//! Reset: everything back to the start, or the live kept; nothing left over, counted, not timed.

mod support;
use support::*;

#[test]
fn a_whole_reset_forgets_everything() {
    let sim = ready();
    let (event, device) = (sim.event().unwrap(), sim.device(8).unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    sim.arm("cuInit", 1, 999, 1);
    assert_eq!(sim.control.simcuda_lose_device(719), 0);
    assert_eq!(sim.control.simcuda_reset(0), 0);
    for kind in 0..5 {
        assert_eq!(sim.control.simcuda_created(kind), 0);
    }
    assert_eq!((sim.control.simcuda_pending(), sim.control.simcuda_faults_armed(), sim.calls(c"*")), (0, 0, 0));
    assert_eq!(sim.cuEventQuery(event), 3);
    assert_eq!(sim.cuInit(0), 0);
    // The context this thread had is gone, not replaced.
    assert_eq!(sim.cuEventQuery(event), 201);
    assert_eq!(sim.current(), Ok(NONE));
    let context = sim.retain(0).unwrap();
    assert_eq!(sim.cuCtxSetCurrent(context), 0);
    // A handle is never used twice.
    assert_eq!(sim.cuEventQuery(event), 400);
    assert_ne!(sim.event(), Ok(event));
}

#[test]
fn keeping_the_live_runs_held_work_and_forgets_the_rest() {
    let sim = ready();
    let (event, gone, device) = (sim.event().unwrap(), sim.event().unwrap(), sim.device(8).unwrap());
    assert_eq!(sim.cuEventDestroy_v2(gone), 0);
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    assert_eq!(sim.cuEventQuery(gone), 400);
    assert_eq!(sim.control.simcuda_reset(1), 0);
    assert_eq!(bytes(device, 8), [1; 8]);
    assert!(sim.wrongs().is_empty());
    assert_eq!(sim.calls(c"*"), 0);
    assert_eq!(sim.cuEventRecord(event, NONE), 0);
    assert_eq!(sim.cuEventQuery(event), 0);
    assert_eq!(sim.control.simcuda_live(2), 1);
    assert_eq!(sim.control.log()[0], "1 cuEventRecord(event#1, 0) = CUDA_SUCCESS");
    assert_eq!(sim.cuMemFree_v2(device), 0);
    assert_eq!(sim.control.simcuda_reset(2), -3);
}

#[test]
fn ten_thousand_cases_leave_nothing_behind() {
    let sim = bare();
    for case in 0..10_000u32 {
        assert_eq!(sim.control.simcuda_reset(0), 0);
        assert_eq!(sim.cuInit(0), 0);
        let context = sim.retain(0).unwrap();
        assert_eq!(sim.cuCtxSetCurrent(context), 0);
        let (pinned, device, event) = (sim.pinned(64).unwrap(), sim.device(64).unwrap(), sim.event().unwrap());
        sim.control.simcuda_gate_close_all();
        assert_eq!(sim.upload(device, pinned, 64, NONE), 0);
        assert_eq!(sim.cuEventRecord(event, NONE), 0);
        if case % 2 == 0 {
            assert_eq!(sim.cuEventSynchronize(event), 0);
        }
        assert_eq!(sim.control.log().len(), if case % 2 == 0 { 9 } else { 8 });
        assert_eq!((sim.control.simcuda_live(DEVICE), sim.control.simcuda_live(PINNED)), (1, 1));
    }
    assert_eq!(sim.control.simcuda_reset(0), 0);
    assert_eq!(sim.control.simcuda_live(DEVICE), 0);
}

#[test]
fn devices_come_and_go_before_the_first_context() {
    let sim = bare();
    assert_eq!(sim.control.simcuda_set_device_count(0), 0);
    assert_eq!(sim.cuInit(0), 100);
    assert_eq!(sim.control.simcuda_set_device_count(3), 0);
    assert_eq!(sim.cuInit(0), 0);
    assert!(sim.retain(2).is_ok());
    assert_eq!(sim.retain(3), Err(101));
    assert_eq!(sim.control.simcuda_set_device_count(1), -3);
    assert_eq!(sim.control.simcuda_set_device_count(9), -3);
}

#[test]
fn keeping_the_live_never_runs_the_work_of_a_lost_device() {
    let sim = ready();
    let (stream, device, freed) = (sim.stream(1).unwrap(), sim.device(8).unwrap(), sim.device(8).unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, stream), 0);
    assert_eq!(sim.cuMemFreeAsync(freed, stream), 0);
    assert_eq!(sim.control.simcuda_lose_device(719), 0);
    assert_eq!(sim.control.simcuda_reset(1), 0);
    assert_ne!(bytes(device, 8), [1; 8]);
    assert_eq!((sim.control.simcuda_pending(), sim.control.simcuda_object_state(freed)), (0, 1));
    assert_eq!((sim.cuMemFreeAsync(freed, stream), sim.cuMemFreeAsync(device, stream)), (0, 0));
    assert!(sim.wrongs().is_empty());
}
