//! Reads the PTX that NVRTC emits into a typed form that a program can execute.
//!
//! [`parse()`] returns a [`Module`]: its variables, its functions, and the source locations that `-lineinfo` recorded.
//! A [`Function`] is a flat list of [`Stmt`]s whose branch targets are indices into the list. Every operand is a
//! [`Val`], an index into the function's table of [`Value`]s: registers, immediates, special registers and addresses
//! of symbols look alike, so an executor can lay them out as it pleases and has no “immediate” forms.
//!
//! The instructions are listed once, in [`for_each_inst!`]; structs, decoder and printer come from that table.
//!
//! An instruction that the table does not know does not fail the parse: it becomes [`Inst::Unsupported`] and is for
//! the executor to report when a kernel that contains it is launched.

// First, because the others use its macro.
#[macro_use]
mod isa;

mod error;
mod inst;
mod lex;
mod message;

mod compound;
mod modifier;
mod module;
mod operand;
mod ops;
mod parse;
mod print;
mod print_module;
mod scope;
mod special;

pub use compound::*;
pub use error::*;
use inst::decode;
pub use inst::*;
pub use modifier::*;
pub use module::*;
pub use operand::*;
pub use ops::{Access, Ops};
pub use parse::parse;
pub use print::{DisplayStmt, Names};
pub use special::*;
