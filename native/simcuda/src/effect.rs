//! What the effect of a call can do: make objects, queue work, wait.

use crate::call::Call;
use crate::ledger::{Done, Kind, Life, Wrong};
use crate::run;
use crate::sim::Sim;
use crate::work::{Mark, Piece, Work};

impl Call {
    /// Notes in the log what the call handed out.
    pub(crate) fn made(&mut self, handle: u64) {
        let number = self.number;
        if let Some(entry) = self.log.entry(number) {
            entry.made = Some(handle);
        }
    }

    /// Enters an object of the current context into the ledger.
    pub(crate) fn birth(&mut self, kind: Kind, context: u64, flags: u32) -> Life {
        let (number, orphan) = (self.number, self.orphan);
        Sim::birth(self, kind, context, flags, number, orphan)
    }

    /// Records a violation of this call.
    pub(crate) fn violate(&mut self, wrong: Wrong, text: String) {
        let number = self.number;
        Sim::violate(self, wrong, number, text);
    }

    /// Queues work on a stream and runs what may run.
    pub(crate) fn queue(&mut self, stream: u64, work: Work) -> Mark {
        let mark = self.push(stream, work);
        self.run();
        mark
    }

    /// Queues work and runs nothing. The late fault of this call, if any, goes with it.
    pub(crate) fn push(&mut self, stream: u64, work: Work) -> Mark {
        self.pieces += 1;
        let mark = Mark { stream, number: self.pieces };
        let piece = Piece { number: mark.number, call: self.number, work, late: self.late.take() };
        for address in piece.touches().into_iter().flatten() {
            if let Some(memory) = self.heap.holding(address) {
                memory.in_flight += 1;
            }
        }
        if let Some(stream) = self.streams.get_mut(&stream) {
            stream.queue.push_back(piece);
        }
        mark
    }

    /// Runs what may run; host functions outside the lock.
    pub(crate) fn run(&mut self) {
        self.sim = self.sim.take().map(run::pump);
    }

    /// Waits for a mark: held work up to it runs.
    pub(crate) fn finish(&mut self, mark: Mark) -> Done {
        if self.finished(mark) {
            return Ok(());
        }
        let function = self.function;
        if !std::mem::replace(&mut self.blocked, true) {
            let sim: &mut Sim = self;
            sim.blocked.add(function);
        }
        let (sim, done) = run::finish(self.sim.take().expect("held but inside `run`"), mark);
        self.sim = Some(sim);
        done?;
        // Work that failed just now is reported by the call that waited for it.
        let lost = self.lost(self.context);
        let failed = lost.or_else(|| self.faults.report(function));
        failed.map_or(Ok(()), Err)
    }
}
