//! Owner and descriptor in, DLPack managed tensor out. The only crate of the workspace that touches
//! `dlpark`; the others see the C structs through [`ffi`] and everything else through [`Export`].
//!
//! `unsafe` lives in [`export`] (building and reading the struct) and [`consumer`] (the other side).

pub mod consumer;
pub mod descriptor;
pub mod export;
pub mod mutants;

pub use consumer::Consumed;
pub use descriptor::{Abi, Descriptor, Device, Dtype, Flags};
pub use dlpark::OpaqueContext as Owner;
pub use export::{Export, RawExport, WrapError};

/// The C structs of DLPack 1.3, as `dlpark` declares them.
pub mod ffi {
    pub use dlpark::DlpackFlags;
    pub use dlpark::ffi::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor};
}

/// The version stamped on every versioned export, whatever was asked (TEN-05, DLP-030).
pub const VERSION_STAMPED: (u32, u32) = (1, 3);
