//! From the sizes of a call to a case, for programs that use an exercise's kernel as an operator.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::cases::Cases;
use crate::load::known_variables;
use crate::schema::CaseTable;
use crate::{Backend, Case, Dtype, Error, Exercise};

impl Exercise {
    /// The case of one call of the kernel, named like the exercise.
    ///
    /// `dims`: the values of the signature's dimensions, in order. `dtype`: the type parameter's value, where the kernel is
    /// a template. The buffers have the names that the backend's kernel gives them.
    ///
    /// # Errors
    /// When an expression of the exercise has no value for these sizes, as where a shape becomes too large.
    pub fn case_for(&self, dims: &[i64], dtype: Option<Dtype>) -> Result<Case, Error> {
        let source = self.contract.source();
        let known = known_variables(&self.signature);
        let cases = Cases {
            source,
            signature: &self.signature,
            known: &known,
            reference: &self.reference,
            tolerance: &self.tolerance,
            tolerance_range: self.tolerance_range.clone(),
        };
        // Nobody wrote this case, so its mistakes have no place.
        let size = Spanned::new(0..0, dims.to_vec());
        let table = CaseTable {
            name: Spanned::new(0..0, self.name.clone()),
            sizes: Spanned::new(0..0, vec![size.clone()]),
            dtypes: None,
            fill: BTreeMap::new(),
            grid_cap: None,
        };
        let case = cases.case(&cases.launch()?, &table, &size, dtype)?;
        Ok(match (self.backend, &self.tile) {
            (Backend::Tilelang, Some(tile)) => tile.rename(&case),
            _ => case,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_call_has_the_shapes_and_names_of_a_case() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises/softmax");
        let exercise = Exercise::load(&dir).unwrap();
        let case = exercise.case_for(&[3, 40], None).unwrap();
        let known = exercise.cases.iter().find(|case| case.dims.iter().map(|d| d.1).eq([3, 40])).unwrap();
        assert_eq!((&case.args, case.noop), (&known.args, false));
        let tile = exercise.for_backend(Backend::Tilelang).unwrap();
        let case = tile.case_for(&[0, 40], None).unwrap();
        assert_eq!((case.inputs().next().unwrap().name.as_str(), case.noop), ("src", true));
    }
}
