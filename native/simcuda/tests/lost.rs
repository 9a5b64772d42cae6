//! A lost device: later calls fail, work stops, what was complete stays complete, the other device lives.

mod support;
use support::*;

#[test]
fn every_later_call_on_it_fails_and_work_stops() {
    let sim = ready();
    let (device, event, stream) = (sim.device(8).unwrap(), sim.event().unwrap(), sim.stream(0).unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, stream), 0);
    assert_eq!(sim.cuEventRecord(event, stream), 0);
    assert_eq!(sim.control.simcuda_lose_device(719), 0);
    sim.control.simcuda_gate_open_all();
    assert_eq!(sim.control.simcuda_complete_oldest(), 0);
    assert_eq!(sim.control.simcuda_complete_oldest_record(), 0);
    assert_ne!(bytes(device, 8), [1; 8]);
    assert_eq!(sim.cuEventQuery(event), 719);
    assert_eq!(sim.cuEventSynchronize(event), 719);
    assert_eq!(sim.cuStreamSynchronize(stream), 719);
    assert_eq!(sim.cuEventDestroy_v2(event), 719);
    assert_eq!(sim.cuMemFree_v2(device), 719);
    assert_eq!(sim.event(), Err(719));
    let context = sim.current().unwrap();
    assert_eq!(sim.cuCtxSetCurrent(context), 719);
    assert_eq!(sim.cuDevicePrimaryCtxRelease_v2(0), 719);
    // Nothing was released, all of it was asked for, and that is no violation.
    assert_eq!((sim.control.simcuda_live(2), sim.control.simcuda_live_unasked(2)), (1, 0));
    assert_eq!((sim.control.simcuda_live(0), sim.control.simcuda_live_unasked(0)), (1, 0));
    assert!(sim.wrongs().is_empty());
}

#[test]
fn names_and_versions_still_answer() {
    let sim = ready();
    assert_eq!(sim.control.simcuda_lose_device(999), 0);
    let (mut name, mut version) = (std::ptr::null(), 0);
    assert_eq!(sim.cuGetErrorName(999, &mut name), 0);
    assert_eq!(sim.cuDriverGetVersion(&mut version), 0);
    assert_eq!(version, 12000);
    assert_eq!(sim.cuInit(0), 0);
}

#[test]
fn one_device_can_be_lost_alone() {
    let sim = ready();
    let other = sim.retain(1).unwrap();
    assert_eq!(sim.control.simcuda_lose_one_device(0, 700), 0);
    assert_eq!(sim.cuCtxSynchronize(), 700);
    assert_eq!(sim.cuCtxSetCurrent(other), 0);
    assert_eq!(sim.cuCtxSynchronize(), 0);
    assert_eq!(sim.control.simcuda_lose_one_device(7, 700), -3);
}

#[test]
fn a_harness_can_make_and_free_objects_while_the_loss_is_concealed() {
    let sim = ready();
    let (stream, old) = (sim.stream(0).unwrap(), sim.event().unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuEventRecord(old, stream), 0);
    assert_eq!(sim.control.simcuda_lose_device(719), 0);
    assert_eq!(sim.event(), Err(719));
    sim.control.simcuda_conceal_loss(1);
    let event = sim.event().unwrap();
    assert_eq!(sim.cuEventDestroy_v2(event), 0);
    assert_eq!(sim.cuEventQuery(old), 600, "work of a lost device stays stopped");
    assert_eq!(sim.cuEventSynchronize(old), 719, "and is waited for in vain");
    sim.control.simcuda_conceal_loss(0);
    assert_eq!(sim.event(), Err(719));
    sim.control.simcuda_conceal_loss(1);
    assert_eq!(sim.control.simcuda_reset(0), 0);
    assert!(sim.wrongs().is_empty());
}

#[test]
fn only_an_error_loses_a_device() {
    let sim = bare();
    for code in [0, 600, 46] {
        assert_eq!(sim.control.simcuda_lose_device(code), -2);
    }
}
