//! What calls of the operators must be: every case of every exercise is a right call, every `[[api_errors]]` a wrong one,
//! and what is said of wrong calls.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::{Path, PathBuf};

use exercise::{Backend, Direction, Dtype, Mistake};
use runtime::{Call, Element, Error, ErrorKind, Kernels, Operator, TensorSpec, kind_of, operators};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn operator(name: &str) -> Operator {
    Operator::find(&root(), name, Backend::Nvidia, Kernels::Learner).unwrap()
}

fn f32s(shape: &[i64]) -> TensorSpec {
    TensorSpec::contiguous(Dtype::F32, shape)
}

fn refused(name: &str, tensors: &[TensorSpec], dim: Option<i64>) -> Error {
    operator(name).check(Call { tensors, dim, attributes: &[] }).unwrap_err()
}

#[test]
fn every_case_is_a_right_call_and_every_api_error_a_wrong_one() {
    let names = operators(&root());
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        for backend in [Backend::Nvidia, Backend::Tilelang] {
            let operator = Operator::find(&root(), &name, backend, Kernels::Solution).unwrap();
            let exercise = operator.exercise();
            for case in exercise.cases.iter().chain(&exercise.bench) {
                let attributes: Vec<(String, f64)> = case
                    .attributes
                    .iter()
                    .filter_map(|(name, value)| match value {
                        exercise::Value::Int(n) => Some((name.clone(), *n as f64)),
                        exercise::Value::Double(x) => Some((name.clone(), *x)),
                        exercise::Value::Str(_) => None,
                    })
                    .collect();
                let tensors = operator.tensors_of(case);
                let call = Call { tensors: &tensors, dim: operator.dim(), attributes: &attributes };
                let made = operator.check(call).unwrap_or_else(|error| panic!("{name} {}: {error}", case.name));
                assert_eq!((&made.dims, &made.args), (&case.dims, &case.args), "{name} {}", case.name);
                // Outputs follow from inputs.
                let outputs = operator.outputs(call).unwrap();
                let params = operator.tensors();
                let given = params.iter().zip(&tensors).filter(|(param, _)| param.direction == Direction::Out);
                assert_eq!(
                    outputs,
                    given.map(|(_, tensor)| tensor.clone()).collect::<Vec<_>>(),
                    "{name} {}",
                    case.name
                );
            }
            assert!(!exercise.api_errors.is_empty(), "{name}");
            for wrong in &exercise.api_errors {
                let refusal = operator.refusal(wrong).unwrap_or_else(|| panic!("{name} accepts {}", wrong.name));
                assert_eq!(refusal.kind, kind_of(wrong.mistake), "{name} {}: {refusal}", wrong.name);
                let public = exercise.operator.public_name(&wrong.buffer).to_owned();
                // Which of two shapes that differ is the wrong one, nobody can tell.
                let is_named = refusal.to_string().contains(&format!("`{public}`"));
                assert!(is_named || wrong.mistake == Mistake::Shape, "{name} {}: {refusal}", wrong.name);
            }
        }
    }
}

#[test]
fn refusals_name_the_argument_what_it_was_and_what_was_expected() {
    let says = |error: Error, kind: ErrorKind, words: &[&str]| {
        let text = error.to_string();
        assert_eq!(error.kind, kind, "{text}");
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    };
    let matrix = f32s(&[3, 4]);
    let invalid = ErrorKind::InvalidArgument;
    says(
        refused("softmax", &[f32s(&[3, 4, 5]), f32s(&[3, 4, 5])], Some(1)),
        invalid,
        &["2D row-wise dim=1", "(3, 4, 5)"],
    );
    says(refused("softmax", &[matrix.clone(), matrix.clone()], Some(0)), invalid, &["row-wise dim=1", "dim is 0"]);
    says(refused("softmax", &[f32s(&[3, 5]), matrix.clone()], Some(1)), invalid, &["output shape", "(3, 5)", "(3, 4)"]);
    let turned = TensorSpec { strides: Some(vec![1, 3]), ..matrix.clone() };
    says(refused("softmax", &[matrix.clone(), turned], Some(1)), invalid, &["`src`", "contiguous", "(1, 3)", "(4, 1)"]);
    let wide = TensorSpec::contiguous(Dtype::F64, &[3, 4]);
    let unsupported = ErrorKind::UnsupportedDtype;
    says(refused("softmax", &[matrix.clone(), wide], Some(1)), unsupported, &["`src`", "float64", "float32"]);
    let odd = TensorSpec { element: Element::named("torch.complex64"), ..matrix.clone() };
    says(refused("copy", &[odd.clone(), odd], None), unsupported, &["complex64", "float32, float16"]);
    let half = TensorSpec::contiguous(Dtype::F16, &[4]);
    says(refused("vector_add", &[f32s(&[4]), f32s(&[4]), half], None), unsupported, &["`b`", "float16", "`a`"]);
    says(refused("vector_add", &[f32s(&[4]), f32s(&[4]), f32s(&[5])], None), invalid, &["`b`", "(5,)", "(4,)"]);
    says(refused("copy", &[f32s(&[4])], None), invalid, &["2 tensors", "out, src"]);
    // dim counts from the end as well.
    let call = [matrix.clone(), matrix.clone()];
    assert!(operator("softmax").check(Call { tensors: &call, dim: Some(-1), attributes: &[] }).is_ok());
}

#[test]
fn what_is_not_there_is_said() {
    let find = |name: &str, backend| Operator::find(&root(), name, backend, Kernels::Learner).unwrap_err();
    assert!(find("softmacks", Backend::Nvidia).to_string().contains("copy, vector_add"));
    assert_eq!(find("../copy", Backend::Nvidia).kind, ErrorKind::NotSupported);
    let metax = find("copy", Backend::Metax);
    assert_eq!(metax.kind, ErrorKind::NotSupported);
    assert!(metax.to_string().contains("stub"), "{metax}");
}
