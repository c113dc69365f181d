//! Headers that NVRTC lacks.

/// Include name of the prelude, which precedes every translation unit.
pub const PRELUDE_NAME: &str = "camp_prelude.h";

/// Every shim: include name and text.
pub fn shims() -> &'static [(&'static str, &'static str)] {
    &[(PRELUDE_NAME, "typedef long long int64_t;\n")]
}
