//! The checks: order of accesses, races, marks.

pub(crate) mod clock;
pub(crate) mod race;
pub(crate) mod shadow;
