//! What a caller of `__dlpack__` asks for, and the rows of the table that do not depend on the tensor.
#![forbid(unsafe_code)]

use custody_exchange::{Abi, Device, mutant};

use crate::refusal::{Reason, Refusal};

/// One keyword argument as a binding received it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arg<T> {
    /// Not given, or `None`.
    #[default]
    Absent,
    /// A value of the right type.
    Given(T),
    /// Something of the wrong type or arity (TEN-01).
    Malformed,
}

/// The keywords of `__dlpack__`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Highest version the consumer reads: major, minor.
    pub max_version: Arg<(u32, u32)>,
    /// Whether to copy.
    pub copy: Arg<bool>,
    /// Where the consumer wants the data.
    pub dl_device: Arg<Device>,
    /// The consumer's stream.
    pub stream: Arg<i64>,
}

/// A number that no CUDA stream has in an exchange (DLP-077).
const NO_STREAM: i64 = 0;

/// A request without malformed arguments.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) version: (u32, u32),
    pub(crate) abi: Abi,
    pub(crate) copy: Option<bool>,
    pub(crate) dl_device: Option<Device>,
    pub(crate) stream: Option<i64>,
}

/// What door 1 would do.
pub(crate) enum Answer {
    Lease(Abi),
    Copy,
}

impl Request {
    /// TEN-01, the first row; of device memory TEN-30 judges a malformed stream.
    pub(crate) fn arguments(&self, own: Device, input: &'static str) -> Result<Asked, Refusal> {
        let refuse = |what| Refusal { reason: Reason::Argument(what), input };
        let version = well_formed(self.max_version).map_err(|()| refuse("max_version is not a pair of integers"));
        let copy = match self.copy {
            Arg::Malformed if mutant!("malformed-copy-as-true") => Ok(Some(true)),
            copy => well_formed(copy).map_err(|()| refuse("copy is not a bool")),
        };
        let device = well_formed(self.dl_device).map_err(|()| refuse("dl_device is not a pair of integers"));
        let stream = match self.stream {
            Arg::Malformed if own.is_cuda() => Ok(Some(NO_STREAM)),
            stream => well_formed(stream).map_err(|()| refuse("stream is not an integer")),
        };
        let version = version?.unwrap_or((0, 0));
        let versioned = match version.0 {
            0 => mutant!("major-zero-versioned") && version.1 > 0,
            2 => !mutant!("major-two-legacy"),
            _ => true,
        };
        Ok(Asked {
            version,
            abi: if versioned { Abi::Versioned } else { Abi::Legacy },
            copy: copy?,
            dl_device: device?,
            stream: stream?,
        })
    }

    /// The answer of a tombstone to well-formed requests, with the mutants that get the order wrong.
    pub(crate) fn tombstone(&self, input: &'static str) -> Refusal {
        let wrong = mutant!("stream-before-consumed") && matches!(self.stream, Arg::Given(_));
        Refusal { reason: if wrong { Reason::Stream } else { Reason::Consumed }, input }
    }
}

impl Asked {
    /// TEN-02, TEN-03, in this order.
    pub(crate) fn place(&self, own: Device, input: &'static str) -> Result<(), Refusal> {
        if self.stream.is_some() && !mutant!("stream-accepted") {
            return Err(Refusal { reason: Reason::Stream, input });
        }
        if self.dl_device.is_some_and(|device| device != own) && !mutant!("device-ignored") {
            return Err(Refusal { reason: Reason::Device, input });
        }
        Ok(())
    }

    /// TEN-04 to TEN-07.
    pub(crate) fn door_one(&self, input: &'static str) -> Result<Answer, Refusal> {
        match (self.abi, self.copy) {
            (Abi::Versioned, Some(true)) if mutant!("versioned-copy-true-ignored") => Ok(Answer::Lease(self.abi)),
            (Abi::Versioned, Some(true)) => Ok(Answer::Copy),
            (Abi::Versioned, _) => Ok(Answer::Lease(self.abi)),
            (Abi::Legacy, Some(false)) if mutant!("legacy-copy-false-granted") => Ok(Answer::Lease(self.abi)),
            (Abi::Legacy, None) if mutant!("legacy-view") => Ok(Answer::Lease(self.abi)),
            (Abi::Legacy, Some(true)) if mutant!("legacy-copy-true-ignored") => Ok(Answer::Lease(self.abi)),
            (Abi::Legacy, copy) if copy == Some(false) || (copy.is_none() && mutant!("legacy-refused")) => {
                Err(Refusal { reason: Reason::CannotMarkReadOnly, input })
            }
            (Abi::Legacy, _) => Ok(Answer::Copy),
        }
    }
}

fn well_formed<T>(arg: Arg<T>) -> Result<Option<T>, ()> {
    match arg {
        Arg::Absent => Ok(None),
        Arg::Given(value) => Ok(Some(value)),
        Arg::Malformed if mutant!("malformed-as-none") => Ok(None),
        Arg::Malformed => Err(()),
    }
}
