//! What a driver call answered, in hand at the call.
#![forbid(unsafe_code)]

use std::fmt;

use custody_tensor::DeviceError;

/// A driver call that failed. Nothing is asked of the driver to show it: a lost device answers no questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DriverError {
    /// The function, by its name in `cuda.h`.
    pub call: &'static str,
    /// Its `CUresult`.
    pub code: u32,
}

/// Codes after which the driver's documentation lets no further work of the process run (TRF-07).
const DEVICE_LOST: [u32; 10] = [214, 220, 700, 702, 714, 715, 716, 717, 718, 719];

impl DriverError {
    /// Whether the code says that the device is lost to this process.
    pub fn is_device_lost(&self) -> bool {
        DEVICE_LOST.contains(&self.code)
    }
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered CUresult {}", self.call, self.code)
    }
}

impl std::error::Error for DriverError {}

impl From<DriverError> for DeviceError {
    fn from(DriverError { call, code }: DriverError) -> Self {
        DeviceError { call, code }
    }
}
