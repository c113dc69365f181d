//! The kernel that an exercise asks for.

use std::collections::BTreeSet;

use diag::msg;
use toml::Spanned;

use crate::attributes::{attribute_value, number};
use crate::error::Source;
use crate::launch::{Located, check_variables, parse};
use crate::load::{known_variables, unknown};
use crate::schema::{ParamKind, ParamTable, SignatureTable, TypeParameterTable};
use crate::{Dtype, Error, Value, Vars};

/// Who runs a kernel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// CUDA C++.
    #[default]
    Nvidia,
    /// TileLang, in Python.
    Tilelang,
    /// MetaX.
    Metax,
}

impl Backend {
    /// Every backend.
    pub const ALL: [Self; 3] = [Self::Nvidia, Self::Tilelang, Self::Metax];

    /// The spelling on the command line, in paths and in namespaces.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nvidia => "nvidia",
            Self::Tilelang => "tilelang",
            Self::Metax => "metax",
        }
    }

    /// The backend with this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|b| b.as_str() == text)
    }

    /// The name of a learner's file.
    pub fn kernel_file(self) -> &'static str {
        match self {
            Self::Nvidia | Self::Metax => "kernel.cuh",
            Self::Tilelang => "kernel.py",
        }
    }
}

/// What a buffer is to the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Read only; must be unchanged afterwards.
    In,
    /// Written; poisoned before.
    Out,
    /// Scratch memory that the caller hands in: poisoned before, written and read as the kernel likes, compared with nothing.
    Workspace,
}

/// The element type of a buffer in the signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// The same in every case.
    Fixed(Dtype),
    /// The type parameter's value in the case.
    Parameter,
}

/// A buffer argument.
#[derive(Debug, Clone)]
pub struct BufferParam {
    /// The argument's name.
    pub name: String,
    /// Read, written, or scratch memory.
    pub direction: Direction,
    /// Its elements.
    pub element: ElementType,
    /// Its dimensions, outermost first, over the case's variables.
    pub(crate) shape: Vec<Located>,
}

impl BufferParam {
    /// The dimensions' expressions, outermost first.
    pub fn shape(&self) -> impl Iterator<Item = &crate::Expr> {
        self.shape.iter().map(|dim| &dim.expr)
    }
}

/// A scalar argument.
#[derive(Debug, Clone)]
pub struct ScalarParam {
    /// The argument's name.
    pub name: String,
    /// Its type.
    pub dtype: Dtype,
    pub(crate) value: ScalarValue,
}

/// Where a scalar's value comes from.
#[derive(Debug, Clone)]
pub(crate) enum ScalarValue {
    /// An expression over the case's variables.
    Of(Located),
    /// Whoever calls the operator; this where they say nothing.
    Attribute(Value),
}

impl ScalarParam {
    /// The value that it has where the caller of the operator gives none; `None` when it follows from the sizes, so that no
    /// caller gives it.
    pub fn default(&self) -> Option<&Value> {
        match &self.value {
            ScalarValue::Attribute(default) => Some(default),
            ScalarValue::Of(_) => None,
        }
    }
}

/// An argument of the kernel.
#[derive(Debug, Clone)]
pub enum Param {
    /// A pointer to device memory.
    Buffer(BufferParam),
    /// A number.
    Scalar(ScalarParam),
}

impl Param {
    /// The argument's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Buffer(b) => &b.name,
            Self::Scalar(s) => &s.name,
        }
    }
}

/// The template parameter of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its name, customarily `T`.
    pub name: String,
    /// The types that cases may choose.
    pub dtypes: Vec<Dtype>,
}

/// The kernel that an exercise asks for.
#[derive(Debug, Clone)]
pub struct Signature {
    /// Without the backend's part: `oprt::copy`.
    pub namespace: String,
    /// The kernel's name.
    pub kernel: String,
    /// Where camp supplies the kernel: what the learner writes, the device functor that it applies to every element.
    pub functor: Option<String>,
    /// Present when the kernel is a template.
    pub type_parameter: Option<TypeParameter>,
    /// The names of the dimensions that cases give.
    pub dims: Vec<String>,
    /// The arguments in order.
    pub params: Vec<Param>,
    /// Further functions that the stub defines, in the same namespace. They belong to the text of the exercise: a kernel
    /// may do without them.
    pub helpers: Vec<String>,
}

impl Signature {
    pub(crate) fn load(source: &Source, table: &SignatureTable) -> Result<Self, Error> {
        for part in table.namespace.get_ref().split("::") {
            check_identifier(source, part, table.namespace.span())?;
        }
        let mut names = BTreeSet::new();
        let mut name = |word: &Spanned<String>| {
            check_identifier(source, word.get_ref(), word.span())?;
            if names.insert(word.get_ref().clone()) {
                return Ok(word.get_ref().clone());
            }
            Err(source.error(word.span(), msg!("exercise-error-duplicate", name = word.get_ref())))
        };
        let kernel = name(&table.kernel)?;
        let functor = table.functor.as_ref().map(&mut name).transpose()?;
        let helpers = table.helpers.iter().map(&mut name).collect::<Result<_, _>>()?;
        let type_parameter = table.type_parameter.as_ref().map(|t| load_type_parameter(source, t)).transpose()?;
        // A scalar argument usually has the name of the dimension that it passes on, so these are two sets of names.
        let dims = table.dims.iter().map(&mut name).collect::<Result<Vec<_>, _>>()?;
        if dims.is_empty() {
            let place = table.params.span();
            return Err(source.error(place, msg!("exercise-error-no-dims")));
        }
        let mut signature = Self {
            namespace: table.namespace.get_ref().clone(),
            kernel,
            functor,
            type_parameter,
            dims,
            params: vec![],
            helpers,
        };
        let sizes = known_variables(&signature);
        let given = table.params.get_ref().iter().filter(|param| param.default.is_some()).map(|param| &param.name);
        let mut known = sizes;
        for name in given {
            if known.contains(name.get_ref()) {
                let text = msg!("exercise-error-duplicate", name = name.get_ref());
                return Err(source.error(name.span(), text));
            }
            known.push(name.get_ref().clone());
        }
        let mut arguments = BTreeSet::new();
        for param in table.params.get_ref() {
            check_identifier(source, param.name.get_ref(), param.name.span())?;
            if !arguments.insert(param.name.get_ref()) {
                let text = msg!("exercise-error-duplicate", name = param.name.get_ref());
                return Err(source.error(param.name.span(), text));
            }
            let param = load_param(source, param, signature.type_parameter.as_ref(), &known)?;
            signature.params.push(param);
        }
        for (kind, present) in [("in", signature.inputs().count()), ("out", signature.outputs().count())] {
            if present == 0 {
                return Err(source.error(table.params.span(), msg!("exercise-error-no-buffer", kind = kind)));
            }
        }
        if let Some(functor) = table.functor.as_ref().filter(|_| !signature.is_elementwise()) {
            let text = msg!("exercise-error-functor", name = functor.get_ref());
            return Err(source.error_expected(functor.span(), text, msg!("exercise-expected-functor")));
        }
        Ok(signature)
    }

    /// Whether a functor can make each element of the output from those of the inputs at the same place: what
    /// `templates/elementwise.cuh.tera` is written for.
    fn is_elementwise(&self) -> bool {
        let [dim] = self.dims.as_slice() else { return false };
        let is_all = |buffer: &BufferParam| {
            let [shape] = buffer.shape.as_slice() else { return false };
            shape.expr.source() == dim && buffer.element == ElementType::Parameter
        };
        let Some((Param::Scalar(last), others)) = self.params.split_last() else { return false };
        let is_size = |value: &ScalarValue| matches!(value, ScalarValue::Of(size) if size.expr.source() == dim);
        let is_attribute = |param: &Param| match param {
            Param::Scalar(scalar) => scalar.default().is_some(),
            Param::Buffer(buffer) => buffer.direction != Direction::Workspace,
        };
        self.buffers().all(is_all)
            && self.outputs().count() == 1
            && last.dtype == Dtype::I64
            && is_size(&last.value)
            && others.iter().all(is_attribute)
    }

    /// The namespace of a backend's kernel: `oprt::copy::nvidia`.
    pub fn backend_namespace(&self, backend: Backend) -> String {
        format!("{}::{}", self.namespace, backend.as_str())
    }

    /// The kernel's full name, without template arguments.
    pub fn qualified(&self, backend: Backend) -> String {
        format!("{}::{}", self.backend_namespace(backend), self.kernel)
    }

    /// The kernel as NVRTC's name expressions write it: `oprt::copy::nvidia::copy_contiguous_kernel<float>`.
    ///
    /// `dtype`: the type parameter's value; without effect when the kernel is no template.
    pub fn name_expression(&self, backend: Backend, dtype: Option<Dtype>) -> String {
        let name = self.qualified(backend);
        match (&self.type_parameter, dtype) {
            (Some(_), Some(dtype)) => format!("{name}<{}>", dtype.cpp()),
            _ => name,
        }
    }

    /// The values that the type parameter takes; one `None` when the kernel is no template.
    pub fn instantiations(&self) -> Vec<Option<Dtype>> {
        match &self.type_parameter {
            Some(parameter) => parameter.dtypes.iter().copied().map(Some).collect(),
            None => vec![None],
        }
    }

    /// The arguments' C++ types in order, for checking a learner's kernel against the contract.
    pub fn cpp_types(&self, dtype: Option<Dtype>) -> Vec<String> {
        self.params
            .iter()
            .map(|param| match param {
                Param::Buffer(b) => {
                    let constant = if b.direction == Direction::In { "const " } else { "" };
                    format!("{constant}{} *", b.element.resolve(dtype).cpp())
                }
                Param::Scalar(s) => s.dtype.cpp().to_owned(),
            })
            .collect()
    }

    /// The kernel's declaration as the contract writes it, for messages.
    pub fn declaration(&self) -> String {
        self.declared(self.type_parameter.as_ref().map(|p| p.name.as_str()), None)
    }

    /// The same without the template, for a kernel that takes one type alone.
    pub fn declaration_for(&self, dtype: Option<Dtype>) -> String {
        self.declared(None, dtype)
    }

    /// The kernel's parameters as the contract writes them.
    pub fn parameters(&self) -> Vec<String> {
        self.parameters_of(self.type_parameter.as_ref().map(|p| p.name.as_str()), None)
    }

    fn declared(&self, parameter: Option<&str>, dtype: Option<Dtype>) -> String {
        let params = self.parameters_of(parameter, dtype);
        let template = parameter.map(|name| format!("template <typename {name}> ")).unwrap_or_default();
        format!("{template}__global__ void {}({})", self.kernel, params.join(", "))
    }

    fn parameters_of(&self, parameter: Option<&str>, dtype: Option<Dtype>) -> Vec<String> {
        self.params
            .iter()
            .map(|param| match param {
                Param::Buffer(b) => {
                    let constant = if b.direction == Direction::In { "const " } else { "" };
                    let element = match (b.element, parameter) {
                        (ElementType::Parameter, Some(name)) => name,
                        (ElementType::Parameter, None) => dtype.map_or("T", Dtype::cpp),
                        (ElementType::Fixed(dtype), _) => dtype.cpp(),
                    };
                    format!("{constant}{element} *{}", b.name)
                }
                Param::Scalar(s) => format!("{} {}", s.dtype.cpp(), s.name),
            })
            .collect()
    }

    /// The scalars that the caller of the operator gives, in order.
    pub fn attributes(&self) -> impl Iterator<Item = &ScalarParam> {
        self.params.iter().filter_map(|p| match p {
            Param::Scalar(s) if s.default().is_some() => Some(s),
            _ => None,
        })
    }

    /// Whether the caller of the operator gives a scalar of this name.
    pub fn is_attribute(&self, name: &str) -> bool {
        self.attributes().any(|attribute| attribute.name == name)
    }

    /// The input buffers in order.
    pub fn inputs(&self) -> impl Iterator<Item = &BufferParam> {
        self.buffers().filter(|b| b.direction == Direction::In)
    }

    /// The output buffers in order.
    pub fn outputs(&self) -> impl Iterator<Item = &BufferParam> {
        self.buffers().filter(|b| b.direction == Direction::Out)
    }

    /// The scratch memory in order.
    pub fn workspaces(&self) -> impl Iterator<Item = &BufferParam> {
        self.buffers().filter(|b| b.direction == Direction::Workspace)
    }

    /// The buffers in order.
    pub fn buffers(&self) -> impl Iterator<Item = &BufferParam> {
        self.params.iter().filter_map(|p| match p {
            Param::Buffer(b) => Some(b),
            Param::Scalar(_) => None,
        })
    }
}

impl ElementType {
    /// The element type in a case whose type parameter is `dtype`. Loading makes sure that a kernel whose buffers use the
    /// parameter has one.
    pub fn resolve(self, dtype: Option<Dtype>) -> Dtype {
        match self {
            Self::Fixed(fixed) => fixed,
            Self::Parameter => dtype.unwrap_or(Dtype::F32),
        }
    }
}

pub(crate) fn check_identifier(source: &Source, word: &str, range: std::ops::Range<usize>) -> Result<(), Error> {
    let mut chars = word.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if starts && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Ok(());
    }
    let expected = msg!("exercise-expected-identifier");
    Err(source.error_expected(range, msg!("exercise-error-identifier", word = word), expected))
}

fn load_type_parameter(source: &Source, table: &TypeParameterTable) -> Result<TypeParameter, Error> {
    check_identifier(source, table.name.get_ref(), table.name.span())?;
    let dtypes: Vec<Dtype> =
        table.dtypes.get_ref().iter().map(|word| float_dtype(source, word)).collect::<Result<_, _>>()?;
    if dtypes.is_empty() {
        return Err(source.error(table.dtypes.span(), msg!("exercise-error-empty")));
    }
    Ok(TypeParameter { name: table.name.get_ref().clone(), dtypes })
}

fn float_dtype(source: &Source, word: &Spanned<String>) -> Result<Dtype, Error> {
    Dtype::parse(word.get_ref()).filter(|d| d.is_float()).ok_or_else(|| unknown(source, word, "f16, bf16, f32, f64"))
}

fn load_param(
    source: &Source,
    table: &ParamTable,
    type_parameter: Option<&TypeParameter>,
    known: &[String],
) -> Result<Param, Error> {
    let expr = |text: &Spanned<String>| {
        let located = parse(source, text)?;
        check_variables(source, &located, known)?;
        Ok(located)
    };
    let name = table.name.get_ref().clone();
    let scalar_dtype = || {
        Dtype::parse(table.dtype.get_ref())
            .filter(|d| !matches!(d, Dtype::F16 | Dtype::Bf16))
            .ok_or_else(|| unknown(source, &table.dtype, "i32, u32, i64, u64, f32, f64"))
    };
    match (table.kind, &table.shape, &table.value, &table.default) {
        (ParamKind::Scalar, None, Some(value), None) => {
            Ok(Param::Scalar(ScalarParam { name, dtype: scalar_dtype()?, value: ScalarValue::Of(expr(value)?) }))
        }
        (ParamKind::Scalar, None, None, Some(default)) => {
            let dtype = scalar_dtype()?;
            let located = number(source, default)?;
            // A default is part of how programs call the operator, where no sizes are.
            if !located.expr.variables().is_empty() {
                let text = msg!("exercise-error-default", expression = located.expr.source());
                return Err(source.error_expected(located.range, text, msg!("exercise-expected-constant")));
            }
            let value = attribute_value(source, &located, dtype, &Vars::new())?;
            Ok(Param::Scalar(ScalarParam { name, dtype, value: ScalarValue::Attribute(value) }))
        }
        (ParamKind::In | ParamKind::Out | ParamKind::Workspace, Some(shape), None, None) => {
            let element = if type_parameter.is_some_and(|p| p.name == *table.dtype.get_ref()) {
                ElementType::Parameter
            } else {
                ElementType::Fixed(float_dtype(source, &table.dtype)?)
            };
            let direction = match table.kind {
                ParamKind::In => Direction::In,
                ParamKind::Workspace => Direction::Workspace,
                _ => Direction::Out,
            };
            let shape = shape.iter().map(expr).collect::<Result<_, Error>>()?;
            Ok(Param::Buffer(BufferParam { name, direction, element, shape }))
        }
        _ => {
            let text = msg!("exercise-error-param", name = name);
            Err(source.error_expected(table.name.span(), text, msg!("exercise-expected-param")))
        }
    }
}
