//! The functions of `cuda.h`, by their exported names. Each checks its arguments as documented there; what it
//! answers beyond that, and where this driver is stricter, is in the README. None unwinds.
//!
//! Safety, for all of them: pointers are null or valid for what cuda.h says the function does with them.

mod context;
mod copy;
mod device;
mod error;
mod event;
mod host;
mod memory;
mod stream;
