//! The log: calls in order, with what they were given, answered and made.

mod support;
use support::*;

#[test]
fn calls_are_numbered_and_named() {
    let sim = ready();
    let (event, device) = (sim.event().unwrap(), sim.device(8).unwrap());
    assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
    sim.arm("cuEventRecord", 1, 719, 0);
    assert_eq!(sim.cuEventRecord(event, NONE), 719);
    assert_eq!(
        sim.control.log(),
        [
            "1 cuInit(0) = CUDA_SUCCESS",
            "2 cuDevicePrimaryCtxRetain(0) = CUDA_SUCCESS -> context#1",
            "3 cuCtxSetCurrent(context#1) = CUDA_SUCCESS",
            "4 cuEventCreate(2) = CUDA_SUCCESS -> event#1",
            "5 cuMemAlloc_v2(8) = CUDA_SUCCESS -> device#1",
            "6 cuMemsetD8Async(device#1, 1, 8, 0) = CUDA_SUCCESS",
            "7 cuEventRecord(event#1, 0) = CUDA_ERROR_LAUNCH_FAILED [fault]",
        ]
    );
    let json = control::text(|buffer, room| sim.control.simcuda_log_json(buffer, room));
    let last = format!("{{\"number\":7,\"function\":\"cuEventRecord\",\"args\":[{},0],\"result\":719,", event as u64);
    assert!(json.contains(&last), "{json}");
}

#[test]
fn the_ring_keeps_the_latest_and_the_counts_keep_all() {
    let sim = ready();
    assert_eq!(sim.control.simcuda_set_log_entries_max(2), 0);
    for _ in 0..5 {
        assert_eq!(sim.cuCtxSynchronize(), 0);
    }
    assert_eq!(sim.control.log(), ["7 cuCtxSynchronize() = CUDA_SUCCESS", "8 cuCtxSynchronize() = CUDA_SUCCESS"]);
    assert_eq!(sim.calls(c"cuCtxSynchronize"), 5);
    assert_eq!(sim.calls(c"*"), 8);
    assert_eq!(sim.control.simcuda_set_log_entries_max(0), 0);
    assert_eq!(sim.cuCtxSynchronize(), 0);
    assert!(sim.control.log().is_empty());
    assert_eq!(sim.control.simcuda_set_log_entries_max(1 << 16), 0);
}

#[test]
fn text_is_cut_to_the_room_there_is() {
    let sim = ready();
    let mut room = [0x7Fu8; 4];
    assert!(sim.control.simcuda_log_text(room.as_mut_ptr().cast(), 3) > 3);
    assert_eq!(room, [b'1', b' ', 0, 0x7F]);
}
