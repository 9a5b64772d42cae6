//! What a tensor says about itself; it never changes (invariant 6).
#![forbid(unsafe_code)]

use custody_exchange::{Device, Dtype};

use crate::refusal::{Reason, Refusal};

pub(crate) struct Metadata {
    pub(crate) dtype: Dtype,
    pub(crate) shape: Vec<i64>,
    pub(crate) device: Device,
    #[cfg(feature = "mutants")]
    pub(crate) handle_gone: std::sync::atomic::AtomicBool,
}

impl Metadata {
    /// Checks everything that could fail at an export, so that no export of it can.
    pub(crate) fn new(dtype: Dtype, shape: &[i64], len_bytes: usize) -> Result<Self, Refusal> {
        let refuse = |what| Refusal { reason: Reason::Argument(what), input: "Tensor::new" };
        if i32::try_from(shape.len()).is_err() {
            return Err(refuse("the shape has too many axes"));
        }
        if shape.iter().any(|extent| *extent < 0) {
            return Err(refuse("the shape has a negative extent"));
        }
        // From the right, as the strides are: an overflow hidden behind a zero extent is an overflow.
        let count = shape.iter().rev().try_fold(1_i64, |n, extent| n.checked_mul(*extent));
        let bytes = count.and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_mul(dtype.item_bytes()));
        if bytes != Some(len_bytes) {
            return Err(refuse("the buffer's length is not that of the shape"));
        }
        Ok(Self {
            dtype,
            shape: shape.to_vec(),
            device: Device::CPU,
            #[cfg(feature = "mutants")]
            handle_gone: false.into(),
        })
    }
}
