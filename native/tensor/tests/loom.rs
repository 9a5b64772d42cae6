//! Every interleaving of a move with the end of the last alias and with an export.
//! `RUSTFLAGS="--cfg loom" cargo test -p custody-tensor --test loom --release`
#![cfg(loom)]

use custody_tensor::{Arg, Buffer, Dtype, Reason, Request, Tensor};
use loom::sync::Arc;
use loom::thread;

fn tensor() -> Tensor {
    Tensor::new(Buffer::from(vec![1_u8, 2]), Dtype::Uint8, &[2]).unwrap()
}

const LEASE: Request =
    Request { max_version: Arg::Given((1, 3)), copy: Arg::Absent, dl_device: Arg::Absent, stream: Arg::Absent };

/// While the alias drops the move may be refused; granted, it is so for good, and the refusal is no tombstone.
#[test]
fn ten_14_move_against_the_end_of_the_last_alias() {
    loom::model(|| {
        let tensor = tensor();
        let alias = tensor.alias().unwrap();
        let closes = thread::spawn(move || {
            assert_eq!(alias.bytes(), [1, 2]);
            drop(alias);
        });
        match tensor.into_dlpack() {
            Ok(mut owned) => assert!(owned.dlpack(&LEASE).is_ok()),
            Err(refusal) => {
                assert_eq!(refusal.reason(), Reason::Shared);
                closes.join().unwrap();
                assert!(tensor.into_dlpack().is_ok());
                return;
            }
        }
        closes.join().unwrap();
    });
}

/// Never both a lease and a move: whoever comes first wins, and the other is told.
#[test]
fn ten_13_move_against_an_export() {
    loom::model(|| {
        let tensor = Arc::new(tensor());
        let theirs = Arc::clone(&tensor);
        let exports = thread::spawn(move || theirs.dlpack(&LEASE).map_err(|refusal| refusal.reason()));
        let moved = tensor.into_dlpack();
        let lease = exports.join().unwrap();
        match (&moved, &lease) {
            (Ok(_), lease) => assert_eq!(lease.as_ref().err(), Some(&Reason::Consumed)),
            (Err(refusal), lease) => {
                assert_eq!(refusal.reason(), Reason::Shared);
                assert!(lease.is_ok());
            }
        }
    });
}

/// Two moves at once: exactly one is granted.
#[test]
fn ten_15_move_against_a_move_and_the_end_of_a_lease() {
    loom::model(|| {
        let tensor = Arc::new(tensor());
        let lease = tensor.dlpack(&LEASE).unwrap();
        let theirs = Arc::clone(&tensor);
        let ends = thread::spawn(move || {
            drop(lease);
            theirs.into_dlpack().is_ok()
        });
        let here = tensor.into_dlpack().is_ok();
        let there = ends.join().unwrap();
        assert!(!(here && there), "one buffer moves once");
        assert!(here || there, "after the lease ended nothing can refuse both");
    });
}
