//! Random kernels, to compare the virtual GPU with a real one: each is run on both, and all memory must be equal to the bit.
//!
//! A kernel follows from its seed ([`Kernel::new`]). It ends, races with nothing and computes only what the ISA fixes to the
//! bit (`templates`), so every difference is somebody's mistake, and so is every finding of the virtual GPU's. Without a
//! GPU the virtual one is compared with itself, with and without its checks, and with what a GPU answered once
//! ([`recorded()`]).

mod compare;
mod generate;
mod record;
mod rng;
mod templates;

pub use compare::{Against, Difference, Options, Summary, compare};
pub use generate::{Kernel, module};
pub use record::{Recorded, parse_recorded, recorded, replay};
