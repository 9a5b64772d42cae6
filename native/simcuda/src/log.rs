//! The log: numbered calls with arguments and results. A ring: the oldest entries go first.

use std::collections::VecDeque;

use crate::code::Code;
use crate::function::{Function, PerFunction};

/// Arguments of the longest signature.
const ARGS_MAX: usize = 4;
/// Entries kept unless asked otherwise.
pub(crate) const ENTRIES_MAX: usize = 1 << 16;

/// One call. Handles and addresses are plain numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) function: Function,
    args: [u64; ARGS_MAX],
    args_len: usize,
    /// The handle or address that was handed out.
    pub(crate) made: Option<u64>,
    /// None while the call is under way.
    pub(crate) result: Option<Code>,
    /// A fault, a late error or a lost device answered.
    pub(crate) fault: bool,
}

impl Entry {
    pub(crate) fn args(&self) -> &[u64] {
        &self.args[..self.args_len]
    }
}

/// Calls since the reset.
pub(crate) struct Log {
    pub(crate) entries: VecDeque<Entry>,
    pub(crate) entries_max: usize,
    /// Calls so far, kept or not.
    pub(crate) calls: u64,
    pub(crate) by_function: PerFunction,
}

impl Default for Log {
    fn default() -> Self {
        Log { entries: VecDeque::new(), entries_max: ENTRIES_MAX, calls: 0, by_function: PerFunction::default() }
    }
}

impl Log {
    /// Numbers a call.
    pub(crate) fn begin(&mut self, function: Function, given: &[u64]) -> u64 {
        self.calls += 1;
        self.by_function.add(function);
        if self.entries_max > 0 {
            if self.entries.len() >= self.entries_max {
                self.entries.pop_front();
            }
            let mut args = [0; ARGS_MAX];
            let args_len = given.len().min(ARGS_MAX);
            args[..args_len].copy_from_slice(&given[..args_len]);
            let (number, made, result) = (self.calls, None, None);
            self.entries.push_back(Entry { number, function, args, args_len, made, result, fault: false });
        }
        self.calls
    }

    /// The entry of a call, unless the ring has passed it.
    pub(crate) fn entry(&mut self, number: u64) -> Option<&mut Entry> {
        let first = self.entries.front()?.number;
        self.entries.get_mut(usize::try_from(number.checked_sub(first)?).ok()?)
    }

    /// Drops the oldest entries beyond the limit.
    pub(crate) fn trim(&mut self) {
        let beyond = self.entries.len().saturating_sub(self.entries_max);
        self.entries.drain(..beyond);
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.calls = 0;
        self.by_function = PerFunction::default();
    }
}
