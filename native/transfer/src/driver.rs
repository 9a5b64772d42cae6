//! Which driver this process uses. Chosen once: a loaded driver stays for the life of the process.

use std::env;
use std::ffi::c_void;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use cudarc::driver::sys;

/// The environment variable that [`Driver::from_env`] reads.
const VARIABLE: &str = "CUSTODY_DRIVER";
const SIMULATED: &str = "libsimcuda.so";

/// Every function of `cuda.h` that this crate calls. A library that lacks one is refused when it is loaded.
const FUNCTIONS: [&str; 25] = [
    "cuInit",
    "cuDeviceGet",
    "cuDeviceGetCount",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease_v2",
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventQuery",
    "cuEventSynchronize",
    "cuEventDestroy_v2",
    "cuMemAllocAsync",
    "cuMemFreeAsync",
    "cuMemHostAlloc",
    "cuMemFreeHost",
    "cuMemsetD8Async",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyDtoDAsync_v2",
    "cuGetErrorName",
];

/// Which library to use as the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The machine's own driver, found by the loader.
    Real,
    /// The simulated driver: `libsimcuda.so` beside the executable, or in a folder above it.
    Simulated,
    /// A library by its path.
    Library(PathBuf),
}

/// Why no driver could be loaded. A process may try again, except after `Other`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The loader finds no driver, or the file is not there.
    Missing(String),
    /// The file is no library that can be opened.
    Unusable(String),
    /// The library lacks a function.
    Function(&'static str),
    /// This process already uses another driver.
    Other(Choice),
}

/// A loaded driver. Owns nothing: the library stays loaded. Source: TRF-10.
#[derive(Clone, Copy, Debug)]
pub struct Driver(());

static LOADED: OnceLock<Choice> = OnceLock::new();
static LOADING: Mutex<()> = Mutex::new(());

impl Driver {
    /// Loads the driver that `CUSTODY_DRIVER` names: `sim`, `real`, or a path. Without it, `real`.
    ///
    /// Refuses: as [`Driver::load`].
    pub fn from_env() -> Result<Self, LoadError> {
        Self::load(match env::var_os(VARIABLE) {
            None => Choice::Real,
            Some(value) if value == "real" => Choice::Real,
            Some(value) if value == "sim" => Choice::Simulated,
            Some(path) => Choice::Library(path.into()),
        })
    }

    /// Loads a driver, or answers with the one that this process already uses.
    ///
    /// Owner: the process. Refuses: a library that is missing, cannot be opened or lacks a function, and a second
    /// driver beside the first; never a panic. A path is opened before anybody asks the loader for `libcuda`.
    pub fn load(choice: Choice) -> Result<Self, LoadError> {
        let _one_at_a_time = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = LOADED.get() {
            return if *loaded == choice { Ok(Driver(())) } else { Err(LoadError::Other(loaded.clone())) };
        }
        match &choice {
            Choice::Real => {}
            Choice::Library(path) => open(path)?,
            Choice::Simulated => open(&beside_the_executable()?)?,
        }
        // SAFETY: opening `libcuda` runs its initialisers, which is what a driver is loaded for.
        if !unsafe { sys::is_culib_present() } {
            return Err(LoadError::Missing("the loader finds no libcuda".into()));
        }
        let driver = Driver(());
        if let Some(lacking) = FUNCTIONS.into_iter().find(|name| driver.symbol(name).is_none()) {
            return Err(LoadError::Function(lacking));
        }
        LOADED.get_or_init(|| choice);
        Ok(driver)
    }

    /// The address of a function of the driver library, one of `cuda.h` or one of its own; nothing if it lacks it.
    pub fn symbol(&self, name: &str) -> Option<*mut c_void> {
        // SAFETY: `load` saw that the library is there, so `culib` does not panic; the symbol is only looked up,
        // and whoever calls it vouches for its type.
        unsafe { sys::culib().get::<*mut c_void>(name.as_bytes()).ok().map(|symbol| *symbol) }
    }
}

/// Opens a library and keeps it open: from now on the loader knows it by its SONAME.
fn open(path: &Path) -> Result<(), LoadError> {
    let path = path.canonicalize().map_err(|error| LoadError::Missing(format!("{}: {error}", path.display())))?;
    // SAFETY: opening a driver library runs its initialisers, which is what the caller named it for.
    let library = unsafe { libloading::Library::new(&path) };
    std::mem::forget(library.map_err(|error| LoadError::Unusable(error.to_string()))?);
    Ok(())
}

fn beside_the_executable() -> Result<PathBuf, LoadError> {
    let executable = env::current_exe().map_err(|error| LoadError::Missing(error.to_string()))?;
    let found = executable.ancestors().skip(1).take(3).map(|folder| folder.join(SIMULATED)).find(|file| file.exists());
    found.ok_or_else(|| LoadError::Missing(format!("no {SIMULATED} beside {} or above it", executable.display())))
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Missing(what) => {
                write!(f, "no CUDA driver: {what}; install one, or set {VARIABLE} to `sim` or to a library's path")
            }
            LoadError::Unusable(what) => {
                write!(f, "the CUDA driver cannot be opened: {what}; name another by {VARIABLE}")
            }
            LoadError::Function(name) => {
                write!(f, "the CUDA driver lacks {name}; CUDA 12.0 or newer is needed, or name another by {VARIABLE}")
            }
            LoadError::Other(choice) => {
                write!(f, "this process already uses another CUDA driver, {choice:?}; a process uses one")
            }
        }
    }
}

impl std::error::Error for LoadError {}
