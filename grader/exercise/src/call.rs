//! From the sizes of a call to a case, for programs that use an exercise's kernel as an operator.

use std::collections::BTreeMap;

use diag::msg;
use toml::Spanned;

use crate::attributes::fit;
use crate::cases::Cases;
use crate::load::known_variables;
use crate::schema::{CaseTable, Number};
use crate::{Backend, Case, Dtype, Error, Exercise};

impl Exercise {
    /// The case of one call of the kernel, named like the exercise.
    ///
    /// `dims`: the values of the signature's dimensions, in order. `dtype`: the type parameter's value, where the kernel is
    /// a template. `attributes`: the scalars that the caller gives, by name; the others have their defaults. The buffers have the names that the backend's kernel gives them.
    ///
    /// # Errors
    /// When an expression of the exercise has no value for these sizes, as where a shape becomes too large; when an attribute
    /// does not exist, or its type does not hold the value.
    pub fn case_for(&self, dims: &[i64], dtype: Option<Dtype>, attributes: &[(String, f64)]) -> Result<Case, Error> {
        let attributes = attributes.iter().map(|(name, value)| self.given(name, *value)).collect::<Result<_, _>>()?;
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
            attributes,
            grid_cap: None,
        };
        let case = cases.case(&cases.launch()?, &table, &size, dtype)?;
        Ok(match (self.backend, &self.tile) {
            (Backend::Tilelang, Some(tile)) => tile.rename(&case),
            _ => case,
        })
    }

    /// An attribute with a caller's value, as a case gives it.
    fn given(&self, name: &str, value: f64) -> Result<(Spanned<String>, Spanned<Number>), Error> {
        let error = |text| Error::without_place(self.contract.source().path.as_path(), text);
        let Some(param) = self.signature.attributes().find(|attribute| attribute.name == name) else {
            return Err(error(msg!("exercise-error-attribute", name = name)));
        };
        if fit(value, param.dtype).is_none() {
            return Err(error(msg!("exercise-error-scalar", value = value, dtype = param.dtype.as_str())));
        }
        Ok((Spanned::new(0..0, name.to_owned()), Spanned::new(0..0, Number::Float(value))))
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
        let case = exercise.case_for(&[3, 40], None, &[]).unwrap();
        let known = exercise.cases.iter().find(|case| case.dims.iter().map(|d| d.1).eq([3, 40])).unwrap();
        assert_eq!((&case.args, case.noop), (&known.args, false));
        let tile = exercise.for_backend(Backend::Tilelang).unwrap();
        let case = tile.case_for(&[0, 40], None, &[]).unwrap();
        assert_eq!((case.inputs().next().unwrap().name.as_str(), case.noop), ("src", true));
    }

    #[test]
    fn a_call_gives_attributes() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../exercises/relu");
        let exercise = Exercise::load(&dir).unwrap();
        let call = |name: &str, value| exercise.case_for(&[9], Some(Dtype::F32), &[(name.to_owned(), value)]);
        let slope = |x: f64| vec![("slope".to_owned(), crate::Value::Double(x))];
        for value in [0.0, -0.5, 1e-7, 3e38] {
            assert_eq!(call("slope", value).unwrap().attributes, slope(f64::from(value as f32)));
        }
        assert_eq!(exercise.case_for(&[9], Some(Dtype::F32), &[]).unwrap().attributes, slope(0.0));
        let said = |name, value| call(name, value).unwrap_err().to_string();
        assert!(said("alpha", 1.0).contains("“alpha” is no attribute"), "{}", said("alpha", 1.0));
        for value in [f64::NAN, f64::INFINITY, 1e39] {
            assert!(said("slope", value).contains("does not fit into f32"), "{}", said("slope", value));
        }
    }
}
