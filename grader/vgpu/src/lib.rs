//! A virtual GPU: runs the PTX that NVRTC makes, on the CPU, with every check on.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n\
//!            .visible .entry fill(.param .u64 out) {\n\
//!            .reg .b64 %rd<4>; .reg .b32 %r<2>;\n\
//!            ld.param.u64 %rd1, [out];\n\
//!            mov.u32 %r1, %tid.x;\n\
//!            mul.wide.u32 %rd2, %r1, 4;\n\
//!            add.s64 %rd3, %rd1, %rd2;\n\
//!            st.global.u32 [%rd3], %r1;\n\
//!            ret; }";
//! let program = vgpu::Program::load(ptx::parse(ptx)?)?;
//! let mut gpu = vgpu::Gpu::new();
//! let out = gpu.alloc("out", vgpu::Elem::U32, 32)?;
//! let run = gpu.launch(&program, "fill", &vgpu::Launch::new([1, 1, 1], [32, 1, 1], vec![vgpu::Arg::Buffer(out)]));
//! assert!(run.findings.is_empty());
//! assert_eq!(gpu.read(out)[4..8], 1u32.to_le_bytes());
//! # Ok(())
//! # }
//! ```
//!
//! What a kernel *means* is the PTX ISA's matter: lanes, warps of 32, blocks, each thread with progress of its own. How
//! it *executes* is another: a gang of up to eight warps runs one decoded instruction for all of its active lanes at
//! once, registers carry tags (`gang::regs`), contiguous accesses are one move with one check (`exec::mem`). Checks
//! speak about what the program means, never about the order in which it happened to run (`check`).
//!
//! `README.md` of this crate says how to print findings in words.
//!
//! Invariants: no I/O, no host clock, no randomness; the same launch gives the same run. A guest address never becomes
//! a host pointer: memory is vectors and every access is checked against them.

mod addr;
mod analysis;
mod block;
mod check;
mod collect;
mod device_call;
mod exec;
pub mod finding;
mod footprint;
mod gang;
mod gpu;
mod heap;
mod isa;
mod liveness;
mod local;
mod machine;
mod mem;
mod names;
pub mod num;
mod printf;
pub mod profile;
mod program;
mod quick;
mod report;
mod waits;

pub use finding::Finding;
pub use gpu::{Arg, Buffer, Checks, Gpu, Launch, Limits, Run, Stopped, TooManyBuffers, Waves};
pub use isa::Isa;
pub use machine::Counters;
pub use mem::Elem;
pub use profile::Profile;
pub use program::{LoadError, Program};

/// The examples of the README, tried with the other ones.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
