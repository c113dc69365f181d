//! Translation units: what is compiled around a kernel.

use cuda::Request;
use exercise::{Backend, Dtype, Exercise, Launch};
use tera::{Context, Tera};

use crate::compile::distinct;

/// The translation unit of a learner's kernel.
const KERNEL: (&str, &str) = ("kernel.cu.tera", include_str!("../../../templates/kernel.cu.tera"));
/// The kernel around a functor.
const ELEMENTWISE: (&str, &str) = ("elementwise.cuh.tera", include_str!("../../../templates/elementwise.cuh.tera"));
/// The translation unit of a reference.
const REFERENCE: (&str, &str) = ("reference.cu.tera", include_str!("../../../templates/reference.cu.tera"));
/// The virtual architecture that kernels are compiled for: the oldest that has all that exercises teach.
pub const ARCH: &str = "compute_80";
/// How the message of the check in the template of kernels begins that compares the parameters' types with the contract.
pub const CONTRACT_CHECK: &str = "the contract is:";

/// How the name of a learner's translation unit ends.
pub const NAME_ENDING: &str = "_nvidia.cu";

/// A check that a kernel takes the contract's parameters; see the template.
#[derive(PartialEq, Eq, serde::Serialize)]
struct Check {
    kernel: String,
    parameters: Vec<String>,
    declaration: String,
}

/// The translation unit of a learner's kernel.
///
/// `path`: the kernel's path, which compiler messages and line information carry. `launches`: those of all cases; each
/// kernel that they name is instantiated, and checked for its parameters.
///
/// # Errors
/// When the template cannot be rendered, which a test rules out for every exercise.
pub fn learner(exercise: &Exercise, path: &str, text: &str, launches: &[Launch]) -> Result<Request, String> {
    let signature = &exercise.signature;
    let instantiations = signature.instantiations();
    let includes: Vec<&str> = instantiations
        .iter()
        .filter_map(|dtype| match dtype {
            Some(Dtype::F16) => Some("cuda_fp16.h"),
            Some(Dtype::Bf16) => Some("cuda_bf16.h"),
            _ => None,
        })
        .collect();
    let kernels = distinct(launches.iter().map(|launch| launch.kernel.as_str()));
    let mut checks: Vec<Check> = Vec::new();
    for launch in launches {
        let check = Check {
            kernel: launch.kernel.clone(),
            parameters: signature.cpp_types(launch.dtype),
            declaration: format!("{} {}", signature.declaration(), check_name(launch)),
        };
        if !checks.contains(&check) {
            checks.push(check);
        }
    }
    let mut context = Context::new();
    context.insert("includes", &includes);
    context.insert("header", path);
    context.insert("checks", &checks);
    if let (Some(functor), Some(scaffold)) = (wanted_functor(exercise), scaffold(exercise)?) {
        context.insert("functor", &functor);
        context.insert("scaffold", &scaffold);
    }
    let name = format!("{}{NAME_ENDING}", exercise.name);
    Ok(request(name, render(KERNEL, &context)?, path, text, &kernels))
}

/// What a learner's functor must be; see the template.
#[derive(serde::Serialize)]
struct WantedFunctor {
    name: String,
    members: Vec<String>,
    elements: Vec<&'static str>,
    n_inputs: usize,
}

fn wanted_functor(exercise: &Exercise) -> Option<WantedFunctor> {
    let signature = &exercise.signature;
    let name = format!("{}::{}", signature.backend_namespace(Backend::Nvidia), signature.functor.as_ref()?);
    Some(WantedFunctor {
        name,
        members: members(exercise),
        elements: signature.instantiations().into_iter().flatten().map(Dtype::cpp).collect(),
        n_inputs: signature.inputs().count(),
    })
}

/// The members of the functor, as C++ declares them: the attributes in order.
pub fn members(exercise: &Exercise) -> Vec<String> {
    exercise.signature.attributes().map(|a| format!("{} {}", a.dtype.cpp(), a.name)).collect()
}

/// The kernel that camp puts around the learner's functor; `None` where learners write the kernel.
///
/// # Errors
/// As [`learner`].
pub fn scaffold(exercise: &Exercise) -> Result<Option<String>, String> {
    let signature = &exercise.signature;
    let (Some(functor), Some(parameter)) = (&signature.functor, &signature.type_parameter) else { return Ok(None) };
    let mut context = Context::new();
    context.insert("namespace", &signature.backend_namespace(Backend::Nvidia));
    context.insert("kernel", &signature.kernel);
    context.insert("functor", functor);
    context.insert("element", &parameter.name);
    context.insert("parameters", &signature.parameters());
    context.insert("out", &signature.outputs().next().map(|b| b.name.as_str()));
    context.insert("inputs", &signature.inputs().map(|b| b.name.as_str()).collect::<Vec<_>>());
    context.insert("attributes", &signature.attributes().map(|a| a.name.as_str()).collect::<Vec<_>>());
    // Loading made sure that the size comes last.
    context.insert("n", &signature.params.last().map(exercise::Param::name));
    render(ELEMENTWISE, &context).map(Some)
}

/// How a check names the kernel that it is about, in the compiler's message.
pub fn check_name(launch: &Launch) -> String {
    format!("[{} {}]", launch.kernel, launch.dtype.map_or("", Dtype::cpp))
}

/// The translation unit of an exercise's reference.
///
/// # Errors
/// As [`learner`].
pub fn reference(exercise: &Exercise, text: &str, kernels: &[String]) -> Result<Request, String> {
    // Not the path on this machine, so that the cache serves every copy of the exercises.
    let path = format!("{}/reference.cuh", exercise.name);
    let dtype = exercise.signature.instantiations().into_iter().next().flatten();
    let mut context = Context::new();
    context.insert("header", &path);
    context.insert("element", exercise.reference_dtype(dtype).cpp());
    let source = render(REFERENCE, &context)?;
    Ok(request(format!("{}_reference.cu", exercise.name), source, &path, text, kernels))
}

fn render((name, template): (&str, &str), context: &Context) -> Result<String, String> {
    Tera::one_off(template, context, false).map_err(|error| format!("templates/{name}: {error:?}"))
}

fn request(name: String, source: String, path: &str, text: &str, kernels: &[String]) -> Request {
    Request {
        name,
        source,
        headers: vec![(path.to_owned(), text.to_owned())],
        arch: ARCH.to_owned(),
        expressions: kernels.to_vec(),
        options: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn launch_rules_are_told_the_architecture() {
        assert_eq!(super::ARCH, format!("compute_{}", exercise::DeviceProps::VIRTUAL.compute_capability));
    }
}
