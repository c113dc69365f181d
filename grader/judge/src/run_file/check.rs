//! Whether a launch fits the kernel, before anything runs.

use diag::{Text, msg};
use ptx::{Symbol, Ty};
use vgpu::{Elem, Program};

use super::args::{MAX_BYTES, type_name};
use super::{ArgKind, FileArg, FileJob};

/// The most threads that a block may have.
const MAX_BLOCK: u64 = 1024;

/// Whether the sizes of the launch are possible at all.
///
/// # Errors
/// What is too large, and what to do.
pub fn sizes(job: &FileJob) -> Result<(), Text> {
    let n_threads: u64 = job.block.iter().map(|&d| u64::from(d)).product();
    let shown = |dims: [u32; 3]| dims.map(|d| d.to_string()).join(",");
    if n_threads > MAX_BLOCK || job.block[2] > 64 {
        return Err(msg!("run-block", block = shown(job.block), threads = n_threads, max = MAX_BLOCK));
    }
    if n_threads == 0 || job.grid.contains(&0) {
        return Err(msg!("run-empty-launch", grid = shown(job.grid), block = shown(job.block)));
    }
    let total = job.args.iter().fold(0_u64, |total, arg| total.saturating_add(arg.buffer_bytes()));
    if total > MAX_BYTES {
        return Err(msg!("run-too-large", gigabytes = total >> 30, max = MAX_BYTES >> 30));
    }
    for (at, arg) in job.args.iter().enumerate() {
        if job.args[..at].iter().any(|other| other.name == arg.name) {
            return Err(msg!("run-arg-twice", name = &arg.name));
        }
    }
    Ok(())
}

/// Whether the arguments are what the kernel takes.
///
/// # Errors
/// Which is not, and how to write it.
pub fn arguments(program: &Program, entry: &str, job: &FileJob) -> Result<(), Text> {
    let Some(function) = program.module().function(entry) else { return Ok(()) };
    let parameters: Vec<&Symbol> = function.param_symbols().collect();
    let wanted = parameters.iter().map(|symbol| suggestion(symbol)).collect::<Vec<_>>().join(" ");
    if parameters.len() != job.args.len() {
        return Err(msg!("run-arg-number", wanted = parameters.len(), got = job.args.len(), form = wanted));
    }
    for (at, (parameter, arg)) in parameters.iter().zip(&job.args).enumerate() {
        if fits(parameter, arg) {
            continue;
        }
        let number = at + 1;
        let what = match arg.kind {
            ArgKind::Buffer { .. } => msg!("run-is-buffer", ty = arg.type_text()),
            ArgKind::Scalar(_) => msg!("run-is-value", ty = arg.type_text(), bytes = arg.elem.size_bytes()),
        };
        return Err(msg!(
            "run-arg-parameter",
            number = number,
            name = &arg.name,
            what = what,
            bytes = parameter.size_bytes,
            ptx = ptx_type(parameter),
            form = suggestion(parameter)
        ));
    }
    Ok(())
}

/// Whether an argument can be passed for a parameter. The PTX says how large a parameter is, and of those that are
/// numbers whether they have a fraction; a pointer looks like a 64-bit integer.
fn fits(parameter: &Symbol, arg: &FileArg) -> bool {
    let is_float = matches!(arg.elem, Elem::F32 | Elem::F64);
    match arg.kind {
        ArgKind::Buffer { .. } => parameter.size_bytes == 8 && !is_float_type(parameter.ty),
        ArgKind::Scalar(_) => {
            parameter.size_bytes == arg.elem.size_bytes() as u64
                && match parameter.ty {
                    Ty::F32 | Ty::F64 => is_float,
                    Ty::U8 | Ty::U16 | Ty::U32 | Ty::U64 | Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64 => !is_float,
                    _ => true,
                }
        }
    }
}

fn is_float_type(ty: Ty) -> bool {
    matches!(ty, Ty::F16 | Ty::F32 | Ty::F64)
}

/// A parameter's type as the PTX spells it.
fn ptx_type(parameter: &Symbol) -> String {
    let ty = parameter.ty.token();
    if parameter.is_array { format!(".{ty}[{}]", parameter.size_bytes) } else { format!(".{ty}") }
}

/// How an argument for the parameter is written.
fn suggestion(parameter: &Symbol) -> String {
    let value = |elem: Elem| format!("NAME={}:VALUE", type_name(elem));
    match (parameter.ty, parameter.size_bytes) {
        (Ty::F32, 4) => value(Elem::F32),
        (Ty::F64, 8) => value(Elem::F64),
        (_, 8) => "NAME=TYPE[COUNT]:FILL".to_owned(),
        (_, 4) => value(Elem::I32),
        (_, 2) if parameter.is_array => value(Elem::F16),
        (_, 2) => value(Elem::I16),
        (_, 1) => value(Elem::U8),
        (_, bytes) => format!("({bytes} bytes by value)"),
    }
}
