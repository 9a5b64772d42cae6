//! The order of work: within a stream, behind events, and around the legacy default stream.

use crate::code::Code;
use crate::sim::Sim;
use crate::work::{Mark, Order, Piece, Work};

/// What stands between a mark and its completion.
pub(crate) enum Step {
    Done,
    /// The head of this stream is to run first.
    Run(u64),
    /// A host function is running on another thread.
    Busy,
    Lost(Code),
}

impl Sim {
    /// Whether all work up to the mark has run.
    pub(crate) fn finished(&self, mark: Mark) -> bool {
        self.streams.get(&mark.stream).and_then(|stream| stream.head()).is_none_or(|head| head > mark.number)
    }

    /// Everything queued on a stream so far.
    pub(crate) fn all_of(&self, stream: u64) -> Mark {
        Mark { stream, number: self.pieces }
    }

    /// The first thing a stream's head waits for.
    fn blocker(&self, key: u64, piece: &Piece) -> Option<Mark> {
        if let Work::Wait { until } = piece.work
            && !self.finished(until)
        {
            return Some(until);
        }
        let stream = self.streams.get(&key)?;
        let earlier = |other: &u64| self.streams[other].head().is_some_and(|head| head < piece.number);
        let other = match stream.order {
            Order::Apart => None,
            Order::Blocking => self.defaults.get(&(stream.context, 0)).copied().filter(earlier),
            Order::Legacy => self
                .streams
                .iter()
                .filter(|(_, other)| other.order == Order::Blocking && other.context == stream.context)
                .map(|(key, _)| *key)
                .find(earlier),
        };
        other.map(|stream| Mark { stream, number: piece.number - 1 })
    }

    /// What is to happen next for a mark to be done, gates or not.
    pub(crate) fn next_needed(&self, mut mark: Mark) -> Step {
        loop {
            let Some(stream) = self.streams.get(&mark.stream) else { return Step::Done };
            let Some(head) = stream.queue.front().filter(|head| head.number <= mark.number) else { return Step::Done };
            if let Some(code) = self.lost(stream.context) {
                return Step::Lost(code);
            }
            if stream.busy {
                return Step::Busy;
            }
            match self.blocker(mark.stream, head) {
                // Numbers strictly fall from one blocker to the next, so this ends.
                Some(before) => mark = before,
                None => return Step::Run(mark.stream),
            }
        }
    }

    /// The stream with the oldest piece that may run; held ones count if `past_gates`.
    pub(crate) fn next_ready(&self, past_gates: bool) -> Option<u64> {
        let ready = self.streams.iter().filter_map(|(key, stream)| {
            let head = stream.queue.front()?;
            let held = !past_gates && (self.gate_all || stream.gated);
            let stopped = held || stream.busy || self.lost(stream.context).is_some();
            (!stopped && self.blocker(*key, head).is_none()).then_some((head.number, *key))
        });
        ready.min().map(|(_, key)| key)
    }
}
