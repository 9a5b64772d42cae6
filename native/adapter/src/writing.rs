//! A consumer writes where it may; then every other holder is read.

use crate::memory::BYTES_MAX;
use crate::observation::{Fact, Observation};
use crate::step::Kind;
use crate::world::World;

/// Faces, leases, the tensor, the outside reader, a moved and a copied export.
const HOLDERS_MAX: usize = 8;

impl World {
    /// Inverts every byte of the export. `bytesEqual` tells that no other holder saw a change; it is `none` if
    /// the export is marked READ_ONLY, since an honest consumer then writes nothing.
    pub(crate) fn write_through(&self, kind: Kind) -> Option<Observation> {
        let target = match kind {
            Kind::Moved => self.moved.first()?,
            _ => self.copied.first()?,
        };
        let mut seen = Observation::default();
        let look = target.look();
        if look.flags.is_some_and(|flags| flags.read_only) {
            return Some(seen);
        }
        let mut before = [([0_u8; BYTES_MAX], 0); HOLDERS_MAX];
        self.each_other(kind, |at, bytes| {
            before[at].0[..bytes.len()].copy_from_slice(bytes);
            before[at].1 = bytes.len();
        });
        // SAFETY: the export is held here and carries no READ_ONLY; no slice of any holder is alive now. Where
        // the producer lied about exclusiveness the memory is heap memory all the same.
        unsafe { look.invert() };
        let mut unseen = true;
        self.each_other(kind, |at, bytes| unseen &= before[at].0[..before[at].1] == *bytes);
        seen.set_bool(Fact::BytesEqual, unseen);
        Some(seen)
    }

    /// Visits the bytes of every holder but the one written through, in a fixed order.
    fn each_other(&self, kind: Kind, mut visit: impl FnMut(usize, &[u8])) {
        let mut at = 0;
        let mut next = |bytes: &[u8]| {
            if at < HOLDERS_MAX && bytes.len() <= BYTES_MAX {
                visit(at, bytes);
            }
            at += 1;
        };
        self.faces.iter().for_each(|face| next(face.bytes()));
        if let Some(Ok(face)) = self.tensor.as_ref().map(|tensor| tensor.buffer()) {
            next(&face);
        }
        if let Some(bytes) = self.outside.bytes() {
            next(bytes);
        }
        let exports = self.leases.iter();
        let exports = exports.chain(self.moved.iter().filter(|_| kind != Kind::Moved));
        let exports = exports.chain(self.copied.iter().filter(|_| kind != Kind::Copied));
        for export in exports {
            let look = export.look();
            // SAFETY: the export is held by this world and nobody writes while the visitor reads.
            next(unsafe { look.bytes() });
        }
    }
}
