//! A CUDA driver in a file. It holds copies open, fails the call you name, and counts every release; a program
//! loads it instead of `libcuda` and runs unchanged, without a GPU. See `README.md` and `include/simcuda.h`.
//!
//! The Rust library of this name has no items: the driver is the shared library that is built with it. A program
//! that linked the code in would have a second, separate driver.

mod abi;
mod call;
mod code;
mod control;
mod effect;
mod fault;
mod function;
mod ledger;
mod lock;
mod log;
mod look_up;
mod memory;
mod order;
mod reset;
mod run;
mod sim;
mod work;
