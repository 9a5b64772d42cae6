//! Gates: what runs at once, what is held, what lets it through.

mod support;
use support::*;

#[test]
fn an_open_gate_runs_work_at_once() {
    let sim = ready();
    let (pinned, device, back) = (sim.pinned(8).unwrap(), sim.device(8).unwrap(), sim.pinned(8).unwrap());
    fill(pinned, 7, 8);
    assert_eq!(sim.upload(device, pinned, 8, NONE), 0);
    assert_eq!(sim.download(back, device, 8, NONE), 0);
    assert_eq!(bytes(back, 8), [7; 8]);
    assert_eq!(sim.control.simcuda_pending(), 0);
}

#[test]
fn a_closed_gate_holds_work_until_it_opens() {
    let sim = ready();
    let (stream, event) = (sim.stream(1).unwrap(), sim.event().unwrap());
    let (pinned, device) = (sim.pinned(8).unwrap(), sim.device(8).unwrap());
    fill(pinned, 7, 8);
    assert_eq!(sim.control.simcuda_gate_close(stream), 0);
    assert_eq!(sim.upload(device, pinned, 8, stream), 0);
    assert_eq!(sim.cuEventRecord(event, stream), 0);
    assert_eq!(sim.cuEventQuery(event), 600);
    assert_eq!(sim.cuStreamQuery(stream), 600);
    assert_ne!(bytes(device, 8), [7; 8]);
    assert_eq!(sim.control.simcuda_pending(), 2);
    // The bytes are read when the copy runs, not when it was queued.
    fill(pinned, 9, 8);
    assert_eq!(sim.control.simcuda_gate_open(stream), 0);
    assert_eq!(bytes(device, 8), [9; 8]);
    assert_eq!(sim.cuEventQuery(event), 0);
    assert_eq!(sim.waits(c"*"), 0);
}

#[test]
fn a_wait_lets_through_what_it_waits_for_and_the_gate_stays_closed() {
    let sim = ready();
    let (stream, first, second) = (sim.stream(1).unwrap(), sim.event().unwrap(), sim.event().unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuEventRecord(first, stream), 0);
    assert_eq!(sim.cuEventRecord(second, stream), 0);
    assert_eq!(sim.cuEventSynchronize(first), 0);
    assert_eq!(sim.cuEventQuery(first), 0);
    assert_eq!(sim.cuEventQuery(second), 600);
    assert_eq!(sim.cuStreamSynchronize(stream), 0);
    assert_eq!(sim.cuEventQuery(second), 0);
    assert_eq!(sim.waits(c"cuEventSynchronize"), 1);
    assert_eq!(sim.waits(c"cuStreamSynchronize"), 1);
    assert_eq!(sim.control.simcuda_blocked(std::ptr::null()), 2);
    assert_eq!(sim.cuEventRecord(first, stream), 0);
    assert_eq!(sim.cuEventQuery(first), 600);
    assert_eq!(sim.cuCtxSynchronize(), 0);
    assert_eq!(sim.cuEventQuery(first), 0);
}

#[test]
fn time_passes_piece_by_piece_and_record_by_record() {
    let sim = ready();
    let events: Vec<Handle> = (0..3).map(|_| sim.event().unwrap()).collect();
    let device = sim.device(8).unwrap();
    sim.control.simcuda_gate_close_all();
    for event in &events {
        assert_eq!(sim.cuMemsetD8Async(device, 1, 8, NONE), 0);
        assert_eq!(sim.cuEventRecord(*event, NONE), 0);
    }
    let open = || events.iter().filter(|event| sim.cuEventQuery(**event) == 600).count();
    assert_eq!(sim.control.simcuda_complete_oldest(), 1);
    assert_eq!(open(), 3);
    assert_eq!(sim.control.simcuda_complete_oldest(), 1);
    assert_eq!(open(), 2);
    assert_eq!(sim.control.simcuda_complete_oldest_record(), 1);
    assert_eq!(open(), 1);
    assert_eq!(sim.control.simcuda_complete_oldest_record(), 1);
    assert_eq!(sim.control.simcuda_complete_oldest_record(), 0);
    assert_eq!(sim.control.simcuda_complete_oldest(), 0);
}

#[test]
fn an_unknown_stream_has_no_gate() {
    let sim = bare();
    assert_eq!(sim.control.simcuda_gate_close(0x77 as Handle), -4);
    assert_eq!(sim.control.simcuda_gate_close(NONE), -4);
}

#[test]
fn a_pageable_download_waits_and_is_counted() {
    let sim = ready();
    let device = sim.device(8).unwrap();
    let mut pageable = [0u8; 8];
    sim.control.simcuda_gate_close_all();
    assert_eq!(sim.cuMemsetD8Async(device, 5, 8, NONE), 0);
    assert_eq!(sim.download(pageable.as_mut_ptr() as u64, device, 8, NONE), 0);
    assert_eq!(pageable, [5; 8]);
    assert_eq!(sim.waits(c"cuMemcpyDtoHAsync_v2"), 1);
}

#[test]
fn one_wait_for_many_streams_blocks_once() {
    let sim = ready();
    let (first, second, event) = (sim.stream(1).unwrap(), sim.stream(1).unwrap(), sim.event().unwrap());
    sim.control.simcuda_gate_close_all();
    assert_eq!((sim.cuEventRecord(event, first), sim.cuEventRecord(event, second)), (0, 0));
    assert_eq!((sim.cuCtxSynchronize(), sim.cuCtxSynchronize()), (0, 0));
    assert_eq!(sim.waits(c"cuCtxSynchronize"), 2);
    assert_eq!(sim.control.simcuda_blocked(c"cuCtxSynchronize".as_ptr()), 1);
}
