//! Holds a copy open, looks at it in flight, lets it end, and lets the ledger find a mistake.
//!
//! `cargo run -p simcuda --example hold_a_copy [-- PATH/libsimcuda.so]`

use libloading::{Library, Symbol};
use std::ffi::{c_int, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;

type Handle = *mut c_void;
type Failure = Box<dyn std::error::Error>;

/// The library beside the example's own folder, unless a path is given.
fn library_path() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::args_os().nth(1) {
        return Ok(path.into());
    }
    let folder = std::env::current_exe()?.parent().and_then(|examples| examples.parent()).map(PathBuf::from);
    let folder = folder.ok_or("the example runs from target/<profile>/examples")?;
    // `cargo run` renews the first, `cargo build` both.
    let built = [folder.join("deps/libsimcuda.so"), folder.join("libsimcuda.so")];
    Ok(built.into_iter().find(|path| path.exists()).ok_or("run `cargo build -p simcuda` first")?)
}

fn main() -> Result<(), Failure> {
    // SAFETY: the library's initialisers do nothing; every symbol below has the type that cuda.h and simcuda.h
    // give it; pointers are to locals and to memory of the driver that lives until the end.
    unsafe {
        let driver = Library::new(library_path()?)?;
        let init: Symbol<unsafe extern "C" fn(u32) -> u32> = driver.get(b"cuInit")?;
        let retain: Symbol<unsafe extern "C" fn(*mut Handle, c_int) -> u32> =
            driver.get(b"cuDevicePrimaryCtxRetain")?;
        let bind: Symbol<unsafe extern "C" fn(Handle) -> u32> = driver.get(b"cuCtxSetCurrent")?;
        let pinned: Symbol<unsafe extern "C" fn(*mut Handle, usize, u32) -> u32> = driver.get(b"cuMemHostAlloc")?;
        let device: Symbol<unsafe extern "C" fn(*mut u64, usize) -> u32> = driver.get(b"cuMemAlloc_v2")?;
        type Copy = unsafe extern "C" fn(u64, *const c_void, usize, Handle) -> u32;
        let upload: Symbol<Copy> = driver.get(b"cuMemcpyHtoDAsync_v2")?;
        let create: Symbol<unsafe extern "C" fn(*mut Handle, u32) -> u32> = driver.get(b"cuEventCreate")?;
        let record: Symbol<unsafe extern "C" fn(Handle, Handle) -> u32> = driver.get(b"cuEventRecord")?;
        let query: Symbol<unsafe extern "C" fn(Handle) -> u32> = driver.get(b"cuEventQuery")?;
        let free: Symbol<unsafe extern "C" fn(Handle) -> u32> = driver.get(b"cuMemFreeHost")?;
        let close: Symbol<unsafe extern "C" fn()> = driver.get(b"simcuda_gate_close_all")?;
        let open: Symbol<unsafe extern "C" fn()> = driver.get(b"simcuda_gate_open_all")?;
        let violation: Symbol<unsafe extern "C" fn(u64, *mut u8, usize) -> usize> =
            driver.get(b"simcuda_violation_text")?;

        let (mut context, mut from, mut to, mut event) = (null_mut(), null_mut(), 0, null_mut());
        assert_eq!(init(0), 0);
        assert_eq!(retain(&mut context, 0), 0);
        assert_eq!(bind(context), 0);
        assert_eq!(pinned(&mut from, 8, 0), 0);
        assert_eq!(device(&mut to, 8), 0);
        assert_eq!(create(&mut event, 2), 0);

        close();
        assert_eq!(upload(to, from, 8, null_mut()), 0);
        assert_eq!(record(event, null_mut()), 0);
        println!("held:   cuEventQuery = {}", query(event));
        assert_eq!(free(from), 0); // The mistake: the copy still reads this.
        open();
        println!("opened: cuEventQuery = {}", query(event));

        let mut text = [0u8; 256];
        let length = violation(0, text.as_mut_ptr(), text.len()).min(text.len() - 1);
        println!("ledger: {}", String::from_utf8_lossy(&text[..length]));
    }
    Ok(())
}
