//! Performs concrete steps on a tensor and reports what a consumer, a caller and the allocator can see.
//!
//! The adapter judges nothing: it answers from the request alone, files every export under what the request
//! asked for, and leaves it to the reader to compare. One [`World`] exists at a time in a process, because
//! the allocator's watch and the deleter's trampolines are process-wide.

mod acts;
pub mod deleters;
pub mod elsewhere;
pub mod ledger;
pub mod memory;
pub mod observation;
mod parse;
mod showing;
pub mod step;
pub mod world;
mod writing;

pub use custody_exchange::mutants;
pub use ledger::Ledger;
pub use observation::{Fact, Observation, layout_json};
pub use step::Step;
pub use world::World;
