//! Test cases, and what a case makes of the signature.

use std::collections::BTreeMap;

use diag::{Text, msg};

use crate::{Allowance, Direction, Dtype, Expr, Fill, Launch, Value, Vars};

/// One correctness case.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Unique within the exercise: `capped_100003_f16`, `rowwise_16x128`.
    pub name: String,
    /// The dimensions, in the signature's order.
    pub dims: Vec<(String, i64)>,
    /// The scalars that the caller of the operator gives, in the signature's order: whole numbers for the integer types.
    pub attributes: Vec<(String, Value)>,
    /// The type parameter's value, when the kernel is a template.
    pub dtype: Option<Dtype>,
    /// How each input buffer is filled.
    pub fills: BTreeMap<String, Fill>,
    /// The largest grid the contract's launch may use, when the case limits it.
    pub grid_cap: Option<u32>,
    /// There is nothing to do: no element in any output. The judge does not launch.
    pub noop: bool,
    /// The kernel's arguments, in order.
    pub args: Vec<ArgSpec>,
    /// The reference kernel's arguments, in order.
    pub reference_args: Vec<ReferenceArg>,
    /// How to launch the reference kernel.
    pub reference_launch: Launch,
    /// How far outputs may be off.
    pub allowance: Allowance,
}

impl Case {
    /// The variables for expressions: the dimensions, the attributes, `cap` (2^31 − 1 where the case has no cap), `dtype` and
    /// `dtype_bytes` (of the type parameter, else of the first buffer).
    pub fn vars(&self) -> Vars {
        let first = self.buffers().next().map_or(Dtype::F32, |b| b.dtype);
        vars(&self.dims, &self.attributes, self.dtype.unwrap_or(first), self.grid_cap)
    }

    /// Which case an error is about.
    pub(crate) fn note(&self) -> Text {
        let mut values: Vec<String> = self.dims.iter().map(|(name, n)| format!("{name} = {n}")).collect();
        values.extend(self.attributes.iter().map(|(name, value)| format!("{name} = {value}")));
        values.extend(self.grid_cap.map(|cap| format!("cap = {cap}")));
        values.extend(self.dtype.map(|dtype| format!("dtype = '{dtype}'")));
        msg!("exercise-error-case", case = &self.name, values = values.join(", "))
    }

    /// The buffers, in the signature's order.
    pub fn buffers(&self) -> impl Iterator<Item = &BufferSpec> {
        self.args.iter().filter_map(|arg| match arg {
            ArgSpec::Buffer(b) => Some(b),
            ArgSpec::Scalar(_) => None,
        })
    }

    /// The inputs, in the signature's order.
    pub fn inputs(&self) -> impl Iterator<Item = &BufferSpec> {
        self.buffers().filter(|b| b.direction == Direction::In)
    }

    /// The outputs, in the signature's order.
    pub fn outputs(&self) -> impl Iterator<Item = &BufferSpec> {
        self.buffers().filter(|b| b.direction == Direction::Out)
    }

    /// The inputs and outputs, in the signature's order: the buffers that callers of the operator know.
    pub fn tensors(&self) -> impl Iterator<Item = &BufferSpec> {
        self.buffers().filter(|b| b.direction != Direction::Workspace)
    }

    /// The scratch memory, in the signature's order.
    pub fn workspaces(&self) -> impl Iterator<Item = &BufferSpec> {
        self.buffers().filter(|b| b.direction == Direction::Workspace)
    }

    /// Elements in all outputs.
    pub fn n_outputs(&self) -> usize {
        self.outputs().map(BufferSpec::n_elems).sum()
    }

    /// How an input buffer is filled.
    pub fn fill(&self, buffer: &BufferSpec) -> Fill {
        self.fills.get(&buffer.name).copied().unwrap_or(Fill::Normal)
    }

    /// The bytes of an input buffer in a run.
    pub fn input(&self, buffer: &BufferSpec, seed: u64) -> Vec<u8> {
        self.fill(buffer).bytes(seed, &self.name, &buffer.name, &buffer.shape, buffer.dtype)
    }
}

pub(crate) fn vars(
    dims: &[(String, i64)],
    attributes: &[(String, Value)],
    dtype: Dtype,
    grid_cap: Option<u32>,
) -> Vars {
    let mut vars: Vars = dims.iter().map(|(name, n)| (name.clone(), Value::Int(*n))).collect();
    vars.extend(attributes.iter().cloned());
    vars.insert("cap".to_owned(), Value::Int(grid_cap.map_or(i64::from(i32::MAX), i64::from)));
    vars.insert("dtype".to_owned(), dtype.as_str().into());
    vars.insert("dtype_bytes".to_owned(), Value::Int(i64::try_from(dtype.size_bytes()).unwrap_or(0)));
    vars
}

/// A buffer in a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BufferSpec {
    /// The argument's name.
    pub name: String,
    /// Read, written, or scratch memory.
    pub direction: Direction,
    /// Its elements.
    pub dtype: Dtype,
    /// Its dimensions, outermost first.
    pub shape: Vec<usize>,
}

impl BufferSpec {
    /// How many elements.
    pub fn n_elems(&self) -> usize {
        self.shape.iter().product()
    }

    /// How many bytes.
    pub fn n_bytes(&self) -> usize {
        self.n_elems() * self.dtype.size_bytes()
    }

    /// The length of the last dimension.
    pub fn cols(&self) -> usize {
        self.shape.last().copied().unwrap_or(1)
    }
}

/// A scalar in a case.
#[derive(Debug, Clone, PartialEq)]
pub struct ScalarSpec {
    /// The argument's name.
    pub name: String,
    /// Its type.
    pub dtype: Dtype,
    /// Its value: a whole number for the integer types.
    pub value: Value,
}

/// An argument of the kernel in a case, in the signature's order.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgSpec {
    /// A buffer.
    Buffer(BufferSpec),
    /// A scalar.
    Scalar(ScalarSpec),
}

/// An argument of the reference kernel in a case, in order: the outputs, the magnitude, the inputs, the scalars.
#[derive(Debug, Clone, PartialEq)]
pub enum ReferenceArg {
    /// `double *`: what the output buffer of this name should hold.
    Output {
        /// The signature's buffer.
        buffer: String,
        /// As many as the buffer has.
        n_elems: usize,
    },
    /// `double *`: for each element of the first output, the size of the terms it was computed from.
    Magnitude {
        /// As many as the first output has.
        n_elems: usize,
    },
    /// `const T *`: the input itself.
    Input(BufferSpec),
    /// The scalar itself.
    Scalar(ScalarSpec),
}

/// What one run of the kernel must move and compute, over a case's variables.
#[derive(Debug, Clone)]
pub struct Cost {
    /// Bytes that must cross the memory bus at least.
    pub bytes: Expr,
    /// Floating-point operations.
    pub flops: Expr,
}

/// A call that an operator's host interface must refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// Unique within the exercise.
    pub name: String,
    /// The buffer whose descriptor is wrong.
    pub buffer: String,
    /// What is wrong with it.
    pub mistake: Mistake,
}

/// What is wrong with a buffer in an [`ApiError`] case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mistake {
    /// A null pointer.
    Null,
    /// An element type that the operator does not take.
    Dtype,
    /// A shape that does not fit the others.
    Shape,
    /// Strides of a tensor that is not contiguous.
    Stride,
}

impl Mistake {
    /// The mistakes with their spelling in `exercise.toml`.
    pub const ALL: [(&str, Self); 4] =
        [("null", Self::Null), ("dtype", Self::Dtype), ("shape", Self::Shape), ("stride", Self::Stride)];

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(spelling, _)| *spelling == text).map(|(_, mistake)| mistake)
    }
}
