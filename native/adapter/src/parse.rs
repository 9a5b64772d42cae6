//! Steps from JSON. What is not in the contract is no step.
#![forbid(unsafe_code)]

use custody_tensor::{Arg, Device, Dtype, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::memory::Origin;
use crate::step::{Ask, FaceKind, How, Kind, ShapeName, Step, Which};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    input: String,
    #[serde(default)]
    params: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Make {
    origin: Origin,
    dtype: String,
    shape: Vec<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Face {
    face: FaceKind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pick {
    #[serde(default)]
    which: Which,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    how: How,
    #[serde(default)]
    which: Which,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asking {
    request: RawRequest,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRequest {
    #[serde(default)]
    max_version: Option<OrWord<(u32, u32)>>,
    #[serde(default)]
    copy: Option<OrWord<bool>>,
    #[serde(default)]
    dl_device: Option<String>,
    #[serde(default)]
    stream: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OrWord<T> {
    Value(T),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Step {
    /// The step a JSON value names, or nothing where the contract knows none.
    pub fn from_value(value: Value) -> Option<Step> {
        let Raw { input, params } = serde_json::from_value(value).ok()?;
        let params = params.unwrap_or_else(|| Value::Object(Default::default()));
        match input.as_str() {
            "make.exclusive" => make(read(params)?, false),
            "make.foreign" => make(read(params)?, true),
            "open_face" => Some(Step::OpenFace(read::<Face>(params)?.face)),
            "close_face" => Some(Step::CloseFace(read::<Pick>(params)?.which)),
            "read.face" => Some(Step::ReadFace(read::<Pick>(params)?.which)),
            "read.lease" => Some(Step::ReadLease(read::<Pick>(params)?.which)),
            "end_lease" => end(Kind::Lease, read(params)?),
            "end_export.moved" => end(Kind::Moved, read(params)?),
            "end_export.copied" => end(Kind::Copied, read(params)?),
            "dlpack.view" | "dlpack.copy" | "dlpack.legacy_copy" | "dlpack.argument" | "dlpack.stream"
            | "dlpack.device" | "dlpack.unmarkable" => Some(Step::Dlpack(ask(read(params)?, false)?)),
            "dlpack.no_memory" => Some(Step::Dlpack(ask(read(params)?, true)?)),
            "owned.dlpack.move"
            | "owned.dlpack.legacy_move"
            | "owned.dlpack.copy"
            | "owned.dlpack.legacy_copy"
            | "owned.dlpack.argument"
            | "owned.dlpack.stream"
            | "owned.dlpack.device" => Some(Step::OwnedDlpack(ask(read(params)?, false)?)),
            "owned.dlpack.no_memory" => Some(Step::OwnedDlpack(ask(read(params)?, true)?)),
            other => bare(other).filter(|_| read::<Nothing>(params).is_some()),
        }
    }

    /// As [`Step::from_value`], from text.
    pub fn from_json(text: &str) -> Option<Step> {
        Step::from_value(serde_json::from_str(text).ok()?)
    }
}

fn bare(input: &str) -> Option<Step> {
    Some(match input {
        "inspect" => Step::Inspect,
        "into_dlpack" => Step::IntoDlpack,
        "owned.inspect" => Step::OwnedInspect,
        "drop_owned" => Step::DropOwned,
        "drop_tensor" => Step::DropTensor,
        "write_through.moved" => Step::WriteThrough(Kind::Moved),
        "write_through.copied" => Step::WriteThrough(Kind::Copied),
        _ => return None,
    })
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

fn make(raw: Make, foreign: bool) -> Option<Step> {
    let dtype = [Dtype::Float32, Dtype::Uint8, Dtype::Int64].into_iter().find(|dtype| dtype.name() == raw.dtype)?;
    let shape = ShapeName::of(&raw.shape)?;
    // There is nothing to write in an empty buffer, so it is exclusive wherever it comes from.
    let is_empty = shape.count() == 0;
    let is_foreign = !is_empty && matches!(raw.origin, Origin::Static | Origin::FromOwner | Origin::BytesClone);
    let fits = raw.origin != Origin::Empty || is_empty;
    (is_foreign == foreign && fits).then_some(Step::Make { origin: raw.origin, dtype, shape })
}

fn end(kind: Kind, End { how, which }: End) -> Option<Step> {
    Some(Step::End(kind, how, which))
}

fn ask(Asking { request: raw }: Asking, no_memory: bool) -> Option<Ask> {
    let request = Request {
        max_version: arg(raw.max_version)?,
        copy: arg(raw.copy)?,
        dl_device: match raw.dl_device.as_deref() {
            None => Arg::Absent,
            Some("own") => Arg::Given(Device::CPU),
            Some("other") => Arg::Given(Device { kind: 2, index: 0 }),
            Some("malformed") => Arg::Malformed,
            Some(_) => return None,
        },
        stream: match raw.stream.as_deref() {
            None => Arg::Absent,
            Some("other") => Arg::Given(7),
            Some(_) => return None,
        },
    };
    Some(Ask { request, no_memory })
}

fn arg<T>(raw: Option<OrWord<T>>) -> Option<Arg<T>> {
    match raw {
        None => Some(Arg::Absent),
        Some(OrWord::Value(value)) => Some(Arg::Given(value)),
        Some(OrWord::Word(word)) => (word == "malformed").then_some(Arg::Malformed),
    }
}
