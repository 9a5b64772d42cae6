//! The edge of the ABI: numbers a call, lets faults and lost devices answer, checks what every call needs, has
//! the effect done, logs the result. No panic leaves it.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::code::*;
use crate::fault::{Fires, Late};
use crate::function::{Function, Needs};
use crate::ledger::{Done, Wrong};
use crate::lock::{Locked, lock};
use crate::run::IN_HOST_FUNCTION;
use crate::sim::Sim;

thread_local! {
    /// The context current on this thread.
    pub(crate) static CURRENT: Cell<u64> = const { Cell::new(0) };
}

/// A call under way, with the lock.
pub(crate) struct Call {
    pub(crate) sim: Option<Locked>,
    pub(crate) function: Function,
    pub(crate) number: u64,
    /// The context current on the calling thread; live if the function needs one.
    pub(crate) context: u64,
    /// The call will report failure though its effect is done.
    pub(crate) orphan: bool,
    pub(crate) late: Option<Late>,
    /// It has found work unfinished.
    pub(crate) blocked: bool,
}

/// Answers one call of the ABI with `effect`, or with what stands before it.
pub(crate) fn call(function: Function, args: &[u64], effect: impl FnOnce(&mut Call) -> Done) -> Code {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let mut sim = lock();
        let number = sim.log.begin(function, args);
        if function.waits() {
            sim.waits.add(function);
        }
        let context = CURRENT.get();
        let mut call = Call { sim: Some(sim), function, number, context, orphan: false, late: None, blocked: false };
        let code = call.answer(args, effect).err().unwrap_or(SUCCESS);
        if let Some(entry) = call.log.entry(number) {
            entry.result = Some(code);
        }
        code
    }));
    answer.unwrap_or(UNKNOWN)
}

impl Call {
    fn answer(&mut self, args: &[u64], effect: impl FnOnce(&mut Call) -> Done) -> Done {
        let function = self.function;
        if IN_HOST_FUNCTION.get() && function.needs() != Needs::Nothing {
            self.violate(Wrong::CallInHostFunction, format!("{} inside a host function", function.name()));
            return Err(NOT_PERMITTED);
        }
        if let Some(code) = self.lost_for(args) {
            return self.fails(args, code);
        }
        if function.needs() == Needs::Context
            && let Some(code) = self.faults.report(function)
        {
            return self.fails(args, code);
        }
        match self.faults.meet(function) {
            Some(Fires::Now { code, effect_done: false }) => return self.fails(args, code),
            Some(Fires::Now { code, effect_done: true }) => {
                self.mark_fault();
                self.orphan = true;
                self.ready().and_then(|()| effect(self)).ok();
                return if code == SUCCESS { Ok(()) } else { Err(code) };
            }
            Some(Fires::Later(late)) => self.late = Some(late),
            None => {}
        }
        self.ready()?;
        effect(self)
    }

    /// Whether what the function needs holds.
    fn ready(&mut self) -> Done {
        let needs = self.function.needs();
        if needs != Needs::Nothing && !self.initialised {
            return Err(NOT_INITIALIZED);
        }
        if needs != Needs::Context {
            return Ok(());
        }
        match self.contexts.get(&self.context).map(|context| context.life.is_live()) {
            Some(true) => Ok(()),
            Some(false) => {
                self.violate(Wrong::UseAfterDestroy, "the current context was destroyed".into());
                Err(CONTEXT_IS_DESTROYED)
            }
            None => Err(INVALID_CONTEXT),
        }
    }

    /// The code of the lost device this call would touch.
    fn lost_for(&self, args: &[u64]) -> Option<Code> {
        match (self.function.needs(), self.function) {
            (Needs::Nothing | Needs::Init, _) => None,
            _ if self.loss_concealed => None,
            (_, Function::cuCtxSetCurrent) => self.lost(args[0]),
            (_, Function::cuDevicePrimaryCtxRetain | Function::cuDevicePrimaryCtxRelease_v2) => {
                self.devices.get(*args.last()? as usize)?.lost
            }
            _ => self.lost(self.context),
        }
    }

    /// Fails without effect. The ledger still notes that a release was asked for.
    fn fails(&mut self, args: &[u64], code: Code) -> Done {
        self.mark_fault();
        if self.function.releases() {
            let handle = match self.function {
                Function::cuDevicePrimaryCtxRelease_v2 => {
                    self.devices.get(args[0] as usize).and_then(|device| device.primary).unwrap_or(0)
                }
                _ => args[0],
            };
            if let Some(life) = self.life_mut(handle) {
                life.release_calls += 1;
            }
        }
        if code == SUCCESS { Ok(()) } else { Err(code) }
    }

    fn mark_fault(&mut self) {
        let number = self.number;
        if let Some(entry) = self.log.entry(number) {
            entry.fault = true;
        }
    }
}

impl Deref for Call {
    type Target = Sim;
    fn deref(&self) -> &Sim {
        self.sim.as_ref().expect("held but inside `run`")
    }
}

impl DerefMut for Call {
    fn deref_mut(&mut self) -> &mut Sim {
        self.sim.as_mut().expect("held but inside `run`")
    }
}
