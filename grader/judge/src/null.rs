//! Kernels that do nothing useful, written from an exercise's signature. Each must fail every case: a case that lets one
//! through tests nothing.

use exercise::{Backend, BufferParam, Exercise};
use runtime::unit::members;

/// A kernel that does nothing useful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Null {
    /// No statement at all; a functor makes zero, as it has to make something.
    Empty,
    /// Zero in every output element.
    Zero,
    /// One number in every output element; unlike anything that an exercise wants.
    Constant,
    /// The first input in the output, as far as it goes.
    CopyInput,
}

impl Null {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Zero, Self::Constant, Self::CopyInput];

    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Zero => "zero fill",
            Self::Constant => "constant fill",
            Self::CopyInput => "copy of the input",
        }
    }

    /// The text of a kernel file that solves `exercise` in this way.
    pub fn source(self, exercise: &Exercise) -> String {
        let signature = &exercise.signature;
        let head = "#pragma once\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <stdint.h>\n";
        let namespace = signature.backend_namespace(Backend::Nvidia);
        if let Some(functor) = &signature.functor {
            let members: String = members(exercise).iter().map(|member| format!("{member}; ")).collect();
            let values: Vec<String> = signature.inputs().map(|input| format!("T {}", input.name)).collect();
            let value = match (self, signature.inputs().next()) {
                (Self::CopyInput, Some(input)) => input.name.as_str(),
                (Self::Constant, _) => "static_cast<T>(0.3125f)",
                _ => "static_cast<T>(0.0f)",
            };
            return format!(
                "{head}namespace {namespace} {{\nstruct {functor} {{\n    {members}\n    template <typename T> __device__ T \
                 operator()({}) const {{ return {value}; }}\n}};\n}}\n",
                values.join(", "),
            );
        }
        let body: String = signature.outputs().map(|output| self.fill(exercise, output)).collect();
        format!("{head}namespace {namespace} {{\n{} {{\n{body}}}\n}}\n", signature.declaration())
    }

    /// The statements for one output.
    fn fill(self, exercise: &Exercise, output: &BufferParam) -> String {
        let input = exercise.signature.inputs().next();
        let value = match (self, input) {
            (Self::Empty, _) => return String::new(),
            (Self::CopyInput, Some(input)) => {
                format!("{}[i % ({})]", input.name, n_elems(input))
            }
            (Self::Zero | Self::CopyInput, _) => "0.0f".to_owned(),
            (Self::Constant, _) => "0.3125f".to_owned(),
        };
        // The shapes are expressions over the dimensions, which kernels get as scalars of the same names.
        format!(
            "    for (int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < ({}); \
             i += static_cast<int64_t>(gridDim.x) * blockDim.x) {{\n        {}[i] = {value};\n    }}\n",
            n_elems(output),
            output.name
        )
    }
}

/// The number of a buffer's elements as a C++ expression.
fn n_elems(buffer: &BufferParam) -> String {
    let dims: Vec<String> = buffer.shape().map(|dim| format!("static_cast<int64_t>({})", dim.source())).collect();
    dims.join(" * ")
}
