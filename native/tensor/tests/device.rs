//! Door 1 of device memory, over the whole product of requests, on memory that writes down what it is asked.
#![cfg(not(loom))]

use std::any::Any;
use std::sync::{Arc, Mutex};

use custody_tensor::{
    Abi, Arg, Buffer, ConsumerStream, Device, DeviceError, DeviceMemory, Dtype, PinnedMemory, Reach, Reason, Request,
    Tensor,
};

const BYTES: [u8; 24] = [5; 24];

#[derive(Default)]
struct Seen {
    ordered: Vec<ConsumerStream>,
    copied: Vec<ConsumerStream>,
    to_host: usize,
    freed: usize,
    fails: Option<u32>,
}

/// Device memory at an address that nobody may read.
struct Fake {
    seen: Arc<Mutex<Seen>>,
    address: u64,
    exclusive: bool,
}

impl Fake {
    fn answer(&self) -> Result<(), DeviceError> {
        match self.seen.lock().unwrap().fails {
            Some(code) => Err(DeviceError { call: "cuFake", code }),
            None => Ok(()),
        }
    }
}

impl DeviceMemory for Fake {
    fn address(&self) -> u64 {
        self.address
    }
    fn byte_len(&self) -> usize {
        BYTES.len()
    }
    fn device(&self) -> Device {
        Device::cuda(0)
    }
    fn is_exclusive(&self) -> bool {
        self.exclusive
    }
    fn order_before(&self, consumer: ConsumerStream) -> Result<(), DeviceError> {
        self.seen.lock().unwrap().ordered.push(consumer);
        self.answer()
    }
    fn copy_to_host(&self, into: &mut [u8]) -> Result<(), DeviceError> {
        self.seen.lock().unwrap().to_host += 1;
        into.copy_from_slice(&BYTES);
        self.answer()
    }
    fn copy_on_device(&self, consumer: ConsumerStream) -> Result<Box<dyn DeviceMemory>, DeviceError> {
        self.seen.lock().unwrap().copied.push(consumer);
        self.answer()?;
        Ok(Box::new(Fake { seen: Arc::clone(&self.seen), address: self.address + 0x1000, exclusive: true }))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.seen.lock().unwrap().freed += 1;
    }
}

const ADDRESS: u64 = 0x7000_0000;

fn tensor() -> (Tensor, Arc<Mutex<Seen>>) {
    tensor_of(true)
}

fn tensor_of(exclusive: bool) -> (Tensor, Arc<Mutex<Seen>>) {
    let seen = Arc::new(Mutex::new(Seen::default()));
    let memory: Box<dyn DeviceMemory> = Box::new(Fake { seen: Arc::clone(&seen), address: ADDRESS, exclusive });
    (Tensor::new(Buffer::from(memory), Dtype::Float32, &[2, 3]).unwrap(), seen)
}

/// The rows of the specification, written down once more and by hand: what is asked, in plain words, to an answer.
fn row(request: &Request, owned: bool) -> &'static str {
    let stream = match request.stream {
        Arg::Absent => None,
        Arg::Given(number) => Some(number),
        Arg::Malformed => Some(-2),
    };
    if request.max_version == Arg::Malformed || request.copy == Arg::Malformed || request.dl_device == Arg::Malformed {
        return "argument";
    }
    let to_host = request.dl_device == Arg::Given(Device::CPU);
    let elsewhere =
        matches!(request.dl_device, Arg::Given(device) if device != Device::CPU && device != Device::cuda(0));
    let versioned = matches!(request.max_version, Arg::Given((major, _)) if major >= 1);
    match (stream, request.copy) {
        (Some(0), _) | (Some(i64::MIN..=-2), _) => "stream",
        (Some(_), _) if to_host => "stream",
        (_, Arg::Given(false)) if to_host => "device",
        _ if to_host => "host copy",
        _ if elsewhere => "device",
        (_, Arg::Given(true)) => "copy",
        _ if owned => "move",
        _ if versioned => "lease",
        (_, Arg::Given(false)) => "cannot-mark-read-only",
        _ => "copy",
    }
}

fn product() -> Vec<Request> {
    let versions = [(0, 8), (1, 0), (1, 3), (1, 9), (2, 0)].map(Arg::Given);
    let devices = [Device::CPU, Device::cuda(0), Device::cuda(1)].map(Arg::Given);
    let streams = [0, 1, 2, -1, -2, 7, 0x7F00_0000_0000].map(Arg::Given);
    let mut all = Vec::new();
    for max_version in versions.into_iter().chain([Arg::Absent, Arg::Malformed]) {
        for copy in [Arg::Absent, Arg::Given(false), Arg::Given(true), Arg::Malformed] {
            for dl_device in devices.into_iter().chain([Arg::Absent, Arg::Malformed]) {
                for stream in streams.into_iter().chain([Arg::Absent, Arg::Malformed]) {
                    all.push(Request { max_version, copy, dl_device, stream });
                }
            }
        }
    }
    all
}

fn consumer(request: &Request) -> ConsumerStream {
    match request.stream {
        Arg::Given(2) => ConsumerStream::PerThreadDefault,
        Arg::Given(-1) => ConsumerStream::Unordered,
        Arg::Given(handle) if handle > 2 => ConsumerStream::Handle(handle as u64),
        _ => ConsumerStream::LegacyDefault,
    }
}

/// Performs one request at one door and compares everything that it shows with the row.
fn check(request: &Request, owned: bool) {
    let (tensor, seen) = tensor();
    let row = row(request, owned);
    let context = format!("{request:?}, owned {owned}: {row}");
    let mut moved = owned.then(|| tensor.into_dlpack().unwrap());
    let answer = match &mut moved {
        Some(owned) => owned.dlpack(request),
        None => tensor.dlpack(request),
    };
    let versioned = matches!(request.max_version, Arg::Given((major, _)) if major >= 1);
    let (mut ordered, mut copied, mut to_host) = (vec![], vec![], 0);
    match row {
        "host copy" => to_host = 1,
        "copy" => copied.push(consumer(request)),
        "lease" | "move" => ordered.push(consumer(request)),
        refused => {
            assert_eq!(answer.as_ref().unwrap_err().reason().name(), refused, "{context}");
            assert_eq!(seen.lock().unwrap().freed, 0, "{context}");
        }
    }
    if let Ok(export) = &answer {
        let look = export.look();
        assert_eq!(look.abi == Abi::Versioned, versioned, "{context}");
        assert_eq!(look.device, if row == "host copy" { Device::CPU } else { Device::cuda(0) }, "{context}");
        let same = look.data as u64 == ADDRESS;
        assert_eq!(same, row == "lease" || row == "move", "{context}");
        if let Some(flags) = look.flags {
            assert_eq!(flags.read_only, row == "lease", "{context}");
            assert_eq!(flags.copied, row.ends_with("copy"), "{context}");
        }
    }
    {
        let seen = seen.lock().unwrap();
        assert_eq!((&seen.ordered, &seen.copied, seen.to_host), (&ordered, &copied, to_host), "{context}");
    }
    drop((answer, moved, tensor));
    assert_eq!(seen.lock().unwrap().freed, 1 + copied.len(), "{context}");
}

#[test]
fn the_whole_product_answers_as_the_table_says() {
    let all = product();
    for request in &all {
        check(request, false);
        check(request, true);
    }
    println!("door 1 of device memory: {} requests at both objects", all.len());
    assert_eq!(all.len(), 7 * 4 * 5 * 9);
}

#[test]
fn a_tombstone_is_consumed_before_its_stream_is_looked_at() {
    let (tensor, _) = tensor();
    let owned = tensor.into_dlpack().unwrap();
    let malformed = Request { stream: Arg::Malformed, ..Request::default() };
    assert_eq!(tensor.dlpack(&malformed).unwrap_err().reason(), Reason::Consumed);
    assert_eq!(tensor.device(), Device::cuda(0));
    assert_eq!(owned.dlpack_device(), (2, 0));
}

#[test]
fn a_failed_driver_call_is_a_refusal_that_changes_nothing() {
    let versioned = Request { max_version: Arg::Given((1, 3)), ..Request::default() };
    let to_host = Request { dl_device: Arg::Given(Device::CPU), ..versioned };
    let copy = Request { copy: Arg::Given(true), ..versioned };
    for request in [versioned, to_host, copy] {
        for (code, reason) in [(2, Reason::Memory { bytes: 24 }), (700, Reason::DeviceError { code: 700 })] {
            let (tensor, seen) = tensor();
            seen.lock().unwrap().fails = Some(code);
            assert_eq!(tensor.dlpack(&request).unwrap_err().reason(), reason);
            let mut owned = tensor.into_dlpack().unwrap();
            assert_eq!(owned.dlpack(&request).unwrap_err().reason(), reason);
            seen.lock().unwrap().fails = None;
            drop(owned.dlpack(&request).unwrap());
            assert_eq!(owned.dlpack(&request).unwrap_err().reason(), Reason::Consumed);
        }
    }
}

#[test]
fn the_cpu_cannot_read_device_memory() {
    let (mut tensor, _) = tensor();
    let refusal = tensor.buffer().err().unwrap();
    assert_eq!(refusal.reason(), Reason::NotOnHost);
    assert!(refusal.to_string().contains("dl_device=(1, 0)"), "{refusal}");
    assert_eq!(tensor.bytes_mut().unwrap_err().reason(), Reason::NotOnHost);
    let alias = tensor.alias().unwrap();
    assert!(alias.bytes().is_empty());
    assert_eq!((alias.device(), tensor.reach().unwrap()), (Device::cuda(0), Reach::Shared));
    drop(alias);
    assert_eq!(tensor.reach().unwrap(), Reach::Sole);
}

#[test]
fn foreign_device_memory_is_lent_and_never_moved() {
    let (tensor, _) = tensor_of(false);
    assert_eq!(tensor.reach().unwrap(), Reach::Foreign);
    assert_eq!(tensor.into_dlpack().err().unwrap().reason(), Reason::NotExclusive);
    assert_eq!(tensor.with_buffer(|buffer| buffer.byte_len()), Some(24));
}

#[test]
fn a_view_is_exported_with_its_strides_and_is_not_compact() {
    let (_, seen) = tensor();
    let make = |shape: &[i64], strides: &[i64]| {
        let memory: Box<dyn DeviceMemory> =
            Box::new(Fake { seen: Arc::clone(&seen), address: ADDRESS, exclusive: true });
        Tensor::strided(Buffer::from(memory), Dtype::Float32, shape, strides)
    };
    let view = make(&[3], &[2]).unwrap();
    assert!(!view.is_compact());
    let export = view.dlpack(&Request { max_version: Arg::Given((1, 3)), ..Request::default() }).unwrap();
    assert!(export.look().strides_given);
    for (shape, strides) in [(&[3][..], &[3][..]), (&[3], &[]), (&[3], &[-1]), (&[2, 2], &[i64::MAX, 1])] {
        assert!(matches!(make(shape, strides).err().unwrap().reason(), Reason::Argument(_)), "{shape:?} {strides:?}");
    }
    assert!(make(&[0, 9], &[9, 1]).is_ok());
}

struct Pinned(Vec<u8>);

impl PinnedMemory for Pinned {
    fn as_slice(&self) -> &[u8] {
        &self.0
    }
    fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.0
    }
    fn is_exclusive(&self) -> bool {
        true
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[test]
fn pinned_memory_goes_through_both_doors_as_cuda_host() {
    let memory: Box<dyn PinnedMemory> = Box::new(Pinned(vec![1; 8]));
    let mut tensor = Tensor::new(Buffer::from(memory), Dtype::Uint8, &[8]).unwrap();
    tensor.bytes_mut().unwrap()[0] = 9;
    assert_eq!(tensor.buffer().unwrap()[..2], [9, 1]);
    let lease = tensor.dlpack(&Request { max_version: Arg::Given((1, 0)), ..Request::default() }).unwrap();
    assert_eq!(lease.look().device, Device::CUDA_HOST);
    assert_eq!(tensor.bytes_mut().unwrap_err().reason(), Reason::Shared);
    drop(lease);
    let mut owned = tensor.into_dlpack().unwrap();
    let export = owned.dlpack(&Request::default()).unwrap();
    assert_eq!(export.look().device, Device::CUDA_HOST);
    assert_eq!(tensor.bytes_mut().unwrap_err().reason(), Reason::Consumed);
}
