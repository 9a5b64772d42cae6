//! Faults: which call fails, with which code, and whether its effect is done all the same.

use crate::code::Code;
use crate::function::Function;

/// Fails the nth call and every later one.
pub(crate) const STICKY: u32 = 1;
/// The call has its effect although it reports failure.
pub(crate) const EFFECT_DONE: u32 = 2;
/// The call succeeds; the work it queued fails when it runs, and a later call reports that.
pub(crate) const LATE: u32 = 4;

/// Work that fails when it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    pub(crate) code: Code,
    /// Who reports it; any call on a context when none is named.
    pub(crate) reporter: Option<Function>,
    pub(crate) effect_done: bool,
    /// The device is lost with it.
    pub(crate) sticky: bool,
}

/// An armed fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// Any function when none is named.
    pub(crate) function: Option<Function>,
    /// Calls still to pass; 0 fires at the next.
    pub(crate) passes: u64,
    pub(crate) code: Code,
    pub(crate) flags: u32,
    pub(crate) reporter: Option<Function>,
}

/// What a fault does to the call at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fires {
    Now { code: Code, effect_done: bool },
    Later(Late),
}

/// The armed faults, in the order of arming.
#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) armed: Vec<Fault>,
    pub(crate) fired: u64,
    /// Errors of work that ran and failed, not reported yet.
    pub(crate) unreported: Vec<Late>,
}

impl Faults {
    /// Lets one call pass all armed faults; the first that is due fires.
    pub(crate) fn meet(&mut self, function: Function) -> Option<Fires> {
        let mut fires = None;
        self.armed.retain_mut(|fault| {
            if fault.function.is_some_and(|named| named != function) {
                return true;
            }
            if fault.passes > 0 {
                fault.passes -= 1;
                return true;
            }
            if fires.is_some() {
                return true;
            }
            let (sticky, effect_done) = (fault.flags & STICKY != 0, fault.flags & EFFECT_DONE != 0);
            fires = Some(if fault.flags & LATE != 0 {
                Fires::Later(Late { code: fault.code, reporter: fault.reporter, effect_done, sticky })
            } else {
                Fires::Now { code: fault.code, effect_done }
            });
            sticky && fault.flags & LATE == 0
        });
        self.fired += u64::from(fires.is_some());
        fires
    }

    /// Takes the oldest error of earlier work that this call reports.
    pub(crate) fn report(&mut self, function: Function) -> Option<Code> {
        let at = self.unreported.iter().position(|late| late.reporter.is_none_or(|named| named == function))?;
        Some(self.unreported.remove(at).code)
    }
}
