//! Exercises: what a learner's kernel must do, and how far the learner has come.
//!
//! An exercise is a folder `exercises/<name>/` with an `exercise.toml`; it is found by that file alone ([`discover()`]).
//! Loading turns the TOML into an [`Exercise`], whose every expression has been tried on every case, so that later use
//! cannot fail for the author's mistakes. `grader/exercise/FORMAT.md` describes the format.
//!
//! This crate launches nothing and compares nothing: it says which buffers a case needs ([`Case::args`]), fills the
//! inputs ([`Case::input`]), says how to launch ([`Exercise::launch`]) and how far a value may be off
//! ([`Case::allowance`]). Progress, history and backups of the learner's files are here, too.

mod attributes;
mod backup;
mod call;
mod case;
mod cases;
mod device_props;
mod discover;
mod dtype;
mod error;
mod expr;
mod fill;
mod half;
mod hint;
mod history;
mod launch;
mod load;
mod operator;
mod outline;
mod overlay;
mod progress;
mod recorded;
mod replace;
mod schema;
mod signature;
mod tolerance;

pub use attributes::fits;
pub use backup::{BackupError, back_up};
pub use case::{ApiError, ArgSpec, BufferSpec, Case, Cost, Mistake, ReferenceArg, ScalarSpec};
pub use device_props::DeviceProps;
pub use discover::{NoRoot, discover, find_root, load_all};
pub use dtype::Dtype;
pub use error::Error;
pub use expr::{Expr, ExprError, Value, Vars};
pub use fill::Fill;
pub use half::{bf16_from_f64, bf16_to_f64, f16_from_f64, f16_to_f64};
pub use hint::{Hint, LastFinding, NextHint, Topic};
pub use history::{
    BenchRecord, BenchRow, History, HistoryError, Loaded, Record, VerdictRecord, kernel_hash, unix_seconds,
};
pub use launch::{Launch, LaunchRules, Named};
pub use load::{Difficulty, Exercise};
pub use operator::Operator;
pub use overlay::in_language;
pub use progress::{Entry, Progress, ProgressError, ProgressFile};
pub use recorded::Recorded;
pub use signature::{Backend, BufferParam, Direction, ElementType, Param, ScalarParam, Signature, TypeParameter};
pub use tolerance::{Allowance, Tolerance};
