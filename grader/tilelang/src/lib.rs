//! The TileLang backend.

pub mod install;
