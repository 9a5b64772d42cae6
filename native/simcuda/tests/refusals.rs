//! What is refused as cuda.h says: null results, wrong flags, no initialisation, no memory.

mod support;
use std::ptr::null_mut;
use support::*;

#[test]
fn nothing_works_before_initialisation() {
    let sim = bare();
    assert_eq!(sim.retain(0), Err(3));
    assert_eq!(sim.event(), Err(3));
    assert_eq!(sim.cuCtxSetCurrent(NONE), 3);
    assert_eq!(sim.cuInit(1), 1);
    assert_eq!(sim.cuInit(0), 0);
    assert_eq!(sim.event(), Err(201));
}

#[test]
fn a_result_needs_a_place() {
    let sim = ready();
    let device = sim.device(8).unwrap();
    let answers = [
        sim.cuDriverGetVersion(null_mut()),
        sim.cuDeviceGet(null_mut(), 0),
        sim.cuDeviceGetCount(null_mut()),
        sim.cuDeviceGetName(null_mut(), 8, 0),
        sim.cuDeviceGetAttribute(null_mut(), 41, 0),
        sim.cuDevicePrimaryCtxRetain(null_mut(), 0),
        sim.cuCtxGetCurrent(null_mut()),
        sim.cuStreamCreate(null_mut(), 0),
        sim.cuEventCreate(null_mut(), 0),
        sim.cuMemAlloc_v2(null_mut(), 8),
        sim.cuMemAllocAsync(null_mut(), 8, NONE),
        sim.cuMemHostAlloc(null_mut(), 8, 0),
        sim.cuMemGetInfo_v2(null_mut(), null_mut()),
        sim.cuPointerGetAttribute(null_mut(), 2, device),
        sim.cuGetErrorName(0, null_mut()),
        sim.cuGetErrorString(0, null_mut()),
        sim.cuMemcpyHtoDAsync_v2(device, null_mut(), 8, NONE),
        sim.cuMemcpyDtoH_v2(null_mut(), device, 8),
        sim.cuLaunchHostFunc(NONE, None, null_mut()),
        sim.cuMemFreeHost(null_mut()),
    ];
    assert_eq!(answers, [1; 20]);
    // Nothing was made on the way.
    assert_eq!((sim.control.simcuda_created(1), sim.control.simcuda_created(2)), (0, 0));
    assert_eq!((sim.control.simcuda_created(DEVICE), sim.control.simcuda_created(PINNED)), (1, 0));
}

#[test]
fn unknown_flags_are_refused() {
    let sim = ready();
    let (mut out, event) = (NONE, sim.event().unwrap());
    assert_eq!(sim.cuStreamCreate(&mut out, 2), 1);
    assert_eq!(sim.cuEventCreate(&mut out, 8), 1);
    assert_eq!(sim.cuEventCreate(&mut out, 4), 1); // Interprocess events cannot be timed.
    assert_eq!(sim.cuMemHostAlloc(&mut out, 8, 8), 1);
    assert_eq!(sim.cuStreamWaitEvent(NONE, event, 2), 1);
    assert_eq!(sim.cuStreamDestroy_v2(NONE), 400);
}

#[test]
fn a_device_is_finite() {
    let sim = ready();
    let some = sim.device(1 << 10).unwrap();
    assert_eq!(sim.device(1 << 30), Err(2));
    let (mut free, mut total) = (0, 0);
    assert_eq!(sim.cuMemGetInfo_v2(&mut free, &mut total), 0);
    assert_eq!((free, total), ((1 << 30) - (1 << 10), 1 << 30));
    assert_eq!(sim.cuMemFree_v2(some), 0);
    assert_eq!(sim.cuMemGetInfo_v2(&mut free, &mut total), 0);
    assert_eq!(free, total);
}

#[test]
fn the_oldest_of_much_freed_memory_is_forgotten() {
    let sim = ready();
    let freed: Vec<u64> = (0..3).map(|_| sim.device(64 << 20).unwrap()).collect();
    for address in &freed {
        assert_eq!(sim.cuMemFree_v2(*address), 0);
    }
    let states: Vec<i32> = freed.iter().map(|address| sim.control.simcuda_object_state(*address)).collect();
    assert_eq!(states, [0, 3, 3]);
    assert_eq!((sim.control.simcuda_created(DEVICE), sim.control.simcuda_live(DEVICE)), (3, 0));
}
