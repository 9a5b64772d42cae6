//! Door 1 of device memory: streams exist, and a copy to the host is on offer (TEN-30 to TEN-35).
#![forbid(unsafe_code)]

use custody_exchange::{Device, Export};

use crate::buffer::Buffer;
use crate::device_memory::{ConsumerStream, DeviceMemory};
use crate::lend;
use crate::metadata::Metadata;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, Asked};
use crate::sync::Arc;

/// Where the consumer wants the data.
enum Target {
    Host,
    Here(ConsumerStream),
}

/// A lease, or a copy: door 1 of a full slot.
pub(crate) fn lend(
    buffer: &Arc<Buffer>,
    memory: &dyn DeviceMemory,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Result<Export, Refusal> {
    let Target::Here(consumer) = target(a, m.device, input)? else {
        return lend::copied_to_host(memory, m, a, input);
    };
    match a.door_one(input)? {
        Answer::Copy => copy(memory, consumer, m, a, input),
        Answer::Lease(abi) => {
            order(memory, consumer, input)?;
            lend::lease(buffer, m, a, abi, input)
        }
    }
}

/// The copy that an owned tensor hands out, or nothing: then its memory is ordered before the consumer and may move.
pub(crate) fn prepare(
    memory: &dyn DeviceMemory,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Result<Option<Export>, Refusal> {
    match target(a, m.device, input)? {
        Target::Host => lend::copied_to_host(memory, m, a, input).map(Some),
        Target::Here(consumer) if a.copy == Some(true) => copy(memory, consumer, m, a, input).map(Some),
        Target::Here(consumer) => order(memory, consumer, input).map(|()| None),
    }
}

/// TEN-30 to TEN-32 and TEN-35, in the order of the table.
fn target(a: &Asked, own: Device, input: &'static str) -> Result<Target, Refusal> {
    let refuse = |reason| Err(Refusal { reason, input });
    let consumer = match a.stream {
        None | Some(1) => ConsumerStream::LegacyDefault,
        Some(2) => ConsumerStream::PerThreadDefault,
        Some(-1) => ConsumerStream::Unordered,
        Some(stream) => match u64::try_from(stream) {
            Ok(handle) if handle != 0 => ConsumerStream::Handle(handle),
            _ => return refuse(Reason::Stream),
        },
    };
    match a.dl_device {
        Some(Device::CPU) if a.stream.is_some() => refuse(Reason::Stream),
        Some(Device::CPU) if a.copy == Some(false) => refuse(Reason::Device),
        Some(Device::CPU) => Ok(Target::Host),
        Some(device) if device != own => refuse(Reason::Device),
        _ => Ok(Target::Here(consumer)),
    }
}

fn order(memory: &dyn DeviceMemory, consumer: ConsumerStream, input: &'static str) -> Result<(), Refusal> {
    memory
        .order_before(consumer)
        .map_err(|error| Refusal { reason: Reason::of_device(error, memory.byte_len()), input })
}

fn copy(
    memory: &dyn DeviceMemory,
    consumer: ConsumerStream,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Result<Export, Refusal> {
    let copy = memory
        .copy_on_device(consumer)
        .map_err(|error| Refusal { reason: Reason::of_device(error, memory.byte_len()), input })?;
    lend::copied_on_device(copy, m, a, input)
}
