//! The concrete steps, parsed once and performed often.
#![forbid(unsafe_code)]

use custody_tensor::{Dtype, Request};
use serde::Deserialize;

use crate::memory::Origin;

/// One step, ready to perform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Step {
    Make { origin: Origin, dtype: Dtype, shape: ShapeName },
    Inspect,
    OpenFace(FaceKind),
    CloseFace(Which),
    Dlpack(Ask),
    IntoDlpack,
    OwnedInspect,
    OwnedDlpack(Ask),
    DropOwned,
    DropTensor,
    End(Kind, How, Which),
    ReadFace(Which),
    ReadLease(Which),
    WriteThrough(Kind),
}

/// A request, and whether the memory of a copy is to be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The keywords.
    pub request: Request,
    /// The fault: the next copy's allocation fails.
    pub no_memory: bool,
}

/// What an export was asked to be; it is filed under that, whatever it turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A read-only view of shared memory.
    Lease,
    /// The moved buffer.
    Moved,
    /// A copy.
    Copied,
}

/// Which of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Which {
    #[default]
    Oldest,
    Newest,
}

/// How an export ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum How {
    DropUnconsumed,
    ConsumeReleaseHere,
    ConsumeReleaseElsewhere,
}

/// Which face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FaceKind {
    Buffer,
    Alias,
}

/// The shapes the harness makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ShapeName {
    TwoByThree,
    ZeroD,
    Zero,
    ThreeByZero,
}

impl ShapeName {
    /// Elements per axis.
    pub const fn extents(self) -> &'static [i64] {
        match self {
            ShapeName::TwoByThree => &[2, 3],
            ShapeName::ZeroD => &[],
            ShapeName::Zero => &[0],
            ShapeName::ThreeByZero => &[3, 0],
        }
    }

    /// The shape with these extents, if the harness makes it.
    pub fn of(extents: &[i64]) -> Option<Self> {
        let all = [ShapeName::TwoByThree, ShapeName::ZeroD, ShapeName::Zero, ShapeName::ThreeByZero];
        all.into_iter().find(|shape| shape.extents() == extents)
    }

    /// Elements in all.
    pub fn count(self) -> usize {
        self.extents().iter().product::<i64>() as usize
    }
}
