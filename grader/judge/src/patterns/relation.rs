//! Which elements of the inputs an element of the output comes from, as far as that is seen from the reference.

use super::{Scene, matmul, transpose};

/// Where the inputs' elements belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// At the same place, in the same row, or in the same column: what the shapes say.
    ByShape,
    /// At the place with row and column exchanged.
    Transposed,
    /// A row of the first input and a column of the second.
    RowTimesColumn,
}

impl Relation {
    /// That of `scene`'s output to its inputs.
    pub fn of(scene: &Scene<'_>) -> Self {
        match () {
            () if transpose::is_wanted(scene) => Self::Transposed,
            () if matmul::is_wanted(scene) => Self::RowTimesColumn,
            () => Self::ByShape,
        }
    }
}
