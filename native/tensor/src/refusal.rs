//! Why a call was refused. A refusal changes nothing (invariant 4).
#![forbid(unsafe_code)]

use std::fmt;

use custody_exchange::mutant;

use crate::device_memory::DeviceError;

/// A refused call: why, and which call it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub(crate) reason: Reason,
    pub(crate) input: &'static str,
}

/// The reasons, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// TEN-01: an argument of the wrong type.
    Argument(&'static str),
    /// TEN-15, TEN-21: the buffer has moved out.
    Consumed,
    /// TEN-02: host memory has no streams.
    Stream,
    /// TEN-03: another device than the tensor's.
    Device,
    /// TEN-06: shared memory without a flag to mark it read-only.
    CannotMarkReadOnly,
    /// TEN-14: an alias or a lease is out.
    Shared,
    /// TEN-28: somebody outside may reach the memory.
    NotExclusive,
    /// TEN-33, TEN-34: the device's driver failed while copying or ordering.
    DeviceError {
        /// What it answered.
        code: u32,
    },
    /// The CPU cannot read device memory.
    NotOnHost,
    /// TEN-29: no memory for the copy.
    Memory {
        /// Size of the copy.
        bytes: usize,
    },
}

/// The class of the exception a language binding raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// Python's `TypeError`.
    TypeError,
    /// Python's `BufferError`.
    BufferError,
    /// Python's `MemoryError`.
    MemoryError,
}

impl Refusal {
    /// The reason.
    pub fn reason(&self) -> Reason {
        match self.reason {
            Reason::Shared if mutant!("shared-says-not-exclusive") => Reason::NotExclusive,
            Reason::NotExclusive if mutant!("not-exclusive-says-shared") => Reason::Shared,
            reason => reason,
        }
    }

    /// The class to raise: `argument` is a TypeError, `memory` a MemoryError, the others BufferErrors.
    pub fn class(&self) -> ErrorClass {
        match self.reason {
            Reason::Argument(_) if !mutant!("argument-is-buffer-error") => ErrorClass::TypeError,
            Reason::Memory { .. } if !mutant!("memory-is-buffer-error") => ErrorClass::MemoryError,
            Reason::Stream if mutant!("stream-is-type-error") => ErrorClass::TypeError,
            Reason::Consumed if mutant!("consumed-is-type-error") => ErrorClass::TypeError,
            _ => ErrorClass::BufferError,
        }
    }
}

impl Reason {
    /// What a failed driver call of a copy of `bytes` bytes means to the caller.
    pub(crate) fn of_device(error: DeviceError, bytes: usize) -> Self {
        match error.code {
            DeviceError::OUT_OF_MEMORY => Reason::Memory { bytes },
            code => Reason::DeviceError { code },
        }
    }

    /// The name used in facts.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Argument(_) => "argument",
            Reason::Consumed => "consumed",
            Reason::Stream => "stream",
            Reason::Device => "device",
            Reason::CannotMarkReadOnly => "cannot-mark-read-only",
            Reason::Shared => "shared",
            Reason::NotExclusive => "not-exclusive",
            Reason::DeviceError { .. } => "device-error",
            Reason::NotOnHost => "not-on-host",
            Reason::Memory { .. } => "memory",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = self.input;
        match self.reason {
            Reason::Argument(what) => write!(f, "{input} (TEN-01): {what}; pass a valid value or leave it out"),
            Reason::Consumed => write!(
                f,
                "Tensor already consumed: {input} (TEN-15) finds the buffer moved out; make a new tensor, or copy before into_dlpack()"
            ),
            Reason::Stream => write!(
                f,
                "{input} (TEN-02, TEN-30, TEN-31): host memory has no streams, and a device has none of that number; pass stream=None"
            ),
            Reason::Device => write!(
                f,
                "{input} (TEN-03, TEN-32, TEN-35): the tensor is on another device; leave dl_device out, or let a copy be made"
            ),
            Reason::CannotMarkReadOnly => write!(
                f,
                "{input} (TEN-06): a struct without flags cannot mark shared memory read-only; pass max_version=(1, 0) or later, or copy=True"
            ),
            Reason::Shared => write!(
                f,
                "{input} (TEN-14): an alias or a lease of the buffer is out; end it, or take a copy with __dlpack__(copy=True)"
            ),
            Reason::NotExclusive => write!(
                f,
                "{input} (TEN-28): somebody outside may still reach the memory; take a copy with __dlpack__(copy=True)"
            ),
            Reason::DeviceError { code } => write!(
                f,
                "{input} (TEN-34): the device's driver answered {code}; nothing changed, see the driver's list of error codes"
            ),
            Reason::NotOnHost => write!(
                f,
                "{input} (TEN-11): the CPU cannot read device memory; take a copy with __dlpack__(dl_device=(1, 0))"
            ),
            Reason::Memory { bytes } => write!(
                f,
                "{input} (TEN-29): no memory for a copy of {bytes} bytes; free some, or call without copy=True"
            ),
        }
    }
}

impl std::error::Error for Refusal {}

impl ErrorClass {
    /// The class's name.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorClass::TypeError => "TypeError",
            ErrorClass::BufferError => "BufferError",
            ErrorClass::MemoryError => "MemoryError",
        }
    }
}
