//! The adapter as a Node addon: plain functions, text for single steps, typed arrays for batches.
//!
//! The world is the process's: two workers that load the addon share it.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use custody_adapter::{Ledger, Observation, Step, World, layout_json, ledger as counts};
use napi::bindgen_prelude::{Uint16Array, Uint32Array};
use napi::{Error, Result, Status};
use napi_derive::napi;
use serde_json::{Value, json};

#[global_allocator]
static LEDGER: Ledger = Ledger;

struct Harness {
    world: World,
    compiled: Vec<Option<Step>>,
}

static HARNESS: LazyLock<Mutex<Harness>> =
    LazyLock::new(|| Mutex::new(Harness { world: World::new(), compiled: Vec::new() }));

fn harness() -> MutexGuard<'static, Harness> {
    HARNESS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn invalid(what: &str) -> Error {
    Error::new(Status::InvalidArg, what)
}

/// Where each fact lies in the two words of a step.
#[napi(catch_unwind)]
pub fn layout() -> String {
    layout_json()
}

/// Registers the concrete steps that batches name by index: 1 where the contract knows the step.
#[napi(catch_unwind)]
pub fn compile(steps_json: String) -> Result<Uint32Array> {
    let steps: Vec<Value> = serde_json::from_str(&steps_json).map_err(|e| invalid(&e.to_string()))?;
    let compiled: Vec<Option<Step>> = steps.into_iter().map(Step::from_value).collect();
    let supported: Vec<u32> = compiled.iter().map(|step| u32::from(step.is_some())).collect();
    harness().compiled = compiled;
    Ok(supported.into())
}

/// Drops everything held and zeroes the counts.
#[napi(catch_unwind)]
pub fn reset() {
    harness().world.reset();
}

/// Performs one step, with the text of a refusal.
#[napi(catch_unwind)]
pub fn perform(step_json: String) -> String {
    let world = &mut harness().world;
    let seen = world.perform(Step::from_json(&step_json));
    let message = world.refusal().map(ToString::to_string).unwrap_or_default();
    seen.to_json(&message)
}

/// Performs cases: `lengths[i]` steps each, from a reset world; two words a step into `out`.
///
/// Refuses lengths that do not sum up to the steps, and an `out` that is too short; nothing is performed then.
/// After the last case the world is reset.
#[napi(catch_unwind)]
pub fn perform_batch(steps: Uint16Array, lengths: Uint32Array, mut out: Uint32Array) -> Result<()> {
    let total: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
    if total != steps.len() as u64 {
        return Err(invalid("the lengths do not sum up to the number of steps"));
    }
    if (out.len() as u64) < 2 * total {
        return Err(invalid("the output array is shorter than two words a step"));
    }
    let Harness { world, compiled } = &mut *harness();
    // SAFETY: JavaScript is inside this call, so nobody else touches the array while it is written.
    let mut words = unsafe { out.as_mut() }.chunks_exact_mut(2);
    let mut steps = steps.iter();
    for length in lengths.iter() {
        world.reset();
        for (step, words) in steps.by_ref().take(*length as usize).zip(words.by_ref()) {
            let seen: Observation = world.perform(compiled.get(usize::from(*step)).copied().flatten());
            words.copy_from_slice(&seen.pack());
        }
    }
    world.reset();
    Ok(())
}

/// Version and kind of the build.
#[napi(catch_unwind)]
pub fn build() -> String {
    json!({ "version": env!("CARGO_PKG_VERSION"), "mutants": cfg!(feature = "mutants") }).to_string()
}

/// The counting allocator's balance, of the Rust side only.
#[napi(catch_unwind)]
pub fn ledger() -> String {
    let balance = counts::balance();
    json!({ "allocations": balance.allocations, "frees": balance.frees, "live": balance.live() }).to_string()
}

/// The names of the wrong variants.
#[cfg(feature = "mutants")]
#[napi(catch_unwind)]
pub fn mutants() -> Vec<String> {
    custody_adapter::mutants::TABLE.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// What each wrong variant does wrong, in the order of `mutants()`.
#[cfg(feature = "mutants")]
#[napi(catch_unwind)]
pub fn mutant_descriptions() -> Vec<String> {
    custody_adapter::mutants::TABLE.iter().map(|(_, text)| (*text).to_owned()).collect()
}

/// Switches one wrong variant on, or all off.
#[cfg(feature = "mutants")]
#[napi(catch_unwind)]
pub fn set_mutant(name: Option<String>) -> Result<()> {
    let mut harness = harness();
    harness.world.reset();
    if custody_adapter::mutants::set(name.as_deref()) { Ok(()) } else { Err(invalid("no such mutant")) }
}
