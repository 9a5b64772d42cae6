//! What a stream queues, and the queue.

use std::collections::VecDeque;
use std::ffi::c_void;

use crate::fault::Late;
use crate::ledger::Life;

/// `CUhostFn`.
pub(crate) type HostFn = unsafe extern "C" fn(*mut c_void);

/// Where a copy reads.
pub(crate) enum From {
    /// Device, pinned or pageable memory, read when the copy runs.
    Address(usize),
    /// Pageable memory, read when the copy was queued.
    Staged(Box<[u8]>),
}

/// One piece of work.
pub(crate) enum Work {
    Copy { to: usize, from: From, bytes: usize },
    Fill { to: usize, value: u8, bytes: usize },
    Record,
    Wait { until: Mark },
    Host { function: HostFn, data: usize },
    Free { at: usize },
}

/// A point in a stream: everything up to and including this number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) stream: u64,
    pub(crate) number: u64,
}

/// Work in a queue, numbered over all streams in the order of queueing.
pub(crate) struct Piece {
    pub(crate) number: u64,
    /// The call that queued it.
    pub(crate) call: u64,
    pub(crate) work: Work,
    /// Fails when it runs.
    pub(crate) late: Option<Late>,
}

impl Piece {
    /// The addresses it will touch.
    pub(crate) fn touches(&self) -> [Option<usize>; 2] {
        match &self.work {
            Work::Copy { to, from: From::Address(from), .. } => [Some(*to), Some(*from)],
            Work::Copy { to, .. } | Work::Fill { to, .. } => [Some(*to), None],
            Work::Record | Work::Wait { .. } | Work::Host { .. } | Work::Free { .. } => [None, None],
        }
    }
}

/// How a stream orders itself with the legacy default stream of its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// It is the legacy default stream.
    Legacy,
    /// Waits for it and is waited for.
    Blocking,
    /// Neither (`CU_STREAM_NON_BLOCKING`).
    Apart,
}

/// A stream: a queue that runs at once, or is held by its gate.
pub(crate) struct Stream {
    /// None for the default streams, which nobody creates or destroys.
    pub(crate) life: Option<Life>,
    pub(crate) context: u64,
    pub(crate) order: Order,
    pub(crate) queue: VecDeque<Piece>,
    pub(crate) gated: bool,
    /// A host function at the head is running, outside the lock.
    pub(crate) busy: bool,
}

impl Stream {
    pub(crate) fn new(life: Option<Life>, context: u64, order: Order) -> Self {
        Stream { life, context, order, queue: VecDeque::new(), gated: false, busy: false }
    }

    /// The number at the head, if work is left.
    pub(crate) fn head(&self) -> Option<u64> {
        self.queue.front().map(|piece| piece.number)
    }
}
