//! What one step showed, as codes, as packed words and as JSON.
#![forbid(unsafe_code)]

use serde_json::{Map, Value, json};

/// The facts, in the order of their codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
#[allow(missing_docs)]
pub enum Fact {
    Outcome,
    Reason,
    Error,
    Abi,
    Version,
    ReadOnly,
    Copied,
    Address,
    BytesEqual,
    Dtype,
    Shape,
    Device,
    Strides,
    Freed,
    LiveExports,
    LiveAliases,
    DeleterCalls,
}

/// Number of facts.
pub const FACTS: usize = 17;
const COUNTS_FROM: usize = Fact::Freed as usize;

/// Each fact's name and values; a value's position is its code.
pub const TABLE: [(&str, &[&str]); FACTS] = [
    ("outcome", &["granted", "refused", "absent", "unsupported"]),
    (
        "reason",
        &[
            "none",
            "argument",
            "consumed",
            "stream",
            "device",
            "cannot-mark-read-only",
            "shared",
            "not-exclusive",
            "memory",
        ],
    ),
    ("error", &["none", "TypeError", "BufferError", "MemoryError", "other"]),
    ("abi", &["none", "legacy", "versioned"]),
    ("version", &["none", "1.3", "other"]),
    ("readOnly", &["none", "false", "true"]),
    ("copied", &["none", "false", "true"]),
    ("address", &["none", "same", "fresh"]),
    ("bytesEqual", &["none", "false", "true"]),
    ("dtype", &["none", "float32", "uint8", "int64", "other"]),
    ("shape", &["none", "2x3", "0d", "0", "3x0", "other"]),
    ("device", &["none", "cpu", "other"]),
    ("strides", &["none", "given", "null"]),
    ("freed", &["0", "1", "2"]),
    ("liveExports", &["0", "1", "2", "3", "4", "5", "6", "7"]),
    ("liveAliases", &["0", "1", "2", "3"]),
    ("deleterCalls", &["0", "1", "2", "3"]),
];

/// Word, shift and width of each fact: the census has the second word to itself.
const PLACES: [(usize, u32, u32); FACTS] = places();

const fn places() -> [(usize, u32, u32); FACTS] {
    let mut out = [(0, 0, 0); FACTS];
    let (mut at, mut shift) = (0, 0);
    while at < FACTS {
        if at == COUNTS_FROM {
            shift = 0;
        }
        let bits = (TABLE[at].1.len() as u32).next_power_of_two().trailing_zeros();
        out[at] = ((at >= COUNTS_FROM) as usize, shift, bits);
        shift += bits;
        at += 1;
    }
    out
}

/// One step's facts. Starts as granted with nothing to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observation([u8; FACTS]);

impl Observation {
    /// Nothing but an outcome.
    pub fn outcome(name: &str) -> Self {
        let mut seen = Self::default();
        seen.set(Fact::Outcome, name);
        seen
    }

    /// Sets a fact by the name of its value. A name the table lacks becomes `other`.
    pub fn set(&mut self, fact: Fact, value: &str) {
        let values = TABLE[fact as usize].1;
        let other = values.len() - 1;
        self.0[fact as usize] = values.iter().position(|known| *known == value).unwrap_or(other) as u8;
    }

    /// Sets a fact by code; counts stop at their greatest value.
    pub fn set_code(&mut self, fact: Fact, code: u32) {
        let last = TABLE[fact as usize].1.len() as u32 - 1;
        self.0[fact as usize] = code.min(last) as u8;
    }

    /// Sets a fact whose values are none, false, true.
    pub fn set_bool(&mut self, fact: Fact, value: bool) {
        self.0[fact as usize] = 1 + u8::from(value);
    }

    /// A fact's code.
    pub fn code(&self, fact: Fact) -> u8 {
        self.0[fact as usize]
    }

    /// A fact's value by name.
    pub fn get(&self, fact: Fact) -> &'static str {
        TABLE[fact as usize].1[self.code(fact) as usize]
    }

    /// The two words that [`layout_json`] describes.
    pub fn pack(&self) -> [u32; 2] {
        let mut words = [0; 2];
        for (code, (word, shift, _)) in self.0.iter().zip(PLACES) {
            words[word] |= u32::from(*code) << shift;
        }
        words
    }

    /// The facts as a JSON object, counts as numbers, with the text of a refusal.
    pub fn to_json(&self, message: &str) -> String {
        let mut all: Map<String, Value> =
            (0..FACTS).map(|at| (TABLE[at].0.to_owned(), value(at, self.0[at] as usize))).collect();
        all.insert("message".into(), message.into());
        Value::Object(all).to_string()
    }
}

fn value(fact: usize, code: usize) -> Value {
    if fact >= COUNTS_FROM { code.into() } else { TABLE[fact].1[code].into() }
}

/// Where each fact lies in the packed words, and what its codes mean.
pub fn layout_json() -> String {
    let facts = (0..FACTS).map(|at| {
        let (word, shift, bits) = PLACES[at];
        let values: Vec<Value> = (0..TABLE[at].1.len()).map(|code| value(at, code)).collect();
        json!({ "fact": TABLE[at].0, "word": word, "shift": shift, "bits": bits, "values": values })
    });
    Value::Array(facts.collect()).to_string()
}
