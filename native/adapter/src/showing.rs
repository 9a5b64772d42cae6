//! What a step showed, put into facts.

use custody_exchange::consumer::Seen;
use custody_exchange::{Abi, Device, Dtype};
use custody_tensor::Refusal;

use crate::memory::{self, BYTES_MAX};
use crate::observation::{Fact, Observation};
use crate::step::ShapeName;
use crate::world::World;

const CONTENTS: [u8; BYTES_MAX] = memory::contents();

impl World {
    pub(crate) fn refused(&mut self, refusal: Refusal) -> Observation {
        let mut seen = Observation::outcome("refused");
        seen.set(Fact::Reason, refusal.reason().name());
        seen.set(Fact::Error, refusal.class().name());
        self.refusal = Some(refusal);
        seen
    }

    pub(crate) fn export(&self, look: &Seen<'_>) -> Observation {
        let mut seen = metadata(look.dtype, look.shape, look.device);
        seen.set(Fact::Abi, if look.abi == Abi::Legacy { "legacy" } else { "versioned" });
        if let Some(version) = look.version {
            seen.set(Fact::Version, if version == (1, 3) { "1.3" } else { "other" });
        }
        if let Some(flags) = look.flags {
            seen.set_bool(Fact::ReadOnly, flags.read_only);
            seen.set_bool(Fact::Copied, flags.copied);
        }
        if !look.shape.is_empty() {
            seen.set(Fact::Strides, if look.strides_given { "given" } else { "null" });
        }
        seen.set_code(Fact::Address, self.place(look.data as usize));
        seen.set_bool(Fact::BytesEqual, self.holds_contents(look));
        seen
    }

    pub(crate) fn read(&self, bytes: &[u8]) -> Observation {
        let mut seen = Observation::default();
        seen.set_bool(Fact::BytesEqual, *bytes == CONTENTS[..self.size_bytes]);
        seen
    }

    pub(crate) fn holds_contents(&self, look: &Seen<'_>) -> bool {
        // SAFETY: the struct looked at is held by this world, its size was compared first, and nobody writes
        // while a step reads.
        look.size_bytes == self.size_bytes && unsafe { look.bytes() == &CONTENTS[..self.size_bytes] }
    }

    /// Code of [`Fact::Address`]: an empty tensor has no address.
    pub(crate) fn place(&self, address: usize) -> u32 {
        if self.size_bytes == 0 { 0 } else { 1 + u32::from(address != self.address) }
    }
}

/// Metadata facts; no element type stands for one of none of ours.
pub(crate) fn metadata(dtype: impl Into<Option<Dtype>>, shape: &[i64], device: Device) -> Observation {
    let mut seen = Observation::default();
    seen.set(Fact::Dtype, dtype.into().map_or("other", Dtype::name));
    let shape = match ShapeName::of(shape) {
        Some(ShapeName::TwoByThree) => "2x3",
        Some(ShapeName::ZeroD) => "0d",
        Some(ShapeName::Zero) => "0",
        Some(ShapeName::ThreeByZero) => "3x0",
        None => "other",
    };
    seen.set(Fact::Shape, shape);
    seen.set(Fact::Device, if device == Device::CPU { "cpu" } else { "other" });
    seen
}
