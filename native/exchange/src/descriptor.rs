//! What an export says about its memory.
#![forbid(unsafe_code)]

use dlpark::ffi::{DLDataType, DLDevice};

/// Which struct an export is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abi {
    /// `DLManagedTensor`: no version, no flags, writable by convention.
    Legacy,
    /// `DLManagedTensorVersioned`: version and flags.
    Versioned,
}

/// Element types this project makes. `Other` is what a reader saw and does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// IEEE 754 binary32.
    Float32,
    /// Unsigned byte.
    Uint8,
    /// Signed 64-bit integer.
    Int64,
    /// One byte, 0 or 1. No transfer serves it (TRF-03).
    Bool,
}

impl Dtype {
    /// Size of one element in bytes.
    pub const fn item_bytes(self) -> usize {
        match self {
            Dtype::Float32 => 4,
            Dtype::Uint8 => 1,
            Dtype::Int64 => 8,
            Dtype::Bool => 1,
        }
    }

    /// The name used in facts and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Dtype::Float32 => "float32",
            Dtype::Uint8 => "uint8",
            Dtype::Int64 => "int64",
            Dtype::Bool => "bool",
        }
    }

    pub(crate) const fn to_raw(self) -> DLDataType {
        match self {
            Dtype::Float32 => DLDataType::F32,
            Dtype::Uint8 => DLDataType::U8,
            Dtype::Int64 => DLDataType::I64,
            Dtype::Bool => DLDataType::BOOL,
        }
    }

    /// The element type a raw descriptor names, or nothing where it is none of ours.
    pub fn from_raw(raw: DLDataType) -> Option<Dtype> {
        [Dtype::Float32, Dtype::Uint8, Dtype::Int64, Dtype::Bool].into_iter().find(|d| d.to_raw() == raw)
    }
}

/// A DLPack device: type number and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    /// `DLDeviceType`: 1 is the CPU.
    pub kind: u32,
    /// Index among devices of the kind.
    pub index: i32,
}

impl Device {
    /// `(kDLCPU, 0)`.
    pub const CPU: Device = Device { kind: 1, index: 0 };
    /// `(kDLCUDAHost, 0)`: page-locked host memory.
    pub const CUDA_HOST: Device = Device { kind: 3, index: 0 };

    /// `(kDLCUDA, index)`.
    pub const fn cuda(index: i32) -> Device {
        Device { kind: 2, index }
    }

    /// Whether this is memory of a CUDA device.
    pub const fn is_cuda(self) -> bool {
        self.kind == 2
    }

    pub(crate) const fn to_raw(self) -> DLDevice {
        DLDevice { device_type: dlpark::ffi::DLDeviceType(self.kind), device_id: self.index }
    }
}

/// The two promises a versioned struct can carry. A legacy struct drops both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Consumers must not write.
    pub read_only: bool,
    /// The producer made a copy for this consumer alone.
    pub copied: bool,
}

/// Everything an export says, except who owns the memory.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor<'a> {
    /// First element; NULL for an empty tensor.
    pub data: *mut u8,
    /// Element type.
    pub dtype: Dtype,
    /// Elements per axis, row-major; without strides also compact.
    pub shape: &'a [i64],
    /// In elements, for memory that is not compact.
    pub strides: Option<&'a [i64]>,
    /// Where the memory is.
    pub device: Device,
    /// Which struct to build.
    pub abi: Abi,
    /// Flags of a versioned struct.
    pub flags: Flags,
    /// The version asked for. Ours is stamped all the same; kept so that a mutant can be wrong.
    pub version_asked: (u32, u32),
}
