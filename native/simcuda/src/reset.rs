//! Reset between cases: in microseconds, to a driver as just loaded, or with the live objects kept.

use crate::ledger::{Kind, Totals};
use crate::lock::{IDLE, Locked};
use crate::run;
use crate::sim::Sim;
use crate::work::Work;

/// Keeps contexts, streams, events and memory that are live.
pub(crate) const KEEP_LIVE: u32 = 1;

/// Everything back to the start: objects, work, faults, gates, counters, log. Held work never runs.
/// The size of the log stays. Owner: memory that a program still holds is gone, and its handles are unknown.
pub(crate) fn whole(sim: &mut Locked) {
    let (epoch, mut log) = (sim.epoch + 1, std::mem::take(&mut sim.log));
    log.clear();
    let devices = vec![Default::default(); crate::sim::DEVICES];
    **sim = Sim { epoch, log, devices, ..Sim::default() };
    IDLE.notify_all();
}

/// Lets all held work run, that of a lost device excepted, then clears counters, log, violations, faults, gates, lost devices and the entries
/// of released objects. Live objects stay usable and are counted as created before the first call.
pub(crate) fn keeping_live(mut sim: Locked) -> Locked {
    sim.faults = Default::default();
    discard_stopped(&mut sim);
    for device in &mut sim.devices {
        device.lost = None;
    }
    sim.gate_all = false;
    sim.loss_concealed = false;
    for stream in sim.streams.values_mut() {
        stream.gated = false;
    }
    sim = run::pump(sim);
    sim.contexts.retain(|_, context| context.life.is_live());
    sim.events.retain(|_, event| event.life.is_live());
    sim.streams.retain(|_, stream| stream.life.as_ref().is_none_or(|life| life.is_live()) || stream.head().is_some());
    sim.heap.empty_quarantine();
    sim.violations.clear();
    (sim.waits, sim.blocked) = Default::default();
    let mut log = std::mem::take(&mut sim.log);
    log.clear();
    sim.log = log;
    sim.totals = [Totals::default(); Kind::ALL.len()];
    recount(&mut sim);
    sim
}

/// Forgets the work of lost devices: it would reach for memory that its caller has given up since.
fn discard_stopped(sim: &mut Sim) {
    let stopped = |sim: &Sim, context| sim.lost(context).is_some();
    let keys: Vec<u64> = sim.streams.iter().filter(|(_, at)| stopped(sim, at.context)).map(|(key, _)| *key).collect();
    for key in keys {
        let pieces = sim.streams.get_mut(&key).map(|stream| std::mem::take(&mut stream.queue)).unwrap_or_default();
        for piece in pieces {
            sim.let_go(&piece);
            if let Work::Free { at } = piece.work
                && let Some(memory) = sim.heap.blocks.get_mut(&at)
            {
                memory.free_queued = false;
            }
        }
    }
}

/// Renumbers what is live, in the order of creation.
fn recount(sim: &mut Sim) {
    let Sim { contexts, events, streams, heap, totals, .. } = sim;
    let mut lives: Vec<_> = contexts.values_mut().map(|context| &mut context.life).collect();
    lives.extend(events.values_mut().map(|event| &mut event.life));
    lives.extend(streams.values_mut().filter_map(|stream| stream.life.as_mut()).filter(|life| life.is_live()));
    lives.extend(heap.blocks.values_mut().map(|memory| &mut memory.life));
    lives.sort_by_key(|life| (life.created, life.ordinal));
    for life in lives {
        let count = &mut totals[life.kind as usize];
        count.created += 1;
        count.orphans += u64::from(life.orphan);
        life.ordinal = count.created;
        (life.created, life.last_use, life.uses, life.release_calls) = (0, 0, 0, 0);
    }
}
