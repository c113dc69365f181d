//! `camp watch`: recompile and test on every save.
mod files;
