//! The other side of an exchange: an honest consumer that takes a struct, reads it, and releases it once.

use std::slice;

use crate::descriptor::{Abi, Device, Dtype, Flags};
use crate::export::{Export, RawExport, release};
use crate::ffi::DLTensor;
use crate::mutant;

/// A consumed managed tensor. It owns the struct and calls the deleter once, when released or dropped.
#[derive(Debug)]
pub struct Consumed {
    raw: Option<RawExport>,
    home: Option<std::thread::ThreadId>,
}

// SAFETY: a DLPack deleter may be called on any thread, and the struct is reached through this handle only.
unsafe impl Send for Consumed {}

/// What a struct says about itself, as a consumer reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen<'a> {
    /// Which struct.
    pub abi: Abi,
    /// The version stamped, if versioned.
    pub version: Option<(u32, u32)>,
    /// The flags, if versioned.
    pub flags: Option<Flags>,
    /// First element: data plus byte offset; NULL if the data pointer is.
    pub data: *mut u8,
    /// Bytes from there, by shape and element size.
    pub size_bytes: usize,
    /// Element type, if ours.
    pub dtype: Option<Dtype>,
    /// Elements per axis.
    pub shape: &'a [i64],
    /// Whether the strides array is there.
    pub strides_given: bool,
    /// Where the memory is.
    pub device: Device,
}

impl Export {
    /// Reads the struct as a consumer would. Owner: unchanged.
    pub fn look(&self) -> Seen<'_> {
        // SAFETY: an `Export` owns a live struct that `Export::wrap` filled in.
        unsafe { look(self.as_raw()) }
    }

    /// Consumes the export. Owner: the consumer, until it releases.
    pub fn consume(self) -> Consumed {
        let home = mutant!("release-elsewhere-ignored").then(|| std::thread::current().id());
        Consumed { raw: Some(self.into_raw()), home }
    }
}

impl Consumed {
    /// Calls the deleter once, on this thread. Owner: nobody afterwards. Source: invariant 5.
    pub fn release(mut self) {
        self.release_once();
    }

    fn release_once(&mut self) {
        let Some(raw) = self.raw.take() else { return };
        if mutant!("consumed-release-nothing") || self.home.is_some_and(|home| home != std::thread::current().id()) {
            return;
        }
        // SAFETY: `take` leaves nothing behind, so the one struct is released once and not looked at again.
        unsafe { release(raw, if mutant!("consumed-release-twice") { 2 } else { 1 }) };
    }
}

impl Drop for Consumed {
    fn drop(&mut self) {
        self.release_once();
    }
}

impl Seen<'_> {
    /// The bytes the struct spans.
    ///
    /// # Safety
    /// The struct is live, its memory is on the host, and nobody writes it while the slice is in use.
    pub unsafe fn bytes(&self) -> &[u8] {
        if self.size_bytes == 0 || self.data.is_null() {
            return &[];
        }
        // SAFETY: the producer vouches for `size_bytes` readable bytes at `data` while the struct lives.
        unsafe { slice::from_raw_parts(self.data, self.size_bytes) }
    }

    /// Inverts every byte, as a consumer may whom no flag forbids it.
    ///
    /// # Safety
    /// As [`Seen::bytes`], and the producer lets the consumer write.
    pub unsafe fn invert(&self) {
        for at in 0..if self.data.is_null() { 0 } else { self.size_bytes } {
            // SAFETY: in bounds of the extent that the producer vouches for; written by this consumer alone.
            unsafe { *self.data.add(at) = !*self.data.add(at) };
        }
    }
}

/// # Safety
/// The struct is live and well-formed, and stays so while the result is in use.
unsafe fn look<'a>(raw: RawExport) -> Seen<'a> {
    // SAFETY: live by this function's contract; shape has `ndim` entries by DLPack.
    unsafe {
        let (abi, version, flags, tensor): (_, _, _, *const DLTensor) = match raw {
            RawExport::Legacy(p) => (Abi::Legacy, None, None, &raw const (*p).dl_tensor),
            RawExport::Versioned(p) => {
                let bits = (*p).flags.bits();
                let flags = Flags { read_only: bits & 1 != 0, copied: bits & 2 != 0 };
                (Abi::Versioned, Some(((*p).version.major, (*p).version.minor)), Some(flags), &raw const (*p).dl_tensor)
            }
        };
        let t = &*tensor;
        let ndim = usize::try_from(t.ndim).unwrap_or(0);
        let shape = if ndim == 0 { &[] } else { slice::from_raw_parts(t.shape, ndim) };
        let count: i64 = shape.iter().product();
        let size_bytes = usize::try_from(count).unwrap_or(0) * t.dtype.element_size();
        let data =
            if t.data.is_null() { std::ptr::null_mut() } else { t.data.cast::<u8>().add(t.byte_offset as usize) };
        Seen {
            abi,
            version,
            flags,
            data,
            size_bytes,
            dtype: Dtype::from_raw(t.dtype),
            shape,
            strides_given: !t.strides.is_null(),
            device: Device { kind: t.device.device_type.0, index: t.device.device_id },
        }
    }
}
