//! The decision table of both doors, row by row over the whole product of requests.
use bytes::Bytes;
use custody_tensor::{Abi, Aligned, Arg, Buffer, Device, Dtype, Reason, Request, Tensor, fail_next_copy};

const OTHER: Device = Device { kind: 2, index: 0 };

fn product() -> impl Iterator<Item = Request> {
    let versions = [(0, 8), (1, 0), (1, 3), (1, 9), (2, 0)].map(Arg::Given);
    let versions: Vec<_> = [Arg::Absent, Arg::Malformed].into_iter().chain(versions).collect();
    let copies = [Arg::Absent, Arg::Given(false), Arg::Given(true), Arg::Malformed];
    let devices = [Arg::Absent, Arg::Given(Device::CPU), Arg::Given(OTHER), Arg::Malformed];
    versions.into_iter().flat_map(move |max_version| {
        copies.into_iter().flat_map(move |copy| {
            devices.into_iter().flat_map(move |dl_device| {
                [Arg::Absent, Arg::Given(7)].map(|stream| Request { max_version, copy, dl_device, stream })
            })
        })
    })
}

fn malformed(r: &Request) -> bool {
    r.max_version == Arg::Malformed || r.copy == Arg::Malformed || r.dl_device == Arg::Malformed
}

fn versioned(r: &Request) -> bool {
    matches!(r.max_version, Arg::Given((1.., _)))
}

/// The reason, or what is granted: struct, read-only, copied, whether the address is the buffer's.
type Row = Result<(Abi, Option<bool>, Option<bool>, bool), &'static str>;

fn common(r: &Request) -> Option<&'static str> {
    match () {
        _ if malformed(r) => Some("argument"),
        _ if r.stream != Arg::Absent => Some("stream"),
        _ if r.dl_device == Arg::Given(OTHER) => Some("device"),
        _ => None,
    }
}

fn door_one(r: &Request) -> Row {
    match (common(r), versioned(r), r.copy) {
        (Some(reason), ..) => Err(reason),
        (_, true, Arg::Given(true)) => Ok((Abi::Versioned, Some(false), Some(true), false)),
        (_, true, _) => Ok((Abi::Versioned, Some(true), Some(false), true)),
        (_, false, Arg::Given(false)) => Err("cannot-mark-read-only"),
        (_, false, _) => Ok((Abi::Legacy, None, None, false)),
    }
}

fn door_of_owned(r: &Request) -> Row {
    let copied = r.copy == Arg::Given(true);
    match (common(r), versioned(r)) {
        (Some(reason), _) => Err(reason),
        (_, true) => Ok((Abi::Versioned, Some(false), Some(copied), !copied)),
        (_, false) => Ok((Abi::Legacy, None, None, !copied)),
    }
}

fn shown(answer: Result<custody_tensor::Export, custody_tensor::Refusal>, address: *const u8) -> Row {
    let export = answer.map_err(|refusal| refusal.reason().name())?;
    let look = export.look();
    assert_eq!(look.version, (look.abi == Abi::Versioned).then_some((1, 3)));
    // An empty tensor exports NULL; its address says nothing.
    let same = look.data.cast_const() == address;
    Ok((look.abi, look.flags.map(|f| f.read_only), look.flags.map(|f| f.copied), same))
}

fn tensors() -> Vec<(&'static str, Tensor)> {
    let bytes = [1_u8, 2, 3, 4, 5, 6];
    let slice = Bytes::from([0; 16].into_iter().chain(bytes).collect::<Vec<u8>>()).slice(16..);
    vec![
        ("vec", Tensor::new(Buffer::from(bytes.to_vec()), Dtype::Uint8, &[2, 3]).unwrap()),
        ("slice", Tensor::new(Buffer::from(slice), Dtype::Uint8, &[2, 3]).unwrap()),
        ("aligned", Tensor::new(Buffer::from(Aligned::try_copy(&bytes).unwrap()), Dtype::Uint8, &[2, 3]).unwrap()),
        ("0-d", Tensor::new(Buffer::from(vec![9; 8]), Dtype::Int64, &[]).unwrap()),
    ]
}

fn empty() -> Tensor {
    Tensor::new(Buffer::from(Bytes::new()), Dtype::Float32, &[3, 0]).unwrap()
}

#[test]
fn ten_01_to_07_door_one_answers_every_point_of_the_product_by_the_table() {
    assert_eq!(product().count(), 7 * 4 * 4 * 2);
    for (origin, tensor) in tensors() {
        let address = tensor.buffer().unwrap().as_ptr();
        for request in product() {
            assert_eq!(shown(tensor.dlpack(&request), address), door_one(&request), "{origin} {request:?}");
        }
        assert!(tensor.into_dlpack().is_ok(), "TEN-12: door 1 never consumes");
    }
    for request in product() {
        let answer = shown(empty().dlpack(&request), std::ptr::null()).map(|(abi, ro, copied, _)| (abi, ro, copied));
        assert_eq!(answer, door_one(&request).map(|(abi, ro, copied, _)| (abi, ro, copied)), "empty {request:?}");
    }
}

#[test]
fn ten_16_to_21_the_owned_door_moves_once_and_a_refusal_leaves_it_armed() {
    for request in product() {
        for (origin, tensor) in tensors() {
            let address = tensor.buffer().unwrap().as_ptr();
            let mut owned = tensor.into_dlpack().unwrap();
            let row = door_of_owned(&request);
            assert_eq!(shown(owned.dlpack(&request), address), row, "{origin} {request:?}");
            let again = shown(owned.dlpack(&Request::default()), address);
            let spent = Err("consumed");
            assert_eq!(
                again,
                if row.is_ok() { spent } else { Ok((Abi::Legacy, None, None, true)) },
                "{origin} {request:?}"
            );
            assert_eq!(owned.dlpack_device(), (1, 0));
        }
    }
}

#[test]
fn ten_15_a_tombstone_answers_argument_then_consumed() {
    let tensor = tensors().remove(0).1;
    let _owned = tensor.into_dlpack().unwrap();
    for request in product() {
        let expected = if malformed(&request) { "argument" } else { "consumed" };
        assert_eq!(shown(tensor.dlpack(&request), std::ptr::null()), Err(expected), "{request:?}");
    }
    let refusal = tensor.into_dlpack().err().unwrap();
    assert_eq!(refusal.reason(), Reason::Consumed);
    assert!(refusal.to_string().contains("Tensor already consumed"));
    assert!(tensor.alias().is_err() && tensor.buffer().is_err());
    assert_eq!((tensor.shape(), tensor.dtype()), (&[2_i64, 3][..], Dtype::Uint8));
}

#[test]
fn ten_14_and_28_refused_moves_leave_the_slot_intact() {
    let versioned = Request { max_version: Arg::Given((1, 3)), ..Request::default() };
    for (origin, tensor) in tensors() {
        let (alias, lease) = (tensor.alias().unwrap(), tensor.dlpack(&versioned).unwrap());
        for _ in 0..2 {
            let refusal = tensor.into_dlpack().err().unwrap();
            assert_eq!(refusal.reason(), Reason::Shared, "{origin}");
            assert!(refusal.to_string().contains("__dlpack__(copy=True)"));
        }
        drop(alias);
        assert!(tensor.into_dlpack().is_err(), "a lease blocks the move");
        drop(lease);
        assert!(tensor.into_dlpack().is_ok(), "{origin}");
    }
    let outside = Bytes::from(vec![1, 2]);
    for buffer in [Bytes::from_static(&[1, 2]), Bytes::from_owner([1, 2]), outside.clone()] {
        let tensor = Tensor::new(buffer.into(), Dtype::Uint8, &[2]).unwrap();
        let refusal = tensor.into_dlpack().err().unwrap();
        assert_eq!(refusal.reason(), Reason::NotExclusive);
        assert!(refusal.to_string().contains("__dlpack__(copy=True)"));
        assert_eq!(*tensor.buffer().unwrap(), [1, 2]);
    }
    assert!(empty().into_dlpack().is_ok(), "an empty tensor moves like any other");
}

#[test]
fn ten_29_memory_is_refused_last_and_changes_nothing() {
    let copy = Request { copy: Arg::Given(true), ..Request::default() };
    for (_, tensor) in tensors().into_iter().chain([("empty", empty())]) {
        let fault = fail_next_copy();
        assert_eq!(tensor.dlpack(&copy).err().unwrap().reason().name(), "memory");
        drop(fault);
        assert!(tensor.dlpack(&copy).is_ok());
        let mut owned = tensor.into_dlpack().unwrap();
        let fault = fail_next_copy();
        assert_eq!(owned.dlpack(&copy).err().unwrap().reason().name(), "memory");
        drop(fault);
        assert!(owned.dlpack(&copy).is_ok());
    }
}

#[test]
fn ten_01_shapes_that_do_not_fit_are_refused_when_the_tensor_is_made() {
    for shape in [&[3][..], &[-1, -2], &[i64::MAX, 4], &[0, i64::MAX, 4], &[]] {
        assert!(Tensor::new(Buffer::from(vec![1, 2]), Dtype::Uint8, shape).is_err(), "{shape:?}");
    }
}
