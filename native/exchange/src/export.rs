//! One export: a managed tensor that runs its deleter once if nobody consumes it.

use dlpark::ffi::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor};
use dlpark::metadata::Dynamic;
use dlpark::{DlpackFlags, Managed, ManagedTensorBase, OpaqueContext};
use std::fmt;
use std::mem::ManuallyDrop;

use crate::descriptor::{Abi, Descriptor};
use crate::{VERSION_STAMPED, mutant};

/// The shape could not be put into a managed tensor. The owner was dropped.
#[derive(Debug)]
pub struct WrapError(String);

impl fmt::Display for WrapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no managed tensor for this shape: {}", self.0)
    }
}

impl std::error::Error for WrapError {}

/// A managed tensor by address, of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawExport {
    /// A legacy struct.
    Legacy(*mut DLManagedTensor),
    /// A versioned struct.
    Versioned(*mut DLManagedTensorVersioned),
}

/// A managed tensor nobody has consumed yet. Dropped so, it calls its deleter once (TEN-26).
#[derive(Debug)]
pub struct Export(RawExport);

// SAFETY: the struct is reached only through `self`; DLPack deleters may be called on any thread, and every
// owner that `wrap` takes is an `OpaqueContext`, whose implementer promises just that.
unsafe impl Send for Export {}

impl Export {
    /// Builds a managed tensor: strides given, flags set explicitly, version 1.3 if versioned.
    ///
    /// Owner: `owner` moves in; the deleter drops it. Refuses: a shape beyond `i32::MAX` axes or with
    /// overflowing strides; the owner is then dropped. Shape in elements, data as a host address.
    /// Source: TEN-04, TEN-05, TEN-07, TEN-16, TEN-17.
    ///
    /// # Safety
    /// `descriptor.data` is valid for the compact row-major extent of the shape for as long as `owner` lives;
    /// it is valid for writes too, and reached by nobody else, unless `flags.read_only` is set.
    pub unsafe fn wrap<O: OpaqueContext>(owner: O, descriptor: &Descriptor<'_>) -> Result<Self, WrapError> {
        match descriptor.abi {
            Abi::Legacy => {
                let managed = build::<O, DLManagedTensor>(owner, descriptor)?;
                Ok(Export(RawExport::Legacy(managed.into_raw())))
            }
            Abi::Versioned => {
                let managed = build::<O, DLManagedTensorVersioned>(owner, descriptor)?;
                let raw = managed.into_raw();
                let (mut major, mut minor) = VERSION_STAMPED;
                if mutant!("version-as-asked") {
                    (major, minor) = descriptor.version_asked;
                }
                if mutant!("version-minor-zero") {
                    minor = 0;
                }
                // SAFETY: `raw` was just built above and is reached by nobody else.
                unsafe { (*raw).version = DLPackVersion { major, minor } };
                Ok(Export(RawExport::Versioned(raw)))
            }
        }
    }

    /// The struct's address. Owner: still this handle.
    pub fn as_raw(&self) -> RawExport {
        self.0
    }

    /// Hands the struct to a consumer. Owner: the caller, who calls the deleter exactly once.
    pub fn into_raw(self) -> RawExport {
        ManuallyDrop::new(self).0
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        if mutant!("unconsumed-drop-releases-nothing") {
            return;
        }
        // SAFETY: `into_raw` forgets the handle, so a handle that drops still owns an unreleased struct.
        unsafe { release(self.0, if mutant!("unconsumed-drop-releases-twice") { 2 } else { 1 }) };
    }
}

/// Calls the deleter `times` times: once, but for the mutants, which call it again without a look at the
/// struct (the harness's patched deleter counts the second call and does not forward it).
///
/// # Safety
/// The struct is live and owned by the caller, who does not touch it again.
pub(crate) unsafe fn release(raw: RawExport, times: usize) {
    for_both(
        raw,
        |p| {
            // SAFETY: live per this function's contract, read once before the first call.
            if let Some(deleter) = unsafe { (*p).deleter } {
                // SAFETY: as above; the deleter's contract is one call by the owner.
                (0..times).for_each(|_| unsafe { deleter(p) });
            }
        },
        |p| {
            // SAFETY: live per this function's contract, read once before the first call.
            if let Some(deleter) = unsafe { (*p).deleter } {
                // SAFETY: as above; the deleter's contract is one call by the owner.
                (0..times).for_each(|_| unsafe { deleter(p) });
            }
        },
    )
}

fn for_both(
    raw: RawExport,
    legacy: impl FnOnce(*mut DLManagedTensor),
    versioned: impl FnOnce(*mut DLManagedTensorVersioned),
) {
    match raw {
        RawExport::Legacy(p) => legacy(p),
        RawExport::Versioned(p) => versioned(p),
    }
}

fn build<O: OpaqueContext, M: ManagedTensorBase>(owner: O, d: &Descriptor<'_>) -> Result<Managed<M>, WrapError> {
    let built = match d.strides {
        Some(strides) => Dynamic::new(d.shape, strides).initialize_as::<M>(owner),
        None => Dynamic::compact(d.shape).initialize_as::<M>(owner),
    };
    let mut built = built.map_err(|e| WrapError(e.to_string()))?;
    built.set_data(d.data.cast()).set_dtype(d.dtype.to_raw()).set_device(d.device.to_raw()).set_byte_offset(0);
    let mut flags = DlpackFlags::empty();
    flags.set(DlpackFlags::READ_ONLY, d.flags.read_only);
    flags.set(DlpackFlags::IS_COPIED, d.flags.copied);
    // SAFETY: the caller of `wrap` vouches for the flags: IS_COPIED only on a copy of the producer's own making.
    unsafe { built.set_flags_unchecked(flags) };
    wrong_metadata(built.tensor_mut());
    // SAFETY: data, dtype, device, flags and strides are set; validity of `data` is `wrap`'s contract.
    Ok(unsafe { built.finish() })
}

/// Metadata mutants: every one of them keeps the extent in bytes, so that no reader runs off the end.
fn wrong_metadata(tensor: &mut DLTensor) {
    if mutant!("strides-null") {
        tensor.strides = std::ptr::null_mut();
    }
    if mutant!("device-of-export-wrong") {
        tensor.device.device_id = 1;
    }
    if mutant!("dtype-of-export-wrong") {
        tensor.dtype.code = dlpark::ffi::DLDataType::BOOL.code;
    }
    if mutant!("shape-of-export-reversed") && tensor.ndim == 2 {
        // SAFETY: `ndim` is 2 and the shape array, inside the struct's own allocation, has two entries.
        unsafe { tensor.shape.swap(tensor.shape.add(1)) };
    }
}
