//! Operators: the kernels of exercises, as programs call them.

use std::path::{Path, PathBuf};

use diag::{Text, msg};
use exercise::{
    Backend, BufferParam, BufferSpec, Case, Direction, Dtype, ElementType, Exercise, ScalarParam, Value, load_all,
};

use crate::error::{Error, ErrorKind};
use crate::tensor::{Element, TensorSpec, contiguous_strides, dtype_name, sizes, tuple};

/// Whose kernels operators run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Kernels {
    /// The learner's own, in `exercises/`.
    #[default]
    Learner,
    /// Those of `solutions/`.
    Solution,
    /// Those of `solutions/` that are written for speed, where there is one.
    Advanced,
}

impl Kernels {
    /// Every choice, with its name in programs.
    pub const ALL: [(&str, Self); 3] =
        [("exercises", Self::Learner), ("solutions", Self::Solution), ("advanced", Self::Advanced)];
}

/// An operator of a course.
#[derive(Debug, Clone)]
pub struct Operator {
    exercise: Exercise,
    kernel: PathBuf,
}

/// A tensor that an operator takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorParam {
    /// Its name in programs.
    pub name: String,
    /// Read or written.
    pub direction: Direction,
}

/// A number that callers of an operator may give: the slope of a leaky relu.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeParam {
    /// Its name in programs.
    pub name: String,
    /// The kernel's type for it.
    pub dtype: Dtype,
    /// What it is where the caller gives nothing.
    pub default: f64,
}

/// A call of an operator.
#[derive(Debug, Clone, Copy, Default)]
pub struct Call<'a> {
    /// One for each of [`Operator::tensors`], in that order.
    pub tensors: &'a [TensorSpec],
    /// The dimension that it works along, where the caller gives one.
    pub dim: Option<i64>,
    /// Attributes that the caller gives, by their names in programs; the others have their defaults.
    pub attributes: &'a [(String, f64)],
}

/// The operators of the course in `root`, by the order of its exercises; those whose files are broken are left out.
pub fn operators(root: &Path) -> Vec<String> {
    load_all(root).0.into_iter().map(|exercise| exercise.name).collect()
}

impl Operator {
    /// The operator `name` of the course in `root`.
    ///
    /// # Errors
    /// When the course has no such operator, its files are broken, or it has no kernel for the backend.
    pub fn find(root: &Path, name: &str, backend: Backend, kernels: Kernels) -> Result<Self, Error> {
        let not_supported = Error::because(ErrorKind::NotSupported);
        if backend == Backend::Metax {
            return Err(not_supported(msg!("runtime-metax")));
        }
        let dir = root.join("exercises").join(name);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name || !dir.join("exercise.toml").is_file() {
            let known = operators(root).join(", ");
            let root = root.display();
            return Err(not_supported(msg!("runtime-no-operator", name = name, root = root, known = known)));
        }
        let exercise = Exercise::load(&dir).map_err(|error| {
            let mut broken = Error::new(ErrorKind::Runtime, msg!("runtime-broken-operator", name = name));
            broken.findings.push(error.to_diagnostic(&mut broken.sources));
            broken
        })?;
        let Some(exercise) = exercise.for_backend(backend) else {
            return Err(not_supported(msg!("runtime-no-backend", name = name, backend = backend.as_str())));
        };
        let advanced = exercise.advanced_path();
        let kernel = match kernels {
            Kernels::Learner => exercise.kernel_path(),
            Kernels::Advanced if advanced.is_file() => advanced,
            Kernels::Advanced | Kernels::Solution => exercise.solution_path(),
        };
        Ok(Self { exercise, kernel })
    }

    /// The operator that runs a kernel of `exercise`, which has the backend.
    pub fn new(exercise: Exercise, kernel: PathBuf) -> Self {
        Self { exercise, kernel }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.exercise.name
    }

    /// The exercise, with the backend.
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// The file of its kernel.
    pub fn kernel(&self) -> &Path {
        &self.kernel
    }

    /// The tensors that it takes, in the order of the signature. A workspace is none of them: see
    /// [`crate::Descriptor::workspace_bytes`].
    pub fn tensors(&self) -> Vec<TensorParam> {
        let param = |buffer: &BufferParam| TensorParam { name: self.public(&buffer.name), direction: buffer.direction };
        self.buffers().map(param).collect()
    }

    /// The numbers that callers may give, in the order of the signature.
    pub fn attributes(&self) -> Vec<AttributeParam> {
        let attribute = |scalar: &ScalarParam| {
            let default = number(scalar.default()?);
            Some(AttributeParam { name: self.public(&scalar.name), dtype: scalar.dtype, default })
        };
        self.exercise.signature.attributes().filter_map(attribute).collect()
    }

    /// What a parameter of the kernel is called in programs.
    fn public(&self, name: &str) -> String {
        self.exercise.operator.public_name(name).to_owned()
    }

    /// The buffers of [`Self::tensors`].
    fn buffers(&self) -> impl Iterator<Item = &BufferParam> {
        self.exercise.signature.buffers().filter(|buffer| buffer.direction != Direction::Workspace)
    }

    /// The dimension that it works along; nothing where there is no choice to make.
    pub fn dim(&self) -> Option<i64> {
        self.exercise.operator.dim
    }

    /// Whether an output has fewer dimensions than the first input.
    fn is_reduction(&self) -> bool {
        let rank = self.rank();
        self.buffers().any(|buffer| buffer.direction == Direction::Out && buffer.shape().count() < rank)
    }

    /// Whether it works on each element by itself, so that tensors of every rank will do: all its buffers are as long as
    /// its one dimension.
    pub fn is_elementwise(&self) -> bool {
        let signature = &self.exercise.signature;
        let [dim] = signature.dims.as_slice() else { return false };
        self.buffers().all(|buffer| buffer.shape().map(exercise::Expr::source).eq([dim.as_str()]))
    }

    /// Checks a call against the signature, and makes the case of it: the sizes, the element type and every buffer.
    ///
    /// # Errors
    /// Which argument does not fit, what it is, and what was expected.
    pub fn check(&self, call: Call<'_>) -> Result<Case, Error> {
        let invalid = Error::because(ErrorKind::InvalidArgument);
        let params = self.tensors();
        if call.tensors.len() != params.len() {
            let (wanted, got) = (params.len(), call.tensors.len());
            let names = list(&params);
            let name = self.name();
            return Err(invalid(msg!("runtime-call-count", name = name, got = got, wanted = wanted, names = names)));
        }
        let dtype = self.check_dtypes(&params, call.tensors)?;
        self.check_layouts(&params, call)?;
        let dims = self.dims(&params, call.tensors)?;
        let case = self.case(&dims, dtype, call.attributes)?;
        for ((param, tensor), spec) in params.iter().zip(call.tensors).zip(case.tensors()) {
            let wanted = self.shape(call.tensors, spec);
            if tensor.shape != wanted {
                return Err(invalid(shape_differs(param, &tensor.shape, &wanted)));
            }
        }
        Ok(case)
    }

    /// The shape that a call's tensor must have: elementwise, all are shaped like the first input.
    fn shape(&self, tensors: &[TensorSpec], spec: &BufferSpec) -> Vec<i64> {
        match self.first_input().filter(|_| self.is_elementwise()) {
            Some(first) => tensors[first].shape.clone(),
            None => sizes(spec),
        }
    }

    /// The outputs of a call whose inputs are known, in order: what the caller has to make for it. Only the inputs of
    /// `tensors` are looked at.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn outputs(&self, call: Call<'_>) -> Result<Vec<TensorSpec>, Error> {
        let params = self.tensors();
        let mut tensors: Vec<TensorSpec> = call.tensors.to_vec();
        if tensors.len() != params.len() {
            self.check(call)?;
        }
        // Outputs stand in for themselves until the inputs have said what they must be.
        let is_output = |at: &usize| params[*at].direction != Direction::In;
        let inputs: Vec<usize> = (0..params.len()).filter(|at| !is_output(at)).collect();
        let dtype = self.check_dtypes_of(&params, &tensors, &inputs)?;
        let known: Vec<(TensorParam, TensorSpec)> =
            inputs.iter().map(|&at| (params[at].clone(), tensors[at].clone())).collect();
        let (input_params, input_tensors): (Vec<_>, Vec<_>) = known.into_iter().unzip();
        self.check_layouts(&input_params, Call { tensors: &input_tensors, ..call })?;
        let dims = self.dims_of(&params, &tensors, &inputs)?;
        let case = self.case(&dims, dtype, call.attributes)?;
        for (at, spec) in case.tensors().enumerate().filter(|(at, _)| is_output(at)) {
            tensors[at] = TensorSpec::contiguous(spec.dtype, &self.shape(&tensors, spec));
        }
        self.check(Call { tensors: &tensors, ..call })?;
        Ok((0..params.len()).filter(is_output).map(|at| tensors[at].clone()).collect())
    }

    fn first_input(&self) -> Option<usize> {
        self.buffers().position(|buffer| buffer.direction == Direction::In)
    }

    fn case(&self, dims: &[i64], dtype: Option<Dtype>, attributes: &[(String, f64)]) -> Result<Case, Error> {
        let given = self.given(attributes)?;
        self.exercise.case_for(dims, dtype, &given).map_err(|error| {
            let mut invalid = Error::new(ErrorKind::InvalidArgument, msg!("runtime-call-sizes", name = self.name()));
            invalid.findings.push(error.to_diagnostic(&mut invalid.sources));
            invalid
        })
    }

    /// The caller's attributes by the kernel's names.
    fn given(&self, attributes: &[(String, f64)]) -> Result<Vec<(String, f64)>, Error> {
        let invalid = Error::because(ErrorKind::InvalidArgument);
        let given = attributes.iter().map(|(name, value)| {
            let mut all = self.exercise.signature.attributes();
            let Some(param) = all.find(|scalar| self.exercise.operator.public_name(&scalar.name) == name) else {
                let known: Vec<String> = self.attributes().into_iter().map(|attribute| attribute.name).collect();
                let (operator, n_known, known) = (self.name(), known.len(), known.join(", "));
                let text = msg!("runtime-attribute", name = name, operator = operator, count = n_known, known = known);
                return Err(invalid(text));
            };
            if !exercise::fits(*value, param.dtype) {
                // As Python and C++ write it.
                let (value, wanted) = (format!("{value:?}"), dtype_name(param.dtype));
                return Err(invalid(msg!("runtime-attribute-value", name = name, value = value, wanted = wanted)));
            }
            Ok((param.name.clone(), *value))
        });
        given.collect()
    }

    fn check_dtypes(&self, params: &[TensorParam], tensors: &[TensorSpec]) -> Result<Option<Dtype>, Error> {
        let all: Vec<usize> = (0..tensors.len()).collect();
        self.check_dtypes_of(params, tensors, &all)
    }

    /// The type parameter's value: what the tensors of its type hold, in which they must agree.
    fn check_dtypes_of(
        &self,
        params: &[TensorParam],
        tensors: &[TensorSpec],
        which: &[usize],
    ) -> Result<Option<Dtype>, Error> {
        let unsupported = Error::because(ErrorKind::UnsupportedDtype);
        let signature = &self.exercise.signature;
        let choices = signature.type_parameter.as_ref().map_or(&[][..], |parameter| &parameter.dtypes);
        let buffers: Vec<&BufferParam> = self.buffers().collect();
        let mut chosen: Option<(usize, Dtype)> = None;
        // An input decides: its type is what the caller has, an output's is what they made for it.
        let in_order = which.iter().filter(|&&at| params[at].direction == Direction::In);
        let in_order = in_order.chain(which.iter().filter(|&&at| params[at].direction != Direction::In));
        for &at in in_order {
            let (name, element) = (&params[at].name, &tensors[at].element);
            let allowed: Vec<Dtype> = match (buffers[at].element, chosen) {
                (ElementType::Fixed(dtype), _) => vec![dtype],
                (ElementType::Parameter, None) => choices.to_vec(),
                (ElementType::Parameter, Some((first, dtype))) if *element != Element::Known(dtype) => {
                    let (other, dtype) = (&params[first].name, dtype_name(dtype));
                    let got = element.name();
                    let text = msg!("runtime-dtype-mixed", name = name, got = got, other = other, wanted = dtype);
                    return Err(unsupported(text));
                }
                (ElementType::Parameter, Some(_)) => continue,
            };
            match element {
                Element::Known(dtype) if allowed.contains(dtype) => {
                    if buffers[at].element == ElementType::Parameter {
                        chosen = Some((at, *dtype));
                    }
                }
                _ => {
                    let wanted: Vec<&str> = allowed.into_iter().map(dtype_name).collect();
                    let (got, wanted) = (element.name(), wanted.join(", "));
                    let operator = self.name();
                    let text = msg!("runtime-dtype", name = name, got = got, operator = operator, wanted = wanted);
                    return Err(unsupported(text));
                }
            }
        }
        Ok(chosen.map(|(_, dtype)| dtype))
    }

    /// Null addresses, ranks, the dimension, strides.
    fn check_layouts(&self, params: &[TensorParam], call: Call<'_>) -> Result<(), Error> {
        let invalid = Error::because(ErrorKind::InvalidArgument);
        let rank_of = |name: &str| {
            let mut buffers = self.buffers();
            buffers.find(|buffer| self.public(&buffer.name) == name).map(|buffer| buffer.shape().count())
        };
        for (param, tensor) in params.iter().zip(call.tensors) {
            let name = &param.name;
            if tensor.is_null && tensor.n_elems() != 0 {
                return Err(invalid(msg!("runtime-null", name = name)));
            }
            if let Some(&size) = tensor.shape.iter().find(|size| **size < 0) {
                return Err(invalid(msg!("runtime-negative-size", name = name, size = size)));
            }
            let rank = rank_of(name).unwrap_or(0);
            if !self.is_elementwise() && tensor.shape.len() != rank {
                let (shape, operator, got) = (tuple(&tensor.shape), self.name(), tensor.shape.len());
                return Err(invalid(match self.dim() {
                    Some(dim) => {
                        let kind = if self.is_reduction() { "reduction" } else { "map" };
                        msg!(
                            "runtime-rank-rowwise",
                            name = name,
                            shape = shape,
                            got = got,
                            operator = operator,
                            dim = dim,
                            kind = kind
                        )
                    }
                    None => {
                        msg!("runtime-rank", name = name, shape = shape, got = got, operator = operator, wanted = rank)
                    }
                }));
            }
        }
        if let Some((dim, wanted)) = call.dim.zip(self.dim())
            && dim != wanted
            // Counted from the last dimension, as PyTorch does.
            && dim + i64::try_from(self.rank()).unwrap_or(0) != wanted
        {
            return Err(invalid(msg!("runtime-dim", operator = self.name(), got = dim, wanted = wanted)));
        }
        for (param, tensor) in params.iter().zip(call.tensors) {
            if !tensor.is_contiguous() {
                let strides = tuple(tensor.strides.as_deref().unwrap_or_default());
                let (name, wanted) = (&param.name, tuple(&contiguous_strides(&tensor.shape)));
                return Err(invalid(msg!("runtime-strided", name = name, strides = strides, wanted = wanted)));
            }
        }
        Ok(())
    }

    /// How many dimensions its first input has.
    fn rank(&self) -> usize {
        self.exercise.signature.inputs().next().map_or(0, |input| input.shape().count())
    }

    fn dims(&self, params: &[TensorParam], tensors: &[TensorSpec]) -> Result<Vec<i64>, Error> {
        let all: Vec<usize> = (0..tensors.len()).collect();
        self.dims_of(params, tensors, &all)
    }

    /// The values of the signature's dimensions: what the shapes say where they name a dimension alone. Inputs come first;
    /// what others say is compared with the shapes that follow.
    fn dims_of(&self, params: &[TensorParam], tensors: &[TensorSpec], which: &[usize]) -> Result<Vec<i64>, Error> {
        let signature = &self.exercise.signature;
        if self.is_elementwise() {
            let first = self.first_input().unwrap_or(0);
            return Ok(vec![tensors[first].n_elems()]);
        }
        let mut values: Vec<Option<i64>> = vec![None; signature.dims.len()];
        let inputs_first = [Direction::In, Direction::Out];
        for direction in inputs_first {
            for (at, buffer) in self.buffers().enumerate() {
                if params[at].direction != direction || !which.contains(&at) {
                    continue;
                }
                for (expr, &size) in buffer.shape().zip(&tensors[at].shape) {
                    let dim = signature.dims.iter().position(|dim| dim == expr.source());
                    if let Some(value) = dim.map(|dim| &mut values[dim]) {
                        value.get_or_insert(size);
                    }
                }
            }
        }
        let unknown = values.iter().position(Option::is_none);
        match unknown {
            Some(at) => {
                let text = msg!("runtime-unknown-dim", operator = self.name(), dim = &signature.dims[at]);
                Err(Error::new(ErrorKind::NotSupported, text))
            }
            None => Ok(values.into_iter().flatten().collect()),
        }
    }
}

/// What to say of a tensor with another shape than it must have.
fn shape_differs(param: &TensorParam, got: &[i64], wanted: &[i64]) -> Text {
    let (name, got, wanted) = (&param.name, tuple(got), tuple(wanted));
    match param.direction {
        Direction::In => msg!("runtime-shape", name = name, got = got, wanted = wanted),
        _ => msg!("runtime-output-shape", name = name, got = got, wanted = wanted),
    }
}

/// An attribute's value as a number.
#[expect(
    clippy::cast_precision_loss,
    reason = "a default beyond 2^53 is shown, and the kernel gets it from the exercise"
)]
fn number(value: &Value) -> f64 {
    match value {
        Value::Int(n) => *n as f64,
        Value::Double(x) => *x,
        Value::Str(_) => f64::NAN,
    }
}

fn list(params: &[TensorParam]) -> String {
    params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>().join(", ")
}
