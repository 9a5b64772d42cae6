//! What each step does. Labels of requests decide nothing; exports are filed by what was asked.
#![forbid(unsafe_code)]

use custody_tensor::{Arg, Device, Dtype, Export, Refusal, Request, Tensor, fail_next_copy};

use crate::memory::{self, Origin};
use crate::observation::{Fact, Observation};
use crate::showing::metadata;
use crate::step::{Ask, FaceKind, How, Kind, ShapeName, Step, Which};
use crate::world::{EXPORTS_MAX, FACES_MAX, Face, LEASES_MAX, World};

impl World {
    /// Acts; `None` if the thing acted on is not held.
    pub(crate) fn act(&mut self, step: Step) -> Option<Observation> {
        match step {
            Step::Make { origin, dtype, shape } => Some(self.make(origin, dtype, shape)),
            Step::Inspect => self.tensor.as_ref().map(|t| metadata(t.dtype(), t.shape(), t.device())),
            Step::OpenFace(kind) => self.open_face(kind),
            Step::CloseFace(which) => take(&mut self.faces, which).map(|_face| Observation::default()),
            Step::Dlpack(ask) => self.dlpack(ask),
            Step::IntoDlpack => self.move_out(),
            Step::OwnedInspect => self.owned.as_ref().map(|owned| {
                let (kind, index) = owned.dlpack_device();
                metadata(owned.dtype(), owned.shape(), Device { kind, index })
            }),
            Step::OwnedDlpack(ask) => self.owned_dlpack(ask),
            Step::DropOwned => self.owned.take().map(|_owned| Observation::default()),
            Step::DropTensor => self.tensor.take().map(|_tensor| Observation::default()),
            Step::End(kind, how, which) => self.end(kind, how, which),
            Step::ReadFace(which) => pick(&self.faces, which).map(|face| self.read(face.bytes())),
            Step::ReadLease(which) => pick(&self.leases, which).map(|lease| {
                let mut seen = Observation::default();
                seen.set_bool(Fact::BytesEqual, self.holds_contents(&lease.look()));
                seen
            }),
            Step::WriteThrough(kind) => self.write_through(kind),
        }
    }

    fn make(&mut self, origin: Origin, dtype: Dtype, shape: ShapeName) -> Observation {
        self.reset();
        self.size_bytes = shape.count() * dtype.item_bytes();
        let (buffer, outside) = memory::make(origin, self.size_bytes);
        self.outside = outside;
        self.address = buffer.bytes().as_ptr() as usize;
        match Tensor::new(buffer, dtype, shape.extents()) {
            Ok(tensor) => {
                let seen = metadata(tensor.dtype(), tensor.shape(), tensor.device());
                self.tensor = Some(tensor);
                seen
            }
            Err(refusal) => self.refused(refusal),
        }
    }

    fn open_face(&mut self, kind: FaceKind) -> Option<Observation> {
        let tensor = self.tensor.as_ref()?;
        let opened = match kind {
            FaceKind::Buffer => tensor.buffer().map(Face::Buffer),
            FaceKind::Alias => tensor.alias().map(Face::Alias),
        };
        Some(match opened {
            Err(refusal) => self.refused(refusal),
            Ok(face) => {
                let mut seen = self.read(face.bytes());
                seen.set_code(Fact::Address, self.place(face.bytes().as_ptr() as usize));
                self.faces.push(face);
                self.faces.truncate(FACES_MAX);
                seen
            }
        })
    }

    fn dlpack(&mut self, ask: Ask) -> Option<Observation> {
        let tensor = self.tensor.as_ref()?;
        let fault = ask.no_memory.then(fail_next_copy);
        let answer = tensor.dlpack(&ask.request);
        drop(fault);
        Some(self.answer(answer, door_one_kind(&ask.request)))
    }

    fn owned_dlpack(&mut self, ask: Ask) -> Option<Observation> {
        let owned = self.owned.as_mut()?;
        let fault = ask.no_memory.then(fail_next_copy);
        let answer = owned.dlpack(&ask.request);
        drop(fault);
        Some(self.answer(answer, if copies(&ask.request) { Kind::Copied } else { Kind::Moved }))
    }

    fn move_out(&mut self) -> Option<Observation> {
        match self.tensor.as_ref()?.into_dlpack() {
            Err(refusal) => Some(self.refused(refusal)),
            Ok(owned) => {
                self.owned.get_or_insert(owned);
                Some(Observation::default())
            }
        }
    }

    fn answer(&mut self, answer: Result<Export, Refusal>, kind: Kind) -> Observation {
        match answer {
            Err(refusal) => self.refused(refusal),
            Ok(export) => {
                self.deleters.watch(&export);
                let seen = self.export(&export.look());
                let (held, bound) = self.shelf(kind);
                held.push(export);
                held.truncate(bound);
                seen
            }
        }
    }

    fn shelf(&mut self, kind: Kind) -> (&mut Vec<Export>, usize) {
        match kind {
            Kind::Lease => (&mut self.leases, LEASES_MAX),
            Kind::Moved => (&mut self.moved, EXPORTS_MAX),
            Kind::Copied => (&mut self.copied, EXPORTS_MAX),
        }
    }

    fn end(&mut self, kind: Kind, how: How, which: Which) -> Option<Observation> {
        let export = take(self.shelf(kind).0, which)?;
        match how {
            How::DropUnconsumed => drop(export),
            How::ConsumeReleaseHere => export.consume().release(),
            How::ConsumeReleaseElsewhere => self.elsewhere.release(export.consume()),
        }
        Some(Observation::default())
    }
}

fn copies(request: &Request) -> bool {
    request.copy == Arg::Given(true)
}

fn door_one_kind(request: &Request) -> Kind {
    let versioned = matches!(request.max_version, Arg::Given((major, _)) if major >= 1);
    if !copies(request) && (versioned || request.copy == Arg::Given(false)) { Kind::Lease } else { Kind::Copied }
}

fn index<T>(held: &[T], which: Which) -> Option<usize> {
    match which {
        Which::Oldest => (!held.is_empty()).then_some(0),
        Which::Newest => held.len().checked_sub(1),
    }
}

fn pick<T>(held: &[T], which: Which) -> Option<&T> {
    index(held, which).map(|at| &held[at])
}

fn take<T>(held: &mut Vec<T>, which: Which) -> Option<T> {
    index(held, which).map(|at| held.remove(at))
}
