//! Two doors, one buffer. Door 1, [`Tensor::dlpack`], lends read-only leases or makes copies and never
//! consumes. Door 2, [`Tensor::into_dlpack`], moves the buffer out once, for writing, and leaves a tombstone.
//!
//! A tensor is not `Clone`: a second handle would be a second owner of the slot. [`Tensor::alias`] gives a
//! doorless handle instead.
//!
//! ```compile_fail,E0599
//! use custody_tensor::{Buffer, Dtype, Tensor};
//! let tensor = Tensor::new(Buffer::from(vec![1u8, 2]), Dtype::Uint8, &[2]).unwrap();
//! let _ = tensor.clone();
//! ```

mod aligned;
mod buffer;
mod copy;
mod device_door;
mod device_memory;
mod exclusive;
mod face;
mod lend;
mod metadata;
mod owned;
mod refusal;
mod request;
mod sync;
mod tensor;
mod trail;
#[cfg(feature = "mutants")]
mod wrong;

pub use aligned::Aligned;
pub use buffer::Buffer;
pub use copy::{FaultGuard, fail_next_copy};
pub use custody_exchange::{Abi, Device, Dtype, Export, Flags};
pub use device_memory::{ConsumerStream, DeviceError, DeviceMemory, PinnedMemory};
pub use face::{Alias, BufferFace};
pub use owned::OwnedTensor;
pub use refusal::{ErrorClass, Reason, Refusal};
pub use request::{Arg, Request};
pub use tensor::{Reach, Tensor};
