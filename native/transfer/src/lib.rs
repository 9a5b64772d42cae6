//! Who owns a tensor while the GPU copies it.
//!
//! [`download_pending`] and [`upload_pending`] take a device tensor and a pinned host buffer by value. Until the copy
//! is *proven* complete nobody reaches them: `wait` hands them back, a dropped handle leaves them to the runtime's
//! retirement queue, a forgotten one leaks them, and where proof cannot be had they are kept for ever.
//!
//! ```no_run
//! use custody_tensor::Dtype;
//! use custody_transfer::{Driver, PinnedHostBuffer, Runtime, RuntimeOptions, download_pending, upload};
//!
//! let runtime = Runtime::open(Driver::from_env()?, &RuntimeOptions::default())?;
//! let mut buffer = PinnedHostBuffer::new(&runtime, 24)?;
//! buffer.bytes_mut()?.fill(7);
//! let (tensor, buffer) = upload(&runtime, buffer, runtime.zeros(Dtype::Float32, &[2, 3])?)?;
//! let mut pending = download_pending(&runtime, tensor, buffer)?;
//! let _ready = pending.is_ready()?;
//! let (_tensor, buffer) = pending.wait()?;
//! assert_eq!(buffer.bytes()?[..], [7; 24]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every driver call is in `context`, with its own error in hand. `unsafe` lives there, in `driver`, in `pinned`,
//! `plain_copy` and where `pending` and `release` hand memory to the driver.

mod admit;
mod blocking;
mod books;
mod context;
mod core;
mod counters;
mod device_block;
mod driver;
mod driver_error;
mod external;
#[doc(hidden)]
pub mod harness;
mod pending;
mod pinned;
mod plain_copy;
mod record;
mod rejected;
mod release;
mod runtime;
mod sync;

pub use admit::SERVED;
pub use blocking::{TransferError, download, upload};
pub use counters::Counters;
pub use driver::{Choice, Driver, LoadError};
pub use driver_error::DriverError;
pub use pending::{PendingDownload, PendingUpload, download_pending, upload_pending};
pub use pinned::PinnedHostBuffer;
pub use rejected::{CompletionUnproven, RejectReason, TransferRejected, TransferSubmitError};
pub use runtime::{Runtime, RuntimeOptions, SynchronizeError, TensorError, Watch};

pub use crate::core::Diagnostic;
