//! The state of the driver. There is one for the process, behind the lock of `lock`.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::code::Code;
use crate::fault::Faults;
use crate::function::PerFunction;
use crate::ledger::{Kind, Life, Totals, Violation, Wrong};
use crate::log::Log;
use crate::memory::Heap;
use crate::work::{Mark, Stream};

/// Devices present unless asked otherwise. Two, so that "of another device" can be tested.
pub(crate) const DEVICES: usize = 2;

/// Handles are never used twice in a process, so that a stale one is recognised even after a reset.
static HANDLES: AtomicU64 = AtomicU64::new(0x51C0_0000_0000);

/// A device with its primary context.
#[derive(Clone, Copy, Default)]
pub(crate) struct Device {
    pub(crate) primary: Option<u64>,
    pub(crate) retained: u32,
    /// Live device memory, in bytes.
    pub(crate) bytes: usize,
    /// Lost: every later call on it answers with this code, and its work has stopped.
    pub(crate) lost: Option<Code>,
}

/// A context: alive while its life is.
pub(crate) struct Context {
    pub(crate) life: Life,
    pub(crate) device: usize,
}

/// An event and the last record of it.
pub(crate) struct Event {
    pub(crate) life: Life,
    /// None: never recorded, which reads as complete.
    pub(crate) record: Option<Mark>,
}

/// Everything the driver knows since the reset.
#[derive(Default)]
pub(crate) struct Sim {
    pub(crate) epoch: u64,
    pub(crate) initialised: bool,
    pub(crate) devices: Vec<Device>,
    pub(crate) contexts: HashMap<u64, Context>,
    pub(crate) streams: BTreeMap<u64, Stream>,
    /// Default streams by context and thread (0: the legacy one).
    pub(crate) defaults: HashMap<(u64, u64), u64>,
    pub(crate) events: HashMap<u64, Event>,
    pub(crate) heap: Heap,
    pub(crate) gate_all: bool,
    /// Number of the last piece of work.
    pub(crate) pieces: u64,
    pub(crate) faults: Faults,
    /// Calls answer as if no device were lost.
    pub(crate) loss_concealed: bool,
    pub(crate) log: Log,
    pub(crate) totals: [Totals; Kind::ALL.len()],
    pub(crate) violations: Vec<Violation>,
    /// Calls that may wait, and those of them that found work unfinished.
    pub(crate) waits: PerFunction,
    pub(crate) blocked: PerFunction,
}

impl Sim {
    /// A driver as just loaded.
    pub(crate) fn fresh() -> Self {
        Sim { devices: vec![Device::default(); DEVICES], ..Sim::default() }
    }

    /// A handle no object ever had.
    pub(crate) fn new_handle() -> u64 {
        HANDLES.fetch_add(16, Ordering::Relaxed)
    }

    /// Enters an object into the ledger.
    pub(crate) fn birth(&mut self, kind: Kind, context: u64, flags: u32, call: u64, orphan: bool) -> Life {
        let totals = &mut self.totals[kind as usize];
        totals.created += 1;
        totals.orphans += u64::from(orphan);
        Life {
            kind,
            ordinal: totals.created,
            context,
            flags,
            created: call,
            orphan,
            uses: 0,
            last_use: call,
            release_calls: 0,
            released: None,
            with_context: false,
        }
    }

    /// Records a violation.
    pub(crate) fn violate(&mut self, wrong: Wrong, call: u64, text: String) {
        self.violations.push(Violation { wrong, call, text });
    }

    /// The code of a context's lost device.
    pub(crate) fn lost(&self, context: u64) -> Option<Code> {
        self.devices.get(self.contexts.get(&context)?.device)?.lost
    }

    /// The life of an object by handle or address.
    pub(crate) fn life_mut(&mut self, handle: u64) -> Option<&mut Life> {
        if let Some(event) = self.events.get_mut(&handle) {
            return Some(&mut event.life);
        }
        if let Some(stream) = self.streams.get_mut(&handle) {
            return stream.life.as_mut();
        }
        if let Some(context) = self.contexts.get_mut(&handle) {
            return Some(&mut context.life);
        }
        self.heap.blocks.get_mut(&(handle as usize)).map(|memory| &mut memory.life)
    }
}
