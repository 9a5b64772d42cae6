//! Random calls with live, stale and made-up handles: no crash, only listed codes, and counts that add up.

mod support;
use support::*;

const SEED: u64 = 0x5EED;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn of(&mut self, handles: &[u64]) -> u64 {
        handles[self.below(handles.len())]
    }
}

/// Handles ever seen, with one that never existed.
struct Seen {
    contexts: Vec<u64>,
    streams: Vec<u64>,
    events: Vec<u64>,
    memory: Vec<u64>,
}

fn step(sim: &Sim, random: &mut Random, seen: &mut Seen) -> u32 {
    let (stream, event) = (random.of(&seen.streams) as Handle, random.of(&seen.events) as Handle);
    let (to, from, bytes) = (random.of(&seen.memory), random.of(&seen.memory), random.below(10));
    let keep = |list: &mut Vec<u64>, made: Result<u64, u32>| made.map(|handle| list.push(handle)).err().unwrap_or(0);
    match random.below(24) {
        0 => keep(&mut seen.contexts, sim.retain(random.below(3) as i32).map(|handle| handle as u64)),
        1 => sim.cuDevicePrimaryCtxRelease_v2(random.below(3) as i32),
        2 | 3 => sim.cuCtxSetCurrent(random.of(&seen.contexts) as Handle),
        4 => keep(&mut seen.streams, sim.stream(random.below(2) as u32).map(|handle| handle as u64)),
        5 => sim.cuStreamDestroy_v2(stream),
        6 => sim.cuStreamQuery(stream),
        7 => sim.cuStreamSynchronize(stream),
        8 => sim.cuStreamWaitEvent(stream, event, 0),
        9 => keep(&mut seen.events, sim.event().map(|handle| handle as u64)),
        10 | 11 => sim.cuEventRecord(event, stream),
        12 => sim.cuEventSynchronize(event),
        13 => sim.cuEventDestroy_v2(event),
        14 => keep(&mut seen.memory, sim.device(8)),
        15 => keep(&mut seen.memory, sim.pinned(8)),
        16 => sim.cuMemFree_v2(to),
        17 => sim.cuMemFreeAsync(to, stream),
        18 => sim.cuMemFreeHost(to as Handle),
        19 => sim.cuMemsetD8Async(to, 1, bytes, stream),
        20 | 21 => sim.cuMemcpyDtoDAsync_v2(to, from, bytes, stream),
        22 => {
            [sim.control.simcuda_gate_close(stream), sim.control.simcuda_gate_open(stream)][random.below(2)].min(0)
                as u32
                & 1
        }
        _ => sim.control.simcuda_complete_oldest() as u32 & !1,
    }
}

#[test]
fn random_calls_never_crash() {
    let sim = bare();
    let mut done = 0;
    let mut random = Random(SEED);
    for case in 0..400 {
        assert_eq!(sim.control.simcuda_reset(0), 0);
        assert_eq!(sim.cuInit(0), 0);
        let mut seen = Seen {
            contexts: vec![0, 0x1230],
            streams: vec![0, 1, 2, 0x1240],
            events: vec![0, 0x1250],
            memory: vec![0, 0x1260],
        };
        for at in 0..200 {
            let code = step(&sim, &mut random, &mut seen);
            done += usize::from(code == 0);
            // 999 is what a panic would answer; no fault is armed.
            assert!([0, 1, 2, 101, 201, 400, 600, 709].contains(&code), "seed {SEED:#x} case {case} step {at}: {code}");
        }
        sim.control.simcuda_gate_open_all();
        assert_eq!(sim.control.simcuda_pending(), 0, "seed {SEED:#x} case {case}");
        assert_eq!(sim.control.simcuda_check_poison(), 0, "seed {SEED:#x} case {case}");
        for (kind, name) in ["contexts", "streams", "events", "device", "pinned"].iter().enumerate() {
            let ledger = control::text(|buffer, room| sim.control.simcuda_ledger_json(buffer, room));
            let list = ledger.split(&format!("\"{name}\":[")).nth(1).unwrap().split(']').next().unwrap();
            let live = list.matches("\"released\":null").count() as u64;
            assert_eq!(sim.control.simcuda_live(kind as u32), live, "seed {SEED:#x} case {case}: {name}");
        }
    } // Enough of them got through to mean something.
    assert_eq!(done, 23_827);
}
