//! Writes four functions for each operator of the repository, and the C header of all.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let exercises = own.join("../../exercises").canonicalize()?;
    println!("cargo::rerun-if-changed={}", exercises.display());
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    let mut operators = Vec::new();
    for entry in fs::read_dir(&exercises)? {
        let file = entry?.path().join("exercise.toml");
        println!("cargo::rerun-if-changed={}", file.display());
        if file.is_file() {
            operators.push(Operator::read(&file)?);
        }
    }
    operators.sort_by(|a, b| (a.order, &a.name).cmp(&(b.order, &b.name)));
    let code: String = operators.iter().map(Operator::functions).collect();
    let generated = out.join("operators.rs");
    fs::write(&generated, code)?;
    let config = cbindgen::Config::from_file(own.join("cbindgen.toml")).map_err(io::Error::other)?;
    let sources = ["types.rs", "functions.rs"].map(|file| own.join("src").join(file));
    let builder = sources.iter().chain([&generated]).fold(cbindgen::Builder::new(), |b, file| b.with_src(file));
    let bindings = builder.with_config(config).generate().map_err(io::Error::other)?;
    let header = out.join("operator_runtime.h");
    bindings.write_to_file(&header);
    // For the test that compares it with the one that is handed out.
    println!("cargo::rustc-env=OPRT_HEADER={}", header.display());
    Ok(())
}

/// What a C function of an operator needs to know.
struct Operator {
    name: String,
    title: String,
    order: i64,
    /// Name, and whether it is written, or needs no argument because it is scratch memory.
    tensors: Vec<(String, bool)>,
    attributes: Vec<String>,
    has_dim: bool,
}

impl Operator {
    fn read(file: &Path) -> io::Result<Self> {
        let broken = |what: &str| io::Error::other(format!("{}: {what}", file.display()));
        let text = fs::read_to_string(file)?;
        let table: toml::Table = text.parse().map_err(|error| broken(&format!("{error}")))?;
        let name = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let params = table.get("signature").and_then(|signature| signature.get("params"));
        let params = params.and_then(toml::Value::as_array).ok_or_else(|| broken("no signature.params"))?;
        let calls = table.get("operator");
        let names = calls.and_then(|calls| calls.get("names"));
        let mut operator = Self {
            name,
            title: table.get("title").and_then(toml::Value::as_str).unwrap_or_default().to_owned(),
            order: table.get("order").and_then(toml::Value::as_integer).unwrap_or(0),
            tensors: Vec::new(),
            attributes: Vec::new(),
            has_dim: calls.is_some_and(|calls| calls.get("dim").is_some()),
        };
        for param in params {
            let word = |key: &str| param.get(key).and_then(toml::Value::as_str);
            let name = word("name").ok_or_else(|| broken("a parameter without a name"))?;
            let public = names.and_then(|names| names.get(name)).and_then(toml::Value::as_str).unwrap_or(name);
            match word("kind") {
                Some(kind @ ("in" | "out")) => operator.tensors.push((public.to_owned(), kind == "out")),
                Some("scalar") if param.get("default").is_some() => operator.attributes.push(public.to_owned()),
                _ => {}
            }
        }
        Ok(operator)
    }

    /// The four functions, in Rust.
    fn functions(&self) -> String {
        let Self { name, title, tensors, attributes, has_dim, .. } = self;
        let join = |parts: Vec<String>| parts.concat();
        let specs = join(tensors.iter().map(|(tensor, _)| format!("    {tensor}: *const oprt_tensor,\n")).collect());
        let dim = if *has_dim { "    dim: i64,\n" } else { "" };
        let numbers = join(attributes.iter().map(|attribute| format!("    {attribute}: f64,\n")).collect());
        let given = tensors.iter().map(|(tensor, _)| tensor.as_str()).collect::<Vec<_>>().join(", ");
        let some_dim = if *has_dim { "Some(dim)" } else { "None" };
        let pairs = attributes.iter().map(|a| format!("(\"{a}\", {a})")).collect::<Vec<_>>().join(", ");
        let addresses = join(
            tensors
                .iter()
                .map(|(tensor, is_out)| format!("    {tensor}: *{} c_void,\n", if *is_out { "mut" } else { "const" }))
                .collect(),
        );
        let casts = tensors.iter().map(|(tensor, _)| format!("{tensor} as usize")).collect::<Vec<_>>().join(", ");
        let mut code = String::new();
        let _ = write!(
            code,
            "/// {title}: checks the tensors of a call, compiles the kernel, and makes a descriptor of both.
///
/// # Safety
/// Pointers are null, which is refused, or valid for the call.
#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn oprt_create_{name}_descriptor(
    context: oprt_context,
    descriptor: *mut oprt_descriptor,
{specs}{dim}{numbers}) -> oprt_status {{
    // SAFETY: as the caller of this function promises.
    unsafe {{ create(context, \"{name}\", descriptor, &[{given}], {some_dim}, &[{pairs}]) }}
}}

/// How many bytes of scratch memory `oprt_execute_{name}` needs.
///
/// # Safety
/// As `oprt_create_{name}_descriptor`.
#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn oprt_get_{name}_workspace_size(descriptor: oprt_descriptor, bytes: *mut usize) -> oprt_status {{
    // SAFETY: as the caller of this function promises.
    unsafe {{ workspace_size(descriptor, \"{name}\", bytes) }}
}}

/// Executes the call on tensors of the descriptor's shapes and types. On a GPU it is put into `stream`, a CUstream, and
/// the function returns at once; on the virtual device, where `stream` is not looked at, it returns when all is done.
///
/// # Safety
/// As `oprt_create_{name}_descriptor`; the tensors have as many elements as the descriptor says, and nobody else changes
/// them during the call.
#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn oprt_execute_{name}(
    descriptor: oprt_descriptor,
    workspace: *mut c_void,
    workspace_bytes: usize,
{addresses}    stream: *mut c_void,
) -> oprt_status {{
    // SAFETY: as the caller of this function promises.
    unsafe {{ execute(descriptor, \"{name}\", workspace, workspace_bytes, &[{casts}], stream) }}
}}

/// Gives the descriptor back. It is refused from then on.
#[unsafe(no_mangle)]
pub extern \"C\" fn oprt_destroy_{name}_descriptor(descriptor: oprt_descriptor) -> oprt_status {{
    destroy(descriptor, \"{name}\")
}}

"
        );
        code
    }
}
