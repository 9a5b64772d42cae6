//! The structs are what DLPack 1.3 says, byte for byte, and an export says what its descriptor did.
use custody_exchange::ffi::{DLManagedTensor, DLManagedTensorVersioned, DLTensor};
use custody_exchange::{Abi, Descriptor, Device, Dtype, Export, Flags, RawExport};
use std::mem::{offset_of, size_of};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn structs_have_the_offsets_of_the_header() {
    assert_eq!(size_of::<DLTensor>(), 48);
    assert_eq!(offset_of!(DLTensor, strides), 32);
    assert_eq!(offset_of!(DLManagedTensor, manager_ctx), 48);
    assert_eq!(offset_of!(DLManagedTensor, deleter), 56);
    assert_eq!(size_of::<DLManagedTensorVersioned>(), 80);
    assert_eq!(offset_of!(DLManagedTensorVersioned, deleter), 16);
    assert_eq!(offset_of!(DLManagedTensorVersioned, flags), 24);
    assert_eq!(offset_of!(DLManagedTensorVersioned, dl_tensor), 32);
}

struct Counted(Arc<AtomicUsize>, [u8; 24]);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn export(abi: Abi, flags: Flags, drops: &Arc<AtomicUsize>) -> Export {
    let mut owner = Box::new(Counted(drops.clone(), [7; 24]));
    let data = owner.1.as_mut_ptr();
    let d = Descriptor {
        data,
        dtype: Dtype::Float32,
        shape: &[2, 3],
        strides: None,
        device: Device::CPU,
        abi,
        flags,
        version_asked: (1, 9),
    };
    // SAFETY: 2 x 3 x 4 bytes live in the boxed owner, which no test touches after this.
    unsafe { Export::wrap(owner, &d) }.expect("a small shape")
}

#[test]
fn flags_are_those_of_the_descriptor_and_the_version_is_ours() {
    let drops = Arc::new(AtomicUsize::new(0));
    for (read_only, copied) in [(false, false), (true, false), (false, true), (true, true)] {
        let e = export(Abi::Versioned, Flags { read_only, copied }, &drops);
        let RawExport::Versioned(p) = e.as_raw() else { panic!("versioned was asked") };
        // SAFETY: `e` owns the struct and lives.
        assert_eq!(unsafe { (*p).flags.bits() }, u64::from(read_only) | u64::from(copied) << 1);
        assert_eq!(e.look().version, Some((1, 3)));
        assert_eq!(e.look().shape, [2, 3]);
        assert!(e.look().strides_given);
        // SAFETY: two strides were given for two axes.
        assert_eq!(unsafe { std::slice::from_raw_parts((*p).dl_tensor.strides, 2) }, [3, 1]);
    }
    assert_eq!(drops.load(Ordering::Relaxed), 4);
}

#[test]
fn the_owner_is_dropped_once_unconsumed_consumed_or_elsewhere() {
    for abi in [Abi::Legacy, Abi::Versioned] {
        let drops = Arc::new(AtomicUsize::new(0));
        drop(export(abi, Flags::default(), &drops));
        assert_eq!(drops.load(Ordering::Relaxed), 1);
        let consumed = export(abi, Flags::default(), &drops).consume();
        assert_eq!(drops.load(Ordering::Relaxed), 1);
        consumed.release();
        assert_eq!(drops.load(Ordering::Relaxed), 2);
        let consumed = export(abi, Flags::default(), &drops).consume();
        std::thread::spawn(move || consumed.release()).join().unwrap();
        assert_eq!(drops.load(Ordering::Relaxed), 3);
    }
}
