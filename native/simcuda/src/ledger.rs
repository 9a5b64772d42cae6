//! The ledger: what was made, used and released, and by which call. An entry outlives its object, so that a
//! late use is recognised; only a reset forgets it.

use crate::code::Code;

/// What the ledger counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Context,
    Stream,
    Event,
    Device,
    Pinned,
}

impl Kind {
    pub(crate) const ALL: [Kind; 5] = [Kind::Context, Kind::Stream, Kind::Event, Kind::Device, Kind::Pinned];

    pub(crate) fn name(self) -> &'static str {
        ["context", "stream", "event", "device", "pinned"][self as usize]
    }

    pub(crate) fn plural(self) -> &'static str {
        ["contexts", "streams", "events", "device", "pinned"][self as usize]
    }
}

/// The life of one object. Numbers are of calls, from 1 since the reset.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    pub(crate) kind: Kind,
    /// The how manieth of its kind since the reset, from 1.
    pub(crate) ordinal: u64,
    /// The context it belongs to; its own handle for a context.
    pub(crate) context: u64,
    pub(crate) flags: u32,
    pub(crate) created: u64,
    /// Made by a call that then failed: nobody can release it.
    pub(crate) orphan: bool,
    pub(crate) uses: u64,
    pub(crate) last_use: u64,
    /// Calls that asked for its release, with or without success.
    pub(crate) release_calls: u32,
    pub(crate) released: Option<u64>,
    /// Went with its context, not by a call of its own.
    pub(crate) with_context: bool,
}

impl Life {
    pub(crate) fn name(&self) -> String {
        format!("{}#{}", self.kind.name(), self.ordinal)
    }

    pub(crate) fn is_live(&self) -> bool {
        self.released.is_none()
    }
}

/// Totals of one kind since the reset.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) created: u64,
    pub(crate) released: u64,
    pub(crate) orphans: u64,
}

/// A use of the driver that a correct program never makes. Recorded, never a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    UnknownHandle,
    UseAfterFree,
    DoubleFree,
    FreeInFlight,
    UseAfterDestroy,
    DoubleDestroy,
    DestroyWhilePending,
    ContextWithLiveObjects,
    OutOfBounds,
    MisdirectedFree,
    WriteAfterFree,
    CallInHostFunction,
}

impl Wrong {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Wrong::UnknownHandle => "unknown-handle",
            Wrong::UseAfterFree => "use-after-free",
            Wrong::DoubleFree => "double-free",
            Wrong::FreeInFlight => "free-in-flight",
            Wrong::UseAfterDestroy => "use-after-destroy",
            Wrong::DoubleDestroy => "double-destroy",
            Wrong::DestroyWhilePending => "destroy-while-pending",
            Wrong::ContextWithLiveObjects => "context-with-live-objects",
            Wrong::OutOfBounds => "out-of-bounds",
            Wrong::MisdirectedFree => "misdirected-free",
            Wrong::WriteAfterFree => "write-after-free",
            Wrong::CallInHostFunction => "call-in-host-function",
        }
    }
}

/// One violation, with the call that committed it.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) wrong: Wrong,
    pub(crate) call: u64,
    pub(crate) text: String,
}

/// The effect of a call: done, or the code of its refusal.
pub(crate) type Done<T = ()> = Result<T, Code>;
