//! `cargo bench -p custody-transfer`: one transfer, owned, beside the same driver calls made by hand, on `simcuda`.
#![allow(missing_docs, reason = "a benchmark")]

use std::ptr;

use cudarc::driver::sys::{self, CUevent, CUstream, cudaError_enum::CUDA_SUCCESS};
use custody_tensor::{Dtype, Tensor};
use custody_transfer::{Choice, Driver, PinnedHostBuffer, Runtime, RuntimeOptions, upload_pending};
use divan::Bencher;

const SIZES: [usize; 3] = [8, 4 << 10, 1 << 20];

fn main() {
    divan::main();
}

fn runtime() -> Runtime {
    let driver =
        Driver::load(Choice::Simulated).expect("libsimcuda.so in target/release: cargo build --release -p simcuda");
    // SAFETY: the type is the one that simcuda.h declares; 0 entries switch the log off.
    unsafe {
        let symbol = driver.symbol("simcuda_set_log_entries_max").expect("a control function");
        std::mem::transmute::<*mut std::ffi::c_void, extern "C" fn(u64) -> i32>(symbol)(0);
    }
    Runtime::open(driver, &RuntimeOptions::default()).expect("a runtime")
}

fn package(runtime: &Runtime, bytes: usize) -> (Tensor, PinnedHostBuffer) {
    let tensor = runtime.zeros(Dtype::Uint8, &[bytes as i64]).expect("device memory");
    (tensor, PinnedHostBuffer::new(runtime, bytes).expect("pinned memory"))
}

#[divan::bench(args = SIZES)]
fn submit_and_wait(bencher: Bencher, bytes: usize) {
    let runtime = runtime();
    let mut held = Some(package(&runtime, bytes));
    bencher.bench_local(|| {
        let (tensor, buffer) = held.take().expect("it came back");
        let pending = upload_pending(&runtime, buffer, tensor).expect("admitted");
        held = Some(pending.wait().expect("proven"));
    });
}

/// Memory, stream and event of a transfer made by hand.
struct Bare {
    stream: CUstream,
    event: CUevent,
    device: u64,
    host: *mut std::ffi::c_void,
    context: sys::CUcontext,
}

fn bare(bytes: usize) -> (Runtime, Bare) {
    // Opened for the context, which it makes current here.
    let runtime = runtime();
    let mut made = Bare {
        stream: ptr::null_mut(),
        event: ptr::null_mut(),
        device: 0,
        host: ptr::null_mut(),
        context: ptr::null_mut(),
    };
    // SAFETY: a context is current, and each call writes into a field that lives.
    unsafe {
        assert_eq!(sys::cuCtxGetCurrent(&mut made.context), CUDA_SUCCESS);
        assert_eq!(sys::cuStreamCreate(&mut made.stream, 1), CUDA_SUCCESS);
        assert_eq!(sys::cuEventCreate(&mut made.event, 3), CUDA_SUCCESS);
        assert_eq!(sys::cuMemAllocAsync(&mut made.device, bytes, made.stream), CUDA_SUCCESS);
        assert_eq!(sys::cuMemHostAlloc(&mut made.host, bytes, 0), CUDA_SUCCESS);
    }
    (runtime, made)
}

/// The driver calls of a transfer in the order in which the runtime makes them, without owning anything.
#[divan::bench(args = SIZES)]
fn bare_calls(bencher: Bencher, bytes: usize) {
    let (_runtime, made) = bare(bytes);
    bencher.bench_local(|| {
        // SAFETY: all handles live until the process ends; the copy is waited for before the next.
        unsafe {
            assert_eq!(sys::cuCtxSetCurrent(made.context), CUDA_SUCCESS);
            assert_eq!(sys::cuMemcpyHtoDAsync_v2(made.device, made.host, bytes, made.stream), CUDA_SUCCESS);
            assert_eq!(sys::cuEventRecord(made.event, made.stream), CUDA_SUCCESS);
            assert_eq!(sys::cuCtxSetCurrent(made.context), CUDA_SUCCESS);
            assert_eq!(sys::cuEventSynchronize(made.event), CUDA_SUCCESS);
        }
    });
}
