//! The wrong calls that an exercise lists under `[[api_errors]]`: each must be refused.

use exercise::{ApiError, Case, Dtype, Mistake};

use crate::error::{Error, ErrorKind};
use crate::operator::{Call, Operator};
use crate::tensor::{Element, TensorSpec, contiguous_strides, sizes};

impl Operator {
    /// The tensors of a right call with the sizes of `case`, which is one of the exercise's.
    pub fn tensors_of(&self, case: &Case) -> Vec<TensorSpec> {
        case.tensors().map(|spec| TensorSpec::contiguous(spec.dtype, &sizes(spec))).collect()
    }

    /// What the operator answers to a wrong call of the exercise's. `None`: it accepts it, which it must not.
    pub fn refusal(&self, wrong: &ApiError) -> Option<Error> {
        let exercise = self.exercise();
        let case = exercise.cases.iter().max_by_key(|case| case.n_outputs())?;
        let mut tensors = self.tensors_of(case);
        let public = exercise.operator.public_name(&wrong.buffer);
        let at = self.tensors().iter().position(|param| param.name == public)?;
        let tensor = &mut tensors[at];
        match wrong.mistake {
            Mistake::Null => tensor.is_null = true,
            // No kernel of a template takes two types at once, and none of the exercises takes doubles.
            Mistake::Dtype => tensor.element = Element::Known(Dtype::F64),
            Mistake::Shape => match tensor.shape.last_mut() {
                Some(last) => *last += 1,
                None => tensor.shape.push(2),
            },
            Mistake::Stride => {
                let strides = contiguous_strides(&tensor.shape);
                tensor.strides = Some(strides.into_iter().map(|stride| 2 * stride).collect());
            }
        }
        self.check(Call { tensors: &tensors, dim: self.dim(), attributes: &[] }).err()
    }
}

/// The kind of error that a mistake must be refused with.
pub fn kind_of(mistake: Mistake) -> ErrorKind {
    match mistake {
        Mistake::Dtype => ErrorKind::UnsupportedDtype,
        Mistake::Null | Mistake::Shape | Mistake::Stride => ErrorKind::InvalidArgument,
    }
}
