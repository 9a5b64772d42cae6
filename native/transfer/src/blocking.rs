//! Transfers that wait for themselves, built on the pending ones.
#![forbid(unsafe_code)]

use std::fmt;

use custody_tensor::Tensor;

use crate::pending::{download_pending, upload_pending};
use crate::pinned::PinnedHostBuffer;
use crate::rejected::{CompletionUnproven, TransferSubmitError};
use crate::runtime::Runtime;

/// A transfer that did not come to a proven end.
#[derive(Debug)]
pub enum TransferError {
    /// The submit failed.
    Submit(TransferSubmitError),
    /// The wait failed: no owner comes back.
    Unproven(CompletionUnproven),
}

/// Copies from the device into the buffer, and waits.
///
/// Owner, refusals, bytes and device: as [`download_pending`], then [`PendingDownload::wait`](crate::PendingDownload::wait).
pub fn download(
    runtime: &Runtime,
    source: Tensor,
    buffer: PinnedHostBuffer,
) -> Result<(Tensor, PinnedHostBuffer), TransferError> {
    download_pending(runtime, source, buffer).map_err(TransferError::Submit)?.wait().map_err(TransferError::Unproven)
}

/// Copies from the buffer to the device, and waits.
///
/// Owner, refusals, bytes and device: as [`upload_pending`], then [`PendingUpload::wait`](crate::PendingUpload::wait).
pub fn upload(
    runtime: &Runtime,
    source: PinnedHostBuffer,
    destination: Tensor,
) -> Result<(Tensor, PinnedHostBuffer), TransferError> {
    upload_pending(runtime, source, destination).map_err(TransferError::Submit)?.wait().map_err(TransferError::Unproven)
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferError::Submit(error) => error.fmt(f),
            TransferError::Unproven(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TransferError {}
