//! Ledger, log and violations as text. Names like `event#2` count from the reset, so that two runs compare.

use std::ffi::c_char;
use std::fmt::Write;

use super::counts::lives;
use super::text::{number, write};
use crate::code;
use crate::function::{Function, PerFunction};
use crate::ledger::{Kind, Life};
use crate::lock::lock;
use crate::log::Entry;
use crate::sim::Sim;

fn object(handle: u64, bytes: Option<usize>, life: &Life) -> String {
    format!(
        "{{\"name\":\"{}\",\"handle\":{handle},\"context\":{},\"flags\":{},\"bytes\":{},\"created\":{},\"uses\":{},\
         \"lastUse\":{},\"releaseCalls\":{},\"released\":{},\"withContext\":{},\"orphan\":{}}}",
        life.name(),
        life.context,
        life.flags,
        number(bytes.map(|bytes| bytes as u64)),
        life.created,
        life.uses,
        life.last_use,
        life.release_calls,
        number(life.released),
        life.with_context,
        life.orphan
    )
}

/// `{"name":count,…}` of the functions whose count is not 0.
fn counted(counts: &PerFunction) -> String {
    let some = Function::ALL.iter().map(|function| (function, counts.of(*function))).filter(|(_, count)| *count > 0);
    let fields: Vec<String> = some.map(|(function, count)| format!("\"{}\":{count}", function.name())).collect();
    format!("{{{}}}", fields.join(","))
}

fn ledger(sim: &Sim) -> String {
    let mut fields = Vec::new();
    for kind in Kind::ALL {
        let objects: Vec<String> =
            lives(sim, kind).into_iter().map(|(at, bytes, life)| object(at, bytes, life)).collect();
        fields.push(format!("\"{}\":[{}]", kind.plural(), objects.join(",")));
    }
    // Texts of violations are ours, without quotes or backslashes.
    let violations = sim.violations.iter().map(|violation| {
        let (kind, call, text) = (violation.wrong.name(), violation.call, &violation.text);
        format!("{{\"kind\":\"{kind}\",\"call\":{call},\"text\":\"{text}\"}}")
    });
    fields.push(format!("\"violations\":[{}]", violations.collect::<Vec<_>>().join(",")));
    fields.push(format!("\"waits\":{}", counted(&sim.waits)));
    fields.push(format!("\"blocked\":{}", counted(&sim.blocked)));
    format!("{{\"calls\":{},{}}}", sim.log.calls, fields.join(","))
}

fn log(sim: &Sim) -> String {
    let entries = sim.log.entries.iter().map(|entry| {
        let args: Vec<String> = entry.args().iter().map(u64::to_string).collect();
        format!(
            "{{\"number\":{},\"function\":\"{}\",\"args\":[{}],\"result\":{},\"made\":{},\"fault\":{}}}",
            entry.number,
            entry.function.name(),
            args.join(","),
            number(entry.result.map(u64::from)),
            number(entry.made),
            entry.fault
        )
    });
    format!("[{}]", entries.collect::<Vec<_>>().join(","))
}

/// One line: number, call, result, what was made, and a mark where a fault answered.
fn line(sim: &mut Sim, entry: Entry) -> String {
    let mut name = |value: u64| match sim.life_mut(value) {
        Some(life) => life.name(),
        None if value > 0xFFFF => format!("{value:#x}"),
        None => value.to_string(),
    };
    let args: Vec<String> = entry.args().iter().map(|arg| name(*arg)).collect();
    let mut line = format!("{} {}({})", entry.number, entry.function.name(), args.join(", "));
    // Writing to a String cannot fail.
    let _ = match entry.result {
        Some(result) => write!(line, " = {}", code::name(result)),
        None => write!(line, " under way"),
    };
    if let Some(made) = entry.made {
        let _ = write!(line, " -> {}", name(made));
    }
    line + if entry.fault { " [fault]\n" } else { "\n" }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_ledger_json(buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: the caller keeps this module's promise for the buffer.
    unsafe { write(&ledger(&lock()), buffer, room) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_log_json(buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: as above.
    unsafe { write(&log(&lock()), buffer, room) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_log_text(buffer: *mut c_char, room: usize) -> usize {
    let mut sim = lock();
    let entries: Vec<Entry> = sim.log.entries.iter().copied().collect();
    let text: String = entries.into_iter().map(|entry| line(&mut sim, entry)).collect();
    // SAFETY: as above.
    unsafe { write(&text, buffer, room) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn simcuda_violation_text(index: u64, buffer: *mut c_char, room: usize) -> usize {
    let sim = lock();
    let violation = usize::try_from(index).ok().and_then(|index| sim.violations.get(index));
    let text = violation.map_or_else(String::new, |violation| {
        format!("{} at call {}: {}", violation.wrong.name(), violation.call, violation.text)
    });
    // SAFETY: as above.
    unsafe { write(&text, buffer, room) }
}
