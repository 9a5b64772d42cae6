//! What a tensor says about itself; it never changes (invariant 6).
#![forbid(unsafe_code)]

use custody_exchange::{Device, Dtype};

use crate::refusal::{Reason, Refusal};

pub(crate) struct Metadata {
    pub(crate) dtype: Dtype,
    pub(crate) shape: Vec<i64>,
    /// In elements; none where the memory is row-major and compact.
    pub(crate) strides: Option<Vec<i64>>,
    pub(crate) device: Device,
    #[cfg(feature = "mutants")]
    pub(crate) handle_gone: std::sync::atomic::AtomicBool,
}

impl Metadata {
    /// Checks everything that could fail at an export, so that no export of it can.
    pub(crate) fn new(dtype: Dtype, shape: &[i64], len_bytes: usize, device: Device) -> Result<Self, Refusal> {
        if element_bytes(dtype, shape)? != len_bytes {
            return Err(refuse("the buffer's length is not that of the shape"));
        }
        Ok(Self::of(dtype, shape, None, device))
    }

    /// As [`Metadata::new`], of elements laid out by strides: the farthest of them lies inside the memory.
    pub(crate) fn strided(
        dtype: Dtype,
        shape: &[i64],
        strides: &[i64],
        len_bytes: usize,
        device: Device,
    ) -> Result<Self, Refusal> {
        element_bytes(dtype, shape)?;
        if strides.len() != shape.len() || strides.iter().any(|stride| *stride < 0) {
            return Err(refuse("the strides are not one for each axis, or one is negative"));
        }
        let farthest = shape.iter().zip(strides).try_fold(0_i64, |sum, (extent, stride)| {
            (extent - 1).max(0).checked_mul(*stride).and_then(|reach| sum.checked_add(reach))
        });
        let extent = farthest.and_then(|n| usize::try_from(n + 1).ok()).and_then(|n| n.checked_mul(dtype.item_bytes()));
        let empty = shape.contains(&0);
        if !(empty || extent.is_some_and(|bytes| bytes <= len_bytes)) {
            return Err(refuse("the strides lead beyond the buffer"));
        }
        Ok(Self::of(dtype, shape, Some(strides.to_vec()), device))
    }

    fn of(dtype: Dtype, shape: &[i64], strides: Option<Vec<i64>>, device: Device) -> Self {
        Self {
            dtype,
            shape: shape.to_vec(),
            strides,
            device,
            #[cfg(feature = "mutants")]
            handle_gone: false.into(),
        }
    }
}

fn refuse(what: &'static str) -> Refusal {
    Refusal { reason: Reason::Argument(what), input: "Tensor::new" }
}

/// Bytes of all elements of the shape.
fn element_bytes(dtype: Dtype, shape: &[i64]) -> Result<usize, Refusal> {
    if i32::try_from(shape.len()).is_err() {
        return Err(refuse("the shape has too many axes"));
    }
    if shape.iter().any(|extent| *extent < 0) {
        return Err(refuse("the shape has a negative extent"));
    }
    // From the right, as the strides are: an overflow hidden behind a zero extent is an overflow.
    let count = shape.iter().rev().try_fold(1_i64, |n, extent| n.checked_mul(*extent));
    let bytes = count.and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_mul(dtype.item_bytes()));
    bytes.ok_or_else(|| refuse("the buffer's length is not that of the shape"))
}
