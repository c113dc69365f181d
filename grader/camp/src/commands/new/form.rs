//! The form of a new operator: what its model asks for, without what the model computes.

use exercise::{BufferParam, DeviceProps, Dtype, ElementType, Exercise, Expr, Param};
use serde::Serialize;
use serde_json::Value;

/// What the templates in `templates/new/` are rendered with.
#[derive(Debug, Serialize)]
pub struct Form {
    /// The new operator's name.
    pub name: String,
    /// The model's.
    pub model: String,
    order: u32,
    stage: u32,
    /// The model's `exercise.toml`.
    like: Value,
    /// Its `bench` and `api_errors`, which it may lack.
    bench: Value,
    api_errors: Value,
    namespace: String,
    kernel: String,
    dims: Vec<String>,
    /// What expressions may use.
    variables: String,
    includes: Vec<&'static str>,
    /// `template <typename T>`, where the kernel is one.
    template: Option<String>,
    /// The declaration, line by line.
    head: Vec<String>,
    /// What learners write in the place of a kernel, where the model asks for that.
    pub functor: Option<Functor>,
    /// The attributes' names.
    attributes: Vec<String>,
    inputs: Vec<Buffer>,
    outputs: Vec<Buffer>,
    /// Outputs of the same size, which one loop can write.
    groups: Vec<Group>,
    /// An input that a block, or a thread where all buffers are of one size, can overwrite without others seeing it.
    pub matrix: Option<Buffer>,
    /// `rows` where a matrix is worked on row by row, else `elements`.
    shape: &'static str,
    row: &'static str,
    col: &'static str,
    rows: String,
    cols: String,
    /// What a row is computed from.
    reads_row: String,
    /// Whether grids and blocks have one dimension.
    is_line: bool,
    /// Whether some elements have 16 bits, and become `double` by way of `float`.
    is_short: bool,
    magnitude: bool,
    reference_params: Vec<String>,
    python_params: Vec<String>,
    python_outputs: Vec<String>,
    numpy_params: Vec<String>,
    /// Whether the contract's grid has threads without an element in some case.
    pub is_rounded_up: bool,
    /// Whether it has fewer threads than elements in some case.
    pub is_capped: bool,
    /// The TileLang kernel, where the model has one whose form is understood.
    pub tile: Option<Tile>,
    has_tile: bool,
}

/// A buffer of the signature.
#[derive(Debug, Clone, Serialize)]
pub struct Buffer {
    name: String,
    /// `T *`.
    pointer: String,
    rank: usize,
    shape: Vec<String>,
    /// How many elements, in C++.
    count: String,
}

/// The functor of an elementwise operator, whose kernel camp supplies.
#[derive(Debug, Serialize)]
pub struct Functor {
    name: String,
    /// The type parameter.
    element: String,
    /// What it is made of: `float slope`.
    members: Vec<String>,
    /// What it is called with: `T x`.
    values: Vec<String>,
    /// Their names.
    names: Vec<String>,
}

/// Outputs of one size.
#[derive(Debug, Serialize)]
struct Group {
    count: String,
    outputs: Vec<String>,
    /// Whether all inputs have that size, too: then element i of each belongs to element i of the others.
    like_inputs: bool,
    /// What an element is computed from, in the kernel and in the reference.
    reads: String,
    reads_reference: String,
}

/// A TileLang kernel.
#[derive(Debug, Serialize)]
pub struct Tile {
    kernel: String,
    params: Vec<String>,
    consts: Vec<String>,
    inputs: Vec<TileBuffer>,
    output: TileBuffer,
    /// The inputs of the output's shape, which are loaded as it is stored.
    loaded: Vec<TileBuffer>,
    tile_shape: String,
    rows: String,
    row_block: String,
    cols: Option<String>,
    col_block: Option<String>,
    /// The arguments that rules choose, and what the model chooses.
    free: Value,
    free_names: String,
    given: String,
    variables: String,
}

/// A tensor of a TileLang kernel.
#[derive(Debug, Clone, Serialize)]
struct TileBuffer {
    name: String,
    /// `(N, M)`.
    shape: String,
    dtype: String,
    #[serde(skip)]
    dims: Vec<String>,
}

impl Form {
    /// The form of `name`, like `model`, whose file is `outline`, in a place of its own on the ladder.
    ///
    /// # Errors
    /// When the model's expressions fail, which loading has ruled out.
    pub fn new(
        name: &str,
        model: &Exercise,
        outline: &impl Serialize,
        (stage, order): (u32, u32),
    ) -> Result<Self, String> {
        let like = serde_json::to_value(outline).map_err(|error| error.to_string())?;
        let list = |key: &str| like.get(key).cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        let mut signature = model.signature.clone();
        signature.kernel = renamed(&signature.kernel, &model.name, name, "_kernel");
        signature.namespace = match signature.namespace.rsplit_once("::") {
            Some((outer, _)) => format!("{outer}::{name}"),
            None => name.to_owned(),
        };
        let buffer = |buffer: &BufferParam| Buffer::new(buffer, model, &like);
        let inputs: Vec<Buffer> = signature.inputs().map(buffer).collect();
        let outputs: Vec<Buffer> = signature.outputs().map(buffer).collect();
        let launches = Launches::of(model)?;
        let is_rows = launches.is_line && is_rowwise(&signature.dims, &inputs, &outputs);
        let groups = groups(&inputs, &outputs);
        let dtypes = dtypes(model);
        let magnitude = like["reference"]["magnitude"].as_bool().unwrap_or(false);
        let scalars: Vec<String> = signature.params.iter().filter_map(scalar).collect();
        let pointer = |name: &str| format!("double *{name}");
        let reference_params = outputs
            .iter()
            .map(|output| pointer(&output.name))
            .chain(magnitude.then(|| pointer("magnitude")))
            .chain(inputs.iter().map(|input| format!("const T *{}", input.name)))
            .chain(scalars)
            .collect();
        let scalar_names = signature.params.iter().filter(|param| matches!(param, Param::Scalar(_))).map(Param::name);
        let numpy_params = inputs.iter().map(|input| input.name.as_str()).chain(scalar_names).map(python).collect();
        let tile = Tile::new(name, model, &like);
        let (template, head) = declaration(&signature.declaration());
        Ok(Self {
            name: name.to_owned(),
            model: model.name.clone(),
            order,
            stage,
            functor: Functor::new(name, model),
            attributes: signature.attributes().map(|attribute| attribute.name.clone()).collect(),
            bench: list("bench"),
            api_errors: list("api_errors"),
            namespace: signature.namespace.clone(),
            kernel: signature.kernel.clone(),
            variables: variables(model),
            includes: includes(&dtypes),
            template,
            head,
            matrix: inputs
                .iter()
                .find(|input| if is_rows { input.rank == 2 } else { groups.iter().all(|group| group.like_inputs) })
                .cloned(),
            groups,
            shape: if is_rows { "rows" } else { "elements" },
            row: "row",
            col: "col",
            rows: signature.dims.first().map(|dim| scalar_of(dim, &like)).unwrap_or_default(),
            cols: signature.dims.get(1).map(|dim| scalar_of(dim, &like)).unwrap_or_default(),
            reads_row: names(&inputs),
            is_line: launches.is_line,
            is_short: dtypes.iter().any(|dtype| matches!(dtype, Dtype::F16 | Dtype::Bf16)),
            magnitude,
            reference_params,
            python_params: signature.params.iter().map(|param| python(param.name())).collect(),
            python_outputs: outputs.iter().map(|output| python(&output.name)).collect(),
            numpy_params,
            is_rounded_up: !is_rows && launches.is_rounded_up,
            is_capped: !is_rows && launches.is_capped,
            dims: signature.dims,
            inputs,
            outputs,
            has_tile: like["launch"]["tilelang"].is_object(),
            tile,
            like,
        })
    }

    /// Whether the model has a TileLang kernel whose form is not understood.
    pub fn lacks_tile(&self) -> bool {
        self.has_tile && self.tile.is_none()
    }
}

impl Functor {
    fn new(name: &str, model: &Exercise) -> Option<Self> {
        let signature = &model.signature;
        let element = signature.functor.as_ref().and(signature.type_parameter.as_ref())?.name.clone();
        let names: Vec<String> = signature.inputs().map(|input| python(&input.name)).collect();
        Some(Self {
            name: camel_case(name),
            members: runtime::unit::members(model),
            values: names.iter().map(|name| format!("{element} {name}")).collect(),
            names,
            element,
        })
    }
}

impl Buffer {
    fn new(buffer: &BufferParam, model: &Exercise, like: &Value) -> Self {
        let shape: Vec<String> = buffer.shape().map(|dim| dim.source().to_owned()).collect();
        let factor = |dim: &String| {
            let is_word = dim.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if is_word { scalar_of(dim, like) } else { format!("({dim})") }
        };
        let count: Vec<String> = shape.iter().map(factor).collect();
        let element = match (buffer.element, &model.signature.type_parameter) {
            (ElementType::Fixed(dtype), _) => dtype.cpp(),
            (ElementType::Parameter, Some(parameter)) => parameter.name.as_str(),
            (ElementType::Parameter, None) => "T",
        };
        let rank = shape.len();
        let count = count.join(" * ");
        Self { name: buffer.name.clone(), pointer: format!("{element} *"), rank, shape, count }
    }
}

/// What the contract's launches have in common.
struct Launches {
    is_line: bool,
    is_rounded_up: bool,
    is_capped: bool,
}

impl Launches {
    fn of(model: &Exercise) -> Result<Self, String> {
        let mut all = Self { is_line: true, is_rounded_up: false, is_capped: false };
        for case in model.cases.iter().filter(|case| !case.noop) {
            let own = model.launch(case, None, &DeviceProps::VIRTUAL).map_err(|error| error.to_string())?;
            let is_line = |sizes: [u32; 3]| sizes[1..] == [1, 1];
            all.is_line &=
                [own.grid, own.block, case.reference_launch.grid, case.reference_launch.block].into_iter().all(is_line);
            let count = |sizes: [u32; 3]| sizes.iter().map(|n| *n as usize).product::<usize>();
            let n_threads = count(own.grid) * count(own.block);
            let n_elems = case.outputs().next().map_or(0, exercise::BufferSpec::n_elems);
            all.is_rounded_up |= n_threads > n_elems;
            all.is_capped |= n_threads < n_elems;
        }
        Ok(all)
    }
}

impl Tile {
    /// The form of the model's TileLang kernel; `None` where it has none, or one that is not made of tiles of one output.
    fn new(name: &str, model: &Exercise, like: &Value) -> Option<Self> {
        let table = &like["launch"]["tilelang"];
        let arguments = table.get("arguments")?.as_object()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let dims = &model.signature.dims;
        // Sizes are read by T.const, in the order of the dimensions; what depends on nothing is the learner's to choose.
        let mut consts = Vec::new();
        for dim in dims {
            let is_dim = |value: &Value| text(value).as_deref() == Some(dim);
            consts.extend(arguments.iter().find(|(_, value)| is_dim(value)).map(|(key, _)| (key.clone(), dim.clone())));
        }
        let is_free = |value: &Value| {
            text(value).and_then(|value| Expr::parse(&value).ok()).is_some_and(|expr| expr.variables().is_empty())
        };
        let free: serde_json::Map<String, Value> = arguments
            .iter()
            .filter(|(_, value)| is_free(value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let dtype =
            arguments.iter().find(|(_, value)| text(value).as_deref() == Some("dtype")).map(|(key, _)| key.clone());
        let attributes: Vec<&String> = arguments
            .iter()
            .filter(|(_, value)| model.signature.attributes().any(|a| text(value).as_deref() == Some(&a.name)))
            .map(|(key, _)| key)
            .collect();
        if consts.len() + free.len() + attributes.len() + usize::from(dtype.is_some()) != arguments.len() {
            return None;
        }
        let called = |buffer: &str| table["names"][buffer].as_str().unwrap_or(buffer).to_owned();
        let buffer = |buffer: &BufferParam| {
            let dims: Option<Vec<String>> = buffer
                .shape()
                .map(|dim| consts.iter().find(|(_, of)| of == dim.source()).map(|(name, _)| name.clone()))
                .collect();
            let dims = dims?;
            let dtype = match buffer.element {
                ElementType::Parameter => dtype.clone()?,
                ElementType::Fixed(Dtype::F16) => "T.float16".to_owned(),
                ElementType::Fixed(Dtype::Bf16) => "T.bfloat16".to_owned(),
                ElementType::Fixed(Dtype::F64) => "T.float64".to_owned(),
                ElementType::Fixed(_) => "T.float32".to_owned(),
            };
            Some(TileBuffer { name: called(&buffer.name), shape: tuple(&dims), dtype, dims })
        };
        let inputs: Vec<TileBuffer> = model.signature.inputs().map(buffer).collect::<Option<_>>()?;
        let outputs: Vec<TileBuffer> = model.signature.outputs().map(buffer).collect::<Option<_>>()?;
        let [output] = outputs.as_slice() else { return None };
        let block = |of: &String| Some(format!("BLOCK_{of}")).filter(|block| free.contains_key(block));
        let blocks: Vec<String> = output.dims.iter().map(block).collect::<Option<_>>()?;
        let (row_block, col_block) = match blocks.as_slice() {
            [row] => (row.clone(), None),
            [row, col] => (row.clone(), Some(col.clone())),
            _ => return None,
        };
        let names = |names: Vec<&str>| names.join(", ");
        let kernel = table["kernel"].as_str().unwrap_or_default();
        let params = inputs.iter().map(|input| input.name.clone());
        let params = params.chain(attributes.iter().map(|name| format!("{name}: float")));
        // Block sizes in the order of the sizes that they divide, then the others.
        let mut sizes: Vec<&String> = free.keys().collect();
        let of =
            |size: &str| consts.iter().position(|(name, _)| size == format!("BLOCK_{name}")).unwrap_or(consts.len());
        sizes.sort_by_key(|size| of(size));
        let params = params.chain(sizes.into_iter().map(|key| format!("{key}: int"))).chain(dtype.clone()).collect();
        let scalars = if dtype.is_some() { vec!["dtype", "dtype_bytes"] } else { Vec::new() };
        Some(Self {
            kernel: renamed(kernel, &model.name, name, "_kernel"),
            params,
            given: names(
                consts
                    .iter()
                    .map(|(name, _)| name.as_str())
                    .chain(attributes.iter().map(|name| name.as_str()))
                    .chain(dtype.as_deref())
                    .collect(),
            ),
            loaded: inputs.iter().filter(|input| input.dims == output.dims).cloned().collect(),
            tile_shape: tuple(&blocks),
            rows: output.dims.first()?.clone(),
            cols: output.dims.get(1).cloned(),
            row_block,
            col_block,
            free_names: names(free.keys().map(String::as_str).collect()),
            variables: names(
                dims.iter()
                    .chain(model.signature.attributes().map(|attribute| &attribute.name))
                    .map(String::as_str)
                    .chain(scalars)
                    .collect(),
            ),
            free: Value::Object(free),
            consts: consts.into_iter().map(|(name, _)| name).collect(),
            output: output.clone(),
            inputs,
        })
    }
}

/// `text` with the new name in the place of the model's; where the model's is not in it, the new name with an ending.
fn renamed(text: &str, model: &str, name: &str, ending: &str) -> String {
    if text.contains(model) { text.replace(model, name) } else { format!("{name}{ending}") }
}

/// `LeakyRelu` of `leaky_relu`.
fn camel_case(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// A tuple as Python writes it.
fn tuple(items: &[String]) -> String {
    if let [one] = items { format!("({one},)") } else { format!("({})", items.join(", ")) }
}

/// An argument's name in Python, where some names are taken.
fn python(name: &str) -> String {
    match name {
        "in" => "x".to_owned(),
        "is" | "as" | "or" | "and" | "not" | "from" | "lambda" | "def" | "with" => format!("{name}_"),
        other => other.to_owned(),
    }
}

/// The kernel's scalar argument that holds a dimension: the one whose value it is, which mostly has its name.
fn scalar_of(dim: &str, like: &Value) -> String {
    let params = like["signature"]["params"].as_array().into_iter().flatten();
    let name = params.filter(|param| param["value"] == dim).find_map(|param| param["name"].as_str());
    name.unwrap_or(dim).to_owned()
}

/// Whether a matrix is worked on row by row.
fn is_rowwise(dims: &[String], inputs: &[Buffer], outputs: &[Buffer]) -> bool {
    let [rows, cols] = dims else { return false };
    let is_row = |buffer: &Buffer| buffer.shape == [rows.as_str()];
    let is_matrix = |buffer: &Buffer| buffer.shape == [rows.as_str(), cols.as_str()];
    outputs.iter().all(|output| is_row(output) || is_matrix(output)) && inputs.iter().any(is_matrix)
}

/// The outputs by size.
fn groups(inputs: &[Buffer], outputs: &[Buffer]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for output in outputs {
        if let Some(group) = groups.iter_mut().find(|group| group.count == output.count) {
            group.outputs.push(output.name.clone());
            continue;
        }
        let like_inputs = inputs.iter().all(|input| input.count == output.count);
        let each =
            |ending: &str| inputs.iter().map(|input| format!("{}{ending}", input.name)).collect::<Vec<_>>().join(", ");
        let (reads, reads_reference) =
            if like_inputs { (each("[i]"), each("_i")) } else { (names(inputs), names(inputs)) };
        let outputs = vec![output.name.clone()];
        groups.push(Group { count: output.count.clone(), outputs, like_inputs, reads, reads_reference });
    }
    groups
}

/// The names of buffers.
fn names(buffers: &[Buffer]) -> String {
    buffers.iter().map(|buffer| buffer.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// A scalar argument as C++ declares it.
fn scalar(param: &Param) -> Option<String> {
    match param {
        Param::Scalar(scalar) => Some(format!("{} {}", scalar.dtype.cpp(), scalar.name)),
        Param::Buffer(_) => None,
    }
}

/// All element types that buffers can have.
fn dtypes(model: &Exercise) -> Vec<Dtype> {
    let of = |dtype| model.signature.buffers().map(move |buffer| buffer.element.resolve(dtype));
    model.signature.instantiations().into_iter().flat_map(of).collect()
}

/// The headers that a kernel file needs.
fn includes(dtypes: &[Dtype]) -> Vec<&'static str> {
    let needs = |dtype, header| dtypes.contains(&dtype).then_some(header);
    let special = [needs(Dtype::Bf16, "cuda_bf16.h"), needs(Dtype::F16, "cuda_fp16.h")];
    special.into_iter().flatten().chain(["stdint.h"]).collect()
}

/// What the expressions of a `launch.toml` may use of a case.
fn variables(model: &Exercise) -> String {
    let dtype = model.signature.type_parameter.as_ref().map(|_| ["dtype", "dtype_bytes"]);
    let attributes = model.signature.attributes().map(|attribute| &attribute.name);
    let names = model.signature.dims.iter().chain(attributes).map(String::as_str);
    let names = names.chain(["cap"]).chain(dtype.into_iter().flatten());
    names.collect::<Vec<_>>().join(", ")
}

/// The template's line of a declaration, and the rest wrapped at 120 columns.
fn declaration(whole: &str) -> (Option<String>, Vec<String>) {
    const WIDTH: usize = 120;
    let (template, rest) = match whole.split_once("> __global__") {
        Some((template, rest)) => (Some(format!("{template}>")), format!("__global__{rest}")),
        None => (None, whole.to_owned()),
    };
    let rest = format!("{rest} {{");
    if rest.len() <= WIDTH {
        return (template, vec![rest]);
    }
    let indent = " ".repeat(rest.find('(').map_or(4, |at| at + 1));
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for part in rest.split_inclusive(", ") {
        if !line.is_empty() && line.len() + part.trim_end().len() > WIDTH {
            lines.push(line.trim_end().to_owned());
            line = indent.clone();
        }
        line.push_str(part);
    }
    lines.push(line);
    (template, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_wrapped() {
        let (template, lines) = declaration("template <typename T> __global__ void k(T *out, int64_t n)");
        assert_eq!(template.as_deref(), Some("template <typename T>"));
        assert_eq!(lines, ["__global__ void k(T *out, int64_t n) {"]);
        let params: Vec<String> = (0..12).map(|i| format!("const float *input_{i}")).collect();
        let (_, lines) = declaration(&format!("__global__ void k({})", params.join(", ")));
        assert!(lines.len() == 3 && lines.iter().all(|line| line.len() <= 120), "{lines:#?}");
        assert!(lines[1].starts_with("                  const float *"), "{lines:#?}");
    }

    #[test]
    fn names_follow_the_model() {
        assert_eq!(renamed("vector_add_contiguous_kernel", "vector_add", "relu", "_kernel"), "relu_contiguous_kernel");
        assert_eq!(renamed("kernel", "vector_add", "relu", "_kernel"), "relu_kernel");
        assert_eq!((camel_case("leaky_relu2"), camel_case("abs")), ("LeakyRelu2".to_owned(), "Abs".to_owned()));
        assert_eq!(tuple(&["N".to_owned()]), "(N,)");
        assert_eq!(python("in"), "x");
    }
}
