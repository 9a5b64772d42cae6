//! Exports of the three kinds: lease, copy, move.

use custody_exchange::{Abi, Descriptor, Device, Export, Flags, Owner, WrapError, mutant};

use crate::buffer::Buffer;
use crate::copy::{copy, fresh};
use crate::device_memory::DeviceMemory;
use crate::exclusive::Exclusive;
use crate::metadata::Metadata;
use crate::refusal::{Reason, Refusal};
use crate::request::Asked;
use crate::sync::Arc;

/// TEN-05: a read-only export of shared memory. It counts as an alias until its deleter has run.
pub(crate) fn lease(
    buffer: &Arc<Buffer>,
    m: &Metadata,
    a: &Asked,
    abi: Abi,
    input: &'static str,
) -> Result<Export, Refusal> {
    let data = buffer.address();
    let flags = Flags { read_only: lease_is_marked(buffer), copied: mutant!("is-copied-on-view") };
    let descriptor = describe(m, a, abi, data, flags);
    // SAFETY: the owner holds a count of the buffer, so the bytes stay; shared memory goes out READ_ONLY (a
    // legacy struct never comes here, by `Asked::door_one`).
    answer(unsafe { Export::wrap(lease_owner(buffer), &descriptor) }, input)
}

/// TEN-04, TEN-07, TEN-18: an export of fresh memory that nobody else knows.
pub(crate) fn copied(bytes: &[u8], m: &Metadata, a: &Asked, input: &'static str) -> Result<Export, Refusal> {
    let mut owner = Box::new(copy(bytes, input)?);
    let flags = Flags { read_only: mutant!("read-only-on-copy"), copied: !mutant!("is-copied-forgotten") };
    let descriptor = describe(m, a, a.abi, owner.as_mut_ptr(), flags);
    // SAFETY: the copy was made here, moves into the export, and is reached by nobody else.
    answer(unsafe { Export::wrap(owner, &descriptor) }, input)
}

/// TEN-33: as [`copied`], of device memory.
pub(crate) fn copied_to_host(
    memory: &dyn DeviceMemory,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Result<Export, Refusal> {
    let refuse = |reason| Refusal { reason, input };
    let mut owner = fresh(memory.byte_len()).map(Box::new).map_err(refuse)?;
    memory.copy_to_host(owner.as_mut_slice()).map_err(|error| refuse(Reason::of_device(error, memory.byte_len())))?;
    let data = owner.as_mut_ptr();
    let here =
        Descriptor { device: Device::CPU, ..describe(m, a, a.abi, data, Flags { read_only: false, copied: true }) };
    // SAFETY: as in `copied`.
    answer(unsafe { Export::wrap(owner, &here) }, input)
}

/// TEN-34: as [`copied`], on the device.
pub(crate) fn copied_on_device(
    copy: Box<dyn DeviceMemory>,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Result<Export, Refusal> {
    let mut owner = Box::new(Exclusive::Device(copy));
    let descriptor = describe(m, a, a.abi, owner.as_mut_ptr(), Flags { read_only: false, copied: true });
    // SAFETY: as in `copied`.
    answer(unsafe { Export::wrap(owner, &descriptor) }, input)
}

/// TEN-16, TEN-17: the buffer itself, for writing.
pub(crate) fn moved(buffer: Exclusive, m: &Metadata, a: &Asked, input: &'static str) -> Result<Export, Refusal> {
    let mut owner = Box::new(buffer);
    let flags = Flags { read_only: mutant!("read-only-on-move"), copied: mutant!("is-copied-on-move") };
    let descriptor = describe(m, a, a.abi, owner.as_mut_ptr(), flags);
    // SAFETY: `Exclusive::prove` saw that nobody else reaches the memory; it moves into the export.
    answer(unsafe { Export::wrap(owner, &descriptor) }, input)
}

/// A mutant's lease that claims to be a copy: shared memory, writable, IS_COPIED.
#[cfg(feature = "mutants")]
pub(crate) fn false_copy(
    buffer: &Arc<Buffer>,
    m: &Metadata,
    a: &Asked,
    input: &'static str,
) -> Result<Export, Refusal> {
    let data = buffer.bytes().as_ptr().cast_mut();
    let descriptor = describe(m, a, a.abi, data, Flags { read_only: false, copied: true });
    // SAFETY: the owner keeps the bytes alive. The lie about them is the mutant's; its harness holds heap
    // memory only, so a write through it is a wrong observation and not a fault.
    answer(unsafe { Export::wrap(lease_owner(buffer), &descriptor) }, input)
}

/// A mutant's lease that is a copy, marked READ_ONLY and not IS_COPIED.
#[cfg(feature = "mutants")]
pub(crate) fn small_copy(bytes: &[u8], m: &Metadata, a: &Asked, input: &'static str) -> Result<Export, Refusal> {
    let mut owner = Box::new(copy(bytes, input)?);
    let descriptor = describe(m, a, a.abi, owner.as_mut_ptr(), Flags { read_only: true, copied: false });
    // SAFETY: as in `copied`.
    answer(unsafe { Export::wrap(owner, &descriptor) }, input)
}

fn describe<'a>(m: &'a Metadata, a: &Asked, abi: Abi, data: *mut u8, flags: Flags) -> Descriptor<'a> {
    let empty = m.shape.contains(&0);
    Descriptor {
        data: if empty { std::ptr::null_mut() } else { data },
        dtype: m.dtype,
        shape: &m.shape,
        strides: m.strides.as_deref(),
        device: m.device,
        abi,
        flags,
        version_asked: a.version,
    }
}

/// `Metadata::new` has checked the shape, so this does not refuse.
fn answer(export: Result<Export, WrapError>, input: &'static str) -> Result<Export, Refusal> {
    export.map_err(|_| Refusal { reason: Reason::Argument("the shape cannot be exported"), input })
}

#[cfg(not(feature = "mutants"))]
fn lease_is_marked(_buffer: &Arc<Buffer>) -> bool {
    true
}

#[cfg(feature = "mutants")]
fn lease_is_marked(buffer: &Arc<Buffer>) -> bool {
    let trail = &buffer.trail;
    !(mutant!("read-only-forgotten")
        || mutant!("read-only-forgotten-on-second-lease") && trail.leases() > 0
        || mutant!("read-only-forgotten-without-a-read") && !trail.read()
        || mutant!("read-only-forgotten-after-refused-move") && trail.refused())
}

/// The count itself is the owner: no allocation besides the struct.
#[cfg(not(any(loom, feature = "mutants")))]
fn lease_owner(buffer: &Arc<Buffer>) -> impl Owner + use<> {
    Arc::clone(buffer)
}

#[cfg(any(loom, feature = "mutants"))]
fn lease_owner(buffer: &Arc<Buffer>) -> impl Owner + use<> {
    struct Lease(Arc<Buffer>);
    impl Drop for Lease {
        fn drop(&mut self) {
            self.0.trail.lease_ends();
        }
    }
    buffer.trail.lease_begins();
    Box::new(Lease(Arc::clone(buffer)))
}
