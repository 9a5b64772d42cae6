//! Copies of tensors that stay with their owners: to the host for a consumer, and on the device (TEN-33, TEN-34).
//!
//! A copy that cannot be proven keeps both its sides for ever, like an unproven transfer.

use crate::context::HostAddress;
use crate::device_block::DeviceBlock;
use crate::driver_error::DriverError;

/// Copies by way of pinned memory of ours, so that a failed wait leaves no device writing into the caller's memory.
/// Waits. `into` is as long as the memory.
pub(crate) fn to_host(block: &DeviceBlock, into: &mut [u8]) -> Result<(), DriverError> {
    if into.is_empty() {
        return Ok(());
    }
    let core = block.core();
    let staging = core.take_pinned(into.len())?;
    match download(block, &staging, into.len()) {
        Ok(()) => {
            // SAFETY: staging holds as many bytes as `into`, and the copy into it is proven.
            unsafe { into.as_mut_ptr().copy_from_nonoverlapping(staging.0, into.len()) };
            core.pool_pinned(staging, into.len());
            Ok(())
        }
        Err(error) => {
            block.keep();
            core.books.count(|counters| counters.memory_kept += 1);
            Err(core.note(error))
        }
    }
}

fn download(block: &DeviceBlock, staging: &HostAddress, bytes: usize) -> Result<(), DriverError> {
    let core = block.core();
    core.context.bind()?;
    let event = core.acquire_event()?;
    // SAFETY: both sides hold `bytes` bytes; the caller keeps them for ever unless the event proves the copy.
    unsafe { core.context.copy_to_host(staging.0, block.at(), bytes) }?;
    core.context.event_record(&event)?;
    core.context.event_synchronize(&event)?;
    core.retire_event(event);
    Ok(())
}

/// Copies in the order of the stream; never waits.
pub(crate) fn on_device(block: &DeviceBlock) -> Result<DeviceBlock, DriverError> {
    use custody_tensor::DeviceMemory;
    let core = block.core();
    let copy = DeviceBlock::allocate(core, block.byte_len())?;
    if block.byte_len() > 0 {
        // SAFETY: both sides hold as many bytes; they are freed in the order of the same stream, or kept.
        if let Err(error) = unsafe { core.context.copy_on_device(copy.at(), block.at(), block.byte_len()) } {
            block.keep();
            copy.keep();
            return Err(core.note(error));
        }
    }
    Ok(copy)
}
